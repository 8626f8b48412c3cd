"""Reliability of chances and coverage of intervals, on cases worked out by hand."""

import pytest
import torch

from bidding.encoding.views import Targets
from bidding.explaining.consistency import Hands
from bidding.training.scoring.calibration import Coverage, HandCalibration, Reliability

ONE = torch.zeros(1, dtype=torch.int64)
"""One view of a deal in the first group."""


def test_chances_that_come_true_as_often_as_they_say_have_no_error() -> None:
    reliability = Reliability()
    true = torch.tensor([1, 0, 0, 0, 1, 1, 1, 0])
    reliability.add(torch.tensor([0.25] * 4 + [0.75] * 4), true)
    assert reliability.error() == pytest.approx(0)


def test_the_error_is_the_mean_gap_over_all_chances() -> None:
    """Three chances of 0.9 of which one came true: off by 0.567; one of 0.1 that did: by 0.9."""
    reliability = Reliability()
    reliability.add(
        torch.tensor([0.9, 0.9, 0.9]), torch.tensor([True, False, False]), ONE.expand(3)
    )
    reliability.add(torch.tensor([0.1]), torch.tensor([True]))
    assert reliability.error() == pytest.approx((3 * (0.9 - 1 / 3) + 0.9) / 4, abs=1e-6)


def test_a_sure_chance_falls_into_the_last_bin() -> None:
    reliability = Reliability()
    reliability.add(torch.tensor([1.0, 0.95]), torch.tensor([True, True]))
    assert reliability.error() == pytest.approx(0.025, abs=1e-6)


def test_coverage_is_what_held_beside_what_was_claimed() -> None:
    """Nearest to 80 %: the run 1..3 of 82 %; to 95 %: 0..3 of 94 %."""
    distribution = torch.tensor([0.12, 0.2, 0.4, 0.22, 0.06]).expand(4, 5)
    coverage = Coverage("hcp")
    coverage.add(distribution, torch.tensor([0, 1, 2, 4]))
    found = coverage.report()
    assert found["hcp_coverage_80"] == 0.5
    assert found["hcp_claimed_80"] == pytest.approx(0.82)
    assert found["hcp_width_80"] == 3
    assert found["hcp_coverage_95"] == 0.75
    assert found["hcp_claimed_95"] == pytest.approx(0.94)
    assert found["hcp_width_95"] == 4


def test_what_is_drawn_from_the_distributions_lies_in_them_as_often_as_claimed() -> None:
    rng = torch.Generator().manual_seed(5)
    distributions = (2 * torch.randn(30_000, 14, generator=rng)).softmax(-1)
    truth = torch.multinomial(distributions, 1, generator=rng)[:, 0]
    coverage = Coverage("length")
    coverage.add(distributions, truth)
    found = coverage.report()
    for level in (80, 95):
        claimed = found[f"length_claimed_{level}"]
        assert found[f"length_coverage_{level}"] == pytest.approx(claimed, abs=0.01)


def test_the_viewers_own_cards_are_no_chances() -> None:
    """All hidden cards are said to be the left-hand opponent's, and are; the rest is not asked."""
    owner = torch.ones(1, 52, dtype=torch.int64)
    owner[0, :13] = 0
    cards = torch.zeros(1, 52, 3, dtype=torch.float64)
    cards[..., 0] = 1.0
    hands = Hands(cards, torch.eye(14)[None, None, :3].expand(1, 3, 3, 14), torch.eye(38)[None, :3])
    truth = Targets(
        call=torch.zeros(1, dtype=torch.int64),
        hcp=torch.tensor([[0, 1, 2]]),
        lengths=torch.arange(3).expand(1, 3, 3),
        owner=owner,
    )
    calibration = HandCalibration()
    calibration.add(hands, truth, ONE)
    found = calibration.report()
    assert found["card_ece"] == 0
    assert found["hcp_coverage_80"] == found["length_coverage_95"] == 1
    owner[0, 13:] = 2
    calibration.add(hands, truth, ONE)
    assert calibration.report()["card_ece"] == pytest.approx(1 / 3)
