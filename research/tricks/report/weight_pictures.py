"""Pictures of weights as papers P2 (figures 2 to 5) and P3 (figure 2) draw them, as SVG.

A circle is a weight: its radius is the weight's size, in eight steps, white is positive, black
negative. Circles of one size are one path of points with round ends, which keeps the files small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

import numpy as np

_PITCH = 11  # pixels from one circle to the next
STEPS = 8
"""Of how many sizes circles are."""

LARGEST = 1.5
"""The weight from which on all circles are as large as they get, as in P2's figures."""

_WHITE = 0.8  # of a positive weight's circle; the rest is its rim
_TOP, _LEFT, _GAP = 34, 24, 26
_TWO_TO_ACE = "23456789TJQKA"


@dataclass(frozen=True)
class Grid:
    """Weights (rows, columns): a row for each neuron; the columns' names stand below."""

    title: str
    weights: np.ndarray
    columns: Sequence[str] = ()


def cards_two_to_ace() -> list[str]:
    """The names of 52 columns in P2's order."""
    return [suit + rank for suit in "♠♥♦♣" for rank in _TWO_TO_ACE]


def cards_ace_to_two() -> list[str]:
    """The names of 52 columns in P3's order."""
    return [suit + rank for suit in "♠♥♦♣" for rank in reversed(_TWO_TO_ACE)]


def weight_picture(title: str, lines: Sequence[Sequence[Grid]]) -> str:
    """An SVG document with the grids of each line side by side."""
    body, y, width = [], _TOP, 0
    for line in lines:
        x = _LEFT
        for grid in line:
            body.append(f'<g transform="translate({x} {y})">{_grid(grid)}</g>')
            x += grid.weights.shape[1] * _PITCH + _GAP
        width = max(width, x)
        y += max(len(grid.weights) for grid in line) * _PITCH + _TOP + _GAP
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" '
            f'viewBox="0 0 {width} {y}" role="img" font-family="sans-serif" font-size="9">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{y}" fill="#ddd"/>',
            *body,
            "</svg>",
            "",
        ]
    )


def _grid(grid: Grid) -> str:
    rows = len(grid.weights)
    parts = [f'<text y="-12" font-size="11">{escape(grid.title)}</text>']
    parts += [
        f'<text x="-5" y="{row * _PITCH + 3}" text-anchor="end">{row + 1}</text>'
        for row in range(rows)
    ]
    below = rows * _PITCH + 4
    parts += [
        f'<text transform="translate({column * _PITCH + 3} {below}) rotate(-90)" '
        f'text-anchor="end">{name}</text>'
        for column, name in enumerate(grid.columns)
    ]
    sizes = np.ceil(STEPS * np.minimum(np.abs(grid.weights) / LARGEST, 1)).astype(int)
    for size in range(1, STEPS + 1):
        here = sizes == size
        parts.append(_dots(here, size, "#000"))
        parts.append(_dots(here & (grid.weights > 0), size, "#fff", share=_WHITE))
    return "".join(parts)


def _dots(places: np.ndarray, size: int, colour: str, share: float = 1.0) -> str:
    """Round points at these places (rows, columns), of a share of their diameter."""
    if not places.any():
        return ""
    points = "".join(f"M{x * _PITCH} {y * _PITCH}h0" for y, x in np.argwhere(places))
    diameter = (_PITCH - 0.5) * size / STEPS * share
    return (
        f'<path d="{points}" stroke="{colour}" stroke-width="{diameter:.1f}" '
        'stroke-linecap="round"/>'
    )
