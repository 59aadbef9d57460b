"""Taking deeds of the desk back, for programs: first what follows, then exactly that."""

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api import asking
from bos_tournament.tournaments import access, undoing


class UndoShape(serializers.Serializer):
    """`refusal` says why it cannot be taken back now; empty when it can."""

    key = serializers.ChoiceField([*undoing.DEEDS])
    title = serializers.CharField()
    consequences = serializers.ListField(child=serializers.CharField())
    refusal = serializers.CharField(allow_blank=True)
    token = serializers.CharField()


class UndosShape(serializers.Serializer):
    results = UndoShape(many=True)


class UndoForm(serializers.Serializer):
    token = serializers.CharField(max_length=32, help_text="of the offer: what it says is what is done")


class Undos(APIView):
    @extend_schema(responses=UndosShape)
    def get(self, request: Request, slug: str) -> Response:
        """What can be taken back now and what follows, for organizers. Changes nothing."""
        asking.query(request, serializers.Serializer)
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        return Response(UndosShape({"results": undoing.offers(tournament)}).data)


class UndoOne(APIView):
    @extend_schema(request=UndoForm, responses=UndosShape)
    def post(self, request: Request, slug: str, key: str) -> Response:
        """Does what the offer with this token said; answers with what can be taken back then."""
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        if key not in undoing.DEEDS:
            raise Http404(_("Nothing of this kind is taken back here."))
        undoing.undo(tournament, key, **asking.body(request, UndoForm))
        tournament.refresh_from_db()
        return Response(UndosShape({"results": undoing.offers(tournament)}).data)
