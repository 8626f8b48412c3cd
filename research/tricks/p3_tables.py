"""The tables of the README on P3's errors, and on what it tried first, at a smaller budget.

The paper prints no figures of its trials: rows that its tables have too are printed beside ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bidding.training.scoring.markdown import NOT_MEASURED, table
from research.tricks import paper_tables as paper
from research.tricks.intervals import difference_text
from research.tricks.kept_reports import NOT_KEPT, NOT_RUN, Report, Reports, epochs, found_in
from research.tricks.recipe import OF_SEEDS

_SEARCH, _DEEPER = "p3s-compressions", "p3s-deeper"
_NINE, _ONE, _LONGER = "p3s-nine-inputs", "p3s-one-output", "p3s-orders"
_CODER = "-autoencoder"
_WIDTHS = (72, 88, 104, 156, 188)
_INPUTS = 208
_LAYERS = (
    ("F-104", f"{_SEARCH}/f104"),
    ("F-104, then 52", f"{_DEEPER}/f104-52"),
    ("F-156", f"{_SEARCH}/f156"),
    ("F-156, then 104", f"{_DEEPER}/f156-104"),
    ("F-156, then 104, both at once", f"{_DEEPER}/f156-104-whole"),
    ("F-156, then 104, then 52", f"{_DEEPER}/f156-104-52"),
    ("D-104", f"{_SEARCH}/d104"),
    ("D-104, then 52", f"{_DEEPER}/d104-52"),
    ("D-156", f"{_SEARCH}/d156"),
    ("D-156, then 104", f"{_DEEPER}/d156-104"),
)
_TELLING = (
    ("F-104, 208 inputs, cards exchanged", f"{_SEARCH}/f104"),
    ("F-104, 217 inputs", f"{_NINE}/f104"),
    ("D-104, 208 inputs, cards exchanged", f"{_SEARCH}/d104"),
    ("D-104, 217 inputs, nine of them kept apart", f"{_NINE}/d104"),
)
_ORDERS = (
    ("D-104 over F-104", f"{_LONGER}/d104", f"{_LONGER}/f104"),
    ("D-156 over F-156", f"{_LONGER}/d156", f"{_LONGER}/f156"),
    ("D-104 over D-156", f"{_LONGER}/d104", f"{_LONGER}/d156"),
    ("14 outputs over one, D-104", f"{_SEARCH}/d104", f"{_ONE}/d104"),
    ("14 outputs over one, F-104", f"{_SEARCH}/f104", f"{_ONE}/f104"),
)
_PRINTED = {pair.recipes[0]: pair.papers[0][-1] for pair in paper.P3_TABLES}


def p3_tables(reports: Reports) -> dict[str, Callable[[], str]]:
    """The tables by name."""
    return {
        "p3-errors": partial(errors, reports),
        "p3-compressions": partial(compressions, reports),
        "p3-deeper": partial(deeper, reports),
        "p3-nine-inputs": partial(nine_inputs, reports),
        "p3-orders": partial(orders, reports),
    }


def errors(reports: Reports) -> str:
    """P3's errors: of the autoencoders, and of the classifiers with the first layer free|frozen."""
    rows = []
    for row in paper.P3_ERRORS:
        coder = reports.get(row.recipe + _CODER)
        tuned = "\\|".join(f"{error:.3f}" for error in row.fine_tuning)
        ours = "\\|".join(_mean_square(reports.get(recipe)) for recipe in row.recipes)
        compressed = "\\|".join(f"{error:.2f}" for error in row.compression)
        rows.append((row.label, compressed, _error(coder), epochs(coder), tuned, ours))
    header = ("network", "compression: paper", "ours", "epochs", "fine-tuning: paper", "ours")
    return table(header, rows)


def _mean_square(report: Report | None) -> str:
    if report is None:
        return NOT_RUN
    return f"{report['mean_square']:.4f}" if "mean_square" in report else NOT_KEPT


def compressions(reports: Reports) -> str:
    """Section 2.2: the width of the first layer."""
    printed = {row.recipe: row.compression[0] for row in paper.P3_ERRORS}
    rows = []
    for kind in "fd":
        for width in _WIDTHS:
            name = f"{kind}{width}"
            theirs = (NOT_MEASURED, NOT_MEASURED)
            if (big := f"p3-{name}/suits") in printed:
                theirs = (f"{printed[big]:.2f}", f"{_PRINTED[big]:.2f}")
            report, coder = (reports.get(f"{_SEARCH}/{name}{part}") for part in ("", _CODER))
            rate = f"{_INPUTS / width:.2f}"
            cells = (*theirs, _error(coder), _exact(report), epochs(report), f"`{_SEARCH}/{name}`")
            rows.append((f"{kind.upper()}-{width}", rate, *cells))
    header = ("network", "compression", "paper: error", "exact", "ours: error", "exact", "epochs")
    return table((*header, "recipe"), rows)


def deeper(reports: Reports) -> str:
    """Section 2.2: more layers of an autoencoder."""
    rows = []
    for label, recipe in _LAYERS:
        report, coder = reports.get(recipe), reports.get(recipe + _CODER)
        rows.append(
            (label, _error(coder), epochs(coder), _exact(report), epochs(report), f"`{recipe}`")
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
        (label, _exact(reports.get(recipe)), epochs(reports.get(recipe)), f"`{recipe}`")
        for label, recipe in _TELLING
    ]
    return table(("network", "exact", "epochs", "recipe"), rows)


def orders(reports: Reports) -> str:
    """Two networks with several first weights each, and by how much one is ahead."""
    rows = []
    for label, *names in _ORDERS:
        shares = [_of_seeds(reports, name) for name in names]
        big = [name.replace(f"{_LONGER}/", "p3-") + "/suits" for name in names]
        printed = [_PRINTED[name] for name in big if name in _PRINTED]
        theirs = f"{printed[0] - printed[1]:+.2f}" if len(printed) > 1 else NOT_MEASURED
        run = [epochs(report) for name in names for report in _with_seeds(reports, name)]
        ours = difference_text(*shares) if all(shares) else NOT_RUN
        cells = (ours, *map(_listed, shares), ", ".join(sorted(set(run))))
        rows.append((label, theirs, *cells))
    header = ("order", "paper", "ours", "exact, the first", "the other", "epochs")
    return table(header, rows)


def _of_seeds(reports: Reports, recipe: str) -> list[float]:
    """Per cent exact with each seed that was run."""
    return [100 * one["test"]["suits"]["exact"] for one in _with_seeds(reports, recipe)]


def _with_seeds(reports: Reports, recipe: str) -> list[Report]:
    return [reports[recipe + seed] for seed in OF_SEEDS if recipe + seed in reports]


def _listed(shares: Sequence[float]) -> str:
    return ", ".join(f"{share:.2f}" for share in shares) or NOT_RUN


def _exact(report: Report | None) -> str:
    """Per cent exact on the test deals in suits."""
    return found_in(report, paper.SUITS, ("exact",))


def _error(report: Report | None) -> str:
    """The compression error of an autoencoder, on the validation deals."""
    return NOT_RUN if report is None else f"{report['validation_error']:.2f}"
