"""Hidden hands as one answer: cards, suit lengths and high-card points that agree.

The network's heads answer apart. Here their answers are made to fit: each unseen card has
one owner, each hand thirteen cards, and the mean of every length and HCP distribution is
the one that follows from the card chances. Cards are scaled by iterative proportional
fitting (Sinkhorn) to the suit lengths and tilted to the HCP that the other heads expect;
among all tables with those sums that is the one closest to the network's in relative
entropy. Then the distributions are tilted, each to the mean of its cards.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from bidding.domain.cards import CARDS_IN_HAND
from bidding.encoding.layout import N_SUITS
from bidding.encoding.views import card_hcp

_SWEEPS = 300
_LENGTH_SWEEPS = 100
_TILTS = 12
_TOLERANCE = 1e-7
_LONGEST_STEP = 0.5  # of a tilt, in log odds a point; longer ones may overshoot


class Hands(NamedTuple):
    """What is believed of K hidden hands in V views, float64."""

    cards: Tensor  # (view, card, hand) the chance that the hand holds the card
    lengths: Tensor  # (view, hand, suit, length)
    hcp: Tensor  # (view, hand, HCP)


def consistent(hands: Hands, unseen: Tensor) -> Hands:
    """The same hands made to agree; ``unseen`` (view, card) are the cards they share.

    In the result, within 1e-6: each unseen card's chances sum to 1 and every other card's
    are 0, each hand's sum to 13, and the means of lengths and HCP are those of the cards
    (but where a mean lies at the very end of what its distribution allows).
    """
    cards = _fitted(hands.cards.double() * unseen[..., None], hands, unseen)
    suits = _by_suit(cards).sum(2).transpose(1, 2)  # (view, hand, suit)
    points = (cards * _points(cards)).sum(1)  # (view, hand)
    return Hands(cards, _tilted(hands.lengths.double(), suits), _tilted(hands.hcp.double(), points))


def _fitted(table: Tensor, hands: Hands, unseen: Tensor) -> Tensor:
    """(view, card, hand) chances with the sums that the other heads expect."""
    wanted = _lengths_that_fit(hands.lengths.double(), unseen)
    left = (unseen[..., None] * _points(table)).sum((1, 2))
    points = _points_that_fit(hands.hcp.double(), left)  # (view, hand)
    for sweep in range(_SWEEPS):
        table = _scaled(table, wanted)
        gap = points - (table * _points(table)).sum(1)
        if sweep % 5 == 4 and _is_done(table, gap):
            break
        spread = (table * (1 - table) * _points(table) ** 2).sum(1).clamp(min=_LONGEST_STEP)
        step = (gap / spread).clamp(-_LONGEST_STEP, _LONGEST_STEP)
        table = table * (step[:, None] * _points(table)).exp()
    for _ in range(_SWEEPS):  # the sums come first, even where the points cannot be had
        table = _scaled(table, wanted)
        if _is_done(table):
            break
    return _rows_to_one(table)


def _scaled(table: Tensor, wanted: Tensor) -> Tensor:
    """One sweep: each card to one owner, then each hand to its wanted suit lengths."""
    by_suit = _by_suit(_rows_to_one(table))  # (view, suit, rank, hand)
    held = by_suit.sum(2).clamp(min=1e-300)
    return (by_suit * (wanted / held)[:, :, None]).flatten(1, 2)


def _is_done(table: Tensor, gap: Tensor | None = None) -> bool:
    """Whether the cards have one owner each, and the points are met, after a scaling."""
    rows = table.sum(-1)
    off = torch.where(rows > 0, rows - 1, 0).abs().max()
    return bool(off < _TOLERANCE) and (gap is None or bool(gap.abs().max() < 10 * _TOLERANCE))


def _lengths_that_fit(lengths: Tensor, unseen: Tensor) -> Tensor:
    """(view, suit, hand) expected lengths that fill each hand and use up each suit."""
    room = _by_suit(unseen[..., None]).sum((2, 3)).double()  # (view, suit)
    fit = _moments(lengths)[0].transpose(1, 2).clamp(min=1e-6) * (room > 0)[..., None]
    for _ in range(_LENGTH_SWEEPS):
        fit = fit * (room / fit.sum(-1).clamp(min=1e-300))[..., None]
        fit = fit * (CARDS_IN_HAND / fit.sum(1).clamp(min=1e-300))[:, None]
    return fit


def _points_that_fit(hcp: Tensor, left: Tensor) -> Tensor:
    """(view, hand) expected HCP that add up to what is left: all tilted alike, so that a hand
    whose points are known well gives way the least."""
    for _ in range(_TILTS):
        mean, spread = _moments(hcp)
        step = ((left - mean.sum(-1)) / spread.sum(-1)).clamp(-_LONGEST_STEP, _LONGEST_STEP)
        hcp = _tilted_by(hcp, step[:, None].expand(mean.shape))
    return _moments(hcp)[0]


def _tilted(distribution: Tensor, mean: Tensor) -> Tensor:
    """(..., n) distributions, exponentially tilted to the given (...) means (Newton's steps)."""
    for _ in range(_TILTS):
        now, spread = _moments(distribution)
        distribution = _tilted_by(distribution, ((mean - now) / spread).clamp(-2, 2))
    return distribution


def _tilted_by(distribution: Tensor, step: Tensor) -> Tensor:
    """(..., n) distributions with odds changed by a factor of exp(step) a value."""
    log = step[..., None] * _values(distribution)
    tilted = distribution * (log - log.amax(-1, keepdim=True)).exp()
    return tilted / tilted.sum(-1, keepdim=True)


def _moments(distribution: Tensor) -> tuple[Tensor, Tensor]:
    """(..., n) to means and variances (...), the variances never quite zero."""
    values = _values(distribution)
    mean = torch.mv(distribution.flatten(0, -2), values).view(distribution.shape[:-1])
    off = (values - mean[..., None]) ** 2
    return mean, (distribution * off).sum(-1).clamp(min=1e-6)


def _values(distribution: Tensor) -> Tensor:
    """(n,) the values 0, 1, 2, ... of a distribution."""
    return torch.arange(distribution.shape[-1], dtype=torch.float64)


def _rows_to_one(table: Tensor) -> Tensor:
    return table / table.sum(-1, keepdim=True).clamp(min=1e-300)


def _by_suit(table: Tensor) -> Tensor:
    views, cards, hands = table.shape
    return table.view(views, N_SUITS, cards // N_SUITS, hands)


def _points(table: Tensor) -> Tensor:
    """(card, 1) high-card points, in the table's precision."""
    return card_hcp().to(table)[:, None]
