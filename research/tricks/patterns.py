"""Patterns in the weights of first layers, counted (P2, section VII; P3, figure 2).

Weights are (neurons, 52): the cards of S H D C, each from the two to the ace. Where the inputs of
a layer always sum to the same, a constant added to all weights of a neuron changes no output but
through its bias; there each neuron's mean weight is taken off.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bidding.encoding.layout import N_CARDS, N_SUITS
from research.tricks.networks import TrickNetwork
from research.tricks.paper_systems import PaperSystem

IDLE = 0.1
"""A neuron is idle if its outgoing weights are smaller than this share of the layer's largest
(in the Euclidean norm)."""

FOCUSED = 0.75
"""An ace neuron has more than this share of its squared weights in one ace; an honours neuron, in
A K Q J T of one suit."""

SPECIALISED = 0.5
"""Any other neuron with more than this share in one suit is a suit neuron."""

GRADED = 0.9
"""An honours or suit neuron grades its suit if the suit's 13 weights have one sign and this
rank correlation of size and rank, or more."""

FAVOURED = 2.0
"""An ace is favoured if its largest weight is more than so many times that of any other card but
aces."""

STRONG = 0.5
"""A weight is strong if it has at least this share of the size of the layer's largest."""

_RANKS = N_CARDS // N_SUITS
_LOW, _HONOURS = slice(0, 8), slice(8, _RANKS)  # 2 to 9; T to A
_TEN, _JACK, _QUEEN, _KING, _ACE = range(8, _RANKS)


def patterns(system: PaperSystem) -> list[dict[str, Any]]:
    """The counts of a network whose inputs are cards: of its one first layer, or hand by hand."""
    constant = system.setup.trump != "scaled"
    return [counted(*layer, constant=constant) for layer in _layers(system.network)]


def _layers(network: TrickNetwork) -> list[tuple[np.ndarray, np.ndarray]]:
    """For each group of 52 inputs its weights (neurons, 52) and their outgoing ones (neurons,)."""
    first, second = (dict(layer.named_parameters()) for layer in list(network.layers)[:2])
    outgoing = second["weight"].detach().norm(dim=0).numpy()
    if "weight" in first:
        return [(first["weight"].detach().numpy(), outgoing)]
    hands = first["parts.0.weight"].detach().transpose(1, 2).numpy()
    return list(zip(hands, outgoing.reshape(len(hands), -1), strict=True))


def counted(weights: np.ndarray, outgoing: np.ndarray, *, constant: bool) -> dict[str, Any]:
    """Counts of neurons, those by suit in S H D C, the largest weights of an ace and of any other
    card, and shares of the cards' importance.

    The importance of a card is the Euclidean norm of its weights, each times what goes out of
    its neuron.
    """
    sizes_as_learned = np.abs(weights).reshape(-1, N_SUITS, _RANKS).max((0, 1))
    if constant:
        weights = weights - weights.mean(axis=1, keepdims=True)
    cards = weights.reshape(-1, N_SUITS, _RANKS)
    idle = outgoing < IDLE * outgoing.max()
    working = cards[~idle]
    ace, honours, suit = _specialised(working)
    sizes = np.abs(working)
    strong = (honours & (sizes[..., _QUEEN:_ACE] > sizes[..., [_ACE]]).all(-1)).sum()
    largest = np.abs(cards).max(0)  # (suit, rank)
    importance = np.linalg.norm(cards * outgoing[:, None, None], axis=0)
    share = importance / importance.sum()
    return {
        "neurons": len(weights),
        "idle": int(idle.sum()),
        "ace": ace.sum(0).tolist(),
        "honours": honours.sum(0).tolist(),
        "suit": suit.sum(0).tolist(),
        "graded": ((honours | suit) & _grades(working)).sum(0).tolist(),
        "honours_with_king_and_queen_over_ace": int(strong),
        "largest": [
            round(float(one), 2) for one in (sizes_as_learned[_ACE], sizes_as_learned[:_ACE].max())
        ],
        "favoured_aces": int((largest[:, _ACE] > FAVOURED * largest[:, :_ACE].max()).sum()),
        "low_cards": [round(float(one), 4) for one in share[:, _LOW].sum(1)],
        "honour_cards": [round(float(one), 4) for one in share[:, _HONOURS].sum(1)],
        "growth": [round(float(one), 3) for one in _rank_correlation(importance)],
    }


def strong_and_focused(before: np.ndarray, after: np.ndarray) -> dict[str, int]:
    """Counts in a layer (neurons, 52) before and after it was fine-tuned: its strong weights, those
    still as large and of the same sign, and the neurons with most of their weight in one suit."""
    least = STRONG * np.abs(before).max()
    strong = np.abs(before) >= least
    stay = strong & (np.abs(after) >= least) & (np.sign(after) == np.sign(before))
    counts = {"neurons": len(before), "strong": int(strong.sum()), "stay": int(stay.sum())}
    for name, weights in (("focused_before", before), ("focused", after)):
        kinds = _specialised(weights.reshape(-1, N_SUITS, _RANKS))
        counts[name] = int(np.any(kinds, axis=(0, 2)).sum())
    return counts


def _specialised(cards: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the ace, honours and suit neurons (n, suit) among weights (n, suit, rank)."""
    squares = cards**2 / (cards**2).sum(axis=(1, 2), keepdims=True)
    suit = squares.sum(2) > SPECIALISED
    honours = squares[..., _HONOURS].sum(2) > FOCUSED
    ace = squares[..., _ACE] > FOCUSED
    return ace, honours & ~ace, suit & ~honours & ~ace


def _grades(cards: np.ndarray) -> np.ndarray:
    """Return the suits (n, suit) whose weights have one sign and grow from the two to the ace."""
    one_sign = np.abs(np.sign(cards).sum(-1)) == _RANKS
    return one_sign & (_rank_correlation(np.abs(cards)) >= GRADED)


def _rank_correlation(values: np.ndarray) -> np.ndarray:
    """Spearman's, of values (..., rank) and ranks; there are no ties."""
    order = values.argsort(-1).argsort(-1)
    squares = (order - np.arange(_RANKS)) ** 2
    return 1 - 6 * squares.sum(-1) / (_RANKS * (_RANKS**2 - 1))
