"""In what the recipe of paper P1's model differs from the paper, and why."""

from __future__ import annotations

from bidding.encoding.layout import N_HCP, N_HIDDEN, N_LENGTHS, N_SUITS, VOCABULARY
from bidding.training.markdown import table
from bidding.training.recipe import VALIDATION_SHARE, Recipe
from research.p1.recipe import read_recipe

RECIPE = "paper"

NOTE = (
    f"Of the recipe `{RECIPE}` as it is now, and of those that are named after it. Not in this "
    "table, since it changes nothing: the network keeps twelve inputs for systems, which are "
    "always 0, and one output a card for viewers without a hand, of whom there are none."
)


def apart_table() -> str:
    """What the paper states, what is done here, and why, a row each."""
    recipe = read_recipe(RECIPE)
    header = ("", "paper P1", f"`{RECIPE}`", "why")
    return table(header, (*_learning(recipe), *_network(recipe)))


def _learning(recipe: Recipe) -> tuple[tuple[str, ...], ...]:
    objective, passes = recipe.objective, recipe.optimisation.passes
    probe = read_recipe(f"{RECIPE}-probe").optimisation.passes
    return (
        (
            "auctions",
            "of Synrey's robot, in a natural system; 70 % to train, 20 % and 10 % kept",
            f"of another robot, which plays SAYC; one deal in {1 / VALIDATION_SHARE:.0f} is kept "
            "to choose by, and other files to score on",
            "Synrey's are not public",
        ),
        (
            "learning",
            "“up to 200,000 epochs”; optimiser and batches are not stated",
            f"{passes:g} pass over the auctions, {probe:g} in the probes, with Muon and AdamW",
            "processor time",
        ),
        (
            "weights of the losses",
            "not stated",
            f"next call 1, HCP {objective.hcp:g}, suit lengths {objective.lengths:g}, cards "
            f"{objective.cards:g}",
            "the defaults of this project's recipes",
        ),
        (
            "accuracy",
            "89 %; of whose turns, and whether with the end of auctions, is not stated",
            "of players' own turns; that of others' turns and of the end stand by themselves",
            "by the rule vector the end is certain once it is there: counting it would flatter",
        ),
    )


def _network(recipe: Recipe) -> tuple[tuple[str, ...], ...]:
    network = recipe.network
    return (
        (
            "recurrent layers",
            "three, of no stated kind or width",
            f"{network.state_layers} gated recurrent units (GRU), {network.state_width} wide",
            "not stated",
        ),
        (
            "heads",
            "multi-layer perceptrons of no stated size",
            f"one hidden layer of {network.readout_width} each",
            "not stated",
        ),
        (
            "HCP and suit lengths",
            "of the teammate: 38, and 4 x 13 (table 1)",
            f"of all three others: {N_HIDDEN} x {N_HCP}, and {N_HIDDEN} x {N_SUITS} x {N_LENGTHS}",
            "figure 10 shows an opponent's; from no card of a suit to 13 are 14 lengths",
        ),
        (
            "what the call head is told",
            "the heads' outputs (equation 3), or the probabilities made of them (equations 6, 7)",
            "the probabilities",
            "the paper writes both; these are what it calls the manually specified feature",
        ),
        (
            "outputs of the call head",
            "41 (table 1), or 38 (equation 7)",
            f"{VOCABULARY}",
            "table 2's auction ends in END",
        ),
        (
            "rule vector",
            "times the call head's outputs, before the softmax (equations 3, 7)",
            "illegal calls are left out of the softmax",
            "an output of 0 still has a chance; the text wants none",
        ),
        (
            "what the own hand rules out",
            "nothing is said",
            "own cards, and HCP and lengths that they leave no room for, have no chance",
            "they are known",
        ),
    )
