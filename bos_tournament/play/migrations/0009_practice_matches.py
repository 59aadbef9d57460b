"""Bids, a best of three and wizards in their columns, for practice games."""

import bos_tournament.operations.encrypted_text
import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0008_deck_tests'),
    ]

    operations = [
        migrations.AddField(
            model_name='challenge',
            name='best_of',
            field=models.PositiveSmallIntegerField(default=1, help_text='games of the match: 1, or 3'),
        ),
        migrations.AddField(
            model_name='challenge',
            name='with_bid',
            field=models.BooleanField(default=False, help_text='Bids decide who chooses the first turn.'),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='best_of',
            field=models.PositiveSmallIntegerField(default=1, help_text='games of the match: 1, or 3'),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='bids',
            field=models.JSONField(blank=True, help_text='the bids that were opened last, by seat', null=True),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='chooser',
            field=models.PositiveSmallIntegerField(blank=True, help_text='the seat that chooses who goes first', null=True),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='lost_before',
            field=models.PositiveSmallIntegerField(default=0, help_text='games of the match that the other one won'),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='number',
            field=models.PositiveSmallIntegerField(default=1, help_text='of the game in its match'),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='previous',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='play.practicegame'),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='step',
            field=models.CharField(choices=[('bidding', 'bids'), ('choice', 'first turn'), ('swapping', 'swaps'), ('playing', 'playing')], default='playing', max_length=10),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='ties',
            field=models.PositiveSmallIntegerField(default=0, help_text='so often both bid the same'),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='with_bid',
            field=models.BooleanField(default=False, help_text='Bids decide who chooses the first turn.'),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='wizards',
            field=bos_tournament.operations.encrypted_text.SealedJSONField(blank=True, null=True, help_text='by seat, from column a: {"1": ["Ember Adept", …]}'),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='won_before',
            field=models.PositiveSmallIntegerField(default=0, help_text='games of the match that the owner won before'),
        ),
        migrations.CreateModel(
            name='SealedAnswer',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('seat', models.PositiveSmallIntegerField()),
                ('answer', bos_tournament.operations.encrypted_text.SealedTextField()),
                ('practice_game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sealed', to='play.practicegame')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('practice_game', 'seat'), name='one_sealed_answer_a_seat')],
            },
        ),
    ]
