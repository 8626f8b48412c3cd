"""Boards of a match: deals with their results double dummy."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bidding.domain.auction import Auction
from bidding.domain.position import Position
from bidding.domain.systems import System, Systems
from bidding.domain.table import Seat, Vulnerability, dealer_of_board, vulnerability_of_board
from bidding.encoding.records import BadRecords, owners, read_records
from bidding.tricks.solved import BadSolvedDeals, read_solved
from bidding.tricks.solving import random_deals, solve


@dataclass(frozen=True)
class Boards:
    """B boards: owner (B, 52) seats, tables before the first call, tricks (B, 4, 5) declarer x
    strain, or None for what is still to be solved."""

    owner: np.ndarray
    tables: tuple[Position, ...]
    tricks: np.ndarray | None

    def __len__(self) -> int:
        return len(self.tables)

    def rows(self, rows: slice) -> Boards:
        """Some of them, solved; raises NoSolver (tricks.solving) where that cannot be."""
        owner = self.owner[rows]
        tricks = solve(owner) if self.tricks is None else self.tricks[rows]
        return Boards(owner, self.tables[rows], tricks)


class BadBoards(ValueError):
    """A file that holds no boards, or too few; the message names the fault."""


def random_boards(count: int, seed: int, system: System) -> Boards:
    """That many deals at random, numbered from 1, not solved yet."""
    return Boards(random_deals(count, seed), _numbered(count, system), None)


def read_boards(path: Path, count: int, system: System) -> Boards:
    """The first boards of a file of solved deals, numbered from 1, or of recorded auctions,
    with their own dealers. Raises BadBoards."""
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
    boards = Boards(owner, _numbered(len(owner), system), solved.tricks[:count])
    return _enough(boards, count, path)


def _recorded(path: Path, count: int, system: System) -> Boards:
    records = read_records(path)
    count = min(count, len(records))
    tables = tuple(
        _table(Seat(int(dealer)), Vulnerability(int(vul)), system)
        for dealer, vul in zip(records.dealer[:count], records.vul[:count], strict=True)
    )
    return Boards(owners(records.deal[:count]), tables, None)


def _enough(boards: Boards, count: int, path: Path) -> Boards:
    if len(boards) < count:
        raise BadBoards(f"{path}: it has {len(boards)} boards, not {count}")
    return boards


def _numbered(count: int, system: System) -> tuple[Position, ...]:
    """Tables with the dealer and the vulnerability of boards 1, 2, ... (Law 2)."""
    return tuple(
        _table(dealer_of_board(board), vulnerability_of_board(board), system)
        for board in range(1, count + 1)
    )


def _table(dealer: Seat, vulnerability: Vulnerability, system: System) -> Position:
    return Position(None, Seat.N, Auction(dealer), vulnerability, Systems(system, system))
