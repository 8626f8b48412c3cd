"""Auctions as text: every way to divide calls, the rules for dashes, tables, and all faults."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS
from bidding.domain.errors import BridgeError, IllegalCall, MalformedCall, MalformedTable
from bidding.domain.table import Seat
from bidding.parsing.text.auctions import parse_auction
from research.game_model.narrative import format_auction_table
from tests.parsing.outcome import outcome
from tests.strategies import auctions, seats

REMEDY = ": write P for a pass, and blanks or commas between calls"
TABLE_2 = "1D 1H 1S 4H P P 4S 5H P P 5S 6H P P 6S 7H P P X P P P"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        (" \n", ""),
        ("?", ""),
        ("1D 1H 1S 4H", "1D 1H 1S 4H"),
        ("1D,1H,1S,4H", "1D 1H 1S 4H"),
        ("1D, 1H , 1S\n4H", "1D 1H 1S 4H"),
        ("1D-1H-1S-4H", "1D 1H 1S 4H"),
        ("1D–1H–1S–4H", "1D 1H 1S 4H"),
        ("1♦ 1♥ 1♠ 4♥ p Pass PASS", "1D 1H 1S 4H P P P"),
        ("1d d r", "1D X XX"),
        ("1d x xx", "1D X XX"),
        ("1D Dbl Rdbl 2n", "1D X XX 2NT"),
        ("1d Double Redouble 2nt ?", "1D X XX 2NT"),
        ("1C-D-P-P-R", "1C X P P XX"),
        # A dash that divides nothing is a pass.
        ("-", "P"),
        ("- - 1D", "P P 1D"),
        ("1NT - 3NT - - -", "1NT P 3NT P P P"),
        ("1NT – 3NT – – –", "1NT P 3NT P P P"),
        ("1NT -- 3NT -- -- --", "1NT P 3NT P P P"),
        ("1NT -- 3NT", "1NT P 3NT"),
        ("1D, -, 1H", "1D P 1H"),
        ("1D,-,1H,-", "1D P 1H P"),
        ("1D - , - 1H", "1D P P 1H"),
        ("1D 1H - 2C", "1D 1H P 2C"),
        ("1D - - 1H", "1D P P 1H"),
        # Passes are spelled and the dashes cannot be passes as well.
        ("1D - 1H - P - P", "1D 1H P P"),
        ("1D - P - 1H - P", "1D P 1H P"),
        ("1NT - Pass - 3NT - AP", "1NT P 3NT P P P"),
        # The passes that are left.
        ("AP", "P P P P"),
        ("P P ap", "P P P P"),
        ("1D AP", "1D P P P"),
        ("1D all pass", "1D P P P"),
        ("1D P All Pass", "1D P P P"),
        ("1D-1H-AP", "1D 1H P P P"),
        ("1D, 1H, allpass", "1D 1H P P P"),
        (TABLE_2, TABLE_2),
        # The opponents' calls in brackets, alerts, and blanks within a bid.
        ("1C (1D) X (P)", "1C 1D X P"),
        ("1C-(1D)-X-(P)", "1C 1D X P"),
        ("1C, [1D], X, [P]", "1C 1D X P"),
        ("1C (-) 1H (-)", "1C P 1H P"),
        ("1C - (P) - 1H - (P)", "1C P 1H P"),
        ("1C! 1H", "1C 1H"),
        ("1C* 1H", "1C 1H"),
        ("1C*,(1H!),X!", "1C 1H X"),
        ("1 NT", "1NT"),
        ("1 c (1 NT) X 2  ♥! ?", "1C 1NT X 2H"),
        ("1 D D", "1D X"),
        ("1 C, 1 D", "1C 1D"),
    ],
)
def test_every_way_to_write_an_auction(text: str, canonical: str) -> None:
    auction = parse_auction(text, Seat.N)
    assert auction.dealer is Seat.N
    assert " ".join(map(str, auction.calls)) == canonical


@pytest.mark.parametrize(
    ("text", "dealer", "canonical"),
    [
        ("W N E S", Seat.E, ""),
        ("W N E S\n1C P P P", Seat.W, "1C P P P"),
        ("W N E S\n  1D 1H 1S\n4H P P 4S\n5H ?", Seat.N, "1D 1H 1S 4H P P 4S 5H"),
        ("W    N    E    S\n     1♦   1♥   1♠\n4♥   -    -    ?", Seat.N, "1D 1H 1S 4H P P"),
        ("N E S W\n1D 1H 1S 4H\nP ?", Seat.N, "1D 1H 1S 4H P"),
        ("S W N E\n    1D 1H\n1S AP", Seat.N, "1D 1H 1S P P P"),
        ("S W N E\n    1D 1H\nAll Pass", Seat.N, "1D 1H P P P"),
        ("West  North East  South\n                  1NT\nPass  3NT   ?", Seat.S, "1NT P 3NT"),
        ("  W N E S\r\n\r\n  1C P P P\r\n", Seat.W, "1C P P P"),
        ("West\tNorth\tEast\tSouth\n\t1♦\t1♥\t1♠\n4♥\tPass\tPass\t?", Seat.N, "1D 1H 1S 4H P P"),
        ("W\tN\tE\tS\n\t\t\t1NT\n-\t3NT\t-\t-\n-", Seat.S, "1NT P 3NT P P P"),
        ("\tW\tN\tE\tS\n\t\t1♦\t1♥\t1♠\n\t4♥\t?", Seat.N, "1D 1H 1S 4H"),
        # Under seats a dash is a pass, even where it stands between all calls.
        ("W N E S\n1C - 1S -", Seat.W, "1C P 1S P"),
        ("W N E S\n1C - 1S", Seat.W, "1C P 1S"),
        # Before the first call it is a seat before the dealer.
        ("W N E S\n- 1C P 1H\n-", Seat.N, "1C P 1H P"),
        ("W N E S\n- -  1C - ", Seat.E, "1C P"),
        ("W N E S\n-- -- -- 1C\n--", Seat.S, "1C P"),
        ("W    N    E    S\n     –    1C   –\n-", Seat.E, "1C P P"),
        ("W\tN\tE\tS\n-\t-\t1C\t-", Seat.E, "1C P"),
        ("W N E S\n- - - ?", Seat.S, ""),
        ("W N E S\n- - -", Seat.S, ""),
        ("W N E S\n- - - -", Seat.W, "P P P P"),
        # Cells may be wider than the line of seats where no cell can be missing.
        ("W N E S\n1NT 2NT 3NT 4NT\nDouble Redouble Pass", Seat.W, "1NT 2NT 3NT 4NT X XX P"),
        ("W N E S\n1NT   2NT   3NT   4NT\nX ?", Seat.W, "1NT 2NT 3NT 4NT X"),
        ("W N E S\n  ?", Seat.N, ""),
        ("W N E S\n(1C) 1D! (1 H) 1S\n(2 NT) ?", Seat.W, "1C 1D 1H 1S 2NT"),
        # A row may be broken where every cell stands under its seat.
        ("W    N    E    S\n     1D   1H\n               ?", Seat.N, "1D 1H"),
    ],
)
def test_auctions_under_the_four_seats(text: str, dealer: Seat, canonical: str) -> None:
    assert " ".join(map(str, parse_auction(text, dealer).calls)) == canonical


AMBIGUOUS = "the dashes could be passes or divide the calls" + REMEDY
GLUED = "a dash is glued to a call and could be a pass or divide calls" + REMEDY
BOTH_USES = "other dashes separate calls here, but this one does not" + REMEDY
NO_CALL = "is not a call; calls are P, X, XX and 1C to 7NT"


@pytest.mark.parametrize(
    ("text", "fault", "piece", "position"),
    [
        ("1D - 1H", AMBIGUOUS, "-", 3),
        ("1D — 1H — 1S", AMBIGUOUS, "—", 3),
        ("1D -\n1H", AMBIGUOUS, "-", 3),
        ("1D - 1H - ?", AMBIGUOUS, "-", 3),
        ("1H - X", AMBIGUOUS, "-", 3),
        ("P - 1D", AMBIGUOUS, "-", 2),
        ("1D--1H", GLUED, "1D--1H", 0),
        ("1D- 1H", GLUED, "1D-", 0),
        ("1D -1H", GLUED, "-1H", 3),
        ("1D-–1H", GLUED, "1D-–1H", 0),
        ("P, 1D-", GLUED, "1D-", 3),
        ("1D-1H - 1S", BOTH_USES, "-", 6),
        ("1D-1H-P -", BOTH_USES, "-", 8),
        ("1D,,1H", "a comma separates two calls, and one is missing here", ",", 2),
        ("1D, 1H,", "a comma separates two calls, and one is missing here", ",", 6),
        (", 1D", "a comma separates two calls, and one is missing here", ",", 0),
        (",", "a comma separates two calls, and one is missing here", ",", 0),
        ("1D 1", "1 is a level without a strain; strains are C, D, H, S and NT", "1", 3),
        ("1, D", "1 is a level without a strain; strains are C, D, H, S and NT", "1", 0),
        ("1\nD", "1 is a level without a strain; strains are C, D, H, S and NT", "1", 0),
        ("1D 1 1H", "1 is a level without a strain; strains are C, D, H, S and NT", "1", 3),
        ("1D 9H", "bids go from level 1 to 7, not 9", "9H", 3),
        ("1D, 1Z", "'Z' is not a strain; strains are C, D, H, S and NT", "Z", 5),
        ("1D1H", "'D1H' is not a strain; strains are C, D, H, S and NT", "D1H", 1),
        ("1D-1H-foo", f"'foo' {NO_CALL}", "foo", 6),
        ("1D all", f"'all' {NO_CALL}", "all", 3),
        ("1D all passed", f"'all' {NO_CALL}", "all", 3),
        ("1D ---", f"'---' {NO_CALL}", "---", 3),
        ("1D (1H", f"'(1H' {NO_CALL}", "(1H", 3),
        ("1D (1H P)", f"'(1H' {NO_CALL}", "(1H", 3),
        ("1D (1Z)", "'Z' is not a strain; strains are C, D, H, S and NT", "Z", 5),
        ("1D(1H)", "'D(1H)' is not a strain; strains are C, D, H, S and NT", "D(1H)", 1),
        ("1D !", f"'!' {NO_CALL}", "!", 3),
        ("1D - 1H! - 2C", AMBIGUOUS, "-", 3),
        ("1D 1W", "'W' is not a strain; strains are C, D, H, S and NT", "W", 4),
        ("1D ? 1H", "nothing may follow '?'", "1H", 5),
        ("1D ? ?", "nothing may follow '?'", "?", 5),
        ("1D AP 1H", "nothing may follow 'AP'", "1H", 6),
        ("1D all pass ?", "nothing may follow 'all pass'", "?", 12),
    ],
)
def test_every_fault_of_form(text: str, fault: str, piece: str, position: int) -> None:
    with pytest.raises(MalformedCall) as caught:
        parse_auction(text, Seat.N)
    assert str(caught.value) == fault
    assert (caught.value.text, caught.value.position) == (piece, position)


@pytest.mark.parametrize(
    ("text", "fault", "piece", "position"),
    [
        ("1D 1C", "call 2 (1C) is not legal: it is not higher than 1D", "1C", 3),
        ("1D (1C)", "call 2 (1C) is not legal: it is not higher than 1D", "(1C)", 3),
        ("1D 1 C!", "call 2 (1C) is not legal: it is not higher than 1D", "1 C!", 3),
        ("1♦, 1♣", "call 2 (1C) is not legal: it is not higher than 1D", "1♣", 4),
        ("Dbl", "call 1 (X) is not legal: there is no bid to double", "Dbl", 0),
        ("1D-P-D", "call 3 (X) is not legal: a side cannot double its own bid", "D", 5),
        ("1D - - - -", "call 5 (P) is not legal: the auction is over", "-", 9),
        ("P P P P P", "call 5 (P) is not legal: the auction is over", "P", 8),
        ("1D P P P ?", "'?' comes after the end of the auction", "?", 9),
        ("1D P P P AP", "'AP' comes after the end of the auction", "AP", 9),
        (
            "W N E S\n1D 1H",
            "'1D' is out of turn: it is under West, but it is North's turn",
            "1D",
            8,
        ),
        (
            "W N E S\n- - - -",
            "'-' is out of turn: it is under West, but it is North's turn",
            "-",
            8,
        ),
        (
            "W N E S\nP - 1H 1S",
            "'P' is out of turn: it is under West, but it is North's turn",
            "P",
            8,
        ),
        (
            "S W N E\n- 1D P",
            "'-' is out of turn: it is under South, but it is North's turn",
            "-",
            8,
        ),
        (
            "W N E S\n    1D 1H",
            "'1D' is out of turn: it is under East, but it is North's turn",
            "1D",
            12,
        ),
        (
            "W N E S\n  1D 1H\n1S",
            "'1S' is out of turn: it is under West, but it is South's turn",
            "1S",
            16,
        ),
        (
            "W N E S\n  1D 1H 1S 2C",
            "'2C' is out of turn: there is no column left in this row",
            "2C",
            19,
        ),
        (
            "W    N    E    S\n     1D   1H   1S\n4H        P",
            "'P' is out of turn: it is under East, but it is North's turn",
            "P",
            45,
        ),
        (
            "W\tN\tE\tS\n\t1D\t\t1S",
            "'1S' is out of turn: it is under South, but it is East's turn",
            "1S",
            13,
        ),
        (
            "W\tN\tE\tS\n\t1D\t1H\t1S\n\t\t\t\t2C",
            "'2C' is out of turn: it is under no seat, but it is West's turn",
            "2C",
            22,
        ),
        (
            "W N E S\n  1D 1H 1S\n1C",
            "call 4 (1C) is not legal: it is not higher than 1S",
            "1C",
            19,
        ),
    ],
)
def test_every_fault_against_the_laws(text: str, fault: str, piece: str, position: int) -> None:
    with pytest.raises(IllegalCall) as caught:
        parse_auction(text, Seat.N)
    assert str(caught.value) == fault
    assert (caught.value.text, caught.value.position) == (piece, position)


@pytest.mark.parametrize(
    ("text", "fault", "piece", "position"),
    [
        (
            "W N E S 1D",
            "a line of its own names the four seats; '1D' is not one of them",
            "1D",
            8,
        ),
        (
            "W E N S\n1D",
            "the columns must name the four seats clockwise, as in W N E S",
            "W E N S",
            0,
        ),
        (
            "\n W N E\n1D",
            "the columns must name the four seats clockwise, as in W N E S",
            "W N E",
            2,
        ),
        (
            "W N E S W",
            "the columns must name the four seats clockwise, as in W N E S",
            "W N E S W",
            0,
        ),
        ("N", "the columns must name the four seats clockwise, as in W N E S", "N", 0),
    ],
)
def test_every_fault_of_a_line_of_seats(text: str, fault: str, piece: str, position: int) -> None:
    with pytest.raises(MalformedTable) as caught:
        parse_auction(text, Seat.N)
    assert str(caught.value) == fault
    assert (caught.value.text, caught.value.position) == (piece, position)


@pytest.mark.parametrize(
    "text",
    [
        "N E S W\n- 1C P 1H",
        "W N E S\n- - 1C P",
        "W\tN\tE\tS\n\t-\t1C",
        "N E S W\n- -",
        "N E S W\n  - 1C P 1H",
    ],
)
def test_a_dash_in_the_dealers_place_could_be_a_pass(text: str) -> None:
    with pytest.raises(MalformedCall) as caught:
        parse_auction(text, Seat.N)
    assert str(caught.value) == (
        "a dash before the first call could be a pass or a seat before the dealer: "
        "write P, or leave that seat empty"
    )
    assert (caught.value.text, caught.value.position) == ("-", text.index("-"))


def test_a_list_has_one_call_in_each_place() -> None:
    auction = parse_auction(["1D", "pass", "-", " 1♥ "], Seat.E)
    assert (auction.dealer, " ".join(map(str, auction.calls))) == (Seat.E, "1D P P 1H")


@pytest.mark.parametrize(
    ("calls", "kind", "fault", "piece", "position"),
    [
        (
            ["1D", "1D 1H"],
            MalformedCall,
            "'D 1H' is not a strain; strains are C, D, H, S and NT",
            "1D 1H",
            1,
        ),
        (["1D", "P", ""], MalformedCall, "the call is empty", "", 2),
        (
            ["1D", "?"],
            MalformedCall,
            "'?' marks the place of the next call and is no call itself",
            "?",
            1,
        ),
        (["1D", "ap"], MalformedCall, f"'ap' {NO_CALL}", "ap", 1),
        (
            ["1D", "P", "P", "P", "1H"],
            IllegalCall,
            "call 5 (1H) is not legal: the auction is over",
            "1H",
            4,
        ),
    ],
)
def test_every_fault_of_a_list(
    calls: list[str], kind: type[BridgeError], fault: str, piece: str, position: int
) -> None:
    with pytest.raises(BridgeError) as caught:
        parse_auction(calls, Seat.N)
    assert (type(caught.value), str(caught.value)) == (kind, fault)
    assert (caught.value.text, caught.value.position) == (piece, position)


@given(auctions(max_calls=60))
def test_an_auction_survives_its_text(auction: Auction) -> None:
    assert parse_auction(" ".join(map(str, auction.calls)), auction.dealer) == auction
    assert parse_auction([str(call) for call in auction.calls], auction.dealer) == auction


@given(auctions(max_calls=60))
def test_an_auction_survives_its_table(auction: Auction) -> None:
    assert parse_auction(format_auction_table(auction), auction.dealer) == auction


@given(auctions(max_calls=60), seats)
def test_a_table_is_refused_under_another_dealer(auction: Auction, dealer: Seat) -> None:
    table = format_auction_table(auction)
    if dealer is not auction.dealer:
        with pytest.raises(IllegalCall, match="is out of turn: it is under"):
            parse_auction(table, dealer)


@given(auctions(max_calls=30), st.sampled_from(["-", "–", "--"]), st.sampled_from([" ", ", "]))
def test_dashes_are_never_read_as_another_auction(
    auction: Auction, dash: str, divider: str
) -> None:
    """Passes written as dashes are read as passes or refused, whatever stands around them."""
    text = divider.join(dash if call == PASS else str(call) for call in auction.calls)
    read, error = outcome(lambda text: parse_auction(text, auction.dealer), text)
    if divider == ", " or dash == "--":
        assert read == auction
    assert read == auction or isinstance(error, MalformedCall)


@given(auctions(max_calls=30), st.sampled_from(["-", " - ", "–", " — "]))
def test_dividing_dashes_are_never_read_as_passes(auction: Auction, divider: str) -> None:
    text = divider.join(str(call) for call in auction.calls)
    read, error = outcome(lambda text: parse_auction(text, auction.dealer), text)
    if divider.strip() == divider:
        assert read == auction
    assert read == auction or isinstance(error, MalformedCall)


def test_the_table_has_a_place_for_the_next_call() -> None:
    auction = parse_auction("1D 1H", Seat.N)
    assert format_auction_table(auction) == "W     N     E     S\n      1D    1H    ?"
    over = parse_auction("1NT P P P", Seat.S)
    assert format_auction_table(over) == (
        "W     N     E     S\n                  1NT\nP     P     P"
    )


WORDS = (
    "1C",
    "1D",
    "1NT",
    "7NT",
    "P",
    "-",
    "--",
    "X",
    "D",
    "R",
    "AP",
    "?",
    ",",
    "all",
    "pass",
    "(1H)",
    "1",
    "C!",
)


@given(
    st.text()
    | st.text(alphabet="WNES1234567CDHXPR-–—,? \n\t♠♥()!*", max_size=40)
    | st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
    | st.lists(st.sampled_from((*WORDS, "\n", "\t")), max_size=16).map(
        lambda words: "W N E S\n" + " ".join(words)
    ),
    seats,
)
def test_any_text_is_an_auction_or_a_named_fault(text: str, dealer: Seat) -> None:
    auction, error = outcome(lambda text: parse_auction(text, dealer), text)
    if auction is not None:
        assert parse_auction(" ".join(map(str, auction.calls)), dealer) == auction
    if error is not None:
        assert error.position is not None
        assert 0 <= error.position <= len(text)
        assert text[error.position :].startswith(error.text)
