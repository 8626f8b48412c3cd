"""What calls promise, counted in recorded auctions that many begin with.

Robots' hands take the place of beliefs: the points and lengths of all players about to call, and of
those who then make the call. From these, promises are made as ``statements.promises`` makes them,
but hold for more of the hands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from bidding.domain.calls import PASS
from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.systems import System
from bidding.domain.table import RANKS, Seat, Side, Suit
from bidding.encoding.layout import AS_IN_BASE, PAD, SYSTEM_CODE
from bidding.encoding.records import Records, owners
from bidding.encoding.views import card_hcp
from bidding.explaining.distributions import MOST_HCP, HandTable
from bidding.explaining.meanings.recorded import RecordedPromises
from bidding.explaining.meanings.statements import NOTHING_PROMISED, Promise, promises

_OFTEN = 40  # hands that made a call, at least, for its promise to be counted
_SHARE = 8e-5  # of the auctions of a system, at least, that have such a hand
_FEW = 10  # calls, at most, that say nothing of an end of the points
_CALLS = 24  # of an auction, from the first on, that are read
_WITHIN = 0.97  # of the hands, at least, for points and for each length
_Hands = tuple[np.ndarray, np.ndarray]  # (G, 38) hands by points, (G, 4, 14) by lengths
_SIZES = (MOST_HCP + 1, *[CARDS_IN_HAND + 1] * len(Suit))


class _Played(NamedTuple):
    """Auctions of one system.

    calls (N, T) int64; numbers (N, T, 5) int8, the points and the lengths of S H D C of the player
    whose turn each is; sides (N, 2) bool, whether the dealer's and the other side play the system
    as it is.
    """

    calls: np.ndarray
    numbers: np.ndarray
    sides: np.ndarray


def count_promises(files: Iterable[tuple[Records, Collection[System]]]) -> RecordedPromises:
    """Count these systems of each of several files, one file at a time."""
    parts: dict[System, list[_Played]] = {}
    for records, systems in files:
        for system in systems:
            parts.setdefault(system, []).append(_played(records, system))
    found = [
        (SYSTEM_CODE[system], calls, promise)
        for system, some in parts.items()
        for calls, promise in sorted(_promises_of(some).items())
    ]
    longest = max((len(calls) for _, calls, _ in found), default=1)
    ends = [[promise.hcp, *promise.lengths] for _, _, promise in found]
    return RecordedPromises(
        np.array([code for code, _, _ in found], dtype=np.uint8),
        np.array(
            [[*calls, *[PAD] * (longest - len(calls))] for _, calls, _ in found], dtype=np.uint8
        ).reshape(len(found), longest),
        np.array(ends, dtype=np.uint8).reshape(len(found), len(_SIZES), 2),
    )


def _played(records: Records, system: System) -> _Played:
    """Return the auctions in which a side plays the system as it is."""
    plain = (records.choices[records.card] == AS_IN_BASE).all(-1)  # (N, 2)
    plain &= np.stack([records.system_ns, records.system_ew], axis=1) == SYSTEM_CODE[system]
    rows = np.flatnonzero(plain.any(-1))
    place = np.arange(_CALLS)
    flat = np.minimum(records.start[rows, None] + place, len(records.calls) - 1)
    calls = np.where(place < records.n_calls[rows, None], records.calls[flat], PAD)
    seats = np.arange(len(Seat))
    held = owners(records.deal[rows])[:, None] == seats[:, None]  # (N, 4, 52)
    lengths = held.reshape(len(rows), len(Seat), len(Suit), len(RANKS)).sum(-1)
    points = held.astype(np.float32) @ card_hcp().numpy().astype(np.float32)
    numbers = np.concatenate([points[..., None], lengths], axis=-1)
    dealer = records.dealer[rows].astype(np.int64)[:, None]
    turn = (dealer + place) % len(Seat)
    side = (dealer + np.arange(len(Side))) % len(Side)
    return _Played(
        calls.astype(np.int64),
        np.take_along_axis(numbers.astype(np.int8), turn[..., None], axis=1),
        np.take_along_axis(plain[rows], side, axis=1),
    )


def _promises_of(parts: Iterable[_Played]) -> Mapping[tuple[int, ...], Promise]:
    """Return the promise of the last call of each beginning that is recorded often."""
    played = _Played(*map(np.concatenate, zip(*parts, strict=True)))
    found: dict[tuple[int, ...], Promise] = {}
    for side in range(len(Side)):
        for beginnings, (points, lengths), after in _levels(played, side):
            previous = [found.get(calls[: -len(Seat)], NOTHING_PROMISED) for calls in beginnings]
            before = HandTable(_telling_points(points, after[0], previous), lengths)
            made = promises(before, HandTable(*after), previous, levels=(_WITHIN, _WITHIN))
            found |= zip(beginnings, made, strict=True)
    return found


def _levels(played: _Played, side: int) -> Iterator[tuple[list[tuple[int, ...]], _Hands, _Hands]]:
    """Yield for each turn of a side, the dealer's or the other, the beginnings that its call ends,
    and its players' hands before and after the call.

    The side plays the system as it is; so does the other, once it has not only passed.
    """
    calls, numbers, sides = (part[played.sides[:, side]] for part in played)
    passed = np.ones(len(calls), dtype=bool)  # whether the other side has only passed so far
    least = max(_OFTEN, _SHARE * len(calls))
    node = np.zeros(len(calls), dtype=np.int64)
    beginnings: list[tuple[int, ...]] = [()]
    for place in range(_CALLS):
        made = calls[:, place]
        step, of_row, count = np.unique(
            node * (PAD + 1) + made, return_inverse=True, return_counts=True
        )
        kept = (count >= least) & (step % (PAD + 1) != PAD)
        parent, call = step[kept] // (PAD + 1), step[kept] % (PAD + 1)
        if not kept.any():
            return
        longer = [(*beginnings[at], int(last)) for at, last in zip(parent, call, strict=True)]
        number = np.where(kept, kept.cumsum() - 1, -1)[of_row]
        if place % len(Side) == side:
            hands = numbers[:, place]
            before = _hands(hands, node, len(beginnings))
            of_kept = number >= 0
            after = _hands(hands[of_kept], number[of_kept], len(longer))
            yield longer, (before[0][parent], before[1][parent]), after
        else:
            passed &= made == PASS.index
        rows = (number >= 0) & (passed | sides[:, 1 - side])
        calls, numbers, sides, passed = calls[rows], numbers[rows], sides[rows], passed[rows]
        node, beginnings = number[rows], longer


def _telling_points(
    points: np.ndarray, made: np.ndarray, previous: Sequence[Promise]
) -> np.ndarray:
    """Return hands by points (N, 38) before calls, without the most and the least with which none
    was ``made`` (N, 38), if these are so rare that hardly any calls could be expected.

    An end that the player has promised is no rarity.
    """
    open_ends = [(one.hcp[0] == 0, one.hcp[1] == MOST_HCP) for one in previous]
    few = np.where(open_ends, _FEW, 1)
    expected = points / points.sum(-1, keepdims=True) * made.sum(-1, keepdims=True)
    kept = np.ones_like(points, dtype=bool)
    for end, each in enumerate((slice(None), slice(None, None, -1))):
        unseen = made[:, each].cumsum(-1) == 0
        rare = expected[:, each].cumsum(-1) < few[:, end, None]
        kept[:, each] &= ~(unseen & rare)
    return np.where(kept, points, 0)


def _hands(numbers: np.ndarray, group: np.ndarray, groups: int) -> _Hands:
    """Count hands (N, 5) by their group (N,): points (G, 38) and lengths (G, 4, 14)."""
    points, *lengths = (
        np.bincount(group * size + column, minlength=groups * size).reshape(groups, size)
        for size, column in zip(_SIZES, numbers.T.astype(np.int64), strict=True)
    )
    return points, np.stack(lengths, axis=1)
