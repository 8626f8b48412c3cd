"""Robots' calls are a kind of job; the choices of a column change no table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bidding", "0019_review_kind")]

    operations = [
        migrations.AlterField(
            "job",
            "kind",
            models.CharField(
                choices=[
                    ("explanation", "Explanation"),
                    ("refined", "Refined"),
                    ("options", "Options"),
                    ("analysis", "Analysis"),
                    ("review", "Review"),
                    ("calls", "Calls"),
                    ("chunk", "Chunk"),
                ],
                db_default="explanation",
                default="explanation",
                max_length=11,
            ),
        ),
    ]
