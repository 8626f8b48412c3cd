"""Deals as the papers' networks see them: P2 section IV, P3 section 2.1, P4 section VII.

Every encoding is named as the papers name it, and its width stands in ``ENCODINGS`` alone.
Deals come with the leader already at his place (``research.tricks.situations``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bidding.domain.table import Seat, Suit
from bidding.encoding.layout import N_CARDS, N_SEATS, N_SUITS
from research.tricks.many_hands import ESTIMATES

_RANKS = N_CARDS // N_SUITS
_HAND = N_CARDS // N_SEATS

# P2 lists the cards from the two of spades to the ace of clubs; the project from the ace down.
TWO_TO_ACE = np.arange(N_CARDS).reshape(N_SUITS, _RANKS)[:, ::-1].ravel()
RANK_VALUES = np.linspace(0.9, 0.1, _RANKS, dtype=np.float32)  # ace ... two
SUIT_VALUES = np.array([0.3, 0.5, 0.7, 0.9], dtype=np.float32)  # S H D C
OTHER_SUITS = 0.5
"""What the inputs of plain suits are multiplied with where the trump suit is told so."""


@dataclass(frozen=True)
class Situations:
    """n deals, each with its trumps and leader, as a network is to see them."""

    owner: np.ndarray
    """(n, 52) uint8: the seat 0..3 that holds each card, S H D C, each A..2."""

    trump: np.ndarray
    """(n,) the trump suit 0..3 in the order S H D C, or 4 at notrump."""

    leader: np.ndarray
    """(n,) the seat that leads."""

    scaled: bool = False
    """Whether the trump suit is told by halving the inputs of the others."""

    def __len__(self) -> int:
        return len(self.owner)

    def rows(self, which: np.ndarray | slice) -> Situations:
        """Some of the situations."""
        return Situations(self.owner[which], self.trump[which], self.leader[which], self.scaled)

    def factors(self) -> np.ndarray:
        """(n, 52) what a card's inputs are multiplied with: half for all but trumps."""
        if not self.scaled:
            return np.ones((1, N_CARDS), dtype=np.float32)
        suit = np.repeat(np.arange(N_SUITS), _RANKS)
        trumps = self.trump[:, None] == suit[TWO_TO_ACE]
        return np.where(trumps, 1, OTHER_SUITS).astype(np.float32)


@dataclass(frozen=True)
class Encoding:
    """A block of inputs: how many, and what writes them."""

    width: int
    write: Callable[[Situations], np.ndarray]


def encode(situations: Situations, names: Sequence[str]) -> np.ndarray:
    """(n, width) float32: the named blocks side by side.

    Raises ValueError for a name that is none.
    """
    parts = []
    for name in names:
        encoding = _encoding(name)
        part = encoding.write(situations).astype(np.float32)
        if part.shape != (len(situations), encoding.width):
            raise ValueError(f"{name} filled {part.shape}, declared {encoding.width}")
        parts.append(part)
    return np.concatenate(parts, axis=1)


def width(names: Sequence[str]) -> int:
    """Return the number of inputs of the named blocks; raise ValueError for an unknown name."""
    return sum(_encoding(name).width for name in names)


def _encoding(name: str) -> Encoding:
    if name not in ENCODINGS:
        raise ValueError(f"there is no encoding {name!r}; there are: {', '.join(ENCODINGS)}")
    return ENCODINGS[name]


def _ranks_and_suits(situations: Situations) -> np.ndarray:
    """26x4: for every card of N, E, S, W, highest first from spades, its rank and its suit."""
    cards = np.argsort(situations.owner, axis=1, kind="stable")  # (n, 52) by seat, then card
    pairs = np.stack([RANK_VALUES[cards % _RANKS], SUIT_VALUES[cards // _RANKS]], axis=-1)
    return np.asarray(pairs.reshape(len(cards), 2 * N_CARDS))


def _trump_value(situations: Situations) -> np.ndarray:
    """+1 of 26x4: the value of the trump suit, 0 at notrump."""
    return np.append(SUIT_VALUES, np.float32(0))[situations.trump][:, None]


def _game(situations: Situations) -> np.ndarray:
    """5 of P3's first nine inputs more: 1 for the trumps, in the order S H D C, or for notrump."""
    return situations.trump[:, None] == np.arange(N_SUITS + 1)


def _leader(situations: Situations) -> np.ndarray:
    """+4 of 26x4, and of P3's nine: 1 for the hand that leads, in the order N E S W."""
    return situations.leader[:, None] == np.arange(N_SEATS)


def _by_value(north: float, east: float, south: float, west: float) -> Encoding:
    """52: one input a card, its value says whose it is."""
    values = np.array([north, east, south, west], dtype=np.float32)

    def write(situations: Situations) -> np.ndarray:
        return values[situations.owner[:, TWO_TO_ACE]] * situations.factors()

    return Encoding(N_CARDS, write)


_PAIRS = _by_value(1.0, -1.0, 1.0, -1.0)
_WITHIN_PAIR = _by_value(1.0, -1.0, -1.0, 1.0)


def _pair_and_hand(situations: Situations) -> np.ndarray:
    """104: the pair that holds each card, then the hand in the pair."""
    return np.concatenate([_PAIRS.write(situations), _WITHIN_PAIR.write(situations)], axis=1)


def _hand_by_hand(*seats: Seat) -> Encoding:
    """52x4: a block of 52 for every hand named, 1 for the cards it holds."""

    def write(situations: Situations) -> np.ndarray:
        owner, factors = situations.owner[:, TWO_TO_ACE], situations.factors()
        return np.concatenate([(owner == seat) * factors for seat in seats], axis=1)

    return Encoding(len(seats) * N_CARDS, write)


def _as_p3(situations: Situations) -> np.ndarray:
    """208: W N E S, every hand from the ace of the first suit down."""
    order = (Seat.W, Seat.N, Seat.E, Seat.S)
    return np.concatenate([situations.owner == seat for seat in order], axis=1)


def _lengths(situations: Situations) -> np.ndarray:
    """16: the length of each suit in N, E, S, W, from 0.1 (void) to 0.9 (thirteen)."""
    held = situations.owner[:, None] == np.arange(N_SEATS)[:, None]  # (n, seat, card)
    lengths = held.reshape(-1, N_SEATS, len(Suit), _RANKS).sum(-1)
    return np.asarray(0.1 + 0.8 * lengths.reshape(len(held), -1) / _HAND)


def _estimates(name: str) -> Encoding:
    estimate = ESTIMATES[name]
    return Encoding(
        estimate.width, lambda situations: estimate.write(situations.owner, situations.trump)
    )


ENCODINGS: dict[str, Encoding] = {
    "26x4": Encoding(2 * N_CARDS, _ranks_and_suits),
    "trump": Encoding(1, _trump_value),
    "game": Encoding(N_SUITS + 1, _game),
    "leader": Encoding(N_SEATS, _leader),
    "52": _by_value(1.0, -0.8, 0.8, -1.0),
    "52-we": _by_value(1.0, -1.0, 0.8, -1.0),
    "52-pairs": _PAIRS,  # the opponents' hands are not told apart: DDBP-2
    "104": Encoding(2 * N_CARDS, _pair_and_hand),
    "52x4": _hand_by_hand(*Seat),
    "52x2": _hand_by_hand(Seat.N, Seat.S),  # DDBP-2: nothing of the opponents
    "208": Encoding(N_SEATS * N_CARDS, _as_p3),
    "lengths": Encoding(N_SEATS * N_SUITS, _lengths),
    **{name: _estimates(name) for name in ESTIMATES},
}
