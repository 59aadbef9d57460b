"""The version of a tournament: one row to lock for every deed, one number that open pages ask for."""

from django.db.models import F

from bos_tournament.operations import live_events
from bos_tournament.tournaments.models import Tournament


def lock_tournament(tournament: Tournament) -> Tournament:
    """The tournament as it is now, held until the transaction ends. Deeds take this lock before any other."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def bump_version(tournament: Tournament) -> None:
    """Tells open pages that something changed. Call it once in a deed, under the lock."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    tournament.refresh_from_db(fields=["version"])
    live_events.publish_change("tournament", tournament.pk)
