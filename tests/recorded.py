"""Recorded auctions made up for tests: random deals, a few simple rules of bidding."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from bidding.domain.auction import Auction
from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.cards import Deal, Hand, hcp
from bidding.domain.table import Seat, Strain, Suit
from bidding.parsing.text.auctions import parse_auction


def simple_call(auction: Auction, hand: Hand, rng: random.Random) -> Call:
    """Opens or overcalls the longest suit with 11 HCP, now and then doubles, else passes."""
    points, longest = _strength(hand)
    if auction.is_legal(DOUBLE) and points >= 16 and rng.random() < 0.5:
        return DOUBLE
    bids = (Call.bid(level, Strain(3 - longest)) for level in (1, 2, 3))
    cheapest = next(filter(auction.is_legal, bids), None)
    return cheapest if cheapest is not None and points >= 9 + 2 * cheapest.level else PASS


@lru_cache(maxsize=4)
def _strength(hand: Hand) -> tuple[int, Suit]:
    """The points and the longest suit."""
    return hcp(hand), max(Suit, key=hand.length)


def record(deal: Deal, dealer: Seat, rng: random.Random) -> Auction:
    """A whole auction of that deal."""
    auction = Auction(dealer)
    while auction.turn is not None:
        auction = auction.after(simple_call(auction, deal[auction.turn], rng))
    return auction


def packed(deal: Deal) -> np.ndarray:
    """The (13,) bytes of a deal in the recorded format."""
    owner = np.zeros(52, dtype=np.uint8)
    for seat in Seat:
        owner[[card.index for card in deal[seat]]] = seat
    return (owner.reshape(13, 4) << np.array([0, 2, 4, 6], dtype=np.uint8)).sum(1, dtype=np.uint8)


def arrays(count: int, seed: int, system: int = 0) -> dict[str, np.ndarray]:
    """That many recorded auctions as the arrays of a file."""
    made = {name: array.copy() for name, array in _bid(count, seed).items()}
    played = {f"system_{side}": np.full(count, system, dtype=np.uint8) for side in ("ns", "ew")}
    return made | played


@cache
def _bid(count: int, seed: int) -> dict[str, np.ndarray]:
    """The arrays but for the systems, which change nothing else."""
    rng = random.Random(seed)
    deals = [Deal.random(rng) for _ in range(count)]
    dealers = [Seat(rng.randrange(4)) for _ in deals]
    auctions = [record(deal, dealer, rng) for deal, dealer in zip(deals, dealers, strict=True)]
    calls = [call.index for auction in auctions for call in auction.calls]
    return {
        "deal": np.stack([packed(deal) for deal in deals]),
        "dealer": np.array(dealers, dtype=np.uint8),
        "vul": np.array([rng.randrange(4) for _ in deals], dtype=np.uint8),
        "n_calls": np.array([len(auction.calls) for auction in auctions], dtype=np.uint8),
        "calls": np.array(calls, dtype=np.uint8),
    }


def write(path: Path, count: int, seed: int, system: int = 0) -> Path:
    """A file of recorded auctions."""
    return _save(path, arrays(count, seed, system))


def write_auctions(path: Path, auctions: Sequence[str], seed: int) -> Path:
    """A file of these auctions, each with a random deal."""
    parsed = [parse_auction(auction, Seat.N).calls for auction in auctions]
    others = arrays(len(parsed), seed) | {
        "dealer": np.zeros(len(parsed), dtype=np.uint8),
        "n_calls": np.array([len(calls) for calls in parsed], dtype=np.uint8),
        "calls": np.array([call.index for calls in parsed for call in calls], dtype=np.uint8),
    }
    return _save(path, others)


def _save(path: Path, columns: dict[str, Any]) -> Path:
    np.savez(path, **columns)
    return path
