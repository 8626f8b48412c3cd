"""Portable Bridge Notation (PBN 2.1): reading the import format and common dialects, and writing.

endplay is not used for this: it drops leading passes and misplaces notes, holds boards in mutable
DDS structures and depends on matplotlib.

A board is read as written or refused. Only the fourth hand, which follows from three, the dealer,
who makes the first call, and the passes of ``AP`` are filled in. The auction section is that of
chapters 3.5 and 3.9.

A game without a deal is another table of the board before it, if nothing in it says otherwise.

``read_pbn`` reads back what is written: all mandatory tags, with '?' for unknown values. An alerted
remark becomes a note, remarks with one explanation the same one, and a comment follows its call.
What no field of ``Board`` has is kept as it is written: other tags with their sections, comments,
and values that are not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from bidding.domain.auction import Auction, Contract
from bidding.domain.calls import PASS, Call
from bidding.domain.cards import CARDS_IN_PACK, Card, Hand, Hands
from bidding.domain.errors import MalformedCall, MalformedDeal
from bidding.domain.messages import Message
from bidding.domain.scoring import TRICK, winning_card
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.parsing.formats.pbn_games import Game, Tag, Word, read_games
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
    OtherTag,
    Remark,
    RemarkParts,
    Warned,
    at_line,
    check_agreement,
    collect_remarks,
    completed_hands,
    number_up_to,
    outcome_of,
)
from bidding.parsing.text.hands import naming_player, parse_hand
from bidding.parsing.text.words import (
    DASHES,
    call_at,
    parse_seat,
    parse_vulnerability,
    quoted,
    with_suit_letters,
)

_PART = re.compile(r"=\d+=|\$\d+|\^.?|[!?]{1,2}|[*+]|[^=$^!?*+]+|.")
_ANNOTATION = re.compile(r"=\d+=|\$\d+|[!?]{1,2}")
_CALLED = re.compile("[0-9A-Z]", re.IGNORECASE | re.ASCII)
_ALL_PASS = ("ap", "allpass", "all-pass")
_IRREGULAR = {
    "^I": "an insufficient bid was accepted (^I)",
    "^S": "a call out of rotation was accepted (^S)",
}

_DEAL = re.compile(r"([NESWnesw])\s*:\s*(.*)", re.DOTALL)
_CONTRACT = re.compile(r"([1-7])(C|D|H|S|NT?)(X{0,2})", re.IGNORECASE | re.ASCII)
_RESULT = re.compile(r"\d{1,2}", re.ASCII)
_SIDE = re.compile(r"(NS|EW)\s*(\d{1,2})", re.IGNORECASE | re.ASCII)
_SIDES = re.compile(r"(?:\s*(?:NS|EW)\s*\d{1,2}){1,2}", re.IGNORECASE | re.ASCII)
_ESCAPED = re.compile(r'"|\\(?![0-9])')
_CARD = re.compile(r"([SHDC])([AKQJT2-9]|10)", re.IGNORECASE | re.ASCII)
Parsed = TypeVar("Parsed")
_UNKNOWN_HANDS: Hands = (None, None, None, None)
_HEAD = "% PBN 2.1\n"
_PLAYERS = (Seat.W, Seat.N, Seat.E, Seat.S)
_CALLS_IN_ROW = 4
_SUIT_MARK = "\\"  # before a suit's letter in notes and comments
_SHARED = ("Event", "Board", "Dealer", "Vulnerable", "Deal")  # by the tables of a board
_IN_FIELDS = frozenset(
    {
        *("Event", "Board", "Room", "North", "East", "South", "West", "Dealer", "Vulnerable"),
        *("Deal", "Auction", "BidSystemNS", "BidSystemEW"),
    }
)
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
        self.dash = ""  # after the last call of an auction under way
        self.closed = ""  # the mark that closed the section
        self.starred: RemarkParts | None = None  # the call before that mark in one word
        self.auction: Auction | None = None
        self.calls: list[RemarkParts] = []

    def read(self, words: Iterable[Word]) -> None:
        """Read the section. Raises ErrorAtLine."""
        for word in _joined(words):
            with at_line(word.line):
                if not word.is_comment:
                    for place, part in enumerate(_PART.findall(word.text)):
                        self.part(part, is_first=place == 0)
                elif self.calls:  # a comment before the first call is ignored
                    self.calls[-1].comment.append(word.text.strip())

    def part(self, text: str, is_first: bool) -> None:
        """Read one call, mark or note reference; the first of a word, or another.

        A '*' behind a call closes the section, or marks an alert where calls follow.
        """
        if self.starred is not None and _CALLED.match(text):
            self.starred.alerted, self.starred, self.closed = True, None, ""
        if _ANNOTATION.fullmatch(text):
            self.annotate(text)
        elif self.closed and text not in ("*", *DASHES):
            fault = "nothing may follow {quote}"
            raise MalformedText(fault, quote=quoted(self.closed), text=text)
        elif text.upper() in _IRREGULAR:
            raise IrregularAuction(_IRREGULAR[text.upper()], text=text)
        elif text in ("*", "+"):
            self.closed = text
            self.starred = self.calls[-1] if text == "*" and not is_first and self.calls else None
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
        """Read a dash: a seat before the dealer, padding of the last row, or the next call."""
        if len(dash) > 1:
            raise _no_call(dash)
        if self.auction is None:
            self.skipped += 1
        elif not self.auction.is_over:
            self.dash = self.dash or dash

    def call(self, call: Call) -> None:
        """Add the next call."""
        if self.dash:
            raise _no_call(self.dash)
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


def _no_call(dash: str) -> MalformedCall:
    fault = "{quote} is not a call: a dash stands for a seat before the dealer"
    return MalformedCall(fault, quote=quoted(dash), text=dash)


def read_pbn(text: str) -> Iterator[Board | BadBoard]:
    """Yield every board of a PBN text in order, with a BadBoard for an invalid one."""
    shared: dict[str, Tag] = {}  # the tags of the last game with a deal
    for game in read_games(text):
        if "Deal" in game.tags:
            shared = game.tags
        elif shared and _is_another_table(game, shared):
            game.tags |= {name: shared[name] for name in _SHARED if name in shared}
        try:
            if game.fault is not None:
                raise ErrorAtLine(*game.fault)
            yield _board(game)
        except ErrorAtLine as error:
            line, fault = error.line, error.error
            if game.nested is not None and game.nested[0] <= line:
                line, fault = game.nested
            event, number = game.value("Event"), number_up_to(LARGEST_NUMBER, game.value("Board"))
            yield BadBoard(line, fault.code, fault.fault, event, number)


def _is_another_table(game: Game, shared: Mapping[str, Tag]) -> bool:
    """Return True if a game without a deal may be of these tags' deal."""
    same = (
        name not in game.tags or game.tags[name].value == tag.value
        for name, tag in shared.items()
        if name in _SHARED
    )
    return all(same) and ("Board" in game.tags or "Auction" in game.tags)


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
    contract = parse_contract(game.value("Contract"), game.value("Declarer"))
    passes = _passes_left_out(game, auction, contract)
    if auction is not None and passes:
        auction = Auction.of(auction.dealer, [PASS] * passes + list(auction.calls))
        reader.calls[:0] = [RemarkParts() for _ in range(passes)]
        words = "passes before the first call were left out, as declarer and opening leader tell"
        game.warnings.append((game.line_of("Auction"), MalformedText(words)))
    if game.cut is not None and (auction is None or not auction.is_over):
        raise ErrorAtLine(*game.cut)
    north, east, south, west = (game.value(seat.full_name) for seat in Seat)
    lead = _lead(game, auction)
    play = _play(game, auction, lead)
    tricks = _tricks(game.value("Result"), contract or outcome_of(auction))
    number = number_up_to(LARGEST_NUMBER, game.value("Board"))
    understood = {
        "Board": number is not None,
        "Contract": bool(contract),
        "Declarer": bool(contract),
        "Result": tricks is not None,
        "Table": not game.value("Room"),
        "Play": play is not None,
    }
    board = Board(
        line=game.line,
        event=game.value("Event"),
        number=number,
        room=game.value("Room") or game.value("Table"),
        players=(north, east, south, west),
        dealer=auction.dealer if auction is not None else dealer,
        vulnerability=_tag(game, "Vulnerable", parse_vulnerability),
        hands=hands,
        auction=auction,
        remarks=collect_remarks(reader.calls),
        systems=(game.value("BidSystemNS"), game.value("BidSystemEW")),
        contract=contract,
        lead=lead,
        tricks=tricks,
        play=play or (),
        others=tuple(_others(game, understood)),
        warnings=tuple(Warned(line, error.fault) for line, error in game.warnings),
    )
    with at_line(game.line_of("Auction")):
        check_agreement(board)
    return board


def _passes_left_out(game: Game, auction: Auction | None, contract: str) -> int:
    """Return how many passes before the first bid make the auction end in the stated contract.

    Archives leave them out where they say who declared and who led; 0 if the auction agrees.
    """
    if auction is None or outcome_of(auction) in ("", contract) or auction.calls[0] == PASS:
        return 0
    for turns in (1, 2, 3):
        moved = Auction(auction.dealer.after(turns), auction.calls)
        leader = None if moved.contract is None else moved.contract.leader.name
        if outcome_of(moved) == contract and game.value("Play").upper() == leader:
            return turns
    return 0


def _others(game: Game, understood: Mapping[str, bool]) -> Iterator[OtherTag]:
    """Yield what no field of the board has."""
    for name in game.tags:
        if name in _IN_FIELDS or understood.get(name, False):
            continue
        value, section = _one_line(game.value(name)), game.sections.get(name, "")
        if value or section:
            yield OtherTag(name, value, section)
    yield from game.others


def _tag(game: Game, name: str, parse: Callable[[str], Parsed]) -> Parsed | None:
    """Parse a tag's value; return None if it is absent or unknown."""
    value = game.value(name)
    if not value:
        return None
    with at_line(game.line_of(name)):
        return parse(value)


def parse_contract(value: str, declarer: str) -> str:
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


def _tricks(value: str, contract: str) -> int | None:
    """Return declarer's tricks: a number, or those of the sides (``EW 5 NS 8``).

    '^' before them marks something irregular.
    """
    value = value.removeprefix("^")
    if number := _RESULT.fullmatch(value):
        return number_up_to(MOST_TRICKS, number[0])
    sides = {side.upper(): int(count) for side, count in _SIDE.findall(value)}
    _, _, declarer = contract.partition(" by ")
    if not declarer or not _SIDES.fullmatch(value) or sum(sides.values()) > MOST_TRICKS:
        return None
    if len(sides) == 2 and sum(sides.values()) < MOST_TRICKS:
        return None
    own = Seat[declarer].side.name
    return sides[own] if own in sides else MOST_TRICKS - sum(sides.values())


def _lead(game: Game, auction: Auction | None) -> Card | None:
    """Return the opening lead, if the play is recorded from the leader's seat."""
    contract = auction.contract if auction is not None else None
    words = game.sections.get("Play", "").split(maxsplit=1)
    card = _card(words[0]) if words else None
    if contract is None or card is None or game.value("Play").upper() != contract.leader.name:
        return None
    return card


def _card(word: str) -> Card | None:
    """Parse a card of the play; return None for anything else."""
    card = _CARD.fullmatch(word)
    if card is None:
        return None
    return Card.of(Suit[card[1].upper()], "T" if card[2] == "10" else card[2].upper())


def _play(game: Game, auction: Auction | None, lead: Card | None) -> tuple[Card, ...] | None:
    """Return the cards played, in their order; None if the section says anything besides.

    A row has the cards of one trick by seat, from the leader's on.
    """
    if "Play" not in game.sections:
        return ()
    contract = auction.contract if auction is not None else None
    if contract is None or lead is None:
        return None
    words = game.sections["Play"].upper().split()
    if words[-1] in ("*", "+"):
        words.pop()
    table = [None if word in DASHES else _card(word) for word in words]
    table += [None] * (-len(table) % TRICK)
    cards: list[Card] = []
    for column in _columns(contract, cards):
        place = len(cards) // TRICK * TRICK + column
        card = table[place] if place < len(table) else None
        if card is None:
            break
        cards.append(card)
    whole = len(set(cards)) == len(cards) == sum(word not in DASHES for word in words)
    if not whole:
        return None
    return tuple(cards) if len(cards) > 1 else ()


def _columns(contract: Contract, cards: Sequence[Card]) -> Iterator[int]:
    """Yield the column of each next card, counted from the leader's, as ``cards`` grows."""
    column = 0
    while True:
        for turn in range(TRICK):
            yield (column + turn) % TRICK
        trick = cards[-TRICK:]
        column += trick.index(winning_card(trick, contract.strain.suit))


def format_pbn(boards: Iterable[Board]) -> str:
    """Return a PBN file with these boards."""
    return "".join(pbn_pieces(boards))


def pbn_pieces(boards: Iterable[Board]) -> Iterator[str]:
    """Yield the pieces of a PBN file with these boards."""
    yield _HEAD
    for board in boards:
        yield "\n"
        yield from _game(board)


def parse_others(text: str) -> Iterator[OtherTag]:
    """Yield the tags, with their sections, and the comments of a text."""
    for game in read_games(f'[Board ""]\n{text}'):
        for name, tag in game.tags.items():
            if name != "Board":
                yield OtherTag(name, _one_line(tag.value), game.sections.get(name, ""))
        yield from game.others


def format_other(other: OtherTag) -> str:
    """Format a tag with its section, or a comment."""
    if other.name:
        return _tag_line(other.name, other.value) + (f"{other.section}\n" if other.section else "")
    return _comment(other.value) + ("" if "}" in other.value else "\n")


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
    others = sorted(board.others, key=lambda other: bool(other.name))  # comments in no section
    for other in board.others:
        unknown = mandatory.get(other.name, "") is None or other.name in ("Contract", "Declarer")
        if unknown and not other.section:
            mandatory[other.name] = other.value
            others.remove(other)
    for name, value in mandatory.items():
        yield _tag_line(name, "?" if value is None else str(value))
    north_south, east_west = board.systems
    optional = {"Room": board.room, "BidSystemNS": north_south, "BidSystemEW": east_west}
    yield from (_tag_line(name, value) for name, value in optional.items() if value)
    about_play = next((n for n, other in enumerate(others) if other.name == "Play"), len(others))
    yield from map(format_other, others[:about_play])
    if board.auction is not None and board.auction.calls:
        yield from _auction(board, board.auction.dealer)
    played = None if board.auction is None else board.auction.contract
    if played is not None and board.lead is not None and about_play == len(others):
        yield _tag_line("Play", played.leader.name) + _tricks_played(board, played)
    yield from map(format_other, others[about_play:])


def _comment(text: str) -> str:
    """Format a comment; one to the end of its line has a line end."""
    text = with_suit_letters(_one_line(text), _SUIT_MARK)
    return f"; {text}\n" if "}" in text else f"{{{text}}}"


def _tricks_played(board: Board, contract: Contract) -> str:
    """Return the lines of the play, a trick each, by seat from the leader's on."""
    cards = board.cards_played
    columns = _columns(contract, cards_so_far := list[Card]())
    rows: list[list[str]] = []
    for place, card in enumerate(cards):
        if place % TRICK == 0:
            rows.append(["-"] * TRICK)
        rows[-1][next(columns)] = str(card)
        cards_so_far.append(card)
    end = "" if len(cards) == CARDS_IN_PACK else "*\n"
    return "".join(" ".join(row) + "\n" for row in rows) + end


def _tag_line(name: str, value: str) -> str:
    """Format a tag line. A blank before '#' prevents inheritance from the previous game.

    A backslash before a digit is the width of a table's column and stands alone.
    """
    value = _ESCAPED.sub(r"\\\g<0>", _one_line(value))
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
    for note, number in notes.items():
        yield _tag_line("Note", f"{number}:{with_suit_letters(note, _SUIT_MARK)}")


def _call(call: Call, remark: Remark, note: int | None) -> str:
    """Format a call with its marks, note number and comment."""
    words = ["Pass" if call == PASS else str(call)]
    if remark.marks:
        words.append(remark.marks)
    if note is not None:
        words.append(f"={note}=")
    if remark.comment:
        words.append(_comment(remark.comment))
    return " ".join(words)
