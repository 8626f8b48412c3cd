"""The command: it learns what a robot states, and leaves a bidder that names calls."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.conventions import MEANINGS, NATURAL
from bidding.domain.systems import System
from bidding.domain.table import Strain
from bidding.encoding.auction_batch import OPTIONS_OF_SYSTEM
from bidding.encoding.layout import AS_IN_BASE, N_CHOICES, SYSTEM_CODE, UNKNOWN_SYSTEM
from bidding.encoding.records import FORCING, CardNumbers
from bidding.networks.checkpoint import load_bidder, save_bidder
from bidding.training.meanings.auctions import read_files, stated_calls, with_stated_cards
from bidding.training.meanings.robot import RobotLabels
from tests import recorded
from tests.small import SMALL, small_bidder

TEXTS = ["bidable suit", "takeout double", "preemptive"]


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    folder = tmp_path / "weights"
    save_bidder(small_bidder(factor=3), folder, name="small", version="1.0.0", recipe="none")
    return folder


def test_it_learns_what_is_stated(weights: Path, tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    data.mkdir()
    auctions = recorded.arrays(600, seed=1)
    doubled, high = (
        auctions["calls"] == DOUBLE.index,
        auctions["calls"] >= Call.bid(2, Strain.C).index,
    )
    np.savez(data / "robot-a.npz", **auctions)
    label, flags = (doubled + 2 * high).astype(np.uint16), (FORCING * doubled).astype(np.uint8)
    np.savez(data / "meaning-a.npz", n_calls=auctions["n_calls"], label=label, flags=flags)
    (data / "labels.json").write_text(json.dumps(TEXTS))
    options = {"data": data, "weights": weights, "out": out, "passes": 200.0, "release": "9.9.9"}
    call_command("train", "meanings", **options)
    report = json.loads((out / "report.json").read_text())
    assert report["files"] == ["a"]
    first, last = report["validations"][0], report["validations"][-1]
    assert last["name"] > 0.9
    assert last["name"] > first["name"]
    assert last["forcing"] > 0.95
    assert not list(out.glob("states-*")), "they are wanted for a resumed run alone"
    before, after = load_bidder(weights)[0], load_bidder(out)
    assert (after[1].version, after[1].recipe) == ("9.9.9", "none, meanings")
    assert after[1].sha256 == report["weights_sha256"]
    assert after[0].meanings is not None
    for name, weight in before.state_dict().items():
        assert torch.equal(weight, after[0].state_dict()[name]), "the bidder stays as it is"


def test_its_names_are_scored_by_the_statements(weights: Path, tmp_path: Path) -> None:
    auctions = recorded.arrays(40, seed=1)
    for side in ("system_ns", "system_ew"):  # known systems name some calls by their cards
        auctions[side] = np.full_like(auctions[side], 255)
    np.savez(tmp_path / "robot-a.npz", **auctions)
    calls, file = auctions["calls"], tmp_path / "meaning-a.npz"
    label = (calls == DOUBLE.index).astype(np.uint16)
    np.savez(file, n_calls=auctions["n_calls"], label=label, flags=np.zeros(len(calls), np.uint8))
    (tmp_path / "labels.json").write_text(json.dumps(TEXTS))
    bidder = small_bidder(replace(SMALL, meaning_width=8, meanings=len(MEANINGS)))
    assert bidder.meanings is not None
    with torch.no_grad():  # all calls are natural
        bidder.meanings.name.weight.zero_()
        bidder.meanings.name.bias[NATURAL] = 20
    save_bidder(bidder, weights, name="small", version="1.0.0", recipe="none")
    files, out = (tmp_path / "robot-a.npz", file), tmp_path / "scores.json"
    options = {"labels": tmp_path / "labels.json", "statements": 5, "json": out}
    call_command("evaluate_meanings", *files, weights=weights, **options)
    scores = json.loads(out.read_text())
    assert scores["calls"] == int((calls != PASS.index).sum())
    doubles = int((calls == DOUBLE.index).sum()) / scores["calls"]
    assert scores["missed_name"] >= doubles > 0
    assert scores["name_accuracy"] == pytest.approx(1 - scores["missed_name"])
    assert scores["wrong_name"] == scores["silent"] == 0
    assert scores["promises"]["points_between"] > 0


def test_without_data_it_says_what_is_missing(weights: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"no meaning-\*\.npz"):
        call_command("train", "meanings", data=tmp_path, weights=weights, out=tmp_path / "out")


def test_the_same_auction_by_another_card_is_learned_apart(tmp_path: Path) -> None:
    auctions, numbers = recorded.arrays(20, seed=1), CardNumbers.own()
    calls = len(auctions["calls"])
    labels = {"label": np.zeros(calls, np.uint16), "flags": np.zeros(calls, np.uint8)}
    options = np.zeros((2, 2, N_CHOICES), np.uint8)
    options[1, :, 0] = 1
    sayc = int(np.flatnonzero(numbers.bases == SYSTEM_CODE[System.SAYC])[0])
    bases = np.full((2, 2), sayc, np.uint8)
    (tmp_path / "labels.json").write_text(json.dumps(["bidable suit"]))
    counts = {}
    for name, card in (("same", [0, 0]), ("other", [0, 1])):
        twice = {key: np.concatenate([values, values]) for key, values in auctions.items()}
        twice |= {key: np.concatenate([values, values]) for key, values in labels.items()}
        stated = {"card": np.repeat(np.array(card, np.uint32), 20)}
        stated |= {"card_base": bases, "card_options": options}
        twice["system_ns"][:] = twice["system_ew"][:] = sayc
        np.savez(tmp_path / "robot-cards-a.npz", **twice, **stated)
        _, read = read_files(tmp_path, tmp_path / "labels.json")
        counts[name] = len(stated_calls(read, RobotLabels(["bidable suit"]), 1.0, seed=1))
    assert counts["other"] == 2 * counts["same"]


def test_cards_are_stated_as_the_systems_have_them(tmp_path: Path) -> None:
    auctions = recorded.arrays(200, seed=1)
    calls = len(auctions["calls"])
    labels = {"label": np.zeros(calls, np.uint16), "flags": np.zeros(calls, np.uint8)}
    np.savez(tmp_path / "odd-a.npz", **auctions, **labels)
    (tmp_path / "labels.json").write_text(json.dumps(["bidable suit"]))
    _, plain = read_files(tmp_path, tmp_path / "labels.json")
    rows, own = np.arange(200), OPTIONS_OF_SYSTEM.numpy()[plain.systems]
    known = plain.systems != UNKNOWN_SYSTEM
    every = with_stated_cards(plain, 1.0, seed=1)
    assert (every.choices[every.card] == own).all()
    some = with_stated_cards(plain, 0.5, seed=1)
    stated = (some.choices[some.card] != AS_IN_BASE).any(2)
    assert 0.4 < stated[known].mean() < 0.6
    assert every.batch(rows).calls.equal(plain.batch(rows).calls)
