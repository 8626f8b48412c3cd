"""Reading boards in any supported form: PBN, LIN, links to a hand viewer, or typed text.

Typed text has hands, auction and table data on lines of their own. A line may begin with a label: a
seat (``N: AKJ5.T98.Q2.AK43``, or a whole deal ``N:AKJ5.T98.Q2.AK43 ... ... ...`` clockwise from
there), ``Dealer``, ``Vulnerable``, ``Board`` or ``Auction``. A hand may have one line per suit, and
may follow its seat. A hand without a seat is the viewer's; all other lines together are the
auction. Without a dealer, the board number determines it (Law 2), or else the column of the first
call in a table of calls.
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
from bidding.parsing.formats.lin import read_lin
from bidding.parsing.formats.links import decoded, has_link, read_links
from bidding.parsing.formats.pbn import parse_deal, read_pbn
from bidding.parsing.formats.recorded_boards import (
    BadBoard,
    Board,
    Contradiction,
    MalformedText,
    completed_hands,
)
from bidding.parsing.formats.text_files import LineNumbers
from bidding.parsing.text.auctions import dealer_by_columns, has_header, parse_auction
from bidding.parsing.text.hands import leading_suit, parse_hand
from bidding.parsing.text.words import Token, parse_seat, parse_vulnerability, quoted

_LINE = re.compile(r"[^\n]+")
_ABOUT_TABLE = re.compile(
    r"\s*(?:(?P<dealer>dealer)|(?P<vulnerability>vul|vulnerab\w*)|(?P<board>board))\b"
    r"[ \t]*[:=#]?[ \t]*",
    re.IGNORECASE,
)
_ABOUT_AUCTION = re.compile(r"\s*(?:auction|bidding|calls)\b[ \t]*[:=]?", re.IGNORECASE)
_ABOUT_SEAT = re.compile(r"\s*(north|east|south|west|[nesw])\b[ \t]*([:=]?)", re.IGNORECASE)
_RANKS_ONLY = re.compile(r"[AKQJTX0-9.,_\s–—−-]+", re.IGNORECASE)
_PIP = "♠♥♦♣♤♡♢♧\u2764"
_SUIT = r"(?:spades?|hearts?|diamonds?|clubs?|[SHDC])[ \t]*+[:=]?[ \t]*+"
_NAMED_SUIT = re.compile(  # 'D 2H' is a double and a bid
    rf"\s*(?:[{_PIP}]|{_SUIT}(?:10|[AKQJT2-9])(?![CDHSN♣♦♥♠♧♢♡♤]))", re.IGNORECASE
)
_HOLDING = re.compile(  # after a symbol anything is taken for cards, after a letter only cards
    rf"(?:[{_PIP}][^{_PIP}]*+|{_SUIT}(?:[-–—−]|(?:10|[AKQJT2-9]|[ \t,])*)[.;]?\s*+)",
    re.IGNORECASE | re.ASCII,
)
Stated = TypeVar("Stated")
_MAX_CHARACTERS = 100_000  # many times the longest auction, yet quickly read
_FEW_CARDS = 8  # so many letters and digits without a call are taken for a hand

_PBN_TAG = re.compile(r'^[ \t\ufeff]*+\[[ \t]*+\w++\s*+"', re.MULTILINE)
# Names of LIN commands, none of which is a call or a seat in a table with bars.
_NAME = (
    "(?a:ah|an|at|bt|cp|fp|ha|ia|kc|lb|lg|mb|mc|md|mn|mp|nt|pc|pf|pg|pn|pw|qx|rb|rc|rh|rs|se|sk|st|"
    "sv|tu|ub|up|va|vg)"
)
_LIN_COMMAND = re.compile(rf"(?:^|[|\n])[ \t\ufeff]*+{_NAME}[ \t]*+\|", re.IGNORECASE)
_ADDRESS = re.compile(r"\s*+[a-z][a-z0-9+.-]{0,20}://[^\s?]*+\s*+\Z", re.IGNORECASE | re.ASCII)
_LIN_START = re.compile(rf"[\s\ufeff]*+{_NAME}[ \t]*+\|", re.IGNORECASE)
_LIN_ENCODED = re.compile(rf"[\s\ufeff]*+{_NAME}%(?:25){{0,3}}7c", re.IGNORECASE)  # out of a link
_NO_BOARD_IN_ADDRESS = Message(
    "this address holds no board itself: open it, then paste the long address it leads to, or the "
    "board"
)

_NO_FILE_OF_BOARDS = Message("this is not a PBN or LIN file")


def read_typed(text: str, seat: Seat | None = None, dealer: Seat | None = None) -> Board | BadBoard:
    """Read one typed board; return a BadBoard if that fails.

    ``seat`` is the owner of a hand without a seat, ``dealer`` the dealer if the text names none.
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
    """Reader of single lines; ``offset`` is the start of the current piece of text."""

    seat: Seat | None
    offset: int = 0
    hands: dict[Seat, Hand] = field(default_factory=dict)
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    number: int | None = None
    has_auction: bool = False

    def board(self, text: str, dealer: Seat | None) -> Board:
        """Read a board. Raises BridgeError with a position relative to ``offset``."""
        if not text.strip():
            raise MalformedText("there is nothing to read", position=0)
        if len(text) > _MAX_CHARACTERS:
            fault = "a typed board has at most {most} characters, this text {count}"
            most = _MAX_CHARACTERS
            raise MalformedText(fault, most=most, count=len(text), position=most)
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
            hands=completed_hands(map(self.hands.get, Seat)),
            auction=auction,
        )

    def calls(self, text: str) -> str:
        """Blank out everything except the calls, which keep their offsets."""
        chars = list(text)
        for line in _lines(text):
            start = self.line(line)
            chars[line.start : start] = " " * (start - line.start)
        return "".join(chars)

    def line(self, line: Token) -> int:
        """Read everything but calls from a line; return the offset at which its calls begin."""
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
        if match is not None and self.seated_hand(match, line):
            return end
        if _resembles_hand(line.text):
            parse_hand(line.text)  # raises: else it would have been taken above
        return line.start

    def table(self, match: re.Match[str], line: Token) -> None:
        """Read dealer, vulnerability or board number."""
        self.offset = line.start + match.end()
        value = line.text[match.end() :]
        if match["dealer"]:
            self.dealer = _consistent(self.dealer, parse_seat(value), Message("dealer"))
        elif match["vulnerability"]:
            stated = parse_vulnerability(value)
            self.vulnerability = _consistent(self.vulnerability, stated, Message("vulnerability"))
        else:
            self.number = _consistent(self.number, _number(value.strip()), Message("board number"))

    def unnamed_hand(self, text: str) -> bool:
        """Read a hand without a seat; return False if the text is not a hand."""
        try:
            hand = parse_hand(text)
        except BridgeError:
            return False
        if self.seat is None:
            raise MalformedDeal("say whose hand this is: write N: before it", text=text)
        self.add_hand(self.seat, hand)
        return True

    def seated_hand(self, match: re.Match[str], line: Token) -> bool:
        """Read the hand of a seat, or four hands from it; return False for other text."""
        seat, value = parse_seat(match[1]), line.text[match.end() :]
        self.offset = line.start + match.end()
        words = value.split()
        if len(words) == 4 and all(word.count(".") == 3 or word == "-" for word in words):
            try:
                hands = parse_deal(f"{seat.name}:{value}")
            except BridgeError as error:
                raise type(error)(error.fault, text=error.text) from None
            for one, hand in zip(Seat, hands, strict=True):
                if hand is not None:
                    self.add_hand(one, hand)
            return True
        if not match[2] and "\n" not in value and not _resembles_hand(value):
            self.offset = line.start
            return False
        self.add_hand(seat, parse_hand(value))
        return True

    def add_hand(self, seat: Seat, hand: Hand) -> None:
        if self.hands.get(seat, hand) != hand:
            fault = "{seat} has two hands here"
            raise MalformedDeal(fault, seat=Message(seat.full_name), text=str(hand))
        self.hands[seat] = hand


def _lines(text: str) -> Iterator[Token]:
    """Yield the lines that are not blank; the lines of one hand as a single token."""
    lines = [Token(line[0], line.start()) for line in _LINE.finditer(text) if line[0].strip()]
    place = 0
    while place < len(lines):
        start = lines[place].start
        place += _lines_of_hand([line.text for line in lines[place : place + 1 + len(Suit)]])
        last = lines[place - 1]
        yield Token(text[start : last.start + len(last.text)], start)


def _lines_of_hand(lines: Sequence[str]) -> int:
    """Return the number of leading lines that form one hand, by suit or below its seat.

    1 if the first line is on its own.
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
    """Return the number of leading lines that are holdings of different suits."""
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


def _resembles_hand(text: str) -> bool:
    """Return True if an invalid hand was probably meant as a hand, not as calls."""
    ranks = sum(char.isalnum() for char in text)
    return bool(_NAMED_SUIT.match(text) or (ranks >= _FEW_CARDS and _RANKS_ONLY.fullmatch(text)))


def _consistent(before: Stated | None, now: Stated, what: Message) -> Stated:
    """Return the new value. Raises Contradiction if it differs from an earlier one."""
    if before is not None and before != now:
        raise Contradiction("the {what} is given twice, with different values", what=what)
    return now


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) < 1:
        fault = "{quote} is not a board number; these are 1, 2, 3 and so on"
        raise MalformedTable(fault, quote=quoted(text), text=text)
    return int(text)


def _auction(text: str, stated: Seat | None, otherwise: Seat | None) -> Auction | None:
    """Parse the rest of a text as an auction; return None if it is empty."""
    if not text.strip():
        return None
    dealer = otherwise if stated is None else stated
    if stated is None and has_header(text):
        dealer = dealer_by_columns(text, otherwise)
    elif dealer is None:
        parse_auction(text, Seat.N)  # report a fault in the calls first
    if dealer is None:
        raise MalformedText("there are calls, but the dealer is missing", text=text.strip())
    return parse_auction(text, dealer)


def read_boards(
    text: str, *, seat: Seat | None = None, dealer: Seat | None = None, is_file: bool = False
) -> Iterator[Board | BadBoard]:
    """Yield every board of a text in order, with a BadBoard for one that cannot be read.

    Raises nothing. For typed text ``seat`` is the owner of a hand without a seat, and ``dealer``
    the dealer where the text names none; the other forms state both. Of a file that is in none of
    the forms nothing else is said.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _LIN_ENCODED.match(text):
        text = decoded(text)
    if _LIN_START.match(text):  # an explanation may contain a link or a bracket
        yield from read_lin(text)
    elif _PBN_TAG.search(text):
        yield from read_pbn(text)
    elif has_link(text):
        yield from read_links(text)
    elif _LIN_COMMAND.search(text):
        yield from read_lin(text)
    elif _ADDRESS.match(text):
        line = 1 + text[: len(text) - len(text.lstrip())].count("\n")
        yield BadBoard(line, MalformedText.code, _NO_BOARD_IN_ADDRESS)
    else:
        board = read_typed(text, seat, dealer)
        if is_file and text.strip() and isinstance(board, BadBoard):
            board = BadBoard(1, MalformedText.code, _NO_FILE_OF_BOARDS)
        yield board
