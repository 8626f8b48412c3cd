"""Tables know whether they were opened with a key."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bidding", "0022_asker_index")]

    operations = [
        migrations.AddField("practicetable", "keyed", models.BooleanField(null=True)),
    ]
