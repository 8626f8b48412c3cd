"""Portable Bridge Notation (PBN 2.1): reading the import format and common dialects, and writing.

endplay is not used for this: it drops leading passes and misplaces notes, holds boards in mutable
DDS structures and depends on matplotlib.

A board is read as written or refused. Only the fourth hand, which follows from three, the dealer,
who makes the first call, and the passes of ``AP`` are filled in. The auction section is that of
chapters 3.5 and 3.9.

``read_pbn`` reads back what is written: all mandatory tags, with '?' for unknown values. An alerted
remark becomes a note, remarks with one explanation the same one, and a comment follows its call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.cards import Card, Hand, Hands
from bidding.domain.errors import MalformedCall, MalformedDeal
from bidding.domain.messages import Message
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.parsing.formats.pbn_games import Game, Word, read_games
from bidding.parsing.formats.recorded_boards import (
    LARGEST_NUMBER,
    MOST_TRICKS,
    PASSED_OUT,
    BadBoard,
    Board,
    Contradiction,
    ErrorAtLine,
    IrregularAuction,
    MalformedText,
    Remark,
    RemarkParts,
    at_line,
    check_agreement,
    collect_remarks,
    completed_hands,
    number_up_to,
    outcome_of,
)
from bidding.parsing.text.hands import naming_player, parse_hand
from bidding.parsing.text.words import DASHES, call_at, parse_seat, parse_vulnerability, quoted

_PART = re.compile(r"=\d+=|\$\d+|\^.?|[!?]{1,2}|[*+]|[^=$^!?*+]+|.")
_ANNOTATION = re.compile(r"=\d+=|\$\d+|[!?]{1,2}")
_ALL_PASS = ("ap", "allpass", "all-pass")
_IRREGULAR = {
    "^I": "an insufficient bid was accepted (^I)",
    "^S": "a call out of rotation was accepted (^S)",
}

_DEAL = re.compile(r"([NESWnesw])\s*:\s*(.*)", re.DOTALL)
_CONTRACT = re.compile(r"([1-7])(C|D|H|S|NT?)(X{0,2})", re.IGNORECASE | re.ASCII)
_CARD = re.compile(r"([SHDC])([AKQJT2-9]|10)", re.IGNORECASE | re.ASCII)
Parsed = TypeVar("Parsed")
_UNKNOWN_HANDS: Hands = (None, None, None, None)
_HEAD = "% PBN 2.1\n"
_PLAYERS = (Seat.W, Seat.N, Seat.E, Seat.S)
_CALLS_IN_ROW = 4
_VULNERABLE = dict(zip((None, *Vulnerability), ("?", "None", "NS", "EW", "All"), strict=True))


def _joined(words: Iterable[Word]) -> list[Word]:
    """Return the words, with 'All Pass' as one."""
    joined: list[Word] = []
    for word in words:
        last = joined[-1] if joined and not joined[-1].is_comment else word
        if last.text.lower() == "all" and word.text.lower() == "pass":
            joined[-1] = last._replace(text="AllPass")
        else:
            joined.append(word)
    return joined


class _AuctionReader:
    """Reader of an auction section; ``first`` is the seat of the Auction tag.

    Without a dealer the first caller is the dealer. Errors are those of invalid and illegal calls,
    and of one that contradicts the dealer.
    """

    def __init__(self, first: Seat | None, dealer: Seat | None, notes: Mapping[str, str]) -> None:
        self.first = first
        self.dealer = dealer
        self.notes = notes
        self.skipped = 0  # dashes for seats before the dealer
        self.closed = ""  # the mark that closed the section
        self.auction: Auction | None = None
        self.calls: list[RemarkParts] = []

    def read(self, words: Iterable[Word]) -> None:
        """Read the section. Raises ErrorAtLine."""
        for word in _joined(words):
            with at_line(word.line):
                if not word.is_comment:
                    for part in _PART.findall(word.text):
                        self.part(part)
                elif self.calls:  # a comment before the first call is ignored
                    self.calls[-1].comment.append(word.text.strip())

    def part(self, text: str) -> None:
        """Read one call, mark or note reference."""
        if _ANNOTATION.fullmatch(text):
            self.annotate(text)
        elif self.closed and text not in ("*", *DASHES):
            fault = "nothing may follow {quote}"
            raise MalformedText(fault, quote=quoted(self.closed), text=text)
        elif text.upper() in _IRREGULAR:
            raise IrregularAuction(_IRREGULAR[text.upper()], text=text)
        elif text in ("*", "+"):
            self.closed = text
        elif not text.strip(DASHES):
            self.skip(text)
        elif text.lower() in _ALL_PASS:
            if self.auction_so_far().is_over:
                fault = "{quote} comes after the end of the auction"
                raise MalformedCall(fault, quote=quoted(text), text=text)
            while not self.auction_so_far().is_over:
                self.call(PASS)
            self.closed = text
        else:
            self.call(call_at(text, 0))

    def skip(self, dash: str) -> None:
        """Read a dash: a seat before the dealer, or padding of the last row."""
        if len(dash) == 1 and self.auction is not None and self.auction.is_over:
            return
        if self.auction is not None or len(dash) > 1:
            fault = "{quote} is not a call: a dash stands for a seat before the dealer"
            raise MalformedCall(fault, quote=quoted(dash), text=dash)
        self.skipped += 1

    def call(self, call: Call) -> None:
        """Add the next call."""
        self.auction = self.auction_so_far().after(call)
        self.calls.append(RemarkParts())

    def auction_so_far(self) -> Auction:
        """Return the auction so far; determine the dealer at the first call."""
        if self.auction is not None:
            return self.auction
        if self.first is None:
            raise MalformedText("it does not say who calls first")
        caller = self.first.after(self.skipped)
        if self.skipped <= 3 and self.dealer in (None, caller):
            return Auction(caller)
        who = Message(caller.full_name)
        if self.dealer is None:
            raise Contradiction("the first call is {who}'s", who=who)
        fault = "the first call is {who}'s, but {dealer} dealt"
        raise Contradiction(fault, who=who, dealer=Message(self.dealer.full_name))

    def annotate(self, text: str) -> None:
        """Add a note reference, a NAG or a mark of quality to the last call."""
        if not self.calls:
            fault = "{quote} comes before the first call"
            raise MalformedText(fault, quote=quoted(text), text=text)
        last = self.calls[-1]
        if text[0] == "=":
            last.alerted, last.explanation = True, [self.notes.get(text[1:-1].lstrip("0"), "")]
        else:
            last.marks.append(text)


def read_pbn(text: str) -> Iterator[Board | BadBoard]:
    """Yield every board of a PBN text in order, with a BadBoard for an invalid one."""
    for game in read_games(text):
        try:
            if game.fault is not None:
                raise ErrorAtLine(*game.fault)
            yield _board(game)
        except ErrorAtLine as fault:
            event, number = game.value("Event"), number_up_to(LARGEST_NUMBER, game.value("Board"))
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
        raise MalformedDeal(fault, quote=quoted(value), text=value)
    holdings = parts[2].split()
    if len(holdings) != 4:
        fault = "a deal has four hands, this one {count}"
        raise MalformedDeal(fault, count=len(holdings), text=value)
    first = parse_seat(parts[1])
    by_seat = {}
    for turn, text in enumerate(holdings):
        with naming_player(seat := first.after(turn)):
            by_seat[seat] = _hand(text)
    return completed_hands(by_seat[seat] for seat in Seat)


def _hand(text: str) -> Hand | None:
    """Parse one hand of a Deal tag; a dash, or only dots, is a hand that is not given."""
    if text in DASHES or text == "...":
        return None
    if text.count(".") != 3:
        fault = "a hand has four suits with a dot between each two, not {quote}"
        raise MalformedDeal(fault, quote=quoted(text), text=text)
    return parse_hand(text)


def _board(game: Game) -> Board:
    """Build the board of a game. Raises ErrorAtLine."""
    dealer = _tag(game, "Dealer", parse_seat)
    hands = _tag(game, "Deal", parse_deal) or _UNKNOWN_HANDS
    reader = _AuctionReader(_tag(game, "Auction", parse_seat), dealer, game.notes)
    reader.read(game.auction)
    auction = reader.auction
    north, east, south, west = (game.value(seat.full_name) for seat in Seat)
    board = Board(
        line=game.line,
        event=game.value("Event"),
        number=number_up_to(LARGEST_NUMBER, game.value("Board")),
        room=game.value("Room") or game.value("Table"),
        players=(north, east, south, west),
        dealer=auction.dealer if auction is not None else dealer,
        vulnerability=_tag(game, "Vulnerable", parse_vulnerability),
        hands=hands,
        auction=auction,
        remarks=collect_remarks(reader.calls),
        systems=(game.value("BidSystemNS"), game.value("BidSystemEW")),
        contract=_contract(game.value("Contract"), game.value("Declarer")),
        lead=_lead(game, auction),
        tricks=number_up_to(MOST_TRICKS, game.value("Result")),
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


def _contract(value: str, declarer: str) -> str:
    """Return the stated contract in the form of ``str(Contract)``; empty if unknown.

    '^' before the declarer means that dummy played the hand, which the auction may contradict.
    """
    if value.lower() in ("pass", "passed out", "ap"):
        return PASSED_OUT
    parts = _CONTRACT.fullmatch("".join(value.split()))
    if parts is None or declarer.upper() not in Seat.__members__:
        return ""
    strain = parts[2][0].upper().replace("N", "NT")
    return f"{parts[1]}{strain}{parts[3].upper()} by {declarer.upper()}"


def _lead(game: Game, auction: Auction | None) -> Card | None:
    """Return the opening lead, if the play is recorded from the leader's seat."""
    contract = auction.contract if auction is not None else None
    card = _CARD.fullmatch(game.first_play)
    if contract is None or card is None or game.value("Play").upper() != contract.leader.name:
        return None
    with at_line(game.line_of("Play")):
        return Card.of(Suit[card[1].upper()], "T" if card[2] == "10" else card[2].upper())


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
    contract, _, declarer = (board.contract or outcome_of(board.auction)).partition(" by ")
    passed_out = contract == PASSED_OUT
    dealer = board.dealer if board.auction is None else board.auction.dealer
    hands = " ".join("-" if hand is None else str(hand) for hand in board.hands)
    mandatory = {
        "Event": board.event or None,
        "Site": None,
        "Date": None,
        "Board": board.number,
        **{seat.full_name: board.players[seat] or None for seat in _PLAYERS},
        "Dealer": None if dealer is None else dealer.name,
        "Vulnerable": _VULNERABLE[board.vulnerability],
        "Deal": f"N:{hands}",
        "Scoring": None,
        "Declarer": "" if passed_out else declarer or None,
        "Contract": "Pass" if passed_out else contract or None,
        "Result": board.tricks,
    }
    for name, value in mandatory.items():
        yield _tag_line(name, "?" if value is None else str(value))
    north_south, east_west = board.systems
    optional = {"Room": board.room, "BidSystemNS": north_south, "BidSystemEW": east_west}
    yield from (_tag_line(name, value) for name, value in optional.items() if value)
    if board.auction is not None and board.auction.calls:
        yield from _auction(board, board.auction.dealer)
    played = None if board.auction is None else board.auction.contract
    if played is not None and board.lead is not None:
        yield _tag_line("Play", played.leader.name) + f"{board.lead} - - -\n*\n"


def _tag_line(name: str, value: str) -> str:
    """Format a tag line. A blank before '#' prevents inheritance from the previous game."""
    value = _one_line(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{" " if value.startswith("#") else ""}{value}"]\n'


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _auction(board: Board, dealer: Seat) -> Iterator[str]:
    """Yield the auction section, four calls per row, and its notes."""
    yield _tag_line("Auction", dealer.name)
    notes: dict[str, int] = {}  # the number of each
    words = []
    for call, remark in board.remarked_calls():
        number = None
        if remark.alerted or remark.explanation:
            number = notes.setdefault(remark.explanation, len(notes) + 1)
        words.append(_call(call, remark, number))
    for start in range(0, len(words), _CALLS_IN_ROW):
        row = words[start : start + _CALLS_IN_ROW]
        yield " ".join(row).replace("\n ", "\n").rstrip("\n") + "\n"
    yield from (_tag_line("Note", f"{number}:{note}") for note, number in notes.items())


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
