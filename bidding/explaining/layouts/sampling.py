"""Layouts that fit a hand and an auction, each with a weight that says how well.

All layouts that leave the viewer his hand are equally likely before anybody calls, so what an
auction shows is, by Bayes' rule, in proportion to the chance of its calls alone. Layouts are
drawn where the model expects them: by its card chances and lengths, then chosen among several
times as many by the HCP of their hands. Their weights take back how they were drawn.
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
from bidding.explaining.beliefs import beliefs_about
from bidding.explaining.judging import CLOCKWISE, turn_of
from bidding.explaining.layouts.proposal import Proposal
from bidding.explaining.layouts.weighing import Weigher
from bidding.explaining.questions import questions_about
from bidding.networks.bidder import Bidder

Array = npt.NDArray[np.float64]
Owners = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int64]

# Measured on the dev files (benchmarks/layouts.py): how far the proposal follows the model's
# lengths and HCP. Each hand's are told apart, but they hang together, so less than all.
_LENGTHS_FOLLOWED = 0.67
_HCP_FOLLOWED = 0.75
# Weights are taken to this power: with all of it, few layouts carry most of the weight, and the
# shares of cards are further from the truth; with none, the calls would not be heard.
POWER = 0.5
_CHOSEN_OF = 8  # draws for each layout that is kept and weighed
_LEAST_ODDS = 1e-3
_LEAST_CHANCE = 1e-4
_MOST_FACTOR = 1e3


@dataclass(frozen=True)
class Hidden:
    """What is believed of K hidden hands.

    seats (K,) who holds them; cards (K, 52), lengths (K, 4, 14) and hcp (K, 38) chances;
    seen (52,) bool and viewer: the cards that the viewer holds; none are seen of a spectator.
    """

    seats: tuple[int, ...]
    cards: Array
    lengths: Array
    hcp: Array
    seen: npt.NDArray[np.bool_]
    viewer: int


@dataclass(frozen=True)
class Layouts:
    """N layouts, owner (N, 52) seats 0 to 3, and log_full (N,), how well each fits.

    In nats, of which only differences matter, between samples of the same position too. Weights
    are taken to a power; with 1 they are the full weights.
    """

    owner: Owners
    log_full: Array
    power: float = 1.0

    @property
    def log_weights(self) -> Array:
        """(N,) of which only differences matter."""
        return self.power * self.log_full

    @property
    def weights(self) -> Array:
        """(N,) that add up to one."""
        weights = np.exp(self.log_weights - self.log_weights.max())
        return np.asarray(weights / weights.sum())

    @property
    def effective(self) -> float:
        """How many equally likely layouts would tell as much (Kish): 1 to N."""
        return float(1 / (self.weights**2).sum())

    def chosen(self, count: int, rng: np.random.Generator) -> tuple[Places, Array]:
        """At most ``count`` different layouts (R,) chosen by weight, and their shares (R,), which
        stand for those of all without bias."""
        rows, times = np.unique(systematic(self.weights, count, rng), return_counts=True)
        return rows, times / count


class Sampler:
    """Draws and weighs layouts for one position."""

    def __init__(self, hidden: Hidden, weigher: Weigher) -> None:
        self.hidden, self.weigher = hidden, weigher
        odds = np.where(hidden.seen, 0, np.maximum(hidden.cards, _LEAST_ODDS))
        alone = _length_chances(odds)
        self.proposal = Proposal(odds, _factor(hidden.lengths, alone) ** _LENGTHS_FOLLOWED)

    def sample(self, count: int, rng: np.random.Generator, power: float = POWER) -> Layouts:
        """That many layouts; the same for equal generators."""
        owner, log_density = self.drawn(count, rng)
        likelihood = self.weigher.log_likelihoods(owner).sum(1)
        return Layouts(owner, likelihood - log_density, power)

    def drawn(self, count: int, rng: np.random.Generator) -> tuple[Owners, Array]:
        """(N, 52) layouts not weighed yet, and (N,) the log density by which they were drawn."""
        draws = self.proposal.draw(_CHOSEN_OF * count, rng)
        log_choice = self._log_choice(draws.hand)
        choice = np.exp(log_choice)
        rows = systematic(choice / choice.sum(), count, rng)
        owner = np.array(self.hidden.seats, dtype=np.uint8)[draws.hand[rows]]
        owner[:, self.hidden.seen] = self.hidden.viewer
        return owner, (draws.log_density + log_choice)[rows] - np.log(choice.mean())

    def _log_choice(self, hand: npt.NDArray[np.int8]) -> Array:
        """(N,) how much rather than others each draw is kept, by the HCP of its hands."""
        log_choice = np.zeros(len(hand))
        for number, chances in enumerate(self.hidden.hcp):
            points = (hand == number) @ _POINTS
            drawn = np.bincount(points, minlength=N_HCP) / len(points)
            log_choice += _HCP_FOLLOWED * np.log(_factor(chances, drawn))[points]
        return log_choice


def sampler_for(bidder: Bidder, position: Position, device: torch.device | str) -> Sampler:
    """For the viewer of a position after all its calls; the hidden hands' calls are weighed."""
    auction, blind = position.auction, position.hand is None
    steps = [k for k in range(len(auction.calls)) if blind or auction.seat_of(k) != position.seat]
    weigher = Weigher(bidder, encode_positions([position]), steps, device)
    return Sampler(hidden_hands(bidder, position, device), weigher)


def hidden_hands(bidder: Bidder, position: Position, device: torch.device | str) -> Hidden:
    """What the viewer believes after all calls, made to agree."""
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
    return Hidden(seats, cards, lengths, hcp, seen, int(position.seat))


def systematic(weights: Array, count: int, rng: np.random.Generator) -> Places:
    """(count,) places of weights that add up to one, each as often as its share, but for less
    than one."""
    places = (np.arange(count) + rng.random()) / count
    return np.searchsorted(weights.cumsum(), places).clip(0, len(weights) - 1)


def _length_chances(odds: Array) -> Array:
    """(K, 4, 14) from (K, 52): how many cards of a suit a hand gets if each came by itself."""
    chances = odds.reshape(-1, N_CARDS // N_SUITS)  # (K · 4, 13)
    counts = np.zeros((len(chances), N_LENGTHS))
    counts[:, 0] = 1
    for chance in chances.T:
        more = counts * chance[:, None]
        counts -= more
        counts[:, 1:] += more[:, :-1]
    return counts.reshape(-1, N_SUITS, N_LENGTHS)


def _factor(wanted: Array, given: Array) -> Array:
    """By how much a distribution is to be raised or lowered, within bounds."""
    factor = (wanted + _LEAST_CHANCE) / (given + _LEAST_CHANCE)
    return np.asarray(factor.clip(1 / _MOST_FACTOR, _MOST_FACTOR))


_POINTS = card_hcp().numpy()
