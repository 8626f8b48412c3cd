"""The tricks of a play."""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.auction import Contract
from bidding.domain.cards import Card

TRICK = 4  # cards


def tricks_taken(contract: Contract, cards: Sequence[Card]) -> int:
    """Return the tricks that declarer took: ``cards`` in the order in which they were played."""
    trump, leader, taken = contract.strain.suit, contract.leader, 0
    for start in range(0, len(cards), TRICK):
        trick = cards[start : start + TRICK]
        ruffs = [card for card in trick if card.suit is trump]
        winner = min(ruffs or [card for card in trick if card.suit is trick[0].suit])
        leader = leader.after(trick.index(winner))
        taken += leader.side is contract.declarer.side
    return taken
