"""How long one explanation takes, and how many a core gives in batches.

Run with ``OMP_NUM_THREADS=1 python -m benchmarks.explain``: twelve calls, every moment, every
view, hands made to agree; sentences and ranges are made where they are asked for, as for the JSON
text that a node stores. Beside the whole explanation stand the same without comparing systems,
the network's share of it, and a plain implementation that asks one view at a time
(``benchmarks.plain``). Times are of one core, as the process uses it, so that a busy machine
disturbs them little; ratios are to the whole explanation.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import torch

from benchmarks.plain import plain_explanation
from bidding.domain.auction import Auction
from bidding.domain.cards import Deal
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.explaining.explainer import Explainer
from bidding.explaining.questions import questions_about
from bidding.json_text import texts

CALLS = 12
REPEATS = 25
BATCH_REPEATS = 7
BATCH = 64


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
def forward(explainer: Explainer, asked: list[Position], *, compare: bool) -> None:
    """The network alone, on the views of these explanations."""
    questions = questions_about(asked, compare=compare)
    of_hands = len(questions.views) - questions.compared
    explainer.reader(questions.batch, questions.views, of_hands=of_hands)


def works(explainer: Explainer, asked: list[Position]) -> dict[str, Callable[[], object]]:
    """What is timed."""
    many = explainer.explain_many

    def text(*, compare: bool) -> list[str]:
        return texts(lambda: many(asked, compare=compare))

    return {
        "the whole explanation": lambda: many(asked),
        "  and as JSON text": lambda: text(compare=True),
        "  its forward pass": lambda: forward(explainer, asked, compare=True),
        "without comparing systems": lambda: many(asked, compare=False),
        "  and as JSON text, so": lambda: text(compare=False),
        "  its forward pass, so": lambda: forward(explainer, asked, compare=False),
    }


def main() -> None:
    """Print the table."""
    torch.set_num_threads(1)
    explainer = Explainer.load()
    asked = positions(BATCH, explainer)
    plain = median_ms(lambda: plain_explanation(explainer.bidder, asked[0]), 3)
    print(f"{CALLS}-call auctions, processor time on one core, medians of {REPEATS}")
    print(f"\n{'':28}{'batch 1':>10}{'':8}{f'batches of {BATCH}':>20}")
    rows = zip(
        *(works(explainer, some).items() for some in (asked[:1], asked)),
        strict=True,
    )
    whole = 0.0
    for (name, one), (_, many) in rows:
        single, batch = median_ms(one), median_ms(many, BATCH_REPEATS) / BATCH
        whole = whole or single
        print(
            f"{name:28}{single:7.1f} ms {single / whole:6.2f} "
            f"{batch:10.2f} ms {1000 / batch:7.0f} a second"
        )
    print(f"{'one view at a time':28}{plain:7.1f} ms {plain / whole:6.2f}")


if __name__ == "__main__":
    main()
