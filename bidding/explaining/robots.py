"""Robots: the calls that the bidder makes at a table, by each robot's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.position import BiddingTable, Position
from bidding.domain.table import Seat
from bidding.encoding.auction_batch import encode_owners
from bidding.explaining.analysis.rollout import next_call_chances
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo
from bidding.parsing.text import format_call

LEAST_DRAWN = 0.05
"""The least chance of a call that is drawn."""


@dataclass(frozen=True)
class RobotCalls:
    """A table after the robots' calls, and how many there were."""

    table: BiddingTable
    count: int
    model: ModelInfo

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        auction = self.table.auction
        calls = [format_call(call) for call in auction.calls]
        contract = auction.contract
        return {
            "model": self.model.to_dict(),
            "auction": calls,
            "calls": calls[len(calls) - self.count :],
            "turn": None if auction.turn is None else auction.turn.name,
            "contract": None if contract is None else str(contract),
        }


def robot_calls(
    bidder: Bidder, tables: Sequence[BiddingTable], model: ModelInfo, device: torch.device | str
) -> list[RobotCalls]:
    """Make the robots' calls at each table until a person is to call or the auction ends."""
    after, _ = bid_on(bidder, tables, device)
    return [
        RobotCalls(now, len(now.auction.calls) - len(before.auction.calls), model)
        for before, now in zip(tables, after, strict=True)
    ]


def bid_on(
    bidder: Bidder, tables: Sequence[BiddingTable], device: torch.device | str
) -> tuple[list[BiddingTable], list[list[float]]]:
    """Return each table after the robots' calls, and the chances of these calls."""
    owner = np.stack([encode_owners(table.hands) for table in tables])
    now = list(tables)
    chances: list[list[float]] = [[] for _ in tables]
    while rows := [row for row, table in enumerate(now) if table.is_robots_turn]:
        positions = [
            Position(None, Seat.S, table.auction, table.vulnerability, table.systems)
            for table in (now[row] for row in rows)
        ]
        found = next_call_chances(bidder, positions, owner[rows], device).numpy()
        for row, each in zip(rows, found, strict=True):
            call = _choose(now[row], each)
            now[row] = replace(now[row], auction=now[row].auction.after(call))
            chances[row].append(float(each[call.index]))
    return now, chances


def _choose(table: BiddingTable, chances: np.ndarray) -> Call:
    """Return the likeliest call, or one drawn among those that are not rare."""
    if table.draw is None:
        return ALL_CALLS[int(chances.argmax())]
    likely = np.where(chances >= min(LEAST_DRAWN, chances.max()), chances, 0).astype(float)
    rng = np.random.default_rng([table.draw, len(table.auction.calls)])
    return ALL_CALLS[int(rng.choice(len(likely), p=likely / likely.sum()))]
