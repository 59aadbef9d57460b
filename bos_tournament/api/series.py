"""Series with points: what is known of them, the season table, and the deeds of their organizers."""

from dataclasses import asdict, replace
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.tournaments.access import series_access, tournament_access
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.models.series import Series
from bos_tournament.tournaments.series import season_standings
from bos_tournament.tournaments.series import series_setup as deeds
from bos_tournament.tournaments.series.series_setup import (
    MOST_PLACES,
    MOST_PLAYERS,
    MOST_POINTS,
    MOST_TOURNAMENTS,
    SeriesPlan,
)

DAY: dict[str, Any] = {"required": False, "allow_null": True}


class SeriesSerializer(serializers.Serializer):
    slug = serializers.SlugField()
    name = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    ends_on = serializers.DateField(allow_null=True)


class CountedSeriesSerializer(SeriesSerializer):
    tournaments = serializers.IntegerField(source="size", help_text="how many belong to it")


class SeriesDetailSerializer(SeriesSerializer):
    description = serializers.CharField(help_text="Markdown")
    points = serializers.ListField(
        child=serializers.IntegerField(), help_text="of the first place, the second and so on; later places give none"
    )
    taking_part = serializers.IntegerField(help_text="points that everybody who took part gets on top")
    best = serializers.IntegerField(allow_null=True, help_text="so many results of a player count; null: all")
    full_at = serializers.IntegerField(help_text="with fewer players places give their share, rounded up")
    rule = serializers.ListField(child=serializers.CharField(), help_text="all of that in sentences")


class SeriesQuerySerializer(serializers.Serializer):
    q = serializers.CharField(max_length=80, required=False, help_text="part of the name")


class SeriesUpdateRequestSerializer(serializers.Serializer):
    """What is not sent stays as it is."""

    name = serializers.CharField(max_length=80, required=False)
    description = serializers.CharField(max_length=8_000, required=False, allow_blank=True, help_text="Markdown")
    starts_on = serializers.DateField(**DAY)
    ends_on = serializers.DateField(**DAY)
    points = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_POINTS),
        required=False,
        min_length=1,
        max_length=MOST_PLACES,
        help_text="of the first place, the second and so on, never rising",
    )
    taking_part = serializers.IntegerField(required=False, min_value=0, max_value=MOST_POINTS)
    best = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MOST_TOURNAMENTS)
    full_at = serializers.IntegerField(required=False, min_value=0, max_value=MOST_PLAYERS)


class SeriesRequestSerializer(SeriesUpdateRequestSerializer):
    """What is not sent is as usual."""

    name = serializers.CharField(max_length=80)


class SeriesResultSerializer(serializers.Serializer):
    tournament = serializers.SlugField(source="tournament.slug")
    place = serializers.IntegerField(source="finish.place", help_text="in the tournament; several may share it")
    points = serializers.IntegerField(source="finish.points")
    counts = serializers.BooleanField(source="finish.counts", help_text="whether it is among the best that add up")


class SeasonTableRowSerializer(serializers.Serializer):
    """A line of the season table. Who hides their history has no id, no handle and no results here."""

    place = serializers.IntegerField(source="standing.place", help_text="equal totals share it")
    player = serializers.UUIDField(source="user.pk", allow_null=True, default=None)
    handle = serializers.CharField(source="user.handle", allow_null=True, default=None)
    total = serializers.IntegerField(source="standing.total")
    results = SeriesResultSerializer(many=True)


class SeriesTournamentSerializer(serializers.Serializer):
    slug = serializers.SlugField()
    name = serializers.CharField()
    state = serializers.ChoiceField(Tournament.State.choices, help_text="it counts once it is finished")
    starts_at = serializers.DateTimeField()


class SeriesTournamentRequestSerializer(serializers.Serializer):
    tournament = serializers.SlugField(max_length=60, help_text="one that you organize too")


class SeriesOrganizerSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    handle = serializers.CharField(source="user.handle")


class SeriesOrganizerRequestSerializer(serializers.Serializer):
    handle = serializers.CharField(max_length=30, help_text="of somebody with an account")


class ManySeries(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    pagination_class = Pages

    @extend_schema(parameters=[SeriesQuerySerializer], responses=CountedSeriesSerializer(many=True))
    def get(self, request: Request) -> Response:
        """All series, the newest first."""
        words = request_parsing.query(request, SeriesQuerySerializer).get("q", "")
        return listed(request, series_access.every(words), CountedSeriesSerializer)

    @extend_schema(request=SeriesRequestSerializer, responses={201: SeriesDetailSerializer})
    def post(self, request: AuthenticatedRequest) -> Response:
        """Sets up a series, which everybody can see."""
        organizer = tournament_access.organizer_to_be(request.user)
        return Response(
            _whole(deeds.create(organizer, SeriesPlan(**_plan(request, SeriesRequestSerializer)))), status=201
        )


class OneSeries(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(responses=SeriesDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        request_parsing.query(request, serializers.Serializer)
        return Response(_whole(series_access.series_to_see(slug)))

    @extend_schema(request=SeriesUpdateRequestSerializer, responses=SeriesDetailSerializer)
    def patch(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Another scale of points counts for all of its tournaments at once."""
        series = series_access.series_to_run(request.user, slug)
        plan = replace(deeds.plan_of(series), **_plan(request, SeriesUpdateRequestSerializer))
        return Response(_whole(deeds.edit_series(series, plan)))

    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Only a series without tournaments can be deleted."""
        deeds.delete_series(series_access.series_to_run(request.user, slug))
        return Response(status=204)


class SeasonTable(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=SeasonTableRowSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Who stands where, from the closed standings of its finished tournaments."""
        request_parsing.query(request, serializers.Serializer)
        series = series_access.series_to_see(slug)
        tournaments = season_standings.tournaments_of(series, request.user)
        lines = season_standings.Lines(season_standings.season_table(series), tournaments, request.user)
        return listed(request, lines, SeasonTableRowSerializer)


class SeriesPlayer(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=SeasonTableRowSerializer)
    def get(self, request: Request, slug: str, pk: UUID) -> Response:
        """All results of one player in the series. Nobody else finds who hides their history."""
        request_parsing.query(request, serializers.Serializer)
        row = season_standings.row_of(series_access.series_to_see(slug), pk, request.user)
        return Response(SeasonTableRowSerializer(row).data)


class SeriesTournaments(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    pagination_class = Pages

    @extend_schema(responses=SeriesTournamentSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Its tournaments by start; drafts only for their staff."""
        request_parsing.query(request, serializers.Serializer)
        series = series_access.series_to_see(slug)
        return listed(request, season_standings.tournaments_of(series, request.user), SeriesTournamentSerializer)

    @extend_schema(request=SeriesTournamentRequestSerializer, responses={201: SeriesTournamentSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Puts a tournament into the series, for who organizes both; twice is once."""
        series_access.series_to_run(request.user, slug)
        fields = request_parsing.body(request, SeriesTournamentRequestSerializer)
        series, tournament = series_access.series_and_tournament_to_run(request.user, slug, fields["tournament"])
        deeds.attach(series, tournament)
        return Response(SeriesTournamentSerializer(tournament).data, status=201)


class OneSeriesTournament(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, slug: str, tournament: str) -> Response:
        """Takes a tournament out, by an organizer of either; what was played stays as it is."""
        deeds.take_out(series_access.leg_to_take_out(request.user, slug, tournament))
        return Response(status=204)


class SeriesOrganizers(APIView):
    pagination_class = Pages

    @extend_schema(responses=SeriesOrganizerSerializer(many=True))
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Who organizes the series, for those who do."""
        request_parsing.query(request, serializers.Serializer)
        series = series_access.series_to_run(request.user, slug)
        return listed(
            request, series.organizers.select_related("user").order_by("made_at", "pk"), SeriesOrganizerSerializer
        )

    @extend_schema(request=SeriesOrganizerRequestSerializer, responses={201: SeriesOrganizerSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Lets somebody else organize it too; twice is once."""
        series = series_access.series_to_run(request.user, slug)
        role = deeds.add_organizer(series, **request_parsing.body(request, SeriesOrganizerRequestSerializer))
        return Response(SeriesOrganizerSerializer(role).data, status=201)


class OneSeriesOrganizer(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, slug: str, pk: int) -> Response:
        """Takes the series from somebody, or leaves it; the last organizer stays."""
        deeds.remove_organizer(series_access.organizer_to_remove(request.user, slug, pk))
        return Response(status=204)


def _plan(request: Request, form: request_parsing.Form) -> dict[str, Any]:
    fields = request_parsing.body(request, form)
    return {**fields, "points": tuple(fields["points"])} if "points" in fields else fields


def _whole(series: Series) -> dict[str, Any]:
    fields = asdict(deeds.plan_of(series)) | {"slug": series.slug, "rule": season_standings.scoring_rules(series)}
    return SeriesDetailSerializer(fields).data
