"""Recorded auctions: what the command writes, that it goes on, and what it refuses."""

from __future__ import annotations

import shlex
import sys
from io import StringIO
from pathlib import Path

import pytest
import torch
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.domain.calls import DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import owners, read_records
from bidding.matches import recording
from bidding.matches.bidders import Turns
from bidding.matches.boards import systems_of
from bidding.matches.recording import record_auctions
from bidding.tricks.solving import random_deals
from tests.matches.opening import Opens

EXAMPLE = Path(__file__).parents[2] / "examples" / "players" / "line_player.py"
PLAYED = Systems.plain(System.ACOL, System.UNKNOWN)


class Stops:
    """Opens like another until it has made some calls, then fails."""

    def __init__(self, bidder: Opens, made: int) -> None:
        self.bidder, self.left = bidder, made

    def calls(self, turns: Turns) -> list[Call]:
        self.left -= len(turns.tables)
        if self.left < 0:
            raise KeyboardInterrupt
        return self.bidder.calls(turns)


def said_by(*arguments: object) -> str:
    said = StringIO()
    call_command("record", "auctions", *map(str, arguments), stdout=said)
    return said.getvalue()


def test_each_side_bids_its_own(tmp_path: Path) -> None:
    path = tmp_path / "auctions.npz"
    bidders = Opens("1NT"), Opens("2C")
    advanced: list[int] = []
    record_auctions(bidders, PLAYED, path, 6, 4, {}, advanced.append)
    records = read_records(path)
    assert sum(advanced) == len(records) == 6
    assert records.dealer.tolist() == [0, 1, 2, 3, 0, 1]
    first = records.calls[records.start]
    assert [int(call) for call in first] == [7, 8, 7, 8, 7, 8]  # 1NT by N-S, 2C by E-W
    assert set(records.system_ns) == {SYSTEM_CODE[System.ACOL]}
    assert set(records.system_ew) == {SYSTEM_CODE[System.UNKNOWN]}
    assert (owners(records.deal) == random_deals(6, 4)).all()


def test_a_stopped_run_goes_on_and_writes_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "SHARD_DEALS", 3)
    opens = Opens("1NT")
    whole, stopped = tmp_path / "whole.npz", tmp_path / "stopped.npz"
    record_auctions((opens, opens), PLAYED, whole, 7, 4, {}, lambda count: None)
    stops = Stops(opens, 16)
    with pytest.raises(KeyboardInterrupt):
        record_auctions((stops, stops), PLAYED, stopped, 7, 4, {}, lambda count: None)
    assert not stopped.exists()
    shards = tmp_path / "stopped.npz.shards"
    kept = {path: path.stat().st_mtime_ns for path in shards.iterdir()}
    assert len(kept) == 1
    advanced: list[int] = []
    record_auctions((opens, opens), PLAYED, stopped, 7, 4, {}, advanced.append)
    assert advanced == [3, 3, 1]
    assert read_records(stopped).digest() == read_records(whole).digest()
    assert not shards.exists()


def test_shards_of_other_bidders_are_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "SHARD_DEALS", 3)
    path = tmp_path / "auctions.npz"
    stops = Stops(Opens("2C"), 16)
    with pytest.raises(KeyboardInterrupt):
        record_auctions((stops, stops), PLAYED, path, 7, 4, {"bid": "2C"}, lambda count: None)
    opens = Opens("1NT")
    record_auctions((opens, opens), PLAYED, path, 7, 4, {"bid": "1NT"}, lambda count: None)
    records = read_records(path)
    assert set(records.calls[records.start]) == {7}
    assert len(list((tmp_path / "auctions.npz.shards").iterdir())) == 1


class Doubles:
    """Bids as long as possible: every bid in turn, doubled and redoubled."""

    def calls(self, turns: Turns) -> list[Call]:
        return [self._call(table) for table in turns.tables]

    def _call(self, table: Position) -> Call:
        made = table.auction.calls
        passes = len(made) - next((n for n in range(len(made), 0, -1) if made[n - 1] != PASS), 0)
        if passes < (2 if any(call.is_bid for call in made) else 3):
            return PASS
        legal = table.auction.legal_calls
        for call in (DOUBLE, REDOUBLE):
            if call in legal:
                return call
        return min((call for call in legal if call.is_bid), default=PASS, key=lambda c: c.index)


def test_an_auction_that_a_file_has_no_room_for_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"board 1: 3\d\d calls are more than 255"):
        record_auctions(
            (Doubles(), Doubles()), PLAYED, tmp_path / "a.npz", 1, 4, {}, lambda count: None
        )


def test_the_command_records_a_program(tmp_path: Path) -> None:
    out = tmp_path / "auctions.npz"
    program = f"program:{shlex.join([sys.executable, str(EXAMPLE)])}"
    said = said_by(out, program, "--deals", 5, "--seed", 2, "--system", "acol", "unknown")
    records = read_records(out)
    assert said == f"5 auctions with {records.decisions} calls of seed 2 in {out}\n"
    assert set(records.system_ns) == {SYSTEM_CODE[System.ACOL]}
    assert set(records.system_ew) == {SYSTEM_CODE[System.UNKNOWN]}


def test_the_command_records_the_model(tmp_path: Path) -> None:
    out = tmp_path / "auctions.npz"
    torch.set_num_threads(2)
    said_by(out, "model:21-a0", "model:polish", "--deals", 3, "--seed", 2)
    assert torch.get_num_threads() == 1, "threads wait for each other's cores"
    records = read_records(out)
    assert set(records.system_ns) == {SYSTEM_CODE[System.TWO_OVER_ONE]}
    assert set(records.system_ew) == {SYSTEM_CODE[System.POLISH_CLUB]}
    played = Systems(ConventionCard.from_code("21-a0"), ConventionCard(System.POLISH_CLUB))
    assert {systems_of(records, row) for row in range(3)} == {played}
    assert records.decisions >= 12


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("a.txt", "model", "--deals", 1, "--seed", 1), "must name an .npz file"),
        (("a.npz", "model", "--deals", 0, "--seed", 1), "--deals must be at least 1"),
        (("a.npz", "models", "--deals", 1, "--seed", 1), "is no bidder"),
        (("a.npz", "bluechip:2000", "--deals", 1, "--seed", 1), "plays matches alone"),
        (("a.npz", "model", "model", "model", "--deals", 1, "--seed", 1), "or two, not 3"),
        (("a.npz", "program:/no/such/file", "--deals", 1, "--seed", 1), "cannot be started"),
    ],
)
def test_what_it_cannot_do_is_said(
    arguments: tuple[object, ...], fault: str, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=fault):
        said_by(tmp_path / str(arguments[0]), *arguments[1:])


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_bytes(b"kept")
    with pytest.raises(CommandError, match="exists already"):
        said_by(tmp_path / "a.npz", "model", "--deals", 1, "--seed", 1)
    assert (tmp_path / "a.npz").read_bytes() == b"kept"
