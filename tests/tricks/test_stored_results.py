"""Results that come with the program: the solver's, of the deals that their seeds deal."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command

from bidding.management.commands import solve_deals
from bidding.tricks import solving, stored_results
from bidding.tricks.solved import BadSolvedDeals, read_solved
from bidding.tricks.solving import random_deals, solve, solve_into
from bidding.tricks.stored_results import RESULTS, SHARD_DEALS, store_tricks, stored_tricks

SHIPPED = sorted(RESULTS.glob("*.xz"))


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
        stored_results._read_file.cache_clear()
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
    monkeypatch.setattr(solve_deals, "store_tricks", lambda *args: store_tricks(*args, folder=kept))
    out = tmp_path / "endings.npz"
    output = StringIO()
    call = ("--seed", "3", "--cards", "2", "--keep", "--out")
    call_command("solve_deals", "250", *call, out, stdout=output)
    solved = read_solved(out)
    message = "the first 200 results are kept with the program; of the others there is no whole 200"
    assert message in output.getvalue()
    found = stored_tricks(random_deals(200, 3, 0, 2), 3, 0, 2, kept)
    assert found is not None
    assert (found == solved.tricks[:200]).all()
    for count, message in ((50, "no results are kept with the program; of the others"),
                        (200, "the first 200 results are kept with the program\n")):  # fmt: skip
        call_command("solve_deals", str(count), *call, tmp_path / f"{count}.npz", stdout=output)
        assert message in output.getvalue()


def _tricks(owner: np.ndarray, seed: int, shard: int, cards: int) -> np.ndarray:
    """The shipped results of a shard, which are of these deals."""
    tricks = stored_tricks(owner, seed, shard, cards)
    assert tricks is not None, f"{cards}-{seed}: shard {shard} is of other deals"
    return tricks


def test_the_shipped_results_are_what_the_solver_finds() -> None:
    """One deal of each file, of any shard, drawn anew for each number of files; and every deal is
    told. Slow: all shards are dealt again, and a deal of thirteen cards is solved for each file."""
    rng = np.random.default_rng(len(SHIPPED))
    asked = []
    for path in SHIPPED:
        cards, seed = map(int, path.stem.split("-"))
        shards = len(stored_results._read_file(path, cards)[0])
        for shard in range(shards):
            owner = random_deals(SHARD_DEALS, seed, shard, cards)
            assert _tricks(owner, seed, shard, cards).max() <= cards
        shard, row = divmod(int(rng.integers(shards * SHARD_DEALS)), SHARD_DEALS)
        owner = random_deals(SHARD_DEALS, seed, shard, cards)
        asked.append((path.name, owner[row], _tricks(owner, seed, shard, cards)[row]))
    assert asked
    solved = solve(np.stack([owner for _, owner, _ in asked]))
    for (name, _, stored), found in zip(asked, solved, strict=True):
        assert (stored == found).all(), name
