"""Sparse fieldsets: the selected fields of a result, and all or the last of its moments.

The stored result stays whole; other fields are left out when it is sent. Names are checked
against the OpenAPI document, so that a misspelt one is refused before anything is computed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson
from rest_framework.request import Request

from bidding.api.analysis_schema import ANALYSIS
from bidding.api.components import resolved
from bidding.api.explanation_schema import EXPLANATION, OPTIONS
from bidding.api.problems import MAX_ERRORS, Problem
from bidding.api.review_schema import REVIEW
from bidding.api.robot_schema import ROBOT_CALLS
from bidding.models import Kind
from bidding.parsing.documents.document import printable

FIELDS, MOMENTS = "fields", "moments"
ALL, LAST = "all", "last"
_RESULTS = {
    Kind.EXPLANATION: EXPLANATION,
    Kind.REFINED: EXPLANATION,
    Kind.OPTIONS: OPTIONS,
    Kind.ANALYSIS: ANALYSIS,
    Kind.REVIEW: REVIEW,
    Kind.CALLS: ROBOT_CALLS,
}
_COMBINED = ("anyOf", "oneOf", "allOf")
# The selected members of an object, each with its own; empty for all of them.
Names = dict[str, "Names"]
_decoding = threading.Lock()  # one result at a time: decoded, it takes many times its length


@dataclass(frozen=True)
class Selection:
    """The selected fields of a result by dotted name, or all of them without names.

    names: sorted, so that equal selections are equal however they were written.
    """

    names: tuple[str, ...] = ()
    last_moment: bool = False

    @property
    def is_whole(self) -> bool:
        """Return True if nothing is left out."""
        return not self.names and not self.last_moment

    @property
    def query(self) -> str:
        """Return its query parameters with a question mark; empty for the whole result."""
        parts = [f"{FIELDS}={','.join(self.names)}"] if self.names else []
        parts += [f"{MOMENTS}={LAST}"] if self.last_moment else []
        return f"?{'&'.join(parts)}" if parts else ""

    def of(self, text: str | bytes) -> bytes:
        """Select from the JSON text of a result; return JSON text."""
        if self.is_whole:
            return text.encode() if isinstance(text, str) else text
        with _decoding:
            result = orjson.loads(text)
            if self.last_moment and isinstance(result.get("moments"), list):
                result["moments"] = result["moments"][-1:]
            return orjson.dumps(_filtered(result, _tree(self.names)))


WHOLE = Selection()


def selection(request: Request, *kinds: Kind) -> Selection:
    """Parse the selection in the query, for an answer of one of these kinds.

    Raise Problem 400 that names the parameter and its error.
    """
    moments = request.query_params.get(MOMENTS, ALL)
    if moments not in (ALL, LAST):
        raise _refusal(MOMENTS, "unknown-value", [moments], "'{}' is neither 'last' nor 'all'")
    given = request.query_params.getlist(FIELDS)
    names = tuple(sorted({name.strip() for text in given for name in text.split(",")}))
    unknown = [name for name in names if not any(is_field(kind, name) for kind in kinds)]
    if unknown:
        raise _refusal(
            FIELDS, "unknown-field", unknown[:MAX_ERRORS], "the result has no field '{}'"
        )
    return Selection(names, moments == LAST)


@lru_cache(1024)
def is_field(kind: Kind, name: str) -> bool:
    """Return True if results of that kind have a field of this dotted name.

    An object whose names are data has every name.
    """
    parts = name.split(".")
    found: list[Mapping[str, Any]] = [_RESULTS[kind]]
    for part in parts:
        schemas = [inner for schema in found for inner in _alternatives(schema)]
        described = [schema for schema in schemas if "properties" in schema]
        found = [one["properties"][part] for one in described if part in one["properties"]]
        if not described:
            return bool(schemas) and all(parts)
        if not found:
            return False
    return True


def _refusal(parameter: str, code: str, texts: Sequence[str], fault: str) -> Problem:
    """Return Problem 400 with this fault for each of these texts in a query parameter."""
    errors = [
        {
            "pointer": f"/{parameter}",
            "code": code,
            "detail": f"{parameter}: {fault.format(printable(text))}",
            "text": printable(text),
            "position": None,
            "said": None,
        }
        for text in texts
    ]
    detail = "; ".join(str(error["detail"]) for error in errors)
    return Problem("malformed-request", detail, errors=errors)


def _tree(names: tuple[str, ...]) -> Names:
    """Return the dotted names as a tree; a member named by itself is selected whole."""
    tree: Names = {}
    for name in sorted(names, key=len, reverse=True):
        *parents, last = name.split(".")
        level = tree
        for part in parents:
            level = level.setdefault(part, {})
        level[last] = {}
    return tree


def _filtered(value: Any, names: Names) -> Any:
    """Return the value with the named members only, also of each object in an array."""
    if not names:
        return value
    if isinstance(value, list):
        return [_filtered(one, names) for one in value]
    if isinstance(value, dict):
        return {name: _filtered(one, names[name]) for name, one in value.items() if name in names}
    return value


def _alternatives(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the object schemas of a value: follow references, descend into arrays."""
    schema = resolved(schema)
    for word in _COMBINED:
        for one in schema.get(word, ()):
            yield from _alternatives(one)
    if "items" in schema:
        yield from _alternatives(schema["items"])
    types = schema.get("type", ())
    if "properties" in schema or "object" in ([types] if isinstance(types, str) else types):
        yield schema
