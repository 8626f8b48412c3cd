"""A recipe: everything one training run depends on, read from one TOML file."""

from __future__ import annotations

import math
import tomllib
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from bidding.domain.systems import System
from bidding.networks.config import BidderConfig

RECIPES = Path(__file__).resolve().parent / "recipes"
VALIDATION_SHARE = 1 / 256  # of the deals, where a recipe does not say
SEED_MARK = "@"
"""Between the name of a recipe and another seed than its own."""


T = TypeVar("T")


def check_numbers(
    settings: Any, above_zero: tuple[str, ...] = (), shares: tuple[str, ...] = ()
) -> None:
    """Refuse numbers that are none, negative, or out of range; raises ValueError naming one."""
    for item in fields(settings):
        value = getattr(settings, item.name)
        if item.type not in ("int", "float"):
            continue
        kinds = (int,) if item.type == "int" else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise ValueError(f"{item.name} is {value!r}; it must be of type {item.type}")
        low = "above 0" if item.name in above_zero else "at least 0"
        if not 0 <= value < math.inf or (item.name in above_zero and value == 0):
            raise ValueError(f"{item.name} is {value}; it must be {low}")
        if item.name in shares and value > 1:
            raise ValueError(f"{item.name} is {value}; it is a share, at most 1")


def check_switches(settings: Any) -> None:
    """Refuse what is neither true nor false where it must be; raises ValueError naming one."""
    for item in fields(settings):
        value = getattr(settings, item.name)
        if item.type == "bool" and not isinstance(value, bool):
            raise ValueError(f"{item.name} is {value!r}; it must be true or false")


@dataclass(frozen=True)
class Source:
    """Files of recorded auctions, read ``repeat`` times in one pass."""

    files: str
    """A file name or pattern, looked for in the data directory."""

    repeat: float = 1
    """How often each of its auctions is seen in a pass, on average: 0.5 draws other halves."""

    limit: int = 0
    """Only this many auctions of each file, from its start; 0 for all."""

    by_tables: bool = False
    """Whether an auction made at n tables is seen as often as √n made at one: ``repeat`` is then
    of one table. The files say at how many (``tables``), as those of ``prepare_auctions`` do."""

    def __post_init__(self) -> None:
        check_switches(self)
        if not isinstance(self.files, str) or not self.files or "/" in self.files:
            raise ValueError(f"files is {self.files!r}; it must be the name of files, or a pattern")
        check_numbers(self)


LOOKS = ("validations", "look_auctions", "score_every_seat")
"""The settings of an optimisation that change nothing that is learned."""


@dataclass(frozen=True)
class Optimisation:
    """How the weights are learned."""

    seed: int = 1
    passes: float = 1.0
    """How often the sources are gone through; a fraction stops early."""

    batch_decisions: int = 8192
    """Calls to predict in one step of the optimiser."""

    matrix_lr: float = 4e-3
    """Peak learning rate of the inner matrices (Muon)."""

    other_lr: float = 2e-3
    """Peak learning rate of embeddings, biases, norms and the heads (AdamW)."""

    weight_decay: float = 0.01
    warmup: float = 0.04
    """Share of the steps with rising rates, at the start."""

    decay: float = 1.0
    """Share of the steps with falling rates, at the end: linearly to zero."""

    clip: float = 1.0
    """The norm that gradients are clipped to."""

    validations: int = 4
    """How many times on the way the accuracy is looked at; it changes nothing that is learned."""

    look_auctions: int = 1000
    """At most so many of the auctions kept from training are looked at then."""

    score_every_seat: bool = False
    """Whether the scores at the end are taken at others' turns and when auctions are over too."""

    frozen: tuple[str, ...] = ()
    """The parts of the network, by the first words of their parameters' names, that are left as
    they are: ``state`` is the public state."""

    first_weights: float = 0.0
    """The share of the weights begun with in the mean that is released (after M. Wortsman et al.
    2022, "Robust fine-tuning of zero-shot models", section 3)."""

    def __post_init__(self) -> None:
        check_numbers(
            self,
            above_zero=("passes", "batch_decisions", "clip", "validations", "look_auctions"),
            shares=("warmup", "decay", "first_weights"),
        )
        check_switches(self)


@dataclass(frozen=True)
class Objective:
    """What is asked at training time, and how much each answer counts."""

    hcp: float = 0.1
    lengths: float = 0.1
    cards: float = 0.2
    """Weights of the hidden-hand losses; the call's is 1."""

    every_seat: bool = False
    """Whether all four players are asked at every step, the end included, each with the own hand
    (paper P1, section 3.1); else the one whose turn it is."""

    extra_views: float = 0.33
    """Views added at random moments and seats, as a share of the calls."""

    spectators: float = 0.5
    """The share of the extra views that see no hand."""

    hidden_turns: float = 0.06
    """Views added of those next to call without their hand, as a share of the calls."""

    answers: float = 1.0
    """How many times as often a moment is among the views added once a request for aces has been
    answered: what the answer shows is little of all there is to know, and is learned late."""

    forgotten_systems: float = 0.04
    """How often a side's system is replaced by unknown."""

    settled: float = 0.25
    """Calls missed with this chance or more are always learned from, others in proportion to
    it; 0: all calls are."""

    sampled: float = 0.05
    """The chance that a call is learned from however well it is known."""

    def __post_init__(self) -> None:
        shares = ("spectators", "hidden_turns", "forgotten_systems", "settled", "sampled")
        check_numbers(self, above_zero=("answers",), shares=shares)
        check_switches(self)
        if self.every_seat and self.settled:
            raise ValueError(f"settled is {self.settled}; with every_seat it must be 0")
        if self.settled and not self.sampled:
            raise ValueError("sampled is 0; without a chance to be drawn a call is never learned")


@dataclass(frozen=True)
class Recipe:
    """One experiment."""

    name: str
    note: str
    network: BidderConfig
    sources: tuple[Source, ...]
    start: str = ""
    """The recipe whose weights are the first ones, or ``weights`` for the released ones; without
    it they are random."""

    copied_systems: dict[str, str] = field(default_factory=dict)
    """Systems that begin as copies of others in these weights: ``{sayc = "standard"}``."""

    optimisation: Optimisation = field(default_factory=Optimisation)
    objective: Objective = field(default_factory=Objective)

    validation: float = VALIDATION_SHARE
    """The share of the deals that is kept from training, to choose and to calibrate by."""

    def __post_init__(self) -> None:
        check_numbers(self, above_zero=("validation",), shares=("validation",))
        if self.validation == 1:
            raise ValueError("validation is 1; no deal is left to train on")
        if self.optimisation.first_weights and not self.start:
            raise ValueError("first_weights is a share of a start's weights, and there is no start")
        if self.copied_systems and not self.start:
            raise ValueError("copied_systems are of a start's weights, and there is no start")
        for name in (*self.copied_systems, *self.copied_systems.values()):
            System(name)

    def to_dict(self) -> dict[str, Any]:
        """The recipe as plain values.

        ``validation``, ``by_tables``, ``copied_systems`` and ``frozen`` are among them only where
        they are not the usual ones: fingerprints and reports from before there was a choice stay
        true.
        """
        values = asdict(self)
        for source in values["sources"]:
            if not source["by_tables"]:
                del source["by_tables"]
        if self.validation == VALIDATION_SHARE:
            del values["validation"]
        if not self.copied_systems:
            del values["copied_systems"]
        if not self.optimisation.frozen:
            del values["optimisation"]["frozen"]
        return values


def read_recipe(name: str, folder: Path = RECIPES) -> Recipe:
    """The recipe of that name among those of a folder, the project's own, or of a TOML file's path.

    With ``@`` and a number after it, it has that seed instead of its own, and is called so.
    Raises ValueError naming the file and the setting at fault.
    """
    base, at, seed = name.rpartition(SEED_MARK)
    if at and not name.endswith(".toml"):
        if not seed.isdecimal():
            raise ValueError(f"recipe {name!r}: after {SEED_MARK} stands a seed, a whole number")
        return with_seed(read_recipe(base, folder), int(seed))
    path = Path(name) if name.endswith(".toml") else folder / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(recipe.stem for recipe in folder.glob("*.toml")))
        raise ValueError(f"there is no recipe {name!r}; there are: {known}, or name a .toml file")
    try:
        return _recipe(path.stem, tomllib.loads(path.read_text()))
    except (tomllib.TOMLDecodeError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def with_seed(recipe: Recipe, seed: int) -> Recipe:
    """The same recipe with another seed, named so that its run and report are kept apart."""
    optimisation = replace(recipe.optimisation, seed=seed)
    return replace(recipe, name=f"{recipe.name}{SEED_MARK}{seed}", optimisation=optimisation)


def _recipe(name: str, table: dict[str, Any]) -> Recipe:
    known = {field.name for field in fields(Recipe)} - {"name", "sources"} | {"source"}
    if unknown := set(table) - known:
        raise ValueError(f"unknown tables: {', '.join(sorted(unknown))}")
    if absent := [name for name in ("note", "network", "source") if name not in table]:
        raise ValueError(f"{absent[0]} is missing")
    if not isinstance(table["source"], list):
        raise ValueError("sources are written [[source]], with two brackets")
    return Recipe(
        name=name,
        note=str(table["note"]),
        start=str(table.get("start", "")),
        copied_systems=table.get("copied_systems", {}),
        validation=table.get("validation", VALIDATION_SHARE),
        network=BidderConfig.from_dict(table["network"]),
        sources=tuple(settings_of(Source, source) for source in table["source"]),
        optimisation=settings_of(Optimisation, table.get("optimisation", {})),
        objective=settings_of(Objective, table.get("objective", {})),
    )


def settings_of(kind: type[T], values: dict[str, Any]) -> T:
    """A table of a TOML file as the settings it names; raises ValueError for an unknown one."""
    names = {item.name for item in fields(kind)}  # type: ignore[arg-type]
    if unknown := set(values) - names:
        raise ValueError(f"unknown settings: {', '.join(sorted(unknown))}")
    return kind(**values)
