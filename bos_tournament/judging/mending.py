"""What may be missing or miswritten in a record that does not hold: suggestions, which prove nothing."""

from uuid import UUID

from bos_tournament.judging.finding import known_of, rules_of
from bos_tournament.judging.models import Finding
from engine.repair import repair_text

HOLDS = ("legal", "unfinished")


def mend(finding_id: UUID) -> None:
    """Looks once for the smallest changes after which a record would hold. It changes no finding and no result."""
    found = Finding.objects.select_related("record__game__match__pool", "record__game__first").get(pk=finding_id)
    if found.repairs is not None:
        return
    game = found.record.game
    held = found.finding in HOLDS
    found.repairs = [] if held else repair_text(found.record.text, *rules_of(game), pinned=known_of(game))
    found.save(update_fields=["repairs"])
