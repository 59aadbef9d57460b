"""Online games: halves of lines, passes, draw offers, phrases, and who is at the board."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0002_online_matches'),
        ('play', '0006_challenges'),
    ]

    operations = [
        migrations.AddField(
            model_name='recording',
            name='draw_offered_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.seat'),
        ),
        migrations.AddField(
            model_name='recording',
            name='half',
            field=models.CharField(blank=True, help_text='online: a line with which the other player goes on', max_length=300),
        ),
        migrations.AddField(
            model_name='recording',
            name='passes',
            field=models.PositiveSmallIntegerField(default=0, help_text='online: so many passed since the last line'),
        ),
        migrations.CreateModel(
            name='BoardPhrase',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('phrase', models.CharField(choices=[('good_luck', 'Good luck!'), ('well_played', 'Well played!'), ('good_game', 'Good game!'), ('back_soon', "I'm back in a minute."), ('connection', 'Sorry, my connection.'), ('thanks', 'Thank you!')], max_length=12)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('recording', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='phrases', to='play.recording')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.seat')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='BoardVisit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('times_away', models.PositiveIntegerField(default=0)),
                ('seconds_away', models.PositiveIntegerField(default=0, help_text='of all those times')),
                ('recording', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='visits', to='play.recording')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.seat')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('recording', 'seat'), name='one_visit_per_seat')],
            },
        ),
    ]
