"""A picture is of the network that the paper drew, or there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.tricks.networks import TrickNetwork
from research.tricks.paper_systems import PaperSystem
from research.tricks.recipe import read_trick_recipe
from research.tricks.report.page import tricks_page
from research.tricks.report.pictures import HANDS, HANDS_FIGURE, pictures, title_of


def saved(runs: Path, name: str) -> None:
    recipe = read_trick_recipe(name)
    PaperSystem(name, recipe.deals, TrickNetwork(recipe.network)).save(runs / name)


def test_the_hands_are_drawn_of_the_network_trained_with_both_leads(tmp_path: Path) -> None:
    saved(tmp_path, "p2-52x4-26/spades")
    assert HANDS_FIGURE not in pictures(tmp_path)
    saved(tmp_path, "p2-52x4-26/both")
    assert title_of(pictures(tmp_path)[HANDS_FIGURE]) == HANDS[0]


def test_a_picture_is_shown_with_the_title_that_it_has() -> None:
    picture = "<svg><title>another&#x27;s &amp; older</title></svg>"
    page = tricks_page({}, {}, {HANDS_FIGURE: title_of(picture)}, {}, {})
    assert f"![another's & older]({HANDS_FIGURE})" in page
    with pytest.raises(ValueError, match="no title"):
        title_of("<svg></svg>")
