"""The split of solved deals: fixed, and no deal on two sides of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bidding.training.estimator import dataset
from bidding.training.estimator.dataset import (
    FIRST_FILE,
    N_TEST,
    N_VALIDATION,
    known_split,
    load_split,
)
from bidding.tricks.solved import BadSolvedDeals, SolvedDeals, join_solved, pack
from bidding.tricks.solving import random_deals, stored_deals


def some_deals(count: int, seed: int, cards: int = 13) -> SolvedDeals:
    """Deals whose tricks are of no importance here."""
    owner = random_deals(count, seed, cards=cards)
    held = None if cards == 13 else np.packbits(owner < 4, axis=1)
    return SolvedDeals(pack(owner), np.zeros((count, 4, 5), np.uint8), held)


def test_the_split_is_by_place_and_no_tested_deal_is_trained_on(tmp_path: Path) -> None:
    stock = some_deals(N_TEST + N_VALIDATION + 40, seed=1)
    more = join_solved(
        [some_deals(30, seed=2), stock.rows(slice(5, 8)), stock.rows(slice(N_TEST, N_TEST + 1))]
    )
    (tmp_path / "more").mkdir()
    stock.save(tmp_path / FIRST_FILE)
    more.save(tmp_path / "more" / "dd-13-1.npz")
    some_deals(10, seed=3, cards=5).save(tmp_path / "more" / "dd-5-1.npz")
    split = load_split([tmp_path, tmp_path / "more", tmp_path])
    assert (split.test.owners == stock.owners[:N_TEST]).all()
    assert (split.validation.owners == stock.owners[N_TEST:][:N_VALIDATION]).all()
    rest = stock.owners[N_TEST + N_VALIDATION :]
    assert (split.train.owners == np.concatenate([rest, more.owners[:30]])).all()
    assert split.endings is not None
    assert len(split.endings) == 10


def test_files_for_tests_and_to_choose_by_are_known_by_name(tmp_path: Path) -> None:
    stock = some_deals(N_TEST + N_VALIDATION + 40, seed=1)
    tested, chosen = some_deals(30, seed=2), some_deals(20, seed=3)
    stock.save(tmp_path / FIRST_FILE)
    tested.save(tmp_path / "dd-test-2.npz")
    join_solved([chosen, tested.rows(slice(4))]).save(tmp_path / "dd-dev-3.npz")
    join_solved([tested, chosen, some_deals(10, seed=4)]).save(tmp_path / "dd-13-4.npz")
    split = load_split([tmp_path])
    assert (split.test.owners[N_TEST:] == tested.owners).all()
    assert (split.validation.owners[N_VALIDATION:] == chosen.owners).all()
    assert len(split.train) == 40 + 10
    # A link is what it is called.
    (tmp_path / "store").mkdir()
    kept = some_deals(6, seed=7)
    kept.save(tmp_path / "store" / "dd-7.npz")
    (tmp_path / "dd-test-7.npz").symlink_to(tmp_path / "store" / "dd-7.npz")
    assert (load_split([tmp_path]).test.owners[-6:] == kept.owners).all()
    some_deals(5, seed=5, cards=4).save(tmp_path / "dd-test-5.npz")
    with pytest.raises(BadSolvedDeals, match=r"dd-test-5\.npz has endings"):
        load_split([tmp_path])


def test_too_little_or_nothing_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadSolvedDeals, match=r"0 files dd-0\.npz in"):
        load_split([tmp_path])
    some_deals(50, seed=1, cards=5).save(tmp_path / FIRST_FILE)
    with pytest.raises(BadSolvedDeals, match=r"dd-0\.npz has endings"):
        load_split([tmp_path])
    some_deals(50, seed=1).save(tmp_path / FIRST_FILE)
    with pytest.raises(BadSolvedDeals, match=r"dd-0\.npz: 50 deals; 3500 are held out"):
        load_split([tmp_path])


def test_deals_all_tested_on_are_refused(tmp_path: Path) -> None:
    stock = some_deals(N_TEST + N_VALIDATION + 10, seed=1)
    stock.save(tmp_path / FIRST_FILE)
    stock.rows(slice(N_TEST + N_VALIDATION, None)).save(tmp_path / "dd-test-1.npz")
    with pytest.raises(BadSolvedDeals, match="none are left to train on"):
        load_split([tmp_path])
    stock.save(tmp_path / "dd-test-1.npz")
    with pytest.raises(BadSolvedDeals, match="none are left to"):
        load_split([tmp_path])


def test_full_deals_and_endings_are_not_put_together() -> None:
    with pytest.raises(BadSolvedDeals, match="cannot be put together"):
        join_solved([some_deals(3, seed=1), some_deals(3, seed=1, cards=5)])


def test_what_comes_with_the_program_is_split_by_seed() -> None:
    split = known_split()
    assert (len(split.train), len(split.validation), len(split.test)) == (89_500, 1_500, 7_000)
    assert split.endings is None
    parts = [set(part.keys()) for part in (split.train, split.validation, split.test)]
    assert not parts[0] & parts[1] | parts[0] & parts[2] | parts[1] & parts[2]
    last = stored_deals(1343)
    assert (split.validation.owners == last.owners[:1_500]).all()
    assert (split.train.owners[-1_500:] == last.owners[1_500:]).all()
    assert (split.train.owners[:200] == random_deals(200, 1321)).all()
    assert (split.test.owners[200:400] == random_deals(200, 95, shard=1)).all()


def test_deals_in_two_files_that_come_with_the_program_are_only_tested_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds = {95: some_deals(30, seed=2), 1343: some_deals(20, seed=3), 1342: some_deals(10, seed=4)}
    seeds[1342] = join_solved([seeds[95], seeds[1343], seeds[1342]])
    monkeypatch.setattr(dataset, "stored_deals", seeds.__getitem__)
    monkeypatch.setattr(dataset, "TRAIN_SEEDS", range(1342, 1343))
    monkeypatch.setattr(dataset, "N_DEV", 15)
    split = known_split()
    assert len(split.validation) == 15
    assert len(split.train) == 5 + 10 + 5
    assert len(split.test) == 30


def test_results_that_should_come_and_do_not_are_named() -> None:
    with pytest.raises(BadSolvedDeals, match=r"13-77\.xz: the results of seed 77, .* are missing"):
        stored_deals(77)
