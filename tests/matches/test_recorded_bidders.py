"""Robots: bidders whose calls were recorded, and what they play."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.domain.calls import PASS
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import read_records
from bidding.matches.bidders import RecordedBidder, Turns
from bidding.matches.boards import Boards, read_boards
from bidding.parsing.text.words import parse_call
from bidding.tricks.solved import SolvedDeals, pack
from tests.matches.opening import Opens, boards
from tests.recorded import arrays, write


def test_recorded_calls_are_made_as_long_as_they_fit(tmp_path: Path) -> None:
    records = read_records(write(tmp_path / "auctions.npz", 4, 1))
    bidder = RecordedBidder(records, Opens("7NT"))
    table = read_boards(tmp_path / "auctions.npz", 1, System.SAYC).tables[0]
    owner = read_boards(tmp_path / "auctions.npz", 1, System.SAYC).owner
    assert bidder.calls(Turns([table], owner, [1]))[0].index == int(records.calls[0])
    other = np.roll(owner, 1, axis=1)
    assert bidder.calls(Turns([table], other, [1])) == [parse_call("7NT")]


def test_a_robot_plays_the_boards_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "bidding.matches.seating.solve",
        lambda owner: np.full((len(owner), 4, 5), 6, dtype=np.uint8),
    )
    robot, other = (
        f"robot:{write(tmp_path / f'{seed}.npz', 3, seed=seed)}" for seed in (1, 2)
    )  # fmt: skip
    said = StringIO()
    out = tmp_path / "match.json"
    call_command("match", robot, robot, "--boards", "3", "--json", str(out), stdout=said)
    records = read_records(tmp_path / "1.npz")
    lines = [line for line in said.getvalue().splitlines() if "has recorded" in line]
    made = [int(line.split("; ")[1].split(" of the ")[0]) for line in lines]
    assert sum(made) == 2 * len(records.calls)  # at two tables
    assert lines[0] == (
        f"{robot} has recorded 3 of the 3 boards; {made[0]} of the {made[0]} calls made now are "
        "recorded ones, the others the model's"
    )
    assert json.loads(out.read_text())["deals"] == "1.npz"
    with pytest.raises(CommandError, match="two robots have two files: say with --deals"):
        call_command("match", robot, other, "--boards", "2")
    with pytest.raises(CommandError, match=r"has recorded none of the 2 boards.*give --deals"):
        call_command(
            "match",
            robot,
            other,
            "--boards",
            "2",
            "--deals",
            str(tmp_path / "1.npz"),
        )


def recorded_on(path: Path, dealt: Boards, seed: int, system: int = 0) -> None:
    """A file of auctions on these boards."""
    seats = [(int(table.auction.dealer), int(table.vulnerability)) for table in dealt.tables]
    dealer, vul = np.array(seats, dtype=np.uint8).T
    of_boards = {"deal": pack(dealt.owner), "dealer": dealer, "vul": vul}
    np.savez(path, **{**arrays(len(dealt), seed, system), **of_boards})  # type: ignore[arg-type]


def systems_read(monkeypatch: pytest.MonkeyPatch, *match: object) -> dict[str, set[Systems]]:
    """What the model believes to be played, where the first bidder sits N-S and where E-W."""
    read: dict[str, set[Systems]] = {"NS": set(), "EW": set()}

    def outcomes(
        pair: object,
        tables: Sequence[Position],
        owner: np.ndarray,
        swapped: np.ndarray,
        numbers: object,
    ) -> list[Position]:
        for table, side in zip(tables, swapped, strict=True):
            read["EW" if side else "NS"].add(table.systems)
        over = replace(tables[0].auction, calls=(PASS,) * 4)
        return [replace(table, auction=over) for table in tables]

    monkeypatch.setattr("bidding.matches.match.bid_out", outcomes)
    call_command("match", *map(str, match), stdout=StringIO())
    return read


def test_all_play_the_systems_that_were_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless others are asked for."""
    monkeypatch.setattr(
        "bidding.matches.seating.solve",
        lambda owner: np.full((len(owner), 4, 5), 6, dtype=np.uint8),
    )
    dealt, polish = boards(2), tmp_path / "polish.npz"
    recorded_on(polish, dealt, seed=1, system=SYSTEM_CODE[System.POLISH_CLUB])
    match = ("model", f"robot:{polish}", "--boards", 2)
    both = {Systems.plain(System.POLISH_CLUB, System.POLISH_CLUB)}
    assert systems_read(monkeypatch, *match) == {"NS": both, "EW": both}
    asked = {Systems.plain(System.ACOL, System.ACOL)}
    assert systems_read(monkeypatch, *match, "--system", "acol") == {"NS": asked, "EW": asked}
    mixed = dict(np.load(polish)) | {"system_ew": np.full(2, 255, np.uint8)}
    np.savez(polish, **mixed)
    unlike = {Systems.plain(System.POLISH_CLUB, System.UNKNOWN)}
    assert systems_read(monkeypatch, *match) == {"NS": unlike, "EW": unlike}


def test_a_robot_plays_its_own_system_on_boards_of_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of two its own, and the model SAYC."""
    dealt, deals, out = boards(2), tmp_path / "dd.npz", tmp_path / "match.json"
    assert dealt.tricks is not None
    SolvedDeals(pack(dealt.owner), dealt.tricks).save(deals)
    robots = []
    for seed, system in enumerate((System.POLISH_CLUB, System.ACOL)):
        path = tmp_path / f"{system.value}.npz"
        recorded_on(path, dealt, seed, SYSTEM_CODE[system])
        robots.append(f"robot:{path}")
    solved = ("--boards", 2, "--deals", deals, "--json", out)
    assert systems_read(monkeypatch, *robots, *solved) == {
        "NS": {Systems.plain(System.POLISH_CLUB, System.ACOL)},
        "EW": {Systems.plain(System.ACOL, System.POLISH_CLUB)},
    }
    assert json.loads(out.read_text())["system"] == "polish against acol"
    out.unlink()
    assert systems_read(monkeypatch, "model", robots[0], *solved) == {
        "NS": {Systems.plain(System.SAYC, System.POLISH_CLUB)},
        "EW": {Systems.plain(System.POLISH_CLUB, System.SAYC)},
    }
    out.unlink()
    assert systems_read(monkeypatch, "model", "model", *solved)["NS"] == {Systems()}
    assert json.loads(out.read_text())["system"] == "sayc"


def test_a_match_on_other_deals_of_the_same_name_does_not_go_on(tmp_path: Path) -> None:
    dealt, deals, out = boards(2), tmp_path / "dd.npz", tmp_path / "match.json"
    assert dealt.tricks is not None
    SolvedDeals(pack(dealt.owner), dealt.tricks).save(deals)
    recorded = tmp_path / "robot.npz"
    recorded_on(recorded, dealt, seed=1)
    played = ["model", f"robot:{recorded}", "--boards", "2", "--deals", str(deals)]

    def plays() -> None:
        call_command("match", *played, "--json", str(out), stdout=StringIO())

    plays()
    kept = out.read_bytes()
    plays()
    assert out.read_bytes() == kept
    SolvedDeals(pack(dealt.owner), dealt.tricks + 1).save(deals)
    with pytest.raises(CommandError, match="another run: its files_sha256"):
        plays()
    SolvedDeals(pack(dealt.owner), dealt.tricks).save(deals)
    recorded_on(recorded, dealt, seed=2)
    with pytest.raises(CommandError, match="another run: its files_sha256"):
        plays()
    assert out.read_bytes() == kept
