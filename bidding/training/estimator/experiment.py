"""The training of the trick estimator, from recipe and solved deals to weights and report."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
from pydantic import PlainValidator, PositiveInt
from torch import Tensor
from torch.nn import functional

from bidding.domain.table import Strain
from bidding.training.core.distributed import ALONE, ProcessGroup
from bidding.training.core.experiment import fingerprint_of, schedule_of
from bidding.training.core.muon import muon_and_adamw
from bidding.training.core.settings import (
    RECIPES,
    Learning,
    Number,
    Positive,
    Settings,
    Share,
)
from bidding.training.core.trainer import Run
from bidding.training.estimator.dataset import TrainTestDeals
from bidding.training.scoring.calibration import fit_temperature
from bidding.tricks.estimator import (
    ESTIMATOR,
    EstimatorConfig,
    TrickEstimator,
    load_estimator,
    save_estimator,
    score_by_kind,
)
from bidding.tricks.solved import SolvedDeals

_SIDES = 2
_LEAST_CHANCE = 1e-12
_TEMPERATURES = np.geomspace(0.5, 4, 200).tolist()
ESTIMATOR_RECIPES = RECIPES / "estimator"


@dataclass(frozen=True)
class EstimatorLearning(Learning):
    """Settings of the optimiser; ``passes`` are epochs over the full deals, on average."""

    passes: Positive = 20.0
    batch_deals: PositiveInt = 256
    """Number of deals in one step, endings included."""

    endings: Share = 0.5
    """Share of endings in a batch."""

    endings_until: Share = 0.8
    """Share of the steps after which batches are full deals only."""

    matrix_lr: Number = 3e-3
    weight_decay: Number = 0.02
    warmup: Share = 0.02
    decay: Share = 0.6

    def __post_init__(self) -> None:
        if self.endings == 1:
            raise ValueError("endings is 1; a batch must hold some full deals")


@dataclass(frozen=True)
class EstimatorRecipe(Settings):
    """One experiment with the estimator."""

    name: str
    note: str
    estimator: Annotated[EstimatorConfig, PlainValidator(EstimatorConfig.from_dict)] = field(
        default_factory=EstimatorConfig
    )
    learning: EstimatorLearning = field(default_factory=EstimatorLearning)


def read_estimator_recipe(name: str) -> EstimatorRecipe:
    """Return the project's recipe of that name, or that of a TOML file's path.

    Raise ValueError naming the file and the setting at fault.
    """
    return EstimatorRecipe.read_file(name, ESTIMATOR_RECIPES)


class EstimatorTask:
    """The batches, loss, validation and report of a recipe, for this process's shard.

    A step predicts the results of two declarers of each deal, one of each side: those of partners
    are nearly always equal.
    """

    kind = ESTIMATOR

    def __init__(
        self,
        recipe: EstimatorRecipe,
        deals: TrainTestDeals,
        device: torch.device,
        processes: ProcessGroup = ALONE,
    ) -> None:
        self.recipe, self.device, self._processes = recipe, device, processes
        self.schedule = schedule_of(recipe.learning, validations=10)
        self._deals = deals
        self._full = (deals.train.owners, deals.train.tricks)
        endings = deals.endings
        self._endings = None if endings is None else (endings.owners, endings.tricks)
        learning = recipe.learning
        torch.manual_seed(learning.seed)
        self.model = TrickEstimator(recipe.estimator).to(device)
        until = learning.endings_until if endings is not None else 0.0
        full = learning.batch_deals * (1 - learning.endings * until)  # mean number in a step
        self.steps = max(1, math.ceil(learning.passes * len(deals.train) / full))
        facts = {
            "recipe": asdict(recipe),
            "deals": deals.train.digest(),
            "validation": deals.validation.digest(),
            "endings": None if endings is None else endings.digest(),
        }
        self.fingerprint = fingerprint_of(facts)

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """Return Muon for the inner matrices and AdamW for everything else."""
        rates = self.recipe.learning
        return muon_and_adamw(
            self.model,
            lambda name, _: not name.startswith(("reader", "answer.2")),
            rates,
            self.device,
            self._processes,
        )

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
        scores = score_by_kind(
            self.model.chances(self._deals.validation.owners), self._deals.validation.tricks
        )
        figures: dict[str, Any] = {}
        for kind, score in scores.items():
            figures |= {f"{kind}_exact": score.exact, f"{kind}_within1": score.within1}
            figures[f"{kind}_nll"] = score.nll
        return figures

    def complete(self, out: Path, version: str, run: Run) -> dict[str, Any]:
        """Fit the temperatures and save the weights; return the report, scored as saved."""
        recipe, model, deals = self.recipe, self.model, self._deals
        fit_temperatures(model, deals.validation)
        save_estimator(model, out, version=version, recipe=recipe.name)
        saved = load_estimator(out, self.device)
        scores = score_by_kind(saved.chances(deals.test.owners), deals.test.tricks)
        return {
            "recipe": asdict(recipe),
            "training_deals": len(deals.train),
            "endings": 0 if deals.endings is None else len(deals.endings),
            "validation_deals": len(deals.validation),
            "test_deals": len(deals.test),
            "deals_trained_on": run.examples,
            "parameters": sum(parameter.numel() for parameter in model.parameters()),
            "temperatures": [round(value, 3) for value in model.temperature.tolist()],
            "scores": {kind: score.to_dict() for kind, score in scores.items()},
        }


@torch.no_grad()
def fit_temperatures(model: TrickEstimator, deals: SolvedDeals) -> None:
    """Set the temperatures of suits and of notrump to those of least log loss on the deals."""
    model.temperature.fill_(1)
    logits = torch.from_numpy(np.log(np.maximum(model.chances(deals.owners), _LEAST_CHANCE)))
    true = torch.from_numpy(deals.tricks.astype(np.int64))
    for strains in (slice(0, Strain.NT), slice(Strain.NT, None)):
        some, tricks = logits[:, :, strains].flatten(0, 2), true[:, :, strains].flatten()
        model.temperature[strains] = fit_temperature(some, tricks, _TEMPERATURES)
