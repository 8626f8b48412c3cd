"""The WSGI entry point of the web server."""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters
from prometheus_client import values

from bridgeviz import deadlines

try:
    import uwsgi  # exists inside uWSGI only
except ImportError:
    uwsgi = None


class Request(WSGIRequest):
    """A request with any Content-Type, also one that Django would fail at before any view.

    Queries and forms are UTF-8, in whatever charset a file is declared to be: some decode no text.
    """

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        try:
            kind, parameters = parse_header_parameters(meta.get("CONTENT_TYPE") or "")
        except ValueError:
            kind, parameters = "", {}
        self.content_type, self.content_params = kind, parameters


def share_counts() -> None:
    """Share metrics between the processes of one uWSGI server, through files.

    The files are in PROMETHEUS_MULTIPROC_DIR, or else in a temporary folder of this server. Each
    is named after the process's number: a restarted process continues the counts.
    """
    own = Path(tempfile.gettempdir()) / f"bridgeviz-metrics-{uwsgi.masterpid()}"
    folder = Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(own)))
    folder.mkdir(parents=True, exist_ok=True)
    values.ValueClass = values.MultiProcessValue(process_identifier=uwsgi.worker_id)


def bound_requests(application: deadlines.Application) -> deadlines.Application:
    """Return the application with deadlines for its requests."""
    limits = deadlines.Limits(settings.BODY_SECONDS, settings.REQUEST_SECONDS)

    def alive(seconds: float) -> None:
        """Have uWSGI end the process unless a request begins, ends or makes progress by then."""
        uwsgi.set_user_harakiri(math.ceil(seconds) + settings.HARAKIRI_SECONDS)

    return deadlines.bounded(application, deadlines.Watch(limits, alive), uwsgi.connection_fd)


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bridgeviz.settings")
if uwsgi is not None:
    share_counts()

handler = get_wsgi_application()
handler.request_class = Request
application: deadlines.Application = handler
if uwsgi is not None:
    application = bound_requests(application)
