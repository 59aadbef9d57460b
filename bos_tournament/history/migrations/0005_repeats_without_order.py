"""Answers kept for repeated requests: keys without an order, and amounts by a key that is not the site's.

What was kept until now goes: of a bid it could be found out with the site's secret.
"""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("history", "0004_no_cache_table"),
        ("accounts", "0001_users"),
    ]

    operations = [
        migrations.DeleteModel("Answered"),
        migrations.CreateModel(
            name="Answered",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4,
                        editable=False,
                        help_text="A number tells the order.",
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("key", models.UUIDField()),
                (
                    "request_mac",
                    models.CharField(help_text="A keyed digest of the request, never a bare hash.", max_length=64),
                ),
                (
                    "about",
                    models.UUIDField(
                        db_index=True, help_text="What the hidden part of a request belongs to.", null=True
                    ),
                ),
                (
                    "hidden_mac",
                    models.CharField(
                        blank=True, help_text="By a key that is not the site's; empty later.", max_length=64
                    ),
                ),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("answer", models.JSONField(default=dict, help_text="Never holds a bid or a nonce.")),
                (
                    "day",
                    models.DateField(
                        default=django.utils.timezone.localdate,
                        help_text="Only the day: the moment would tell who was first.",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="one_answer_per_key")],
            },
        ),
    ]
