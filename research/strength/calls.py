"""How likely to the bidder the calls were that were made in auctions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side, Vulnerability
from bidding.encoding.auction_batch import encode_owners
from bidding.explaining.analysis.rollout import next_call_chances
from bidding.matches.results import BoardResult
from bidding.networks.advice_head import LEAST_CHANCE
from bidding.networks.bidder import Bidder
from bidding.parsing.text.hands import parse_hand
from bidding.parsing.text.words import parse_call

_AT_ONCE = 256
_DECIMALS = 5
_VULNERABILITY = {vulnerable.label: vulnerable for vulnerable in Vulnerability}


@dataclass(frozen=True)
class MadeCall:
    """A call that was made: where, what the bidder found likeliest there, and the chance that it
    gave to the call."""

    table: Position
    made: Call
    likeliest: Call
    chance: float

    @property
    def differs(self) -> bool:
        """True if it is not the likeliest."""
        return self.made != self.likeliest


def auctions_of_a(results: Sequence[BoardResult], ours: System, theirs: System) -> list[Position]:
    """Both tables of each board after the last call, as A knew them: the table where A sits N-S,
    then the one where it sits E-W."""
    tables = []
    for result in results:
        for table, side in enumerate(Side):
            calls = map(parse_call, result.auctions[table].split())
            auction = Auction.of(Seat[result.dealer], calls)
            systems = (
                Systems.plain(ours, theirs) if side is Side.NS else Systems.plain(theirs, ours)
            )
            vulnerable = _VULNERABILITY[result.vulnerability]
            tables.append(Position(None, Seat.N, auction, vulnerable, systems))
    return tables


def owner_of(deal: str) -> np.ndarray:
    """The layout (52,) of the hands N E S W of a result."""
    return encode_owners(parse_hand(hand) for hand in deal.split())


def made_calls(
    bidder: Bidder,
    tables: Sequence[Position],
    owner: np.ndarray,
    sides: Sequence[Side | None],
    advance: Callable[[int], Any],
) -> Iterator[tuple[int, MadeCall]]:
    """The calls of finished auctions on layouts (N, 52), with the row of each; those of one side
    of a table where ``sides`` names it. ``advance`` is told how many were judged."""
    places = [
        (row, place)
        for row, table in enumerate(tables)
        for place in range(len(table.auction.calls))
        if sides[row] in (None, table.auction.seat_of(place).side)
    ]
    for first in range(0, len(places), _AT_ONCE):
        some = places[first : first + _AT_ONCE]
        asked = [before(tables[row], place) for row, place in some]
        rows = [row for row, _ in some]
        chances = next_call_chances(bidder, asked, owner[rows])
        made = [tables[row].auction.calls[place] for row, place in some]
        of_made = chances.gather(1, torch.tensor([[call.index] for call in made]))[:, 0]
        best = chances.argmax(1).tolist()
        for row, table, call, likeliest, chance in zip(
            rows, asked, made, best, of_made.tolist(), strict=True
        ):
            yield row, MadeCall(table, call, ALL_CALLS[likeliest], chance)
        advance(len(some))


def before(table: Position, place: int) -> Position:
    """The table as it was before the call at this place."""
    auction = Auction.of(table.auction.dealer, table.auction.calls[:place])
    return replace(table, auction=auction)


def call_figures(calls: Sequence[tuple[int, MadeCall]], tables: int) -> dict[str, Any]:
    """How many calls of so many tables differ from the likeliest, and whether all are plausible."""
    differing = [(row, call) for row, call in calls if call.differs]
    chances = np.array([call.chance for _, call in differing])
    plausible = len(calls) - int((chances < LEAST_CHANCE).sum())
    return {
        "calls": len(calls),
        "plausible": round(plausible / len(calls), _DECIMALS),
        "differing": round(len(differing) / len(calls), _DECIMALS),
        "tables": tables,
        "tables_differing": round(len({row for row, _ in differing}) / tables, _DECIMALS),
        "chance_of_differing": round(float(chances.mean()), _DECIMALS) if differing else None,
        "least_chance": round(float(chances.min()), _DECIMALS) if differing else None,
    }
