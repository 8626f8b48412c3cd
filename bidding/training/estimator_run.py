"""One training run of the trick estimator: from a recipe and solved deals to weights and report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from bidding.networks.checkpoint import write_json
from bidding.training.estimator_task import EstimatorRecipe, EstimatorTask
from bidding.training.run import machine
from bidding.training.team import Team
from bidding.training.trainer import Run, train
from bidding.training.trick_data import TrainTestDeals
from bidding.tricks.estimator import TrickEstimator, load_estimator, save_estimator
from bidding.tricks.evaluation import score_by_kind

REPORT = "report.json"


def train_estimator(
    recipe: EstimatorRecipe,
    deals: TrainTestDeals,
    out: Path,
    *,
    version: str,
    device: torch.device,
    team: Team | None = None,
    say: Callable[[str], None] = tqdm.write,
) -> dict[str, Any] | None:
    """Train to the end and write the weights and the report into ``out``; the report.

    None when the run was stopped; called again, it goes on. Raises BadResume for another run's
    checkpoint in ``out``.
    """
    team = team or Team()
    task = EstimatorTask(recipe, deals, device, team)
    run = train(task, recipe.schedule, out, device=device, team=team, report=say)
    if run.step < task.steps:
        say(f"stopped after step {run.step:,} of {task.steps:,}; run the same command to go on")
        return None
    report = _release(recipe, deals, task.model, run, out, version, team) if team.leads else {}
    team.wait()
    return report


def _release(
    recipe: EstimatorRecipe,
    deals: TrainTestDeals,
    model: TrickEstimator,
    run: Run,
    out: Path,
    version: str,
    team: Team,
) -> dict[str, Any]:
    """Write the weights and the report of a finished run, scored as saved."""
    device = next(model.parameters()).device
    save_estimator(model, out, version=version, recipe=recipe.name)
    scores = score_by_kind(
        load_estimator(out, device).chances(deals.test.owners), deals.test.tricks
    )
    report = {
        "recipe": asdict(recipe),
        "training_deals": len(deals.train),
        "endings": 0 if deals.endings is None else len(deals.endings),
        "validation_deals": len(deals.validation),
        "test_deals": len(deals.test),
        "deals_learned_from": run.examples,
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
        "seconds": round(run.seconds, 1),
        "machine": machine(device, team),
        "validations": run.history,
        "scores": {kind: score.to_dict() for kind, score in scores.items()},
    }
    write_json(out / REPORT, report)
    return report
