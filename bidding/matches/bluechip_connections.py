"""The connections of players of the Blue Chip Bridge protocol, from their first line on."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import suppress

from bidding.domain.table import Seat, Side
from bidding.matches.bluechip_messages import Connecting, is_ready, parse_connecting
from bidding.matches.faults import ProgramFault
from bidding.matches.lines import Ended, LineReader

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
