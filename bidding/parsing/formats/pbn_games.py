"""Splitting a PBN text into games: tags, words of the auction, notes, inherited values.

Follows the import format of PBN 2.1 (chapters 2, 3 and 4.8), with extensions: a tag value may
contain quotes or a line break; the tag that begins a game begins the next one too if no empty line
separates them; tags after an empty line that name no board, and calls of the auction, still belong
to the game; an unclosed comment ends where the next game begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from bidding.domain.errors import BridgeError
from bidding.parsing.formats.recorded_boards import Contradiction, MalformedText
from bidding.parsing.formats.text_files import LineNumbers
from bidding.parsing.text.words import quoted
from bidding.yielding import yield_point

_TOKEN = re.compile(
    r"""
    (?P<escape>  ^%[^\n]*+ )
  | (?P<gap>     ^[ \t\ufeff]*+ (?:\n|\Z) )
  | (?P<space>   [ \t\f\v\xa0\ufeff]++ | \n )
  | (?P<rest>    ;[^\n]*+ )
  | (?P<brace>   \{ (?: [^}\n]++ | \n(?![ \t]*+\n\[[A-Z]\w*+[ \t]*+") )* \}?+ )
  | (?P<tag>     \[ [ \t]*+ \n?+ [ \t]*+ (?P<name>[A-Za-z0-9_]++) [ \t]*+ \n?+ [ \t]*+
                 "(?P<value>(?: [^"\\\n]++ | \\. | \n(?![ \t]*(?:\n|\Z)) )*)"
                 [ \t]*+ \n?+ [ \t]*+ \] )
  | (?P<loose>   \[ [ \t]*+ (?P<loose_name>[A-Za-z0-9_]++) [ \t]*+
                 "(?P<loose_value>[^\n]{0,1000})" [ \t]*+ \] [ \t]*+ $ )
  | (?P<string>  "[^"\n]*+" )
  | (?P<word>    [^\s\[\]{};"]++ )
  | (?P<stray>   . )
    """,
    re.VERBOSE | re.MULTILINE,
)
_CALL = re.compile(
    r"(?:[1-7](?:[cdhs]|nt?)|p|pass|x{1,2}|d|r|dbl|rdbl|ap|all|allpass|all-pass|-)(?![a-z0-9])",
    re.IGNORECASE | re.ASCII,
)
_ESCAPED = re.compile(r'\\(["\\])')

# The contents of a board, which may be given only once and not with '#' (4.8).
ESSENTIAL = frozenset({"Dealer", "Vulnerable", "Deal", "Auction", "Declarer", "Contract"})
MAX_FOR_ALL = 100  # number of '##' tags, all of which every later game inherits
MAX_INHERITED_SHARE = 8  # inherited characters in all games per character of the text
_NOT_INHERITED = ESSENTIAL | {"Play", "Note"}
# Tags without a section.
_WITHOUT_SECTION = (ESSENTIAL - {"Auction"}) | {
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Scoring", "Result", "BidSystemNS", "BidSystemEW"),
}
# Tags that identify a board, and those that may continue it after an empty line.
_NAMING = frozenset({"Event", "Site", "Date", "Board", "Dealer", "Deal"})
_FOLLOWING = frozenset(
    {
        *("Declarer", "Contract", "Result", "Score", "ScoreIMP", "ScoreMP"),
        *("Auction", "Note", "Play", "DoubleDummyTricks", "Minimax", "OptimumScore"),
        *("OptimumResultTable", "OptimumPlayTable", "ScoreTable", "ActionTable"),
    }
)


class Word(NamedTuple):
    """A word of the auction section, or a comment (``is_comment``), with its line."""

    text: str
    line: int
    is_comment: bool = False


class Tag(NamedTuple):
    """A tag's value and its line."""

    value: str
    line: int


@dataclass
class Game:
    """One game during and after reading; ``fault`` is its first error, with the line."""

    line: int
    tags: dict[str, Tag] = field(default_factory=dict)
    auction: list[Word] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    first_play: str = ""
    fault: tuple[int, BridgeError] | None = None
    section: str = ""

    def fail(self, line: int, error: BridgeError) -> None:
        """Record an error unless there is an earlier one."""
        self.fault = self.fault or (line, error)

    @property
    def opening(self) -> str | None:
        """The name of its first tag."""
        return next(iter(self.tags), None)

    @property
    def is_header(self) -> bool:
        """True if the game only holds values for later games to inherit."""
        return self.fault is None and not {"Deal", "Auction", "Board"} & set(self.tags)

    def value(self, name: str) -> str:
        """Return a tag's value; empty if it is absent or unknown ('?')."""
        value = self.tags[name].value.strip() if name in self.tags else ""
        return "" if value == "?" else value

    def line_of(self, name: str) -> int:
        """Return the line of a tag, or of the game if it is absent."""
        return self.tags[name].line if name in self.tags else self.line


def read_games(text: str) -> Iterator[Game]:
    """Yield the games of a text with inherited values; errors are recorded in the games."""
    inheritance = _Inheritance(MAX_INHERITED_SHARE * len(text))
    for game in _games(text):
        inheritance.fill(game)
        if not game.is_header:
            yield game


class _Inheritance:
    """Tag values that begin with '#' (PBN 2.1, chapter 4.8).

    All games together inherit at most ``room`` characters, which bounds the size of the output.
    """

    def __init__(self, room: int) -> None:
        self.previous: dict[str, str] = {}
        self.for_all: dict[str, str] = {}
        self.room = room

    def fill(self, game: Game) -> None:
        for name, tag in list(game.tags.items()):
            if not tag.value.startswith("#"):
                continue
            if name in _NOT_INHERITED:
                fault = "{name} may not be inherited with '#'"
                game.fail(tag.line, MalformedText(fault, name=name, text=tag.value))
            elif tag.value.startswith("##"):
                if name not in self.for_all and len(self.for_all) == MAX_FOR_ALL:
                    fault = "at most {most} tags may be inherited with '##'"
                    game.fail(tag.line, MalformedText(fault, most=MAX_FOR_ALL, text=name))
                    continue
                self.for_all[name] = tag.value[2:]
                game.tags[name] = tag._replace(value=tag.value[2:])
            elif tag.value == "#":
                value = self._inherited(game, tag.line, self.previous.get(name, ""))
                game.tags[name] = tag._replace(value=value)
        for name, value in self.for_all.items():
            if name not in game.tags:
                game.tags[name] = Tag(self._inherited(game, game.line, value), game.line)
        self.previous |= {name: tag.value for name, tag in game.tags.items()}

    def _inherited(self, game: Game, line: int, value: str) -> str:
        """Return the value; record an error if it exceeds the remaining room."""
        self.room -= len(value)
        if self.room >= 0:
            return value
        fault = "too much is inherited with '#' for a text of this length"
        game.fail(line, MalformedText(fault, text="#"))
        return ""


def _games(text: str) -> Iterator[Game]:
    """Yield the games without inherited values."""
    lines = LineNumbers(text)
    game: Game | None = None
    divided = False  # by an empty line from the current game
    for match in _TOKEN.finditer(text):
        yield_point()
        kind, line = match.lastgroup, lines.at(match.start())
        if kind == "gap":
            divided = True
        elif kind in ("tag", "loose"):
            name, value = _tag(match)
            if game is not None and (
                name == game.opening or (divided and not _goes_on(game, text, match.start()))
            ):
                yield game
                game = None
            game, divided = game or Game(line), False
            _add_tag(game, name, Tag(value, line))
        elif kind in ("word", "string", "stray"):
            if game is not None and divided and not _bids_on(game, match[0]):
                yield game
                game = None
            game, divided = game or Game(line), False
            _add_word(game, Word(match[0], line))
        elif game is None or divided:
            continue
        elif kind == "brace":
            _add_comment(game, match[0], line)
        elif kind == "rest" and game.section == "Auction":
            game.auction.append(Word(match[0][1:].strip(), line, is_comment=True))
    if game is not None:
        yield game


def _goes_on(game: Game, text: str, position: int) -> bool:
    """Return True if the tags after an empty line continue the game before it.

    They begin with a tag of ``_FOLLOWING``, identify no board and repeat no tag.
    """
    tokens = takewhile(lambda token: token.lastgroup != "gap", _TOKEN.finditer(text, position))
    tags = (_tag(token)[0] for token in tokens if token.lastgroup in ("tag", "loose"))
    names = takewhile(lambda name: name != game.opening, tags)
    return (
        not _NAMING.isdisjoint(game.tags)
        and next(names, None) in _FOLLOWING - game.tags.keys()
        and not any(name in _NAMING or name in game.tags for name in names)
    )


def _bids_on(game: Game, word: str) -> bool:
    """Return True if a word after an empty line continues the auction before it."""
    return game.section == "Auction" and bool(game.auction) and _CALL.match(word) is not None


def _tag(match: re.Match[str]) -> tuple[str, str]:
    """Return name and value of a tag."""
    if match.lastgroup == "loose":
        return match["loose_name"], match["loose_value"]
    return match["name"], _ESCAPED.sub(r"\1", match["value"].replace("\n", " "))


def _add_comment(game: Game, comment: str, line: int) -> None:
    if not comment.endswith("}"):
        game.fail(line, MalformedText("the comment that begins here is not closed", text="{"))
    elif game.section == "Auction":
        game.auction.append(Word(" ".join(comment[1:-1].split()), line, is_comment=True))


def _add_tag(game: Game, name: str, tag: Tag) -> None:
    if name == "Note":
        if game.section in ("Auction", "AuctionNotes"):
            index, _, explanation = tag.value.partition(":")
            game.notes.setdefault(index.strip().lstrip("0"), " ".join(explanation.split()))
            game.section = "AuctionNotes"
        return
    game.section = name
    if name not in game.tags:
        game.tags[name] = tag
    elif name == "Auction" or (name in ESSENTIAL and game.tags[name].value != tag.value):
        fault = "there is a second {name} in this game: {quote}"
        error = Contradiction(fault, name=name, quote=quoted(tag.value), text=tag.value)
        game.fail(tag.line, error)


def _add_word(game: Game, word: Word) -> None:
    if word.text == "[":
        game.fail(word.line, MalformedText('a tag is not written [Name "value"]', text="["))
    elif game.section == "Auction":
        game.auction.append(word)
    elif game.section == "Play":
        game.first_play = game.first_play or word.text
    elif not game.tags:
        fault = "{quote} comes before any tag: this is not PBN"
        game.fail(word.line, MalformedText(fault, quote=quoted(word.text), text=word.text))
    elif game.section in _WITHOUT_SECTION or game.section == "AuctionNotes":
        fault = "{quote} is neither a tag nor part of a section"
        game.fail(word.line, MalformedText(fault, quote=quoted(word.text), text=word.text))
