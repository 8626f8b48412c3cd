"""Parsing and formatting of hands, calls, auctions and names as people type them.

Every ``parse_`` function raises a BridgeError with the fault and its position; every ``format_``
function returns the canonical text, which its ``parse_`` function reads back.
"""

from bidding.parsing.text.auctions import format_auction, format_auction_table, parse_auction
from bidding.parsing.text.hands import format_hand, parse_hand
from bidding.parsing.text.words import (
    format_call,
    format_seat,
    format_system,
    format_vulnerability,
    parse_call,
    parse_seat,
    parse_system,
    parse_vulnerability,
)

__all__ = [
    "format_auction",
    "format_auction_table",
    "format_call",
    "format_hand",
    "format_seat",
    "format_system",
    "format_vulnerability",
    "parse_auction",
    "parse_call",
    "parse_hand",
    "parse_seat",
    "parse_system",
    "parse_vulnerability",
]
