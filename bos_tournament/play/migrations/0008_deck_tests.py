"""Tests of deck lists by games of a bot."""

import bos_tournament.operations.encrypted_text
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cards', '0003_name_the_card_pool'),
        ('play', '0007_online'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DeckTest',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('share_key', models.UUIDField(blank=True, help_text='what stands in the link to share', null=True, unique=True)),
                ('name', bos_tournament.operations.encrypted_text.SealedTextField(max_length=60)),
                ('deck', bos_tournament.operations.encrypted_text.SealedTextField(help_text='the list that is tested')),
                ('edition', models.CharField(default='bos-1', help_text='pinned', max_length=30)),
                ('games', models.PositiveSmallIntegerField(help_text='against each opponent, without those with ether')),
                ('state', models.CharField(choices=[('running', 'running'), ('done', 'done'), ('cancelled', 'cancelled')], default='running', max_length=10)),
                ('played', models.PositiveIntegerField(default=0, help_text='games that are over')),
                ('lines', bos_tournament.operations.encrypted_text.SealedJSONField(default=list, help_text='the lines so far of the game that is on')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('moved_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('over_at', models.DateTimeField(blank=True, null=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deck_tests', to=settings.AUTH_USER_MODEL)),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cards.pinnedpool')),
            ],
            options={
                'ordering': ['-made_at'],
            },
        ),
        migrations.CreateModel(
            name='DeckTestOpponent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text='counted from 0')),
                ('name', bos_tournament.operations.encrypted_text.SealedTextField(bound_to=('test_id', 'number'), max_length=60)),
                ('deck', bos_tournament.operations.encrypted_text.SealedTextField(bound_to=('test_id', 'number'))),
                ('tally', bos_tournament.operations.encrypted_text.SealedJSONField(bound_to=('test_id', 'number'), default=dict)),
                ('test', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='opponents', to='play.decktest')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddConstraint(
            model_name='decktest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('over_at', None), ('state', 'running')), models.Q(models.Q(('state', 'running'), _negated=True), ('over_at__isnull', False)), _connector='OR'), name='a_deck_test_runs_until_it_is_over'),
        ),
        migrations.AddConstraint(
            model_name='decktestopponent',
            constraint=models.UniqueConstraint(fields=('test', 'number'), name='deck_test_opponents_are_numbered'),
        ),
    ]
