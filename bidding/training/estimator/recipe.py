"""Recipes of the trick estimator, each in one TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field

from bidding.training.core.settings import (
    RECIPES,
    check_numbers,
    recipe_name,
    recipe_path,
    settings_of,
)
from bidding.training.core.trainer import Schedule
from bidding.tricks.estimator import EstimatorConfig

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
