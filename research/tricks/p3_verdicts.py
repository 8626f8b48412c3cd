"""What came of P3's trials as in the paper: the verdicts over ``p3_tables``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from bidding.training.scoring.markdown import table
from research.tricks.intervals import difference_text
from research.tricks.p3_tables import (
    DEEPER,
    NINE,
    ONE,
    SEARCH,
    WIDTHS,
    error,
    exact,
    exact_of,
    p3_tables,
)
from research.tricks.tables import NOT_RUN, Reports, read_reports

_CHOSEN = (104, 156)
_STACKS = (("f104", "f104-52"), ("f156", "f156-104"), ("d104", "d104-52"), ("d156", "d156-104"))
_KINDS = ("f104", "d104")
_COMPARABLE = 1.0  # points, where the paper has "comparable results"


def p3_trials(folder: Path) -> dict[str, Callable[[], str]]:
    """These verdicts and the tables that they rest on by name, of the reports kept in a folder."""
    reports = read_reports(folder)
    return {
        "p3-verdicts": partial(verdicts, reports),
        **p3_tables(reports),
    }


def verdicts(reports: Reports) -> str:
    """Each trial: what the paper says of it, what ours says, and whether it is the same."""
    rows = (
        ("search of the compression", "best in the middle: 156 and 104", *_search(reports)),
        ("deeper autoencoders", "the error rises much with a second layer", *_deeper(reports)),
        ("nine more inputs", "inefficient", *_nine(reports)),
        ("one output", "comparable with 14", *_one(reports)),
    )
    return table(("item", "the paper", "ours", "the same?"), rows)


def _said(same: bool) -> str:
    return "yes" if same else "**no**"


def _search(reports: Reports) -> tuple[str, str]:
    best = []
    for kind in "fd":
        found = {w: exact_of(reports, f"{SEARCH}/{kind}{w}")[:1] for w in WIDTHS}
        if not all(found.values()):
            return NOT_RUN, ""
        best.append(max(WIDTHS, key=lambda w: found[w]))
    ours = ", ".join(
        f"{kind}-{w} with {exact(reports[f'{SEARCH}/{kind.lower()}{w}'])}"
        for kind, w in zip("FD", best, strict=True)
    )
    return f"best {ours}", _said(set(best) <= set(_CHOSEN))


def _deeper(reports: Reports) -> tuple[str, str]:
    names = [(f"{SEARCH}/{one}-autoencoder", f"{DEEPER}/{two}-autoencoder") for one, two in _STACKS]
    if not all(name in reports for pair in names for name in pair):
        return NOT_RUN, ""
    both = [[reports[name] for name in pair] for pair in names]
    rises = all(one["validation_error"] < two["validation_error"] for one, two in both)
    texts = [
        f"{two.upper()} {' to '.join(map(error, pair))}"
        for (_, two), pair in zip(_STACKS, both, strict=True)
    ]
    return "; ".join(texts), _said(rises)


def _nine(reports: Reports) -> tuple[str, str]:
    shares = [[exact_of(reports, f"{part}/{n}")[:1] for part in (NINE, SEARCH)] for n in _KINDS]
    if not all(map(all, shares)):
        return NOT_RUN, ""
    texts = [
        f"{kind.upper()} {nine[0]:.2f} against {plain[0]:.2f}"
        for kind, (nine, plain) in zip(_KINDS, shares, strict=True)
    ]
    return ", ".join(texts), _said(all(nine < plain for nine, plain in shares))


def _one(reports: Reports) -> tuple[str, str]:
    shares = [[exact_of(reports, f"{part}/{n}") for part in (ONE, SEARCH)] for n in _KINDS]
    if not all(map(all, shares)):
        return NOT_RUN, ""
    texts = [
        f"{kind.upper()} {difference_text(*pair)} points"
        for kind, pair in zip(_KINDS, shares, strict=True)
    ]
    return ", ".join(texts), _said(all(abs(_ahead(*pair)) < _COMPARABLE for pair in shares))


def _ahead(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(one) / len(one) - sum(other) / len(other)
