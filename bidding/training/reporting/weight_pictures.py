"""Pictures of weights as papers P2 (figures 2 to 5) and P3 (figure 2) draw them, as SVG.

A circle is a weight: its radius grows with the weight's size, white is positive, black negative.
Circles of one size are one path of points with round ends, which keeps the files small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

import numpy as np

_STEP = 11  # pixels from one circle to the next
_SIZES = 8
_LARGEST = 1.5
"""The weight from which on all circles are as large as they get, as in P2's figures."""

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
            x += grid.weights.shape[1] * _STEP + _GAP
        width = max(width, x)
        y += max(len(grid.weights) for grid in line) * _STEP + _TOP + _GAP
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
        f'<text x="-5" y="{row * _STEP + 3}" text-anchor="end">{row + 1}</text>'
        for row in range(rows)
    ]
    below = rows * _STEP + 4
    parts += [
        f'<text transform="translate({column * _STEP + 3} {below}) rotate(-90)" '
        f'text-anchor="end">{name}</text>'
        for column, name in enumerate(grid.columns)
    ]
    sizes = np.ceil(_SIZES * np.minimum(np.abs(grid.weights) / _LARGEST, 1)).astype(int)
    for size in range(1, _SIZES + 1):
        here = sizes == size
        parts.append(_dots(here, size, "#000"))
        parts.append(_dots(here & (grid.weights > 0), size, "#fff", within=1.2))
    return "".join(parts)


def _dots(places: np.ndarray, size: int, colour: str, within: float = 0.0) -> str:
    """Round points at these places (rows, columns)."""
    if not places.any():
        return ""
    points = "".join(f"M{x * _STEP} {y * _STEP}h0" for y, x in np.argwhere(places))
    diameter = (_STEP - 0.5) * (size / _SIZES) ** 0.5 - within
    return (
        f'<path d="{points}" stroke="{colour}" stroke-width="{diameter:.1f}" '
        'stroke-linecap="round"/>'
    )
