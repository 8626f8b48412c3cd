"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig
from django.core.management.base import CommandError
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import pre_migrate

LAST_SQUASHED = "0024_turns"


class BiddingConfig(AppConfig):
    """The configuration of the application."""

    name = "bidding"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Refuse to migrate a database that is too old."""
        pre_migrate.connect(refuse_older, sender=self)


def refuse_older(using: str, **options: object) -> None:
    """Raise CommandError for a database of before 0.17.0, which Django would leave as it is."""
    applied = MigrationRecorder(connections[using]).applied_migrations()
    names = {name for app, name in applied if app == BiddingConfig.name}
    if names and LAST_SQUASHED not in names:
        raise CommandError("The database is older than 0.17.0: bridgeviz-upgrade v0.17.0 first.")
