"""The papers' networks: built from their names, with the sizes that P2 prints in table III."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.domain.table import Seat, Strain
from bidding.networks.checkpoint import BadCheckpoint
from bidding.tricks.solving import random_deals
from research.tricks.networks import N_CLASSES, NetworkConfig, TrickNetwork
from research.tricks.paper_systems import WEIGHTS, PaperSystem, load_system
from research.tricks.situations import Setup


@pytest.mark.parametrize(
    ("layers", "by_card", "neurons", "connections"),
    [
        ("(26x4)-(13x4)-(7x4)-13-1", True, 198, 845),
        ("(26x4)-(13x4)-(13x4)-26-13-1", True, 248, 2483),
        ("52-25-1", False, 78, 1325),
        ("52-26-13-6-1", False, 98, 1774),
        ("104-30-4-1", False, 139, 3244),
        ("(52x4)-(8x4)-8-1", False, 249, 1928),
        ("(52x4)-(13x4)-13-1", False, 274, 3393),
        ("(52x4)-(26x4)-26-13-1", False, 352, 8463),
    ],
)
def test_sizes_are_those_of_table_iii(
    layers: str, by_card: bool, neurons: int, connections: int
) -> None:
    config = NetworkConfig(layers, by_card=by_card)
    assert (config.neurons, config.connections) == (neurons, connections)
    weights = TrickNetwork(config).parameters()
    biases = neurons - config.inputs
    assert sum(weight.numel() for weight in weights) == connections + biases


@pytest.mark.parametrize(
    ("layers", "by_card", "groups"),
    [
        ("(52x4)-(13x4)-13-1", False, [52] * 4),
        ("(52x4+84)-(13x4+21)-26-1", False, [52] * 4 + [84]),
        ("(26x4)-(13x4)-(7x4)-13-1", True, [2] * 52),
        ("(26x4+4)-(13x4+4)-(7x4+4)-13-1", True, [2] * 52 + [4]),
        ("(26x4+1)-(13x4+1)-(7x4+1)-13-1", True, [2] * 52 + [1]),
    ],
)
def test_a_selective_layer_sees_its_own_group_only(
    layers: str, by_card: bool, groups: list[int]
) -> None:
    network = TrickNetwork(NetworkConfig(layers, by_card=by_card))
    first = network.layers[0]
    x = torch.rand(1, sum(groups))
    before = first(x)[0]
    per_group = [size for _, size in network.config.blocks[0]]
    start = place = 0
    for given, taken in zip(groups, per_group, strict=True):
        other = x.clone()
        other[0, start : start + given] += 1
        changed = (first(other)[0] != before).nonzero()[:, 0].tolist()
        assert changed == list(range(place, place + taken))
        start, place = start + given, place + taken


def test_forward_is_what_the_weights_say() -> None:
    network = TrickNetwork(NetworkConfig("(2x2)-(1x2)-1"))
    with torch.no_grad():
        network.layers[0].get_parameter("parts.0.weight").copy_(
            torch.tensor([[[1.0], [2.0]], [[3.0], [4.0]]])
        )
        network.layers[0].get_parameter("parts.0.bias").copy_(torch.tensor([[0.5], [-0.5]]))
        network.layers[1].get_parameter("weight").copy_(torch.tensor([[1.0, -1.0]]))
        network.layers[1].get_parameter("bias").zero_()
        output = network(torch.tensor([[1.0, 0.0, 0.0, 1.0]]))

    def logistic(x: float) -> float:
        return float(1 / (1 + np.exp(-x)))

    # First group: 1 * 1 + 0.5; second: 4 * 1 - 0.5.
    assert float(output) == pytest.approx(logistic(logistic(1.5) - logistic(3.5)))


def test_groups_of_several_sizes_are_computed_each_with_its_own_weights() -> None:
    first = TrickNetwork(NetworkConfig("(2x2+3)-(1x2+2)-1")).layers[0]
    x = torch.rand(5, 7)
    parts = [x[:, :2], x[:, 2:4], x[:, 4:]]
    separately = [
        given @ first.get_parameter(f"parts.{place}.weight").T
        + first.get_parameter(f"parts.{place}.bias")
        for place, given in enumerate(parts)
    ]
    torch.testing.assert_close(first(x), torch.cat(separately, dim=1))


def test_a_single_output_is_cut_into_fourteen_equal_intervals() -> None:
    network = TrickNetwork(NetworkConfig("52-1"))
    middles = network.targets(torch.arange(14))[:, 0]
    width = 0.8 / 14
    assert middles.tolist() == pytest.approx([0.1 + (k + 0.5) * width for k in range(14)])
    assert network.answers(middles[:, None]).tolist() == list(range(14))
    ends = torch.tensor([[-1.0], [0.1 + width - 1e-4], [0.1 + width + 1e-4], [0.95]])
    assert network.answers(ends).tolist() == [0, 0, 1, 13]
    assert network.chances(ends) is None


def test_the_intervals_of_p3_fill_the_range_of_the_output() -> None:
    network = TrickNetwork(NetworkConfig("52-1", margin=0.0))
    middles = network.targets(torch.arange(14))[:, 0]
    assert middles.tolist() == pytest.approx([(k + 0.5) / 14 for k in range(14)])
    assert network.answers(middles[:, None]).tolist() == list(range(14))
    with pytest.raises(ValueError, match=r"margin is 0\.5; it must be from 0 to below 0\.5"):
        NetworkConfig("52-1", margin=0.5)


def test_proportional_intervals_are_as_wide_as_the_results_are_frequent() -> None:
    network = TrickNetwork(NetworkConfig("52-1"))
    network.share_out(np.repeat([5, 6], [286, 700]))  # and one for each of the fourteen
    widths = network.edges.diff()
    assert widths.sum().item() == pytest.approx(0.8)
    assert widths[5].item() == pytest.approx(0.8 * 0.287)
    assert widths[6].item() == pytest.approx(0.8 * 0.701)


def test_fourteen_outputs_answer_with_the_greatest() -> None:
    network = TrickNetwork(NetworkConfig("52-25-14"))
    outputs = torch.zeros(2, N_CLASSES)
    outputs[0, 9], outputs[1, 3] = 0.6, 0.1
    outputs[0, 8] = 0.2
    assert network.answers(outputs).tolist() == [9, 3]
    chances = network.chances(outputs)
    assert chances is not None
    assert chances[0, 8].item() == pytest.approx(0.25, abs=1e-6)
    assert network.targets(torch.tensor([4]))[0].tolist() == [0] * 4 + [1] + [0] * 9


@pytest.mark.parametrize("name", ["52-", "52x4-13-1", "fifty-1", "52", ""])
def test_what_is_no_network_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"is no network|has one layer"):
        NetworkConfig(name)


def system(setup: Setup, layers: str) -> PaperSystem:
    torch.manual_seed(3)
    return PaperSystem("test/one", setup, TrickNetwork(NetworkConfig(layers)).eval())


def test_answers_do_not_depend_on_how_the_table_is_turned_or_suits_are_named() -> None:
    one = system(Setup(("52x4",), ("S",)), "(52x4)-(8x4)-8-14")
    deals = random_deals(20, seed=2)
    answers = one.answers(deals, Seat.S, Strain.S)
    turned = (deals + 1) % 4  # North's cards are East's now
    assert (one.answers(turned.astype(np.uint8), Seat.W, Strain.S) == answers).all()
    clubs = deals.reshape(-1, 4, 13)[:, [3, 1, 2, 0]].reshape(-1, 52)
    assert (one.answers(clubs, Seat.S, Strain.C) == answers).all()


def test_scores_are_for_the_contracts_that_it_knows() -> None:
    deals = random_deals(10, seed=2)
    tricks = np.full((10, 4, 5), 6, np.uint8)
    spades = system(Setup(("52",), ("S",)), "52-14").score(deals, tricks)
    assert list(spades) == ["suits"]
    assert spades["suits"].results == 160
    assert spades["suits"].ece is not None
    notrump = system(Setup(("52",), ("NT",)), "52-1").score(deals, tricks)
    assert list(notrump) == ["notrump"]
    assert (notrump["notrump"].results, notrump["notrump"].ece) == (40, None)


def test_the_exact_share_of_each_deal_is_of_all_its_results() -> None:
    one = system(Setup(("52",), ("S",)), "52-14")
    deals = random_deals(6, seed=2)
    tricks = np.random.default_rng(3).integers(4, 8, (6, 4, 5)).astype(np.uint8)
    shares = one.exact_by_deal(deals, tricks)
    alone = [one.score(deals[n : n + 1], tricks[n : n + 1])["suits"].exact for n in range(6)]
    assert list(shares) == ["suits"]
    assert shares["suits"].tolist() == alone
    assert len(set(alone)) > 1


def test_a_saved_network_answers_the_same_and_a_damaged_one_is_refused(tmp_path: Path) -> None:
    one = system(Setup(("104",), ("NT",), leaders=("W", "E")), "104-30-4-1")
    one.save(tmp_path)
    again = load_system(tmp_path)
    assert again.setup == one.setup
    deals = random_deals(5, seed=1)
    for declarer in Seat:
        given, kept = (s.answers(deals, declarer, Strain.NT) for s in (one, again))
        assert (given == kept).all()
    payload = (tmp_path / WEIGHTS).read_bytes()
    (tmp_path / WEIGHTS).write_bytes(payload[:-1] + b"x")
    with pytest.raises(BadCheckpoint, match="is not what"):
        load_system(tmp_path)
    with pytest.raises(BadCheckpoint, match="no trained network in"):
        load_system(tmp_path / "nowhere")


def test_scores_by_target_are_those_of_the_deals_that_make_it() -> None:
    one = system(Setup(("52",), ("NT",)), "52-1")
    deals = random_deals(10, seed=2)
    tricks = np.full((10, 4, 5), 6, np.uint8)
    tricks[:3] = 9
    rows = one.by_target(deals, tricks)
    assert [(row["tricks"], row["results"]) for row in rows] == [(6, 28), (9, 12)]
    nines = one.score(deals[:3], tricks[:3])["notrump"]
    assert rows[1] == {"tricks": 9, **nines.to_dict()}


def test_the_mean_square_is_over_every_output() -> None:
    one = system(Setup(("52",), ("NT",)), "52-14")
    last = one.network.layers[-1]
    torch.nn.init.zeros_(last.get_parameter("weight"))
    torch.nn.init.zeros_(last.get_parameter("bias"))  # logistic or tanh: every output is the same
    deals = random_deals(3, seed=2)
    output = float(one.outputs(one.setup.ask(deals, Seat.S, Strain.NT))[0, 0])
    expected = ((1 - output) ** 2 + 13 * output**2) / 14
    tricks = np.random.default_rng(1).integers(0, 14, (3, 4, 5)).astype(np.uint8)
    assert one.mean_square(deals, tricks) == pytest.approx(expected)
