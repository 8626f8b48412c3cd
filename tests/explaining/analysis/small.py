"""A small analyst: an untrained bidder, and an estimator that counts points and trumps; and an
adviser against whatever is likeliest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from bidding.explaining.analysis import analysis, review
from bidding.explaining.analysis.analysis import Analyst, Models, Step
from bidding.explaining.analysis.review import Reviewer
from bidding.explaining.card_evidence import CardGuesser
from bidding.networks.advice_head import AdviceConfig, AdviceHead
from bidding.networks.checkpoint import ModelInfo
from tests.small import CALL, MODEL, SMALL, small_bidder


class PointsEstimator:
    """Certain of a number of tricks: 6, and one for each trump and each three points over half."""

    def chances(self, owner: np.ndarray) -> np.ndarray:
        points = np.tile([4, 3, 2, 1] + [0] * 9, 4)
        mine = owner[:, None] % 2 == (np.arange(4) % 2)[:, None]  # (N, declarer, card): the side's
        strength = (mine @ points - 20) // 3
        trumps = mine.reshape(-1, 4, 4, 13).sum(-1)[..., ::-1] - 6  # C D H S
        tricks = np.concatenate([trumps, np.zeros_like(trumps[..., :1])], axis=-1)
        tricks = (6 + tricks + strength[..., None]).clip(0, 13)
        return np.eye(14, dtype=np.float32)[tricks]


class Contrary(AdviceHead):
    """Finds every call an IMP better than the likeliest."""

    def __init__(self, error: float = 0.25) -> None:
        super().__init__(AdviceConfig(MODEL.sha256, SMALL.readout_width))
        self.error = error

    def gains(self, features: Tensor, over: Tensor) -> tuple[Tensor, Tensor]:
        gains = torch.ones(len(over), len(CALL)).scatter(1, over[:, None], 0)
        return gains, torch.full_like(gains, self.error)


def whole(asked: Any, subject: Analyst | Reviewer | CardGuesser) -> Any:
    """Return an analysis, a review or a guess, all parts done at once."""
    step: Step[Any] = subject.advance(asked, None)
    while step.answer is None:
        step = subject.advance(asked, step.sums)
    return step.answer


def short(asked: Any, subject: Analyst | Reviewer | CardGuesser) -> Any:
    """Return the same of as few layouts as there can be, where only the fields of it matter."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "LEAST_PARTS", 1)
        patch.setattr(analysis, "MOST_PARTS", 1)
        patch.setattr(review, "MOST_PARTS", 1)
        return whole(asked, subject)


def small_analyst(adviser: AdviceHead | None = None, **options: Any) -> Analyst:
    stub, points = ModelInfo("stub", "1", "none", "0" * 64), ModelInfo("points", "1", "none", "")
    models = Models(stub, points, None if adviser is None else MODEL)
    return Analyst(small_bidder(**options), PointsEstimator(), models, adviser)
