"""Separation by surprise of a robot's auctions from those of other systems and of people.

``python -m research.accuracy surprise DIR [--auctions N]`` reads the dev files of DIR, all
as if both sides played SAYC. The areas under the curve are the chance that an auction (a
call) of the file surprises more than one of the SAYC robot; beside them stands the plain
measure, the mean of minus the log chances. It also prints how many calls are flagged as
unusual, and auctions as rare. Three sights: no hand; one player's; each caller's own. The file of
figures has their standard errors, deals taken as independent.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bidding.domain.systems import System
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import read_records
from bidding.explaining.surprise import RARE_SHARE, UNUSUAL_SHARE, Kind, Scale, load_scale
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import RELEASED, load_bidder
from bidding.training.scoring.recorded_calls import RecordedCalls, VisibleHands, read_calls
from bidding.training.scoring.standard_errors import GROUPS, groups_of, standard_errors, under
from research.accuracy.measure import Measure, rows_read

OWN = "robot-book-dev"
OTHERS = ("people-dev", "robot-21gf-dev", "robot-acol-dev", "robot-wj-dev")
LENGTHS = ((1, 7), (8, 10), (11, 13), (14, 400))
READ_AS = SYSTEM_CODE[System.SAYC]


@dataclass(frozen=True)
class Measures:
    """Of one file in one sight: per auction the group of its deal (see ``standard_errors``), number
    of calls, surprise, mean nats and whether it is flagged as rare; per call the group, surprise,
    nats and whether it is flagged."""

    auctions: dict[str, np.ndarray]
    calls: dict[str, np.ndarray]

    def without(self, group: int | None) -> Measures:
        """These measures without a group of deals."""
        return Measures(
            *(
                {name: values[each["group"] != group] for name, values in each.items()}
                for each in (self.auctions, self.calls)
            )
        )


class Command(Measure):
    help = "Separation by surprise of a robot's auctions from those of other systems and of people."
    auctions = 2000

    def measure(self, options: Namespace) -> dict[str, Any]:
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
            document[sight.value] = with_errors(files)
            print_table(sight, document[sight.value])
        return document


def measures(
    bidder: Bidder, path: Path, count: int, sight: VisibleHands, scale: Scale | None
) -> Measures:
    """The measures of so many auctions of a file, spread over it and read as SAYC."""
    records = read_records(path)
    rows = rows_read(len(records), count)
    read = read_calls(bidder, records, rows, sight, system=READ_AS)
    last = read.last
    mean = np.bincount(read.auction, read.nats)[rows] / np.bincount(read.auction)[rows]
    group = groups_of(records.deal_keys())
    auctions = {
        "group": group[rows],
        "calls": read.n_calls[last],
        "surprise": read.auction_surprise[last],
        "mean nats": mean,
    }
    calls = {"group": group[read.auction], "surprise": read.surprise, "nats": read.nats}
    if scale is not None and sight is not VisibleHands.ALL:
        calls["flagged"], auctions["flagged"] = flags(read, sight, scale)
    return Measures(auctions, calls)


def flags(read: RecordedCalls, sight: VisibleHands, scale: Scale) -> tuple[np.ndarray, np.ndarray]:
    """Which calls are called unusual and which auctions rare, as explanations do."""
    of_calls = [
        scale.calls[Kind(True, own)].share(surprise)
        for own, surprise in zip(read.own.tolist(), read.surprise.tolist(), strict=True)
    ]
    ends = zip(read.n_calls[read.last], read.auction_surprise[read.last], strict=True)
    kind = Kind(True, sight is VisibleHands.ONE)
    of_auctions = [scale.of_auction(kind, int(n), float(s)) for n, s in ends]
    return np.array(of_calls) <= UNUSUAL_SHARE, np.array(of_auctions) <= RARE_SHARE


def with_errors(files: dict[str, Measures]) -> dict[str, Any]:
    """The figures of each file, and under ``errors`` their standard errors by path."""

    def report(without: int | None = None) -> dict[str, Any]:
        return figures({name: found.without(without) for name, found in files.items()})

    errors = standard_errors(report, range(GROUPS))
    return {name: {**found, "errors": under(name, errors)} for name, found in report().items()}


def figures(files: dict[str, Measures]) -> dict[str, Any]:
    """The areas under the curve of each file against the robot's own, and the flags."""
    own = files[OWN]
    found: dict[str, Any] = {OWN: {"flagged": flagged(own)}}
    for name in OTHERS:
        other = files[name]
        both = (own, other)
        by_length = {
            f"{low}-{high}" if high < LENGTHS[-1][1] else f"{low}+": area(
                *(m.auctions["surprise"][between(m.auctions["calls"], low, high)] for m in both)
            )
            for low, high in LENGTHS
        }
        found[name] = {
            "auction": {k: area(*(m.auctions[k] for m in both)) for k in ("surprise", "mean nats")},
            "auction by calls": by_length,
            "call": {k: area(*(m.calls[k] for m in both)) for k in ("surprise", "nats")},
            "flagged": flagged(other),
        }
    return found


def flagged(found: Measures) -> dict[str, float] | None:
    """The shares of calls that are flagged as unusual and of auctions as rare, if any can be."""
    if "flagged" not in found.auctions:
        return None
    unusual, rare = found.calls["flagged"].mean(), found.auctions["flagged"].mean()
    return {"unusual calls": float(unusual), "rare auctions": float(rare)}


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
