"""Games of matches that are recorded on the board."""

import bos_tournament.operations.encrypted_text
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0001_initial'),
        ('play', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Recording',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('wizards', bos_tournament.operations.encrypted_text.SealedJSONField(default=dict, help_text='by seat, from column a: {"1": ["Ember Adept", …]}')),
                ('keep_asked', models.PositiveIntegerField(blank=True, help_text='so many lines stay if the other agrees', null=True)),
                ('version', models.PositiveIntegerField(default=0, help_text='Increases with every change; open pages compare it.')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('begun_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.seat')),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='recording', to='matches.game')),
                ('keep_asked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.seat')),
                ('signed_by', models.ManyToManyField(help_text='said that the record is right', related_name='+', to='matches.seat')),
            ],
        ),
        migrations.CreateModel(
            name='RecordedLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(help_text='counted from 1, as in the record')),
                ('shared', models.BooleanField(default=False, help_text='on a phone that both players use')),
                ('written', models.CharField(help_text='as the notation has it', max_length=300)),
                ('by_itself', models.BooleanField(default=False, help_text='There was nothing to choose.')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('taken_back_at', models.DateTimeField(blank=True, null=True)),
                ('seat', models.ForeignKey(help_text='whose phone wrote it', on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.seat')),
                ('recording', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='play.recording')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='recording',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('keep_asked', None), ('keep_asked_by', None)), models.Q(('keep_asked__isnull', False), ('keep_asked_by__isnull', False)), _connector='OR'), name='somebody_asks_to_take_back'),
        ),
        migrations.AddConstraint(
            model_name='recordedline',
            constraint=models.UniqueConstraint(condition=models.Q(('taken_back_at', None)), fields=('recording', 'number'), name='recorded_lines_are_numbered'),
        ),
    ]
