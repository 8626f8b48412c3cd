"""Reviews of played boards and robots' calls are kinds of jobs; the choices of a column change no table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bidding", "0018_delete_batchchunk")]

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
