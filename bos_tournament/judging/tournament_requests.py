"""What tournaments show of judges' work; see `tournaments.structure.judge_work.Judging`."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from bos_tournament.judging.models import Call, DeckCheck, Dispute, Penalty
from bos_tournament.matches.models import Game, Match
from bos_tournament.tournaments.models import Entrant, Pairing, Tournament
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.judge_work import Waiting

WHOLE_MATCH = Penalty.Level.MATCH_LOSS


def matches_in_dispute() -> QuerySet[Match]:
    return Match.objects.filter(games__disputes__state=Dispute.State.WAITING)


def matches_with_call() -> QuerySet[Match]:
    return Match.objects.filter(calls__isnull=False, calls__ended_at=None)


def matches_with_call_waiting() -> QuerySet[Match]:
    return Match.objects.filter(calls__state=Call.State.WAITING, called_off_at=None)


def entrants_with_penalty_due() -> QuerySet[Entrant]:
    return Entrant.objects.filter(penalties__state=Penalty.State.DUE)


def calls_waiting(tournament: Tournament, now: datetime) -> list[Waiting]:
    rows = (
        Match.objects.filter(
            pairing__round__stage__tournament=tournament, calls__state=Call.State.WAITING, called_off_at=None
        )
        .order_by("calls__made_at")
        .values_list("pairing__table", "calls__made_at", "calls__reason")
    )
    return [
        Waiting(
            _("Table %(table)s: judge called, %(waited)s")
            % {"table": table, "waited": _waited(tournament, now - since)},
            reason or _("No reason was given."),
            reverse("judging:calls", args=[tournament.slug]),
            _("Go to judge calls"),
        )
        for table, since, reason in rows
    ]


def _waited(tournament: Tournament, time: timedelta) -> str:
    minutes = {"minutes": max(int(time.total_seconds() // 60), 0)}
    return (_("%(minutes)s min, urgent") if time >= tournament.call_presses_after else _("%(minutes)s min")) % minutes


def penalties_waiting(tournament: Tournament) -> list[Waiting]:
    entrants = tournament.entrants.filter(penalties__state=Penalty.State.DUE).order_by("penalties__made_at")
    return [
        Waiting(
            (_("%(name)s: match loss pending") if level == WHOLE_MATCH else _("%(name)s: game loss pending"))
            % {"name": handle},
            _("It takes effect in their next match."),
            reverse("judging:penalize", args=[tournament.slug, pk]),
            _("Apply it"),
        )
        for pk, handle, level in entrants.values_list("pk", "user__handle", "penalties__level")
    ]


def disputes_waiting(tournament: Tournament) -> list[Waiting]:
    rows = (
        Match.objects.filter(pairing__round__stage__tournament=tournament, games__disputes__state=Dispute.State.WAITING)
        .order_by("games__disputes__made_at")
        .select_related("pairing__round__stage")
        .annotate(dispute=F("games__disputes__pk"), claim=F("games__disputes__claim"))
    )
    round_names.look_up(match.pairing.round for match in rows)
    return [
        Waiting(
            _("Table %(table)s: dispute in %(round)s")
            % {"table": match.pairing.table, "round": round_names.called(match.pairing.round)},
            match.claim,
            reverse("judging:dispute", args=[match.dispute]),
            _("View dispute"),
        )
        for match in rows
    ]


def disputes_at(match: Match) -> Iterable[tuple[Any, ...]]:
    games = Game.objects.filter(match=match, disputes__isnull=False).order_by("number")
    return games.values_list("number", "disputes__pk", "disputes__state", "disputes__claim")


def open_check(pairing: Pairing) -> DeckCheck | None:
    return pairing.deck_checks.filter(ended_at=None).first()


def penalties(entrant: Entrant) -> QuerySet[Penalty]:
    return entrant.penalties.exclude(state=Penalty.State.TAKEN_BACK).order_by("-made_at")


def count_penalties(entrant: Entrant) -> int:
    return entrant.penalties.exclude(state=Penalty.State.TAKEN_BACK).count()
