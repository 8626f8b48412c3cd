"""A topic's jobs are found without reading those of others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bidding", "0021_dropped_jobs")]

    operations = [
        migrations.AddIndex(
            "job", models.Index(fields=["asker", "created_at"], name="job_asker")
        ),
    ]
