"""Recipes: everything that a training run depends on, each in one TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from bidding.networks.bidder import BidderConfig
from bidding.training.core.settings import (
    RECIPES,
    check_numbers,
    check_switches,
    recipe_name,
    recipe_path,
    settings_of,
)

VALIDATION_SHARE = 1 / 256  # of the deals, by default
SEED_MARK = "@"
"""The sign between a recipe's name and a seed other than its own."""


R = TypeVar("R", bound="Recipe")


@dataclass(frozen=True)
class Source:
    """Files of recorded auctions, read ``repeat`` times in one pass."""

    files: str
    """A file name or pattern, looked for in the data directory."""

    repeat: float = 1
    """Mean number of times that an auction is seen in a pass; 0.5 draws another half each time."""

    limit: int = 0
    """Number of auctions taken from the start of each file; 0 for all."""

    by_tables: bool = False
    """Multiply ``repeat`` by √n for an auction made at n tables, as the files' ``tables`` say;
    those of ``prepare_auctions`` do."""

    def __post_init__(self) -> None:
        check_switches(self)
        if not isinstance(self.files, str) or not self.files or "/" in self.files:
            raise ValueError(f"files is {self.files!r}; it must be the name of files, or a pattern")
        check_numbers(self)


VALIDATION_SETTINGS = ("validations", "validation_limit")
"""Settings of the optimisation that do not affect the weights."""


@dataclass(frozen=True)
class Optimisation:
    """Settings of the optimiser and of validation."""

    seed: int = 1
    passes: float = 1.0
    """Number of passes over the sources; a fraction stops early."""

    batch_decisions: int = 8192
    """Number of calls to predict in one step."""

    matrix_lr: float = 4e-3
    """Peak learning rate of the inner matrices (Muon)."""

    other_lr: float = 2e-3
    """Peak learning rate of embeddings, biases, norms and the heads (AdamW)."""

    weight_decay: float = 0.01
    warmup: float = 0.04
    """Share of the steps, at the start, over which the rates rise."""

    decay: float = 1.0
    """Share of the steps, at the end, over which the rates fall linearly to zero."""

    clip: float = 1.0
    """Norm that gradients are clipped to."""

    validations: int = 4
    """Number of validations during training."""

    validation_limit: int = 1000
    """Largest number of validation auctions scored each time."""

    frozen: tuple[str, ...] = ()
    """Prefixes of the names of parameters that are not trained: ``state`` is the public state."""

    initial_share: float = 0.0
    """Share of the initial weights in the mean that is saved (M. Wortsman et al. 2022, "Robust
    fine-tuning of zero-shot models", section 3)."""

    def __post_init__(self) -> None:
        check_numbers(
            self,
            above_zero=("passes", "batch_decisions", "clip", "validations", "validation_limit"),
            shares=("warmup", "decay", "initial_share"),
        )


@dataclass(frozen=True)
class Objective:
    """Views to predict from in training, and weights of the losses."""

    hcp: float = 0.1
    lengths: float = 0.1
    cards: float = 0.2
    """Weights of the losses of hidden hands; the call's is 1."""

    extra_views: float = 0.33
    """Number of views added at random moments and seats, as a share of the calls."""

    blind_share: float = 0.5
    """Share of the extra views without a hand."""

    blind_turns: float = 0.06
    """Number of views added of the seat to call without its hand, as a share of the calls."""

    ace_answers: float = 1.0
    """Factor by which moments after an answer to an ace-asking bid are drawn more often for the
    views added: the answer shows little of a hand, and is learned late."""

    system_dropout: float = 0.04
    """Chance that a side's system is replaced by unknown."""

    sampling_threshold: float = 0.25
    """Chance of a wrong call from which a turn is always drawn; below it turns are drawn in
    proportion to that chance. 0 draws all turns."""

    sampling_floor: float = 0.05
    """Least chance that a turn is drawn."""

    def __post_init__(self) -> None:
        shares = (
            "blind_share",
            "blind_turns",
            "system_dropout",
            "sampling_threshold",
            "sampling_floor",
        )
        check_numbers(self, above_zero=("ace_answers",), shares=shares)
        if self.sampling_threshold and not self.sampling_floor:
            raise ValueError("sampling_floor is 0; some turns would never be drawn")


@dataclass(frozen=True)
class Recipe:
    """One experiment."""

    name: str
    note: str
    network: BidderConfig
    sources: tuple[Source, ...]
    start: str = ""
    """Recipe whose weights training starts from, or ``weights`` for the released ones; empty for
    random weights."""

    kind_of_network: ClassVar[type[BidderConfig]] = BidderConfig

    optimisation: Optimisation = field(default_factory=Optimisation)
    objective: Objective = field(default_factory=Objective)

    validation: float = VALIDATION_SHARE
    """Share of the deals held out for validation and calibration."""

    def __post_init__(self) -> None:
        check_numbers(self, above_zero=("validation",), shares=("validation",))
        if self.validation == 1:
            raise ValueError("validation is 1; no deal is left to train on")
        if self.optimisation.initial_share and not self.start:
            raise ValueError("initial_share is a share of a start's weights, and there is no start")

    def to_dict(self) -> dict[str, Any]:
        """Return the recipe as plain values."""
        return asdict(self)


def read_recipe(name: str) -> Recipe:
    """Return the project's recipe of that name, or that of a TOML file's path.

    ``NAME@2`` is the recipe with seed 2 instead of its own. Raise ValueError naming the file and
    the setting at fault.
    """
    return read_recipe_as(Recipe, name, RECIPES)


def read_recipe_as(kind: type[R], name: str, folder: Path) -> R:
    """Return the recipe of a name in a folder, as a ``kind`` that may have more settings."""
    base, at, seed = name.rpartition(SEED_MARK)
    if at and not name.endswith(".toml"):
        if not seed.isdecimal():
            raise ValueError(f"recipe {name!r}: after {SEED_MARK} stands a seed, a whole number")
        return with_seed(read_recipe_as(kind, base, folder), int(seed))
    path = recipe_path(name, folder)
    try:
        return _recipe(kind, recipe_name(path), tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def with_seed(recipe: R, seed: int) -> R:
    """Return the recipe with another seed and a name of its own, ``NAME@SEED``."""
    optimisation = replace(recipe.optimisation, seed=seed)
    return replace(recipe, name=f"{recipe.name}{SEED_MARK}{seed}", optimisation=optimisation)


def _recipe(kind: type[R], name: str, table: dict[str, Any]) -> R:
    known = {field.name for field in fields(kind)} - {"name", "sources"} | {"source"}
    if unknown := set(table) - known:
        raise ValueError(f"unknown tables: {', '.join(sorted(unknown))}")
    if absent := [name for name in ("note", "network", "source") if name not in table]:
        raise ValueError(f"{absent[0]} is missing")
    values = dict(table)
    sources = values.pop("source")
    if not isinstance(sources, list):
        raise ValueError("sources are written [[source]], with two brackets")
    values["network"] = kind.kind_of_network.from_dict(values["network"])
    for part, settings in (("optimisation", Optimisation), ("objective", Objective)):
        values[part] = settings_of(settings, values.get(part, {}))
    return kind(name=name, sources=tuple(settings_of(Source, one) for one in sources), **values)
