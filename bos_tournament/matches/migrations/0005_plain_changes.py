"""What corrections changed is kept as English sentences, no longer as messages with their facts apart."""

from django.db import migrations


def said(kept):
    """The English sentence of a kept message; a fact may be such a message itself."""
    if not isinstance(kept, dict):
        return kept
    facts = {name: said(fact) for name, fact in kept["facts"].items()}
    return kept["message"] % facts if facts else kept["message"]


def plain(apps, schema_editor):
    for correction in apps.get_model("matches", "Correction").objects.filter(after__has_key="changes").iterator():
        if any(isinstance(one, dict) for one in correction.after["changes"]):
            correction.after["changes"] = [said(one) for one in correction.after["changes"]]
            correction.save(update_fields=["after"])


class Migration(migrations.Migration):
    dependencies = [("matches", "0004_player_clocks")]
    operations = [migrations.RunPython(plain, migrations.RunPython.noop)]
