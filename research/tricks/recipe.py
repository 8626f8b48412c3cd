"""Recipes of the papers' trick networks: TOML files, several variants in one.

``p2-52-25-1.toml`` has what all its variants share; ``[variant.spades]`` has what that one has of
its own, and is trained by the name ``p2-52-25-1/spades``; ``p2-52-25-1/spades@2`` is the same with
the seed 2.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import NonNegativeInt, PositiveInt

from bidding.training.bidder.recipe import SEED_MARK
from bidding.training.core.settings import Number, Positive, Settings, recipe_path
from research.tricks.encodings import width
from research.tricks.networks import N_CLASSES, NetworkConfig
from research.tricks.situations import Setup, with_tuples

TRICK_RECIPES = Path(__file__).parent / "recipes"
T = TypeVar("T")
ALGORITHMS = ("rprop", "rprop-backtracking", "back-propagation", "rmsprop")
OF_SEEDS = ("", f"{SEED_MARK}2", f"{SEED_MARK}3")
"""What follows a recipe's name in those of its runs with the seeds 1 to 3."""

ENDS = SETTLED, NO_BETTER, WHOLE_BUDGET = ("error settled", "no better", "whole budget")
"""How a training ends: by ``least_change``, by ``patience``, or after all its ``epochs``."""

_TARGETS = ("tricks", "inputs")
_LOSSES = ("squares", "cross-entropy")
_TABLES = ("network", "deals", "training")
_SHARED = ("note", *_TABLES, "variant")


@dataclass(frozen=True)
class TrickTraining(Settings):
    """How the weights are learned."""

    algorithm: str = "rprop"
    """``rprop`` (torch's), ``rprop-backtracking``, ``back-propagation`` or ``rmsprop``."""

    epochs: PositiveInt = 300
    """The budget: the most passes through all examples."""

    batch: NonNegativeInt = 0
    """Examples in one step; 0: all of them, as Rprop needs it."""

    rate: Positive = 0.1
    """Learning rate; Rprop's first step."""

    largest_step: Number = 50.0
    """Rprop's."""

    weight_decay: Number = 0.0
    """The sum of squared weights times this is added to the sum of errors."""

    loss: str = "squares"
    """``squares`` or ``cross-entropy``, summed over the outputs."""

    target: str = "tricks"
    """What is learned: ``tricks``, or the ``inputs`` themselves (an autoencoder)."""

    examples: PositiveInt = 100_000
    """How many results to learn from: one of each deal, and where deals are too few, of their other
    contracts and leaders and then of the 96 ways to turn a deal and rename its suits, until there
    are so many or no more."""

    check_every: PositiveInt = 5
    """Epochs between looks at the validation deals; more where they do not go up in ``epochs``."""

    patience: NonNegativeInt = 25
    """How many looks without a better one before training stops; 0: it does not, and the last
    weights are kept, not the best."""

    least_change: Number = 0.0
    """Training stops where the error at a look differs by less from that of the look before;
    0: it does not."""

    seed: NonNegativeInt = 1
    initial_weights: Number = 0.0
    """Weights and biases are uniform at first between this and its negative; 0: one over the root
    of the inputs."""

    proportional: bool = False
    """Whether a single output's intervals are as wide as the results are frequent."""

    frozen: bool = False
    """Whether the first layer keeps the weights it starts from."""

    def __post_init__(self) -> None:
        for name, known in (("algorithm", ALGORITHMS), ("loss", _LOSSES), ("target", _TARGETS)):
            if getattr(self, name) not in known:
                raise ValueError(f"{name} is {getattr(self, name)!r}; known: {', '.join(known)}")


@dataclass(frozen=True)
class TrickRecipe:
    """One network of a paper, on one kind of contract."""

    name: str
    note: str
    network: NetworkConfig
    deals: Setup
    start: str = ""
    """The recipe whose first layer is this one's at first; it is trained before."""

    training: TrickTraining = field(default_factory=TrickTraining)

    def __post_init__(self) -> None:
        wide = width(self.deals.inputs)
        if wide != self.network.inputs:
            raise ValueError(f"{self.network.layers} has no {wide} inputs, as its encodings have")
        if self.network.compares and (self.training.target == "inputs" or not self.training.batch):
            raise ValueError("a network that compares learns tricks, in batches")
        outputs = (wide,) if self.training.target == "inputs" else (1, N_CLASSES)
        if self.network.outputs not in outputs:
            raise ValueError(f"{self.network.layers} has {self.network.outputs} outputs")

    def to_dict(self) -> dict[str, Any]:
        """The recipe as plain values."""
        return asdict(self)


def read_trick_recipes(name: str) -> list[TrickRecipe]:
    """The recipes of a file ``p2-52-25-1`` (all variants), or one: ``p2-52-25-1/spades``.

    After ``@`` stands a seed other than the recipe's own. A path ending in ``.toml`` names another
    file. Raises ValueError naming file and fault.
    """
    base, at, seed = name.rpartition(SEED_MARK)
    if at and not name.endswith(".toml"):
        if not seed.isdecimal():
            raise ValueError(f"recipe {name!r}: after {SEED_MARK} stands a seed, a whole number")
        return [_with_seed(recipe, int(seed)) for recipe in read_trick_recipes(base)]
    file, _, variant = (name, "", "") if name.endswith(".toml") else name.partition("/")
    path = recipe_path(file, TRICK_RECIPES)
    try:
        recipes = _variants(path.stem, tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error
    chosen = [recipe for recipe in recipes if not variant or recipe.name == name]
    if not chosen:
        known = ", ".join(recipe.name for recipe in recipes)
        raise ValueError(f"{path} has no variant {variant!r}; there are: {known}")
    return chosen


def _with_seed(recipe: TrickRecipe, seed: int) -> TrickRecipe:
    """The recipe with another seed, starting from a network with that seed too."""
    return replace(
        recipe,
        name=f"{recipe.name}{SEED_MARK}{seed}",
        start=recipe.start and f"{recipe.start}{SEED_MARK}{seed}",
        training=replace(recipe.training, seed=seed),
    )


def read_trick_recipe(name: str) -> TrickRecipe:
    """The one recipe of that name; raises ValueError where it names several."""
    recipes = read_trick_recipes(name)
    if len(recipes) > 1:
        raise ValueError(f"{name} has variants, name one: {', '.join(r.name for r in recipes)}")
    return recipes[0]


def _variants(stem: str, table: dict[str, Any]) -> list[TrickRecipe]:
    if unknown := set(table) - set(_SHARED):
        raise ValueError(f"unknown tables: {', '.join(sorted(unknown))}")
    if absent := [name for name in ("note", "network", "variant") if name not in table]:
        raise ValueError(f"{absent[0]} is missing")
    shared = {name: _settings(table, name) for name in _TABLES}
    variants = _settings(table, "variant")
    note = str(table["note"])
    return [
        _recipe(f"{stem}/{name}", note, shared, _settings(variants, name, "variant."))
        for name in variants
    ]


def _settings(table: dict[str, Any], name: str, within: str = "") -> dict[str, Any]:
    """A table in a table, empty where it is absent; raises ValueError for what is none."""
    found = table.get(name, {})
    if not isinstance(found, dict):
        raise ValueError(f"{within}{name} is {found!r}; it must be a table")
    return found


def _of(kind: type[T], values: dict[str, Any]) -> T:
    """A table as settings; raises ValueError for an unknown name."""
    names = {item.name for item in fields(kind)}  # type: ignore[arg-type]
    if unknown := set(values) - names:
        raise ValueError(f"unknown settings: {', '.join(sorted(unknown))}")
    return kind(**values)


def _recipe(
    name: str, note: str, shared: dict[str, dict[str, Any]], own: dict[str, Any]
) -> TrickRecipe:
    if unknown := set(own) - {*_SHARED, "start"}:
        raise ValueError(f"unknown settings of {name}: {', '.join(sorted(unknown))}")
    within = f"variant.{name.rpartition('/')[2]}."
    both = {part: {**shared[part], **_settings(own, part, within)} for part in _TABLES}
    return TrickRecipe(
        name=name,
        note=str(own.get("note", note)),
        network=_of(NetworkConfig, both["network"]),
        deals=_of(Setup, with_tuples(both["deals"])),
        start=str(own.get("start", "")),
        training=TrickTraining.read(both["training"]),
    )
