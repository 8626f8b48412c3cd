"""What came of P3's trials as in the paper: the verdicts over ``p3_tables``."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from bidding.training.scoring.markdown import NORMAL_95, table
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
from research.tricks.tables import NOT_RUN, Report, Reports, read_reports

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
    texts, decided, middle = [], [], []
    for kind in "fd":
        found = {w: reports.get(f"{SEARCH}/{kind}{w}") for w in WIDTHS}
        ran = {width: report for width, report in found.items() if report is not None}
        if len(ran) < len(found):
            return NOT_RUN, ""
        best = max(ran, key=lambda w: _share(ran[w]))
        chosen = max(_CHOSEN, key=lambda w: _share(ran[w]))
        texts.append(f"best {kind.upper()}-{best} with {exact(ran[best])}")
        if best != chosen:
            texts[-1] += f" (-{chosen}: {exact(ran[chosen])})"
        middle.append(best == chosen)
        decided.append(best == chosen or _differ(ran[best], ran[chosen]))
    return ", ".join(texts), _said(all(middle)) if all(decided) else "undecided"


def _share(report: Report) -> float:
    return float(report["test"]["suits"]["exact"])


def _differ(one: Report, other: Report) -> bool:
    """Return True if the difference is larger than its 95 % interval, the errors between deals
    taken as independent."""
    errors = [report["standard_error"]["suits"] for report in (one, other)]
    return abs(_share(one) - _share(other)) > NORMAL_95 * math.hypot(*errors)


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
