"""Several schedulers may run: a lease tells which of them sends the periodic tasks."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('operations', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='BeatLease',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('holder', models.CharField(blank=True, help_text='machine, process and a random word', max_length=120)),
                ('until', models.DateTimeField(help_text='by the clock of the database; from then on another may take it')),
                ('sent', models.JSONField(default=dict, help_text="by the task's name in the schedule, when it was last sent")),
            ],
        ),
    ]
