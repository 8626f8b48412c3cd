"""The recipes of paper P1's arrangement and of what is compared with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bidding.training.bidder import recipe
from bidding.training.core.settings import check_switches

FOLDER = Path(__file__).parent
RECIPES = FOLDER / "recipes"


@dataclass(frozen=True)
class P1Recipe(recipe.Recipe):
    """A recipe that may predict from every seat."""

    every_seat: bool = False
    """Predict from all four seats at every step, the end included, each with the own hand (paper
    P1, section 3.1); else from the seat whose turn it is."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_switches(self)
        if self.every_seat and self.objective.sampling_threshold:
            threshold = self.objective.sampling_threshold
            raise ValueError(f"sampling_threshold is {threshold}; with every_seat it must be 0")


def read_recipe(name: str) -> P1Recipe:
    """Return the recipe of that name, NAME or NAME@SEED; raise ValueError if there is none."""
    return recipe.read_recipe_as(P1Recipe, name, RECIPES)
