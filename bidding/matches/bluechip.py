"""A table manager for players of the Blue Chip Bridge protocol (docs/match.md): bidding alone.

Four players connect, one for each seat. North and South bid at one table, East and West at the
other; the seats between are the other bidder's. Messages are lines of ASCII. Case does not count
in those that players send, and blanks little.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from bidding.domain.auction import Auction
from bidding.domain.calls import DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.cards import Hand
from bidding.domain.position import Position
from bidding.domain.table import Seat, Side, Suit, Vulnerability
from bidding.matches.bidders import seen_by_turn
from bidding.matches.programs import Ended, LineReader, ProgramFault
from bidding.parsing.text.words import parse_call

VERSION = 18
_ANY_SEAT = "ANYPL"  # what WBridge5 asks for
_CONNECTING = re.compile(
    r'Connecting\s+"(?P<name>[^"]*)"\s+as\s+(?P<seat>\w+)\s+using\s+protocol\s+version\s+'
    r"(?P<version>\d+)",
    re.IGNORECASE,
)
_CALL = re.compile(
    r"(?P<seat>\w+)\s+(?:(?P<word>passes|doubles|redoubles)|bids\s+(?P<bid>[1-7]\s*[A-Z]+))\b",
    re.IGNORECASE,
)
_READY_FOR_CALL = re.compile(r"\w+\s+ready\s+for\s+(?P<seat>\w+)'s\s+bid\b", re.IGNORECASE)
_WORDS = {"passes": PASS, "doubles": DOUBLE, "redoubles": REDOUBLE}
_VULNERABLE = {
    Vulnerability.NONE: "Neither",
    Vulnerability.NS: "N/S",
    Vulnerability.EW: "E/W",
    Vulnerability.BOTH: "Both",
}
_SEATS = {seat.full_name.upper(): seat for seat in Seat}


@dataclass(frozen=True)
class Connecting:
    """A player that introduces itself; ``seat`` is None where any seat will do."""

    name: str
    seat: Seat | None
    capitals: bool
    """Whether it writes seats in capitals, as some programs that want to read them so."""


def parse_connecting(line: str) -> Connecting:
    """Parse a player's first line. Raises ValueError."""
    found = _CONNECTING.match(line)
    if found is None:
        raise ValueError(
            f'it should begin with: Connecting "name" as North using protocol version {VERSION}'
        )
    if int(found["version"]) != VERSION:
        raise ValueError(f"it speaks version {found['version']} of the protocol, not {VERSION}")
    word = found["seat"]
    seat = _SEATS.get(word.upper())
    if seat is None and word.upper() != _ANY_SEAT:
        raise ValueError(f"{word!r} is no seat")
    return Connecting(found["name"], seat, word.isupper())


def parse_call_of(line: str, seat: Seat) -> Call | None:
    """Parse ``North bids 1NT`` and the like of that seat, an alert ignored; None for another line.

    Raises ValueError for a bid that is none.
    """
    found = _CALL.match(line)
    if found is None or _SEATS.get(found["seat"].upper()) is not seat:
        return None
    return _WORDS[found["word"].lower()] if found["word"] else parse_call(found["bid"])


def is_ready(line: str, what: str) -> bool:
    """Whether the line says that its player is ready: ``North ready for teams``."""
    return re.match(rf"\w+\s+ready\s+(?:for|to)\s+{what}\b", line, re.IGNORECASE) is not None


def is_ready_for_call(line: str, seat: Seat) -> bool:
    """Whether the line asks for the call of that seat: ``North ready for East's bid``."""
    found = _READY_FOR_CALL.match(line)
    return found is not None and _SEATS.get(found["seat"].upper()) is seat


def is_play(line: str) -> bool:
    """Whether the line plays a card: ``North plays 7S``."""
    return re.match(r"\w+\s+plays\b", line, re.IGNORECASE) is not None


def board_message(seat_name: str, board: int, vulnerability: Vulnerability) -> str:
    """The message that names the board, its dealer and who is vulnerable."""
    return f"Board number {board}. Dealer {seat_name}. {_VULNERABLE[vulnerability]} vulnerable."


def cards_message(seat_name: str, hand: Hand) -> str:
    """The message that gives a player the hand."""
    suits = (
        f"{suit.name} {' '.join(card.rank for card in hand.suit(suit)) or '-'}." for suit in Suit
    )
    return f"{seat_name}'s cards : {' '.join(suits)}"


def call_message(seat_name: str, call: Call) -> str:
    """The message that tells of a call."""
    words = {PASS: "PASSES", DOUBLE: "doubles", REDOUBLE: "redoubles"}
    return f"{seat_name} {words.get(call, f'bids {call}')}"


CONNECT_SECONDS = 600.0
_SHOWN = 300  # characters of a line


class Connection:
    """A player that has connected, and its seat."""

    def __init__(self, stream: socket.socket, label: str) -> None:
        self._stream, self._label = stream, label
        self._lines = LineReader(stream.fileno())
        self._seat: Seat | None = None
        self._capitals = False
        self.name = ""

    def introduced(self, seconds: float) -> Connecting:
        """Return how it introduces itself. Raises ProgramFault."""
        try:
            line = self.line(seconds)
        except (TimeoutError, Ended, ValueError) as error:
            raise self.fault("it connected and did not introduce itself") from error
        try:
            found = parse_connecting(line)
        except ValueError as error:
            raise self.fault(str(error), line=line) from error
        self._capitals, self.name = found.capitals, found.name
        return found

    def seated(self, seat: Seat) -> None:
        """Give the player a seat, and tell it so."""
        self._seat = seat
        self._reply(f'{self.named(seat)} ("{self.name}") seated')

    def teams(self, ours: str, seconds: float) -> None:
        """Name both teams, once the player is ready for them."""
        assert self._seat is not None
        ns, ew = (self.name, ours) if self._seat.side is Side.NS else (ours, self.name)
        self._wait("teams", seconds)
        self._reply(f'Teams : N/S : "{ns}" E/W : "{ew}"')

    def started(self, seconds: float) -> None:
        """Wait until the player is ready to start."""
        self._wait("start", seconds)

    def named(self, seat: Seat) -> str:
        """The seat's name as this player writes seats."""
        return seat.full_name.upper() if self._capitals else seat.full_name

    def line(self, seconds: float) -> str:
        """The next line; raises what LineReader.line raises."""
        return self._lines.line(seconds)

    def send(self, text: str) -> None:
        """Send a line. Raises Ended."""
        try:
            self._stream.sendall(f"{text}\r\n".encode("ascii", "replace"))
        except OSError as error:
            raise Ended from error

    def close(self) -> None:
        """Say that the session is over, and close."""
        with suppress(Ended):  # it may have left before
            self.send("End of session")
        self._stream.close()

    def fault(self, what: str, where: str = "", line: str | None = None) -> ProgramFault:
        """The fault of this player, with what it sent."""
        who = f"program {self.name!r} at {self._label}" if self.name else f"player at {self._label}"
        seat = "" if self._seat is None else f" as {self._seat.full_name}"
        sent = "" if line is None else f"; its line was {line[:_SHOWN]!r}"
        return ProgramFault(f"{who}{seat}{where and f', {where}'}: {what}{sent}")

    def _wait(self, what: str, seconds: float) -> None:
        try:
            line = self.line(seconds)
        except (TimeoutError, Ended, ValueError) as error:
            raise self.fault(f"it was not ready for {what}") from error
        if not is_ready(line, what):
            raise self.fault(f"it should be ready for {what}", line=line)

    def _reply(self, text: str) -> None:
        try:
            self.send(text)
        except Ended as error:
            raise self.fault("it has closed the connection") from error


class TableManager:
    """Listens at a port, and seats whoever connects."""

    def __init__(
        self,
        address: tuple[str, int],
        seconds: float,
        say: Callable[[str], object],
        *,
        opponents: str = "BridgeViz",
        connect_seconds: float = CONNECT_SECONDS,
    ) -> None:
        """``say`` is told what it waits for. Raises OSError where it cannot listen."""
        self._label = f"bluechip:{address[1]}"
        self._seconds, self._say = seconds, say
        self._opponents, self._connect_seconds = opponents, connect_seconds
        self._listener = socket.create_server(address)

    @property
    def port(self) -> int:
        """The port that it listens at."""
        return int(self._listener.getsockname()[1])

    def seat_all(self) -> dict[Seat, Connection]:
        """Wait for four players. Raises ProgramFault, also where not enough connect."""
        return self._seat(list(Seat), self._connect_seconds)

    def seat_again(self, seat: Seat) -> Connection:
        """Wait for the player of a seat to connect again. Raises ProgramFault."""
        return self._seat([seat], self._seconds)[seat]

    def close(self) -> None:
        """Stop to listen."""
        self._listener.close()

    def _seat(self, free: list[Seat], seconds: float) -> dict[Seat, Connection]:
        deadline = time.monotonic() + seconds
        seated: dict[Seat, Connection] = {}
        while free:
            names = ", ".join(seat.full_name for seat in free)
            self._say(f"{self._label}: waiting for players to connect as {names}")
            connection = self._accept(max(deadline - time.monotonic(), 0), names)
            wanted = connection.introduced(self._seconds).seat
            seat = free[0] if wanted is None else wanted
            if seat not in free:
                raise connection.fault(f"{seat.full_name} has a player already")
            free.remove(seat)
            connection.seated(seat)
            seated[seat] = connection
        for connection in seated.values():
            connection.teams(self._opponents, self._seconds)
        for connection in seated.values():
            connection.started(self._seconds)
        return seated

    def _accept(self, seconds: float, names: str) -> Connection:
        self._listener.settimeout(max(seconds, 0.001))
        try:
            stream, _ = self._listener.accept()
        except TimeoutError as error:
            raise ProgramFault(f"{self._label}: nobody connected as {names} in time") from error
        stream.setblocking(True)
        return Connection(stream, self._label)


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
