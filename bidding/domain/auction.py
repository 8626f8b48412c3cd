"""Auctions: the turn to call, legal calls, the end of the auction and the contract.

Follows the Laws of Duplicate Bridge (Laws 17-22), also where paper P5 (section 2.2) departs
from them (passed-out deals, doubling one's own side).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from bidding.domain.calls import ALL_CALLS, BIDS, DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.errors import IllegalCall
from bidding.domain.messages import Message
from bidding.domain.table import Seat, Strain

# The longest possible auction: three passes, 35 bids with nine calls each, and a last pass.
MAX_CALLS = 319


@dataclass(frozen=True)
class Contract:
    """The final bid and its declarer; ``doubled`` is 1, 2 (X) or 4 (XX)."""

    level: int
    strain: Strain
    declarer: Seat
    doubled: int = 1

    @property
    def dummy(self) -> Seat:
        """Declarer's partner."""
        return self.declarer.partner

    @property
    def leader(self) -> Seat:
        """The player who makes the opening lead: declarer's left-hand opponent."""
        return self.declarer.lho

    def __str__(self) -> str:
        stake = {1: "", 2: "X", 4: "XX"}[self.doubled]
        return f"{self.level}{self.strain.name}{stake} by {self.declarer.name}"


@dataclass(frozen=True)
class Auction:
    """The calls, beginning with the dealer's. Raises IllegalCall for an illegal sequence."""

    dealer: Seat
    calls: tuple[Call, ...] = ()

    def __post_init__(self) -> None:
        for position in range(len(self.calls)):
            _check_legal(self.prefix(position), self.calls[position])

    @classmethod
    def of(cls, dealer: Seat, calls: Iterable[Call]) -> Auction:
        """Build an auction from any iterable of calls. Raises IllegalCall."""
        return cls(dealer, tuple(calls))

    def prefix(self, n_calls: int) -> Auction:
        """Return the auction as it stood after its first ``n_calls`` calls, without checks."""
        prefix = object.__new__(Auction)
        object.__setattr__(prefix, "dealer", self.dealer)
        object.__setattr__(prefix, "calls", self.calls[:n_calls])
        return prefix

    def after(self, call: Call) -> Auction:
        """Return this auction with one more call. Raises IllegalCall if that call is illegal."""
        _check_legal(self, call)
        longer = object.__new__(Auction)
        object.__setattr__(longer, "dealer", self.dealer)
        object.__setattr__(longer, "calls", (*self.calls, call))
        return longer

    def seat_of(self, position: int) -> Seat:
        """Return the seat that makes the call at that 0-based position."""
        return self.dealer.after(position)

    @property
    def turn(self) -> Seat | None:
        """The seat to call; None once the auction has ended."""
        return None if self.is_over else self.seat_of(len(self.calls))

    @cached_property
    def is_over(self) -> bool:
        """True after three consecutive passes following a bid, or four at the start (Law 22)."""
        needed = 4 if self.last_bid is None else 3
        return len(self.calls) >= needed and all(call == PASS for call in self.calls[-needed:])

    @cached_property
    def last_bid(self) -> tuple[Call, Seat] | None:
        """The highest bid so far and the seat that made it."""
        for position in reversed(range(len(self.calls))):
            if self.calls[position].is_bid:
                return self.calls[position], self.seat_of(position)
        return None

    @cached_property
    def last_action(self) -> tuple[Call, Seat] | None:
        """The last call other than pass and the seat that made it."""
        for position in reversed(range(len(self.calls))):
            if self.calls[position] != PASS:
                return self.calls[position], self.seat_of(position)
        return None

    def why_illegal(self, call: Call) -> str | None:
        """Return the rule that makes the call illegal now, as a sentence; None if it is legal."""
        turn = self.turn
        if turn is None:
            return Message("the auction is over")
        if call == PASS:
            return None
        if call.is_bid:
            if self.last_bid is not None and call <= self.last_bid[0]:
                return Message("it is not higher than {bid}", bid=str(self.last_bid[0]))
            return None
        return self._why_no_double(turn) if call == DOUBLE else self._why_no_redouble(turn)

    def _why_no_double(self, turn: Seat) -> str | None:
        if self.last_action is None:
            return Message("there is no bid to double")
        action, actor = self.last_action
        if action in (DOUBLE, REDOUBLE):
            return Message("the last bid is already doubled")
        own = Message("a side cannot double its own bid")
        return own if actor.side is turn.side else None

    def _why_no_redouble(self, turn: Seat) -> str | None:
        if self.last_action is None or self.last_action[0] != DOUBLE:
            return Message("there is no double to redouble")
        _, actor = self.last_action
        own = Message("one's own side's double cannot be redoubled")
        return own if actor.side is turn.side else None

    def is_legal(self, call: Call) -> bool:
        """Return True if the call may be made now."""
        return self.why_illegal(call) is None

    @cached_property
    def legal_calls(self) -> tuple[Call, ...]:
        """Every call that may be made now, in index order; empty once the auction has ended."""
        if self.is_over:
            return ()
        others = (call for call in (DOUBLE, REDOUBLE) if self.is_legal(call))
        lowest = 0 if self.last_bid is None else self.last_bid[0].index - ALL_CALLS[3].index + 1
        return (PASS, *others, *BIDS[lowest:])

    @cached_property
    def contract(self) -> Contract | None:
        """The contract of a completed auction; None before its end or if it was passed out."""
        return self.current_contract if self.is_over else None

    @cached_property
    def current_contract(self) -> Contract | None:
        """The contract if all players pass now; None before the first bid."""
        if self.last_bid is None or self.last_action is None:
            return None
        bid, bidder = self.last_bid
        assert bid.strain is not None
        doubled = {DOUBLE: 2, REDOUBLE: 4}.get(self.last_action[0], 1)
        return Contract(bid.level, bid.strain, self._first_to_name(bid.strain, bidder), doubled)

    def _first_to_name(self, strain: Strain, bidder: Seat) -> Seat:
        """Return declarer: the first of the bidder's side to bid the strain (Laws, definitions)."""
        return next(
            self.seat_of(position)
            for position, call in enumerate(self.calls)
            if call.strain is strain and self.seat_of(position).side is bidder.side
        )


def _check_legal(auction: Auction, call: Call) -> None:
    reason = auction.why_illegal(call)
    if reason is None:
        return
    position = len(auction.calls)
    fault = "call {number} ({call}) is not legal: {reason}"
    values = {"number": position + 1, "call": str(call), "reason": reason}
    raise IllegalCall(Message(fault, **values), text=str(call), position=position)
