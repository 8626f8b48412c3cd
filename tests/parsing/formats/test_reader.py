"""Boards in any form: the form is detected, and errors in typed text have a position."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.formats.lin import lin_pieces
from bidding.parsing.formats.pbn import pbn_pieces
from bidding.parsing.formats.reader import read_boards
from bidding.parsing.formats.recorded_boards import BadBoard, Board
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from research.game_model.narrative import format_auction_table
from tests.parsing import dialects
from tests.strategies import auctions, deals, hands, seats, seeds

HAND = "AKJT985.6.A76.84"
LINK = "https://www.bridgebase.com/tools/handviewer.html?s=sakjt985h6da76c84&d=n&a=1d1h"
DEAL = "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"


def only(text: str, seat: Seat | None = Seat.S, dealer: Seat | None = Seat.N) -> Board:
    (board,) = read_boards(text, seat=seat, dealer=dealer)
    assert isinstance(board, Board), board
    return board


def refusal(text: str, seat: Seat | None = Seat.S, dealer: Seat | None = Seat.N) -> BadBoard:
    (board,) = read_boards(text, seat=seat, dealer=dealer)
    assert isinstance(board, BadBoard), board
    return board


@given(seeds, st.sampled_from([pbn_pieces, lin_pieces]), st.sampled_from(["\n", "\r\n", "\r"]))
def test_files_are_told_by_their_look(seed: int, written: object, end: str) -> None:
    rng = random.Random(seed)
    boards = [dialects.random_board(rng) for _ in range(2)]
    text = "".join(written(boards)).replace("\n", end)  # type: ignore[operator]
    found = list(read_boards(text))
    assert [board.auction for board in found if isinstance(board, Board)] == [
        board.auction for board in boards
    ]


@pytest.mark.parametrize(
    "text",
    [
        f'[Deal "S:{HAND} - - -"]\n[Auction "N"]\n1D 1H',
        LINK,
        f"Look at {LINK}",
        "md|3SAKJT985H6DA76C84|mb|1D|mb|1H|",
        f"{HAND}\n1D 1H",
        f"South: {HAND}\nDealer: N\nAuction: 1d-1h",
        f"dealer north\n  s  {HAND}\n1D 1H ?",
        f"S: {HAND}\nW N E S\n   1D 1H ?",
        f"{HAND}\nW     N     E     S\n      1D    1H    ?",
        "Auction: P\nBoard 4".replace("P", "1D, 1H") + f"\nN - - {HAND} -\nDealer: N",
        "♠AKJT985 ♥6 ♦A76 ♣84\n1♦ 1♥",
    ],
)
def test_one_position_in_many_forms(text: str) -> None:
    board = only(text)
    assert board.hands == (None, None, parse_hand(HAND), None)
    assert board.auction == parse_auction("1D 1H", Seat.N)


def test_a_deal_on_one_line_and_on_four() -> None:
    whole = only(DEAL).hands
    assert whole[Seat.S] == parse_hand(HAND)
    parts = DEAL[2:].split()
    rows = [f"{seat.full_name} {part}" for seat, part in zip(Seat, parts, strict=True)]
    assert only("\n".join(rows)).hands == whole
    assert only("\n".join(rows[:3])).hands == whole
    assert only("\n".join(f"{row[0]}: {row.split()[1]}" for row in rows)).hands == whole


def test_a_deal_may_leave_hands_unknown() -> None:
    assert only(f"S:{HAND} ... - ...").hands == (None, None, parse_hand(HAND), None)


def test_a_hand_may_take_a_line_a_suit() -> None:
    assert only("♠AKJT985\n♥6\n♦A76\n♣84").hands[Seat.S] == parse_hand(HAND)


SUIT_LINES = [
    "♠AKJT985\n♥6\n♦A76\n♣84",
    "♠ A K J 10 9 8 5\n\n ♥ 6 \n♦ A,7,6\n♣ 8 4",
    "SAKJT985\nH6\nDA76\nC84",
    "S: AKJT985\nH: 6\nD: A76\nC: 84",
    "clubs 84;\nspades AKJT985;\nhearts 6;\ndiamonds A76.",
]


@pytest.mark.parametrize("lines", SUIT_LINES)
@pytest.mark.parametrize(
    "around",
    ["{}\n1D 1H", "1D 1H\n{}", "Dealer N\n{}\n\nW N E S\n  1D 1H ?", "Board 1\n{}\n1D\n1H"],
)
def test_a_hand_may_take_a_line_a_suit_beside_calls(lines: str, around: str) -> None:
    board = only(around.format(lines))
    assert board.hands == (None, None, parse_hand(HAND), None)
    assert board.auction == parse_auction("1D 1H", Seat.N)


@pytest.mark.parametrize("seat", ["South\n", "S:\n", "south: ", "S "])
@pytest.mark.parametrize("lines", [*SUIT_LINES, HAND, "♠AKJT985 ♥6 ♦A76 ♣84"])
def test_a_hand_may_stand_below_its_seat(seat: str, lines: str) -> None:
    board = only(f"{seat}{lines}\nNorth:\n63.8.KJT932.AK63\n1D 1H", seat=None)
    assert board.hands == (parse_hand("63.8.KJT932.AK63"), None, parse_hand(HAND), None)
    assert board.auction == parse_auction("1D 1H", Seat.N)


@pytest.mark.parametrize("void", ["D", "D -", "♦", "♦ —", ""])
def test_a_void_may_take_a_line_or_none(void: str) -> None:
    board = only(f"SAKJT985\nH6432\n{void}\nC84\n1C D".replace("\n\n", "\n"))
    assert board.hands[Seat.S] == parse_hand("AKJT985.6432..84")
    assert board.auction == parse_auction("1C X", Seat.N)


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("♠AKJ5\n♥T98\n♦Q2\n♣AK4\n1C P", "has 12: ♠4, ♥3, ♦2, ♣3", 0),
        ("S: AKJ5\nH: T98\nD: Q2\nC: AK4\n1C P", "has 12: ♠4, ♥3, ♦2, ♣3", 0),
        ("1C P\n♠AKJ5\n♥T98", "has 7: ♠4, ♥3", 5),
        ("♠AKJ5\n♥T9Z\n♦Q2\n♣AK43\n1C P", "'Z' is not a rank", 9),
        ("North\n♠AKJ5\n♥T98\n♦Q2\n♣AKZ3\n1C P", "'Z' is not a rank", 24),
    ],
)
def test_faults_of_a_hand_on_many_lines(text: str, message: str, place: int) -> None:
    board = refusal(text)
    assert message in board.fault
    assert (board.place, board.line) == (place, text[:place].count("\n") + 1)


def test_a_double_on_a_line_of_its_own_is_no_suit() -> None:
    assert only("1H\nD\n2C\nP").auction == parse_auction("1H X 2C P", Seat.N)


@given(hands(), seats)
def test_a_hand_alone_is_the_viewers(hand: object, seat: Seat) -> None:
    board = only(str(hand), seat=seat)
    assert board.hands[seat] == hand
    assert (board.auction, board.dealer) == (None, None)


@given(auctions(), deals)
def test_an_auction_alone_starts_with_the_dealer(auction: object, deal: object) -> None:
    assert isinstance(auction, type(parse_auction("", Seat.N)))
    for text in (" ".join(map(str, auction.calls)), format_auction_table(auction)):
        if auction.calls:
            assert only(text, dealer=auction.dealer).auction == auction


def test_the_table() -> None:
    board = only(f"{HAND}\nBoard: 7\nVul: both\nP P 1H", dealer=Seat.N)
    assert (board.number, board.dealer, board.vulnerability) == (7, Seat.S, Vulnerability.BOTH)
    assert board.auction == parse_auction("P P 1H", Seat.S)
    stated = only("Board 7\nDealer: N\nVulnerable: N-S\n1C")
    assert (stated.dealer, stated.vulnerability) == (Seat.N, Vulnerability.NS)


@pytest.mark.parametrize(
    ("text", "code", "message", "line", "place"),
    [
        ("", "malformed-text", "nothing to read", 1, 0),
        ("1NT P 2Z", "malformed-call", "'Z' is not a strain", 1, 7),
        (f"{HAND}\n1H P 1D", "illegal-call", "call 3 (1D) is not legal", 2, 22),
        ("1D - 1H", "malformed-call", "could be passes or divide", 1, 3),
        ("AKJT985.6.A76.8", "impossible-hand", "this one has 12", 1, 0),
        ("\nN: AKJT985.6.A76.8Z", "malformed-card", "'Z' is not a rank", 2, 19),
        ("♠AKJ ♥Z", "malformed-card", "'Z' is not a rank", 1, 6),
        ("1H P\nVul: sometimes", "malformed-table", "not a vulnerability", 2, 10),
        ("Dealer: me", "malformed-table", "is not a seat", 1, 8),
        ("Board 0", "malformed-table", "'0' is not a board number", 1, 6),
        (f"N: {HAND}\nE: {HAND}", "malformed-deal", "is with North and with East", 1, 0),
        (f"N: {HAND}\nN: 63.8.KJT932.AK63", "malformed-deal", "North has two hands", 2, 22),
        ("https://example.org/2abcd", "malformed-text", "address holds no board", 1, None),
        ("\n http://example.org ", "malformed-text", "address holds no board", 2, None),
        ("hello there", "malformed-call", "'hello' is not a call", 1, 0),
    ],
)
def test_faults_of_typed_text_have_their_place(
    text: str, code: str, message: str, line: int, place: int
) -> None:
    board = refusal(text)
    assert message in board.fault
    assert (board.code, board.line, board.place) == (code, line, place)


def test_what_typed_text_leaves_open_must_be_told() -> None:
    assert "whose hand" in refusal(HAND, seat=None).fault
    assert "dealer is missing" in refusal("1C P", dealer=None).fault
    assert only("Board 2\n1C P", dealer=None).dealer is Seat.E


@given(st.text() | st.text(alphabet="NESW:. \n-AKQJT985642PXD1H♠♥?boardealrvu"))
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    for board in read_boards(text, seat=Seat.S, dealer=Seat.N):
        assert 1 <= board.line <= text.count("\n") + text.count("\r") + 1
        if isinstance(board, BadBoard):
            assert board.code
            assert board.fault
            assert board.place is None or 0 <= board.place <= len(text)


@pytest.mark.parametrize(
    "text",
    ["N: " * 50_000, "N:\n" * 50_000, "[" * 100_000, "ab" * 100_000, "P " * 100_000, "| " * 99_999],
)
def test_no_text_takes_for_ever(text: str) -> None:
    assert all(board.line >= 1 for board in read_boards(text, seat=Seat.S, dealer=Seat.N))


@pytest.mark.parametrize("value", ["see https://x.org/?q=1", "https://x.org/?lin=1", '\n[x "y"]\n'])
@pytest.mark.parametrize("start", ["", "\ufeff", "\n "])
def test_lin_may_hold_a_link_or_a_bracket(value: str, start: str) -> None:
    board = only(f"{start}nt|{value}|md|3SAKJT985H6DA76C84|mb|1D|mb|1H|")
    assert board.hands == (None, None, parse_hand(HAND), None)
    assert board.auction == parse_auction("1D 1H", Seat.N)


@pytest.mark.parametrize("text", ["W | N | E | S\n1C | 1H | XX |", "1C | 2D | p |", "1c|1d|"])
def test_a_table_with_bars_is_not_lin(text: str) -> None:
    assert "is not a command" not in refusal(text).fault
    assert refusal(text).place is not None


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("Dealer: N\nDealer: S\n1C", "the dealer is given twice", 18),
        ("Vul: none\n1C\nVul: both", "the vulnerability is given twice", 18),
        ("Board 1\nBoard: 2\n1C", "the board number is given twice", 15),
        ("Auction: 1C P\nBidding: 1H P", "a second auction", 14),
    ],
)
def test_typed_text_does_not_contradict_itself(text: str, message: str, place: int) -> None:
    board = refusal(text)
    assert message in board.fault
    assert (board.code, board.place) == ("contradiction", place)


def test_typed_text_may_say_the_same_twice() -> None:
    board = only("Dealer: N\nBoard 1\nVul: none\nDealer north\nBoard #1\nVul: love\n1C")
    assert (board.dealer, board.number, board.vulnerability) == (Seat.N, 1, Vulnerability.NONE)


@pytest.mark.parametrize(
    ("text", "dealer", "calls"),
    [
        ("West  North  East  South\n             1C    Pass\n1H    Pass", Seat.E, "1C P 1H P"),
        ("W N E S\n1C P 1H P", Seat.W, "1C P 1H P"),
        ("W N E S\n- 1C P 1H", Seat.N, "1C P 1H"),
        ("Auction:\nN\tE\tS\tW\n\t-\t-\t1C\n-", Seat.W, "1C P"),
        ("W N E S\n    ?", Seat.E, ""),
    ],
)
@pytest.mark.parametrize("otherwise", [None, Seat.S])
def test_a_table_shows_who_deals(
    text: str, dealer: Seat, calls: str, otherwise: Seat | None
) -> None:
    board = only(text, dealer=otherwise)
    assert (board.dealer, board.auction) == (dealer, parse_auction(calls, dealer))


@pytest.mark.parametrize("stated", ["Dealer: S", "Board 3"])
def test_a_table_contradicts_no_dealer_that_is_stated(stated: str) -> None:
    assert "it is South's turn" in refusal(f"{stated}\nW N E S\n1C P 1H P").fault
    assert "could be a pass" in refusal(f"{stated}\nS W N E\n- 1C P 1H").fault
    board = only(f"{stated}\nW N E S\n- - - 1C", dealer=Seat.N)
    assert board.auction == parse_auction("1C", Seat.S)


def test_a_dash_that_could_be_a_pass_shows_no_dealer() -> None:
    refused = refusal("W N E S\n- 1C P 1H", dealer=Seat.W)
    assert "could be a pass" in refused.fault
    assert (refused.line, refused.place) == (2, 8)
    assert "dealer is missing" in refusal("W N E S\n- -", dealer=None).fault


def test_a_text_longer_than_any_board_is_refused_by_its_length() -> None:
    assert isinstance(next(read_boards("1C P P P" + " " * 99_000, dealer=Seat.N)), Board)
    refused = refusal("P " * 60_000)
    assert "at most 100000 characters, this text 120000" in str(refused.fault)


def test_calls_lack_their_dealer_and_nothing_else() -> None:
    refused = refusal("W N E S", dealer=None)
    assert "dealer is missing" in str(refused.fault)
    assert "not legal" in str(refusal("1C P 1C", dealer=None).fault)
    assert "name the four seats" in str(refusal("W N S E\n1C", dealer=None).fault)
