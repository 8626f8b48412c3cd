"""The tricks of a play."""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.auction import Contract
from bidding.domain.cards import Card
from bidding.domain.table import Suit

TRICK = 4  # cards


def winning_card(trick: Sequence[Card], trump: Suit | None) -> Card:
    """Return the highest trump, or else the highest card of the suit led (Law 44)."""
    followed = [card for card in trick if card.suit is trick[0].suit]
    return min([card for card in trick if card.suit is trump] or followed)


def tricks_taken(contract: Contract, cards: Sequence[Card]) -> int:
    """Return the tricks that declarer took: ``cards`` in the order in which they were played."""
    trump, leader, taken = contract.strain.suit, contract.leader, 0
    for start in range(0, len(cards), TRICK):
        trick = cards[start : start + TRICK]
        leader = leader.after(trick.index(winning_card(trick, trump)))
        taken += leader.side is contract.declarer.side
    return taken
