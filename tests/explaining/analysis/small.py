"""A small analyst: an untrained bidder, and an estimator that counts points and trumps."""

from __future__ import annotations

import numpy as np

from bidding.explaining.analysis.analysis import Models
from bidding.explaining.analysis.analyst import Analyst
from bidding.networks.checkpoint import ModelInfo
from tests.small import small_bidder


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


def small_analyst() -> Analyst:
    models = Models(ModelInfo("stub", "1", "none", "0" * 64), ModelInfo("points", "1", "none", ""))
    return Analyst(small_bidder(), PointsEstimator(), models, "cpu")
