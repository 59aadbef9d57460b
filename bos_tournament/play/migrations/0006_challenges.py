"""Practice games against a friend."""

import bos_tournament.operations.encrypted_text
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('play', '0005_analysis'),
    ]

    operations = [
        migrations.AlterField(
            model_name='practicegame',
            name='bot',
            field=models.CharField(blank=True, choices=[('newt', 'Newt'), ('magpie', 'Magpie'), ('owl', 'Owl')], help_text='empty: a friend plays', max_length=10),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='friend',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='practicegame',
            name='friend_key',
            field=models.UUIDField(blank=True, help_text="the friend's address of the game", null=True, unique=True),
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key', models.UUIDField(default=uuid.uuid4, help_text='what stands in the link for the friend', unique=True)),
                ('deck_name', bos_tournament.operations.encrypted_text.SealedTextField(max_length=60)),
                ('deck', bos_tournament.operations.encrypted_text.SealedTextField(help_text="the challenger's list")),
                ('first', models.PositiveSmallIntegerField(help_text='the seat that goes first')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='play.practicegame')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('first__in', (1, 2))), name='a_seat_goes_first')],
            },
        ),
    ]
