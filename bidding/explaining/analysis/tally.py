"""Sums over weighted layouts, accumulated part by part."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from bidding.encoding.layout import N_SEATS
from bidding.explaining.analysis.contracts import N_TRICKS
from bidding.explaining.analysis.lookahead import Outcomes
from bidding.explaining.layouts.layout_sampling import Layouts
from bidding.tricks.solved import N_STRAINS

Array = npt.NDArray[np.float64]

PASSED_OUT = "passed out"
_NOTHING = np.zeros(3)
SWING = 10.0  # IMPs for a vulnerable game bid at one table only


@dataclass
class CallSums:
    """Sums over the layouts on which C calls were rolled out; d are the IMPs of one over another.

    total and squares sum w and w², imps (C, C) w·d, imps_squares w²·d, imps_spread w²·d²;
    scores (C,) w·points; contracts [C] by name the sums of w, w·chance that it makes and w·points.
    Unweighted: the number of layouts dealt, dealt_imps (C, C) the sum of d and dealt_spread of d².
    """

    total: float
    squares: float
    imps: Array
    imps_squares: Array
    imps_spread: Array
    scores: Array
    contracts: list[dict[str, Array]]
    dealt: int
    dealt_imps: Array
    dealt_spread: Array

    @classmethod
    def of(cls, outcomes: Outcomes, weights: Array) -> CallSums:
        """Sum the outcomes of one part with weights (R,)."""
        each = np.stack([np.ones_like(outcomes.makes), outcomes.makes, outcomes.scores], -1)
        names: list[dict[str, Array]] = []
        for row, sums in zip(outcomes.contracts, each * weights[:, None], strict=True):
            found: dict[str, Array] = {}
            for contract, of_layout in zip(row, sums, strict=True):
                name = PASSED_OUT if contract is None else str(contract)
                found[name] = found.get(name, _NOTHING) + of_layout
            names.append(found)
        return cls(
            total=float(weights.sum()),
            squares=float((weights**2).sum()),
            imps=outcomes.imps @ weights,
            imps_squares=outcomes.imps @ weights**2,
            imps_spread=outcomes.imps**2 @ weights**2,
            scores=outcomes.scores @ weights,
            contracts=names,
            dealt=len(weights),
            dealt_imps=outcomes.imps.sum(-1),
            dealt_spread=(outcomes.imps**2).sum(-1),
        )

    def times(self, factor: float) -> CallSums:
        """Return the sums with weights multiplied by a factor."""
        return CallSums(
            self.total * factor,
            self.squares * factor**2,
            self.imps * factor,
            self.imps_squares * factor**2,
            self.imps_spread * factor**2,
            self.scores * factor,
            [{name: sums * factor for name, sums in found.items()} for found in self.contracts],
            self.dealt,
            self.dealt_imps,
            self.dealt_spread,
        )

    def plus(self, other: CallSums) -> CallSums:
        """Both together."""
        contracts = [
            {name: a.get(name, _NOTHING) + b.get(name, _NOTHING) for name in {**a, **b}}
            for a, b in zip(self.contracts, other.contracts, strict=True)
        ]
        return CallSums(
            self.total + other.total,
            self.squares + other.squares,
            self.imps + other.imps,
            self.imps_squares + other.imps_squares,
            self.imps_spread + other.imps_spread,
            self.scores + other.scores,
            contracts,
            self.dealt + other.dealt,
            self.dealt_imps + other.dealt_imps,
            self.dealt_spread + other.dealt_spread,
        )

    def means(self, swing: float = SWING) -> tuple[Array, Array]:
        """Return (C, C) the mean IMPs of each call over each other, and their standard errors.

        The unweighted variance is added as one pseudo-observation among n effective layouts: it
        matters little if n is large, and dominates if one layout has nearly all the weight. Since
        agreement of a few layouts does not imply that of others, the unweighted variance includes
        one more layout that differs by a game's ``swing``, or by the mean if that is greater. For
        one layout that is the whole error, two that agree on 5 IMPs have an error of 3.5, and for
        a hundred it adds 0.01 at most. A call does not differ from itself.
        """
        mean = self.imps / self.total
        spread = self.imps_spread - 2 * mean * self.imps_squares + mean**2 * self.squares
        around = self.dealt_spread - self.dealt_imps**2 / self.dealt
        plain = (around.clip(min=0) + np.maximum(np.abs(mean), swing) ** 2) / self.dealt
        share = self.squares / self.total**2  # 1 / n
        variance = spread.clip(min=0) / self.total**2 + plain * share**2
        np.fill_diagonal(variance, 0)
        return mean, np.sqrt(variance)

    def to_json(self) -> dict[str, Any]:
        """Return plain values, unrounded."""
        plain = {name: _plain(value) for name, value in vars(self).items()}
        contracts = [{name: sums.tolist() for name, sums in of.items()} for of in self.contracts]
        return {**plain, "contracts": contracts}

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> CallSums:
        """Restore from the result of ``to_json``."""
        arrays = ("imps", "imps_squares", "imps_spread", "scores", "dealt_imps", "dealt_spread")
        values: dict[str, Any] = {**document, **{k: np.array(document[k]) for k in arrays}}
        names = [{k: np.array(sums) for k, sums in of.items()} for of in document["contracts"]]
        return cls(**{**values, "contracts": names})


@dataclass(frozen=True)
class WeightSums:
    """Sums of weights w · exp(-log_scale): total of w, squares of w²."""

    log_scale: float = -math.inf
    total: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, log_weights: Array) -> WeightSums:
        """Sum weights (N,), scaled by the greatest."""
        scale = float(log_weights.max())
        weights = np.exp(log_weights - scale)
        return cls(scale, float(weights.sum()), float((weights**2).sum()))

    @property
    def effective(self) -> float:
        """The effective sample size."""
        return self.total**2 / self.squares if self.squares else 0.0

    def factor(self, log_scale: float) -> float:
        """Return the factor that converts sums to another scale."""
        return math.exp(self.log_scale - log_scale)

    def plus(self, other: WeightSums) -> WeightSums:
        """Return the sums of both, at the greater scale."""
        scale = max(self.log_scale, other.log_scale)
        a, b = self.factor(scale), other.factor(scale)
        squares = self.squares * a**2 + other.squares * b**2
        return WeightSums(scale, self.total * a + other.total * b, squares)


@dataclass
class Tally:
    """Sums over ``layouts`` layouts of weights, full weights and tricks.

    tricks (4, 5, 14) sums weights times chances, at the scale of the weights.
    """

    parts: int = 0
    layouts: int = 0
    weights: WeightSums = field(default_factory=WeightSums)
    full: WeightSums = field(default_factory=WeightSums)
    tricks: Array = field(default_factory=lambda: np.zeros((N_SEATS, N_STRAINS, N_TRICKS)))
    calls: CallSums | None = None

    @classmethod
    def of(cls, layouts: Layouts) -> Tally:
        """Sum the weights of one part; the tricks are not estimated yet."""
        return cls(
            parts=1,
            layouts=len(layouts.log_full),
            weights=WeightSums.of(layouts.log_weights),
            full=WeightSums.of(layouts.log_full),
        )

    @property
    def total(self) -> float:
        """The sum of weights, to normalise ``tricks`` and ``calls``."""
        return self.weights.total

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        weights = self.weights.plus(other.weights)
        a, b = (part.weights.factor(weights.log_scale) for part in (self, other))
        calls = [p.calls.times(f) for p, f in ((self, a), (other, b)) if p.calls is not None]
        return Tally(
            parts=self.parts + other.parts,
            layouts=self.layouts + other.layouts,
            weights=weights,
            full=self.full.plus(other.full),
            tricks=self.tricks * a + other.tricks * b,
            calls=calls[0].plus(calls[1]) if len(calls) == 2 else next(iter(calls), None),
        )

    def to_json(self) -> dict[str, Any]:
        """Return plain values, unrounded, from which another process can continue."""
        return {
            "parts": self.parts,
            "layouts": self.layouts,
            "weights": asdict(self.weights),
            "full": asdict(self.full),
            "tricks": self.tricks.tolist(),
            "calls": None if self.calls is None else self.calls.to_json(),
        }

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Tally:
        """Restore from the result of ``to_json``."""
        calls = document["calls"]
        return cls(
            parts=document["parts"],
            layouts=document["layouts"],
            weights=WeightSums(**document["weights"]),
            full=WeightSums(**document["full"]),
            tricks=np.array(document["tricks"]),
            calls=None if calls is None else CallSums.from_json(calls),
        )


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value
