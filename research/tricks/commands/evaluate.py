"""Score a trained network of the papers on solved deals."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bidding.management.commands import evaluate_estimator
from bidding.tricks.estimator import TrickScore
from bidding.tricks.solved import SolvedDeals
from research.tricks.paper_systems import CONFIG, load_system
from research.tricks.recipe import read_trick_recipe


class Command(evaluate_estimator.Command):
    help = (
        "Score a network that `train` trained on solved deals: off by at most 2 | 1 | 0 tricks, "
        "over all declarers, apart for suits and notrump. Without --recipe the released estimator."
    )
    recipe_help = "NAME/VARIANT"

    def scores(
        self, deals: SolvedDeals, recipe: str | None, runs: Path
    ) -> Mapping[str, TrickScore]:
        """The scores by kind of contract, as far as the network answers it."""
        if recipe is None:
            return super().scores(deals, recipe, runs)
        _check_variant(recipe, runs / recipe)
        return load_system(runs / recipe).score(deals.owners, deals.tricks)


def _check_variant(recipe: str, folder: Path) -> None:
    """Raises ValueError for a name that stands for several networks, and names these."""
    if "/" in recipe:
        return
    trained = ", ".join(
        f"{recipe}/{path.parent.name}" for path in sorted(folder.glob(f"*/{CONFIG}"))
    )
    if trained:
        raise ValueError(f"{recipe} has variants, name one; trained are: {trained}")
    read_trick_recipe(recipe)
