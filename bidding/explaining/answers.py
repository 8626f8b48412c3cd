"""Beliefs about the positions of a batch, put into tables, objects and words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count as count_from

import numpy as np
from torch import Tensor

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS, N_CALLS
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
from bidding.explaining.questions import Calls, Questions
from bidding.explaining.scales import RARE_SHARE, UNUSUAL_SHARE, Kind, Scale
from bidding.explaining.surprise import surprises
from bidding.explaining.systems import SideReading
from bidding.explaining.tables import ChanceTable, HandTable
from bidding.explaining.wording import (
    auction_sentence,
    call_sentence,
    hand_summary,
    suggestion_sentence,
)
from bidding.networks.checkpoint import ModelInfo

_CLOCKWISE = tuple(Seat) * 2


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
        self.hands = HandTable(_array(hands.hcp), _array(hands.lengths), _array(hands.cards))
        self.first_hand = hands.first.tolist()
        self.shown = HandTable(_array(beliefs.shown_hcp), _array(beliefs.shown_lengths))
        self.next_call = ChanceTable(_array(beliefs.next_call), legal.numpy())
        self.expected = ChanceTable(_array(beliefs.expected), legal[questions.before].numpy())
        made = calls.made
        self.ranks = self.expected.ranks(made.numpy())
        self.probability = beliefs.expected.gather(1, made[:, None])[:, 0].tolist()
        self.judged = beliefs.judged.gather(1, made[:, None])[:, 0].tolist()
        self.own = calls.own.tolist()
        found = surprises(calls, beliefs.judged, beliefs.by_system)
        self.tail = found.tail.tolist()
        self.call_surprise, self.auction_surprise = found.call.tolist(), found.auction.tolist()
        self.likelihoods = _likelihoods(calls, beliefs.by_system)
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
        turn = _turn(position.auction, step)
        first, count = (turn, len(Seat)) if position.hand is None else (position.seat + 1, N_HIDDEN)
        seats = _CLOCKWISE[first : first + count]
        hands = tuple(map(self._hidden_hand, count_from(self.first_hand[row]), seats))
        return Moment(step, None if self.over[row] else turn, hands, self.next_call, row)

    def _hidden_hand(self, row: int, seat: Seat) -> HiddenHand:
        shape = Shape(self.hands, row)
        return HiddenHand(seat, shape, hand_summary(seat, shape.facts))

    def _call(self, number: int, index: int) -> ExplainedCall:
        """One call: how expected it was, and what it shows to everybody."""
        auction, row = self.positions[number].auction, self.first_call[number] + index
        seat, call, shape = _turn(auction, index), auction.calls[index], Shape(self.shown, row)
        surprise = self._call_share(number, row, seat)
        unusual = surprise <= UNUSUAL_SHARE
        return ExplainedCall(
            index=index,
            seat=seat,
            call=call,
            probability=self.probability[row],
            rank=self.ranks[row],
            likeliest=ALL_CALLS[self.expected.order[row][0]],
            surprise=surprise,
            unusual=unusual,
            own_probability=self.judged[row] if self.own[row] else None,
            shows=shape,
            sentence=call_sentence(seat, call, shape.facts, unusual=unusual),
        )

    def _call_share(self, number: int, row: int, seat: Seat) -> float:
        """The share of calls that surprise as much: counted, or else by the model's chances."""
        if self.scale is None:
            return float(self.tail[row])
        stated = self.positions[number].systems.of(seat) is not System.UNKNOWN
        return self.scale.of_call(Kind(stated, self.own[row]), self.call_surprise[row])

    def _surprise(self, number: int) -> AuctionSurprise:
        """The share of auctions that surprise as much as this one."""
        position, rows = self.positions[number], slice(*self.first_call[number : number + 2])
        n_calls = len(position.auction.calls)
        if n_calls == 0:
            share = 1.0
        elif self.scale is None:  # of so many calls, at least one as unlikely as the unlikeliest
            share = 1 - (1 - min(self.tail[rows])) ** n_calls
        else:
            stated = System.UNKNOWN not in (position.systems.ns, position.systems.ew)
            kind = Kind(stated, position.hand is not None)
            share = self.scale.of_auction(kind, n_calls, self.auction_surprise[rows][-1])
        sentence = auction_sentence(share) if share <= RARE_SHARE else None
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


def _turn(auction: Auction, step: int) -> Seat:
    """``auction.seat_of``, from a table: it is asked for thousands of times."""
    return _CLOCKWISE[auction.dealer + step % len(Seat)]


def _suggestion(moment: Moment) -> Suggestion | None:
    if moment.to_call is None:
        return None
    sentence = suggestion_sentence(moment.to_call, moment.next_call)
    return Suggestion(moment.to_call, moment.next_call[0], sentence)


def _array(values: Tensor) -> np.ndarray:
    """The values as float64."""
    return values.double().numpy()
