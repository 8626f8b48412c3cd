"""Prices of questions: what each kind takes by its length, fitted (``jobs/prices.toml``).

Run with ``OMP_NUM_THREADS=1 python -m benchmarks.weights``; with ``--write`` it replaces the file.
Some deals are bid by the model itself, as far as auctions go; others have random legal auctions, of
up to 318 calls that hardly fit the hands: those take longest. All is computed as a node does:
explanations and options by the batch, long and refined ones one by one, analyses and reviews in
parts. Each time is the least of several, of one core, with writing the answers as JSON.

``jobs.prices.features`` says what the time of each kind is a sum of; the coefficients are the
non-negative ones with the least relative error for random auctions, scaled so that of these nine in
ten take OFTEN times their price at most, and all ALWAYS times. Parts are as many as it took. An
ordinary explanation, after 4, 8 and 12 calls of a deal that the model bid, costs 1. Ends with one
line of JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks.explain import CALLS, positions
from benchmarks.site import result
from bidding.domain.auction import Auction
from bidding.domain.cards import Deal, Hand
from bidding.domain.position import BiddingTable, PairBoard, PairCalls, PlayedBoard, Position
from bidding.domain.table import Seat, Side, Vulnerability
from bidding.explaining.explainer import Explainer
from bidding.jobs import prices
from bidding.jobs.prices import Size, features
from bidding.parsing.text.words import parse_call

FILE = Path(prices.__file__).with_name("prices.toml")
TOGETHER, OPTIONS_TOGETHER = 16, 4  # as a node computes them: NODE_BATCH, `at_once` of bidding.jobs
SHORT_SECONDS, REPEATS = 1.0, 3  # so many times what takes no longer than that
OFTEN, ALWAYS = 1.4, 1.8  # measured to predicted, below what prices have to keep: 1.5 and 2
FILLER = ("P", "P", "X", "P", "P", "XX", "P", "P")  # between two bids, or part of it


@dataclass(frozen=True)
class Sample:
    """The measured cost of a question: seconds, at last in those of an ordinary explanation."""

    kind: str
    size: Size
    cost: float


def random_auction(chance: random.Random, calls: int, bids_last: int = 0) -> Auction:
    """Return an unfinished auction of so many calls, at most 318, whatever the hands are.

    So many calls at its end are bids; each of these leaves room for eight calls less.
    """
    block = 1 + len(FILLER)
    passes = max(0, calls - 35 * block + bids_last * len(FILLER))
    calls -= passes
    count = chance.randint(bids_last - (bids_last - calls) // block, min(35, calls))
    between = [0] * count
    for _ in range(calls - count):
        open_ = [k for k in range(count - bids_last) if between[k] < len(FILLER)]
        between[chance.choice(open_)] += 1
    auction = Auction(Seat(chance.randrange(4)))
    bids = sorted(chance.sample(range(35), count))
    texts = ["P"] * passes
    for bid, more in zip(bids, between, strict=True):
        texts += [f"{1 + bid // 5}{'CDHSN'[bid % 5]}", *FILLER[:more]]
    for text in texts:
        auction = auction.after(parse_call(text))
    return auction


def seconds(work: Callable[[], Sequence[Any]], repeats: int = REPEATS) -> float:
    """Return the processor time for each of the answers, the least of several runs."""
    least = np.inf
    for _ in range(repeats):
        start = time.process_time()
        count = len([json.dumps(answer.to_json()) for answer in work()])
        least = min(least, (time.process_time() - start) / count)
        if least * count > SHORT_SECONDS:
            break
    return float(least)


class Measure:
    """Measures questions with a loaded model."""

    def __init__(self, explainer: Explainer) -> None:
        self.explainer, self.chance = explainer, random.Random(1)
        self.parts = 0
        self.whole = positions(TOGETHER, explainer)
        self.ways: dict[str, Callable[[Any], Sequence[Any]]] = {
            "explanation": explainer.explain_many,
            "options": explainer.options_many,
            "refined": explainer.refine_many,
            "calls": explainer.robot_calls_many,
            "analysis": partial(self.in_parts, explainer.analyse),
            "review": partial(self.in_parts, explainer.review),
            "card": partial(self.in_parts, explainer.guess_card),
        }

    def sample(self, kind: str, *questions: Any) -> Sample:
        """Measure questions of one size together."""
        took, size = seconds(lambda: self.ways[kind](list(questions))), Size.of(questions[0])
        if kind in ("analysis", "review"):
            size = replace(size, parts=self.parts / len(questions))
        print(f"{kind:12}{size}  {1000 * took:.0f} ms", flush=True)
        return Sample(kind, size, took)

    def in_parts(self, advance: Callable[[Any, Any], Any], some: Sequence[Any]) -> Sequence[Any]:
        """Return the answers after all parts, and count those that looked ahead."""
        self.parts, answers = 0, []
        for one in some:
            step = advance(one, None)
            self.parts += step.parts > 0
            while step.answer is None:
                step = advance(one, json.loads(json.dumps(step.sums)))
                self.parts += 1
            answers.append(step.answer)
        return answers

    def position(self, calls: int, *, sees_hand: bool = True) -> Position:
        """Return one of a random auction, as whoever is to call sees it."""
        auction, deal = random_auction(self.chance, calls), Deal.random(self.chance)
        assert auction.turn is not None
        hand = deal[auction.turn] if sees_hand else None
        return Position(hand, auction.turn, auction, Vulnerability.NONE)

    def board(self, calls: int, graded: int) -> PlayedBoard:
        """Return one of a random auction, whose last calls, all bids, are to be graded."""
        auction = random_auction(self.chance, calls, graded)
        return PlayedBoard(self.hands(), auction, Vulnerability.NONE, graded_from=calls - graded)

    def hands(self) -> tuple[Hand, Hand, Hand, Hand]:
        """Deal four hands."""
        deal = Deal.random(self.chance)
        return deal[Seat.N], deal[Seat.E], deal[Seat.S], deal[Seat.W]

    def ordinary(self) -> Iterator[Sample]:
        """Measure deals that the model bid. Reviews are of one seat, which held another hand."""
        for calls in (4, 8, CALLS):
            some = [shortened(position, calls) for position in self.whole]
            yield self.sample("explanation", *some)
            yield self.sample("options", *some[:OPTIONS_TOGETHER])
            for one in some[:3]:
                yield self.sample("refined", one)
            for one in some[:2]:
                yield self.sample("analysis", one)
                south = Deal.random(self.chance)[Seat.S]
                hands = (None, None, south, None)
                board = PlayedBoard(hands, one.auction, one.vulnerability)
                yield self.sample("review", board)
            yield self.sample("card", PairCalls(tuple(map(self.of_pair, some))))

    def random(self) -> Iterator[Sample]:
        """Measure random auctions, short ones and the longest."""
        for calls in (0, 4, 8, 12, 16, 24, 31):
            some = [self.position(calls) for _ in range(TOGETHER)]
            yield self.sample("explanation", *some)
            yield self.sample("options", *some[:OPTIONS_TOGETHER])
        for calls in (40, 64, 128, 200, 318):
            yield self.sample("explanation", self.position(calls))
            yield self.sample("options", self.position(calls))
        for calls in (0, 4, 8, 12, 16, 24, 36, 48):
            for sees_hand in (False, True):
                yield self.sample("refined", self.position(calls, sees_hand=sees_hand))
        for calls in (0, 12, 64, 318):
            for bid_out in (False, True):
                yield self.sample("calls", self.table(calls, bid_out=bid_out))
        for calls in (0, 12, 31, 64, 318):
            yield self.sample("analysis", self.position(calls))
        for one in self.whole[:3]:  # calls that are rare, but not so bad that few layouts tell
            board = PlayedBoard(self.hands(), one.auction, one.vulnerability)
            yield self.sample("review", board)
        for calls in (12, 300):  # nothing to grade: solving takes more or less time
            yield self.sample("review", *(self.board(calls, 0) for _ in range(TOGETHER)))
            south = replace(self.board(calls, 0), hands=(None, None, self.hands()[2], None))
            yield self.sample("review", south)
        for calls, graded in (
            (4, 4),
            (8, 4),
            (12, 12),
            (20, 12),
            (31, 8),
            (60, 3),
            (100, 2),
            (300, 1),
        ):
            yield self.sample("review", self.board(calls, graded))

        for boards, calls in ((1, 4), (1, 12), (8, 8), (24, 12), (8, 64)):
            some = [self.position(calls) for _ in range(boards)]
            yield self.sample("card", PairCalls(tuple(map(self.of_pair, some))))

    def of_pair(self, position: Position) -> PairBoard:
        """Return the auction of a position as N-S may have bid it, with other hands."""
        north, _, south, _ = self.hands()
        hands = (north, None, south, None)
        return PairBoard(Side.NS, hands, position.auction, position.vulnerability)

    def table(self, calls: int, *, bid_out: bool) -> BiddingTable:
        """Return one of a random auction that robots go on with, to its end or once around."""
        auction = random_auction(self.chance, calls)
        players = frozenset() if bid_out else frozenset({auction.seat_of(calls + 3)})
        return BiddingTable(self.hands(), auction, Vulnerability.NONE, players=players)


def shortened(position: Position, calls: int) -> Position:
    """Return the position after so many calls."""
    auction = position.auction.prefix(calls)
    return Position(position.hand, position.seat, auction, position.vulnerability)


def fitted(samples: Sequence[Sample]) -> np.ndarray:
    """Return the coefficients of the features of one kind."""
    numbers = np.array([features(one.kind, one.size) for one in samples], dtype=float)
    measured = np.array([one.cost for one in samples])
    relative, best, least = numbers / measured[:, None], np.zeros(numbers.shape[1]), np.inf
    for count in range(1, len(best) + 1):
        for some in map(list, combinations(range(len(best)), count)):
            found, *_ = np.linalg.lstsq(relative[:, some], np.ones(len(samples)))
            error = float(((relative[:, some] @ found - 1) ** 2).sum())
            if (found >= 0).all() and error < least - 1e-9:
                best, least = np.zeros(len(best)), error
                best[some] = found
    return best


def scaled(coefficients: np.ndarray, kind: str, samples: Sequence[Sample]) -> list[float]:
    """Return the least multiple of these with which the samples keep to OFTEN and ALWAYS."""
    ratios = np.array([np.inf])
    for scale in np.arange(0.5, 4, 0.02):
        prices.COEFFICIENTS[kind] = [float(f"{each:.3g}") for each in scale * coefficients]
        ratios = ratios_of(samples)
        if np.quantile(ratios, 0.9) <= OFTEN and ratios.max() <= ALWAYS:
            break
    return prices.COEFFICIENTS[kind]


def ratios_of(samples: Sequence[Sample]) -> np.ndarray:
    """Return measured to predicted for each of the samples."""
    return np.array([one.cost / prices.price_of(one.kind, one.size) for one in samples])


def main() -> None:
    """Measure, fit, and print the coefficients and how far the measured times are from them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"replace {FILE.name}")
    options = parser.parse_args()
    torch.set_num_threads(1)
    measure = Measure(Explainer.load())
    ordinary = list(measure.ordinary())
    unit = float(np.mean([one.cost for one in ordinary if one.kind == "explanation"]))
    ordinary, found = (
        [replace(one, cost=one.cost / unit) for one in some]
        for some in (ordinary, measure.random())
    )
    worst = {}
    for kind in measure.ways:
        of_kind = [one for one in found if one.kind == kind]
        coefficients = scaled(fitted(of_kind), kind, of_kind)
        ratios = ratios_of([*of_kind, *(one for one in ordinary if one.kind == kind)])
        worst[kind] = round(float(ratios.max()), 2)
        print(
            f"{kind:12}{coefficients}, measured to price: at most {ratios.max():.2f}, nine in ten "
            f"{np.quantile(ratios, 0.9):.2f}, least {ratios.min():.2f}"
        )
    if options.write:
        lines = [f"{kind} = {found}\n" for kind, found in prices.COEFFICIENTS.items()]
        FILE.write_text("".join(("# Written by benchmarks/weights.py.\n", *lines)))
    result("weights", unit_ms=round(1000 * unit, 2), prices=prices.COEFFICIENTS, worst=worst)


if __name__ == "__main__":
    main()
