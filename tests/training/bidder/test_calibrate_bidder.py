"""The command that calibrates a bidder."""

import io
from pathlib import Path

import numpy as np
import pytest
import torch
from django.core.management import CommandError, call_command

from bidding.domain.systems import System
from bidding.encoding.layout import N_SYSTEMS, SYSTEM_CODE
from bidding.encoding.records import Records, read_records
from bidding.encoding.views import next_call
from bidding.networks.bidder import IMPOSSIBLE
from bidding.networks.checkpoint import load_bidder, save_bidder
from bidding.training.bidder import temperatures
from bidding.training.bidder.dataset import load_dataset
from bidding.training.bidder.objective import turn_views
from bidding.training.bidder.recipe import read_recipe
from tests import recorded
from tests.small import small_bidder

RECIPE = """
note = "Made-up auctions."
[network]
state_width = 8
[[source]]
files = "robot.npz"
"""
SURE = 100.0  # factor of the logits of an overconfident network


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Overconfident weights, the recipe they name, and a few validation auctions."""
    monkeypatch.setattr(temperatures, "LEAST_CALLS", 20)
    (tmp_path / "tiny.toml").write_text(RECIPE)
    recorded.write(tmp_path / "robot.npz", 1200, seed=4)
    network = small_bidder(seed=1)
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
    output = io.StringIO()
    recipe = str(folder / "tiny.toml")
    options = {"data": folder, "weights": folder, "recipe": recipe, **options}
    call_command("calibrate", "bidder", stdout=output, **options)
    return output.getvalue()


def test_an_overconfident_network_is_calibrated_and_calls_the_same(folder: Path) -> None:
    before, first = log_loss(folder)
    sha256 = load_bidder(folder)[1].sha256
    assert "for standard" in calibrate(folder)
    after, then = log_loss(folder)
    assert after < before
    assert torch.equal(first, then)
    bidder, model = load_bidder(folder)
    assert model.sha256 != sha256
    assert bidder.temperature[:, SYSTEM_CODE[System.STANDARD]].tolist() == pytest.approx(
        [2.5, 2.5], rel=0.01
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
    monkeypatch.setattr(temperatures, "LEAST_CALLS", 10_000)
    assert not any(temperatures.fit_temperatures(bidder, records, rows).values())
    assert torch.equal(bidder.temperature, torch.full((2, N_SYSTEMS), 1.2))
    assert torch.equal(bidder.hand_temperature, torch.full((2, 3, N_SYSTEMS), 1.1))


def test_each_kind_of_hidden_hands_has_its_own_temperature(folder: Path) -> None:
    network, model = load_bidder(folder)
    for head in (network.hcp, network.cards):
        for parameter in head.parameters():
            parameter.data *= SURE
    save_bidder(network, folder, name=model.name, version="1", recipe=model.recipe)
    output = calibrate(folder)
    assert "HCP: 1.500 for standard" in output
    assert "cards: 1.500 for standard" in output
    assert "HCP, no hand seen: 1.500 for standard" in output
    hcp, _, cards = load_bidder(folder)[0].hand_temperature[1, :, SYSTEM_CODE[System.STANDARD]]
    assert float(hcp) == float(cards) == pytest.approx(1.5)


@pytest.mark.parametrize("really", [0.8, 1.25])
def test_intervals_hold_what_they_say_where_truth_is_wider_or_narrower(really: float) -> None:
    chance = torch.Generator().manual_seed(6)
    logits = -0.03 * (torch.arange(38) - 20 * torch.rand(20_000, 1, generator=chance)).square()
    truth = (logits / really).softmax(-1).multinomial(1, generator=chance)[:, 0]
    steps = [0.7, 0.75, 0.8, 0.85, 0.9, 1, 1.1, 1.2, 1.25, 1.3, 1.4]
    found = temperatures.coverage_temperature(logits, truth, steps)
    assert found == pytest.approx(really, rel=0.06)
    assert temperatures._excess_coverage(logits / found, truth) == pytest.approx(0, abs=0.01)
    assert temperatures.coverage_temperature(logits, truth, [0.1, 0.2]) == 0.2


def answers_at(right: dict[System, float], counts: dict[System, int]) -> temperatures._Answers:
    """Made-up answers of each system that hold at its temperature."""
    chance = torch.Generator().manual_seed(7)
    count = torch.tensor([counts[one] for one in right])
    system = torch.tensor([SYSTEM_CODE[one] for one in right]).repeat_interleave(count)
    really = torch.tensor(list(right.values())).repeat_interleave(count)
    logits = 3 * torch.randn(len(system), 12, generator=chance)
    truth = (logits / really[:, None]).softmax(-1).multinomial(1, generator=chance)[:, 0]
    return temperatures._Answers(logits, truth, system)


REALLY = {System.STANDARD: 0.8, System.ACOL: 1.0, System.UNKNOWN: 1.3}


def found_for(kind: str, decisions: int) -> dict[System, float]:
    """What is found from 4,000 answers of each system, at so many decisions of all together."""
    answers = answers_at(REALLY, dict.fromkeys(REALLY, 4000))
    return temperatures._temperatures(kind, answers, list(REALLY), decisions)


@pytest.mark.parametrize("kind", ["next call", "HCP", "cards"])
def test_of_many_decisions_each_system_has_its_own_temperatures(kind: str) -> None:
    assert found_for(kind, 3_000_000) == pytest.approx(REALLY, rel=0.05)


@pytest.mark.parametrize("kind", ["HCP", "lengths", "cards"])
def test_of_few_decisions_stated_systems_share_those_of_hands(kind: str) -> None:
    found = found_for(kind, 30)
    assert found[System.UNKNOWN] == pytest.approx(1.3, rel=0.05)
    assert 0.82 < found[System.STANDARD] < 0.98
    assert found[System.STANDARD] == pytest.approx(found[System.ACOL], rel=0.001)


def test_of_so_many_decisions_own_and_common_temperatures_count_alike() -> None:
    few, half, many = (found_for("HCP", 3 * n) for n in (1, temperatures.HALF_AT, 10**9))
    for system in (System.STANDARD, System.ACOL):
        assert half[system] ** 2 == pytest.approx(few[system] * many[system], rel=0.001)


def test_a_rare_system_keeps_to_the_common_temperature() -> None:
    """By its own decisions, not by those of all: of 40,000 it has a hundredth."""
    counts = {System.STANDARD: 9900, System.ACOL: 100, System.UNKNOWN: 30_000}
    answers = answers_at(REALLY, counts)
    found = temperatures._temperatures("lengths", answers, list(REALLY), 40_000)
    assert found[System.ACOL] == pytest.approx(found[System.STANDARD], rel=0.03)
    assert found[System.ACOL] == pytest.approx(0.8, rel=0.05)


def test_answers_belong_to_the_system_whose_temperature_they_are_divided_by(
    tmp_path: Path,
) -> None:
    """North-South play SAYC, East-West Acol, whose temperatures alone are changed."""
    arrays = recorded.arrays(20, seed=3)
    arrays["system_ew"][:] = SYSTEM_CODE[System.ACOL]
    np.savez(tmp_path / "a.npz", **arrays)  # type: ignore[arg-type]
    records, rows = read_records(tmp_path / "a.npz"), np.arange(20)
    bidder = small_bidder(seed=1)
    with torch.no_grad():
        before = temperatures._answers(bidder, records, rows, seen=True)
        bidder.hand_temperature[:, :, SYSTEM_CODE[System.ACOL]] = 2
        after = temperatures._answers(bidder, records, rows, seen=True)
    for kind in ("HCP", "lengths", "cards"):
        acol = before[kind].system == SYSTEM_CODE[System.ACOL]
        assert 0 < int(acol.sum()) < len(acol)
        halved = torch.where(acol[:, None], before[kind].logits / 2, before[kind].logits)
        possible = before[kind].logits > IMPOSSIBLE / 4
        assert torch.allclose(after[kind].logits[possible], halved[possible])


def test_temperatures_found_are_set_for_their_system_and_kind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slow: each temperature is found of thousands of answers."""
    many = answers_at(REALLY, dict.fromkeys(REALLY, 4000))
    kinds = ("next call", "HCP", "lengths", "cards")
    monkeypatch.setattr(temperatures, "_answers", lambda *_, **__: dict.fromkeys(kinds, many))
    monkeypatch.setattr(temperatures, "HALF_AT", 1)
    bidder, (records, rows) = load_bidder(folder)[0], kept(folder)
    temperatures.fit_temperatures(bidder, records, rows)
    for system, really in REALLY.items():
        found = bidder.hand_temperature[:, :, SYSTEM_CODE[system]]
        assert torch.allclose(found, torch.full((2, 3), really), rtol=0.05)
    assert (bidder.hand_temperature[:, :, SYSTEM_CODE[System.POLISH_CLUB]] == 1).all()


@pytest.mark.parametrize(
    ("option", "fault"), [("data", "no file"), ("weights", "no bidder"), ("recipe", "no recipe")]
)
def test_it_refuses_by_name(folder: Path, tmp_path: Path, option: str, fault: str) -> None:
    absent = "absent" if option == "recipe" else tmp_path / "absent"
    before = (folder / "bidder.safetensors").read_bytes()
    with pytest.raises(CommandError, match=fault):
        calibrate(folder, **{option: absent})
    assert (folder / "bidder.safetensors").read_bytes() == before
