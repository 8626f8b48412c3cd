"""Answers to requests that cannot be served: a page for people, a problem document for programs.

Neither ever shows what went wrong inside; that is in the log.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bidding.api import problems

ANY_FORMAT = "*/*"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400: a host that is not ours, and the like."""
    return _for_people_or(request, 400, problems.bad_request(request, exception))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler403: only its own pages for the staff refuse."""
    return render(request, "problem.html", {"status": 403}, status=403)


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from our own page, or from one that was open for very long."""
    return render(request, "problem.html", {"status": 403, "forged": True}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404."""
    return _for_people_or(request, 404, problems.not_found(request, exception))


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500; Django has logged the error."""
    return _for_people_or(request, 500, problems.server_error(request))


def _for_people_or(request: HttpRequest, status: int, document: HttpResponse) -> HttpResponse:
    """A page if HTML is asked for by name, as browsers do, else the document."""
    if "text/html" not in request.headers.get("Accept", ANY_FORMAT):
        return document
    return render(request, "problem.html", {"status": status}, status=status)
