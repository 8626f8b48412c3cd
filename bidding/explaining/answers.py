"""Beliefs about the positions of a batch, put into tables, objects and words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count as count_from

import numpy as np
from torch import Tensor

from bidding.domain.calls import N_CALLS
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side
from bidding.encoding.layout import N_HIDDEN
from bidding.explaining.beliefs import Beliefs
from bidding.explaining.explanation import (
    AuctionSurprise,
    ExplainedCall,
    Explanation,
    HiddenHand,
    Moment,
    Shape,
    Suggestion,
)
from bidding.explaining.judging import CLOCKWISE, JudgedCalls, array, turn_of
from bidding.explaining.questions import Calls, Questions
from bidding.explaining.scales import RARE_SHARE, Kind, Scale
from bidding.explaining.surprise import surprises
from bidding.explaining.systems import SideReading
from bidding.explaining.tables import ChanceTable, HandTable
from bidding.explaining.wording import auction_sentence, suggestion_sentence
from bidding.networks.checkpoint import ModelInfo


class Answers:
    """The explanations of all positions of a batch; tables are shared, rows belong to one."""

    def __init__(
        self,
        positions: Sequence[Position],
        questions: Questions,
        beliefs: Beliefs,
        scale: Scale | None,
    ) -> None:
        self.positions, self.scale = positions, scale
        batch, calls, hands = questions.batch, questions.calls, beliefs.hands
        legal = batch.legal[questions.auction, questions.step, :N_CALLS]
        self.over = batch.is_over[questions.auction, questions.step].tolist()
        self.hands = HandTable(array(hands.hcp), array(hands.lengths), array(hands.cards))
        self.first_hand = hands.first.tolist()
        self.next_call = ChanceTable(array(beliefs.next_call), legal.numpy())
        found = surprises(calls, beliefs.calls.judged, beliefs.calls.by_system)
        self.calls = JudgedCalls(calls, beliefs.calls, found.tail, found.call, scale)
        self.auction_surprise = found.auction.tolist()
        self.likelihoods = _likelihoods(calls, beliefs.calls.by_system)
        lengths = [len(position.auction.calls) for position in positions]
        self.first_call = np.cumsum([0, *lengths]).tolist()

    def explanation(self, number: int, model: ModelInfo) -> Explanation:
        """The whole answer to one position."""
        position = self.positions[number]
        n_calls = len(position.auction.calls)
        moments = tuple(self._moment(number, step) for step in range(n_calls + 1))
        return Explanation(
            position=position,
            model=model,
            readings=self._readings(number),
            surprise=self._surprise(number),
            calls=tuple(self._call(number, index) for index in range(n_calls)),
            moments=moments,
            suggestion=_suggestion(moments[-1]),
        )

    def _moment(self, number: int, step: int) -> Moment:
        """What the viewer knows after that many calls."""
        position, row = self.positions[number], self.first_call[number] + number + step
        turn = turn_of(position.auction, step)
        first, count = (turn, len(Seat)) if position.hand is None else (position.seat + 1, N_HIDDEN)
        seats = CLOCKWISE[first : first + count]
        hands = tuple(map(self._hidden_hand, count_from(self.first_hand[row]), seats))
        return Moment(step, None if self.over[row] else turn, hands, self.next_call, row)

    def _hidden_hand(self, row: int, seat: Seat) -> HiddenHand:
        return HiddenHand(seat, Shape(self.hands, row))

    def _call(self, number: int, index: int) -> ExplainedCall:
        position = self.positions[number]
        return self.calls.explained(self.first_call[number] + index, position, index)

    def _surprise(self, number: int) -> AuctionSurprise:
        """The share of auctions that surprise as much as this one."""
        position, rows = self.positions[number], slice(*self.first_call[number : number + 2])
        n_calls = len(position.auction.calls)
        if n_calls == 0:
            share = 1.0
        elif self.scale is None:  # of so many calls, at least one as unlikely as the unlikeliest
            share = 1 - (1 - min(self.calls.tail[rows])) ** n_calls
        else:
            stated = System.UNKNOWN not in (position.systems.ns, position.systems.ew)
            kind = Kind(stated, position.hand is not None)
            share = self.scale.of_auction(kind, n_calls, self.auction_surprise[rows][-1])
        sentence = None
        if share <= RARE_SHARE:
            sentence = auction_sentence(share, from_hand=self.calls.only_from_hand(rows))
        return AuctionSurprise(share, self.scale is not None, sentence)

    def _readings(self, number: int) -> tuple[SideReading, ...]:
        """How likely each system makes the calls of N-S and of E-W."""
        systems = self.positions[number].systems
        both = self.likelihoods[len(Side) * number : len(Side) * (number + 1)]
        return tuple(map(SideReading, Side, (systems.ns, systems.ew), map(tuple, both)))


def _likelihoods(calls: Calls, by_system: Tensor | None) -> list[list[float]]:
    """Of both sides of each auction the log-likelihood of their calls under each system."""
    if by_system is None:
        return []
    sums = by_system.new_zeros(len(calls.batch) * len(Side), by_system.shape[1])
    return list(sums.index_add_(0, calls.auction * len(Side) + calls.side, by_system).tolist())


def _suggestion(moment: Moment) -> Suggestion | None:
    if moment.to_call is None:
        return None
    sentence = suggestion_sentence(moment.to_call, moment.next_call)
    return Suggestion(moment.to_call, moment.next_call[0], sentence)
