"""The tables of the README on the comparator that P3 plans, from the kept findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from bidding.training.scoring.markdown import table
from bidding.tricks.estimator import SHARES
from research.tricks.comparison import COMPARATOR, ESTIMATORS, RELEASED_NAME
from research.tricks.kept_reports import NOT_RUN

_NAMES = {
    COMPARATOR: "the comparator",
    ESTIMATORS[0]: "D-104",
    ESTIMATORS[1]: "D-104 with one output",
    RELEASED_NAME: "the released estimator",
}


def comparison_tables(findings: Mapping[str, Any]) -> dict[str, Callable[[], str]]:
    """The tables by name, of the kept findings."""
    compared = findings.get("comparison", {})
    return {
        "p3-comparator": partial(comparator, compared),
        "p3-references": partial(references, compared),
    }


def comparator(found: Mapping[str, Any]) -> str:
    """Section 4: which of two deals has more tricks, by the difference in tricks."""
    if not found:
        return NOT_RUN
    pairs = found["pairs"]
    names = [name for name in _NAMES if name in pairs["all"]["told"]]
    rows = []
    for kind in [kind for kind in ("1", "2", "3", "4", "all") if kind in pairs]:
        label = {"4": "4 or more", "all": "**all**"}.get(kind, kind)
        ours = [interval(pairs[kind]["told"][name]) for name in names]
        gains = [interval(pairs[kind]["ahead"][name], sign="+") for name in names[1:]]
        rows.append((label, f"{pairs[kind]['results']:,}", *ours, *gains))
    others = [_NAMES[name] for name in names[1:]]
    header = ("tricks apart", "pairs", "comparator", *(f"two estimates of {one}" for one in others))
    ahead = (f"comparator ahead of {one}" for one in others)
    return table((*header, *ahead), rows)


def references(found: Mapping[str, Any]) -> str:
    """Section 4: tricks from comparisons with known deals."""
    if not found:
        return NOT_RUN
    asked = found["references"]
    titles = {**_NAMES, COMPARATOR: f"the comparator, with {asked['references']} known deals"}
    rows = [
        (titles[name], *(interval(asked["scores"][name][part]) for part in SHARES))
        for name in _NAMES
        if name in asked["scores"]
    ]
    return table(("", "off by at most 2", "1", "exact"), rows)


def interval(found: Sequence[float], sign: str = "") -> str:
    """A share from 0 to 1 and half its interval, in per cent."""
    share, half = found
    return f"{100 * share:{sign}.2f}±{100 * half:.2f}"
