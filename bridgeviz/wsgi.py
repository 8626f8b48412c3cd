"""The WSGI entry point of the web server."""

from __future__ import annotations

import math
import os
import tempfile
from pathlib import Path

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from prometheus_client import values

from bridgeviz import deadlines

try:
    import uwsgi  # exists inside uWSGI only
except ImportError:
    uwsgi = None


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

application: deadlines.Application = get_wsgi_application()
if uwsgi is not None:
    application = bound_requests(application)
