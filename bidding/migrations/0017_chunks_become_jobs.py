"""Chunks of the batches under way become jobs, so that these go on; those of others are not
needed any more. Who might look at explanations may look at jobs.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.db import migrations

UNFINISHED = ("queued", "running")
AT_ONCE = 500


def chunks_to_jobs(apps: Any, schema_editor: Any) -> None:
    chunks = apps.get_model("bidding", "BatchChunk").objects.select_related("batch")
    jobs = apps.get_model("bidding", "Job").objects
    rows = (
        jobs.model(
            kind="chunk",
            content_key=hashlib.sha256(f"{chunk.batch_id} {chunk.number}".encode()).hexdigest(),
            position={},
            state="done" if chunk.ended_at else "queued",
            created_at=chunk.batch.created_at,
            sent_at=chunk.sent_at,
            ended_at=chunk.ended_at,
            attempts=min(chunk.attempts, 1000),
            batch=chunk.batch,
            number=chunk.number,
            items=chunk.items,
        )
        for chunk in chunks.filter(batch__state__in=UNFINISHED).iterator()
    )
    jobs.bulk_create(list(rows), batch_size=AT_ONCE)


def jobs_to_chunks(apps: Any, schema_editor: Any) -> None:
    jobs = apps.get_model("bidding", "Job").objects.filter(kind="chunk")
    chunks = apps.get_model("bidding", "BatchChunk").objects
    rows = (
        chunks.model(
            batch_id=job.batch_id,
            number=job.number,
            items=job.items,
            sent_at=job.sent_at,
            ended_at=job.ended_at,
            attempts=job.attempts,
        )
        for job in jobs.iterator()
    )
    chunks.bulk_create(list(rows), batch_size=AT_ONCE)
    jobs.delete()


def rename_permissions(apps: Any, before: str, after: str) -> None:
    permissions = apps.get_model("auth", "Permission").objects
    for permission in permissions.filter(
        content_type__app_label="bidding", codename__endswith=f"_{before}"
    ):
        verb = permission.codename.partition("_")[0]
        permission.codename, permission.name = f"{verb}_{after}", f"Can {verb} {after}"
        # One that was made meanwhile is nobody's yet.
        same = {"content_type": permission.content_type, "codename": permission.codename}
        permissions.filter(**same).delete()
        permission.save()


def permissions_of_jobs(apps: Any, schema_editor: Any) -> None:
    rename_permissions(apps, "explanation", "job")


def permissions_of_explanations(apps: Any, schema_editor: Any) -> None:
    rename_permissions(apps, "job", "explanation")


class Migration(migrations.Migration):
    dependencies = [
        ("bidding", "0016_chunks_of_jobs"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(chunks_to_jobs, jobs_to_chunks),
        migrations.RunPython(permissions_of_jobs, permissions_of_explanations),
    ]
