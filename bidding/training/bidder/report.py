"""The Markdown report of a training run."""

from __future__ import annotations

from collections.abc import Mapping

from bidding.training.scoring.markdown import table
from bidding.training.scoring.score_tables import (
    Figures,
    calibration_table,
    kinds_table,
    score_table,
)


def training_report(history: Figures, scores: Mapping[str, Figures]) -> str:
    """Return the report of one run."""
    recipe = history["recipe"]
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
            "## Validations",
            "",
            _curve(history["validations"]),
            "",
            "## Scores on the validation deals",
            "",
            score_table(scores),
            "",
            calibration_table(scores),
            "",
            kinds_table(scores),
            "",
        ]
    )


def _curve(validations: list[dict[str, float]]) -> str:
    names = [name for name in validations[0] if name not in ("step", "seconds")]
    rows = [
        [f"{v['step']:.0f}", f"{v['seconds']:.0f}", *(f"{v[name]:.4f}" for name in names)]
        for v in validations
    ]
    return table(["step", "seconds", *names], rows)
