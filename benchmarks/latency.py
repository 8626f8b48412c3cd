"""Time of one explanation over HTTP, for a client that waits for it.

    python benchmarks/latency.py http://127.0.0.1:8000 --count 200

Every position is another (a random hand, a random legal auction), so that nothing comes from
the store of earlier answers. Prints the median and the 95th percentile.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS
from bidding.domain.cards import CARDS_IN_PACK, Card, Hand
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.documents.position_documents import position_to_json

WAIT_SECONDS = 20
WARM_UP = 5
LONGEST_AUCTION = 12


def random_position(chance: random.Random) -> Position:
    """A hand and an auction of up to 12 calls, in which bids rise by small steps."""
    hand = Hand.of(map(Card, chance.sample(range(CARDS_IN_PACK), 13)))
    auction = Auction(chance.choice(list(Seat)))
    for _ in range(chance.randint(1, LONGEST_AUCTION)):
        if auction.is_over:
            break
        low_bids = [call for call in auction.legal_calls if call.is_bid][:4]
        auction = auction.after(chance.choice([PASS, *low_bids]))
    return Position(hand, chance.choice(list(Seat)), auction, chance.choice(list(Vulnerability)))


def seconds_to_explain(address: str, document: dict[str, Any]) -> float:
    """From sending the question to having read the whole answer. Raise HTTPError."""
    request = urllib.request.Request(
        f"{address.rstrip('/')}/api/v1/explanations",
        json.dumps(document).encode(),
        {"Content-Type": "application/json", "Prefer": f"wait={WAIT_SECONDS}"},
    )
    start = time.perf_counter()
    with urllib.request.urlopen(request, timeout=2 * WAIT_SECONDS) as response:
        json.load(response)
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("address", help="where the site is, such as http://127.0.0.1:8000")
    parser.add_argument("--count", type=int, default=100, help="explanations to time")
    parser.add_argument("--seed", type=int, help="for the same positions each time")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    documents = [position_to_json(random_position(chance)) for _ in range(options.count + WARM_UP)]
    times = [seconds_to_explain(options.address, one) for one in documents][WARM_UP:]
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    print(f"{len(times)} explanations, one client at a time")
    print(f"median {1000 * statistics.median(times):.0f} ms, 95 % {1000 * cuts[-1]:.0f} ms")


if __name__ == "__main__":
    main()
