"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from bidding import vacuum


class BiddingConfig(AppConfig):
    """Explanations of bridge auctions."""

    name = "bidding"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """A SQLite file that was made or brought up to date can shrink from then on."""
        post_migrate.connect(vacuum.enable, sender=self)
