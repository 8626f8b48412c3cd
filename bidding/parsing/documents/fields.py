"""Types of fields: values of the domain as documents have them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeVar, cast

from pydantic import (
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    PlainSerializer,
    PlainValidator,
    ValidationError,
    ValidationInfo,
)
from pydantic.json_schema import CoreRef
from pydantic_core import CoreSchema, InitErrorDetails, core_schema

from bidding.domain import auction, calls, cards, convention_card, systems, table
from bidding.domain.errors import (
    BridgeError,
    IllegalCall,
    MalformedCall,
    MalformedHand,
    MalformedTable,
)
from bidding.domain.messages import Message
from bidding.parsing.documents.document import (
    Answer,
    Document,
    WholeNumber,
    error_at,
    refuse,
    type_name,
)
from bidding.parsing.formats.recorded_boards import completed_hands
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from bidding.parsing.text.words import (
    format_vulnerability,
    parse_call,
    parse_card,
    parse_seat,
    parse_system,
    parse_vulnerability,
)

MAX_HAND_CHARACTERS = 200
MAX_AUCTION_CHARACTERS = 8000  # MAX_CALLS calls in wide columns
MAX_WORD_CHARACTERS = 40  # one call or one name
MAX_CODE_CHARACTERS = 200  # a card whose choices all differ from its base has half of them
LARGEST_SEED = 2**32 - 1
_HOLDING = f"[{table.RANKS}]*"
_CALL = r"(P|X|XX|[1-7](C|D|H|S|NT))"
_CALLS = tuple(str(call) for call in calls.ALL_CALLS)
Parsed = TypeVar("Parsed")


@dataclass(frozen=True, eq=False)
class Named:
    """A schema with a name, for a type."""

    name: str
    schema: dict[str, Any]

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: Any) -> dict[str, Any]:
        """Return a reference to the schema, which is added to those that are generated."""
        generator = handler.generate_json_schema
        place, reference = generator.get_cache_defs_ref_schema(CoreRef(self.name))
        generator.definitions[place] = self.schema
        return dict(reference)


@dataclass(frozen=True, eq=False)
class Value(Named):
    """A value of the domain: its schema with a name, how it is read and how it is written.

    ``read`` may raise BridgeError.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]

    def __get_pydantic_core_schema__(
        self, source: type[Any], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return how pydantic validates and writes it."""

        def read(value: object) -> Any:
            return value if isinstance(value, source) and source is not str else self.read(value)

        written = core_schema.plain_serializer_function_ser_schema(self.write)
        return core_schema.no_info_plain_validator_function(read, serialization=written)


def string(value: object, limit: int, kind: type[BridgeError]) -> str:
    """Return a text of limited length. Raises an error of that kind."""
    if not isinstance(value, str):
        raise kind(f"expected a string, not {type_name(value)}")
    if len(value) > limit:
        fault = "at most {most} characters are read here, this text has {count}"
        raise kind(Message(fault, most=limit, count=len(value)))
    return value


def parsed(
    parse: Callable[[str], Parsed],
    kind: type[BridgeError] = MalformedTable,
    limit: int = MAX_WORD_CHARACTERS,
) -> Callable[[object], Parsed]:
    """Return the reader of a text that is parsed so; errors are of that kind."""
    return lambda value: parse(string(value, limit, kind))


def one_of(
    values: Iterable[str], description: str = "", names: Iterable[str] = ()
) -> dict[str, Any]:
    """Return the schema of one of these texts; ``names`` are those of members in clients."""
    given = {"enum": list(values), "x-enum-varnames": list(names), "description": description}
    return {"type": "string", **{word: value for word, value in given.items() if value}}


def enum(name: str, values: Iterable[str], description: str = "") -> Named:
    """Return the schema of one of these texts, with a name."""
    return Named(name, one_of(values, description))


SEAT = Value(
    "Seat",
    one_of(table.Seat.__members__, "A seat at the table: North, East, South or West."),
    parsed(parse_seat),
    lambda seat: seat.name,
)
CALL = Value(
    "Call",
    one_of(
        _CALLS,
        "P (pass), X (double), XX (redouble) or a bid, 1C to 7NT.",
        [f"BID_{name}" if name[0].isdigit() else name for name in _CALLS],
    ),
    parsed(parse_call, MalformedCall),
    str,
)
VULNERABILITY = Value(
    "Vulnerability",
    one_of(map(format_vulnerability, table.Vulnerability)),
    parsed(parse_vulnerability),
    format_vulnerability,
)
SYSTEM = Value(
    "System",
    one_of(
        [system.value for system in systems.System], "A bidding system.", systems.System.__members__
    ),
    parsed(parse_system),
    lambda system: system.value,
)
CODE = Value(
    "CardCode",
    {
        "type": "string",
        "pattern": r"^[a-z0-9]+-([A-Za-z]\d)+$",
        "maxLength": MAX_CODE_CHARACTERS,
        "examples": ["21-a0e2"],
        "description": "A convention card's code: its base, and what it changes.",
    },
    parsed(parse_card, limit=MAX_CODE_CHARACTERS),
    lambda card: card.code,
)
HAND = Value(
    "Hand",
    {
        "type": "string",
        "pattern": rf"^{_HOLDING}\.{_HOLDING}\.{_HOLDING}\.{_HOLDING}$",
        "minLength": 16,
        "maxLength": 16,
        "examples": ["AKJT985.6.A76.84"],
        "description": "The thirteen cards of a hand: spades, hearts, diamonds and clubs.",
    },
    parsed(parse_hand, MalformedHand, MAX_HAND_CHARACTERS),
    str,
)
Seat = Annotated[table.Seat, SEAT]
Call = Annotated[calls.Call, CALL]
Vulnerability = Annotated[table.Vulnerability, VULNERABILITY]
System = Annotated[systems.System, SYSTEM]
Hand = Annotated[cards.Hand, HAND]


def _options(value: object) -> dict[str, str]:
    """Return the options of choices. Raises MalformedTable, and ValidationError for single ones."""
    if not isinstance(value, dict):
        raise MalformedTable(f"expected an object with options by choice, not {type_name(value)}")
    for name, option in value.items():
        if not isinstance(option, str):
            error = MalformedTable(f"expected the id of an option, not {type_name(option)}")
            refuse(error_at(name, error=error))
    return value


class ConventionCard(Document):
    """What a pair plays: a system, and the choices by which it departs from it."""

    base: System
    options: Annotated[
        dict[str, str], PlainValidator(_options, json_schema_input_type=dict[str, str])
    ] = Field(
        description="the option of each choice that is not the system's (GET /api/v1/cards)",
    )

    def to_domain(self) -> convention_card.ConventionCard:
        """Return the card. Raises ValidationError for a choice that is none."""
        try:
            return convention_card.ConventionCard.of(self.base, self.options)
        except convention_card.InvalidCard as error:
            place = ("options", error.choice) if error.choice else ()
            refuse(error_at(*place, error=error))
            raise


def card(value: object) -> convention_card.ConventionCard:
    """Read a card: the name of a system, a code, or a base and options."""
    if isinstance(value, convention_card.ConventionCard):
        return value
    if isinstance(value, dict):
        return ConventionCard.model_validate(value).to_domain()
    return cast(convention_card.ConventionCard, CODE.read(value))


def _written(card: convention_card.ConventionCard) -> Any:
    """Return a system as its name, a card that departs from one as an object."""
    if card.changes:
        return ConventionCard.model_construct(base=card.base, options=card.options)
    return card.base


_Code = Annotated[convention_card.ConventionCard, CODE]
CardName = Annotated[
    convention_card.ConventionCard,
    PlainValidator(CODE.read, json_schema_input_type=System | _Code),
]
Card = Annotated[
    convention_card.ConventionCard,
    PlainValidator(card, json_schema_input_type=System | _Code | ConventionCard),
    PlainSerializer(_written, return_type=System | ConventionCard),
]


class Systems(Document):
    """What each side plays."""

    expected: ClassVar = MalformedTable("expected an object with ns and ew")

    ns: Card
    ew: Card


class SystemsPlayed(Answer):
    """What each side plays."""

    ns: Card
    ew: Card


def _sides(value: object) -> convention_card.Systems:
    if isinstance(value, convention_card.Systems):
        return value
    read = Systems.model_validate(value)
    return convention_card.Systems(read.ns, read.ew)


SystemsOfSides = Annotated[
    convention_card.Systems,
    PlainValidator(_sides, json_schema_input_type=Systems),
    PlainSerializer(
        lambda sides: SystemsPlayed.model_construct(ns=sides.ns, ew=sides.ew),
        return_type=SystemsPlayed,
    ),
]


class WithSystems(Document):
    """A document with a ``system`` of both sides or ``systems`` of each, SAYC without."""

    @classmethod
    def describe(cls, schema: dict[str, Any]) -> None:
        """Add that there is one of them."""
        super().describe(schema)
        schema["not"] = {"required": ["system", "systems"]}

    @classmethod
    def prepare(cls, given: dict[str, Any]) -> list[InitErrorDetails]:
        """Have a system of both sides stand for that of each."""
        errors = super().prepare(given)
        if "system" not in given:
            return errors
        system, is_alone = given.pop("system"), "systems" not in given
        try:
            if not is_alone:
                del given["systems"]
                raise MalformedTable("give either system or systems, not both")
            both = card(system)
        except BridgeError as error:
            return [*errors, error_at("system", error=error)]
        except ValidationError as invalid:
            found = invalid.errors(include_url=False)
            return errors + [
                error_at("system", *one["loc"], error=one["ctx"]["error"]) for one in found
            ]
        given["systems"] = convention_card.Systems(both, both)
        return errors


def _auction(value: object, info: ValidationInfo) -> auction.Auction:
    """Read an auction; with an unknown dealer, North deals so that errors are still found."""
    dealer = info.data.get("dealer")
    starts = table.Seat.N if dealer is None else dealer
    if isinstance(value, auction.Auction):
        return value
    if isinstance(value, str):
        text = string(value, MAX_AUCTION_CHARACTERS, MalformedCall)
        return parse_auction(text, starts)
    if not isinstance(value, list | tuple):
        fault = f"expected an array of calls or a string, not {type_name(value)}"
        raise MalformedCall(fault)
    if len(value) > auction.MAX_CALLS:
        fault = "no auction has more than {most} calls, this one has {count}"
        raise MalformedCall(Message(fault, most=auction.MAX_CALLS, count=len(value)))
    return auction_of(value, starts)


def auction_of(values: Sequence[object], dealer: table.Seat) -> auction.Auction:
    """Read a list of calls; report every malformed call, and an illegal one before the first."""
    read, found, malformed = parsed(parse_call, MalformedCall), auction.Auction(dealer), []
    made: list[calls.Call | None] = []
    for place, value in enumerate(values):
        try:
            made.append(read(value))
        except BridgeError as error:
            malformed.append(error_at(place, error=error))
            made.append(None)
    for place, call in enumerate(made):
        if call is None:
            break
        try:
            found = found.after(call)
        except IllegalCall as error:
            malformed.append(error_at(place, error=error))
            break
    refuse(*malformed)
    return found


_Text = Annotated[str, Field(pattern=f"^({_CALL}( {_CALL})*)?$", max_length=MAX_AUCTION_CHARACTERS)]
Auction = Annotated[
    auction.Auction,
    PlainValidator(
        _auction,
        json_schema_input_type=Annotated[list[Call], Field(max_length=auction.MAX_CALLS)] | _Text,
    ),
    PlainSerializer(lambda found: list(found.calls), return_type=list[Call]),
    Field(description="the calls from the dealer on"),
]


def _seats(value: object) -> object:
    if isinstance(value, list) and len(value) <= len(table.Seat):
        return value
    raise MalformedTable(f"expected an array of seats, not {type_name(value)}")


Seats = Annotated[list[Seat], Field(max_length=len(table.Seat)), BeforeValidator(_seats)]
Draw = Annotated[
    Annotated[int, WholeNumber(0, LARGEST_SEED)] | None,
    Field(description="a seed: calls are drawn by their chances; null for the likeliest"),
]


class BoardHands(Document):
    """The hands by seat; null, or left out, where one is not known."""

    N: Hand | None = None
    E: Hand | None = None
    S: Hand | None = None
    W: Hand | None = None

    @property
    def by_seat(self) -> cards.Hands:
        """The hands N E S W, with the fourth where three are given. Raises MalformedDeal."""
        return completed_hands((self.N, self.E, self.S, self.W))


class KnownHands(BoardHands):
    """One to four hands by seat; null, or left out, where one is not known. The fourth follows
    from three."""

    expected: ClassVar = MalformedHand("expected an object with the hands of N, E, S and W")
    all_wanted: ClassVar = False

    def check(self) -> None:
        """Refuse contradicting hands, and too few."""
        known = len(table.Seat) - self.by_seat.count(None)
        errors = [] if known else [MalformedHand("expected at least one hand")]
        if self.all_wanted and known < len(table.Seat):
            errors.append(MalformedHand("expected all four hands"))
        refuse(*(error_at(error=error) for error in errors))


class ThreeHands(KnownHands):
    """Three or four hands by seat; the fourth follows from three."""

    all_wanted = True

    @property
    def all_four(self) -> tuple[cards.Hand, cards.Hand, cards.Hand, cards.Hand]:
        """The hands N E S W."""
        north, east, south, west = self.by_seat
        assert north is not None
        assert east is not None
        assert south is not None
        assert west is not None
        return north, east, south, west


class HandsBySeat(Answer):
    """The hands by seat; null where one is not known."""

    N: Hand | None
    E: Hand | None
    S: Hand | None
    W: Hand | None


class AllHands(Answer):
    """The four hands by seat."""

    N: Hand
    E: Hand
    S: Hand
    W: Hand


def by_seat(values: Sequence[Any]) -> dict[str, Any]:
    """Return values N E S W by the names of the seats."""
    return {seat.name: values[seat] for seat in table.Seat}
