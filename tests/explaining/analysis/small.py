"""A small analyst: an untrained bidder, and an estimator that counts points and trumps; and an
adviser that likes clubs."""

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
from bidding.networks.advice_head import AdviceConfig, AdviceHead, Choices
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


class ClubAdviser(AdviceHead):
    """Prefers one club, by an IMP more at each view, and not at the first; notes what it reads."""

    def __init__(self) -> None:
        super().__init__(AdviceConfig(MODEL.sha256, SMALL.readout_width))
        self.asked: list[tuple[Tensor, Tensor]] = []

    def choose(self, features: Tensor, chances: Tensor) -> Choices:
        self.asked.append((features, chances))
        likeliest = chances.argmax(1)
        best = torch.full_like(likeliest, CALL["1C"].index)
        gain = torch.arange(float(len(chances)))
        return Choices(likeliest, best, gain, torch.full_like(gain, 0.25))


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


def small_analyst(adviser: AdviceHead | None = None) -> Analyst:
    stub, points = ModelInfo("stub", "1", "none", "0" * 64), ModelInfo("points", "1", "none", "")
    models = Models(stub, points, None if adviser is None else MODEL)
    return Analyst(small_bidder(), PointsEstimator(), models, adviser)
