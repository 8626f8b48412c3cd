"""The OpenAPI description of each operation, in the terms of JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from bidding.api.problems import KINDS, MEDIA_TYPE, TYPE_PREFIX
from bidding.domain.conventions import Forcing, Kind
from bidding.domain.systems import System
from bidding.domain.table import Strain
from bidding.models import State

JSON = "application/json"
PLAIN = "text/plain"


def object_of(
    properties: dict[str, Any], *, required: list[str] | None = None, extra: bool = True
) -> dict[str, Any]:
    """An object that has all these properties, or only the required ones."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": extra,
    }


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return schema if "null" in types else {**schema, "type": [*types, "null"]}


def null_where_optional(schema: dict[str, Any]) -> dict[str, Any]:
    """The same object, of which what may be left out may be null as well, at every depth."""
    if "items" in schema:
        return {**schema, "items": null_where_optional(schema["items"])}
    if "properties" not in schema:
        return schema
    properties = {
        name: null_where_optional(value)
        if name in schema["required"]
        else _or_null(null_where_optional(value))
        for name, value in schema["properties"].items()
    }
    return {**schema, "properties": properties}


SEAT = {"type": "string", "description": "N, E, S or W", "example": "S"}
SYSTEM = {"type": "string", "description": "sayc, standard, 2/1, acol, polish or unknown"}
CALLS = {
    "description": "The calls from the dealer on: a list, or one text with separators.",
    "oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}],
    "example": ["1D", "1H"],
}
QUESTION = object_of(
    {
        "hand": {
            "type": ["string", "null"],
            "description": "S.H.D.C of the viewer, or null for a spectator who sees no cards",
            "example": "AKJT985.6.A76.84",
        },
        "seat": SEAT,
        "dealer": SEAT,
        "vulnerability": {"type": "string", "description": "none, NS, EW or both"},
        "auction": CALLS,
        "system": SYSTEM,
        "systems": object_of({"ns": SYSTEM, "ew": SYSTEM}, required=[], extra=False),
    },
    required=["hand", "seat", "dealer", "vulnerability", "auction"],
    extra=False,
)
SAID = {
    "type": ["object", "null"],
    "description": "what the sentence was made of, for catalogues of other languages: the "
    "English key with its {names}, and their values, which may be sentences again",
    "properties": {"key": {"type": "string"}, "values": {"type": "object"}},
    "required": ["key"],
}
PROBLEM = object_of(
    {
        "type": {"type": "string", "enum": [TYPE_PREFIX + kind for kind in KINDS]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {
            "type": "array",
            "items": object_of(
                {
                    "pointer": {"type": "string", "description": "JSON Pointer to the field"},
                    "code": {"type": "string"},
                    "detail": {"type": "string"},
                    "text": {"type": "string", "description": "what is at fault"},
                    "position": {"type": ["integer", "null"], "description": "its place, from 0"},
                    "said": SAID,
                },
            ),
        },
    },
    required=["type", "title", "status", "detail"],
)
MODEL = object_of({name: {"type": "string"} for name in ("name", "version", "sha256", "recipe")})
PROBABILITY = {"type": "number", "minimum": 0, "maximum": 1}
WHOLE = {"type": "integer"}
RANGE = object_of(
    {
        **dict.fromkeys(("low", "high", "median"), WHOLE),
        "probability": {**PROBABILITY, "description": "of low ... high, both included"},
        "nearest": {
            **object_of({"low": WHOLE, "high": WHOLE, "probability": PROBABILITY}),
            "description": "the likely run whose probability is nearest to the interval level",
        },
    }
)
MEANING = {
    **object_of(
        {
            "name": {
                "type": "string",
                "description": "Natural, or No agreement known, without one",
            },
            "id": {
                "type": ["string", "null"],
                "description": "the vocabulary's name, with what the call asks or answers behind a "
                "colon (blackwood:S, ace_answer:2); null where no agreement is known",
            },
            "text": {"type": "string", "description": "the same as sentence"},
            "chance": {**PROBABILITY, "description": "of this meaning; below 0.7 none is named"},
            "kind": {
                "type": ["string", "null"],
                "enum": [*(kind.value for kind in Kind), None],
            },
            "artificial": {**PROBABILITY, "description": "the chance that it is"},
            "forcing": {
                "type": ["string", "null"],
                "enum": [*(force.value for force in Forcing), None],
                "description": "null where it is not known",
            },
            "asks": {"type": ["string", "null"]},
            "tells": {"type": ["string", "null"]},
            "trump": {"type": ["string", "null"], "enum": ["S", "H", "D", "C", None]},
            "sentence": {"type": "string"},
            "said": object_of({"name": SAID, "sentence": SAID}),
        }
    ),
    "type": ["object", "null"],
    "description": "what the call means in the words of bridge; null if the model does not say",
}
COUNTED = {
    "expected": {"type": "number"},
    "distribution": {
        "type": "array",
        "items": PROBABILITY,
        "description": "of 0, 1, ... of them",
    },
}
CALL = object_of(
    {
        "index": {"type": "integer", "description": "its place in the auction, from 0"},
        "seat": SEAT,
        "call": {"type": "string", "description": "P, X, XX or 1C to 7NT"},
        "probability": {**PROBABILITY, "description": "to somebody who sees no hand"},
        "rank": {"type": "integer", "description": "1 is the likeliest, seeing no hand"},
        "likeliest": {"type": "string", "description": "the likeliest call, seeing no hand"},
        "surprise": {
            **PROBABILITY,
            "description": "the share of calls, where the assumed systems are played, that are "
            "at least as unexpected; the viewer's own calls are judged by the own hand",
        },
        "unusual": {"type": "boolean", "description": "a surprise of at most 0.003"},
        "own_probability": {
            "type": ["number", "null"],
            "minimum": 0,
            "maximum": 1,
            "description": "how likely the viewer's own hand was to make the call; "
            "null for the others' calls",
        },
        "meaning": MEANING,
        "shows": {
            **object_of(
                {
                    "hcp": RANGE,
                    "lengths": object_of(dict.fromkeys("SHDC", RANGE)),
                    "sentence": {"type": "string"},
                    "said": SAID,
                    "aces": object_of(COUNTED),
                    "kings": object_of(COUNTED),
                    "key_cards": {
                        **object_of({"trump": {"type": "string", "enum": [*"SHDC"]}, **COUNTED}),
                        "description": "the four aces and the king of trumps; there once the "
                        "side has asked with known trumps",
                    },
                    "unclear": {
                        "type": "boolean",
                        "description": "the calls say something else of the hand, but too few "
                        "hands fit to say what; in refined explanations alone",
                    },
                },
                required=["hcp", "lengths", "sentence", "said", "aces", "kings", "unclear"],
            ),
            "description": "of the caller's hand to somebody who sees no hand, whoever asks; not "
            "yet made to agree with the other hands, as a moment's hands are",
        },
    }
)
BY_SYSTEM = object_of({system.value: {"type": "number"} for system in System})
READING = object_of(
    {
        "assumed": SYSTEM,
        "log_likelihoods": {
            **BY_SYSTEM,
            "description": "of this side's calls under each system, the other side's as assumed; "
            "the viewer's own calls by the own hand, all others as seen by nobody",
        },
        "posterior": {**BY_SYSTEM, "description": "the same as chances, from equal ones"},
        "likeliest": SYSTEM,
        "sentence": {
            "type": ["string", "null"],
            "description": "said where another system is clearly likelier than the assumed",
        },
        "said": SAID,
    }
)
SURPRISE = object_of(
    {
        "share": {
            **PROBABILITY,
            "description": "of auctions of about as many calls in the assumed systems, those "
            "that are at least as unexpected",
        },
        "counted": {
            "type": "boolean",
            "description": "whether shares were counted on auctions kept from training; else "
            "they follow from the model's own chances",
        },
        "sentence": {"type": ["string", "null"], "description": "a warning of a rare auction"},
        "said": SAID,
    }
)
SUGGESTION = {
    **object_of(
        {
            "seat": SEAT,
            "call": {"type": "string", "description": "the likeliest call"},
            "probability": PROBABILITY,
            "agreement": {
                "type": ["number", "null"],
                "minimum": 0,
                "maximum": 1,
                "description": "the share of hands close to the viewer's that make the same call; "
                "null where another player is to call, or no hand is seen",
            },
            "sentence": {"type": "string"},
            "said": SAID,
        }
    ),
    "type": ["object", "null"],
    "description": "the next call; null once the auction is over",
}
RESULT = object_of(
    {
        "position": {"type": "object", "description": "the question as it was understood"},
        "model": MODEL,
        "refined": {
            "type": "boolean",
            "description": "whether hidden hands were weighed by the chances of all their calls: "
            "then the hands of a moment have aces, kings and key_cards too, as calls show them",
        },
        "interval_level": {"type": "number", "description": "least share of hands in a range"},
        "systems": {
            **object_of({"ns": READING, "ew": READING}),
            "description": "which systems the calls look like",
        },
        "surprise": {**SURPRISE, "description": "how unexpected the auction is so far"},
        "calls": {"type": "array", "description": "what each call showed", "items": CALL},
        "moments": {
            "type": "array",
            "description": "what the viewer knows after 0, 1, ... calls",
            "items": {"type": "object"},
        },
        "suggestion": SUGGESTION,
    }
)
OPTIONS = object_of(
    {
        "position": {"type": "object", "description": "the question as it was understood"},
        "model": MODEL,
        "interval_level": {"type": "number", "description": "least share of hands in a range"},
        "to_call": {"type": ["string", "null"], "description": "whose turn it is; null once over"},
        "options": {
            "type": "array",
            "description": "every legal next call, the likeliest to somebody who sees no hand "
            "first, with all that an explanation would say of it once it were made; empty "
            "where the auction is over",
            "items": CALL,
        },
    }
)

NUMBER = {"type": "number"}
PROBABILITIES = {"type": "array", "items": PROBABILITY}
ANALYSIS = object_of(
    {
        "position": {"type": "object", "description": "the question as it was understood"},
        "model": MODEL,
        "estimator": {**MODEL, "description": "of the tricks that layouts make"},
        "layouts": {
            **WHOLE,
            "description": "of the hidden cards, that were weighed and their tricks estimated",
        },
        "effective": {
            **NUMBER,
            "description": "how many equally likely layouts would tell as much; the weights are "
            "the square roots of how well layouts fit",
        },
        "effective_full": {
            **NUMBER,
            "description": "the same with weights that are not such roots: how few layouts fit "
            "well; never more than effective",
        },
        "warning": {
            "type": ["string", "null"],
            "description": "said where few fit well: where effective is below 100, or "
            "effective_full below 25",
        },
        "tricks": {
            **object_of(
                dict.fromkeys(
                    "NESW",
                    object_of(dict.fromkeys((strain.name for strain in Strain), PROBABILITIES)),
                )
            ),
            "description": "by declarer and strain: the chances of 0 to 13 tricks, all hands seen "
            "and everybody playing best",
        },
        "contracts": {
            "type": "array",
            "description": "every bid by whoever could play it, undoubled: those, too, that the "
            "auction leaves no room for any more",
            "items": object_of(
                {
                    "bid": {"type": "string", "description": "1C to 7NT"},
                    "declarer": SEAT,
                    "chance": {**PROBABILITY, "description": "that it makes"},
                    "score": {**NUMBER, "description": "expected points of the declarer's side"},
                }
            ),
        },
        "contract": {
            "description": "what is played if all pass now; null before the first bid",
            "oneOf": [
                object_of(
                    {
                        "bid": {"type": "string"},
                        "declarer": SEAT,
                        "doubled": {"type": "integer", "enum": [1, 2, 4]},
                        "chance": PROBABILITY,
                        "scores": {
                            **object_of(dict.fromkeys(("1", "2", "4"), NUMBER)),
                            "description": "expected, undoubled, doubled and redoubled",
                        },
                    }
                ),
                {"type": "null"},
            ],
        },
        "next_calls": {
            "description": "the viewer's plausible calls by where they lead, the model bidding "
            "on; null unless it is the viewer's turn and there is a choice",
            "oneOf": [
                object_of(
                    {
                        "seat": SEAT,
                        "against": {"type": "string", "description": "the likeliest call"},
                        "layouts": {
                            **WHOLE,
                            "description": "on which each call was bid on from: chosen by weight, "
                            "some twelve of each 128 that were weighed",
                        },
                        "calls": {
                            "type": "array",
                            "items": object_of(
                                {
                                    "call": {"type": "string"},
                                    "probability": PROBABILITY,
                                    "imps": {
                                        **NUMBER,
                                        "description": "expected, over the likeliest call",
                                    },
                                    "error": {**NUMBER, "description": "standard error of imps"},
                                    "score": {**NUMBER, "description": "expected points"},
                                    "leads_to": {
                                        "type": "array",
                                        "items": object_of(
                                            {"contract": {"type": "string"}, "share": PROBABILITY}
                                        ),
                                    },
                                    "against": {
                                        "type": "object",
                                        "description": "imps and error over each other call",
                                    },
                                }
                            ),
                        },
                    }
                ),
                {"type": "null"},
            ],
        },
    }
)


def _status(*results: dict[str, Any]) -> dict[str, Any]:
    """How an answer stands that is one of these once it is done."""
    return object_of(
        {
            "id": {"type": "string", "format": "uuid"},
            "status": {"type": "string", "enum": State.values},
            "url": {"type": "string"},
            "created": {"type": "string", "format": "date-time"},
            "result": {"oneOf": [*results, {"type": "null"}]},
            "error": {"oneOf": [PROBLEM, {"type": "null"}]},
        }
    )


def _with_progress(status: dict[str, Any]) -> dict[str, Any]:
    """The same of a question that is answered in parts."""
    progress = {**PROBABILITY, "description": "the share of the work that is done"}
    return {**status, "properties": {**status["properties"], "progress": progress}}


READY = object_of(
    {
        "status": {"type": "string", "enum": ["ready"]},
        "model": MODEL,
        "workers": {"type": "integer", "description": "workers heard of lately"},
    }
)
PREFER = OpenApiParameter(
    name="Prefer",
    type=OpenApiTypes.STR,
    location=OpenApiParameter.HEADER,
    description="wait=N: wait up to N seconds for the result (RFC 7240)",
)
EXAMPLE = OpenApiExample(
    "After 1D 1H",
    value={
        "hand": "AKJT985.6.A76.84",
        "seat": "S",
        "dealer": "N",
        "vulnerability": "NS",
        "auction": ["1D", "1H"],
        "system": "sayc",
    },
    request_only=True,
)


def responses(statuses: Mapping[int, dict[str, Any] | None], *problems: int) -> dict[Any, Any]:
    """Answers by status and media type; the problems all have one shape."""
    good = {(status, JSON): body for status, body in statuses.items()}
    return good | {(status, MEDIA_TYPE): PROBLEM for status in problems}


def guarded(statuses: Mapping[int, dict[str, Any] | None], *problems: int) -> dict[Any, Any]:
    """The same of what a key may be needed for."""
    return responses(statuses, 401, 403, *problems)


def _ask(operation_id: str, status: dict[str, Any]) -> dict[str, Any]:
    """The description of a question about a position."""
    return {
        "operation_id": operation_id,
        "parameters": [PREFER],
        "examples": [EXAMPLE],
        "request": {JSON: QUESTION},
        "responses": guarded(
            {200: status, 202: status}, 400, 406, 408, 411, 413, 415, 422, 429, 500, 503, 504
        ),
    }


ASK = _ask("ask", _status(RESULT))
ASK_REFINED = _ask("ask_refined", _status(RESULT))
ASK_OPTIONS = _ask("ask_options", _status(OPTIONS))
ASK_ANALYSIS = _ask("ask_analysis", _with_progress(_status(ANALYSIS)))
FETCH: dict[str, Any] = {
    "operation_id": "fetch",
    "parameters": [PREFER],
    "responses": guarded({200: _status(RESULT, OPTIONS, ANALYSIS)}, 404, 406, 410, 429, 500, 503),
}
HEALTH: dict[str, Any] = {
    "operation_id": "health",
    "responses": responses({200: object_of({"status": {"type": "string", "enum": ["alive"]}})}),
}
READINESS: dict[str, Any] = {
    "operation_id": "readiness",
    "responses": responses({200: READY}, 429, 503),
}
