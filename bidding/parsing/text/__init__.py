"""Parsing and formatting of hands, calls, auctions and names as people type them.

Every ``parse_`` function raises a BridgeError with the fault and its position; every ``format_``
function returns the canonical text, which its ``parse_`` function reads back.
"""

from bidding.parsing.text.auction_tables import format_auction_table
from bidding.parsing.text.auction_text import format_auction, parse_auction
from bidding.parsing.text.call_text import format_call, parse_call
from bidding.parsing.text.hands import format_hand, parse_hand
from bidding.parsing.text.names import (
    format_seat,
    format_system,
    format_vulnerability,
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
