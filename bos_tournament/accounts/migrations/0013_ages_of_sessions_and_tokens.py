"""When and where people signed in, and when tokens end: those there are, in 90 days."""

from datetime import timedelta

import django.utils.timezone
from django.db import migrations, models


def in_ninety_days():
    return django.utils.timezone.now() + timedelta(days=90)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0012_shapes_of_handles")]

    operations = [
        migrations.AddField("session", "device", models.CharField(blank=True, max_length=60, help_text="Browser and system, by name alone.")),
        migrations.AddField("session", "made_at", models.DateTimeField(default=django.utils.timezone.now)),
        migrations.AddField(
            "session",
            "seen_at",
            models.DateTimeField(
                default=django.utils.timezone.now,
                help_text="Some minutes late: not every request is written down.",
            ),
        ),
        migrations.AddField("apitoken", "ends_at", models.DateTimeField(default=in_ninety_days), preserve_default=False),
    ]
