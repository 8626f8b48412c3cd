"""Auctions as people type them: calls separated by blanks, commas or dashes, or a table.

A dash can be a pass or a separator, by these rules:

1. ``--`` alone is a pass. So is a lone ``-`` (or – or —) in a list or next to a comma, or in a
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
from itertools import takewhile
from typing import NamedTuple

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
_WORD = re.compile(rf",|all[ \t]+pass(?![^\s,])|{SPACED_BID}|[^\s,]+", re.IGNORECASE)
_ALL_PASS = re.compile(r"ap|all[ \t-]*pass", re.IGNORECASE)
_PASSES = ("p", "pass", "--")


class _Row(NamedTuple):
    """One line: its text, the offset of its first character, and its cells, of one call each."""

    text: str
    start: int
    cells: list[Token]

    def offset(self, cell: Token) -> int:
        """Return the offset of a cell of this row in the whole text."""
        return self.start + cell.start


class _Table(NamedTuple):
    """The header, the seats that it names, and the rows below it."""

    header: _Row
    seats: list[Seat]
    rows: list[_Row]

    def column(self, row: _Row, cell: Token) -> int:
        """Return the column of a cell, 0 to 3 (higher for surplus tabs)."""
        names = self.header.cells
        if "\t" in self.header.text.strip():
            indent = self.header.text[: names[0].start].count("\t")
            return max(row.text[: cell.start].count("\t") - indent, 0)
        return max(sum(name.start <= cell.start for name in names) - 1, 0)

    def beginning(self) -> tuple[int, int]:
        """Return the columns of the first row's first cell and of its first call after dashes.

        Four dashes are four passes.
        """
        row = self.rows[0]
        start = 0 if len(row.cells) == 4 else self.column(row, row.cells[0])
        dashes = len(list(takewhile(lambda cell: not cell.text.strip(DASHES), row.cells)))
        return start, start + (dashes if dashes < 4 else 0)


def has_header(text: str) -> bool:
    """Return True if the text begins with a seat, so is a table: no seat's name is a call."""
    first = next(iter(text.split()), None)
    return first is not None and _seat(first) is not None


def dealer_by_columns(text: str, otherwise: Seat | None) -> Seat | None:
    """Return the dealer by the column of the first call.

    Returns ``otherwise`` without any calls, and where leading dashes begin with that seat, since
    they could be passes. Raises MalformedTable for an invalid header.
    """
    table = _table(text)
    if not table.rows:
        return otherwise
    start, first = table.beginning()
    no_calls = start + len(table.rows[0].cells) == first
    if first > 3 or no_calls or table.seats[start] is otherwise:
        return otherwise
    return table.seats[first]


def _table_calls(text: str, dealer: Seat) -> list[Token]:
    """Return the cells from the dealer's first call on, with their offsets in the text.

    Raises MalformedTable for an invalid header, IllegalCall for a cell in the column of a seat
    whose turn it is not, and MalformedCall for leading dashes that could be passes or seats
    before the dealer.
    """
    table = _table(text)
    words: list[Token] = []
    column = table.seats.index(dealer)
    for place, row in enumerate(table.rows):
        skipped = _leading_dashes(table, column) if place == 0 else 0
        column -= skipped
        _check_row(table, row, column)
        words += [Token(cell.text, row.offset(cell)) for cell in row.cells[skipped:]]
        column = (column + len(row.cells)) % 4
    return words


def _table(text: str) -> _Table:
    """Split a text into header and rows. Raises MalformedTable."""
    lines = [line for line in re.finditer(r"[^\r\n]+", text) if line[0].strip()]
    header = _Row(lines[0][0], lines[0].start(), split_blanks(lines[0][0]))
    seats = []
    for name in header.cells:
        seat = _seat(name.text)
        if seat is None:
            fault = "a line of its own names the four seats; {quote} is not one of them"
            message = Message(fault, quote=quoted(name.text))
            raise MalformedTable(message, text=name.text, position=header.offset(name))
        seats.append(seat)
    if seats != [seats[0].after(turn) for turn in range(4)]:
        fault = "the columns must name the four seats clockwise, as in W N E S"
        place = header.offset(header.cells[0])
        raise MalformedTable(fault, text=header.text.strip(), position=place)
    return _Table(header, seats, [_row(line) for line in lines[1:]])


def _row(line: re.Match[str]) -> _Row:
    cells = [Token(cell[0], cell.start()) for cell in _CELL.finditer(line[0])]
    return _Row(line[0], line.start(), cells)


def _seat(name: str) -> Seat | None:
    try:
        return parse_seat(name)
    except MalformedTable:
        return None


def _leading_dashes(table: _Table, dealer: int) -> int:
    """Return the number of dashes in the first row for seats before the dealer.

    Raises MalformedCall where they could be passes that include the dealer's.
    """
    start, first = table.beginning()
    if start <= dealer < first:
        dash = table.rows[0].cells[0]
        fault = (
            "a dash before the first call could be a pass or a seat before the dealer: "
            "write P, or leave that seat empty"
        )
        raise MalformedCall(fault, text=dash.text, position=table.rows[0].offset(dash))
    return first - start if first == dealer else 0


def _check_row(table: _Table, row: _Row, first: int) -> None:
    """Raise IllegalCall unless a row's cells fill the columns from ``first`` on.

    Alignment is not checked for a complete row, nor after a single blank, which leaves no room
    for a gap.
    """
    whole = first == 0 and len(row.cells) == 4
    for place, cell in enumerate(row.cells):
        column = first + place
        if column > 3:
            raise _out_of_turn(row, cell, Message("there is no column left in this row"))
        after_one_blank = place > 0 and row.text[: cell.start].endswith(
            row.cells[place - 1].text + " "
        )
        if whole or (after_one_blank and "\t" not in row.text):
            continue
        found = table.column(row, cell)
        if found != column:
            under = Message(table.seats[found].full_name if found < 4 else "no seat")
            turn = Message(table.seats[column].full_name)
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
    words = _table_calls if has_header(source) else _words
    return _auction(words(source, dealer), dealer)


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
            if rest := words[place + 1 :]:
                fault = Message("nothing may follow {quote}", quote=quoted(word.text))
                raise MalformedCall(fault, text=rest[0].text, position=rest[0].start)
            return _closed(auction, word)
        call = typed_call(word)
        try:
            auction = auction.after(call)
        except IllegalCall as error:
            raise IllegalCall(error.fault, text=word.text, position=word.start) from None
    return auction


def _closed(auction: Auction, mark: Token) -> Auction:
    """Apply a final '?' or 'all pass'."""
    if auction.is_over:
        fault = Message("{quote} comes after the end of the auction", quote=quoted(mark.text))
        raise IllegalCall(fault, text=mark.text, position=mark.start)
    while mark.text != "?" and not auction.is_over:
        auction = auction.after(PASS)
    return auction


def _words(text: str, dealer: Seat) -> list[Token]:
    """Split a text without columns into calls, by the rules for dashes above."""
    tokens = [Token(match[0], match.start()) for match in _WORD.finditer(text)]
    texts = [",", *(token.text for token in tokens), ","]
    for token, before, after in zip(tokens, texts, texts[2:], strict=False):
        if token.text == "," and "," in (before, after):
            fault = "a comma separates two calls, and one is missing here"
            raise MalformedCall(fault, text=",", position=token.start)
    words = [word for token in tokens for word in _split_dashes(token)]
    lone = [word for word in words if _is_lone_dash(word)]
    if lone and len(words) > len(tokens):
        raise _ambiguous(
            lone[0], Message("other dashes separate calls here, but this one does not")
        )
    if lone and _alternate(words):
        return _without_dividers(words, lone[0], dealer)
    return [word for word in words if word.text != ","]


def _split_dashes(word: Token) -> list[Token]:
    """Split a word at dashes into calls. Raises MalformedCall for an ambiguous dash."""
    dash = next((char for char in word.text if char in DASHES), None)
    all_pass = _ALL_PASS.fullmatch(word.text)
    if dash is None or all_pass or not strip_marks(word).text.strip(DASHES):
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
    if any(text in _PASSES or _ALL_PASS.fullmatch(text) for text in texts):
        try:
            _auction(words, dealer)
        except BridgeError:
            return calls
    raise _ambiguous(dash, Message("the dashes could be passes or divide the calls"))


def _ambiguous(word: Token, why: Message) -> MalformedCall:
    fault = "{why}: write P for a pass, and blanks or commas between calls"
    return MalformedCall(Message(fault, why=why), text=word.text, position=word.start)
