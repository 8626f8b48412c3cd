"""The adviser's files, and the bidder that they belong to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from bidding.networks.advice_head import AdviceConfig, AdviceHead, load_adviser, save_adviser
from bidding.networks.checkpoint import BIDDER, BadCheckpoint, load_bidder, read_info
from tests.small import MODEL


def small_head() -> AdviceHead:
    return AdviceHead(AdviceConfig(MODEL.sha256, inputs=6, width=5, members=2))


def test_a_saved_adviser_predicts_the_same(tmp_path: Path) -> None:
    head = small_head().eval()
    head.weight.data.normal_()
    saved = save_adviser(head, tmp_path, version="1.2.3", recipe="advice")
    loaded, info = load_adviser(MODEL, tmp_path)
    assert info == saved
    features = torch.randn(3, 6)
    assert loaded(features).shape == (3, 2, 38)
    assert torch.allclose(loaded(features), head(features), atol=0.02)


def test_the_error_of_a_gain_is_that_of_the_jackknife() -> None:
    head = small_head().eval()
    head.bias.data[:, 0, 7] = torch.tensor([1.0, 2.0])
    head.bias.data[:, 0, 5] = torch.tensor([0.0, 0.4])
    gains, errors = head.gains(torch.zeros(1, 6), torch.tensor([5]))
    assert gains[0, 7].item() == pytest.approx(1.3)
    assert errors[0, 7].item() == pytest.approx((0.5 * 2 * 0.3**2) ** 0.5)
    assert errors[0, 5] == gains[0, 5] == 0


def test_one_member_has_no_error() -> None:
    head = AdviceHead(AdviceConfig("", inputs=6, width=5, members=1)).eval()
    assert head.gains(torch.zeros(2, 6), torch.tensor([0, 1]))[1].eq(0).all()


@pytest.mark.parametrize(
    ("gains", "preferred", "sure"),
    [
        ((0.6, 0.6), 7, 7),
        ((0.4, 0.4), 5, 5),
        ((-0.5, 2.5), 5, 5),
        ((0.5, 1.9), 7, 5),
        ((1.0, 2.0), 7, 7),
    ],
)
def test_a_gain_within_its_error_is_no_reason(
    gains: tuple[float, float], preferred: int, sure: int
) -> None:
    """2.5 and -0.5 are 1.0 on average, with an error of 1.5; 0.5 and 1.9 are 1.2 ± 0.7."""
    head = small_head().eval()
    head.bias.data[:, 0, 7] = torch.tensor(gains)
    chances = torch.zeros(1, 38)
    chances[0, [5, 7]] = torch.tensor([0.7, 0.3])
    choices = head.choose(torch.zeros(1, 6), chances)
    assert choices.best == 7 or max(gains) == 0
    assert choices.likeliest == 5
    assert choices.preferred == preferred
    assert choices.sure == sure


def test_values_are_the_same_alone_and_among_others() -> None:
    head = AdviceHead(AdviceConfig("", inputs=64, width=32)).eval()
    head.weight.data.normal_()
    features = torch.randn(60, 64)
    with torch.inference_mode():
        assert torch.equal(head(features[3:4])[0], head(features)[3])


def test_an_adviser_of_another_bidder_is_refused(tmp_path: Path) -> None:
    save_adviser(small_head(), tmp_path, version="1.2.3", recipe="advice")
    other = replace(MODEL, sha256="1" * 64)
    with pytest.raises(BadCheckpoint, match=f"belongs to the bidder with sha256 {MODEL.sha256}"):
        load_adviser(other, tmp_path)


def test_the_released_adviser_belongs_to_the_released_bidder() -> None:
    head, info = load_adviser(read_info(BIDDER))
    assert info.name == "bridgeviz-adviser"
    assert head.config.inputs == load_bidder()[0].config.readout_width


@pytest.mark.parametrize(
    "settings",
    [
        {"inputs": 0},
        {"width": 1.5},
        {"members": 0},
        {"dropout": 1},
        {"depth": 2},
        {"bidder_sha256": 7},
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(settings))):
        AdviceConfig.from_dict({"bidder_sha256": "", **settings})
