"""Recognition of systems by auctions, and the cost of a wrong system.

``python -m research.accuracy systems DIR [--auctions N]`` reads the robots' dev files of DIR.
With the systems blanked: how often a side's own system has the greatest likelihood of the
five. With them stated: what each other system costs, in nats of log-likelihood an auction,
and how often an explanation would name another one, which is a false alarm. Read as SAYC:
how often it names the right one. Three sights: no hand; one player's, whose side is told
apart; each caller's own. The file of figures has their standard errors, deals taken as
independent.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from bidding.domain.systems import System
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import Records, read_records
from bidding.explaining.surprise import LEAST_ODDS
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import load_bidder
from bidding.training.scoring.recorded_calls import VisibleHands, read_calls
from bidding.training.scoring.standard_errors import GROUPS, groups_of, standard_errors
from research.accuracy.measure import Measure, rows_read

FILES = {
    System.SAYC: "robot-book-dev",
    System.STANDARD: "robot-sayc-dev",
    System.TWO_OVER_ONE: "robot-21gf-dev",
    System.ACOL: "robot-acol-dev",
    System.POLISH_CLUB: "robot-wj-dev",
}
NAMED = [SYSTEM_CODE[system] for system in FILES]
BLANK, SAYC = SYSTEM_CODE[System.UNKNOWN], SYSTEM_CODE[System.SAYC]
CALLS_MADE = ((0, 0), (1, 1), (2, 2), (3, 4), (5, 99))  # bids, doubles and redoubles of a side


@dataclass(frozen=True)
class SidesRead:
    """S sides of auctions: log-likelihoods (S, 6) under each system, the calls but passes that
    each made (S,), whether the hand in sight was of that side (S,), and the deal's group (S,)."""

    likelihoods: np.ndarray
    made: np.ndarray
    own: np.ndarray
    group: np.ndarray

    def gains(self, stated: int) -> np.ndarray:
        """(S, 6) nats that each system gains over the stated one."""
        return np.asarray(self.likelihoods - self.likelihoods[:, [stated]])

    def without(self, group: int | None) -> SidesRead:
        """These sides without a group of deals."""
        kept = self.group != group
        return SidesRead(*(getattr(self, each.name)[kept] for each in fields(self)))


class Command(Measure):
    help = "Recognition of systems by auctions, and the cost of a wrong system."
    auctions = 1000

    def measure(self, options: Namespace) -> dict[str, Any]:
        bidder, model = load_bidder()
        document: dict[str, Any] = {
            "model": model.to_dict(),
            "auctions": options.auctions,
            "spread": True,
        }
        files = {s: read_records(options.data / f"{name}.npz") for s, name in FILES.items()}
        for sight in VisibleHands:
            document[sight.value] = {
                FILES[system]: with_errors(bidder, records, system, sight, options.auctions)
                for system, records in files.items()
            }
            print_table(sight, document[sight.value])
        return document


def sides(
    bidder: Bidder, records: Records, count: int, sight: VisibleHands, system: int | None
) -> SidesRead:
    """Both sides of auctions spread over a file, read as stated or in that system."""
    rows = rows_read(len(records), count)
    read = read_calls(bidder, records, rows, sight, system=system)
    key = np.searchsorted(rows, read.auction) * 2 + read.seat % 2
    likelihoods = np.zeros((2 * len(rows), read.by_system.shape[1]))
    np.add.at(likelihoods, key, read.by_system)
    calls = np.concatenate([records.calls[records.start[r] :][: records.n_calls[r]] for r in rows])
    made = np.bincount(key, calls != 0, minlength=2 * len(rows))
    own = np.bincount(key, read.own, minlength=2 * len(rows)) > 0
    group = groups_of(records.deal_keys(rows)).repeat(2)
    return SidesRead(likelihoods, made, own, group)


def with_errors(
    bidder: Bidder, records: Records, system: System, sight: VisibleHands, count: int
) -> dict[str, Any]:
    """Return the figures of one file, and under ``errors`` their standard errors by path."""
    blanked, stated, sayc = (
        sides(bidder, records, count, sight, as_if) for as_if in (BLANK, None, SAYC)
    )

    def report(without: int | None = None) -> dict[str, Any]:
        left = blanked.without(without), stated.without(without), sayc.without(without)
        return figures(*left, SYSTEM_CODE[system])

    return {**report(), "errors": standard_errors(report, range(GROUPS))}


def figures(blanked: SidesRead, stated: SidesRead, sayc: SidesRead, code: int) -> dict[str, Any]:
    """Return the figures of sides of that system, read with systems blanked, as stated, as SAYC."""
    right = blanked.likelihoods[:, NAMED].argmax(1) == NAMED.index(code)
    gains = stated.gains(code)
    alarm = np.delete(gains, code, axis=1).max(1) >= np.log(LEAST_ODDS)
    named = sayc.likelihoods.argmax(1) == code
    clear = sayc.gains(SAYC).max(1) >= np.log(LEAST_ODDS)
    return {
        "right, blanked": _share(right),
        "right, by calls but passes": {
            f"{low}-{high}": _share(right[(low <= blanked.made) & (blanked.made <= high)])
            for low, high in CALLS_MADE
        },
        "right, hand in sight": _share(right[blanked.own]),
        "nats an auction": {
            other.value: float(2 * -gains[:, place].mean()) for place, other in enumerate(System)
        },
        "false alarms": _share(alarm),
        "named, read as sayc": None if code == SAYC else _share(named & clear),
        "named, hand in sight": None if code == SAYC else _share((named & clear)[sayc.own]),
    }


def _share(flags: np.ndarray) -> float | None:
    return float(flags.mean()) if len(flags) else None


def print_table(sight: VisibleHands, found: dict[str, Any]) -> None:
    """Print the figures of one view."""
    print(f"\n{sight.value} in sight")
    lengths = [f"{low}-{high}" for low, high in CALLS_MADE]
    print(f"{'':16}{'right':>8}" + "".join(f"{head:>7}" for head in lengths) + f"{'own':>7}"
          f"{'false':>8}{'named':>8}{'own':>7}   nats an auction lost in each system")  # fmt: skip
    for name, row in found.items():
        shares = [row["right, blanked"], *row["right, by calls but passes"].values()]
        shares += [row["right, hand in sight"], row["false alarms"]]
        shares += [row["named, read as sayc"], row["named, hand in sight"]]
        cells = "".join("      -" if s is None else f"{s:7.1%}" for s in shares)
        nats = "  ".join(f"{key} {value:.2f}" for key, value in row["nats an auction"].items())
        print(f"{name:16} {cells}   {nats}")
