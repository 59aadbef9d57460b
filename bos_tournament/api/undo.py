"""Taking deeds of the desk back, for programs: first what follows, then exactly that."""

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.rounds import undo_actions


class UndoStepSerializer(serializers.Serializer):
    """`refusal` says why it cannot be taken back now; empty when it can."""

    key = serializers.ChoiceField([*undo_actions.DEEDS])
    title = serializers.CharField()
    consequences = serializers.ListField(child=serializers.CharField())
    refusal = serializers.CharField(allow_blank=True)
    token = serializers.CharField()


class UndoStepsSerializer(serializers.Serializer):
    results = UndoStepSerializer(many=True)


class UndoStepRequestSerializer(serializers.Serializer):
    token = serializers.CharField(max_length=32, help_text="of the offer: what it says is what is done")


class Undos(APIView):
    @extend_schema(responses=UndoStepsSerializer)
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """What can be taken back now and what follows, for organizers. Changes nothing."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        return Response(UndoStepsSerializer({"results": undo_actions.preview_undos(tournament)}).data)


class UndoOne(APIView):
    @extend_schema(request=UndoStepRequestSerializer, responses=UndoStepsSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, key: str) -> Response:
        """Does what the offer with this token said; answers with what can be taken back then."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        if key not in undo_actions.DEEDS:
            raise Http404(_("Nothing of this kind can be undone here."))
        undo_actions.undo(tournament, key, **request_parsing.body(request, UndoStepRequestSerializer))
        tournament.refresh_from_db()
        return Response(UndoStepsSerializer({"results": undo_actions.preview_undos(tournament)}).data)
