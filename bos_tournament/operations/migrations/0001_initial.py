"""Jobs, mail, kept answers, and what operators want to know."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models

from bos_tournament.first_migration import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name='Job',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('task', models.CharField(help_text="The task's name.", max_length=60)),
                        ('subject', models.UUIDField(help_text='The row the task works on.')),
                        ('state', models.CharField(choices=[('waiting', 'waiting'), ('begun', 'started'), ('done', 'done'), ('failed', 'gave up')], default='waiting', max_length=10)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('not_before', models.DateTimeField(default=django.utils.timezone.now, help_text='A sweep repeats the hint after this moment.')),
                        ('done_at', models.DateTimeField(blank=True, null=True)),
                        ('error', models.TextField(blank=True)),
                    ],
                    options={
                        'indexes': [models.Index(condition=models.Q(('state__in', ['waiting', 'begun'])), fields=['not_before'], name='open_jobs')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('task', 'subject'), name='one_waiting_job_each')],
                    },
                ),
                migrations.CreateModel(
                    name='Answered',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, help_text='A number tells the order.', primary_key=True, serialize=False)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('key', models.UUIDField()),
                        ('request_mac', models.CharField(help_text='A keyed digest of the request, never a bare hash.', max_length=64)),
                        ('about', models.UUIDField(db_index=True, help_text='What the hidden part of a request belongs to.', null=True)),
                        ('hidden_mac', models.CharField(blank=True, help_text="By a key that is not the site's; empty later.", max_length=64)),
                        ('status', models.PositiveSmallIntegerField(default=0)),
                        ('answer', models.JSONField(default=dict, help_text='Never holds a bid or a nonce.')),
                        ('day', models.DateField(default=django.utils.timezone.localdate, help_text='Only the day: the moment would tell who was first.')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='one_answer_per_key')],
                    },
                ),
                migrations.CreateModel(
                    name='Letter',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('sealed', models.TextField()),
                        ('made_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                    ],
                ),
                migrations.CreateModel(
                    name='Sweep',
                    fields=[
                        ('task', models.CharField(max_length=60, primary_key=True, serialize=False)),
                        ('began_at', models.DateTimeField()),
                        ('ended_at', models.DateTimeField()),
                        ('error', models.CharField(blank=True, help_text='of the last run; empty: it went well', max_length=300)),
                        ('failed_at', models.DateTimeField(blank=True, help_text='when a run last failed', null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='Mailing',
                    fields=[
                        ('outcome', models.CharField(choices=[('sent', 'sent'), ('failed', 'failed')], max_length=6, primary_key=True, serialize=False)),
                        ('at', models.DateTimeField()),
                        ('fault', models.CharField(blank=True, help_text='its kind and code alone: words could name people', max_length=80)),
                    ],
                ),
                migrations.CreateModel(
                    name='Backup',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('file', models.CharField(max_length=500)),
                        ('bytes', models.PositiveBigIntegerField()),
                        ('made_at', models.DateTimeField()),
                        ('restored_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['-made_at'],
                    },
                ),
            ]
        ),
    ]
