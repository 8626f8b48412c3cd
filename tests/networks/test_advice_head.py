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
    return AdviceHead(AdviceConfig(MODEL.sha256, inputs=6, width=5))


def test_a_saved_adviser_predicts_the_same(tmp_path: Path) -> None:
    head = small_head().eval()
    head.values.weight.data.normal_()
    saved = save_adviser(head, tmp_path, version="1.2.3", recipe="advice")
    loaded, info = load_adviser(MODEL, tmp_path)
    assert info == saved
    features = torch.randn(3, 6)
    assert loaded(features).shape == (3, 38)
    assert torch.allclose(loaded(features), head(features), atol=0.02)


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
    "settings", [{"inputs": 0}, {"width": 1.5}, {"dropout": 1}, {"depth": 2}, {"bidder_sha256": 7}]
)
def test_wrong_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(settings))):
        AdviceConfig.from_dict({"bidder_sha256": "", **settings})
