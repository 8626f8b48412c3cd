"""An explanation computed the plain way: one view at a time, one distribution at a time.

What ``explaining`` does for all views, moments and systems at once, straight from its
definitions, for ``benchmarks.explain`` to compare with: as many questions to the network, and the
whole document. Both give the same, as tests/explaining/test_plain.py holds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import sub
from typing import Any

import numpy as np
import torch
from torch import Tensor

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.cards import Card, Hand, hcp, suit_lengths
from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.messages import Message, message_json
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side, Suit
from bidding.encoding.auction_batch import encode_positions
from bidding.encoding.views import Views
from bidding.explaining import distributions
from bidding.explaining.beliefs import similar_hands
from bidding.explaining.consistency import Hands, consistent
from bidding.explaining.distributions import (
    BALANCED_LEVEL,
    INTERVAL_LEVEL,
    SUPPORT_LEVEL,
    CallChance,
    Facts,
    HandTable,
    antimodes,
    one_of,
    two_ranges,
)
from bidding.explaining.explanation import AuctionSurprise, Suggestion
from bidding.explaining.meanings.answers import honours_of
from bidding.explaining.meanings.recorded import keep_promises, recorded_promises
from bidding.explaining.meanings.statements import (
    NOTHING_PROMISED,
    Promise,
    Ranges,
    chance_from_best_hands,
    hand_summary,
    promises,
)
from bidding.explaining.questions import earlier_views
from bidding.explaining.surprise import RARE_SHARE, UNUSUAL_SHARE, Kind, Scale, SystemEvidence
from bidding.explaining.wording import (
    auction_sentence,
    call_sentence,
    call_warning,
    only_from_hand,
    suggestion_sentence,
)
from bidding.networks.bidder import Bidder, Outputs
from bidding.networks.checkpoint import ModelInfo
from bidding.parsing.documents.position_documents import position_to_json

_RHO = 2
_LEAST_CHANCE = 1e-30
_ROUNDING = 1e-9
Document = dict[str, Any]


@torch.inference_mode()
def plain_document(
    bidder: Bidder, model: ModelInfo, scale: Scale | None, position: Position
) -> Document:
    """The document of a player's explanation, as ``Explanation.to_json`` gives it."""
    steps = range(len(position.auction.calls) + 1)
    public = [_ask(bidder, position, step, position.auction.seat_of(step), False) for step in steps]
    own = [_ask(bidder, position, step, position.seat, True) for step in steps]
    calls = [_rated_call(bidder, position, index, public, own) for index in steps[:-1]]
    promised = _promises(position, calls)
    moments = [_moment(position, step, own[step], promised) for step in steps]
    unusual = [_is_unusual(position, call, scale, promised[call.index]) for call in calls]
    return {
        "position": position_to_json(position),
        "model": model.to_dict(),
        "adviser": None,
        "refined": False,
        "interval_level": INTERVAL_LEVEL,
        "systems": {side.name.lower(): _reading(position, calls, side, unusual) for side in Side},
        "surprise": _auction(position, calls, scale, any(unusual)),
        "calls": [
            _call(position, call, scale, public[call.index + 1], odd)
            for call, odd in zip(calls, unusual, strict=True)
        ],
        "moments": moments,
        "suggestion": _suggestion(bidder, position, own[-1]),
    }


def _ask(bidder: Bidder, position: Position, step: int, viewer: Seat, seen: bool) -> Outputs:
    """The answer to one question, after the first ``step`` calls."""
    columns = (torch.tensor([value]) for value in (0, step, int(viewer), seen))
    partial = replace(position, auction=position.auction.prefix(step))
    batch, views = encode_positions([partial]), Views(*columns)
    return keep_promises(bidder(batch, views), batch, views)


def _moment(
    position: Position, step: int, outputs: Outputs, promised: Sequence[Promise]
) -> Document:
    """Return the viewer's beliefs, with a hand, after that many calls, which promise so much."""
    assert position.hand is not None
    unseen = torch.ones(1, 52, dtype=torch.bool)
    unseen[0, [card.index for card in position.hand]] = False
    cards = outputs.cards.softmax(-1)[..., 1:]
    given = Hands(cards, outputs.lengths.softmax(-1), outputs.hcp.softmax(-1))
    agreed = consistent(given, unseen)
    auction = position.auction.prefix(step)
    hands = {}
    for place in range(3):
        seat = position.seat.after(1 + place)
        shape = _Shape.of(agreed.hcp[0, place], agreed.lengths[0, place])
        own = [promised[index] for index in range(step) if auction.seat_of(index) is seat]
        promise = own[-1] if own else NOTHING_PROMISED
        hands[seat.name] = _hand(seat, shape, promise, agreed.cards[0, :, place])
    return {
        "n_calls": step,
        "to_call": None if auction.turn is None else auction.turn.name,
        "hands": hands,
        "next_call": [chance.to_json() for chance in _next_call(outputs, auction)],
    }


def _hand(seat: Seat, shape: _Shape, promise: Promise, cards: Tensor) -> Document:
    """A hidden hand with all its probabilities and the sentence on it."""
    summary = hand_summary(seat, promise, shape.facts, cards_in_view=True)
    chances = [_rounded(suit) for suit in cards.view(len(Suit), -1).tolist()]
    lengths = zip(Suit, shape.lengths, strict=True)
    return {
        "hcp": _range(shape.hcp) | {"probabilities": _rounded(shape.hcp.probabilities)},
        "lengths": {
            suit.name: _range(d) | {"probabilities": _rounded(d.probabilities)}
            for suit, d in lengths
        },
        "cards": {suit.name: chances[suit] for suit in Suit},
        **_said("summary", summary),
    }


class Distribution(distributions.Distribution):
    """Probabilities of 0, 1, 2, ... whose runs are found value by value."""

    @property
    def median(self) -> int:
        """The smallest value that is not exceeded with probability one half."""
        return self._quantile(0.5)

    def _quantile(self, level: float) -> int:
        for value, cumulated in enumerate(accumulate(self.probabilities)):
            if cumulated >= level - _ROUNDING:
                return value
        return len(self.probabilities) - 1

    def interval(self, level: float = INTERVAL_LEVEL) -> tuple[int, int]:
        """Return the shortest run of values with probability ``level`` or more, the likeliest of
        them.

        Sentences state these. Whole numbers seldom allow the level itself, so their average
        coverage is higher.
        """
        return self._runs_about(level)[1]

    def nearest_interval(self, level: float = INTERVAL_LEVEL) -> tuple[int, int]:
        """Return the run of values whose probability is nearest to ``level``.

        The average coverage of such runs is the level. It is ``interval`` or the likeliest run one
        shorter: the one whose missed probability is nearer to ``1 - level`` by their square roots,
        on which scale the widths are about evenly spaced.
        """
        shorter, reached = self._runs_about(level)
        if shorter == reached:
            return reached
        lack, excess = (_missed(self.within(*run)) - _missed(level) for run in (shorter, reached))
        return reached if -excess <= lack else shorter

    def _runs_about(self, level: float) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the likeliest run of the last width below the level, and of the first to reach it.

        They are equal if a single value reaches it.
        """
        cumulated = (0.0, *accumulate(self.probabilities))
        size, below = len(self.probabilities), None
        for width in range(1, size + 1):
            masses = list(map(sub, cumulated[width:], cumulated))
            mass = max(masses)
            low = masses.index(mass)
            run = (low, low + width - 1)
            if mass >= level - _ROUNDING:
                return below or run, run
            below = run
        return (0, size - 1), (0, size - 1)

    def at_least(self, level: float = INTERVAL_LEVEL) -> int:
        """Return the largest value that is reached with probability ``level`` or more."""
        reached = 1.0
        for value, p in enumerate(self.probabilities):
            reached -= p
            if reached < level - _ROUNDING:
                return value
        return len(self.probabilities) - 1

    def at_most(self, level: float = INTERVAL_LEVEL) -> int:
        """Return the smallest value that is not exceeded with probability ``level`` or more."""
        return self._quantile(level)


def _missed(mass: float) -> float:
    """Return the square root of the missed probability."""
    return math.sqrt(max(0.0, 1 - mass))


@dataclass(frozen=True)
class _Shape:
    """HCP and the length of each suit of one hand."""

    hcp: Distribution
    lengths: tuple[Distribution, ...]

    @classmethod
    def of(cls, hcp: Tensor, lengths: Tensor) -> _Shape:
        return cls(Distribution.of(hcp.tolist()), tuple(map(Distribution.of, lengths.tolist())))

    @property
    def facts(self) -> Facts:
        """Return the facts for its sentence."""
        hcp = np.array(self.hcp.probabilities)
        lengths = np.array([length.probabilities for length in self.lengths])
        return Facts(
            hcp=self.hcp.interval(),
            intervals=tuple(length.interval() for length in self.lengths),
            at_least=tuple(length.at_least() for length in self.lengths),
            at_most=tuple(length.at_most() for length in self.lengths),
            support=tuple(length.within(3, 13) >= SUPPORT_LEVEL for length in self.lengths),
            balanced=all(length.within(2, 5) >= BALANCED_LEVEL for length in self.lengths),
            exact=tuple(map(_is_exact, self.lengths)),
            two_ranges=two_ranges(hcp, int(antimodes(hcp))),
            one_of=one_of(lengths, [int(antimodes(length)) for length in lengths]),
        )


def _is_exact(length: Distribution) -> bool:
    """Return True if a suit mostly has the stated length, and is hardly ever longer."""
    least = length.at_least()
    return length.interval() == (least, least) and length.within(least + 1, 13) <= 0.05 + 1e-9


@dataclass(frozen=True)
class _RatedCall:
    """A call with its public chances, likeliest first, and the viewer's chances (38,); by_system
    has its log-likelihood if its side played each system. ``earlier`` and ``shown`` are a
    spectator's beliefs about the caller before and after it."""

    index: int
    seat: Seat
    made: int
    own: bool
    public_chances: list[CallChance]
    viewer_chances: list[float]
    by_system: list[float]
    stated: int
    earlier: HandTable
    shown: HandTable

    @property
    def is_odd(self) -> bool:
        """True if hardly any hand makes it."""
        chance = np.array([self.probability])
        return float(chance_from_best_hands(chance, self.earlier, self.shown)[0]) < 0.1

    @property
    def tail(self) -> float:
        """The chance of a call as unlikely as this one."""
        bound = self.viewer_chances[self.made] + 1e-6
        return min(max(sum(p for p in self.viewer_chances if p <= bound), 1e-12), 1.0)

    @property
    def gains(self) -> list[float]:
        """Nats by which each system makes it likelier."""
        return [value - self.by_system[self.stated] for value in self.by_system]

    @property
    def probability(self) -> float:
        """Everybody's chance of it."""
        return next(c.probability for c in self.public_chances if c.call.index == self.made)


def _rated_call(
    bidder: Bidder, position: Position, index: int, public: list[Outputs], own: list[Outputs]
) -> _RatedCall:
    seat, made = position.auction.seat_of(index), position.auction.calls[index].index
    mine = seat is position.seat
    chances = (own if mine else public)[index].call[0].softmax(-1)
    stated = position.systems.of(seat).base
    by_system = []
    for system in System:
        of_system = chances
        if system is not stated:
            other = _playing(position, seat.side, system)
            of_system = _ask(bidder, other, index, seat, mine).call[0].softmax(-1)
        by_system.append(math.log(max(float(of_system[made]), _LEAST_CHANCE)))
    batch = encode_positions([position])
    views, place = earlier_views(batch, torch.tensor([0]), torch.tensor([index]))
    return _RatedCall(
        index=index,
        seat=seat,
        made=made,
        own=mine,
        public_chances=_next_call(public[index], position.auction.prefix(index)),
        viewer_chances=chances.double().tolist(),
        by_system=by_system,
        stated=list(System).index(stated),
        earlier=_believed(keep_promises(bidder(batch, views), batch, views), int(place)),
        shown=_believed(public[index + 1], _RHO),
    )


def _believed(outputs: Outputs, place: int) -> HandTable:
    hcp, lengths = (part[:, place].double().softmax(-1) for part in (outputs.hcp, outputs.lengths))
    return HandTable(hcp.numpy(), lengths.numpy())


def _promises(position: Position, calls: Sequence[_RatedCall]) -> list[Promise]:
    """Return what each caller has promised with each call."""
    found: list[Promise] = []
    for call, counted in zip(calls, _recorded(position), strict=True):
        known = found[call.index - 4] if call.index >= 4 else NOTHING_PROMISED
        found += promises(call.earlier, call.shown, [known], recorded=[counted])
    return found


def _recorded(position: Position) -> list[Ranges | None]:
    """Return what recorded auctions say of each call."""
    made = torch.tensor([call.index for call in position.auction.calls], dtype=torch.int64)
    batch, step = encode_positions([position]), torch.arange(len(made))
    return recorded_promises(batch, torch.zeros_like(step), step, made)


def _is_unusual(
    position: Position, call: _RatedCall, scale: Scale | None, promise: Promise
) -> bool:
    """Return True for a surprising call of one's own, but a bid of all that it promises, or that
    hardly any hand makes and that is not recorded."""
    if _surprise_of(position, call, scale) > UNUSUAL_SHARE:
        return False
    if call.is_odd and _recorded(position)[call.index] is None:
        return True
    assert position.hand is not None
    points, lengths = promise.hcp, promise.lengths
    kept = points[0] <= hcp(position.hand) <= points[1] and all(
        low <= length <= high
        for length, (low, high) in zip(suit_lengths(position.hand), lengths, strict=True)
    )
    return call.own and not (ALL_CALLS[call.made].is_bid and kept)


def _surprise_of(position: Position, call: _RatedCall, scale: Scale | None) -> float:
    if scale is None:
        return call.tail
    kind = Kind(position.systems.of(call.seat).base is not System.UNKNOWN, call.own)
    return scale.calls[kind].share(-math.log(call.tail) + 2 * max(call.gains))


def _call(
    position: Position,
    call: _RatedCall,
    scale: Scale | None,
    after: Outputs,
    unusual: bool,
) -> Document:
    """Return the surprise of a call, and its public meaning."""
    shape = _Shape.of(*(kind[0, _RHO].double().softmax(-1) for kind in (after.hcp, after.lengths)))
    surprise = _surprise_of(position, call, scale)
    made = ALL_CALLS[call.made]
    own = call.viewer_chances[call.made] if call.own else None
    warning = call_warning(call.probability, own) if unusual else ""
    sentence = call_sentence(call.seat, made, shape.facts, warning)
    lengths = zip(Suit, shape.lengths, strict=True)
    cards = after.cards.softmax(-1)[..., _RHO + 1]
    return {
        "index": call.index,
        "seat": call.seat.name,
        "call": str(made),
        "probability": round(call.probability, 6),
        "rank": [chance.call for chance in call.public_chances].index(made) + 1,
        "likeliest": str(call.public_chances[0].call),
        "surprise": round(surprise, 6),
        "unusual": unusual,
        "own_probability": None if own is None else round(own, 6),
        "meaning": None,  # of networks without meaning heads
        "shows": {
            "hcp": _range(shape.hcp),
            "lengths": {suit.name: _range(length) for suit, length in lengths},
            **_said("sentence", sentence),
            **honours_of(cards.double().numpy()).counts(0, None).to_json(),
        },
    }


def _auction(
    position: Position, calls: Sequence[_RatedCall], scale: Scale | None, unusual: bool
) -> Document:
    """The share of auctions that surprise as much."""
    share = 1.0
    if calls and scale is None:
        share = 1 - (1 - min(call.tail for call in calls)) ** len(calls)
    elif calls and scale is not None:
        stated = System.UNKNOWN not in (position.systems.ns.base, position.systems.ew.base)
        share = scale.of_auction(Kind(stated, True), len(calls), _surprise(calls))
    sentence = None
    if share <= RARE_SHARE and unusual:
        mine = [call for call in calls if call.own]
        from_hand = any(
            only_from_hand(call.probability, call.viewer_chances[call.made]) for call in mine
        )
        sentence = auction_sentence(share, from_hand=from_hand)
    return AuctionSurprise(share, scale is not None, sentence).to_json()


def _surprise(calls: Sequence[_RatedCall]) -> float:
    """By how many deviations the calls were less likely than expected, and three times the nats
    that the best system of each side gains."""
    excess, variance = 0.0, 3.0
    for call in calls:
        nats = [-math.log(max(p, 1e-12)) for p in call.viewer_chances]
        expected = sum(p * n for p, n in zip(call.viewer_chances, nats, strict=True))
        squares = sum(p * n**2 for p, n in zip(call.viewer_chances, nats, strict=True))
        excess += nats[call.made] - expected
        variance += squares - expected**2
    gain = 0.0
    for side in Side:
        of_side = [call.gains for call in calls if call.seat.side is side]
        gain += max(map(sum, zip(*of_side, strict=True)), default=0.0)
    return excess / math.sqrt(variance) + 3 * gain


def _reading(
    position: Position, calls: Sequence[_RatedCall], side: Side, unusual: Sequence[bool]
) -> Document:
    """Return the likelihood of one side's calls in each system."""
    of_side = [call.by_system for call in calls if call.seat.side is side]
    sums = tuple(map(sum, zip(*of_side, strict=True))) or (0.0,) * len(System)
    assumed = (position.systems.ns if side is Side.NS else position.systems.ew).base
    doubtful = any(odd for call, odd in zip(calls, unusual, strict=True) if call.seat.side is side)
    return SystemEvidence(side, assumed, sums, doubtful).to_json()


def _suggestion(bidder: Bidder, position: Position, outputs: Outputs) -> Document | None:
    seat = position.auction.turn
    if seat is None:
        return None
    chances = _next_call(outputs, position.auction)
    agreement = _agreement(bidder, position, chances[0].call) if seat is position.seat else None
    sentence = suggestion_sentence(seat, chances, agreement, explained=False)
    return Suggestion(seat, chances[0], sentence, agreement).to_json()


def _agreement(bidder: Bidder, position: Position, best: Call) -> float:
    """The share of close hands that make the same call."""
    assert position.hand is not None
    cards = np.zeros(52, dtype=bool)
    cards[[card.index for card in position.hand]] = True
    calls = []
    for close in similar_hands(cards):
        hand = Hand.of(Card(index) for index in np.flatnonzero(close).tolist())
        changed = replace(position, hand=hand)
        outputs = _ask(bidder, changed, len(changed.auction.calls), changed.seat, True)
        calls.append(_next_call(outputs, changed.auction)[0].call)
    return calls.count(best) / len(calls)


def _next_call(outputs: Outputs, auction: Auction) -> list[CallChance]:
    """The legal calls, likeliest first."""
    chances = outputs.call[0].softmax(-1).tolist()
    legal = [CallChance(call, chances[call.index]) for call in auction.legal_calls]
    return sorted(legal, key=lambda chance: -chance.probability)


def _range(distribution: Distribution) -> Document:
    low, high = distribution.interval()
    near = distribution.nearest_interval()
    return {
        "low": low,
        "high": high,
        "median": distribution.median,
        "probability": round(distribution.within(low, high), 6),
        "nearest": {
            "low": near[0],
            "high": near[1],
            "probability": round(distribution.within(*near), 6),
        },
    }


def _said(name: str, sentence: Message) -> Document:
    return {name: sentence, "said": message_json(sentence)}


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 6) for value in values]


def _playing(position: Position, side: Side, system: System) -> Position:
    """Return the position with that side playing another system."""
    ns, ew = position.systems.ns, position.systems.ew
    card = ConventionCard(system)
    systems = Systems(card, ew) if side is Side.NS else Systems(ns, card)
    return replace(position, systems=systems)
