"""What lay open before is gone from the files of the database too, since the table is written anew."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("matches", "0008_sealed_swaps")]

    operations = [migrations.RunSQL("CLUSTER matches_swap USING matches_swap_pkey", migrations.RunSQL.noop)]
