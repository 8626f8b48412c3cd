"""Writing boards as LIN, the format of Bridge Base Online, one per line.

``read_lin`` reads them back, except bidding systems, a stated contract and marks of quality, for
which LIN has no commands, and comments: they become text of the viewer (``nt``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bidding.domain.calls import Call
from bidding.domain.cards import Hand
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.parsing.formats.recorded_boards import Board, Remark

_ORDER = (Seat.S, Seat.W, Seat.N, Seat.E)
_ROOMS = {"Open": "o", "Closed": "c"}
_LARGEST_NUMBER = 999_999
_VULNERABILITIES = {
    None: "",
    Vulnerability.NONE: "o",
    Vulnerability.NS: "n",
    Vulnerability.EW: "e",
    Vulnerability.BOTH: "b",
}


def format_lin(boards: Iterable[Board]) -> str:
    """Return a LIN file with these boards, with a header at each change of event."""
    return "".join(lin_pieces(boards))


def lin_pieces(boards: Iterable[Board]) -> Iterator[str]:
    """Yield the pieces of such a file."""
    event = ""
    for board in boards:
        if _event(board) != event:
            event = _event(board)
            yield _command("vg", event) + "\n"
        yield from _commands(board)
        yield "\n"


def _event(board: Board) -> str:
    """Return the event without commas, which would end it."""
    return _plain(board.event, without=",")


def _commands(board: Board) -> Iterator[str]:
    """Yield the commands of one board."""
    number = board.number if board.number is None or board.number <= _LARGEST_NUMBER else None
    if number is not None and board.room in _ROOMS:
        yield _command("qx", f"{_ROOMS[board.room]}{number}")
    names = ",".join(_plain(board.players[seat], without=",") for seat in _ORDER)
    yield _command("pn", names) + _command("st", "") + _command("md", _deal(board))
    if number is not None:
        yield _command("ah", f"Board {number}")
    yield _command("sv", _VULNERABILITIES[board.vulnerability])
    remarks = {remark.position: remark for remark in board.remarks}
    for place, call in enumerate(board.auction.calls if board.auction is not None else ()):
        yield from _call(call, remarks.get(place, Remark(place)))
    if board.lead is not None:
        yield _command("pg", "") + _command("pc", str(board.lead))
    yield _command("pg", "")
    if board.tricks is not None:
        yield _command("mc", str(board.tricks))


def _command(name: str, value: str) -> str:
    return f"{name}|{value}|"


def _plain(text: str, without: str = "") -> str:
    """Return a text on one line, without bars, which would end its command."""
    for mark in f"|{without}":
        text = text.replace(mark, " ")
    return " ".join(text.split())


def _deal(board: Board) -> str:
    """Format the dealer's digit (0 if unknown) and the hands from South on."""
    dealer = board.dealer if board.auction is None else board.auction.dealer
    digit = 0 if dealer is None else _ORDER.index(dealer) + 1
    return f"{digit}{','.join(_hand(board.hands[seat]) for seat in _ORDER)}"


def _hand(hand: Hand | None) -> str:
    """Format a hand, each holding after its suit's letter; empty if unknown."""
    if hand is None:
        return ""
    return "".join(suit.name + "".join(card.rank for card in hand.suit(suit)) for suit in Suit)


def _call(call: Call, remark: Remark) -> Iterator[str]:
    """Yield a call with its alert, explanation and comment."""
    alerted = remark.alerted or remark.explanation
    yield _command("mb", f"{call}{'!' if alerted else ''}")
    if remark.explanation:
        yield _command("an", _plain(remark.explanation))
    if remark.comment:
        yield _command("nt", _plain(remark.comment))
