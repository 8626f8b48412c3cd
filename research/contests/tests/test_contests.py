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
from research.contests.bound import best_expected, lost_seeing_both, sampled_layouts
from research.contests.commands.bound import Command as Bound
from research.contests.commands.uncontested import Command as Uncontested
from research.contests.uncontested import (
    Passing,
    best_points,
    bid_uncontested,
    both_pairs,
    contract_points,
)
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


def test_the_other_pair_bids_the_same_deals() -> None:
    dealt = boards(4)
    assert dealt.tricks is not None
    both = both_pairs(SolvedDeals(pack(dealt.owner), dealt.tricks))
    first, turned = both.owners[:4], both.owners[4:]
    assert (first == dealt.owner).all()
    for before, after in ((Seat.E, Seat.S), (Seat.W, Seat.N), (Seat.N, Seat.E)):
        assert ((first == before) == (turned == after)).all()
        assert (both.tricks[:4, before] == both.tricks[4:, after]).all()


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


class SpadesFor:
    """An estimator: North-South make ten tricks in spades where East has the ace of hearts, else
    none; and nine at notrump in all layouts.
    """

    def chances(self, owner: np.ndarray) -> np.ndarray:
        tricks = np.zeros((len(owner), 4, 5), dtype=np.int64)
        tricks[:, :, Strain.NT] = 9
        tricks[owner[:, 13] == Seat.E, :, Strain.S] = 10
        return np.eye(14)[tricks]


def test_layouts_keep_the_pairs_cards() -> None:
    owner = random_deals(1, seed=5)[0]
    layouts = sampled_layouts(owner, 50, np.random.default_rng(1))
    pair = np.isin(owner, (Seat.N, Seat.S))
    assert (layouts[:, pair] == owner[pair]).all()
    assert all(((layouts == seat).sum(1) == 13).all() for seat in Seat)
    assert len(np.unique(layouts, axis=0)) > 40


def test_the_contract_is_chosen_without_sight_of_the_others() -> None:
    """3NT is safe; 4S makes 20 points more in half of the layouts, and costs much in the others."""
    tricks = np.zeros((4, 4, 5), dtype=np.int64)
    tricks[:, :, Strain.NT] = 9
    tricks[:2, :, Strain.S] = 10
    points = contract_points(tricks, vulnerable=False)
    safe = best_expected(tricks, vulnerable=False)
    assert points[:, safe].tolist() == [400] * 4
    assert points.max(1).tolist() == [420, 420, 400, 400]
    assert best_expected(tricks[:2], vulnerable=False) != safe
    assert best_expected(np.zeros((2, 4, 5), dtype=np.int64), vulnerable=True) == 0  # to pass


def test_who_sees_both_hands_loses_what_the_others_hide() -> None:
    owners = random_deals(20, seed=5)
    truth = SpadesFor().chances(owners).argmax(-1).astype(np.uint8)
    counts: list[int] = []
    lost = lost_seeing_both(
        SpadesFor(), SolvedDeals(pack(owners), truth), 30, {"none": False}, 1, counts.append
    )
    held_by_pair = np.isin(owners[:, 13], (Seat.N, Seat.S))
    assert (lost["none"][held_by_pair] == 0).all()
    assert lost["none"].min() == -1  # 3NT where 4S makes
    assert sum(counts) == 20


def test_the_bound_is_kept_with_the_deals_that_it_is_of(tmp_path: Path) -> None:
    deals, out, said = tmp_path / "dd.npz", tmp_path / "bound.json", StringIO()
    dealt = boards(4)
    assert dealt.tricks is not None
    SolvedDeals(pack(dealt.owner), dealt.tricks).save(deals)
    call_command(Bound(), str(deals), "--layouts", "2", "--json", str(out), stdout=said)
    kept = json.loads(out.read_text())
    assert (kept["deals"], kept["layouts"]) == (4, 2)
    assert f"{kept['vulnerable']['both']['imps']:7.3f}" in said.getvalue()
    with pytest.raises(CommandError, match="--limit must be at least 2"):
        call_command(Bound(), str(deals), limit=1)
