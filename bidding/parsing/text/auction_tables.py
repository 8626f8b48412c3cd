"""Auctions in four columns under a line of seats, in text form and back.

The line names the four seats clockwise from any one, and every row below it goes round the
table once. The first row starts under the dealer, the seats before whom are empty or have a dash
each; the last may stop early, no row has a hole. Cells are divided by tabs where the line of
seats has tabs, else by blanks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from bidding.domain.auction import Auction
from bidding.domain.errors import IllegalCall, MalformedCall, MalformedTable
from bidding.domain.messages import Message
from bidding.domain.table import Seat
from bidding.parsing.text.calls import SPACED_BID
from bidding.parsing.text.names import parse_seat
from bidding.parsing.text.tokens import DASHES, Token, quoted, split_blanks

_CELL = re.compile(rf"all[ \t]+pass(?!\S)|{SPACED_BID}|\S+", re.IGNORECASE)
_WIDTH = 6
_COLUMNS = (Seat.W, Seat.N, Seat.E, Seat.S)


@dataclass(frozen=True)
class _Row:
    """One line: its text and the offset of its first character."""

    text: str
    start: int

    @property
    def cells(self) -> list[Token]:
        """The tokens in it, a call each."""
        return [Token(match[0], match.start()) for match in _CELL.finditer(self.text)]

    def offset(self, token: Token) -> int:
        """The offset, in the whole text, of a token of this row."""
        return self.start + token.start


@dataclass(frozen=True)
class _Header:
    """The line of seats: who has which column, and where it starts."""

    row: _Row
    names: tuple[Token, ...]
    seats: tuple[Seat, ...]

    def column(self, row: _Row, cell: Token) -> int:
        """The column that a cell of a row stands in, 0 to 3 (more for tabs too many)."""
        if "\t" in self.row.text.strip():
            indent = self.row.text[: self.names[0].start].count("\t")
            return max(row.text[: cell.start].count("\t") - indent, 0)
        return max(sum(name.start <= cell.start for name in self.names) - 1, 0)

    def beginning(self, row: _Row) -> tuple[int, int]:
        """The column of the first row's first cell, and that of its first call after any dashes.

        Four dashes are four passes.
        """
        cells = row.cells
        start = 0 if len(cells) == 4 else self.column(row, cells[0])
        dashes = len(list(takewhile(lambda cell: not cell.text.strip(DASHES), cells)))
        return start, start + (dashes if dashes < 4 else 0)


def has_header(text: str) -> bool:
    """Return whether the text begins with a seat: no seat's name is a call, so a table is meant."""
    first = next(iter(split_blanks(text)), None)
    return first is not None and _seat(first.text) is not None


def shown_dealer(text: str, otherwise: Seat | None) -> Seat | None:
    """Return who deals by the column of the first call.

    ``otherwise`` where no call is shown, or dashes before it begin with that seat: they could be
    passes. Raises MalformedTable for a line of seats that is none.
    """
    header, rows = _table(text)
    if not rows:
        return otherwise
    start, first = header.beginning(rows[0])
    if first > 3 or start + len(rows[0].cells) == first or header.seats[start] is otherwise:
        return otherwise
    return header.seats[first]


def table_words(text: str, dealer: Seat) -> list[Token]:
    """The cells from the dealer's first call on, each with its offset in the text.

    Raises MalformedTable for a line of seats that is none, IllegalCall for a cell under a seat
    whose turn it is not, and MalformedCall for dashes at the beginning that could be passes or
    the seats before the dealer.
    """
    header, rows = _table(text)
    words: list[Token] = []
    column = header.seats.index(dealer)
    for place, row in enumerate(rows):
        cells = row.cells
        waiting = _waiting(header, row, column) if place == 0 else 0
        column -= waiting
        _check_row(header, row, cells, column)
        words += [Token(cell.text, row.offset(cell)) for cell in cells[waiting:]]
        column = (column + len(cells)) % 4
    return words


def format_auction_table(auction: Auction) -> str:
    """The auction under W N E S, with a ``?`` where the next call goes."""
    blanks = [""] * _COLUMNS.index(auction.dealer)
    cells = [*blanks, *(str(call) for call in auction.calls)]
    if not auction.is_over:
        cells.append("?")
    rows = [[seat.name for seat in _COLUMNS]]
    rows += [cells[start : start + 4] for start in range(0, len(cells), 4)]
    return "\n".join("".join(cell.ljust(_WIDTH) for cell in row).rstrip() for row in rows)


def _table(text: str) -> tuple[_Header, list[_Row]]:
    """The line of seats and the rows below it. Raises MalformedTable."""
    lines = [_Row(match[0], match.start()) for match in re.finditer(r"[^\r\n]+", text)]
    rows = [line for line in lines if line.text.strip()]
    return _header(rows[0]), rows[1:]


def _seat(name: str) -> Seat | None:
    try:
        return parse_seat(name)
    except MalformedTable:
        return None


def _header(row: _Row) -> _Header:
    names = split_blanks(row.text)
    for name in names:
        if _seat(name.text) is None:
            fault = "a line of its own names the four seats; {quote} is not one of them"
            said = Message(fault, quote=quoted(name.text))
            raise MalformedTable(said, text=name.text, position=row.offset(name))
    seats = tuple(parse_seat(name.text) for name in names)
    if len(seats) != 4 or any(seats[0].after(turn) is not seat for turn, seat in enumerate(seats)):
        fault = "the columns must name the four seats clockwise, as in W N E S"
        raise MalformedTable(fault, text=row.text.strip(), position=row.offset(names[0]))
    return _Header(row, tuple(names), seats)


def _waiting(header: _Header, row: _Row, dealer: int) -> int:
    """Return how many dashes of the first row stand for seats before the dealer in that column.

    Raises MalformedCall where they could be passes, the dealer's among them.
    """
    start, first = header.beginning(row)
    if start <= dealer < first:
        dash = row.cells[0]
        fault = (
            "a dash before the first call could be a pass or a seat before the dealer: "
            "write P, or leave that seat empty"
        )
        raise MalformedCall(fault, text=dash.text, position=row.offset(dash))
    return first - start if first == dealer else 0


def _check_row(header: _Header, row: _Row, cells: Sequence[Token], first: int) -> None:
    """Refuse a row whose cells are not those of the seats from column ``first`` on.

    Only a row that goes all the way round is clear without its alignment, and only a single
    blank leaves no room for a hole; elsewhere each cell must stand under its seat.
    """
    whole = first == 0 and len(cells) == 4
    for place, cell in enumerate(cells):
        column = first + place
        if column > 3:
            raise _out_of_turn(row, cell, Message("there is no column left in this row"))
        after_one_blank = place > 0 and row.text[: cell.start].endswith(cells[place - 1].text + " ")
        if whole or (after_one_blank and "\t" not in row.text):
            continue
        found = header.column(row, cell)
        if found != column:
            under = Message(header.seats[found].full_name if found < 4 else "no seat")
            turn = Message(header.seats[column].full_name)
            why = "it stands under {under}, but it is {turn}'s turn"
            raise _out_of_turn(row, cell, Message(why, under=under, turn=turn))


def _out_of_turn(row: _Row, cell: Token, why: Message) -> IllegalCall:
    fault = Message("{quote} is out of turn: {why}", quote=quoted(cell.text), why=why)
    return IllegalCall(fault, text=cell.text, position=row.offset(cell))
