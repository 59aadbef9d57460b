"""Practice games, and what was done in them."""

import bos_tournament.operations.encrypted_text
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('cards', '0003_name_the_card_pool'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PracticeGame',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('bot', models.CharField(choices=[('newt', 'Newt'), ('magpie', 'Magpie')], max_length=10)),
                ('deck_name', bos_tournament.operations.encrypted_text.SealedTextField(max_length=60)),
                ('deck', bos_tournament.operations.encrypted_text.SealedTextField(help_text="the player's list")),
                ('bot_deck_name', models.CharField(max_length=60)),
                ('bot_deck', bos_tournament.operations.encrypted_text.SealedTextField()),
                ('edition', models.CharField(default='bos-1', help_text='pinned', max_length=30)),
                ('first', models.PositiveSmallIntegerField(help_text='the seat that goes first')),
                ('asked', models.PositiveSmallIntegerField(blank=True, help_text='the seat to act; empty once it is over', null=True)),
                ('winner', models.PositiveSmallIntegerField(blank=True, help_text='a seat; empty for a draw', null=True)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('moved_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('over_at', models.DateTimeField(blank=True, null=True)),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='practice_games', to=settings.AUTH_USER_MODEL)),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cards.pinnedpool')),
            ],
            options={
                'ordering': ['-moved_at'],
            },
        ),
        migrations.CreateModel(
            name='PracticeLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(help_text='counted from 1')),
                ('seat', models.PositiveSmallIntegerField()),
                ('how', models.CharField(choices=[('line', 'Line'), ('half', 'Half'), ('pass', 'Pass')], default='line', max_length=4)),
                ('written', models.CharField(blank=True, help_text='as the notation has it', max_length=300)),
                ('by_itself', models.BooleanField(default=False, help_text='There was nothing to choose.')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='play.practicegame')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddConstraint(
            model_name='practicegame',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('asked__isnull', False), ('over_at', None), ('winner', None)), models.Q(('asked', None), ('over_at__isnull', False)), _connector='OR'), name='somebody_is_asked_until_it_is_over'),
        ),
        migrations.AddConstraint(
            model_name='practicegame',
            constraint=models.CheckConstraint(condition=models.Q(('first__in', (1, 2)), models.Q(('asked', None), ('asked__in', (1, 2)), _connector='OR')), name='two_seats'),
        ),
        migrations.AddConstraint(
            model_name='practiceline',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='practice_lines_are_numbered'),
        ),
    ]
