"""Programs as bidders: a process for each seat, a position and a call a line (docs/match.md)."""

from __future__ import annotations

import json
import os
import select
import shlex
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from tempfile import TemporaryFile
from typing import Any

from bidding.domain.calls import Call
from bidding.domain.errors import MalformedCall
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.matches.bidders import Turns
from bidding.parsing.text.words import parse_call


class ProgramFault(RuntimeError):
    """A program that cannot go on; the message names it, its seat, the board and what it said."""


_MOST_BYTES = 65536  # of one line
_CHUNK = 4096


class Ended(EOFError):
    """The other side has closed the pipe or the connection."""


class LineReader:
    """Reads lines of a file descriptor, with any line end and without it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._unread = b""

    def line(self, seconds: float) -> str:
        """Return the next line that is not empty.

        Raises TimeoutError if there is none in so many seconds, Ended if there will be none, and
        ValueError for a line that has no end.
        """
        deadline = time.monotonic() + seconds
        while True:
            while b"\n" not in self._unread:
                self._read_more(deadline)
            whole, self._unread = self._unread.split(b"\n", 1)
            if text := whole.decode("utf-8", errors="replace").strip():
                return text

    def _read_more(self, deadline: float) -> None:
        if len(self._unread) > _MOST_BYTES:
            raise ValueError(f"it sent more than {_MOST_BYTES} bytes without the end of a line")
        left = max(deadline - time.monotonic(), 0)
        if not select.select([self._descriptor], [], [], left)[0]:
            raise TimeoutError
        try:
            found = os.read(self._descriptor, _CHUNK)
        except ConnectionError as error:
            raise Ended from error
        if not found:
            raise Ended
        self._unread += found


_VULNERABILITY = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.BOTH: "Both",
}
_CLOSING_SECONDS = 1.0
_SHOWN = 300  # characters of what a program said


class ExternalBidder:
    """A bidder that asks other programs, which may see no other seat's hand; times their calls."""

    made, taken = 0, 0.0  # calls, and the seconds that they took

    def calls(self, turns: Turns) -> list[Call]:
        """Return the call at each table; raise ProgramFault."""
        start = time.monotonic()
        calls = self.answers(turns.seen, turns.boards)
        self.made += len(calls)
        self.taken += time.monotonic() - start
        return calls

    def answers(self, positions: Sequence[Position], boards: Sequence[int]) -> list[Call]:
        """Return the call in each position."""
        raise NotImplementedError


class ProgramBidder(ExternalBidder):
    """Asks a program for its calls, a process for each seat."""

    def __init__(self, command: str, seconds: float) -> None:
        """Take a command line, and how long each call may take."""
        self.command, self.seconds = command, seconds
        self._processes: dict[Seat, _Process] = {}

    def answers(self, positions: Sequence[Position], boards: Sequence[int]) -> list[Call]:
        """Return the call in each position. Seats are asked at the same time."""
        for position, board in zip(positions, boards, strict=True):
            self._of(position.seat, board).ask(position, board)
        return [
            self._of(position.seat, board).answer(position, board, self.seconds)
            for position, board in zip(positions, boards, strict=True)
        ]

    def close(self) -> None:
        """End the processes."""
        deadline = time.monotonic() + _CLOSING_SECONDS
        for process in self._processes.values():
            process.hang_up()
        for process in self._processes.values():
            process.end(max(deadline - time.monotonic(), 0))
        self._processes.clear()

    def _of(self, seat: Seat, board: int) -> _Process:
        if seat not in self._processes:
            self._processes[seat] = _Process(self.command, seat, board)
        return self._processes[seat]


class _Process:
    """The process of one seat; raises ProgramFault where it cannot be started."""

    def __init__(self, command: str, seat: Seat, board: int) -> None:
        self.command, self.seat = command, seat
        self._errors = TemporaryFile()  # noqa: SIM115  (closed with the process)
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,  # Ctrl-C stops the match, which ends the program
            )
        except (OSError, ValueError, IndexError) as error:
            self._errors.close()
            raise self._fault(board, f"it cannot be started: {error}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in = self._process.stdin
        self._pipe = self._process.stdout
        self._out = LineReader(self._pipe.fileno())

    def ask(self, position: Position, board: int) -> None:
        """Write the position."""
        try:
            self._in.write(json.dumps(_question(position, board)).encode() + b"\n")
            self._in.flush()
        except OSError as error:
            raise self._ended(board) from error

    def answer(self, position: Position, board: int, seconds: float) -> Call:
        """Read the call in the position."""
        try:
            line = self._out.line(seconds)
        except TimeoutError as error:
            raise self._fault(board, f"it made no call in {seconds:g} seconds") from error
        except Ended as error:
            raise self._ended(board) from error
        except ValueError as error:
            raise self._fault(board, str(error)) from error
        try:
            call = _call(line)
        except ValueError as error:
            raise self._fault(board, str(error), line) from error
        if why := position.auction.why_illegal(call):
            made = " ".join(map(str, position.auction.calls)) or "the opening call"
            raise self._fault(board, f"{call} is not legal after {made}: {why}", line)
        return call

    def hang_up(self) -> None:
        """Close its input, for it to end."""
        with suppress(OSError):  # unsent questions to a process that has ended
            self._in.close()

    def end(self, seconds: float) -> None:
        """End the process, by force if it does not end by itself in so many seconds."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._pipe.close()
        self._errors.close()

    def _ended(self, board: int) -> ProgramFault:
        """The fault of a program that has ended, with the last line of its stderr."""
        try:
            status = f"status {self._process.wait(_CLOSING_SECONDS)}"
        except subprocess.TimeoutExpired:
            status = "its output closed"
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip().splitlines()
        last = f", saying {said[-1][:_SHOWN]!r}" if said else ""
        return self._fault(board, f"it ended with {status}{last}")

    def _fault(self, board: int, what: str, line: str | None = None) -> ProgramFault:
        answered = "" if line is None else f"; its line was {line[:_SHOWN]!r}"
        where = f"program {self.command!r} as {self.seat.full_name}, board {board}"
        return ProgramFault(f"{where}: {what}{answered}")


def _question(position: Position, board: int) -> dict[str, Any]:
    """The position as the program reads it."""
    return {
        "hand": str(position.hand),
        "seat": position.seat.name,
        "dealer": position.auction.dealer.name,
        "vulnerability": _VULNERABILITY[position.vulnerability],
        "auction": [str(call) for call in position.auction.calls],
        "board": str(board),
    }


def _call(line: str) -> Call:
    """The call of an answer. Raises ValueError for what is none."""
    try:
        return parse_call(json.loads(line)["call"])
    except MalformedCall:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError('this is no answer; an answer is {"call": "1NT"}') from error
