"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from bidding import vacuum


class BiddingConfig(AppConfig):
    """The configuration of the application."""

    name = "bidding"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Enable incremental vacuum of a SQLite file after each migration."""
        post_migrate.connect(vacuum.enable, sender=self)
