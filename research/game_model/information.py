"""Information sets: what one player knows, and how many deals that leaves possible.

Paper P5, section 2.4: equations (22) before dummy is faced and (23), (24) after.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

from bidding.domain.auction import Auction
from bidding.domain.cards import CARDS_IN_HAND, CARDS_IN_PACK, Card, Hand
from bidding.domain.table import Seat, Suit, Vulnerability
from research.game_model.play import Trick, tricks_of

N_HANDS = comb(CARDS_IN_PACK, CARDS_IN_HAND)
N_DEALS = N_HANDS * comb(39, 13) * comb(26, 13)


@dataclass(frozen=True)
class InformationSet:
    """All that one player knows; equal for exactly the histories the player cannot tell apart.

    ``own`` are the thirteen cards the player was dealt, ``dummy`` those of dummy once they
    are faced (both as dealt: the cards played are in ``cards``). Dummy itself sees no more:
    the Laws do not let it look at another hand (Law 43).
    """

    seat: Seat
    vulnerability: Vulnerability
    auction: Auction
    own: Hand | None
    dummy: Hand | None
    cards: tuple[Card, ...]

    @property
    def unseen(self) -> frozenset[Card]:
        """The cards whose place the player does not know."""
        seen = set(self.cards)
        for hand in (self.own, self.dummy):
            seen.update(hand.cards if hand is not None else ())
        return frozenset(Card(index) for index in range(CARDS_IN_PACK)) - seen

    @property
    def n_deals(self) -> int:
        """The number of deals that the player cannot tell from the one that was dealt.

        Calls rule out no deal. A player who did not follow suit has no more cards of it.
        """
        if self.own is None:
            return N_DEALS
        contract = self.auction.contract
        played = [] if contract is None else [*_played(tricks_of(contract, self.cards))]
        open_hands = {self.seat, contract.dummy if contract and self.dummy else self.seat}
        hidden = [seat for seat in Seat if seat not in open_hands]
        room = tuple(CARDS_IN_HAND - sum(by is seat for by, _, _ in played) for seat in hidden)
        voids = {(by, led) for by, card, led in played if card.suit is not led}
        may_hold = {suit: tuple((seat, suit) not in voids for seat in hidden) for suit in Suit}
        return _n_layouts(Counter(may_hold[card.suit] for card in self.unseen), room)


def _played(tricks: Sequence[Trick]) -> Iterator[tuple[Seat, Card, Suit]]:
    """Yield who played each card, the card, and the suit led to its trick."""
    for trick in tricks:
        for turn, card in enumerate(trick.cards):
            yield trick.leader.after(turn), card, trick.suit_led


def _n_layouts(unseen: Counter[tuple[bool, ...]], room: tuple[int, ...]) -> int:
    """The ways to fill hands with so much room by cards, counted by which hands may hold them."""
    ways = Counter({room: 1})
    for may_hold, count in unseen.items():
        filled: Counter[tuple[int, ...]] = Counter()
        for left, so_far in ways.items():
            for rest, split in _splits(count, left, may_hold):
                filled[rest] += so_far * split
        ways = filled
    return ways[(0,) * len(room)]


def _splits(
    count: int, room: tuple[int, ...], may_hold: Sequence[bool]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The room left by each split of so many different cards, and the ways to split them so."""
    if not room:
        if count == 0:
            yield (), 1
        return
    for taken in range(min(count, room[0]) + 1 if may_hold[0] else 1):
        for rest, ways in _splits(count - taken, room[1:], may_hold[1:]):
            yield (room[0] - taken, *rest), ways * comb(count, taken)
