"""The training of the trick estimator, from solved deals to weights and report."""

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
from bidding.training.core.distributed import ProcessGroup
from bidding.training.core.temperature import fit_temperature
from bidding.training.core.trainer import Run, train
from bidding.training.estimator.dataset import TrainTestDeals
from bidding.training.estimator.recipe import EstimatorRecipe
from bidding.training.estimator.task import EstimatorTask
from bidding.tricks.estimator import TrickEstimator, load_estimator, save_estimator, score_by_kind
from bidding.tricks.solved import SolvedDeals

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
    processes: ProcessGroup | None = None,
    log: Callable[[str], None] = tqdm.write,
) -> dict[str, Any] | None:
    """Train a recipe into ``out``, or resume its training; return None if it was stopped.

    Return the report, empty in all processes but the main one. Raise BadResume for a checkpoint
    of another run.
    """
    processes = processes or ProcessGroup()
    task = EstimatorTask(recipe, deals, device, processes)
    run = train(task, recipe.schedule, out, device=device, processes=processes, log=log)
    if run.step < task.steps:
        return None
    report = _save_completed(task, deals, run, out, version) if processes.is_main else {}
    processes.barrier()
    return report


@torch.no_grad()
def fit_temperatures(model: TrickEstimator, deals: SolvedDeals) -> None:
    """Set the temperatures of suits and of notrump to those of least log loss on the deals."""
    model.temperature.fill_(1)
    logits = torch.from_numpy(np.log(np.maximum(model.chances(deals.owners), _LEAST_CHANCE)))
    true = torch.from_numpy(deals.tricks.astype(np.int64))
    for strains in (slice(0, Strain.NT), slice(Strain.NT, None)):
        some, tricks = logits[:, :, strains].flatten(0, 2), true[:, :, strains].flatten()
        model.temperature[strains] = fit_temperature(some, tricks, _TEMPERATURES)


def _save_completed(
    task: EstimatorTask, deals: TrainTestDeals, run: Run, out: Path, version: str
) -> dict[str, Any]:
    """Write the weights and the report of a completed run, scored as saved."""
    recipe, model = task.recipe, task.model
    device = next(model.parameters()).device
    fit_temperatures(model, deals.validation)
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
        **run.report(device),
        "temperatures": [round(value, 3) for value in model.temperature.tolist()],
        "scores": {kind: score.to_dict() for kind, score in scores.items()},
    }
    write_json(out / REPORT, report)
    return report
