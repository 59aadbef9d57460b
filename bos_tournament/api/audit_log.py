"""The trail of a tournament for programs of its organizers and head judges."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.judging.audit_log import entries
from bos_tournament.tournaments.access.tournament_access import trail_to_read

MOST = 200


class AuditLogDetailSerializer(serializers.Serializer):
    name = serializers.CharField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField()


class AuditLogEntrySerializer(serializers.Serializer):
    """`who` is empty where the site did it by itself; `verb` names the kind of deed and never changes its meaning."""

    at = serializers.DateTimeField()
    part = serializers.ChoiceField([*entries.PARTS])
    verb = serializers.ChoiceField([*entries.SENTENCES])
    who = serializers.CharField(allow_blank=True)
    round = serializers.IntegerField(allow_null=True)
    sentence = serializers.CharField()
    details = AuditLogDetailSerializer(many=True)


class AuditLogSerializer(serializers.Serializer):
    """A page, newest first; `more` says whether older lines follow."""

    results = AuditLogEntrySerializer(many=True)
    more = serializers.BooleanField()


class AuditLogQuerySerializer(serializers.Serializer):
    person = serializers.CharField(max_length=30, required=False, help_text="letters of a handle")
    round = serializers.IntegerField(min_value=1, max_value=9999, required=False)
    part = serializers.ChoiceField([*entries.PARTS], required=False)
    page = serializers.IntegerField(min_value=1, max_value=9999, default=1)
    page_size = serializers.IntegerField(min_value=1, max_value=MOST, default=entries.PAGE)


class Trail(APIView):
    @extend_schema(parameters=[AuditLogQuerySerializer], responses=AuditLogSerializer)
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """For organizers and head judges who do not take part: everything that was done, as sentences."""
        query = request_parsing.query(request, AuditLogQuerySerializer)
        page, size = query.pop("page"), query.pop("page_size")
        tournament = trail_to_read(request.user, slug)
        lines, more = entries.lines(tournament, entries.Asked(**query), page=page, size=size)
        return Response(AuditLogSerializer({"results": lines, "more": more}).data)
