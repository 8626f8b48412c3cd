"""The examples that networks learn from."""

from __future__ import annotations

import numpy as np

from bidding.domain.table import Seat, Strain
from bidding.tricks.solved import SolvedDeals, pack
from bidding.tricks.solving import random_deals
from research.tricks.examples import examples
from research.tricks.situations import Setup, picture


def test_examples_are_the_deals_with_their_own_results() -> None:
    owner = random_deals(6, seed=3)
    tricks = np.random.default_rng(1).integers(0, 14, (6, 4, 5)).astype(np.uint8)
    deals = SolvedDeals(pack(owner), tricks)
    both = examples(deals, Setup(("52",), ("S",), leaders=("W", "E")), most=12)
    # West leads against South; East's lead against North is seen with the table turned. Every
    # deal comes once before any comes twice, the leads by turns.
    south, north = (tricks[:, seat, Strain.S].tolist() for seat in (Seat.S, Seat.N))
    first = [*south[::2], *north[1::2]]
    assert both.tricks.tolist() == [*first, *south[1::2], *north[::2]]
    assert len(both.inputs.unique(dim=0)) == 12
    p3 = Setup(("208",), ("H",), trump="first", leaders=("S", "N"))
    defended = examples(deals, p3, most=6)
    east, west = (13 - tricks[:, s, Strain.H].astype(int) for s in (Seat.E, Seat.W))
    assert defended.tricks.tolist() == [*east[::2], *west[1::2]]


def test_examples_stop_at_the_most_or_when_every_picture_is_shown() -> None:
    owner = random_deals(3, seed=3)
    tricks = np.random.default_rng(2).integers(0, 14, (3, 4, 5)).astype(np.uint8)
    deals = SolvedDeals(pack(owner), tricks)
    setup = Setup(("52x4",), ("S",))
    some = examples(deals, setup, most=8)
    assert len(some) == 8
    turned = picture(deals.owners, tricks, 1)[1]
    rows = [tricks, turned, picture(deals.owners, tricks, 2)[1][:2]]
    expected = np.concatenate([row[:, Seat.S, Strain.S] for row in rows])
    assert some.tricks.tolist() == expected.tolist()
    # With several contracts, all of them come before the next picture.
    suits = examples(deals, Setup(("52",), ("H", "S"), trump="first"), most=9)
    hearts, spades = tricks[:, Seat.S, Strain.H], tricks[:, Seat.S, Strain.S]
    first = [hearts[0], hearts[2], spades[1], hearts[1], spades[0], spades[2]]
    assert suits.tricks[:6].tolist() == first
    again = [turned[0, Seat.S, Strain.H], turned[2, Seat.S, Strain.H], turned[1, Seat.S, Strain.S]]
    assert suits.tricks[6:].tolist() == again
    every = examples(deals, setup, most=1_000)
    assert len(every) == len(every.inputs.unique(dim=0)) == 3 * 96
    assert len(examples(deals, setup, most=2)) == 2
