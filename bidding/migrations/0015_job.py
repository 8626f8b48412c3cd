from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("bidding", "0014_explanation_weight")]

    operations = [
        migrations.RenameModel("Explanation", "Job"),
        *(
            migrations.RenameIndex("job", old_name=f"explanation_{name}", new_name=f"job_{name}")
            for name in ("state", "bytes", "client")
        ),
    ]
