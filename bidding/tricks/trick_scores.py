"""Scores of trick estimates: shares within 2 | 1 | 0 tricks, and calibration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from bidding.domain.table import Strain

_BINS = 10
SHARES = ("within2", "within1", "exact")
KINDS = ("suits", "notrump")
"""Kinds of contracts with separate scores."""


def shares_text(score: Mapping[str, Any]) -> str:
    """Format the three shares of a ``TrickScore.to_dict`` in per cent."""
    return " | ".join(f"{100 * score[name]:.2f}" for name in SHARES)


@dataclass(frozen=True)
class TrickScore:
    """Shares of results estimated within 2, within 1 and exactly, 0 to 1 (paper P2, II-D)."""

    within2: float
    within1: float
    exact: float
    results: int
    """Number of results: one for each deal, declarer and strain."""

    ece: float | None = None
    """Expected calibration error over ten bins of equal width; None without probabilities."""

    nll: float | None = None
    """Mean negative log likelihood of the true number of tricks, in nats."""

    def to_dict(self) -> dict[str, Any]:
        """Return the scores as plain values, without those that are None."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    def __str__(self) -> str:
        text = shares_text(vars(self))
        return text if self.ece is None else f"{text}, ECE {self.ece:.4f}"


def score_answers(answers: np.ndarray, tricks: np.ndarray) -> TrickScore:
    """Score whole numbers of tricks; both arrays have the same shape."""
    error = np.abs(answers.astype(np.int64) - tricks.astype(np.int64))
    within2, within1, exact = (float((error <= most).mean()) for most in (2, 1, 0))
    return TrickScore(within2, within1, exact, error.size)


def score_chances(chances: np.ndarray, tricks: np.ndarray) -> TrickScore:
    """Score probabilities (..., 14) for the true tricks (...); the estimate is the mode."""
    answers = chances.argmax(-1)
    true = np.take_along_axis(chances, tricks.astype(np.int64)[..., None], -1)
    return replace(
        score_answers(answers, tricks),
        ece=calibration_error(chances.max(-1).ravel(), (answers == tricks).ravel()),
        nll=float(-np.log(np.maximum(true, 1e-12)).mean()),
    )


def calibration_error(confidence: np.ndarray, right: np.ndarray) -> float:
    """Return the expected calibration error over ten bins; both arrays are (n,)."""
    bins = np.minimum((confidence * _BINS).astype(np.int64), _BINS - 1)
    surplus = np.bincount(bins, weights=confidence - right, minlength=_BINS)
    return float(np.abs(surplus).sum() / len(confidence))


def score_by_kind(chances: np.ndarray, tricks: np.ndarray) -> dict[str, TrickScore]:
    """Score suit contracts and notrump separately.

    ``chances`` (N, 4, 5, 14) by declarer and strain C D H S NT; ``tricks`` (N, 4, 5).
    """
    return {
        "suits": score_chances(chances[:, :, : Strain.NT], tricks[:, :, : Strain.NT]),
        "notrump": score_chances(chances[:, :, Strain.NT], tricks[:, :, Strain.NT]),
    }
