"""LIN, the format of Bridge Base Online: reading it, and writing it, one board per line.

LIN has no published definition; this follows the output of Bridge Base Online: two-letter commands,
each with one value between bars, in vugraph files (``qx`` opens a board, ``pn`` in the header names
two tables), files of consecutive boards, and links to its hand viewer with the same text after
``lin=``, one per line.

A board is read as written or refused; only the fourth hand, which follows from three, is filled
in. Hands are in the order S W N E after the dealer's digit (1 South, 2 West, 3 North, 4 East);
an explanation (``an``) follows its call.

The header of vugraph says the event, the teams and the results of its boards (``rs``), which stand
for the tricks of a board that does not end with a claim. A board without a deal is the other
room's. Text of the viewer (``nt``) between the calls is a comment on the call before it, else on
the board; the bidding systems may stand in one before the first call, ``nt|NS: 2/1 EW: Polish
Club|``, where a name is known.

``read_lin`` reads back what is written. What has no command that other programs read is written as
tags of PBN in a command of this project, ``tg``: the name of a table, marks of quality as
``[CallMarks "2 !? 5 $25"]``, by the places of the calls from 1, and the systems, as programs that
take text for one on the last call fail where there is none yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple
from urllib.parse import unquote, unquote_plus

from bidding.domain.auction import Auction
from bidding.domain.calls import DOUBLE, PASS, REDOUBLE
from bidding.domain.cards import CARDS_IN_PACK, Card, Hand, Hands
from bidding.domain.convention_card import UNKNOWN_CARD
from bidding.domain.errors import BridgeError, MalformedCall, MalformedDeal, MalformedTable
from bidding.domain.scoring import TRICK, tricks_taken
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.parsing.formats.pbn import format_other, parse_contract, parse_others
from bidding.parsing.formats.recorded_boards import (
    MOST_TRICKS,
    BadBoard,
    Board,
    Contradiction,
    ErrorAtLine,
    MalformedText,
    OtherTag,
    Remark,
    RemarkParts,
    at_line,
    check_agreement,
    collect_remarks,
    completed_hands,
    number_up_to,
    outcome_of,
)
from bidding.parsing.formats.text_files import LineNumbers
from bidding.parsing.text.hands import naming_player, parse_hand
from bidding.parsing.text.words import (
    DASHES,
    call_at,
    card_named,
    fault_of_card,
    quoted,
    with_suit_letters,
    with_suit_symbols,
)
from bidding.yielding import yield_point

_COMMAND = re.compile(r"([A-Za-z0-9]{2})[ \t]*+\|([^|]*+)\|")
_LAST_COMMAND = re.compile(  # without its second bar
    r"(mb|pc)\|(p|d|r|[1-7][CDHSN]|[SHDC](?:10|[AKQJT2-9]))\s*\Z", re.IGNORECASE | re.ASCII
)
_BLANKS = re.compile(r"[\s\ufeff]*+")
_NEXT_BOARD = re.compile(r"(?:(?<=[|\n])|\A)[ \t]*(?:qx|vg|pn|md)\|", re.IGNORECASE)
_LINK = re.compile(r"^[ \t]*[^\s|]*[?&]lin=([^\s&\"<>]+)[^\n]*$", re.MULTILINE | re.IGNORECASE)

_OPENING = ("qx", "vg", "pn", "st", "md", "rh", "ah", "sv")  # precede the calls
_ONCE = ("qx", "vg", "pn", "md", "ah")
_MOST_PLAYERS = 8  # of two tables
_VUGRAPH = (  # the fields of ``vg``, the event the first
    *("Event", "Stage", "Scoring", "FirstBoard", "LastBoard"),
    *("HomeTeam", "HomeCarryOver", "VisitTeam", "VisitCarryOver"),
)
_SCORINGS = {"I": "IMP", "P": "MP", "B": "BAM"}
_KNOWN = frozenset(  # commands whose values are read, or lay out the page
    {
        *("qx", "vg", "pn", "rs", "st", "md", "ah", "sv", "mb", "an", "pc", "mc"),
        *("pg", "pw", "bt", "sk", "ha", "lb", "rh", "ub", "va", "sa", "tu", "at", "fp", "cp"),
    }
)
_HEADER_RESULT = "ResultInHeader"  # the tag of one that is not this board's by its auction or claim
_KEPT = "LIN_"  # before the name of another command, as a tag
_TAGS = "tg"
_SYSTEM_TAGS = ("BidSystemNS", "BidSystemEW")
_MARKS_TAG = "CallMarks"
_ROOM_TAG = "Room"
_MARKED = re.compile(r"(\d{1,3}) ((?:\$\d+|[!?]{1,2})(?: (?:\$\d+|[!?]{1,2}))*)", re.ASCII)
_TAG_TEXT = re.compile(r"[%|\n]")  # are written as in an address
_CALLS_AND_PLAY = ("mb", "pc", "mc")

# ASCII only: otherwise the Kelvin sign is a K. 'xxx' is a double and a redouble.
GLUED_CALL = r"(?a:([1-7](?:nt|[cdhsn])|pass|p|dbl|d|x(?=xx)|xx|x|rdbl|r))(!*)"
_CALL = re.compile(GLUED_CALL + r"(\?[!?]?)?[ \t\n]*", re.IGNORECASE)
_DASH = re.compile(rf"(?:[{DASHES}]|--)!*")
_CARD = re.compile(r"\s*(?a:([SHDC])(10|[AKQJT2-9]))", re.IGNORECASE)
_RESULT = re.compile(r"\s*(?a:([1-7])([CDHSN])T?(X{0,2})([NESW])(=|[+-]\d{1,2}))\s*", re.IGNORECASE)
_ROOM = re.compile(r"\s*([oc]?)\s*(\d{1,6})", re.IGNORECASE)
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
_CALLS = {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}
_NAME = re.compile("[a-z0-9]{2}")
_ROOM_LETTERS = {room: letter for letter, room in _ROOMS.items()}
_LARGEST_NUMBER = 999_999
_VULNERABILITY_LETTERS = dict(zip(Vulnerability, "oneb", strict=True))


class Command(NamedTuple):
    """A command, its value and its first line."""

    name: str
    value: str
    line: int


class Header(NamedTuple):
    """What is said once for the boards after it."""

    vugraph: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    results: tuple[str, ...] = ()


@dataclass
class LinBoard:
    """The commands of one board; ``fault`` is its first error, with the line."""

    line: int
    header: Header
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
    header, position = Header(), 0
    said: list[Command] = []  # before the next board, about it
    while (position := _after_blanks(text, position)) < len(text):
        yield_point()
        line = first + lines.at(position) - 1
        match = _COMMAND.match(text, position) or _LAST_COMMAND.match(text, position)
        if match is None:
            board = board or LinBoard(line, header)
            board.fault = board.fault or (line, _no_command(text[position : position + 40]))
            following = _NEXT_BOARD.search(text, position + 1)
            position = following.start() if following else len(text)
            continue
        position = match.end()
        command = Command(match[1].lower(), match[2], line)
        if board is not None and _opens(command, board):
            if board.is_header:
                players = _names(board.values("pn")) or header.players
                header = header._replace(players=players)
                said = [one for one in board.commands if one.name not in _KNOWN]
            else:
                yield board
            board = None
        if command.name == "vg":
            header = Header(_fields(command.value))
        elif command.name == "rs":
            header = header._replace(results=_fields(command.value))
        if board is None:
            board, said = LinBoard(line, header, said), []
        board.header = header if board.is_header else board.header
        board.commands.append(command)
        board.names.add(command.name)
    if board is not None and not board.is_header:
        yield board


def _fields(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(","))


def _no_command(text: str) -> MalformedText:
    fault = "{quote} is not a command: LIN is written name|value|name|value|"
    return MalformedText(fault, quote=quoted(text.strip()), text=text)


def _after_blanks(text: str, position: int) -> int:
    blanks = _BLANKS.match(text, position)
    assert blanks is not None  # it may be empty
    return blanks.end()


def _names(commands: Sequence[Command]) -> tuple[str, ...]:
    """Return the players of the last of these ``pn`` commands."""
    return _fields(commands[-1].value)[:_MOST_PLAYERS] if commands else ()


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
    deal: tuple[int, list[Command]] | None = None  # of the board before, with its number
    for found in split_boards(text):
        number, _ = _number_and_room(found)
        if found.has("md"):
            own = [command for command in found.commands if command.name in ("md", "sv")]
            deal = None if number is None else (number, own)
        elif deal is not None and deal[0] == number:
            found.commands += [command for command in deal[1] if not found.has(command.name)]
            found.names.add("md")
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
    others = list(_others(found))
    stated = {other.name: other.value for other in others}
    auction, remarks = _auction(found, dealer, stated.get(_MARKS_TAG, ""))
    number, room = _number_and_room(found)
    played = [card for command in found.values("pc") for card in parse_cards(command.value)]
    play = play_of(played)
    contract = parse_contract(stated.get("Contract", ""), stated.get("Declarer", ""))
    north_south, east_west = (stated.get(name, "") for name in _SYSTEM_TAGS)
    in_fields = {*_SYSTEM_TAGS, _MARKS_TAG, _ROOM_TAG}
    in_fields |= {"Contract", "Declarer"} if contract else set()
    others = [other for other in others if other.name not in in_fields]
    tricks = _tricks(found, auction, play)
    result = _result(found, number, room)
    if match := _RESULT.fullmatch(result):
        level, strain, doubled, declarer, over = match.groups()
        said = parse_contract(f"{level}{strain}{doubled}", declarer)
        taken = 6 + int(level) + (0 if over == "=" else int(over))
        agrees = said == (contract or outcome_of(auction) or said) and tricks in (None, taken)
        if agrees and 0 <= taken <= MOST_TRICKS:
            contract, tricks, result = "" if outcome_of(auction) else said, taken, ""
    if result:
        others.append(OtherTag(_HEADER_RESULT, result))
    board = Board(
        line=found.line,
        event=_event(found),
        number=number,
        room=room or stated.get(_ROOM_TAG, ""),
        players=_players(found, room),
        dealer=dealer,
        vulnerability=_vulnerability(found),
        hands=hands,
        auction=auction,
        remarks=remarks,
        systems=(north_south, east_west) if north_south or east_west else _systems(found),
        contract=contract,
        lead=played[0] if played else None,
        tricks=tricks,
        play=play,
        others=tuple(others),
    )
    with at_line(next(iter(found.values("mb")), found).line):
        check_agreement(board)
    return board


def _event(found: LinBoard) -> str:
    """Return the event of a vugraph header, its first field."""
    return found.header.vugraph[0] if found.header.vugraph else ""


def _others(found: LinBoard) -> Iterator[OtherTag]:
    """Yield what no field of the board has."""
    for name, value in zip(_VUGRAPH[1:], found.header.vugraph[1:], strict=False):
        if value:
            yield OtherTag(name, _SCORINGS.get(value, value) if name == "Scoring" else value)
    in_auction = False
    for command in found.commands:
        value = " ".join(command.value.split())
        if command.name == "mb":
            in_auction = True
        elif command.name in ("pg", "pc", "mc"):
            in_auction = False
        elif command.name == _TAGS:
            yield from parse_others(unquote(command.value))
        elif command.name == "nt":
            if value and not in_auction and not _systems_in(command.value):
                yield OtherTag("", with_suit_symbols(value))
        elif command.name not in _KNOWN and value:
            yield OtherTag(f"{_KEPT}{command.name}", value)


def _result(found: LinBoard, number: int | None, room: str) -> str:
    """Return the board's result in the header: its open and its closed room's follow each other."""
    first = "".join(found.header.vugraph[3:4])
    if number is None or not room or not (first.isascii() and first.isdecimal()):
        return ""
    place = 2 * (number - int(first)) + (room == _ROOMS["c"])
    return found.header.results[place] if 0 <= place < len(found.header.results) else ""


def _number_and_room(found: LinBoard) -> tuple[int | None, str]:
    """Return the board number (``ah|Board 5|`` before ``qx|o5|``) and the room."""
    number, room = None, ""
    for command in found.values("qx"):
        if match := _ROOM.match(command.value):
            number, room = int(match[2]), _ROOMS.get(match[1].lower(), "")
    for command in found.values("ah"):
        if match := _NUMBER.search(command.value):
            number = int(match[1])
    return number, room


def _players(found: LinBoard, room: str) -> tuple[str, str, str, str]:
    """Return the players N E S W of the board or the header, where the closed room is last."""
    own = found.values("pn")
    names = _fields(own[0].value) if own else found.header.players
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
    before = takewhile(lambda command: command.name != "mb", found.commands)
    texts = (command.value for command in before if command.name == "nt")
    return next(filter(None, map(_systems_in, texts)), ("", ""))


def _systems_in(text: str) -> tuple[str, str] | None:
    """Return the names of N-S's and E-W's systems that a text consists of, if one is known."""
    match = _SYSTEMS.fullmatch(text)
    if match is None:
        return None
    names = match["ns"].strip(" \t\n,;.-"), match["ew"].strip(" \t\n,;.-")
    return names if _are_known(names) else None


def _are_known(systems: tuple[str, str]) -> bool:
    """Return True if a name is that of a known system, or has the code of a card."""
    return any(
        fault_of_card(name) or card_named(name) not in (None, UNKNOWN_CARD) for name in systems
    )


def _auction(
    found: LinBoard, dealer: Seat | None, marks: str
) -> tuple[Auction | None, tuple[Remark, ...]]:
    """Return the auction, None without calls, and the remarks, with these marks of quality."""
    auction = None if dealer is None else Auction(dealer)
    calls: list[RemarkParts] = []
    in_auction = ended = False
    for command in found.commands:
        with at_line(command.line):
            if command.name == "mb":
                in_auction = True
                if ended:
                    after = command.value
                    raise MalformedText("nothing may follow {quote}", quote="'?'", text=after)
                if command.value.strip() == "?":
                    ended = True
                    continue
                for word, alerted, mark in _calls(command):
                    if auction is None:
                        raise MalformedText("there are calls, but the dealer is missing")
                    auction = auction.after(call_at(word, 0))
                    calls.append(RemarkParts(alerted, marks=[mark]))
            elif command.name == "an" and calls:
                add_explanation(calls[-1], command.value)
            elif command.name == "nt" and calls and in_auction:
                calls[-1].comment.append(" ".join(command.value.split()))
            elif command.name in ("pg", "pc", "mc"):
                in_auction = False
    for place, mark in _MARKED.findall(marks):
        if 0 < int(place) <= len(calls):
            calls[int(place) - 1].marks = [mark]
    return auction if calls else None, collect_remarks(calls)


def add_explanation(call: RemarkParts, text: str) -> None:
    """Add an explanation; a single '!' only marks an alert."""
    call.alerted = True
    if text.strip() != "!":
        call.explanation.append(" ".join(text.split()))


def _calls(command: Command) -> Iterator[tuple[str, bool, str]]:
    """Yield the calls of one ``mb`` command, usually one, True for an alerted one, and its mark.

    A '!' is an alert, but one before a last '?' is part of the mark.
    """
    text = command.value.strip(" \t\n")  # another blank replaces a character
    if _DASH.fullmatch(text):
        yield "p", "!" in text, ""
        return
    position = 0
    while position < len(text) or not text:
        match = _CALL.match(text, position)
        if match is None:
            fault = "{quote} is not a call; calls are P, X, XX and 1C to 7NT"
            raise MalformedCall(fault, quote=quoted(text), text=text)
        position = match.end()
        alerts, mark = match[2], match[3] or ""
        if alerts and mark == "?":
            alerts, mark = alerts[1:], "!?"
        yield match[1], bool(alerts), mark


def _tricks(found: LinBoard, auction: Auction | None, played: Sequence[Card | None]) -> int | None:
    """Return the tricks that declarer claimed, or took with all cards played; else None."""
    if claims := found.values("mc"):
        return number_up_to(MOST_TRICKS, claims[-1].value.strip())
    contract = None if auction is None else auction.contract
    cards = [card for card in played if card is not None]
    if contract is None or not len(cards) == len(set(cards)) == CARDS_IN_PACK:
        return None
    return tricks_taken(contract, cards)


def parse_cards(text: str) -> list[Card]:
    """Return the cards at the start of a text."""
    cards, place = [], 0
    while match := _CARD.match(text, place):
        cards.append(Card.of(Suit[match[1].upper()], match[2].upper().replace("10", "T")))
        place = match.end()
    return cards


def play_of(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards as a play: none for a lead alone, or where one is played twice."""
    return tuple(cards) if len(set(cards)) == len(cards) > 1 else ()


def first_card(text: str) -> Card | None:
    """Return the card at the start of a text, such as ``SQ`` or ``h10``, or None."""
    return next(iter(parse_cards(text)), None)


def lin_pieces(boards: Iterable[Board]) -> Iterator[str]:
    """Yield the pieces of a LIN file with these boards, and a header where it changes.

    The header is in the line of its board, as some programs take every line for a board.
    """
    header = ""
    for board in boards:
        of_header = {"Event": board.event, **_header_tags(board)}
        fields = [_plain(of_header.get(name, ""), without=",") for name in _VUGRAPH]
        named = ",".join(fields).rstrip(",")
        if named != header:
            yield f"vg|{named}|"
        header = named
        yield from _commands(board)
        yield "\n"


def _has_room(board: Board) -> bool:
    """Return True if a command says the room."""
    numbered = board.number is not None and board.number <= _LARGEST_NUMBER
    return numbered and board.room in _ROOM_LETTERS


def _header_tags(board: Board) -> dict[str, str]:
    """Return the tags that the header has as they are."""
    letters = {name: letter for letter, name in _SCORINGS.items()}
    return {
        name: letters.get(value, value) if name == "Scoring" else value
        for name, value, section in board.others
        if name in _VUGRAPH[1:]
        and value == _plain(value, without=",")
        and not (section or (name == "Scoring" and value in _SCORINGS))
    }


def _commands(board: Board) -> Iterator[str]:
    """Yield the commands of one board."""
    number = board.number if board.number is None or board.number <= _LARGEST_NUMBER else None
    if _has_room(board):
        yield f"qx|{_ROOM_LETTERS[board.room]}{number}|"
    names = ",".join(_plain(board.players[seat], without=",") for seat in _ORDER)
    dealer = board.dealer if board.auction is None else board.auction.dealer
    digit = 0 if dealer is None else _ORDER.index(dealer) + 1
    hands = ",".join(_hand(board.hands[seat]) for seat in _ORDER)
    yield f"pn|{names}|st||md|{digit}{hands}|"
    if number is not None:
        yield f"ah|Board {number}|"
    if board.vulnerability is not None:
        yield f"sv|{_VULNERABILITY_LETTERS[board.vulnerability]}|"
    for call, remark in board.remarked_calls():
        spelled = _CALLS.get(call, str(call)[:2])
        yield f"mb|{spelled}{'!' if remark.alerted or remark.explanation else ''}|"
        if remark.explanation:
            yield f"an|{_text(remark.explanation)}|"
        if remark.comment:
            yield f"nt|{_text(remark.comment)}|"
    yield "pg||"
    cards = board.cards_played
    for start in range(0, len(cards), TRICK):
        yield "".join(f"pc|{card}|" for card in cards[start : start + TRICK]) + "pg||"
    if board.tricks is not None:
        yield f"mc|{board.tricks}|"
    yield from _other_commands(board)


def _other_commands(board: Board) -> Iterator[str]:
    """Yield what is said besides: commands of LIN, text of the viewer and tags of PBN.

    Readers that take text of the viewer for one on the last call need a call before it.
    """
    has_calls = board.auction is not None and bool(board.auction.calls)
    in_header, tags = _header_tags(board), list[OtherTag]()
    for other in board.others:
        command = other.name.removeprefix(_KEPT)
        if command != other.name and _NAME.fullmatch(command) and "|" not in other.value:
            yield f"{command}|{other.value}|"
        elif not other.name and has_calls and "|" not in other.value:
            yield f"nt|{_text(other.value)}|"
        elif other.name not in in_header:
            tags.append(other)
    if board.contract and board.contract != outcome_of(board.auction):
        contract, _, declarer = board.contract.partition(" by ")
        tags += [OtherTag("Contract", contract), OtherTag("Declarer", declarer)]
    if board.room and not _has_room(board):
        tags.append(OtherTag(_ROOM_TAG, board.room))
    systems = zip(_SYSTEM_TAGS, board.systems, strict=True)
    tags += [OtherTag(name, value) for name, value in systems if value]
    if marks := [f"{one.position + 1} {one.marks}" for one in board.remarks if one.marks]:
        tags.append(OtherTag(_MARKS_TAG, " ".join(marks)))
    if tags:
        text = "".join(map(format_other, tags)).removesuffix("\n")
        yield f"{_TAGS}|{_TAG_TEXT.sub(lambda mark: f'%{ord(mark[0]):02X}', text)}|"


def _text(text: str) -> str:
    """Return what is said on one line, with suits as the viewer draws them."""
    return with_suit_letters(_plain(text), "!")


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
