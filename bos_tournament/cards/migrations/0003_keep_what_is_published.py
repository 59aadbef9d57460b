"""Keeps the meaning of what was published and pinned before meanings were kept: what has been played until now."""

from django.db import migrations


def keep(apps, schema_editor):
    from bos_tournament.cards import catalogue, meanings
    from engine.bos.cards import Pool
    from engine.bos.cardtext import keeping

    Card, Meaning, PinnedPool = (apps.get_model("cards", name) for name in ("Card", "Meaning", "PinnedPool"))
    for card in Card.objects.filter(state="published", meaning=None).prefetch_related("printings"):
        face = catalogue.engine_card(card)
        said = keeping.write_spoken(keeping.compiled(face))
        Meaning.objects.create(card=card, printed=meanings.printed(face), said=said)
    for row in PinnedPool.objects.filter(meanings=""):
        row.cards_hash, row.meanings = row.hash, keeping.write_kept(Pool.read(row.text))
        row.save()


class Migration(migrations.Migration):
    dependencies = [("cards", "0002_kept_meanings")]

    operations = [migrations.RunPython(keep, migrations.RunPython.noop, elidable=True)]
