from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bidding", "0013_explanation_client")]

    operations = [
        migrations.AddField(
            model_name="explanation",
            name="weight",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
