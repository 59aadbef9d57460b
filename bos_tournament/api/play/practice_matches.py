"""Practice games before they begin and after they end: bids, who goes first, swaps of reserves, the next game."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.schema import EmptySerializer
from bos_tournament.api.play.practice import PracticeBoardSerializer, board_now
from bos_tournament.play import access
from bos_tournament.play.practice_matches import bids, next_games, swaps, wizard_places
from engine.bos.game import MAX_BID, MAX_NAME, MAX_SWAP


class PracticeBidRequestSerializer(serializers.Serializer):
    amount = serializers.IntegerField(min_value=0, max_value=MAX_BID, help_text="in ether")
    ties = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="how often both bid the same, as you know it; a bid sent twice counts once then",
    )


class PracticeOrderRequestSerializer(serializers.Serializer):
    goes_first = serializers.BooleanField()


class PracticeSwapRequestSerializer(serializers.Serializer):
    """A name stands once for each copy; two empty lists keep the deck."""

    out = serializers.ListField(child=serializers.CharField(max_length=MAX_NAME), max_length=MAX_SWAP)
    into = serializers.ListField(child=serializers.CharField(max_length=MAX_NAME), max_length=MAX_SWAP)


class PracticeWizardsRequestSerializer(serializers.Serializer):
    names = serializers.ListField(
        child=serializers.CharField(max_length=MAX_NAME), min_length=3, max_length=3, help_text="from column a to c"
    )


class PracticeBids(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=PracticeBidRequestSerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """Seals your bid for the first turn. Both are opened once both are in; sent twice, it counts once."""
        game, seat = access.practice_seat(request.user, pk)
        bid = request_parsing.body(request, PracticeBidRequestSerializer)
        bids.place_bid(game, seat, amount=bid["amount"], ties=bid.get("ties"))
        return board_now(request.user, pk)


class PracticeOrder(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=PracticeOrderRequestSerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """Chooses who goes first, where you are the `chooser`."""
        game, seat = access.practice_seat(request.user, pk)
        fields = request_parsing.body(request, PracticeOrderRequestSerializer)
        bids.choose_order(game, seat, goes_first=fields["goes_first"])
        return board_now(request.user, pk)


class LeavePracticeChoice(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=EmptySerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """After three ties, lets the other player choose who goes first; your own last bid is your ether."""
        game, seat = access.practice_seat(request.user, pk)
        request_parsing.nothing(request)
        bids.leave_choice(game, seat)
        return board_now(request.user, pk)


class PracticeSwaps(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=PracticeSwapRequestSerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """Locks your swap of reserves before the second or third game. The game begins once both are in."""
        game, seat = access.practice_seat(request.user, pk)
        fields = request_parsing.body(request, PracticeSwapRequestSerializer)
        swaps.lock_swap(game, seat, out=fields["out"], into=fields["into"])
        return board_now(request.user, pk)


class PracticeWizards(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=PracticeWizardsRequestSerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """Puts your wizards in their columns, before your first move; without it they are in the order of your list."""
        game, seat = access.practice_seat(request.user, pk)
        fields = request_parsing.body(request, PracticeWizardsRequestSerializer)
        wizard_places.place_practice_wizards(game, seat, names=fields["names"])
        return board_now(request.user, pk)


class NextPracticeGame(APIView):
    permission_classes = [AllowAny]

    @extend_schema(request=EmptySerializer, responses=PracticeBoardSerializer)
    def post(self, request: Request, pk: UUID) -> Response:
        """The next game of a best of three, begun by the first one who asks. Without an account, keep its `id`."""
        game, seat = access.practice_seat(request.user, pk)
        request_parsing.nothing(request)
        return board_now(request.user, next_games.start_next_game(game).key_of(seat))
