"""The messages of the Blue Chip Bridge table manager protocol, version 18, as far as the auction.

Messages are lines of ASCII. Case does not count in those that players send, and blanks little.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bidding.domain.calls import DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.cards import Hand
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.parsing.text.words import parse_call

VERSION = 18
_ANY_SEAT = "ANYPL"  # what WBridge5 asks for
_CONNECTING = re.compile(
    r'Connecting\s+"(?P<name>[^"]*)"\s+as\s+(?P<seat>\w+)\s+using\s+protocol\s+version\s+'
    r"(?P<version>\d+)",
    re.IGNORECASE,
)
_CALL = re.compile(
    r"(?P<seat>\w+)\s+(?:(?P<word>passes|doubles|redoubles)|bids\s+(?P<bid>[1-7]\s*[A-Z]+))\b",
    re.IGNORECASE,
)
_READY_FOR_CALL = re.compile(r"\w+\s+ready\s+for\s+(?P<seat>\w+)'s\s+bid\b", re.IGNORECASE)
_WORDS = {"passes": PASS, "doubles": DOUBLE, "redoubles": REDOUBLE}
_VULNERABLE = {
    Vulnerability.NONE: "Neither",
    Vulnerability.NS: "N/S",
    Vulnerability.EW: "E/W",
    Vulnerability.BOTH: "Both",
}
_SEATS = {seat.full_name.upper(): seat for seat in Seat}


@dataclass(frozen=True)
class Connecting:
    """A player that introduces itself; ``seat`` is None where any seat will do."""

    name: str
    seat: Seat | None
    capitals: bool
    """Whether it writes seats in capitals, as some programs that want to read them so."""


def parse_connecting(line: str) -> Connecting:
    """Parse a player's first line. Raises ValueError."""
    found = _CONNECTING.match(line)
    if found is None:
        raise ValueError(
            f'it should begin with: Connecting "name" as North using protocol version {VERSION}'
        )
    if int(found["version"]) != VERSION:
        raise ValueError(f"it speaks version {found['version']} of the protocol, not {VERSION}")
    word = found["seat"]
    seat = _SEATS.get(word.upper())
    if seat is None and word.upper() != _ANY_SEAT:
        raise ValueError(f"{word!r} is no seat")
    return Connecting(found["name"], seat, word.isupper())


def parse_call_of(line: str, seat: Seat) -> Call | None:
    """Parse ``North bids 1NT`` and the like of that seat, an alert ignored; None for another line.

    Raises ValueError for a bid that is none.
    """
    found = _CALL.match(line)
    if found is None or _SEATS.get(found["seat"].upper()) is not seat:
        return None
    return _WORDS[found["word"].lower()] if found["word"] else parse_call(found["bid"])


def is_ready(line: str, what: str) -> bool:
    """Whether the line says that its player is ready: ``North ready for teams``."""
    return re.match(rf"\w+\s+ready\s+(?:for|to)\s+{what}\b", line, re.IGNORECASE) is not None


def is_ready_for_call(line: str, seat: Seat) -> bool:
    """Whether the line asks for the call of that seat: ``North ready for East's bid``."""
    found = _READY_FOR_CALL.match(line)
    return found is not None and _SEATS.get(found["seat"].upper()) is seat


def is_play(line: str) -> bool:
    """Whether the line plays a card: ``North plays 7S``."""
    return re.match(r"\w+\s+plays\b", line, re.IGNORECASE) is not None


def board_message(seat_name: str, board: int, vulnerability: Vulnerability) -> str:
    """The message that names the board, its dealer and who is vulnerable."""
    return f"Board number {board}. Dealer {seat_name}. {_VULNERABLE[vulnerability]} vulnerable."


def cards_message(seat_name: str, hand: Hand) -> str:
    """The message that gives a player the hand."""
    suits = (
        f"{suit.name} {' '.join(card.rank for card in hand.suit(suit)) or '-'}." for suit in Suit
    )
    return f"{seat_name}'s cards : {' '.join(suits)}"


def call_message(seat_name: str, call: Call) -> str:
    """The message that tells of a call."""
    words = {PASS: "PASSES", DOUBLE: "doubles", REDOUBLE: "redoubles"}
    return f"{seat_name} {words.get(call, f'bids {call}')}"
