"""Deck tests: a bot plays a list against others, and says how it fares."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.conventions.schema import EmptySerializer
from bos_tournament.api.decks import LIST
from bos_tournament.api.play import practice_decks
from bos_tournament.play.deck_tests import access, presenter, testing
from bos_tournament.play.deck_tests.models import DeckTest
from bos_tournament.play.deck_tests.schedule import GAMES


class DeckTestSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField()
    state = serializers.ChoiceField(DeckTest.State.values)
    games = serializers.IntegerField(help_text="against each opponent, without those with ether")
    played = serializers.IntegerField(help_text="games that are over, those with ether too")
    share_key = serializers.UUIDField(
        allow_null=True, help_text="for `deck-tests/shared/<key>/`, which anybody can read; null where it is not shared"
    )
    made_at = serializers.DateTimeField()
    over_at = serializers.DateTimeField(allow_null=True)


class DeckTestWinRateSerializer(serializers.Serializer):
    rate = serializers.FloatField(help_text="percent, a draw being half a win")
    low = serializers.FloatField(help_text="where its 95 % interval begins")
    high = serializers.FloatField(help_text="where its 95 % interval ends")
    games = serializers.IntegerField()


class WinRatesSerializer(serializers.Serializer):
    both = DeckTestWinRateSerializer(allow_null=True)
    first = DeckTestWinRateSerializer(allow_null=True, help_text="going first")
    second = DeckTestWinRateSerializer(allow_null=True, help_text="going second")


class OpponentWinRatesSerializer(WinRatesSerializer):
    name = serializers.CharField()


class EvenEtherSerializer(serializers.Serializer):
    how = serializers.ChoiceField(
        ("even", "second", "more", "found"),
        help_text="found; even: no clear advantage without ether; second: going second wins more often even without; "
        "more: more than was tried",
    )
    amount = serializers.FloatField(allow_null=True, help_text="for whoever goes second")
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class IdleCardSerializer(serializers.Serializer):
    name = serializers.CharField()
    games = serializers.IntegerField(help_text="in which no copy left castle or spellbook")
    rule = serializers.CharField(
        allow_blank=True, help_text="which was most often against it; empty where it could be played"
    )
    reason = serializers.CharField()


class DeckTestResultsSerializer(serializers.Serializer):
    name = serializers.CharField(source="test.name")
    state = serializers.CharField(source="test.state")
    played = serializers.IntegerField(source="test.played")
    total = serializers.IntegerField(help_text="games of the whole test")
    nodes = serializers.IntegerField(help_text="so many lines the bot tries at most for a decision")
    opponents = OpponentWinRatesSerializer(many=True)
    all = WinRatesSerializer()
    even_ether = EvenEtherSerializer(
        source="ether.even", allow_null=True, help_text="null until all games with ether are over"
    )
    idle = IdleCardSerializer(many=True)
    vim = serializers.FloatField(allow_null=True, help_text="left at the end of turns, on average")
    boss_percent = serializers.FloatField(
        source="boss.percent", default=None, allow_null=True, help_text="of the games in which it was turned face-up"
    )
    boss_turn = serializers.FloatField(
        source="boss.turn", default=None, allow_null=True, help_text="in which it was, on average"
    )
    unended = serializers.IntegerField(help_text="games that found no end and count as draws")


class DeckTestDetailSerializer(DeckTestSerializer):
    results = DeckTestResultsSerializer()


class PointsSerializer(serializers.Serializer):
    points = serializers.FloatField(help_text="percentage points by which the first list wins more often")
    low = serializers.FloatField()
    high = serializers.FloatField()
    clear = serializers.BooleanField(help_text="whether the intervals of the two lists do not overlap")


class ComparedSerializer(serializers.Serializer):
    name = serializers.CharField(required=False)
    one = DeckTestWinRateSerializer(allow_null=True)
    other = DeckTestWinRateSerializer(allow_null=True)
    apart = PointsSerializer(allow_null=True)


class ComparisonSerializer(serializers.Serializer):
    rows = ComparedSerializer(many=True, help_text="against the opponents that both tests have")
    all = ComparedSerializer()
    parts = ComparedSerializer(many=True, help_text="going first, and going second")


class DeckTestRequestSerializer(serializers.Serializer):
    """The list to test is one of `starter`, `deck` and `text`; all that is named by `against_…` is an opponent."""

    starter = serializers.ChoiceField(practice_decks.STARTERS, required=False)
    deck = serializers.UUIDField(required=False, help_text="one of your decks")
    text = serializers.CharField(required=False, **LIST)
    against_starters = serializers.ListField(child=serializers.ChoiceField(practice_decks.STARTERS), required=False)
    against_decks = serializers.ListField(
        child=serializers.UUIDField(), required=False, max_length=testing.MOST_OPPONENTS, help_text="your decks"
    )
    against_texts = serializers.ListField(
        child=serializers.CharField(**LIST), required=False, max_length=testing.MOST_OPPONENTS
    )
    games = serializers.IntegerField(
        required=False, min_value=2, max_value=GAMES, help_text="against each opponent; left out: 200"
    )

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        return practice_decks.refuse_unless_one(fields, "{}")


class DeckTestChangesRequestSerializer(serializers.Serializer):
    shared = serializers.BooleanField()


class DeckTests(APIView):
    pagination_class = Pages

    @extend_schema(responses=DeckTestSerializer(many=True))
    def get(self, request: AuthenticatedRequest) -> Response:
        """Your tests, newest first."""
        request_parsing.query(request, serializers.Serializer)
        own = access.own_tests(request.user).defer("deck", "lines").order_by("-made_at", "pk")
        return listed(request, own, DeckTestSerializer)

    @extend_schema(request=DeckTestRequestSerializer, responses={201: DeckTestDetailSerializer})
    def post(self, request: AuthenticatedRequest) -> Response:
        """Starts a test. You can run one at a time."""
        fields = request_parsing.body(request, DeckTestRequestSerializer)
        deck = practice_decks.sent_deck(request.user, fields)
        against = [{kind: sent} for kind in practice_decks.KINDS for sent in fields.get(f"against_{kind}s", ())]
        opponents = [practice_decks.sent_deck(request.user, sent) for sent in against]
        test = testing.start_test(request.user, deck=deck, opponents=opponents, games=fields.get("games", GAMES))
        return _detail(test, status=201)


class OneDeckTest(APIView):
    @extend_schema(responses=DeckTestDetailSerializer)
    def get(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """The results so far."""
        request_parsing.query(request, serializers.Serializer)
        return _detail(access.deck_test(request.user, pk))

    @extend_schema(request=DeckTestChangesRequestSerializer, responses=DeckTestDetailSerializer)
    def patch(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Shares the results by a key, or takes it back."""
        test = access.deck_test(request.user, pk)
        fields = request_parsing.body(request, DeckTestChangesRequestSerializer)
        testing.share_test(test, shared=fields["shared"])
        return _detail(test)

    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        testing.delete_test(access.deck_test(request.user, pk))
        return Response(status=204)


class CancelDeckTest(APIView):
    @extend_schema(request=EmptySerializer, responses=DeckTestDetailSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Ends the test with the games that are over."""
        test = access.deck_test(request.user, pk)
        request_parsing.nothing(request)
        testing.cancel_test(test)
        return _detail(access.deck_test(request.user, pk))


class CompareDeckTests(APIView):
    @extend_schema(responses=ComparisonSerializer)
    def get(self, request: AuthenticatedRequest, pk: UUID, other: UUID) -> Response:
        """Two tests side by side."""
        request_parsing.query(request, serializers.Serializer)
        one, second = access.deck_test(request.user, pk), access.deck_test(request.user, other)
        return Response(ComparisonSerializer(presenter.side_by_side(one, second)).data)


class SharedDeckTest(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=DeckTestResultsSerializer)
    def get(self, request: Request, link: UUID) -> Response:
        """The results of a test that its owner shares, without the list."""
        request_parsing.query(request, serializers.Serializer)
        return Response(DeckTestResultsSerializer(presenter.results(access.shared_test(link))).data)


def _detail(test: DeckTest, *, status: int = 200) -> Response:
    """The test with its results so far."""
    results = DeckTestResultsSerializer(presenter.results(test)).data
    return Response({**DeckTestSerializer(test).data, "results": results}, status=status)
