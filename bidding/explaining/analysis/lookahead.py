"""Compare calls by their outcomes: roll out the auction with the model and score the contract.

Sums over weighted layouts are accumulated part by part.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from bidding.domain.auction import Contract
from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.position import Position
from bidding.domain.table import Side, Vulnerability
from bidding.encoding.layout import N_SEATS
from bidding.explaining.analysis.contracts import N_TRICKS, TrickChances, imps_of, ns_scores
from bidding.explaining.analysis.layouts import Layouts
from bidding.explaining.analysis.rollout import roll_out
from bidding.explaining.distributions import Flags, Floats
from bidding.networks.advice_head import AdviceHead
from bidding.networks.bidder import Bidder
from bidding.tricks.solved import N_STRAINS

LEAST_CHANCE = 0.02
MOST_CALLS = 5
PASSED_OUT = "passed out"
_NOTHING = np.zeros(3)
SWING = 10.0  # IMPs for a vulnerable game bid at one table only


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of C calls on R layouts: contracts [C][R], and imps (C, C, R), the expected IMPs
    of the caller's side with the first call at one table and the second at the other;
    scores (C, R) are its expected points, makes (C, R) the chances that the contracts make."""

    contracts: list[list[Contract | None]]
    imps: Floats
    scores: Floats
    makes: Floats

    @property
    def in_points(self) -> Outcomes:
        """The outcomes with the difference in expected points in place of IMPs."""
        return replace(self, imps=self.scores[:, None] - self.scores)

    @property
    def won(self) -> Floats:
        """(2, R) the IMPs that the first call wins over the second, and the share of a board's
        matchpoints beyond half."""
        return np.stack([self.imps[0, 1], np.sign(self.scores[0] - self.scores[1]) / 2])


def plausible_calls(
    chances: Sequence[float], least: float = LEAST_CHANCE, most: int = MOST_CALLS
) -> tuple[Call, ...]:
    """Return the likeliest calls of chances (38,), the likeliest first; one at least."""
    order = sorted(range(len(chances)), key=lambda call: -chances[call])
    kept = [call for call in order[:most] if chances[call] >= least]
    return tuple(ALL_CALLS[call] for call in kept or order[:1])


class Question(NamedTuple):
    """Calls to compare in a position, on layouts (R, 52)."""

    position: Position
    calls: Sequence[Call]
    owner: np.ndarray


def look_ahead(
    bidder: Bidder,
    estimator: TrickChances,
    questions: Sequence[Question],
    head: AdviceHead | None = None,
) -> list[Outcomes]:
    """Make each call of each question on its layouts, followed by the likeliest calls; those of
    the viewer's side are an adviser's, if there is one."""
    starts, owners, asked = [], [], []
    for position, calls, owner in questions:
        for call in calls:
            table = replace(position, hand=None, auction=position.auction.after(call))
            starts += [table] * len(owner)
            owners.append(owner)
        asked.append(owner)
    finished = iter(roll_out(bidder, starts, np.concatenate(owners), head))
    tricks = estimator.chances(np.concatenate(asked))
    found, first = [], 0
    for position, calls, owner in questions:
        contracts = [[next(finished).auction.contract for _ in owner] for _ in calls]
        turn = position.auction.turn
        assert turn is not None
        of_layouts = tricks[first : first + len(owner)]
        found.append(score_outcomes(contracts, of_layouts, turn.side, position.vulnerability))
        first += len(owner)
    return found


def score_outcomes(
    contracts: list[list[Contract | None]],
    tricks: np.ndarray,
    side: Side,
    vulnerability: Vulnerability,
) -> Outcomes:
    """Score the contracts [C][R] for a side, by chances of tricks (R, 4, 5, 14)."""
    sign = 1 if side is Side.NS else -1
    points = sign * np.array([[ns_scores(c, vulnerability) for c in row] for row in contracts])
    chances = np.array([_chances_of(row, tricks) for row in contracts])  # (C, R, 14)
    count, layouts = points.shape[:2]
    imps = np.zeros((count, count, layouts))
    for a in range(count):
        for b in range(a):
            correlated = _same_strain(contracts, a, b)
            imps[a, b] = expected_imps(points[[a, b]], chances[[a, b]], correlated)
            imps[b, a] = -imps[a, b]
    declared = np.array([[_sign(contract, side) for contract in row] for row in contracts])
    made = points * declared[..., None] > 0
    return Outcomes(contracts, imps, (points * chances).sum(-1), (made * chances).sum(-1))


def _sign(contract: Contract | None, side: Side) -> int:
    """Return 1 if the side plays the contract, -1 if the other does, 0 if nobody."""
    if contract is None:
        return 0
    return 1 if contract.declarer.side is side else -1


def _chances_of(contracts: list[Contract | None], tricks: np.ndarray) -> Floats:
    """Return (R, 14) chances of the tricks in each contract; arbitrary where passed out."""
    nothing = np.eye(N_TRICKS)[0]
    return np.array(
        [
            nothing if contract is None else tricks[row, contract.declarer, contract.strain]
            for row, contract in enumerate(contracts)
        ]
    )


def _same_strain(contracts: list[list[Contract | None]], a: int, b: int) -> Flags:
    """Return (R,) True where both calls lead to contracts of one side in the same strain."""
    keys = [
        [None if c is None else (c.declarer.side, c.strain) for c in contracts[i]] for i in (a, b)
    ]
    return np.array([x is not None and x == y for x, y in zip(*keys, strict=True)])


def expected_imps(points: np.ndarray, chances: Floats, correlated: Flags) -> Floats:
    """Return (R,) expected IMPs of points and chances (2, R, 14); tricks are coupled where
    ``correlated`` (R,), else independent."""
    difference = imps_of(points[0][:, :, None] - points[1][:, None])  # (R, 14, 14)
    independent = chances[0][:, :, None] * chances[1][:, None]
    joint = np.where(correlated[:, None, None], _comonotone(chances), independent)
    return np.asarray((joint * difference).sum((1, 2)))


def _comonotone(chances: Floats) -> Floats:
    """Return (R, 14, 14) the comonotone coupling of two distributions of tricks (2, R, 14).

    The cards are the same, and which partner declares changes the tricks in few deals only. So one
    uniform number decides both: where the first declarer does well, so does the second. With one
    declarer, both numbers are equal.
    """
    to = chances.cumsum(-1)
    since = to - chances
    least = np.minimum(to[0][:, :, None], to[1][:, None])
    most = np.maximum(since[0][:, :, None], since[1][:, None])
    return np.asarray((least - most).clip(0))


@dataclass
class CallSums:
    """Sums over the layouts on which C calls were rolled out; d are the IMPs of one over another.

    total and squares sum w and w², imps (C, C) w·d, imps_squares w²·d, imps_spread w²·d²;
    scores (C,) w·points; contracts [C] by name the sums of w, w·chance that it makes and w·points.
    Unweighted: the number of layouts dealt, dealt_imps (C, C) the sum of d and dealt_spread of d².
    """

    total: float
    squares: float
    imps: Floats
    imps_squares: Floats
    imps_spread: Floats
    scores: Floats
    contracts: list[dict[str, Floats]]
    dealt: int
    dealt_imps: Floats
    dealt_spread: Floats

    @classmethod
    def of(cls, outcomes: Outcomes, weights: Floats) -> CallSums:
        """Sum the outcomes of one part with weights (R,)."""
        each = np.stack([np.ones_like(outcomes.makes), outcomes.makes, outcomes.scores], -1)
        names: list[dict[str, Floats]] = []
        for row, sums in zip(outcomes.contracts, each * weights[:, None], strict=True):
            found: dict[str, Floats] = {}
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
        return replace(
            self,
            total=self.total * factor,
            squares=self.squares * factor**2,
            imps=self.imps * factor,
            imps_squares=self.imps_squares * factor**2,
            imps_spread=self.imps_spread * factor**2,
            scores=self.scores * factor,
            contracts=[{name: sums * factor for name, sums in of.items()} for of in self.contracts],
        )

    def plus(self, other: CallSums) -> CallSums:
        """Both together."""
        contracts = [
            {name: a.get(name, _NOTHING) + b.get(name, _NOTHING) for name in {**a, **b}}
            for a, b in zip(self.contracts, other.contracts, strict=True)
        ]
        sums = {name: value + getattr(other, name) for name, value in vars(self).items()}
        return CallSums(**{**sums, "contracts": contracts})

    def means(self, swing: float = SWING) -> tuple[Floats, Floats]:
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
        return {name: _plain(value) for name, value in vars(self).items()}

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
    def of(cls, log_weights: Floats) -> WeightSums:
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

    tricks (4, 5, 14) sums weights times chances, at the scale of the weights; won (2,) weights
    times the IMPs, and times the share of a board's matchpoints beyond half, of one call over
    another (``Outcomes.won``).
    """

    parts: int = 0
    layouts: int = 0
    weights: WeightSums = field(default_factory=WeightSums)
    full: WeightSums = field(default_factory=WeightSums)
    tricks: Floats = field(default_factory=lambda: np.zeros((N_SEATS, N_STRAINS, N_TRICKS)))
    calls: CallSums | None = None
    won: Floats = field(default_factory=lambda: np.zeros(2))

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
            won=self.won * a + other.won * b,
        )

    def to_json(self) -> dict[str, Any]:
        """Return plain values, unrounded, from which another process can continue."""
        return {name: _plain(value) for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Tally:
        """Restore from the result of ``to_json``."""
        calls = document["calls"]
        sums = {name: WeightSums(**document[name]) for name in ("weights", "full")}
        calls = None if calls is None else CallSums.from_json(calls)
        tricks, won = np.array(document["tricks"]), np.array(document.get("won", (0.0, 0.0)))
        return cls(**{**document, **sums, "tricks": tricks, "won": won, "calls": calls})


def _plain(value: Any) -> Any:
    """Return a value with its arrays as lists."""
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value.tolist() if isinstance(value, np.ndarray) else value
