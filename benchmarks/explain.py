"""Time of one explanation, and throughput of a core in batches.

Run with ``OMP_NUM_THREADS=1 python -m benchmarks.explain``: twelve calls, every moment, every
view, hands made to agree. First stands the complete answer as a client gets it, the JSON text
with all ranges and sentences; then the same without these, which are made only where they are
asked for, and the network's share. All three also without comparing systems. Last a plain
implementation that asks one view at a time and makes the same complete text
(``benchmarks.plain``), in the numbers that the explainer computes in and, where those are others,
in float32. Times are of one core, as the process uses it, so that a busy machine disturbs them
little; ratios are to the complete answer, and rates are of one core.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import torch

from benchmarks.plain import plain_document
from bidding.domain.auction import Auction
from bidding.domain.cards import Deal
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.explaining.explainer import Explainer
from bidding.explaining.questions import questions_about
from bidding.json_text import encoded, texts
from bidding.networks.bidder import Bidder

CALLS = 12
REPEATS = 25
BATCH_REPEATS = 7
BATCH = 64
PLAIN_REPEATS = 3
Work = tuple[str, Callable[[], object]]


def positions(count: int, explainer: Explainer) -> list[Position]:
    """Random deals bid by the model itself, the first twelve calls of each."""
    rng, found = random.Random(7), []
    while len(found) < count:
        deal, auction = Deal.random(rng), Auction(Seat(rng.randrange(4)))
        while auction.turn is not None and len(auction.calls) < CALLS:
            seen = Position(deal[auction.turn], auction.turn, auction, Vulnerability.NONE)
            answer = explainer.explain_many([seen], compare=False)[0]
            auction = auction.after(answer.moments[-1].next_call[0].call)
        if len(auction.calls) == CALLS:
            found.append(Position(deal[Seat.S], Seat.S, auction, Vulnerability.NONE))
    return found


def median_ms(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The median processor time of several runs, in milliseconds, after one to warm up."""
    work()
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


@torch.inference_mode()
def forward(explainer: Explainer, requested: list[Position], *, compare: bool) -> None:
    """The network alone, on the views of these explanations."""
    questions = questions_about(requested, compare=compare)
    of_hands = len(questions.views) - questions.of_calls
    explainer.reader(questions.batch, questions.views, n_hand_views=of_hands)


def works(explainer: Explainer, requested: list[Position]) -> list[Work]:
    """Return the timed functions."""
    many = explainer.explain_many

    def text(*, compare: bool) -> list[str]:
        return texts(lambda: many(requested, compare=compare))

    return [
        ("the complete answer, as text", lambda: text(compare=True)),
        ("  no ranges, sentences, text", lambda: many(requested)),
        ("  its forward pass", lambda: forward(explainer, requested, compare=True)),
        ("without comparing systems", lambda: text(compare=False)),
        ("  no ranges, sentences, text", lambda: many(requested, compare=False)),
        ("  its forward pass", lambda: forward(explainer, requested, compare=False)),
    ]


def plain_works(explainer: Explainer, requested: Position) -> list[Work]:
    """Return the complete answer as text, computed plainly in the explainer's precision, and
    in float32 where those are others."""

    def text(bidder: Bidder) -> str:
        return encoded(plain_document(bidder, explainer.model, explainer.scale, requested))

    found: list[Work] = [("one view at a time, as text", lambda: text(explainer.reader))]
    if explainer.reader is not explainer.bidder:
        found.append(("  in float32", lambda: text(explainer.bidder)))
    return found


def main() -> None:
    """Print the table."""
    torch.set_num_threads(1)
    explainer = Explainer.load()
    requested = positions(BATCH, explainer)
    print(f"{CALLS}-call auctions, processor time on one core, medians of {REPEATS}")
    print(f"\n{'':30}{'batch 1':>10}{'':8}{f'batches of {BATCH}':>20}")
    times = [(name, median_ms(work)) for name, work in works(explainer, requested[:1])]
    whole = times[0][1]
    for (name, one), (_, many) in zip(times, works(explainer, requested), strict=True):
        batch = median_ms(many, BATCH_REPEATS) / BATCH
        print(
            f"{name:30}{one:7.1f} ms {one / whole:6.2f} "
            f"{batch:10.2f} ms {1000 / batch:7.0f} a second"
        )
    for name, work in plain_works(explainer, requested[0]):
        one = median_ms(work, PLAIN_REPEATS)
        print(f"{name:30}{one:7.1f} ms {one / whole:6.2f} {'':13}{1000 / one:7.1f} a second")


if __name__ == "__main__":
    main()
