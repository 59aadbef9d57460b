"""The desk for programs: the next deed, what waits for somebody; and the reminder that a player's own table is late."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.rounds import RoundSerializer
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.standings import table_status
from bos_tournament.tournaments.structure import next_step
from bos_tournament.tournaments.structure.stages import Next, Pulse, position, pulse

STATES = [*table_status.ICONS]


class DeskTableSerializer(serializers.Serializer):
    """A table: `calls` for staff, is `late`, is played `now`, or `done`; `said` is the word for it."""

    table = serializers.IntegerField(source="number")
    match = serializers.UUIDField()
    names = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(STATES)
    said = serializers.CharField()


class DeskCountsSerializer(serializers.Serializer):
    inside = serializers.IntegerField(help_text="who has a place and plays or will play")
    there = serializers.IntegerField(help_text="of them, checked in")
    without_list = serializers.IntegerField()
    waiting = serializers.IntegerField(help_text="on the waitlist")
    due = serializers.IntegerField(help_text="entrants with a penalty that waits for their next match")
    dropped = serializers.IntegerField(help_text="dropped, removed or disqualified")
    still_in = serializers.IntegerField(help_text="who plays on; in a bracket whom no defeat has put out")


class DeskTaskSerializer(serializers.Serializer):
    """Something that waits for staff, and the page where it is done."""

    title = serializers.CharField()
    text = serializers.CharField()
    page = serializers.CharField(source="url")
    button = serializers.CharField()


class RoundForecastSerializer(serializers.Serializer):
    """When the time of every table that still plays is up, and which one has longest. Null without a round's time."""

    at = serializers.DateTimeField()
    table = serializers.IntegerField()
    extra = serializers.IntegerField(help_text="minutes of this table beyond the round's")


class DeskSerializer(serializers.Serializer):
    """`next` is the deed that comes next, `missing` why it cannot be done yet, `round` the one played or drafted."""

    next = serializers.ChoiceField([deed.value for deed in Next])
    missing = serializers.ListField(child=serializers.CharField())
    round = RoundSerializer(allow_null=True)
    counts = DeskCountsSerializer()
    waiting = DeskTaskSerializer(many=True, help_text="most pressing first")
    tables = DeskTableSerializer(many=True)
    over_by = RoundForecastSerializer(allow_null=True)


class NudgeSerializer(serializers.Serializer):
    late = serializers.BooleanField(help_text="one's own table has no result long after half of the others")


class Desk(APIView):
    @extend_schema(responses=DeskSerializer)
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """For staff: the room at a glance, and the next step with what it waits for."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.staff_of(request.user, slug)
        may_pair = tournament_access.ORGANIZER in tournament_access.roles(request.user, tournament)
        return Response(DeskSerializer(_desk(tournament, pulse(tournament), may_pair=may_pair)).data)


class Nudge(APIView):
    @extend_schema(responses=NudgeSerializer)
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """For a player: is it time to remind them of reporting?"""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.tournament_to_see(request.user, slug)
        tournament_access.entrant_of(request.user, tournament)
        pairing = table_status.my_pairing(tournament, request.user)
        late = pairing is not None and table_status.is_late(tournament, pairing, db_now())
        return Response(NudgeSerializer({"late": late}).data)


def _desk(tournament: Tournament, now: Pulse, *, may_pair: bool) -> dict[str, Any]:
    at, moment = position(tournament), timezone.now()
    shown = None if at.draft else at.round
    here = table_status.room(tournament, shown, moment) if shown else table_status.NO_ROOM
    counts = table_status.counts(tournament)
    kinds = {"disputes": bool(now.disputed), "calls": bool(now.called), "penalties": bool(counts["due"])}
    bracket = next_step.bracket_at(at)
    return {
        "next": next_step.next_deed(at, bracket),
        "missing": now.missing if tournament.state == Tournament.State.RUNNING else [],
        "round": at.round,
        "counts": {**counts, "still_in": next_step.still_in(at, counts["inside"], bracket)},
        "waiting": table_status.needs_attention(tournament, shown, here, moment, may_pair=may_pair, **kinds).first,
        "tables": here.tables,
        "over_by": table_status.latest_end(here.tables, moment),
    }
