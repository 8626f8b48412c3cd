"""The two arrangements: their inputs, what is left out, tokens, beliefs at the call head."""

from dataclasses import asdict, replace

import pytest
import torch

from bidding.domain.calls import N_CALLS
from bidding.domain.convention_card import Systems
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.auction_batch import encode_positions
from bidding.encoding.layout import END, TABLE_LAYOUT, VOCABULARY, Layout
from bidding.encoding.views import Views
from bidding.networks.bidder import IMPOSSIBLE
from research.p1.network import P1Bidder, P1Config, player_steps, without
from research.p1.recipe import read_recipe
from tests.networks.test_bidder import ask, of_south
from tests.small import HAND, SMALL, position

OURS = P1Config(**asdict(SMALL))
PAPER = replace(OURS, paper=True)
both = pytest.mark.parametrize("config", [PAPER, OURS], ids=["paper", "ours"])


def bidder(config: P1Config) -> P1Bidder:
    torch.manual_seed(3)
    return P1Bidder(config).eval()


@both
@pytest.mark.parametrize("rules", [True, False])
def test_by_the_rules_only_legal_calls_have_a_chance(config: P1Config, rules: bool) -> None:
    network = bidder(replace(config, rule_vector=rules))
    outputs = ask(network, "1D 1H X 4H", *((step, Seat.S, True) for step in range(5)))
    auction = position("1D 1H X 4H").auction
    for step, chances in enumerate(outputs.call.softmax(-1)):
        legal = {call.index for call in auction.prefix(step).legal_calls}
        found = set(chances.nonzero().flatten().tolist())
        assert found == (legal if rules else set(range(network.config.tokens)))


@pytest.mark.parametrize("rules", [True, False])
def test_the_papers_network_predicts_the_end(rules: bool) -> None:
    """By the rules it follows three passes and nothing else."""
    network = bidder(replace(PAPER, rule_vector=rules))
    batch, views = of_south(steps=[2, 5], seen=[True, True], calls=["1D", "1H", "P", "P", "P"])
    with torch.inference_mode():
        tokens = network(batch, views).call
        assert torch.equal(network.next_call(batch, views), tokens)
    assert tokens.shape == (2, VOCABULARY)
    before, after = tokens.softmax(-1)
    assert (float(before[N_CALLS:].sum()) > 0) is not rules
    assert (float(after[END]) == 1) is rules


@pytest.mark.parametrize(
    ("left_out", "blocks"), [("rule_vector", ["legal"]), ("position_flag", ["to_call"])]
)
def test_an_input_that_is_left_out_is_not_read(left_out: str, blocks: list[str]) -> None:
    """No weight at these inputs gets a gradient, unless the setting lets them in."""
    batch, views = of_south(steps=[1], seen=[True])
    for enabled in (True, False):
        network = bidder(replace(OURS, **{left_out: enabled}))
        network(batch, views).hcp.sum().backward()
        gradient = network.trunk.entry.weight.grad
        assert gradient is not None
        read = [bool(gradient[:, TABLE_LAYOUT.place(name)].any()) for name in blocks]
        assert read == [enabled] * len(blocks)


def test_the_papers_steps_are_seen_from_the_players_seat() -> None:
    batch, views = of_south(steps=[2], seen=[True])
    own, blind = player_steps(batch, views), player_steps(batch, replace_sight(views))
    assert own[0, :, :52].sum(1).tolist() == [13] * 3
    assert not bool(blind[0, :, :52].any())
    assert own[0, :, 56].tolist() == [False, False, True]  # North, East, South


def replace_sight(views: Views) -> Views:
    return replace(views, sees_hand=~views.sees_hand)


def test_blocks_are_silenced_by_name() -> None:
    layout = Layout((("a", 2), ("b", 1), ("c", 2)))
    vector = torch.ones(1, 5, dtype=torch.bool)
    assert without(layout, vector, ()).tolist() == vector.tolist()
    assert without(layout, vector, ("b", "c")).tolist() == [[True, True, False, False, False]]


@both
def test_the_call_follows_from_the_beliefs_only_where_it_receives_them(config: P1Config) -> None:
    for enabled in (True, False):
        network = bidder(replace(config, beliefs=enabled))
        before = ask(network, "1D 1H", (2, Seat.S, True)).call
        with torch.no_grad():
            for bias in (
                weight for name, weight in network.hcp.named_parameters() if "bias" in name
            ):
                bias.copy_(torch.randn_like(bias) * 9)
        after = ask(network, "1D 1H", (2, Seat.S, True)).call
        assert torch.equal(before, after) is not enabled


@both
def test_the_other_heads_learn_from_the_call_in_the_papers_arrangement(config: P1Config) -> None:
    network = bidder(config)
    batch, views = of_south(steps=[2], seen=[True])
    network(batch, views).call.max().backward()
    assert float(network.call[-1].weight.grad.norm()) > 0
    for head in (network.hcp, network.lengths, network.cards):
        learned = [weight.grad is not None for weight in head.parameters()]
        assert learned == [config.paper] * len(learned)


def test_own_cards_are_nowhere_else() -> None:
    outputs = ask(bidder(PAPER), "1D 1H", (2, Seat.S, True))
    own = [card.index for card in HAND]
    assert float(outputs.cards.sigmoid()[0, own, 1:].max()) == 0


def test_later_calls_and_other_views_change_nothing() -> None:
    network = bidder(PAPER)
    short = ask(network, "1D 1H", (2, Seat.S, True))
    long = ask(network, "1D 1H X 4H P P 5D", (0, Seat.N, False), (2, Seat.S, True))
    for early, late in zip(short, long, strict=True):
        assert torch.allclose(early[0], late[1], atol=1e-5)


def test_the_papers_network_reads_no_system_and_no_seat_but_relative_ones() -> None:
    network, answers = bidder(PAPER), []
    for turns, systems in enumerate((Systems(), Systems.plain(System.SAYC, System.ACOL))):
        seat, dealer = Seat.S.after(turns), Seat.N.after(turns)
        turned = position(
            seat=seat, dealer=dealer, vulnerability=Vulnerability.BOTH, systems=systems
        )
        place = torch.tensor([0])
        views = Views(place, place + 2, place + int(seat), place == 0)
        with torch.inference_mode():
            answers.append(network(encode_positions([turned]), views).call)
    assert torch.allclose(*answers, atol=1e-5)
    assert float(answers[0].max()) > IMPOSSIBLE


def test_the_hand_reaches_the_heads_of_a_new_network() -> None:
    """With torch's own first weights it does less by more than half."""

    def share(bidder: P1Bidder) -> float:
        """The part of the state's spread that is the hand's, after one call."""
        torch.manual_seed(5)
        cards = torch.rand(64, 52).argsort(1).argsort(1) < 13
        steps = torch.zeros(64, 1, bidder.state.gru.input_size)
        width = bidder.config.call_embedding
        steps[:, :, :width] = bidder.state.calls.weight[3]
        steps[:, 0, width : width + 52] = cards.float()
        with torch.inference_mode():
            states = bidder.state.gru(steps)[0][:, 0]
        return float(states.std(0).norm() / states.norm(dim=1).mean())

    torch.manual_seed(4)
    ours = P1Bidder(read_recipe("paper").network)
    torchs = P1Bidder(read_recipe("paper").network)
    torchs.state.calls.reset_parameters()
    torchs.state.gru.reset_parameters()
    assert share(ours) > 2 * share(torchs)
