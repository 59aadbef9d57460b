"""Pairs who are not to meet in Swiss rounds, such as siblings; what changes counts from the next drawing on."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.tournaments.models import Entrant, KeptApart, Tournament
from bos_tournament.tournaments.versions import locked, touch

MOST_PAIRS = 500


def pairs_of(tournament: Tournament) -> QuerySet[KeptApart]:
    """The pairs with their people, the oldest first."""
    return tournament.kept_apart.select_related("one__user", "other__user", "tournament")


def people_of(tournament: Tournament) -> QuerySet[Entrant]:
    """Whoever may still be paired, by name."""
    states = (*Entrant.TAKING_PART, Entrant.State.DROPPED)
    return tournament.entrants.filter(state__in=states).select_related("user", "tournament").order_by("user__handle")


@transaction.atomic
def keep_apart(one: Entrant, other: Entrant, *, never: bool, why: str = "") -> KeptApart:
    """The two do not meet: never, or only where that saves a rematch. For a known pair, how strongly is changed.

    Raises Refused for one person twice, people of two tournaments, more than 500 pairs, and once it is over.
    """
    tournament = locked(one.tournament)
    if one.pk == other.pk:
        raise Refused(_("Choose two people."), code="same_person")
    if other.tournament_id != tournament.pk:
        raise Refused(_("Choose two people of this tournament."), code="not_in_this_tournament")
    _refuse_over(tournament)
    first, second = sorted((one, other), key=lambda entrant: entrant.pk)
    known = tournament.kept_apart.filter(one=first, other=second)
    if not known and tournament.kept_apart.count() >= MOST_PAIRS:
        raise Refused(
            _("At most %(most)s pairs can be kept apart; let some meet first.") % {"most": MOST_PAIRS},
            code="too_many_pairs",
        )
    facts = {"never": never, "why": " ".join(why.split())[:300]}
    kept = KeptApart.objects.update_or_create(tournament=tournament, one=first, other=second, defaults=facts)[0]
    touch(tournament)
    return kept


@transaction.atomic
def let_meet(kept: KeptApart) -> None:
    """From the next drawing on the two may meet again. Twice is once."""
    tournament = locked(kept.tournament)
    _refuse_over(tournament)
    KeptApart.objects.filter(pk=kept.pk).delete()
    touch(tournament)


def refuse_never(one: Entrant, other: Entrant) -> None:
    """Not even by hand do two meet who never should."""
    first, second = sorted((one.pk, other.pk))
    if KeptApart.objects.filter(one=first, other=second, never=True).exists():
        said = _("%(one)s and %(other)s are never to meet. Let them meet first, on the page of pairs kept apart.") % {
            "one": one.user,
            "other": other.user,
        }
        raise Refused(said, code="never_to_meet")


def _refuse_over(tournament: Tournament) -> None:
    if tournament.is_over:
        raise Refused(_("This tournament is over; nobody meets anybody any more."), code="already_over")
