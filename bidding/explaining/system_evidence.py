"""Evidence for the system of each side: the likelihood of its calls under every system.

The viewer's own calls have their chances given the viewer's hand, all others their public
chances. One side's system varies, the other's stays as stated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from bidding.domain.messages import Message, message_json
from bidding.domain.systems import System
from bidding.domain.table import Side

# The least likelihood ratio for naming another system. Among the sides of robot auctions read under
# their own systems, about one in a hundred is misnamed (``python -m research.accuracy systems``).
LEAST_ODDS = 5.0

_DECIMALS = 4


@dataclass(frozen=True)
class SystemEvidence:
    """The log-likelihoods, in nats, of one side's calls under each system, as in ``System``."""

    side: Side
    assumed: System
    log_likelihoods: tuple[float, ...]
    in_doubt: bool = True
    """Whether a call of that side is unusual under the assumed system."""

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
