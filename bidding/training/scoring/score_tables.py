"""Markdown tables of scores, a row for each file or recipe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidding.training.scoring.markdown import cell, interval, table
from bidding.training.scoring.standard_errors import under

Figures = Mapping[str, Any]
_Columns = tuple[tuple[str, str, str], ...]

_SCORES: _Columns = (
    ("calls", "decisions", "{:,}"),
    ("next call", "accuracy", "{:.1%}"),
    ("but passes", "accuracy_nonpass", "{:.1%}"),
    ("in the first three", "top3", "{:.1%}"),
    ("log loss", "nll", "{:.3f}"),
    ("ECE", "ece", "{:.4f}"),
    ("illegal", "illegal", "{:.0e}"),
    ("HCP error", "hcp_mae", "{:.2f}"),
    ("length error", "length_mae", "{:.3f}"),
    ("card log loss", "card_log_loss", "{:.4f}"),
)
_CALIBRATION: _Columns = (
    ("ECE of the call", "ece", "{:.4f}"),
    ("ECE of card chances", "card_ece", "{:.4f}"),
    ("HCP: 80 % holds", "hcp_coverage_80", "{:.1%}"),
    ("claims", "hcp_claimed_80", "{:.1%}"),
    ("95 % holds", "hcp_coverage_95", "{:.1%}"),
    ("claims", "hcp_claimed_95", "{:.1%}"),
    ("lengths: 80 % holds", "length_coverage_80", "{:.1%}"),
    ("claims", "length_claimed_80", "{:.1%}"),
    ("95 % holds", "length_coverage_95", "{:.1%}"),
    ("claims", "length_claimed_95", "{:.1%}"),
)
_KINDS: _Columns = tuple(
    (f"{words}: {name}", f"{kind}.{{}}.{name}", "{:.1%}")
    for kind, words in (("bids", "bids"), ("non_bids", "non-bids"))
    for name in ("precision", "recall", "f1")
)
_AGREEMENT: _Columns = (
    ("card log loss", "card_log_loss", "{:.4f}"),
    ("HCP log loss", "hcp_nll", "{:.4f}"),
    ("length log loss", "length_nll", "{:.4f}"),
    ("HCP error", "hcp_mae", "{:.3f}"),
    ("length error", "length_mae", "{:.4f}"),
    ("ECE of card chances", "card_ece", "{:.4f}"),
    ("HCP 80 %", "hcp_coverage_80", "{:.1%}"),
    ("95 %", "hcp_coverage_95", "{:.1%}"),
    ("lengths 80 %", "length_coverage_80", "{:.1%}"),
    ("95 %", "length_coverage_95", "{:.1%}"),
)
_GAPS: _Columns = tuple(
    (f"{words}: {kind}", f"gaps.{name}.{kind}", form)
    for name, words in (
        ("hcp", "HCP"),
        ("lengths", "lengths"),
        ("owners", "owners of a card"),
        ("hands", "cards of a hand"),
    )
    for kind, form in (("mean", "{:.0e}"), ("most", "{:.0e}"), ("beyond", "{:.4%}"))
)
_GROUPS: _Columns = (
    ("calls", "decisions", "{:,}"),
    ("next call", "accuracy", "{:.1%}"),
    ("but passes", "accuracy_nonpass", "{:.1%}"),
    ("log loss", "nll", "{:.3f}"),
)
_HANDS = (
    ("HCP error", "hcp_mae", "{:.2f}"),
    ("length error", "length_mae", "{:.3f}"),
    ("card log loss", "card_log_loss", "{:.3f}"),
)
_SEATS = {"lho": "LHO", "partner": "partner", "rho": "RHO"}
_ROUNDS = {"first": "first round", "later": "later"}


def score_table(rows: Mapping[str, Figures]) -> str:
    """Return the main scores."""
    return _table(_SCORES, rows)


def calibration_table(rows: Mapping[str, Figures]) -> str:
    """Return calibration errors and coverage of intervals."""
    return _table(_CALIBRATION, rows)


def kinds_table(rows: Mapping[str, Figures]) -> str:
    """Return precision, recall and F1 of bids and of non-bids, micro and macro."""
    header = ["", "mean", *(words for words, _, _ in _KINDS)]
    lines = [
        [name, kind, *(interval(figures, path.format(kind), form) for _, path, form in _KINDS)]
        for name, figures in rows.items()
        for kind in ("micro", "macro")
    ]
    return table(header, lines)


def without_a_hand(rows: Mapping[str, Figures]) -> dict[str, Figures]:
    """Return the figures of views without a hand, of the files where they were measured."""
    return {name: figures["no_hand"] for name, figures in rows.items() if "no_hand" in figures}


def agreement_table(rows: Mapping[str, Figures]) -> str:
    """Return the scores of hidden hands before and after they are made consistent, and by how
    much they change."""
    signed = tuple((words, path, form.replace("{:", "{:+z")) for words, path, form in _AGREEMENT)
    change = _table(signed, _by_kind(rows, "change")).splitlines()[2:]
    return "\n".join([_table(_AGREEMENT, _by_kind(rows, "alone", "agreed")), *change])


def agreement_of_spectators(rows: Mapping[str, Figures]) -> dict[str, Figures]:
    """Return the figures of spectators' four hands, of the files where they were measured."""
    found = _agreements(rows)
    return {name: {"agreement": f["no_hand"]} for name, f in found.items() if "no_hand" in f}


def gap_table(rows: Mapping[str, Figures]) -> str:
    """Return the gaps between the parts of hidden hands."""
    return _table(_GAPS, _by_kind(rows, "alone", "agreed"))


def group_table(rows: Mapping[str, Figures]) -> str:
    """Return the scores of calls by round and by the system of the caller's side."""
    header = ["", *(words for words, _, _ in _GROUPS)]
    lines = [
        [
            f"{name}: {words.get(group, group)}",
            *(interval(figures, f"{key}.{group}.{path}", form) for _, path, form in _GROUPS),
        ]
        for name, figures in rows.items()
        for key, words in (("by_round", _ROUNDS), ("by_system", {}))
        for group in figures.get(key, {})
    ]
    return table(header, lines)


def seat_table(rows: Mapping[str, Figures]) -> str:
    """Return the scores of hidden hands by seat, each beside the baseline."""
    header = ["", *(f"{words}{who}" for words, _, _ in _HANDS for who in ("", ", even"))]
    lines = [
        [f"{name}: {words}", *_seat_cells(figures, seat)]
        for name, figures in rows.items()
        for seat, words in _SEATS.items()
    ]
    return table(header, lines)


def all_tables(name: str, figures: Figures) -> str:
    """Return all tables of one evaluation, for a terminal."""
    rows = {name: figures}
    parts = [
        score_table(rows),
        calibration_table(rows),
        kinds_table(rows),
        group_table(rows),
        seat_table(rows),
    ]
    if "no_hand" in figures:
        parts += ["With no hand seen:", calibration_table(without_a_hand(rows))]
    if "agreement" in figures:
        count = figures["agreement"]["decisions"]
        parts += [f"On {count:,} calls, the hidden hands alone and made to agree:"]
        parts += [agreement_table(rows), gap_table(rows)]
    four = agreement_of_spectators(rows)
    if four:
        parts += ["With no hand seen, all four hands:", agreement_table(four), gap_table(four)]
    parts += [f"Always passing would score {figures['baseline']['accuracy']:.1%}."]
    return "\n\n".join(parts)


def _table(columns: _Columns, rows: Mapping[str, Figures]) -> str:
    header = ["", *(words for words, _, _ in columns)]
    lines = [
        [name, *(interval(figures, path, form) for _, path, form in columns)]
        for name, figures in rows.items()
    ]
    return table(header, lines)


def _agreements(rows: Mapping[str, Figures]) -> dict[str, Figures]:
    return {name: f["agreement"] for name, f in rows.items() if "agreement" in f}


def _by_kind(rows: Mapping[str, Figures], *kinds: str) -> dict[str, Figures]:
    return {
        f"{name}: {kind}": {**found[kind], "errors": under(kind, found.get("errors", {}))}
        for name, found in _agreements(rows).items()
        for kind in kinds
    }


def _seat_cells(figures: Figures, seat: str) -> list[str]:
    return [
        shown
        for _, path, form in _HANDS
        for shown in (
            interval(figures, f"by_seat.{seat}.{path}", form),
            cell(figures["baseline"], f"by_seat.{seat}.{path}", form),
        )
    ]
