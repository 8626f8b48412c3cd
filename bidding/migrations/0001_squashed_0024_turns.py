"""All migrations of 0.17.0 in one: sites of that release have carried it out."""

import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ("bidding", "0001_initial"),
        ("bidding", "0002_explanation_kind"),
        ("bidding", "0003_nodes"),
        ("bidding", "0004_batches"),
        ("bidding", "0005_api_keys"),
        ("bidding", "0006_measures"),
        ("bidding", "0007_analysis"),
        ("bidding", "0008_batch_client"),
        ("bidding", "0009_key_of_client"),
        ("bidding", "0010_refined_kind"),
        ("bidding", "0011_batch_keyed"),
        ("bidding", "0012_explanation_bytes"),
        ("bidding", "0013_explanation_client"),
        ("bidding", "0014_explanation_weight"),
        ("bidding", "0015_job"),
        ("bidding", "0016_chunks_of_jobs"),
        ("bidding", "0017_chunks_become_jobs"),
        ("bidding", "0018_delete_batchchunk"),
        ("bidding", "0019_review_and_calls_kinds"),
        ("bidding", "0020_practice_tables"),
        ("bidding", "0021_dropped_jobs"),
        ("bidding", "0022_asker_index"),
        ("bidding", "0023_table_keyed"),
        ("bidding", "0024_turns"),
    ]

    dependencies = []

    operations = [
        migrations.CreateModel(
            name='ApiKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='Whose key it is, or what it is for.', max_length=100)),
                ('prefix', models.CharField(max_length=16)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('created_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('revoked_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'API key',
            },
        ),
        migrations.CreateModel(
            name='BatchAnswer',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('content', models.BinaryField()),
                ('length', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Worker',
            fields=[
                ('name', models.CharField(max_length=200, primary_key=True, serialize=False)),
                ('model', models.JSONField()),
                ('started_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField()),
                ('probed_at', models.DateTimeField(null=True)),
                ('device', models.CharField(db_default='cpu', default='cpu', max_length=20)),
                ('rate', models.FloatField(null=True)),
                ('answered', models.PositiveBigIntegerField(db_default=0, default=0)),
                ('measures', models.JSONField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Batch',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('cancelled', 'Cancelled'), ('expired', 'Expired')], default='queued', max_length=9)),
                ('created_at', models.DateTimeField(db_index=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('total', models.PositiveIntegerField()),
                ('n_done', models.PositiveIntegerField(default=0)),
                ('n_failed', models.PositiveIntegerField(default=0)),
                ('stored_bytes', models.PositiveBigIntegerField(default=0)),
                ('digest', models.CharField(max_length=64)),
                ('idempotency_key', models.CharField(max_length=200, null=True)),
                ('client', models.CharField(db_default='', default='', max_length=64)),
                ('keyed', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'verbose_name_plural': 'batches',
                'indexes': [models.Index(fields=['client', 'state'], name='batch_client_states')],
                'constraints': [models.UniqueConstraint(fields=('client', 'idempotency_key'), name='one_batch_per_clients_key')],
            },
        ),
        migrations.CreateModel(
            name='PracticeTable',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('position', models.JSONField()),
                ('board', models.BigIntegerField(null=True)),
                ('number', models.PositiveIntegerField(null=True)),
                ('deal', models.PositiveIntegerField(default=1)),
                ('n_calls', models.PositiveSmallIntegerField(default=0)),
                ('client', models.CharField(max_length=64)),
                ('keyed', models.BooleanField(null=True)),
                ('created_at', models.DateTimeField()),
                ('changed_at', models.DateTimeField(db_index=True)),
            ],
            options={
                'indexes': [models.Index(fields=['client', 'changed_at'], name='table_client')],
            },
        ),
        migrations.CreateModel(
            name='PracticeSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('holder', models.CharField(max_length=64, null=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='bidding.practicetable')),
            ],
        ),
        migrations.CreateModel(
            name='BatchItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('source', models.JSONField(null=True)),
                ('position', models.JSONField(null=True)),
                ('key', models.CharField(max_length=64)),
                ('chunk', models.PositiveIntegerField(null=True)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('done', 'Done'), ('failed', 'Failed')], default='queued', max_length=6)),
                ('error', models.JSONField(null=True)),
                ('answer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to='bidding.batchanswer')),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='bidding.batch')),
            ],
            options={
                'indexes': [models.Index(fields=['batch', 'chunk', 'state'], name='batch_chunk_items'), models.Index(fields=['batch', 'state', 'number'], name='batch_item_states'), models.Index(fields=['batch', 'key'], name='batch_item_keys')],
                'constraints': [models.UniqueConstraint(fields=('batch', 'number'), name='one_item_per_number')],
            },
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('content_key', models.CharField(max_length=64)),
                ('kind', models.CharField(choices=[('explanation', 'Explanation'), ('refined', 'Refined'), ('options', 'Options'), ('analysis', 'Analysis'), ('review', 'Review'), ('calls', 'Calls'), ('chunk', 'Chunk')], db_default='explanation', default='explanation', max_length=11)),
                ('position', models.JSONField()),
                ('weight', models.PositiveSmallIntegerField(null=True)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('expired', 'Expired'), ('dropped', 'Dropped')], default='queued', max_length=8)),
                ('created_at', models.DateTimeField(db_index=True)),
                ('sent_at', models.DateTimeField(null=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('result', models.JSONField(null=True)),
                ('result_bytes', models.PositiveIntegerField(db_default=0, default=0)),
                ('error', models.JSONField(null=True)),
                ('parts_done', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('share_done', models.FloatField(db_default=0, default=0)),
                ('sums', models.JSONField(null=True)),
                ('client', models.CharField(max_length=64, null=True)),
                ('keyed', models.BooleanField(null=True)),
                ('asker', models.CharField(max_length=64, null=True)),
                ('queue', models.CharField(max_length=32, null=True)),
                ('turn', models.PositiveIntegerField(null=True)),
                ('number', models.PositiveIntegerField(null=True)),
                ('items', models.PositiveIntegerField(null=True)),
                ('batch', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='bidding.batch')),
            ],
            options={
                'indexes': [models.Index(fields=['state', 'created_at'], name='job_state'), models.Index(fields=['created_at', 'result_bytes'], name='job_bytes'), models.Index(fields=['client', 'keyed', 'created_at', 'result_bytes'], name='job_client'), models.Index(fields=['asker', 'created_at'], name='job_asker'), models.Index(fields=['batch', 'number'], name='job_batch'), models.Index(fields=['queue', 'state', 'turn', 'client'], name='job_turn')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ('queued', 'running', 'done'))), fields=('content_key',), name='one_answer_per_content')],
            },
        ),
        # The column may be null in the database, as 0.16.0 added it there.
        migrations.SeparateDatabaseAndState(
            [migrations.AddField("job", "attempts", models.PositiveSmallIntegerField(db_default=models.Value(0), null=True))],
            [migrations.AddField("job", "attempts", models.PositiveSmallIntegerField(db_default=0, default=0))],
        ),
    ]
