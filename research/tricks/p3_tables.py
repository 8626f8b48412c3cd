"""The tables of the README on what P3 tried first, at a smaller budget.

The paper prints no figures of these: rows that its tables have too are printed beside ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bidding.training.scoring.markdown import NOT_MEASURED, table
from research.tricks import paper_tables as paper
from research.tricks.few_deals import OF_SEEDS
from research.tricks.intervals import difference_text, half_width_text
from research.tricks.tables import (
    NOT_RUN,
    Report,
    Reports,
    epochs,
)

SEARCH, DEEPER = "p3s-compressions", "p3s-deeper"
NINE, ONE, LONGER = "p3s-nine-inputs", "p3s-one-output", "p3s-orders"
_CODER = "-autoencoder"
WIDTHS = (72, 88, 104, 156, 188)
_INPUTS = 208
_LAYERS = (
    ("F-104", f"{SEARCH}/f104"),
    ("F-104, then 52", f"{DEEPER}/f104-52"),
    ("F-156", f"{SEARCH}/f156"),
    ("F-156, then 104", f"{DEEPER}/f156-104"),
    ("F-156, then 104, both at once", f"{DEEPER}/f156-104-whole"),
    ("F-156, then 104, then 52", f"{DEEPER}/f156-104-52"),
    ("D-104", f"{SEARCH}/d104"),
    ("D-104, then 52", f"{DEEPER}/d104-52"),
    ("D-156", f"{SEARCH}/d156"),
    ("D-156, then 104", f"{DEEPER}/d156-104"),
)
_TELLING = (
    ("F-104, 208 inputs, cards exchanged", f"{SEARCH}/f104"),
    ("F-104, 217 inputs", f"{NINE}/f104"),
    ("D-104, 208 inputs, cards exchanged", f"{SEARCH}/d104"),
    ("D-104, 217 inputs, nine of them kept apart", f"{NINE}/d104"),
)
_ORDERS = (
    ("D-104 over F-104", f"{LONGER}/d104", f"{LONGER}/f104"),
    ("D-156 over F-156", f"{LONGER}/d156", f"{LONGER}/f156"),
    ("D-104 over D-156", f"{LONGER}/d104", f"{LONGER}/d156"),
    ("14 outputs over one, D-104", f"{SEARCH}/d104", f"{ONE}/d104"),
    ("14 outputs over one, F-104", f"{SEARCH}/f104", f"{ONE}/f104"),
)
_PRINTED = {pair.recipes[0]: pair.papers[0][-1] for pair in paper.P3_TABLES}


def p3_tables(reports: Reports) -> dict[str, Callable[[], str]]:
    """The tables by name."""
    return {
        "p3-compressions": partial(compressions, reports),
        "p3-deeper": partial(deeper, reports),
        "p3-nine-inputs": partial(nine_inputs, reports),
        "p3-orders": partial(orders, reports),
    }


def compressions(reports: Reports) -> str:
    """Section 2.2: the width of the first layer."""
    printed = {row.recipe: row.compression[0] for row in paper.P3_ERRORS}
    rows = []
    for kind in "fd":
        for width in WIDTHS:
            name = f"{kind}{width}"
            theirs = (NOT_MEASURED, NOT_MEASURED)
            if (big := f"p3-{name}/suits") in printed:
                theirs = (f"{printed[big]:.2f}", f"{_PRINTED[big]:.2f}")
            report, coder = (reports.get(f"{SEARCH}/{name}{part}") for part in ("", _CODER))
            rate = f"{_INPUTS / width:.2f}"
            cells = (*theirs, error(coder), exact(report), epochs(report), f"`{SEARCH}/{name}`")
            rows.append((f"{kind.upper()}-{width}", rate, *cells))
    header = ("network", "compression", "paper: error", "exact", "ours: error", "exact", "epochs")
    return table((*header, "recipe"), rows)


def deeper(reports: Reports) -> str:
    """Section 2.2: more layers of an autoencoder."""
    rows = []
    for label, recipe in _LAYERS:
        report, coder = reports.get(recipe), reports.get(recipe + _CODER)
        rows.append(
            (label, error(coder), epochs(coder), exact(report), epochs(report), f"`{recipe}`")
        )
    header = (
        "layers of the autoencoder",
        "error",
        "epochs",
        "fine-tuned, exact",
        "epochs",
        "recipe",
    )
    return table(header, rows)


def nine_inputs(reports: Reports) -> str:
    """Section 2.1: trumps and leader told by inputs."""
    rows = [
        (label, exact(reports.get(recipe)), epochs(reports.get(recipe)), f"`{recipe}`")
        for label, recipe in _TELLING
    ]
    return table(("network", "exact", "epochs", "recipe"), rows)


def orders(reports: Reports) -> str:
    """Two networks with several first weights each, and by how much one is ahead."""
    rows = []
    for label, *names in _ORDERS:
        shares = [exact_of(reports, name) for name in names]
        big = [name.replace(f"{LONGER}/", "p3-") + "/suits" for name in names]
        printed = [_PRINTED[name] for name in big if name in _PRINTED]
        theirs = f"{printed[0] - printed[1]:+.2f}" if len(printed) > 1 else NOT_MEASURED
        run = [epochs(report) for name in names for report in _with_seeds(reports, name)]
        ours = difference_text(*shares) if all(shares) else NOT_RUN
        cells = (ours, *map(_listed, shares), ", ".join(sorted(set(run))))
        rows.append((label, theirs, *cells))
    header = ("order", "paper", "ours", "exact, the first", "the other", "epochs")
    return table(header, rows)


def exact_of(reports: Reports, recipe: str) -> list[float]:
    """Per cent exact for each first weights that there are."""
    return [100 * one["test"]["suits"]["exact"] for one in _with_seeds(reports, recipe)]


def _with_seeds(reports: Reports, recipe: str) -> list[Report]:
    return [reports[recipe + seed] for seed in OF_SEEDS if recipe + seed in reports]


def _listed(shares: Sequence[float]) -> str:
    return ", ".join(f"{share:.2f}" for share in shares) or NOT_RUN


def exact(report: Report | None) -> str:
    """Per cent exact on the test deals in suits, with its 95 % interval over deals."""
    if report is None:
        return NOT_RUN
    half = half_width_text(report["standard_error"]["suits"])
    return f"{100 * report['test']['suits']['exact']:.2f}{half}"


def error(report: Report | None) -> str:
    """The compression error of an autoencoder, on the validation deals."""
    return NOT_RUN if report is None else f"{report['validation_error']:.2f}"
