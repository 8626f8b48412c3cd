"""Bidders that are not told what the other side plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bidding.domain.calls import Call
from bidding.domain.position import Position
from bidding.domain.systems import System, Systems
from bidding.domain.table import Side
from bidding.matches.bidders import Calls


class Untold:
    """Reads the calls of its opponents as those of an unknown system."""

    def __init__(self, bidder: Calls) -> None:
        self.bidder = bidder

    def calls(
        self, tables: Sequence[Position], owner: np.ndarray, boards: Sequence[int]
    ) -> list[Call]:
        """As bidders.Calls has it."""
        return self.bidder.calls([_untold(table) for table in tables], owner, boards)


def _untold(table: Position) -> Position:
    """The table as whoever is to call sees it without having been told of the other side."""
    turn, played = table.auction.turn, table.systems
    assert turn is not None
    if turn.side is Side.NS:
        return replace(table, systems=Systems(played.ns, System.UNKNOWN))
    return replace(table, systems=Systems(System.UNKNOWN, played.ew))
