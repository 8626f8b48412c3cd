"""Text as people type it: one door to hands, calls, auctions and names, in and out.

Every ``parse_`` function raises a BridgeError that says what is wrong and where; every
``format_`` function writes the canonical text, which its ``parse_`` function reads back.
"""

from bidding.parsing.auctions import format_auction, parse_auction
from bidding.parsing.calls import format_call, parse_call
from bidding.parsing.hands import format_hand, parse_hand
from bidding.parsing.names import (
    format_seat,
    format_system,
    format_vulnerability,
    parse_seat,
    parse_system,
    parse_vulnerability,
)
from bidding.parsing.tables import format_auction_table

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
