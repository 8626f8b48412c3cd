"""Tables bid call by call: the same chances and auctions as when they are read anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import nn

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS
from bidding.domain.convention_card import CHOICES, ConventionCard, Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import AS_IN_BASE, SYSTEM_CODE
from bidding.explaining.analysis.rollout import next_call_chances, roll_out
from bidding.explaining.analysis.tables import Players, Policy, Tables
from bidding.networks.advice_head import AdviceConfig, AdviceHead
from bidding.networks.bidder import Bidder, CardLayer
from bidding.training.advice.record import deals_at_random
from tests.small import small_bidder


def reading_cards() -> Bidder:
    """Return a small bidder whose calls follow from the cards, too."""
    bidder = small_bidder(factor=3)
    for module in bidder.modules():
        if isinstance(module, CardLayer):
            nn.init.normal_(module.weight)
    return bidder.for_inference()


BIDDER = reading_cards()
PLAIN = Policy(BIDDER)
SYSTEM = {code: system for system, code in SYSTEM_CODE.items()}


def positions(batch: AuctionBatch) -> list[Position]:
    """The tables of a batch before the first call."""
    facts = zip(batch.dealer.tolist(), batch.vulnerability.tolist(), strict=True)
    return [
        Position(None, Seat.N, Auction(Seat(dealer)), Vulnerability(vulnerability), systems)
        for (dealer, vulnerability), systems in zip(facts, cards_of(batch), strict=True)
    ]


def cards_of(batch: AuctionBatch) -> list[Systems]:
    """The cards of both sides at each table."""
    found = []
    for codes, choices in zip(batch.systems.tolist(), batch.choices.tolist(), strict=True):
        both = [
            ConventionCard.of(
                SYSTEM[code],
                {
                    choice.id: choice.options[option].id
                    for choice, option in zip(CHOICES, options, strict=True)
                    if option != AS_IN_BASE
                },
            )
            for code, options in zip(codes, choices, strict=True)
        ]
        found.append(Systems(*both))
    return found


@pytest.fixture(scope="module")
def deals() -> tuple[np.ndarray, AuctionBatch]:
    return deals_at_random(8, np.random.default_rng(3))


def test_some_sides_play_by_a_card(deals: tuple[np.ndarray, AuctionBatch]) -> None:
    departs = (deals[1].choices != AS_IN_BASE).any(2)
    assert departs.any()
    assert not departs.all()


def test_auctions_end_as_when_they_are_read_anew(deals: tuple[np.ndarray, AuctionBatch]) -> None:
    owner, batch = deals
    tables = Tables.opened(PLAIN, batch, Players.agreed(batch))
    tables.bid_out()
    ended = roll_out(BIDDER, positions(batch), owner)
    for row, end in enumerate(ended):
        made = tables.batch.calls[row, : int(tables.batch.n_calls[row])].tolist()
        assert made == [call.index for call in end.auction.calls]


def test_chances_of_some_tables_are_those_of_their_auctions(
    deals: tuple[np.ndarray, AuctionBatch],
) -> None:
    """Also where tables have auctions of different lengths, and are copied and joined."""
    owner, batch = deals
    tables = Tables.opened(PLAIN, batch, Players.agreed(batch))
    before = tables.rows(torch.tensor([6, 2]))
    rows = torch.tensor([1, 4, 6])
    tables.call(rows, torch.tensor([0, 9, 20]))
    joined = Tables.join([before, tables])
    found, made = joined.next_calls(torch.tensor([0, 1, 3, 6, 8, 9]))
    asked = positions(batch)
    called = {
        row: replace(asked[row], auction=asked[row].auction.after(ALL_CALLS[call]))
        for row, call in ((1, 0), (4, 9), (6, 20))
    }
    wanted = [asked[6], asked[2], called[1], called[4], called[6], asked[7]]
    expected = next_call_chances(BIDDER, wanted, owner[[6, 2, 1, 4, 6, 7]])
    assert torch.allclose(found, expected, atol=1e-5)
    assert made.equal(expected.argmax(1))


def test_either_side_reads_the_auction_by_the_systems_it_knows(
    deals: tuple[np.ndarray, AuctionBatch],
) -> None:
    owner, batch = deals
    players = Players.agreed(batch)
    acol, forcing = SYSTEM_CODE[System.ACOL], SYSTEM_CODE[System.TWO_OVER_ONE]
    players.systems[:, 0] = torch.tensor([acol, forcing])
    players.systems[:, 1] = torch.tensor([forcing, acol])
    tables = Tables.opened(PLAIN, batch, players)
    every = torch.arange(len(batch))
    for _ in range(3):
        systems = players.systems[every, tables.turn % 2]
        asked = positions(replace(batch, systems=systems))
        asked = [
            replace(
                one,
                auction=Auction(
                    one.auction.dealer, tuple(ALL_CALLS[call] for call in calls.tolist())
                ),
            )
            for one, calls in zip(asked, tables.batch.calls, strict=True)
        ]
        found, made = tables.next_calls(every)
        expected = next_call_chances(BIDDER, asked, owner)
        assert torch.allclose(found, expected, atol=1e-5)
        tables.call(every, made)


def test_the_adviser_calls_at_its_seats_alone(deals: tuple[np.ndarray, AuctionBatch]) -> None:
    _, batch = deals
    head = AdviceHead(AdviceConfig("", BIDDER.config.readout_width, 4, 1)).eval()
    every = torch.arange(len(batch))
    plain = Tables.opened(PLAIN, batch, Players.agreed(batch))
    chances, likeliest = plain.next_calls(every)
    second = chances.scatter(1, likeliest[:, None], 0).argmax(1)
    head.bias.data[0, 0, second[0]] = 3.0
    players = Players.agreed(batch)
    players.advised[torch.arange(len(batch)), batch.dealer] = True
    advised = Tables.opened(Policy(BIDDER, head), batch, players)
    assert advised.next_calls(every)[1][0] == second[0]
    players.advised[:] = ~players.advised
    assert advised.next_calls(every)[1].equal(likeliest)
