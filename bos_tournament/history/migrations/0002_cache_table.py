"""The table of the cache, where limits by account are counted for all processes at once."""

from django.core.management import call_command
from django.db import migrations


def make_table(apps, schema_editor):
    call_command("createcachetable", database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [("history", "0001_jobs")]
    operations = [migrations.RunPython(make_table, migrations.RunPython.noop)]
