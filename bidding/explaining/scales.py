"""The scale of surprise: the share of calls, or of auctions, that surprise at least as much.

The shares are counted in auctions held out from training, read under their own systems (command
``calibrate_surprise``). They are stored beside the weights, as ``surprise.json`` with the weights'
sha256. If that file is missing or belongs to other weights, shares come from the model's own
chances, and every answer says so.
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
# Auctions are compared with others of about the same length: up to 2 calls, up to 4, ...; longer.
LENGTHS = (2, 4, 6, 8, 10, 12, 15, 20)
_SHARES = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001)
_NARROW = 0.1  # the least distance of two points, lest a few equal cases make all beyond them rare
_ENOUGH = 5  # cases beyond a point, at least, to estimate its share

logger = logging.getLogger(__name__)
Numbers = npt.NDArray[np.float64]


class Kind(NamedTuple):
    """A kind of comparable cases: systems stated or unknown, a hand seen or not.

    For a call these are its side's system and the caller's hand; for an auction the systems of
    both sides and the viewer's hand.
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
    """The quantiles of surprise at the first of ``_SHARES``, as many as the cases allow."""

    surprises: tuple[float, ...]

    @classmethod
    def of(cls, cases: Numbers) -> Curve:
        """Estimate the curve of a sample."""
        shares = [share for share in _SHARES if share * len(cases) >= _ENOUGH]
        if not shares:
            return cls(())
        return cls(tuple(np.quantile(cases, 1 - np.array(shares), method="higher").tolist()))

    def share(self, surprise: float) -> float:
        """Return the share that surprises at least as much, never below the last of ``_SHARES``.

        The log of the share is interpolated between two points, and extrapolated beyond the last.
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
        """Return the share of calls of that kind that surprise at least as much."""
        return self.calls[kind].share(surprise)

    def of_auction(self, kind: Kind, n_calls: int, surprise: float) -> float:
        """Return the share of auctions of that kind and about that length."""
        return self.auctions[kind][length_class(n_calls)].share(surprise)

    def to_json(self) -> dict[str, Any]:
        """Return plain values by the kinds' names."""
        return {
            "calls": {kind.name: curve.surprises for kind, curve in self.calls.items()},
            "auctions": {
                kind.name: [curve.surprises for curve in curves]
                for kind, curves in self.auctions.items()
            },
        }

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Scale:
        """Parse a scale; raise KeyError, TypeError or ValueError for an invalid document."""
        auctions = {kind: tuple(map(_curve, document["auctions"][kind.name])) for kind in KINDS}
        if any(len(curves) != len(LENGTHS) + 1 for curves in auctions.values()):
            raise ValueError(f"auctions of {len(LENGTHS) + 1} lengths were expected")
        return cls({kind: _curve(document["calls"][kind.name]) for kind in KINDS}, auctions)


def _curve(surprises: Sequence[float]) -> Curve:
    values = tuple(float(value) for value in surprises)
    if list(values) != sorted(values) or len(values) > len(_SHARES):
        raise ValueError(f"{surprises} are not increasing, or too many")
    return Curve(values)


def length_class(n_calls: int) -> int:
    """Return the class of an auction's length: a place in LENGTHS, or the one beyond."""
    return bisect_left(LENGTHS, n_calls)


def save_scale(scale: Scale, directory: Path, sha256: str) -> None:
    """Save the scale beside the weights of that sha256."""
    document = {"format": FORMAT, "weights": sha256, "shares": _SHARES, **scale.to_json()}
    write_atomically(directory / FILE, (json.dumps(document, indent=1) + "\n").encode())


def load_scale(directory: Path, sha256: str) -> Scale | None:
    """Load the scale of the weights of that sha256; None, with a warning, if there is none."""
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
