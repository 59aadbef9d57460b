"""The time of a round for staff: started, paused, lengthened for all tables or for one."""

from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.conventions.schema import EmptySerializer, MessageCodeSerializer
from bos_tournament.api.tables import to_settle
from bos_tournament.tournaments.access import desk_access
from bos_tournament.tournaments.models import Round, Timer
from bos_tournament.tournaments.planning.tournament_settings import MOST_ROUND_MINUTES
from bos_tournament.tournaments.rounds import round_clock
from bos_tournament.tournaments.rounds.round_clock import MOST_EXTENSION


class RoundTimerSerializer(serializers.Serializer):
    """`ends_at` while it runs, `left` in seconds while it is paused."""

    seconds = serializers.IntegerField(help_text="of the whole round")
    ends_at = serializers.DateTimeField(allow_null=True)
    left = serializers.IntegerField(allow_null=True, help_text="seconds; below 0: the time was up")


class RoundTimerRequestSerializer(serializers.Serializer):
    minutes = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_ROUND_MINUTES, help_text="null: as planned"
    )


class MoreTimeRequestSerializer(serializers.Serializer):
    minutes = serializers.IntegerField(min_value=-MOST_EXTENSION, max_value=MOST_EXTENSION, help_text="for all tables")


class TableExtensionRequestSerializer(serializers.Serializer):
    minutes = serializers.IntegerField(min_value=1, max_value=MOST_EXTENSION)
    why = serializers.CharField(max_length=200, help_text="everybody can read it")


class TableExtensionSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    minutes = serializers.IntegerField()
    why = serializers.CharField(source="why_words")
    why_message = MessageCodeSerializer(allow_null=True, help_text="the same where the site says it")
    made_at = serializers.DateTimeField()
    withdrawn_at = serializers.DateTimeField(allow_null=True)


class StartTime(APIView):
    @extend_schema(request=RoundTimerRequestSerializer, responses=RoundTimerSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """Starts the time of a published round. Twice is once."""
        round_ = _round(request, slug, number)
        return _shown(
            round_clock.start_round_clock(
                round_, minutes=request_parsing.body(request, RoundTimerRequestSerializer).get("minutes")
            )
        )


class PauseTime(APIView):
    @extend_schema(request=EmptySerializer, responses=RoundTimerSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """Stops the time of all tables. Twice is once."""
        round_ = _round(request, slug, number)
        request_parsing.nothing(request)
        return _shown(round_clock.pause_round_clock(round_))


class ResumeTime(APIView):
    @extend_schema(request=EmptySerializer, responses=RoundTimerSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """Lets a paused time run again. Twice is once."""
        round_ = _round(request, slug, number)
        request_parsing.nothing(request)
        return _shown(round_clock.resume_round_clock(round_))


class LengthenTime(APIView):
    @extend_schema(request=MoreTimeRequestSerializer, responses=RoundTimerSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """Gives all tables more minutes, or fewer below 0."""
        round_ = _round(request, slug, number)
        return _shown(
            round_clock.lengthen_round_clock(round_, **request_parsing.body(request, MoreTimeRequestSerializer))
        )


class Extensions(APIView):
    @extend_schema(request=TableExtensionRequestSerializer, responses={201: TableExtensionSerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Gives one table more minutes than its round has."""
        table = to_settle(request.user, pk)
        extension = round_clock.extend(
            table, by=request.user, **request_parsing.body(request, TableExtensionRequestSerializer)
        )
        return Response(TableExtensionSerializer(extension).data, status=201)


class OneExtension(APIView):
    @extend_schema(responses={200: TableExtensionSerializer})
    def delete(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """Takes the minutes back; `number` is the extension's id. Twice is once."""
        table = to_settle(request.user, pk)
        extension = table.extensions.filter(pk=number).select_related("pairing__round__stage__tournament").first()
        if extension is None:
            raise Http404(_("This table has no such extension."))
        return Response(TableExtensionSerializer(round_clock.withdraw_extension(extension)).data)


def _round(request: Request, slug: str, number: int) -> Round:
    return desk_access.round_to_look_at(request.user, slug, number)


def _shown(timer: Timer) -> Response:
    return Response(RoundTimerSerializer(timer).data)
