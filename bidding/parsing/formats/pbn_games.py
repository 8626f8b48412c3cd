"""Splitting a PBN text into games: tags, words of the auction, notes, inherited values.

Follows the import format of PBN 2.1 (chapters 2, 3 and 4.8), with extensions: a tag value may
contain quotes or a line break, and a comment that has no closing brace ends before the next tag
that is a line of its own.

A game ends at an empty line only where another begins: mailed files have one after each line.
Another begins with a tag that the game has already, or with Event or Board after a deal or an
auction. Without an empty line it begins with Event or Board again, or with the tag that the game
opens with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from bidding.domain.errors import BridgeError
from bidding.parsing.formats.recorded_boards import Contradiction, MalformedText, OtherTag
from bidding.parsing.formats.text_files import LineNumbers
from bidding.parsing.text.words import quoted, with_suit_symbols
from bidding.yielding import yield_point

_TOKEN = re.compile(
    r"""
    (?P<escape>  ^%[^\n]*+ )
  | (?P<gap>     ^[ \t\ufeff]*+ (?:\n|\Z) )
  | (?P<space>   [ \t\f\v\xa0\ufeff]++ | \n )
  | (?P<rest>    ;[^\n]*+ )
  | (?P<brace>   \{ (?: [^}\n]++
                     | \n(?! [ \t]*+ \[[A-Za-z]\w*+ [ \t]*+ "[^\n]*" [ \t]*+ \] [ \t]*+ $ ) )*
                 \}?+ )
  | (?P<tag>     \[ \s*+ (?P<name>[A-Za-z0-9_]++) \s*+
                 "(?P<value>(?: [^"\\\n]++ | \\. | \n(?![ \t]*(?:\n|\Z)) )*)"
                 \s*+ \] )
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
_BEGINNING = frozenset({"Event", "Board"})  # of a game, once there is a deal or an auction
_CONTENT = frozenset({"Deal", "Auction"})


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
    others: list[OtherTag] = field(default_factory=list)
    """Comments of the board, notes of other sections and tags that are said again."""

    sections: dict[str, str] = field(default_factory=dict)
    """The lines below a tag, for each section but the auction's."""

    fault: tuple[int, BridgeError] | None = None
    warnings: list[tuple[int, BridgeError]] = field(default_factory=list)
    cut: tuple[int, BridgeError] | None = None
    """The fault of a comment in the auction that may hold calls, as it is not closed."""

    nested: tuple[int, BridgeError] | None = None
    """The fault of a comment with another in it, if what follows is no PBN."""

    section: str = ""
    section_span: tuple[int, int] | None = None
    """Where the words of this section are in the text, up to now."""

    section_end: list[OtherTag] = field(default_factory=list)
    """Comments behind them."""

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


def is_section(text: str) -> bool:
    """Return True if these lines are read as those of one section."""
    games = list(read_games(f'[Board "1"]\n[Section ""]\n{text}\n'))
    return [game.sections for game in games] == [{"Section": text}] and games[0].fault is None


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
    following = Game(0)  # with the comments before it
    divided = False  # by an empty line from the current game
    for match in _TOKEN.finditer(text):
        kind, start = match.lastgroup, match.start()
        if kind in ("space", "escape"):
            continue
        if kind == "gap":
            divided = True
            continue
        yield_point()
        line = lines.at(start)
        if kind in ("brace", "rest"):
            _add_comment(game or following, match, line, divided)
            continue
        tag = _tag(match) if kind in ("tag", "loose") else None
        if game is not None and (
            _begins(game, tag[0], text, start, divided)
            if tag is not None
            else divided and not _goes_on(game, match[0])
        ):
            _end_section(game, text)
            yield game
            game = None
        if game is None:
            game, following = following, Game(0)
            game.line = line
        divided = False
        if tag is None:
            _add_word(game, Word(match[0], line), match.span())
        else:
            _end_section(game, text)
            _add_tag(game, tag[0], Tag(tag[1], line))
    if game is not None:
        _end_section(game, text)
        yield game


def _begins(game: Game, name: str, text: str, position: int, divided: bool) -> bool:
    """Return True if a tag, perhaps after an empty line, is of the next game."""
    if name == game.opening or (name in _BEGINNING and name in game.tags):
        return True
    if not divided:
        return False
    if all(tag.value.startswith("##") for tag in game.tags.values()):
        return True  # a header, or words before any tag
    following = takewhile(lambda token: token.lastgroup != "gap", _TOKEN.finditer(text, position))
    names = (_tag(token)[0] for token in following if token.lastgroup in ("tag", "loose"))
    has_content = not _CONTENT.isdisjoint(game.tags)
    return any(
        name in game.tags or (has_content and name in _BEGINNING)
        for name in takewhile(lambda name: name != game.opening, names)
    )


def _goes_on(game: Game, word: str) -> bool:
    """Return True if a word after an empty line continues the section before it."""
    if game.section == "Auction":
        return _CALL.match(word) is not None
    return bool(game.tags) and game.section not in _WITHOUT_SECTION


def _tag(match: re.Match[str]) -> tuple[str, str]:
    """Return name and value of a tag."""
    if match.lastgroup == "loose":
        return match["loose_name"], match["loose_value"]
    return match["name"], _ESCAPED.sub(r"\1", match["value"].replace("\n", " "))


def _add_comment(game: Game, match: re.Match[str], line: int, divided: bool) -> None:
    """Add a comment to the auction or, where it is about no call, to the board."""
    comment = match[0][1:]
    if match.lastgroup == "brace" and not comment.endswith("}"):
        fault = (line, MalformedText("the comment that begins here is not closed", text="{"))
        game.warnings.append(fault)
        if game.section == "Auction":
            game.cut = game.cut or fault
    elif match.lastgroup == "brace":
        comment = comment[:-1]
        if "{" in comment and game.nested is None:
            within = MalformedText("in the comment that begins here another begins", text="{")
            game.nested = (line, within)
    comment = " ".join(comment.split())
    if game.section == "Auction" and game.auction and not divided:
        game.auction.append(Word(comment, line, is_comment=True))
    elif comment:
        (game.others if game.section_span is None else game.section_end).append(
            OtherTag("", with_suit_symbols(comment))
        )


def _add_tag(game: Game, name: str, tag: Tag) -> None:
    if name == "Note":
        if game.section in ("Auction", "AuctionNotes"):
            index, _, explanation = tag.value.partition(":")
            game.notes.setdefault(index.strip().lstrip("0"), " ".join(explanation.split()))
            game.section = "AuctionNotes"
        else:
            game.others.append(OtherTag(name, tag.value))
        return
    game.section = name
    if name not in game.tags:
        game.tags[name] = tag
    elif name == "Auction" or (name in ESSENTIAL and game.tags[name].value != tag.value):
        fault = "there is a second {name} in this game: {quote}"
        error = Contradiction(fault, name=name, quote=quoted(tag.value), text=tag.value)
        game.fail(tag.line, error)
    elif game.tags[name].value != tag.value:
        game.others.append(OtherTag(name, tag.value))


def _add_word(game: Game, word: Word, span: tuple[int, int]) -> None:
    if word.text == "[":
        game.fail(word.line, MalformedText('a tag is not written [Name "value"]', text="["))
    elif game.section == "Auction":
        game.auction.append(word)
    elif word.text == "}" and game.warnings:
        return  # the end of a comment that was reported
    elif not game.tags:
        fault = "{quote} comes before any tag: this is not PBN"
        game.fail(word.line, MalformedText(fault, quote=quoted(word.text), text=word.text))
    elif game.section in _WITHOUT_SECTION or game.section == "AuctionNotes":
        fault = "{quote} is neither a tag nor part of a section"
        game.fail(word.line, MalformedText(fault, quote=quoted(word.text), text=word.text))
    else:
        game.section_span = (game.section_span or span)[0], span[1]
        game.section_end.clear()


def _end_section(game: Game, text: str) -> None:
    """Keep the lines of the section, and the comments behind them."""
    if game.section_span is None:
        return
    lines = text[slice(*game.section_span)].split("\n")
    stripped = (line.strip() for line in lines if not line.startswith("%"))
    game.sections[game.section] = "\n".join(filter(None, stripped))
    game.others += game.section_end
    game.section_span = None
    game.section_end.clear()
