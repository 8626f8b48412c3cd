"""The recipes of paper P1's arrangement and of what is compared with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import PlainValidator

from bidding.encoding.layout import N_SEATS
from bidding.training.bidder import recipe
from research.p1.network import P1Config

FOLDER = Path(__file__).parent
RECIPES = FOLDER / "recipes"


@dataclass(frozen=True)
class P1Recipe(recipe.Recipe):
    """A recipe for a network of either arrangement.

    In the paper's, seats are predicted from at every step, the end included, each with the own
    hand (section 3.1); otherwise the seat whose turn it is.
    """

    network: Annotated[P1Config, PlainValidator(P1Config.from_dict)]

    seats: int = N_SEATS
    """Number of seats of each auction to predict from, drawn anew in every pass; the paper's
    arrangement alone reads it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.seats not in range(1, N_SEATS + 1):
            raise ValueError(f"seats is {self.seats!r}; it must be 1 to {N_SEATS}")
        for name in (
            ("sampling_threshold", "extra_views", "blind_turns") if self.network.paper else ()
        ):
            if value := getattr(self.objective, name):
                raise ValueError(f"{name} is {value}; in the paper's arrangement it must be 0")


def read_recipe(name: str) -> P1Recipe:
    """Return the recipe of that name, NAME or NAME@SEED; raise ValueError if there is none."""
    return recipe.read_recipe_as(P1Recipe, name, RECIPES)
