"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig


class BiddingConfig(AppConfig):
    """Explanations of bridge auctions."""

    name = "bidding"
    default_auto_field = "django.db.models.BigAutoField"
