"""Robustness of a suggested call: the share of similar hands that make the same call."""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from bidding.domain.calls import N_CALLS, Call
from bidding.domain.cards import Hand, hcp, shape
from bidding.encoding.layout import N_CARDS, N_SUITS
from bidding.encoding.views import HypotheticalViews, Views
from bidding.explaining.questions import Questions
from bidding.networks.bidder import Bidder

COUNT = 16
"""Similar hands drawn for each hand."""

_RANKS = N_CARDS // N_SUITS
_HONOURS = 5  # the first ranks of a suit, A to T; spot cards come behind
_HIGHER = tuple(card for card in range(N_CARDS) if card % _RANKS < _HONOURS - 1)
_SPOTS = tuple(card for card in range(N_CARDS) if card % _RANKS >= _HONOURS)
_REDRAWN = 2  # spot cards
_FREAK_SUITS, _FREAK_SUIT = 13, 9  # cards of the two longest suits, or of one
_STRONG, _WEAK = 25, 1  # points

Flags = npt.NDArray[np.bool_]


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


def similar_hand_calls(
    bidder: Bidder, questions: Questions, device: torch.device | str, states: Tensor
) -> Tensor:
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
    supposed = _supposed(deciding, hands).to(device)
    likeliest = bidder.next_call(batch.to(device), supposed, states).argmax(-1).cpu()
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
