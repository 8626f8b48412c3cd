"""A table of calls, made or possible, as a spectator and as the viewer sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from torch import Tensor

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS
from bidding.domain.conventions import Meaning
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.explaining.agreements.documents import book_meaning
from bidding.explaining.beliefs import CallBeliefs
from bidding.explaining.explanation import ExplainedCall, HonourCounts, Shape
from bidding.explaining.inference.posterior import HonourDistribution, HonourTable
from bidding.explaining.meanings.answers import Responses
from bidding.explaining.meanings.naming import CallMeaning, Evidence, call_meaning
from bidding.explaining.meanings.statements import Denied, denied
from bidding.explaining.promises import NOTHING_PROMISED, Promise, chance_from_best_hands, promises
from bidding.explaining.questions import Calls
from bidding.explaining.scales import UNUSUAL_SHARE, Kind, Scale
from bidding.explaining.tables import ChanceTable, HandTable
from bidding.explaining.wording import only_from_hand

CLOCKWISE = tuple(Seat) * 2
_NORMAL = 0.1  # the chance of a call from the hands that it fits best, at least


class CallTable:
    """C calls, one a row, to be turned into explained calls.

    tail (C,) and surprise (C,) are those of ``surprise.call_surprises``. ``promised`` (C,) is what
    each caller promised before; by default the calls are all calls of their auctions, in order.
    What is promised and denied is read from ``public`` beliefs, what is usual from ``shown``: the
    same, but for refined answers.
    """

    def __init__(
        self,
        calls: Calls,
        beliefs: CallBeliefs,
        tail: Tensor,
        surprise: Tensor,
        scale: Scale | None,
        promised: Sequence[Promise] | None = None,
    ) -> None:
        made = calls.made[:, None]
        self.public = HandTable(array(beliefs.shown_hcp), array(beliefs.shown_lengths))
        self.shown = self.public
        if beliefs.refined is not None:
            self.shown = HandTable(*map(array, beliefs.refined))
        self.earlier = HandTable(array(beliefs.earlier_hcp), array(beliefs.earlier_lengths))
        self.public_chances = ChanceTable(array(beliefs.public_chances), calls.legal.numpy())
        self.ranks = self.public_chances.ranks(calls.made.numpy())
        self.made, self.own = calls.made.tolist(), calls.own.tolist()
        self.probability = beliefs.public_chances.gather(1, made)[:, 0].tolist()
        self.viewer_probability = beliefs.viewer_chances.gather(1, made)[:, 0].tolist()
        self.tail, self.surprise, self.scale = tail.tolist(), surprise.tolist(), scale
        fitting = chance_from_best_hands(np.array(self.probability), self.earlier, self.public)
        self.is_odd = (fitting < _NORMAL).tolist()
        self.partner_passes = beliefs.partner_passes.tolist()
        self.beliefs = beliefs
        previous = previous_calls(calls.step) if promised is None else promised
        self.promises = promises(self.earlier, self.public, previous)
        self.meanings = None if beliefs.meanings is None else beliefs.meanings.likeliest()

    def explained(
        self, row: int, position: Position, index: int, honours: HonourCounts
    ) -> ExplainedCall:
        """Explain the call of a row, which is number ``index`` of the position's auction."""
        seat, call = turn_of(position.auction, index), ALL_CALLS[self.made[row]]
        surprise = self._share(row, position, seat)
        return ExplainedCall(
            index=index,
            seat=seat,
            call=call,
            probability=self.probability[row],
            rank=self.ranks[row],
            likeliest=ALL_CALLS[self.public_chances.order[row][0]],
            surprise=surprise,
            unusual=surprise <= UNUSUAL_SHARE and (self.own[row] or self.is_odd[row]),
            own_probability=self.viewer_probability[row] if self.own[row] else None,
            shows=Shape(self.shown, row),
            meaning=self._meaning(row, position, index),
            honours=honours,
        )

    @cached_property
    def denied(self) -> list[Denied]:
        """The holdings that each call denies."""
        return denied(self.earlier, self.public)

    @property
    def named(self) -> list[tuple[Meaning | None, float]]:
        """The meaning of each call and its probability."""
        if self.meanings is None:
            return [(None, 0.0)] * len(self.made)
        return [(one.stated, one.chance) for one in self.meanings]

    def honours(self, responses: Sequence[Responses]) -> HonourTable:
        """Return the aces, kings and key cards that each call shows, given its caller's responses.

        A response is true with the probability of its meaning.
        """
        honours = HonourDistribution.of(array(self.beliefs.shown_cards))
        for row, of_caller in enumerate(responses):
            for response in of_caller.given:
                honours.condition(row, response)
        return honours.table

    def _meaning(self, row: int, position: Position, index: int) -> CallMeaning | None:
        """Return the meaning of a position's call; None without meaning heads."""
        if self.meanings is None:
            return None
        call, earlier = ALL_CALLS[self.made[row]], position.auction.calls[:index]
        system = position.systems.of(turn_of(position.auction, index))
        meaning = call_meaning(call, self.meanings[row], self.evidence(row), earlier)
        return replace(meaning, departs_from=book_meaning(system, (*earlier, call)))

    def evidence(self, row: int) -> Evidence:
        """Return the evidence for the meaning of a call."""
        facts, lengths = self.shown.facts[row], self.public.lengths[row]
        parts = (self.promises[row], self.denied[row], lengths, self.partner_passes[row])
        return Evidence(facts, *parts)

    def only_from_hand(self, rows: slice) -> bool:
        """Return True if one of these calls is rare given the viewer's hand, yet not to others."""
        chances = zip(
            self.own[rows], self.probability[rows], self.viewer_probability[rows], strict=True
        )
        return any(own and only_from_hand(public, seen) for own, public, seen in chances)

    def _share(self, row: int, position: Position, seat: Seat) -> float:
        """Return the share of calls as surprising: counted, else by the model's probabilities."""
        if self.scale is None:
            return float(self.tail[row])
        stated = position.systems.of(seat) is not System.UNKNOWN
        return self.scale.of_call(Kind(stated, self.own[row]), self.surprise[row])


def previous_calls(step: Tensor) -> list[int | Promise]:
    """Return the place of each caller's call before among all calls of some auctions, in order, at
    these steps (C,); before a first call nothing is promised."""
    return [
        row - len(Seat) if number >= len(Seat) else NOTHING_PROMISED
        for row, number in enumerate(step.tolist())
    ]


def turn_of(auction: Auction, step: int) -> Seat:
    """Return ``auction.seat_of(step)`` from a table, for thousands of lookups."""
    return CLOCKWISE[auction.dealer + step % len(Seat)]


def array(values: Tensor) -> np.ndarray:
    """Return the values as a float64 array."""
    return values.double().numpy()
