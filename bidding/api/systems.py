"""Bidding systems: documents that came with the weights, without a model."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.http.openapi import BySuit, Count, JsonObject, Probability, named
from bidding.api.http.operations import IF_NONE_MATCH, Calls, Message, Model, header, operation
from bidding.api.http.problems import Problem
from bidding.api.http.responses import has_current
from bidding.api.questions.explanation_schema import (
    Ends,
    ForcingDegree,
    IntervalLevel,
    MeaningId,
    MeaningMessages,
    MeaningName,
    Promise,
)
from bidding.domain.systems import DESCRIBED, System
from bidding.explaining.agreements import document_of, tag_of
from bidding.models import Scope
from bidding.parsing.documents import fields

IDS = [system.value for system in DESCRIBED]
DescribedSystem = Annotated[
    str,
    fields.Named(
        "DescribedSystem",
        fields.one_of(
            IDS, "A bidding system whose agreements can be read.", [one.name for one in DESCRIBED]
        ),
    ),
]


class _About(JsonObject):
    """What a system is."""

    id: DescribedSystem = Field(description="as questions name it")
    name: str
    description: str
    published: str = Field(description="where its agreements can be read")


class SystemSummary(_About):
    """A bidding system."""

    url: str = Field(description="where its agreements are")


class SystemList(JsonObject):
    """The bidding systems."""

    systems: list[SystemSummary]


class AgreementRecord(JsonObject):
    """How often an agreement held among recorded auctions."""

    auctions: Count = Field(description="that began so, both sides playing the system")
    points: Probability = Field(description="of hands with points as promised")
    lengths: Probability = Field(description="the same of the suit that fits least")
    share: Probability = Field(
        description="of hands of which all is true that the sentence says of them"
    )


class LengthEnds(BySuit[Ends]):
    """Usual ones of each suit, with the interval level at least."""


class Agreement(JsonObject):
    """What a call shows in a bidding system."""

    auction: Calls
    call: fields.Call = Field(description="the last of them, which is explained")
    name: MeaningName
    id: MeaningId
    sentence: str
    said: MeaningMessages
    forcing: ForcingDegree | None = Field(description="null where it is not known")
    promises: Promise
    points: Ends = Field(description="usual ones, with the interval level at least")
    lengths: LengthEnds
    chance: Probability = Field(description="of the call, after the calls before it")
    unusual: bool = Field(description="the model has seldom met such a call")
    held: AgreementRecord | None = Field(description="null where there are none")


class Departure(JsonObject):
    """Where a system as it is described here is not as it is published."""

    auction: list[fields.Call] | None = Field(description="null: the whole system")
    sentence: str
    said: Message | None


class SystemSection(JsonObject):
    """Agreements on one subject."""

    title: str
    agreements: list[Agreement]


class SystemDocument(_About):
    """The agreements of a bidding system, in the sections of a convention card."""

    model: Model = Field(description="the weights that were asked")
    interval_level: IntervalLevel
    sections: list[SystemSection]
    departures: list[Departure]


class SystemListView(APIView):
    """The collection of systems with documented agreements."""

    scope = Scope.EXPLAIN

    @operation("list_systems", "List the bidding systems", {200: SystemList})
    def get(self, request: Request) -> Response:
        """Lists the bidding systems, with where each is described."""
        return Response({"systems": [_about(system) for system in DESCRIBED]})


class SystemDetail(APIView):
    """One system."""

    scope = Scope.EXPLAIN

    @operation(
        "fetch_system",
        "Fetch the agreements of a bidding system",
        {200: SystemDocument, 304: None},
        parameters=[
            OpenApiParameter(
                "system",
                named(DescribedSystem),
                location=OpenApiParameter.PATH,
                description="its id; that of 2/1 with its stroke, or with %2F in place of it",
            ),
            IF_NONE_MATCH,
            header("ETag", "of the document", 200, 304, required=True),
        ],
    )
    def get(self, request: Request, system: str) -> HttpResponseBase:
        """What the system's calls show as the model has learned it, and where books differ."""
        named = next((one for one in DESCRIBED if one.value == system), None)
        if named is None:
            known = ", ".join(IDS)
            raise Problem("unknown-system", f"It has no agreements here; there are {known}.")
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
