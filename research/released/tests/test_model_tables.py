"""Sentences of docs/model.md."""

from __future__ import annotations

from research.released.compact_tables import (
    consistency_table,
    hand_table,
    kind_table,
    largest_gaps,
    round_table,
)
from research.released.model_tables import card_ece_note
from research.released.tests import figures


def agreement(alone: float, agreed: float) -> dict[str, object]:
    kinds = {"alone": alone, "agreed": agreed}
    found = {kind: {**figures.AGREED, "card_ece": ece} for kind, ece in kinds.items()}
    return {"agreement": {"decisions": 300, **found}}


def test_it_is_said_on_which_files_the_chances_of_cards_hold_less() -> None:
    better, worse = agreement(0.0012, 0.0007), agreement(0.0008, 0.0015)
    same = agreement(0.00081, 0.00084)
    start = "Making them agree worsens the ECE of card chances on"
    both = {"robot-wj": better, "robot-acol": same, "people": worse, "robot-book": figures.scores()}
    assert card_ece_note(both) == f"{start} people (0.0008 to 0.0015), and on no other."
    assert card_ece_note({"people": worse}) == f"{start} people (0.0008 to 0.0015)."
    assert card_ece_note({"robot-wj": better, "robot-acol": same}) == f"{start} no file."


def test_a_file_has_one_row_of_each_table() -> None:
    scores = {"robot-wj-dev": figures.scores()}
    assert "| Polish Club robot | 90.0%/80.0% | 80.0%/90.0% |" in kind_table(scores)
    assert "| Polish Club robot | 1.80 (1.80) | 1.80 (1.80) |" in hand_table(scores)
    assert round_table(scores).count("\n") == 2
    assert consistency_table(scores).splitlines()[-1].count("/") == 10


def test_the_largest_gap_of_all_files_is_shown() -> None:
    small, large = agreement(0.1, 0.2), agreement(0.1, 0.2)
    found = {**large["agreement"]}  # type: ignore[dict-item]
    found["agreed"] = {"gaps": {"hcp": {"mean": 0.5, "most": 2.0, "beyond": 1.0}}}
    lines = largest_gaps({"seen": {"people": small, "robot-wj": {"agreement": found}}}).splitlines()
    assert lines[-1].startswith("| seen: agreed | 5e-01/2e+00/100.0000% |")
