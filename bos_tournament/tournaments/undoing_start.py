"""The start taken back: who waits again, who was left out and is in again, and what they get back."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bos_tournament.tournaments import joining
from bos_tournament.tournaments.kept_words import LEFT_OUT, NOT_ANSWERED
from bos_tournament.tournaments.models import Entrant, Snapshot, Tournament
from bos_tournament.tournaments.stages import Position
from bos_tournament.tournaments.undoing_rounds import cannot, closings_go, counted, draft_goes, refuse_published

Entry = Entrant.State
OUT = {"place": None, "dropped_after": None, "fixed_table": None, "seeding": None, "earned_byes": 0}


def foresee_unstart(at: Position) -> list[str]:
    refuse_published(at)
    if at.stage is not None and at.stage.number > 1:
        raise cannot(_("The cut is drawn; take it back first."))
    entrants = at.tournament.entrants
    waiting = entrants.filter(state=Entry.PLAYING).count()
    said = ngettext("%(number)s player waits for the start.", "%(number)s players wait for the start.", waiting)
    told = [counted(said, waiting)]
    if left_out := _left_out(at.tournament):
        said = ngettext(
            "%(number)s player left out at the start is in again, or on the waitlist, with seeding, fixed table and "
            "earned byes as before.",
            "%(number)s players left out at the start are in again, or on the waitlist, with seeding, fixed tables and "
            "earned byes as before.",
            len(left_out),
        )
        told.append(counted(said, len(left_out)))
        told += _tables_lost(at.tournament, left_out)
    if gone := entrants.filter(state=Entry.DROPPED).count():
        said = ngettext(
            "%(number)s player who dropped since then has withdrawn, and may join again.",
            "%(number)s players who dropped since then have withdrawn, and may join again.",
            gone,
        )
        told.append(counted(said, gone))
    if removed := _removed_since(at.tournament).count():
        said = ngettext(
            "%(number)s player removed since then stays out, and the place is free.",
            "%(number)s players removed since then stay out, and their places are free.",
            removed,
        )
        told.append(counted(said, removed))
    if asking := entrants.filter(state=Entry.REFUSED, note=NOT_ANSWERED).count():
        said = ngettext(
            "%(number)s request to join can be answered again.",
            "%(number)s requests to join can be answered again.",
            asking,
        )
        told.append(counted(said, asking))
    told.append(_("The cards stay pinned. Registration and lists follow their deadlines."))
    return [*told, *closings_go(Snapshot.objects.filter(stage__tournament=at.tournament)), *draft_goes(at)]


def unstart(at: Position) -> None:
    tournament = at.tournament
    tournament.stages.all().delete()
    tournament.state, tournament.started_at = Tournament.State.OPEN, None
    tournament.save(update_fields=["state", "started_at"])
    tournament.entrants.filter(state=Entry.PLAYING).update(state=Entry.REGISTERED, dropped_after=None)
    tournament.entrants.filter(state=Entry.DROPPED).update(state=Entry.WITHDRAWN, checked_in_at=None, **OUT)
    _removed_since(tournament).update(**OUT)
    tournament.entrants.filter(state=Entry.REFUSED, note=NOT_ANSWERED).update(state=Entry.ASKED, note="")
    for entrant in _left_out(tournament):
        entrant.note = ""
        _give_back(entrant)
        joining.let_in(tournament, entrant, since=entrant.waits_since)
    joining.promote(tournament)


def _removed_since(tournament: Tournament) -> QuerySet[Entrant]:
    return tournament.entrants.filter(state=Entry.REMOVED).exclude(place=None)


def _left_out(tournament: Tournament) -> list[Entrant]:
    found = tournament.entrants.filter(state=Entry.REMOVED, note__in=LEFT_OUT.values())
    return list(found.select_related("user").order_by("waits_since", "pk"))


def _give_back(entrant: Entrant) -> None:
    """What the start took from somebody it left out, as the trail has it; not what somebody else has by now."""
    kept = _before_the_start(entrant)
    if kept is None:
        return
    others = Entrant.objects.filter(tournament=entrant.tournament_id).exclude(pk=entrant.pk)
    entrant.earned_byes = kept.earned_byes
    entrant.seeding = None if others.filter(seeding=kept.seeding).exists() else kept.seeding
    entrant.fixed_table = None if others.filter(fixed_table=kept.fixed_table).exists() else kept.fixed_table


def _before_the_start(entrant: Entrant) -> Any:
    """Their row as it was when the start came, if the trail has it still."""
    return entrant.events.exclude(state=Entry.REMOVED).order_by("-pgh_id").first()  # type: ignore[attr-defined]


def _tables_lost(tournament: Tournament, left_out: list[Entrant]) -> list[str]:
    """Fixed tables that were given to somebody else since the start."""
    taken = set(tournament.entrants.exclude(fixed_table=None).values_list("fixed_table", flat=True))
    said = _("Table %(table)s is fixed for somebody else by now, so %(player)s does not get it back.")
    before = ((entrant, _before_the_start(entrant)) for entrant in left_out)
    return [
        said % {"table": kept.fixed_table, "player": entrant.user}
        for entrant, kept in before
        if kept is not None and kept.fixed_table in taken
    ]
