"""The training of the trick estimator, from recipe and solved deals to weights and report."""

from __future__ import annotations

import hashlib
import json
import math
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from bidding.domain.table import Strain
from bidding.networks.checkpoint import write_json
from bidding.training.core.distributed import ProcessGroup
from bidding.training.core.muon import muon_and_adamw
from bidding.training.core.settings import (
    RECIPES,
    check_numbers,
    recipe_name,
    recipe_path,
    settings_of,
)
from bidding.training.core.trainer import Run, Schedule, train
from bidding.training.estimator.dataset import TrainTestDeals
from bidding.training.scoring.calibration import fit_temperature
from bidding.tricks.estimator import EstimatorConfig, TrickEstimator, load_estimator, save_estimator
from bidding.tricks.solved import SolvedDeals
from bidding.tricks.trick_scores import score_by_kind

ESTIMATOR_RECIPES = RECIPES / "estimator"


@dataclass(frozen=True)
class EstimatorLearning:
    """Settings of the optimiser."""

    seed: int = 1
    passes: float = 20.0
    """Mean number of times that each full deal is seen."""

    batch_deals: int = 256
    """Number of deals in one step, endings included."""

    endings: float = 0.5
    """Share of endings in a batch."""

    endings_until: float = 0.8
    """Share of the steps after which batches are full deals only."""

    matrix_lr: float = 3e-3
    """Peak learning rate of the inner matrices (Muon)."""

    other_lr: float = 2e-3
    """Peak learning rate of everything else (AdamW)."""

    weight_decay: float = 0.02
    warmup: float = 0.02
    """Share of the steps, at the start, over which the rates rise."""

    decay: float = 0.6
    """Share of the steps, at the end, over which the rates fall linearly to zero."""

    clip: float = 1.0
    """Norm that gradients are clipped to."""

    def __post_init__(self) -> None:
        shares = ("endings", "endings_until", "warmup", "decay")
        check_numbers(self, above_zero=("passes", "batch_deals", "clip"), shares=shares)
        if self.endings == 1:
            raise ValueError("endings is 1; a batch must hold some full deals")


@dataclass(frozen=True)
class EstimatorRecipe:
    """One experiment with the estimator."""

    name: str
    note: str
    estimator: EstimatorConfig = field(default_factory=EstimatorConfig)
    learning: EstimatorLearning = field(default_factory=EstimatorLearning)

    @property
    def schedule(self) -> Schedule:
        """Learning rates over the run."""
        learning = self.learning
        return Schedule(learning.warmup, learning.decay, learning.clip, validations=10)


def read_estimator_recipe(name: str) -> EstimatorRecipe:
    """Return the project's recipe of that name, or that of a TOML file's path.

    Raise ValueError naming the file and the setting at fault.
    """
    path = recipe_path(name, ESTIMATOR_RECIPES)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        if unknown := set(table) - {"note", "estimator", "learning"}:
            raise ValueError(f"unknown tables: {', '.join(sorted(unknown))}")
        return EstimatorRecipe(
            name=recipe_name(path),
            note=str(table["note"]),
            estimator=EstimatorConfig.from_dict(table.get("estimator", {})),
            learning=settings_of(EstimatorLearning, table.get("learning", {})),
        )
    except KeyError as error:
        raise ValueError(f"{path}: {error} is missing") from error
    except (OSError, tomllib.TOMLDecodeError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


_SIDES = 2


def estimator_fingerprint(recipe: EstimatorRecipe, deals: TrainTestDeals) -> str:
    """Return the identity of a run: of its recipe, training and validation deals and endings."""
    facts = {
        "recipe": asdict(recipe),
        "deals": deals.train.digest(),
        "validation": deals.validation.digest(),
        "endings": None if deals.endings is None else deals.endings.digest(),
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


class EstimatorTask:
    """The batches, loss and validation of a recipe, for this process's shard.

    A step predicts the results of two declarers of each deal, one of each side: those of partners
    are nearly always equal.
    """

    def __init__(
        self,
        recipe: EstimatorRecipe,
        deals: TrainTestDeals,
        device: torch.device,
        processes: ProcessGroup | None = None,
    ) -> None:
        self.recipe, self.device = recipe, device
        self._processes = processes or ProcessGroup()
        self._validation = deals.validation
        self._full = (deals.train.owners, deals.train.tricks)
        endings = deals.endings
        self._endings = None if endings is None else (endings.owners, endings.tricks)
        learning = recipe.learning
        torch.manual_seed(learning.seed)
        self.model = TrickEstimator(recipe.estimator).to(device)
        until = learning.endings_until if endings is not None else 0.0
        full = learning.batch_deals * (1 - learning.endings * until)  # mean number in a step
        self.steps = max(1, math.ceil(learning.passes * len(deals.train) / full))
        self.fingerprint = estimator_fingerprint(recipe, deals)

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """Return Muon for the inner matrices and AdamW for everything else."""
        matrices, others = _split_parameters(self.model)
        return muon_and_adamw(matrices, others, self.recipe.learning, self.device, self._processes)

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        """Return the mean negative log-likelihood, in nats, of the results in a batch."""
        rng = np.random.default_rng([self.recipe.learning.seed, step])
        owner, tricks = self._batch(step, rng)
        declarers = rng.integers(_SIDES, size=(len(owner), _SIDES)) * _SIDES + np.arange(_SIDES)
        mine = self._processes.shard(np.arange(len(owner)))
        owner, declarers = owner[mine], declarers[mine]
        # So that dropout follows from the step, too.
        torch.manual_seed(int(rng.integers(2**31)) + self._processes.rank)
        true = np.take_along_axis(tricks[mine], declarers[..., None], axis=1)
        logits = self.model(self._tensor(owner), self._tensor(declarers))
        loss = functional.cross_entropy(logits.float().flatten(0, 2), self._tensor(true).flatten())
        return loss, {"nll": loss.detach()}, len(owner) * self._processes.size

    def _batch(self, step: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Return deals (B, 52) and their tricks (B, 4, 5)."""
        learning = self.recipe.learning
        n_endings = 0
        if self._endings is not None and step < learning.endings_until * self.steps:
            n_endings = round(learning.endings * learning.batch_deals)
        full = rng.integers(len(self._full[0]), size=learning.batch_deals - n_endings)
        owner, tricks = self._full[0][full], self._full[1][full]
        if self._endings is not None and n_endings:
            rows = rng.integers(len(self._endings[0]), size=n_endings)
            owner = np.concatenate([owner, self._endings[0][rows]])
            tricks = np.concatenate([tricks, self._endings[1][rows]])
        return owner, tricks

    def _tensor(self, array: np.ndarray) -> Tensor:
        return torch.from_numpy(array.astype(np.int64)).to(self.device)

    def validate(self) -> dict[str, float]:
        """Return shares right and within one, and the log loss, on the validation deals."""
        scores = score_by_kind(self.model.chances(self._validation.owners), self._validation.tricks)
        figures: dict[str, Any] = {}
        for kind, score in scores.items():
            figures |= {f"{kind}_exact": score.exact, f"{kind}_within1": score.within1}
            figures[f"{kind}_nll"] = score.nll
        return figures


def _split_parameters(model: TrickEstimator) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
    """Return the inner matrices, and all other parameters."""
    matrices: list[nn.Parameter] = []
    others: list[nn.Parameter] = []
    for name, parameter in model.named_parameters():
        inner = parameter.ndim == 2 and not name.startswith(("reader", "answer.2"))
        (matrices if inner else others).append(parameter)
    return matrices, others


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
