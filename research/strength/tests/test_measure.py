"""The whole measurement, on two boards, against a program that comes with this one.

Slow: the model and the adviser play matches against all.
"""

from __future__ import annotations

import json
import shlex
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.management.commands import match
from research.released.released import released_now
from research.strength.commands.measure import Command
from research.strength.tables import MEASURES, tables

COMMAND = shlex.join([sys.executable, "examples/players/line_player.py"])


def measures(*arguments: object) -> None:
    call_command(Command(), *map(str, arguments), stdout=StringIO(), stderr=StringIO())


def test_what_was_measured_fills_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, out = tmp_path / "kept", tmp_path / MEASURES
    arguments = (folder, "--boards", 2, "--opponent", f"Line player:2/1={COMMAND}", "--json", out)
    measures(*arguments)
    document = json.loads(out.read_text())
    assert set(document) == {"model", "adviser", "programs", "partners", "told", "statements"}
    assert document["adviser"]["name"] == "bridgeviz-adviser"
    assert "examples" not in out.read_text()  # no command, no path
    line_player = document["programs"]["Line player"]
    assert line_player["model"]["boards"] == line_player["adviser"]["boards"] == 2
    assert line_player["calls"]["plausible"] == 1
    written = {name: make() for name, make in tables(tmp_path, released_now()).items()}
    assert [name for name, text in written.items() if text == "Not measured yet."] == [
        "strength-speed"
    ]

    def plays(*arguments: object, **options: object) -> None:
        raise AssertionError("what was played is played again")

    monkeypatch.setattr("bidding.matches.match.play", plays)
    measures(*arguments)
    assert json.loads(out.read_text()) == document


def test_a_stopped_measurement_says_that_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stops(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(match.Command, "_play", stops)
    with pytest.raises(CommandError, match="stopped; the same command goes on") as stopped:
        measures(tmp_path, "--boards", 2, "--part", "partners", "--json", tmp_path / "out.json")
    assert stopped.value.returncode == 130


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--opponent", "Robot"), "'Robot' is no opponent"),
        (("--boards", 1), "--boards must be at least 2"),
    ],
)
def test_what_is_wrong_is_named(arguments: tuple[object, ...], fault: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=fault):
        measures(tmp_path, *arguments)
