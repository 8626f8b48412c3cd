"""Named schemas of errors, and of sentences that can be translated."""

from __future__ import annotations

from bidding.api.components import (
    BOOLEAN,
    INTEGER,
    NUMBER,
    PREFIX,
    TEXT,
    array_of,
    component,
    described,
    enum,
    map_of,
    object_of,
    or_null,
)
from bidding.api.problems import KINDS, TYPE_PREFIX

_MESSAGE = {"$ref": PREFIX + "Message"}  # its values may be messages again
_VALUES = [TEXT, NUMBER, BOOLEAN, _MESSAGE]
MESSAGE = component(
    "Message",
    object_of(
        {
            "key": described(TEXT, "the English form with its {names}"),
            "values": map_of({"anyOf": [*_VALUES, array_of({"anyOf": _VALUES})]}),
        },
        required=["key"],
    ),
    "What a sentence was made of, for catalogues of other languages.",
)
MESSAGE_OR_NULL = or_null(MESSAGE)
PROBLEM_TYPE = enum(
    "ProblemType", [TYPE_PREFIX + kind for kind in KINDS], names=[kind.upper() for kind in KINDS]
)
FIELD_ERROR = component(
    "FieldError",
    object_of(
        {
            "pointer": described(TEXT, "JSON Pointer to the field"),
            "code": TEXT,
            "detail": TEXT,
            "text": described(TEXT, "what is at fault"),
            "position": or_null(INTEGER, "its place, from 0"),
            "said": MESSAGE_OR_NULL,
        }
    ),
)
PROBLEM = component(
    "Problem",
    object_of(
        {
            "type": PROBLEM_TYPE,
            "title": TEXT,
            "status": INTEGER,
            "detail": TEXT,
            "instance": {
                "type": "string",
                "format": "uri",
                "description": "urn:uuid: and the X-Request-ID of the request that was refused, "
                "which the site's logs name; not in the errors of single answers and items",
            },
            "errors": array_of(FIELD_ERROR),
        },
        required=["type", "title", "status", "detail"],
    ),
    "An error (RFC 9457).",
)
