"""Accuracy of card chances from layouts weighed by the calls.

``python -m research.accuracy layouts DIR [--auctions N]`` takes from each dev file of DIR
that many positions, one an auction, as the player to call sees them, and 1,024 layouts each. The
chances of an explanation (the network's, made to agree) are set beside the shares of the
layouts: with all of their weight, with a power of it, and drawn towards the explanation's chances
as if those were some more layouts. Log loss is that of each unseen card's true owner, in nats;
the calibration error that of all chances, each card with each hidden hand, over ten bins.
``gain`` is how many nats a card are won on the explanation, with its standard error.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS
from bidding.domain.cards import Card, Hand
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import Records, owners, read_records
from bidding.explaining.analysis.layouts import Layouts, sampler_for
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import load_bidder
from bidding.tricks.estimator import calibration_error
from research.accuracy.measure import Measure

FILES = (
    *("robot-sayc-dev", "robot-21gf-dev", "robot-acol-dev"),
    *("robot-wj-dev", "robot-mixed-dev", "people-dev"),
)
LAYOUTS = 1024
POWERS = (0.25, 0.5, 0.75, 1.0)
ADDED = (1.0, 30.0, 100.0)
SEED = 7
_SYSTEM = {code: system for system, code in SYSTEM_CODE.items()}


class Command(Measure):
    help = "Accuracy of card chances from layouts weighed by the calls."
    auctions = 200

    def measure(self, options: Namespace) -> dict[str, Any]:
        bidder, model = load_bidder()
        document: dict[str, Any] = {"model": model.to_dict(), "layouts": LAYOUTS, "seed": SEED}
        for name in FILES:
            records = read_records(Path(options.data) / f"{name}.npz")
            document[name] = figures(bidder, records, options.auctions, name)
            print_table(name, document[name])
        return document


def position_of(records: Records, row: int, step: int) -> tuple[Position, np.ndarray]:
    """Return the position of the player to call after so many calls, and the card holders (52,)."""
    owner = owners(records.deal[row : row + 1])[0]
    first = int(records.start[row])
    calls = [ALL_CALLS[index] for index in records.calls[first : first + step].tolist()]
    auction = Auction.of(Seat(int(records.dealer[row])), calls)
    seat = auction.seat_of(step)
    hand = Hand.of(Card(int(card)) for card in np.flatnonzero(owner == seat))
    systems = Systems.plain(*(_SYSTEM[int(s[row])] for s in (records.system_ns, records.system_ew)))
    return Position(hand, seat, auction, Vulnerability(int(records.vul[row])), systems), owner


def figures(bidder: Bidder, records: Records, count: int, name: str) -> dict[str, Any]:
    """Return log loss, calibration and gain of each way to weigh, for one file."""
    rng = np.random.default_rng(SEED)
    rows = rng.permutation(len(records))[:count]
    chances_by_way: dict[str, list[np.ndarray]] = {}
    true, effective, calls = [], [], []
    for row in tqdm(rows.tolist(), desc=name, dynamic_ncols=True):
        step = int(rng.integers(1, int(records.n_calls[row])))
        position, owner = position_of(records, row, step)
        sampler = sampler_for(bidder, position)
        layouts = sampler.sample(LAYOUTS, np.random.default_rng([SEED, row]), power=1.0)
        unseen = ~sampler.hidden.seen
        believed = sampler.hidden.cards[:, unseen]  # (3, 39)
        seats = np.array(sampler.hidden.seats)[:, None]
        for way, chances in ways(layouts, believed, seats, unseen).items():
            chances_by_way.setdefault(way, []).append(chances)
        true.append(owner[unseen] == seats)
        effective.append(layouts.effective)
        calls.append(step)
    return {
        "positions": len(rows),
        "effective": {
            str(share): round(float(np.quantile(effective, share)), 1) for share in (0.1, 0.5, 0.9)
        },
        "ways": {way: judged(np.array(c), np.array(true), np.array(chances_by_way["explanation"]))
                 for way, c in chances_by_way.items()},
    }  # fmt: skip


def ways(
    layouts: Layouts, believed: np.ndarray, seats: np.ndarray, unseen: np.ndarray
) -> dict[str, np.ndarray]:
    """(3, 39) chances by each way to have them."""
    held = (layouts.owner[:, unseen][:, None] == seats).astype(float)  # (N, 3, 39)
    found = {"explanation": believed}
    for power in POWERS:
        tempered = Layouts(layouts.owner, layouts.log_full, power)
        shares = np.tensordot(tempered.weights, held, 1)
        for added in ADDED:
            mixed = tempered.effective * shares + added * believed
            found[f"power {power}, added {added:g}"] = mixed / (tempered.effective + added)
    return found


def judged(chances: np.ndarray, true: np.ndarray, before: np.ndarray) -> dict[str, float]:
    """Chances (P, 3, 39) by who held the cards, beside those of the explanation."""
    loss, loss_before = (-np.log((c * true).sum(1).clip(1e-6)).mean(1) for c in (chances, before))
    gain = loss_before - loss
    return {
        "log_loss": round(float(loss.mean()), 4),
        "ece": round(calibration_error(chances.ravel(), true.ravel()), 4),
        "gain": round(float(gain.mean()), 4),
        "gain_error": round(float(gain.std() / np.sqrt(len(gain))), 4),
    }


def print_table(name: str, found: dict[str, Any]) -> None:
    """Print one file's figures."""
    effective = f"effective layouts at full weight {found['effective']}"
    print(f"\n{name}: {found['positions']} positions, {effective}")
    for way, row in found["ways"].items():
        print(f"{way:28}" + "".join(f"{key} {value:8.4f}   " for key, value in row.items()))
