"""Sentences of docs/model.md."""

from __future__ import annotations

from research.released.compact_tables import (
    consistency_table,
    coverage_table,
    hand_table,
    kind_table,
    largest_gaps,
    round_table,
)
from research.released.model_tables import card_ece_note
from research.released.tests import figures


def agreement(alone: float, agreed: float) -> dict[str, object]:
    return {"agreement": figures.agreement(alone, agreed)}


def test_it_is_said_on_which_files_the_chances_of_cards_hold_less() -> None:
    better, worse = agreement(0.0012, 0.0007), agreement(0.0008, 0.0015)
    hardly = agreement(0.0008, 0.0009)
    start = "By more than its interval, that worsens the ECE of card chances on"
    both = {"robot-wj": better, "robot-acol": hardly, "people": worse}
    assert card_ece_note(both) == f"{start} people."
    assert card_ece_note({"robot-wj": better, "robot-acol": hardly}) == f"{start} no file."


def test_a_file_has_one_row_of_each_table() -> None:
    scores = {"robot-wj-dev": figures.scores()}
    assert "| Polish Club robot | 90.0%/80.0% | 80.0%/90.0% |" in kind_table(scores)
    assert "| Polish Club robot | 1.80 (1.80) | 1.80 (1.80) |" in hand_table(scores)
    assert round_table(scores).count("\n") == 2
    assert "| 0.6100/+0.0000 | 2.1000/-0.0020±0.0010 |" in consistency_table(scores)


def test_figures_stand_with_half_their_intervals() -> None:
    errors = {
        "bids.macro.precision": 0.01,
        "by_round.later.nll": 0.005,
        "by_seat.lho.hcp_mae": 0.02,
        "ece": 0.0005,
        "card_ece": 0.0,
    }
    scores = {"robot-wj-dev": figures.scores(errors=errors)}
    assert "| 90.0%/80.0±2.0% |" in kind_table(scores)
    assert "| 97.0%/95.0%/0.100±0.010 |" in round_table(scores)
    assert "| 1.80±0.04 (1.80) | 1.80 (1.80) |" in hand_table(scores)
    assert "| 0.0020±0.0010 | 0.0010 |" in coverage_table(scores)


def test_the_largest_gap_of_all_files_is_shown() -> None:
    small, large = agreement(0.1, 0.2), agreement(0.1, 0.2)
    found = {**large["agreement"]}  # type: ignore[dict-item]
    found["agreed"] = {"gaps": {"hcp": {"mean": 0.5, "most": 2.0, "beyond": 1.0}}}
    lines = largest_gaps({"seen": {"people": small, "robot-wj": {"agreement": found}}}).splitlines()
    assert lines[-1].startswith("| seen: agreed | 5e-01/2e+00/100.0000% |")
