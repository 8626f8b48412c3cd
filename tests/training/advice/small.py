"""A few decisions of an untrained bidder."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from bidding.explaining.analysis.tables import Policy
from bidding.training.advice import record
from bidding.training.advice.samples import AdviceSamples
from tests.explaining.analysis.small import PointsEstimator
from tests.small import small_bidder


@pytest.fixture(scope="module")
def few() -> Iterator[None]:
    """Parts of two batches of six deals."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(record, "DEALS", 6)
        patch.setattr(record, "BATCHES", 2)
        yield


@pytest.fixture(scope="module")
def samples(few: None) -> AdviceSamples:
    policy = Policy(small_bidder(factor=3).for_inference())
    return record.record_part(policy, PointsEstimator(), np.random.default_rng(1))
