"""The players' clocks: taps of the two players, and what staff do to them."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.match_serializers import ClocksSerializer
from bos_tournament.api.matches import MOST_SEATS, by_seat
from bos_tournament.api.tables import DeskReasonRequestSerializer, ResultChangesSerializer, serialize_changes, to_settle
from bos_tournament.errors import Refused
from bos_tournament.matches import access, clocks, presenter_clocks
from bos_tournament.matches.clocks import MOST_LEFT
from bos_tournament.matches.forms import MOST_MARKS
from bos_tournament.matches.match_context import Facts
from bos_tournament.matches.models import Match, Seat
from bos_tournament.tournaments.access import desk_access
from bos_tournament.tournaments.rounds import result_entry

AFTER: dict[str, Any] = {
    "min_value": 0,
    "max_value": MOST_MARKS,
    "help_text": "`mark` of the clocks that were looked at",
}


class ClockTapRequestSerializer(serializers.Serializer):
    deed = serializers.ChoiceField(["begin", "end_turn", "pause", "go_on"])
    after = serializers.IntegerField(**AFTER)
    of = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_SEATS, help_text="with `end_turn`: the seat whose turn has ended"
    )


class StaffTapRequestSerializer(serializers.Serializer):
    deed = serializers.ChoiceField(["pause", "go_on"])
    after = serializers.IntegerField(**AFTER)


class SetClocksRequestSerializer(serializers.Serializer):
    left = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_LEFT),
        help_text='seconds by seat: {"1": 600, "2": 0}',
    )
    turn = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, help_text="the seat whose turn it is")
    why = serializers.CharField(max_length=200, help_text="everybody can read it")

    def validate_left(self, left: dict[str, int]) -> dict[int, int]:
        return by_seat(left)


class Clocks(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(responses=ClocksSerializer)
    def get(self, request: Request, pk: UUID) -> Response:
        """How the clocks stand, for everybody."""
        request_parsing.query(request, serializers.Serializer)
        match = access.match_to_see(pk)
        return _shown(match, access.seat_of(request.user, match))

    @extend_schema(request=ClockTapRequestSerializer, responses=ClocksSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """A tap of a player. Sent again with the same `after`, it counts once."""
        seat = access.seat_to_play(request.user, pk)
        _tap(seat, request_parsing.body(request, ClockTapRequestSerializer))
        return _shown(access.match_to_see(pk), seat)


class DeskClocks(APIView):
    @extend_schema(request=StaffTapRequestSerializer, responses=ClocksSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Staff pause the clocks or let them go on."""
        match = desk_access.match_at(to_settle(request.user, pk))
        fields = request_parsing.body(request, StaffTapRequestSerializer)
        deed = clocks.pause_clocks if fields["deed"] == "pause" else clocks.resume_clocks
        deed(match, by=request.user, after=fields["after"])
        return _shown(access.match_to_see(pk), None)


class SetClocks(APIView):
    @extend_schema(request=SetClocksRequestSerializer, responses=ClocksSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Staff set what each player has left and whose turn it is; the clocks are paused then."""
        match = desk_access.match_at(to_settle(request.user, pk))
        clocks.set_clocks(match, by=request.user, **request_parsing.body(request, SetClocksRequestSerializer))
        return _shown(access.match_to_see(pk), None)


class DecideByTime(APIView):
    @extend_schema(request=DeskReasonRequestSerializer, responses=ResultChangesSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Staff take a time that ran out for lost: the game, or the match, as the tournament has it."""
        table = to_settle(request.user, pk)
        changes = result_entry.decide_by_time(
            table, by=request.user, **request_parsing.body(request, DeskReasonRequestSerializer)
        )
        return Response(ResultChangesSerializer(serialize_changes(changes)).data)


def _tap(seat: Seat, fields: dict[str, Any]) -> None:
    match fields["deed"]:
        case "begin":
            clocks.start_clocks(seat, after=fields["after"])
        case "pause":
            clocks.pause_clocks(seat.match, by=seat.user, after=fields["after"])
        case "go_on":
            clocks.resume_clocks(seat.match, by=seat.user, after=fields["after"])
        case _ if fields.get("of") is None:
            raise Refused(_("Use `of` to say whose turn has ended."), code="seat_missing")
        case _:
            clocks.end_turn(seat, of=fields["of"], after=fields["after"])


def _shown(match: Match, seat: Seat | None) -> Response:
    content = presenter_clocks.clocks(Facts(match, seat))
    if content is None:
        raise Http404(_("This match has no chess clocks, or it is over."))
    return Response(ClocksSerializer(content).data)
