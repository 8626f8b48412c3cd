"""Separation by surprise of a robot's auctions from those of other systems and of people.

``python -m benchmarks.surprise DIR [--auctions N] [--json OUT]`` reads the dev files of DIR, all
as if both sides played SAYC. The areas under the curve are the chance that an auction (a
call) of the file surprises more than one of the SAYC robot; beside them stands the plain
measure, the mean of minus the log chances. It also prints how many calls are flagged as
unusual, and auctions as rare. Three sights: no hand; one player's; each caller's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.options import read_options, rows_read
from bidding.domain.systems import System
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import read_records
from bidding.explaining.recorded_calls import RecordedCalls, VisibleHands, read_calls
from bidding.explaining.scales import RARE_SHARE, UNUSUAL_SHARE, Kind, Scale, load_scale
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import RELEASED, load_bidder, write_json

OWN = "robot-book-dev"
OTHERS = ("people-dev", "robot-21gf-dev", "robot-acol-dev", "robot-wj-dev")
LENGTHS = ((1, 7), (8, 10), (11, 13), (14, 400))
READ_AS = SYSTEM_CODE[System.SAYC]


@dataclass(frozen=True)
class Measures:
    """Of one file in one sight: per auction its number of calls, surprise and mean nats; per
    call its surprise and nats; the shares of calls and auctions that are flagged."""

    n_calls: np.ndarray
    auctions: dict[str, np.ndarray]
    calls: dict[str, np.ndarray]
    flagged: dict[str, float] | None


def main() -> None:
    """Print the tables, and write the figures."""
    options = read_options(__doc__, 2000)
    bidder, model = load_bidder()
    scale = load_scale(RELEASED, model.sha256)
    document: dict[str, Any] = {
        "model": model.to_dict(),
        "auctions": options.auctions,
        "spread": True,
    }
    for sight in VisibleHands:
        files = {
            name: measures(bidder, options.data / f"{name}.npz", options.auctions, sight, scale)
            for name in (OWN, *OTHERS)
        }
        document[sight.value] = figures(files)
        print_table(sight, document[sight.value])
    if options.json is not None:
        write_json(options.json, document)


def measures(
    bidder: Bidder, path: Path, count: int, sight: VisibleHands, scale: Scale | None
) -> Measures:
    """The measures of so many auctions of a file, spread over it and read as SAYC."""
    records = read_records(path)
    rows = rows_read(len(records), count)
    read = read_calls(bidder, records, rows, sight, "cpu", system=READ_AS)
    last = read.last
    mean = np.bincount(read.auction, read.nats)[rows] / np.bincount(read.auction)[rows]
    return Measures(
        n_calls=read.n_calls[last],
        auctions={"surprise": read.auction_surprise[last], "mean nats": mean},
        calls={"surprise": read.surprise, "nats": read.nats},
        flagged=None if scale is None or sight is VisibleHands.ALL else flagged(read, sight, scale),
    )


def flagged(read: RecordedCalls, sight: VisibleHands, scale: Scale) -> dict[str, float]:
    """The shares of calls called unusual and of auctions called rare, as explanations do."""
    calls = [
        scale.of_call(Kind(True, own), surprise) <= UNUSUAL_SHARE
        for own, surprise in zip(read.own.tolist(), read.surprise.tolist(), strict=True)
    ]
    ends = zip(read.n_calls[read.last], read.auction_surprise[read.last], strict=True)
    kind = Kind(True, sight is VisibleHands.ONE)
    rare = [scale.of_auction(kind, int(n), float(s)) <= RARE_SHARE for n, s in ends]
    return {"unusual calls": float(np.mean(calls)), "rare auctions": float(np.mean(rare))}


def figures(files: dict[str, Measures]) -> dict[str, Any]:
    """The areas under the curve of each file against the robot's own, and the flags."""
    own = files[OWN]
    found: dict[str, Any] = {OWN: {"flagged": own.flagged}}
    for name in OTHERS:
        other = files[name]
        by_length = {
            f"{low}-{high}" if high < LENGTHS[-1][1] else f"{low}+": area(
                *(m.auctions["surprise"][between(m.n_calls, low, high)] for m in (own, other))
            )
            for low, high in LENGTHS
        }
        found[name] = {
            "auction": {key: area(own.auctions[key], other.auctions[key]) for key in own.auctions},
            "auction by calls": by_length,
            "call": {key: area(own.calls[key], other.calls[key]) for key in own.calls},
            "flagged": other.flagged,
        }
    return found


def between(values: np.ndarray, low: int, high: int) -> np.ndarray:
    """(N,) bool: which values lie in low ... high."""
    return np.asarray((low <= values) & (values <= high))


def area(own: np.ndarray, other: np.ndarray) -> float:
    """The chance that a value of ``other`` is greater than one of ``own``, ties counted half."""
    if not len(own) or not len(other):
        return float("nan")
    ordered = np.sort(own)
    less, not_greater = (np.searchsorted(ordered, other, side=side) for side in ("left", "right"))
    return float((less + not_greater).mean() / (2 * len(own)))


def print_table(sight: VisibleHands, found: dict[str, Any]) -> None:
    """Print the figures of one view."""
    print(f"\n{sight.value} in sight; {OWN} flagged: {_flags(found[OWN]['flagged'])}")
    lengths = list(found[OTHERS[0]]["auction by calls"])
    heads = ("auction", "mean nats", *lengths, "call", "nats")
    print(f"{'against':18}" + "".join(f"{head:>10}" for head in heads) + "   unusual, rare")
    for name in OTHERS:
        row = found[name]
        parts = (row["auction"], row["auction by calls"], row["call"])
        cells = [value for part in parts for value in part.values()]
        print(f"{name:18}" + "".join(f"{c:10.3f}" for c in cells) + f"   {_flags(row['flagged'])}")


def _flags(shares: dict[str, float] | None) -> str:
    return "-" if shares is None else ", ".join(f"{share:.1%}" for share in shares.values())


if __name__ == "__main__":
    main()
