"""Which system each side's calls look like: their likelihood under every system, compared.

A call counts by what the viewer can know of it: the viewer's own calls by the chance that
the own hand gave them, all others by what somebody who sees no hand expected. One side's
system varies, the other's stays as it is stated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from bidding.domain.messages import Message, message_json
from bidding.domain.systems import System
from bidding.domain.table import Side

# How many times likelier another system must make a side's calls to be named instead. Of the
# sides of robot auctions read as what they are, about one in a hundred is misnamed; measured
# anew by ``python -m benchmarks.systems``.
CLEARLY = 5.0

_DECIMALS = 4


@dataclass(frozen=True)
class SideReading:
    """One side's calls under each system, in the order of ``System``; natural logarithms."""

    side: Side
    assumed: System
    log_likelihoods: tuple[float, ...]

    @property
    def posterior(self) -> dict[System, float]:
        """How likely each system is after these calls, all being equally likely before."""
        best = max(self.log_likelihoods)
        weights = [math.exp(value - best) for value in self.log_likelihoods]
        total = sum(weights)
        return {system: w / total for system, w in zip(System, weights, strict=True)}

    @property
    def likeliest(self) -> System:
        """The system of the greatest likelihood; of equal ones the assumed."""
        best = max(self.log_likelihoods)
        found = [s for s, v in zip(System, self.log_likelihoods, strict=True) if v == best]
        return self.assumed if self.assumed in found else found[0]

    @property
    def odds(self) -> float:
        """How many times likelier the likeliest system makes the calls than the assumed."""
        assumed = self.log_likelihoods[list(System).index(self.assumed)]
        return math.exp(min(max(self.log_likelihoods) - assumed, 100.0))

    @property
    def sentence(self) -> Message | None:
        """Which system the calls look like, where that is clearly another than the assumed."""
        if self.odds < CLEARLY:
            return None
        side, assumed = Message(self.side.full_name), Message(self.assumed.short_name)
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
        """All of it by the systems' names."""
        values = zip(System, self.log_likelihoods, strict=True)
        return {
            "assumed": self.assumed.value,
            "log_likelihoods": {s.value: round(value, _DECIMALS) for s, value in values},
            "posterior": {s.value: round(p, _DECIMALS) for s, p in self.posterior.items()},
            "likeliest": self.likeliest.value,
            "sentence": self.sentence,
            "said": message_json(self.sentence),
        }
