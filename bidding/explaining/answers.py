"""Beliefs about the positions of a batch, put into tables, objects and words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count as count_from
from itertools import pairwise

import numpy as np
from torch import Tensor

from bidding.domain.calls import N_CALLS, Call
from bidding.domain.messages import Message
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side, Suit
from bidding.encoding.layout import N_HIDDEN
from bidding.explaining.beliefs import Beliefs
from bidding.explaining.closeness import is_rarely_dealt
from bidding.explaining.explanation import (
    AuctionSurprise,
    ExplainedCall,
    Explanation,
    HiddenHand,
    Moment,
    Shape,
    Suggestion,
)
from bidding.explaining.inference.refinement import Refined
from bidding.explaining.judging import CLOCKWISE, JudgedCalls, array, turn_of
from bidding.explaining.meanings.advice import reason_for
from bidding.explaining.meanings.counts import responses_given
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
        refined: Refined | None = None,
    ) -> None:
        self.positions, self.scale, self.refined = positions, scale, refined
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
        self.close_calls = beliefs.close_calls
        lengths = [len(position.auction.calls) for position in positions]
        self.first_call = np.cumsum([0, *lengths]).tolist()
        named = self.calls.named
        responses = [
            one for of in pairwise(self.first_call) for one in responses_given(named[slice(*of)])
        ]
        self.trumps = [one.trump for one in responses]
        self.shown = self.calls.holdings(responses) if refined is None else refined.shown

    def explanation(self, number: int, model: ModelInfo) -> Explanation:
        """The whole answer to one position."""
        position = self.positions[number]
        n_calls = len(position.auction.calls)
        moments = tuple(self._moment(number, step) for step in range(n_calls + 1))
        calls = tuple(self._call(number, index) for index in range(n_calls))
        return Explanation(
            position=position,
            model=model,
            readings=self._readings(number),
            surprise=self._surprise(number),
            calls=calls,
            moments=moments,
            suggestion=_suggestion(position, calls, moments[-1], self.close_calls[number]),
            refined=self.refined is not None,
        )

    def _moment(self, number: int, step: int) -> Moment:
        """What the viewer knows after that many calls."""
        position, row = self.positions[number], self.first_call[number] + number + step
        turn = turn_of(position.auction, step)
        first, count = (turn, len(Seat)) if position.hand is None else (position.seat + 1, N_HIDDEN)
        seats = CLOCKWISE[first : first + count]
        trumps = [self._trump(number, step, seat) for seat in seats]
        hands = tuple(map(self._hidden_hand, count_from(self.first_hand[row]), seats, trumps))
        return Moment(step, None if self.over[row] else turn, hands, self.next_call, row)

    def _hidden_hand(self, row: int, seat: Seat, trump: Suit | None) -> HiddenHand:
        counted = None if self.refined is None else self.refined.holdings.counted(row, trump)
        return HiddenHand(seat, Shape(self.hands, row), counted)

    def _call(self, number: int, index: int) -> ExplainedCall:
        position, row = self.positions[number], self.first_call[number] + index
        counted = self.shown.counted(row, self.trumps[row])
        return self.calls.explained(row, position, index, counted)

    def _trump(self, number: int, step: int, seat: Seat) -> Suit | None:
        """After so many calls, the suit that the player's side asked in last."""
        dealer = self.positions[number].auction.dealer
        last = step - 1 - (dealer + step - 1 - seat) % len(Side)  # the side's last call
        return None if last < 0 else self.trumps[self.first_call[number] + last]

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


def _suggestion(
    position: Position, calls: Sequence[ExplainedCall], moment: Moment, close: Tensor
) -> Suggestion | None:
    """The likeliest call; what partner asked first, where that is why.

    ``close`` (38,) is the share of close hands that make each call, zero where none was asked.
    """
    if moment.to_call is None:
        return None
    best, meanings = moment.next_call[0].call, [call.meaning for call in calls]
    agreement = float(close[best.index]) if close.any() else None
    sentence = suggestion_sentence(
        moment.to_call, moment.next_call, agreement, rare=_is_rarely_dealt(position, best)
    )
    if (reason := reason_for(position, meanings, best)) is not None:
        sentence = Message("{reason} {chance}", reason=reason, chance=sentence)
    return Suggestion(moment.to_call, moment.next_call[0], sentence, agreement)


def _is_rarely_dealt(position: Position, best: Call) -> bool:
    """Whether the hand of who is to call is one that the model hardly knows."""
    auction = position.auction
    if position.hand is None or auction.turn is not position.seat:
        return False
    opens = not any(call.is_bid for call in auction.calls)
    return is_rarely_dealt(position.hand, best, opens=opens)
