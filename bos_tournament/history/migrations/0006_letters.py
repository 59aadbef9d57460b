"""Letters about accounts wait here, sealed, until a worker has sent them."""

import uuid

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("history", "0005_repeats_without_order")]

    operations = [
        migrations.CreateModel(
            name="Letter",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("sealed", models.TextField()),
                ("made_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
        ),
    ]
