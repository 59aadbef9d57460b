"""The start taken back: who waits again, who was left out and is in again, and what they get back."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bos_tournament.audit.tracking import states_of
from bos_tournament.messages import set_words
from bos_tournament.tournaments.entrants import registration
from bos_tournament.tournaments.models import Entrant, Snapshot, Tournament
from bos_tournament.tournaments.rounds.undo_rounds import (
    cannot,
    counted,
    describe_discarded_draft,
    describe_removed_closings,
    refuse_published,
)
from bos_tournament.tournaments.structure.stages import Position

Entry = Entrant.State
OUT = {"place": None, "dropped_after": None, "fixed_table": None, "seeding": None, "earned_byes": 0}


def preview_unstart(at: Position) -> list[str]:
    refuse_published(at)
    if at.stage is not None and at.stage.number > 1:
        raise cannot(_("The cut is drawn; undo it first."))
    entrants = at.tournament.entrants
    waiting = entrants.filter(state=Entry.PLAYING).count()
    sentence = ngettext("%(number)s player waits for the start.", "%(number)s players wait for the start.", waiting)
    consequences = [counted(sentence, waiting)]
    consequences += _in_again(at.tournament)
    if gone := entrants.filter(state=Entry.DROPPED).count():
        sentence = ngettext(
            "%(number)s player who dropped since then counts as withdrawn and may join again.",
            "%(number)s players who dropped since then count as withdrawn and may join again.",
            gone,
        )
        consequences.append(counted(sentence, gone))
    if removed := _removed_since(at.tournament).count():
        sentence = ngettext(
            "%(number)s player removed since then stays out, and the place is free.",
            "%(number)s players removed since then stay out, and their places are free.",
            removed,
        )
        consequences.append(counted(sentence, removed))
    if asking := _not_answered(at.tournament).count():
        sentence = ngettext(
            "%(number)s request to join can be answered again.",
            "%(number)s requests to join can be answered again.",
            asking,
        )
        consequences.append(counted(sentence, asking))
    consequences.append(_("The cards stay pinned. Registration and deck lists follow their deadlines."))
    return [
        *consequences,
        *describe_removed_closings(Snapshot.objects.filter(stage__tournament=at.tournament)),
        *describe_discarded_draft(at),
    ]


def _in_again(tournament: Tournament) -> list[str]:
    left_out = _left_out(tournament)
    if not left_out:
        return []
    sentence = ngettext(
        "%(number)s player left out at the start is in again, or on the waitlist, with seeding, fixed table and "
        "earned byes as before.",
        "%(number)s players left out at the start are in again, or on the waitlist, with seeding, fixed tables and "
        "earned byes as before.",
        len(left_out),
    )
    return [counted(sentence, len(left_out)), *_tables_lost(tournament, left_out)]


def unstart(at: Position) -> None:
    tournament = at.tournament
    tournament.stages.all().delete()
    tournament.state, tournament.started_at = Tournament.State.OPEN, None
    tournament.save(update_fields=["state", "started_at"])
    tournament.entrants.filter(state=Entry.PLAYING).update(state=Entry.REGISTERED, dropped_after=None)
    tournament.entrants.filter(state=Entry.DROPPED).update(state=Entry.WITHDRAWN, checked_in_at=None, **OUT)
    _removed_since(tournament).update(**OUT)
    _not_answered(tournament).update(state=Entry.ASKED, note="", note_message=None)
    for entrant in _left_out(tournament):
        set_words(entrant, "note", "")
        _give_back(entrant)
        registration.let_in(tournament, entrant, since=entrant.waits_since)
    registration.promote(tournament)


def _not_answered(tournament: Tournament) -> QuerySet[Entrant]:
    return tournament.entrants.filter(state=Entry.REFUSED, note_message__code="entrant.not_answered")


def _removed_since(tournament: Tournament) -> QuerySet[Entrant]:
    return tournament.entrants.filter(state=Entry.REMOVED).exclude(place=None)


def _left_out(tournament: Tournament) -> list[Entrant]:
    entrants = tournament.entrants.filter(state=Entry.REMOVED, note_message__code="entrant.left_out")
    return list(entrants.select_related("user").order_by("waits_since", "pk"))


def _give_back(entrant: Entrant) -> None:
    """What the start took from somebody it left out, as the trail has it; not what somebody else has by now."""
    earlier = _before_the_start(entrant)
    if earlier is None:
        return
    others = Entrant.objects.filter(tournament=entrant.tournament_id).exclude(pk=entrant.pk)
    entrant.earned_byes = earlier.earned_byes
    entrant.seeding = None if others.filter(seeding=earlier.seeding).exists() else earlier.seeding
    entrant.fixed_table = None if others.filter(fixed_table=earlier.fixed_table).exists() else earlier.fixed_table


def _before_the_start(entrant: Entrant) -> Any:
    """Their row as it was when the start came, if the trail has it still."""
    return states_of(entrant).exclude(state=Entry.REMOVED).first()


def _tables_lost(tournament: Tournament, left_out: list[Entrant]) -> list[str]:
    """Fixed tables that were given to somebody else since the start."""
    taken = set(tournament.entrants.exclude(fixed_table=None).values_list("fixed_table", flat=True))
    sentence = _("Table %(table)s is now fixed for another player, so %(player)s does not get it back.")
    before = ((entrant, _before_the_start(entrant)) for entrant in left_out)
    return [
        sentence % {"table": earlier.fixed_table, "player": entrant.user}
        for entrant, earlier in before
        if earlier is not None and earlier.fixed_table in taken
    ]
