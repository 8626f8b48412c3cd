"""Recorded decisions: what they hold, and what is refused of their files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bidding.encoding.layout import AS_IN_BASE
from bidding.encoding.records import BadRecords
from bidding.explaining.analysis.contracts import imps_of
from bidding.training.advice.experiment import jackknife_weights
from bidding.training.advice.samples import AdviceSamples, join_samples, read_folder, read_samples
from tests.training.advice.small import few, samples

__all__ = ["few", "samples"]


def test_decisions_are_open_and_both_calls_legal(samples: AdviceSamples) -> None:
    rows = np.arange(len(samples))
    batch, views = samples.views(rows)
    legal = batch.legal[views.auction, views.step].numpy()
    assert legal[rows, samples.call].all()
    assert legal[rows, samples.against].all()
    assert (samples.call != samples.against).all()
    assert (samples.chance >= 0.02).all()
    assert views.own_cards(batch).sum(1).eq(13).all()


def test_some_calls_win_and_some_lose(samples: AdviceSamples) -> None:
    assert samples.imps.min() < 0 < samples.imps.max()
    assert np.abs(samples.imps).max() <= imps_of(np.array([15200]))[0]


def test_a_deal_is_learned_from_or_kept_apart(samples: AdviceSamples) -> None:
    apart = samples.is_validation
    deals = [{row.tobytes() for row in samples.auctions.deal[which]} for which in (apart, ~apart)]
    assert deals[0].isdisjoint(deals[1])


def test_files_hold_what_was_recorded(samples: AdviceSamples, tmp_path: Path) -> None:
    samples.save(tmp_path / "advice-1-0000.npz")
    samples.save(tmp_path / "advice-1-0001.npz")
    read = read_folder(tmp_path)
    assert len(read) == 2 * len(samples)
    assert read.digest() == join_samples([samples, samples]).digest()
    cards = samples.auctions.batch(np.arange(len(samples))).choices
    assert (cards != AS_IN_BASE).any()
    assert read.auctions.batch(np.arange(len(samples))).choices.equal(cards)


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("call", np.array([38], np.uint8), "call is uint8"),
        ("imps", np.array([], np.float64), "imps is float64"),
        ("calls", np.array([], np.uint8), "n_calls do not add up"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(
    name: str, value: np.ndarray, fault: str, samples: AdviceSamples, tmp_path: Path
) -> None:
    path = tmp_path / "advice-1-0000.npz"
    samples.save(path)
    with np.load(path) as file:
        arrays = dict(file) | {name: value}
    np.savez_compressed(path, **arrays)
    with pytest.raises(BadRecords, match=fault):
        read_samples(path)


def test_a_folder_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecords, match="`record advice` makes them"):
        read_folder(tmp_path)


def test_each_member_learns_without_a_share_of_the_deals(samples: AdviceSamples) -> None:
    weights = jackknife_weights(samples, 3)
    left_out = weights == 0
    assert left_out.sum(1).tolist() == [1] * len(samples)
    deals = [row.tobytes() for row in samples.auctions.deal]
    by_deal = dict(zip(deals, left_out.argmax(1).tolist(), strict=True))
    assert len(set(by_deal.values())) == 3
    assert [by_deal[deal] for deal in deals] == left_out.argmax(1).tolist()
    assert weights.max(1) == pytest.approx(1.5)
    assert jackknife_weights(samples, 1) == pytest.approx(1)
