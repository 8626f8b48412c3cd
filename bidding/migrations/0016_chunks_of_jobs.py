from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

ATTEMPTS = models.PositiveSmallIntegerField(db_default=0, default=0)


class Migration(migrations.Migration):
    dependencies = [("bidding", "0015_job")]

    operations = [
        # The column may be null in the database: so SQLite adds it without a copy of the table.
        migrations.SeparateDatabaseAndState(
            [
                migrations.AddField(
                    "job", "attempts", models.PositiveSmallIntegerField(db_default=models.Value(0), null=True)
                )
            ],
            [migrations.AddField("job", "attempts", ATTEMPTS)],
        ),
        migrations.AddField(
            "job",
            "batch",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="bidding.batch",
            ),
        ),
        migrations.AddField("job", "number", models.PositiveIntegerField(null=True)),
        migrations.AddField("job", "items", models.PositiveIntegerField(null=True)),
        migrations.AddIndex("job", models.Index(fields=["batch", "number"], name="job_batch")),
        migrations.AlterField(
            "job",
            "kind",
            models.CharField(
                choices=[
                    ("explanation", "Explanation"),
                    ("refined", "Refined"),
                    ("options", "Options"),
                    ("analysis", "Analysis"),
                    ("chunk", "Chunk"),
                ],
                db_default="explanation",
                default="explanation",
                max_length=11,
            ),
        ),
    ]
