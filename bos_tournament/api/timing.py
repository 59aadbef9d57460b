"""The time of a round for staff: started, paused, lengthened for all tables or for one."""

from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api import asking
from bos_tournament.api.kept_field import KeptField
from bos_tournament.api.schema import Nothing
from bos_tournament.api.tables import to_settle
from bos_tournament.tournaments import access_desk, timing
from bos_tournament.tournaments.models import Round, Timer
from bos_tournament.tournaments.planning import MOST_ROUND_MINUTES
from bos_tournament.tournaments.timing import MOST_EXTENSION


class TimerShape(serializers.Serializer):
    """`ends_at` while it runs, `left` in seconds while it is paused."""

    seconds = serializers.IntegerField(help_text="of the whole round")
    ends_at = serializers.DateTimeField(allow_null=True)
    left = serializers.IntegerField(allow_null=True, help_text="seconds; below 0: the time was up")


class TimerForm(serializers.Serializer):
    minutes = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_ROUND_MINUTES, help_text="null: as planned"
    )


class MoreForm(serializers.Serializer):
    minutes = serializers.IntegerField(min_value=-MOST_EXTENSION, max_value=MOST_EXTENSION, help_text="for all tables")


class TableExtensionForm(serializers.Serializer):
    minutes = serializers.IntegerField(min_value=1, max_value=MOST_EXTENSION)
    why = serializers.CharField(max_length=200, help_text="everybody can read it")


class TableExtensionShape(serializers.Serializer):
    id = serializers.IntegerField()
    minutes = serializers.IntegerField()
    why = KeptField()
    made_at = serializers.DateTimeField()
    withdrawn_at = serializers.DateTimeField(allow_null=True)


class StartTime(APIView):
    @extend_schema(request=TimerForm, responses=TimerShape)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Starts the time of a published round. Twice is once."""
        found = _round(request, slug, number)
        return _shown(timing.start(found, minutes=asking.body(request, TimerForm).get("minutes")))


class PauseTime(APIView):
    @extend_schema(request=Nothing, responses=TimerShape)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Stops the time of all tables. Twice is once."""
        found = _round(request, slug, number)
        asking.nothing(request)
        return _shown(timing.pause(found))


class GoOnTime(APIView):
    @extend_schema(request=Nothing, responses=TimerShape)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Lets a paused time run again. Twice is once."""
        found = _round(request, slug, number)
        asking.nothing(request)
        return _shown(timing.go_on(found))


class LengthenTime(APIView):
    @extend_schema(request=MoreForm, responses=TimerShape)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Gives all tables more minutes, or fewer below 0."""
        found = _round(request, slug, number)
        return _shown(timing.lengthen(found, **asking.body(request, MoreForm)))


class Extensions(APIView):
    @extend_schema(request=TableExtensionForm, responses={201: TableExtensionShape})
    def post(self, request: Request, pk: UUID) -> Response:
        """Gives one table more minutes than its round has."""
        table = to_settle(request.user, pk)
        made = timing.extend(table, by=request.user, **asking.body(request, TableExtensionForm))
        return Response(TableExtensionShape(made).data, status=201)


class OneExtension(APIView):
    @extend_schema(responses={200: TableExtensionShape})
    def delete(self, request: Request, pk: UUID, number: int) -> Response:
        """Takes the minutes back; `number` is the extension's id. Twice is once."""
        table = to_settle(request.user, pk)
        found = table.extensions.filter(pk=number).select_related("pairing__round__stage__tournament").first()
        if found is None:
            raise Http404(_("This table has no such extension."))
        return Response(TableExtensionShape(timing.withdraw_extension(found)).data)


def _round(request: Request, slug: str, number: int) -> Round:
    return access_desk.round_to_look_at(request.user, slug, number)


def _shown(timer: Timer) -> Response:
    return Response(TimerShape(timer).data)
