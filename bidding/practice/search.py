"""Search for boards on which themes come up, by bidding deals with the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from bidding.domain.auction import Auction
from bidding.domain.bidding_table import BiddingTable
from bidding.domain.calls import PASS
from bidding.domain.cards import Hand
from bidding.domain.position import Position
from bidding.domain.systems import System, Systems
from bidding.domain.table import Seat
from bidding.encoding.positions import encode_positions
from bidding.encoding.views import all_steps
from bidding.explaining.analysis.rollout import bid_on
from bidding.explaining.meanings.prediction import predict_meanings
from bidding.networks.bidder import Bidder
from bidding.practice.boards import PracticeBoard
from bidding.practice.occasions import Turn, comes_up
from bidding.practice.pools import ANY, Level, Pool
from bidding.practice.themes import THEMES

MOST_AT_LEVEL = 24
"""Boards kept of a theme and level."""


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
