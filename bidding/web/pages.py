"""HTML pages: the explainer, practice, batches, and the status for the staff."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bidding.api.batches.views import address, progress_of
from bidding.api.cards import club_cards
from bidding.api.http import openapi
from bidding.api.http.responses import has_current, tag_of
from bidding.batches import progress, requests
from bidding.jobs import registry, states
from bidding.models import Batch, State
from bidding.web.languages import Page, in_the_readers_language, translated

FAILURES = 50  # on the status page
MAX_RENDERED = 64  # pages of ``rendered_once`` in each process; the longest has 120 kB


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
