"""Sentences of docs/model.md."""

from __future__ import annotations

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
    both = {"robots": better, "even": same, "people": worse, "old": figures.scores()}
    assert card_ece_note(both) == f"{start} people (0.0008 to 0.0015), and on no other."
    assert card_ece_note({"people": worse}) == f"{start} people (0.0008 to 0.0015)."
    assert card_ece_note({"robots": better, "even": same}) == f"{start} no file."
