from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bidding", "0008_batch_client")]

    operations = [
        migrations.RemoveConstraint(model_name="batch", name="one_batch_per_key"),
        migrations.AddConstraint(
            model_name="batch",
            constraint=models.UniqueConstraint(
                fields=("client", "idempotency_key"), name="one_batch_per_clients_key"
            ),
        ),
    ]
