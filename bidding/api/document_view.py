"""The view of the OpenAPI document."""

from __future__ import annotations

from functools import cache

import orjson
from django.http import HttpResponse, HttpResponseNotModified
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from bidding.api import openapi
from bidding.api.conditional import has_current, tag_of


class Document(APIView):
    """The OpenAPI document."""

    authentication_classes = ()
    renderer_classes = (OpenApiJsonRenderer, OpenApiJsonRenderer2)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """The document, generated and written once in each process; 304 if the client has it."""
        media_type = request.accepted_renderer.media_type
        headers = {"ETag": _tag(media_type), "Cache-Control": "no-cache"}
        if has_current(request, headers["ETag"]):
            return HttpResponseNotModified(headers=headers)
        return HttpResponse(_text(), content_type=media_type, headers=headers)


@cache
def _text() -> bytes:
    """Return the document without white space, which would more than double its length."""
    return orjson.dumps(openapi.document())


@cache
def _tag(media_type: str) -> str:
    return tag_of(media_type, _text())
