"""95 % intervals of shares of exact answers.

A deal has 16 results in suits and 4 at notrump, which are not independent. Reports keep the
standard error between deals. Of those that do not, the interval as if each deal gave one result is
an upper bound: the mean of several results from 0 to 1 varies at most as much as one of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, stdev
from typing import Any

import numpy as np

from bidding.training.scoring.markdown import NORMAL_95
from research.tricks.paper_tables import TESTED
from research.verdicts import Measured

# 95 % of Student's t within so many degrees of freedom.
_STUDENT = {1: 12.71, 2: 4.303, 3: 3.182, 4: 2.776}


def standard_error(shares: np.ndarray) -> float:
    """Standard error of the mean of (n,) independent shares."""
    return float(shares.std(ddof=1) / len(shares) ** 0.5)


def binomial_error(share: float, count: int) -> float:
    """Standard error of a share of so many independent results."""
    return float((share * (1 - share) / count) ** 0.5)


def interval_text(report: Mapping[str, Any], part: str, exact: float) -> str:
    """Half the interval of a share at a path of a report, in points; "<" before an upper bound.

    Nothing of what a network learned from, which is no sample.
    """
    error, bound = _error(report, part, exact)
    return "" if error is None else half_width_text(error, bound=bound)


def measured(report: Mapping[str, Any], part: str, exact: float) -> Measured:
    """A share at a path of a report, in per cent."""
    error, bound = _error(report, part, exact)
    half = None if error is None else 100 * NORMAL_95 * error
    return Measured(100 * exact, half, bound)


def _error(report: Mapping[str, Any], part: str, exact: float) -> tuple[float | None, bool]:
    """The standard error of a share at a path of a report, and whether it is an upper bound."""
    place, _, kind = part.partition(".")
    if place == TESTED and kind in (kept := report.get("standard_error", {})):
        return kept[kind], False
    if place in (TESTED, "other_strains"):  # of the others a report has one result a deal
        return binomial_error(exact, report["test_deals"]), place == TESTED
    return None, False


def half_width_text(error: float, *, bound: bool = False) -> str:
    """Half the interval of a share of that standard error, in points."""
    return f"±{'<' if bound else ''}{100 * NORMAL_95 * error:.2f}"


def wilson_text(share: float, count: int) -> str:
    """Wilson's interval of a share of so many independent results, in per cent."""
    square = NORMAL_95**2
    middle = share + square / (2 * count)
    half = NORMAL_95 * (share * (1 - share) / count + square / (4 * count**2)) ** 0.5
    low, high = (100 * end / (1 + square / count) for end in (middle - half, middle + half))
    return f", {low:.1f} to {high:.1f}"


def over_seeds(shares: Sequence[float]) -> str:
    """Mean and standard deviation over seeds, in per cent; raises StatisticsError for one seed."""
    return f"{100 * fmean(shares):.2f} (SD {100 * stdev(shares):.2f})"


def difference_text(one: Sequence[float], other: Sequence[float]) -> str:
    """The difference of two means of per cent over seeds; with two seeds each, Welch's interval."""
    return difference(one, other).text("+.2f")


def difference(one: Sequence[float], other: Sequence[float]) -> Measured:
    """The same as a figure; with one seed, without an interval."""
    ahead = fmean(one) - fmean(other)
    if len(one) < 2 or len(other) < 2:
        return Measured(ahead)
    parts = [stdev(shares) ** 2 / len(shares) for shares in (one, other)]
    spread = sum(part**2 / (len(x) - 1) for part, x in zip(parts, (one, other), strict=True))
    freedom = max(1, int(sum(parts) ** 2 / spread)) if spread else 1
    return Measured(ahead, _STUDENT[freedom] * sum(parts) ** 0.5)
