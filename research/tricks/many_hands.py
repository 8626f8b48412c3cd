"""Players' counts of many hands at once, scaled as inputs (paper P2, VIII-C).

What each suit is worth comes from ``research.tricks.hand_counts``, looked up in a table of all
8,192 holdings; only what concerns a hand as a whole is written again here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from bidding.domain.table import RANKS
from bidding.encoding.layout import N_SEATS, N_SUITS
from research.tricks.hand_counts import (
    DISTRIBUTION_COUNTS,
    POINT_COUNTS,
    ZAR_POINTS,
    HandCount,
    Role,
)

_RANKS = len(RANKS)
_HAND = 13
_HOLDINGS = 1 << _RANKS
_BITS = 1 << np.arange(_RANKS)  # the ace is bit 0
_PACK_POINTS = 40
_ACE, _TEN = 1, 1 << RANKS.index("T")


def estimate(estimator: HandCount, owner: np.ndarray, trump: np.ndarray) -> np.ndarray:
    """(n, 4) the counts of N, E, S, W in each deal; ``trump`` (n,) suits 0..3, or 4."""
    held = _holdings(owner)
    beside = np.where(trump == N_SUITS, Role.NOTRUMP, Role.SIDE)[:, None]
    roles = np.where(trump[:, None] == np.arange(N_SUITS), Role.TRUMPS, beside)  # (n, suit)
    values = _worth(estimator)[roles[:, None], held].sum(-1)
    return np.asarray(values + _of_hands(estimator, held))


def limits(estimator: HandCount) -> tuple[float, float]:
    """The least and most that a hand can count: bounds, reached by all but Minus-value's."""
    low, high = _extremes(estimator, min), _extremes(estimator, max)
    return (low - 1.5 if estimator.name == "Minus-value" else low), high


def _holdings(owner: np.ndarray) -> np.ndarray:
    """(n, 52) owners to (n, 4, 4) holdings by seat and suit, a bit for each rank."""
    held = owner[:, None] == np.arange(N_SEATS)[:, None]
    return np.asarray((held.reshape(-1, N_SEATS, N_SUITS, _RANKS) * _BITS).sum(-1))


@cache
def _worth(estimator: HandCount) -> np.ndarray:
    """(3, 8192) the worth of every holding in a suit of every role."""
    ranks = ["".join(r for i, r in enumerate(RANKS) if bits >> i & 1) for bits in range(_HOLDINGS)]
    return np.array([[estimator.of_suit(held, role) for held in ranks] for role in Role])


def _lengths(held: np.ndarray) -> np.ndarray:
    return np.asarray(((held[..., None] & _BITS) > 0).sum(-1))


def _of_hands(estimator: HandCount, held: np.ndarray) -> np.ndarray | float:
    """What counts in hands as wholes; ``held`` (n, 4, 4)."""
    if estimator is ZAR_POINTS:
        shape = np.sort(_lengths(held), axis=-1)
        return np.asarray(2 * shape[..., 3] + shape[..., 2] - shape[..., 0])
    if estimator.name == "Minus-value":
        cards = np.bitwise_or.reduce(held, axis=-1)
        return np.asarray(-1.0 * (cards & _ACE == 0) - 0.5 * (cards & _TEN == 0))
    return 0.0


@cache
def _extremes(estimator: HandCount, best: Callable[..., float]) -> float:
    """The least or most of thirteen cards: over all shapes, each suit at its own extreme."""
    lengths = _lengths(np.arange(_HOLDINGS))
    plain, side, trumps = (
        [best(worth[lengths == length]) for length in range(_HAND + 1)]
        for worth in _worth(estimator)
    )
    found = []
    for a, b, c, d in _shapes():
        shape = sorted((a, b, c, d))
        zar = 2 * shape[3] + shape[2] - shape[0] if estimator is ZAR_POINTS else 0
        found += [sum(plain[length] for length in shape) + zar]
        found += [trumps[a] + side[b] + side[c] + side[d] + zar]
    return float(best(found))


def _shapes() -> list[tuple[int, int, int, int]]:
    """Every way to have thirteen cards in four suits, the last three not rising."""
    counts = range(_HAND + 1)
    return [
        (_HAND - b - c - d, b, c, d)
        for b in counts
        for c in range(b + 1)
        for d in range(c + 1)
        if b + c + d <= _HAND
    ]


@dataclass(frozen=True)
class Estimates:
    """A block of inputs made of estimators."""

    width: int
    write: Callable[[np.ndarray, np.ndarray], np.ndarray]
    """(n, 52) owners and (n,) trumps to (n, width) inputs from 0.1 to 0.9."""


def _inputs(estimators: tuple[HandCount, ...], *, hands: bool = True, pairs: int = 0) -> Estimates:
    """Four inputs an estimator, N E S W, and the sums of N-S and then of E-W where asked for."""

    def write(owner: np.ndarray, trump: np.ndarray) -> np.ndarray:
        parts = []
        for estimator in estimators:
            low, high = limits(estimator)
            share = (estimate(estimator, owner, trump) - low) / (high - low)
            sums = (share[:, :2] + share[:, 2:]) / 2
            parts += [share] * hands + [sums[:, :pairs]] * (pairs > 0)
        return np.asarray(0.1 + 0.8 * np.concatenate(parts, axis=1))

    return Estimates(len(estimators) * (N_SEATS * hands + pairs), write)


ESTIMATES: dict[str, Estimates] = {
    "work-sum": _inputs(POINT_COUNTS[:1], hands=False, pairs=1),
    "work": _inputs(POINT_COUNTS[:1]),
    "points": _inputs(POINT_COUNTS),
    "points-pairs": _inputs(POINT_COUNTS, pairs=2),
    "distribution": _inputs(DISTRIBUTION_COUNTS),
    "distribution-pairs": _inputs(DISTRIBUTION_COUNTS, pairs=2),
    "zar": _inputs((ZAR_POINTS,)),
}


def raw_tricks(estimator: HandCount, owner: np.ndarray, trump: np.ndarray) -> np.ndarray:
    """(n,) the tricks of N-S by their points, as players reckon (P2, IX-B).

    Reading: forty points, the Work points of a pack, stand for thirteen tricks in every count.
    """
    counts = estimate(estimator, owner, trump)
    points = counts[:, 0] + counts[:, 2]
    return np.clip(np.rint(_HAND * points / _PACK_POINTS), 0, _HAND).astype(np.int64)
