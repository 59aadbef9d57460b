"""What lay open before is gone from the files of the database too, since the tables are written anew."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("decks", "0002_sealed_lists")]

    operations = [
        migrations.RunSQL(
            ["CLUSTER decks_deck USING decks_deck_pkey", "CLUSTER decks_deckversion USING decks_deckversion_pkey"],
            migrations.RunSQL.noop,
        )
    ]
