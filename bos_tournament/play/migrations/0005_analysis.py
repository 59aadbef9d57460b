"""Analyses: records with branches."""

import bos_tournament.operations.encrypted_text
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cards', '0003_name_the_card_pool'),
        ('play', '0004_owl'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AnalysisTree',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('headers', bos_tournament.operations.encrypted_text.SealedTextField(help_text="the record's headers")),
                ('deck_one', bos_tournament.operations.encrypted_text.SealedTextField(help_text='the list of seat 1')),
                ('deck_two', bos_tournament.operations.encrypted_text.SealedTextField(help_text='the list of seat 2')),
                ('edition', models.CharField(default='bos-1', help_text='pinned', max_length=30)),
                ('opening', models.JSONField(blank=True, help_text='who went first, from 0, and the ether of each seat, where the site knows', null=True)),
                ('private_lists', models.BooleanField(default=False, help_text='Not everybody may see the deck lists: never shared.')),
                ('shared', models.BooleanField(default=False, help_text='Whoever has the link can read it.')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='analyses', to=settings.AUTH_USER_MODEL)),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cards.pinnedpool')),
            ],
            options={
                'verbose_name': 'analysis',
                'verbose_name_plural': 'analyses',
                'ordering': ['-changed_at'],
            },
        ),
        migrations.CreateModel(
            name='AnalysisLine',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('order', models.PositiveIntegerField(default=0, help_text='among the children of its parent')),
                ('written', models.CharField(blank=True, help_text='as the notation has it', max_length=300)),
                ('comment', models.CharField(blank=True, max_length=300)),
                ('worth', models.PositiveSmallIntegerField(blank=True, help_text='of 100 for seat 1 at a first look; empty where the table is not known', null=True)),
                ('searched', models.JSONField(blank=True, help_text='the best lines that a bot found here', null=True)),
                ('asked_at', models.DateTimeField(blank=True, help_text='when a bot was asked that did not answer yet', null=True)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('parent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='children', to='play.analysisline')),
                ('tree', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='play.analysistree')),
            ],
            options={
                'ordering': ['order', 'made_at'],
            },
        ),
        migrations.AddConstraint(
            model_name='analysistree',
            constraint=models.CheckConstraint(condition=models.Q(('private_lists', True), ('shared', True), _negated=True), name='private_lists_are_not_shared'),
        ),
        migrations.AddConstraint(
            model_name='analysisline',
            constraint=models.UniqueConstraint(condition=models.Q(('parent', None)), fields=('tree',), name='one_beginning_of_an_analysis'),
        ),
        migrations.AddConstraint(
            model_name='analysisline',
            constraint=models.UniqueConstraint(fields=('parent', 'written'), name='a_line_follows_once'),
        ),
    ]
