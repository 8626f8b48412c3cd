"""One recipe from data to weights and report: what the training command does.

Into the folder of the run go ``bidder.safetensors``, ``bidder.json`` (config and sha256),
``report.json`` and ``report.md``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from bidding.encoding.layout import SYSTEM_CODE
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import (
    CONFIG,
    RELEASED,
    load_bidder,
    save_bidder,
    write_atomically,
    write_json,
)
from bidding.networks.precision import fast_dtype
from bidding.training.bidder.dataset import Dataset, load_dataset
from bidding.training.bidder.recipe import VALIDATION_SHARE, Recipe
from bidding.training.bidder.report import training_report
from bidding.training.bidder.task import BidderTask
from bidding.training.core.distributed import Team, machine, own_device
from bidding.training.core.trainer import Run, Schedule, train
from bidding.training.scoring.evaluation import evaluate

MODEL_NAME = "bridgeviz-bidder"
REPORT = "report"


def train_recipe(
    recipe: Recipe,
    data: Path,
    out: Path,
    *,
    version: str,
    device: torch.device | None = None,
    say: Callable[[str], None] = print,
) -> dict[str, Any] | None:
    """Train (or go on training) a recipe into ``out``; None when it was stopped on the way.

    A recipe that starts from another's weights finds them in the folder beside ``out``.

    Returns the scores on the validation deals by the system of North-South; in a team, where it
    does not lead, none. A finished run is left alone: its weights may have been calibrated since.

    Raises ValueError for data that is not there or not readable, and for a checkpoint of
    another run in ``out``.
    """
    device = device or own_device()
    team = Team.join(device)
    say = say if team.leads else _say_nothing
    start = _start_of(recipe, out)
    say(f"recipe {recipe.name}: {recipe.note}")
    dataset = load_dataset(recipe.sources, data, recipe.validation)
    task = BidderTask(recipe, dataset, device, start, team)
    say(
        f"{dataset.auctions:,} auctions ({dataset.decisions:,} calls) a pass, "
        f"{len(dataset.validation):,} kept for validation; {task.steps:,} steps on {device}"
    )
    settings = recipe.optimisation
    schedule = Schedule(settings.warmup, settings.decay, settings.clip, settings.validations)
    run = train(task, schedule, out, device=device, team=team, report=say)
    if run.step < task.steps:
        say(f"stopped after step {run.step:,} of {task.steps:,}; run the same command to go on")
        return None
    scores: dict[str, Any] | None = {}
    if team.leads:
        scores = _finished(out, run)
        if scores is not None:
            say("it is finished; its weights are left as they are")
        else:
            scores = _release(task, run, out, version)
    team.wait()
    return scores


def dataset_of(recipe: Recipe, data: Path, weights: Path) -> Dataset:
    """What these weights were trained on by a recipe, and the auctions that were kept from them.

    Raises ValueError where the report beside the weights says that fewer deals were kept than
    the recipe keeps, and what ``load_dataset`` raises.
    """
    share = _share_kept(weights / f"{REPORT}.json")
    if share is not None and share < recipe.validation:
        raise ValueError(
            f"recipe {recipe.name} keeps {recipe.validation:.4g} of the deals from training, and "
            f"the weights in {weights} were trained with {share:.4g} kept: name the recipe that "
            "they were trained by with --recipe, with the validation that it had"
        )
    return load_dataset(recipe.sources, data, recipe.validation)


def _share_kept(report: Path) -> float | None:
    """The share of the deals that a run kept from training; None where no report of one is."""
    try:
        return float(json.loads(report.read_text())["recipe"].get("validation", VALIDATION_SHARE))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _finished(out: Path, run: Run) -> dict[str, Any] | None:
    """The scores in the report of this very run, if it had ended before."""
    try:
        report = json.loads((out / f"{REPORT}.json").read_text())
        same = report["calls_learned_from"] == run.examples
        same = same and report["seconds"] == round(run.seconds, 1)
        return dict(report["scores"]) if same and (out / CONFIG).is_file() else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _release(task: BidderTask, run: Run, out: Path, version: str) -> dict[str, Any]:
    """Write the weights and the report of a finished run; its scores."""
    name = task.recipe.name
    info = save_bidder(task.released(), out, name=MODEL_NAME, version=version, recipe=name)
    scores = _scores(task, load_bidder(out, task.device)[0])
    history = _history(task, run, info.sha256)
    report = {**history, "scores": scores}
    write_json(out / f"{REPORT}.json", report)
    write_atomically(out / f"{REPORT}.md", training_report(history, scores).encode())
    return scores


def _say_nothing(text: str) -> None:
    """What those of a team say who do not lead."""


def _start_of(recipe: Recipe, out: Path) -> Path | None:
    """The folder of the weights to begin with; raises ValueError when they are not there."""
    if not recipe.start:
        return None
    if recipe.start == RELEASED.name:
        return RELEASED
    start = out.parent / recipe.start
    if not (start / CONFIG).is_file():
        raise ValueError(
            f"recipe {recipe.name} starts from recipe {recipe.start}, which is not in {start}: "
            f"train it first, train_bidder {recipe.start} {recipe.name}"
        )
    return start


def _scores(task: BidderTask, bidder: Bidder) -> dict[str, Any]:
    """The scores of the weights as saved, by the system of North-South."""
    records, kept = task.dataset.records, task.dataset.validation
    of_system = {
        system.value: kept[records.system_ns[kept] == code] for system, code in SYSTEM_CODE.items()
    }
    every_seat = task.recipe.optimisation.score_every_seat
    return {
        system: evaluate(bidder, records, rows, task.device, progress=True, every_seat=every_seat)
        for system, rows in of_system.items()
        if len(rows)
    }


def _history(task: BidderTask, run: Run, sha256: str) -> dict[str, Any]:
    """What the report says about the training itself.

    ``sha256`` is of the weights written; ``calibrate_bidder`` gives them another.
    """
    return {
        "recipe": task.recipe.to_dict(),
        "fingerprint": task.fingerprint,
        "start_sha256": task.start,
        "weights_sha256": sha256,
        "auctions_a_pass": task.dataset.auctions,
        "validation_auctions": len(task.dataset.validation),
        "calls_learned_from": run.examples,
        "parameters": sum(parameter.numel() for parameter in task.model.parameters()),
        "seconds": round(run.seconds, 1),
        "machine": machine(task.device, run.teams),
        "numbers": str(fast_dtype(task.device)).removeprefix("torch."),
        "validations": run.history,
    }
