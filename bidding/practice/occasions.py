"""Occasions: the turns in an auction at which a theme comes up for the player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from bidding.domain.auction import Auction
from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.cards import Hand
from bidding.domain.table import Seat, Strain
from bidding.practice.themes import Theme

_MAJORS = (Strain.H, Strain.S)
_SMALL_SLAM = 6


@dataclass(frozen=True)
class Turn:
    """One call of a completed auction, and what came before it.

    names[i] is the id of the convention that call i is, and empty if none is known; hands are
    those of N E S W.
    """

    auction: Auction
    names: Sequence[str]
    hands: Sequence[Hand]
    index: int

    @property
    def call(self) -> Call:
        """The call made."""
        return self.auction.calls[self.index]

    @property
    def seat(self) -> Seat:
        """The caller."""
        return self.auction.seat_of(self.index)

    @property
    def length(self) -> int:
        """The number of cards that the caller has in the suit bid; 0 for other calls."""
        suit = None if self.call.strain is None else self.call.strain.suit
        return 0 if suit is None else self.hands[self.seat].length(suit)

    @cached_property
    def before(self) -> Auction:
        """The auction before the call."""
        return self.auction.prefix(self.index)

    def back(self, turns: int) -> tuple[Call | None, str]:
        """Return the call that many turns earlier, and its name; None and "" before the first."""
        place = self.index - turns
        return (self.auction.calls[place], self.names[place]) if place >= 0 else (None, "")

    def calls_by(self, seat: Seat) -> list[Call]:
        """Return the earlier calls of a seat."""
        first = self.auction.dealer.turns_to(seat)
        return list(self.before.calls[first::4])

    def bids_by(self, seat: Seat) -> list[Call]:
        """Return the earlier bids of a seat."""
        return [call for call in self.calls_by(seat) if call.is_bid]

    @cached_property
    def all_bids(self) -> list[tuple[Seat, Call]]:
        """The earlier bids with their callers."""
        return [
            (self.auction.seat_of(place), call)
            for place, call in enumerate(self.before.calls)
            if call.is_bid
        ]

    @property
    def opener(self) -> Seat | None:
        """Whoever made the first bid; None before it."""
        return self.all_bids[0][0] if self.all_bids else None

    @cached_property
    def theirs(self) -> list[Call]:
        """The earlier bids of the opponents."""
        return [bid for seat, bid in self.all_bids if seat.side is not self.seat.side]

    @cached_property
    def ours(self) -> list[Call]:
        """The earlier bids of the caller's side."""
        return [bid for seat, bid in self.all_bids if seat.side is self.seat.side]


def _opening(turn: Turn) -> bool:
    return not turn.all_bids and turn.call.is_bid


def _opening_1nt(turn: Turn) -> bool:
    return _opening(turn) and _text(turn.call) == "1NT"


def _opening_2nt(turn: Turn) -> bool:
    return _opening(turn) and _text(turn.call) == "2NT"


def _third_seat(turn: Turn) -> bool:
    return _opening(turn) and turn.back(2)[0] == PASS


def _opened_by_partner(turn: Turn) -> bool:
    """Return True at the first turn after partner's opening of one."""
    bids = turn.bids_by(turn.seat.partner)
    first = len(bids) == 1 and not turn.bids_by(turn.seat) and turn.back(2)[0] == bids[0]
    return first and turn.opener is turn.seat.partner and bids[0].level == 1


def _raise_major(turn: Turn) -> bool:
    if not _opened_by_partner(turn):
        return False
    opened = turn.bids_by(turn.seat.partner)[0].strain
    return opened in _MAJORS and turn.call.strain is opened


def _notrump_raise(turn: Turn) -> bool:
    opened = _opened_by_partner(turn) and _text(turn.back(2)[0]) == "1NT"
    strains = (None, Strain.NT)  # of pass and of notrump
    return opened and turn.back(1)[0] == PASS and turn.call.strain in strains


def _notrump_contested(turn: Turn) -> bool:
    opened = _opened_by_partner(turn) and _text(turn.back(2)[0]) == "1NT"
    over = turn.back(1)[0]
    return opened and over is not None and over != PASS


def _one_notrump_response(turn: Turn) -> bool:
    return _opened_by_partner(turn) and not turn.theirs and _text(turn.call) == "1NT"


def _rebid(turn: Turn) -> bool:
    mine, partners = turn.bids_by(turn.seat), turn.bids_by(turn.seat.partner)
    opened = turn.opener is turn.seat and len(mine) == len(partners) == 1
    return opened and not turn.theirs and mine[0].level == 1 and mine[0].strain is not Strain.NT


def _opening_doubled(turn: Turn) -> bool:
    return _opened_by_partner(turn) and turn.back(1)[0] == DOUBLE


def _over_opening(turn: Turn) -> bool:
    """Return True at the first turn over an opening bid of one of a suit by an opponent."""
    if turn.opener is None or turn.opener.side is turn.seat.side or turn.ours:
        return False
    opened = turn.theirs[0]
    return opened.level == 1 and opened.strain is not Strain.NT and DOUBLE not in turn.before.calls


def _overcall(turn: Turn) -> bool:
    call = turn.call
    natural = turn.names[turn.index] in ("natural", "preempt", "weak_two")
    return _over_opening(turn) and call.is_bid and call.strain is not Strain.NT and natural


def _notrump_overcall(turn: Turn) -> bool:
    return _over_opening(turn) and _text(turn.call) == "1NT"


def _advance(turn: Turn) -> bool:
    partners = turn.bids_by(turn.seat.partner)
    they_opened = turn.opener is not None and turn.opener.side is not turn.seat.side
    first = len(partners) == 1 and not turn.bids_by(turn.seat) and turn.back(2)[0] == partners[0]
    return they_opened and first and partners[0].strain is not Strain.NT


def _over_notrump(turn: Turn) -> bool:
    return _text(turn.back(1)[0]) == "1NT" and turn.opener is turn.seat.rho and not turn.ours


def _balancing(turn: Turn) -> bool:
    """Return True where a pass would end an auction that the opponents opened below game."""
    last = turn.before.last_bid
    passed_out = turn.back(1)[0] == turn.back(2)[0] == PASS
    if last is None or not passed_out or last[1].side is turn.seat.side:
        return False
    low = last[0].level is not None and last[0].level <= 2
    return low and turn.opener is not None and turn.opener.side is not turn.seat.side


def _competitive_decision(turn: Turn) -> bool:
    last = turn.before.last_bid
    if last is None or not turn.ours or last[1].side is turn.seat.side:
        return False
    return last[0].level is not None and 3 <= last[0].level <= 5 and bool(turn.bids_by(turn.seat))


def _slam(turn: Turn) -> bool:
    contract = turn.auction.contract
    if contract is None or contract.level < _SMALL_SLAM or turn.call == PASS:
        return False
    return contract.declarer.side is turn.seat.side


def _text(call: Call | None) -> str:
    return "" if call is None else str(call)


SITUATIONS: dict[str, Callable[[Turn], bool]] = {
    "opening": _opening,
    "opening_1nt": _opening_1nt,
    "opening_2nt": _opening_2nt,
    "third_seat": _third_seat,
    "raise_major": _raise_major,
    "notrump_raise": _notrump_raise,
    "notrump_contested": _notrump_contested,
    "one_notrump_response": _one_notrump_response,
    "rebid": _rebid,
    "opening_doubled": _opening_doubled,
    "overcall": _overcall,
    "notrump_overcall": _notrump_overcall,
    "advance": _advance,
    "over_notrump": _over_notrump,
    "balancing": _balancing,
    "competitive_decision": _competitive_decision,
    "slam": _slam,
}


def comes_up(theme: Theme, turn: Turn) -> bool:
    """Return True if the theme comes up at this turn, for the caller."""
    return (
        (turn.names[turn.index] in theme.calls and turn.length >= theme.least_length)
        or turn.back(2)[1] in theme.after_partner
        or turn.back(1)[1] in theme.over
        or bool(theme.situation and SITUATIONS[theme.situation](turn))
    )


def occasions(
    theme: Theme, auction: Auction, names: Sequence[str], hands: Sequence[Hand]
) -> Iterator[int]:
    """Yield the indices of the calls at which the theme comes up for their callers."""
    for index in range(len(auction.calls)):
        if comes_up(theme, Turn(auction, names, hands, index)):
            yield index
