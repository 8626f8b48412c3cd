"""Importance samples of layouts, given the viewer's hand and the auction.

All layouts with the viewer's hand are equally likely a priori, so the posterior is in proportion
to the likelihood of the calls. The proposal follows the model's card chances and lengths; draws
are then resampled from several times as many by the HCP of their hands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from bidding.domain.position import Position
from bidding.encoding.layout import N_CARDS, N_HCP, N_LENGTHS, N_SEATS, N_SUITS
from bidding.encoding.positions import encode_positions
from bidding.encoding.views import card_hcp
from bidding.explaining.assembly import CLOCKWISE, turn_of
from bidding.explaining.beliefs import beliefs_about
from bidding.explaining.importance import bounded_ratio, effective_size, normalised
from bidding.explaining.layouts.layout_likelihood import LayoutLikelihood
from bidding.explaining.layouts.layout_proposal import LayoutProposal
from bidding.explaining.questions import questions_about
from bidding.networks.bidder import Bidder

Array = npt.NDArray[np.float64]
Owners = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int64]

# Measured on the dev files (``research.accuracy layouts``): powers of the factors of the model's
# lengths and HCP. The hands' distributions are used as if independent, which they are not, so less
# than one.
_LENGTHS_POWER = 0.67
_HCP_POWER = 0.75
# Weights are raised to this power: with 1 few layouts carry most of the weight, and the shares of
# cards are further from the truth; with 0 the calls would not count.
POWER = 0.5
_RESAMPLED_FROM = 8  # draws for each layout that is kept and weighted
_LEAST_ODDS = 1e-3


@dataclass(frozen=True)
class HiddenBelief:
    """The belief about K hidden hands.

    seats (K,) hold them; cards (K, 52), lengths (K, 4, 14) and hcp (K, 38) are chances; seen (52,)
    bool are the cards of the viewer's hand; a spectator sees none.
    """

    seats: tuple[int, ...]
    cards: Array
    lengths: Array
    hcp: Array
    seen: npt.NDArray[np.bool_]
    viewer: int


@dataclass(frozen=True)
class Layouts:
    """N layouts, owner (N, 52) seats 0 to 3, with log importance weights log_full (N,).

    Only differences of log weights matter, also between samples of one position. Weights are
    raised to ``power``; with 1 they are the full weights.
    """

    owner: Owners
    log_full: Array
    power: float = 1.0

    @property
    def log_weights(self) -> Array:
        """(N,) log weights, not normalised."""
        return self.power * self.log_full

    @property
    def weights(self) -> Array:
        """(N,) weights that add up to one."""
        return normalised(self.log_weights)

    @property
    def effective(self) -> float:
        """The effective sample size: 1 to N."""
        return float(effective_size(self.weights))

    def resampled(self, count: int, rng: np.random.Generator) -> tuple[Places, Array]:
        """Resample at most ``count`` different layouts (R,) by weight; return them with their
        shares (R,), unbiased estimates of the weights."""
        rows, times = np.unique(systematic(self.weights, count, rng), return_counts=True)
        return rows, times / count


class LayoutSampler:
    """A sampler of weighted layouts for one position."""

    def __init__(self, hidden: HiddenBelief, likelihood: LayoutLikelihood) -> None:
        self.hidden, self.likelihood = hidden, likelihood
        odds = np.where(hidden.seen, 0, np.maximum(hidden.cards, _LEAST_ODDS))
        independent = _length_chances(odds)
        factors = bounded_ratio(hidden.lengths, independent) ** _LENGTHS_POWER
        self.proposal = LayoutProposal(odds, factors)

    def sample(self, count: int, rng: np.random.Generator, power: float = POWER) -> Layouts:
        """Draw weighted layouts; equal generators give equal layouts."""
        owner, log_density = self.drawn(count, rng)
        likelihood = self.likelihood.log_likelihoods(owner).sum(1)
        return Layouts(owner, likelihood - log_density, power)

    def drawn(self, count: int, rng: np.random.Generator) -> tuple[Owners, Array]:
        """Draw (N, 52) layouts; return them with (N,) their log densities."""
        draws = self.proposal.draw(_RESAMPLED_FROM * count, rng)
        log_choice = self._log_choice(draws.hand)
        choice = np.exp(log_choice)
        rows = systematic(choice / choice.sum(), count, rng)
        owner = np.array(self.hidden.seats, dtype=np.uint8)[draws.hand[rows]]
        owner[:, self.hidden.seen] = self.hidden.viewer
        return owner, (draws.log_density + log_choice)[rows] - np.log(choice.mean())

    def _log_choice(self, hand: npt.NDArray[np.int8]) -> Array:
        """Return (N,) log weights for resampling, by the HCP of the hands."""
        log_choice = np.zeros(len(hand))
        for number, chances in enumerate(self.hidden.hcp):
            points = (hand == number) @ _POINTS
            drawn = np.bincount(points, minlength=N_HCP) / len(points)
            log_choice += _HCP_POWER * np.log(bounded_ratio(chances, drawn))[points]
        return log_choice


def sampler_for(bidder: Bidder, position: Position, device: torch.device | str) -> LayoutSampler:
    """Return a sampler for the viewer of a position; the hidden hands' calls are the evidence."""
    auction, blind = position.auction, position.hand is None
    steps = [k for k in range(len(auction.calls)) if blind or auction.seat_of(k) != position.seat]
    likelihood = LayoutLikelihood(bidder, encode_positions([position]), steps, device)
    return LayoutSampler(hidden_hands(bidder, position, device), likelihood)


def hidden_hands(bidder: Bidder, position: Position, device: torch.device | str) -> HiddenBelief:
    """Return the viewer's consistent belief after all calls."""
    hands = beliefs_about(bidder, questions_about([position], compare=False), device).hands
    seen = np.zeros(N_CARDS, dtype=bool)
    if position.hand is None:
        first, count = turn_of(position.auction, len(position.auction.calls)), N_SEATS
    else:
        first, count = CLOCKWISE[position.seat + 1], N_SEATS - 1
        seen[[card.index for card in position.hand]] = True
    rows = slice(int(hands.first[-1]), int(hands.first[-1]) + count)
    seats = tuple(int(seat) for seat in CLOCKWISE[first : first + count])
    believed = (hands.cards[rows], hands.lengths[rows], hands.hcp[rows])
    cards, lengths, hcp = (part.numpy() for part in believed)
    return HiddenBelief(seats, cards, lengths, hcp, seen, int(position.seat))


def systematic(weights: Array, count: int, rng: np.random.Generator) -> Places:
    """Draw (count,) places by systematic resampling; the weights add up to one."""
    places = (np.arange(count) + rng.random()) / count
    return np.searchsorted(weights.cumsum(), places).clip(0, len(weights) - 1)


def _length_chances(odds: Array) -> Array:
    """Return (K, 4, 14) suit lengths for (K, 52) chances of independent cards."""
    chances = odds.reshape(-1, N_CARDS // N_SUITS)  # (K · 4, 13)
    counts = np.zeros((len(chances), N_LENGTHS))
    counts[:, 0] = 1
    for chance in chances.T:
        more = counts * chance[:, None]
        counts -= more
        counts[:, 1:] += more[:, :-1]
    return counts.reshape(-1, N_SUITS, N_LENGTHS)


_POINTS = card_hcp().numpy()
