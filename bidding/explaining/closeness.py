"""How surely a call is the one for a hand: how many hands close to it make the same call."""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from bidding.domain.calls import Call
from bidding.domain.cards import Hand
from bidding.domain.hand_evaluation import hcp, shape
from bidding.encoding.layout import N_CARDS, N_SUITS
from bidding.encoding.views import HypotheticalViews, Views
from bidding.explaining.questions import Questions
from bidding.networks.bidder import Bidder

COUNT = 16
"""Close hands of each hand."""

_RANKS = N_CARDS // N_SUITS
_HONOURS = 5  # the first ranks of a suit, A to T; spot cards come behind
_HIGHER = tuple(card for card in range(N_CARDS) if card % _RANKS < _HONOURS - 1)
_SPOTS = tuple(card for card in range(N_CARDS) if card % _RANKS >= _HONOURS)
_REDRAWN = 2  # spot cards
_FREAK_SUITS, _FREAK_SUIT = 13, 9  # cards of the two longest suits, or of one
_STRONG, _WEAK = 25, 1  # points

Flags = npt.NDArray[np.bool_]


def close_hands(cards: Flags, count: int = COUNT) -> Flags:
    """(count, 52) hands close to one (52,), the same whenever it is asked.

    Every second has a spot card in another suit, the others an honour of another rank; in all of
    them up to two spot cards are others of their suits.
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
    """Put the next higher or lower honour in the place of one; False where there is none to."""
    pairs = [card for card in _HIGHER if (card in hand) != (card + 1 in hand)]
    if pairs:
        card = rng.choice(pairs)
        hand ^= {card, card + 1}
    return bool(pairs)


def _change_spot(hand: set[int], rng: Random, *, same_suit: bool) -> None:
    """Put another spot card, of the same suit or of another, in the place of one."""
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


def close_calls(
    bidder: Bidder, questions: Questions, device: torch.device | str, states: Tensor | None
) -> Tensor:
    """(G, 38) of the hands close to the viewer's, who is to call, the share that make each call.

    Zero where the viewer sees no hand, or somebody else is to call. ``states`` is what
    ``bidder.encode`` makes of the questions' batch.
    """
    batch = questions.batch
    last = (questions.step == batch.n_calls[questions.auction]).nonzero()[:, 0]
    views = questions.views[questions.viewers[last]]
    turn = batch.seat[views.auction, views.step] == views.viewer
    deciding = views[views.sees_hand & turn & ~batch.is_over[views.auction, views.step]]
    shares = torch.zeros(len(last), questions.calls.legal.shape[1])
    if len(deciding) == 0:
        return shares
    own = deciding.own_cards(batch).numpy()
    hands = torch.from_numpy(np.concatenate([close_hands(cards) for cards in own]))
    supposed = _supposed(deciding, hands).to(device)
    likeliest = bidder.next_call(batch.to(device), supposed, states).argmax(-1).cpu()
    made = torch.nn.functional.one_hot(likeliest.view(-1, COUNT), shares.shape[1])
    shares[deciding.auction] = made.float().mean(1)
    return shares


def _supposed(views: Views, hands: Tensor) -> HypotheticalViews:
    """Each view once for each of its close hands."""
    auction, step, viewer, seen = (
        part.repeat_interleave(COUNT)
        for part in (views.auction, views.step, views.viewer, views.sees_hand)
    )
    return HypotheticalViews(auction, step, viewer, seen, hands)


def is_rarely_dealt(hand: Hand, call: Call, *, opens: bool) -> bool:
    """Whether hardly any hand that was learned from is like this one: a freak in shape or
    points, or one without points that opens the bidding."""
    longest = shape(hand)
    points = hcp(hand)
    if longest[0] >= _FREAK_SUIT or sum(longest[:2]) >= _FREAK_SUITS or points >= _STRONG:
        return True
    return opens and call.is_bid and points <= _WEAK
