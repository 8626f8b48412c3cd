"""Solved deals: what the solver says is what trying every play gives, and files keep it.

Results come with the program: the solver's, of the deals that their seeds deal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from io import StringIO
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command

from bidding.domain.table import Strain
from bidding.management.commands import record
from bidding.training.estimator.dataset import TEST_SEED
from bidding.tricks import solving
from bidding.tricks.solved import NOBODY, BadSolvedDeals, SolvedDeals, pack, read_solved
from bidding.tricks.solving import (
    RESULTS,
    SHARD_DEALS,
    NoSolver,
    has_solver,
    random_deals,
    solve,
    solve_into,
    solve_strains,
    store_tricks,
    stored_deals,
    stored_tricks,
)
from bidding.yielding import yielding_to

SHIPPED = sorted(RESULTS.glob("*.xz"))
SUITS = np.repeat(np.arange(4, dtype=np.uint8), 13)  # North spades, East hearts, ...


def winner(trick: tuple[int, ...], trump: int | None) -> int:
    """Which of four cards, in the order they were played, takes the trick."""
    suits = [card // 13 for card in trick]
    deciding = trump if trump in suits else suits[0]
    return min((card % 13, i) for i, card in enumerate(trick) if suits[i] == deciding)[1]


def tricks_by_trying(owner: np.ndarray, declarer: int, strain: Strain) -> int:
    """Declarer's tricks by minimax over every legal card, without any shortcut."""
    trump = None if strain.suit is None else int(strain.suit)

    @cache
    def best(hands: tuple[frozenset[int], ...], leader: int, trick: tuple[int, ...]) -> int:
        if len(trick) == 4:
            lead = (leader + winner(trick, trump)) % 4
            return int(lead % 2 == declarer % 2) + best(hands, lead, ())
        seat = (leader + len(trick)) % 4
        if not hands[seat]:
            return 0
        following = [card for card in hands[seat] if trick and card // 13 == trick[0] // 13]
        values = []
        for card in following or hands[seat]:
            left = (*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :])
            values.append(best(left, leader, (*trick, card)))
        return max(values) if seat % 2 == declarer % 2 else min(values)

    hands = tuple(frozenset(np.flatnonzero(owner == seat).tolist()) for seat in range(4))
    return best(hands, (declarer + 1) % 4, ())


def test_the_solver_finds_what_trying_every_card_finds() -> None:
    endings = random_deals(4, seed=3, cards=3)
    solved = solve(endings)
    for row, owner in enumerate(endings):
        for declarer in range(4):
            for strain in Strain:
                tried = tricks_by_trying(owner, declarer, strain)
                assert solved[row, declarer, strain] == tried, (row, declarer, strain)


def test_thirteen_spades_take_every_trick_with_spades_as_trumps_and_none_otherwise() -> None:
    tricks = solve(SUITS[None])[0]
    assert tricks[0, Strain.S] == tricks[2, Strain.S] == 13
    assert tricks[1, Strain.S] == tricks[3, Strain.S] == 0
    # At notrump the leader runs his suit, so the declarer's side takes none.
    assert not tricks[:, Strain.NT].any()


@pytest.mark.parametrize("cards", [13, 6])
def test_the_same_seed_deals_the_same_cards(cards: int) -> None:
    first = random_deals(50, seed=1, cards=cards)
    assert (first == random_deals(50, seed=1, cards=cards)).all()
    assert (first != random_deals(50, seed=2, cards=cards)).any()
    for seat in range(4):
        assert ((first == seat).sum(1) == cards).all()


@pytest.mark.parametrize("cards", [13, 6])
def test_fewer_deals_of_a_shard_are_the_first_of_more(cards: int) -> None:
    """So the results of a whole shard are those of each part of it from the first deal on."""
    whole = random_deals(200, seed=95, shard=2, cards=cards)
    for count in (1, 150, 199):
        assert (random_deals(count, seed=95, shard=2, cards=cards) == whole[:count]).all()


def test_packing_loses_nothing() -> None:
    owner = random_deals(20, seed=8)
    assert (SolvedDeals(pack(owner), np.zeros((20, 4, 5), np.uint8)).owners == owner).all()


class Stop(Exception):
    """Raised from within a run, as Ctrl-C would be."""


def stop_after(count: int, counts: list[int]) -> Callable[[int], None]:
    """Return a callback that records progress in ``counts``, and stops after ``count`` calls."""

    def advance(size: int) -> None:
        counts.append(size)
        if len(counts) == count:
            raise Stop

    return advance


@pytest.mark.parametrize("cards", [13, 4])
def test_a_stopped_run_goes_on_and_ends_with_the_same_file(cards: int, tmp_path: Path) -> None:
    """Slow: some ten deals of thirteen cards are solved."""
    counts: list[int] = []
    path = tmp_path / "deals.npz"
    settings = {"cards": cards, "shard_deals": 2}
    with pytest.raises(Stop):
        solve_into(path, 5, 1, stop_after(2, counts), **settings)  # type: ignore[arg-type]
    assert not path.exists()
    resumed = solve_into(path, 5, 1, counts.append, **settings)  # type: ignore[arg-type]
    assert counts == [2, 2, 2, 2, 1]
    assert [entry.name for entry in tmp_path.iterdir()] == ["deals.npz"]
    whole = solve_into(tmp_path / "again.npz", 5, 1, counts.append, **settings)  # type: ignore[arg-type]
    assert (resumed.owners == whole.owners).all()
    assert (read_solved(path).tricks == whole.tricks).all()
    assert ((read_solved(path).owners == NOBODY).sum(1) == 52 - 4 * cards).all()


def test_each_call_of_the_solver_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also within a shard; what was solved before the stop is reported at once."""
    monkeypatch.setattr(solving, "_BATCH", 2)

    counts: list[int] = []
    path, settings = tmp_path / "deals.npz", {"cards": 3, "shard_deals": 5}
    with pytest.raises(Stop):
        solve_into(path, 10, 1, stop_after(4, counts), **settings)  # type: ignore[arg-type]
    assert counts == [2, 2, 1, 2]
    counts.clear()
    solve_into(path, 10, 1, counts.append, **settings)  # type: ignore[arg-type]
    assert counts == [5, 2, 2, 1]


def test_a_run_that_ends_leaves_what_others_solved_for_the_same_name(tmp_path: Path) -> None:
    """Another seed, more deals or other cards: their shards stay until they are used."""

    path, settings = tmp_path / "deals.npz", {"shard_deals": 2}
    folder = tmp_path / "deals.npz.shards"
    for seed, cards in ((1, 3), (2, 4), (1, 4)):
        with pytest.raises(Stop):  # in the second shard
            solve_into(path, 4, seed, stop_after(2, []), cards=cards, **settings)
    solve_into(path, 3, 1, lambda size: None, cards=4, **settings)
    assert sorted(entry.name for entry in folder.iterdir()) == ["1-0-2-3.npz", "2-0-2-4.npz"]
    solve_into(path, 2, 1, lambda size: None, cards=3, **settings)
    assert folder.exists()
    solve_into(path, 2, 2, lambda size: None, cards=4, **settings)
    assert not folder.exists()


def test_a_file_that_is_none_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    path.write_bytes(b"nothing")
    with pytest.raises(BadSolvedDeals, match=r"bad\.npz: cannot be read"):
        read_solved(path)
    for fault in (b"# A text", b"", np.array([{}])):
        path.write_bytes(fault) if isinstance(fault, bytes) else np.savez(path, deal=fault)
        with pytest.raises(BadSolvedDeals, match=r"bad\.npz: cannot be read") as refusal:
            read_solved(path)
        assert "pickle" not in str(refusal.value)
    np.savez(path, deal=np.zeros((2, 13), np.uint8))
    with pytest.raises(BadSolvedDeals, match="tricks"):
        read_solved(path)
    np.savez(path, deal=np.zeros((2, 13), np.uint8), tricks=np.zeros((2, 4, 5), np.uint8))
    with pytest.raises(BadSolvedDeals, match=r"deal 0 gives \[52, 0, 0, 0\] cards"):
        read_solved(path)
    deal = pack(random_deals(1, seed=1))
    np.savez(path, deal=deal, tricks=np.full((1, 4, 5), 14, np.uint8))
    with pytest.raises(BadSolvedDeals, match="deal 0 takes more tricks"):
        read_solved(path)


def test_a_file_of_which_a_byte_has_changed_is_refused_by_name(tmp_path: Path) -> None:
    """Wherever it is: zip tells of some by a sum, zlib of others by what cannot be unpacked."""
    path = tmp_path / "deals.npz"
    deals = SolvedDeals(pack(random_deals(50, seed=1)), np.zeros((50, 4, 5), np.uint8))
    deals.save(path)
    whole = path.read_bytes()
    for place in (60, 150, 200, 400):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        with pytest.raises(BadSolvedDeals, match=r"deals\.npz: cannot be read"):
            read_solved(path)


def test_a_number_where_deals_should_be_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    np.savez(path, deal=np.uint8(3), tricks=np.uint8(3))
    with pytest.raises(BadSolvedDeals, match=r"bad\.npz: deal is uint8\(\)"):
        read_solved(path)


def dealt(seed: int, shards: int, cards: int = 13) -> np.ndarray:
    """(N, 52) seats of a seed's first shards."""
    return np.concatenate([random_deals(SHARD_DEALS, seed, n, cards) for n in range(shards)])


def results(count: int, cards: int = 13) -> np.ndarray:
    """Any numbers of tricks, not those of the deals."""
    rng = np.random.default_rng(5)
    return rng.integers(0, cards, (count, 4, 5), endpoint=True, dtype=np.uint8)


@pytest.mark.parametrize("cards", [13, 9])
def test_what_is_kept_comes_back(cards: int, tmp_path: Path) -> None:
    owner, tricks = dealt(7, 2, cards), results(2 * SHARD_DEALS, cards)
    assert store_tricks(owner, tricks, 7, cards, tmp_path) == 400
    for shard in range(2):
        rows = slice(shard * SHARD_DEALS, (shard + 1) * SHARD_DEALS)
        found = stored_tricks(owner[rows], 7, shard, cards, tmp_path)
        assert found is not None
        assert (found == tricks[rows]).all()


def test_only_the_deals_it_was_kept_for_are_known(tmp_path: Path) -> None:
    owner = dealt(7, 2)
    store_tricks(owner, results(400), 7, 13, tmp_path)
    first = owner[:SHARD_DEALS]
    assert stored_tricks(first, 7, 0, 13, tmp_path) is not None
    assert stored_tricks(first, 7, 1, 13, tmp_path) is None, "another shard's deals"
    assert stored_tricks(first, 7, 2, 13, tmp_path) is None, "a shard that was not kept"
    assert stored_tricks(first, 8, 0, 13, tmp_path) is None, "another seed"
    assert stored_tricks(first, 7, 0, 12, tmp_path) is None, "other cards"
    assert stored_tricks(first[:50], 7, 0, 13, tmp_path) is None, "a part of a shard"
    assert stored_tricks(first[::-1], 7, 0, 13, tmp_path) is None, "another order"


def test_keeping_fewer_loses_nothing_and_keeping_more_adds(tmp_path: Path) -> None:
    owner, tricks = dealt(7, 2), results(400)
    assert store_tricks(owner[:250], tricks[:250], 7, 13, tmp_path) == 200, "whole shards"
    assert stored_tricks(owner[200:], 7, 1, 13, tmp_path) is None
    store_tricks(owner, tricks, 7, 13, tmp_path)
    store_tricks(owner[:200], tricks[:200], 7, 13, tmp_path)
    assert stored_tricks(owner[200:], 7, 1, 13, tmp_path) is not None
    assert store_tricks(owner[:100], tricks[:100], 9, 13, tmp_path) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["13-7.xz"]


def test_a_file_of_results_that_cannot_be_read_is_refused_by_name(tmp_path: Path) -> None:
    owner = dealt(7, 1)
    store_tricks(owner, results(200), 7, 13, tmp_path)
    path = tmp_path / "13-7.xz"
    whole = path.read_bytes()
    for fault in (whole[:-40], b"", whole[:300] + bytes([whole[300] ^ 1]) + whole[301:]):
        path.write_bytes(fault)
        solving._read_file.cache_clear()
        with pytest.raises(BadSolvedDeals, match=r"13-7\.xz: cannot be read"):
            stored_tricks(owner, 7, 0, 13, tmp_path)


def test_what_is_known_is_not_solved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tricks = results(SHARD_DEALS)
    store_tricks(dealt(7, 1), tricks, 7, 13, tmp_path)
    asked = []

    def no_solver(owner: np.ndarray, advance: Callable[[int], Any]) -> np.ndarray:
        asked.append(len(owner))
        return np.zeros((len(owner), 4, 5), np.uint8)

    monkeypatch.setattr(
        solving, "stored_tricks", lambda *args: stored_tricks(*args, folder=tmp_path)
    )
    monkeypatch.setattr(solving, "solve", no_solver)
    made = solve_into(tmp_path / "deals.npz", 250, 7, lambda size: None)
    assert asked == [50], "the rest of it is"
    assert (made.tricks[:SHARD_DEALS] == tricks).all()
    part = solve_into(tmp_path / "part.npz", 150, 7, lambda size: None)
    assert asked == [50], "nor a part of what is known"
    assert (part.tricks == tricks[:150]).all()
    assert (part.owners == dealt(7, 1)[:150]).all()


def test_a_command_keeps_what_it_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "known"
    monkeypatch.setattr(record, "store_tricks", lambda *args: store_tricks(*args, folder=kept))
    out = tmp_path / "endings.npz"
    output = StringIO()
    call = ("--seed", "3", "--cards", "2", "--keep", "--out")
    call_command("record", "deals", "250", *call, out, stdout=output)
    solved = read_solved(out)
    message = "the first 200 results are kept with the program; of the others there is no whole 200"
    assert message in output.getvalue()
    found = stored_tricks(random_deals(200, 3, 0, 2), 3, 0, 2, kept)
    assert found is not None
    assert (found == solved.tricks[:200]).all()
    for count, message in ((50, "no results are kept with the program; of the others"),
                        (200, "the first 200 results are kept with the program\n")):  # fmt: skip
        call_command("record", "deals", str(count), *call, tmp_path / f"{count}.npz", stdout=output)
        assert message in output.getvalue()


def _tricks(owner: np.ndarray, seed: int, shard: int, cards: int) -> np.ndarray:
    """The shipped results of a shard, which are of these deals."""
    tricks = stored_tricks(owner, seed, shard, cards)
    assert tricks is not None, f"{cards}-{seed}: shard {shard} is of other deals"
    return tricks


def test_the_shipped_results_are_what_the_solver_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strain of one deal of each file, of any shard, drawn anew for each number of files; and
    every deal is told. Slow: a strain of a deal of thirteen cards is solved for each file."""
    monkeypatch.setattr(solving, "SLICE_SECONDS", 1e-9)  # one strain at a time
    rng = np.random.default_rng(len(SHIPPED))
    assert len(SHIPPED) >= len(Strain)
    for strain, path in zip(cycle(Strain), SHIPPED, strict=False):
        cards, seed = map(int, path.stem.split("-"))
        shards = len(solving._read_file(path, cards)[0])
        for shard in range(shards):
            owner = random_deals(SHARD_DEALS, seed, shard, cards)
            assert _tricks(owner, seed, shard, cards).max() <= cards
        shard, row = divmod(int(rng.integers(shards * SHARD_DEALS)), SHARD_DEALS)
        owner = random_deals(SHARD_DEALS, seed, shard, cards)
        stored = _tricks(owner, seed, shard, cards)[row, :, strain].tolist()
        assert solve_strains(owner[row], [[]] * strain)[strain:] == [stored], path.name


def test_known_deals_are_solved_exactly_one_by_one() -> None:
    """In as many slices as it takes. Slow: six deals of thirteen cards."""
    deals = stored_deals(TEST_SEED).rows(slice(6))
    for owner, tricks in zip(deals.owners, deals.tricks, strict=True):
        found: list[list[int]] = []
        while len(found) < len(Strain):
            found = solve_strains(owner, found)
        assert found == tricks.T.tolist()


def test_a_slice_is_one_strain_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "SLICE_SECONDS", 1e-9)
    clubs, diamonds = solve_strains(SUITS), solve_strains(SUITS, [[7] * 4])
    assert (clubs, diamonds) == ([[0, 13, 0, 13]], [[7] * 4, [13, 0, 13, 0]])


def test_urgent_work_is_done_after_each_strain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "SLICE_SECONDS", np.inf)
    calls: list[None] = []
    with yielding_to(lambda: calls.append(None)):
        solve_strains(SUITS)
    assert len(calls) == len(Strain)


def test_a_deal_that_takes_too_long_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "DEADLINE_SECONDS", -1.0)
    with pytest.raises(NoSolver, match="took longer than"):
        solve_strains(SUITS)


def test_a_solver_that_cannot_be_loaded_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert has_solver()
    module = tmp_path / "endplay" / "__init__.py"
    module.parent.mkdir()
    module.touch()
    (module.parent / "_dds").mkdir()
    (module.parent / "_dds" / "libdds.so").write_bytes(b"of another machine")
    with monkeypatch.context() as patch:
        patch.delitem(sys.modules, "endplay", raising=False)
        patch.syspath_prepend(tmp_path)
        with pytest.raises(NoSolver, match="cannot be loaded"):
            solving.solver()
    monkeypatch.setitem(sys.modules, "endplay", None)
    assert not has_solver()
