"""The baseline of hidden hands: their exact distributions given the own hand only.

The length of a suit in a hidden hand is hypergeometric, and so are the numbers of aces, kings,
queens and jacks together.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb

import torch
from torch import Tensor

from bidding.domain.cards import WORK_POINTS
from bidding.encoding.layout import N_CARDS, N_HCP, N_LENGTHS

_HAND = N_CARDS // 4
_UNSEEN = N_CARDS - _HAND
_POINTS = tuple(WORK_POINTS.values())


@cache
def _length_table() -> Tensor:
    """Return (own length, 14) distributions of a hidden hand's length."""
    table = torch.zeros(N_LENGTHS, N_LENGTHS, dtype=torch.float64)
    for own in range(N_LENGTHS):
        left = _HAND - own
        for length in range(left + 1):
            ways = comb(left, length) * comb(_UNSEEN - left, _HAND - length)
            table[own, length] = ways / comb(_UNSEEN, _HAND)
    return table


@cache
def _hcp_table() -> Tensor:
    """Return (own A, K, Q, J in base 5, 38) distributions of a hidden hand's HCP."""
    table = torch.zeros(5**4, N_HCP, dtype=torch.float64)
    for place, own in enumerate(product(range(5), repeat=4)):
        left = [4 - held for held in own]
        for taken in product(*(range(count + 1) for count in left)):
            small = _HAND - sum(taken)
            if small < 0:
                continue
            ways = comb(_UNSEEN - sum(left), small)
            for count, number in zip(left, taken, strict=True):
                ways *= comb(count, number)
            points = sum(p * n for p, n in zip(_POINTS, taken, strict=True))
            table[place, points] += ways / comb(_UNSEEN, _HAND)
    return table


def baseline_lengths(own_lengths: Tensor) -> Tensor:
    """Return (view, suit, 14) distributions of a hidden hand, from (view, suit) own lengths."""
    return _length_table().to(own_lengths.device)[own_lengths]


def baseline_hcp(honours: Tensor) -> Tensor:
    """Return (view, 38) distributions of a hidden hand, from (view, 4) own A, K, Q, J."""
    bases = torch.tensor([125, 25, 5, 1], device=honours.device)
    return _hcp_table().to(honours.device)[(honours * bases).sum(-1)]
