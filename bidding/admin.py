"""Django's admin: where API keys are made and revoked."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from bidding import keys
from bidding.models import ApiKey, Scope


class ApiKeyForm(forms.ModelForm):
    """What an admin says about a key."""

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
    """Keys: the text of one is shown when it is made, and never again."""

    form = ApiKeyForm
    list_display = ("name", "prefix", "opens", "created_at", "used_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    search_fields = ("name", "prefix")
    readonly_fields = ("prefix", "created_at", "used_at", "revoked_at")
    ordering = ("-created_at",)
    actions = ("revoke",)

    @admin.display(description="opens")
    def opens(self, key: ApiKey) -> str:
        """Its scopes in one line."""
        return ", ".join(key.scopes)

    @admin.action(description="Revoke the selected keys")
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiKey]) -> None:
        """Ends them for good."""
        revoked = keys.revoke(queryset)
        self.message_user(request, f"Keys revoked: {revoked}", messages.SUCCESS)

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        """A new row gets a new key, which the answer to this request shows."""
        if not change:
            made, text = keys.make(obj.name, form.cleaned_data["scopes"])
            for field in ("prefix", "digest", "created_at"):
                setattr(obj, field, getattr(made, field))
            request.made_key = text  # type: ignore[attr-defined]
        super().save_model(request, obj, form, change)

    def response_add(
        self, request: HttpRequest, obj: ApiKey, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Shows the key: a message to the next page would be kept in a cookie or a session."""
        context = {
            **self.admin_site.each_context(request),
            "title": "The new key",
            "opts": self.opts,
            "made": obj,
            "text": request.made_key,  # type: ignore[attr-defined]
        }
        return TemplateResponse(request, "admin/bidding/apikey/made.html", context)
