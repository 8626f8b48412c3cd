"""The reader of GIB's library, on deals of our own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.domain.table import RANKS, Seat, Strain
from bidding.tricks.solved import BadSolvedDeals, SolvedDeals, read_full
from bidding.tricks.solving import random_deals
from research.tricks.commands.gib import Command
from research.tricks.gib import read_gib

WEST_TO_SOUTH = (Seat.W, Seat.N, Seat.E, Seat.S)
ORDER = (Strain.NT, Strain.S, Strain.H, Strain.D, Strain.C)


def hand(owner: np.ndarray, seat: Seat) -> str:
    suits = owner.reshape(4, 13) == seat
    return ".".join("".join(np.array(list(RANKS))[suit]) for suit in suits)


def library(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Owners of random deals, and made-up tricks of N-S (deal, strain from NT, leader from W)."""
    tricks = np.random.default_rng(3).integers(0, 14, (count, 5, 4))
    return random_deals(count, seed=9), tricks


def lines(owners: np.ndarray, tricks: np.ndarray) -> str:
    text = []
    for owner, results in zip(owners, tricks, strict=True):
        hands = " ".join(hand(owner, seat) for seat in WEST_TO_SOUTH)
        text.append(f"{hands}:{''.join(f'{row[p]:X}' for row in results for p in (3, 2, 1, 0))}")
    return "\n".join(text) + "\n"


def records(owners: np.ndarray, tricks: np.ndarray, order: str) -> bytes:
    content = b""
    for owner, results in zip(owners, tricks, strict=True):
        for suit in owner.reshape(4, 13):
            value = sum(WEST_TO_SOUTH.index(seat) << 2 * place for place, seat in enumerate(suit))
            content += value.to_bytes(4, order)  # type: ignore[arg-type]
        for row in results:
            value = sum(int(taken) << 4 * place for place, taken in enumerate(row))
            content += value.to_bytes(2, order)  # type: ignore[arg-type]
    return content


def test_a_deal_with_few_trumps_is_read_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "library.asc"
    west, north, east, south = (f"{'.' * k}{RANKS}{'.' * (3 - k)}" for k in (1, 0, 2, 3))
    path.write_text(f"{west} {north} {east} {south}:0D0DDDDD000000000000\n")
    deals = read_gib(path)
    assert deals.owners[0].tolist() == [Seat.N] * 13 + [Seat.W] * 13 + [Seat.E] * 13 + [Seat.S] * 13
    # At notrump all tricks go to the side that does not lead, which is the declarer's.
    assert deals.tricks[0, :, Strain.NT].tolist() == [13, 13, 13, 13]
    assert deals.tricks[0, :, Strain.S].tolist() == [13, 0, 13, 0]
    assert deals.tricks[0, :, Strain.H].tolist() == [0, 13, 0, 13]


@pytest.mark.parametrize("kind", ["lines", "little", "big"])
def test_lines_and_bytes_say_the_same(tmp_path: Path, kind: str) -> None:
    owners, tricks = library(6)
    path = tmp_path / "library"
    if kind == "lines":
        path.write_text(lines(owners, tricks))
    else:
        path.write_bytes(records(owners, tricks, kind))
    deals = read_gib(path)
    assert (deals.owners == owners).all()
    for leader_place, leader in enumerate(WEST_TO_SOUTH):
        declarer = leader.rho
        taken = tricks[:, :, leader_place]
        mine = taken if declarer in (Seat.N, Seat.S) else 13 - taken
        assert (deals.tricks[:, declarer][:, list(ORDER)] == mine).all()


def test_faults_are_named(tmp_path: Path) -> None:
    owners, tricks = library(2)
    path = tmp_path / "library"
    good = lines(owners, tricks)

    def fault(content: bytes) -> str:
        path.write_bytes(content)
        with pytest.raises(BadSolvedDeals) as error:
            read_gib(path)
        return str(error.value)

    assert "line 2: four hands of 13 cards and 20 digits" in fault(good[:-2].encode())
    assert "line 1: " in fault(good.replace(":", ":G", 1).encode())
    assert "line 1: four hands" in fault((good[:16] + " " + good[:16] + good[33:]).encode())
    assert "53 bytes are no whole deals of 26" in fault(bytes(53))
    assert "do not deal 13 cards" in fault(bytes(52))
    more = tricks.copy()
    more[1, 0, 0] = 15
    assert "deal 2 takes more than 13" in fault(records(owners, more, "little"))
    assert "no deals" in fault(b"")


def test_the_command_writes_a_part(tmp_path: Path) -> None:
    owners, tricks = library(5)
    path, out = tmp_path / "library", tmp_path / "dd-gib.npz"
    path.write_bytes(records(owners, tricks, "little"))
    call_command(Command(), path, out=out, first=1, limit=3)
    made: SolvedDeals = read_full(out)
    assert (made.owners == owners[1:4]).all()
    with pytest.raises(CommandError, match="has 5 deals"):
        call_command(Command(), path, out=out, first=5)
