"""Decks, and the versions of them that were submitted."""

import bos_tournament.operations.encrypted_text
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
                    name='Deck',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decks', to=settings.AUTH_USER_MODEL)),
                        ('name', bos_tournament.operations.encrypted_text.SealedTextField(max_length=60)),
                        ('text', bos_tournament.operations.encrypted_text.SealedTextField(blank=True, max_length=20000)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('changed_at', models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        'ordering': ['-changed_at'],
                    },
                ),
                migrations.CreateModel(
                    name='DeckVersion',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deck_versions', to=settings.AUTH_USER_MODEL)),
                        ('previous', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='next', to='decks.deckversion')),
                        ('number', models.PositiveSmallIntegerField(default=1)),
                        ('name', bos_tournament.operations.encrypted_text.SealedTextField(blank=True, max_length=60)),
                        ('text', bos_tournament.operations.encrypted_text.SealedTextField(help_text='canonical deck list')),
                        ('color', bos_tournament.operations.encrypted_text.SealedTextField(max_length=10)),
                        ('boss', bos_tournament.operations.encrypted_text.SealedTextField(max_length=100)),
                        ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('amended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('reason', models.CharField(blank=True, max_length=300)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('amended_by', None), models.Q(('reason', ''), _negated=True), _connector='OR'), name='an_amendment_has_a_reason')],
                    },
                ),
                migrations.CreateModel(
                    name='DeckLook',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='looks', to='decks.deckversion')),
                        ('viewer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('purpose', models.CharField(blank=True, max_length=120)),
                        ('purpose_message', models.JSONField(blank=True, help_text='the same where the site says it', null=True)),
                        ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                ),
            ]
        ),
    ]
