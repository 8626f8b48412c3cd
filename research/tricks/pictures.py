"""The weights of our networks as papers P2 (figures 2 to 5) and P3 (figure 2) draw them.

A circle is a weight: its radius is the weight's size, white is positive, black negative; a row is
a neuron of the first hidden layer. And the course of the error, as P4 draws it (figure 12).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from bidding.encoding.layout import N_CARDS, N_SUITS
from research.pictures import svg
from research.tricks.networks import TrickNetwork
from research.tricks.p4_tables import COURSES
from research.tricks.paper_systems import CONFIG, load_system

FIGURES = {
    "weights-notrump.svg": ("P2, figure 2: 52-25-1 at notrump", "p2-52-25-1/notrump"),
    "weights-suits.svg": ("P2, figure 3: 52-25-1 for all suits", "p2-52-25-1/suits"),
    "weights-spades.svg": ("P2, figure 4: 52-25-1 for spades", "p2-52-25-1/spades"),
}
HANDS_FIGURE = "weights-hands.svg"
HANDS = ("P2, figure 5: (52x4)-(26x4)-26-13-1, hand by hand", "p2-52x4-26/both")
P3_FIGURE = "weights-p3.svg"
WEIGHTS_P3 = Path(__file__).parent / P3_FIGURE
P3 = ("P3, figure 2: D-104, West's cards", "p3-d104/suits-autoencoder", "p3-d104/suits")
COURSE_FIGURE = "course-p4.svg"
_LARGEST = 1.5  # the weight from which on all circles are as large as they get, as in P2
_PITCH = 0.15  # inches from one circle to the next
_LEVELS = 8  # of sizes in the kept picture of P3's figure 2, the last one _LARGEST and above
_DOT, _CELL = 1.3, 11  # its units: the width of the smallest circle, and from one to the next
_TWO_TO_ACE = "23456789TJQKA"
_DRAWN = re.compile(r'<path d="([^"]*)" stroke="(#000|#fff)" stroke-width="([\d.]+)"')


@dataclass(frozen=True)
class Grid:
    """Weights (rows, columns): a row for each neuron; the columns' names stand below."""

    title: str
    weights: np.ndarray
    columns: Sequence[str] = ()


def pictures(runs: Path) -> dict[str, str]:
    """The pictures of the networks that are trained, by the names of their files."""
    drawn = {}
    for name, (title, recipe) in FIGURES.items():
        if (network := _network(runs, recipe)) is not None:
            first, last = (_weights(network, layer) for layer in (0, 1))
            drawn[name] = draw(
                title, [Grid("out", last.T), Grid(title, first, _cards(_TWO_TO_ACE))]
            )
    title, recipe = HANDS
    if (network := _network(runs, recipe)) is not None:
        hands = zip(("North", "East", "South", "West"), _of_hands(network), strict=True)
        grids = [Grid(name, weights.T, _cards(_TWO_TO_ACE)) for name, weights in hands]
        drawn[HANDS_FIGURE] = draw(title, grids)
    before, after = (_network(runs, name) for name in P3[1:])
    if before is not None and after is not None:
        stages = (("after pretraining", before), ("after training", after))
        cards = _cards(_TWO_TO_ACE[::-1])
        drawn[P3_FIGURE] = draw(P3[0], [Grid(n, _of_hands(one)[0].T, cards) for n, one in stages])
    return drawn


def p3_weights(runs: Path) -> list[np.ndarray]:
    """West's weights (neurons, 52) in P3's figure 2, before and after; empty until trained."""
    networks = [_network(runs, name) for name in P3[1:]]
    return [_two_to_ace(_of_hands(one)[0].T) for one in networks if one is not None]


def drawn_weights(picture: str) -> list[np.ndarray]:
    """The same from the kept picture, whose networks are not: in eight sizes, up to 1.5.

    Raises ValueError for another picture.
    """
    found = []
    for grid in re.findall(r"<g transform=[^>]*>(.*?)</g>", picture, re.DOTALL):
        weights = np.zeros((grid.count('text-anchor="end"') - N_CARDS, N_CARDS))
        for path, colour, width in _DRAWN.findall(grid):
            column, row = (np.array(re.findall(r"M(\d+) (\d+)", path), int) // _CELL).T
            if colour == "#000":
                weights[row, column] = -round(float(width) / _DOT) * _LARGEST / _LEVELS
            else:  # drawn on a black one
                weights[row, column] *= -1
        found.append(_two_to_ace(weights))
    if len(found) != len(P3[1:]):
        raise ValueError(f"no weights can be read in {P3_FIGURE}")
    return found


def _two_to_ace(weights: np.ndarray) -> np.ndarray:
    """(neurons, 52) with each suit turned round."""
    return weights.reshape(len(weights), N_SUITS, -1)[..., ::-1].reshape(weights.shape)


def course_pictures(reports: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """P4, figure 12, by its file: the mean squared error of two networks, epoch by epoch.

    Without the networks whose reports are of before courses were kept.
    """
    kept = [
        (label, reports[name]["course"]) for label, name in COURSES if _has_course(reports, name)
    ]
    if not kept:
        return {}
    rows = -(-len(kept) // 2)
    figure = Figure(figsize=(8, 3.2 * rows), layout="constrained")
    axes = figure.subplots(rows, 2, squeeze=False).ravel()
    for axis, (label, course) in zip(axes, kept, strict=False):
        for name, line in (("training_error", "-"), ("validation_error", "--")):
            words = name.replace("_error", " deals")
            axis.plot(course["epoch"], course[name], line, color="black", linewidth=1, label=words)
        axis.set(title=label, xlabel="epoch", ylabel="mean squared error", yscale="log")
    for axis in axes[len(kept) :]:
        axis.remove()
    axes[0].legend()
    return {COURSE_FIGURE: svg(figure, "P4, figure 12: the error of 52x4-25-1 and 104-25-1")}


def _has_course(reports: Mapping[str, Mapping[str, Any]], name: str) -> bool:
    return "course" in reports.get(name, {})


def draw(title: str, grids: Sequence[Grid]) -> str:
    """The grids side by side as an SVG document."""
    widths = [grid.weights.shape[1] for grid in grids]
    rows = max(len(grid.weights) for grid in grids)
    size = ((sum(widths) + 4 * len(grids)) * _PITCH, (rows + 6) * _PITCH)
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots(1, len(grids), width_ratios=widths, squeeze=False)[0]
    for axis, grid in zip(axes, grids, strict=True):
        y, x = np.indices(grid.weights.shape)
        radius = np.minimum(np.abs(grid.weights) / _LARGEST, 1) * _PITCH * 36
        colours = np.where(grid.weights > 0, "white", "black").ravel()
        sizes = (2 * radius**2).ravel()
        axis.scatter(x, y, sizes, colours, edgecolors="black", linewidths=0.4, rasterized=True)
        axis.set(facecolor="lightgrey", aspect="equal")
        axis.set_xlim(-0.5, grid.weights.shape[1] - 0.5)
        axis.set_ylim(len(grid.weights) - 0.5, -0.5)
        axis.set_yticks(range(len(grid.weights)), range(1, len(grid.weights) + 1), fontsize=6)
        axis.set_xticks(range(len(grid.columns)), grid.columns, rotation=90, fontsize=6)
        axis.set_title(grid.title, fontsize=8, loc="left")
    return svg(figure, title)


def _cards(ranks: str) -> list[str]:
    return [suit + rank for suit in "♠♥♦♣" for rank in ranks]


def _network(runs: Path, recipe: str) -> TrickNetwork | None:
    return load_system(runs / recipe).network if (runs / recipe / CONFIG).is_file() else None


def _of_hands(network: TrickNetwork) -> np.ndarray:
    """(hand, inputs, outputs) of a first layer that sees the hands apart."""
    return np.asarray(network.layers[0].get_parameter("parts.0.weight").detach().numpy())


def _weights(network: TrickNetwork, layer: int) -> np.ndarray:
    """(outputs, inputs) of a fully connected layer."""
    return np.asarray(network.layers[layer].get_parameter("weight").detach().numpy())
