"""The commands that evaluate networks and make the page, and names that are none."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.training.estimator.dataset import FIRST_FILE, load_split
from bidding.tricks.estimator import (
    EstimatorConfig,
    TrickEstimator,
    save_estimator,
)
from research.tricks.commands.evaluate import Command as Evaluate
from research.tricks.commands.report import Command as Report
from research.tricks.commands.train import Command as Train
from research.tricks.kept_reports import FINDINGS, OURS, file_of
from research.tricks.recipe import read_trick_recipe
from research.tricks.run import train_network
from research.tricks.tables import PAGES
from research.tricks.tests.small_recipe import train

FOLDER = Path(settings.BASE_DIR) / "research/tricks"


def test_a_name_that_is_none_is_told_before_anything_is_trained(
    data: Path, recipe: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    for names, fault in (
        (["small/spades", "small/clubs"], "no variant 'clubs'"),
        (["small/spades", "large"], "no recipe 'large'"),
    ):
        with pytest.raises(CommandError, match=fault):
            call_command(Train(), *names, data=[data], out=out)
    starts = tmp_path / "recipes" / "small.toml"
    starts.write_text(starts.read_text().replace('start = "small/coder"', 'start = "small/code"'))
    with pytest.raises(CommandError, match="no variant 'code'"):
        call_command(Train(), "small", data=[data], out=out)
    assert not out.exists()


def test_evaluation_by_command(
    data: Path, recipe: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    train(f"{recipe}/spades", data, tmp_path)
    out = tmp_path / "scores.json"
    options = {"recipe": f"{recipe}/spades", "runs": tmp_path, "json": out}
    call_command(Evaluate(), data / FIRST_FILE, limit=40, **options)
    report = json.loads((tmp_path / "small/spades/report.json").read_text())
    scores = json.loads(out.read_text())
    # What such a network does not answer is null.
    assert scores == {"suits": {"ece": None, **report["test"]["suits"]}, "notrump": None}
    exact = 100 * scores["suits"]["exact"]
    assert f"| {exact:.2f}" in capsys.readouterr().out
    with pytest.raises(CommandError, match="--limit must be at least 1"):
        call_command(Evaluate(), data / FIRST_FILE, limit=0, **options)
    with pytest.raises(CommandError, match="no trained network in"):
        call_command(Evaluate(), data / FIRST_FILE, **(options | {"recipe": "small/none"}))


def test_a_recipe_of_several_networks_is_asked_which(
    data: Path, recipe: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(name: str) -> str:
        with pytest.raises(CommandError) as refusal:
            call_command(Evaluate(), data / FIRST_FILE, recipe=name, runs=tmp_path, limit=9)
        return str(refusal.value)

    every = "small/spades, small/coder, small/frozen"
    assert f"small has variants, name one: {every}" in refuses(recipe)
    train(f"{recipe}/spades", data, tmp_path)
    assert refuses(recipe) == "small has variants, name one; trained are: small/spades"
    assert "there is no recipe 'large'; there are: small" in refuses("large")
    assert "there is no recipe" in refuses("released")


def test_reports_are_kept_and_the_tables_made_of_them(data: Path, tmp_path: Path) -> None:
    recipe = read_trick_recipe("p2-52-25-1/spades")
    short = replace(recipe, training=replace(recipe.training, epochs=3))
    runs, folder = tmp_path / "runs", tmp_path / "kept"
    report = train_network(short, load_split([data]), runs, log=lambda text: None)
    assert report is not None
    kept = folder / "reports"
    shutil.copytree(FOLDER / "reports", kept)
    for name in PAGES:
        shutil.copy(FOLDER / name, folder)
    before = json.loads((kept / FINDINGS).read_text())
    small = TrickEstimator(EstimatorConfig(reader=8, width=8, hidden=8, rounds=1))
    info = save_estimator(small, runs / "released", version="0.1", recipe="released")
    shutil.copy(kept / OURS, runs / "released/report.json")
    call_command(Report(), folder=folder, runs=runs, data=[data])
    page = "".join((folder / name).read_text() for name in PAGES)
    ours = report["test"]["suits"]
    shares = "\\|".join(f"{100 * ours[part]:.2f}" for part in ("within2", "within1", "exact"))
    half = f"±{196 * report['standard_error']['suits']:.2f}"
    row = f"98.77\\|88.00\\|40.13 | {shares}{half} | 3"
    assert row in page
    assert json.loads((kept / file_of(recipe.name)).read_text())["epochs"] == report["epochs"]
    assert (folder / "weights-spades.svg").read_text().startswith("<?xml")
    # The estimator's report is kept with the weights that it is of.
    assert json.loads((kept / OURS).read_text())["model"] == info.to_dict()
    assert "\nMeasured with estimator 0.1; released" in page
    # Networks that are not at hand any more keep what was found in them.
    after = json.loads((kept / FINDINGS).read_text())
    assert after["agreement"] == before["agreement"]
    assert after["by_target"] != before["by_target"]
    with pytest.raises(CommandError, match="no-runs has no reports"):
        call_command(Report(), folder=folder, runs=tmp_path / "no-runs", data=[data])
    assert json.loads((kept / FINDINGS).read_text()) == after
