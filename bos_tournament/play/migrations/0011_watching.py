"""Who follows a game live."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0001_initial'),
        ('play', '0010_board_changes'),
    ]

    operations = [
        migrations.CreateModel(
            name='Spectator',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(help_text='a digest, of a session where there is one', max_length=32)),
                ('asked_at', models.DateTimeField(db_index=True, help_text='when it last asked for news, give or take 20 seconds')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.game')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'key'), name='a_spectator_counts_once')],
            },
        ),
    ]
