"""What may be missing or miswritten in a record that does not hold: suggestions, which prove nothing."""

from uuid import UUID

from bos_tournament.judging.models import Finding
from bos_tournament.play.game_setup import known_of, rules_of
from engine.bos import game as bos
from engine.hosting import Given, repair_text

HOLDS = ("legal", "unfinished")


def suggest_repairs(finding_id: UUID) -> None:
    """Looks once for the smallest changes after which a record would hold. It changes no finding and no result."""
    finding = Finding.objects.select_related("record__game__match", "record__game__first").get(pk=finding_id)
    if finding.repairs is not None:
        return
    game = finding.record.game
    holds = finding.finding in HOLDS
    finding.repairs = (
        [] if holds else repair_text(bos, finding.record.text, Given(*rules_of(game), pinned=known_of(game)))
    )
    finding.save(update_fields=["repairs"])
