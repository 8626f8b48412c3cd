"""Scores of many files side by side, a row for each file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bidding.training.scoring.markdown import NOT_MEASURED, cell, figure, interval, table
from research.released.sources import Figures
from research.released.targets import is_met, words_of

_SCORES = (
    ("calls", "decisions", "{:,}"),
    ("next call", "accuracy", "{:.1%}"),
    ("but passes", "accuracy_nonpass", "{:.1%}"),
    ("in the first three", "top3", "{:.1%}"),
    ("log loss", "nll", "{:.3f}"),
    ("illegal", "illegal", "{:.0e}"),
    ("HCP error", "hcp_mae", "{:.2f}"),
    ("length error", "length_mae", "{:.3f}"),
    ("card log loss", "card_log_loss", "{:.4f}"),
)
_KINDS = tuple(
    (f"{words}: {name}", f"{kind}.{{}}.{name}")
    for kind, words in (("bids", "bids"), ("non_bids", "non-bids"))
    for name in ("precision", "recall", "f1")
)
_ROUNDS = {"first": "first round", "later": "later"}
_OF_CALLS = (("accuracy", "{:.1%}"), ("accuracy_nonpass", "{:.1%}"), ("nll", "{:.3f}"))
_HANDS = (
    ("HCP", "hcp_mae", "{:.2f}"),
    ("lengths", "length_mae", "{:.3f}"),
    ("cards", "card_log_loss", "{:.4f}"),
)
_SEATS = {"lho": "LHO", "partner": "partner", "rho": "RHO"}
_ECES = (("ECE of the call", "ece"), ("ECE of cards", "card_ece"))
_COVERAGES = tuple(
    (f"{words} {level} %", f"{name}_coverage_{level}", f"{name}_claimed_{level}")
    for name, words in (("hcp", "HCP"), ("length", "lengths"))
    for level in (80, 95)
)
_AGREEMENT = (
    ("card log loss", "card_log_loss", "{:.4f}"),
    ("HCP log loss", "hcp_nll", "{:.4f}"),
    ("length log loss", "length_nll", "{:.4f}"),
    ("HCP error", "hcp_mae", "{:.3f}"),
    ("length error", "length_mae", "{:.4f}"),
    ("ECE of cards", "card_ece", "{:.4f}"),
    ("HCP 80 %", "hcp_coverage_80", "{:.1%}"),
    ("95 %", "hcp_coverage_95", "{:.1%}"),
    ("lengths 80 %", "length_coverage_80", "{:.1%}"),
    ("95 %", "length_coverage_95", "{:.1%}"),
)
_GAPS = {"hcp": "HCP", "lengths": "lengths", "owners": "owners of a card", "hands": "cards"}
_GAP = (("mean", "{:.0e}"), ("most", "{:.0e}"), ("beyond", "{:.4%}"))

Scores = Mapping[str, Figures]


def main_table(rows: Scores) -> str:
    """The main scores with half their 95 % intervals; aims that are missed are in bold."""
    lines = [
        [_marked(name, found, path, interval(found, path, form)) for _, path, form in _SCORES]
        for name, found in rows.items()
    ]
    return _by_file(rows, [words for words, _, _ in _SCORES], lines)


def kind_table(rows: Scores) -> str:
    """Precision, recall and F1 of bids and non-bids, "micro/macro"."""

    def both(found: Figures, path: str) -> str:
        return "/".join(interval(found, path.format(mean), "{:.1%}") for mean in ("micro", "macro"))

    lines = [[both(found, path) for _, path in _KINDS] for found in rows.values()]
    return _by_file(rows, [words for words, _ in _KINDS], lines)


def round_table(rows: Scores) -> str:
    """Calls by round, and by the caller's system where a file has several."""

    def of(found: Figures, kind: str) -> str:
        return "/".join(interval(found, f"{kind}.{path}", form) for path, form in _OF_CALLS)

    header = ["", *_ROUNDS.values(), "by the caller's system"]
    lines = []
    for name, found in rows.items():
        systems = found.get("by_system", {})
        several = [f"{system} {of(found, f'by_system.{system}')}" for system in systems]
        rounds = [of(found, f"by_round.{group}") for group in _ROUNDS]
        lines.append([words_of(name), *rounds, "; ".join(several) if len(several) > 1 else ""])
    return table(header, lines)


def hand_table(rows: Scores) -> str:
    """Hidden hands by seat; in parentheses, sharing the unseen cards evenly."""

    def beside(found: Figures, seat: str, path: str, form: str) -> str:
        even = found.get("baseline", {}).get("by_seat", {}).get(seat, {})
        return f"{interval(found, f'by_seat.{seat}.{path}', form)} ({cell(even, path, form)})"

    header = [f"{words}: {seat}" for words, _, _ in _HANDS for seat in _SEATS.values()]
    lines = [
        [beside(found, seat, path, form) for _, path, form in _HANDS for seat in _SEATS]
        for found in rows.values()
    ]
    return _by_file(rows, header, lines)


def coverage_table(rows: Scores) -> str:
    """Calibration, and in parentheses what intervals claim; aims that are missed are in bold."""
    header = [words for words, *_ in (*_ECES, *_COVERAGES)]
    lines = []
    for name, found in rows.items():
        cells = [_marked(name, found, path, interval(found, path, "{:.4f}")) for _, path in _ECES]
        for _, path, claimed in _COVERAGES:
            held = _marked(name, found, path, interval(found, path, "{:.1%}"))
            cells.append(f"{held} ({cell(found, claimed, '{:.1%}')})")
        lines.append(cells)
    return _by_file(rows, header, lines)


def consistency_table(rows: Scores) -> str:
    """Scores of hidden hands made consistent, each "agreed/what that changed"."""

    def changed(found: Figures, path: str, form: str) -> str:
        change = interval(found, f"change.{path}", form.replace("{:", "{:+z"))
        return f"{cell(found, f'agreed.{path}', form)}/{change}"

    measured = {name: found["agreement"] for name, found in rows.items() if "agreement" in found}
    lines = [
        [changed(found, path, form) for _, path, form in _AGREEMENT] for found in measured.values()
    ]
    return _by_file(measured, [words for words, _, _ in _AGREEMENT], lines)


def largest_gaps(rows: Mapping[str, Scores]) -> str:
    """The gaps between the parts of hidden hands, the largest over the files, of each view."""
    lines = []
    for view, scores in rows.items():
        measured = [found["agreement"] for found in scores.values() if "agreement" in found]
        for kind in ("alone", "agreed"):
            lines.append(
                [
                    f"{view}: {kind}",
                    *(_largest([f[kind] for f in measured], name) for name in _GAPS),
                ]
            )
    return table(["mean/most/share beyond 0.00001", *_GAPS.values()], lines)


def _largest(found: Sequence[Figures], name: str) -> str:
    cells = []
    for part, form in _GAP:
        values = [figure(figures, f"gaps.{name}.{part}") for figures in found]
        known = [value for value in values if value is not None]
        cells.append(form.format(max(known)) if known else NOT_MEASURED)
    return "/".join(cells)


def _marked(name: str, found: Figures, path: str, words: str) -> str:
    return words if is_met(name, found, path) else f"**{words}**"


def _by_file(rows: Scores, header: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    named = [[words_of(name), *line] for name, line in zip(rows, lines, strict=True)]
    return table(["", *header], named)
