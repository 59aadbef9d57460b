"""Standings as they were when a stage was closed, and closing them anew after a correction."""

from typing import Any

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
from bos_tournament.api.rounds import RankSerializer, rank_of
from bos_tournament.messages import localize_kept
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.models import Entrant, Snapshot, Stage, Tournament
from bos_tournament.tournaments.standings import final_standings, leaderboard
from bos_tournament.tournaments.structure import stage_standings


class FinalStandingsSerializer(serializers.Serializer):
    """One time that the standings of a stage were closed; the last one of each stage counts while it is closed."""

    stage = serializers.IntegerField(source="stage.number")
    format = serializers.ChoiceField(Stage.Format.choices, source="stage.format")
    number = serializers.IntegerField(help_text="of the closings of this stage")
    made_at = serializers.DateTimeField()
    by = serializers.CharField(source="by.handle", allow_null=True, default=None, help_text="who closed them anew")
    reason = serializers.CharField(allow_blank=True, help_text="why they were closed anew")


class FinalPlaceSerializer(serializers.Serializer):
    place = serializers.IntegerField(
        allow_null=True, help_text="in the bracket; several may share it; null: disqualified"
    )
    entrant = serializers.UUIDField()
    name = serializers.CharField()


class FinalStandingsDetailSerializer(FinalStandingsSerializer):
    rule = serializers.ListField(child=serializers.CharField(), help_text="how ranks were found, in sentences")
    places = FinalPlaceSerializer(many=True)


class OutdatedStandingsSerializer(serializers.Serializer):
    """A closed stage whose standings would be others if they were closed now; `token` names exactly this change."""

    stage = serializers.IntegerField(source="stage.number")
    format = serializers.ChoiceField(Stage.Format.choices, source="stage.format")
    changes = serializers.ListField(
        child=serializers.CharField(), help_text="sentences, of which the last may be a count"
    )
    token = serializers.CharField()


class OutdatedStandingsListSerializer(serializers.Serializer):
    stages = OutdatedStandingsSerializer(many=True)


class FinalStandingsUpdateRequestSerializer(serializers.Serializer):
    stage = serializers.IntegerField(min_value=1, max_value=100)
    token = serializers.CharField(max_length=40, help_text="of the change that was looked at")
    why = serializers.CharField(max_length=300, help_text="everybody reads it beside the standings")


class FinalStandings(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=FinalStandingsSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Every time that standings were closed, stage after stage; also those that were closed anew since."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.tournament_to_see(request.user, slug)
        return listed(request, final_standings.closings(tournament), FinalStandingsSerializer)


class FinalStandingsVersion(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=FinalStandingsDetailSerializer)
    def get(self, request: Request, slug: str, stage: int, number: int) -> Response:
        """One closing with the written rule and, for a bracket, its places."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.tournament_to_see(request.user, slug)
        return Response(_whole(tournament, desk_access.snapshot_of(tournament, stage, number)))


class FinalRanks(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=RankSerializer(many=True))
    def get(self, request: Request, slug: str, stage: int, number: int) -> Response:
        """The ranks as they were closed, group after group; names and states of people are those of now."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.tournament_to_see(request.user, slug)
        board = leaderboard.board_of(desk_access.snapshot_of(tournament, stage, number))
        entrants = _entrants(tournament)
        return listed(request, [rank_of(line, entrants) for line in board.lines], RankSerializer)


class FinalStandingsUpdate(APIView):
    @extend_schema(responses=OutdatedStandingsListSerializer)
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """What would be other if closed standings were closed now, for organizers. Changes nothing."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        return Response(OutdatedStandingsListSerializer({"stages": final_standings.differences(tournament)}).data)

    @extend_schema(request=FinalStandingsUpdateRequestSerializer, responses={201: FinalStandingsDetailSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Closes the standings of a stage as the results say now; those before stay readable."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        fields = request_parsing.body(request, FinalStandingsUpdateRequestSerializer)
        stage = tournament.stages.filter(number=fields["stage"]).select_related("tournament").first()
        if stage is None:
            raise Http404(_("There is no such stage."))
        by = request.user
        snapshot = final_standings.update_final_standings(stage, by=by, why=fields["why"], token=fields["token"])
        return Response(_whole(tournament, snapshot), status=201)


def _whole(tournament: Tournament, snapshot: Snapshot) -> dict[str, Any]:
    board, entrants = leaderboard.board_of(snapshot), _entrants(tournament)
    places = [{"place": place, "entrant": pk, "name": entrants[pk].user.handle} for place, pk in board.places]
    return {
        **FinalStandingsSerializer(snapshot).data,
        "rule": list(map(localize_kept, board.rule)),
        "places": FinalPlaceSerializer(places, many=True).data,
    }


def _entrants(tournament: Tournament) -> dict[Any, Entrant]:
    return {entrant.pk: entrant for entrant in stage_standings.entrants_by_place(tournament)}
