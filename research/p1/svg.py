"""Line charts as small SVG pictures, written without a drawing library."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

Point = tuple[float, float]

_WIDTH, _HEIGHT = 340, 220  # of one panel, in pixels
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 28, 26, 38  # its margins
_LEGEND_LINE = 18
_TICKS = 5
# Colours that people with colour-blindness can tell apart (Okabe and Ito).
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")


@dataclass(frozen=True)
class Series:
    """One line: its name in the legend and its points; ``dashed`` tells families apart."""

    name: str
    points: tuple[Point, ...]
    dashed: bool = False


@dataclass(frozen=True)
class Panel:
    """One chart; y are shares, shown in per cent. ``log`` spreads x by its logarithm."""

    title: str
    x_label: str
    series: tuple[Series, ...]
    log: bool = False


def chart(title: str, panels: Sequence[Panel], columns: int = 2) -> str:
    """An SVG document of the panels in rows, and one legend: a name has one colour."""
    named = list(dict.fromkeys((line.name, line.dashed) for p in panels for line in p.series))
    styles = {name: _style(place, dashed) for place, (name, dashed) in enumerate(named)}
    rows = math.ceil(len(panels) / columns)
    top = rows * _HEIGHT
    width, height = columns * _WIDTH, top + _LEGEND_LINE * math.ceil(len(named) / columns) + 10
    body = [
        f'<g transform="translate({place % columns * _WIDTH} {place // columns * _HEIGHT})">'
        f"{_panel(panel, styles)}</g>"
        for place, panel in enumerate(panels)
    ]
    for place, (name, _) in enumerate(named):
        x = _LEFT + place % columns * _WIDTH
        y = top + 12 + place // columns * _LEGEND_LINE
        body.append(f'<path d="M{x} {y - 4}h28" fill="none" {styles[name]}/>')
        body.append(_text(x + 34, y, name))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="11">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            *body,
            "</svg>",
            "",
        ]
    )


def _style(place: int, dashed: bool) -> str:
    dash = ' stroke-dasharray="5 3"' if dashed else ""
    return f'stroke="{_COLOURS[place % len(_COLOURS)]}" stroke-width="1.6"{dash}'


def _panel(panel: Panel, styles: dict[str, str]) -> str:
    points = [point for line in panel.series for point in line.points]
    across = _Axis.over([x for x, _ in points], _LEFT, _WIDTH - _RIGHT, log=panel.log)
    up = _Axis.over([y for _, y in points], _HEIGHT - _BOTTOM, _TOP)
    parts = [_text((_LEFT + _WIDTH - _RIGHT) / 2, 16, panel.title, "middle")]
    for value in up.ticks():
        y = up.place(value)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>')
        parts.append(_text(_LEFT - 5, y + 4, f"{100 * value:g} %", "end"))
    for value in across.ticks():
        parts.append(_text(across.place(value), _HEIGHT - _BOTTOM + 15, f"{value:,g}", "middle"))
    parts.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 7, panel.x_label, "middle"))
    for line in panel.series:
        places = (f"{across.place(x):.1f} {up.place(y):.1f}" for x, y in line.points)
        parts.append(f'<path d="M{"L".join(places)}" fill="none" {styles[line.name]}/>')
    return "".join(parts)


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


@dataclass(frozen=True)
class _Axis:
    """Values low ... high laid out from one pixel to another."""

    low: float
    high: float
    first: float
    last: float
    log: bool

    @classmethod
    def over(cls, values: list[float], first: float, last: float, *, log: bool = False) -> _Axis:
        low, high = (min(values), max(values)) if values else (0.0, 1.0)
        room = 0.0 if log else 0.04 * (high - low) or 0.01
        return cls(low - room, high + room, first, last, log)

    def place(self, value: float) -> float:
        """Where a value lies, in pixels."""
        low, high, here = (math.log(v) if self.log else v for v in (self.low, self.high, value))
        return self.first + (here - low) / ((high - low) or 1) * (self.last - self.first)

    def ticks(self) -> list[float]:
        """Round values within the axis: 1, 2 or 5 times a power of ten apart."""
        if self.log:
            powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            marks = [round(m * 10.0**power, 9) for power in powers for m in (1, 2, 4)]
            return [mark for mark in marks if self.low <= mark <= self.high]
        rough = (self.high - self.low) / _TICKS
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(m * power for m in (1, 2, 5, 10) if m * power >= rough * (1 - 1e-9))
        first = math.ceil(self.low / step - 1e-9)
        count = math.floor(self.high / step + 1e-9) - first + 1
        return [round((first + n) * step, 9) for n in range(count)]
