"""What a training run or an evaluation found, as JSON and as Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Figures = Mapping[str, Any]

_COLUMNS = (
    ("decisions", "{:,}"),
    ("accuracy", "{:.1%}"),
    ("accuracy_nonpass", "{:.1%}"),
    ("top3", "{:.1%}"),
    ("nll", "{:.3f}"),
    ("ece", "{:.4f}"),
    ("illegal", "{:.0e}"),
    ("hcp_mae", "{:.2f}"),
    ("length_mae", "{:.3f}"),
    ("card_log_loss", "{:.4f}"),
)
_HANDS = ("hcp_mae", "length_mae", "card_log_loss")
_SEATS = {"lho": "LHO", "partner": "partner", "rho": "RHO"}


def score_table(rows: Mapping[str, Figures]) -> str:
    """Evaluations one below the other, the first column naming each."""
    lines = [_row(["", *(name for name, _ in _COLUMNS)]), _rule(len(_COLUMNS) + 1)]
    lines += [_row([name, *_cells(figures)]) for name, figures in rows.items()]
    return "\n".join(lines)


def seat_table(figures: Figures) -> str:
    """The hidden-hand scores of one evaluation by seat, each beside the baseline's."""
    header = ["", *(f"{name} {who}" for name in _HANDS for who in ("model", "even"))]
    lines = [_row(header), _rule(len(header))]
    for key, words in _SEATS.items():
        ours, even = figures["by_seat"][key], figures["baseline"]["by_seat"][key]
        cells = [f"{scores[name]:.3f}" for name in _HANDS for scores in (ours, even)]
        lines.append(_row([words, *cells]))
    return "\n".join(lines)


def training_report(history: Figures, scores: Mapping[str, Figures]) -> str:
    """The Markdown report of one run."""
    recipe = history["recipe"]
    validations = history["validations"]
    names = [name for name in validations[0] if name not in ("step", "seconds")]
    curve = [_row(["step", "seconds", *names]), _rule(len(names) + 2)]
    curve += [
        _row([str(v["step"]), f"{v['seconds']:.0f}", *(f"{v[name]:.4f}" for name in names)])
        for v in validations
    ]
    return "\n".join(
        [
            f"# Training report: {recipe['name']}",
            "",
            recipe["note"],
            "",
            f"{history['auctions_a_pass']:,} auctions a pass, "
            f"{recipe['optimisation']['passes']:g} passes, "
            f"{history['calls_learned_from']:,} calls learned from; "
            f"{history['parameters']:,} weights; {history['seconds'] / 60:.0f} minutes on "
            f"{history['machine']}.",
            "",
            "## On the way, on deals kept from training",
            "",
            *curve,
            "",
            "## At the end, on deals kept from training",
            "",
            score_table(scores),
            "",
        ]
    )


def _cells(figures: Figures) -> list[str]:
    return [form.format(figures[name]) for name, form in _COLUMNS]


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _rule(columns: int) -> str:
    return "|" + "---|" * columns
