"""The status page of the staff: the queue, the nodes and recent failures."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bidding.jobs import states
from bidding.models import State
from bidding.worker import registry

FAILURES = 50


def status(request: HttpRequest) -> HttpResponse:
    """Show the queue, the workers and the failures; to the staff only (see bridgeviz/urls.py)."""
    rows = list(states.rows_by_kind_and_state())
    context = {
        **admin.site.each_context(request),
        "title": "Site status",
        "queued": states.queue_length(),
        "oldest_seconds": states.oldest_wait_seconds(),
        "running": sum(number for _, state, number in rows if state == State.RUNNING),
        "rows": rows,
        "workers": registry.living_workers(),
        "failures": states.recent_failures(FAILURES),
    }
    return render(request, "admin/status.html", context)
