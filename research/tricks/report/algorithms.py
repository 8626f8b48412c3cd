"""P4's table: plain and resilient back-propagation, and whether ours come in the paper's order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from bidding.training.markdown import table
from research.tricks.report import paper_tables as paper
from research.tricks.report.cells import (
    Reports,
    budget,
    data,
    exact,
    found_in,
    improving,
)

PLAIN, RESILIENT = "plain", "resilient"
_KINDS = (PLAIN, RESILIENT)
_PRINTED = {
    kind: {label: printed[place] for label, _, *printed in paper.P4_TABLE}
    for place, kind in enumerate(_KINDS)
}
_DATA = ("deals", "examples", "epochs")
_RECIPES = {label: recipe for label, recipe, *_ in paper.P4_TABLE}


def algorithms(reports: Reports) -> str:
    """P4, table 1."""
    rows = []
    for label in _RECIPES:
        for kind in _KINDS:
            report = reports.get(_name(label, kind))
            ours = found_in(report, paper.SUITS)
            rate = f"{_rate(report):g}" if report is not None and kind == PLAIN else ""
            printed = f"{_PRINTED[kind][label]:.2f}"
            rows.append((label, kind, rate, printed, ours, *data(report)))
    header = ("network", "back-propagation", "learning rate", "paper", "ours", *_DATA)
    return (
        "### P4, table 1: plain and resilient back-propagation\n\n"
        + table(header, rows)
        + "\n\nThe paper's per cent are of 208 deals at most and it does not say what counts "
        "as right; what can be compared is the order. Ours are spades, the same budget for both. "
        + _compared(reports)
    ).rstrip()


def _name(label: str, kind: str) -> str:
    return f"{_RECIPES[label]}/{kind}"


def _rate(report: Mapping[str, Any]) -> float:
    return float(report["recipe"]["training"]["rate"])


def _compared(reports: Reports) -> str:
    """What of P4's order holds with our figures, and what is to be seen of the rest."""
    run = [label for label in _RECIPES if all(_name(label, kind) in reports for kind in _KINDS)]
    if not run:
        return ""
    shares = {
        kind: {label: exact(reports[_name(label, kind)], paper.SUITS) for label in run}
        for kind in _KINDS
    }
    worse = [label for label in run if shares[RESILIENT][label] <= shares[PLAIN][label]]
    better = f"{len(run) - len(worse)} of {len(run)} encodings (in the paper for 4 of 4)"
    plain = [_why_plain(reports, label) for label in worse]
    told = [" ".join([f"Resilient back-propagation is better for {better}.", *plain])]
    if len(run) > 1:
        told += [_order(shares[kind], kind) for kind in _KINDS]
        told += [" ".join(_reasons(reports, shares))]
    return "\n\n".join(told)


def _why_plain(reports: Reports, label: str) -> str:
    """How far both algorithms got with an encoding that plain back-propagation is better for."""
    kinds = [f"{kind} {_best(reports, label, kind)}" for kind in _KINDS]
    return f"With {label} {' and '.join(kinds)}."


def _order(ours: Mapping[str, float], kind: str) -> str:
    """The encodings from the worst to the best with one algorithm, and the paper's order."""
    found = sorted(ours, key=lambda label: ours[label])
    listed = ", ".join(f"{label} {ours[label]:.2f}" for label in found)
    papers = _papers_order(ours, kind)
    same = "as in the paper" if found == papers else f"in the paper {', '.join(papers)}"
    return f"With {kind} back-propagation, from the least exact to the most: {listed}; {same}."


def _papers_order(labels: Iterable[str], kind: str) -> list[str]:
    return sorted(labels, key=lambda label: _PRINTED[kind][label])


def _exchanged(ours: Mapping[str, float], kind: str) -> list[tuple[str, str]]:
    """The encodings of which the paper has the second as the better one, and we have not."""
    pairs = combinations(_papers_order(ours, kind), 2)
    return [(lower, higher) for lower, higher in pairs if ours[lower] >= ours[higher]]


def _reasons(reports: Reports, shares: Mapping[str, Mapping[str, float]]) -> list[str]:
    """What is to be seen of the networks that come in another order than the paper's."""
    told = []
    for kind in _KINDS:
        pairs = _exchanged(shares[kind], kind)
        labels = [label for label in _RECIPES if any(label in pair for pair in pairs)]
        told += [_seen(reports, label, kind) for label in labels]
        if kind == PLAIN and labels and (steps := _smaller_steps(reports, shares[kind])):
            told.append(steps)
    return [*told, _IN_THE_PAPERS.format(*_tested(), *_needed())] if told else []


def _seen(reports: Reports, label: str, kind: str) -> str:
    """How a network learned: when it was best, how large it is, what it knows of its own deals."""
    report = reports[_name(label, kind)]
    words = f"{label} ({kind}, {report['connections']:,} connections) {_best(reports, label, kind)}"
    if "learned" not in report:
        return f"{words}."
    own, new = exact(report, paper.LEARNED), exact(report, paper.SUITS)
    return f"{words}, and is exact in {own:.2f} % of what it learned from, {new:.2f} % of the test."


def _best(reports: Reports, label: str, kind: str) -> str:
    """When a network was best, and whether it could have gone on."""
    report = reports[_name(label, kind)]
    place = f"was best at epoch {report['best_epoch']:,} of {budget(report):,}"
    return f"{place}, still improving" if improving(report) else place


def _smaller_steps(reports: Reports, labels: Iterable[str]) -> str:
    """The encodings that plain back-propagation took smaller steps with; nothing if none."""
    rates = {label: _rate(reports[_name(label, PLAIN)]) for label in labels}
    largest = max(rates.values())
    smaller = [f"{label} ({rate:g})" for label, rate in rates.items() if rate < largest]
    if not smaller:
        return ""
    return (
        f"{' and '.join(smaller)} had a smaller learning rate than the others ({largest:g}), with "
        "which they go astray: in equally many epochs smaller steps may lead less far."
    )


def _tested() -> Sequence[str]:
    """The deals that each network was tested on, and the networks."""
    counts = ", ".join(map(str, paper.P4_TESTED[:-1]))
    return f"{counts} and {paper.P4_TESTED[-1]}", ", ".join(_RECIPES)


def _needed() -> Sequence[str]:
    needed = {encoding: printed for encoding, _, printed in paper.EPOCHS}
    return needed["26x4"], needed["52 and 104"], needed["52x4"]


_IN_THE_PAPERS = (
    "The paper's own order is not of encodings alone: its section VIII names {} deals for the "
    "tests of {}. P2's networks needed {} epochs with 26x4, {} with 52 and 104, {} with 52x4."
)
