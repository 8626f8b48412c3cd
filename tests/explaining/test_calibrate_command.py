"""The command that counts the scale of surprises for some weights."""

import io
import logging
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bidding.explaining.explainer import Explainer
from bidding.explaining.surprise import FILE, Kind, load_scale
from bidding.networks.checkpoint import load_bidder, save_bidder
from bidding.training.bidder.dataset import load_dataset
from bidding.training.bidder.recipe import read_recipe
from tests import recorded
from tests.small import small_bidder

RECIPE = """
note = "Made-up auctions."
[network]
state_width = 8
[[source]]
files = "robot.npz"
[optimisation]
passes = 1.0
batch_decisions = 256
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Weights, the recipe they name, and auctions of which a few are kept from training."""
    folder = tmp_path_factory.mktemp("weights")
    (folder / "tiny.toml").write_text(RECIPE)
    recorded.write(folder / "robot.npz", 1200, seed=4)
    save_bidder(small_bidder(seed=1), folder, name="tiny", version="1", recipe="tiny")
    return folder


def calibrate(folder: Path, **options: object) -> str:
    said = io.StringIO()
    recipe = str(folder / "tiny.toml")
    options = {"data": folder, "weights": folder, "recipe": recipe, **options}
    call_command("calibrate", "surprise", stdout=said, **options)
    return said.getvalue()


def test_the_scale_is_counted_on_what_was_kept_from_training(folder: Path) -> None:
    kept = load_dataset(read_recipe(str(folder / "tiny.toml")).sources, folder).validation
    said = calibrate(folder)
    assert f"tiny 1: {len(kept)} validation auctions" in said
    assert str(folder / FILE) in said
    _, model = load_bidder(folder)
    scale = load_scale(folder, model.sha256)
    assert scale is not None
    surprises = scale.calls[Kind(stated=True, seen=False)].surprises
    assert list(surprises) == sorted(surprises)
    assert len(surprises) >= 3


def test_an_explainer_takes_the_scale_that_lies_beside_its_weights(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    calibrate(folder)
    assert Explainer.load(folder).scale is not None
    (folder / FILE).unlink()
    with caplog.at_level(logging.WARNING):
        assert Explainer.load(folder).scale is None
    assert "calibrate surprise" in caplog.text


def test_fewer_auctions_are_taken_from_all_of_them(folder: Path) -> None:
    assert "3 validation auctions" in calibrate(folder, limit=3)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"limit": 0}, "--limit must be at least 1"),
        ({"recipe": None}, "no recipe 'tiny'"),
        ({"data": Path("/nowhere")}, "no file 'robot.npz'"),
        ({"weights": Path("/nowhere")}, "no bidder in"),
    ],
)
def test_faults_are_named(folder: Path, options: dict[str, object], fault: str) -> None:
    with pytest.raises(CommandError, match=fault):
        calibrate(folder, **options)
