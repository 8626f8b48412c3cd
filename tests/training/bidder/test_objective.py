"""The loss: importance sampling of turns leaves its gradient unbiased."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from bidding.encoding.auction_batch import (
    OPTIONS_OF_SYSTEM,
    AuctionBatch,
    encode_positions,
)
from bidding.encoding.layout import N_SYSTEMS, UNKNOWN_SYSTEM
from bidding.encoding.records import read_records
from bidding.networks.bidder import Bidder
from bidding.training.bidder import objective as objective_module
from bidding.training.bidder.dataset import rarity_of
from bidding.training.bidder.objective import (
    _recent,
    drop_systems,
    losses,
    rare_moments,
    state_cards,
    turn_views,
)
from bidding.training.bidder.recipe import Objective
from tests import recorded
from tests.small import position, small_bidder

ALL_TURNS = Objective(sampling_threshold=0.0, extra_views=0.0, blind_turns=0.0)


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> AuctionBatch:
    folder = tmp_path_factory.mktemp("batch")
    records = read_records(recorded.write(folder / "a.npz", 60, seed=5))
    return records.batch(np.arange(len(records)))


@pytest.fixture(scope="module")
def learned(batch: AuctionBatch) -> Bidder:
    """Return a bidder that has learned to pass, so that it is sure of many turns."""
    network = small_bidder(seed=1).train()
    optimiser = torch.optim.Adam(network.parameters(), lr=0.02)
    for step in range(60):
        optimiser.zero_grad()
        losses(network, batch, turn_views(batch), ALL_TURNS, rng(step))["total"].backward()
        optimiser.step()
    network.zero_grad()
    return network


@pytest.fixture
def bidder(learned: Bidder) -> Bidder:
    """Return a copy that a test may change."""
    return deepcopy(learned)


def rng(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def call_gradient(network: Bidder, batch: AuctionBatch, objective: Objective, seed: int) -> tuple:
    network.zero_grad()
    parts = losses(network, batch, turn_views(batch), objective, rng(seed))
    parts["call"].backward()
    return network.call[-1].weight.grad.clone(), parts


def test_the_gradient_of_few_turns_is_that_of_all_on_average(
    bidder: Bidder, batch: AuctionBatch
) -> None:
    """Slow: 150 draws, for a mean whose error is under a tenth."""
    whole, _ = call_gradient(bidder, batch, ALL_TURNS, 0)
    few = replace(ALL_TURNS, sampling_threshold=0.25, sampling_floor=0.05)
    draws = [call_gradient(bidder, batch, few, seed) for seed in range(150)]
    learned = [float(parts["learned"]) for _, parts in draws]
    assert max(learned) < 0.7
    mean = torch.stack([gradient for gradient, _ in draws]).mean(0)
    assert float((mean - whole).norm() / whole.norm()) < 0.1
    calls = [float(parts["call"]) for _, parts in draws]
    assert np.mean(calls) == pytest.approx(
        float(call_gradient(bidder, batch, ALL_TURNS, 0)[1]["call"]), rel=0.05
    )


def test_without_selection_every_turn_is_learned_from(bidder: Bidder, batch: AuctionBatch) -> None:
    assert float(losses(bidder, batch, turn_views(batch), ALL_TURNS, rng(0))["learned"]) == 1


def test_the_weights_of_the_hands_are_the_objectives(bidder: Bidder, batch: AuctionBatch) -> None:
    parts = losses(
        bidder,
        batch,
        turn_views(batch),
        replace(ALL_TURNS, hcp=2.0, lengths=3.0, cards=5.0),
        rng(0),
    )
    expected = parts["call"] + 2 * parts["hcp"] + 3 * parts["lengths"] + 5 * parts["cards"]
    assert torch.allclose(parts["total"], expected)


def test_systems_are_dropped_side_by_side(batch: AuctionBatch) -> None:
    assert torch.equal(drop_systems(batch, 0.0, rng(0)).systems, batch.systems)
    assert bool((drop_systems(batch, 1.0, rng(0)).systems == N_SYSTEMS - 1).all())
    some = drop_systems(batch, 0.5, rng(0)).systems == N_SYSTEMS - 1
    assert bool((some[:, 0] != some[:, 1]).any())


def test_turns_and_moments_after_rare_calls_weigh_more() -> None:
    labels = np.repeat([0, 1, 2, 3], [50_000, 40_000, 800, 3])
    rarity = rarity_of(labels)
    assert [int(rarity[labels == one][0]) for one in range(4)] == [1, 1, 5, 18]
    calls = torch.ones(1, 7)
    calls[0, 1] = 5
    assert _recent(calls)[0].tolist() == [1, 1, 5, 5, 5, 5, 1, 1]


def test_an_auction_recorded_for_a_call_is_learned_from_that_call_on(
    bidder: Bidder, batch: AuctionBatch
) -> None:
    since = torch.full((len(batch),), 2)
    turns = turn_views(batch)
    later = turns[turns.step >= 2]
    cut = losses(bidder, batch, turns, ALL_TURNS, rng(0), since=since)
    assert torch.equal(cut["total"], losses(bidder, batch, later, ALL_TURNS, rng(0))["total"])
    whole = losses(bidder, batch, turns, ALL_TURNS, rng(0), since=torch.full_like(since, -1))
    assert torch.equal(whole["total"], losses(bidder, batch, turns, ALL_TURNS, rng(0))["total"])


def test_before_the_call_that_chose_an_auction_no_moment_is_drawn(
    bidder: Bidder, batch: AuctionBatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[torch.Tensor] = []

    def watched(*arguments: Any, **options: Any) -> tuple[torch.Tensor, torch.Tensor]:
        found = rare_moments(*arguments, **options)
        drawn.append(found[1])
        return found

    monkeypatch.setattr(objective_module, "rare_moments", watched)
    some = replace(ALL_TURNS, extra_views=0.5, blind_turns=0.5)
    since = torch.full((len(batch),), 2)
    losses(bidder, batch, turn_views(batch), some, rng(0), since=since)
    assert int(torch.cat(drawn).min()) == 3


def test_an_auction_that_weighs_double_counts_as_two(bidder: Bidder) -> None:
    one, other = position("1NT P 2C P"), position("1S 2H P P P")
    once, twice = (encode_positions([one, *[other] * count]) for count in (1, 2))
    weighed = losses(
        bidder, once, turn_views(once), ALL_TURNS, rng(0), weights=torch.tensor([1.0, 2.0])
    )
    counted = losses(bidder, twice, turn_views(twice), ALL_TURNS, rng(0))
    assert weighed["call"].item() == pytest.approx(counted["call"].item(), rel=1e-5)


def test_moments_are_drawn_by_their_weights() -> None:
    batch = encode_positions([position("1NT P 2C P 2H P 4H P P P")])
    weights = torch.ones(1, 11)
    weights[0, 4] = 200
    _, step = rare_moments(batch, 400, rng(0), weights=weights)
    assert (step == 4).float().mean() > 0.9


def test_cards_are_stated_choice_by_choice() -> None:
    batch = encode_positions([position("1NT P")] * 200)
    own = OPTIONS_OF_SYSTEM[batch.systems]
    every = state_cards(batch, Objective(stated_cards=1.0), rng(1))
    assert every.choices.equal(own)
    assert bool((every.plain_systems == UNKNOWN_SYSTEM).all())
    none = state_cards(batch, Objective(stated_cards=0.0), rng(1))
    assert none.choices.equal(batch.choices)
    assert none.plain_systems.equal(batch.systems)
