"""Deals by the shuffle of paper P5 and by ``Deal.random``, and tests of how even they are."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bidding.domain.cards import CARDS_IN_PACK, Deal
from bidding.encoding.auction_batch import encode_owners
from research.evenness import evenness
from research.game_model.shuffle import CIRCLE, N_PLAYERS

_AT_ONCE = 5_000  # deals


def shuffled(count: int, rng: np.random.Generator, places: int = CARDS_IN_PACK) -> np.ndarray:
    """Return (count, place) cards of packs shuffled as in the paper."""
    packs = np.tile(np.arange(places, dtype=np.uint8), (count, 1))
    rows = np.arange(count)
    for i in range(places):
        j = rng.integers(places, size=count)
        at_j = packs[rows, j]
        packs[rows, j] = packs[:, i]
        packs[:, i] = at_j
    return packs


def by_the_paper(deals: int, seed: int) -> Iterator[np.ndarray]:
    """Yield batches (N, 52) of the place of each card."""
    rng = np.random.default_rng(seed)
    for count in _batches(deals):
        yield np.argsort(shuffled(count, rng), axis=1)


def by_deal_random(deals: int, seed: int) -> Iterator[np.ndarray]:
    """Yield batches (N, 52) of the seat of each card."""
    rng = random.Random(seed)  # noqa: S311  (no secret: the seed names the deals)
    for count in _batches(deals):
        yield np.stack([encode_owners(Deal.random(rng).hands) for _ in range(count)])


def _batches(deals: int) -> Iterator[int]:
    for first in range(0, deals, _AT_ONCE):
        yield min(_AT_ONCE, deals - first)


def sampled_figures(
    deals: int, seed: int, advance: Callable[[int], Any] = lambda count: None
) -> dict[str, Any]:
    """Return the tests of so many deals of both kinds; ``advance`` is called with their numbers.

    ``places`` tests the paper's place of each card, ``players`` who holds each card, and
    ``neighbours`` is how often two neighbours of the sorted pack are in one hand.
    """
    places = np.zeros((CARDS_IN_PACK, CARDS_IN_PACK), dtype=int)
    paper, even = _Hands(), _Hands()
    for batch in by_the_paper(deals, seed):
        places += _counted(batch, CARDS_IN_PACK)
        paper.add(CIRCLE[batch])
        advance(len(batch))
    for batch in by_deal_random(deals, seed):
        even.add(batch)
        advance(len(batch))
    return {
        "paper": {"places": evenness(places), **paper.figures()},
        "deal_random": even.figures(),
    }


class _Hands:
    """Counts of who holds each card, and of neighbours in one hand."""

    def __init__(self) -> None:
        self.players = np.zeros((CARDS_IN_PACK, N_PLAYERS), dtype=int)
        self.together: list[np.ndarray] = []

    def add(self, players: np.ndarray) -> None:
        """Count deals (N, 52) of the player of each card."""
        self.players += _counted(players, N_PLAYERS)
        self.together.append((players[:, 1:] == players[:, :-1]).mean(1))

    def figures(self) -> dict[str, Any]:
        """The test of the players, and the share of neighbours in one hand."""
        share = np.concatenate(self.together)
        return {
            "players": evenness(self.players),
            "neighbours": float(share.mean()),
            "standard_error": float(share.std(ddof=1) / np.sqrt(len(share))),
        }


def _counted(values: np.ndarray, columns: int) -> np.ndarray:
    """Return (card, value): how often each card has each value in (N, 52)."""
    cells = np.arange(CARDS_IN_PACK) * columns + values
    return np.bincount(cells.ravel(), minlength=CARDS_IN_PACK * columns).reshape(-1, columns)
