"""Reading LIN, the format of Bridge Base Online.

A board is read as written or refused; only the fourth hand, which follows from three, is filled
in. Hands are in the order S W N E after the dealer's digit (1 South, 2 West, 3 North, 4 East);
an explanation (``an``) follows its call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bidding.domain.auction import Auction
from bidding.domain.cards import CARDS_IN_PACK, Card, Hand, Hands
from bidding.domain.errors import MalformedCall, MalformedDeal, MalformedTable
from bidding.domain.messages import Message
from bidding.domain.play import tricks_taken
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.parsing.formats.lin_commands import Command, LinBoard, read_boards
from bidding.parsing.formats.recorded_boards import (
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
    tricks_of,
)
from bidding.parsing.text.call_text import call_at
from bidding.parsing.text.hands import naming_player, parse_hand
from bidding.parsing.text.tokens import quoted

# ASCII only: otherwise the Kelvin sign is a K. 'xxx' is a double and a redouble.
GLUED_CALL = r"(?a:([1-7](?:nt|[cdhsn])|pass|p|dbl|d|x(?=xx)|xx|x|rdbl|r))(!*)"
_CALL = re.compile(GLUED_CALL + r"[ \t\n]*", re.IGNORECASE)
_CARD = re.compile(r"\s*(?a:([SHDC])(10|[AKQJT2-9]))", re.IGNORECASE)
_DEAL = re.compile(r"([0-9]?)\s*(.*)", re.DOTALL)
_ROOM = re.compile(r"\s*([oc])\s*(\d{1,6})", re.IGNORECASE)
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


def read_lin(text: str) -> Iterator[Board | BadBoard]:
    """Yield every board of a LIN text in order, with a BadBoard for an invalid one."""
    for found in read_boards(text):
        event, (number, _) = _event(found), _number_and_room(found)
        try:
            if found.fault is not None:
                raise ErrorAtLine(*found.fault)
            yield _board(found)
        except ErrorAtLine as fault:
            yield BadBoard(fault.line, fault.error.code, fault.error.fault, event, number)


def _board(found: LinBoard) -> Board:
    """Build a board from its commands. Raises ErrorAtLine."""
    dealer, hands = _deal(found)
    auction, remarks = _auction(found, dealer)
    number, room = _number_and_room(found)
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
        lead=_lead(found),
        tricks=_tricks(found, auction),
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
    """Return dealer and hands of ``md``; None for those not given."""
    for command in found.values("md"):
        with at_line(command.line):
            return _parse_deal(command.value.strip())
    return None, (None, None, None, None)


def _parse_deal(value: str) -> tuple[Seat | None, Hands]:
    parts = _DEAL.fullmatch(value)
    assert parts is not None
    if parts[1] not in _DEALERS and parts[1] not in ("", "0"):
        fault = Message("{dealer} is not a dealer; dealers are 1 to 4", dealer=parts[1])
        raise MalformedTable(fault, text=parts[1])
    holdings = parts[2].split(",")
    if len(holdings) > 4:
        fault = Message("a deal has four hands, this one {count}", count=len(holdings))
        raise MalformedDeal(fault, text=value)
    given = dict(zip(_ORDER, holdings, strict=False))
    hands = []
    for seat in Seat:
        with naming_player(seat):
            hands.append(parse_lin_hand(given.get(seat, "")))
    north, east, south, west = hands
    return _DEALERS.get(parts[1]), completed_hands((north, east, south, west))


def parse_lin_hand(text: str) -> Hand | None:
    """Parse a hand, each holding after its suit's letter; return None if empty.

    Raises MalformedDeal, or the errors of ``parse_hand``.
    """
    text = text.strip()
    if not text:
        return None
    if text[0].upper() not in Suit.__members__:
        fault = "a hand begins with a suit's letter, S, H, D or C, not {quote}"
        raise MalformedDeal(Message(fault, quote=quoted(text)), text=text)
    return parse_hand(text)


def parse_lin_vulnerability(text: str) -> Vulnerability | None:
    """Parse a vulnerability; return None for an empty text. Raises MalformedTable."""
    name = text.strip().lower()
    if name and name not in _VULNERABILITIES:
        fault = "{quote} is not a vulnerability; it must be one of o, n, e and b"
        raise MalformedTable(Message(fault, quote=quoted(name)), text=name)
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


def _auction(found: LinBoard, dealer: Seat | None) -> tuple[Auction | None, tuple[Remark, ...]]:
    """Return the auction, None without calls, and the remarks."""
    auction: Auction | None = None
    calls: list[RemarkParts] = []
    for command in found.commands:
        with at_line(command.line):
            if command.name == "mb":
                for word, alerted in _calls(command):
                    auction = _auction_so_far(auction, dealer).after(call_at(word, 0))
                    calls.append(RemarkParts(alerted))
            elif command.name == "an" and calls:
                add_explanation(calls[-1], command.value)
    return auction, collect_remarks(calls)


def add_explanation(call: RemarkParts, text: str) -> None:
    """Add an explanation; a single '!' only marks an alert."""
    call.alerted = True
    if text.strip() != "!":
        call.explanation.append(" ".join(text.split()))


def _auction_so_far(auction: Auction | None, dealer: Seat | None) -> Auction:
    """Return the auction so far. Raises MalformedText for a first call without a dealer."""
    if auction is not None:
        return auction
    if dealer is None:
        raise MalformedText("there are calls, but the dealer is missing")
    return Auction(dealer)


def _calls(command: Command) -> Iterator[tuple[str, bool]]:
    """Yield the calls of one ``mb`` command, usually one, and True for an alerted one."""
    text = command.value.strip(" \t\n")  # another blank replaces a character
    position = 0
    while position < len(text) or not text:
        match = _CALL.match(text, position)
        if match is None:
            fault = "{quote} is not a call; calls are P, X, XX and 1C to 7NT"
            raise MalformedCall(Message(fault, quote=quoted(text)), text=text)
        position = match.end()
        yield match[1], bool(match[2])


def _lead(found: LinBoard) -> Card | None:
    """Return the opening lead, the first card played."""
    for command in found.values("pc"):
        with at_line(command.line):
            return first_card(command.value)
    return None


def _tricks(found: LinBoard, auction: Auction | None) -> int | None:
    """Return the tricks that declarer claimed, or took with all cards played; else None."""
    if claims := found.values("mc"):
        return tricks_of(claims[-1].value)
    contract = None if auction is None else auction.contract
    cards = [card for command in found.values("pc") if (card := first_card(command.value))]
    if contract is None or not len(cards) == len(set(cards)) == CARDS_IN_PACK:
        return None
    return tricks_taken(contract, cards)


def first_card(text: str) -> Card | None:
    """Return the card at the start of a text, such as ``SQ`` or ``h10``, or None."""
    card = _CARD.match(text)
    return Card.of(Suit[card[1].upper()], card[2].upper().replace("10", "T")) if card else None
