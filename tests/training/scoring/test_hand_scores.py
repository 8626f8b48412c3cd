"""What sharing the unseen cards evenly gives, and scores of hands worked out by hand."""

import numpy as np
import pytest
import torch

from bidding.encoding.views import Targets
from bidding.explaining.consistency import Hands
from bidding.training.scoring.hand_scores import (
    HandScores,
    baseline_hands,
    baseline_hcp,
    baseline_lengths,
)


def test_even_shares_are_distributions_with_the_right_means() -> None:
    hcp = baseline_hcp(torch.tensor([[0, 0, 0, 0], [4, 4, 4, 1], [1, 1, 1, 1]]))
    assert torch.allclose(hcp.sum(-1), torch.ones(3, dtype=torch.float64))
    means = (hcp * torch.arange(38)).sum(-1)
    assert means.tolist() == pytest.approx([40 / 3, 1.0, 10.0])
    lengths = baseline_lengths(torch.tensor([[13, 0, 0, 0], [4, 3, 3, 3]]))
    assert torch.allclose(lengths.sum(-1), torch.ones(2, 4, dtype=torch.float64))
    assert lengths[0, 0, 0] == 1
    means = (lengths * torch.arange(14)).sum(-1)
    assert means[1].tolist() == pytest.approx([3, 10 / 3, 10 / 3, 10 / 3])


def test_even_hands_follow_from_the_own_cards() -> None:
    own = torch.zeros(1, 52, dtype=torch.bool)
    own[0, :13] = True  # all spades
    hands = baseline_hands(own)
    assert hands.cards.unique().tolist() == pytest.approx([1 / 3])
    assert hands.lengths[0, :, 0, 0].tolist() == [1, 1, 1]
    means = (hands.hcp * torch.arange(38)).sum(-1)
    assert means[0].tolist() == pytest.approx([10, 10, 10])


def test_errors_are_at_the_median_and_losses_of_the_truth() -> None:
    """One view; the same said of each player: HCP 9 or 12 at 60 and 40 %, four of each suit."""
    hcp = torch.zeros(1, 3, 38, dtype=torch.float64)
    hcp[..., 9], hcp[..., 12] = 0.6, 0.4
    lengths = torch.zeros(1, 3, 4, 14, dtype=torch.float64)
    lengths[..., 4], lengths[..., 3] = 0.75, 0.25
    cards = torch.full((1, 52, 3), 0.5, dtype=torch.float64)
    owner = torch.arange(52)[None] % 4
    truth = Targets(
        call=torch.zeros(1, dtype=torch.int64),
        hcp=torch.tensor([[12, 9, 12]]),
        lengths=torch.tensor([[[4, 3, 4, 3]] * 3]),
        owner=owner,
    )
    scores = HandScores()
    scores.add(Hands(cards, lengths, hcp), truth, torch.zeros(1, dtype=torch.int64))
    found = scores.report()
    assert found["hcp_mae"] == pytest.approx(2)
    assert [found["by_seat"][seat]["hcp_mae"] for seat in ("lho", "partner", "rho")] == [3, 0, 3]
    assert found["length_mae"] == pytest.approx(0.5)
    assert found["card_log_loss"] == pytest.approx(np.log(2))
    assert found["by_seat"]["partner"]["hcp_nll"] == pytest.approx(-np.log(0.6))
    assert found["length_nll"] == pytest.approx(-(np.log(0.75) + np.log(0.25)) / 2)
