"""Auctions in four columns under a line of seats, in text form and back.

The line names the four seats clockwise from any one, and every row below it goes round the
table once. The first row starts under the dealer, the last may stop early, no row has a
hole. Cells are divided by tabs where the line of seats has tabs, else by blanks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bidding.domain.auction import Auction
from bidding.domain.errors import IllegalCall, MalformedTable
from bidding.domain.said import Said
from bidding.domain.table import Seat
from bidding.parsing.calls import SPACED_BID
from bidding.parsing.names import parse_seat
from bidding.parsing.pieces import Piece, blank_pieces, quoted

_CELL = re.compile(rf"all[ \t]+pass(?!\S)|{SPACED_BID}|\S+", re.IGNORECASE)
_WIDTH = 6
_COLUMNS = (Seat.W, Seat.N, Seat.E, Seat.S)


@dataclass(frozen=True)
class _Row:
    """One line: its text and the offset of its first character."""

    text: str
    start: int

    def offset(self, piece: Piece) -> int:
        """The offset, in the whole text, of a piece of this row."""
        return self.start + piece.start


@dataclass(frozen=True)
class _Header:
    """The line of seats: who has which column, and where it starts."""

    row: _Row
    names: tuple[Piece, ...]
    seats: tuple[Seat, ...]

    def column(self, row: _Row, cell: Piece) -> int:
        """The column that a cell of a row stands in, 0 to 3 (more for tabs too many)."""
        if "\t" in self.row.text.strip():
            indent = self.row.text[: self.names[0].start].count("\t")
            return max(row.text[: cell.start].count("\t") - indent, 0)
        return max(sum(name.start <= cell.start for name in self.names) - 1, 0)


def has_header(text: str) -> bool:
    """Whether the text begins with a seat: no seat's name is a call, so a table is meant."""
    first = next(iter(blank_pieces(text)), None)
    return first is not None and _seat(first.text) is not None


def table_words(text: str, dealer: Seat) -> list[Piece]:
    """The cells in calling order, each with its offset in the text.

    Raises MalformedTable for a line of seats that is none and IllegalCall for a cell under a
    seat whose turn it is not.
    """
    rows = [row for row in _rows(text) if row.text.strip()]
    header = _header(rows[0])
    words: list[Piece] = []
    column = header.seats.index(dealer)
    for row in rows[1:]:
        cells = [Piece(match[0], match.start()) for match in _CELL.finditer(row.text)]
        _check_row(header, row, cells, column)
        words += [Piece(cell.text, row.offset(cell)) for cell in cells]
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


def _rows(text: str) -> list[_Row]:
    return [_Row(match[0], match.start()) for match in re.finditer(r"[^\r\n]+", text)]


def _seat(name: str) -> Seat | None:
    try:
        return parse_seat(name)
    except MalformedTable:
        return None


def _header(row: _Row) -> _Header:
    names = blank_pieces(row.text)
    for name in names:
        if _seat(name.text) is None:
            fault = "a line of its own names the four seats; {quote} is not one of them"
            said = Said(fault, quote=quoted(name.text))
            raise MalformedTable(said, text=name.text, position=row.offset(name))
    seats = tuple(parse_seat(name.text) for name in names)
    if len(seats) != 4 or any(seats[0].after(turn) is not seat for turn, seat in enumerate(seats)):
        fault = "the columns must name the four seats clockwise, as in W N E S"
        raise MalformedTable(fault, text=row.text.strip(), position=row.offset(names[0]))
    return _Header(row, tuple(names), seats)


def _check_row(header: _Header, row: _Row, cells: Sequence[Piece], first: int) -> None:
    """Refuses a row whose cells are not those of the seats from column ``first`` on.

    Only a row that goes all the way round is clear without its alignment, and only a single
    blank leaves no room for a hole; elsewhere each cell must stand under its seat.
    """
    whole = first == 0 and len(cells) == 4
    for place, cell in enumerate(cells):
        column = first + place
        if column > 3:
            raise _out_of_turn(row, cell, Said("there is no column left in this row"))
        after_one_blank = place > 0 and row.text[: cell.start].endswith(cells[place - 1].text + " ")
        if whole or (after_one_blank and "\t" not in row.text):
            continue
        found = header.column(row, cell)
        if found != column:
            under = Said(header.seats[found].full_name if found < 4 else "no seat")
            turn = Said(header.seats[column].full_name)
            why = "it stands under {under}, but it is {turn}'s turn"
            raise _out_of_turn(row, cell, Said(why, under=under, turn=turn))


def _out_of_turn(row: _Row, cell: Piece, why: Said) -> IllegalCall:
    fault = Said("{quote} is out of turn: {why}", quote=quoted(cell.text), why=why)
    return IllegalCall(fault, text=cell.text, position=row.offset(cell))
