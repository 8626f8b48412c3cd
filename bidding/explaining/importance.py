"""Importance weights: normalisation, effective sample size, and bounded ratios."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_LEAST_SHARE = 1e-4  # added to both sides of a ratio
_MAX_RATIO = 1e3

Floats = npt.NDArray[np.float64]


def normalised(log_weights: Floats) -> Floats:
    """Return weights (..., N) that add up to one along the last axis."""
    weights = np.exp(log_weights - log_weights.max(-1, keepdims=True))
    return np.asarray(weights / weights.sum(-1, keepdims=True))


def effective_size(weights: Floats) -> Floats:
    """Return (...) the effective sample size (Kish) of weights (..., N) that add up to one."""
    return np.asarray(1 / (weights**2).sum(-1))


def bounded_ratio(target: Floats, given: Floats) -> Floats:
    """Return the ratio of two distributions, value by value, within bounds."""
    ratio = (target + _LEAST_SHARE) / (given + _LEAST_SHARE)
    return np.asarray(ratio.clip(1 / _MAX_RATIO, _MAX_RATIO))
