"""JSON responses with parts that are JSON text already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework.renderers import JSONRenderer


class SplicingRenderer(JSONRenderer):
    """JSON with ``orjson.Fragment``s written as they are.

    For an indented response (``Accept: application/json; indent=2``, always by two) they are
    decoded and encoded again.
    """

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the document in UTF-8; nothing for a response without one."""
        text = b"" if data is None else orjson.dumps(data)
        indent = self.get_indent(accepted_media_type or "", {**(renderer_context or {})})
        if not text or indent is None:
            return text
        return orjson.dumps(orjson.loads(text), option=orjson.OPT_INDENT_2)
