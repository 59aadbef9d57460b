"""Drops the table of a cache whose rows were read as code. What it counted is counted from nothing again."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("history", "0003_sweeps_mail_and_backups")]

    operations = [migrations.RunSQL("DROP TABLE IF EXISTS site_cache", migrations.RunSQL.noop)]
