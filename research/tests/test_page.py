"""Pages are those that their figures make; what stands between is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidding.networks.checkpoint import load_bidder
from research.p1 import verdicts as p1
from research.page import filled
from research.released import contract_tables, model_tables
from research.released.released import released_now
from research.released.sources import read_sources
from research.strength import tables as strength

SOURCES = read_sources()
PAGE = "before\n<!-- figures: one -->\nold\n<!-- end -->\nafter\n"


@pytest.mark.parametrize(
    ("page", "made"),
    [
        ("docs/model.md", model_tables.tables(SOURCES)),
        ("docs/contracts.md", contract_tables.tables(Path("docs/measures"), released_now())),
        ("docs/strength.md", strength.tables(Path("docs/measures"), released_now())),
        ("research/p1/README.md", p1.tables(SOURCES)),
    ],
    ids=["model", "contracts", "strength", "p1"],
)
def test_a_page_has_what_was_measured(page: str, made: dict) -> None:
    text = Path(page).read_text()
    assert filled(text, made) == text, "run python -m research.released report, or research.p1"
    assert all(f"<!-- figures: {name} -->" in text for name in made)


def test_the_scores_are_those_of_the_released_weights() -> None:
    assert SOURCES.model["sha256"] == load_bidder()[1].sha256


def test_figures_stand_between_their_marks_and_nothing_else_changes() -> None:
    page = filled(PAGE, {"one": lambda: "| new |", "two": lambda: "unused"})
    assert page == PAGE.replace("old", "| new |")


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (PAGE.replace("one", "luck"), "figures 'luck' are not known; there are: one"),
        (PAGE.replace("<!-- end -->", ""), "1 blocks of figures begin and 0 are whole"),
    ],
)
def test_a_page_that_cannot_be_filled_is_refused(page: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        filled(page, {"one": str})
