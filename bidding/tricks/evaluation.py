"""How good estimates of tricks are: off by at most 2 | 1 | 0 tricks, and calibrated or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from bidding.domain.table import Strain

_BINS = 10
SHARES = ("within2", "within1", "exact")
KINDS = ("suits", "notrump")
"""Of contracts, that are scored apart."""


def shares_text(score: Mapping[str, Any]) -> str:
    """The three shares of a score as ``to_dict`` gives it, in per cent."""
    return " | ".join(f"{100 * score[name]:.2f}" for name in SHARES)


@dataclass(frozen=True)
class TrickScore:
    """Shares of results estimated within 2, within 1 and exactly, 0 to 1 (paper P2, II-D)."""

    within2: float
    within1: float
    exact: float
    results: int
    """How many results were estimated: one for each deal, declarer and strain."""

    ece: float | None = None
    """How far the chances given to the answers are from how often these are right, on average
    over ten bins of equal width; None where a network gives no chances."""

    nll: float | None = None
    """The mean negative log likelihood of the true number of tricks, in nats."""

    def to_dict(self) -> dict[str, Any]:
        """The scores as plain values; what is not known is left out."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    def __str__(self) -> str:
        text = shares_text(vars(self))
        return text if self.ece is None else f"{text}, ECE {self.ece:.4f}"


def score_answers(answers: np.ndarray, tricks: np.ndarray) -> TrickScore:
    """The score of whole numbers of tricks, both arrays of one shape."""
    error = np.abs(answers.astype(np.int64) - tricks.astype(np.int64))
    within2, within1, exact = (float((error <= most).mean()) for most in (2, 1, 0))
    return TrickScore(within2, within1, exact, error.size)


def score_chances(chances: np.ndarray, tricks: np.ndarray) -> TrickScore:
    """The score of chances (..., 14) for the true tricks (...); the likeliest is the answer."""
    answers = chances.argmax(-1)
    true = np.take_along_axis(chances, tricks.astype(np.int64)[..., None], -1)
    return replace(
        score_answers(answers, tricks),
        ece=calibration_error(chances.max(-1).ravel(), (answers == tricks).ravel()),
        nll=float(-np.log(np.maximum(true, 1e-12)).mean()),
    )


def calibration_error(confidence: np.ndarray, right: np.ndarray) -> float:
    """The expected calibration error over ten bins; both arrays (n,)."""
    bins = np.minimum((confidence * _BINS).astype(np.int64), _BINS - 1)
    surplus = np.bincount(bins, weights=confidence - right, minlength=_BINS)
    return float(np.abs(surplus).sum() / len(confidence))


def score_by_kind(chances: np.ndarray, tricks: np.ndarray) -> dict[str, TrickScore]:
    """Scores for suit contracts and for notrump apart.

    ``chances`` (N, 4, 5, 14) by declarer and strain C D H S NT; ``tricks`` (N, 4, 5).
    """
    return {
        "suits": score_chances(chances[:, :, : Strain.NT], tricks[:, :, : Strain.NT]),
        "notrump": score_chances(chances[:, :, Strain.NT], tricks[:, :, Strain.NT]),
    }
