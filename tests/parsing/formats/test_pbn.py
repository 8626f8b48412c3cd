"""PBN: each rule of the standard, the usual dialects, and every fault with its line."""

from __future__ import annotations

import pytest

from bidding.domain.auction import MAX_CALLS
from bidding.domain.calls import BIDS
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.formats.pbn import read_pbn
from bidding.parsing.formats.recorded_boards import BadBoard, Board, OtherTag, Remark
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand

NORTH, EAST = "AQ94.K83.QJ4.K72", "KJ5.QT7.A965.943"
SOUTH, WEST = "T862.A5.KT3.AQJ6", "73.J9642.872.T85"
DEAL = f"N:{NORTH} {EAST} {SOUTH} {WEST}"
HANDS = tuple(map(parse_hand, (NORTH, EAST, SOUTH, WEST)))
CALLS = "1C Pass 1S Pass 2S AP"
AUCTION = parse_auction("1C P 1S P 2S P P P", Seat.N)


def game(calls: str = CALLS, first: str = "N", after: str = "", **tags: str) -> str:
    """A game of four hands; a tag whose value is a NUL is left out."""
    values = {"Board": "7", "Dealer": "N", "Vulnerable": "NS", "Deal": DEAL} | tags
    lines = [f'[{name} "{value}"]' for name, value in values.items() if value != "\0"]
    return "\n".join([*lines, f'[Auction "{first}"]', calls, after, ""])


def only(text: str) -> Board:
    (board,) = read_pbn(text)
    assert isinstance(board, Board), board
    return board


def refusal(text: str) -> BadBoard:
    (board,) = read_pbn(text)
    assert isinstance(board, BadBoard), board
    return board


def test_a_board_says_what_its_text_says() -> None:
    board = only(game(Event="Club night", Room="Open", South="Sven", BidSystemEW="Acol"))
    assert board == Board(
        line=1,
        event="Club night",
        number=7,
        room="Open",
        players=("", "", "Sven", ""),
        dealer=Seat.N,
        vulnerability=Vulnerability.NS,
        hands=HANDS,  # type: ignore[arg-type]
        auction=AUCTION,
        systems=("", "Acol"),
    )
    assert board.deal is not None


@pytest.mark.parametrize(
    ("text", "vulnerability"),
    [
        *[(text, Vulnerability.NONE) for text in ("None", "Love", "-", "none")],
        *[(text, Vulnerability.BOTH) for text in ("All", "Both", "both")],
        ("NS", Vulnerability.NS),
        ("EW", Vulnerability.EW),
        ("?", None),
        ("", None),
        ("\0", None),
    ],
)
def test_vulnerabilities(text: str, vulnerability: Vulnerability | None) -> None:
    assert only(game(Vulnerable=text)).vulnerability is vulnerability


@pytest.mark.parametrize(
    "deal",
    [
        f"E:{EAST} {SOUTH} {WEST} {NORTH}",
        f"s:{SOUTH}  {WEST} {NORTH} {EAST}".lower(),
        DEAL.replace("T", "10"),
        f"W:{WEST} - {EAST} {SOUTH}",
        f"N: {NORTH} {EAST} {SOUTH} -",
        f"N:... {EAST} {SOUTH} {WEST}",
        DEAL.replace("AQ94", "4Q9A"),
    ],
)
def test_deals_from_any_seat_with_tens_and_a_hand_left_out(deal: str) -> None:
    assert only(game(Deal=deal)).hands == HANDS


@pytest.mark.parametrize("deal", ["", "?", "\0", "N:- - - -", "N:... ... ... ..."])
def test_no_hands(deal: str) -> None:
    assert only(game(Deal=deal)).hands == (None,) * 4


@pytest.mark.parametrize("unknown", ["-", "..."])
def test_some_hands(unknown: str) -> None:
    board = only(game(Deal=f"N:{NORTH} {unknown} {SOUTH} {unknown}"))
    assert board.hands == (HANDS[0], None, HANDS[2], None)
    assert board.deal is None


@pytest.mark.parametrize(
    ("calls", "first", "read"),
    [
        (CALLS, "N", "1C P 1S P 2S P P P"),
        ("- 1C Pass 1S\nPass 2S Pass Pass\nPass", "W", "1C P 1S P 2S P P P"),
        ("- - - 1c\npass 1s pass 2s\nap", "E", "1C P 1S P 2S P P P"),
        ("1C X XX AllPass", "N", "1C X XX P P P"),
        ("1C X XX all pass", "N", "1C X XX P P P"),
        ("Pass Pass Pass Pass", "N", "P P P P"),
        ("AP", "N", "P P P P"),
        ("1N p 3NT P P P *", "N", "1N P 3NT P P P"),
        ("1C AP *", "N", "1C P P P"),
        ("1C Pass Pass Pass - -", "N", "1C P P P"),
        ("1C AP - - *", "N", "1C P P P"),
        ("1C! Pass?? 1S!? $25 =2= AP", "N", "1C P 1S P P P"),
        ("1C{comment}Pass;rest AP\nAP", "N", "1C P P P"),
        ("1C *", "N", "1C"),
        ("1C Pass +", "N", "1C P"),
        ("1C Pass", "N", "1C P"),
        ("1C Pass 1S -", "N", "1C P 1S"),
        ("1C Pass\n1S - - *", "N", "1C P 1S"),
        ("1C Pass 1S ?", "N", "1C P 1S"),
    ],
)
def test_auctions(calls: str, first: str, read: str) -> None:
    auction = only(game(calls, first)).auction
    assert auction == parse_auction(read, Seat.N)


@pytest.mark.parametrize(("calls", "first"), [("", "N"), ("*", "N"), ("+", "?"), ("", "")])
def test_no_auction(calls: str, first: str) -> None:
    assert only(game(calls, first)).auction is None


def test_the_first_call_tells_the_dealer_where_no_tag_does() -> None:
    board = only(game("- - 1S AP", "W", Dealer="?"))
    assert board.dealer is Seat.E
    assert board.auction == parse_auction("1S P P P", Seat.E)


def test_notes_alerts_marks_and_comments_stay_with_their_calls() -> None:
    calls = "1C =1= Pass 1S! =2= {he\n\nthought} $25\nPass 2S ; at once\nAP"
    notes = '[Note "1:three cards\n   or more"]\n[Note "2:say \\"four\\""]\n[Play "E"]\nH7 =1=\n'
    board = only(game(calls, after=notes + '[Note "1:of the play"]'))
    assert board.auction == AUCTION
    assert board.remarks == (
        Remark(0, alerted=True, explanation="three cards or more"),
        Remark(2, alerted=True, explanation='say "four"', comment="he thought", marks="! $25"),
        Remark(4, comment="at once"),
    )


def test_a_note_may_be_numbered_with_zeros_in_front() -> None:
    board = only(game("1C =1= Pass 1S =02= AP", after='[Note "01:three"]\n[Note "2:four"]\n'))
    assert [remark.explanation for remark in board.remarks] == ["three", "four"]


def test_a_reference_without_its_note_is_an_alert() -> None:
    assert only(game("1C=3= AP")).remarks == (Remark(0, alerted=True),)


@pytest.mark.parametrize(
    "mark", ["% PBN 2.1\n", "; about\n", "{ about\n\nit }\n", "\n \t\n", "%\n\n%\n", "\ufeff"]
)
def test_what_stands_around_games_is_no_game(mark: str) -> None:
    boards = list(read_pbn(mark + game() + "\n" + mark + game()))
    assert [board.auction for board in boards if isinstance(board, Board)] == [AUCTION] * 2


def test_escaped_lines_may_stand_anywhere() -> None:
    text = game().replace("\n", '\n%[Dealer "S"]\n')
    assert only(text).auction == AUCTION


@pytest.mark.parametrize("tag", ['[ Board\n"7" ]', '[Board   "7"]', '[Board "7"] [Stage "1"]'])
def test_tags_in_all_their_shapes(tag: str) -> None:
    assert only(game().replace('[Board "7"]', tag)).number == 7


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r"a \"b\" c", 'a "b" c'),
        (r"C:\\pbn", r"C:\pbn"),
        ('the "big" one', 'the "big" one'),
        ("C:\\", "C:\\"),
        ("two [2] {3} ; 4", "two [2] {3} ; 4"),
        ("runs\non", "runs on"),
    ],
)
def test_values_with_anything_in_them(written: str, value: str) -> None:
    assert only(game(Event=written)).event == value


def test_values_are_inherited() -> None:
    """PBN 2.1, chapter 4.8: '#' is the nearest earlier value, '##' holds for all games after."""
    texts = [
        '[Event "##Final"]\n[Site "x"]\n',  # a header: no board
        game(North="Nora"),
        game(North="#", Event="Friendly"),
        game(North="#"),
        game(North="Nils", Event="#"),
    ]
    boards = [board for board in read_pbn("\n".join(texts)) if isinstance(board, Board)]
    found_values = [(board.event, board.players[0]) for board in boards]
    assert found_values == [
        ("Final", "Nora"),
        ("Friendly", "Nora"),
        ("Final", "Nora"),
        ("Final", "Nils"),
    ]


def test_nothing_to_inherit_is_nothing() -> None:
    assert only(game(Event="#")).event == ""


@pytest.mark.parametrize("name", ["Dealer", "Vulnerable", "Deal", "Contract"])
@pytest.mark.parametrize("value", ["#", "##x"])
def test_what_makes_a_board_is_not_inherited(name: str, value: str) -> None:
    found = list(read_pbn(game() + "\n" + game(**{name: value})))
    assert isinstance(found[0], Board)
    assert isinstance(found[1], BadBoard)
    assert (found[1].code, name in found[1].fault) == ("malformed-text", True)


def test_games_that_no_empty_line_divides() -> None:
    boards = list(read_pbn(game(Board="1") + game(Board="2")))
    assert [board.number for board in boards] == [1, 2]
    assert all(isinstance(board, Board) for board in boards)


def test_an_empty_line_before_the_auction_divides_no_board() -> None:
    divided = game(Board="3").replace("[Auction", "\n[Auction") + "\n" + game(Board="4")
    boards = list(read_pbn(divided))
    assert [(board.number, board.auction) for board in boards if isinstance(board, Board)] == [
        (3, AUCTION),
        (4, AUCTION),
    ]
    bad = refusal(game("1C Pass\n8S AP").replace("[Auction", "\n[Auction"))
    assert (bad.number, bad.line) == (7, 8)


@pytest.mark.parametrize("gap", ["\n\n", "\n \n\t\n"])
def test_an_empty_line_within_the_auction_cuts_no_auction(gap: str) -> None:
    calls = f'1NT =1= Pass 2C Pass{gap}2D Pass 3NT AP\n[Note "1:15-17"]\n'
    boards = list(read_pbn(game(calls, Board="3") + "\n" + game(Board="4")))
    first, second = (board for board in boards if isinstance(board, Board))
    assert first.auction is not None
    assert str(first.auction.contract) == "3NT by N"
    assert [remark.explanation for remark in first.remarks] == ["15-17"]
    assert (first.number, second.number, second.auction) == (3, 4, AUCTION)


def test_words_after_an_empty_line_that_are_no_calls_cost_no_board() -> None:
    boards = list(read_pbn(game(Board="3") + "\nGreat hand!\n\n" + game(Board="4")))
    assert [board.number for board in boards if isinstance(board, Board)] == [3, 4]
    [refused] = [board for board in boards if isinstance(board, BadBoard)]
    assert "'Great' comes before any tag" in refused.fault


def test_a_comment_that_is_not_closed_costs_one_board() -> None:
    texts = [game(Board="1"), game("1C {oops\nAP", Board="2"), game("1C {fine} AP", Board="3")]
    found = list(read_pbn("\n".join(texts)))
    assert [type(board) for board in found] == [Board, BadBoard, Board]
    assert "not closed" in str(found[1])


def test_tags_behind_a_comment_that_is_not_closed_are_read() -> None:
    text = game().replace('[Dealer "N"]', '{Feasible: 7 9\n[Dealer "N"]') + "{PAR 140}\n"
    board = only(text)
    assert (board.dealer, board.vulnerability) == (Seat.N, Vulnerability.NS)
    assert board.auction == AUCTION
    assert [(line, "not closed" in fault) for line, fault in board.warnings] == [(2, True)]
    assert board.others == (OtherTag("", "Feasible: 7 9"), OtherTag("", "PAR 140"))


def test_a_comment_with_a_brace_in_it_is_one() -> None:
    board = only(game(after="{a {b}"))
    assert (board.remarks[-1].comment, board.warnings) == ("a {b", ())


@pytest.mark.parametrize(
    ("result", "tricks"),
    [
        *[("8", 8), ("^8", 8), ("NS 8", 8), ("EW 5", 8), ("EW 5 NS 8", 8), ("ns8 ew5", 8)],
        *[("NS 8 EW 6", None), ("NS 14", None), ("8 tricks", None), ("NS", None)],
    ],
)
def test_results_of_declarer_and_by_side(result: str, tricks: int | None) -> None:
    for stated in ({}, {"Contract": "2S", "Declarer": "S"}):
        board = only(game(Result=result, **stated))
        assert board.tricks == tricks
        assert board.others == (() if tricks else (OtherTag("Result", result),))
    assert only(game("", Result=result)).tricks == (8 if result in ("8", "^8") else None)


@pytest.mark.parametrize("tags", ['[Board "7"]\n[Room "Closed"]', '[Room "Closed"]', ""])
def test_a_table_without_a_deal_is_of_the_board_before_it(tags: str) -> None:
    other = f'\n{tags}\n[Auction "N"]\n1C Pass 1S AP\n'
    first, second = read_pbn(game(Room="Open") + other)
    assert isinstance(first, Board)
    assert isinstance(second, Board)
    assert (second.number, second.dealer, second.vulnerability) == (7, Seat.N, Vulnerability.NS)
    assert second.hands == first.hands == HANDS
    assert second.auction == parse_auction("1C P 1S P P P", Seat.N)


@pytest.mark.parametrize("other", ['[Board "8"]', '[Board "7"]\n[Dealer "E"]', '[Deal "?"]'])
def test_another_board_without_a_deal_has_none(other: str) -> None:
    _, second = read_pbn(game() + f'\n{other}\n[Auction "N"]\n')
    assert isinstance(second, Board)
    assert second.hands == (None,) * 4


def test_what_no_field_has_is_kept() -> None:
    table = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT 9\nE  S 4\n'
    board = only(game(Date="2026.11.27", HomeTeam="Reds", Declarer="^N", after=table))
    assert board.others == (
        OtherTag("Date", "2026.11.27"),
        OtherTag("HomeTeam", "Reds"),
        OtherTag("Declarer", "^N"),
        OtherTag("OptimumResultTable", r"Declarer;Denomination\2R;Result\2R", "N NT 9\nE  S 4"),
    )


def test_the_play_is_in_its_order() -> None:
    """Each trick's row begins with the first leader's card, whoever leads to it."""
    section = '[Play "W"]\nC5 C2 C3 CA\nH2 H3 HT HA\nS3 S4 S5 S2\nD2 D4 D5 D3\n*\n'
    board = only(game(after=section))
    order = "C5 C2 C3 CA HA H2 H3 HT S2 S3 S4 S5 D5 D3 D2 D4"
    assert " ".join(map(str, board.play)) == order
    assert (board.lead, board.others) == (board.play[0], ())


@pytest.mark.parametrize("rows", ["C5 C2 =1=", "C5 - C3 CA", "C5 C5 C3 CA", "C5 {why} C2"])
def test_a_play_with_more_than_cards_is_kept_as_it_is(rows: str) -> None:
    board = only(game(after=f'[Play "W"]\n{rows}\n'))
    assert (str(board.lead), board.play) == ("C5", ())
    assert board.others == (OtherTag("Play", "W", rows),)


def test_tables_and_sections_of_programs_are_passed_over() -> None:
    table = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT 9\nE "a b" ! } 4\n'
    assert only(game(after=table)).auction == AUCTION


@pytest.mark.parametrize(
    ("contract", "declarer", "lead"),
    [
        ("2S", "S", "W"),
        ("2s", "s", "W"),
        ("?", "", ""),
        ("2S", "^N", ""),  # dummy played it
        ("2SX?", "S", ""),
        ("", "", "N"),  # written from another seat than the leader's
    ],
)
def test_a_stated_contract_and_a_lead_that_fit(contract: str, declarer: str, lead: str) -> None:
    play = f'[Play "{lead}"]\nD8 DJ DA D3' if lead else ""
    assert only(game(Contract=contract, Declarer=declarer, after=play)).auction == AUCTION


@pytest.mark.parametrize(
    ("text", "code", "fault", "line"),
    [
        (game(Deal="N:AKQ"), "malformed-deal", "a deal has four hands, this one 1", 4),
        (game(Deal=DEAL[2:]), "malformed-deal", "begins with the seat of its first hand", 4),
        (game(Deal=f"N:{NORTH} {NORTH} {SOUTH} {WEST}"), "malformed-deal", "SA is with North", 4),
        (game(Deal=f"N:{NORTH} {NORTH} - -"), "malformed-deal", "SA is with North and with E", 4),
        (game(Deal=f"N:{NORTH} .. - -"), "malformed-deal", "four suits with a dot", 4),
        (game(Deal=f"N:{NORTH} -.-.-.- - -"), "impossible-hand", "this one has 0", 4),
        (game(Deal=DEAL.replace("73.", "7.")), "impossible-hand", "has 12: ♠1, ♥5", 4),
        (game(Deal=DEAL.replace("73.", "7x.")), "malformed-card", "'x' is not a rank", 4),
        (game(Deal=DEAL.replace("73.", "73,")), "malformed-deal", "four suits with a dot", 4),
        (game(Dealer="X"), "malformed-table", "'X' is not a seat", 2),
        (game(Vulnerable="N"), "malformed-table", "may mean none or N-S", 3),
        (game(first="NS"), "malformed-table", "'NS' is not a seat", 5),
        (game(first=""), "malformed-text", "does not say who calls first", 6),
        (game(first="S"), "contradiction", "first call is South's, but North dealt", 6),
        (game("- 1S AP", "N"), "contradiction", "first call is East's, but North dealt", 6),
        (game("- - - - 1S AP", "N"), "contradiction", "North's, but North dealt", 6),
        (game("1C Pass\n8S AP"), "malformed-call", "level 1 to 7, not 8", 7),
        (game("1C Pass\n- Pass"), "malformed-call", "a seat before the dealer", 7),
        (game("1C -- 1S AP"), "malformed-call", "a seat before the dealer", 6),
        (game("1C all AP"), "malformed-call", "'all' is not a call", 6),
        (game("1C Pass 1C AP"), "illegal-call", "call 3 (1C) is not legal", 6),
        (game("1C Pass Pass Pass Pass"), "illegal-call", "the auction is over", 6),
        (game("1C Pass Pass Pass AP"), "malformed-call", "after the end of the auction", 6),
        (game("1C ^I 1C AP"), "irregular-auction", "insufficient bid", 6),
        (game("1C ^s 1S AP"), "irregular-auction", "out of rotation", 6),
        (game("1C AP 1S"), "malformed-text", "nothing may follow 'AP'", 6),
        (game("1C + Pass"), "malformed-text", "nothing may follow '+'", 6),
        (game("=1= 1C AP"), "malformed-text", "before the first call", 6),
        (game("1C\nPass 1S ~"), "malformed-call", "'~' is not a call", 7),
        (game("1C AP", after='[Note "1:x"]\n1S'), "malformed-text", "'1S' is neither a tag", 8),
        (game(after='[Auction "N"]\n1C AP'), "contradiction", "a second Auction", 7),
        (game(after='[Dealer "S"]'), "contradiction", "a second Dealer in this game: 'S'", 7),
        (game(after="[Play N]"), "malformed-text", "not written [Name", 7),
        (game(Event='x"] junk ["y'), "malformed-text", "'junk' is neither a tag", 5),
        (game("1C {"), "malformed-text", "not closed", 6),
        (game("1C {a {b} c} AP"), "malformed-text", "another begins", 6),
        ("only words\nand more", "malformed-text", "'only' comes before any tag", 1),
        (game(Contract="3S", Declarer="S"), "contradiction", "ends in 2S by S, but", 7),
        (game(Contract="2S", Declarer="N"), "contradiction", "given as 2S by N", 7),
        (game(Contract="Pass"), "contradiction", "given as passed out", 6),
        (game(after='[Play "W"]\nSA'), "contradiction", "West has to lead against 2S by S", 5),
    ],
)
def test_every_fault_with_its_line(text: str, code: str, fault: str, line: int) -> None:
    bad = refusal(text)
    assert (bad.code, bad.line) == (code, line)
    assert fault in bad.fault


def test_a_refused_board_is_named_and_the_next_one_read() -> None:
    found = list(read_pbn(game("1Z", Event="Final", Board="12") + "\n" + game()))
    assert isinstance(found[0], BadBoard)
    assert (found[0].event, found[0].number) == ("Final", 12)
    assert isinstance(found[1], Board)
    assert found[1].line == 10


def test_the_longest_auction_is_read() -> None:
    bids = " ".join(f"{bid} P P X P P XX P P" for bid in BIDS)
    board = only(game(f"P P P {bids} P"))
    assert board.auction is not None
    assert board.auction.is_over
    assert len(board.auction.calls) == MAX_CALLS


@pytest.mark.parametrize("lead", ["S\u212a", "\u017fA"])
def test_a_card_is_written_in_ascii(lead: str) -> None:
    assert only(game(after=f'[Play "W"]\n{lead} - - -')).lead is None


def test_a_contract_is_written_in_ascii() -> None:
    assert only(game(Contract="4\u017f", Declarer="S")).contract == ""


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_passes_that_an_archive_leaves_out_are_those_that_declarer_and_leader_tell(
    turns: int,
) -> None:
    dealer = Seat.N.after(-turns)
    calls = '1NT =1= AP\n[Note "1:15-17"]\n[Play "E"]\nHQ - - -\n*\n'
    played = game(calls, dealer.name, Dealer=dealer.name, Contract="1NT", Declarer="N")
    board = only(played)
    assert board.auction == parse_auction("P " * turns + "1NT P P P", dealer)
    assert board.remarks == (Remark(turns, True, "15-17"),)
    (warning,) = board.warnings
    assert warning.fault.startswith("passes before the first call were left out")
    other_leader = played.replace('[Play "E"]', '[Play "S"]')
    assert "given as 1NT by N" in refusal(other_leader).fault


def test_a_star_behind_a_call_is_an_alert_where_calls_follow() -> None:
    board = only(game("1C* Pass 1S Pass\n2S* AP"))
    assert board.auction == AUCTION
    assert board.remarks == (Remark(0, True), Remark(4, True))
    closed = only(game("1C Pass 1S Pass\n2S Pass Pass Pass*"))
    assert (closed.auction, closed.remarks) == (AUCTION, ())
    assert "nothing may follow '*'" in refusal(game("1C Pass * 1S")).fault
