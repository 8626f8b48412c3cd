"""Seats, vulnerabilities and bidding systems by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from bidding.domain.errors import MalformedTable
from bidding.domain.messages import Message
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.text.tokens import quoted

Named = TypeVar("Named")

_SEATS = {name: seat for seat in Seat for name in (seat.name.lower(), seat.full_name.lower())}
_CANONICAL_VULNERABILITIES = {
    Vulnerability.NONE: "none",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.BOTH: "both",
}
_VULNERABILITIES = {
    **dict.fromkeys(("none", "-", "--", "–", "—", "love", "o", "0", "neither"), Vulnerability.NONE),
    **dict.fromkeys(("ns", "n-s", "n/s", "north-south"), Vulnerability.NS),
    **dict.fromkeys(("ew", "e-w", "e/w", "east-west"), Vulnerability.EW),
    **dict.fromkeys(("both", "all", "b"), Vulnerability.BOTH),
}
_SYSTEMS = {
    **{name: system for system in System for name in (system.value, system.full_name.lower())},
    "standard american": System.STANDARD,
    **dict.fromkeys(("2/1 gf", "2 over 1", "2-over-1", "2over1"), System.TWO_OVER_ONE),
}


def parse_seat(text: str) -> Seat:
    """Parse a seat's letter or name in any case. Raises MalformedTable."""
    return _named(text, _SEATS, Message("a seat"), _listed("N, E, S", "W"))


def parse_vulnerability(text: str) -> Vulnerability:
    """Parse a vulnerability in any case. Raises MalformedTable.

    ``N`` is refused: some programs use it for N-S, some people for none.
    """
    if text.strip().lower() == "n":
        fault = Message("{quote} may mean none or N-S: write one of them", quote=quoted(text))
        raise MalformedTable(fault, text=text, position=_start(text))
    known = _listed("none, NS, EW", "both")
    return _named(text, _VULNERABILITIES, Message("a vulnerability"), known)


def parse_system(text: str) -> System:
    """Parse a bidding system's name in any case. Raises MalformedTable."""
    known = ", ".join(system.value for system in System)
    return _named(text, _SYSTEMS, Message("a known bidding system"), known)


def format_seat(seat: Seat) -> str:
    """The canonical name: N, E, S or W."""
    return seat.name


def format_vulnerability(vulnerability: Vulnerability) -> str:
    """The canonical name: none, NS, EW or both."""
    return _CANONICAL_VULNERABILITIES[vulnerability]


def format_system(system: System) -> str:
    """The canonical name: sayc, standard, 2/1, acol, polish or unknown."""
    return system.value


def _named(text: str, names: Mapping[str, Named], what: Message, known: str) -> Named:
    named = names.get(" ".join(text.split()).lower())
    if named is None:
        fault = "{quote} is not {what}; it must be one of {known}"
        message = Message(fault, quote=quoted(text), what=what, known=known)
        raise MalformedTable(message, text=text, position=_start(text))
    return named


def _listed(names: str, last: str) -> Message:
    return Message("{one} and {two}", one=names, two=last)


def _start(text: str) -> int:
    """Return the offset of the first character that is not blank; 0 for a blank text."""
    return len(text) - len(text.lstrip()) if text.strip() else 0
