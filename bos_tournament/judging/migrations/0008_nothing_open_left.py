"""What lay open before is gone from the files of the database too, since the table is written anew."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("judging", "0007_sealed_checks")]

    operations = [migrations.RunSQL("CLUSTER judging_checkeddeck USING judging_checkeddeck_pkey", migrations.RunSQL.noop)]
