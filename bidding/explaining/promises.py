"""Promises: the ranges of points and suit lengths that calls state, apart from what is usual.

How a caller's hands are spread says what is usual. Which hands make the call is the agreement: the
likelihood of the call given h points is L(h) = P(h | call) / P(h), the ratio of a spectator's
beliefs about the caller after and before it. A call states the points whose likelihood is at least
a fifth of the average, and the lengths whose likelihood is at least a twentieth; what a player
promises is what all of the player's calls state together.

The thresholds are fitted on robots' auctions kept from training (``evaluate_meanings``): higher
ones say more and hold for fewer hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.table import Suit
from bidding.encoding.layout import N_HCP
from bidding.explaining.distributions import Floats, HandTable

_FRACTION = 0.2  # of the average likelihood of the call, at least, for points
_LENGTH_FRACTION = 0.05  # the same for lengths
_POSSIBLE = 0.0005  # the chance of points before the call, at least, for their likelihood to count
_NOT_RARE = 0.01
_HARDLY_ANY = 0.005  # of the hands, at most, beyond an end that is not stated
POINTS_LEVEL = 0.95  # of a promised range of points, at least
MOST_HCP = N_HCP - 1
LENGTH_LEVEL = 0.85  # of each end of a promised length, at least

Range = tuple[int, int]


class Promise(NamedTuple):
    """What a player's calls promise, and whether the last call added to it.

    hcp, lengths (S H D C): both ends included; 0 and 37, and 0 and 13, are open ends.
    """

    hcp: Range
    lengths: tuple[Range, ...]
    new_hcp: bool
    new_least: tuple[bool, ...]
    new_most: tuple[bool, ...]

    @property
    def as_news(self) -> Promise:
        """The same ranges as if the last call had stated all of them."""
        return self._replace(new_hcp=self.hcp != (0, MOST_HCP), new_least=_ALL, new_most=_ALL)

    def to_json(self) -> dict[str, object]:
        """Return the ranges; an open end is null."""
        ranges = zip(Suit, self.lengths, strict=True)
        return {
            "hcp": _range_json(self.hcp, MOST_HCP),
            "lengths": {suit.name: _range_json(ends, CARDS_IN_HAND) for suit, ends in ranges},
        }


_NONE, _ALL = (False,) * len(Suit), (True,) * len(Suit)
NOTHING_PROMISED = Promise((0, MOST_HCP), ((0, CARDS_IN_HAND),) * len(Suit), False, _NONE, _NONE)


def promises(
    before: HandTable, after: HandTable, previous: Sequence[int | Promise]
) -> list[Promise]:
    """Return the promise of each caller with each of C calls, by beliefs before and after it.

    ``previous`` (C,) is the promise of the caller's calls before, or its place in this list.
    """
    found: list[Promise] = []
    stated, suits = _stated(before.hcp, after.hcp), _lengths(before.lengths, after.lengths)
    for row, earlier in enumerate(previous):
        known = found[earlier] if isinstance(earlier, int) else earlier
        hcp = _combined(known.hcp, stated[row], after.hcp[row], POINTS_LEVEL)
        lengths = tuple(
            _combined(range_, ends, chances, LENGTH_LEVEL)
            for range_, ends, chances in zip(
                known.lengths, suits[row], after.lengths[row], strict=True
            )
        )
        pairs = list(zip(lengths, known.lengths, strict=True))
        longer = tuple(now[0] > then[0] for now, then in pairs)
        shorter = tuple(now[1] < then[1] for now, then in pairs)
        narrower = hcp[0] > known.hcp[0] or hcp[1] < known.hcp[1]
        found.append(Promise(hcp, lengths, narrower, longer, shorter))
    return found


def chance_from_best_hands(chance: Floats, before: HandTable, after: HandTable) -> Floats:
    """Estimate (C,) the chance of each call from the hands that it fits best, given its ``chance``
    (C,) from all hands: from the points, and from the lengths of the two suits, that raise it most.

    It tells a call of rare hands, such as a strong 2♣, from one that hardly any hand makes.
    """
    points = _gain(before.hcp, after.hcp)
    lengths = np.sort(_gain(before.lengths, after.lengths), axis=-1)
    return np.asarray(np.minimum(chance * points * lengths[:, -1] * lengths[:, -2], 1.0))


def _gain(before: Floats, after: Floats) -> Floats:
    """Return the greatest ratio of chances (..., n) after to before a call, of values that are
    possible before and not too rare after it."""
    counts = (before > _POSSIBLE) & (after > _NOT_RARE)
    return np.asarray(np.where(counts, after / np.maximum(before, _POSSIBLE), 0).max(-1))


def _stated(before: Floats, after: Floats) -> list[Range]:
    """Return the points (C, 38) that each call states by itself; an end that reaches the end of
    what was possible before is open."""
    possible = before > _POSSIBLE
    low, high = _ends(_likely(before, after, _FRACTION))
    least, most = _ends(possible)
    low, high = np.where(low <= least, 0, low), np.where(high >= most, MOST_HCP, high)
    return list(zip(low.tolist(), high.tolist(), strict=True))


def _lengths(before: Floats, after: Floats) -> list[list[Range]]:
    """Return the lengths (C, 4, 14) that each call states by itself.

    Beyond an end there are hardly any hands, or few that are not likely to make the call.
    """
    low, high = _ends(_likely(before, after, _LENGTH_FRACTION))
    below = after.cumsum(-1)
    above = after[..., ::-1].cumsum(-1)
    last = after.shape[-1] - 1
    low = np.maximum(low, (below <= _HARDLY_ANY).sum(-1))
    low = np.minimum(low, (below < 1 - LENGTH_LEVEL).sum(-1))
    high = np.minimum(high, last - (above <= _HARDLY_ANY).sum(-1))
    high = np.maximum(high, last - (above < 1 - LENGTH_LEVEL).sum(-1))
    return [list(zip(*pair, strict=True)) for pair in zip(low.tolist(), high.tolist(), strict=True)]


def _likely(before: Floats, after: Floats, fraction: float) -> np.ndarray:
    """Return (..., n) True for the values whose likelihood is at least that fraction of the
    average."""
    possible = before > _POSSIBLE
    likelihood = np.where(possible, after / np.maximum(before, _POSSIBLE), 0)
    return np.asarray(
        possible & (likelihood >= fraction * (likelihood * after).sum(-1, keepdims=True))
    )


def _ends(flags: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (...) the first and the last place of True in (..., n)."""
    return flags.argmax(-1), flags.shape[-1] - 1 - flags[..., ::-1].argmax(-1)


def _combined(known: Range, stated: Range, chances: Floats, level: float) -> Range:
    """Return the part of two ranges that they share, widened by the likelier end until it has the
    level."""
    low, high = max(known[0], stated[0]), min(known[1], stated[1])
    if low > high:
        low, high = stated
    while chances[low : high + 1].sum() < level:
        below, above = chances[:low].sum(), chances[high + 1 :].sum()
        low, high = (low - 1, high) if below >= above else (low, high + 1)
    return low, high


def _range_json(ends: Range, most: int) -> dict[str, int | None]:
    low, high = ends
    return {"low": low or None, "high": None if high == most else high}
