"""Decks: one's own drafts, the check for everybody, and what was handed in."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.files import AS_TEXT, TEXT
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.conventions.schema import EmptySerializer
from bos_tournament.cards import catalogue
from bos_tournament.decks import access, drafts, submitted_versions
from bos_tournament.decks.models import Deck
from engine.bos.game import EDITIONS, MAX_CHARACTERS

NAME: dict[str, Any] = {"max_length": 60, "required": False, "allow_blank": True}
LIST: dict[str, Any] = {
    "max_length": MAX_CHARACTERS,
    "trim_whitespace": False,
    "help_text": "a line a card: `3 Root Giant`",
}


class DeckSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField()
    made_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class DeckProblemSerializer(serializers.Serializer):
    rule = serializers.CharField()
    message = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    cards = serializers.ListField(child=serializers.CharField())
    code = serializers.CharField()
    args = serializers.DictField()


class DeckReportSerializer(serializers.Serializer):
    """What the engine says about a list."""

    legal = serializers.BooleanField()
    problems = DeckProblemSerializer(many=True)
    warnings = DeckProblemSerializer(many=True)
    counts = serializers.DictField(child=serializers.IntegerField())
    color = serializers.CharField(allow_null=True)


class DeckDetailSerializer(DeckSerializer):
    text = serializers.CharField()
    report = serializers.SerializerMethodField()

    @extend_schema_field(DeckReportSerializer)
    def get_report(self, deck: Deck) -> dict[str, Any]:
        return DeckReportSerializer(drafts.check_list(deck.text, catalogue.pool())).data


class StarterDeckSerializer(serializers.Serializer):
    slug = serializers.SlugField()
    name = serializers.CharField()
    text = serializers.CharField()


class DeckVersionSerializer(serializers.Serializer):
    """A list as it was handed in; `amended_by` and `reason` where a judge changed it."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    color = serializers.CharField()
    boss = serializers.CharField()
    text = serializers.CharField()
    made_at = serializers.DateTimeField()
    amended_by = serializers.CharField(allow_null=True)
    reason = serializers.CharField()


class DeckVersionsSerializer(serializers.Serializer):
    """A list with its earlier versions, the newest first."""

    versions = DeckVersionSerializer(many=True, source="*")


class DeckDraftRequestSerializer(serializers.Serializer):
    name = serializers.CharField(**NAME)
    text = serializers.CharField(allow_blank=True, **LIST)


class DeckChangesRequestSerializer(serializers.Serializer):
    name = serializers.CharField(**NAME)
    text = serializers.CharField(allow_blank=True, required=False, **LIST)


class DeckReportRequestSerializer(serializers.Serializer):
    text = serializers.CharField(allow_blank=True, **LIST)
    edition = serializers.ChoiceField(list(EDITIONS), required=False)


class Decks(APIView):
    pagination_class = Pages

    @extend_schema(responses=DeckSerializer(many=True))
    def get(self, request: AuthenticatedRequest) -> Response:
        """One's own drafts, the latest first."""
        request_parsing.query(request, serializers.Serializer)
        return listed(
            request, access.own_decks(request.user).defer("text").order_by("-changed_at", "pk"), DeckSerializer
        )

    @extend_schema(request=DeckDraftRequestSerializer, responses={201: DeckDetailSerializer})
    def post(self, request: AuthenticatedRequest) -> Response:
        """Keeps a draft as it is, legal or not."""
        fields = request_parsing.body(request, DeckDraftRequestSerializer)
        deck = drafts.save_draft(request.user, None, name=fields.get("name", ""), text=fields["text"])
        return Response(DeckDetailSerializer(deck).data, status=201)


class OneDeck(APIView):
    @extend_schema(responses=DeckDetailSerializer)
    def get(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        request_parsing.query(request, serializers.Serializer)
        return Response(DeckDetailSerializer(access.deck_of(request.user, pk)).data)

    @extend_schema(request=DeckChangesRequestSerializer, responses=DeckDetailSerializer)
    def patch(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        deck = access.deck_of(request.user, pk)
        fields = {"name": deck.name, "text": deck.text, **request_parsing.body(request, DeckChangesRequestSerializer)}
        return Response(DeckDetailSerializer(drafts.save_draft(request.user, deck, **fields)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Throws the draft away; what was handed in stays."""
        drafts.delete_deck(access.deck_of(request.user, pk))
        return Response(status=204)


class DeckText(APIView):
    renderer_classes = TEXT

    @extend_schema(responses=AS_TEXT)
    def get(self, request: AuthenticatedRequest, pk: UUID) -> HttpResponse:
        """The list alone, as every way of handing in reads it again."""
        request_parsing.query(request, serializers.Serializer)
        return HttpResponse(access.deck_of(request.user, pk).text, content_type="text/plain; charset=utf-8")


class DeckCopy(APIView):
    @extend_schema(request=EmptySerializer, responses={201: DeckDetailSerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        deck = access.deck_of(request.user, pk)
        request_parsing.nothing(request)
        return Response(DeckDetailSerializer(drafts.copy_deck(deck, request.user)).data, status=201)


class DeckCheck(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=DeckReportRequestSerializer, responses=DeckReportSerializer)
    def post(self, request: Request) -> Response:
        """Everything that is wrong or odd about a list, with the cards published today. Keeps nothing."""
        fields = request_parsing.body(request, DeckReportRequestSerializer)
        report = drafts.check_list(fields["text"], catalogue.pool(), fields.get("edition", "bos-1"))
        return Response(DeckReportSerializer(report).data)


class Starters(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=StarterDeckSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Legal lists that anybody can begin with."""
        request_parsing.query(request, serializers.Serializer)
        starters = [{"slug": slug, "name": name, "text": text} for slug, (name, text) in drafts.starters().items()]
        return listed(request, starters, StarterDeckSerializer)


class SubmittedLists(APIView):
    pagination_class = Pages

    @extend_schema(responses=DeckVersionsSerializer(many=True))
    def get(self, request: AuthenticatedRequest) -> Response:
        """One's own lists as they were handed in, each with its history."""
        request_parsing.query(request, serializers.Serializer)
        return listed(request, submitted_versions.handed_in_by(request.user), DeckVersionsSerializer)
