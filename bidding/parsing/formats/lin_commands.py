"""Splitting a LIN text into boards: two-letter commands, each with one value between bars.

LIN has no published definition; this follows the output of Bridge Base Online: vugraph files
(``qx`` opens a board, ``pn`` in the header names two tables), files of consecutive boards, and
links to its hand viewer with the same text after ``lin=``, one per line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import unquote_plus

from bidding.domain.errors import BridgeError
from bidding.domain.messages import Message
from bidding.parsing.formats.recorded_boards import MalformedText
from bidding.parsing.formats.text_files import LineNumbers
from bidding.parsing.text.tokens import quoted
from bidding.yielding import yield_point

_COMMAND = re.compile(r"([A-Za-z0-9]{2})[ \t]*+\|([^|]*+)\|")
_BLANKS = re.compile(r"[\s\ufeff]*+")
_NEXT_BOARD = re.compile(r"(?:(?<=[|\n])|\A)[ \t]*(?:qx|vg|pn|md)\|", re.IGNORECASE)
_LINK = re.compile(r"^[ \t]*[^\s|]*[?&]lin=([^\s&\"<>]+)[^\n]*$", re.MULTILINE | re.IGNORECASE)

_OPENING = ("qx", "vg", "pn", "st", "md", "rh", "ah", "sv")  # precede the calls
_ONCE = ("qx", "vg", "pn", "md", "ah")
_MOST_PLAYERS = 8  # of two tables
_CALLS_AND_PLAY = ("mb", "pc", "mc")


class Command(NamedTuple):
    """A command, its value and its first line."""

    name: str
    value: str
    line: int


@dataclass
class LinBoard:
    """The commands of one board; ``fault`` is its first error, with the line."""

    line: int
    event: str = ""
    header_players: tuple[str, ...] = ()
    commands: list[Command] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    fault: tuple[int, BridgeError] | None = None

    def add(self, command: Command) -> None:
        """Add a command."""
        self.commands.append(command)
        self.names.add(command.name)

    def values(self, name: str) -> list[Command]:
        """Return the commands of that name."""
        return [command for command in self.commands if command.name == name]

    def has(self, *names: str) -> bool:
        """Return True if the board has a command of any of these names."""
        return not self.names.isdisjoint(names)


def read_boards(text: str) -> Iterator[LinBoard]:
    """Yield the boards of a text and of the links in it, without headers."""
    lines = LineNumbers(text)
    position = 0
    for link in _LINK.finditer(text):
        yield from _boards(text[position : link.start()], lines.at(position))
        yield from _boards(unquote_plus(link[1]), lines.at(link.start()), one_line=True)
        position = link.end()
    yield from _boards(text[position:], lines.at(position))


def _boards(text: str, first: int, one_line: bool = False) -> Iterator[LinBoard]:
    """Yield the boards of a part of a file that begins in line ``first``, or is all in it."""
    lines = LineNumbers("" if one_line else text)
    splitter = _Splitter()
    position = 0
    while (position := _after_blanks(text, position)) < len(text):
        yield_point()
        line = first + lines.at(position) - 1
        match = _COMMAND.match(text, position)
        if match is not None:
            position = match.end()
            yield from splitter.take(Command(match[1].lower(), match[2], line))
            continue
        splitter.fail(line, text[position : position + 40])
        following = _NEXT_BOARD.search(text, position + 1)
        position = following.start() if following else len(text)
    yield from splitter.rest()


def _after_blanks(text: str, position: int) -> int:
    blanks = _BLANKS.match(text, position)
    assert blanks is not None  # it may be empty
    return blanks.end()


class _Splitter:
    """Collects commands into boards."""

    def __init__(self) -> None:
        self.event = ""
        self.players: tuple[str, ...] = ()
        self.board: LinBoard | None = None

    def take(self, command: Command) -> Iterator[LinBoard]:
        """Add a command; yield the previous board if it begins the next one."""
        board = self.board
        if board is not None and _opens(command, board):
            yield from self.rest()
        if command.name == "vg":
            self.event, self.players = command.value, ()
        if self.board is None:
            self.board = LinBoard(command.line, self.event, self.players)
        self.board.add(command)

    def fail(self, line: int, text: str) -> None:
        """Record an unreadable command in the current board."""
        if self.board is None:
            self.board = LinBoard(line, self.event, self.players)
        fault = "{quote} is not a command: LIN is written name|value|name|value|"
        message = Message(fault, quote=quoted(text.strip()))
        self.board.fault = self.board.fault or (line, MalformedText(message, text=text))

    def rest(self) -> Iterator[LinBoard]:
        """Yield the current board; remember the players of a header instead."""
        board, self.board = self.board, None
        if board is None:
            return
        if board.fault is not None or board.has("qx", "md", "mb"):
            yield board
            return
        for command in board.values("pn"):
            names = command.value.split(",", _MOST_PLAYERS)[:_MOST_PLAYERS]
            self.players = tuple(name.strip() for name in names)


def _opens(command: Command, board: LinBoard) -> bool:
    """Return True if a command begins the next board."""
    if board.fault is not None and command.name in ("qx", "vg", "pn", "md"):
        return True
    if command.name == "qx" or (command.name in _ONCE and board.has(command.name)):
        return True
    if command.name == "pn" and board.has("md"):  # some programs write it before the next qx
        return True
    return command.name in _OPENING and board.has(*_CALLS_AND_PLAY)
