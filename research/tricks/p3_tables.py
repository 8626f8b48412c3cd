"""The tables of the README on paper P3, and on what it tried first, at a smaller budget.

The paper prints no figures of its trials: rows that its tables have too are printed beside ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bidding.training.scoring.markdown import NOT_MEASURED, table
from research.tricks.intervals import difference_text
from research.tricks.kept_reports import NOT_KEPT, NOT_RUN, Report, Reports, epochs, found_in
from research.tricks.paper_tables import NOTRUMP, SUITS, Pair
from research.tricks.recipe import OF_SEEDS
from research.tricks.score_tables import both

_TABLES_1_AND_2 = (
    ("F-104 free", "p3-f104", "", (99.07, 90.46, 43.66), (95.96, 82.15, 36.60)),
    ("F-104 frozen", "p3-f104", "-frozen", (98.45, 87.33, 39.75), (95.29, 80.12, 35.13)),
    ("F-156 free", "p3-f156", "", (99.63, 93.83, 47.93), (95.61, 82.04, 37.30)),
    ("F-156 frozen", "p3-f156", "-frozen", (92.41, 72.75, 29.06), (90.17, 70.47, 28.40)),
    ("D-104 free", "p3-d104", "", (99.72, 95.33, 51.28), (96.63, 86.18, 41.73)),
    ("D-104 frozen", "p3-d104", "-frozen", (86.40, 63.50, 23.93), (82.90, 59.73, 22.46)),
    ("D-156 free", "p3-d156", "", (99.69, 94.37, 48.97), (96.43, 84.45, 39.04)),
    ("D-156 frozen", "p3-d156", "-frozen", (95.07, 77.76, 32.19), (91.66, 72.51, 29.48)),
)
TABLES_1_AND_2 = tuple(
    Pair(label, (f"{name}/suits{how}", f"{name}/notrump{how}"), (suits, nt), (SUITS, NOTRUMP))
    for label, name, how, suits, nt in _TABLES_1_AND_2
)
"""Tables 1 and 2: suits, and notrump."""


@dataclass(frozen=True)
class Errors:
    """The errors that are printed for a network: with its first layer free, and frozen."""

    label: str
    recipe: str
    compression: tuple[float, float]
    fine_tuning: tuple[float, float]

    @property
    def recipes(self) -> tuple[str, str]:
        """Those of the classifiers, free and frozen."""
        return self.recipe, f"{self.recipe}-frozen"


ERRORS = (
    Errors("F-104, suits", "p3-f104/suits", (0.400, 0.24), (0.048, 0.050)),
    Errors("F-156, suits", "p3-f156/suits", (9.560, 9.599), (0.043, 0.056)),
    Errors("D-104, suits", "p3-d104/suits", (46.98, 45.90), (0.043, 0.059)),
    Errors("D-156, suits", "p3-d156/suits", (14.23, 13.21), (0.044, 0.054)),
    Errors("F-104, notrump", "p3-f104/notrump", (0.293, 0.325), (0.052, 0.053)),
    Errors("F-156, notrump", "p3-f156/notrump", (9.580, 9.597), (0.051, 0.057)),
    Errors("D-104, notrump", "p3-d104/notrump", (45.13, 44.56), (0.049, 0.060)),
    Errors("D-156, notrump", "p3-d156/notrump", (13.99, 14.49), (0.051, 0.056)),
)

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
PRINTED = {
    recipe: printed[-1]
    for pair in TABLES_1_AND_2
    for recipe, printed in zip(pair.recipes, pair.papers, strict=True)
}
"""The paper's per cent exact by recipe."""


def p3_tables(reports: Reports) -> dict[str, Callable[[], str]]:
    """The tables by name."""
    return {
        "p3-1": partial(both, TABLES_1_AND_2, ("suits", "notrump"), reports),
        "p3-errors": partial(errors, reports),
        "p3-compressions": partial(compressions, reports),
        "p3-deeper": partial(deeper, reports),
        "p3-nine-inputs": partial(nine_inputs, reports),
        "p3-orders": partial(orders, reports),
    }


def errors(reports: Reports) -> str:
    """The errors of the autoencoders, and of the classifiers with the first layer free|frozen."""
    rows = []
    for row in ERRORS:
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
    printed = {row.recipe: row.compression[0] for row in ERRORS}
    rows = []
    for kind in "fd":
        for width in _WIDTHS:
            name = f"{kind}{width}"
            theirs = (NOT_MEASURED, NOT_MEASURED)
            if (big := f"p3-{name}/suits") in printed:
                theirs = (f"{printed[big]:.2f}", f"{PRINTED[big]:.2f}")
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
    """Two networks with several initial weights each, and by how much one is ahead."""
    rows = []
    for label, *names in _ORDERS:
        shares = [of_seeds(reports, name) for name in names]
        big = [name.replace(f"{_LONGER}/", "p3-") + "/suits" for name in names]
        printed = [PRINTED[name] for name in big if name in PRINTED]
        theirs = f"{printed[0] - printed[1]:+.2f}" if len(printed) > 1 else NOT_MEASURED
        run = [epochs(report) for name in names for report in _with_seeds(reports, name)]
        ours = difference_text(*shares) if all(shares) else NOT_RUN
        cells = (ours, *map(_listed, shares), ", ".join(sorted(set(run))))
        rows.append((label, theirs, *cells))
    header = ("order", "paper", "ours", "exact, the first", "the other", "epochs")
    return table(header, rows)


def of_seeds(reports: Reports, recipe: str) -> list[float]:
    """Per cent exact with each seed that was run."""
    return [100 * one["test"]["suits"]["exact"] for one in _with_seeds(reports, recipe)]


def _with_seeds(reports: Reports, recipe: str) -> list[Report]:
    return [reports[recipe + seed] for seed in OF_SEEDS if recipe + seed in reports]


def _listed(shares: Sequence[float]) -> str:
    return ", ".join(f"{share:.2f}" for share in shares) or NOT_RUN


def _exact(report: Report | None) -> str:
    """Per cent exact on the test deals in suits."""
    return found_in(report, SUITS, ("exact",))


def _error(report: Report | None) -> str:
    """The compression error of an autoencoder, on the validation deals."""
    return NOT_RUN if report is None else f"{report['validation_error']:.2f}"
