"""Uncontested bidding, of bidders whose calls are known."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.domain.systems import System
from bidding.domain.table import Seat, Strain, Vulnerability
from bidding.tricks.solved import SolvedDeals, pack
from bidding.tricks.solving import random_deals
from research.contests import uncontested
from research.contests.commands.uncontested import Command as Uncontested
from research.contests.uncontested import Passing, best_points, bid_uncontested
from tests.matches.opening import Opens, boards


def test_the_best_contract_of_a_pair_is_found() -> None:
    tricks = np.zeros((3, 4, 5), dtype=np.uint8)
    tricks[0, Seat.S, Strain.S] = 10
    tricks[1, Seat.N, Strain.NT] = 12
    tricks[1, Seat.E] = 13  # nobody asks East
    assert best_points(tricks, vulnerable=False).tolist() == [420, 990, 0]
    assert best_points(tricks, vulnerable=True).tolist() == [620, 1440, 0]


def test_uncontested_bidding_is_measured_against_the_best() -> None:
    """3NT makes and is best; 1NT lacks 250 points, passing 400."""
    dealt = boards(4)
    assert dealt.tricks is not None
    deals = SolvedDeals(pack(dealt.owner), dealt.tricks)
    counts: list[int] = []
    lost = {}
    for call in ("3NT", "1NT"):
        bid = bid_uncontested(Opens(call), deals, System.SAYC, Vulnerability.NONE, counts.append)
        lost[call] = bid.to_dict()
    passing = bid_uncontested(Passing(), deals, System.SAYC, Vulnerability.NONE, counts.append)
    assert (lost["3NT"]["imps"], lost["3NT"]["best_reached"]) == (0, 1)
    assert (lost["1NT"]["imps"], lost["1NT"]["standard_error"]) == (-6, 0)
    assert (passing.to_dict()["imps"], passing.to_dict()["passed_out"]) == (-9, 1)
    assert counts == [4, 4, 4]


def test_what_cannot_be_bid_or_written_is_refused_before_the_work(tmp_path: Path) -> None:
    owner = random_deals(3, seed=1, cards=5)
    held = np.packbits(owner < 4, axis=1)
    endings = tmp_path / "dd-5.npz"
    SolvedDeals(pack(owner), np.zeros((3, 4, 5), np.uint8), held).save(endings)
    dealt, whole = boards(2), tmp_path / "dd.npz"
    assert dealt.tricks is not None
    SolvedDeals(pack(dealt.owner[:1]), dealt.tricks[:1]).save(whole)
    nowhere = tmp_path / "nowhere" / "figures.json"
    for fault, command in (
        ("endings of fewer than 13 cards", (endings,)),
        ("two deals are needed", (whole,)),
        ("cannot be written", (whole, "--json", nowhere)),
        (str(tmp_path / "absent.npz"), (tmp_path / "absent.npz",)),
    ):
        with pytest.raises(CommandError, match=fault):
            call_command(Uncontested(), *map(str, command), stdout=StringIO())


def test_uncontested_bidding_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals, out, bid = tmp_path / "dd.npz", tmp_path / "figures.json", list[Vulnerability]()
    dealt = boards(3)
    assert dealt.tricks is not None
    SolvedDeals(pack(dealt.owner), dealt.tricks).save(deals)

    def bids(stops_after: int) -> str:
        def counted(pair: Any, deals: Any, system: Any, vulnerability: Any, advance: Any) -> Any:
            if len(bid) == stops_after:
                raise KeyboardInterrupt
            bid.append(vulnerability)
            return bid_uncontested(Passing(), deals, system, vulnerability, advance)

        monkeypatch.setattr(uncontested, "bid_uncontested", counted)
        said = StringIO()
        options = ("--system", "sayc", "--json", str(out))
        call_command(Uncontested(), str(deals), *options, stdout=said)
        return said.getvalue()

    with pytest.raises(CommandError, match="the same command goes on") as stopped:
        bids(stops_after=1)
    assert stopped.value.returncode == 130
    assert list(json.loads(out.read_text())["systems"]["sayc"]) == ["none"]
    assert "both" in bids(stops_after=2)
    assert bid == [Vulnerability.NONE, Vulnerability.BOTH]
    whole = json.loads(out.read_text())
    assert whole["systems"]["sayc"]["both"]["deals"] == 3
    SolvedDeals(pack(dealt.owner[::-1]), dealt.tricks[::-1]).save(deals)
    with pytest.raises(CommandError, match="another run: its deals_digest is"):
        bids(stops_after=9)
    assert json.loads(out.read_text()) == whole
    out.write_text("[]")
    with pytest.raises(CommandError, match="does not hold figures"):
        bids(stops_after=9)
