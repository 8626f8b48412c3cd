"""The auctions of the convention card, section by section, and their notation."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.messages import Message
from bidding.domain.table import Seat
from bidding.parsing.text.words import parse_call

_TABLE = Path(__file__).with_name("card.toml")


@dataclass(frozen=True)
class Section:
    """Auctions on one subject; the last call of each is explained."""

    title: str
    auctions: tuple[Auction, ...]


@cache
def sections() -> tuple[Section, ...]:
    """Return the sections of the project's own table."""
    table = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    return tuple(
        Section(entry["title"], tuple(map(auction_of, entry["auctions"])))
        for entry in table["section"]
    )


def auction_of(text: str) -> Auction:
    """Parse the calls of an auction that North deals."""
    return Auction.of(Seat.N, map(parse_call, text.split()))


def auction_words(auction: Auction) -> Message:
    """Return the calls as books write them: "1♠ (2♥) X", opponents in brackets, less passes."""
    last = len(auction.calls) - 1
    pieces, values = [], {}
    for place, call in enumerate(auction.calls):
        theirs = (last - place) % 2 == 1
        if theirs and call == PASS:
            continue
        pieces.append(f"({{c{place}}})" if theirs else f"{{c{place}}}")
        values[f"c{place}"] = call_words(call)
    return Message(" ".join(pieces), **values)


def call_words(call: Call) -> str:
    """Return the symbol of a bid; the word for any other call."""
    return call.symbol if call.is_bid else Message(call.symbol)
