"""JSON answers that hold what is JSON already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework.renderers import JSONRenderer


class SplicingRenderer(JSONRenderer):
    """Writes ``orjson.Fragment``s as they are; else it is like any other JSON.

    Only for who asks for an indented answer (``Accept: application/json; indent=2``) they are
    read and written anew.
    """

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The document in UTF-8."""
        text = orjson.dumps(data)
        if self.get_indent(accepted_media_type or "", {**(renderer_context or {})}) is None:
            return text
        return bytes(super().render(orjson.loads(text), accepted_media_type, renderer_context))
