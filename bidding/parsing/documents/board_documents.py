"""JSON documents of recorded boards: canonical writing, strict reading that collects all errors.

``{"number": 7, "dealer": "S", "vulnerability": "both", "hands": {"N": "AKJ5...." or null, ...},
"auction": ["1C", "P"], "notes": [{"call": 0, "alerted": true, "explanation": "2+ clubs", ...}]}``
and the other fields of a ``Board``. A note with the explanation of an earlier one names its call in
``same_as``. When reading, every field may be missing or null.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from bidding.domain.auction import MAX_CALLS, Auction
from bidding.domain.cards import Card, Hand
from bidding.domain.errors import (
    BridgeError,
    MalformedCall,
    MalformedCard,
    MalformedHand,
    MalformedTable,
)
from bidding.domain.messages import message_json
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.documents.document import (
    MAX_UNKNOWN_FIELDS,
    FieldError,
    InvalidBoards,
    escaped,
    printable,
    type_name,
)
from bidding.parsing.documents.fields import MAX_HAND_CHARACTERS, MAX_WORD_CHARACTERS
from bidding.parsing.formats.lin import first_card
from bidding.parsing.formats.recorded_boards import (
    LARGEST_NUMBER,
    MOST_TRICKS,
    BadBoard,
    Board,
    MalformedText,
    Remark,
    check_agreement,
    completed_hands,
    without_empty,
)
from bidding.parsing.text.hands import parse_hand
from bidding.parsing.text.words import (
    format_vulnerability,
    parse_call,
    parse_seat,
    parse_vulnerability,
    quoted,
)

MAX_BOARDS = 500  # in one array
_MAX_ERRORS = 20  # found before the reading ends; a document may have a hundred thousand
_SEATS = tuple(seat.name for seat in Seat)
_SIDES = ("ns", "ew")
_MARK = r"(?:\$\d+|[!?]{1,2})"
_MARKS = re.compile(rf"(?:{_MARK}(?: {_MARK})*)?")
MARKS_PATTERN = rf"^({_MARK}( {_MARK})*)?$"  # the same for JSON Schema
_FIELDS = (
    *("line", "event", "number", "room", "players", "dealer", "vulnerability", "hands"),
    *("auction", "notes", "systems", "contract", "lead", "tricks"),
)
_NOTE_FIELDS = ("call", "alerted", "explanation", "comment", "marks", "same_as")
Given = TypeVar("Given")
Parsed = TypeVar("Parsed")


def board_to_json(board: Board) -> dict[str, Any]:
    """Return the document of a board; what it does not state is null or empty."""
    auction = () if board.auction is None else board.auction.calls
    vulnerability = board.vulnerability
    return {
        "line": board.line,
        "event": board.event,
        "number": board.number,
        "room": board.room,
        "players": {seat.name: board.players[seat] for seat in Seat},
        "dealer": None if board.dealer is None else board.dealer.name,
        "vulnerability": None if vulnerability is None else format_vulnerability(vulnerability),
        "hands": {seat.name: _hand_to_json(board.hands[seat]) for seat in Seat},
        "auction": [str(call) for call in auction],
        "notes": list(_notes_to_json(board.remarks)),
        "systems": dict(zip(_SIDES, board.systems, strict=True)),
        "contract": board.contract,
        "lead": None if board.lead is None else str(board.lead),
        "tricks": board.tricks,
    }


def _hand_to_json(hand: Hand | None) -> str | None:
    return None if hand is None else str(hand)


def _notes_to_json(remarks: Iterable[Remark]) -> Iterator[dict[str, Any]]:
    """Yield the notes; an explanation that an earlier one has is not repeated, but referred to."""
    first: dict[str, int] = {}
    for remark in remarks:
        fields = asdict(remark)
        call, text = fields.pop("position"), remark.explanation
        earlier = first.setdefault(text, call) if text else call
        same = {"same_as": None} if earlier == call else {"explanation": "", "same_as": earlier}
        yield {"call": call, **fields, **same}


def refusal_to_json(bad: BadBoard) -> dict[str, Any]:
    """Return the document of a refused board: line, character (if known) and reason."""
    return {
        "line": bad.line,
        "place": bad.place,
        "code": bad.code,
        "reason": bad.fault,
        "said": message_json(bad.fault),
        "number": bad.number,
        "event": bad.event,
    }


def boards_from_json(documents: object, pointer: str = "") -> tuple[Board, ...]:
    """Read the boards of a decoded JSON array at a pointer.

    Raises InvalidBoards with the errors of all fields, up to the board with the last one that is
    told, and no other exception.
    """
    if not isinstance(documents, (list, tuple)) or not documents:
        given = type_name(documents) if documents != [] else "an empty one"
        error = MalformedTable(f"expected an array of boards, not {given}")
        raise InvalidBoards([FieldError(pointer, error)])
    if len(documents) > MAX_BOARDS:
        fault = f"at most {MAX_BOARDS} boards are read at once, not {len(documents)}"
        raise InvalidBoards([FieldError(pointer, MalformedTable(fault))])
    boards: list[Board | None] = []
    errors: list[FieldError] = []
    for place, value in enumerate(documents):
        reader = _Reader(f"{pointer}/{place}")
        boards.append(reader.board(value))
        errors += reader.errors
        if len(errors) >= _MAX_ERRORS:
            break
    if errors:
        raise InvalidBoards(errors)
    return tuple(board for board in boards if board is not None)


class _Reader:
    """Reader of one board's fields that collects their errors."""

    def __init__(self, pointer: str) -> None:
        self.pointer = pointer
        self.errors: list[FieldError] = []

    def board(self, value: object) -> Board | None:
        """Read a board; record errors and return None where that fails."""
        document = self.mapping(value, _FIELDS, "")
        self.field(document, "line", _number)  # line of the original text, which is not kept
        dealer = self.field(document, "dealer", _seat)
        auction = self.auction(document.get("auction"), dealer)
        north, east, south, west = self.named(document, "hands", _hand, _SEATS)
        players = [name or "" for name in self.named(document, "players", _text, _SEATS)]
        ns, ew = self.named(document, "systems", _text, _SIDES)
        board = Board(
            line=1,
            event=self.field(document, "event", _text) or "",
            number=self.field(document, "number", _number),
            room=self.field(document, "room", _text) or "",
            players=(players[0], players[1], players[2], players[3]),
            dealer=dealer,
            vulnerability=self.field(document, "vulnerability", _vulnerability),
            hands=(north, east, south, west),
            auction=auction,
            remarks=self.remarks(document.get("notes"), auction),
            systems=(ns or "", ew or ""),
            contract=self.field(document, "contract", _text) or "",
            lead=self.field(document, "lead", _lead),
            tricks=self.field(document, "tricks", _tricks),
        )
        return None if self.errors else self.parsed("", board, _agreeing)

    def parsed(
        self, path: str, value: Given, parse: Callable[[Given], Parsed | None]
    ) -> Parsed | None:
        """Parse a value; record an error and return None where that fails."""
        try:
            return parse(value)
        except BridgeError as error:
            error.text = printable(error.text)  # a lone surrogate is no character of UTF-8
            self.errors.append(FieldError(f"{self.pointer}{path}", error))
            return None

    def field(
        self, document: Mapping[Any, Any], name: str, parse: Callable[[object], Parsed | None]
    ) -> Parsed | None:
        """Parse a field; return None if it is missing or null."""
        value = document.get(name)
        return None if value is None else self.parsed(f"/{name}", value, parse)

    def mapping(self, value: object, known: Iterable[str], path: str) -> Mapping[Any, Any]:
        """Return an object and report unknown fields; record an error for another type."""
        if not isinstance(value, Mapping):
            error = MalformedTable(f"expected an object, not {type_name(value)}")
            self.errors.append(FieldError(f"{self.pointer}{path}", error))
            return {}
        for key in islice((key for key in value if key not in known), MAX_UNKNOWN_FIELDS):
            fault = f"{quoted(str(key))} is not a known field; the fields are {', '.join(known)}"
            error = MalformedTable(fault, text=printable(str(key)))
            self.errors.append(FieldError(f"{self.pointer}{path}/{escaped(str(key))}", error))
        return value

    def named(
        self,
        document: Mapping[Any, Any],
        name: str,
        parse: Callable[[object], Parsed | None],
        keys: Sequence[str],
    ) -> list[Parsed | None]:
        """Parse an object's values in the order of ``keys``; each may be missing."""
        given = document.get(name)
        values = {} if given is None else self.mapping(given, keys, f"/{name}")
        found = []
        for key in keys:
            value = values.get(key)
            path = f"/{name}/{key}"
            found.append(None if value is None else self.parsed(path, value, parse))
        return found

    def items(self, value: object, name: str) -> list[object]:
        """Return the items of an optional array."""
        if value is None:
            return []
        if isinstance(value, (list, tuple)) and len(value) <= MAX_CALLS:
            return list(value)
        what = f"{len(value)} items" if isinstance(value, (list, tuple)) else type_name(value)
        error = MalformedTable(f"expected an array of at most {MAX_CALLS} items, not {what}")
        self.errors.append(FieldError(f"{self.pointer}/{name}", error))
        return []

    def auction(self, value: object, dealer: Seat | None) -> Auction | None:
        """Read the auction; return None without calls or after an error."""
        calls = self.items(value, "auction")
        if calls and dealer is None:
            error = MalformedTable("there are calls, but the dealer is missing")
            self.errors.append(FieldError(f"{self.pointer}/dealer", error))
        auction = Auction(Seat.N if dealer is None else dealer)
        for place, item in enumerate(calls):
            after = self.parsed(f"/auction/{place}", item, partial(_after, auction))
            if after is None:
                return None
            auction = after
        return auction if calls else None

    def remarks(self, value: object, auction: Auction | None) -> tuple[Remark, ...]:
        """Read the notes as remarks, ordered by call."""
        n_calls = 0 if auction is None else len(auction.calls)
        remarks: dict[int, Remark] = {}
        for place, item in enumerate(self.items(value, "notes")):
            remark = self.remark(item, n_calls, f"/notes/{place}", remarks)
            if remark.position in remarks:
                error = MalformedTable(f"call {remark.position} has two notes")
                self.errors.append(FieldError(f"{self.pointer}/notes/{place}/call", error))
            remarks[remark.position] = remark
        return without_empty(remark for _, remark in sorted(remarks.items()))

    def remark(
        self, value: object, n_calls: int, path: str, earlier: Mapping[int, Remark]
    ) -> Remark:
        """Read one note, which may refer to an ``earlier`` one; an explanation implies an alert."""
        note = _Reader(f"{self.pointer}{path}")
        fields = note.mapping(value, _NOTE_FIELDS, "")
        position = note.parsed("/call", fields.get("call"), partial(_place, n_calls))
        own = note.field(fields, "explanation", _text) or ""
        explanation = note.field(fields, "same_as", partial(_shared, earlier, own)) or own
        remark = Remark(
            position=position or 0,
            alerted=bool(note.field(fields, "alerted", _truth) or explanation),
            explanation=explanation,
            comment=note.field(fields, "comment", _text) or "",
            marks=note.field(fields, "marks", _marks) or "",
        )
        self.errors += note.errors
        return remark


def _string(
    value: object,
    limit: int | None = MAX_WORD_CHARACTERS,
    kind: type[BridgeError] = MalformedTable,
) -> str:
    if not isinstance(value, str):
        raise kind(f"expected a string, not {type_name(value)}")
    if limit is not None and len(value) > limit:
        raise kind(f"at most {limit} characters are read here, this text has {len(value)}")
    return value


def _text(value: object) -> str:
    """Read a name or remark as one line of any length, since archives set no limit."""
    return " ".join(printable(_string(value, None, MalformedText)).split())


def _seat(value: object) -> Seat:
    return parse_seat(_string(value))


def _vulnerability(value: object) -> Vulnerability:
    return parse_vulnerability(_string(value))


def _hand(value: object) -> Hand:
    return parse_hand(_string(value, MAX_HAND_CHARACTERS, MalformedHand))


def _after(auction: Auction, value: object) -> Auction:
    return auction.after(parse_call(_string(value, kind=MalformedCall)))


def _lead(value: object) -> Card:
    text = _string(value, kind=MalformedCard)
    card = first_card(text)
    if card is None:
        raise MalformedCard(f"{quoted(text)} is not a card such as SA or HT", text=text)
    return card


def _marks(value: object) -> str:
    text = _string(value, None)
    if not _MARKS.fullmatch(text):
        raise MalformedText(f"{quoted(text)} are no marks such as !? or $25", text=text)
    return text


def _number(value: object) -> int:
    return _whole(value, 0, LARGEST_NUMBER)


def _tricks(value: object) -> int:
    return _whole(value, 0, MOST_TRICKS)


def _place(n_calls: int, value: object) -> int:
    if n_calls == 0:
        raise MalformedTable("there is no call for a note")
    return _whole(value, 0, n_calls - 1)


def _shared(earlier: Mapping[int, Remark], own: str, value: object) -> str:
    """Return the explanation of the earlier note that is about this call."""
    call = _whole(value, 0, MAX_CALLS - 1)
    if own:
        raise MalformedTable("a note needs its own explanation, or that of an earlier note")
    if call not in earlier:
        raise MalformedTable(f"no earlier note is about call {call}")
    return earlier[call].explanation


def _whole(value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise MalformedTable(f"expected a whole number, not {type_name(value)}")
    if not low <= value <= high:
        raise MalformedTable(f"expected a number from {low} to {high}, not {value}")
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise MalformedTable(f"expected true or false, not {type_name(value)}")
    return value


def _agreeing(board: Board) -> Board:
    """Complete the fourth hand. Raises BridgeError if the board contradicts itself."""
    board = replace(board, hands=completed_hands(board.hands))
    check_agreement(board)
    return board
