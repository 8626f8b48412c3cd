"""Precision and recall, and scores by round and system, on a few calls worked out by hand."""

from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.domain.calls import FIRST_BID, N_CALLS
from bidding.encoding.records import Records, read_records
from bidding.encoding.views import targets
from bidding.training.bidder.objective import turn_views
from bidding.training.scoring.call_scores import CallScores, precision_and_recall
from tests import recorded


@pytest.fixture
def records(tmp_path: Path) -> Records:
    return read_records(recorded.write(tmp_path / "a.npz", 60, seed=3, system=2))


def scored(records: Records, choose: object = None) -> dict:
    """The scores of a player who makes the calls that ``choose`` makes of the true ones."""
    batch = records.batch(np.arange(len(records)))
    views = turn_views(batch)
    truth = targets(batch, views).call
    chosen = choose(truth) if callable(choose) else truth
    scores = CallScores()
    scores.add(
        20.0 * torch.nn.functional.one_hot(chosen, N_CALLS), batch, views, truth, views.auction
    )
    return scores.report()


def test_precision_counts_what_was_predicted_and_recall_what_was_made() -> None:
    """Two kinds: made 4 and 1 times, predicted 2 and 2 times, right 2 and 0 times."""
    found = precision_and_recall(torch.tensor([[4, 1], [2, 2], [2, 0]]))
    assert found["micro"] == {
        "precision": pytest.approx(2 / 4),
        "recall": pytest.approx(2 / 5),
        "f1": pytest.approx(4 / 9),
    }
    assert found["macro"] == {
        "precision": pytest.approx((1 + 0) / 2),
        "recall": pytest.approx((0.5 + 0) / 2),
        "f1": pytest.approx((2 / 3 + 0) / 2),
    }


def test_calls_that_never_occur_are_left_out_of_the_plain_mean() -> None:
    found = precision_and_recall(torch.tensor([[3, 0, 0], [3, 0, 1], [3, 0, 0]]))
    assert found["macro"]["precision"] == pytest.approx(1 / 2)
    assert found["macro"]["recall"] == pytest.approx(1 / 2)
    assert found["micro"]["precision"] == pytest.approx(3 / 4)


def test_nothing_at_all_is_no_division_by_zero() -> None:
    found = precision_and_recall(torch.zeros(3, 2, dtype=torch.int64))
    assert found["micro"] == {"precision": 0, "recall": 0, "f1": 0}


def test_one_who_always_passes_predicts_no_bid(records: Records) -> None:
    figures = scored(records, torch.zeros_like)
    assert figures["bids"]["micro"] == {"precision": 0, "recall": 0, "f1": 0}
    non_bids = figures["non_bids"]["micro"]
    passes = (records.calls == 0).mean()
    assert non_bids["precision"] == pytest.approx(passes)
    assert non_bids["recall"] == pytest.approx(
        (records.calls == 0).sum() / (records.calls < 3).sum()
    )
    assert figures["accuracy_nonpass"] == 0
    assert figures["illegal"] == pytest.approx(0, abs=1e-6)


def test_every_call_is_counted_by_what_it_is(records: Records) -> None:
    by_call = scored(records)["by_call"]
    assert by_call["P"]["made"] == (records.calls == 0).sum()
    assert all(set(counts.values()) == {counts["made"]} for counts in by_call.values())
    assert sum(counts["made"] for counts in by_call.values()) == len(records.calls)
    one_club = (records.calls == FIRST_BID).sum()
    assert by_call.get("1C", {"made": 0})["made"] == one_club


def test_rounds_and_systems_share_out_all_decisions(records: Records) -> None:
    figures = scored(records, lambda truth: truth * (torch.arange(len(truth)) % 2))
    rounds, systems = figures["by_round"], figures["by_system"]
    assert rounds["first"]["decisions"] == 4 * len(records)
    assert sum(part["decisions"] for part in rounds.values()) == figures["decisions"]
    right = sum(part["decisions"] * part["accuracy"] for part in rounds.values())
    assert right == pytest.approx(figures["decisions"] * figures["accuracy"])
    assert set(systems) == {"acol"}
    assert systems["acol"]["accuracy"] == pytest.approx(figures["accuracy"])


def test_the_caller_plays_the_system_of_the_own_side(tmp_path: Path) -> None:
    arrays = recorded.arrays(30, seed=4)
    arrays["system_ew"][:] = 3
    np.savez(tmp_path / "b.npz", **arrays)  # type: ignore[arg-type]
    records = read_records(tmp_path / "b.npz")
    systems = scored(records)["by_system"]
    seats = [
        (int(dealer) + turn) % 4
        for dealer, n in zip(records.dealer, records.n_calls, strict=True)
        for turn in range(n)
    ]
    assert systems["standard"]["decisions"] == sum(seat % 2 == 0 for seat in seats)
    assert systems["polish"]["decisions"] == sum(seat % 2 == 1 for seat in seats)
