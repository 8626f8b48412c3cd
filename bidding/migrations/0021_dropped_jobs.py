"""Jobs can be dropped; the choices of a column change no table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bidding", "0020_practice_tables")]

    operations = [
        migrations.AddField("job", "asker", models.CharField(max_length=64, null=True)),
        migrations.AlterField(
            "job",
            "state",
            models.CharField(
                choices=[
                    ("queued", "Queued"),
                    ("running", "Running"),
                    ("done", "Done"),
                    ("failed", "Failed"),
                    ("expired", "Expired"),
                    ("dropped", "Dropped"),
                ],
                default="queued",
                max_length=8,
            ),
        ),
    ]
