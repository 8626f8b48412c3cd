"""Cost of each kind of question, relative to an explanation (``jobs.admission.WEIGHTS``).

Run with ``OMP_NUM_THREADS=1 python -m benchmarks.weights``. Deals bid by the model itself, after
4, 8 and 12 calls, computed as a node does: explanations by the batch, options a few at a time,
refined ones one by one, analyses and reviews in parts. Reviews are of the calls of one seat, whose
hand is replaced by a random one. Times are of one core, as the process uses it, with writing the
answers as JSON. Ends with one line of JSON.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch

from benchmarks.explain import CALLS, positions
from benchmarks.site import result
from bidding.domain.auction import Auction
from bidding.domain.cards import Deal
from bidding.domain.played_board import PlayedBoard
from bidding.domain.position import Position
from bidding.domain.table import Seat
from bidding.explaining.explainer import Explainer

LENGTHS = (4, 8, CALLS)
TOGETHER, OPTIONS_TOGETHER = 16, 4  # as a node computes them: NODE_BATCH, `at_once` of bidding.jobs
ANALYSED = 4


def shortened(position: Position, calls: int) -> Position:
    """Return the position after so many calls."""
    auction = Auction(position.auction.dealer)
    for call in position.auction.calls[:calls]:
        auction = auction.after(call)
    return Position(position.hand, position.seat, auction, position.vulnerability)


def milliseconds_each(work: Callable[[], Sequence[object]]) -> float:
    """Processor time for each of the answers, after one run to warm up."""
    work()
    start = time.process_time()
    count = len([json.dumps(answer.to_json()) for answer in work()])  # type: ignore[attr-defined]
    return 1000 * (time.process_time() - start) / count


def with_another_hand(position: Position, chance: random.Random) -> PlayedBoard:
    """Return the board as if South, who made the calls with one hand, held another."""
    south = Deal.random(chance)[Seat.S]
    return PlayedBoard((None, None, south, None), position.auction, position.vulnerability)


def in_parts(advance: Callable[[Any], Any]) -> tuple[float, int]:
    """Milliseconds that all parts take together, and how many those are."""
    start, sums, parts, answer = time.process_time(), None, 0, None
    while answer is None:
        step = advance(sums)
        sums, answer, parts = json.loads(json.dumps(step.sums)), step.answer, parts + 1
    json.dumps(answer.to_json())
    return 1000 * (time.process_time() - start), parts


def main() -> None:
    """Print what a question of each kind takes, and the weights."""
    torch.set_num_threads(1)
    explainer, chance = Explainer.load(), random.Random(1)
    whole = positions(TOGETHER, explainer)
    took: dict[str, list[float]] = defaultdict(list)
    for length in LENGTHS:
        some = [shortened(position, length) for position in whole]
        few = some[:OPTIONS_TOGETHER]
        took["explanation"].append(milliseconds_each(partial(explainer.explain_many, some)))
        took["options"].append(milliseconds_each(partial(explainer.options_many, few)))
        for one in few:
            took["refined"].append(milliseconds_each(partial(explainer.refine_many, [one])))
        for position in chance.sample(some, ANALYSED):
            total, parts = in_parts(partial(explainer.analyse, position))
            took["analysis"].append(total)
            took["part"].append(total / parts)
            board = with_another_hand(position, chance)
            total, parts = in_parts(partial(explainer.review, board))
            took["review"].append(total)
            took["part of a review"].append(total / parts)
    means = {kind: statistics.mean(times) for kind, times in took.items()}
    weights = {kind: round(mean / means["explanation"], 1) for kind, mean in means.items()}
    for kind, times in took.items():
        print(f"{kind:18}{means[kind]:9.1f} ms, {min(times):.1f} to {max(times):.1f}")
    result("weights", milliseconds={k: round(m, 1) for k, m in means.items()}, weights=weights)


if __name__ == "__main__":
    main()
