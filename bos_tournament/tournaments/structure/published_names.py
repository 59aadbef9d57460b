"""Published pages that name somebody, when the name changes."""

from django.db.models import F, Q

from bos_tournament.accounts.models import User
from bos_tournament.operations import live_events
from bos_tournament.tournaments.models import Printout, Tournament


def renew_pages(user: User) -> None:
    """Published tables are drawn once for each version of a tournament, and name this person otherwise from now on.

    Printouts that are kept are dropped.
    """
    named = Tournament.objects.filter(Q(entrants__user=user) | Q(staff__user=user))
    affected = list(named.values_list("pk", flat=True).distinct())
    Tournament.objects.filter(pk__in=affected).update(version=F("version") + 1)
    Printout.objects.filter(tournament__in=affected).delete()
    for pk in affected:
        live_events.publish_change("tournament", pk)
