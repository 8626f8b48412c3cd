"""HTML pages: the explainer, practice, batches, and the status for the staff."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bidding.api.batches import bodies
from bidding.api.batches.bodies import Viewing
from bidding.api.batches.views import address, progress_of
from bidding.api.cards import club_cards
from bidding.api.http import openapi
from bidding.api.http.clients import client_of
from bidding.api.http.problems import Problem
from bidding.api.http.request_parsing import check_length
from bidding.api.http.responses import has_current, tag_of
from bidding.api.http.throttling import seconds_to_wait, seconds_to_wait_for_more
from bidding.batches import progress, requests
from bidding.domain.messages import Message
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.jobs import registry, states
from bidding.models import Batch, State
from bidding.parsing.documents.board_positions import EVERY_SEAT, NO_SEAT
from bidding.web.languages import Page, in_the_readers_language, translated, translated_error

_SEATS = (Seat.S, Seat.W, Seat.N, Seat.E)
_WITH_HAND = "{seat}, with that hand in view"
VIEWS = (
    *((seat.name, Message(_WITH_HAND, seat=Message(seat.full_name))) for seat in _SEATS),
    (EVERY_SEAT, Message("each of the four players (four answers a board)")),
    (NO_SEAT, Message("a spectator, who sees no cards")),
)
TOO_MANY_REQUESTS = "Too many requests. Try again in a moment."
FAILURES = 50  # on the status page
MAX_RENDERED = 64  # pages of ``rendered_once`` in each process; the longest has 120 kB
SYSTEMS = [(system.value, Message(system.full_name)) for system in System]


def for_members(page: Page) -> Page:
    """Redirect anonymous users to the sign-in page, if the site is closed to them."""

    @wraps(page)
    def guarded(request: HttpRequest, *args: Any, **options: Any) -> HttpResponseBase:
        if settings.ANONYMOUS or request.user.is_authenticated:
            return page(request, *args, **options)
        return redirect_to_login(request.get_full_path())

    return guarded


def rendered_once(contents: Callable[..., tuple[str, Mapping[str, Any]]]) -> Page:
    """Make a page of a function that returns its template and context for the parts of its address.

    It is rendered once for each language, without the request: nothing of it can be in the page.
    """

    @lru_cache(MAX_RENDERED)
    def rendered(language: str, **parts: Any) -> tuple[bytes, str]:
        template, context = contents(**parts)
        page = render_to_string(template, {**context, "languages": settings.LANGUAGES}).encode()
        return page, tag_of("text/html", page)

    @wraps(contents)
    def page(request: HttpRequest, **parts: Any) -> HttpResponse:
        content, tag = rendered(get_language(), **parts)
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        if has_current(request, tag):
            return HttpResponseNotModified(headers=headers)
        return HttpResponse(content, headers=headers)

    return page


@require_safe
@in_the_readers_language
@for_members
def index(request: HttpRequest) -> HttpResponse:
    """Show the page that explains a hand and an auction."""
    return render(request, "index.html", {"card": _card_of_new_visitors()})


@require_safe
@in_the_readers_language
@for_members
def practice(request: HttpRequest) -> HttpResponse:
    """Show the page on which boards are bid."""
    return render(request, "practice.html", {"card": _card_of_new_visitors()})


def _card_of_new_visitors() -> str:
    """Return the code of the card that the club gives to new visitors; an empty text for none."""
    card = club_cards().default
    return card.code if card else ""


@require_safe
@in_the_readers_language
@for_members
def card(request: HttpRequest) -> HttpResponse:
    """Show the page on which a pair makes its convention card."""
    return render(request, "card.html")


@require_safe
@in_the_readers_language
@rendered_once
def api_reference() -> tuple[str, Mapping[str, Any]]:
    """Show the reference of the API, generated from the OpenAPI document."""
    return "reference.html", {"operations": openapi.reference()}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt
@in_the_readers_language
@for_members
def batches(request: HttpRequest) -> HttpResponseBase:
    """Show and process the form for a file of boards. Refuse one that is too long unread."""
    if request.method != "POST":
        return csrf_protect(_form)(request)
    try:
        check_length(request, settings.BATCH_BODY_LIMIT_BYTES)
        seconds = seconds_to_wait(request, "batches") or seconds_to_wait(request, "batch_items", 0)
    except Problem as refusal:
        return _form(request, _error_text(refusal), refusal.to_json()["status"], given={})
    if seconds:
        refused = HTTPStatus.TOO_MANY_REQUESTS
        response = _form(request, gettext(TOO_MANY_REQUESTS), refused, given={})
        response.headers["Retry-After"] = str(seconds)
        return response
    return _submitted(request)


@csrf_protect
def _submitted(request: HttpRequest) -> HttpResponseBase:
    """Submit a form, and lead on to its batch."""
    try:
        batch = _submit_form(request)
    except Problem as refusal:
        return _form(request, _error_text(refusal), refusal.to_json()["status"])
    except requests.TooManyOfClient as enough:
        return _form(request, translated(enough.reason), HTTPStatus.TOO_MANY_REQUESTS)
    except requests.NoRoom as full:
        return _form(request, translated(full.reason), HTTPStatus.SERVICE_UNAVAILABLE)
    return redirect(address("batch-page", batch))


def _form(
    request: HttpRequest,
    fault: str = "",
    status: int = HTTPStatus.OK,
    given: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Render the form with its previous values and the error in them."""
    context = {
        "views": [(value, translated(text)) for value, text in VIEWS],
        "systems": [(value, translated(text)) for value, text in SYSTEMS],
        "most_items": settings.BATCH_ITEMS,
        "most_megabytes": settings.BATCH_BODY_LIMIT_BYTES // 1024**2,
        "given": request.POST if given is None else given,
        "fault": fault,
    }
    return render(request, "batches.html", context, status=status)


def _error_text(refusal: Problem) -> str:
    """Return the errors of a form in the reader's language."""
    faults = [translated_error(entry) for entry in refusal.errors]
    return gettext("; ").join(faults) or translated(refusal.detail)


def _submit_form(request: HttpRequest) -> Batch:
    """Submit the batch of a form. Raise Problem and NoRoom."""
    data = bodies.uploaded(request, bodies.limit_bytes(keyed=False))
    options = {name: request.POST[name] for name in ("view", "system") if request.POST.get(name)}
    # The same form sent twice, by a double click or a reload, makes one batch.
    token = request.POST.get("csrfmiddlewaretoken", "")
    digest = bodies.digest(options, data)
    key = f"form {token[-32:]} {digest}"
    requests.admit(client_of(request), key)
    items = bodies.read_file(data, Viewing.of(options))
    if seconds_to_wait_for_more(request, "batch_items", requests.charge(items)):
        raise Problem("too-many-requests", TOO_MANY_REQUESTS)
    return requests.submit(items, digest, key, client_of(request))


@never_cache
@require_safe
@in_the_readers_language
@for_members
def batch(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    """Show the progress of a batch, and its results once it has ended."""
    found = _progress(request, batch_id)
    context = {
        "found": found,
        "batch": found.batch,
        "results": address("batch-results", found.batch),
        "cancel": address("cancel-batch", found.batch),
        "time_left": translated(found.time_left),
        "hours": settings.BATCH_RETENTION_HOURS,
    }
    return render(request, "batch.html", context)


@require_POST
@for_members
def cancel_batch(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponseBase:
    """Cancel a batch, unless it has ended meanwhile."""
    found = _progress(request, batch_id)
    requests.cancel(found.batch.id)
    return redirect(address("batch-page", found.batch))


def _progress(request: HttpRequest, batch_id: uuid.UUID) -> progress.Progress:
    """Return the progress of the batch. Raise Http404, also if the request has no access."""
    try:
        return progress_of(request, batch_id)
    except Batch.DoesNotExist:
        raise Http404 from None


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
