"""A board as people type it: hands, the auction and the table, a line each.

A line may begin with what it is about: a seat (``N: AKJ5.T98.Q2.AK43``, or a whole deal
``N:AKJ5.T98.Q2.AK43 ... ... ...`` clockwise from there), ``Dealer``, ``Vulnerable``, ``Board`` or
``Auction``. A hand may take a line a suit, and stand below its seat. One that names no seat is the
viewer's; all other lines together are the auction. A board number says who deals where no dealer
is named (Law 2); where neither is, a table of calls shows it by the seat that its first call
stands under.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from bidding.domain.auction import Auction
from bidding.domain.cards import Hand
from bidding.domain.errors import BridgeError, MalformedDeal, MalformedTable
from bidding.domain.messages import Message
from bidding.domain.table import Seat, Suit, Vulnerability, dealer_of_board
from bidding.parsing.formats.pbn import parse_deal
from bidding.parsing.formats.recorded_boards import (
    BadBoard,
    Board,
    Contradiction,
    Hands,
    MalformedText,
    completed_hands,
)
from bidding.parsing.formats.text_files import LineNumbers
from bidding.parsing.text.auction_tables import has_header, shown_dealer
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import leading_suit, parse_hand
from bidding.parsing.text.names import parse_seat, parse_vulnerability
from bidding.parsing.text.tokens import Token, quoted

_LINE = re.compile(r"[^\n]+")
_ABOUT_TABLE = re.compile(
    r"\s*(?:(?P<dealer>dealer)|(?P<vulnerability>vul|vulnerab\w*)|(?P<board>board))\b"
    r"[ \t]*[:=#]?[ \t]*",
    re.IGNORECASE,
)
_ABOUT_AUCTION = re.compile(r"\s*(?:auction|bidding|calls)\b[ \t]*[:=]?", re.IGNORECASE)
_ABOUT_SEAT = re.compile(r"\s*(north|east|south|west|[nesw])\b[ \t]*([:=]?)", re.IGNORECASE)
_RANKS_ONLY = re.compile(r"[AKQJTX0-9.,_\s–—−-]+", re.IGNORECASE)
_NAMED_SUIT = re.compile(
    r"\s*(?:[♠♥♦♣♤♡♢♧\u2764]|(?:spades?|hearts?|diamonds?|clubs?|[SHDC])[ \t]*[:=]?[ \t]*"
    r"(?:10|[AKQJT2-9])(?![CDHSN♣♦♥♠♧♢♡♤]))",  # 'D 2H' is a double and a bid
    re.IGNORECASE,
)
_PIP = "♠♥♦♣♤♡♢♧\u2764"
_HOLDING = re.compile(  # behind a sign anything is meant for cards, behind a letter cards alone
    rf"(?:[{_PIP}][^{_PIP}]*+|(?:spades?|hearts?|diamonds?|clubs?|[SHDC])[ \t]*+[:=]?[ \t]*+"
    r"(?:[-–—−]|(?:10|[AKQJT2-9]|[ \t,])*+)[.;]?\s*+)",
    re.IGNORECASE | re.ASCII,
)
Stated = TypeVar("Stated")
_MOST = 100_000  # characters: many times the longest auction, and read in an instant
_FEW_CARDS = 8  # so many digits and letters and no call among them are meant for a hand


def read_typed(text: str, seat: Seat | None = None, dealer: Seat | None = None) -> Board | BadBoard:
    """The board that a text spells, or why it is none.

    ``seat`` is who holds a hand without a seat, ``dealer`` who deals where the text does not say.
    """
    reader = _Reader(seat)
    try:
        return reader.board(text, dealer)
    except BridgeError as error:
        offset = reader.offset + (error.position or 0)
        line = LineNumbers(text).at(min(offset, len(text)))
        return BadBoard(line, error.code, error.fault, number=reader.number, place=offset)


@dataclass
class _Reader:
    """Reader of the lines one by one; ``offset`` is where what is read just now begins."""

    seat: Seat | None
    offset: int = 0
    hands: dict[Seat, Hand] = field(default_factory=dict)
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    number: int | None = None
    has_auction: bool = False

    def board(self, text: str, dealer: Seat | None) -> Board:
        """The board of a text. Raises BridgeError; positions count from ``offset``."""
        if not text.strip():
            raise MalformedText("there is nothing to read", position=0)
        if len(text) > _MOST:
            fault = "a typed board has at most {most} characters, this text {count}"
            raise MalformedText(Message(fault, most=_MOST, count=len(text)), position=_MOST)
        calls = "" if self.unnamed_hand(text) else self.calls(text)
        if self.dealer is None and self.number is not None:
            self.dealer = dealer_of_board(self.number)
        self.offset = 0
        auction = _auction(calls, self.dealer, dealer)
        return Board(
            line=1,
            number=self.number,
            dealer=self.dealer if auction is None else auction.dealer,
            vulnerability=self.vulnerability,
            hands=self.all_hands(),
            auction=auction,
        )

    def calls(self, text: str) -> str:
        """The text with blanks for all that is no call, so that every call keeps its place."""
        chars = list(text)
        for line in _lines(text):
            kept = self.line(line)
            chars[line.start : kept] = " " * (kept - line.start)
        return "".join(chars)

    def line(self, line: Token) -> int:
        """Take what is no call from a line; the offset in the text where its calls begin."""
        end = line.start + len(line.text)
        self.offset = line.start
        if self.unnamed_hand(line.text):
            return end
        rows = [row for row in line.text.split("\n") if row.strip()]
        if 1 < len(rows) == _lines_of_suits(rows):
            parse_hand(line.text)  # raises: else it would have been taken above
        if match := _ABOUT_TABLE.match(line.text):
            self.table(match, line)
            return end
        if match := _ABOUT_AUCTION.match(line.text):
            if self.has_auction:
                raise Contradiction("there is a second auction here", text=line.text.strip())
            self.has_auction = True
            return line.start + match.end()
        match = _ABOUT_SEAT.match(line.text)
        if match is not None and self.seats_hand(match, line):
            return end
        if _is_meant_for_a_hand(line.text):
            parse_hand(line.text)  # raises: else it would have been taken above
        return line.start

    def table(self, match: re.Match[str], line: Token) -> None:
        """Take dealer, vulnerability or board number."""
        self.offset = line.start + match.end()
        value = line.text[match.end() :]
        if match["dealer"]:
            self.dealer = _alike(self.dealer, parse_seat(value), Message("dealer"))
        elif match["vulnerability"]:
            stated = parse_vulnerability(value)
            self.vulnerability = _alike(self.vulnerability, stated, Message("vulnerability"))
        else:
            self.number = _alike(self.number, _number(value.strip()), Message("board number"))

    def unnamed_hand(self, text: str) -> bool:
        """Take a hand that names no seat; False where the text is no hand."""
        try:
            hand = parse_hand(text)
        except BridgeError:
            return False
        if self.seat is None:
            raise MalformedDeal("it is not said whose hand this is: write N: before it", text=text)
        self.hold(self.seat, hand)
        return True

    def seats_hand(self, match: re.Match[str], line: Token) -> bool:
        """Take the hand of a seat, or four from there; False where no hand is meant."""
        seat, value = parse_seat(match[1]), line.text[match.end() :]
        self.offset = line.start + match.end()
        words = value.split()
        if len(words) == 4 and all(word.count(".") == 3 or word == "-" for word in words):
            self.deal(f"{seat.name}:{value}")
            return True
        if not match[2] and "\n" not in value and not _is_meant_for_a_hand(value):
            self.offset = line.start
            return False
        self.hold(seat, parse_hand(value))
        return True

    def deal(self, value: str) -> None:
        """Take four hands as PBN's Deal tag has them."""
        try:
            hands = parse_deal(value)
        except BridgeError as error:
            raise type(error)(error.fault, text=error.text) from None
        for seat, hand in zip(Seat, hands, strict=True):
            if hand is not None:
                self.hold(seat, hand)

    def hold(self, seat: Seat, hand: Hand) -> None:
        if self.hands.get(seat, hand) != hand:
            fault = Message("{seat} has two hands here", seat=Message(seat.full_name))
            raise MalformedDeal(fault, text=str(hand))
        self.hands[seat] = hand

    def all_hands(self) -> Hands:
        north, east, south, west = (self.hands.get(seat) for seat in Seat)
        return completed_hands((north, east, south, west))


def _lines(text: str) -> Iterator[Token]:
    """The lines that are not blank; those of one hand together, as one token of many lines."""
    lines = [Token(line[0], line.start()) for line in _LINE.finditer(text) if line[0].strip()]
    place = 0
    while place < len(lines):
        start = lines[place].start
        place += _lines_of_hand([line.text for line in lines[place : place + 1 + len(Suit)]])
        last = lines[place - 1]
        yield Token(text[start : last.start + len(last.text)], start)


def _lines_of_hand(lines: Sequence[str]) -> int:
    """Return how many lines, from the first on, are one hand: a line a suit, or below its seat.

    One where the first stands for itself.
    """
    suits, below = _lines_of_suits(lines), _lines_of_suits(lines[1:])
    seat = _ABOUT_SEAT.match(lines[0])
    if seat is None or suits > max(below, 1):  # S may be South, and may be spades
        return max(suits, 1)
    behind = lines[0][seat.end() :]
    if behind.strip():
        return max(_lines_of_suits([behind, *lines[1:]]), 1)
    return 1 + (below if below > 1 else int(any(map(_is_hand, lines[1:2]))))


def _lines_of_suits(lines: Sequence[str]) -> int:
    """Return how many lines, from the first on, are a holding each, no two of one suit."""
    suits: list[Suit] = []
    for line in map(str.strip, lines):
        suit = leading_suit(line) if _HOLDING.fullmatch(line) else None
        if suit is None or suit in suits:
            break
        suits.append(suit)
    return len(suits)


def _is_hand(text: str) -> bool:
    try:
        parse_hand(text)
    except BridgeError:
        return False
    return True


def _is_meant_for_a_hand(text: str) -> bool:
    """Return whether a text that reads as no hand was still meant for one, not for calls."""
    ranks = sum(char.isalnum() for char in text)
    return bool(_NAMED_SUIT.match(text) or (ranks >= _FEW_CARDS and _RANKS_ONLY.fullmatch(text)))


def _alike(before: Stated | None, now: Stated, what: Message) -> Stated:
    """Return what is stated now. Raises Contradiction where something else was stated before."""
    if before is not None and before != now:
        raise Contradiction(Message("the {what} is given twice, and not alike", what=what))
    return now


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) < 1:
        fault = Message("{quote} is no board number", quote=quoted(text))
        raise MalformedTable(fault, text=text)
    return int(text)


def _auction(text: str, stated: Seat | None, otherwise: Seat | None) -> Auction | None:
    """The auction that is left of a text; None where nothing is."""
    if not text.strip():
        return None
    under_seats = has_header(text)
    dealer = stated
    if dealer is None:
        dealer = shown_dealer(text, otherwise) if under_seats else otherwise
    if dealer is None:
        if not under_seats:
            parse_auction(text, Seat.N)  # a fault in the calls is told first
        raise MalformedText("there are calls, and it is not said who dealt", text=text.strip())
    return parse_auction(text, dealer)
