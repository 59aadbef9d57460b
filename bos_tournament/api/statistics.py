"""What was played and what it won, for programs."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.players import play_statistics


class WinRateSerializer(serializers.Serializer):
    """So many won of so many; per cent with the interval that holds in 95 of 100 cases."""

    won = serializers.IntegerField()
    of = serializers.IntegerField()
    percent = serializers.IntegerField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()


class BossStatisticsSerializer(serializers.Serializer):
    name = serializers.CharField()
    color = serializers.CharField()
    players = serializers.IntegerField()
    share = serializers.IntegerField(help_text="per cent of all players")
    in_bracket = serializers.IntegerField(help_text="how many of them played on after the first stage")
    drawn = serializers.IntegerField()
    matches = WinRateSerializer(help_text="against other bosses")


class BossMatchupSerializer(serializers.Serializer):
    one = serializers.CharField()
    other = serializers.CharField()
    drawn = serializers.IntegerField()
    matches = WinRateSerializer(help_text="from the side of `one`, who won more often")


class FirstPlayerBandSerializer(serializers.Serializer):
    least = serializers.IntegerField(help_text="ether more for who went second; below 0: for who went first")
    most = serializers.IntegerField()
    first = WinRateSerializer(help_text="of who went first")


class FairPriceSerializer(serializers.Serializer):
    price = serializers.FloatField(help_text="ether more for who went second, with which both won as often")
    low = serializers.FloatField()
    high = serializers.FloatField()


class StatisticsSerializer(serializers.Serializer):
    players = serializers.IntegerField()
    matches = serializers.IntegerField()
    bosses = BossStatisticsSerializer(many=True)
    matchups = BossMatchupSerializer(many=True)
    first = WinRateSerializer(help_text="of who went first, by games")
    bands = FirstPlayerBandSerializer(many=True)
    fair = FairPriceSerializer(allow_null=True, help_text="null: too few games to tell")


class TournamentStatistics(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=StatisticsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Bosses, who beat whom, and what going first was worth, in the rounds that are closed."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.tournament_to_see(request.user, slug)
        return Response(StatisticsSerializer(play_statistics.of([tournament])).data)


class AllStatistics(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=StatisticsSerializer)
    def get(self, request: Request) -> Response:
        """The same of every tournament that is over."""
        request_parsing.query(request, serializers.Serializer)
        over = Tournament.objects.filter(state=Tournament.State.FINISHED).only("pk")
        return Response(StatisticsSerializer(play_statistics.of(over)).data)
