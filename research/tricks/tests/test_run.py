"""Training the papers' networks: stop and resume, start from others, end early."""

from __future__ import annotations

import json
import os
import re
import signal
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.training.estimator.dataset import FIRST_FILE, load_split
from bidding.tricks.solved import SolvedDeals, pack
from bidding.tricks.solving import random_deals
from research.tricks.commands.evaluate import Command as Evaluate
from research.tricks.paper_systems import load_system
from research.tricks.recipe import read_trick_recipe
from research.tricks.run import course, train_network
from research.tricks.task import TrickTask
from research.tricks.tests.small_recipe import train
from tests.training.estimator.learnable_deals import aces


def test_a_network_learns_and_its_report_says_so(data: Path, recipe: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    train(f"{recipe}/spades", data, out)
    report = json.loads((out / "small/spades/report.json").read_text())
    assert report["recipe"]["name"] == "small/spades"
    assert (report["training_deals"], report["training_examples"]) == (240, 900)
    assert report["test"]["suits"]["results"] == 40 * 16
    assert report["epochs"] == 12
    assert report["course"]["epoch"] == [3, 6, 9, 12]
    errors = report["course"]["validation_error"]
    assert min(errors) == pytest.approx(report["validation_error"], rel=1e-3)
    assert len(report["course"]["exact"]) == 4
    system = load_system(out / "small/spades")
    deals = load_split([data]).test
    again = system.score(deals.owners, deals.tricks)["suits"]
    assert report["test"]["suits"] == again.to_dict()


def test_a_report_keeps_a_course_of_few_points() -> None:
    history = [{"step": 4.0 * n, "error": 1 / n, "training_error": 2 / n} for n in range(1, 251)]
    kept = course(history, steps_an_epoch=2)
    assert kept["epoch"] == list(range(2, 501, 6))
    assert kept["validation_error"][0] == 1
    assert kept["training_error"][-1] == 0.008
    assert kept["validation_error"][1] == 0.25
    assert "exact" not in kept  # of an autoencoder
    assert course(history[:100], 2)["epoch"] == list(range(2, 201, 2))


def test_the_training_error_of_a_course_is_that_of_all_steps_of_the_epoch(
    data: Path, recipe: str
) -> None:
    coder = read_trick_recipe(f"{recipe}/coder")
    task = TrickTask(
        replace(coder, training=replace(coder.training, examples=100)), load_split([data])
    )
    assert task.steps_an_epoch == 2
    errors = [float(task.loss(step)[1]["error"]) for step in range(3)]
    figures = task.validate()
    assert figures["training_error"] == pytest.approx((errors[1] + errors[2]) / 2)
    assert "exact" not in figures


def test_a_stopped_run_goes_on_to_the_same_weights(
    data: Path, recipe: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loss = TrickTask.loss

    def stopping(task: TrickTask, step: int):  # type: ignore[no-untyped-def]
        if step == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return loss(task, step)

    with monkeypatch.context() as patch:
        patch.setattr(TrickTask, "loss", stopping)
        with pytest.raises(CommandError, match="not complete"):
            train(f"{recipe}/spades", data, tmp_path / "one")
    assert not (tmp_path / "one/small/spades/report.json").exists()
    train(f"{recipe}/spades", data, tmp_path / "one")
    train(f"{recipe}/spades", data, tmp_path / "two")
    one, two = (load_system(tmp_path / name / "small/spades").network for name in ("one", "two"))
    for kept, whole in zip(one.parameters(), two.parameters(), strict=True):
        assert torch.equal(kept, whole)


def test_an_early_stop_keeps_the_best_weights(data: Path, recipe: str) -> None:
    task = TrickTask(read_trick_recipe(f"{recipe}/spades"), load_split([data]))
    watched = task.model
    best = [weight.detach().clone() for weight in watched.network.parameters()]
    watched.look(0.5, step=3, patience=2)
    with torch.no_grad():
        for weight in watched.network.parameters():
            weight.add_(1)
    watched.look(0.6, step=6, patience=2)
    assert task.steps == 12
    watched.look(0.7, step=9, patience=2)
    assert (task.steps, watched.end) == (9, "no better")
    for kept, before in zip(watched.best.parameters(), best, strict=True):
        assert torch.equal(kept, before)


def test_without_patience_the_last_weights_are_kept(data: Path, recipe: str) -> None:
    task = TrickTask(read_trick_recipe(f"{recipe}/spades"), load_split([data]))
    watched = task.model
    for step, error in ((3, 0.5), (6, 0.6), (9, 0.7)):
        with torch.no_grad():
            for weight in watched.network.parameters():
                weight.add_(1)
        watched.look(error, step, patience=0)
    assert (task.steps, watched.end) == (12, "whole budget")
    assert (int(watched.best_step), float(watched.best_error)) == (9, pytest.approx(0.7))
    for kept, last in zip(watched.best.parameters(), watched.network.parameters(), strict=True):
        assert torch.equal(kept, last)


def test_training_stops_when_the_error_hardly_changes(
    data: Path, recipe: str, tmp_path: Path
) -> None:
    coder = read_trick_recipe(f"{recipe}/coder")
    ends = []
    for least_change in (1000.0, 0.0):  # any change, and none, is less
        training = replace(coder.training, least_change=least_change)
        changed = replace(coder, training=training, name=f"small/{least_change}")
        report = train_network(changed, load_split([data]), tmp_path, log=lambda text: None)
        assert report is not None
        ends.append((report["end"], report["epochs"]))
    # At the first look, after three epochs, there is nothing that the error could differ from.
    assert ends == [("error settled", 6), ("whole budget", 12)]


def test_a_rise_is_a_change_too(data: Path, recipe: str) -> None:
    task = TrickTask(read_trick_recipe(f"{recipe}/spades"), load_split([data]))
    watched = task.model
    for step, error in ((3, 0.5), (6, 0.7), (9, 0.705)):
        assert task.steps == 12
        watched.look(error, step, patience=5, least_change=0.01)
    assert task.steps == 9
    assert (watched.end, float(watched.best_error)) == ("error settled", 0.5)


def test_a_frozen_layer_stays_what_the_autoencoder_made_it(
    data: Path, recipe: str, tmp_path: Path
) -> None:
    train(f"{recipe}/frozen", data, tmp_path)
    coder, frozen = (
        load_system(tmp_path / f"small/{name}").network for name in ("coder", "frozen")
    )
    assert torch.equal(
        coder.layers[0].get_parameter("weight"), frozen.layers[0].get_parameter("weight")
    )
    report = json.loads((tmp_path / "small/coder/report.json").read_text())
    assert "test" not in report
    with pytest.raises(CommandError, match="small/coder is an autoencoder"):
        call_command(Evaluate(), data / FIRST_FILE, recipe="small/coder", runs=tmp_path)
    assert report["validation_error"] > 0
    scored = json.loads((tmp_path / "small/frozen/report.json").read_text())
    assert scored["test"]["suits"]["ece"] >= 0


def test_a_second_layer_is_coded_on_top_of_the_first_and_both_are_taken_over(
    data: Path, recipe: str, tmp_path: Path
) -> None:
    file = tmp_path / "recipes/small.toml"
    file.write_text(
        file.read_text()
        + """
[variant.deeper]
start = "small/coder"
deals = { contracts = ["S"], inputs = ["52x4"] }
network = { layers = "208-6-4-6-208" }
training = { target = "inputs", loss = "cross-entropy", frozen = true }

[variant.tuned]
start = "small/deeper"
deals = { contracts = ["S"], inputs = ["52x4"] }
network = { layers = "208-6-4-14" }
training = { frozen = true }
"""
    )
    train(f"{recipe}/tuned", data, tmp_path)
    coder, deeper, tuned = (
        load_system(tmp_path / f"small/{name}").network.layers
        for name in ("coder", "deeper", "tuned")
    )
    for kept, taken in ((coder[0], deeper[0]), (deeper[0], tuned[0]), (deeper[1], tuned[1])):
        assert torch.equal(kept.get_parameter("weight"), taken.get_parameter("weight"))
    begun = TrickTask(read_trick_recipe("small/deeper"), load_split([data])).model.network
    assert not torch.equal(begun.layers[1].weight, deeper[1].weight)


@pytest.fixture
def others(data: Path, tmp_path: Path) -> Path:
    """A folder with other deals."""
    owner = random_deals(301, seed=2)
    SolvedDeals(pack(owner), aces(owner)).save(tmp_path / "others" / FIRST_FILE)
    return tmp_path / "others"


def refuses_finished(report: Path, name: str, data: Path) -> None:
    """That training does not take the report for the run's, and leaves it alone."""
    kept = report.read_bytes()
    fault = f"{report} is of another recipe or of other deals; move its folder away"
    with pytest.raises(CommandError, match=re.escape(fault)):
        train(name, data, report.parents[name.count("/") + 1])
    assert report.read_bytes() == kept


def test_a_finished_run_of_another_recipe_or_other_deals_is_not_taken_for_it(
    data: Path, others: Path, recipe: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, report = "small/spades", tmp_path / "out/small/spades/report.json"
    train(name, data, tmp_path / "out")
    refuses_finished(report, name, others)
    file = tmp_path / "recipes/small.toml"
    text = file.read_text()
    file.write_text(text.replace("epochs = 12", "epochs = 9"))
    refuses_finished(report, name, data)
    file.write_text(text)
    train(name, data, tmp_path / "out")
    assert f"{name} is complete: {report}" in capsys.readouterr().out


def test_nor_does_a_recipe_start_from_such_a_run(
    data: Path, others: Path, recipe: str, tmp_path: Path
) -> None:
    train("small/coder", data, tmp_path / "out")
    report = tmp_path / "out" / "small" / "coder" / "report.json"
    refuses_finished(report, "small/frozen", others)
