"""What is legal, as players of examples/players have it of their own."""

from __future__ import annotations

import pytest

from bidding.domain.auction import Auction
from bidding.domain.table import Seat
from bidding.parsing.text.words import parse_call
from research.strength.tests.example_players import load_player


@pytest.mark.parametrize("name", ["ben", "jps"])
@pytest.mark.parametrize(
    "auction",
    ["", "P", "1C", "1C P", "1C X", "1C X P", "1C X P P", "1C P P", "1C X XX", "7NT", "7NT X P"],
)
def test_what_is_legal_is_what_the_laws_say(name: str, auction: str) -> None:
    player = load_player(name)
    calls = auction.split()
    given = Auction.of(Seat.N, map(parse_call, calls))
    named = [parse_call(player.call_of(number)) for number in player.legal(calls)]
    assert sorted(call.index for call in named) == [call.index for call in given.legal_calls]
