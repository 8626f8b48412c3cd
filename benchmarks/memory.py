"""Memory of a node's model under a mixture of questions, over time.

Run with ``OMP_NUM_THREADS=1 python -m benchmarks.memory --seconds 240``. One thread of this
process does what a node's does: explanations by the batch, of ordinary auctions and of the longest
there can be, refined ones, options and parts of analyses, each to its JSON text. Prints the
resident memory (RSS) by the tenth of the time, and ends with one line of JSON. The allocator is
glibc's: set ``MALLOC_ARENA_MAX`` and the like in the environment, as a node's unit does.
"""

from __future__ import annotations

import argparse
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import torch

from benchmarks.site import random_position, result
from bidding.domain.auction import Auction
from bidding.domain.calls import PASS
from bidding.domain.position import Position
from bidding.domain.table import Seat
from bidding.explaining.explainer import Explainer
from bidding.json_text import texts

KIB_IN_MIB = 1024
# As a node computes them: NODE_BATCH, `at_once` and MOMENTS_AT_ONCE of bidding.jobs.
BATCH, OPTIONS_AT_ONCE, MOMENTS_AT_ONCE = 16, 4, 640
SHARES = {"explanations": 0.7, "options": 0.1, "refined": 0.1, "part": 0.06, "long": 0.04}


def resident_mib(name: str = "VmRSS") -> int:
    """Of this process: the memory it has now, or with ``VmHWM`` the most it ever had."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{name}:")[2].split()[0]) // KIB_IN_MIB


def long_position(chance: random.Random) -> Position:
    """An auction of up to 318 calls: passes as often as they may be made."""
    auction, length = Auction(Seat(chance.randrange(4))), chance.choice((60, 150, 318))
    while len(auction.calls) < length:
        others = [call for call in auction.legal_calls if call != PASS]
        must_bid = auction.calls[-2:] == (PASS, PASS) and len(auction.calls) > 2
        auction = auction.after(others[0] if must_bid else PASS)
    example = random_position(chance)
    return Position(None, example.seat, auction, example.vulnerability)


def fitting(positions: list[Position]) -> list[Position]:
    """The first that a node computes together."""
    total, kept = 0, []
    for position in positions:
        total += len(position.auction.calls) + 1
        if kept and total > MOMENTS_AT_ONCE:
            break
        kept.append(position)
    return kept


def work(explainer: Explainer, chance: random.Random) -> Callable[[], str]:
    """The next thing to do; it says its kind."""
    (kind,) = chance.choices([*SHARES], [*SHARES.values()])
    some = [random_position(chance) for _ in range(chance.randint(1, BATCH))]
    if kind == "long":
        some = [long_position(chance) for _ in range(2)]
    asks = {
        "refined": lambda: explainer.refine_many(some[:1]),
        "options": lambda: explainer.options_many(some[:OPTIONS_AT_ONCE]),
        "explanations": lambda: explainer.explain_many(fitting(some)),
        "long": lambda: explainer.explain_many(fitting(some)),
    }

    def done() -> str:
        if kind == "part":
            explainer.analyse(some[0], None)
        else:
            texts(asks[kind])
        return kind

    return done


def main() -> None:
    """Load the model, work for the time given, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=240)
    options = parser.parse_args()
    torch.set_num_threads(1)
    explainer, chance, done = Explainer.load(), random.Random(4), Counter[str]()
    loaded, start = resident_mib(), time.monotonic()

    def model() -> None:
        while time.monotonic() - start < options.seconds:
            done[work(explainer, chance)()] += 1

    thread = threading.Thread(target=model)
    thread.start()
    sampled = []
    while thread.is_alive():
        thread.join(options.seconds / 10)
        sampled.append(resident_mib())
        print(f"{time.monotonic() - start:6.0f} s {sampled[-1]:6} MiB", flush=True)
    result("memory", loaded=loaded, sampled=sampled, most=resident_mib("VmHWM"), done=dict(done))


if __name__ == "__main__":
    main()
