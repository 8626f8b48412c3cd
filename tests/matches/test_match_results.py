"""Files of matches: parts put together, and matches on the same deals beside each other."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.matches.compared import Played, joined, on_the_same_boards
from bidding.matches.results import BadKept, BoardResult, figures, keep, mean_of


def board(number: int, imps: int = 0) -> BoardResult:
    """A board that A won by so many IMPs."""
    contracts = ("3NT by N", "3NT by N")
    return BoardResult(number, "N", "none", "deal", ("P", "P"), contracts, (0, 0), imps)


def says(*arguments: object) -> str:
    said = StringIO()
    call_command("match_results", *map(str, arguments), stdout=said)
    return said.getvalue()


def kept(path: Path, *results: BoardResult, **settings: object) -> Path:
    keep(path, {"a": "x", "b": "y", **settings}, figures(results), results)
    return path


def plays(out: Path, *arguments: object) -> None:
    others = ("model", "model:acol", "--json", out, *arguments)
    call_command("match", *map(str, others), stdout=StringIO())


def test_parts_of_a_match_are_put_together_as_it_would_be_whole(tmp_path: Path) -> None:
    """The same file, to the letter, so that the match can go on with it."""
    whole, one, other, out = (tmp_path / f"{name}.json" for name in "wabo")
    plays(whole, "--boards", 5)
    plays(one, "--boards", 3)
    plays(other, "--boards", 2, "--first", 4)
    assert [result["board"] for result in json.loads(other.read_text())["results"]] == [4, 5]
    assert "5 boards" in says("join", out, other, one)
    assert out.read_text() == whole.read_text()


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ([({"a": "x"}, [1]), ({"a": "z"}, [2])], "2 is of another match than 1: its a is 'z'"),
        ([({"a": "x"}, [1]), ({"a": "x"}, [3])], "2 begins with board 3, not 2"),
        ([({"a": "x"}, [1, 2]), ({"a": "x"}, [2])], "2 begins with board 2, not 3"),
    ],
)
def test_parts_that_do_not_fit_are_named(
    parts: list[tuple[dict[str, str], list[int]]], fault: str
) -> None:
    files = {
        Path(str(number)): Played(settings, [*map(board, boards)])
        for number, (settings, boards) in enumerate(parts, 1)
    }
    with pytest.raises(BadKept, match=fault):
        joined(files)


def test_matches_on_the_same_deals_are_compared_board_by_board(tmp_path: Path) -> None:
    """On those that both have: of board 3 nothing is known."""
    first = kept(tmp_path / "1", board(1, 4), board(2, 9), board(3, -20))
    second = kept(tmp_path / "2", board(1, 2), board(2, 3))
    said = says("compare", first, second)
    assert "the first more than the second: +4.000 IMPs a board, standard error 2.000" in said
    assert f"{first}: x against y: 2 boards: +6.500" in said
    alone = says("compare", kept(tmp_path / "3", board(1, 5)), second)
    assert "+3.000 IMPs a board, standard error unknown" in alone


@pytest.mark.parametrize("other", [replace(board(1), deal="another"), board(2)])
def test_other_deals_are_refused(other: BoardResult, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="different deals"):
        on_the_same_boards([Played({}, [board(1)]), Played({}, [other])])
    with pytest.raises(CommandError, match="different deals"):
        says("compare", kept(tmp_path / "1", board(1)), kept(tmp_path / "2", other))


def test_a_file_that_holds_no_match_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    with pytest.raises(CommandError, match=r"a\.json does not hold figures"):
        says("join", tmp_path / "out.json", tmp_path / "a.json")
    with pytest.raises(CommandError, match=r"No such file.*b\.json"):
        says("compare", tmp_path / "b.json", tmp_path / "b.json")


def test_a_mean_has_the_error_of_the_mean() -> None:
    assert Played({}, [board(1), board(2, -6)]).imps.tolist() == [0, -6]
    assert mean_of(np.array([0.0, -6.0])) == {"imps_a_board": -3, "standard_error": 3}
    assert mean_of(np.array([2.0]))["standard_error"] is None
