"""One recipe of the papers from solved deals to weights and report.

Into the folder of the run go ``network.safetensors``, ``network.json`` and ``report.json``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from bidding.domain.table import Seat, Strain
from bidding.networks.checkpoint import write_json
from bidding.training.core.distributed import machine
from bidding.training.core.trainer import Run, Schedule, train
from bidding.training.estimator.dataset import TrainTestDeals
from bidding.tricks.estimator import score_answers
from bidding.tricks.solved import SolvedDeals
from research.tricks.comparator import ComparatorTask
from research.tricks.intervals import standard_error
from research.tricks.networks import TrickNetwork
from research.tricks.paper_systems import PaperSystem, load_system
from research.tricks.recipe import TrickRecipe, read_trick_recipe
from research.tricks.task import TrickTask, fingerprint_of

REPORT = "report.json"
COURSE_POINTS = 100
"""The most looks at the validation deals that a report keeps."""


def train_network(
    recipe: TrickRecipe,
    deals: TrainTestDeals,
    out: Path,
    *,
    log: Callable[[str], None] = print,
) -> dict[str, Any] | None:
    """Train (or go on training) a recipe into OUT/RECIPE; None when stopped on the way.

    Returns the report; that of a finished run is kept. Trains first what the recipe starts from.
    """
    folder = out / recipe.name
    log(f"recipe {recipe.name}: {recipe.note}")
    start = None
    if recipe.start:
        start = _start(recipe.start, deals, out, log)
        if start is None:
            return None
    task = (ComparatorTask if recipe.network.compares else TrickTask)(recipe, deals, start)
    training = recipe.training
    looks = max(1, training.epochs // training.check_every)
    schedule = Schedule(warmup=0.0, decay=0.0, clip=float("inf"), validations=looks)
    device = torch.device("cpu")  # the networks are too small for anything else
    run = train(task, schedule, folder, device=device, log=_silent)
    if run.step < task.steps:
        log(f"stopped after step {run.step:,} of {task.steps:,}; run the same command to go on")
        return None
    system = PaperSystem(recipe.name, recipe.deals, task.model.best)
    system.save(folder)
    report = _report(task, run, system, deals)
    write_json(folder / REPORT, report)
    return report


def _start(
    name: str, deals: TrainTestDeals, out: Path, log: Callable[[str], None]
) -> TrickNetwork | None:
    """The network to start from, trained now if it was not; None when that was stopped."""
    recipe = read_trick_recipe(name)
    if not is_completed(recipe, deals, out) and train_network(recipe, deals, out, log=log) is None:
        return None
    return load_system(out / name).network


def is_completed(recipe: TrickRecipe, deals: TrainTestDeals, out: Path) -> bool:
    """Return True if there is a report of the recipe on these deals.

    Raise ValueError for a report of another recipe or of other deals, and for one that cannot be
    read.
    """
    report = out / recipe.name / REPORT
    if not report.is_file():
        return False
    try:
        found = json.loads(report.read_text(encoding="utf-8"))["fingerprint"]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{report} is no report of a training ({error})") from error
    if found != fingerprint_of(recipe, deals):
        raise ValueError(
            f"{report} is of another recipe or of other deals; move its folder away to train "
            "again, or name another --out"
        )
    return True


def _silent(text: str) -> None:
    """Log nothing: the validations are too many."""


def _report(
    task: TrickTask, run: Run, system: PaperSystem, deals: TrainTestDeals
) -> dict[str, Any]:
    recipe = task.recipe
    report: dict[str, Any] = {
        "recipe": recipe.to_dict(),
        "fingerprint": task.fingerprint,
        "neurons": recipe.network.neurons,
        "connections": recipe.network.connections,
        "training_deals": min(len(deals.train), len(task.train)),
        "training_examples": len(task.train),
        "validation_error": float(task.model.best_error),
        "best_epoch": int(task.model.best_step) // task.steps_an_epoch,
        "epochs": run.step // task.steps_an_epoch,
        "end": task.model.end,
        "course": course(run.history, task.steps_an_epoch),
        "seconds": round(run.seconds, 1),
        "machine": machine(torch.device("cpu"), run.processes),
    }
    if recipe.training.target == "tricks" and not recipe.network.compares:
        report["test_deals"] = len(deals.test)
        scores = system.score(deals.test.owners, deals.test.tricks)
        report["test"] = {kind: score.to_dict() for kind, score in scores.items()}
        by_deal = system.exact_by_deal(deals.test.owners, deals.test.tricks)
        report["standard_error"] = {kind: standard_error(one) for kind, one in by_deal.items()}
        report["learned"] = score_answers(*task.learned()).to_dict()
        report["mean_square"] = system.mean_square(deals.test.owners, deals.test.tricks)
        report["other_strains"] = _other_strains(system, deals.test)
    return report


def course(history: Sequence[Mapping[str, float]], steps_an_epoch: int) -> dict[str, list[float]]:
    """The epochs of the looks at the validation deals, and in four digits what was seen there.

    Of many looks every second, third ... back from the last. The training error is that of the
    epoch's steps, each before it changed the weights.
    """
    looks = history[:: -max(1, math.ceil(len(history) / COURSE_POINTS))][::-1]
    names = {"training_error": "training_error", "validation_error": "error", "exact": "exact"}
    return {
        "epoch": [int(look["step"]) // steps_an_epoch for look in looks],
        **{
            name: [float(f"{look[figure]:.4g}") for look in looks]
            for name, figure in names.items()
            if all(figure in look for look in looks)
        },
    }


def _other_strains(system: PaperSystem, test: SolvedDeals) -> dict[str, Any]:
    """P2, table IV: a network of one suit asked, as it is, about the tricks of every strain."""
    if len(system.setup.inputs) != 1 or system.setup.trump == "first":
        return {}
    declarer = Seat[system.setup.leaders[0]].rho
    scores = {}
    for strain in Strain:
        here = strain if system.setup.trump == "scaled" else system.setup.strains[0]
        answers = system.answers(test.owners, declarer, here)
        score = score_answers(answers, test.tricks[:, declarer, strain].astype(np.int64))
        scores[strain.name] = score.to_dict()
    return scores
