"""Hidden hands as one answer: cards, suit lengths and high-card points that agree.

The network's heads answer apart. Here their answers are made to fit: each unseen card has
one owner, each hand thirteen cards, and the mean of every length and HCP distribution is
the one that follows from the card chances. The cards are tilted to the suit lengths and the
HCP that the other heads expect; among all tables with those sums that is the one closest to
the network's in relative entropy. Then the distributions are tilted, each to the mean of its
cards. Every tilt is found by Newton's steps on the convex dual, a handful of them.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from bidding.domain.cards import CARDS_IN_HAND
from bidding.encoding.layout import N_CARDS, N_SUITS
from bidding.encoding.views import card_hcp

_STEPS = 40  # of Newton's; five to eight are usual
_TILTS = 40
_SWEEPS = 300
_TOLERANCE = 1e-7
_LONGEST_STEP = 1.5  # of a tilt, in log odds; longer ones may overshoot
_LONGEST_TILT = 2.0  # of a distribution, in log odds a card or point
_RIDGE = 1e-9  # keeps what nothing depends on where it is


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
    table = hands.cards.double().transpose(1, 2) * unseen[:, None]  # (view, hand, card)
    lengths, hcp = hands.lengths.double(), hands.hcp.double()
    suits = _lengths_that_fit(lengths, unseen)
    points = _points_that_fit(hcp, unseen.double() @ _points(unseen))
    kinds = _kinds(unseen.device)
    wanted = torch.cat([suits, points[..., None]], dim=-1)  # (view, hand, suit or points)
    cards = _filled(_shared(table, unseen.double(), kinds, wanted), suits)
    sums = cards @ kinds
    tilted = _tilted(lengths, sums[..., :N_SUITS]), _tilted(hcp, sums[..., N_SUITS])
    return Hands(cards.transpose(1, 2), *tilted)


def _shared(odds: Tensor, count: Tensor, kinds: Tensor, wanted: Tensor) -> Tensor:
    """(view, hand, row) shares of each row's count among the hands, with the wanted sums.

    ``odds`` (view, hand, row) are tilted by one number for each hand and kind, ``kinds``
    (row, kind) say what a row counts for, ``wanted`` (view, hand, kind) the sums. The last
    hand needs no tilt: it gets what the others leave.
    """
    views, hands, _ = odds.shape
    free, n_kinds = hands - 1, kinds.shape[1]
    pairs = (kinds[:, :, None] * kinds[:, None]).flatten(1)  # (row, kind · kind)
    same = torch.eye(free, dtype=odds.dtype, device=odds.device)[..., None]
    ridge = _RIDGE * torch.eye(free * n_kinds, dtype=odds.dtype, device=odds.device)
    tilt = odds.new_zeros(views, hands, n_kinds)
    shares = _owned(odds, count)
    for _ in range(_STEPS):
        gap = (wanted - shares @ kinds)[:, :free]
        if bool(gap.abs().max() < _TOLERANCE):
            break
        part = shares[:, :free] / count.clamp(min=1e-300)[:, None]
        spread = shares[:, :free, None] * (same - part[:, None])  # (view, hand, hand, row)
        curve = (spread @ pairs).view(views, free, free, n_kinds, n_kinds).transpose(2, 3)
        curve = curve.reshape(views, free * n_kinds, free * n_kinds) + ridge
        step, _ = torch.linalg.solve_ex(curve, gap.flatten(1))
        longest = step.abs().amax(1, keepdim=True)
        step = step * (_LONGEST_STEP / longest.clamp(min=_LONGEST_STEP))
        tilt[:, :free] += step.nan_to_num().view(views, free, n_kinds)
        shares = _owned(odds * (tilt @ kinds.T).exp(), count)
    return shares


def _owned(odds: Tensor, count: Tensor) -> Tensor:
    """(view, hand, row): each row's count shared in proportion to the odds."""
    return odds * (count / odds.sum(1).clamp(min=1e-300))[:, None]


def _filled(table: Tensor, suits: Tensor) -> Tensor:
    """The table with each hand's wanted suit lengths, even where the points cannot be had.

    Scaled in turns to the lengths and to one owner a card; nothing to do after Newton's
    steps that arrived.
    """
    for _ in range(_SWEEPS):
        by_suit = table.view(*table.shape[:2], N_SUITS, -1)
        held = by_suit.sum(-1)
        if bool((held - suits).abs().max() < 2 * _TOLERANCE):
            break
        scaled = by_suit * (suits / held.clamp(min=1e-300))[..., None]
        owned = (table.sum(1) > 0).to(table)
        table = _owned(scaled.flatten(2), owned)
    return table


def _lengths_that_fit(lengths: Tensor, unseen: Tensor) -> Tensor:
    """(view, hand, suit) expected lengths that fill each hand and use up each suit."""
    room = unseen.view(len(unseen), N_SUITS, -1).sum(-1).double()  # (view, suit)
    expected = _moments(lengths)[0].clamp(min=1e-6) * (room > 0)[:, None]
    one = lengths.new_ones(N_SUITS, 1)
    full = lengths.new_full((*expected.shape[:2], 1), float(CARDS_IN_HAND))
    return _shared(expected, room, one, full)


def _points_that_fit(hcp: Tensor, left: Tensor) -> Tensor:
    """(view, hand) expected HCP that add up to what is left: all tilted alike, so that a hand
    whose points are known well gives way the least."""
    search, (mean, spread) = _Search(left), _moments(hcp)
    for _ in range(_TILTS):
        if not bool(search.moved(mean.sum(-1), spread.sum(-1)).any()):
            break
        mean, spread = _moments(_tilted_by(hcp, search.tilt[:, None].expand(mean.shape)))
    return mean


def _tilted(distribution: Tensor, mean: Tensor) -> Tensor:
    """(..., n) distributions, exponentially tilted to the given (...) means.

    Most arrive after three steps; only the others go on.
    """
    rows = distribution.flatten(0, -2)
    search, place, result, tilted = _Search(mean.flatten()), None, rows.clone(), rows
    for _ in range(_TILTS):
        late = search.moved(*_moments(tilted)).nonzero()[:, 0]
        if not len(late):
            break
        search, rows = search.of(late), rows[late]
        place = late if place is None else place[late]
        tilted = _tilted_by(rows, search.tilt)
        result[place] = tilted
    return result.view_as(distribution)


class _Search:
    """For the tilts of N distributions to given means: Newton's steps, kept between what is
    known to be too little and too much, for a mean only ever grows with its tilt."""

    def __init__(self, wanted: Tensor) -> None:
        self.wanted, self.tilt = wanted, torch.zeros_like(wanted)
        self.low, self.high = self.tilt - torch.inf, self.tilt + torch.inf

    def of(self, rows: Tensor) -> _Search:
        """The same search for some rows alone."""
        part = _Search(self.wanted[rows])
        part.tilt, part.low, part.high = self.tilt[rows], self.low[rows], self.high[rows]
        return part

    def moved(self, mean: Tensor, spread: Tensor) -> Tensor:
        """(N,) which tilts do not give their means yet; those have been changed."""
        gap = self.wanted - mean
        late = gap.abs() >= _TOLERANCE
        self.low = torch.where(gap > 0, self.tilt, self.low)
        self.high = torch.where(gap > 0, self.high, self.tilt)
        step = self.tilt + (gap / spread).clamp(-_LONGEST_TILT, _LONGEST_TILT)
        beyond = (step <= self.low) | (step >= self.high)
        step = torch.where(beyond, (self.low + self.high) / 2, step)
        self.tilt = torch.where(late, step, self.tilt)
        return late


def _tilted_by(distribution: Tensor, step: Tensor) -> Tensor:
    """(..., n) distributions with odds changed by a factor of exp(step) a value."""
    values = _values(distribution)
    far = (values[-1] * step.clamp(min=0))[..., None]  # no factor above one
    tilted = distribution * (step[..., None] * values - far).exp()
    return tilted / tilted.sum(-1, keepdim=True)


def _moments(distribution: Tensor) -> tuple[Tensor, Tensor]:
    """(..., n) to means and variances (...), the variances never quite zero."""
    values = _values(distribution)
    both = distribution @ torch.stack([values, values**2], dim=1)
    mean = both[..., 0]
    return mean, (both[..., 1] - mean**2).clamp(min=1e-6)


def _values(distribution: Tensor) -> Tensor:
    """(n,) the values 0, 1, 2, ... of a distribution."""
    return torch.arange(
        distribution.shape[-1], dtype=distribution.dtype, device=distribution.device
    )


def _points(like: Tensor) -> Tensor:
    """(card,) high-card points, float64."""
    return card_hcp(like.device).double()


def _kinds(device: torch.device) -> Tensor:
    """(card, suits and points) what each card counts for, float64."""
    suit = torch.arange(N_CARDS, device=device) // (N_CARDS // N_SUITS)
    suits = torch.nn.functional.one_hot(suit, N_SUITS).double()
    return torch.cat([suits, _points(suits)[:, None]], dim=1)
