import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bidding", "0017_chunks_become_jobs")]

    operations = [
        migrations.DeleteModel("BatchChunk"),
        migrations.AlterField(
            "job",
            "batch",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="chunks",
                to="bidding.batch",
            ),
        ),
    ]
