"""P4's table: plain and resilient back-propagation, and whether ours come in the paper's order."""

from __future__ import annotations

from bidding.training.reporting import paper_tricks as paper
from bidding.training.reporting.markdown import table
from bidding.training.reporting.trick_cells import Reports, budget, epochs, found_in, improving

PLAIN, RESILIENT = "plain", "resilient"
_RECIPES = {label: recipe for label, recipe, *_ in paper.P4_TABLE}


def algorithms(reports: Reports) -> str:
    """P4, table 1."""
    rows = []
    for label, recipe, plain, resilient in paper.P4_TABLE:
        cells = [label]
        for kind, printed in ((PLAIN, plain), (RESILIENT, resilient)):
            report = reports.get(f"{recipe}/{kind}")
            cells += [f"{printed:.2f}", found_in(report, paper.SUITS), epochs(report)]
        rows.append(cells)
    header = ["network"]
    for kind in (PLAIN, RESILIENT):
        header += [f"paper, {kind}", f"ours, {kind}", "epochs"]
    return (
        "### P4, table 1: plain and resilient back-propagation\n\n"
        + table(header, rows)
        + "\n\nThe paper's per cent are of 208 deals at most and it does not say what counts "
        "as right; what can be compared is the order. Ours are spades, the same budget for both. "
        + _order(reports)
    ).rstrip()


def _order(reports: Reports) -> str:
    """What of P4's order holds with our figures, and why the rest does not."""
    exact = {
        (label, kind): reports[f"{recipe}/{kind}"]["test"]["suits"]["exact"]
        for label, recipe in _RECIPES.items()
        for kind in (PLAIN, RESILIENT)
        if f"{recipe}/{kind}" in reports
    }
    both = [label for label in _RECIPES if {(label, PLAIN), (label, RESILIENT)} <= set(exact)]
    if not both:
        return ""
    worse = [label for label in both if exact[label, RESILIENT] <= exact[label, PLAIN]]
    better = f"better for {len(both) - len(worse)} of {len(both)} encodings"
    order = f"Resilient back-propagation is {better}"
    reasons = [_why_plain(reports, label) for label in worse]
    if len(both) == 1:
        return " ".join([f"{order}.", *reasons])
    first = max(both, key=lambda label: exact[label, RESILIENT])
    papers, *_ = max(paper.P4_TABLE, key=lambda row: row[-1])
    if papers in both and first != papers:
        reasons.append(_why_first(reports, first, papers))
    order = f"{order}; the best encoding with it is {first}. (In the paper: 4 of 4, {papers}.)"
    return " ".join([order, *reasons])


def _why_plain(reports: Reports, label: str) -> str:
    """How far both algorithms got with an encoding that plain back-propagation is better for."""
    kinds = [f"{kind} {_best(reports, label, kind)}" for kind in (PLAIN, RESILIENT)]
    return f"With {label} {' and '.join(kinds)}."


def _why_first(reports: Reports, first: str, papers: str) -> str:
    """What sets our best encoding and the paper's apart."""
    ours, theirs = (reports[f"{_RECIPES[label]}/{RESILIENT}"] for label in (first, papers))
    tested = dict(zip(_RECIPES, paper.P4_TESTED, strict=True))
    needed = {encoding: printed for encoding, _, printed in paper.EPOCHS}
    return (
        f"{papers} {_best(reports, papers, RESILIENT)}, {first} {_best(reports, first, RESILIENT)}"
        f" (P2's networks needed {needed['52x4']} epochs with 52x4, {needed['52 and 104']} with 52 "
        f"and 104 inputs). {papers} has {theirs['connections']:,} connections to learn from "
        f"{theirs['training_examples']:,} examples of {theirs['training_deals']:,} deals, {first} "
        f"{ours['connections']:,}. And the paper's order is not of encodings alone: its section "
        f"VIII names {tested[papers]} deals for the test of {papers}, {tested[first]} for {first}."
    )


def _best(reports: Reports, label: str, kind: str) -> str:
    """When a network was best, and whether it could have gone on."""
    report = reports[f"{_RECIPES[label]}/{kind}"]
    place = f"was best at epoch {report['best_epoch']:,} of {budget(report):,}"
    return f"{place}, still improving" if improving(report) else place
