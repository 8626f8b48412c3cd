"""Errors in JSON documents, each with the field at fault, ready for a response."""

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
    """An error in one field, which is given as an RFC 6901 pointer."""

    pointer: str
    error: BridgeError

    @property
    def malformed(self) -> bool:
        """True if the field cannot be read, False if its content breaks the rules of bridge."""
        return not isinstance(self.error, (IllegalCall, ImpossibleHand))

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


class InvalidBoards(InvalidDocument):
    """An invalid list of board documents."""

    code = "invalid-boards"


def type_name(value: object) -> str:
    """Return the JSON name of a value's type, with an article."""
    return _JSON_TYPES.get(type(value), type(value).__name__)


def escaped(key: str) -> str:
    """Escape a key for a pointer (RFC 6901)."""
    return printable(key).replace("~", "~0").replace("/", "~1")


def printable(text: str) -> str:
    """Escape lone surrogates and NUL, which databases refuse."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\x00")
