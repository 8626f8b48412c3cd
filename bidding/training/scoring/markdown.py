"""Tables and figures in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

NOT_MEASURED = "–"
NORMAL_95 = 1.96
"""Standard errors in half a 95 % interval of a normal distribution."""


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    return "\n".join([_row(header), "|" + "---|" * len(header), *map(_row, rows)])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def figure(figures: Mapping[str, Any], path: str) -> Any | None:
    """Return the figure at a path like ``bids.micro.recall``, or None."""
    found: Any = figures
    for name in path.split("."):
        if not isinstance(found, Mapping) or name not in found:
            return None
        found = found[name]
    return found


def cell(figures: Mapping[str, Any], path: str, form: str) -> str:
    """Return the figure at a path in that form, or NOT_MEASURED."""
    found = figure(figures, path)
    return NOT_MEASURED if found is None else form.format(found)


def interval(figures: Mapping[str, Any], path: str, form: str) -> str:
    """Return the figure and half its 95 % interval, as in "96.7±0.2%".

    The standard error stands under ``errors``; without one, or where nothing varies, return the
    figure alone.
    """
    value, error = cell(figures, path, form), figures.get("errors", {}).get(path)
    if not error:
        return value
    half = form.replace("+", "").format(NORMAL_95 * error)
    return f"{value.removesuffix('%')}±{half}"
