"""Practice games against a friend: a challenge, and accepting one."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.decks import LIST
from bos_tournament.api.play import practice_decks
from bos_tournament.api.play.practice import MatchRequestSerializer, PracticeBoardSerializer, shown_board
from bos_tournament.play import access, challenges
from bos_tournament.play.models import FRIEND


class ChallengeSerializer(serializers.Serializer):
    id = serializers.UUIDField(help_text="the challenge, for you alone")
    key = serializers.UUIDField(help_text="for your friend, who accepts at `practice/accept/<key>/`")
    game = serializers.UUIDField(
        source="game_id", allow_null=True, help_text="the practice game; null until your friend accepts"
    )


class AcceptChallengeRequestSerializer(serializers.Serializer):
    """Your deck is one of `starter`, `deck` and `text`."""

    starter = serializers.ChoiceField(practice_decks.STARTERS, required=False)
    deck = serializers.UUIDField(required=False, help_text="one of one's own decks")
    text = serializers.CharField(required=False, **LIST)

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        return practice_decks.refuse_unless_one(fields, "{}")


class ChallengeRequestSerializer(MatchRequestSerializer, AcceptChallengeRequestSerializer):
    """Your deck is one of `starter`, `deck` and `text`; further what kind of match you play."""


class Challenges(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=ChallengeRequestSerializer, responses={201: ChallengeSerializer})
    def post(self, request: Request) -> Response:
        """Challenges a friend. Without an account, keep the `id`."""
        fields = request_parsing.body(request, ChallengeRequestSerializer)
        deck = practice_decks.sent_deck(request.user, fields)
        made = challenges.challenge_friend(request.user, deck=deck, **MatchRequestSerializer.match_of(fields))
        return Response(ChallengeSerializer(made).data, status=201)


class OneChallenge(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=ChallengeSerializer)
    def get(self, request: Request, pk: UUID) -> Response:
        """Whether the friend has accepted."""
        request_parsing.query(request, serializers.Serializer)
        return Response(ChallengeSerializer(access.own_challenge(request.user, pk)).data)


class AcceptChallenge(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=AcceptChallengeRequestSerializer, responses={201: PracticeBoardSerializer})
    def post(self, request: Request, link: UUID) -> Response:
        """Accepts a challenge; the game begins. Without an account, keep its `id`."""
        challenge = access.challenge_by_link(link)
        deck = practice_decks.sent_deck(request.user, request_parsing.body(request, AcceptChallengeRequestSerializer))
        game = challenges.accept_challenge(challenge, request.user, deck=deck)
        return shown_board(*access.practice_seat(request.user, game.key_of(FRIEND)), status=201)
