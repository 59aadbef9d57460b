"""Who was erased is kept by id, for backups that know them still."""

import django.utils.timezone
from django.db import migrations, models


def already_erased(apps, schema_editor):
    erasures = apps.get_model("accounts", "Erasure").objects
    people = apps.get_model("accounts", "User").objects.exclude(erased_at=None)
    for person, at in people.values_list("pk", "erased_at"):
        erasures.create(person=person, at=at)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_confirmed_links")]
    operations = [
        migrations.CreateModel(
            name="Erasure",
            fields=[
                ("person", models.UUIDField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.RunPython(already_erased, migrations.RunPython.noop),
    ]
