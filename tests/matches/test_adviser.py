"""The bidder with an adviser: when it leaves the model's likeliest call."""

from __future__ import annotations

import pytest
import torch

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.systems import System
from bidding.explaining.analysis.rollout import next_call_chances
from bidding.matches.bidders import AdvisedBidder, Turns
from bidding.matches.boards import random_boards
from bidding.networks.advice_head import LEAST_CHANCE, AdviceConfig, AdviceHead
from bidding.networks.bidder import Bidder
from tests.small import MODEL, SMALL, small_bidder

BOARDS = random_boards(1, 5, System.SAYC)


@pytest.fixture
def bidder() -> Bidder:
    """Of the first call it is sure neither of 1C nor of 1D, and hardly ever opens 1H."""
    network = small_bidder()
    last = network.call[-1]
    assert isinstance(last, torch.nn.Linear)
    last.weight.data.zero_()
    last.bias.data.fill_(-20)
    last.bias.data[3:6] = torch.tensor([1.0, 0.0, -2.0])
    chances = next_call_chances(network, BOARDS.tables, BOARDS.owner)[0]
    assert chances.argmax() == 3
    assert chances[4] > LEAST_CHANCE > chances[5] > 0
    return network


def call_of(bidder: Bidder, values: dict[int, float]) -> Call:
    """Its call, with an adviser that finds calls worth so many IMPs, and all others nothing."""
    head = AdviceHead(AdviceConfig(MODEL.sha256, SMALL.readout_width, 4, 1)).eval()
    for call, value in values.items():
        head.bias.data[:, :, call] = value
    return AdvisedBidder(bidder, head).calls(Turns(BOARDS.tables, BOARDS.owner, [1]))[0]


@pytest.mark.parametrize(
    ("values", "call"),
    [
        ({}, 3),
        ({4: 0.4}, 3),  # too little
        ({4: 0.6}, 4),
        ({3: 1.0, 4: 1.4}, 3),  # over the likeliest
        ({3: -1.0}, 4),
        ({4: 0.6, 5: 9.0}, 4),  # what it hardly ever bids is left alone
    ],
)
def test_it_prefers_a_plausible_call_that_wins_enough(
    values: dict[int, float], call: int, bidder: Bidder
) -> None:
    assert call_of(bidder, values) == ALL_CALLS[call]
