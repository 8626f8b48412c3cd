"""Boards as recorded in archives, and boards that could not be read.

The readers (``pbn``, ``lin``) yield these: a ``Board`` contains only what its text states (the
rest is None or empty), and a ``BadBoard`` names the fault and the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from bidding.domain.auction import Auction
from bidding.domain.calls import Call
from bidding.domain.cards import CARDS_IN_PACK, Card, Deal, Hand, Hands
from bidding.domain.errors import BridgeError, MalformedDeal
from bidding.domain.messages import Message
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.text.words import with_suit_symbols

PASSED_OUT = "passed out"
MOST_TRICKS = 13
LARGEST_NUMBER = 999_999_999  # of a board; may contain the date of a session

# Tags with double dummy tricks, the most explicit last, and with par.
_TRICK_TAGS = ("Ability", "DDTricks", "DoubleDummyTricks", "OptimumResultTable")
_PAR_TAGS = ("ParContract", "OptimumContract", "ParScore", "OptimumScore", "Minimax")
_ABILITY = re.compile("([NESW]):([0-9A-F]{5})", re.IGNORECASE | re.ASCII)
_TRICK_DIGITS = re.compile("[0-9A-F]{20}", re.IGNORECASE | re.ASCII)


class MalformedText(BridgeError):
    """A text that violates its format."""

    code = "malformed-text"


class UnknownDealer(MalformedText):
    """Calls of a board whose dealer is not stated."""

    code = "unknown-dealer"


class IrregularAuction(BridgeError):
    """An insufficient bid or a call out of rotation that the opponents accepted."""

    code = "irregular-auction"


class Contradiction(BridgeError):
    """Two statements about one board that cannot both be true."""

    code = "contradiction"


class ErrorAtLine(Exception):
    """An error with its line, to be turned into a ``BadBoard``."""

    def __init__(self, line: int, error: BridgeError) -> None:
        self.line = line
        self.error = error
        super().__init__(f"line {line}: {error.fault}")


@contextmanager
def at_line(line: int) -> Iterator[None]:
    """Turn a BridgeError raised inside into an ErrorAtLine."""
    try:
        yield
    except BridgeError as error:
        raise ErrorAtLine(line, error) from None


@dataclass(frozen=True)
class Remark:
    """A remark about one call; ``position`` is the call's 0-based index in the auction."""

    position: int
    alerted: bool = False
    explanation: str = ""
    comment: str = ""
    marks: str = ""
    """Marks of quality in PBN notation (``!?``, ``$25``), separated by blanks."""


@dataclass
class RemarkParts:
    """Parts of a remark about one call, in lists since a text may have very many."""

    alerted: bool = False
    explanation: list[str] = field(default_factory=list)
    comment: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)

    def remark(self, position: int) -> Remark:
        """Return the remark, with the parts joined by blanks, and symbols for suits."""
        explanation, comment, marks = (
            " ".join(filter(None, text)) for text in (self.explanation, self.comment, self.marks)
        )
        said = with_suit_symbols(explanation), with_suit_symbols(comment)
        return Remark(position, self.alerted, *said, marks)


class OtherTag(NamedTuple):
    """What a text says of a board besides, as a tag of PBN; a comment has an empty name."""

    name: str
    value: str
    section: str = ""
    """The lines below the tag."""


class Warned(NamedTuple):
    """A fault of a text in spite of which a board was read, with its line."""

    line: int
    fault: Message


@dataclass(frozen=True)
class Board:
    """One board at one table; values by seat are in the order N E S W."""

    line: int
    """The first line in the text, 1-based."""

    event: str = ""
    number: int | None = None
    room: str = ""
    players: tuple[str, str, str, str] = ("", "", "", "")
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    hands: Hands = (None, None, None, None)
    auction: Auction | None = None
    remarks: tuple[Remark, ...] = ()
    systems: tuple[str, str] = ("", "")
    """The bidding systems of N-S and E-W as named in the text."""

    contract: str = ""
    """The separately stated contract: ``3NTX by S`` or ``passed out``; empty if not stated."""

    lead: Card | None = None
    """The opening lead."""

    tricks: int | None = None
    """The tricks that declarer took."""

    play: tuple[Card, ...] = ()
    """The cards in the order in which they were played, from the lead on."""

    others: tuple[OtherTag, ...] = ()
    """What the text says besides, in its order."""

    warnings: tuple[Warned, ...] = ()

    @property
    def deal(self) -> Deal | None:
        """The deal if all four hands are known, else None."""
        north, east, south, west = self.hands
        if north is None or east is None or south is None or west is None:
            return None
        return Deal((north, east, south, west))

    @property
    def cards_played(self) -> tuple[Card, ...]:
        """The play, or the lead alone."""
        return self.play or (() if self.lead is None else (self.lead,))

    def remarked_calls(self) -> Iterator[tuple[Call, Remark]]:
        """Yield each call with the remark about it, which may be empty."""
        remarks = {remark.position: remark for remark in self.remarks}
        for place, call in enumerate(() if self.auction is None else self.auction.calls):
            yield call, remarks.get(place, Remark(place))


@dataclass(frozen=True)
class BadBoard:
    """A refused board: the fault, its line and its error code."""

    line: int
    code: str
    fault: str
    event: str = ""
    number: int | None = None
    place: int | None = None
    """The 0-based offset of the fault in the whole text, if known."""


def completed_hands(given: Iterable[Hand | None]) -> Hands:
    """Return hands N E S W, with the fourth added if three are given.

    Raises MalformedDeal for a card in two hands.
    """
    north, east, south, west = given
    hands = (north, east, south, west)
    owners: dict[Card, Seat] = {}
    for seat in Seat:
        for card in hands[seat] or ():
            if card in owners:
                fault = "{card} is with {one} and with {other}"
                one, other = Message(owners[card].full_name), Message(seat.full_name)
                raise MalformedDeal(fault, card=str(card), one=one, other=other, text=str(card))
            owners[card] = seat
    if hands.count(None) != 1:
        return hands
    rest = Hand.of(card for card in map(Card, range(CARDS_IN_PACK)) if card not in owners)
    north, east, south, west = (rest if hand is None else hand for hand in hands)
    return north, east, south, west


def number_up_to(most: int, text: str) -> int | None:
    """Parse a number from 0 to ``most``; return None for anything else."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    return int(text) if is_number and int(text) <= most else None


def outcome_of(auction: Auction | None) -> str:
    """Return the outcome of an auction in the form of ``Board.contract``; empty before its end."""
    if auction is None or not auction.is_over:
        return ""
    return PASSED_OUT if auction.contract is None else str(auction.contract)


def check_agreement(board: Board) -> None:
    """Raise Contradiction if auction, stated contract and opening lead are inconsistent."""
    if board.auction is None or not board.auction.is_over:
        return
    contract, outcome = board.auction.contract, outcome_of(board.auction)
    if board.contract and board.contract != outcome:
        fault = "the auction ends in {outcome}, but the contract is given as {contract}"
        raise Contradiction(fault, outcome=Message(outcome), contract=Message(board.contract))
    if board.lead is None:
        return
    if contract is None:
        raise Contradiction("the board is passed out, but {card} is led", card=str(board.lead))
    leader = board.hands[contract.leader]
    if leader is not None and board.lead not in leader:
        who = Message(contract.leader.full_name)
        fault = "{leader} has to lead against {contract}, but {card} is not in that hand"
        raise Contradiction(fault, leader=who, contract=str(contract), card=str(board.lead))


def stated_tricks(others: Iterable[OtherTag]) -> dict[tuple[str, str], int]:
    """Return the double dummy tricks that tags state, by the names of declarer and strain."""
    tags = {other.name: other for other in others}
    found = {}
    for tag in (tags[name] for name in _TRICK_TAGS if name in tags):
        for declarer, strain, result in _stated_results(tag):
            tricks = number_up_to(MOST_TRICKS, result)
            if tricks is not None:
                found[declarer, "NT" if strain == "N" else strain] = tricks
    return found


def _stated_results(tag: OtherTag) -> Iterator[tuple[str, str, str]]:
    """Yield declarer, strain and tricks: of a table, or of a hexadecimal digit each."""
    digits = _ABILITY.findall(tag.value) if tag.name == "Ability" else []
    if _TRICK_DIGITS.fullmatch(tag.value):
        digits = [(seat, tag.value[5 * place :]) for place, seat in enumerate("NSEW")]
    for declarer, five in digits:
        for strain, digit in zip("NSHDC", five, strict=False):
            yield declarer.upper(), strain, str(int(digit, 16))
    columns = [column.partition("\\")[0].strip(" +-") for column in tag.value.split(";")]
    for row in tag.section.upper().splitlines():
        cell = dict(zip(columns, row.split(), strict=False)).get
        yield cell("Declarer", ""), cell("Denomination", ""), cell("Result", "")


def stated_par(others: Iterable[OtherTag]) -> str:
    """Return par as tags state it: contract, then score."""
    tags = {other.name: other.value for other in others}
    return "; ".join(tags[name] for name in _PAR_TAGS if tags.get(name))


def collect_remarks(calls: Iterable[RemarkParts]) -> tuple[Remark, ...]:
    """Return the remarks about the calls of an auction in order, without empty ones."""
    return without_empty(parts.remark(position) for position, parts in enumerate(calls))


def without_empty(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """Return the remarks that are not empty."""
    return tuple(remark for remark in remarks if remark != Remark(remark.position))
