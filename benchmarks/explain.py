"""How long one explanation takes, and how many a core gives in batches.

Run with ``OMP_NUM_THREADS=1 python -m benchmarks.explain``. Beside the whole explanation
stands the bare forward pass of the network on the same views, so that the price of
putting it into objects, words and JSON can be seen as a ratio.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable

import torch

from bidding.domain.auction import Auction
from bidding.domain.cards import Deal
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.explaining.explainer import Explainer, questions_about

CALLS = 12
REPEATS = 40
BATCH = 32


def positions(count: int, explainer: Explainer) -> list[Position]:
    """Random deals bid by the model itself, the first twelve calls of each."""
    rng, found = random.Random(7), []
    while len(found) < count:
        deal, auction = Deal.random(rng), Auction(Seat(rng.randrange(4)))
        while auction.turn is not None and len(auction.calls) < CALLS:
            seen = Position(deal[auction.turn], auction.turn, auction, Vulnerability.NONE)
            auction = auction.after(explainer.explain(seen).moments[-1].next_call[0].call)
        if len(auction.calls) == CALLS:
            found.append(Position(deal[Seat.S], Seat.S, auction, Vulnerability.NONE))
    return found


def median_ms(work: Callable[[], object]) -> float:
    """The median of several timed runs, in milliseconds."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def main() -> None:
    """Print the table."""
    torch.set_num_threads(1)
    explainer = Explainer.load()
    asked = positions(BATCH, explainer)
    whole = median_ms(lambda: explainer.explain(asked[0]))
    with_json = median_ms(lambda: json.dumps(explainer.explain(asked[0]).to_json()))
    questions = questions_about(0, asked[0])
    bare = median_ms(lambda: explainer.beliefs([asked[0]], questions))
    batch = median_ms(lambda: explainer.explain_many(asked)) / BATCH
    print(f"one explanation of a {CALLS}-call auction, one thread, batch 1 (median of {REPEATS})")
    print(f"  the network alone              {bare:7.1f} ms   1.00")
    print(f"  the whole explanation          {whole:7.1f} ms   {whole / bare:.2f}")
    print(f"  as JSON text                   {with_json:7.1f} ms   {with_json / bare:.2f}")
    print(f"in batches of {BATCH}: {1000 / batch:.0f} explanations a second and core")


if __name__ == "__main__":
    main()
