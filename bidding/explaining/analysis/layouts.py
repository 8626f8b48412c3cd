"""Importance samples of layouts of the hidden cards, given the viewer's hand and the auction.

All layouts with the viewer's hand are equally likely a priori, so the posterior is in proportion
to the likelihood of the calls. The proposal follows the model's card chances and lengths; draws
are then resampled from several times as many by the HCP of their hands.

A layout gives every unseen card to one of K hidden hands, thirteen cards to each. In the proposal
the density of a layout is in proportion to the product of the odds of its cards (a number for each
card and hand) and of the factors of its suit lengths (one for each hand, suit and length). Sums
over all layouts are computed by dynamic programming: within a suit card by card, over the cards
still to be dealt to each hand, and then suit by suit. Draws walk the same tables forwards, so that
they are independent and have known densities.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt
import torch

from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.position import Position
from bidding.encoding.auction_batch import AuctionBatch, encode_positions
from bidding.encoding.layout import N_CARDS, N_HCP, N_LENGTHS, N_SEATS, N_SUITS
from bidding.encoding.views import Views, card_hcp
from bidding.explaining import beliefs
from bidding.explaining.assembly import CLOCKWISE, turn_of
from bidding.explaining.distributions import Floats, Integers
from bidding.explaining.inference.hand_sampling import bounded_ratio, effective_size, normalised
from bidding.explaining.questions import questions_about
from bidding.networks.bidder import Bidder

_SUIT_CARDS = N_CARDS // N_SUITS
_VIEWS_AT_ONCE = 4096
_LEAST = 1e-9  # a chance; its log is finite
Owners = npt.NDArray[np.uint8]
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
_POINTS = card_hcp().numpy()


class LayoutProposal:
    """The distribution of layouts in proportion to odds and factors of lengths.

    odds (K, 52) are zero for cards that are not hidden and positive for all others, of which
    there are 13 · K; factors (K, 4, 14) are positive. K is 3 or 4. A layout (52,) has the hidden
    hand, 0 to K - 1, with each card, -1 for cards that are not hidden.
    """

    def __init__(self, odds: Floats, factors: Floats) -> None:
        self.odds, self.factors = odds, factors
        self.hidden = odds[0] > 0
        suits = np.split(np.arange(N_CARDS), N_SUITS)
        self.cards = [suit[self.hidden[suit]] for suit in suits]
        self.within = [_within(odds[:, cards]) for cards in self.cards]
        self.splits = [self._splits(suit) for suit in range(N_SUITS)]
        self.across = _across(self.splits, len(odds) - 1)
        self.log_total = float(np.log(self.across[0][_full(len(odds) - 1)]))

    def _splits(self, suit: int) -> tuple[Integers, Floats]:
        """Return (L, K - 1) the splits of a suit among all hands but the last, and (L,) their
        weights."""
        weights = self.within[suit][0]
        first = np.argwhere(weights > 0)
        last = len(self.cards[suit]) - first.sum(1)
        mass = weights[tuple(first.T)] * self.factors[-1, suit, last]
        for hand, lengths in enumerate(first.T):
            mass = mass * self.factors[hand, suit, lengths]
        return first, mass

    def draw(self, count: int, rng: np.random.Generator) -> npt.NDArray[np.int8]:
        """Draw (N, 52) independent layouts; equal generators give equal layouts."""
        hand = np.full((count, N_CARDS), -1, dtype=np.int8)
        remaining = np.tile(np.array(_full(len(self.odds) - 1)), (count, 1))  # (N, K - 1)
        for suit in range(N_SUITS):
            lengths = self._draw_lengths(suit, remaining, rng)
            remaining = remaining - lengths
            self._draw_cards(suit, lengths, hand, rng)
        return hand

    def log_density(self, hand: npt.NDArray[np.int8]) -> Floats:
        """Return (N,) the log densities of layouts (N, 52), in nats."""
        total = np.full(len(hand), -self.log_total)
        odds, factors = np.log(np.where(self.odds > 0, self.odds, 1)), np.log(self.factors)
        for number in range(len(self.odds)):
            held = hand == number
            total += held @ odds[number]
            lengths = held.reshape(-1, N_SUITS, _SUIT_CARDS).sum(-1)
            total += factors[number][np.arange(N_SUITS), lengths].sum(-1)
        return total

    def _draw_lengths(self, suit: int, remaining: Integers, rng: np.random.Generator) -> Integers:
        """Draw (N, K - 1) the numbers of cards of the suit in each hand but the last.

        Draws with the same cards still to be dealt are made together.
        """
        splits, mass = self.splits[suit]
        states, which = np.unique(remaining, axis=0, return_inverse=True)
        which, chance = which.ravel(), rng.random(len(remaining))
        chosen = np.empty(len(remaining), dtype=np.int64)
        order = np.argsort(which, kind="stable")
        bounds = np.searchsorted(which[order], np.arange(len(states) + 1))
        for state, start, end in zip(states, bounds, bounds[1:], strict=False):
            rows, after = order[start:end], state - splits
            fits = (after >= 0).all(1)
            index = tuple(np.where(fits[:, None], after, 0).T)
            weights = np.where(fits, mass * self.across[suit + 1][index], 0).cumsum()
            place = np.searchsorted(weights, chance[rows] * weights[-1], side="right")
            chosen[rows] = np.minimum(place, len(splits) - 1)
        return np.asarray(splits[chosen])

    def _draw_cards(
        self, suit: int, lengths: Integers, hand: npt.NDArray[np.int8], rng: np.random.Generator
    ) -> None:
        """Deal the cards of the suit to the hands, by the lengths drawn."""
        remaining, tables = lengths.copy(), self.within[suit]
        last = len(self.odds) - 1
        for number, card in enumerate(self.cards[suit]):
            after = tables[number + 1]
            weights = np.empty((len(remaining), last + 1))
            weights[:, last] = self.odds[last, card] * after[tuple(remaining.T)]
            for owner in range(last):
                less = remaining.copy()
                less[:, owner] -= 1
                value = after[tuple(np.maximum(less, 0).T)]
                weights[:, owner] = np.where(less[:, owner] >= 0, self.odds[owner, card] * value, 0)
            sums = weights.cumsum(1)
            owner_drawn = (rng.random(len(remaining)) * sums[:, -1])[:, None] >= sums
            drawn = owner_drawn.sum(1).clip(0, last)
            hand[:, card] = drawn
            given = drawn < last
            remaining[given, drawn[given]] -= 1


def _full(hands: int) -> tuple[int, ...]:
    return (CARDS_IN_HAND,) * hands


def _within(odds: Floats) -> list[Floats]:
    """Return, for the cards of a suit with odds (K, n), tables 0 to n of (14, ...) sums of
    products.

    Table i, at the counts still to be dealt to each hand but the last, is the sum over all ways
    to deal cards i to n - 1 with just these counts.
    """
    hands, cards = odds.shape
    tables = [np.zeros((N_LENGTHS,) * (hands - 1))]
    tables[0][(0,) * (hands - 1)] = 1
    for card in reversed(range(cards)):
        after = tables[0]
        table = odds[-1, card] * after
        for hand in range(hands - 1):
            table[_along(hand, slice(1, None))] += (
                odds[hand, card] * after[_along(hand, slice(None, -1))]
            )
        tables.insert(0, table)
    return tables


def _across(splits: list[tuple[Integers, Floats]], hands: int) -> list[Floats]:
    """Return tables 0 to 4: at the counts to be dealt, the sum over all splits of suits i to 3."""
    tables = [np.zeros((N_LENGTHS,) * hands)]
    tables[0][(0,) * hands] = 1
    for lengths, mass in reversed(splits):
        table = np.zeros_like(tables[0])
        for length, weight in zip(lengths.tolist(), mass.tolist(), strict=True):
            to = tuple(slice(count, None) for count in length)
            start = tuple(slice(None, N_LENGTHS - count) for count in length)
            table[to] += weight * tables[0][start]
        tables.insert(0, table)
    return tables


def _along(axis: int, part: slice) -> tuple[slice, ...]:
    return (slice(None),) * axis + (part,)


@torch.inference_mode()
def log_likelihoods(
    bidder: Bidder, position: Position, steps: Sequence[int], owner: Owners
) -> Floats:
    """Return (N, C) log-likelihoods of the calls at these steps of an auction, given their callers'
    hands in layouts (N, 52), seats 0 to 3."""
    calls = len(steps)
    if not calls:
        return np.zeros((len(owner), 0))
    one = encode_positions([position]).to(bidder.device)
    states, made = bidder.encode(one), one.calls[0, list(steps)]
    size, found = max(1, _VIEWS_AT_ONCE // calls), []
    for start in range(0, len(owner), size):
        some = owner[start : start + size]
        rows = torch.zeros(len(some), dtype=torch.int64, device=bidder.device)
        batch = with_layouts(one[rows], some)
        auction = torch.arange(len(some), device=bidder.device).repeat_interleave(calls)
        step = torch.tensor(steps, device=bidder.device).repeat(len(some))
        seen = torch.ones_like(step, dtype=torch.bool)
        views = Views(auction, step, batch.seat[auction, step], seen)
        logits = bidder.next_call(batch, views, states.expand(len(some), -1, -1))
        chances = logits.double().softmax(-1).gather(1, made.repeat(len(some))[:, None])
        found.append(chances.clamp(min=_LEAST).log().view(-1, calls).cpu().numpy())
    return np.concatenate(found)


def with_layouts(auctions: AuctionBatch, owner: Owners) -> AuctionBatch:
    """Return N auctions with the hands of a layout each (N, 52), seats 0 to 3."""
    seats = torch.arange(N_SEATS, dtype=torch.uint8)
    hands = torch.from_numpy(owner)[:, None] == seats[:, None]  # (N, 4, 52)
    return replace(auctions, hands=hands.to(auctions.hands.device))


@dataclass(frozen=True)
class HiddenBelief:
    """The belief about K hidden hands.

    seats (K,) hold them; cards (K, 52), lengths (K, 4, 14) and hcp (K, 38) are chances; seen (52,)
    bool are the cards of the viewer's hand; a spectator sees none.
    """

    seats: tuple[int, ...]
    cards: Floats
    lengths: Floats
    hcp: Floats
    seen: npt.NDArray[np.bool_]
    viewer: int


@dataclass(frozen=True)
class Layouts:
    """N layouts, owner (N, 52) seats 0 to 3, with log importance weights log_full (N,).

    Only differences of log weights matter, also between samples of one position. Weights are
    raised to ``power``; with 1 they are the full weights.
    """

    owner: Owners
    log_full: Floats
    power: float = 1.0

    @property
    def log_weights(self) -> Floats:
        """(N,) log weights, not normalised."""
        return self.power * self.log_full

    @property
    def weights(self) -> Floats:
        """(N,) weights that add up to one."""
        return normalised(self.log_weights)

    @property
    def effective(self) -> float:
        """The effective sample size: 1 to N."""
        return float(effective_size(self.weights))

    def resampled(self, count: int, rng: np.random.Generator) -> tuple[Integers, Floats]:
        """Resample at most ``count`` different layouts (R,) by weight; return them with their
        shares (R,), unbiased estimates of the weights."""
        rows, times = np.unique(systematic(self.weights, count, rng), return_counts=True)
        return rows, times / count


class LayoutSampler:
    """A sampler of weighted layouts for one position."""

    def __init__(self, hidden: HiddenBelief, likelihoods: Callable[[Owners], Floats]) -> None:
        self.hidden, self.log_likelihoods = hidden, likelihoods
        odds = np.where(hidden.seen, 0, np.maximum(hidden.cards, _LEAST_ODDS))
        independent = _length_chances(odds)
        factors = bounded_ratio(hidden.lengths, independent) ** _LENGTHS_POWER
        self.proposal = LayoutProposal(odds, factors)

    def sample(self, count: int, rng: np.random.Generator, power: float = POWER) -> Layouts:
        """Draw weighted layouts; equal generators give equal layouts."""
        owner, log_density = self.drawn(count, rng)
        likelihood = self.log_likelihoods(owner).sum(1)
        return Layouts(owner, likelihood - log_density, power)

    def drawn(self, count: int, rng: np.random.Generator) -> tuple[Owners, Floats]:
        """Draw (N, 52) layouts; return them with (N,) their log densities."""
        hand = self.proposal.draw(_RESAMPLED_FROM * count, rng)
        log_density, log_choice = self.proposal.log_density(hand), self._log_choice(hand)
        choice = np.exp(log_choice)
        rows = systematic(choice / choice.sum(), count, rng)
        owner = np.array(self.hidden.seats, dtype=np.uint8)[hand[rows]]
        owner[:, self.hidden.seen] = self.hidden.viewer
        return owner, (log_density + log_choice)[rows] - np.log(choice.mean())

    def _log_choice(self, hand: npt.NDArray[np.int8]) -> Floats:
        """Return (N,) log weights for resampling, by the HCP of the hands."""
        log_choice = np.zeros(len(hand))
        for number, chances in enumerate(self.hidden.hcp):
            points = (hand == number) @ _POINTS
            drawn = np.bincount(points, minlength=N_HCP) / len(points)
            log_choice += _HCP_POWER * np.log(bounded_ratio(chances, drawn))[points]
        return log_choice


def sampler_for(bidder: Bidder, position: Position) -> LayoutSampler:
    """Return a sampler for the viewer of a position; the hidden hands' calls are the evidence."""
    auction, blind = position.auction, position.hand is None
    steps = [k for k in range(len(auction.calls)) if blind or auction.seat_of(k) != position.seat]
    likelihoods = partial(log_likelihoods, bidder, position, steps)
    return LayoutSampler(hidden_hands(bidder, position), likelihoods)


def hidden_hands(bidder: Bidder, position: Position) -> HiddenBelief:
    """Return the viewer's consistent belief after all calls, by the network alone, as layouts are
    weighted by its chances of calls."""
    asked = questions_about([position], compare=False)
    hands = beliefs.hidden_hands(bidder, asked, promised=False)
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


def systematic(weights: Floats, count: int, rng: np.random.Generator) -> Integers:
    """Draw (count,) places by systematic resampling; the weights add up to one."""
    places = (np.arange(count) + rng.random()) / count
    return np.searchsorted(weights.cumsum(), places).clip(0, len(weights) - 1)


def _length_chances(odds: Floats) -> Floats:
    """Return (K, 4, 14) suit lengths for (K, 52) chances of independent cards."""
    chances = odds.reshape(-1, N_CARDS // N_SUITS)  # (K · 4, 13)
    counts = np.zeros((len(chances), N_LENGTHS))
    counts[:, 0] = 1
    for chance in chances.T:
        more = counts * chance[:, None]
        counts -= more
        counts[:, 1:] += more[:, :-1]
    return counts.reshape(-1, N_SUITS, N_LENGTHS)
