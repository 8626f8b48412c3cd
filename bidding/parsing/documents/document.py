"""Models of JSON documents: each reads strictly, with all errors, writes, and is the schema.

A validator refuses a value by a ``BridgeError``, whose words are the client's, or by an error of
pydantic's, for which ``_words`` has them. Each error names the field at fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, Self, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, ErrorDetails, InitErrorDetails, core_schema

from bidding.domain.convention_card import CardAtOdds
from bidding.domain.errors import (
    BridgeError,
    IllegalCall,
    ImpossibleHand,
    MalformedCall,
    MalformedHand,
    MalformedTable,
)
from bidding.domain.messages import Message, message_json
from bidding.parsing.text.words import quoted

_JSON_TYPES = {
    type(None): "null",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "an array",
    tuple: "an array",
    dict: "an object",
}

MAX_UNKNOWN_FIELDS = 20  # reported; a request may contain thousands
LEFT_OUT: Any = None
"""The default of a field that may be left out, but not be null."""
Place = str | int


@dataclass(frozen=True)
class FieldError:
    """An error in one field, which is given as an RFC 6901 pointer."""

    pointer: str
    error: BridgeError

    @property
    def malformed(self) -> bool:
        """True if the field cannot be read, False if its content breaks the rules of bridge."""
        return not isinstance(self.error, (IllegalCall, ImpossibleHand, CardAtOdds))

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form for clients."""
        return {
            "pointer": self.pointer,
            "code": self.error.code,
            "detail": self.error.fault,
            "text": self.error.text,
            "position": self.error.position,
            "said": message_json(self.error.fault),
        }


class InvalidDocument(BridgeError):
    """An invalid document; ``errors`` has one entry for each faulty field."""

    code = "invalid-document"

    def __init__(self, errors: Iterable[FieldError]) -> None:
        self.errors = tuple(errors)
        super().__init__("; ".join(f"{field.pointer}: {field.error}" for field in self.errors))

    @property
    def kind(self) -> str:
        """The problem type: ``malformed-request``, or ``impossible-position`` if readable."""
        malformed = any(field.malformed for field in self.errors)
        return "malformed-request" if malformed else "impossible-position"

    def to_json(self, most: int) -> dict[str, Any]:
        """Return the kind as ``code``, the first ``most`` errors, and their text as ``detail``."""
        errors = [field.to_json() for field in self.errors[:most]]
        detail = "; ".join(str(error["detail"]) for error in errors)
        return {"code": self.kind, "detail": detail, "errors": errors}


class InvalidPosition(InvalidDocument):
    """An invalid position document."""

    code = "invalid-position"


def type_name(value: object) -> str:
    """Return the JSON name of a value's type, with an article."""
    return _JSON_TYPES.get(type(value), type(value).__name__)


def escaped(key: str) -> str:
    """Escape a key for a pointer (RFC 6901)."""
    return printable(key).replace("~", "~0").replace("/", "~1")


def printable(text: str) -> str:
    """Escape lone surrogates and NUL, which databases refuse."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\x00")


@dataclass(frozen=True)
class WholeNumber:
    """The bounds of a whole number."""

    low: int
    high: int

    def __get_pydantic_core_schema__(
        self, source: type[Any], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return how pydantic validates it."""
        return core_schema.custom_error_schema(
            core_schema.int_schema(strict=True, ge=self.low, le=self.high),
            custom_error_type="whole_number",
            custom_error_message="expected a whole number",
            custom_error_context={"bounds": self},
        )

    def error(self, name: str) -> BridgeError:
        """Return the error of anything else in a field of that name."""
        fault = "{name} is a whole number from {low} to {high}"
        return MalformedTable(Message(fault, name=name, low=self.low, high=self.high))


class Document(BaseModel):
    """A JSON object."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        json_schema_serialization_defaults_required=True,
    )
    expected: ClassVar[BridgeError] = MalformedTable("expected an object")
    """The error of another type, but for what it is."""

    @classmethod
    def read(cls, document: object) -> Self:
        """Read a decoded JSON document.

        Raises InvalidPosition with the errors of all fields, and no other exception.
        """
        try:
            return cls.model_validate(document)
        except ValidationError as invalid:
            raise InvalidPosition(field_errors(invalid)) from None

    @classmethod
    def write(cls, **values: Any) -> dict[str, Any]:
        """Return the document with these values, which are not checked again."""
        return cls.model_construct(**values).to_json()

    def to_json(self) -> dict[str, Any]:
        """Return the document, from which it can be read back."""
        return self.model_dump(mode="json")

    @classmethod
    def describe(cls, schema: dict[str, Any]) -> None:
        """Add to the schema of what is read, in place, what fields alone do not say."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Return the schema."""
        found = handler(core)
        if handler.mode == "validation":
            cls.describe(handler.resolve_ref_schema(found))
        return found

    @classmethod
    def prepare(cls, given: dict[str, Any]) -> list[InitErrorDetails]:
        """Replace fields that stand for others, in place; return errors of what is left out."""
        return []

    def check(self) -> None:
        """Refuse fields that do not go together."""

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, value: Any, read: ModelWrapValidatorHandler[Self]) -> Self:
        """Read an object; errors are in the order of the fields, unknown ones before them."""
        if isinstance(value, cls):
            return value
        if not isinstance(value, Mapping):
            raise type(cls.expected)(f"{cls.expected.fault}, not {type_name(value)}")
        names = list(cls.model_fields)
        given = {name: value[name] for name in names if name in value}
        unknown = [] if len(given) == len(value) else [key for key in value if key not in given]
        errors = [
            error_at(printable(str(key)), error=_unknown(str(key), names))
            for key in islice(unknown, MAX_UNKNOWN_FIELDS)
        ]
        errors += cls.prepare(given)
        try:
            document = read(given)
            document.check()
        except ValidationError as invalid:
            details = invalid.errors(include_url=False)
            errors += [
                error_at(*detail["loc"], error=_words(detail, cls.model_fields))
                for detail in details
            ]
        except BridgeError as error:
            errors.append(error_at(error=error))
        order: dict[tuple[Place, ...], int] = {(name,): place for place, name in enumerate(names)}
        order[()] = len(names)  # of what is said of the whole
        refuse(*sorted(errors, key=lambda error: order.get(error["loc"][:1], -1)))
        return document


class Answer(Document):
    """A JSON object that is only written; a later version may have more fields."""

    model_config = ConfigDict(extra="ignore")


def error_at(*place: Place, error: BridgeError) -> InitErrorDetails:
    """Return the error of pydantic's that says so of a place in what is validated."""
    return {"type": "value_error", "loc": place, "input": None, "ctx": {"error": error}}


def refuse(*errors: InitErrorDetails) -> None:
    """Raise errors, if there are any, from a validator."""
    if errors:
        raise ValidationError.from_exception_data("", list(errors))


def field_errors(invalid: ValidationError) -> Iterable[FieldError]:
    """Yield the errors, each with its pointer."""
    for found in invalid.errors(include_url=False):
        error: BridgeError = found["ctx"]["error"]
        error.text = printable(error.text)  # a lone surrogate is no character of UTF-8
        places = "".join(f"/{escaped(str(place))}" for place in found["loc"])
        yield FieldError(places, error)


def _words(found: ErrorDetails, fields: Mapping[str, FieldInfo]) -> BridgeError:
    """Return the error of ours for one of pydantic's in one of the fields."""
    context = found.get("ctx", {})
    match found["type"], *found["loc"][-1:]:
        case "value_error", *_ if isinstance(context["error"], BridgeError):
            return context["error"]
        case "missing", "auction":
            return MalformedCall("auction is missing ([] before the first call)")
        case "missing", "hands":
            return MalformedHand("expected an object with the hands of N, E, S and W, not null")
        case "missing", "ns" | "ew" as side:
            return MalformedTable(f"systems names both sides; {side} is missing")
        case "missing", "holder":
            return MalformedTable("holder is missing")
        case "missing", str(name):
            numbers = [one for one in fields[name].metadata if isinstance(one, WholeNumber)]
            kind = MalformedCall if name == "call" else MalformedTable
            missing = kind(Message("{name} is missing", name=name))
            return numbers[0].error(name) if numbers else missing
        case "whole_number", name:
            return cast(WholeNumber, context["bounds"]).error(str(name))
        case "bool_type", _:
            return MalformedTable(f"expected true or false, not {type_name(found['input'])}")
    raise AssertionError(f"there are no words for {found}")


def _unknown(key: str, known: Iterable[str]) -> BridgeError:
    fault = f"{quoted(key)} is not a known field; the fields are {', '.join(known)}"
    return MalformedTable(fault, text=key)
