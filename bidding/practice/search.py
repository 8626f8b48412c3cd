"""Search for boards on which themes come up, by bidding deals with the model.

A theme comes up at occasions: turns in an auction of the player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import torch

from bidding.domain.auction import Auction
from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.cards import Hand
from bidding.domain.position import BiddingTable, Position
from bidding.domain.systems import System, Systems
from bidding.domain.table import Seat, Strain
from bidding.encoding.auction_batch import encode_positions
from bidding.encoding.views import all_steps
from bidding.explaining.analysis.rollout import bid_on
from bidding.explaining.meanings.prediction import predict_meanings
from bidding.networks.bidder import Bidder
from bidding.practice.boards import ANY, THEMES, Level, Pool, PracticeBoard, Theme

_MAJORS = (Strain.H, Strain.S)
_SMALL_SLAM = 6

MOST_AT_LEVEL = 24
"""Boards kept of a theme and level."""


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


@dataclass(frozen=True)
class BidBoard:
    """An auction of likeliest calls: ``names`` are the ids of its calls' conventions, "" where none
    is known, ``chances`` those of the calls made, ``hands`` those of N E S W."""

    auction: Auction
    names: tuple[str, ...]
    chances: tuple[float, ...]
    hands: tuple[Hand, Hand, Hand, Hand]

    def turns(self, seat: Seat) -> list[Turn]:
        """Return the turns of a seat."""
        return [
            Turn(self.auction, self.names, self.hands, index)
            for index in range(len(self.auction.calls))
            if self.auction.seat_of(index) is seat
        ]


def bid_boards(bidder: Bidder, boards: Sequence[PracticeBoard], system: System) -> list[BidBoard]:
    """Bid each board with the likeliest call at every turn, both sides playing the system."""
    systems = Systems(system, system)
    tables = [
        BiddingTable(
            board.hands, Auction(board.dealer), board.vulnerability, systems, players=frozenset()
        )
        for board in boards
    ]
    after, chances = bid_on(bidder, tables)
    names = _names(bidder, after)
    return [
        BidBoard(table.auction, named, tuple(sure), board.hands)
        for board, table, named, sure in zip(boards, after, names, chances, strict=True)
    ]


@torch.inference_mode()
def _names(bidder: Bidder, tables: Sequence[BiddingTable]) -> list[tuple[str, ...]]:
    """Return the ids of the conventions that the calls of each auction are; "" where unknown."""
    batch = encode_positions(
        [
            Position(None, Seat.S, table.auction, table.vulnerability, table.systems)
            for table in tables
        ]
    )
    found = predict_meanings(bidder, batch, *all_steps(batch.n_calls), bidder.device)
    likeliest = iter([] if found is None else found.likeliest())
    named = []
    for table in tables:
        stated = [next(likeliest).stated for _ in table.auction.calls]
        named.append(tuple("" if one is None else one.convention.id for one in stated))
    return named


def search(bidder: Bidder, pool: Pool, n_deals: int) -> None:
    """Bid the next deals after those searched, and add to the pool the boards of each theme."""
    deals = range(pool.searched, pool.searched + n_deals)
    bid = bid_boards(bidder, [PracticeBoard.of(deal, Seat.S) for deal in deals], pool.system)
    for deal, board in zip(deals, bid, strict=True):
        for seat in Seat:
            _add(pool, PracticeBoard.of(deal, seat).id, board, seat)
    pool.searched += n_deals


def _add(pool: Pool, board: int, bid: BidBoard, seat: Seat) -> None:
    """Add a board to each theme that comes up for a seat, by the first turn at which it does."""
    turns = bid.turns(seat)
    for theme in THEMES.values():
        first = next((turn.index for turn in turns if comes_up(theme, turn)), None)
        if first is not None:
            pool.add(theme.id, Level.of(bid.chances[first]), board, MOST_AT_LEVEL)
    if any(turn.call != PASS for turn in turns):
        hardest = min(bid.chances[turn.index] for turn in turns)
        pool.add(ANY, Level.of(hardest), board, 4 * MOST_AT_LEVEL)
