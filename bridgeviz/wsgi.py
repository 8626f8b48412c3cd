"""What the web server calls."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from django.core.wsgi import get_wsgi_application
from prometheus_client import values


def share_counts() -> None:
    """Lets the processes of one uWSGI server count together, through files.

    They are in PROMETHEUS_MULTIPROC_DIR, or else in a folder of this server's in the temporary
    one. Each is named after the process's number: a process that is started again goes on
    counting where the one before it stopped. Elsewhere nothing is shared.
    """
    try:
        import uwsgi  # there is one inside uWSGI only
    except ImportError:
        return
    own = Path(tempfile.gettempdir()) / f"bridgeviz-metrics-{uwsgi.masterpid()}"
    folder = Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(own)))
    folder.mkdir(parents=True, exist_ok=True)
    values.ValueClass = values.MultiProcessValue(process_identifier=uwsgi.worker_id)


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bridgeviz.settings")
share_counts()

application = get_wsgi_application()
