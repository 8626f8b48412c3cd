"""Auctions for training: split by deal, ordered by seed, cut into batches."""

from pathlib import Path

import numpy as np
import pytest

from bidding.training.bidder.dataset import Dataset, batches_of_pass, load_dataset
from bidding.training.bidder.recipe import Source
from tests import recorded

ONE_IN_EIGHT = 1 / 8


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    recorded.write(tmp_path / "robot-0.npz", 120, seed=1)
    recorded.write(tmp_path / "robot-1.npz", 60, seed=2)
    recorded.write(tmp_path / "again.npz", 120, seed=1, system=3)  # the deals of robot-0
    return tmp_path


def load(folder: Path, *sources: Source, share: float = ONE_IN_EIGHT) -> Dataset:
    return load_dataset(sources, folder, share)


def test_a_deal_is_for_training_or_for_validation_never_both(folder: Path) -> None:
    data = load(folder, Source("robot-*.npz"), Source("again.npz"))
    keys = data.records.deal_keys()
    train = data.rows_of_pass(seed=1, number=0)
    assert len(train) + len(data.validation) == data.auctions + len(data.validation) == 300
    assert len(data.validation) > 10
    assert not set(keys[train]) & set(keys[data.validation])


def test_of_few_deals_one_is_kept_at_any_rate(folder: Path) -> None:
    sources = (Source("robot-*.npz"), Source("again.npz"))
    kept = load(folder, *sources)
    few = load(folder, *sources, share=2**-63)
    keys = few.records.deal_keys()
    assert set(keys[few.validation]) == {keys.min()} != set(keys[kept.validation])
    assert few.auctions + len(few.validation) == 300
    assert keys.min() not in keys[few.rows_of_pass(1, 0)]


def test_a_deal_in_256_is_kept_where_nothing_is_said(tmp_path: Path) -> None:
    recorded.write(tmp_path / "a.npz", 1500, seed=7)
    data = load_dataset((Source("a.npz"),), tmp_path)
    keys = data.records.deal_keys()
    assert len(data.validation) > 1
    assert np.array_equal(data.validation, np.flatnonzero(keys % np.uint64(256) == 0))


@pytest.mark.parametrize("share", [0.001, 0.1, 0.3, 0.9])
def test_any_share_may_be_kept(tmp_path: Path, share: float) -> None:
    recorded.write(tmp_path / "a.npz", 1500, seed=7)
    data = load(tmp_path, Source("a.npz"), share=share)
    assert abs(len(data.validation) / 1500 - share) < 0.03
    assert data.auctions + len(data.validation) == 1500
    more = load(tmp_path, Source("a.npz"), share=share + 0.05)
    assert set(data.validation) < set(more.validation)


def test_a_source_may_be_repeated_or_limited(folder: Path) -> None:
    once = load(folder, Source("robot-*.npz"))
    twice = load(folder, Source("robot-*.npz", repeat=2))
    some = load(folder, Source("robot-*.npz", limit=10))
    assert twice.auctions == 2 * once.auctions == len(twice.rows_of_pass(1, 0))
    assert np.array_equal(twice.validation, once.validation)
    assert some.auctions + len(some.validation) == 20


def test_auctions_without_a_rare_meaning_are_thinned(tmp_path: Path) -> None:
    auctions = recorded.arrays(400, seed=1)
    rare = np.zeros(400, dtype=bool)
    rare[::10] = True
    label = np.repeat(rare, auctions["n_calls"]).astype(np.uint16)
    np.savez(tmp_path / "a.npz", **auctions, label=label)  # type: ignore[arg-type]
    data = load_dataset((Source("a.npz"),), tmp_path, ONE_IN_EIGHT, common=0.25)
    assert np.array_equal(data.weight, np.where(rare, 1, 4))
    learned = np.setdiff1d(np.arange(400), data.validation)
    assert data.repeat[learned] @ data.weight[learned] == pytest.approx(len(learned))
    drawn = data.rows_of_pass(seed=1, number=0)
    assert set(np.flatnonzero(rare)) - set(data.validation) <= set(drawn)
    assert len(drawn) < 0.5 * len(learned)


def test_auctions_recorded_for_a_call_are_trained_on_alone(tmp_path: Path) -> None:
    recorded.write(tmp_path / "a.npz", 200, seed=1)
    chosen = np.full(200, 3, dtype=np.uint8)
    np.savez(tmp_path / "b.npz", **recorded.arrays(200, seed=2), learned_from=chosen)  # type: ignore[arg-type]
    data = load(tmp_path, Source("[ab].npz"))
    assert np.array_equal(data.since, np.repeat([-1, 3], 200))
    assert data.validation.max() < 200
    assert 150 < np.count_nonzero(data.repeat[200:]) < 200


def test_an_auction_of_many_tables_is_seen_by_their_root(folder: Path) -> None:
    tables = np.array([1, 4, 9, 12] * 30, dtype=np.uint16)
    np.savez(folder / "counted.npz", tables=tables, **recorded.arrays(120, seed=1))  # type: ignore[arg-type]
    counted, plain = Source("counted.npz", repeat=2, by_tables=True), Source("robot-1.npz")
    data = load(folder, counted, plain)
    expected = np.concatenate([2 * np.sqrt(tables), np.ones(60)])
    expected[data.validation] = 0
    assert data.repeat == pytest.approx(expected)
    assert data.auctions == round(expected.sum())
    assert np.array_equal(load(folder, Source("counted.npz"), plain).validation, data.validation)
    seen = sum(np.bincount(data.rows_of_pass(1, number), minlength=180) for number in range(50))
    assert np.abs(seen / 50 - expected).max() < 0.4
    some = load(folder, Source("counted.npz", limit=8, by_tables=True))
    assert set(np.flatnonzero(some.repeat)) | set(some.validation) == set(range(8))


def test_files_that_count_no_tables_are_refused_by_tables(folder: Path) -> None:
    with pytest.raises(ValueError, match=r"robot-0\.npz: there is no array 'tables' in it"):
        load(folder, Source("robot-*.npz", by_tables=True))


def test_a_part_of_a_source_is_drawn_anew_for_each_pass(folder: Path) -> None:
    whole = load(folder, Source("robot-*.npz"))
    part = load(folder, Source("robot-*.npz", repeat=1.4))
    drawn = [part.rows_of_pass(seed=1, number=number) for number in (0, 1)]
    assert part.auctions == round(1.4 * whole.auctions)
    assert part.decisions == round(1.4 * whole.decisions)
    for rows in drawn:
        assert set(rows) == set(whole.rows_of_pass(1, 0))
        assert abs(len(rows) - part.auctions) < 20
    assert not np.array_equal(*(np.bincount(rows, minlength=180) for rows in drawn))
    assert np.array_equal(drawn[0], part.rows_of_pass(seed=1, number=0))


def test_a_pass_holds_every_auction_once_in_full_batches(folder: Path) -> None:
    data = load(folder, Source("robot-*.npz"))
    batches = batches_of_pass(data, 100, seed=5, number=0)
    assert sorted(np.concatenate(batches)) == sorted(data.rows_of_pass(seed=5, number=0))
    sizes = [int(data.records.n_calls[batch].sum()) for batch in batches]
    assert sum(abs(size - 100) > 20 for size in sizes) <= 1  # all but the last
    assert min(sizes) >= 50
    alone = batches_of_pass(data, 10**9, seed=5, number=0)
    assert len(alone) == 1


def test_the_order_follows_from_the_seed_and_the_pass(folder: Path) -> None:
    data = load(folder, Source("robot-*.npz"))

    def order(seed: int, number: int) -> list[int]:
        return np.concatenate(batches_of_pass(data, 100, seed, number)).tolist()

    assert order(5, 0) == order(5, 0)
    assert order(5, 0) != order(5, 1)
    assert order(5, 0) != order(6, 0)


def test_deals_with_a_whole_suit_in_one_hand_are_left_out(folder: Path) -> None:
    """Such deals stand in archives where the cards were not known."""
    arrays = recorded.arrays(40, seed=8)
    arrays["deal"][5] = np.repeat(np.arange(4, dtype=np.uint8), 13).reshape(13, 4) @ [1, 4, 16, 64]
    np.savez(folder / "odd.npz", **arrays)  # type: ignore[arg-type]
    data = load(folder, Source("odd.npz"))
    assert 5 not in {*data.rows_of_pass(1, 0).tolist(), *data.validation.tolist()}
    assert data.auctions + len(data.validation) == 39


def test_too_few_auctions_are_refused(folder: Path) -> None:
    with pytest.raises(ValueError, match="too few"):
        load(folder, Source("robot-0.npz", limit=1))


def test_a_source_without_a_file_is_named(folder: Path) -> None:
    with pytest.raises(ValueError, match=r"people\.npz"):
        load(folder, Source("people.npz"))
