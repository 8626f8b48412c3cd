"""Markdown tables of scores, a row for each file or recipe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidding.training.scoring.markdown import figure, interval, table
from bidding.training.scoring.standard_errors import under

Figures = Mapping[str, Any]
_Columns = tuple[tuple[str, str, str], ...]
"""Words, the path of the figure, and its format."""

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
_HANDS: _Columns = (
    ("HCP error", "hcp_mae", "{:.2f}"),
    ("length error", "length_mae", "{:.3f}"),
    ("card log loss", "card_log_loss", "{:.3f}"),
)
_MEANS: _Columns = tuple(
    (f"{name}, {kind}", f"{kind}.{name}", "{:.1%}")
    for kind in ("micro", "macro")
    for name in ("precision", "recall", "f1")
)
_SEATS = {"lho": "LHO", "partner": "partner", "rho": "RHO"}


def score_table(rows: Mapping[str, Figures]) -> str:
    """Return the main scores."""
    return _table(_SCORES, rows)


def all_tables(name: str, figures: Figures) -> str:
    """Return all tables of one evaluation, for a terminal; without what was not measured."""
    whole = {name: figures}
    groups = {f"by_round.{key}": f"{key} round" for key in figures.get("by_round", {})}
    groups |= {f"by_system.{key}": key for key in figures.get("by_system", {})}
    seats = {
        f"{start}by_seat.{seat}": words + even
        for seat, words in _SEATS.items()
        for start, even in (("", ""), ("baseline.", ", by the own hand alone"))
    }
    parts = [
        score_table(whole),
        _table(_CALIBRATION, whole),
        _table(_MEANS, _parts(figures, {"bids": "bids", "non_bids": "non-bids"})),
        _table(_GROUPS, _parts(figures, groups)),
        _table(_HANDS, _parts(figures, seats)),
    ]
    if "no_hand" in figures:
        parts += ["With no hand seen:", _table(_CALIBRATION, {name: figures["no_hand"]})]
    for path, words in (
        ("agreement", "the hidden hands alone and made to agree"),
        ("agreement.no_hand", "all four hands, with no hand seen"),
    ):
        if found := figure(figures, path):
            parts += [f"On {found['decisions']:,} calls, {words}:", *_agreement(found)]
    parts += [f"Always passing would score {figures['baseline']['accuracy']:.1%}."]
    return "\n\n".join(parts)


def _agreement(found: Figures) -> tuple[str, str]:
    """Return the scores of hidden hands before and after they are made consistent with by how much
    they change, and the gaps between their parts."""
    both = _parts(found, {"alone": "alone", "agreed": "agreed"})
    signed = tuple((words, path, form.replace("{:", "{:+z")) for words, path, form in _AGREEMENT)
    change = _table(signed, _parts(found, {"change": "change"})).splitlines()[2:]
    return "\n".join([_table(_AGREEMENT, both), *change]), _table(_GAPS, both)


def _table(columns: _Columns, rows: Mapping[str, Figures]) -> str:
    header = ["", *(words for words, _, _ in columns)]
    lines = [
        [name, *(interval(figures, path, form) for _, path, form in columns)]
        for name, figures in rows.items()
    ]
    return table(header, lines)


def _parts(figures: Figures, paths: Mapping[str, str]) -> dict[str, Figures]:
    """Return the figures at each path that there is, under the words for it."""
    errors = figures.get("errors", {})
    return {
        words: {**found, "errors": under(path, errors)}
        for path, words in paths.items()
        if (found := figure(figures, path)) is not None
    }
