"""Boards of a match: deals with their results double dummy."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bidding.domain.auction import Auction
from bidding.domain.position import Position
from bidding.domain.systems import System, Systems
from bidding.domain.table import Seat, Vulnerability, dealer_of_board, vulnerability_of_board
from bidding.encoding.records import BadRecords, Records, owners, read_records
from bidding.tricks.solved import BadSolvedDeals, read_solved
from bidding.tricks.solving import random_deals, solve


@dataclass(frozen=True)
class Boards:
    """B boards: owner (B, 52) seats, tables before the first call, tricks (B, 4, 5) declarer x
    strain, or None for what is still to be solved; ``swapped`` are the tables where the second
    bidder sits North-South, if other systems are played there."""

    owner: np.ndarray
    tables: tuple[Position, ...]
    tricks: np.ndarray | None
    swapped: tuple[Position, ...] | None = None

    def __len__(self) -> int:
        return len(self.tables)

    @property
    def both(self) -> tuple[Position, ...]:
        """The tables where the first bidder sits North-South, then those where the second does."""
        return (*self.tables, *(self.tables if self.swapped is None else self.swapped))

    def rows(self, rows: slice) -> Boards:
        """Some of them, solved; raises NoSolver (tricks.solving) where that cannot be."""
        owner = self.owner[rows]
        tricks = solve(owner) if self.tricks is None else self.tricks[rows]
        swapped = None if self.swapped is None else self.swapped[rows]
        return Boards(owner, self.tables[rows], tricks, swapped)


class BadBoards(ValueError):
    """A file that holds no boards, or too few; the message names the fault."""


def random_boards(count: int, seed: int, system: System) -> Boards:
    """That many deals at random, numbered from 1, not solved yet."""
    return Boards(random_deals(count, seed), _numbered(count, system), None)


def read_boards(path: Path, count: int, system: System | None) -> Boards:
    """The first boards of a file of solved deals, numbered from 1, or of recorded auctions,
    with their own dealers. Without a system those recorded are played, else SAYC.

    Raises BadBoards.
    """
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
    numbered = _numbered(len(owner), system or System.SAYC)
    boards = Boards(owner, numbered, solved.tricks[:count])
    return _enough(boards, count, path)


def _recorded(path: Path, count: int, system: System | None) -> Boards:
    records = read_records(path)
    count = min(count, len(records))
    tables = tuple(
        _table(
            Seat(int(records.dealer[row])),
            Vulnerability(int(records.vul[row])),
            systems_of(records, row) if system is None else Systems(system, system),
        )
        for row in range(count)
    )
    return Boards(owners(records.deal[:count]), tables, None)


def systems_of(records: Records, row: int) -> Systems:
    """What the sides of a recorded auction played."""
    ns, ew = (list(System)[codes[row]] for codes in (records.system_ns, records.system_ew))
    return Systems(ns, ew)


def _enough(boards: Boards, count: int, path: Path) -> Boards:
    if len(boards) < count:
        raise BadBoards(f"{path}: it has {len(boards)} boards, not {count}")
    return boards


def _numbered(count: int, system: System) -> tuple[Position, ...]:
    """Tables with the dealer and the vulnerability of boards 1, 2, ... (Law 2)."""
    return tuple(
        _table(dealer_of_board(board), vulnerability_of_board(board), Systems(system, system))
        for board in range(1, count + 1)
    )


def _table(dealer: Seat, vulnerability: Vulnerability, systems: Systems) -> Position:
    return Position(None, Seat.N, Auction(dealer), vulnerability, systems)
