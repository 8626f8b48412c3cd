"""Weights on disk: verified, whole, without pickle."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
import torch

from bidding.networks.bidder import BidderConfig
from bidding.networks.checkpoint import (
    BIDDER,
    CONFIG,
    RELEASED,
    WEIGHTS,
    BadCheckpoint,
    load_bidder,
    read_info,
    save_bidder,
    write_atomically,
)
from bidding.training.bidder.recipe import (
    VALIDATION_SHARE,
    Objective,
    Optimisation,
    Source,
    read_recipe,
)
from tests.small import SMALL, small_bidder


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    save_bidder(small_bidder(seed=1), tmp_path, name="test", version="1.2.3", recipe="tiny")
    return tmp_path


def test_what_is_saved_is_loaded(kept: Path) -> None:
    original = small_bidder(seed=1).state_dict()
    bidder, model = load_bidder(kept)
    assert (model.name, model.version, model.recipe) == ("test", "1.2.3", "tiny")
    assert bidder.config == SMALL
    for name, tensor in bidder.state_dict().items():
        assert torch.equal(tensor, original[name].half().float())


def test_a_network_says_what_it_is_without_being_loaded(kept: Path) -> None:
    assert read_info(BIDDER, kept) == load_bidder(kept)[1]
    (kept / CONFIG).write_text('{"format": 1, "model": {"name": "test"}}')
    with pytest.raises(BadCheckpoint, match="describes no bidder"):
        read_info(BIDDER, kept)


def test_a_changed_byte_is_noticed(kept: Path) -> None:
    payload = bytearray((kept / WEIGHTS).read_bytes())
    payload[-1] ^= 1
    (kept / WEIGHTS).write_bytes(payload)
    with pytest.raises(BadCheckpoint, match="sha256"):
        load_bidder(kept)


def test_a_config_of_another_network_does_not_fit(kept: Path) -> None:
    config = json.loads((kept / CONFIG).read_text())
    config["network"]["readout_width"] = 32
    (kept / CONFIG).write_text(json.dumps(config))
    with pytest.raises(BadCheckpoint, match="does not fit"):
        load_bidder(kept)


@pytest.mark.parametrize(("text", "fault"), [("{", "not JSON"), ('{"format": 0}', "format")])
def test_a_damaged_config_is_named(kept: Path, text: str, fault: str) -> None:
    (kept / CONFIG).write_text(text)
    with pytest.raises(BadCheckpoint, match=fault):
        load_bidder(kept)


@pytest.mark.parametrize(
    "change",
    [
        {"model": {}},
        {"model": None},
        {"network": {"state_width": "64"}},
        {"network": {"colour": 1}},
        {"network": None},
    ],
)
def test_a_config_that_describes_no_bidder_is_named(kept: Path, change: dict) -> None:
    config = json.loads((kept / CONFIG).read_text()) | change
    (kept / CONFIG).write_text(json.dumps(config))
    with pytest.raises(BadCheckpoint, match="describes no bidder"):
        load_bidder(kept)


def test_missing_weights_name_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(BadCheckpoint, match="train bidder"):
        load_bidder(tmp_path)


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "file"
    write_atomically(target, b"old")

    def refuse(self: Path, other: Path) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_the_kept_report_and_scores_are_those_of_the_released_weights() -> None:
    _, model = load_bidder(RELEASED)
    folder = Path("research/released")
    report = json.loads((folder / "reports" / f"{model.recipe}.json").read_text())
    recipe = json.loads(json.dumps(read_recipe(model.recipe).to_dict()))
    kept = {"validation": VALIDATION_SHARE} | report["recipe"]
    kept["sources"] = [asdict(Source(**source)) for source in kept["sources"]]
    later = {"network": BidderConfig(), "optimisation": Optimisation(), "objective": Objective()}
    for part, defaults in later.items():  # without settings that are no more
        settings = asdict(defaults)
        kept[part] = {name: kept[part].get(name, own) for name, own in settings.items()}
    assert kept == recipe
    scores = [json.loads(path.read_text()) for path in (folder / "scores").glob("*.json")]
    assert len(scores) >= 6
    assert all(score["model"] == model.to_dict() for score in scores)
    assert model.sha256[:16] in Path("docs/model.md").read_text()


def test_the_released_weights_are_sound_and_of_a_recipe_of_ours() -> None:
    bidder, model = load_bidder(RELEASED)
    assert read_recipe(model.recipe).name == model.recipe
    assert (RELEASED / WEIGHTS).stat().st_size < 25_000_000
    assert all(bool(tensor.isfinite().all()) for tensor in bidder.state_dict().values())
