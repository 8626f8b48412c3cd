"""Two different bidders as partners."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bidding.domain.calls import Call
from bidding.domain.position import Position
from bidding.domain.table import Seat
from bidding.matches.bidders import Calls


class Partners:
    """On odd boards the first bidder sits North or East, on even ones South or West; the second
    opposite."""

    def __init__(self, first: Calls, second: Calls) -> None:
        self.bidders = (first, second)

    def calls(
        self, tables: Sequence[Position], owner: np.ndarray, boards: Sequence[int]
    ) -> list[Call]:
        """As bidders.Calls has it."""
        found: dict[int, Call] = {}
        seated = [_number(table, board) for table, board in zip(tables, boards, strict=True)]
        for number, bidder in enumerate(self.bidders):
            rows = [row for row, sits in enumerate(seated) if sits == number]
            if rows:
                some = [tables[row] for row in rows]
                calls = bidder.calls(some, owner[rows], [boards[row] for row in rows])
                found.update(zip(rows, calls, strict=True))
        return [found[row] for row in range(len(tables))]


def _number(table: Position, board: int) -> int:
    """0 where it is the first bidder's turn, 1 where it is the second's."""
    first = (Seat.N, Seat.E) if board % 2 else (Seat.S, Seat.W)
    return int(table.auction.turn not in first)
