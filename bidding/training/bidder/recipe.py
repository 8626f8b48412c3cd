"""Recipes: everything that a training run depends on, each in one TOML file."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import Field, NonNegativeInt, PlainValidator, PositiveInt

from bidding.networks.bidder import BidderConfig
from bidding.training.core.settings import RECIPES, Learning, Number, Positive, Settings, Share

VALIDATION_SHARE = 1 / 256  # of the deals, by default
SEED_MARK = "@"
"""The sign between a recipe's name and a seed other than its own."""


R = TypeVar("R", bound="Recipe")


@dataclass(frozen=True)
class Source(Settings):
    """Files of recorded auctions, read ``repeat`` times in one pass."""

    files: Annotated[str, Field(pattern=r"^[^/]+$")]
    """A file name or pattern, looked for in the data directory."""

    repeat: Number = 1
    """Mean number of times that an auction is seen in a pass; 0.5 draws another half each time."""

    limit: NonNegativeInt = 0
    """Number of auctions taken from the start of each file; 0 for all."""

    by_tables: bool = False
    """Multiply ``repeat`` by √n for an auction made at n tables, as the files' ``tables`` say;
    those of ``record boards`` do."""


VALIDATION_SETTINGS = ("validations", "validation_limit")
"""Settings of the optimisation that do not affect the weights."""


@dataclass(frozen=True)
class Optimisation(Learning):
    """Settings of the optimiser and of validation."""

    batch_decisions: PositiveInt = 8192
    """Number of calls to predict in one step."""

    card_lr: Number = 1e-2
    """Peak learning rate of what convention cards add (AdamW). Each option is rare: at the rates of
    embeddings most of them are hardly learned."""

    validations: PositiveInt = 4
    """Number of validations during training."""

    validation_limit: PositiveInt = 1000
    """Largest number of validation auctions scored each time."""

    frozen: tuple[str, ...] = ()
    """Prefixes of the names of parameters that are not trained: ``state`` is the public state."""

    initial_share: Share = 0.0
    """Share of the initial weights in the mean that is saved (M. Wortsman et al. 2022, "Robust
    fine-tuning of zero-shot models", section 3)."""


@dataclass(frozen=True)
class Objective(Settings):
    """Views to predict from in training, and weights of the losses."""

    hcp: Number = 0.1
    lengths: Number = 0.1
    cards: Number = 0.2
    """Weights of the losses of hidden hands; the call's is 1."""

    extra_views: Number = 0.33
    """Number of views added at random moments and seats, as a share of the calls."""

    blind_share: Share = 0.5
    """Share of the extra views without a hand."""

    blind_turns: Share = 0.06
    """Number of views added of the seat to call without its hand, as a share of the calls."""

    ace_answers: Positive = 1.0
    """Factor by which moments after an answer to an ace-asking bid are drawn more often for the
    views added: the answer shows little of a hand, and is learned late."""

    rare_meanings: Share = 0.0
    """Exponent of the weight of turns and moments after a call with a rare meaning (``Dataset``'s
    rarity): what few auctions show is else hardly learned. Half of it for the call itself."""

    common_auctions: Share = 1.0
    """Share of the auctions without a rare meaning that are learned from; their turns weigh the
    inverse."""

    system_dropout: Share = 0.04
    """Chance that a side's system is replaced by unknown."""

    stated_cards: Share = 0.5
    """Share of the sides that play a system as it is whose card is stated choice by choice."""

    sampling_threshold: Share = 0.25
    """Chance of a wrong call from which a turn is always drawn; below it turns are drawn in
    proportion to that chance. 0 draws all turns."""

    sampling_floor: Share = 0.05
    """Least chance that a turn is drawn."""

    def __post_init__(self) -> None:
        if self.sampling_threshold and not self.sampling_floor:
            raise ValueError("sampling_floor is 0; some turns would never be drawn")
        if not self.common_auctions:
            raise ValueError("common_auctions is 0; most auctions would never be drawn")


@dataclass(frozen=True)
class Recipe(Settings):
    """One experiment."""

    name: str
    note: str
    network: Annotated[BidderConfig, PlainValidator(BidderConfig.from_dict)]
    sources: Annotated[tuple[Source, ...], Field(validation_alias="source")]
    """Written ``[[source]]``, with two brackets."""

    start: str = ""
    """Recipe whose weights training starts from, or ``weights`` for the released ones; empty for
    random weights."""

    optimisation: Optimisation = field(default_factory=Optimisation)
    objective: Objective = field(default_factory=Objective)

    validation: Annotated[float, Field(gt=0, le=1)] = VALIDATION_SHARE
    """Share of the deals held out for validation and calibration."""

    def __post_init__(self) -> None:
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
    if not at or name.endswith(".toml"):
        return kind.read_file(name, folder)
    if not seed.isdecimal():
        raise ValueError(f"recipe {name!r}: after {SEED_MARK} stands a seed, a whole number")
    recipe = read_recipe_as(kind, base, folder)
    optimisation = replace(recipe.optimisation, seed=int(seed))
    return replace(recipe, name=f"{recipe.name}{SEED_MARK}{seed}", optimisation=optimisation)
