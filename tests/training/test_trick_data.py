"""The split of solved deals: fixed, and no deal on two sides of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bidding.training.trick_data import FIRST_FILE, N_TEST, N_VALIDATION, load_split
from bidding.tricks.solved import BadSolvedDeals, SolvedDeals, join_solved, pack
from bidding.tricks.solving import random_deals


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
    with pytest.raises(BadSolvedDeals, match=r"dd-0\.npz: 50 deals; 3500 are kept apart"):
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
