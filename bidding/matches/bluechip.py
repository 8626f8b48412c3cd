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

from bidding.domain.auction import Auction
from bidding.domain.calls import DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.cards import Hand
from bidding.domain.position import Position
from bidding.domain.table import Seat, Side, Suit, Vulnerability
from bidding.matches.programs import Ended, ExternalBidder, LineReader, ProgramFault
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
_PLAY = re.compile(r"\w+\s+plays\b", re.IGNORECASE)  # North plays 7S
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
    """True if it writes seats in capitals, as some programs do that read them only so."""


def parse_connecting(line: str) -> Connecting:
    """Parse a player's first line. Raise ValueError."""
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

    Raise ValueError for a bid that is none.
    """
    found = _CALL.match(line)
    if found is None or _SEATS.get(found["seat"].upper()) is not seat:
        return None
    return _WORDS[found["word"].lower()] if found["word"] else parse_call(found["bid"])


def is_ready(line: str, what: str) -> bool:
    """Return True for ``North ready for teams`` and the like."""
    words = r"\s+".join(map(re.escape, what.split()))
    return re.match(rf"\w+\s+ready\s+(?:for|to)\s+{words}\b", line, re.IGNORECASE) is not None


def board_message(seat_name: str, board: int, vulnerability: Vulnerability) -> str:
    """Return the message that names the board, its dealer and who is vulnerable."""
    return f"Board number {board}. Dealer {seat_name}. {_VULNERABLE[vulnerability]} vulnerable."


def cards_message(seat_name: str, hand: Hand) -> str:
    """Return the message that gives a player the hand."""
    suits = (
        f"{suit.name} {' '.join(card.rank for card in hand.suit(suit)) or '-'}." for suit in Suit
    )
    return f"{seat_name}'s cards : {' '.join(suits)}"


def call_message(seat_name: str, call: Call) -> str:
    """Return the message of a call."""
    words = {PASS: "PASSES", DOUBLE: "doubles", REDOUBLE: "redoubles"}
    return f"{seat_name} {words.get(call, f'bids {call}')}"


CONNECT_SECONDS = 600.0
_CLOSING_SECONDS = 1.0
_START, _END = "Start of Board", "End of session"
_SHOWN = 300  # characters of a line


class Left(ProgramFault):
    """A player that has closed its connection."""


class Connection:
    """A player that has connected, and its seat. All methods but ``close`` raise ProgramFault."""

    def __init__(self, stream: socket.socket, label: str, seconds: float) -> None:
        """``seconds`` is what each line may take."""
        self._stream, self._label, self.seconds = stream, label, seconds
        self._lines = LineReader(stream.fileno())
        self._seat: Seat | None = None
        self._capitals = False
        self.name = ""
        self.board: int | None = None

    def introduced(self) -> Connecting:
        """Return how it introduces itself."""
        line = self.line()
        try:
            found = parse_connecting(line)
        except ValueError as error:
            raise self.fault(str(error), line) from error
        self._capitals, self.name = found.capitals, found.name
        return found

    def seated(self, seat: Seat) -> None:
        """Give the player a seat, and say so."""
        self._seat = seat
        self.send(f'{self.named(seat)} ("{self.name}") seated')

    def teams(self, ours: str) -> None:
        """Name both teams, once the player is ready for them."""
        assert self._seat is not None
        ns, ew = (self.name, ours) if self._seat.side is Side.NS else (ours, self.name)
        self.expect_ready("teams")
        self.send(f'Teams : N/S : "{ns}" E/W : "{ew}"')

    def named(self, seat: Seat) -> str:
        """Return the seat's name as this player writes seats."""
        return seat.full_name.upper() if self._capitals else seat.full_name

    def line(self) -> str:
        """Return the next line."""
        try:
            return self._lines.line(self.seconds)
        except TimeoutError as error:
            raise self.fault(f"it sent nothing in {self.seconds:g} seconds") from error
        except Ended as error:
            raise self._left() from error
        except ValueError as error:
            raise self.fault(str(error)) from error

    def expect_ready(self, what: str) -> None:
        """Wait for the line that says that the player is ready for something."""
        line = self.line()
        if not is_ready(line, what):
            raise self.fault(f"it should be ready for {what}", line)

    def send(self, text: str) -> None:
        """Send a line."""
        try:
            self._stream.sendall(f"{text}\r\n".encode("ascii", "replace"))
        except OSError as error:
            raise self._left() from error

    def end(self) -> None:
        """Say that the session is over."""
        with suppress(Left):  # it may have left before
            self.send(_END)

    def close(self, deadline: float) -> None:
        """Close once the player has, or the time is over.

        The one on lead may have taken the end for the request to lead, and gets it again once it
        has led.
        """
        with suppress(ProgramFault):
            while True:
                self.seconds = max(deadline - time.monotonic(), 0)
                if _PLAY.match(self.line()):
                    self.send(_END)
        self._stream.close()

    def fault(self, what: str, line: str | None = None) -> ProgramFault:
        """Return the fault of this player, with what it sent."""
        sent = "" if line is None else f"; its line was {line[:_SHOWN]!r}"
        return ProgramFault(f"{self._who}: {what}{sent}")

    def _left(self) -> Left:
        return Left(f"{self._who}: it has closed the connection")

    @property
    def _who(self) -> str:
        who = f"program {self.name!r} at {self._label}" if self.name else f"player at {self._label}"
        seat = "" if self._seat is None else f" as {self._seat.full_name}"
        return f"{who}{seat}" + ("" if self.board is None else f", board {self.board}")


class TableManager:
    """Listens at a port, and seats the players that connect."""

    def __init__(
        self,
        address: tuple[str, int],
        seconds: float,
        say: Callable[[str], object],
        *,
        opponents: str = "BridgeViz",
        connect_seconds: float = CONNECT_SECONDS,
    ) -> None:
        """``seconds`` is what a player may take for a line; ``say`` prints what is waited for.

        Raise OSError where it cannot listen.
        """
        self._label = f"bluechip:{address[1]}"
        self._seconds, self._say = seconds, say
        self._opponents, self._connect_seconds = opponents, connect_seconds
        self._listener = socket.create_server(address)

    @property
    def port(self) -> int:
        """The port that it listens at."""
        return int(self._listener.getsockname()[1])

    def seat_all(self) -> dict[Seat, Connection]:
        """Wait for four players. Raise ProgramFault, also where not enough connect."""
        return self._seat(list(Seat), self._connect_seconds)

    def seat_again(self, seat: Seat) -> Connection:
        """Wait for the player of a seat to connect again. Raise ProgramFault."""
        return self._seat([seat], self._seconds)[seat]

    def close(self) -> None:
        """Stop listening."""
        self._listener.close()

    def _seat(self, free: list[Seat], seconds: float) -> dict[Seat, Connection]:
        deadline = time.monotonic() + seconds
        seated: dict[Seat, Connection] = {}
        while free:
            names = ", ".join(seat.full_name for seat in free)
            self._say(f"{self._label}: waiting for players to connect as {names}")
            connection = self._accept(max(deadline - time.monotonic(), 0), names)
            asked = connection.introduced().seat
            seat = free[0] if asked is None else asked
            if seat not in free:
                raise connection.fault(f"{seat.full_name} has a player already")
            free.remove(seat)
            connection.seated(seat)
            seated[seat] = connection
        for connection in seated.values():
            connection.teams(self._opponents)
        for connection in seated.values():
            connection.expect_ready("start")
        return seated

    def _accept(self, seconds: float, names: str) -> Connection:
        self._listener.settimeout(max(seconds, 0.001))
        try:
            stream, _ = self._listener.accept()
        except TimeoutError as error:
            raise ProgramFault(f"{self._label}: nobody connected as {names} in time") from error
        stream.setblocking(True)
        return Connection(stream, self._label, self._seconds)


class BlueChipBidder(ExternalBidder):
    """Asks the players that have connected. One board after the other: see ``AT_ONCE``."""

    AT_ONCE = 1  # boards: a player bids one at a time

    def __init__(self, manager: TableManager) -> None:
        """Wait for the four players. Raise ProgramFault."""
        self._players = {
            seat: _Player(connection, manager.seat_again)
            for seat, connection in manager.seat_all().items()
        }

    def answers(self, positions: Sequence[Position], boards: Sequence[int]) -> list[Call]:
        """Return the call in each position."""
        return [
            self._players[position.seat].call(position, board)
            for position, board in zip(positions, boards, strict=True)
        ]

    def hear(self, auction: Auction, side: Side) -> None:
        """Send the players of that side the last calls."""
        for seat, player in self._players.items():
            if seat.side is side:
                player.catch_up(auction)

    def close(self) -> None:
        """End the session."""
        deadline = time.monotonic() + _CLOSING_SECONDS
        for player in self._players.values():
            player.connection.end()
        for player in self._players.values():
            player.connection.close(deadline)


class _Player:
    """One seat, and how far its player knows the auction."""

    def __init__(self, connection: Connection, again: Callable[[Seat], Connection]) -> None:
        self.connection, self._again = connection, again
        self._known = 0  # calls of the auction that it made or was sent

    def call(self, position: Position, board: int) -> Call:
        """Return the player's call. Raise ProgramFault."""
        if board != self.connection.board:
            self._start(position, board)
        self.catch_up(position.auction)
        line = self.connection.line()
        try:
            call = parse_call_of(line, position.seat)
        except ValueError as error:
            raise self.connection.fault(str(error), line) from error
        if call is None:
            raise self.connection.fault("it should make a call", line)
        if why := position.auction.why_illegal(call):
            raise self.connection.fault(f"{call} is not legal: {why}", line)
        self._known += 1
        return call

    def catch_up(self, auction: Auction) -> None:
        """Send the calls since its own last one, each when it asks for it."""
        for place in range(self._known, len(auction.calls)):
            seat = auction.seat_of(place)
            self.connection.expect_ready(f"{seat.full_name}'s bid")
            self.connection.send(call_message(self.connection.named(seat), auction.calls[place]))
            self._known += 1

    def _start(self, position: Position, board: int) -> None:
        """Start a board, though the player would rather play the last one's cards.

        A player that has closed its connection since may connect again.
        """
        self._known = 0
        try:
            self.connection.board = board
            self._until_ready()
        except Left:
            self.connection = self._again(position.seat)
            self.connection.board = board
            self._until_ready()
        dealer = self.connection.named(position.auction.dealer)
        self.connection.send(board_message(dealer, board, position.vulnerability))
        self.connection.expect_ready("cards")
        assert position.hand is not None
        self.connection.send(cards_message(self.connection.named(position.seat), position.hand))

    def _until_ready(self) -> None:
        """Say that a board starts until the player is ready for the deal.

        What it sends of the last board's play is ignored. One that leads has taken the first
        message for the request to do so, and gets it again.
        """
        self.connection.send(_START)
        while not is_ready(line := self.connection.line(), "deal"):
            if _PLAY.match(line):
                self.connection.send(_START)
