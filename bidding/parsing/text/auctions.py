"""Auctions as people type them: calls separated by blanks, commas or dashes, or a table.

A dash can be a pass or a separator, by these rules:

1. ``--`` alone is a pass. So is a lone ``-`` (or – or —) in a list or beside a comma, or in a
   text where dashes do not stand between all the calls: ``1NT - 3NT - - -``.
2. A dash with a call on both sides and no blank separates them: ``1D-1H-P``. A dash attached on
   one side only (``1D- 1H``), next to another dash (``1D--1H``) or in a text that also has lone
   dashes is refused.
3. Lone dashes between all the calls, and nowhere else, could be either: ``1D - 1H`` is refused.
   They are separators where passes are spelled otherwise and the dashes could not legally be
   passes: ``1D - 1H - P - P``.
4. In a table a dash is a pass, but before the first call it stands for a seat before the dealer;
   it is refused where it could be the dealer's.

A ``?`` may end the text where the next call goes, and ``AP`` (``all pass``) may end it with
the remaining passes. Nothing else is filled in, and calls without a separator are not split.
Brackets around a call and alert marks after it are ignored.

A table has four columns. Its header names the four seats clockwise from any of them; each row below
is one round. The first row starts in the dealer's column, and earlier seats are empty or have a
dash each; the last row may be incomplete; no row has a gap. Cells are separated by tabs if the
header has tabs, else by blanks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.errors import BridgeError, IllegalCall, MalformedCall, MalformedTable
from bidding.domain.messages import Message
from bidding.domain.table import Seat
from bidding.parsing.text.words import (
    DASHES,
    SPACED_BID,
    Token,
    parse_call,
    parse_seat,
    quoted,
    split_at,
    split_blanks,
    strip_marks,
    typed_call,
)

_CELL = re.compile(rf"all[ \t]+pass(?!\S)|{SPACED_BID}|\S+", re.IGNORECASE)
_WIDTH = 6
_COLUMNS = (Seat.W, Seat.N, Seat.E, Seat.S)

_WORD = re.compile(rf",|all[ \t]+pass(?![^\s,])|{SPACED_BID}|[^\s,]+", re.IGNORECASE)
_ALL_PASS = re.compile(r"ap|all[ \t-]*pass", re.IGNORECASE)
_PASSES = ("p", "pass", "--")


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


def parse_auction(source: str | Sequence[str], dealer: Seat) -> Auction:
    """Parse an auction from a text, or from a list with one call per item.

    Raises MalformedCall for an invalid or ambiguous call, and IllegalCall for one that is illegal
    or in the column of a seat whose turn it is not. Positions are 0-based: character offsets in a
    text, indices in a list.
    """
    if not isinstance(source, str):
        return Auction.of(dealer, [_listed(word, index) for index, word in enumerate(source)])
    if has_header(source):
        return _auction(table_tokens(source, dealer), dealer)
    return _auction(_words(source, dealer), dealer)


def format_auction(auction: Auction) -> str:
    """Return the canonical text: the calls separated by blanks."""
    return " ".join(str(call) for call in auction.calls)


def _listed(word: str, index: int) -> Call:
    try:
        return parse_call(word)
    except MalformedCall as error:
        raise MalformedCall(error.fault, text=word, position=index) from None


def _auction(words: Sequence[Token], dealer: Seat) -> Auction:
    """Parse words of one call each; the last may be '?' or 'all pass'."""
    auction = Auction(dealer)
    for place, word in enumerate(words):
        if word.text == "?" or _ALL_PASS.fullmatch(word.text):
            _check_last(words, place)
            return _closed(auction, word)
        auction = _after(auction, typed_call(word), word)
    return auction


def _check_last(words: Sequence[Token], place: int) -> None:
    if place + 1 < len(words):
        raise MalformedCall(
            Message("nothing may follow {quote}", quote=quoted(words[place].text)),
            text=words[place + 1].text,
            position=words[place + 1].start,
        )


def _closed(auction: Auction, mark: Token) -> Auction:
    """Apply a final '?' or 'all pass'."""
    if auction.is_over:
        fault = Message("{quote} comes after the end of the auction", quote=quoted(mark.text))
        raise IllegalCall(fault, text=mark.text, position=mark.start)
    while mark.text != "?" and not auction.is_over:
        auction = auction.after(PASS)
    return auction


def _after(auction: Auction, call: Call, word: Token) -> Auction:
    """Add a call; give an error its position in the text."""
    try:
        return auction.after(call)
    except IllegalCall as error:
        raise IllegalCall(error.fault, text=word.text, position=word.start) from None


def _words(text: str, dealer: Seat) -> list[Token]:
    """Split a text without columns into calls, by the rules for dashes above."""
    tokens = [Token(match[0], match.start()) for match in _WORD.finditer(text)]
    _check_commas(tokens)
    words = [word for token in tokens for word in _split_dashes(token)]
    lone = [word for word in words if _is_lone_dash(word)]
    if lone and len(words) > len(tokens):
        raise _ambiguous(
            lone[0], Message("other dashes separate calls here, but this one does not")
        )
    if lone and _alternate(words):
        return _without_dividers(words, lone[0], dealer)
    return [word for word in words if word.text != ","]


def _check_commas(tokens: Sequence[Token]) -> None:
    """Raise MalformedCall for a comma without a call on both sides."""
    texts = [",", *(token.text for token in tokens), ","]
    for place, token in enumerate(tokens, start=1):
        if token.text == "," and "," in (texts[place - 1], texts[place + 1]):
            fault = "a comma separates two calls, and one is missing here"
            raise MalformedCall(fault, text=",", position=token.start)


def _split_dashes(word: Token) -> list[Token]:
    """Split a word at dashes into calls. Raises MalformedCall for an ambiguous dash."""
    if _ALL_PASS.fullmatch(word.text) or not strip_marks(word).text.strip(DASHES):
        return [word]
    dash = next((char for char in word.text if char in DASHES), None)
    if dash is None:
        return [word]
    parts = split_at(re.sub(f"[{DASHES}]", dash, word.text), dash, word.start)
    if any(not part.text for part in parts):
        raise _ambiguous(
            word, Message("a dash is glued to a call and could be a pass or divide calls")
        )
    return parts


def _is_lone_dash(word: Token) -> bool:
    return len(word.text) == 1 and word.text in DASHES


def _alternate(words: Sequence[Token]) -> bool:
    """Return True if lone dashes are between all the words and nowhere else."""
    return len(words) % 2 == 1 and all(
        _is_lone_dash(word) == bool(place % 2) and word.text != ","
        for place, word in enumerate(words)
    )


def _without_dividers(words: list[Token], dash: Token, dealer: Seat) -> list[Token]:
    """Return the calls between lone dashes. Raises MalformedCall if ambiguous (rule 3)."""
    calls = words[::2]
    texts = [strip_marks(word).text.lower() for word in calls]
    spelled = any(text in _PASSES or _ALL_PASS.fullmatch(text) for text in texts)
    if not spelled or _is_auction(words, dealer):
        raise _ambiguous(dash, Message("the dashes could be passes or divide the calls"))
    return calls


def _is_auction(words: Sequence[Token], dealer: Seat) -> bool:
    try:
        _auction(words, dealer)
    except BridgeError:
        return False
    return True


def _ambiguous(word: Token, why: Message) -> MalformedCall:
    fault = "{why}: write P for a pass, and blanks or commas between calls"
    return MalformedCall(Message(fault, why=why), text=word.text, position=word.start)
