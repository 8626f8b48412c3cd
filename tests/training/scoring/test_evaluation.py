"""Scores on cases worked out by hand."""

from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.domain.calls import N_CALLS
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.records import Records, read_records
from bidding.encoding.views import Views, targets
from bidding.networks.bidder import Outputs
from bidding.training.scoring.evaluation import (
    evaluate,
    evaluate_agreement,
    evaluate_unseen,
    evenly_spaced,
)
from tests import recorded
from tests.small import small_bidder

CPU = torch.device("cpu")
SURE = 12.0


class Chosen(torch.nn.Module):
    """Answers with the truth, or with what a test makes of it."""

    def __init__(self, confidence: float = 1.0, *, right: bool = True) -> None:
        super().__init__()
        self.confidence, self.right = confidence, right
        self.saw: list[bool] = []

    def forward(self, batch: AuctionBatch, views: Views) -> Outputs:
        self.saw += views.sees_hand.tolist()
        truth = targets(batch, views)
        call = truth.call % N_CALLS if self.right else (truth.call + 1) % N_CALLS
        spread = torch.full((len(views), N_CALLS), (1 - self.confidence) / (N_CALLS - 1))
        spread.scatter_(1, call[:, None], self.confidence)
        owners = torch.nn.functional.one_hot(truth.owner, 4).float()
        return Outputs(
            hcp=SURE * torch.nn.functional.one_hot(truth.hcp, 38).float(),
            lengths=SURE * torch.nn.functional.one_hot(truth.lengths, 14).float(),
            cards=2 * SURE * owners,
            call=spread.clamp(min=1e-30).log(),
            features=torch.zeros(len(views), 1),
        )


@pytest.fixture
def records(tmp_path: Path) -> Records:
    return read_records(recorded.write(tmp_path / "a.npz", 40, seed=1))


def scores(network: torch.nn.Module, records: Records) -> dict:
    return evaluate(network, records, np.arange(len(records)), CPU)  # type: ignore[arg-type]


def test_one_who_knows_everything(records: Records) -> None:
    figures = scores(Chosen(), records)
    assert figures["decisions"] == records.decisions
    assert figures["accuracy"] == figures["accuracy_nonpass"] == figures["top3"] == 1
    assert figures["hcp_mae"] == figures["length_mae"] == 0
    assert figures["nll"] == pytest.approx(0, abs=1e-6)
    assert figures["ece"] == pytest.approx(0, abs=1e-6)
    assert figures["card_log_loss"] == pytest.approx(0, abs=1e-6)


def test_one_who_is_always_wrong_and_sure(records: Records) -> None:
    figures = scores(Chosen(right=False), records)
    assert figures["accuracy"] == figures["accuracy_nonpass"] == 0
    assert figures["ece"] == pytest.approx(1)
    assert figures["illegal"] > 0.1  # pass + 1 is a double, which is often barred


def test_one_who_is_right_but_unsure_is_off_by_the_difference(records: Records) -> None:
    figures = scores(Chosen(confidence=0.75), records)
    assert figures["ece"] == pytest.approx(0.25, abs=1e-6)
    assert figures["nll"] == pytest.approx(-np.log(0.75), abs=1e-6)


def test_who_sees_no_hand_is_asked_the_same_calls(records: Records) -> None:
    rows, network = np.arange(len(records)), Chosen(confidence=0.75)
    figures = evaluate_unseen(network, records, rows, CPU)  # type: ignore[arg-type]
    assert figures["decisions"] == records.decisions
    assert figures["ece"] == pytest.approx(0.25, abs=1e-6)
    assert figures["card_ece"] == pytest.approx(0, abs=1e-6)
    assert figures["hcp_coverage_80"] == figures["length_coverage_95"] == 1
    assert not any(network.saw)


def test_the_baseline_shares_evenly_and_always_passes(records: Records) -> None:
    baseline = scores(Chosen(), records)["baseline"]
    p = 1 / 3
    expected = -(p * np.log(p) + (1 - p) * np.log(1 - p))
    assert baseline["card_log_loss"] == pytest.approx(expected)
    assert baseline["accuracy"] == pytest.approx(float((records.calls == 0).mean()))
    assert 2 < baseline["hcp_mae"] < 4.5
    assert 0.8 < baseline["length_mae"] < 1.3


def test_scores_by_seat_average_to_the_scores_together(records: Records) -> None:
    figures = scores(small_bidder(seed=1), records)
    for name in ("hcp_mae", "length_mae", "card_log_loss"):
        seats = [figures["by_seat"][seat][name] for seat in ("lho", "partner", "rho")]
        assert np.mean(seats) == pytest.approx(figures[name])
    assert figures["illegal"] == 0


def test_hands_are_calibrated_by_one_who_knows_and_not_by_one_who_is_sure_and_wrong(
    records: Records,
) -> None:
    knows = scores(Chosen(), records)
    assert knows["card_ece"] == pytest.approx(0, abs=1e-6)
    for name in ("hcp", "length"):
        for level in (80, 95):
            assert knows[f"{name}_coverage_{level}"] == 1
            assert knows[f"{name}_claimed_{level}"] == pytest.approx(1, abs=1e-3)
            assert knows[f"{name}_width_{level}"] == 1
    fresh = scores(small_bidder(seed=1), records)
    assert fresh["hcp_width_95"] > 20  # all values alike: nothing is known
    assert fresh["hcp_coverage_95"] > 0.9


def test_hands_that_agree_already_are_not_made_worse(records: Records) -> None:
    rows = np.arange(len(records))
    found = evaluate_agreement(Chosen(), records, rows, CPU)  # type: ignore[arg-type]
    assert found["decisions"] == records.decisions
    for kind in ("alone", "agreed"):
        assert found[kind]["card_log_loss"] == pytest.approx(0, abs=1e-4)
        assert found[kind]["hcp_mae"] == 0


def test_who_sees_no_hand_is_asked_about_four_that_are_made_to_agree(records: Records) -> None:
    rows, knowing = np.arange(len(records)), Chosen()
    found = evaluate_agreement(knowing, records, rows, CPU)["no_hand"]  # type: ignore[arg-type]
    assert found["decisions"] == records.decisions
    assert set(found["alone"]["by_seat"]) == {"to_call", "lho", "partner", "rho"}
    for kind in ("alone", "agreed"):
        assert found[kind]["card_log_loss"] == pytest.approx(0, abs=1e-4)
        assert [seat["hcp_mae"] for seat in found[kind]["by_seat"].values()] == [0, 0, 0, 0]
        assert found[kind]["length_mae"] == 0
    assert 2 * sum(knowing.saw) == len(knowing.saw) - records.decisions  # asked across as well
    fresh = evaluate_agreement(small_bidder(seed=1), records, rows[:10], CPU)["no_hand"]
    assert fresh["alone"]["gaps"]["hands"]["mean"] > 0.1
    assert fresh["agreed"]["gaps"]["hands"]["most"] < 1e-5
    assert fresh["agreed"]["gaps"]["owners"]["most"] < 1e-5


@pytest.mark.parametrize(
    ("size", "count", "expected"),
    [(10, 3, [0, 3, 6]), (4, 4, [0, 1, 2, 3]), (4, 9, [0, 1, 2, 3]), (7, 1, [0])],
)
def test_a_sample_is_spread_evenly(size: int, count: int, expected: list[int]) -> None:
    assert evenly_spaced(np.arange(size), count).tolist() == expected
