"""Errors of a JSON document: each with the field it is in, and fit to be sent back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bidding.domain.errors import BridgeError, IllegalCall, ImpossibleHand
from bidding.domain.messages import message_json

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


@dataclass(frozen=True)
class FieldError:
    """An error in one field: where in the document (RFC 6901 pointer) and what."""

    pointer: str
    error: BridgeError

    @property
    def malformed(self) -> bool:
        """Return whether the field cannot be read; else the bridge in it is wrong."""
        return not isinstance(self.error, (IllegalCall, ImpossibleHand))

    def to_json(self) -> dict[str, Any]:
        """Return the error as clients are told it."""
        return {
            "pointer": self.pointer,
            "code": self.error.code,
            "detail": self.error.fault,
            "text": self.error.text,
            "position": self.error.position,
            "said": message_json(self.error.fault),
        }


class InvalidDocument(BridgeError):
    """A document that is not what is wanted; ``errors`` has one entry for each faulty field."""

    code = "invalid-document"

    def __init__(self, errors: Iterable[FieldError]) -> None:
        self.errors = tuple(errors)
        super().__init__("; ".join(f"{field.pointer}: {field.error}" for field in self.errors))

    @property
    def kind(self) -> str:
        """The kind of problem: that something cannot be read, or else that it breaks the rules."""
        malformed = any(field.malformed for field in self.errors)
        return "malformed-request" if malformed else "impossible-position"

    def to_json(self, most: int) -> dict[str, Any]:
        """Return the kind as ``code``, the first ``most`` errors, and all these in words."""
        errors = [field.to_json() for field in self.errors[:most]]
        detail = "; ".join(str(error["detail"]) for error in errors)
        return {"code": self.kind, "detail": detail, "errors": errors}


class InvalidPosition(InvalidDocument):
    """A document that is no position."""

    code = "invalid-position"


class InvalidBoards(InvalidDocument):
    """A document that is no list of boards."""

    code = "invalid-boards"


def type_name(value: object) -> str:
    """The JSON name of a value's type."""
    return _JSON_TYPES.get(type(value), type(value).__name__)


def escaped(key: str) -> str:
    """A key as RFC 6901 writes it in a pointer."""
    return printable(key).replace("~", "~0").replace("/", "~1")


def printable(text: str) -> str:
    """The text with what no database takes spelled out: lone surrogates, and the character NUL."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\x00")
