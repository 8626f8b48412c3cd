"""Hypothesis strategies for hands, deals, auctions and positions."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS
from bidding.domain.cards import Card, Deal, Hand
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability

seats = st.sampled_from(Seat)
vulnerabilities = st.sampled_from(Vulnerability)
calls = st.sampled_from(ALL_CALLS)
cards = st.integers(0, 51).map(Card)
seeds = st.integers(0, 2**32 - 1)
deals = seeds.map(lambda seed: Deal.random(random.Random(seed)))


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Any thirteen cards; wild shapes as often as flat ones."""
    favourites = draw(st.permutations(range(4)))
    indices = draw(st.sets(st.integers(0, 51), min_size=0, max_size=13))
    rest = (13 * suit + rank for suit in favourites for rank in range(13))
    filling = [index for index in rest if index not in indices][: 13 - len(indices)]
    return Hand.of(Card(index) for index in {*indices, *filling})


@st.composite
def auctions(draw: st.DrawFn, max_calls: int = 24) -> Auction:
    """A legal auction, running or over; it climbs slowly, so that it can be long."""
    auction = Auction(draw(seats))
    for _ in range(draw(st.integers(0, max_calls))):
        if auction.is_over:
            break
        auction = auction.after(draw(st.sampled_from(auction.legal_calls[:6])))
    return auction


positions = st.builds(
    Position,
    hand=st.none() | hands(),
    seat=seats,
    auction=auctions(),
    vulnerability=vulnerabilities,
    systems=st.builds(Systems.plain, st.sampled_from(System), st.sampled_from(System)),
)
