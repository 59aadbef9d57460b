"""Long PDFs that are kept."""

import bos_tournament.operations.encrypted_text
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0003_keep_standings_as_rows'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Printout',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('by_table', 'Pairings by table'), ('by_name', 'Pairings by name'), ('standings', 'Standings'), ('bracket', 'Bracket'), ('meeting', 'Seats by name'), ('slips', 'Result slips'), ('log_sheets', 'Log sheets'), ('badges', 'Badges'), ('pack', 'Print pack'), ('decks', 'Deck check sheets'), ('lists', 'Deck list sheets')], max_length=12)),
                ('round', models.PositiveSmallIntegerField(default=0, help_text='its number; 0 where it is about no round')),
                ('size', models.CharField(help_text='of the paper', max_length=6)),
                ('language', models.CharField(max_length=10)),
                ('revision', models.CharField(help_text='another one whenever it would look otherwise', max_length=64)),
                ('tables', models.CharField(blank=True, help_text='whose deck lists, like 1-4,9; empty: all', max_length=1000)),
                ('purpose', models.CharField(blank=True, help_text='what the lists are for; kept with each look', max_length=120)),
                ('made_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('begun_at', models.DateTimeField(help_text='what it shows was read after this moment', null=True)),
                ('page', models.PositiveIntegerField(default=0, help_text='being drawn')),
                ('pages', models.PositiveIntegerField(default=0, help_text='0 until they are counted')),
                ('content', bos_tournament.operations.encrypted_text.SealedBytesField(null=True)),
                ('done_at', models.DateTimeField(null=True)),
                ('asked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='printouts', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('asked_by', None)), fields=('tournament', 'kind', 'round', 'size', 'language', 'revision'), name='one_printout_for_all'), models.UniqueConstraint(condition=models.Q(('asked_by__isnull', False)), fields=('tournament', 'kind', 'round', 'size', 'language', 'revision', 'asked_by', 'tables', 'purpose'), name='one_printout_for_a_judge')],
            },
        ),
    ]
