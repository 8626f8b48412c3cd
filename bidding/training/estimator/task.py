"""Training the trick estimator on solved deals and endings, as a task for the trainer."""

from __future__ import annotations

import hashlib
import json
import math
import tomllib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from bidding.networks.precision import fast_dtype
from bidding.training.bidder.recipe import RECIPES
from bidding.training.core.distributed import Team
from bidding.training.core.muon import Muon
from bidding.training.core.settings import check_numbers, settings_of
from bidding.training.core.trainer import Schedule
from bidding.training.estimator.dataset import TrainTestDeals
from bidding.tricks.estimator import EstimatorConfig, TrickEstimator
from bidding.tricks.trick_scores import score_by_kind

ESTIMATOR_RECIPES = RECIPES / "estimator"
_SIDES = 2


@dataclass(frozen=True)
class EstimatorLearning:
    """How the weights are learned."""

    seed: int = 1
    passes: float = 20.0
    """How often each full deal is seen."""

    batch_deals: int = 256
    """Deals in one step of the optimiser, endings among them."""

    endings: float = 0.5
    """The share of a batch that are endings, while there are some."""

    endings_until: float = 0.8
    """The share of the steps after which all are full deals."""

    matrix_lr: float = 3e-3
    """Peak learning rate of the inner matrices (Muon)."""

    other_lr: float = 2e-3
    """Peak learning rate of everything else (AdamW)."""

    weight_decay: float = 0.02
    warmup: float = 0.02
    """Share of the steps with rising rates, at the start."""

    decay: float = 0.6
    """Share of the steps with falling rates, at the end: linearly to zero."""

    clip: float = 1.0
    """The norm that gradients are clipped to."""

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
        """The rates over the run."""
        learning = self.learning
        return Schedule(learning.warmup, learning.decay, learning.clip, validations=10)


def read_estimator_recipe(path: Path) -> EstimatorRecipe:
    """The recipe of a TOML file; raises ValueError naming the file and the setting at fault."""
    try:
        table = tomllib.loads(path.read_text())
        if unknown := set(table) - {"note", "estimator", "learning"}:
            raise ValueError(f"unknown tables: {', '.join(sorted(unknown))}")
        return EstimatorRecipe(
            name=path.stem,
            note=str(table["note"]),
            estimator=EstimatorConfig.from_dict(table.get("estimator", {})),
            learning=settings_of(EstimatorLearning, table.get("learning", {})),
        )
    except KeyError as error:
        raise ValueError(f"{path}: {error} is missing") from error
    except (OSError, tomllib.TOMLDecodeError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def estimator_recipe(name: str) -> EstimatorRecipe:
    """The recipe of that name among the project's own, or of a TOML file's path.

    Raises ValueError where there is none, and as read_estimator_recipe.
    """
    path = Path(name) if name.endswith(".toml") else ESTIMATOR_RECIPES / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(recipe.stem for recipe in ESTIMATOR_RECIPES.glob("*.toml")))
        raise ValueError(f"there is no recipe {name!r}; there are: {known}, or name a .toml file")
    return read_estimator_recipe(path)


def estimator_fingerprint(recipe: EstimatorRecipe, deals: TrainTestDeals) -> str:
    """Equal for equal recipes and deals to learn from and to choose by, endings among them."""
    facts = {
        "recipe": asdict(recipe),
        "deals": deals.train.digest(),
        "validation": deals.validation.digest(),
        "endings": None if deals.endings is None else deals.endings.digest(),
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


class EstimatorTask:
    """The batches, loss and validation of a recipe; in a team, of this process's share.

    Of each deal a step asks two declarers, one of each side: the partner's result is nearly
    always the same.
    """

    def __init__(
        self,
        recipe: EstimatorRecipe,
        deals: TrainTestDeals,
        device: torch.device,
        team: Team | None = None,
    ) -> None:
        self.recipe, self.device = recipe, device
        self._team = team or Team()
        self._validation = deals.validation
        self._full = (deals.train.owners, deals.train.tricks)
        endings = deals.endings
        self._endings = None if endings is None else (endings.owners, endings.tricks)
        learning = recipe.learning
        torch.manual_seed(learning.seed)
        self.model = TrickEstimator(recipe.estimator).to(device)
        until = learning.endings_until if endings is not None else 0.0
        full = learning.batch_deals * (1 - learning.endings * until)  # of a step, on average
        self.steps = max(1, math.ceil(learning.passes * len(deals.train) / full))
        self.fingerprint = estimator_fingerprint(recipe, deals)

    def optimisers(self) -> list[torch.optim.Optimizer]:
        """Muon for the inner matrices, AdamW for everything else."""
        learning = self.recipe.learning
        matrices, others = _split_parameters(self.model)
        decay = learning.weight_decay
        dtype = fast_dtype(self.device)
        return [
            Muon(matrices, lr=learning.matrix_lr, weight_decay=decay, dtype=dtype, team=self._team),
            torch.optim.AdamW(
                others, lr=learning.other_lr, weight_decay=decay, betas=(0.9, 0.98), fused=True
            ),
        ]

    def loss(self, step: int) -> tuple[Tensor, dict[str, Tensor], int]:
        """The mean negative log likelihood, in nats, of the results that a step asks for."""
        rng = np.random.default_rng([self.recipe.learning.seed, step])
        owner, tricks = self._batch(step, rng)
        declarers = rng.integers(_SIDES, size=(len(owner), _SIDES)) * _SIDES + np.arange(_SIDES)
        mine = self._team.share(np.arange(len(owner)))
        owner, declarers = owner[mine], declarers[mine]
        # What is left out in training follows from the step too, whatever was drawn before it.
        torch.manual_seed(int(rng.integers(2**31)) + self._team.rank)
        true = np.take_along_axis(tricks[mine], declarers[..., None], axis=1)
        logits = self.model(self._tensor(owner), self._tensor(declarers))
        loss = functional.cross_entropy(logits.float().flatten(0, 2), self._tensor(true).flatten())
        return loss, {"nll": loss.detach()}, len(owner) * self._team.size

    def _batch(self, step: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Deals (B, 52) and their tricks (B, 4, 5)."""
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
        """Shares right, within one, and the log loss, on the deals to choose by."""
        scores = score_by_kind(self.model.chances(self._validation.owners), self._validation.tricks)
        figures: dict[str, Any] = {}
        for kind, score in scores.items():
            figures |= {f"{kind}_exact": score.exact, f"{kind}_within1": score.within1}
            figures[f"{kind}_nll"] = score.nll
        return figures


def _split_parameters(model: TrickEstimator) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
    """The inner matrices, and all else: what reads cards, what answers, biases and norms."""
    matrices: list[nn.Parameter] = []
    others: list[nn.Parameter] = []
    for name, parameter in model.named_parameters():
        inner = parameter.ndim == 2 and not name.startswith(("reader", "answer.2"))
        (matrices if inner else others).append(parameter)
    return matrices, others
