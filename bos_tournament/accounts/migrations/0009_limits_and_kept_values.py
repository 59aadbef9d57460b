"""Counts of limits, exact for all processes, and a cache of plain values."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_digests_of_session_keys")]

    operations = [
        migrations.CreateModel(
            name="RateLimit",
            fields=[
                ("what", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("used", models.FloatField()),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField(db_index=True, help_text="Then nothing of it is used any more.")),
            ],
        ),
        migrations.CreateModel(
            name="KeptValue",
            fields=[
                ("key", models.CharField(max_length=250, primary_key=True, serialize=False)),
                ("value", models.JSONField(null=True)),
                ("until", models.DateTimeField(db_index=True, null=True)),
            ],
        ),
    ]
