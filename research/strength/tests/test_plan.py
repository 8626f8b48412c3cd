"""Which matches are played, and in which files they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidding.domain.systems import System
from research.strength.plan import (
    PAIR,
    PLAYERS,
    UNTOLD,
    Opponent,
    against,
    parse_opponent,
    played_against_programs,
)


def test_an_opponent_has_a_name_a_system_and_a_command() -> None:
    assert parse_opponent("Robot=bid a=b:c") == Opponent("Robot", System.SAYC, "bid a=b:c")
    named = parse_opponent("Robot 2/1:2/1=bid")
    assert named == Opponent("Robot 2/1", System.TWO_OVER_ONE, "bid")
    assert parse_opponent("Robot: a=bid").name == "Robot: a"


@pytest.mark.parametrize("text", ["Robot", "Robot=", "=bid", "!=bid", ":acol=bid"])
def test_what_names_no_opponent_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no opponent such as"):
        parse_opponent(text)


def test_ours_plays_sayc_and_the_program_is_known_by_its_name() -> None:
    of_model, of_adviser, _ = against(parse_opponent("Robot A:acol=python3 here/bid.py"))
    assert of_model.name == "model-against-robot-a"
    assert of_adviser.name == "adviser-against-robot-a"
    assert of_adviser.arguments == (
        *("adviser:sayc", "program:python3 here/bid.py"),
        *("--name-a", "adviser", "--name-b", "Robot A", "--system", "acol"),
    )


def test_files_of_programs_are_found_where_all_have_played(tmp_path: Path) -> None:
    names = [f"{player}-against-a" for player in PLAYERS]
    for name in (*names, "model-against-b", "adviser-against-b"):
        (tmp_path / f"{name}.json").touch()
    for match in (PAIR, UNTOLD):
        match.path(tmp_path).touch()
    (tmp_path / "model-against-untold-model.json").touch()
    assert played_against_programs(tmp_path) == [[tmp_path / f"{name}.json" for name in names]]
