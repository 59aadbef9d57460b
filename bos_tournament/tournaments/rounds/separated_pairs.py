"""Pairs who are not to meet in Swiss rounds, such as siblings; what changes counts from the next drawing on."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.tournaments.models import Entrant, KeptApart, Tournament
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament

MOST_PAIRS = 500


def pairs_of(tournament: Tournament) -> QuerySet[KeptApart]:
    """The pairs with their people, the oldest first."""
    return tournament.kept_apart.select_related("one__user", "other__user", "tournament")


def people_of(tournament: Tournament) -> QuerySet[Entrant]:
    """Whoever may still be paired, by name."""
    states = (*Entrant.TAKING_PART, Entrant.State.DROPPED)
    return tournament.entrants.filter(state__in=states).select_related("user", "tournament").order_by("user__handle")


@transaction.atomic
def separate_pair(left: Entrant, right: Entrant, *, never: bool, why: str = "") -> KeptApart:
    """The two do not meet: never, or only where that saves a rematch. For a known pair, how strongly is changed.

    Raises Refused for one person twice, people of two tournaments, more than 500 pairs, and once it is over.
    """
    tournament = lock_tournament(left.tournament)
    if left.pk == right.pk:
        raise Refused(_("Choose two players."), code="same_person")
    if right.tournament_id != tournament.pk:
        raise Refused(_("Choose two players of this tournament."), code="not_in_this_tournament")
    _refuse_over(tournament)
    first, second = sorted((left, right), key=lambda entrant: entrant.pk)
    same_pair = tournament.kept_apart.filter(one=first, other=second)
    if not same_pair and tournament.kept_apart.count() >= MOST_PAIRS:
        raise Refused(
            _("At most %(most)s pairs can be kept apart; remove some first.") % {"most": MOST_PAIRS},
            code="too_many_pairs",
        )
    facts = {"never": never, "why": " ".join(why.split())[:300]}
    pair = KeptApart.objects.update_or_create(tournament=tournament, one=first, other=second, defaults=facts)[0]
    bump_version(tournament)
    return pair


@transaction.atomic
def remove_separation(pair: KeptApart) -> None:
    """From the next drawing on the two may meet again. Twice is once."""
    tournament = lock_tournament(pair.tournament)
    _refuse_over(tournament)
    KeptApart.objects.filter(pk=pair.pk).delete()
    bump_version(tournament)


def refuse_never(left: Entrant, right: Entrant) -> None:
    """Not even by hand do two meet who never should."""
    first, second = sorted((left.pk, right.pk))
    if KeptApart.objects.filter(one=first, other=second, never=True).exists():
        sentence = _("%(one)s and %(other)s are never to be paired. Remove them from the do-not-pair list first.") % {
            "one": left.user,
            "other": right.user,
        }
        raise Refused(sentence, code="never_to_meet")


def _refuse_over(tournament: Tournament) -> None:
    if tournament.is_over:
        raise Refused(_("This tournament is over; there are no more pairings."), code="already_over")
