"""Jobs take turns between clients."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bidding", "0023_table_keyed")]

    operations = [
        migrations.AddField("job", "queue", models.CharField(max_length=32, null=True)),
        migrations.AddField("job", "turn", models.PositiveIntegerField(null=True)),
        migrations.AddIndex(
            "job",
            models.Index(fields=["queue", "state", "turn", "client"], name="job_turn"),
        ),
    ]
