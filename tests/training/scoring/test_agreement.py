"""What making hands agree changes, and how far apart parts are."""

from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.encoding.records import read_records
from bidding.encoding.views import Targets, targets
from bidding.explaining.consistency import Hands
from bidding.training.bidder.objective import turn_views
from bidding.training.scoring.hand_scores import TOLERANCE, Agreement, baseline_hands, gaps
from tests import recorded


@pytest.fixture
def case(tmp_path: Path) -> tuple[Hands, torch.Tensor, Targets, torch.Tensor]:
    """Of every turn: what is believed of the hidden hands, the own cards, the truth, the auction.

    HCP and lengths are right within one or two; the card chances know nothing.
    """
    records = read_records(recorded.write(tmp_path / "a.npz", 20, seed=2))
    batch = records.batch(np.arange(20))
    views = turn_views(batch)
    own, truth = views.own_cards(batch), targets(batch, views)
    even = baseline_hands(own)
    hands = Hands(even.cards, around(truth.lengths, 14), around(truth.hcp, 38))
    return hands, own, truth, views.auction


def around(values: torch.Tensor, size: int) -> torch.Tensor:
    """Bells about the values."""
    off = torch.arange(size, dtype=torch.float64) - values[..., None]
    return (-(off**2) / 2).softmax(-1)


def test_agreed_hands_fit_and_their_cards_learn_from_the_other_heads(
    case: tuple[Hands, torch.Tensor, Targets, torch.Tensor],
) -> None:
    agreement = Agreement()
    agreement.add(*case)
    found = agreement.report()
    alone, agreed = found["alone"], found["agreed"]
    assert found["decisions"] == len(case[1])
    assert agreed["card_log_loss"] < alone["card_log_loss"] - 0.02
    assert alone["gaps"]["hcp"]["mean"] > 0.3
    assert alone["gaps"]["lengths"]["beyond"] > 0.9
    for name in ("hcp", "lengths", "owners", "hands"):
        assert agreed["gaps"][name]["mean"] < TOLERANCE
        assert agreed["gaps"][name]["beyond"] < 0.01
    assert 0 < agreed["card_ece"] < 1
    gain = alone["card_log_loss"] - agreed["card_log_loss"]
    assert found["change"]["card_log_loss"] == pytest.approx(-gain)
    errors = found["errors"]
    assert 0 < errors["change.card_log_loss"] < gain
    assert "agreed.by_seat.lho.hcp_mae" in errors
    assert {"hcp_coverage_80", "length_coverage_95", "by_seat"} < set(agreed)


def test_gaps_are_measured_in_points_and_cards() -> None:
    """All honours with the left-hand opponent, who is said to have 7 HCP and no spade."""
    cards = torch.zeros(1, 52, 3, dtype=torch.float64)
    cards[0, [0, 13, 26, 39], 0] = 1.0  # the four aces
    hcp, lengths = torch.zeros(1, 3, 38), torch.zeros(1, 3, 4, 14)
    hcp[..., 7], lengths[..., 0] = 1.0, 1.0
    unseen = torch.zeros(1, 52, dtype=torch.bool)
    unseen[0, [0, 13, 26, 39, 40]] = True
    found = gaps(Hands(cards, lengths, hcp), unseen)
    assert found["hcp"].tolist() == [[9, 7, 7]]
    assert found["lengths"][0, :, 0].tolist() == [1, 0, 0]
    assert found["owners"].tolist() == [0, 0, 0, 0, 1]  # the club king has no owner
    assert found["hands"].tolist() == [[9, 13, 13]]
