"""Setting a pairing by hand: two entrants of a draft change places, with a reason that everybody can read."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.pairing.event import Unplayed
from bos_tournament.pairing.swiss import tables_for
from bos_tournament.tournaments.models import Pairing, Round, Sitting
from bos_tournament.tournaments.rounds import separated_pairs
from bos_tournament.tournaments.rounds.round_cycle import lock_round, refuse_published
from bos_tournament.tournaments.structure.locking import bump_version
from engine.hosting import Message, code_json


@transaction.atomic
def swap_entrants(round_: Round, *, one: UUID, other: UUID, why: str) -> Round:
    """The two entrants, given by id, take each other's place in the draft. Both pairings are publicly marked.

    Fixed tables are kept. Raises Refused where two would meet who never should.
    """
    tournament, round_ = lock_round(round_)
    refuse_published(round_)
    if not round_.stage.is_swiss:
        sentence = _("Only Swiss rounds can be paired by hand. Here, seeds and results decide.")
        raise Refused(sentence, code="bracket_not_by_hand")
    if not (why := " ".join(why.split())):
        raise Refused(_("Give a reason; it is public at the pairing."), code="reason_missing")
    first, second = _sitting(round_, one), _sitting(round_, other)
    for sitting in (first, second):
        _refuse_earned_bye(sitting)
    if first.pairing_id == second.pairing_id:
        raise Refused(_("These two play each other. Choose players from different pairings."), code="same_pairing")
    for comes, goes in ((first, second), (second, first)):
        for stays in goes.pairing.sittings.exclude(pk=goes.pk).select_related("entrant__user"):
            separated_pairs.refuse_never(comes.entrant, stays.entrant)
    _exchange(first, second)
    _keep_fixed_tables(round_)
    Pairing.objects.filter(pk__in=(first.pairing_id, second.pairing_id)).update(
        by_hand=why[:300], why_message=code_json(Message("drawn.by_hand"))
    )
    bump_version(tournament)
    return round_


def _keep_fixed_tables(round_: Round) -> None:
    """Whoever has a fixed table stays there, and their new opponent comes to it."""
    pairings = list(round_.pairings.exclude(table=None).prefetch_related("sittings__entrant").order_by("table"))
    tables = tables_for([sitting.entrant.fixed_table for sitting in pairing.sittings.all()] for pairing in pairings)
    moved = [(pairing, table) for pairing, table in zip(pairings, tables, strict=True) if pairing.table != table]
    # Two cannot share one meanwhile.
    round_.pairings.filter(pk__in=[pairing.pk for pairing, table in moved]).update(table=None)
    for pairing, table in moved:
        pairing.table = table
        pairing.save(update_fields=["table"])


def _sitting(round_: Round, entrant: UUID) -> Sitting:
    sitting = round_.sittings.filter(entrant=entrant).exclude(pairing__unplayed__in=("late", "absent")).first()
    if sitting is None:
        raise Refused(_("Choose two players from this draft."), code="not_in_draft")
    return sitting


def _refuse_earned_bye(sitting: Sitting) -> None:
    if sitting.pairing.unplayed == Unplayed.EARNED_BYE:
        sentence = _(
            "%(player)s earned the bye of this round before the tournament and keeps it; choose another player."
        )
        raise Refused(sentence % {"player": sitting.entrant.user}, code="bye_earned")


def _exchange(first: Sitting, second: Sitting) -> None:
    """An entrant sits once in a round, so one gets up before the other sits down."""
    places = (first.pairing_id, first.number), (second.pairing_id, second.number)
    first.delete()
    second.pairing_id, second.number = places[0]
    second.save()
    first.pk, (first.pairing_id, first.number) = None, places[1]
    first.save(force_insert=True)
