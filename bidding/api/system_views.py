"""REST views of bidding systems: documents that came with the weights, without a model."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api import system_schema
from bidding.api.conditional import has_current
from bidding.api.problems import Problem
from bidding.domain.systems import DESCRIBED, System
from bidding.explaining.agreements import document_of, tag_of
from bidding.models import Scope


class SystemList(APIView):
    """The collection of systems with documented agreements."""

    scope = Scope.EXPLAIN

    @extend_schema(**system_schema.LIST)
    def get(self, request: Request) -> Response:
        """Lists the bidding systems, with where each is told of."""
        return Response({"systems": [_about(system) for system in DESCRIBED]})


class SystemDetail(APIView):
    """One system."""

    scope = Scope.EXPLAIN

    @extend_schema(**system_schema.FETCH)
    def get(self, request: Request, system: str) -> HttpResponseBase:
        """What the system's calls show as the model has learned it, and where books differ."""
        named = next((one for one in DESCRIBED if one.value == system), None)
        if named is None:
            known = ", ".join(system_schema.IDS)
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
