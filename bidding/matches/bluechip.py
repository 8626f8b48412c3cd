"""A table manager for players of the Blue Chip Bridge protocol (docs/match.md): bidding alone.

Four players connect, one for each seat. North and South bid at one table, East and West at the
other; the seats between are the other bidder's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from bidding.domain.auction import Auction
from bidding.domain.calls import Call
from bidding.domain.position import Position
from bidding.domain.table import Seat, Side
from bidding.matches.bidders import seen_by_turn
from bidding.matches.bluechip_connections import Connection, TableManager
from bidding.matches.bluechip_messages import (
    board_message,
    call_message,
    cards_message,
    is_play,
    is_ready,
    is_ready_for_call,
    parse_call_of,
)
from bidding.matches.faults import ProgramFault
from bidding.matches.lines import Ended

_START = "Start of Board"


class BlueChipBidder:
    """Asks the players that have connected. One board after the other: see ``AT_ONCE``."""

    AT_ONCE = 1  # boards: a player bids one at a time

    def __init__(self, manager: TableManager, seconds: float) -> None:
        """Wait for the four players; each call may take so many seconds. Raises ProgramFault."""
        self.made, self.taken = 0, 0.0  # calls, and the seconds that they took
        self._players = {
            seat: _Player(connection, seconds, manager.seat_again)
            for seat, connection in manager.seat_all().items()
        }

    def calls(
        self, tables: Sequence[Position], owner: np.ndarray, boards: Sequence[int]
    ) -> list[Call]:
        """As bidders.Calls has it; raises ProgramFault."""
        start = time.monotonic()
        calls = []
        for table, held, board in zip(tables, owner, boards, strict=True):
            position = seen_by_turn(table, held)
            calls.append(self._players[position.seat].call(position, board))
        self.made += len(calls)
        self.taken += time.monotonic() - start
        return calls

    def hear(self, auction: Auction, side: Side) -> None:
        """Tell the players of that side the last calls."""
        for seat, player in self._players.items():
            if seat.side is side:
                player.hear(auction)

    def close(self) -> None:
        """End the session."""
        for player in self._players.values():
            player.close()


class _Player:
    """One seat: what its player was told so far."""

    def __init__(
        self, connection: Connection, seconds: float, again: Callable[[Seat], Connection]
    ) -> None:
        self._connection, self._seconds, self._again = connection, seconds, again
        self._board: int | None = None
        self._told = 0  # calls of the auction that it made or was told

    def call(self, position: Position, board: int) -> Call:
        """Return the player's call. Raises ProgramFault."""
        if board != self._board:
            self._start(position, board)
        self._tell(position.auction)
        line = self._line()
        try:
            call = parse_call_of(line, position.seat)
        except ValueError as error:
            raise self._fault(str(error), line) from error
        if call is None:
            raise self._fault("it should make a call", line)
        if why := position.auction.why_illegal(call):
            raise self._fault(f"{call} is not legal: {why}", line)
        self._told += 1
        return call

    def hear(self, auction: Auction) -> None:
        """Tell the calls of an auction that is over. Raises ProgramFault."""
        self._tell(auction)

    def close(self) -> None:
        """Say that the session is over."""
        self._connection.close()

    def _tell(self, auction: Auction) -> None:
        """Tell the calls since its own last one, each when it asks for it."""
        for position in range(self._told, len(auction.calls)):
            seat = auction.seat_of(position)
            line = self._line()
            if not is_ready_for_call(line, seat):
                raise self._fault(f"it should be ready for {seat.full_name}'s bid", line)
            self._send(call_message(self._connection.named(seat), auction.calls[position]))
            self._told += 1

    def _start(self, position: Position, board: int) -> None:
        """Start a board, whether or not the player would rather play the last one's cards.

        A player that has closed its connection since may connect again.
        """
        self._board, self._told = board, 0
        try:
            self._until_ready()
        except Ended:
            self._connection = self._again(position.seat)
            self._until_ready()
        dealer = self._connection.named(position.auction.dealer)
        self._send(board_message(dealer, board, position.vulnerability))
        line = self._line()
        if not is_ready(line, "cards"):
            raise self._fault("it should be ready for cards", line)
        assert position.hand is not None
        self._send(cards_message(self._connection.named(position.seat), position.hand))

    def _until_ready(self) -> None:
        """Say that a board starts until the player is ready for the deal. Raises Ended.

        What it sends of the last board's play is passed over. One that leads has taken the first
        message for the request to do so, and is told again.
        """
        self._connection.send(_START)
        while True:
            line = self._timed()
            if is_ready(line, "deal"):
                return
            if is_play(line):
                self._connection.send(_START)

    def _send(self, text: str) -> None:
        try:
            self._connection.send(text)
        except Ended as error:
            raise self._fault("it has closed the connection") from error

    def _line(self) -> str:
        try:
            return self._timed()
        except Ended as error:
            raise self._fault("it has closed the connection") from error

    def _timed(self) -> str:
        """The next line. Raises Ended, and ProgramFault if it takes too long."""
        try:
            return self._connection.line(self._seconds)
        except TimeoutError as error:
            raise self._fault(f"it sent nothing in {self._seconds:g} seconds") from error
        except ValueError as error:
            raise self._fault(str(error)) from error

    def _fault(self, what: str, line: str | None = None) -> ProgramFault:
        board = "before the first board" if self._board is None else f"board {self._board}"
        return self._connection.fault(what, board, line)
