"""Writing boards as Portable Bridge Notation, which ``read_pbn`` reads back.

All mandatory tags are written, with '?' for unknown values. An alerted remark becomes a note,
remarks with one explanation the same one, and a comment follows its call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.formats.recorded_boards import PASSED_OUT, Board, Remark, outcome_of

_HEAD = "% PBN 2.1\n"
_CALLS_IN_ROW = 4
_VULNERABLE = {
    None: "?",
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.BOTH: "All",
}


def format_pbn(boards: Iterable[Board]) -> str:
    """Return a PBN file with these boards."""
    return "".join(pbn_pieces(boards))


def pbn_pieces(boards: Iterable[Board]) -> Iterator[str]:
    """Yield the pieces of a PBN file with these boards."""
    yield _HEAD
    for board in boards:
        yield "\n"
        yield from _game(board)


def _game(board: Board) -> Iterator[str]:
    """Yield the lines of one game, with line ends."""
    declarer, contract = _contract(board)
    dealer = board.dealer if board.auction is None else board.auction.dealer
    yield _tag("Event", board.event or "?")
    yield _tag("Site", "?") + _tag("Date", "?")
    yield _tag("Board", "?" if board.number is None else str(board.number))
    for seat in (Seat.W, Seat.N, Seat.E, Seat.S):
        yield _tag(seat.full_name, board.players[seat] or "?")
    yield _tag("Dealer", "?" if dealer is None else dealer.name)
    yield _tag("Vulnerable", _VULNERABLE[board.vulnerability])
    yield _tag("Deal", "N:" + " ".join("-" if hand is None else str(hand) for hand in board.hands))
    yield _tag("Scoring", "?") + _tag("Declarer", declarer) + _tag("Contract", contract)
    yield _tag("Result", "?" if board.tricks is None else str(board.tricks))
    optional = (
        ("Room", board.room),
        *zip(("BidSystemNS", "BidSystemEW"), board.systems, strict=True),
    )
    yield from (_tag(name, value) for name, value in optional if value)
    if board.auction is not None and board.auction.calls:
        yield from _auction(board.auction, {remark.position: remark for remark in board.remarks})
    yield from _lead(board)


def _tag(name: str, value: str) -> str:
    """Format a tag line. A blank before '#' prevents inheritance from the previous game."""
    value = _one_line(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{" " if value.startswith("#") else ""}{value}"]\n'


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _contract(board: Board) -> tuple[str, str]:
    """Return declarer and contract, as stated or from the auction."""
    stated = board.contract or outcome_of(board.auction)
    if stated == PASSED_OUT:
        return "", "Pass"
    contract, _, declarer = stated.partition(" by ")
    return declarer or "?", contract or "?"


def _auction(auction: Auction, remarks: dict[int, Remark]) -> Iterator[str]:
    """Yield the auction section, four calls per row, and its notes."""
    yield _tag("Auction", auction.dealer.name)
    notes: dict[str, int] = {}  # the number of each
    words = []
    for place, call in enumerate(auction.calls):
        remark = remarks.get(place, Remark(place))
        number = None
        if remark.alerted or remark.explanation:
            number = notes.setdefault(remark.explanation, len(notes) + 1)
        words.append(_call(call, remark, number))
    for start in range(0, len(words), _CALLS_IN_ROW):
        row = words[start : start + _CALLS_IN_ROW]
        yield " ".join(row).replace("\n ", "\n").rstrip("\n") + "\n"
    yield from (_tag("Note", f"{number}:{note}") for note, number in notes.items())


def _call(call: Call, remark: Remark, note: int | None) -> str:
    """Format a call with its marks, note number and comment."""
    words = ["Pass" if call == PASS else str(call)]
    if remark.marks:
        words.append(remark.marks)
    if note is not None:
        words.append(f"={note}=")
    comment = _one_line(remark.comment)
    if comment:
        words.append(f"; {comment}\n" if "}" in comment else f"{{{comment}}}")
    return " ".join(words)


def _lead(board: Board) -> Iterator[str]:
    """Yield the play section with the opening lead, if the leader is known."""
    contract = board.auction.contract if board.auction is not None else None
    if contract is not None and board.lead is not None:
        yield _tag("Play", contract.leader.name) + f"{board.lead} - - -\n*\n"
