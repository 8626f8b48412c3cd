"""The rows as the database keeps them."""

from __future__ import annotations

import uuid

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from bidding.models import Explanation, Kind


@pytest.mark.django_db
def test_a_row_of_the_release_before_is_an_explanation() -> None:
    key, now = uuid.uuid4(), timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO bidding_explanation (id, content_key, position, state, created_at)"
            " VALUES (%s, %s, %s, %s, %s)",
            [key.hex, "k", "{}", "queued", now.replace(tzinfo=None).isoformat(" ")],
        )
    assert Explanation.objects.get(id=key).kind == Kind.EXPLANATION


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
