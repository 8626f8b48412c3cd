"""The play of the cards: tricks, whose turn it is, what may be played (Laws 41-46).

Only legal plays exist here: a revoke, a card out of turn or a lead from the wrong hand is
refused, where the Laws would rectify it. Claims are not modelled; a deal is played out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from bidding.domain.auction import Contract
from bidding.domain.cards import CARDS_IN_PACK, Card, Deal
from bidding.domain.errors import BridgeError
from bidding.domain.scoring import TRICK, winning_card
from bidding.domain.table import Seat, Side, Suit


class IllegalPlay(BridgeError):
    """A card that may not be played at this turn."""

    code = "illegal-play"


@dataclass(frozen=True)
class Trick:
    """One to four cards in the order they were played, and the trumps that decide it."""

    leader: Seat
    cards: tuple[Card, ...]
    trumps: Suit | None

    @property
    def is_complete(self) -> bool:
        """Return True once all four hands have played to it."""
        return len(self.cards) == TRICK

    @property
    def suit_led(self) -> Suit:
        """The suit that must be followed."""
        return self.cards[0].suit

    @property
    def best(self) -> Card:
        """The card that wins so far."""
        return winning_card(self.cards, self.trumps)

    @property
    def winner(self) -> Seat:
        """The seat whose card wins so far; of a complete trick, who leads next (Law 44)."""
        return self.leader.after(self.cards.index(self.best))

    @property
    def next_seat(self) -> Seat:
        """The hand from which the next card comes: to this trick, or to the one after it."""
        return self.winner if self.is_complete else self.leader.after(len(self.cards))

    def with_card(self, card: Card) -> Trick:
        """This trick with one more card."""
        return Trick(self.leader, (*self.cards, card), self.trumps)


def tricks_of(contract: Contract, cards: Iterable[Card]) -> tuple[Trick, ...]:
    """Every trick begun by these cards, in order; all but the last are complete."""
    tricks: tuple[Trick, ...] = ()
    for card in cards:
        tricks = _with_card(contract, tricks, card)
    return tricks


def _with_card(contract: Contract, tricks: tuple[Trick, ...], card: Card) -> tuple[Trick, ...]:
    if tricks and not tricks[-1].is_complete:
        return (*tricks[:-1], tricks[-1].with_card(card))
    leader = tricks[-1].winner if tricks else contract.leader
    return (*tricks, Trick(leader, (card,), contract.strain.suit))


@dataclass(frozen=True)
class Play:
    """The cards played so far. Raises IllegalPlay when built from an illegal sequence."""

    deal: Deal
    contract: Contract
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        play = self._following((), ())
        for card in self.cards:
            play = play.after(card)

    @classmethod
    def of(cls, deal: Deal, contract: Contract, cards: Iterable[Card]) -> Play:
        """The play of these cards, each checked at its turn."""
        return cls(deal, contract, tuple(cards))

    def after(self, card: Card) -> Play:
        """This play with one more card. Raises IllegalPlay if it may not be played now."""
        reason = self.why_illegal(card)
        if reason is not None:
            place = len(self.cards)
            fault = f"card {place + 1} ({card}) may not be played: {reason}"
            raise IllegalPlay(fault, text=str(card), position=place)
        return self._following((*self.cards, card), _with_card(self.contract, self.tricks, card))

    def _following(self, cards: tuple[Card, ...], tricks: tuple[Trick, ...]) -> Play:
        """The play of cards known to be legal, whose tricks are known too."""
        play = object.__new__(Play)
        play.__dict__.update(deal=self.deal, contract=self.contract, cards=cards, tricks=tricks)
        return play

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """Every trick begun, in order; all but the last are complete."""
        return tricks_of(self.contract, self.cards)

    @property
    def is_over(self) -> bool:
        """Return True once all thirteen tricks are played."""
        return len(self.cards) == CARDS_IN_PACK

    @property
    def dummy_is_faced(self) -> bool:
        """Return True once everybody sees dummy's cards: after the opening lead (Law 41D)."""
        return bool(self.cards)

    @property
    def turn(self) -> Seat | None:
        """The hand from which the next card comes; None when the play is over."""
        if self.is_over:
            return None
        return self.tricks[-1].next_seat if self.tricks else self.contract.leader

    @property
    def actor(self) -> Seat | None:
        """The seat that chooses the next card: declarer plays dummy's too (Law 45B)."""
        return self.contract.declarer if self.turn is self.contract.dummy else self.turn

    def held(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that the seat has not played yet, in card order."""
        played = set(self.cards)
        return tuple(card for card in self.deal[seat] if card not in played)

    @property
    def legal_cards(self) -> tuple[Card, ...]:
        """Every card that may be played now, in card order; none when the play is over."""
        turn = self.turn
        if turn is None:
            return ()
        held = self.held(turn)
        suit = self._suit_to_follow()
        return tuple(card for card in held if card.suit is suit) or held

    def _suit_to_follow(self) -> Suit | None:
        """The suit led to the trick in progress; None for a card that leads."""
        in_progress = bool(self.tricks) and not self.tricks[-1].is_complete
        return self.tricks[-1].suit_led if in_progress else None

    def why_illegal(self, card: Card) -> str | None:
        """The rule that bars the card now, in words; None when it may be played."""
        turn = self.turn
        if turn is None:
            return "all thirteen tricks are played"
        if card in self.cards:
            return "it has been played before"
        if card not in self.deal[turn]:
            return f"{turn.full_name} is to play and does not hold it"
        if card not in self.legal_cards:
            suit = self.tricks[-1].suit_led
            return f"{turn.full_name} must follow suit and holds {suit.plural}"
        return None

    def tricks_won(self, side: Side) -> int:
        """Return the number of complete tricks that the side has won."""
        return sum(trick.is_complete and trick.winner.side is side for trick in self.tricks)
