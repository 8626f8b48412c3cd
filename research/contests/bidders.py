"""What can bid at a table: the model, the model that looks ahead, and recorded calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
import torch

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.cards import Card, Hand
from bidding.domain.position import Position
from bidding.domain.systems import Systems
from bidding.encoding.records import Records
from bidding.explaining.analysis.contracts import TrickChances
from bidding.explaining.analysis.lookahead import look_ahead, plausible_calls
from bidding.explaining.analysis.rollout import next_call_chances
from bidding.explaining.analysis.tally import CallSums
from bidding.explaining.layouts.layout_sampling import sampler_for
from bidding.networks.bidder import Bidder
from bidding.tricks.solved import pack
from research.contests.boards import Boards, systems_of


class Calls(Protocol):
    """Whoever can make the next call at many tables."""

    def calls(self, tables: Sequence[Position], owner: np.ndarray) -> list[Call]:
        """The call at each table, by the hand of whoever's turn it is in layouts (N, 52)."""


class ModelBidder:
    """Makes the call that the model finds likeliest."""

    def __init__(self, bidder: Bidder, device: torch.device | str = "cpu") -> None:
        self.bidder, self.device = bidder, device

    def calls(self, tables: Sequence[Position], owner: np.ndarray) -> list[Call]:
        """As the protocol has it."""
        chances = next_call_chances(self.bidder, tables, owner, self.device)
        return [ALL_CALLS[call] for call in chances.argmax(1).tolist()]


class LookingBidder:
    """Compares plausible calls by where they lead, and leaves the likeliest for a better one.

    Better is a call that wins over the likeliest more than so many of its standard errors: what
    is found best of a few is flattered by chance, and partner expects the likeliest. Where
    there is no choice worth the time the likeliest call is made.
    """

    LEAST_CHANCE = 0.1  # of a second call that is worth looking at
    MOST_CALLS = 3
    WEIGHED, LOOKED_AT = 96, 24  # layouts
    ERRORS = 2.0
    SEED = 53
    # 2: errors count the spread of the layouts; 3: the tricks of partners go together; 4: few
    # layouts that agree are not sure.
    RULE = 4

    def __init__(
        self,
        bidder: Bidder,
        estimator: TrickChances,
        device: torch.device | str = "cpu",
        *,
        least_chance: float = LEAST_CHANCE,
    ) -> None:
        self.bidder, self.estimator, self.device = bidder, estimator, device
        self.least_chance = least_chance

    @property
    def settings(self) -> dict[str, float]:
        """What its calls depend on beside the networks; ``rule`` counts how it was changed."""
        return {
            "rule": self.RULE,
            "least_chance": self.least_chance,
            "most_calls": self.MOST_CALLS,
            "weighed": self.WEIGHED,
            "looked_at": self.LOOKED_AT,
            "errors": self.ERRORS,
            "seed": self.SEED,
        }

    def calls(self, tables: Sequence[Position], owner: np.ndarray) -> list[Call]:
        """As the protocol has it."""
        chances = next_call_chances(self.bidder, tables, owner, self.device).tolist()
        return [
            self._call(*of_table) for of_table in zip(tables, owner, chances, strict=True)
        ]  # fmt: skip

    def _call(self, table: Position, owner: np.ndarray, chances: list[float]) -> Call:
        calls = plausible_calls(chances, self.least_chance, self.MOST_CALLS)
        if len(calls) < 2:
            return calls[0]
        position = seen_by_turn(table, owner)
        # The same question gets the same answer, whatever is asked before it.
        rng = np.random.default_rng([self.SEED, len(table.auction.calls)])
        layouts = sampler_for(self.bidder, position, self.device).sample(self.WEIGHED, rng)
        rows, shares = layouts.resampled(self.LOOKED_AT, rng)
        around = (self.bidder, self.estimator, position, calls, layouts.owner[rows])
        mean, error = CallSums.of(look_ahead(*around, self.device), shares).means()
        sure = mean[:, 0] - self.ERRORS * error[:, 0]
        best = int(sure.argmax())
        return calls[best] if sure[best] > 0 else calls[0]


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

    def calls(self, tables: Sequence[Position], owner: np.ndarray) -> list[Call]:
        """As the protocol has it."""
        found = [self._call(table, deal) for table, deal in zip(tables, pack(owner), strict=True)]
        lost = [row for row, call in enumerate(found) if call is None]
        self.made += len(found)
        self.made_as_recorded += len(found) - len(lost)
        if lost:
            others = self.otherwise.calls([tables[row] for row in lost], owner[lost])
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


def with_systems_recorded(boards: Boards, bidders: tuple[Calls, Calls]) -> Boards:
    """The same boards; at both tables the side of a recorded bidder plays what it is recorded to
    have played in those seats."""
    first, second = (_systems_at(bidder, boards) for bidder in bidders)
    tables, swapped = (
        tuple(
            replace(table, systems=Systems((a or table.systems).ns, (b or table.systems).ew))
            for table, a, b in zip(boards.tables, ns, ew, strict=True)
        )
        for ns, ew in ((first, second), (second, first))
    )
    return replace(boards, tables=tables, swapped=swapped)


def _systems_at(bidder: Calls, boards: Boards) -> list[Systems | None]:
    if isinstance(bidder, RecordedBidder):
        return bidder.systems_at(boards.tables, boards.owner)
    return [None] * len(boards)


def _board(table: Position, deal: np.ndarray) -> tuple[bytes, int, int]:
    """What recorded boards are found by, of a packed deal (13,)."""
    return deal.tobytes(), int(table.auction.dealer), int(table.vulnerability)


def seen_by_turn(table: Position, owner: np.ndarray) -> Position:
    """The table as the player to call sees it, of a layout (52,)."""
    turn = table.auction.turn
    assert turn is not None
    hand = Hand.of(Card(int(card)) for card in np.flatnonzero(owner == turn))
    return replace(table, hand=hand, seat=turn)
