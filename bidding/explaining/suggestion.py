"""The suggested next call: the likeliest, and beside it the one that an adviser finds best.

How robust the suggestion is, is told by the share of similar hands that make the same call.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from bidding.domain.calls import N_CALLS, Call
from bidding.domain.cards import Hand, hcp, shape
from bidding.domain.messages import Message, message_json
from bidding.domain.table import Seat
from bidding.encoding.layout import N_CARDS, N_SUITS
from bidding.encoding.views import HypotheticalViews, Views
from bidding.explaining.distributions import CALL_NAMES, DECIMALS
from bidding.explaining.questions import Questions
from bidding.networks.advice_head import MARGIN, SURE_ERRORS, AdviceHead, implausible
from bidding.networks.bidder import Bidder, Outputs

_IMP_DECIMALS = 2
COUNT = 16  # similar hands drawn for each hand
_RANKS = N_CARDS // N_SUITS
_HONOURS = 5  # the first ranks of a suit, A to T; spot cards come behind
_HIGHER = tuple(card for card in range(N_CARDS) if card % _RANKS < _HONOURS - 1)
_SPOTS = tuple(card for card in range(N_CARDS) if card % _RANKS >= _HONOURS)
_REDRAWN = 2  # spot cards
_FREAK_SUITS, _FREAK_SUIT = 13, 9  # cards of the two longest suits, or of one
_STRONG, _WEAK = 25, 1  # points
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class CallChance:
    """A legal call and its probability."""

    call: Call
    probability: float

    def to_json(self) -> dict[str, Any]:
        """Return call and probability."""
        return {"call": CALL_NAMES[self.call.index], "probability": _rounded(self.probability)}


@dataclass(frozen=True)
class CallValue:
    """A plausible call, the IMPs that it is predicted to win over the likeliest, and their standard
    error."""

    call: Call
    imps: float
    error: float

    @property
    def is_better(self) -> bool:
        """True if that is reason to leave the likeliest call, and hardly chance."""
        return self.imps > max(MARGIN, SURE_ERRORS * self.error)

    def to_json(self) -> dict[str, Any]:
        """Return all of it."""
        return {
            "call": CALL_NAMES[self.call.index],
            "imps": round(self.imps, _IMP_DECIMALS),
            "error": round(self.error, _IMP_DECIMALS),
        }


@dataclass(frozen=True)
class BestCall:
    """A call that is predicted to win more than the likeliest, and a sentence on it."""

    value: CallValue
    probability: float
    sentence: Message

    def to_json(self) -> dict[str, Any]:
        """Return all of it."""
        return {
            **self.value.to_json(),
            "probability": _rounded(self.probability),
            "sentence": self.sentence,
            "said": message_json(self.sentence),
        }


@dataclass(frozen=True)
class Suggestion:
    """The likeliest next call, and a sentence that also names the alternatives.

    ``agreement`` is the share of hands similar to the viewer's that make the same call; None if
    another player is to call, or no hand is seen. ``values`` are those of the plausible calls, the
    likeliest first, and ``best`` the call that wins most if it wins enough; empty and None without
    an adviser, and where there is no agreement.
    """

    seat: Seat
    chance: CallChance
    sentence: str
    agreement: float | None = None
    values: tuple[CallValue, ...] = ()
    best: BestCall | None = None

    def to_json(self) -> dict[str, Any]:
        """Return all of it."""
        agreement = None if self.agreement is None else _rounded(self.agreement)
        words = {"sentence": self.sentence, "said": message_json(self.sentence)}
        return {
            "seat": self.seat.name,
            **self.chance.to_json(),
            "agreement": agreement,
            **words,
            "best": None if self.best is None else self.best.to_json(),
            "values": [value.to_json() for value in self.values],
        }


def _rounded(p: float) -> float:
    return round(p, DECIMALS)


@dataclass(frozen=True)
class CallValues:
    """Of G decisions the IMPs that each call is predicted to win over the likeliest, and their
    standard errors: ``gains`` and ``errors`` (G, 38) on the CPU, NaN for calls that are not
    plausible and where the viewer is not to call."""

    gains: Tensor
    errors: Tensor


def call_values(adviser: AdviceHead, questions: Questions, outputs: Outputs) -> CallValues | None:
    """Predict the values of the calls of viewers who see a hand and are to call; None without any.

    The values of a decision are the same, bit for bit, whatever the others are.
    """
    deciding = questions.deciding
    if len(deciding) == 0:
        return None
    views, rows = questions.viewers[deciding], questions.auction[deciding]
    features, chances = (part[views] for part in (outputs.features, outputs.call))
    chances = chances.softmax(-1)
    nothing = torch.full((len(questions.calls.batch), N_CALLS), torch.nan)
    out = implausible(chances)
    gains, errors = (
        nothing.index_copy(0, rows, values.masked_fill(out, torch.nan).cpu())
        for values in adviser.gains(features, chances.argmax(1))
    )
    return CallValues(gains, errors)


def similar_hands(cards: Flags, count: int = COUNT) -> Flags:
    """Return (count, 52) hands similar to one (52,), seeded by it.

    Every second has one spot card in another suit, the others one honour of an adjacent rank; in
    all of them up to two spot cards are exchanged within their suits.
    """
    own = np.flatnonzero(cards).tolist()
    rng = Random(str(own))  # noqa: S311
    found = np.zeros((count, N_CARDS), dtype=bool)
    for number in range(count):
        hand = set(own)
        if number % 2 or not _change_honour(hand, rng):
            _change_spot(hand, rng, same_suit=False)
        for _ in range(_REDRAWN):
            _change_spot(hand, rng, same_suit=True)
        found[number, list(hand)] = True
    return found


def _change_honour(hand: set[int], rng: Random) -> bool:
    """Exchange an honour for the next higher or lower one; return False if there is none."""
    pairs = [card for card in _HIGHER if (card in hand) != (card + 1 in hand)]
    if pairs:
        card = rng.choice(pairs)
        hand ^= {card, card + 1}
    return bool(pairs)


def _change_spot(hand: set[int], rng: Random, *, same_suit: bool) -> None:
    """Exchange a spot card for another, of the same suit or of another suit."""
    held = [card for card in _SPOTS if card in hand]
    if not held:
        return
    card = rng.choice(held)
    free = [
        spot
        for spot in _SPOTS
        if spot not in hand and (spot // _RANKS == card // _RANKS) == same_suit
    ]
    if free:
        hand ^= {card, rng.choice(free)}


def similar_hand_calls(bidder: Bidder, questions: Questions, states: Tensor) -> Tensor:
    """Return (G, 38) the shares of hands similar to the viewer's that make each call.

    Zero unless the viewer sees a hand and is to call. ``states`` are the trunk's states of the
    questions' batch.
    """
    batch = questions.batch
    deciding = questions.views[questions.viewers[questions.deciding]]
    shares = torch.zeros(len(questions.calls.batch), N_CALLS)
    if len(deciding) == 0:
        return shares
    own = deciding.own_cards(batch).numpy()
    hands = torch.from_numpy(np.concatenate([similar_hands(cards) for cards in own]))
    supposed = _supposed(deciding, hands).to(bidder.device)
    likeliest = bidder.next_call(batch.to(bidder.device), supposed, states).argmax(-1).cpu()
    made = torch.nn.functional.one_hot(likeliest.view(-1, COUNT), N_CALLS)
    shares[deciding.auction] = made.float().mean(1)
    return shares


def _supposed(views: Views, hands: Tensor) -> HypotheticalViews:
    """Repeat each view for each of its similar hands."""
    auction, step, viewer, seen = (
        part.repeat_interleave(COUNT)
        for part in (views.auction, views.step, views.viewer, views.sees_hand)
    )
    return HypotheticalViews(auction, step, viewer, seen, hands)


def is_rare_hand(hand: Hand, call: Call, *, opens: bool) -> bool:
    """Return True if training data has hardly any such hand: a freak in shape or points, or a hand
    without points that opens the bidding."""
    longest = shape(hand)
    points = hcp(hand)
    if longest[0] >= _FREAK_SUIT or sum(longest[:2]) >= _FREAK_SUITS or points >= _STRONG:
        return True
    return opens and call.is_bid and points <= _WEAK
