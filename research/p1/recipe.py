"""The recipes of paper P1's arrangement and of what is compared with it."""

from __future__ import annotations

from pathlib import Path

from bidding.training.bidder import recipe

FOLDER = Path(__file__).parent
RECIPES = FOLDER / "recipes"


def read_recipe(name: str) -> recipe.Recipe:
    """Return the recipe of that name, NAME or NAME@SEED; raises ValueError where there is none."""
    return recipe.read_recipe(name, RECIPES)
