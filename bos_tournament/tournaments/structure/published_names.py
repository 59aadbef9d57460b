"""Published pages that name somebody, when the name changes."""

from django.db.models import F, Q

from bos_tournament.accounts.models import User
from bos_tournament.tournaments.models import Tournament


def renew_pages(user: User) -> None:
    """Published tables are drawn once for each version of a tournament, and name this person otherwise from now on."""
    affected = Tournament.objects.filter(Q(entrants__user=user) | Q(staff__user=user)).values("pk")
    Tournament.objects.filter(pk__in=affected).update(version=F("version") + 1)
