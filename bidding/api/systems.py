"""Bidding systems: documents that came with the weights, without a model."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.http.openapi import (
    BOOLEAN,
    COUNT,
    INTEGER,
    PROBABILITY,
    TEXT,
    array_of,
    by_name,
    component,
    described,
    object_of,
    or_null,
)
from bidding.api.http.operations import (
    CALL,
    CALLS,
    DESCRIBED_SYSTEM,
    IF_NONE_MATCH,
    MESSAGE_OR_NULL,
    MODEL,
    NOT_MODIFIED,
    SUITS,
    header,
    protected_responses,
    retry_after,
)
from bidding.api.http.problems import Problem
from bidding.api.http.responses import has_current
from bidding.api.questions.explanation_schema import (
    FORCING,
    INTERVAL_LEVEL,
    MEANING_ID,
    MEANING_NAME,
    NAME_AND_SENTENCE,
    PROMISE,
)
from bidding.domain.systems import DESCRIBED, System
from bidding.explaining.agreements import document_of, tag_of
from bidding.models import Scope

TAGS = ["systems"]
IDS = [system.value for system in DESCRIBED]
ABOUT = {
    "id": described(DESCRIBED_SYSTEM, "as questions name it"),
    "name": TEXT,
    "description": TEXT,
    "published": described(TEXT, "where its agreements can be read"),
}
ENDS = component("Ends", object_of({"low": INTEGER, "high": INTEGER}), "A range, both included.")
HELD = component(
    "AgreementRecord",
    object_of(
        {
            "auctions": described(COUNT, "that began so, both sides playing the system"),
            "points": described(PROBABILITY, "of hands with points as promised"),
            "lengths": described(PROBABILITY, "the same of the suit that fits least"),
            "share": described(
                PROBABILITY, "of hands of which all is true that the sentence says of them"
            ),
        }
    ),
    "How often an agreement held among recorded auctions.",
)
AGREEMENT = component(
    "Agreement",
    object_of(
        {
            "auction": CALLS,
            "call": described(CALL, "the last of them, which is told of"),
            "name": MEANING_NAME,
            "id": MEANING_ID,
            "sentence": TEXT,
            "said": NAME_AND_SENTENCE,
            "forcing": or_null(FORCING, "null where it is not known"),
            "promises": PROMISE,
            "points": described(ENDS, "usual ones, with the interval level at least"),
            "lengths": component(
                "LengthEnds",
                by_name(SUITS, ENDS),
                "Usual ones of each suit, with the interval level at least.",
            ),
            "chance": described(PROBABILITY, "of the call, after the calls before it"),
            "unusual": described(BOOLEAN, "the model has seldom met such a call"),
            "held": or_null(HELD, "null where there are none"),
        }
    ),
    "What a call shows in a bidding system.",
)
DEPARTURE = component(
    "Departure",
    object_of(
        {
            "auction": or_null(CALLS, "null: the whole system"),
            "sentence": TEXT,
            "said": MESSAGE_OR_NULL,
        }
    ),
    "Where a system as it is told here is not as it is published.",
)
SYSTEM = component(
    "SystemDocument",
    object_of(
        {
            **ABOUT,
            "model": described(MODEL, "the weights that were asked"),
            "interval_level": INTERVAL_LEVEL,
            "sections": array_of(
                component(
                    "SystemSection", object_of({"title": TEXT, "agreements": array_of(AGREEMENT)})
                )
            ),
            "departures": array_of(DEPARTURE),
        }
    ),
    "The agreements of a bidding system, in the sections of a convention card.",
)
SYSTEMS = component(
    "SystemList",
    object_of(
        {
            "systems": array_of(
                component(
                    "SystemSummary",
                    object_of({**ABOUT, "url": described(TEXT, "where it is told of")}),
                )
            )
        }
    ),
)
LIST: dict[str, Any] = {
    "operation_id": "list_systems",
    "summary": "List the bidding systems",
    "tags": TAGS,
    "parameters": [retry_after(429)],
    "responses": protected_responses({200: SYSTEMS}, 406, 429, 500),
}
FETCH: dict[str, Any] = {
    "operation_id": "fetch_system",
    "summary": "Fetch the agreements of a bidding system",
    "tags": TAGS,
    "parameters": [
        OpenApiParameter(
            "system",
            DESCRIBED_SYSTEM,
            location=OpenApiParameter.PATH,
            description="its id; that of 2/1 with its stroke, or with %2F in place of it",
        ),
        IF_NONE_MATCH,
        header("ETag", "of the document", 200, 304, required=True),
        retry_after(429),
    ],
    "responses": protected_responses({200: SYSTEM}, 404, 406, 429, 500) | NOT_MODIFIED,
}


class SystemList(APIView):
    """The collection of systems with documented agreements."""

    scope = Scope.EXPLAIN

    @extend_schema(**LIST)
    def get(self, request: Request) -> Response:
        """Lists the bidding systems, with where each is told of."""
        return Response({"systems": [_about(system) for system in DESCRIBED]})


class SystemDetail(APIView):
    """One system."""

    scope = Scope.EXPLAIN

    @extend_schema(**FETCH)
    def get(self, request: Request, system: str) -> HttpResponseBase:
        """What the system's calls show as the model has learned it, and where books differ."""
        named = next((one for one in DESCRIBED if one.value == system), None)
        if named is None:
            known = ", ".join(IDS)
            raise Problem("unknown-system", f"No agreements are told of it; there are {known}.")
        headers = {"ETag": tag_of(named), "Cache-Control": "private, no-cache"}
        if has_current(request, headers["ETag"]):
            return HttpResponseNotModified(headers=headers)
        return Response(document_of(named), headers=headers)


def _about(system: System) -> dict[str, Any]:
    return {
        "id": system.value,
        "name": system.full_name,
        "description": system.description,
        "published": system.source,
        "url": reverse("system", args=[system.value]),
    }
