"""Bridge as a game with incomplete information: (N, H, P, I, p, u) of paper P5.

Mei and others, The Computer Game Model of Contract Bridge (2012), section 2:

* N, the participants: nature is -1, the players are 0 to 3 clockwise from the dealer;
* H, the histories: a deal, then calls, then cards in thirteen rounds;
* P, the participant function: who acts after a history;
* I, the information sets: what a player knows after a history;
* p, nature's probability of a deal;
* u, the pay-off of a finished history.

Where the paper leaves the Laws of Duplicate Bridge, this module keeps to the Laws:

* its equations (12) to (14) let declarer's right-hand opponent lead and the first trick run
  counter-clockwise, against its own (18) to (20); the lead is with declarer's left (Law 41A);
* its equations (3) and (7) end an auction at the third pass even where nobody has bid; there
  it takes four (Law 22), and a deal that is passed out has no play and the pay-off 0;
* its P(D) = 1 gives the first call to the second player; equation (11), with the dealer as
  0, gives it to the dealer (Law 17);
* who wins a trick is 'the biggest denomination' there; here trumps and the suit led decide
  (Law 44), and suit must be followed, which the paper takes for granted;
* its shuffle, 52 swaps each with any place, does not make all deals equally likely, as its
  equation (25) says they are; ``Deal.random`` does;
* what may be doubled and redoubled, its (5) and (6), agrees with Law 19; the prose beside them
  does not say that the bid or double has to be an opponent's;
* 38, its mark for the end of the auction, is no call here: an auction knows its own end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from bidding.domain.auction import Auction
from bidding.domain.calls import Call
from bidding.domain.cards import Card, Deal
from bidding.domain.errors import IllegalCall, MalformedDeal
from bidding.domain.scoring import duplicate_score
from bidding.domain.table import Seat, Side, Vulnerability
from research.game_model.information import N_DEALS, InformationSet
from research.game_model.play import IllegalPlay, Play

NATURE = -1
PARTICIPANTS = (NATURE, 0, 1, 2, 3)

DEAL_PROBABILITY = Fraction(1, N_DEALS)  # equation (25): nature's every deal is equally likely

Action = Deal | Call | Card


@dataclass(frozen=True)
class History:
    """The actions so far: nothing, a deal, a deal and calls, or these and cards.

    ``play`` begins by itself when the auction ends in a contract. Raises IllegalCall or
    IllegalPlay where the parts do not belong together.
    """

    vulnerability: Vulnerability
    auction: Auction
    deal: Deal | None = None
    play: Play | None = None

    def __post_init__(self) -> None:
        contract = self.auction.contract
        if self.deal is None and (self.auction.calls or self.play):
            raise IllegalCall("the cards are not dealt yet", position=0)
        if self.play is None and self.deal is not None and contract is not None:
            object.__setattr__(self, "play", Play(self.deal, contract))
        elif self.play and (self.play.deal, self.play.contract) != (self.deal, contract):
            raise IllegalPlay("the play is that of another deal or contract", position=0)

    @classmethod
    def start(cls, dealer: Seat, vulnerability: Vulnerability) -> History:
        """The empty history: nature is to deal."""
        return cls(vulnerability, Auction(dealer))

    @classmethod
    def of(cls, dealer: Seat, vulnerability: Vulnerability, actions: Iterable[Action]) -> History:
        """The history of these actions, each checked at its turn."""
        history = cls.start(dealer, vulnerability)
        for action in actions:
            history = history.after(action)
        return history

    def after(self, action: Action) -> History:
        """This history with one more action, which has to be the kind that is due.

        Raises MalformedDeal, IllegalCall or IllegalPlay; ``position`` counts the calls, or the
        cards, from 0.
        """
        if isinstance(action, Deal):
            return self._dealt(action)
        if isinstance(action, Call):
            return replace(self, auction=self.auction.after(action))
        return self._played(action)

    def _dealt(self, deal: Deal) -> History:
        if self.deal is not None:
            raise MalformedDeal("the cards are dealt already")
        return replace(self, deal=deal)

    def _played(self, card: Card) -> History:
        if self.play is None:
            reason = "the deal was passed out" if self.is_over else "the auction is not over"
            fault = f"card 1 ({card}) may not be played: {reason}"
            raise IllegalPlay(fault, text=str(card), position=0)
        return replace(self, play=self.play.after(card))

    @property
    def dealer(self) -> Seat:
        """Participant 0."""
        return self.auction.dealer

    @property
    def actions(self) -> tuple[Action, ...]:
        """The history as the paper writes it: deal, calls and cards in their order."""
        dealt = () if self.deal is None else (self.deal,)
        return (*dealt, *self.auction.calls, *(self.play.cards if self.play else ()))

    @property
    def is_over(self) -> bool:
        """Return True once the deal is passed out or played out."""
        return self.auction.is_over if self.play is None else self.play.is_over

    @property
    def turn(self) -> Seat | None:
        """The seat that is to call, or whose card comes next; None for nature and at the end."""
        if self.deal is None:
            return None
        return self.auction.turn if self.play is None else self.play.turn

    @property
    def actor(self) -> Seat | None:
        """The seat that chooses the next action: that of ``turn``, but declarer for dummy."""
        return self.turn if self.play is None else self.play.actor

    @property
    def participant(self) -> int | None:
        """P(h), the participant who acts: -1 nature, 0 to 3 from the dealer; None at the end."""
        if self.deal is None:
            return NATURE
        return None if self.actor is None else self.dealer.turns_to(self.actor)

    @property
    def legal_actions(self) -> tuple[Call, ...] | tuple[Card, ...]:
        """The calls or cards to choose from; none at the end, and none listed for nature."""
        if self.deal is None:
            return ()
        return self.auction.legal_calls if self.play is None else self.play.legal_cards

    def information(self, seat: Seat) -> InformationSet:
        """Return what the seat knows: equations (22) and (23), and the auction before the play."""
        faced = self.play is not None and self.play.dummy_is_faced
        return InformationSet(
            seat=seat,
            vulnerability=self.vulnerability,
            auction=self.auction,
            own=self.deal[seat] if self.deal else None,
            dummy=self.play.deal[self.play.contract.dummy] if self.play and faced else None,
            cards=self.play.cards if self.play else (),
        )

    def score(self, side: Side) -> int | None:
        """The side's duplicate score when all is over; None before, 0 for a passed-out deal."""
        if not self.is_over:
            return None
        if self.play is None:
            return 0
        contract = self.play.contract
        playing = contract.declarer.side
        points = duplicate_score(
            contract, self.vulnerability.holds_for(playing), self.play.tricks_won(playing)
        )
        return points if side is playing else -points

    @property
    def pay_offs(self) -> tuple[int, ...] | None:
        """u(h) of participants 0 to 3, who share their side's score; None before the end."""
        if not self.is_over:
            return None
        return tuple(self.score(self.dealer.after(turn).side) or 0 for turn in range(4))
