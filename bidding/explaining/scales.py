"""What a surprise means: which share of calls, or of auctions, surprise at least as much.

The shares are counted on auctions that were kept from training and are read as what they
are (command ``calibrate_surprise``). They belong to the weights and lie beside them, as
``surprise.json`` with the weights' sha256. Without that file, or with another's, the model's
own chances have to do, and every answer says so.
"""

from __future__ import annotations

import json
import logging
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bidding.networks.checkpoint import write_atomically

FILE = "surprise.json"
FORMAT = 1
# A call is unusual, and an auction rare, from so small a share on.
UNUSUAL_SHARE = 0.003
RARE_SHARE = 0.01
# Auctions are compared with others of about as many calls: up to 2, up to 4, ...; then longer.
LENGTHS = (2, 4, 6, 8, 10, 12, 15, 20)
_SHARES = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001)
_NARROW = 0.1  # between two points, lest a few equal cases make all beyond them rare
_ENOUGH = 5  # cases beyond a point before its share is believed

logger = logging.getLogger(__name__)
Numbers = npt.NDArray[np.float64]


class Kind(NamedTuple):
    """What is compared with what: systems stated or unknown, judged with a hand in sight or not.

    Of a call, its side's system and whether the caller's own hand was seen; of an auction,
    the systems of both sides and whether the viewer sees a hand.
    """

    stated: bool
    seen: bool

    @property
    def name(self) -> str:
        """The key in the file."""
        systems = "stated" if self.stated else "unknown"
        return f"{systems} systems, {'hand seen' if self.seen else 'no hand seen'}"


KINDS = tuple(Kind(stated, seen) for stated in (True, False) for seen in (True, False))


@dataclass(frozen=True)
class Curve:
    """The surprises that the first of ``_SHARES`` reach; fewer cases tell fewer shares."""

    surprises: tuple[float, ...]

    @classmethod
    def of(cls, cases: Numbers) -> Curve:
        """The curve of a sample."""
        told = [share for share in _SHARES if share * len(cases) >= _ENOUGH]
        if not told:
            return cls(())
        return cls(tuple(np.quantile(cases, 1 - np.array(told), method="higher").tolist()))

    def share(self, surprise: float) -> float:
        """The share that surprises at least as much, never below the last of ``_SHARES``.

        Between two points the log of the share is interpolated; beyond the last one, where
        too few cases were counted, it goes on falling as between the last two.
        """
        place = min(bisect_left(self.surprises, surprise), len(self.surprises) - 1)
        if place <= 0:
            return 1.0
        low, high = self.surprises[place - 1 : place + 1]
        more, less = _SHARES[place - 1 : place + 1]
        steps = (surprise - low) / max(high - low, _NARROW)
        return float(max(more * (less / more) ** steps, _SHARES[-1]))


@dataclass(frozen=True)
class Scale:
    """The shares of calls by kind, and of auctions by kind and length (one more than LENGTHS)."""

    calls: dict[Kind, Curve]
    auctions: dict[Kind, tuple[Curve, ...]]

    def of_call(self, kind: Kind, surprise: float) -> float:
        """The share of calls of that kind that surprise at least as much."""
        return self.calls[kind].share(surprise)

    def of_auction(self, kind: Kind, n_calls: int, surprise: float) -> float:
        """The share of auctions of that kind and about that length."""
        return self.auctions[kind][length_class(n_calls)].share(surprise)

    def to_json(self) -> dict[str, Any]:
        """By the kinds' names."""
        return {
            "calls": {kind.name: curve.surprises for kind, curve in self.calls.items()},
            "auctions": {
                kind.name: [curve.surprises for curve in curves]
                for kind, curves in self.auctions.items()
            },
        }

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Scale:
        """The scale of a file. Raises KeyError, TypeError or ValueError for what is none."""
        auctions = {kind: tuple(map(_curve, document["auctions"][kind.name])) for kind in KINDS}
        if any(len(curves) != len(LENGTHS) + 1 for curves in auctions.values()):
            raise ValueError(f"auctions of {len(LENGTHS) + 1} lengths were expected")
        return cls({kind: _curve(document["calls"][kind.name]) for kind in KINDS}, auctions)


def _curve(surprises: Sequence[float]) -> Curve:
    values = tuple(float(value) for value in surprises)
    if list(values) != sorted(values) or len(values) > len(_SHARES):
        raise ValueError(f"{surprises} are no surprises of ever smaller shares")
    return Curve(values)


def length_class(n_calls: int) -> int:
    """Which auctions one of so many calls is compared with: a place in LENGTHS, or beyond."""
    return bisect_left(LENGTHS, n_calls)


def save_scale(scale: Scale, directory: Path, sha256: str) -> None:
    """Keep the scale beside the weights of that sha256."""
    document = {"format": FORMAT, "weights": sha256, "shares": _SHARES, **scale.to_json()}
    write_atomically(directory / FILE, (json.dumps(document, indent=1) + "\n").encode())


def load_scale(directory: Path, sha256: str) -> Scale | None:
    """The scale of the weights of that sha256; None, and a warning, where there is none."""
    remedy = "count them with `python manage.py calibrate_surprise --data DIR`"
    path = directory / FILE
    try:
        document = json.loads(path.read_bytes())
        if document["format"] != FORMAT or tuple(document["shares"]) != _SHARES:
            raise ValueError("it is of another format")
        if document["weights"] != sha256:
            raise ValueError("it belongs to other weights")
        return Scale.from_json(document)
    except (OSError, ValueError, KeyError, TypeError) as error:
        logger.warning("no shares of surprises from %s (%s): %s", path, error, remedy)
        return None
