"""How people get in: requests that staff answer, many entered from a table at once, the player meeting."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.conventions.schema import EmptySerializer
from bos_tournament.api.entrants import DeskEntrantSerializer, ReasonRequestSerializer
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.entrants import csv_import, join_codes, join_requests, player_meeting


class ImportProblemSerializer(serializers.Serializer):
    """What is wrong in one cell, and what to do; lines and columns count from 1."""

    line = serializers.IntegerField()
    column = serializers.IntegerField()
    message = serializers.CharField()


class ImportRowSerializer(serializers.Serializer):
    line = serializers.IntegerField()
    handle = serializers.CharField(allow_blank=True)
    real_name = serializers.CharField(allow_blank=True)
    byes = serializers.IntegerField(help_text="earned before the tournament")
    fate = serializers.CharField(help_text="what importing does with it, in words")
    faults = ImportProblemSerializer(many=True)


class ImportResultSerializer(serializers.Serializer):
    """A table as it was understood. `imported` is false while only a preview was asked for."""

    imported = serializers.BooleanField()
    entering = serializers.IntegerField(help_text="how many are entered")
    waiting = serializers.IntegerField(help_text="how many of them wait for a place")
    already_in = serializers.IntegerField()
    left_over = serializers.CharField(allow_blank=True, help_text="the lines with faults, as they were written")
    rows = ImportRowSerializer(many=True)


class ImportRequestSerializer(serializers.Serializer):
    text = serializers.CharField(
        max_length=csv_import.MOST_LETTERS,
        trim_whitespace=False,
        help_text="a person a line: handle, real name; commas, semicolons or tabs between; a heading may name `byes`",
    )
    sure = serializers.BooleanField(required=False, help_text="true enters the rows without a fault; else a preview")


class PlayerMeetingSeatSerializer(serializers.Serializer):
    entrant = serializers.UUIDField(source="entrant.pk")
    name = serializers.CharField(source="entrant.user.handle")
    table = serializers.IntegerField()


class JoinCodeSerializer(serializers.Serializer):
    """The code that joins; whoever joined by one before it counts among `code_uses`."""

    join_code = serializers.CharField()
    code_renewed_at = serializers.DateTimeField(allow_null=True)
    code_limit = serializers.IntegerField(allow_null=True, help_text="so many can join by code in all; null: no limit")
    code_uses = serializers.IntegerField(help_text="so many have, where the code is needed")


class JoinCodeLimitRequestSerializer(serializers.Serializer):
    most = serializers.IntegerField(
        allow_null=True, min_value=1, max_value=join_codes.MOST_USES, help_text="null: no limit"
    )


class JoinCode(APIView):
    @extend_schema(responses=JoinCodeSerializer)
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """For staff: the join code and how many may still use it."""
        tournament = tournament_access.staff_of(request.user, slug)
        request_parsing.query(request, serializers.Serializer)
        return Response(JoinCodeSerializer(tournament).data)


class RenewCode(APIView):
    @extend_schema(request=EmptySerializer, responses=JoinCodeSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Makes a new code; the old one leads nowhere from now on. Who joined stays."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        request_parsing.nothing(request)
        return Response(JoinCodeSerializer(join_codes.renew(tournament)).data)


class LimitCode(APIView):
    @extend_schema(request=JoinCodeLimitRequestSerializer, responses=JoinCodeSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """How many can join by code in all, where `code_only` holds."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        return Response(
            JoinCodeSerializer(
                join_codes.limit(tournament, **request_parsing.body(request, JoinCodeLimitRequestSerializer))
            ).data
        )


class Accept(APIView):
    @extend_schema(request=EmptySerializer, responses=DeskEntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Lets in somebody who asked; with all places taken they wait in the order of asking."""
        entrant = tournament_access.entrant_for_staff(request.user, slug, pk)
        request_parsing.nothing(request)
        return Response(DeskEntrantSerializer(join_requests.accept(entrant)).data)


class Refuse(APIView):
    @extend_schema(request=ReasonRequestSerializer, responses=DeskEntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Says no to somebody who asked, with the reason."""
        entrant = tournament_access.entrant_for_staff(request.user, slug, pk)
        return Response(
            DeskEntrantSerializer(
                join_requests.refuse(entrant, **request_parsing.body(request, ReasonRequestSerializer))
            ).data
        )


class Import(APIView):
    @extend_schema(request=ImportRequestSerializer, responses=ImportResultSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Reads a table of people and says what each row does; `sure` enters them. The same table twice is once."""
        tournament = tournament_access.staff_of(request.user, slug)
        fields = request_parsing.body(request, ImportRequestSerializer)
        deed = csv_import.import_entrants if fields.get("sure") else csv_import.preview
        reading = deed(tournament, fields["text"], by=request.user)
        return Response(_read(reading, imported=bool(fields.get("sure"))))


class Meeting(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=PlayerMeetingSeatSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Where everybody sits at the player meeting, by name, until the first round is published."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.tournament_to_see(request.user, slug)
        if not player_meeting.is_on(tournament):
            raise Http404(_("There is no player meeting now."))
        return listed(request, player_meeting.seated(tournament), PlayerMeetingSeatSerializer)


class SeatMeeting(APIView):
    @extend_schema(request=EmptySerializer, responses={204: None})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Seats everybody by name, anew each time."""
        tournament = tournament_access.staff_of(request.user, slug)
        request_parsing.nothing(request)
        player_meeting.seat_meeting(tournament)
        return Response(status=204)


def _read(reading: csv_import.Reading, *, imported: bool) -> dict[str, Any]:
    fields = {
        "imported": imported,
        "entering": len(reading.entering),
        "waiting": reading.waiting,
        "already_in": reading.already_in,
        "left_over": reading.left_over,
        "rows": reading.rows,
    }
    return ImportResultSerializer(fields).data
