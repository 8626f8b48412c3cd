"""JSON documents of recorded boards: canonical writing, strict reading that collects all errors.

``{"number": 7, "dealer": "S", "vulnerability": "both", "hands": {"N": "AKJ5...." or null, ...},
"auction": ["1C", "P"], "notes": [{"call": 0, "alerted": true, "explanation": "2+ clubs", ...}]}``
and the other fields of a ``Board``. A note with the explanation of an earlier one names its call in
``same_as``. When reading, every field may be missing or null.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Annotated, Any

from pydantic import (
    BeforeValidator,
    Field,
    PlainValidator,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)
from pydantic_core import InitErrorDetails

from bidding.domain.auction import MAX_CALLS, Auction
from bidding.domain.cards import CARDS_IN_PACK, Card, Hand
from bidding.domain.errors import BridgeError, MalformedCard, MalformedTable
from bidding.domain.messages import message_json
from bidding.domain.table import Seat, Strain
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import (
    Document,
    WholeNumber,
    error_at,
    printable,
    refuse,
    type_name,
)
from bidding.parsing.formats.lin import first_card
from bidding.parsing.formats.pbn_games import is_section
from bidding.parsing.formats.recorded_boards import (
    LARGEST_NUMBER,
    MOST_TRICKS,
    BadBoard,
    Board,
    MalformedText,
    OtherTag,
    Remark,
    check_agreement,
    stated_par,
    stated_tricks,
    without_empty,
)
from bidding.parsing.text.words import (
    card_named,
    fault_of_card,
    format_vulnerability,
    quoted,
)

MAX_BOARDS = 500  # in one array
_MAX_ERRORS = 20  # found before the reading ends; a document may have a hundred thousand
_MARK = r"(?:\$\d+|[!?]{1,2})"
_MARKS = re.compile(rf"(?:{_MARK}(?: {_MARK})*)?")
MAX_OTHERS = 200
_TAG_NAME = re.compile("[A-Za-z0-9_]*")
_OWN_TAGS = ("Event", "Board", "Dealer", "Vulnerable", "Deal", "Auction")  # said by other fields


def board_to_json(board: Board) -> dict[str, Any]:
    """Return the document of a board; what it does not state is null or empty."""
    auction = () if board.auction is None else board.auction.calls
    vulnerability = board.vulnerability
    return {
        "line": board.line,
        "event": board.event,
        "number": board.number,
        "room": board.room,
        "players": fields.by_seat(board.players),
        "dealer": None if board.dealer is None else board.dealer.name,
        "vulnerability": None if vulnerability is None else format_vulnerability(vulnerability),
        "hands": {seat.name: _hand_to_json(board.hands[seat]) for seat in Seat},
        "auction": [str(call) for call in auction],
        "notes": list(_notes_to_json(board.remarks)),
        "systems": dict(zip(("ns", "ew"), board.systems, strict=True)),
        "cards": dict(zip(("ns", "ew"), map(_code, board.systems), strict=True)),
        "contract": board.contract,
        "lead": None if board.lead is None else str(board.lead),
        "tricks": board.tricks,
        "play": [str(card) for card in board.play],
        "others": [other._asdict() for other in board.others],
        "stated": _stated_to_json(board.others),
    }


def _stated_to_json(others: Iterable[OtherTag]) -> dict[str, Any] | None:
    """Return what the text says of the deal double dummy; None if that is nothing."""
    tricks, par = stated_tricks(others), stated_par(others)
    if not (tricks or par):
        return None
    by_declarer = {
        seat.name: {strain.name: tricks.get((seat.name, strain.name)) for strain in Strain}
        for seat in Seat
    }
    return {"tricks": by_declarer if tricks else None, "par": par}


def _code(name: str) -> str | None:
    """Return the code of the card that a name of systems stands for; None if it is empty."""
    card = card_named(name)
    return None if card is None else card.code


def warnings_to_json(board: Board) -> Iterator[dict[str, Any]]:
    """Yield the documents of the faults in spite of which a board was read."""
    faults = filter(None, dict.fromkeys(map(fault_of_card, board.systems)))
    for line, fault in (*board.warnings, *((board.line, fault) for fault in faults)):
        said = {"reason": fault, "said": message_json(fault)}
        yield {"line": line, "number": board.number, **said}


def _hand_to_json(hand: Hand | None) -> str | None:
    return None if hand is None else str(hand)


def _notes_to_json(remarks: Iterable[Remark]) -> Iterator[dict[str, Any]]:
    """Yield the notes; an explanation that an earlier one has is not repeated, but referred to."""
    first: dict[str, int] = {}
    for remark in remarks:
        note = asdict(remark)
        call, text = note.pop("position"), remark.explanation
        earlier = first.setdefault(text, call) if text else call
        same = {"same_as": None} if earlier == call else {"explanation": "", "same_as": earlier}
        yield {"call": call, **note, **same}


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


def _string(value: object, kind: type[BridgeError]) -> str:
    if not isinstance(value, str):
        raise kind(f"expected a string, not {type_name(value)}")
    return value


def _line(value: object) -> str:
    """Read a name or remark as one line of any length, since archives set no limit."""
    return " ".join(printable(_string(value, MalformedText)).split())


def _lead(value: object) -> Card:
    text = fields.string(value, fields.MAX_WORD_CHARACTERS, MalformedCard)
    card = first_card(text)
    if card is None:
        raise MalformedCard(f"{quoted(text)} is not a card such as SA or HT", text=text)
    return card


def _cards(value: object) -> tuple[Card, ...]:
    if not isinstance(value, list) or len(value) > CARDS_IN_PACK:
        raise MalformedTable(f"expected an array of at most {CARDS_IN_PACK} cards")
    cards = tuple(map(_lead, value))
    if len(set(cards)) < len(cards):
        raise MalformedTable("a card is played twice")
    return cards


def _other_tags(value: object) -> list[object]:
    if not isinstance(value, list) or len(value) > MAX_OTHERS:
        raise MalformedTable(f"expected an array of at most {MAX_OTHERS} tags")
    return value


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise MalformedTable(f"expected an object, not {type_name(value)}")
    return value


def _section(value: object) -> str:
    text = printable(_string(value, MalformedText))
    if text and not is_section(text):
        raise MalformedText("these are not the lines of a section", text=text)
    return text


def _tag_name(value: object) -> str:
    text = _string(value, MalformedText)
    if not _TAG_NAME.fullmatch(text) or text in _OWN_TAGS:
        raise MalformedText(f"{quoted(text)} is not the name of another tag of PBN", text=text)
    return text


def _marks(value: object) -> str:
    text = _string(value, MalformedTable)
    if not _MARKS.fullmatch(text):
        raise MalformedText(f"{quoted(text)} are no marks such as !? or $25", text=text)
    return text


def _items(value: object) -> list[object]:
    if isinstance(value, (list, tuple)) and len(value) <= MAX_CALLS:
        return list(value)
    given = f"{len(value)} items" if isinstance(value, (list, tuple)) else type_name(value)
    raise MalformedTable(f"expected an array of at most {MAX_CALLS} items, not {given}")


def _calls(value: object, info: ValidationInfo) -> Auction:
    """Read the calls; with an unknown dealer, North deals so that errors are still found."""
    return fields.auction_of(_items(value), info.data.get("dealer") or Seat.N)


_Number = Annotated[int, WholeNumber(0, LARGEST_NUMBER)]
_CallNumber = Annotated[int, WholeNumber(0, MAX_CALLS - 1)]
_Line = Annotated[str, PlainValidator(_line, json_schema_input_type=str)]


class NewNote(Document):
    """What is to be said about a call."""

    call: _CallNumber = Field(description="its place in the auction, from 0")
    alerted: bool | None = None
    explanation: _Line | None = None
    comment: _Line | None = None
    marks: (
        Annotated[
            str,
            PlainValidator(
                _marks,
                json_schema_input_type=Annotated[str, Field(pattern=f"^({_MARK}( {_MARK})*)?$")],
            ),
        ]
        | None
    ) = Field(None, description="of quality as PBN has them: !? or $25")
    same_as: _CallNumber | None = Field(
        None, description="the call of an earlier note whose explanation this one has"
    )

    def fault(self, n_calls: int, earlier: Mapping[int, Remark]) -> tuple[str, str] | None:
        """Return a field that is wrong after these notes, and why; None if the note is right."""
        if not n_calls:
            return "call", "there is no call for a note"
        if self.call >= n_calls:
            return "call", f"expected a number from 0 to {n_calls - 1}, not {self.call}"
        if self.call in earlier:
            return "call", f"call {self.call} has two notes"
        if self.same_as is None:
            return None
        if self.explanation:
            return "same_as", "a note needs its own explanation, or that of an earlier note"
        if self.same_as not in earlier:
            return "same_as", f"no earlier note is about call {self.same_as}"
        return None

    def remark(self, earlier: Mapping[int, Remark]) -> Remark:
        """Return the remark; an explanation implies an alert."""
        explanation = self.explanation or ""
        if self.same_as is not None:
            explanation = earlier[self.same_as].explanation
        alerted = bool(self.alerted or explanation)
        return Remark(self.call, alerted, explanation, self.comment or "", self.marks or "")


def _remarks(notes: Iterable[NewNote] | None, auction: Auction | None) -> tuple[Remark, ...]:
    """Return notes as remarks, ordered by call. Raises ValidationError for notes at fault."""
    n_calls, errors = len(auction.calls) if auction else 0, []
    remarks: dict[int, Remark] = {}
    for place, note in enumerate(notes or ()):
        if fault := note.fault(n_calls, remarks):
            field, text = fault
            errors.append(error_at(place, field, error=MalformedTable(text)))
        else:
            remarks[note.call] = note.remark(remarks)
    refuse(*errors)
    return without_empty(remark for _, remark in sorted(remarks.items()))


class NewOtherTag(Document):
    """A tag of PBN that is none of the other fields, or a comment."""

    name: (
        Annotated[
            str,
            PlainValidator(
                _tag_name,
                json_schema_input_type=Annotated[str, Field(pattern=f"^{_TAG_NAME.pattern}$")],
            ),
        ]
        | None
    ) = Field(None, description="empty for a comment")
    value: _Line | None = None
    section: Annotated[str, PlainValidator(_section, json_schema_input_type=str)] | None = Field(
        None, description="the lines below the tag"
    )

    @property
    def tag(self) -> OtherTag:
        """The tag."""
        return OtherTag(self.name or "", self.value or "", self.section or "")


class NewPlayers(Document):
    """Names by seat, where they are known."""

    N: _Line | None = None
    E: _Line | None = None
    S: _Line | None = None
    W: _Line | None = None


class NewSystemNames(Document):
    """What each side plays, in words, where it is known."""

    ns: _Line | None = None
    ew: _Line | None = None


class NewBoard(Document):
    """A board to write. Who deals must be said where there are calls."""

    line: _Number | None = Field(None, description="of the original text, which is not kept")
    event: _Line | None = None
    number: _Number | None = None
    room: _Line | None = None
    players: NewPlayers | None = None
    dealer: fields.Seat | None = None
    vulnerability: fields.Vulnerability | None = None
    hands: fields.BoardHands | None = None
    auction: (
        Annotated[
            Auction,
            PlainValidator(
                _calls,
                json_schema_input_type=Annotated[list[fields.Call], Field(max_length=MAX_CALLS)],
            ),
        ]
        | None
    ) = None
    notes: Annotated[list[NewNote], Field(max_length=MAX_CALLS), BeforeValidator(_items)] | None = (
        None
    )
    systems: NewSystemNames | None = None
    cards: NewSystemNames | None = Field(
        None, description="as they were read, which are not kept: they follow from the systems"
    )
    contract: _Line | None = Field(None, description="as it is stated: 3NTX by S, or passed out")
    lead: (
        Annotated[
            Card,
            PlainValidator(
                _lead,
                json_schema_input_type=Annotated[str, Field(pattern="^[SHDC][AKQJT2-9]$")],
            ),
        ]
        | None
    ) = Field(None, description="the opening lead, such as SA")
    tricks: Annotated[int, WholeNumber(0, MOST_TRICKS)] | None = Field(
        None, description="that declarer took"
    )

    play: (
        Annotated[
            tuple[Card, ...],
            PlainValidator(
                _cards,
                json_schema_input_type=Annotated[
                    list[Annotated[str, Field(pattern="^[SHDC][AKQJT2-9]$")]],
                    Field(max_length=CARDS_IN_PACK),
                ],
            ),
        ]
        | None
    ) = Field(None, description="the cards in the order in which they were played")
    others: (
        Annotated[list[NewOtherTag], Field(max_length=MAX_OTHERS), BeforeValidator(_other_tags)]
        | None
    ) = Field(None, description="what else the file says, as tags of PBN")
    stated: (
        Annotated[
            dict[str, Any],
            PlainValidator(_object),
            WithJsonSchema({"type": "object"}, mode="validation"),
        ]
        | None
    ) = Field(None, description="as it was read, which is not kept: it follows from `others`")

    @field_validator("notes")
    @classmethod
    def _are_about_calls(
        cls, notes: list[NewNote] | None, info: ValidationInfo
    ) -> list[NewNote] | None:
        if "auction" in info.data:
            _remarks(notes, info.data["auction"])
        return notes

    @classmethod
    def prepare(cls, given: dict[str, Any]) -> list[InitErrorDetails]:
        """Refuse calls without a dealer."""
        if given.get("dealer") is not None or not isinstance(given.get("auction"), list):
            return []
        error = MalformedTable("there are calls, but the dealer is missing")
        return [error_at("dealer", error=error)] if given["auction"] else []

    def check(self) -> None:
        """Refuse contradictions."""
        if self.dealer is not None:
            check_agreement(self.board)

    @property
    def board(self) -> Board:
        """The board, its fourth hand completed."""
        players, systems = self.players or NewPlayers(), self.systems or NewSystemNames()
        return Board(
            line=1,
            event=self.event or "",
            number=self.number,
            room=self.room or "",
            players=(players.N or "", players.E or "", players.S or "", players.W or ""),
            dealer=self.dealer,
            vulnerability=self.vulnerability,
            hands=(self.hands or fields.BoardHands()).by_seat,
            auction=self.auction if self.auction and self.auction.calls else None,
            remarks=_remarks(self.notes, self.auction),
            systems=(systems.ns or "", systems.ew or ""),
            contract=self.contract or "",
            lead=self.lead or next(iter(self.play or ()), None),
            tricks=self.tricks,
            play=self.play or (),
            others=tuple(other.tag for other in self.others or ()),
        )


def _boards(value: object) -> list[Board]:
    """Read boards, up to the one with the last error that is reported."""
    if not isinstance(value, list) or not value:
        given = type_name(value) if value != [] else "an empty one"
        raise MalformedTable(f"expected an array of boards, not {given}")
    if len(value) > MAX_BOARDS:
        raise MalformedTable(f"at most {MAX_BOARDS} boards are read at once, not {len(value)}")
    boards: list[Board] = []
    errors: list[InitErrorDetails] = []
    for place, document in enumerate(value):
        try:
            boards.append(NewBoard.model_validate(document).board)
        except ValidationError as invalid:
            errors += [
                error_at(place, *one["loc"], error=one["ctx"]["error"])
                for one in invalid.errors(include_url=False)
            ]
        if len(errors) >= _MAX_ERRORS:
            break
    refuse(*errors)
    return boards


FORMATS = ("pbn", "lin")


def _format(value: object) -> str:
    if value not in FORMATS:
        raise MalformedTable(f"format is one of {', '.join(FORMATS)}")
    return str(value)


class NewFile(Document):
    """Boards to write as a file."""

    format: Annotated[str, fields.Value("FileFormat", fields.one_of(FORMATS), _format, str)]
    boards: Annotated[
        list[Board],
        PlainValidator(
            _boards,
            json_schema_input_type=Annotated[
                list[NewBoard], Field(min_length=1, max_length=MAX_BOARDS)
            ],
        ),
    ]
