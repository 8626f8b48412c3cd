"""Which of two deals has more tricks: the network, its training, and how often it is right."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

from bidding.domain.table import Seat, Strain
from bidding.training.estimator.dataset import load_split
from bidding.tricks.solved import SolvedDeals, pack
from bidding.tricks.solving import random_deals
from research.tricks import comparison
from research.tricks.comparator import neighbours
from research.tricks.comparison import (
    COMPARATOR,
    ESTIMATORS,
    RELEASED_NAME,
    Estimates,
    Results,
    estimates_of,
    mean_of,
    pair_scores,
    reference_scores,
    results,
)
from research.tricks.comparison_tables import comparator, references
from research.tricks.networks import Comparator, NetworkConfig, TrickNetwork, network_of
from research.tricks.paper_systems import PaperSystem, load_system
from research.tricks.recipe import read_trick_recipe
from research.tricks.run import train_network
from research.tricks.situations import Setup
from tests.training.estimator.learnable_deals import aces, save_learnable_deals

CONFIG = NetworkConfig("208-6-5-1", compares=True)
P3 = Setup(("208",), ("S", "H"), trump="first", leaders=("S", "N"))


class Perfect(Comparator):
    """Codes are the tricks themselves: sure where they differ, even where not."""

    def judged(self, codes: Tensor) -> Tensor:
        return torch.sigmoid(100 * (codes[:, :1] - codes[:, 1:]))


def perfect(tricks: np.ndarray) -> tuple[Comparator, Results]:
    return Perfect(CONFIG), Results(tricks, torch.from_numpy(tricks).float()[..., None])


def test_one_first_layer_codes_both_deals() -> None:
    network = network_of(CONFIG)
    assert isinstance(network, Comparator)
    assert network.layers[1].get_parameter("weight").shape == (5, 12)
    assert CONFIG.connections == 208 * 6 + 12 * 5 + 5
    pairs = (torch.rand(7, 2, 208) < 0.25).float()
    one, other = (torch.sigmoid(network.layers[0](pairs[:, place])) for place in (0, 1))
    both = torch.sigmoid(network.layers[1](torch.cat([one, other], dim=1)))
    expected = torch.sigmoid(network.layers[2](both))
    torch.testing.assert_close(network(pairs), expected)
    assert network.answers(torch.tensor([[0.4], [0.6]])).tolist() == [0, 1]


@pytest.mark.parametrize("layers", ["208-1", "208-6-5-14"])
def test_a_network_that_cannot_compare_is_refused(layers: str) -> None:
    with pytest.raises(ValueError, match="compares with three layers or more, and one output"):
        NetworkConfig(layers, compares=True)


def test_pairs_are_neighbours_whose_tricks_differ() -> None:
    inputs, tricks = torch.arange(4.0)[:, None], torch.tensor([7, 7, 9, 3])
    pairs, first = neighbours(inputs, tricks)
    assert pairs[..., 0].tolist() == [[0, 3], [2, 1], [3, 2]]
    assert first.tolist() == [1, 1, 0]


def test_a_comparator_learns_and_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = save_learnable_deals(tmp_path / "data", monkeypatch)
    recipe = tmp_path / "pairs.toml"
    recipe.write_text("""
note = "a small one"
variant.pairs = {}

[network]
layers = "208-6-4-1"
compares = true

[deals]
inputs = ["208"]
contracts = ["S"]
trump = "first"
leaders = ["S", "N"]

[training]
algorithm = "rmsprop"
loss = "cross-entropy"
rate = 0.01
batch = 50
epochs = 25
examples = 900
""")
    deals = load_split([data])
    report = train_network(
        read_trick_recipe(str(recipe)), deals, tmp_path / "out", log=lambda text: None
    )
    assert report is not None
    assert "test" not in report
    assert report["course"]["exact"][-1] > 0.8
    system = load_system(tmp_path / "out/pairs/pairs")
    network = system.network
    assert isinstance(network, Comparator)
    found = pair_scores(network, results(system, deals.test), {})
    assert found["all"]["told"][COMPARATOR][0] > 0.8
    with pytest.raises(ValueError, match="compares two deals"):
        system.score(deals.test.owners, deals.test.tricks)
    assert json.loads((tmp_path / "out/pairs/pairs/network.json").read_text())["network"][
        "compares"
    ]


def test_results_and_estimates_are_those_of_the_deals_as_asked() -> None:
    owner = random_deals(5, seed=3)
    deals = SolvedDeals(pack(owner), aces(owner))
    system = PaperSystem("p", P3, network_of(CONFIG))
    found = results(system, deals)
    # Four declarers, four suits each; those who defend are N-S.
    assert found.tricks.shape == (16, 5)
    assert found.tricks[4].tolist() == (13 - deals.tricks[:, Seat.E, Strain.C].astype(int)).tolist()
    assert found.codes.shape == (16, 5, 6)
    estimator = PaperSystem("e", P3, TrickNetwork(NetworkConfig("208-14")))
    estimates = estimates_of(estimator, deals)
    chances = estimator.network.chances(estimator.outputs(P3.ask(owner, Seat.E, Strain.C)))
    assert chances is not None
    expected = chances.numpy() @ np.arange(14)
    assert estimates.expected[4] == pytest.approx(expected, rel=1e-5)
    assert estimates.answers[4].tolist() == chances.argmax(1).tolist()


def test_shares_told_right_by_the_difference_in_tricks() -> None:
    tricks = np.array([[5, 6, 7, 8, 6, 8, 7, 2]])
    # The pairs: 5 and 6, 6 and 8, 7 and 7, 8 and 2. One estimator has all alike, one all wrong.
    alike, wrong = np.full((1, 8), 7.0), -tricks
    network, test = perfect(tricks)
    d104 = ESTIMATORS[0]
    estimates = {d104: Estimates(alike, tricks), RELEASED_NAME: Estimates(wrong, tricks)}
    found = pair_scores(network, test, estimates)
    counts = {kind: part["results"] for kind, part in found.items() if kind != "deals"}
    assert counts == {"all": 3, "1": 1, "2": 1, "4": 1}
    shares = {name: share for name, (share, _) in found["all"]["told"].items()}
    assert shares == {COMPARATOR: 1, d104: 0.5, RELEASED_NAME: 0}
    assert found["all"]["ahead"][RELEASED_NAME] == (1, 0)
    assert found["2"]["ahead"][d104][0] == 0.5
    cells = "100.00±0.00 | 50.00±0.00 | 0.00±0.00 | +50.00±0.00 | +100.00±0.00"
    assert f"| 4 or more | 1 | {cells} |" in comparator({"pairs": found})


def test_the_interval_of_a_mean_is_over_columns() -> None:
    values = np.array([[1.0, 0.0, 1.0, 1.0], [1.0, 0.0, 9.0, 1.0]])
    counted = np.array([[True, True, True, True], [True, True, False, True]])
    mean, half = mean_of(values, counted)
    assert mean == pytest.approx(5 / 7)
    totals, counts = np.array([2, 0, 1, 2]), np.array([2, 2, 1, 2])
    spread = ((totals - 5 / 7 * counts) ** 2).sum() * 4 / 3
    assert half == pytest.approx(1.96 * spread**0.5 / 7)


def test_known_deals_give_the_tricks_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "N_ANSWERED", 20)
    network, test = perfect(np.random.default_rng(1).integers(0, 14, (2, 30)))
    _, known = perfect(np.arange(14).repeat(3).reshape(2, 21))
    off_by_one = Estimates(test.tricks, np.where(test.tricks > 0, test.tricks - 1, 1))
    found = reference_scores(network, test, known, {RELEASED_NAME: off_by_one})
    assert (found["deals"], found["references"]) == (20, 14 * comparison.REFERENCES)
    assert found["scores"][COMPARATOR]["exact"] == (1, 0)
    assert [found["scores"][RELEASED_NAME][part][0] for part in ("within1", "exact")] == [1, 0]
    made = references({"references": found})
    perfect_row = "100.00±0.00 | 100.00±0.00 | 100.00±0.00"
    assert f"| the comparator, with 350 known deals | {perfect_row} |" in made
    assert "| the released estimator | 100.00±0.00 | 100.00±0.00 | 0.00±0.00 |" in made
