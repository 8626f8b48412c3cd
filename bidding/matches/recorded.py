"""Bidders whose calls were recorded."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.position import Position
from bidding.domain.systems import Systems
from bidding.encoding.records import Records
from bidding.matches.bidders import Calls
from bidding.matches.boards import systems_of
from bidding.tricks.solved import pack


class RecordedBidder:
    """Makes the calls of recorded auctions as long as the auction goes as it was recorded there;
    then, and on other boards, those of another bidder."""

    def __init__(self, records: Records, otherwise: Calls) -> None:
        self.otherwise = otherwise
        self.made = self.made_as_recorded = 0  # calls so far
        self.recorded: dict[tuple[bytes, int, int], list[int]] = {}
        self.systems: dict[tuple[bytes, int, int], Systems] = {}
        for row in range(len(records)):
            first = int(records.start[row])
            key = (records.deal[row].tobytes(), int(records.dealer[row]), int(records.vul[row]))
            calls = records.calls[first : first + int(records.n_calls[row])]
            self.recorded.setdefault(key, calls.tolist())
            self.systems.setdefault(key, systems_of(records, row))

    def calls(
        self, tables: Sequence[Position], owner: np.ndarray, boards: Sequence[int]
    ) -> list[Call]:
        """As bidders.Calls has it."""
        found = [self._call(table, deal) for table, deal in zip(tables, pack(owner), strict=True)]
        lost = [row for row, call in enumerate(found) if call is None]
        self.made += len(found)
        self.made_as_recorded += len(found) - len(lost)
        if lost:
            numbers = [boards[row] for row in lost]
            others = self.otherwise.calls([tables[row] for row in lost], owner[lost], numbers)
            for row, call in zip(lost, others, strict=True):
                found[row] = call
        return [call for call in found if call is not None]

    def known(self, tables: Sequence[Position], owner: np.ndarray) -> int:
        """How many of these boards were recorded: deal, dealer and vulnerability.

        On each of them it makes one recorded call at least, as its side deals at one table.
        """
        boards = zip(tables, pack(owner), strict=True)
        return sum(_board(table, deal) in self.recorded for table, deal in boards)

    def systems_at(self, tables: Sequence[Position], owner: np.ndarray) -> list[Systems | None]:
        """What both sides of each board played where it was recorded; None where it was not."""
        boards = zip(tables, pack(owner), strict=True)
        return [self.systems.get(_board(table, deal)) for table, deal in boards]

    def _call(self, table: Position, deal: np.ndarray) -> Call | None:
        recorded = self.recorded.get(_board(table, deal), [])
        made = [call.index for call in table.auction.calls]
        goes_on = len(recorded) > len(made) and recorded[: len(made)] == made
        return ALL_CALLS[recorded[len(made)]] if goes_on else None


def _board(table: Position, deal: np.ndarray) -> tuple[bytes, int, int]:
    """What recorded boards are found by, of a packed deal (13,)."""
    return deal.tobytes(), int(table.auction.dealer), int(table.vulnerability)
