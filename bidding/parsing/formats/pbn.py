"""Reading Portable Bridge Notation (PBN 2.1, import format and common dialects).

endplay is not used for this: it drops leading passes and misplaces notes, holds boards in mutable
DDS structures and depends on matplotlib.

A board is read as written or refused. Only the fourth hand, which follows from three, the dealer,
who makes the first call, and the passes of ``AP`` are filled in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from bidding.domain.auction import Auction
from bidding.domain.cards import Card, Hand, Hands
from bidding.domain.errors import MalformedDeal
from bidding.domain.messages import Message
from bidding.domain.table import Seat, Strain, Suit
from bidding.parsing.formats.pbn_auction import read_auction
from bidding.parsing.formats.pbn_games import Game, read_games
from bidding.parsing.formats.recorded_boards import (
    LARGEST_NUMBER,
    PASSED_OUT,
    BadBoard,
    Board,
    ErrorAtLine,
    at_line,
    check_agreement,
    completed_hands,
    tricks_of,
)
from bidding.parsing.text.hands import naming_player, parse_hand
from bidding.parsing.text.names import parse_seat, parse_vulnerability
from bidding.parsing.text.tokens import DASHES, quoted

_DEAL = re.compile(r"([NESWnesw])\s*:\s*(.*)", re.DOTALL)
_CONTRACT = re.compile(r"([1-7])(C|D|H|S|NT?)(X{0,2})", re.IGNORECASE | re.ASCII)
_CARD = re.compile(r"([SHDC])([AKQJT2-9]|10)", re.IGNORECASE | re.ASCII)
Parsed = TypeVar("Parsed")
_UNKNOWN_HANDS: Hands = (None, None, None, None)
_STRAINS = {"C": Strain.C, "D": Strain.D, "H": Strain.H, "S": Strain.S, "N": Strain.NT}


def read_pbn(text: str) -> Iterator[Board | BadBoard]:
    """Yield every board of a PBN text in order, with a BadBoard for an invalid one."""
    for game in read_games(text):
        try:
            if game.fault is not None:
                raise ErrorAtLine(*game.fault)
            yield _board(game)
        except ErrorAtLine as fault:
            event, number = game.value("Event"), _number(game.value("Board"))
            yield BadBoard(fault.line, fault.error.code, fault.error.fault, event, number)


def parse_deal(value: str) -> Hands:
    """Parse the hands of a Deal tag as N E S W; None for a hand that is not given.

    Raises MalformedDeal, or the errors of ``parse_hand``.
    """
    if not value:
        return _UNKNOWN_HANDS
    parts = _DEAL.fullmatch(value)
    if parts is None:
        fault = "a deal begins with the seat of its first hand and ':', not {quote}"
        raise MalformedDeal(Message(fault, quote=quoted(value)), text=value)
    holdings = parts[2].split()
    if len(holdings) != 4:
        fault = Message("a deal has four hands, this one {count}", count=len(holdings))
        raise MalformedDeal(fault, text=value)
    first = parse_seat(parts[1])
    by_seat = {}
    for turn, text in enumerate(holdings):
        with naming_player(seat := first.after(turn)):
            by_seat[seat] = _hand(text)
    return completed_hands((by_seat[Seat.N], by_seat[Seat.E], by_seat[Seat.S], by_seat[Seat.W]))


def _hand(text: str) -> Hand | None:
    """Parse one hand of a Deal tag; a dash, or only dots, is a hand that is not given."""
    if text in DASHES or text == "...":
        return None
    if text.count(".") != 3:
        fault = "a hand has four suits with a dot between each two, not {quote}"
        raise MalformedDeal(Message(fault, quote=quoted(text)), text=text)
    return parse_hand(text)


def _board(game: Game) -> Board:
    """Build the board of a game. Raises ErrorAtLine."""
    dealer = _tag(game, "Dealer", parse_seat)
    hands = _tag(game, "Deal", parse_deal) or _UNKNOWN_HANDS
    first = _tag(game, "Auction", parse_seat)
    auction, remarks = read_auction(first, game.auction, dealer, game.notes)
    board = Board(
        line=game.line,
        event=game.value("Event"),
        number=_number(game.value("Board")),
        room=game.value("Room") or game.value("Table"),
        players=(
            game.value("North"),
            game.value("East"),
            game.value("South"),
            game.value("West"),
        ),
        dealer=auction.dealer if auction is not None else dealer,
        vulnerability=_tag(game, "Vulnerable", parse_vulnerability),
        hands=hands,
        auction=auction,
        remarks=remarks,
        systems=(game.value("BidSystemNS"), game.value("BidSystemEW")),
        contract=_contract(game.value("Contract"), game.value("Declarer")),
        lead=_lead(game, auction),
        tricks=tricks_of(game.value("Result")),
    )
    with at_line(game.line_of("Auction")):
        check_agreement(board)
    return board


def _tag(game: Game, name: str, parse: Callable[[str], Parsed]) -> Parsed | None:
    """Parse a tag's value; return None if it is absent or unknown."""
    value = game.value(name)
    if not value:
        return None
    with at_line(game.line_of(name)):
        return parse(value)


def _number(value: str) -> int | None:
    """Parse a board number; return None for anything else."""
    if not value.isascii() or not value.isdigit() or len(value) > len(str(LARGEST_NUMBER)):
        return None
    return int(value)


def _contract(value: str, declarer: str) -> str:
    """Return the stated contract in the form of ``str(Contract)``; empty if unknown.

    '^' before the declarer means that dummy played the hand, which the auction may contradict.
    """
    if value.lower() in ("pass", "passed out", "ap"):
        return PASSED_OUT
    parts = _CONTRACT.fullmatch("".join(value.split()))
    if parts is None or declarer.upper() not in Seat.__members__:
        return ""
    strain = _STRAINS[parts[2][0].upper()]
    return f"{parts[1]}{strain.name}{parts[3].upper()} by {declarer.upper()}"


def _lead(game: Game, auction: Auction | None) -> Card | None:
    """Return the opening lead, if the play is recorded from the leader's seat."""
    contract = auction.contract if auction is not None else None
    card = _CARD.fullmatch(game.first_play)
    if contract is None or card is None or game.value("Play").upper() != contract.leader.name:
        return None
    with at_line(game.line_of("Play")):
        return Card.of(Suit[card[1].upper()], "T" if card[2] == "10" else card[2].upper())
