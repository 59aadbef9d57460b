"""Deck checks, for judges who do not take part; and how their tables were drawn, for everybody."""

from uuid import UUID

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
from bos_tournament.api.conventions.schema import EmptySerializer
from bos_tournament.decks.models import DeckVersion
from bos_tournament.errors import Refused
from bos_tournament.judging import access_calls_and_penalties
from bos_tournament.judging.deck_checks import check_desk
from bos_tournament.judging.models import CheckDraw, CheckedDeck, CheckSeed, DeckCheck
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.decklists.submissions import pool_of
from bos_tournament.tournaments.structure.stages import position

TEXT = DeckVersion._meta.get_field("text").max_length or 20_000


class DeckDifferenceSerializer(serializers.Serializer):
    card = serializers.CharField()
    where = serializers.ChoiceField([check_desk.DECK, check_desk.RESERVES])
    expected = serializers.IntegerField()
    found = serializers.IntegerField()


class CheckedDeckSerializer(serializers.Serializer):
    """`expected` is what the deck had to hold when the check began, swaps included."""

    seat = serializers.IntegerField(source="seat.number")
    name = serializers.CharField(source="seat.user.handle")
    state = serializers.ChoiceField(CheckedDeck.State.choices)
    expected = serializers.CharField()
    differences = DeckDifferenceSerializer(many=True)


class DeckCheckSerializer(serializers.Serializer):
    """`minutes` is what the table was given, null before the end."""

    id = serializers.UUIDField()
    match = serializers.UUIDField(source="pairing.match_id")
    round = serializers.IntegerField(source="pairing.round.number")
    table = serializers.IntegerField(source="pairing.table")
    rule = serializers.ChoiceField(DeckCheck.Rule.choices)
    state = serializers.ChoiceField(DeckCheck.State.choices)
    picked_at = serializers.DateTimeField()
    begun_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)
    note = serializers.CharField(allow_blank=True)


class PickedDeckChecksSerializer(serializers.Serializer):
    checks = DeckCheckSerializer(many=True)


class DeckCheckDetailSerializer(DeckCheckSerializer):
    decks = CheckedDeckSerializer(many=True)


class DeckCheckDrawSerializer(serializers.Serializer):
    round = serializers.IntegerField(source="round_number")
    number = serializers.IntegerField()
    among = serializers.ListField(child=serializers.IntegerField())
    drawn = serializers.ListField(child=serializers.IntegerField())


class DeckCheckDrawsSerializer(serializers.Serializer):
    """`digest` is the SHA-256 of the secret, which is told with every draw after the end."""

    digest = serializers.CharField()
    seed = serializers.CharField(allow_null=True)
    draws = DeckCheckDrawSerializer(many=True)


class PickDeckChecksRequestSerializer(serializers.Serializer):
    rule = serializers.ChoiceField(DeckCheck.Rule.choices)
    count = serializers.IntegerField(
        required=False, min_value=1, max_value=check_desk.MOST_AT_ONCE, help_text="from the top or by lot; usually 1"
    )
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, max_length=check_desk.MOST_AT_ONCE
    )


class FoundCardsRequestSerializer(serializers.Serializer):
    text = serializers.CharField(
        max_length=TEXT, trim_whitespace=False, help_text="what was found, written like a deck list"
    )


class EndDeckCheckRequestSerializer(serializers.Serializer):
    minutes = serializers.IntegerField(min_value=0, max_value=check_desk.MOST_MINUTES)


class CancelDeckCheckRequestSerializer(serializers.Serializer):
    why = serializers.CharField(max_length=300)


class Checks(APIView):
    pagination_class = Pages

    @extend_schema(responses=DeckCheckSerializer(many=True))
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """All deck checks, the latest first."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.lists_to_print(request.user, slug)
        checks = DeckCheck.objects.filter(pairing__round__stage__tournament=tournament)
        return listed(
            request, checks.select_related("pairing__round").order_by("-picked_at", "pk"), DeckCheckSerializer
        )

    @extend_schema(request=PickDeckChecksRequestSerializer, responses={201: PickedDeckChecksSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Picks tables of the round that is on: from the top, by lot, or by hand."""
        tournament = tournament_access.lists_to_print(request.user, slug)
        fields = request_parsing.body(request, PickDeckChecksRequestSerializer)
        round_ = position(tournament).round
        if round_ is None:
            raise Refused(_("Decks can be checked only while a published round is running."), code="round_not_on")
        tables = frozenset(fields.get("tables", ()))
        checks = check_desk.pick(
            round_, rule=fields["rule"], count=fields.get("count", 1), tables=tables, by=request.user
        )
        return Response(PickedDeckChecksSerializer({"checks": checks}).data, status=201)


class OneCheck(APIView):
    @extend_schema(responses=DeckCheckDetailSerializer)
    def get(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        request_parsing.query(request, serializers.Serializer)
        return _whole(access_calls_and_penalties.check_to_do(request.user, slug, pk))


class BeginCheck(APIView):
    @extend_schema(request=EmptySerializer, responses=DeckCheckDetailSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Shows what both decks must hold now; each look is on record first."""
        check = access_calls_and_penalties.check_to_do(request.user, slug, pk)
        request_parsing.nothing(request)
        return _whole(check_desk.begin_deck_check(check, by=request.user))


class FoundDeck(APIView):
    @extend_schema(request=FoundCardsRequestSerializer, responses=DeckCheckDetailSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID, number: int) -> Response:
        """What was found at a seat; the answer names every difference."""
        check = access_calls_and_penalties.check_to_do(request.user, slug, pk)
        deck = access_calls_and_penalties.checked_deck(check, number)
        parts = check_desk.parts_of(
            request_parsing.body(request, FoundCardsRequestSerializer)["text"],
            pool_of(check.pairing.round.stage.tournament),
        )
        return _whole(check_desk.record_deck(deck, by=request.user, found=parts).deck_check)


class FinishCheck(APIView):
    @extend_schema(request=EndDeckCheckRequestSerializer, responses=DeckCheckDetailSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Ends the check; the table's round lasts so many minutes longer."""
        check = access_calls_and_penalties.check_to_do(request.user, slug, pk)
        return _whole(
            check_desk.finish_deck_check(
                check, by=request.user, **request_parsing.body(request, EndDeckCheckRequestSerializer)
            )
        )


class CancelCheck(APIView):
    @extend_schema(request=CancelDeckCheckRequestSerializer, responses=DeckCheckDetailSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        check = access_calls_and_penalties.check_to_do(request.user, slug, pk)
        return _whole(check_desk.cancel_check(check, **request_parsing.body(request, CancelDeckCheckRequestSerializer)))


class CheckLots(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=DeckCheckDrawsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """How tables were drawn for deck checks: the digest at once, the secret and every draw after the end."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.tournament_to_see(request.user, slug)
        seed = CheckSeed.objects.filter(tournament=tournament).first()
        if seed is None:
            raise Http404(_("This tournament draws no tables for deck checks."))
        draws = CheckDraw.objects.filter(tournament=tournament) if tournament.is_over else ()
        lots = {"digest": seed.digest, "seed": seed.seed if tournament.is_over else None, "draws": draws}
        return Response(DeckCheckDrawsSerializer(lots).data)


def _whole(check: DeckCheck) -> Response:
    fresh = DeckCheck.objects.select_related("pairing__round").prefetch_related("decks__seat__user")
    return Response(DeckCheckDetailSerializer(fresh.get(pk=check.pk)).data)
