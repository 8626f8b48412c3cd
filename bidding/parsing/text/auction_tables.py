"""Auctions as tables of four columns under a line of seats: parsing and formatting.

The header names the four seats clockwise from any of them; each row below is one round. The first
row starts in the dealer's column, and earlier seats are empty or have a dash each; the last row
may be incomplete; no row has a gap. Cells are separated by tabs if the header has tabs, else by
blanks.
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
from bidding.parsing.text.call_text import SPACED_BID
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
        """The tokens of the line, one call each."""
        return [Token(match[0], match.start()) for match in _CELL.finditer(self.text)]

    def offset(self, token: Token) -> int:
        """Return the offset of a token of this row in the whole text."""
        return self.start + token.start


@dataclass(frozen=True)
class _Header:
    """The header: the seats of the columns and their positions."""

    row: _Row
    names: tuple[Token, ...]
    seats: tuple[Seat, ...]

    def column(self, row: _Row, cell: Token) -> int:
        """Return the column of a cell, 0 to 3 (higher for surplus tabs)."""
        if "\t" in self.row.text.strip():
            indent = self.row.text[: self.names[0].start].count("\t")
            return max(row.text[: cell.start].count("\t") - indent, 0)
        return max(sum(name.start <= cell.start for name in self.names) - 1, 0)

    def beginning(self, row: _Row) -> tuple[int, int]:
        """Return the columns of the first row's first cell and of its first call after dashes.

        Four dashes are four passes.
        """
        cells = row.cells
        start = 0 if len(cells) == 4 else self.column(row, cells[0])
        dashes = len(list(takewhile(lambda cell: not cell.text.strip(DASHES), cells)))
        return start, start + (dashes if dashes < 4 else 0)


def has_header(text: str) -> bool:
    """Return True if the text begins with a seat, so is a table: no seat's name is a call."""
    first = next(iter(split_blanks(text)), None)
    return first is not None and _seat(first.text) is not None


def dealer_by_columns(text: str, otherwise: Seat | None) -> Seat | None:
    """Return the dealer by the column of the first call.

    Returns ``otherwise`` without any calls, and where leading dashes begin with that seat, since
    they could be passes. Raises MalformedTable for an invalid header.
    """
    header, rows = _table(text)
    if not rows:
        return otherwise
    start, first = header.beginning(rows[0])
    if first > 3 or start + len(rows[0].cells) == first or header.seats[start] is otherwise:
        return otherwise
    return header.seats[first]


def table_tokens(text: str, dealer: Seat) -> list[Token]:
    """Return the cells from the dealer's first call on, with their offsets in the text.

    Raises MalformedTable for an invalid header, IllegalCall for a cell in the column of a seat
    whose turn it is not, and MalformedCall for leading dashes that could be passes or seats
    before the dealer.
    """
    header, rows = _table(text)
    words: list[Token] = []
    column = header.seats.index(dealer)
    for place, row in enumerate(rows):
        cells = row.cells
        skipped = _leading_dashes(header, row, column) if place == 0 else 0
        column -= skipped
        _check_row(header, row, cells, column)
        words += [Token(cell.text, row.offset(cell)) for cell in cells[skipped:]]
        column = (column + len(cells)) % 4
    return words


def format_auction_table(auction: Auction) -> str:
    """Format an auction under W N E S, with a ``?`` in place of the next call."""
    blanks = [""] * _COLUMNS.index(auction.dealer)
    cells = [*blanks, *(str(call) for call in auction.calls)]
    if not auction.is_over:
        cells.append("?")
    rows = [[seat.name for seat in _COLUMNS]]
    rows += [cells[start : start + 4] for start in range(0, len(cells), 4)]
    return "\n".join("".join(cell.ljust(_WIDTH) for cell in row).rstrip() for row in rows)


def _table(text: str) -> tuple[_Header, list[_Row]]:
    """Split a text into header and rows. Raises MalformedTable."""
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
            message = Message(fault, quote=quoted(name.text))
            raise MalformedTable(message, text=name.text, position=row.offset(name))
    seats = tuple(parse_seat(name.text) for name in names)
    if len(seats) != 4 or any(seats[0].after(turn) is not seat for turn, seat in enumerate(seats)):
        fault = "the columns must name the four seats clockwise, as in W N E S"
        raise MalformedTable(fault, text=row.text.strip(), position=row.offset(names[0]))
    return _Header(row, tuple(names), seats)


def _leading_dashes(header: _Header, row: _Row, dealer: int) -> int:
    """Return the number of dashes in the first row for seats before the dealer.

    Raises MalformedCall where they could be passes that include the dealer's.
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
    """Raise IllegalCall unless a row's cells fill the columns from ``first`` on.

    Alignment is not checked for a complete row, nor after a single blank, which leaves no room
    for a gap.
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
            why = "it is under {under}, but it is {turn}'s turn"
            raise _out_of_turn(row, cell, Message(why, under=under, turn=turn))


def _out_of_turn(row: _Row, cell: Token, why: Message) -> IllegalCall:
    fault = Message("{quote} is out of turn: {why}", quote=quoted(cell.text), why=why)
    return IllegalCall(fault, text=cell.text, position=row.offset(cell))
