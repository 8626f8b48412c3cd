"""Seats, vulnerabilities and bidding systems by name; every spelling of all 38 calls."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.calls import ALL_CALLS, BIDS, DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.convention_card import ConventionCard, InvalidCard
from bidding.domain.errors import MalformedCall, MalformedTable
from bidding.domain.systems import System
from bidding.domain.table import Seat, Strain, Vulnerability
from bidding.parsing.text.words import (
    card_named,
    format_vulnerability,
    parse_call,
    parse_card,
    parse_seat,
    parse_system,
    parse_vulnerability,
)
from tests.parsing.outcome import outcome

SPELLINGS = {
    PASS: ("P", "p", "Pass", "PASS", "pass", "-", "--", "–", "—"),
    DOUBLE: ("X", "x", "D", "d", "Dbl", "dbl", "Double", "DOUBLE"),
    REDOUBLE: ("XX", "xx", "R", "r", "Rdbl", "RDBL", "Redouble", "redouble"),
}
STRAINS = {
    Strain.C: ("C", "c", "♣", "♧", "♣\ufe0f"),
    Strain.D: ("D", "d", "♦", "♢", "♦\ufe0f"),
    Strain.H: ("H", "h", "♥", "♡", "♥\ufe0f", "\u2764", "\u2764\ufe0f"),
    Strain.S: ("S", "s", "♠", "♤", "♠\ufe0f", "♠\ufe0e"),
    Strain.NT: ("N", "n", "NT", "nt", "Nt", "nT"),
}


@pytest.mark.parametrize("seat", Seat)
def test_every_spelling_of_a_seat(seat: Seat) -> None:
    for name in (seat.name, seat.full_name, seat.full_name.upper(), f" {seat.name.lower()} "):
        assert parse_seat(name) is seat


@pytest.mark.parametrize(
    ("vulnerability", "canonical", "others"),
    [
        (Vulnerability.NONE, "none", ("None", "NONE", "-", "—", "love", "o", "0", "neither")),
        (Vulnerability.NS, "NS", ("ns", "N-S", "n-s", "N/S", "North-South")),
        (Vulnerability.EW, "EW", ("ew", "E-W", "e/w", "East-West", " EW ")),
        (Vulnerability.BOTH, "both", ("Both", "all", "ALL", "b")),
    ],
)
def test_every_spelling_of_a_vulnerability(
    vulnerability: Vulnerability, canonical: str, others: tuple[str, ...]
) -> None:
    assert format_vulnerability(vulnerability) == canonical
    assert all(parse_vulnerability(name) is vulnerability for name in (canonical, *others))
    assert parse_vulnerability(vulnerability.label) is vulnerability


@pytest.mark.parametrize(
    ("system", "canonical", "others"),
    [
        (System.SAYC, "sayc", ("SAYC", "Standard American Yellow Card")),
        (
            System.TWO_OVER_ONE,
            "2/1",
            (
                *("2/1 GF", "2 over 1", "Two over one", "Two over one game force"),
                *("2/1 game force", "21-gf", "2-1 Game Forcing", "2-over-1"),
            ),
        ),
        (System.ACOL, "acol", ("Acol", " ACOL")),
        (System.STANDARD, "standard", ("Standard American", "standard-american")),
        (System.POLISH_CLUB, "polish", ("Polish", "Polish  Club", "polish-club", "Polish_Club")),
        (System.PRECISION, "precision", ("Precision club", "precision–club")),
        (System.UNKNOWN, "unknown", ("Unknown",)),
    ],
)
def test_every_spelling_of_a_system(
    system: System, canonical: str, others: tuple[str, ...]
) -> None:
    assert system.value == canonical
    assert all(parse_system(name) is system for name in (canonical, *others))


@pytest.mark.parametrize(
    ("parse", "text", "fault", "position"),
    [
        (parse_seat, "", "'' is not a seat; it must be one of N, E, S and W", 0),
        (parse_seat, "  Q", "'  Q' is not a seat; it must be one of N, E, S and W", 2),
        (parse_vulnerability, "n", "'n' may mean none or N-S: write one of them", 0),
        (
            parse_vulnerability,
            "maybe",
            "'maybe' is not a vulnerability; it must be one of none, NS, EW and both",
            0,
        ),
        (
            parse_system,
            "goren",
            "'goren' is not a known bidding system; "
            "it must be one of standard, 2/1, acol, polish, sayc, precision, unknown",
            0,
        ),
    ],
)
def test_every_fault_of_a_name(
    parse: Callable[[str], object], text: str, fault: str, position: int
) -> None:
    with pytest.raises(MalformedTable) as caught:
        parse(text)
    assert str(caught.value) == fault
    assert (caught.value.text, caught.value.position) == (text, position)


def test_a_card_is_named_as_its_system_or_by_its_code() -> None:
    assert parse_card(" 2/1 GF") == ConventionCard(System.TWO_OVER_ONE) == parse_card("21")
    assert parse_card("polish-club") == ConventionCard(System.POLISH_CLUB)
    weak = ConventionCard.of(System.SAYC, {"notrump_range": "12-14"})
    assert weak == parse_card(" sayc-a0") == parse_card("SAYC-a0")
    assert parse_card("2/1-a0") == parse_card("21-a0")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("goren", "sayc, precision, unknown, or the code of a card such as sayc-a0"),
        ("goren-a0", "'goren-a0' is not a known bidding system"),
        ("acol-style", "'acol-style' is not a known bidding system; it must be one of standard"),
        ("sayc-x", "'sayc-x' is not a known bidding system.* or the code of a card such as sayc"),
        ("sayc-a0e", "'sayc-a0e' is not the code of a convention card, such as 21-a0e2"),
        (
            "SAYC-Q9",
            "Q9 in 'sayc-Q9' is not known here: Leaping Michaels has Q0 to Q1; "
            "check the code, or write sayc for the system without changes",
        ),
        ("sayc-a0a1", "'sayc-a0a1' has a choice twice"),
        ("unknown-a0", "a card of an unknown system has no choices"),
    ],
)
def test_every_fault_of_a_card(text: str, fault: str) -> None:
    with pytest.raises((MalformedTable, InvalidCard), match=fault):
        parse_card(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2/1GF", "21"),
        ("2/1 Game Force", "21"),
        ("2/1GF - 2/1 Game Force", "21"),
        ("WJ", "polish"),
        ("WJ05", "polish"),
        ("WJ 2005", "polish"),
        ("Polish  Club", "polish"),
        ("SAYC - Standard American Yellow Card", "sayc"),
        ("SAYC SAYC", "sayc"),
        ("2/1 2/1 GF", "21"),
        ("Precision", "precision"),
        ("Acol", "acol"),
        ("21-a0e2", "21-a0e2"),
        ("21-a0e2 - 21-a0e2", "21-a0e2"),
        ("polish-club", "polish"),
        ("polish-club variant", "unknown"),
        ("SAYC-a0, weak notrump", "sayc-a0"),
        ("SAYC - sayc-a0 (ours)", "sayc-a0"),
        ("sayc-a0 2/1", "unknown"),
        ("sayc-a0 " * 5000, "sayc-a0"),
        ("unknown", "unknown"),
        ("SAYC - Acol", "unknown"),
        ("SAYC Acol", "unknown"),
        ("Acol - weak notrump", "unknown"),
        ("21-a9", "unknown"),
    ],
)
def test_a_file_names_a_card(text: str, code: str) -> None:
    card = card_named(text)
    assert card is not None
    assert card.code == code


@pytest.mark.parametrize("text", ["", " ", "-", "?", "- -"])
def test_a_file_names_none(text: str) -> None:
    assert card_named(text) is None


@given(st.text(max_size=12))
def test_any_text_is_a_name_or_a_named_fault(text: str) -> None:
    for parse in (parse_seat, parse_vulnerability, parse_system):
        named, error = outcome(parse, text)
        assert (named is None) == isinstance(error, MalformedTable)


SPELLINGS |= {
    bid: tuple(f"{bid.level}{strain}" for strain in STRAINS[bid.strain or Strain.C]) for bid in BIDS
}


@pytest.mark.parametrize("call", ALL_CALLS, ids=str)
def test_every_spelling_of_a_call(call: Call) -> None:
    for spelling in (*SPELLINGS[call], str(call)):
        assert parse_call(spelling) == call
        assert parse_call(f" {spelling}\n") == call


@pytest.mark.parametrize("call", ALL_CALLS, ids=str)
def test_brackets_alerts_and_blanks_change_no_call(call: Call) -> None:
    for spelling in SPELLINGS[call]:
        for typed in ("({})", "[{}]", "{}!", "{}*", "{}**", "({})!", "({}!)", " ({}) "):
            assert parse_call(typed.format(spelling)) == call
        if call in BIDS:
            assert parse_call(f"{spelling[0]} {spelling[1:]}") == call
            assert parse_call(f"({spelling[0]} {spelling[1:]}!)") == call


def test_no_spelling_is_of_two_calls() -> None:
    spelled = [spelling.lower() for call in ALL_CALLS for spelling in {*SPELLINGS[call]}]
    owners = {spelling: parse_call(spelling) for spelling in spelled}
    assert all(
        owners[spelling.lower()] == call for call in ALL_CALLS for spelling in SPELLINGS[call]
    )


@pytest.mark.parametrize(
    ("text", "fault", "piece", "position"),
    [
        ("", "the call is empty", "", 0),
        ("8C", "bids go from level 1 to 7, not 8", "8C", 0),
        ("0NT", "bids go from level 1 to 7, not 0", "0NT", 0),
        (" 10C", "bids go from level 1 to 7, not 10", "10C", 1),
        ("1", "1 is a level without a strain; strains are C, D, H, S and NT", "1", 0),
        ("1Z", "'Z' is not a strain; strains are C, D, H, S and NT", "Z", 1),
        ("  1DD", "'DD' is not a strain; strains are C, D, H, S and NT", "DD", 3),
        ("1 Z", "' Z' is not a strain; strains are C, D, H, S and NT", " Z", 1),
        ("1\nD", "'\\nD' is not a strain; strains are C, D, H, S and NT", "\nD", 1),
        (" (1Z)!", "'Z' is not a strain; strains are C, D, H, S and NT", "Z", 3),
        ("(9C)", "bids go from level 1 to 7, not 9", "9C", 1),
        ("(1C", "'(1C' is not a call; calls are P, X, XX and 1C to 7NT", "(1C", 0),
        ("1C)", "'C)' is not a strain; strains are C, D, H, S and NT", "C)", 1),
        ("(1C]", "'(1C]' is not a call; calls are P, X, XX and 1C to 7NT", "(1C]", 0),
        ("((1C))", "'(1C)' is not a call; calls are P, X, XX and 1C to 7NT", "(1C)", 1),
        ("()", "'()' is not a call; calls are P, X, XX and 1C to 7NT", "()", 0),
        ("!", "'!' is not a call; calls are P, X, XX and 1C to 7NT", "!", 0),
        ("!1C", "'!1C' is not a call; calls are P, X, XX and 1C to 7NT", "!1C", 0),
        ("1²", "'²' is not a strain; strains are C, D, H, S and NT", "²", 1),
        ("N", "'N' is not a call; calls are P, X, XX and 1C to 7NT", "N", 0),
        ("XXX", "'XXX' is not a call; calls are P, X, XX and 1C to 7NT", "XXX", 0),
        ("---", "'---' is not a call; calls are P, X, XX and 1C to 7NT", "---", 0),
        ("D1", "'D1' is not a call; calls are P, X, XX and 1C to 7NT", "D1", 0),
        ("?", "'?' marks the place of the next call and is no call itself", "?", 0),
        (
            "the first call that I would make",
            "'the first call that I w…' is not a call; calls are P, X, XX and 1C to 7NT",
            "the first call that I would make",
            0,
        ),
    ],
)
def test_every_fault_of_a_call(text: str, fault: str, piece: str, position: int) -> None:
    with pytest.raises(MalformedCall) as caught:
        parse_call(text)
    assert str(caught.value) == fault
    assert (caught.value.text, caught.value.position) == (piece, position)


@given(st.text() | st.text(alphabet="1234567890CDHSNTPX♠♥-–?R ()!*", max_size=5))
def test_any_text_is_a_call_or_a_named_fault(text: str) -> None:
    call, error = outcome(parse_call, text)
    if error is None:
        assert call in ALL_CALLS
        return
    assert isinstance(error, MalformedCall)
    assert error.position is not None
    assert 0 <= error.position <= len(text)
