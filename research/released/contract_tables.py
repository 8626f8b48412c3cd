"""The figures of docs/contracts.md, from what the benchmarks and contests measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path

from bidding.training.scoring.markdown import NOT_MEASURED, table
from bidding.tricks.estimator import shares_text
from research.released.released import measured_with
from research.released.sources import Figures, read_figures

_VULNERABLE = ("none", "both")
_UNCONTESTED = {
    "20,000": ("-0.208", "-2.213", "-2.679", "-5.213", "-6.312"),
    "140,000": ("-0.163", "-2.120", "-2.558", "-5.312", "-6.136"),
    "200,000": ('"-40.174", read as -0.174', "-1.986", "-2.636", "-5.232", "-6.154"),
}
"""P1's table 3 as it is printed: by data size, IMPs of the paper's model and of the networks of its
reference 15 with 2, 3, 4 and 5 layers. One figure is a misprint: no deal costs more than 24."""

_SURE = 2  # standard errors that chance alone seldom makes
_FULL, _HALF, _DRAWN = "power 1.0, added 1", "power 0.5, added 1", "power 0.5, added 100"


def tables(measures: Path, released: Mapping[str, Figures]) -> dict[str, Callable[[], str]]:
    """The figures by name; those of other networks than the ``released`` say so."""

    def made(name: str) -> str:
        larger = measures.glob(f"{name}-[0-9]*.json")
        found = {
            **read_figures(measures / f"{name}.json", ("model",)),
            "larger": [read_figures(path, ("model",)) for path in sorted(larger)],
        }
        try:
            return _of(found, released) + _WRITERS[name](found)
        except KeyError as error:
            raise ValueError(f"{name}.json has no {error}; measure it again") from error

    return {name: partial(made, name) for name in _WRITERS}


def _of(found: Figures, released: Mapping[str, Figures]) -> str:
    """The networks that were measured, in a sentence."""
    measured = {"bidder": found["model"]}
    if "estimator" in found:
        measured["estimator"] = found["estimator"]
    return f"Measured with {measured_with(measured, released)}."


def _layouts(found: Figures) -> str:
    rows, truest = [], 0
    for name, file in found.items():
        if not isinstance(file, Mapping) or "ways" not in file:
            continue
        ways = file["ways"]
        least = min(ways[way]["ece"] for way in (_FULL, _HALF, _DRAWN))
        truest += ways["explanation"]["ece"] < least
        rows.append(
            (
                name,
                str(file["positions"]),
                *(f"{file['effective'][share]:.0f}" for share in ("0.5", "0.1")),
                f"{ways['explanation']['log_loss']:.4f}, ECE {ways['explanation']['ece']:.4f}",
                *(_gained(ways[way]) for way in (_FULL, _HALF, _DRAWN)),
            )
        )
    header = (
        "file",
        "positions",
        "effective layouts at full weight, median",
        "one position in ten has fewer than",
        "explanation",
        "full weight",
        "power ½",
        "power ½, as if with 100 layouts of the explanation",
    )
    calibrated = f"The explanation has the least ECE in {truest} of {len(rows)} files."
    return f"\n\n{table(header, rows)}\n\n{calibrated}"


def _gained(way: Figures) -> str:
    gained = f"{way['gain']:+.4f} ± {way['gain_error']:.4f}"
    return f"{way['log_loss']:.4f} ({gained}), ECE {way['ece']:.4f}"


def _contracts(found: Figures) -> str:
    tricks = [(kind, *shares_text(score).split(" | ")) for kind, score in found["tricks"].items()]
    makes = [
        (f"{row['contracts']:,}", f"{100 * row['said']:.1f}%", f"{100 * row['made']:.1f}%")
        for row in found["makes"]
    ]
    contracts = sum(row["contracts"] for row in found["makes"])
    return (
        f" Per cent of the results of {found['layouts']} layouts, drawn in "
        f"{found['positions']} positions, off by at most:\n\n"
        + table(("", "2", "1", "0 tricks"), tricks)
        + f"\n\nOf all {contracts:,} contracts, by the chance that the estimator gave them to "
        "make:\n\n"
        + table(("contracts", "said", "made"), makes)
        + "\n\nThe chance that a contract makes is off from the solver's yes or no by "
        f"{found['mean_off_one']:.3f} on average on one layout, and by "
        f"{found['mean_off_four']:.3f} on the mean of four; the bias is {found['bias']:+.4f}. "
        + _either_way(found["open"])
    )


def _either_way(found: Figures) -> str:
    """The contracts between the first and the last row, which the others would hide."""
    gap = found["made"] - found["said"]
    sure = abs(gap) > _SURE * found["error"]
    judged = ("too low" if gap > 0 else "too high") if sure else "which may be chance"
    return (
        f"Of the {found['contracts']:,} said to make with 10 to 90 %, {100 * found['said']:.1f} % "
        f"was said on average and {100 * found['made']:.1f} % made: {100 * gap:+.1f} points ± "
        f"{100 * found['error']:.1f} (standard error, by positions), {judged}."
    )


def _truth(found: Figures) -> str:
    rows = [
        (
            power,
            f"{row['log_loss']:.4f}",
            f"{row['gain']:+.4f} ± {row['gain_error']:.4f}",
            f"{row['brier']:.4f}",
            f"{row['ece']:.4f}",
        )
        for power, row in found["powers"].items()
    ]
    header = (
        "power",
        "log loss of the tricks, nats",
        "won on power 0",
        "Brier score of making",
        "calibration error of making",
    )
    return f" {found['positions']:,} positions:\n\n{table(header, rows)}"


def _kept_truth(found: Figures) -> str:
    """The same, and what power ½ wins by what is left at full weight."""
    header = ("effective layouts at full weight", "positions", "won by power ½ on power 0")
    left = found["left"]
    names = [f"{row['from']} to {after['from']}" for row, after in pairwise(left)]
    rows = [
        (name, str(row["positions"]), f"{row['gain']:+.4f} ± {row['gain_error']:.4f}")
        for name, row in zip([*names, f"{left[-1]['from']} and more"], left, strict=True)
    ]
    return f"{_truth(found)}\n\n{table(header, rows)}"


def _uncontested(found: Figures) -> str:
    rows = []
    for system, by_vulnerability in found["systems"].items():
        cells = [system]
        for vulnerable in _VULNERABLE:
            row = by_vulnerability[vulnerable]
            cells.append(_lost(row))
            cells.append(f"{100 * row['best_reached']:.1f}%")
        rows.append(cells)
    header = ("system", "none vulnerable", "best reached", "both vulnerable", "best reached")
    return (
        f" {found['deals']:,} deals:\n\n{table(header, rows)}\n\n"
        f"Table 3 of paper P1, whole, and the first row above:\n\n{_beside_the_paper(found)}"
    )


def _beside_the_paper(found: Figures) -> str:
    """The paper's figures by data size, and one system's here at that number of deals."""
    system, row = next(iter(found["systems"].items()))
    header = (
        "data size",
        "P1's model",
        *(f"its reference 15, {layers} layers" for layers in (2, 3, 4, 5)),
        f"here, {system}, none vulnerable",
        "both vulnerable",
    )
    ours = {f"{found['deals']:,}": row}
    ours |= {f"{one['deals']:,}": one["systems"][system] for one in found["larger"]}
    nothing = (NOT_MEASURED,)
    rows = [
        (
            size,
            *_UNCONTESTED.get(size, nothing * 5),
            *(_lost(ours[size][one]) if size in ours else NOT_MEASURED for one in _VULNERABLE),
        )
        for size in dict.fromkeys((*_UNCONTESTED, *ours))
    ]
    return table(header, rows)


def _lost(row: Figures) -> str:
    return f"{row['imps']:.3f} ± {row['standard_error']:.3f}"


# What follows the sentence that names the networks.
_WRITERS: dict[str, Callable[[Figures], str]] = {
    "layouts": _layouts,
    "contracts": _contracts,
    "truth": _truth,
    "truth-kept": _kept_truth,
    "uncontested": _uncontested,
}
