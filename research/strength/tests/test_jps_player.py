"""What a network of JPS is asked by examples/players/jps_player.py, and the call that follows."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import ModuleType

import pytest
import torch
from torch import nn

from research.strength.tests.example_players import load_player, position

CARDS, BIDS, INPUTS, CALLS = 52, 35, 268, 39
WIDTH = 6  # 200 in the networks of JPS
# bids of oneself, of left-hand opponent, partner and right-hand opponent, and bids doubled
OWN, LEFT, PARTNER, RIGHT, DOUBLED = (CARDS + BIDS * place for place in (0, 3, 1, 2, 4))
VULNERABLE, LEGAL = DOUBLED + BIDS, DOUBLED + BIDS + 2


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Sequential(
            nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
        )

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        return values + self.fc(values)


class Blocks(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Sequential(Block(), Block())

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        return self.fc(values)


class Network(nn.Module):
    """The layers of a network of JPS by their names, narrower; those for training left out."""

    def __init__(self) -> None:
        super().__init__()
        self.linear1 = nn.Linear(INPUTS, WIDTH)
        self.enn_partner = Blocks()
        self.linear2 = nn.Linear(WIDTH, CARDS)
        self.linear3 = nn.Linear(INPUTS + CARDS, WIDTH)
        self.pnn = Blocks()
        self.linear_policy = nn.Linear(WIDTH, CALLS)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        guessed = self.linear2(self.enn_partner(self.linear1(seen))).sigmoid()
        return self.linear_policy(self.pnn(self.linear3(torch.cat([seen, guessed], dim=-1))))


class Agent(nn.Module):
    """What the files keep."""

    def __init__(self) -> None:
        super().__init__()
        self.online_net = Network()


@pytest.fixture(scope="module")
def player() -> ModuleType:
    return load_player("jps")


@pytest.fixture
def agent() -> Agent:
    torch.manual_seed(1)
    return Agent()


def set_between(seen: list[float], first: int, end: int) -> list[int]:
    """Which inputs are set from the first on, counted from it, up to the end."""
    assert set(seen) <= {0, 1}
    return [place for place, value in enumerate(seen[first:end]) if value]


def test_cards_go_from_clubs_to_spades_and_from_ace_to_two(player: ModuleType) -> None:
    seen = player.inputs(position("N", "N", ""))
    assert len(seen) == INPUTS
    held = [0, 1, 10, 11, 13 + 2, 13 + 12, 26 + 4, 26 + 5, 26 + 6, 39 + 0, 39 + 1, 39 + 3, 39 + 9]
    assert set_between(seen, 0, CARDS) == held


def test_each_player_has_a_place_for_its_bids_and_passes_have_none(player: ModuleType) -> None:
    seen = player.inputs(position("E", "E", "1C P 1H 1S 2C 2D P P"))
    assert set_between(seen, OWN, OWN + BIDS) == [0, 5]
    assert set_between(seen, LEFT, LEFT + BIDS) == [6]
    assert set_between(seen, PARTNER, PARTNER + BIDS) == [2]
    assert set_between(seen, RIGHT, RIGHT + BIDS) == [3]


def test_bids_are_seen_as_doubled_by_whomever(player: ModuleType) -> None:
    seen = player.inputs(position("N", "N", "1C X P 1H X XX 1S P"))
    assert set_between(seen, DOUBLED, DOUBLED + BIDS) == [0, 2]


@pytest.mark.parametrize("seat", "NESW")
@pytest.mark.parametrize(
    ("vulnerability", "inputs"), [("None", []), ("NS", [0]), ("EW", [1]), ("Both", [0, 1])]
)
def test_vulnerability_is_that_of_n_s_and_of_e_w_to_all(
    player: ModuleType, seat: str, vulnerability: str, inputs: list[int]
) -> None:
    seen = player.inputs(position(seat, seat, "", vulnerability))
    assert set_between(seen, VULNERABLE, LEGAL) == inputs


def test_the_network_reads_what_is_legal(player: ModuleType) -> None:
    seen = player.inputs(position("N", "W", "7S"))
    assert set_between(seen, LEGAL, INPUTS) == [34, 35, 36]


def test_scores_are_those_of_the_layers(player: ModuleType, agent: Agent) -> None:
    seen = torch.rand(INPUTS)
    found = player.scores(agent.state_dict(), seen)
    torch.testing.assert_close(found, agent.online_net(seen))


def test_the_legal_call_of_the_best_score_answers_a_line(
    player: ModuleType,
    agent: Agent,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with torch.no_grad():  # nothing but three biases counts
        for weights in agent.parameters():
            weights.zero_()
        for call, score in (("1C", 3.0), ("2NT", 2.0), ("X", 1.0)):
            agent.online_net.linear_policy.bias[player.number_of(call)] = score
    torch.save({"state_dict": agent.state_dict(), "init_args": {}}, tmp_path / "agent.pth")
    asked = [position("N", "N", ""), position("N", "W", "1D"), position("N", "W", "3C")]
    monkeypatch.setattr("sys.argv", ["jps_player.py", str(tmp_path / "agent.pth")])
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{json.dumps(one)}\n" for one in asked)))
    player.main()
    answers = [json.loads(line)["call"] for line in capsys.readouterr().out.splitlines()]
    assert answers == ["1C", "2NT", "X"]
