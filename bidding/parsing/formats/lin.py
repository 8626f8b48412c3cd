"""LIN, the format of Bridge Base Online: reading it, and writing it, one board per line.

LIN has no published definition; this follows the output of Bridge Base Online: two-letter commands,
each with one value between bars, in vugraph files (``qx`` opens a board, ``pn`` in the header names
two tables), files of consecutive boards, and links to its hand viewer with the same text after
``lin=``, one per line.

A board is read as written or refused; only the fourth hand, which follows from three, is filled
in. Hands are in the order S W N E after the dealer's digit (1 South, 2 West, 3 North, 4 East);
an explanation (``an``) follows its call.

``read_lin`` reads back what is written, except a stated contract and marks of quality, for which
LIN has no commands, and comments: they become text of the viewer (``nt``). So do bidding systems,
before the first call: ``nt|NS: 2/1 EW: Polish Club|``, which is read where a name is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import unquote_plus

from bidding.domain.auction import Auction
from bidding.domain.cards import CARDS_IN_PACK, Card, Hand, Hands
from bidding.domain.convention_card import UNKNOWN_CARD
from bidding.domain.errors import BridgeError, MalformedCall, MalformedDeal, MalformedTable
from bidding.domain.scoring import tricks_taken
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.parsing.formats.recorded_boards import (
    MOST_TRICKS,
    BadBoard,
    Board,
    Contradiction,
    ErrorAtLine,
    MalformedText,
    Remark,
    RemarkParts,
    at_line,
    check_agreement,
    collect_remarks,
    completed_hands,
    number_up_to,
)
from bidding.parsing.formats.text_files import LineNumbers
from bidding.parsing.text.hands import naming_player, parse_hand
from bidding.parsing.text.words import call_at, card_named, quoted
from bidding.yielding import yield_point

_COMMAND = re.compile(r"([A-Za-z0-9]{2})[ \t]*+\|([^|]*+)\|")
_BLANKS = re.compile(r"[\s\ufeff]*+")
_NEXT_BOARD = re.compile(r"(?:(?<=[|\n])|\A)[ \t]*(?:qx|vg|pn|md)\|", re.IGNORECASE)
_LINK = re.compile(r"^[ \t]*[^\s|]*[?&]lin=([^\s&\"<>]+)[^\n]*$", re.MULTILINE | re.IGNORECASE)

_OPENING = ("qx", "vg", "pn", "st", "md", "rh", "ah", "sv")  # precede the calls
_ONCE = ("qx", "vg", "pn", "md", "ah")
_MOST_PLAYERS = 8  # of two tables
_CALLS_AND_PLAY = ("mb", "pc", "mc")

# ASCII only: otherwise the Kelvin sign is a K. 'xxx' is a double and a redouble.
GLUED_CALL = r"(?a:([1-7](?:nt|[cdhsn])|pass|p|dbl|d|x(?=xx)|xx|x|rdbl|r))(!*)"
_CALL = re.compile(GLUED_CALL + r"[ \t\n]*", re.IGNORECASE)
_CARD = re.compile(r"\s*(?a:([SHDC])(10|[AKQJT2-9]))", re.IGNORECASE)
_ROOM = re.compile(r"\s*([oc])\s*(\d{1,6})", re.IGNORECASE)
_SYSTEMS = re.compile(
    r"\s*N[-/]?S\s*[:=](?P<ns>[^:=]*?)[\s,;.]E[-/]?W\s*[:=](?P<ew>[^:=]*)", re.IGNORECASE
)
_NUMBER = re.compile(r"\b(\d{1,6})\s*$")
_ROOMS = {"o": "Open", "c": "Closed"}
_DEALERS = {"1": Seat.S, "2": Seat.W, "3": Seat.N, "4": Seat.E}
_ORDER = (Seat.S, Seat.W, Seat.N, Seat.E)
_VULNERABILITIES = {
    **dict.fromkeys(("o", "0", "-", "none"), Vulnerability.NONE),
    **dict.fromkeys(("n", "ns"), Vulnerability.NS),
    **dict.fromkeys(("e", "ew"), Vulnerability.EW),
    **dict.fromkeys(("b", "both"), Vulnerability.BOTH),
}
_ROOM_LETTERS = {room: letter for letter, room in _ROOMS.items()}
_LARGEST_NUMBER = 999_999
_VULNERABILITY_LETTERS = dict(zip((None, *Vulnerability), ("", *"oneb"), strict=True))


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
    header_players: list[str] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    fault: tuple[int, BridgeError] | None = None

    def values(self, name: str) -> list[Command]:
        """Return the commands of that name."""
        return [command for command in self.commands if command.name == name]

    def has(self, *names: str) -> bool:
        """Return True if the board has a command of any of these names."""
        return not self.names.isdisjoint(names)

    @property
    def is_header(self) -> bool:
        """True if there is no board: the commands only name players of the next ones."""
        return self.fault is None and not self.has("qx", "md", "mb")


def split_boards(text: str) -> Iterator[LinBoard]:
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
    board: LinBoard | None = None
    event, players, position = "", list[str](), 0
    while (position := _after_blanks(text, position)) < len(text):
        yield_point()
        line = first + lines.at(position) - 1
        match = _COMMAND.match(text, position)
        if match is None:
            board = board or LinBoard(line, event, players)
            board.fault = board.fault or (line, _no_command(text[position : position + 40]))
            following = _NEXT_BOARD.search(text, position + 1)
            position = following.start() if following else len(text)
            continue
        position = match.end()
        command = Command(match[1].lower(), match[2], line)
        if board is not None and _opens(command, board):
            if board.is_header:
                players = _names(board.values("pn")) or players
            else:
                yield board
            board = None
        if command.name == "vg":
            event, players = command.value, []
        board = board or LinBoard(line, event, players)
        board.commands.append(command)
        board.names.add(command.name)
    if board is not None and not board.is_header:
        yield board


def _no_command(text: str) -> MalformedText:
    fault = "{quote} is not a command: LIN is written name|value|name|value|"
    return MalformedText(fault, quote=quoted(text.strip()), text=text)


def _after_blanks(text: str, position: int) -> int:
    blanks = _BLANKS.match(text, position)
    assert blanks is not None  # it may be empty
    return blanks.end()


def _names(commands: Sequence[Command]) -> list[str]:
    """Return the players of the last of these ``pn`` commands."""
    names = commands[-1].value.split(",", _MOST_PLAYERS)[:_MOST_PLAYERS] if commands else []
    return [name.strip() for name in names]


def _opens(command: Command, board: LinBoard) -> bool:
    """Return True if a command begins the next board."""
    if board.fault is not None and command.name in ("qx", "vg", "pn", "md"):
        return True
    if command.name == "qx" or (command.name in _ONCE and board.has(command.name)):
        return True
    if command.name == "pn" and board.has("md"):  # some programs write it before the next qx
        return True
    return command.name in _OPENING and board.has(*_CALLS_AND_PLAY)


def read_lin(text: str) -> Iterator[Board | BadBoard]:
    """Yield every board of a LIN text in order, with a BadBoard for an invalid one."""
    for found in split_boards(text):
        event, (number, _) = _event(found), _number_and_room(found)
        try:
            if found.fault is not None:
                raise ErrorAtLine(*found.fault)
            yield _board(found)
        except ErrorAtLine as fault:
            yield BadBoard(fault.line, fault.error.code, fault.error.fault, event, number)


def _board(found: LinBoard) -> Board:
    """Build a board from its commands. Raises ErrorAtLine."""
    with at_line(next(iter(found.values("md")), found).line):
        dealer, hands = _deal(found)
    auction, remarks = _auction(found, dealer)
    number, room = _number_and_room(found)
    played = [first_card(command.value) for command in found.values("pc")]
    board = Board(
        line=found.line,
        event=_event(found),
        number=number,
        room=room,
        players=_players(found, room),
        dealer=dealer,
        vulnerability=_vulnerability(found),
        hands=hands,
        auction=auction,
        remarks=remarks,
        systems=_systems(found),
        lead=played[0] if played else None,
        tricks=_tricks(found, auction, played),
    )
    with at_line(next(iter(found.values("mb")), found).line):
        check_agreement(board)
    return board


def _event(found: LinBoard) -> str:
    """Return the event of a vugraph header, its first field."""
    return found.event.partition(",")[0].strip()


def _number_and_room(found: LinBoard) -> tuple[int | None, str]:
    """Return the board number (``ah|Board 5|`` before ``qx|o5|``) and the room."""
    number, room = None, ""
    for command in found.values("qx"):
        if match := _ROOM.match(command.value):
            number, room = int(match[2]), _ROOMS[match[1].lower()]
    for command in found.values("ah"):
        if match := _NUMBER.search(command.value):
            number = int(match[1])
    return number, room


def _players(found: LinBoard, room: str) -> tuple[str, str, str, str]:
    """Return the players N E S W of the board or the header, where the closed room is last."""
    own = found.values("pn")
    names = [name.strip() for name in own[0].value.split(",")] if own else found.header_players
    if room == _ROOMS["c"] and len(names) > 4:
        names = names[4:]
    by_seat = dict(zip(_ORDER, (*names, "", "", "", ""), strict=False))
    return by_seat[Seat.N], by_seat[Seat.E], by_seat[Seat.S], by_seat[Seat.W]


def _deal(found: LinBoard) -> tuple[Seat | None, Hands]:
    """Return dealer and hands of ``md``; None for those not given. Raises BridgeError."""
    value = found.values("md")[0].value.strip() if found.has("md") else ""
    dealer = value[:1] if value[:1].isascii() and value[:1].isdigit() else ""
    if dealer not in ("", "0", *_DEALERS):
        fault = "{dealer} is not a dealer; dealers are 1 to 4"
        raise MalformedTable(fault, dealer=dealer, text=dealer)
    holdings = value[len(dealer) :].split(",")
    if len(holdings) > 4:
        fault = "a deal has four hands, this one {count}"
        raise MalformedDeal(fault, count=len(holdings), text=value)
    given = dict(zip(_ORDER, holdings, strict=False))
    hands = []
    for seat in Seat:
        with naming_player(seat):
            hands.append(parse_lin_hand(given.get(seat, "")))
    return _DEALERS.get(dealer), completed_hands(hands)


def parse_lin_hand(text: str) -> Hand | None:
    """Parse a hand, each holding after its suit's letter; return None if empty.

    Raises MalformedDeal, or the errors of ``parse_hand``.
    """
    text = text.strip()
    if not text:
        return None
    if text[0].upper() not in Suit.__members__:
        fault = "a hand begins with a suit's letter, S, H, D or C, not {quote}"
        raise MalformedDeal(fault, quote=quoted(text), text=text)
    return parse_hand(text)


def parse_lin_vulnerability(text: str) -> Vulnerability | None:
    """Parse a vulnerability; return None for an empty text. Raises MalformedTable."""
    name = text.strip().lower()
    if name and name not in _VULNERABILITIES:
        fault = "{quote} is not a vulnerability; it must be one of o, n, e and b"
        raise MalformedTable(fault, quote=quoted(name), text=name)
    return _VULNERABILITIES.get(name)


def _vulnerability(found: LinBoard) -> Vulnerability | None:
    """Return the vulnerability of ``sv``; None if it is absent or empty."""
    stated: Vulnerability | None = None
    for command in found.values("sv"):
        with at_line(command.line):
            vulnerability = parse_lin_vulnerability(command.value)
            if stated is not None and vulnerability is not stated:
                raise Contradiction("the vulnerability is given twice, with different values")
            stated = vulnerability
    return stated


def _systems(found: LinBoard) -> tuple[str, str]:
    """Return the names of N-S's and E-W's systems in a text before the calls, if one is known."""
    for command in found.commands:
        if command.name == "mb":
            break
        if command.name == "nt" and (match := _SYSTEMS.fullmatch(command.value)):
            names = match["ns"].strip(" \t\n,;.-"), match["ew"].strip(" \t\n,;.-")
            if _are_known(names):
                return names
    return "", ""


def _are_known(systems: tuple[str, str]) -> bool:
    """Return True if a name is that of a known system or a card."""
    return any(card_named(name) not in (None, UNKNOWN_CARD) for name in systems)


def _auction(found: LinBoard, dealer: Seat | None) -> tuple[Auction | None, tuple[Remark, ...]]:
    """Return the auction, None without calls, and the remarks."""
    auction = None if dealer is None else Auction(dealer)
    calls: list[RemarkParts] = []
    for command in found.commands:
        with at_line(command.line):
            if command.name == "mb":
                for word, alerted in _calls(command):
                    if auction is None:
                        raise MalformedText("there are calls, but the dealer is missing")
                    auction = auction.after(call_at(word, 0))
                    calls.append(RemarkParts(alerted))
            elif command.name == "an" and calls:
                add_explanation(calls[-1], command.value)
    return auction if calls else None, collect_remarks(calls)


def add_explanation(call: RemarkParts, text: str) -> None:
    """Add an explanation; a single '!' only marks an alert."""
    call.alerted = True
    if text.strip() != "!":
        call.explanation.append(" ".join(text.split()))


def _calls(command: Command) -> Iterator[tuple[str, bool]]:
    """Yield the calls of one ``mb`` command, usually one, and True for an alerted one."""
    text = command.value.strip(" \t\n")  # another blank replaces a character
    position = 0
    while position < len(text) or not text:
        match = _CALL.match(text, position)
        if match is None:
            fault = "{quote} is not a call; calls are P, X, XX and 1C to 7NT"
            raise MalformedCall(fault, quote=quoted(text), text=text)
        position = match.end()
        yield match[1], bool(match[2])


def _tricks(found: LinBoard, auction: Auction | None, played: Sequence[Card | None]) -> int | None:
    """Return the tricks that declarer claimed, or took with all cards played; else None."""
    if claims := found.values("mc"):
        return number_up_to(MOST_TRICKS, claims[-1].value.strip())
    contract = None if auction is None else auction.contract
    cards = [card for card in played if card is not None]
    if contract is None or not len(cards) == len(set(cards)) == CARDS_IN_PACK:
        return None
    return tricks_taken(contract, cards)


def first_card(text: str) -> Card | None:
    """Return the card at the start of a text, such as ``SQ`` or ``h10``, or None."""
    card = _CARD.match(text)
    return Card.of(Suit[card[1].upper()], card[2].upper().replace("10", "T")) if card else None


def lin_pieces(boards: Iterable[Board]) -> Iterator[str]:
    """Yield the pieces of a LIN file with these boards, and a header at each change of event."""
    event = ""
    for board in boards:
        named = _plain(board.event, without=",")  # a comma would end it
        if named != event:
            yield f"vg|{named}|\n"
        event = named
        yield from _commands(board)
        yield "\n"


def _commands(board: Board) -> Iterator[str]:
    """Yield the commands of one board."""
    number = board.number if board.number is None or board.number <= _LARGEST_NUMBER else None
    if number is not None and board.room in _ROOM_LETTERS:
        yield f"qx|{_ROOM_LETTERS[board.room]}{number}|"
    names = ",".join(_plain(board.players[seat], without=",") for seat in _ORDER)
    dealer = board.dealer if board.auction is None else board.auction.dealer
    digit = 0 if dealer is None else _ORDER.index(dealer) + 1
    hands = ",".join(_hand(board.hands[seat]) for seat in _ORDER)
    yield f"pn|{names}|st||md|{digit}{hands}|"
    if number is not None:
        yield f"ah|Board {number}|"
    yield f"sv|{_VULNERABILITY_LETTERS[board.vulnerability]}|"
    if _are_known(board.systems):
        north_south, east_west = (_plain(name, without=":=") or "-" for name in board.systems)
        yield f"nt|NS: {north_south} EW: {east_west}|"
    for call, remark in board.remarked_calls():
        yield f"mb|{call}{'!' if remark.alerted or remark.explanation else ''}|"
        if remark.explanation:
            yield f"an|{_plain(remark.explanation)}|"
        if remark.comment:
            yield f"nt|{_plain(remark.comment)}|"
    if board.lead is not None:
        yield f"pg||pc|{board.lead}|"
    yield "pg||"
    if board.tricks is not None:
        yield f"mc|{board.tricks}|"


def _plain(text: str, without: str = "") -> str:
    """Return a text on one line, without bars, which would end its command."""
    for mark in f"|{without}":
        text = text.replace(mark, " ")
    return " ".join(text.split())


def _hand(hand: Hand | None) -> str:
    """Format a hand, each holding after its suit's letter; empty if unknown."""
    if hand is None:
        return ""
    return "".join(suit.name + "".join(card.rank for card in hand.suit(suit)) for suit in Suit)
