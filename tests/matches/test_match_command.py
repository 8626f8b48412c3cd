"""The command: who may play, and what it refuses before the work."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
import torch
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.domain.convention_card import UNKNOWN_CARD, ConventionCard, Systems
from bidding.domain.systems import System
from bidding.matches import match, seating
from bidding.matches.boards import Boards
from bidding.matches.match import Tricks, play
from bidding.matches.players import PlayerKind, parse_player
from bidding.matches.results import BoardResult
from bidding.networks.checkpoint import save_bidder
from bidding.parsing.formats.bbsa import to_bbsa
from bidding.tricks.solving import solve
from tests.small import small_bidder


def plays(*arguments: object) -> str:
    said = StringIO()
    call_command("match", *map(str, arguments), stdout=said)
    return said.getvalue()


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("goren", "model", "--boards", 2), "'goren' is no bidder; there are: model"),
        (("model:goren", "model", "--boards", 2), "'model:goren': 'goren' is not a known"),
        (("model:x.bbsa", "model", "--boards", 2), "No such file"),
        (("model", "model", "--boards", 2, "--system", "21-a9"), "not known here"),
        (("program:", "model", "--boards", 2), "names nothing to play"),
        (("adviser+goren", "model", "--boards", 2), r"'adviser\+goren' is no bidder"),
        (("model+robot:a.npz", "model", "--boards", 2), "partners are two of model, adviser"),
        (("program:x", "model", "--boards", 2, "--untold", "a"), "program:x is told of no"),
        (("bluechip:north", "model", "--boards", 2), "a port is a number"),
        (("model", "model", "--boards", 2, "--system-b", "21-a9"), "not known here"),
        (("model", "model", "--boards", 0), "at least 1"),
        (("model", "model", "--boards", 1, "--first", 0), "--first must be at least 1"),
        (("model", "model", "--boards", 2, "--timeout", 0), "--timeout must be above 0"),
        (("model", "model", "--boards", 2, "--deals", "/nowhere/a.npz"), r"/nowhere/a\.npz"),
        (("model", "model", "--boards", 2, "--deals", "/nowhere/a.pbn"), r"/nowhere/a\.pbn"),
        (("model", "robot:/nowhere/a.npz", "--boards", 2), r"/nowhere/a\.npz"),
        (("model", "model", "--boards", 2, "--json", "/nowhere/a.json"), "cannot be written"),
    ],
)
def test_what_is_wrong_is_named(arguments: tuple[object, ...], fault: str) -> None:
    with pytest.raises(CommandError, match=fault):
        plays(*arguments)


def test_players_have_systems_files_and_addresses() -> None:
    assert parse_player("model").card is None
    assert parse_player("search:2/1").card == ConventionCard(System.TWO_OVER_ONE)
    assert parse_player("model:21-a0e2").card == ConventionCard.from_code("21-a0e2")
    assert parse_player("robot:a:b.npz").file == Path("a:b.npz")
    assert parse_player("program:bid --port 7").value == "bid --port 7"
    assert parse_player("bluechip:2000").address == ("127.0.0.1", 2000)
    assert parse_player("bluechip:0.0.0.0:2001").address == ("0.0.0.0", 2001)
    pair = parse_player("adviser+model:acol")
    assert (pair.kind, pair.partner) == (PlayerKind.ADVISER, PlayerKind.MODEL)
    assert pair.card == ConventionCard(System.ACOL)


def test_each_plays_its_own_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those without one that of --system."""
    acol, other = ConventionCard(System.ACOL), ConventionCard.from_code("21-a0e2")
    file = tmp_path / "ours.bbsa"
    file.write_text(to_bbsa(other))
    read: list[Boards] = []

    def noted(pair: object, some: Boards, tricks: Tricks = solve) -> list[BoardResult]:
        read.append(some)
        raise KeyboardInterrupt

    monkeypatch.setattr(match, "play", noted)
    with pytest.raises(CommandError, match="stopped"):
        plays("model:acol", "model", "--boards", 1, "--system", file)
    systems = [table.systems for table in read[0].both]
    assert systems == [Systems(acol, other), Systems(other, acol)]
    with pytest.raises(CommandError, match="stopped"):
        plays("model", "program:x", "--boards", 1, "--first", 7, "--system-b", "unknown")
    sayc = ConventionCard(System.SAYC)
    assert [table.systems for table in read[1].both] == [
        Systems(sayc, UNKNOWN_CARD),
        Systems(UNKNOWN_CARD, sayc),
    ]
    assert list(read[1].numbers) == [7]


def test_a_stopped_match_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, played = tmp_path / "match.json", list[int]()
    arguments = ("model", "model:acol", "--boards", 10, "--json", out)

    def stops(pair: object, some: Boards, tricks: Tricks = solve) -> list[BoardResult]:
        if len(played) == stop:
            raise KeyboardInterrupt
        played.extend(some.numbers)
        return play(pair, some, tricks)  # type: ignore[arg-type]

    monkeypatch.setattr(match, "play", stops)
    stop = 8
    with pytest.raises(CommandError, match="stopped; the same command goes on") as stopped:
        plays(*arguments)
    assert stopped.value.returncode == 130
    stop = -1
    assert "10 boards: " in plays(*arguments)
    assert played == list(range(1, 11))
    with pytest.raises(CommandError, match="another run: its deals is 1"):
        plays(*arguments, "--seed", 2)


def test_tricks_are_estimated_where_there_is_no_solver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a match that began with it does not go on with the solver."""
    out = tmp_path / "match.json"
    arguments = ("model", "model:acol", "--boards", 1, "--json", out)
    monkeypatch.setattr(seating, "has_solver", lambda: False)
    said = plays(*arguments)
    assert "tricks: estimated by bridgeviz-tricks" in said
    assert len(json.loads(out.read_text())["results"]) == 1
    monkeypatch.setattr(seating, "has_solver", lambda: True)
    monkeypatch.setattr(seating, "solve", lambda owner: np.zeros((len(owner), 4, 5), np.uint8))
    with pytest.raises(CommandError, match="another run: its tricks is 'estimated"):
        plays(*arguments)


def test_deals_of_a_seed_are_solved_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = list[int]()

    def noted(owner: np.ndarray) -> np.ndarray:
        solved.append(len(owner))
        return np.zeros((len(owner), 4, 5), np.uint8)

    monkeypatch.setattr(seating, "has_solver", lambda: True)
    monkeypatch.setattr(seating, "solve", noted)
    for player in ("model", "model:acol"):
        plays(player, "model", "--boards", 2)
    plays("model", "model", "--boards", 2, "--seed", 2)
    assert solved == [2, 2]


def test_results_name_the_adviser_that_played(tmp_path: Path) -> None:
    out = tmp_path / "match.json"
    torch.set_num_threads(2)
    plays("adviser:2/1", "model", "--boards", 1, "--json", out)
    assert torch.get_num_threads() == 1, "threads wait for each other's cores"
    kept = json.loads(out.read_text())
    assert kept["adviser"]["name"] == "bridgeviz-adviser"
    assert kept["advised"] == {"least_chance": 0.05, "margin": 0.5}


def test_results_name_the_players_and_who_was_untold(tmp_path: Path) -> None:
    out = tmp_path / "match.json"
    named = ("--name-b", "A stranger", "--untold", "b", "--json", out)
    said = plays("adviser+model", "model", "--boards", 1, *named)
    assert said.startswith("adviser+model against A stranger: 1 boards")
    kept = json.loads(out.read_text())
    assert (kept["a"], kept["b"], kept["untold"]) == ("adviser+model", "A stranger", ["b"])
    assert kept["adviser"]["name"] == "bridgeviz-adviser"
    with pytest.raises(CommandError, match=r"another run: its untold is \['b'\]"):
        plays("adviser+model", "model", "--boards", 1, *named[:2], *named[4:])


def test_results_name_the_systems_of_both(tmp_path: Path) -> None:
    for name, system in (("model:acol", "acol against sayc"), ("model", "sayc")):
        out = tmp_path / f"{name}.json"
        plays(name, "model", "--boards", 1, "--json", out)
        assert json.loads(out.read_text())["system"] == system


def test_an_adviser_of_other_weights_is_refused(tmp_path: Path) -> None:
    save_bidder(small_bidder(), tmp_path, name="small", version="1.0.0", recipe="none")
    with pytest.raises(CommandError, match="belongs to the bidder with sha256"):
        plays("adviser", "model", "--boards", 1, "--weights", tmp_path)
