"""What everybody may read of a player: tournaments, score, and the score against each opponent."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.tournaments.players import player_profiles

MOST_SHOWN = 200


class PlayerScoreSerializer(serializers.Serializer):
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class PlayerTournamentSerializer(serializers.Serializer):
    slug = serializers.SlugField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    starts_at = serializers.DateTimeField(source="tournament.starts_at")
    score = PlayerScoreSerializer()


class PlayerOpponentSerializer(serializers.Serializer):
    id = serializers.UUIDField(source="user.pk")
    handle = serializers.CharField(source="user.handle")
    score = PlayerScoreSerializer()


class PlayerMatchSerializer(serializers.Serializer):
    match = serializers.UUIDField()
    tournament = serializers.SlugField(source="tournament.slug")
    round = serializers.IntegerField()
    other = serializers.CharField(source="other.handle")
    outcome = serializers.ChoiceField(["won", "lost", "drawn"])
    at = serializers.DateTimeField()


class PlayerSerializer(serializers.Serializer):
    """`opponents` are those with a page of their own; `matches` are the latest ones."""

    id = serializers.UUIDField()
    handle = serializers.CharField()
    score = PlayerScoreSerializer()
    tournaments = PlayerTournamentSerializer(many=True)
    opponents = PlayerOpponentSerializer(many=True)
    matches = PlayerMatchSerializer(many=True)


class Player(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=PlayerSerializer)
    def get(self, request: Request, pk: UUID) -> Response:
        """Nobody finds guests here, nor whoever hides their history."""
        request_parsing.query(request, serializers.Serializer)
        player = player_profiles.player_to_see(request.user, pk)
        matches = player_profiles.matches_of(player)
        fields = {
            "id": player.pk,
            "handle": player.handle,
            "score": player_profiles.total(matches),
            "tournaments": player_profiles.parts_of(player, matches)[:MOST_SHOWN],
            "opponents": [rival for rival in player_profiles.rivals_of(matches) if rival.shown][:MOST_SHOWN],
            "matches": matches[:MOST_SHOWN],
        }
        return Response(PlayerSerializer(fields).data)
