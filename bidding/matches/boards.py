"""Boards of a match: dealt from a seed, or read from a file."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from bidding.domain.auction import Auction
from bidding.domain.cards import Deal
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability, dealer_of_board, vulnerability_of_board
from bidding.encoding.auction_batch import card_of, encode_owners
from bidding.encoding.records import BadRecords, Records, owners, read_records
from bidding.parsing.formats.reader import read_boards as boards_in_text
from bidding.parsing.formats.recorded_boards import BadBoard
from bidding.parsing.formats.text_files import UnreadableText, decode_text
from bidding.tricks.solved import BadSolvedDeals, read_solved

_ARRAYS = ".npz"


@dataclass(frozen=True)
class Boards:
    """B boards: owner (B, 52) seats, tables before the first call, tricks (B, 4, 5) declarer x
    strain, or None for what is still to be found; ``swapped`` are the tables where the second
    bidder sits North-South, if other systems are played there. ``first`` is the first's number."""

    owner: np.ndarray
    tables: tuple[Position, ...]
    tricks: np.ndarray | None
    swapped: tuple[Position, ...] | None = None
    first: int = 1

    def __len__(self) -> int:
        return len(self.tables)

    @property
    def numbers(self) -> range:
        """The numbers of the boards in this match."""
        return range(self.first, self.first + len(self))

    @property
    def both(self) -> tuple[Position, ...]:
        """The tables where the first bidder sits North-South, then those where the second does."""
        return (*self.tables, *(self.tables if self.swapped is None else self.swapped))

    def rows(self, start: int, stop: int) -> Boards:
        """Return some of them."""
        rows = slice(start, min(stop, len(self)))
        tricks = None if self.tricks is None else self.tricks[rows]
        swapped = None if self.swapped is None else self.swapped[rows]
        first = self.first + start
        return Boards(self.owner[rows], self.tables[rows], tricks, swapped, first)

    def played_as(self, tables: list[Systems], swapped: list[Systems]) -> Boards:
        """Return the same boards with these systems at the first and the second table of each."""
        first, second = (
            tuple(replace(t, systems=s) for t, s in zip(self.tables, systems, strict=True))
            for systems in (tables, swapped)
        )
        return replace(self, tables=first, swapped=second)


class BadBoards(ValueError):
    """A file that holds no boards, or too few; the message names the fault."""


def random_boards(count: int, seed: int, system: System) -> Boards:
    """Return that many deals at random, numbered from 1; fewer are the first of more."""
    rng = random.Random(seed)  # noqa: S311  (no secret: the seed names the deals)
    owner = np.stack([encode_owners(Deal.random(rng).hands) for _ in range(count)])
    return Boards(owner, numbered_tables(1, count, Systems.plain(system, system)), None)


def read_boards(path: Path, count: int, system: System | None) -> Boards:
    """The first boards of a file: solved deals, numbered from 1, or recorded auctions (.npz), or
    PBN or LIN, with their own dealers. Without a system those recorded are played, else SAYC.

    Raise BadBoards.
    """
    if path.suffix.lower() != _ARRAYS:
        return _enough(_of_text(path, count, system or System.SAYC), count, path)
    try:
        solved = read_solved(path)
    except BadSolvedDeals as no_solved_deals:
        try:
            return _enough(_recorded(path, count, system), count, path)
        except BadRecords as no_records:
            raise BadBoards(f"{no_solved_deals}; nor auctions: {no_records}") from no_records
    if solved.held is not None:
        raise BadBoards(f"{path}: endings of fewer than 13 cards cannot be bid")
    owner = solved.owners[:count]
    played = system or System.SAYC
    numbered = numbered_tables(1, len(owner), Systems.plain(played, played))
    boards = Boards(owner, numbered, solved.tricks[:count])
    return _enough(boards, count, path)


def _of_text(path: Path, count: int, system: System) -> Boards:
    """Return the first boards of a file of text, with all four hands each."""
    try:
        text = decode_text(path.read_bytes()).text
    except (OSError, UnreadableText) as error:
        raise BadBoards(f"{path}: {error}") from error
    found: list[np.ndarray] = []
    tables: list[Position] = []
    for place, board in enumerate(islice(boards_in_text(text), count), 1):
        if isinstance(board, BadBoard):
            raise BadBoards(f"{path}, line {board.line}: {board.fault}")
        if board.deal is None:
            raise BadBoards(f"{path}, line {board.line}: the board has not all four hands")
        found.append(encode_owners(board.deal.hands))
        number = board.number or place
        dealer, vulnerability = board.dealer, board.vulnerability
        if dealer is None:
            dealer = dealer_of_board(number)
        if vulnerability is None:
            vulnerability = vulnerability_of_board(number)
        tables.append(_table(dealer, vulnerability, Systems.plain(system, system)))
    if not tables:
        raise BadBoards(f"{path}: it has no boards")
    return Boards(np.stack(found), tuple(tables), None)


def _recorded(path: Path, count: int, system: System | None) -> Boards:
    records = read_records(path)
    count = min(count, len(records))
    tables = tuple(
        _table(
            Seat(int(records.dealer[row])),
            Vulnerability(int(records.vul[row])),
            systems_of(records, row) if system is None else Systems.plain(system, system),
        )
        for row in range(count)
    )
    return Boards(owners(records.deal[:count]), tables, None)


def systems_of(records: Records, row: int) -> Systems:
    """Return what the sides of a recorded auction played."""
    bases = (records.system_ns[row], records.system_ew[row])
    return Systems(*map(card_of, bases, records.choices[records.card[row]]))


def _enough(boards: Boards, count: int, path: Path) -> Boards:
    if len(boards) < count:
        raise BadBoards(f"{path}: it has {len(boards)} boards, not {count}")
    return boards


def numbered_tables(first: int, count: int, systems: Systems) -> tuple[Position, ...]:
    """Return tables with dealer and vulnerability of boards from ``first`` on (Law 2)."""
    return tuple(
        _table(dealer_of_board(board), vulnerability_of_board(board), systems)
        for board in range(first, first + count)
    )


def _table(dealer: Seat, vulnerability: Vulnerability, systems: Systems) -> Position:
    return Position(None, Seat.N, Auction(dealer), vulnerability, systems)
