"""One training run of the trick estimator: from a recipe and solved deals to weights and report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tqdm import tqdm

from bidding.domain.table import Strain
from bidding.networks.checkpoint import write_json
from bidding.training.bidder.temperatures import least_temperature
from bidding.training.core.distributed import Team, machine
from bidding.training.core.trainer import Run, train
from bidding.training.estimator.dataset import TrainTestDeals
from bidding.training.estimator.task import EstimatorRecipe, EstimatorTask
from bidding.tricks.estimator import TrickEstimator, load_estimator, save_estimator
from bidding.tricks.solved import SolvedDeals
from bidding.tricks.trick_scores import score_by_kind

REPORT = "report.json"
_TEMPERATURES = np.geomspace(0.5, 4, 200).tolist()
_LEAST_CHANCE = 1e-12


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
    report = _release(task, deals, run, out, version) if team.leads else {}
    team.wait()
    return report


@torch.no_grad()
def warm(model: TrickEstimator, deals: SolvedDeals) -> None:
    """Sets the temperatures of suits and of notrump at which the deals' log loss is least.

    C. Guo and others 2017, "On calibration of modern neural networks", section 4.2. A network that
    has seen each deal often is too sure of new ones; its answers stay the same.
    """
    model.temperature.fill_(1)
    logits = torch.from_numpy(np.log(np.maximum(model.chances(deals.owners), _LEAST_CHANCE)))
    true = torch.from_numpy(deals.tricks.astype(np.int64))
    for strains in (slice(0, Strain.NT), slice(Strain.NT, None)):
        some, tricks = logits[:, :, strains].flatten(0, 2), true[:, :, strains].flatten()
        model.temperature[strains] = least_temperature(some, tricks, _TEMPERATURES)


def _release(
    task: EstimatorTask, deals: TrainTestDeals, run: Run, out: Path, version: str
) -> dict[str, Any]:
    """Write the weights and the report of a finished run, scored as saved."""
    recipe, model = task.recipe, task.model
    device = next(model.parameters()).device
    warm(model, deals.validation)
    save_estimator(model, out, version=version, recipe=recipe.name)
    scores = score_by_kind(
        load_estimator(out, device).chances(deals.test.owners), deals.test.tricks
    )
    report = {
        "recipe": asdict(recipe),
        "fingerprint": task.fingerprint,
        "training_deals": len(deals.train),
        "endings": 0 if deals.endings is None else len(deals.endings),
        "validation_deals": len(deals.validation),
        "test_deals": len(deals.test),
        "deals_learned_from": run.examples,
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
        "seconds": round(run.seconds, 1),
        "machine": machine(device, run.teams),
        "validations": run.history,
        "temperatures": [round(value, 3) for value in model.temperature.tolist()],
        "scores": {kind: score.to_dict() for kind, score in scores.items()},
    }
    write_json(out / REPORT, report)
    return report
