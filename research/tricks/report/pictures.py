"""Which of our networks' weights are drawn, and how: P2's figures 2 to 5 and P3's figure 2."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import numpy as np

from research.tricks.networks import TrickNetwork
from research.tricks.paper_systems import CONFIG, load_system
from research.tricks.report.weight_pictures import (
    Grid,
    cards_ace_to_two,
    cards_two_to_ace,
    weight_picture,
)

FIGURES = {
    "weights-notrump.svg": ("P2, figure 2: 52-25-1 at notrump", "p2-52-25-1/notrump"),
    "weights-suits.svg": ("P2, figure 3: 52-25-1 for all suits", "p2-52-25-1/suits"),
    "weights-spades.svg": ("P2, figure 4: 52-25-1 for spades", "p2-52-25-1/spades"),
}
HANDS_FIGURE = "weights-hands.svg"
HANDS = ("P2, figure 5: (52x4)-(26x4)-26-13-1, hand by hand", "p2-52x4-26/both")
P3_FIGURE = "weights-p3.svg"
P3 = ("P3, figure 2: D-104, West's cards", "p3-d104/suits-autoencoder", "p3-d104/suits")
_TITLE = re.compile(r"<title>(.*?)</title>")


def pictures(runs: Path) -> dict[str, str]:
    """The pictures of the networks that are trained, by the names of their files."""
    drawn = {}
    for name, (title, recipe) in FIGURES.items():
        if (network := _network(runs, recipe)) is not None:
            drawn[name] = _one_hidden_layer(title, network)
    title, recipe = HANDS
    if (network := _network(runs, recipe)) is not None:
        drawn[HANDS_FIGURE] = _hand_by_hand(title, network)
    before, after = (_network(runs, name) for name in P3[1:])
    if before is not None and after is not None:
        drawn[P3_FIGURE] = _before_and_after(P3[0], before, after)
    return drawn


def title_of(picture: str) -> str:
    """What a picture says that it shows; raises ValueError where it says nothing."""
    if (found := _TITLE.search(picture)) is None:
        raise ValueError("a picture has no title")
    return unescape(found[1])


def _network(runs: Path, recipe: str) -> TrickNetwork | None:
    return load_system(runs / recipe).network if (runs / recipe / CONFIG).is_file() else None


def _one_hidden_layer(title: str, network: TrickNetwork) -> str:
    """The weights to the output in a column of their own, then those from the cards."""
    first, last = (_weights(network, layer) for layer in (0, 1))
    grids = [Grid("out", last.T), Grid(title, first, cards_two_to_ace())]
    return weight_picture(title, [grids])


def _hand_by_hand(title: str, network: TrickNetwork) -> str:
    stacked = network.layers[0].get_parameter("parts.0.weight").detach().numpy()
    names = ("North", "East", "South", "West")
    hands = [
        Grid(name, weights.T, cards_two_to_ace())
        for name, weights in zip(names, stacked, strict=True)
    ]
    return weight_picture(title, [hands[:2], hands[2:]])


def _before_and_after(title: str, before: TrickNetwork, after: TrickNetwork) -> str:
    """The weights of one hand after stage 1 and after stage 2."""
    grids = []
    for name, network in (("after pretraining", before), ("after training", after)):
        weights = network.layers[0].get_parameter("parts.0.weight")[0].detach().numpy()
        grids.append(Grid(name, weights.T, cards_ace_to_two()))
    return weight_picture(title, [grids])


def _weights(network: TrickNetwork, layer: int) -> np.ndarray:
    """(outputs, inputs) of a fully connected layer."""
    return np.asarray(network.layers[layer].get_parameter("weight").detach().numpy())
