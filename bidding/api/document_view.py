"""Where the OpenAPI document can be fetched."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2
from drf_spectacular.views import SpectacularJSONAPIView


class Compact(OpenApiJsonRenderer):
    """JSON without white space, which would make it two and a half times as long."""

    def render(self, data: Any, *args: object, **options: object) -> bytes:
        """The document in UTF-8."""
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


class CompactJson(Compact):
    """The same for those who ask for plain JSON."""

    media_type = OpenApiJsonRenderer2.media_type


class Document(SpectacularJSONAPIView):
    """The OpenAPI document."""

    renderer_classes = [Compact, CompactJson]
