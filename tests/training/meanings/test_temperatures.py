"""Temperatures of meanings, fitted by system."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn.functional import cross_entropy

from bidding.domain.conventions import MEANING_INDEX, MEANINGS
from bidding.domain.systems import System
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import LabelledAuctions, as_in_base
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder
from bidding.parsing.text.words import parse_call
from bidding.training.meanings.auctions import VALIDATION_EVERY
from bidding.training.meanings.experiment import fit_temperatures
from bidding.training.meanings.robot import RobotLabels
from tests.small import SMALL, small_bidder

NAMING = replace(SMALL, meaning_width=8, meanings=len(MEANINGS))
LABELS = RobotLabels(["bidable suit", "Multi-Landy, any"])
CALLS = [parse_call(name).index for name in ("1S", "P", "P", "P")]
SURE = {System.SAYC: 0.99, System.ACOL: 0.6}  # how often the likeliest meaning is the one stated
KEPT = 200  # auctions of each system


def auctions() -> LabelledAuctions:
    """The same auction again and again; those kept from training state another meaning at times."""
    number = 2 * KEPT * VALIDATION_EVERY
    system = np.repeat([SYSTEM_CODE[one] for one in SURE], number // 2)
    place = np.arange(number) // VALIDATION_EVERY % KEPT
    right = place < np.repeat([share * KEPT for share in SURE.values()], number // 2)
    label = np.zeros((number, len(CALLS)), np.uint16)
    label[:, 0] = ~right
    return LabelledAuctions(
        dealer=np.zeros(number, np.uint8),
        vul=np.zeros(number, np.uint8),
        systems=np.stack([system, system], axis=1).astype(np.uint8),
        n_calls=np.full(number, len(CALLS), np.uint8),
        calls=np.tile(np.array(CALLS, np.uint8), number),
        label=label.ravel(),
        flags=np.zeros(number * len(CALLS), np.uint8),
        start=np.arange(number) * len(CALLS),
        **dict(zip(("card", "choices"), as_in_base(number), strict=True)),
    )


@pytest.fixture(scope="module")
def given() -> LabelledAuctions:
    return auctions()


@pytest.fixture
def bidder() -> Bidder:
    """Surer of one of the two meanings than it should be, or less sure."""
    network = small_bidder(NAMING, seed=1)
    assert network.meanings is not None
    network.meanings.name.weight.data.zero_()
    network.meanings.name.bias.data.fill_(-20)
    network.meanings.name.bias.data[MEANING_INDEX["natural"]] = 2.5
    network.meanings.name.bias.data[MEANING_INDEX["multi_landy"]] = 0
    return network


def test_each_system_gets_the_temperature_of_least_loss(
    bidder: Bidder, given: LabelledAuctions
) -> None:
    found = fit_temperatures(bidder, given, LABELS, least=100)
    assert set(found) == set(SURE)
    assert found[System.SAYC] < 0.8  # said in 92 %, so in 99 %
    assert found[System.ACOL] > 1.9  # so in 60 % only
    assert bidder.meanings is not None
    for system, code in SYSTEM_CODE.items():
        assert float(bidder.meanings.temperature[code]) == pytest.approx(found.get(system, 1))


def test_what_is_said_then_loses_less(bidder: Bidder, given: LabelledAuctions) -> None:
    before = _loss(bidder, given)
    fit_temperatures(bidder, given, LABELS, least=100)
    assert _loss(bidder, given) < before - 0.05


def test_too_few_calls_set_nothing(bidder: Bidder, given: LabelledAuctions) -> None:
    assert fit_temperatures(bidder, given, LABELS) == {}
    assert bidder.meanings is not None
    assert (bidder.meanings.temperature == 1).all()


def _loss(bidder: Bidder, given: LabelledAuctions) -> float:
    """The log loss of the opening bids of the auctions kept from training."""
    rows = np.arange(0, len(given), VALIDATION_EVERY)
    batch = given.batch(rows)
    number = torch.arange(len(rows))
    views = Views(number, number * 0 + 1, batch.seat[number, 1], number < 0)
    label, flags = (given.padded(x, rows, 0) for x in (given.label, given.flags))
    truth = LABELS.meanings(batch, label, flags)[:, 0]
    with torch.inference_mode():
        return float(cross_entropy(bidder.call_meanings(batch, views).name, truth))
