"""Deals and cards as people type them."""

from __future__ import annotations

import re

from bidding.domain.cards import Card, Deal
from bidding.domain.errors import MalformedCard, MalformedDeal
from bidding.domain.table import Seat, Suit
from bidding.parsing.formats.pbn import parse_deal

_CARD = re.compile(r"([SHDC])([AKQJT2-9]|10)", re.IGNORECASE | re.ASCII)
_SYMBOLS = str.maketrans("♠♥♦♣", "SHDC")


def parse_whole_deal(text: str) -> Deal:
    """Parse a deal in PBN of which three hands at least are given.

    Raises MalformedDeal, or the errors of a hand.
    """
    hands = parse_deal(text.strip())
    north, east, south, west = hands
    if north is None or east is None or south is None or west is None:
        missing = [seat.full_name for seat, hand in zip(Seat, hands, strict=True) if hand is None]
        raise MalformedDeal(f"these hands are not given: {', '.join(missing)}", text=text)
    return Deal((north, east, south, west))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse cards between blanks or commas. Raises MalformedCard, whose position counts cards."""
    return tuple(_card(word, place) for place, word in enumerate(text.replace(",", " ").split()))


def _card(word: str, place: int) -> Card:
    parts = _CARD.fullmatch(word.translate(_SYMBOLS))
    if parts is None:
        fault = f"card {place + 1} is {word!r}; a card is a suit and a rank, as in SA or D10"
        raise MalformedCard(fault, text=word, position=place)
    rank = "T" if parts[2] == "10" else parts[2].upper()
    return Card.of(Suit[parts[1].upper()], rank)
