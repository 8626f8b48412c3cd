"""The formats of log records: lines for people, JSON objects for machines."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from bridgeviz import tracing


class AddRequest(logging.Filter):
    """A filter that adds the request's id to every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep all records."""
        request_id = tracing.request_id.get()
        record.__dict__["request_id"] = request_id
        record.__dict__["of_request"] = f" [{request_id}]" if request_id else ""
        return True


class JsonLines(logging.Formatter):
    """JSON lines: time, level, logger, message, request_id, and the record's fields.

    The fields are what was logged with ``extra={"fields": {...}}``; a traceback is one text.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; values outside JSON are written as text."""
        document: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := getattr(record, "request_id", ""):
            document["request_id"] = request_id
        document.update(getattr(record, "fields", {}))
        if record.exc_info:
            document["traceback"] = self.formatException(record.exc_info)
        return json.dumps(document, default=str, ensure_ascii=False)
