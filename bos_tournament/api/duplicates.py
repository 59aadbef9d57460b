"""Tournaments set up like earlier ones: duplicates and one's own templates."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.tournaments import TournamentDetailSerializer, whole
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.planning import duplicates


class TournamentTemplateSerializer(serializers.Serializer):
    """`settings` are those of a tournament; `minutes` in it are the moments, counted from the start."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    settings = serializers.JSONField()
    made_at = serializers.DateTimeField()


class DuplicateRequestSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=80)
    starts_at = serializers.DateTimeField(help_text="everything else keeps its distance to it")
    sure = serializers.BooleanField(required=False, help_text="that a start in the past is meant")


class TournamentTemplateRequestSerializer(serializers.Serializer):
    tournament = serializers.SlugField(max_length=60, help_text="whose settings are kept")
    name = serializers.CharField(max_length=80)


class Duplicate(APIView):
    @extend_schema(request=DuplicateRequestSerializer, responses={201: TournamentDetailSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """A draft with the same settings and another start, without anybody in it."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        copy = duplicates.duplicate(
            tournament, by=request.user, **request_parsing.body(request, DuplicateRequestSerializer)
        )
        return Response(whole(request, copy), status=201)


class Templates(APIView):
    pagination_class = Pages

    @extend_schema(responses=TournamentTemplateSerializer(many=True))
    def get(self, request: AuthenticatedRequest) -> Response:
        """One's own templates by name."""
        request_parsing.query(request, serializers.Serializer)
        return listed(
            request,
            tournament_access.organizer_to_be(request.user).templates.order_by("name", "pk"),
            TournamentTemplateSerializer,
        )

    @extend_schema(request=TournamentTemplateRequestSerializer, responses={201: TournamentTemplateSerializer})
    def post(self, request: AuthenticatedRequest) -> Response:
        """Keeps the settings of a tournament one organizes."""
        fields = request_parsing.body(request, TournamentTemplateRequestSerializer)
        tournament = tournament_access.staff_of(request.user, fields["tournament"], tournament_access.ORGANIZER)
        template = duplicates.keep_template(tournament, by=request.user, name=fields["name"])
        return Response(TournamentTemplateSerializer(template).data, status=201)


class OneTemplate(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Tournaments made with it stay."""
        tournament_access.template_of(request.user, pk).delete()
        return Response(status=204)


class UseTemplate(APIView):
    @extend_schema(request=DuplicateRequestSerializer, responses={201: TournamentDetailSerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Sets up a draft with the settings of a template."""
        template = tournament_access.template_of(request.user, pk)
        tournament = duplicates.use_template(
            template, by=request.user, **request_parsing.body(request, DuplicateRequestSerializer)
        )
        return Response(whole(request, tournament), status=201)
