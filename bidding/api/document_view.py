"""The view of the OpenAPI document."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2
from drf_spectacular.views import SpectacularJSONAPIView


class Compact(OpenApiJsonRenderer):
    """JSON without white space, which would make the document two and a half times as long."""

    def render(self, data: Any, *args: object, **options: object) -> bytes:
        """Return the document in UTF-8."""
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


class CompactJson(Compact):
    """The same as application/json."""

    media_type = OpenApiJsonRenderer2.media_type


class Document(SpectacularJSONAPIView):
    """The OpenAPI document."""

    renderer_classes = [Compact, CompactJson]
