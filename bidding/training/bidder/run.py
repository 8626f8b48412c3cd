"""The training of one recipe, from data to weights and report.

Into the folder of the run go ``bidder.safetensors``, ``bidder.json`` (config and sha256) and
``report.json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from bidding.encoding.layout import SYSTEM_CODE
from bidding.networks.arithmetic import fast_dtype
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import (
    CONFIG,
    RELEASED,
    save_bidder,
    write_json,
)
from bidding.training.bidder.dataset import Dataset, load_dataset
from bidding.training.bidder.recipe import Recipe
from bidding.training.bidder.task import BidderTask
from bidding.training.core.distributed import ProcessGroup, default_device
from bidding.training.core.trainer import Run, Schedule, train

MODEL_NAME = "bridgeviz-bidder"
REPORT = "report.json"


def train_recipe(
    recipe: Recipe,
    data: Path,
    out: Path,
    *,
    version: str,
    kind: type[BidderTask] = BidderTask,
    device: torch.device | None = None,
    log: Callable[[str], None] = print,
) -> dict[str, Any] | None:
    """Train a recipe into ``out``, or resume its training; return None if it was stopped.

    Return the validation scores by the system of North-South, empty in all processes but the main
    one. The weights of a completed run are not written again: they may be calibrated since. The
    weights that a recipe starts from are in the folder beside ``out``. Raise ValueError for data
    that is missing or unreadable, and for a checkpoint of another run.
    """
    device = device or default_device()
    processes = ProcessGroup.join(device)
    if not processes.is_main:
        log = _silent
    start = _start_of(recipe, out)
    log(f"recipe {recipe.name}: {recipe.note}")
    dataset = load_dataset(recipe.sources, data, recipe.validation)
    task = kind(recipe, dataset, device, start, processes)
    log(
        f"{dataset.auctions:,} auctions ({dataset.decisions:,} calls) a pass, "
        f"{len(dataset.validation):,} kept for validation; {task.steps:,} steps on {device}"
    )
    settings = recipe.optimisation
    schedule = Schedule(settings.warmup, settings.decay, settings.clip, settings.validations)
    run = train(task, schedule, out, device=device, processes=processes, log=log)
    if run.step < task.steps:
        return None
    scores: dict[str, Any] | None = {}
    if processes.is_main:
        scores = _completed(out, run)
        if scores is not None:
            log("it is complete; its weights are left as they are")
        else:
            scores = _save_completed(task, run, out, version)
    processes.barrier()
    return scores


def dataset_of(recipe: Recipe, data: Path, weights: Path) -> Dataset:
    """Return the dataset that these weights were trained on, by their recipe.

    Raise ValueError if the report beside the weights states a smaller validation share than the
    recipe, and as ``load_dataset``.
    """
    share = _validation_share(weights / REPORT)
    if share is not None and share < recipe.validation:
        raise ValueError(
            f"recipe {recipe.name} keeps {recipe.validation:.4g} of the deals from training, and "
            f"the weights in {weights} were trained with {share:.4g} kept: name the recipe that "
            "they were trained by with --recipe, with the validation that it had"
        )
    return load_dataset(recipe.sources, data, recipe.validation)


def _validation_share(report: Path) -> float | None:
    """Return the validation share that a report states; None without a report."""
    try:
        return float(json.loads(report.read_text(encoding="utf-8"))["recipe"]["validation"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _completed(out: Path, run: Run) -> dict[str, Any] | None:
    """Return the scores in the report of this run if it was completed before."""
    try:
        report = json.loads((out / REPORT).read_text(encoding="utf-8"))
        same = report["calls_learned_from"] == run.examples
        same = same and report["seconds"] == round(run.seconds, 1)
        return dict(report["scores"]) if same and (out / CONFIG).is_file() else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _save_completed(task: BidderTask, run: Run, out: Path, version: str) -> dict[str, Any]:
    """Write the weights and the report of a completed run; return its scores."""
    name = task.recipe.name
    info = save_bidder(task.averaged(), out, name=MODEL_NAME, version=version, recipe=name)
    scores = _scores(task, task.load(out)[0])
    write_json(out / REPORT, {**_history(task, run, info.sha256), "scores": scores})
    return scores


def _silent(text: str) -> None:
    """Log nothing, in all processes but the main one."""


def _start_of(recipe: Recipe, out: Path) -> Path | None:
    """Return the folder of the initial weights; raise ValueError if they are not there."""
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
    """Return the scores of the weights as saved, by the system of North-South."""
    rows = task.dataset.validation
    played = task.dataset.records.system_ns[rows]
    of_system = {system.value: rows[played == code] for system, code in SYSTEM_CODE.items()}
    return {system: task.scores(bidder, some) for system, some in of_system.items() if len(some)}


def _history(task: BidderTask, run: Run, sha256: str) -> dict[str, Any]:
    """Return the report without its scores; ``sha256`` is of the weights before calibration."""
    return {
        "recipe": task.recipe.to_dict(),
        "fingerprint": task.fingerprint,
        "start_sha256": task.start,
        "weights_sha256": sha256,
        "auctions_a_pass": task.dataset.auctions,
        "validation_auctions": len(task.dataset.validation),
        "calls_learned_from": run.examples,
        "parameters": sum(parameter.numel() for parameter in task.model.parameters()),
        "numbers": str(fast_dtype(task.device)).removeprefix("torch."),
        **run.report(task.device),
    }
