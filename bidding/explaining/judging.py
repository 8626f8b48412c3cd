"""Calls, made or about to be made, as everybody and as the viewer judges them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from torch import Tensor

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.conventions import Meaning
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.explaining.beliefs import CallBeliefs
from bidding.explaining.explanation import Counted, ExplainedCall, Shape
from bidding.explaining.inference.holdings import Holdings, Honours
from bidding.explaining.meanings.counts import Responses
from bidding.explaining.meanings.denial import Denied, denied
from bidding.explaining.meanings.naming import CallMeaning, call_meaning
from bidding.explaining.questions import Calls
from bidding.explaining.scales import UNUSUAL_SHARE, Kind, Scale
from bidding.explaining.tables import ChanceTable, HandTable
from bidding.explaining.wording import only_from_hand

CLOCKWISE = tuple(Seat) * 2


class JudgedCalls:
    """What is said of C calls: the tables are shared, a row belongs to one call.

    tail (C,) and surprise (C,) are those of ``surprise.call_surprises``.
    """

    def __init__(
        self,
        calls: Calls,
        beliefs: CallBeliefs,
        tail: Tensor,
        surprise: Tensor,
        scale: Scale | None,
    ) -> None:
        made = calls.made[:, None]
        self.shown = HandTable(array(beliefs.shown_hcp), array(beliefs.shown_lengths))
        self.earlier = HandTable(array(beliefs.earlier_hcp), array(beliefs.earlier_lengths))
        self.expected = ChanceTable(array(beliefs.expected), calls.legal.numpy())
        self.ranks = self.expected.ranks(calls.made.numpy())
        self.made, self.own = calls.made.tolist(), calls.own.tolist()
        self.probability = beliefs.expected.gather(1, made)[:, 0].tolist()
        self.judged = beliefs.judged.gather(1, made)[:, 0].tolist()
        self.tail, self.surprise, self.scale = tail.tolist(), surprise.tolist(), scale
        self.beliefs = beliefs
        self.meanings = None if beliefs.meanings is None else beliefs.meanings.likeliest()

    def explained(
        self, row: int, position: Position, index: int, counted: Counted
    ) -> ExplainedCall:
        """The call of a row, which stands at that place of the position's auction."""
        seat, call = turn_of(position.auction, index), ALL_CALLS[self.made[row]]
        surprise = self._share(row, position, seat)
        return ExplainedCall(
            index=index,
            seat=seat,
            call=call,
            probability=self.probability[row],
            rank=self.ranks[row],
            likeliest=ALL_CALLS[self.expected.order[row][0]],
            surprise=surprise,
            unusual=surprise <= UNUSUAL_SHARE,
            own_probability=self.judged[row] if self.own[row] else None,
            shows=Shape(self.shown, row),
            meaning=self._meaning(row, position.auction.calls[:index]),
            counted=counted,
        )

    @cached_property
    def denied(self) -> list[Denied]:
        """What each call denies."""
        return denied(self.earlier, self.shown)

    @property
    def named(self) -> list[tuple[Meaning | None, float]]:
        """Each call's meaning and its chance."""
        if self.meanings is None:
            return [(None, 0.0)] * len(self.made)
        return [(one.stated, one.chance) for one in self.meanings]

    def holdings(self, responses: Sequence[Responses]) -> Holdings:
        """What each call shows of aces, kings and key cards, with what its caller has answered.

        An answer is as likely to be true as it is to be that answer.
        """
        honours = Honours.of(array(self.beliefs.shown_cards))
        for row, of_caller in enumerate(responses):
            for one in of_caller.given:
                honours.told(row, one)
        return honours.holdings

    def _meaning(self, row: int, earlier: tuple[Call, ...]) -> CallMeaning | None:
        """What the call of a row means after the ``earlier`` calls; None where the network does
        not say."""
        if self.meanings is None:
            return None
        call, facts = ALL_CALLS[self.made[row]], self.shown.facts[row]
        return call_meaning(call, self.meanings[row], facts, self.denied[row], earlier)

    def only_from_hand(self, rows: slice) -> bool:
        """Whether one of these calls is rare from the viewer's hand and not to others."""
        chances = zip(self.own[rows], self.probability[rows], self.judged[rows], strict=True)
        return any(own and only_from_hand(everybody, seen) for own, everybody, seen in chances)

    def _share(self, row: int, position: Position, seat: Seat) -> float:
        """The share of calls that surprise as much: counted, or else by the model's chances."""
        if self.scale is None:
            return float(self.tail[row])
        stated = position.systems.of(seat) is not System.UNKNOWN
        return self.scale.of_call(Kind(stated, self.own[row]), self.surprise[row])


def turn_of(auction: Auction, step: int) -> Seat:
    """``auction.seat_of``, from a table: it is asked for thousands of times."""
    return CLOCKWISE[auction.dealer + step % len(Seat)]


def array(values: Tensor) -> np.ndarray:
    """The values as float64."""
    return values.double().numpy()
