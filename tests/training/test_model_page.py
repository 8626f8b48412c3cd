"""The page of figures: made of what was saved, refused when that does not belong together."""

import json
from pathlib import Path

import pytest

from bidding.training.model_page import model_page, read_scores

HANDS = {"hcp_mae": 1.8, "length_mae": 0.77, "card_log_loss": 0.61}
BY_SEAT = dict.fromkeys(("lho", "partner", "rho"), HANDS)
MODEL = {"name": "bidder", "version": "1.2", "recipe": "tiny", "sha256": "ab" * 32}
FIGURES = {
    "decisions": 1000,
    "accuracy": 0.951,
    "accuracy_nonpass": 0.9,
    "top3": 0.99,
    "nll": 0.14,
    "ece": 0.002,
    "illegal": 0.0,
    **HANDS,
    "by_seat": BY_SEAT,
    "baseline": {"accuracy": 0.6, **HANDS, "by_seat": BY_SEAT},
    "model": MODEL,
}
STAGE = {
    "recipe": {
        "name": "tiny",
        "note": "A note.",
        "optimisation": {"passes": 0.5},
        "sources": [{"repeat": 1}, {"repeat": 3}],
    },
    "auctions_a_pass": 100,
    "validation_auctions": 10,
    "calls_learned_from": 500,
    "parameters": 1234,
    "seconds": 120.0,
    "machine": "a machine",
}


def save(folder: Path, name: str, **changes: object) -> None:
    (folder / f"{name}.json").write_text(json.dumps({**FIGURES, **changes}))


def test_the_page_holds_the_saved_figures_beside_the_peers(tmp_path: Path) -> None:
    save(tmp_path, "robot-sayc-dev")
    save(tmp_path, "robot-acol-dev", accuracy=0.931)
    page = model_page(read_scores(tmp_path), [STAGE], {"ours": FIGURES}, "The case.")
    assert "| robot-sayc-dev | 1,000 | 95.1% | 90.0% |" in page
    assert "| robot-sayc-dev | 95.1% | 86.2% | 90.0% | 73.5% | 1.80 | 1.87 |" in page
    assert "| robot-acol-dev | 1,000 | 93.1% |" in page
    assert "1. Recipe `tiny`: A note. 0.5 of a pass" in page
    assert "2 minutes" in page
    assert "The case." in page


def test_scores_of_several_models_are_refused(tmp_path: Path) -> None:
    save(tmp_path, "a")
    save(tmp_path, "b", model={**MODEL, "version": "1.3"})
    with pytest.raises(ValueError, match="several models"):
        read_scores(tmp_path)


def test_missing_or_damaged_scores_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="evaluate_bidder"):
        read_scores(tmp_path)
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(ValueError, match=r"bad\.json"):
        read_scores(tmp_path)
