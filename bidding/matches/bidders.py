"""Who bids here: the model, the model that looks ahead, and the model with its adviser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
import torch

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.cards import Card, Hand
from bidding.domain.position import Position
from bidding.explaining.analysis.contracts import TrickChances
from bidding.explaining.analysis.layouts import sampler_for
from bidding.explaining.analysis.lookahead import CallSums, look_ahead, plausible_calls
from bidding.explaining.analysis.rollout import next_call_chances, views_of_turns
from bidding.networks.advice_head import LEAST_CHANCE, MARGIN, AdviceHead
from bidding.networks.bidder import Bidder


class Calls(Protocol):
    """Whoever can make the next call at many tables."""

    def calls(
        self, tables: Sequence[Position], owner: np.ndarray, boards: Sequence[int]
    ) -> list[Call]:
        """The call at each table, by the hand of whoever's turn it is in layouts (N, 52).

        ``boards`` are the numbers of the boards on these tables.
        """


class ModelBidder:
    """Makes the call that the model finds likeliest."""

    def __init__(self, bidder: Bidder) -> None:
        self.bidder = bidder

    def calls(
        self, tables: Sequence[Position], owner: np.ndarray, boards: Sequence[int]
    ) -> list[Call]:
        """As the protocol has it."""
        chances = next_call_chances(self.bidder, tables, owner)
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
        self, bidder: Bidder, estimator: TrickChances, *, least_chance: float = LEAST_CHANCE
    ) -> None:
        self.bidder, self.estimator = bidder, estimator
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

    def calls(
        self, tables: Sequence[Position], owner: np.ndarray, boards: Sequence[int]
    ) -> list[Call]:
        """As the protocol has it."""
        chances = next_call_chances(self.bidder, tables, owner).tolist()
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
        layouts = sampler_for(self.bidder, position).sample(self.WEIGHED, rng)
        rows, shares = layouts.resampled(self.LOOKED_AT, rng)
        around = (self.bidder, self.estimator, position, calls, layouts.owner[rows])
        mean, error = CallSums.of(look_ahead(*around), shares).means()
        sure = mean[:, 0] - self.ERRORS * error[:, 0]
        best = int(sure.argmax())
        return calls[best] if sure[best] > 0 else calls[0]


class AdvisedBidder:
    """Leaves the likeliest call for a plausible one that an adviser expects to win enough."""

    def __init__(self, bidder: Bidder, head: AdviceHead) -> None:
        self.bidder, self.head = bidder, head

    @property
    def settings(self) -> dict[str, float]:
        """What its calls depend on beside the networks."""
        return {"least_chance": LEAST_CHANCE, "margin": MARGIN}

    @torch.inference_mode()
    def calls(
        self, tables: Sequence[Position], owner: np.ndarray, boards: Sequence[int]
    ) -> list[Call]:
        """As the protocol has it."""
        batch, views, states = views_of_turns(self.bidder, tables, owner)
        features, chances = self.bidder.decisions(batch, views, states)
        preferred = self.head.choose(features, chances).preferred
        return [ALL_CALLS[call] for call in preferred.tolist()]


def seen_by_turn(table: Position, owner: np.ndarray) -> Position:
    """The table as the player to call sees it, of a layout (52,)."""
    turn = table.auction.turn
    assert turn is not None
    hand = Hand.of(Card(int(card)) for card in np.flatnonzero(owner == turn))
    return replace(table, hand=hand, seat=turn)
