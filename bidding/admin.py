"""Django's admin: creation and revocation of API keys; views of batches and explanations.

Computed rows are never edited here; batches are cancelled and removed by actions.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import filesizeformat
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html_join

from bidding import keys
from bidding.batches import progress, requests
from bidding.models import ApiKey, Batch, ItemState, Job, Scope

FAULTS = 20  # shown of a batch
CLIENT_CHARACTERS = 12  # of a client's digest


class ApiKeyForm(forms.ModelForm):
    """The form of a key: its name and its scopes."""

    scopes = forms.MultipleChoiceField(
        choices=Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text="Explain: single positions, boards and files. Batches: thousands at once.",
    )

    class Meta:  # noqa: D106
        model = ApiKey
        fields = ("name", "scopes")


@admin.register(ApiKey)
class ApiKeyAdmin(admin.ModelAdmin):
    """Keys: the text of a key is shown once, on creation."""

    form = ApiKeyForm
    list_display = ("name", "prefix", "scope_list", "created_at", "used_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    search_fields = ("name", "prefix")
    readonly_fields = ("prefix", "created_at", "used_at", "revoked_at")
    ordering = ("-created_at",)
    actions = ("revoke",)

    @admin.display(description="opens")
    def scope_list(self, key: ApiKey) -> str:
        """Return the scopes in one line."""
        return ", ".join(key.scopes)

    @admin.action(description="Revoke the selected keys")
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiKey]) -> None:
        """Revoke the keys for good."""
        revoked = keys.revoke(queryset)
        self.message_user(request, f"Keys revoked: {revoked}", messages.SUCCESS)

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        """Save the row, for a new one with a new key, which ``response_add`` shows."""
        if not change:
            made, text = keys.make(obj.name, form.cleaned_data["scopes"])
            for field in ("prefix", "digest", "created_at"):
                setattr(obj, field, getattr(made, field))
            request.made_key = text  # type: ignore[attr-defined]
        super().save_model(request, obj, form, change)

    def response_add(
        self, request: HttpRequest, obj: ApiKey, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Show the key here: a message would be stored in a cookie or a session."""
        context = {
            **self.admin_site.each_context(request),
            "title": "The new key",
            "opts": self.opts,
            "made": obj,
            "text": request.made_key,  # type: ignore[attr-defined]
        }
        return TemplateResponse(request, "admin/bidding/apikey/made.html", context)


class ReadOnly(admin.ModelAdmin):
    """Rows that can be viewed with the permission to do so, and never edited."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    has_change_permission = has_delete_permission = has_add_permission


@admin.register(Batch)
class BatchAdmin(ReadOnly):
    """Stored batches, cancelled and removed with the permission to change them."""

    list_display = (
        *("id", "state", "percent", "n_failed", "stored", "client_prefix"),
        *("created_at", "ended_at"),
    )
    list_filter = ("state", "keyed", "created_at")
    search_fields = ("id", "client")
    ordering = ("-created_at",)
    fields = (
        *("id", "state", "created_at", "started_at", "ended_at", "percent", "total", "n_done"),
        *("n_failed", "faults", "stored", "client", "keyed", "idempotency_key"),
    )
    readonly_fields = ("percent", "stored", "faults")
    actions = ("cancel", "remove")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Batch]:
        """Return the batches visible to clients: removed ones only await deletion."""
        return super().get_queryset(request).exclude(ended_at__lt=progress.oldest_kept())

    def has_manage_permission(self, request: HttpRequest) -> bool:
        """Return True if the user may change batches."""
        return request.user.has_perm("bidding.change_batch")

    def view_on_site(self, obj: Batch) -> str:
        """Return the page of the batch's progress and results."""
        return reverse("batch-page", args=[obj.pk])

    @admin.display(description="ended")
    def percent(self, batch: Batch) -> str:
        """Return the number of items that are done or failed, of all."""
        return f"{batch.n_done + batch.n_failed} of {batch.total}"

    @admin.display(description="stored", ordering="stored_bytes")
    def stored(self, batch: Batch) -> str:
        """Return the size of its stored data."""
        return filesizeformat(batch.stored_bytes)

    @admin.display(description="client", ordering="client")
    def client_prefix(self, batch: Batch) -> str:
        """Return the beginning of the client's digest, marked if the client has a key."""
        return batch.client[:CLIENT_CHARACTERS] + (" (key)" if batch.keyed else "")

    @admin.display(description="first faults")
    def faults(self, batch: Batch) -> str:
        """Return the errors of the first failed items."""
        failed = batch.items.filter(state=ItemState.FAILED).order_by("number")
        found = failed.values_list("number", "error")[:FAULTS]
        lines = ((number, (error or {}).get("detail", "")) for number, error in found)
        return format_html_join("", "<div>item {}: {}</div>", lines)

    @admin.action(description="Cancel the selected batches", permissions=["manage"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Batch]) -> None:
        """Cancel running batches; results that are done stay."""
        self._apply(request, queryset, "Cancelled", requests.cancel)

    @admin.action(description="Remove the selected batches that have ended", permissions=["manage"])
    def remove(self, request: HttpRequest, queryset: QuerySet[Batch]) -> None:
        """Remove the batches that have ended."""
        self._apply(request, queryset, "Removed", requests.remove)

    def _apply(
        self,
        request: HttpRequest,
        queryset: QuerySet[Batch],
        done: str,
        action: Callable[[uuid.UUID], bool],
    ) -> None:
        """Apply an action to each batch, log the changes, and report their number."""
        chosen = list(queryset)
        changed = [batch for batch in chosen if action(batch.pk)]
        for batch in changed:
            self.log_change(request, batch, f"{done}.")
        level = messages.SUCCESS if changed else messages.WARNING
        self.message_user(request, f"{done}: {len(changed)} of {len(chosen)}", level)


@admin.register(Job)
class JobAdmin(ReadOnly):
    """Questions that are kept, with how they ended. Answers are long and not shown."""

    list_display = ("id", "kind", "state", "auction", "created_at", "seconds", "error_detail")
    list_filter = ("kind", "state", "created_at")
    search_fields = ("id", "content_key")
    ordering = ("-created_at",)
    fields = (
        *("id", "kind", "state", "created_at", "sent_at", "started_at", "ended_at", "seconds"),
        *("position", "error_detail", "parts_done", "share_done", "content_key"),
    )
    readonly_fields = ("seconds", "error_detail")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Job]:
        """Without chunks of batches, and without the answers, which may have megabytes."""
        return super().get_queryset(request).filter(batch=None).defer("result", "sums")

    @admin.display(description="auction")
    def auction(self, row: Job) -> str:
        """The calls so far."""
        return " ".join(row.position.get("auction", ())) or "no call yet"

    @admin.display(description="seconds")
    def seconds(self, row: Job) -> str:
        """From asking to the end."""
        return "" if row.seconds_to_end is None else f"{row.seconds_to_end:.1f}"

    @admin.display(description="error")
    def error_detail(self, row: Job) -> str:
        """The reason for a failure."""
        return str((row.error or {}).get("detail", ""))
