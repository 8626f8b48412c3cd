"""How unexpected calls and auctions are, how rare that is, and which systems they fit.

The surprise of a call is -log of the chance of a call as unlikely, or more so, plus twice the
gain in log-likelihood, in nats, under the best alternative system. The surprise of an auction is
the excess of its calls' surprisals over their entropies, in standard deviations, plus three times
the gain in log-likelihood of each side's calls under the best system. Both were chosen, among a
dozen such measures, for how well they separate a robot's auctions from people's and from other
robots' read as its own (``python -m research.accuracy surprise``): on the dev files, on which
docs/model.md reports them too. On auctions held out from training (a trial, 283 by people and 700
to 1,500 of each robot) factors of two to five separate as well: the areas under the curve move by
0.01 at most.

``Scale`` turns such a number into the share of calls, or of auctions, that surprise at least as
much, counted in auctions held out from training, read under their own systems (command
``calibrate surprise``). The shares are stored next to the weights, as ``surprise.json`` with the
weights' sha256. If that file is missing or belongs to other weights, shares come from the model's
own chances, and every answer says so.

``SystemEvidence`` has the likelihood of a side's calls under every system. The viewer's own calls
have their chances given the viewer's hand, all others their public chances. One side's system
varies, the other's stays as stated.
"""

from __future__ import annotations

import json
import logging
import math
from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from bidding.domain.messages import Message, message_json
from bidding.domain.systems import System
from bidding.domain.table import Side
from bidding.explaining.questions import Calls
from bidding.networks.checkpoint import write_atomically

_CALL_GAIN = 2.0
_AUCTION_GAIN = 3.0
_EXTRA_VARIANCE = 3.0  # the first calls hardly determine the variance
_EQUAL = 1e-6  # chances as near as this count as equal
_LEAST = 1e-12
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
# The least likelihood ratio for naming another system. Among the sides of robot auctions read under
# their own systems, about one in a hundred is misnamed (``python -m research.accuracy systems``).
LEAST_ODDS = 5.0
_DECIMALS = 4


@dataclass(frozen=True)
class Surprises:
    """Surprise of C calls, float64: tail (C,) the chance of a call as unlikely; call (C,) the
    call's surprise; auction (C,) that of its auction up to and with the call."""

    tail: Tensor
    call: Tensor
    auction: Tensor


def surprises(calls: Calls, chances: Tensor, by_system: Tensor | None) -> Surprises:
    """Return the surprises of the calls of whole auctions, all of a batch's in order.

    ``chances`` (C, 38) are those before each call and ``by_system`` (C, system) the
    log-likelihoods of the call made, as in ``beliefs.CallBeliefs``; without them there is no gain.
    """
    chances = chances.double()
    auction = _excess(calls, chances) + _AUCTION_GAIN * _best_gains(calls, by_system)
    return Surprises(*call_surprises(calls, chances, by_system), auction)


def call_surprises(
    calls: Calls, chances: Tensor, by_system: Tensor | None
) -> tuple[Tensor, Tensor]:
    """Return ``Surprises.tail`` and ``Surprises.call``; auctions need not be whole."""
    chances = chances.double()
    made = chances.gather(1, calls.made[:, None])  # (C, 1)
    tail = (chances * (chances <= made + _EQUAL)).sum(-1).clamp(_LEAST, 1)
    return tail, -tail.log() + _CALL_GAIN * _gains(calls, by_system).amax(-1)


def _gains(calls: Calls, by_system: Tensor | None) -> Tensor:
    """Return (C, system) gains in log-likelihood under each system; (C, 1) zeros without any."""
    if by_system is None:
        return torch.zeros(len(calls.made), 1, dtype=torch.float64)
    code = calls.batch.systems[calls.auction, calls.side]
    return by_system - by_system.gather(1, code[:, None])


def _excess(calls: Calls, chances: Tensor) -> Tensor:
    """Return (C,) the excess surprisal of the calls so far, in standard deviations."""
    nats = -chances.clamp(min=_LEAST).log()
    made = nats.gather(1, calls.made[:, None])[:, 0]
    expected = (chances * nats).sum(-1)
    variance = (chances * nats**2).sum(-1) - expected**2
    spread = (_so_far(calls, variance) + _EXTRA_VARIANCE).sqrt()
    return _so_far(calls, made - expected) / spread


def _best_gains(calls: Calls, by_system: Tensor | None) -> Tensor:
    """Return (C,) the gains of each side's best system on its calls so far, added up."""
    gains = _gains(calls, by_system)
    best = torch.zeros_like(gains[:, 0])
    for side in range(2):
        of_side = gains * (calls.side == side)[:, None]
        best += _so_far(calls, of_side).amax(-1)
    return best


def _so_far(calls: Calls, values: Tensor) -> Tensor:
    """Return (C, ...) the cumulative sums of each auction's calls."""
    sums = values.cumsum(0)
    first = torch.arange(len(values)) - calls.step
    return sums - sums[first] + values[first]


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
        """Restore from the result of ``to_json``."""
        return cls(
            {kind: Curve(tuple(document["calls"][kind.name])) for kind in KINDS},
            {
                kind: tuple(Curve(tuple(one)) for one in document["auctions"][kind.name])
                for kind in KINDS
            },
        )


def length_class(n_calls: int) -> int:
    """Return the class of an auction's length: a place in LENGTHS, or the one beyond."""
    return bisect_left(LENGTHS, n_calls)


def save_scale(scale: Scale, directory: Path, sha256: str) -> None:
    """Save the scale next to the weights of that sha256."""
    document = {"format": FORMAT, "weights": sha256, "shares": _SHARES, **scale.to_json()}
    write_atomically(directory / FILE, (json.dumps(document, indent=1) + "\n").encode())


def load_scale(directory: Path, sha256: str) -> Scale | None:
    """Load the scale of the weights of that sha256; None, with a warning, if there is none."""
    remedy = "count them with `python manage.py calibrate surprise --data DIR`"
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


@dataclass(frozen=True)
class SystemEvidence:
    """The log-likelihoods, in nats, of one side's calls under each system, as in ``System``."""

    side: Side
    assumed: System
    log_likelihoods: tuple[float, ...]
    in_doubt: bool = True  # whether a call of that side is unusual under the assumed system
    is_changed: bool = False  # whether what is assumed is a card that departs from the system

    @property
    def posterior(self) -> dict[System, float]:
        """The posterior of the systems with a uniform prior."""
        best = max(self.log_likelihoods)
        weights = [math.exp(value - best) for value in self.log_likelihoods]
        total = sum(weights)
        return {system: w / total for system, w in zip(System, weights, strict=True)}

    @property
    def likeliest(self) -> System:
        """The system with the greatest likelihood; the assumed one among equals."""
        best = max(self.log_likelihoods)
        found = [s for s, v in zip(System, self.log_likelihoods, strict=True) if v == best]
        return self.assumed if self.assumed in found else found[0]

    @property
    def odds(self) -> float:
        """The likelihood ratio of the likeliest system to the assumed one."""
        assumed = self.log_likelihoods[list(System).index(self.assumed)]
        return math.exp(min(max(self.log_likelihoods) - assumed, 100.0))

    @property
    def sentence(self) -> Message | None:
        """A sentence that names the likeliest system if it is clearly another than the assumed."""
        if self.odds < LEAST_ODDS or not self.in_doubt:
            return None
        side = Message(self.side.full_name)
        assumed = Message("their card" if self.is_changed else self.assumed.short_name)
        likeliest = Message(self.likeliest.short_name)
        if self.likeliest is System.UNKNOWN:
            return Message("{side}'s calls do not look like {assumed}.", side=side, assumed=assumed)
        if self.assumed is System.UNKNOWN:
            return Message("{side}'s calls look like {likeliest}.", side=side, likeliest=likeliest)
        return Message(
            "{side}'s calls look more like {likeliest} than {assumed}.",
            side=side,
            likeliest=likeliest,
            assumed=assumed,
        )

    def to_json(self) -> dict[str, Any]:
        """Return all of it by the systems' names."""
        values = zip(System, self.log_likelihoods, strict=True)
        return {
            "assumed": self.assumed.value,
            "log_likelihoods": {s.value: round(value, _DECIMALS) for s, value in values},
            "posterior": {s.value: round(p, _DECIMALS) for s, p in self.posterior.items()},
            "likeliest": self.likeliest.value,
            "sentence": self.sentence,
            "said": message_json(self.sentence),
        }
