"""The command that makes the chances of the next call hold."""

import io
from pathlib import Path

import pytest
import torch
from django.core.management import CommandError, call_command

from bidding.domain.systems import System
from bidding.encoding.layout import N_SYSTEMS, SYSTEM_CODE
from bidding.encoding.records import Records
from bidding.encoding.targets import next_call
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import load_bidder, save_bidder
from bidding.networks.config import BidderConfig
from bidding.training import warmth
from bidding.training.dataset import load_dataset
from bidding.training.moments import turn_views
from bidding.training.recipe import read_recipe
from tests import recorded

RECIPE = """
note = "Made-up auctions."
[network]
state_width = 8
[[source]]
files = "robot.npz"
"""
SMALL = BidderConfig(state_width=8, call_embedding=8, readout_width=16, readout_blocks=1)
SURE = 100.0  # so much too large are the logits of a network that is too sure


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Weights that are too sure, the recipe they name, and a few auctions kept from training."""
    monkeypatch.setattr(warmth, "LEAST_CALLS", 20)
    (tmp_path / "tiny.toml").write_text(RECIPE)
    recorded.write(tmp_path / "robot.npz", 1200, seed=4)
    torch.manual_seed(1)
    network = Bidder(SMALL)
    for parameter in list(network.call.parameters())[-2:]:
        parameter.data *= SURE
    save_bidder(network, tmp_path, name="tiny", version="1", recipe="tiny")
    return tmp_path


def kept(folder: Path) -> tuple[Records, list[int]]:
    dataset = load_dataset(read_recipe(str(folder / "tiny.toml")).sources, folder)
    return dataset.records, dataset.validation


def log_loss(folder: Path) -> tuple[float, torch.Tensor]:
    """The mean over all calls kept, and which call is the likeliest at each."""
    records, rows = kept(folder)
    batch = records.batch(rows)
    turns = turn_views(batch)
    with torch.inference_mode():
        logits = load_bidder(folder)[0].next_call(batch, turns)
    return float(torch.nn.functional.cross_entropy(logits, next_call(batch, turns))), logits.argmax(
        1
    )


def calibrate(folder: Path, **options: object) -> str:
    said = io.StringIO()
    recipe = str(folder / "tiny.toml")
    options = {"data": folder, "weights": folder, "recipe": recipe, **options}
    call_command("calibrate_bidder", stdout=said, **options)
    return said.getvalue()


def test_who_is_too_sure_is_warmed_and_calls_the_same(folder: Path) -> None:
    before, first = log_loss(folder)
    sha256 = load_bidder(folder)[1].sha256
    assert "for sayc" in calibrate(folder)
    after, then = log_loss(folder)
    assert after < before
    assert torch.equal(first, then)
    bidder, model = load_bidder(folder)
    assert model.sha256 != sha256
    assert bidder.temperature[:, SYSTEM_CODE[System.SAYC]].tolist() == pytest.approx(
        [1.5, 1.5], rel=0.01
    )


def test_calibrating_again_changes_nothing(folder: Path) -> None:
    calibrate(folder)
    once = load_bidder(folder)[1].sha256
    calibrate(folder)
    assert load_bidder(folder)[1].sha256 == once


def test_of_too_few_calls_nothing_is_learned(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records, rows = kept(folder)
    bidder, _ = load_bidder(folder)
    bidder.temperature.fill_(1.2)
    bidder.hand_temperature.fill_(1.1)
    monkeypatch.setattr(warmth, "LEAST_CALLS", 10_000)
    assert not any(warmth.warm(bidder, records, rows).values())
    assert torch.equal(bidder.temperature, torch.full((2, N_SYSTEMS), 1.2))
    assert torch.equal(bidder.hand_temperature, torch.full((2, 3, N_SYSTEMS), 1.1))


def test_temperatures_of_other_systems_stay(folder: Path) -> None:
    records, rows = kept(folder)
    bidder, _ = load_bidder(folder)
    bidder.temperature.fill_(1.2)
    warmth.warm(bidder, records, rows)
    others = [code for system, code in SYSTEM_CODE.items() if system is not System.SAYC]
    assert (bidder.temperature[:, others] == 1.2).all()
    assert (bidder.temperature[:, SYSTEM_CODE[System.SAYC]] != 1.2).all()


def test_hidden_hands_are_warmed_each_kind_by_itself(folder: Path) -> None:
    network, model = load_bidder(folder)
    for head in (network.hcp, network.cards):
        for parameter in head.parameters():
            parameter.data *= SURE
    save_bidder(network, folder, name=model.name, version="1", recipe=model.recipe)
    said = calibrate(folder)
    assert "HCP: 1.500 for sayc" in said
    assert "cards: 1.500 for sayc" in said
    assert "HCP, no hand seen: 1.500 for sayc" in said
    hcp, _, cards = load_bidder(folder)[0].hand_temperature[1, :, SYSTEM_CODE[System.SAYC]]
    assert float(hcp) == float(cards) == pytest.approx(1.5)


@pytest.mark.parametrize("really", [0.8, 1.25])
def test_intervals_hold_what_they_say_where_truth_is_wider_or_narrower(really: float) -> None:
    chance = torch.Generator().manual_seed(6)
    logits = -0.03 * (torch.arange(38) - 20 * torch.rand(20_000, 1, generator=chance)).square()
    truth = (logits / really).softmax(-1).multinomial(1, generator=chance)[:, 0]
    steps = [0.7, 0.75, 0.8, 0.85, 0.9, 1, 1.1, 1.2, 1.25, 1.3, 1.4]
    found = warmth.holding_temperature(logits, truth, steps)
    assert found == pytest.approx(really, rel=0.06)
    assert warmth._held_beyond_claims(logits / found, truth) == pytest.approx(0, abs=0.01)
    assert warmth.holding_temperature(logits, truth, [0.1, 0.2]) == 0.2


@pytest.mark.parametrize("kind", ["next call", "HCP", "cards"])
def test_stated_systems_share_the_temperature_of_hands_and_have_their_own_of_calls(
    kind: str,
) -> None:
    chance = torch.Generator().manual_seed(7)
    systems = [System.SAYC, System.ACOL, System.UNKNOWN]
    system = torch.tensor([SYSTEM_CODE[one] for one in systems]).repeat_interleave(4000)
    really = torch.tensor([0.8, 1.0, 1.3]).repeat_interleave(4000)
    logits = 3 * torch.randn(12_000, 12, generator=chance)
    truth = (logits / really[:, None]).softmax(-1).multinomial(1, generator=chance)[:, 0]
    found = warmth._temperatures(kind, warmth._Answers(logits, truth, system), systems)
    assert found[System.UNKNOWN] == pytest.approx(1.3, rel=0.05)
    if kind == "next call":
        assert found[System.SAYC] == pytest.approx(0.8, rel=0.05)
        assert found[System.ACOL] == pytest.approx(1, rel=0.05)
    else:
        assert 0.82 < found[System.SAYC] == found[System.ACOL] < 0.98


@pytest.mark.parametrize("lowest", range(7))
def test_the_valley_is_found_wherever_it_is(lowest: int) -> None:
    assert warmth._valley(lambda place: abs(place - lowest), 7) == lowest


@pytest.mark.parametrize(
    ("option", "fault"), [("data", "no file"), ("weights", "no bidder"), ("recipe", "no recipe")]
)
def test_it_refuses_by_name(folder: Path, tmp_path: Path, option: str, fault: str) -> None:
    absent = "absent" if option == "recipe" else tmp_path / "absent"
    before = (folder / "bidder.safetensors").read_bytes()
    with pytest.raises(CommandError, match=fault):
        calibrate(folder, **{option: absent})
    assert (folder / "bidder.safetensors").read_bytes() == before
