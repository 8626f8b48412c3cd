from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("bidding", "0010_refined_kind"),
    ]

    operations = [
        migrations.AddField(
            model_name="batch",
            name="keyed",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
