"""Seats, vulnerabilities and bidding systems by name."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.errors import MalformedTable
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.text import (
    format_seat,
    format_system,
    format_vulnerability,
    parse_seat,
    parse_system,
    parse_vulnerability,
)
from tests.parsing.outcome import outcome


@pytest.mark.parametrize("seat", Seat)
def test_every_spelling_of_a_seat(seat: Seat) -> None:
    for name in (seat.name, seat.full_name, seat.full_name.upper(), f" {seat.name.lower()} "):
        assert parse_seat(name) is seat
    assert parse_seat(format_seat(seat)) is seat


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
        (System.TWO_OVER_ONE, "2/1", ("2/1 GF", "2 over 1", "Two over one game force")),
        (System.ACOL, "acol", ("Acol", " ACOL")),
        (System.POLISH_CLUB, "polish", ("Polish", "Polish  Club")),
        (System.UNKNOWN, "unknown", ("Unknown",)),
    ],
)
def test_every_spelling_of_a_system(
    system: System, canonical: str, others: tuple[str, ...]
) -> None:
    assert format_system(system) == canonical
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
            "it must be one of standard, 2/1, acol, polish, sayc, unknown",
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


@given(st.text(max_size=12))
def test_any_text_is_a_name_or_a_named_fault(text: str) -> None:
    for parse in (parse_seat, parse_vulnerability, parse_system):
        named, error = outcome(parse, text)
        assert (named is None) == isinstance(error, MalformedTable)
