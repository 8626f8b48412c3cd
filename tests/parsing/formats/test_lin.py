"""LIN: vugraph files, single boards and links; every fault with its line."""

from __future__ import annotations

from urllib.parse import quote, quote_plus

import pytest

from bidding.domain.cards import Card
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.parsing.formats import lin
from bidding.parsing.formats.lin import read_lin
from bidding.parsing.formats.recorded_boards import BadBoard, Board, Remark
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand

SOUTH, WEST = "ST862HA5DKT3CAQJ6", "S73HJ9642D872CT85"
NORTH, EAST = "SAQ94HK83DQJ4CK72", "SKJ5HQT7DA965C943"
DEAL = f"3{SOUTH},{WEST},{NORTH},{EAST}"
HANDS = tuple(map(parse_hand, (NORTH, EAST, SOUTH, WEST)))
CALLS = "mb|1C|mb|p|mb|1S|mb|p|mb|2S|mb|p|mb|p|mb|p|"
AUCTION = parse_auction("1C P 1S P 2S P P P", Seat.N)


def board_text(calls: str = CALLS, deal: str = DEAL, sv: str = "sv|n|", after: str = "pg||") -> str:
    return f"pn|Sven,Wu,Nora,Eva|st||md|{deal}|rh||ah|Board 7|\n{sv}\n{calls}\n{after}\n"


def only(text: str) -> Board:
    (board,) = read_lin(text)
    assert isinstance(board, Board), board
    return board


def refusal(text: str) -> BadBoard:
    (board,) = read_lin(text)
    assert isinstance(board, BadBoard), board
    return board


def test_a_board_says_what_its_text_says() -> None:
    assert only(board_text()) == Board(
        line=1,
        number=7,
        players=("Nora", "Eva", "Sven", "Wu"),
        dealer=Seat.N,
        vulnerability=Vulnerability.NS,
        hands=HANDS,  # type: ignore[arg-type]
        auction=AUCTION,
    )


@pytest.mark.parametrize(("digit", "dealer"), [("1", Seat.S), ("2", Seat.W), ("4", Seat.E)])
def test_dealers(digit: str, dealer: Seat) -> None:
    board = only(board_text(deal=digit + DEAL[1:]))
    assert board.auction == parse_auction("1C P 1S P 2S P P P", dealer)


@pytest.mark.parametrize(
    "deal",
    [
        f"3{SOUTH},{WEST},{NORTH}",
        f"3{SOUTH},{WEST},{NORTH},",
        f" 3 {SOUTH}, {WEST}, {NORTH}, {EAST} ".lower(),
        f"3{SOUTH},,{NORTH},{EAST}",
        DEAL.replace("T", "10"),
        f"3C{SOUTH[-4:]}{SOUTH[:-5]},{WEST},{NORTH}",
    ],
)
def test_deals_in_all_their_shapes(deal: str) -> None:
    assert only(board_text(deal=deal)).hands == HANDS


def test_a_void_has_its_letter_or_not() -> None:
    void = "ST8632HDKT32CAQJ6"
    for written in (void, void.replace("H", "")):
        board = only(f"md|1{written},,,|")
        assert board.hands[Seat.S] == parse_hand("T8632..KT32.AQJ6")
        assert board.deal is None


@pytest.mark.parametrize(
    ("sv", "vulnerability"),
    [
        ("sv|o|", Vulnerability.NONE),
        ("sv|0|", Vulnerability.NONE),
        ("sv|-|", Vulnerability.NONE),
        ("sv|E|", Vulnerability.EW),
        ("sv|b|", Vulnerability.BOTH),
        ("sv|b|sv|b|", Vulnerability.BOTH),
        ("sv||", None),
        ("", None),
    ],
)
def test_vulnerabilities(sv: str, vulnerability: Vulnerability | None) -> None:
    assert only(board_text(sv=sv)).vulnerability is vulnerability


@pytest.mark.parametrize(
    ("calls", "read"),
    [
        ("mb|1n|mb|p|mb|3N|mb|ppp|", "1N P 3N P P P"),
        ("mb|1NT|mb|d|mb|r|mb|P|mb|P|mb|P|", "1N X XX P P P"),
        ("mb|1sdrppp|", "1S X XX P P P"),
        ("mb|1sxxxppp|", "1S X XX P P P"),
        ("mb|1S dbl rdbl pass pass pass|", "1S X XX P P P"),
        ("mb|p|mb|p|mb|p|mb|p|", "P P P P"),
        ("mb|1c!|\nmb|p!|\nmb|p|mb|p|", "1C P P P"),
        ("mb|1c|nt|how?|mb|p|pg||mb|p|mb|p|", "1C P P P"),
        ("mb|1c|mb|p|", "1C P"),
        ("mb|1c|mb|-|mb|—|mb|--|", "1C P P P"),
        ("mb|1c|mb|-!|mb|1S|", "1C P 1S"),
        ("mb|1c|mb|p|mb|?|", "1C P"),
    ],
)
def test_auctions(calls: str, read: str) -> None:
    assert only(board_text(calls)).auction == parse_auction(read, Seat.N)


def test_no_auction() -> None:
    assert only(board_text("")).auction is None


def test_an_explanation_may_come_in_very_many_pieces() -> None:
    pieces = "".join(f"an|{number}|" for number in range(5000))
    board = only(board_text(CALLS.replace("1C|", f"1C|{pieces}")))
    assert board.remarks[0].explanation == " ".join(map(str, range(5000)))


@pytest.mark.parametrize(
    ("call", "alerted", "marks"),
    [
        *(("1S?", False, "?"), ("1S??", False, "??"), ("1S?!", False, "?!"), ("1S!?", False, "!?")),
        *(("1S!", True, ""), ("1S!!?", True, "!?"), ("1S!??", True, "??"), ("1S!?!", True, "?!")),
    ],
)
def test_marks_of_quality_are_told_from_alerts(call: str, alerted: bool, marks: str) -> None:
    board = only(f"md|{DEAL}|mb|p|mb|{call}|mb|p|")
    assert board.remarks == ((Remark(1, alerted, marks=marks),))
    (again,) = read_lin("".join(lin.lin_pieces([board])))
    assert isinstance(again, Board)
    assert again.remarks == board.remarks


def test_alerts_and_explanations_stay_with_their_calls() -> None:
    calls = CALLS.replace("1C|", "1C!|an|three\n or more|").replace("1S|", "1S|an|4+|an|forcing|")
    board = only(board_text(calls.replace("2S|", "2S|an|!|")))
    assert board.auction == AUCTION
    assert board.remarks == (
        Remark(0, alerted=True, explanation="three or more"),
        Remark(2, alerted=True, explanation="4+ forcing"),
        Remark(4, alerted=True),
    )


def test_a_vugraph_file() -> None:
    header = "vg|Cup,Final,I,1,2,Reds,0,Blues,0|rs|2SNE=|pn|s,w,n,e,S2,W2,N2,E2|pg||\n"
    table = f"st||md|{DEAL}|sv|n|{CALLS}pg||\n"
    own = f"pn|a,b,c,d|{table}"
    found = list(read_lin(f"{header}qx|o1|{table}qx|c1|{table}qx|o2|ah|Board 18|{own}"))
    assert all(isinstance(board, Board) for board in found)
    boards = [board for board in found if isinstance(board, Board)]
    assert [board.auction for board in boards] == [AUCTION] * 3
    assert {board.event for board in boards} == {"Cup"}
    assert [(board.number, board.room) for board in boards] == [
        (1, "Open"),
        (1, "Closed"),
        (18, "Open"),
    ]
    assert [board.players for board in boards] == [
        ("n", "e", "s", "w"),
        ("N2", "E2", "S2", "W2"),
        ("c", "d", "a", "b"),
    ]
    assert [board.line for board in boards] == [2, 3, 4]


CUP = "vg|Cup,Final,I,7,8,Reds,3,Blues,0|"


@pytest.mark.parametrize(
    ("results", "tricks"),
    [
        ("2SS=,2SS+1", [8, 9]),
        (",2SSX-2", [None, None]),
        ("2SS+7,", [None, None]),
        ("2SN=", [None] * 2),
    ],
)
def test_results_of_the_header_stand_for_a_claim(results: str, tricks: list[int | None]) -> None:
    tables = "".join(f"qx|{room}7|md|{DEAL}|{CALLS}pg||\n" for room in "oc")
    found = list(read_lin(f"{CUP}rs|{results}|\n{tables}"))
    boards = [board for board in found if isinstance(board, Board)]
    assert [board.tricks for board in boards] == tricks
    kept = {other.value for board in boards for other in board.others if "Result" in other.name}
    said = {result for result in results.split(",") if result}
    assert kept == (said if tricks == [None, None] else set())


def test_a_claim_goes_before_the_header() -> None:
    board = only(f"{CUP}rs|2SS=|qx|o7|md|{DEAL}|{CALLS}mc|9|")
    assert (board.tricks, board.others[-1].value) == (9, "2SS=")
    assert only(f"{CUP}rs|2SS=|qx|o7|md|{DEAL}|mb|1C|pg||").contract == "2S by S"


def test_teams_and_commentary_are_kept() -> None:
    header = f"{CUP}nt|Welcome!|pn|a,b,c,d,e,f,g,h|\n"
    board = only(f"{header}qx|o7|md|{DEAL}|nt|ready|mb|1C|nt|three cards|pg||nt|so far|zz|1|")
    assert {other.name: other.value for other in board.others if other.name} == {
        "Stage": "Final",
        "Scoring": "IMP",
        "FirstBoard": "7",
        "LastBoard": "8",
        "HomeTeam": "Reds",
        "HomeCarryOver": "3",
        "VisitTeam": "Blues",
        "VisitCarryOver": "0",
        "LIN_zz": "1",
    }
    assert [other.value for other in board.others if not other.name] == [
        *("Welcome!", "ready", "so far")
    ]
    assert board.remarks == (Remark(0, comment="three cards"),)


def test_the_other_room_has_the_deal_of_the_board() -> None:
    text = f"{CUP}qx|o7|md|{DEAL}|sv|n|{CALLS}\nqx|c7|{CALLS}\nqx|o8|mb||"
    _, second, third = read_lin(text)
    assert isinstance(second, Board)
    assert (second.hands, second.vulnerability) == (HANDS, Vulnerability.NS)
    assert (second.auction, second.room) == (AUCTION, "Closed")
    assert isinstance(third, BadBoard)


def test_the_play_is_kept() -> None:
    board = only(board_text(after="pc|D8|pc|DJ|pg||pc|DAD3|"))
    assert " ".join(map(str, board.play)) == "D8 DJ DA D3"


@pytest.mark.parametrize("divider", ["", "\n", "\n\n"])
def test_boards_one_after_the_other(divider: str) -> None:
    other = board_text(sv="sv|b|").replace("Board 7", "Board 8")
    first, second = read_lin(board_text() + divider + other)
    assert isinstance(first, Board)
    assert isinstance(second, Board)
    found_values = [(board.number, board.vulnerability) for board in (first, second)]
    assert found_values == [(7, Vulnerability.NS), (8, Vulnerability.BOTH)]


def test_names_that_stand_before_the_mark_of_their_board() -> None:
    deal = f"rh||ah|Board 1|md|{DEAL}|sv|n|sa|0|"
    text = f"mn|Club|pn|a,b,c,d|qx|o1,BOARD 1|{deal}pg||\npn|e,f,g,h|qx|o2,BOARD 2|{deal}{CALLS}"
    first, second = read_lin(text)
    assert isinstance(first, Board)
    assert isinstance(second, Board)
    assert (first.players, first.auction) == (("c", "d", "a", "b"), None)
    assert (second.players, second.auction) == (("g", "h", "e", "f"), AUCTION)


def test_boards_that_begin_with_the_deal() -> None:
    one = f"md|{DEAL}|sv|n|{CALLS}"
    other = f"md|{DEAL}|sv|e|{CALLS}"
    found = list(read_lin(one + other + f"md|{DEAL}|sv|b|md|{DEAL}|sv|o|"))
    found_values = [
        (board.vulnerability, board.auction) for board in found if isinstance(board, Board)
    ]
    assert found_values == [
        (Vulnerability.NS, AUCTION),
        (Vulnerability.EW, AUCTION),
        (Vulnerability.BOTH, None),
        (Vulnerability.NONE, None),
    ]


@pytest.mark.parametrize("encode", [quote, quote_plus, lambda text: text.replace(" ", "%20")])
def test_links_to_the_hand_viewer(encode) -> None:
    link = "https://example.org/tools/handviewer.html?bbo=y&lin="
    text = board_text().replace("\n", "")
    found = list(read_lin(f"{link}{encode(text)}\n\n{link}{encode(text)}&x=1\n{text}"))
    assert [board.line for board in found] == [1, 3, 4]
    assert [board.auction for board in found if isinstance(board, Board)] == [AUCTION] * 3


@pytest.mark.parametrize(
    ("text", "code", "fault", "line"),
    [
        (board_text(deal="5" + DEAL[1:]), "malformed-table", "5 is not a dealer", 1),
        (board_text(deal=f"{DEAL},{EAST}"), "malformed-deal", "four hands, this one 5", 1),
        (board_text(deal=DEAL.replace(EAST, NORTH)), "malformed-deal", "SA is with North", 1),
        (board_text(deal=DEAL.replace("ST8", "S8")), "impossible-hand", "has 12", 1),
        (board_text(deal=f"3{NORTH},S2"), "impossible-hand", "West's hand: a hand has 13", 1),
        (board_text(deal=DEAL.replace("ST8", "SX8")), "malformed-card", "'X' is not a rank", 1),
        (board_text(deal=f"3AKQ,{WEST},{NORTH}"), "malformed-deal", "a suit's letter", 1),
        (board_text(sv="sv|z|"), "malformed-table", "'z' is not a vulnerability", 2),
        (board_text(sv="sv|o|\nsv|n|"), "contradiction", "given twice", 3),
        (board_text(deal=DEAL[1:]), "malformed-text", "dealer is missing", 3),
        (board_text(deal="0" + DEAL[1:]), "malformed-text", "dealer is missing", 3),
        (board_text("mb|1c|\nmb|8c|"), "malformed-call", "'8c' is not a call", 4),
        (board_text("mb|1c|mb||mb|p|"), "malformed-call", "'' is not a call", 3),
        (board_text("mb|1c|mb|\u2028d|"), "malformed-call", "d' is not a call", 3),
        (board_text("mb|1c|mb|-1d|"), "malformed-call", "'-1d' is not a call", 3),
        (board_text("mb|1c|mb|?|mb|p|"), "malformed-text", "nothing may follow '?'", 3),
        (board_text("mb|1c|mb|1c|"), "illegal-call", "not higher than 1C", 3),
        (board_text(CALLS + "mb|p|"), "illegal-call", "the auction is over", 3),
        (board_text(after="mb|1"), "malformed-text", "'mb|1' is not a command", 4),
        (board_text(after="what is this"), "malformed-text", "'what is this' is not a command", 4),
        (board_text(after="pc|SA|"), "contradiction", "SA is not in that hand", 3),
        (board_text("mb|pppp|", after="pc|SA|"), "contradiction", "passed out, but SA is led", 3),
        ("only words", "malformed-text", "'only words' is not a command", 1),
    ],
)
def test_every_fault_with_its_line(text: str, code: str, fault: str, line: int) -> None:
    bad = refusal(text)
    assert (bad.code, bad.line) == (code, line)
    assert fault in bad.fault


@pytest.mark.parametrize("opening", ["", "qx|o8|"])
def test_after_a_fault_the_next_board_is_read(opening: str) -> None:
    broken = board_text().replace("mb|p|", "mbp|", 1)
    first, second = read_lin(broken + opening + board_text())
    assert isinstance(first, BadBoard)
    assert first.number == 7
    assert isinstance(second, Board)
    assert second.auction == AUCTION


def test_calls_after_a_fault_are_no_board_of_their_own() -> None:
    """Or else the half of an auction could pass for a whole one."""
    text = board_text("mb|1C|mb|p|mb1S|mb|p|mb|2S|mb|p|mb|p|mb|p|")
    assert refusal(text).line == 3


def test_text_about_a_deal_may_hold_anything_but_bars() -> None:
    calls = CALLS.replace("|mb|p|", "|nt|md, mb and\n\nqx: 1NT = 15-17!|mb|p|", 1)
    assert only(board_text(calls)).auction == AUCTION


@pytest.mark.parametrize("name", ["st", "sv", "rh"])
def test_a_long_board_is_not_searched_again_for_each_command(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    looked_at = 0

    class Counted(lin.Command):
        def __getattribute__(self, attribute: str) -> object:
            nonlocal looked_at
            looked_at += attribute == "name"
            return super().__getattribute__(attribute)

    monkeypatch.setattr(lin, "Command", Counted)
    (board,) = lin.split_boards("md|1|" + f"{name}||" * 1000)
    assert len(board.commands) == 1001
    assert looked_at < 20_000


@pytest.mark.parametrize("lead", ["S\u212a", "\u017fA"])
def test_a_card_is_written_in_ascii(lead: str) -> None:
    assert only(board_text(after=f"pc|{lead}|")).lead is None


@pytest.mark.parametrize(("bid", "tricks"), [("1N", 0), ("1S", 13)])
def test_the_tricks_of_a_whole_play_are_counted(bid: str, tricks: int) -> None:
    """South holds the spades, West, who leads, the hearts: these run, or are ruffed at once."""
    suits = {"S": "S", "W": "H", "N": "D", "E": "C"}
    ranks = "AKQJT98765432"
    order = "WNES" if bid == "1N" else "SWNE"
    played = [suits[seat] + rank for rank in ranks for seat in order]
    if bid == "1S":
        played = ["HA", "DA", "CA", "SA", *played[4:]]
    cards = "".join(f"pc|{card}|" for card in played)
    deal = ",".join(suits[seat] + ranks for seat in "SWNE")
    text = f"md|1{deal}|sv|o|mb|{bid}|mb|p|mb|p|mb|p|"
    (whole,), (cut,) = read_lin(text + cards), read_lin(text + cards[:-6])
    assert isinstance(whole, Board)
    assert isinstance(cut, Board)
    assert (whole.tricks, cut.tricks) == (tricks, None)


@pytest.mark.parametrize(
    ("text", "systems"),
    [
        ("nt|N-S: SAYC - SAYC, E-W: WJ05|mb|p|", ("SAYC - SAYC", "WJ05")),
        ("nt|ns=2/1GF\new=?|mb|p|", ("2/1GF", "?")),
        ("nt|NS: 300 EW: 120|mb|p|", ("", "")),
        ("nt|NS: sayc-a9 EW: sayc-a9 - x|mb|p|", ("sayc-a9", "sayc-a9 - x")),
        ("nt|NS: Acol EW: Acol is weak|nt|NS: - EW: 21-a0|mb|p|", ("Acol", "Acol is weak")),
        ("mb|p|nt|NS: Acol EW: Acol|", ("", "")),
    ],
)
def test_a_text_before_the_calls_may_name_the_systems(text: str, systems: tuple[str, str]) -> None:
    (board,) = read_lin(f"md|3SAKJT985H6DA76C84|{text}")
    assert isinstance(board, Board)
    assert board.systems == systems


@pytest.mark.parametrize("end", ["|", "", "\n"])
def test_the_last_command_may_lack_its_bar(end: str) -> None:
    led = only(f"md|{DEAL}|{CALLS}pc|D8{end}")
    assert led.lead == Card.of(Suit.D, "8")
    assert only(f"md|{DEAL}|{CALLS}".removesuffix("|") + end).auction == AUCTION
    assert "is not a command" in refusal(f"md|{DEAL}|mb|1").fault
    assert "is not a command" in refusal(f"md|{DEAL}|{CALLS}mc|1").fault


def test_a_board_without_a_room_has_its_number() -> None:
    board = only(f"qx|7|md|{DEAL}|sv|o|")
    assert (board.number, board.room) == (7, "")
