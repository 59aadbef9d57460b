"""Changes of a recorded board on which players agree."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0001_initial'),
        ('play', '0009_practice_matches'),
    ]

    operations = [
        migrations.CreateModel(
            name='BoardChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('needs_judge', models.BooleanField(default=False, help_text='A judge was called, who decides.')),
                ('what', models.CharField(choices=[('life', 'life'), ('vim', 'vim'), ('ether', 'ether'), ('strength', 'strength'), ('card', 'card')], max_length=10)),
                ('of', models.CharField(help_text='P1 or P2, or the place of a card', max_length=4)),
                ('card', models.CharField(blank=True, help_text='the name of that card', max_length=100)),
                ('was', models.CharField(help_text='what the board says', max_length=20)),
                ('now', models.CharField(help_text='what the table says; of a card: a place, graveyard, castle, acted, ready, up, down', max_length=20)),
                ('written', models.CharField(help_text='the line that makes the change', max_length=100)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('made', 'made'), ('declined', 'declined'), ('withdrawn', 'withdrawn')], default='waiting', max_length=10)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('agreed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.seat')),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.seat')),
                ('recording', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='play.recording')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='recordedline',
            name='change',
            field=models.ForeignKey(blank=True, help_text='on which both agreed', null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='play.boardchange'),
        ),
        migrations.AddConstraint(
            model_name='boardchange',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('recording',), name='one_waiting_change_of_a_board'),
        ),
        migrations.AddConstraint(
            model_name='boardchange',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('settled_at', None), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('settled_at__isnull', False)), _connector='OR'), name='a_change_of_a_board_is_settled_once'),
        ),
    ]
