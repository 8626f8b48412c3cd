"""Meanings by published rules: where they hold, and that they are not what others play."""

from __future__ import annotations

import pytest
import torch

from bidding.domain.auction import Auction
from bidding.domain.calls import Call
from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.conventions import MEANING_INDEX, MEANINGS, Forcing
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.auction_batch import encode_positions
from bidding.encoding.layout import SYSTEM_CODE
from bidding.explaining.beliefs import Likeliest
from bidding.explaining.meanings import recorded
from bidding.explaining.meanings.published import Published, published
from bidding.explaining.meanings.statements import Ranges
from bidding.parsing.text.auctions import parse_auction

HEARTS = Ranges((0, 37), ((0, 5), (5, 8), (0, 6), (0, 6)))


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the transfer to hearts be all that was recorded often, in two systems."""
    calls = bytes(call.index for call in parse_auction("1NT P 2D", Seat.N).calls)
    known = {(SYSTEM_CODE[system], calls): HEARTS for system in (System.SAYC, System.STANDARD)}
    monkeypatch.setattr(recorded, "_released", lambda: known)


def last_of(
    auction: str, known: str = "natural", card: ConventionCard | None = None
) -> Published | None:
    """What the last call of an auction means by published rules; the network says it is known."""
    systems = Systems(card or ConventionCard(System.SAYC), ConventionCard(System.SAYC))
    calls: list[Call] = list(parse_auction(auction, Seat.N).calls)
    given = Position(None, Seat.S, Auction.of(Seat.N, calls), Vulnerability.NONE, systems)
    batch, place = encode_positions([given]), torch.tensor([len(calls) - 1])
    said = Likeliest(MEANING_INDEX[known], 0.9, 0.5, Forcing.NO, 0.9)
    first = torch.zeros_like(place)
    return published(batch, first, place, batch.calls[first, place], [said]).get(0)


@pytest.mark.parametrize("auction", ["1NT X 2D", "P P 1NT X 2D"])
@pytest.mark.parametrize("known", ["natural", "jacoby_transfer"])
def test_sayc_plays_on_over_a_double_of_1nt(auction: str, known: str) -> None:
    found = last_of(auction, known)
    assert found is not None
    assert MEANINGS[found.likeliest.meaning].key == "jacoby_transfer"
    assert found.ranges == HEARTS


def test_published_rules_hold_in_their_auction_and_system_alone() -> None:
    assert last_of("1NT P 2D") is None
    assert last_of("1NT 2C 2D") is None
    assert last_of("1NT X 2C") is None  # not recorded without the double
    assert last_of("1NT X 2D", "stayman") is None  # the network knows another agreement
    assert last_of("1NT X 2D", card=ConventionCard(System.STANDARD)) is None
    departs = ConventionCard.of(System.SAYC, {"notrump_range": "12-14"})
    assert last_of("1NT X 2D", card=departs) is None
