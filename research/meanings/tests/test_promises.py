"""Promises counted in recorded auctions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from bidding.domain.calls import PASS, Call
from bidding.domain.systems import System
from bidding.domain.table import Seat, Strain
from bidding.encoding.layout import AS_IN_BASE, N_CHOICES, SYSTEM_CODE
from bidding.encoding.records import OPTIONS_OF_SYSTEM, Records, owners, read_records
from bidding.encoding.views import card_hcp
from bidding.explaining.meanings.recorded import NOTHING, UNSURE, RecordedPromises
from bidding.matches.rules import read_rules
from bidding.parsing.text.auctions import parse_auction
from research.meanings.commands.promises import Command
from research.meanings.promises import count_promises, keep_rules, with_cards
from tests import recorded

STANDARD, ACOL = SYSTEM_CODE[System.STANDARD], SYSTEM_CODE[System.ACOL]
CLUB, HEART = Call.bid(1, Strain.C).index, Call.bid(1, Strain.H).index


def write(folder: Path, system: int = STANDARD, count: int = 4000) -> Path:
    """A file; its auctions, which it takes long to make, are the same in each."""
    return recorded.write(folder / f"{system}-{count}.npz", count, 1, system)


def counted(*files: Records) -> RecordedPromises:
    return count_promises((one, (System.STANDARD, System.ACOL)) for one in files)


def openers(records: Records, call: int) -> tuple[np.ndarray, np.ndarray]:
    """The points and the lengths of S H D C of the dealers who opened with a call."""
    rows = np.flatnonzero(records.calls[records.start] == call)
    hands = owners(records.deal[rows]) == records.dealer[rows][:, None]
    return hands @ card_hcp().numpy(), hands.reshape(len(rows), 4, 13).sum(2)


def test_an_opening_promises_what_nearly_all_hands_have(tmp_path: Path) -> None:
    records = read_records(write(tmp_path))
    found = counted(records).by_beginning
    points, lengths = openers(records, HEART)
    hcp, suits, *_ = found[STANDARD, bytes([HEART])]
    assert hcp[0] == points.min() == 11
    assert suits[1][0] == lengths[:, 1].min()
    assert ((points >= hcp[0]) & (points <= hcp[1])).mean() >= 0.97
    for suit, (least, most) in enumerate(suits):
        assert ((lengths[:, suit] >= least) & (lengths[:, suit] <= most)).mean() >= 0.97


def test_passes_are_counted_and_rare_beginnings_are_not(tmp_path: Path) -> None:
    found = counted(read_records(write(tmp_path))).by_beginning
    (low, high), *_ = found[STANDARD, bytes([PASS.index])]
    assert (low, high) == (0, 10)
    assert (STANDARD, bytes([Call.bid(3, Strain.NT).index])) not in found
    hands = np.bincount(read_records(write(tmp_path)).calls, minlength=38)
    assert hands[CLUB] > 100


def test_systems_are_apart_and_files_add_up(tmp_path: Path) -> None:
    standard, acol = write(tmp_path), write(tmp_path, ACOL)
    half = write(tmp_path, count=120)
    both = counted(*map(read_records, (standard, acol))).by_beginning
    assert {system for system, _ in both} == {STANDARD, ACOL}
    assert (STANDARD, bytes([HEART])) not in counted(read_records(half)).by_beginning
    assert both.keys() >= counted(read_records(standard)).by_beginning.keys()


@pytest.mark.parametrize(("stops", "forces"), [(0, True), (1, False)])
def test_a_call_forces_to_game_if_its_side_hardly_ever_stops_below(
    tmp_path: Path, stops: int, forces: bool
) -> None:
    try_ = "1H P 2H P 3C"
    ends = {f"{try_} P 4H P P P": 60, f"{try_} 4S P P P": 20, f"{try_} P 3H P P P": stops}
    auctions = [auction for auction, count in ends.items() for _ in range(count)]
    path = recorded.write_auctions(tmp_path / "auctions.npz", auctions, 1)
    found = counted(read_records(path)).by_beginning
    calls = bytes(call.index for call in parse_auction(try_, Seat.N).calls)
    assert found[STANDARD, calls].to_game is forces
    assert found[STANDARD, bytes([HEART])].to_game is forces  # whatever follows


def test_auctions_in_which_a_rule_makes_another_call_are_left_out(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    entry = '{ call = "1S", hand = "5+ spades", about = "five spades" }'
    rules.write_text(f'system = "standard"\n[[after]]\nauction = ""\nrules = [{entry}]\n')
    path = recorded.write_auctions(tmp_path / "auctions.npz", ["1H P P P"] * 400, 1)
    records = read_records(path)
    spades = (owners(records.deal)[:, :13] == Seat.N).sum(1)
    kept = keep_rules(records, read_rules(rules))
    assert kept.tolist() == np.flatnonzero(spades < 5).tolist()
    asked = [(records, [System.STANDARD])]
    for some, most in ((None, 7), (read_rules(rules), 4)):
        found = count_promises(asked, some).by_beginning[STANDARD, bytes([HEART])]
        assert found.lengths[0][1] == most


def test_a_side_is_counted_against_others_until_they_bid(tmp_path: Path) -> None:
    path = write(tmp_path)
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    arrays["system_ew"] = np.full_like(arrays["system_ew"], ACOL)
    np.savez(path, **arrays)
    found = counted(read_records(path)).by_beginning
    assert (STANDARD, bytes([HEART])) in found
    assert (STANDARD, bytes([PASS.index, PASS.index, HEART])) in found
    for _, calls in found:
        assert all(made == PASS.index for made in calls[-2::-2])


@pytest.mark.parametrize("matters", [True, False])
def test_a_promise_relies_on_the_choice_that_breaks_it(tmp_path: Path, matters: bool) -> None:
    records = read_records(write(tmp_path, count=12000))
    opened = np.flatnonzero(records.calls[records.start] == HEART)
    points, _ = openers(records, HEART)
    rng = np.random.default_rng(1)
    choices = np.full((len(records), 2, N_CHOICES), AS_IN_BASE, dtype=records.choices.dtype)
    other = 1 - OPTIONS_OF_SYSTEM[STANDARD].clip(max=1)
    choices[:, :, 7] = np.where(rng.random((len(records), 2)) < 0.5, other[7], AS_IN_BASE)
    choices[:, :, 9] = other[9]
    if matters:
        strong = points >= np.quantile(points, 0.7)
        choices[:, :, 20] = np.where(rng.random((len(records), 2)) < 0.5, other[20], AS_IN_BASE)
        choices[opened, :, 20] = np.where(strong, other[20], AS_IN_BASE)[:, None]
    changed = replace(records, choices=choices, card=np.arange(len(records)))
    promises = counted(records)
    row = promises.rows[STANDARD, bytes([HEART])]
    if matters:
        promises.ends[row, 0, 1] = np.quantile(points, 0.7) - 1
    found = with_cards([changed], promises)
    assert found.relied[row].tolist() == ([20] if matters else [NOTHING]) + [NOTHING] * 3
    of_row = found.other_row == row
    assert set(found.other_option[of_row, 0].tolist()) == ({20} if matters else set())
    for ends in found.other_ends[of_row]:  # of the strong hands that have the other option
        assert ends[0, 0] >= promises.ends[row, 0, 1]
    assert (with_cards([records], promises).relied == UNSURE).all()


def test_it_is_written_and_read_again(tmp_path: Path) -> None:
    out = tmp_path / "promises.npz"
    others = ["--other-sayc", str(write(tmp_path, SYSTEM_CODE[System.SAYC]))]
    call_command(Command(), str(write(tmp_path)), *others, out=out)
    found = RecordedPromises.load(out).by_beginning
    assert {system for system, _ in found} == {STANDARD}
    with pytest.raises(CommandError, match="nowhere"):
        call_command(Command(), "nowhere.npz", out=out)
    assert RecordedPromises.load(out).by_beginning == found


def test_the_released_ones_name_seats_and_systems_that_there_are() -> None:
    found = RecordedPromises.load()
    assert set(found.system.tolist()) == {SYSTEM_CODE[one] for one in System} - {
        SYSTEM_CODE[System.UNKNOWN]
    }
    assert (found.ends[..., 0] <= found.ends[..., 1]).all()
    assert len(found.calls[0]) > len(Seat)
