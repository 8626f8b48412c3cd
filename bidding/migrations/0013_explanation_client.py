from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bidding", "0012_explanation_bytes")]

    operations = [
        migrations.AddField(
            model_name="explanation",
            name="client",
            field=models.CharField(max_length=64, null=True),
        ),
        migrations.AddField(
            model_name="explanation",
            name="keyed",
            field=models.BooleanField(null=True),
        ),
        migrations.AddIndex(
            model_name="explanation",
            index=models.Index(
                fields=["client", "keyed", "created_at", "result_bytes"], name="explanation_client"
            ),
        ),
    ]
