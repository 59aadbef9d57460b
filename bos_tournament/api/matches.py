"""Matches: the steps of their players, and the proof of their bids for everybody."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.conventions.schema import EmptySerializer
from bos_tournament.api.match_serializers import BidProofSerializer, BidReceiptSerializer, MatchSerializer
from bos_tournament.matches import (
    access,
    bid_entry,
    bid_verification,
    boss_reveal,
    first_player_choice,
    new_phones,
    presenter,
    reserve_swaps,
    result_reports,
)
from bos_tournament.matches.models import Bid, Match, Reason, Seat
from engine.bos.game import MAX_BID, MAX_NAME, MAX_SWAP

MOST_SEATS, MOST_NUMBER = 6, 10_000


class BidRequestSerializer(serializers.Serializer):
    amount = serializers.IntegerField(min_value=0, max_value=MAX_BID, help_text="in ether")
    attempt = serializers.IntegerField(
        min_value=1, max_value=MOST_NUMBER, required=False, allow_null=True, help_text="the one that was looked at"
    )


class FirstPlayerRequestSerializer(serializers.Serializer):
    goes_first = serializers.BooleanField()


class SwapRequestSerializer(serializers.Serializer):
    """Names, one for each copy; two empty lists keep the deck as it is."""

    out = serializers.ListField(child=serializers.CharField(max_length=MAX_NAME), max_length=MAX_SWAP)
    into = serializers.ListField(child=serializers.CharField(max_length=MAX_NAME), max_length=MAX_SWAP)


class ReportRequestSerializer(serializers.Serializer):
    winner = serializers.IntegerField(
        min_value=1, max_value=MOST_SEATS, allow_null=True, help_text="a seat's number; null: drawn, both at 0"
    )
    reason = serializers.ChoiceField([choice.value for choice in result_reports.BY_PLAYERS], required=False)
    game = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False, allow_null=True)
    sure = serializers.BooleanField(
        required=False, help_text="the report is right although your own record ends otherwise"
    )


class AgreeReportRequestSerializer(serializers.Serializer):
    report = serializers.UUIDField(required=False, allow_null=True, help_text="the one that was read")


class NewPhonePaperBidsRequestSerializer(serializers.Serializer):
    phone = serializers.UUIDField(help_text="`id` of the phone that was looked at")


class NewPhoneRequestSerializer(NewPhonePaperBidsRequestSerializer):
    is_them = serializers.BooleanField()


class PaperBidsRequestSerializer(serializers.Serializer):
    amounts = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_BID), help_text='by seat: {"1": 4, "2": 0}'
    )

    def validate_amounts(self, amounts: dict[str, int]) -> dict[int, int]:
        return by_seat(amounts)


class OneMatch(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=MatchSerializer)
    def get(self, request: Request, pk: UUID) -> Response:
        request_parsing.query(request, serializers.Serializer)
        match = access.match_to_see(pk)
        return serialize_match(match, access.seat_of(request.user, match))


class Greet(APIView):
    @extend_schema(request=EmptySerializer, responses=MatchSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Both bosses were shown and seen."""
        seat = access.seat_to_play(request.user, pk)
        request_parsing.nothing(request)
        return _after(seat, lambda: boss_reveal.confirm_bosses(seat))


class Bids(APIView):
    @extend_schema(request=BidRequestSerializer, responses={201: BidReceiptSerializer})
    @sensitive_variables()
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Seals a bid for good. The answer is alike for the first and the second bid."""
        seat, key = access.seat_to_play(request.user, pk), request_parsing.key_of(request)
        receipt = bid_entry.seal_bid_once(seat, key, **request_parsing.body(request, BidRequestSerializer))
        return Response(receipt, status=201)


class PaperBids(APIView):
    @extend_schema(request=PaperBidsRequestSerializer, responses=MatchSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Where bids are on paper, a player enters both after they were shown together."""
        seat = access.seat_to_play(request.user, pk)
        amounts = request_parsing.body(request, PaperBidsRequestSerializer)["amounts"]
        return _after(seat, lambda: bid_entry.enter_paper_bids(seat.match, by=request.user, amounts=amounts))


class NameChooser(APIView):
    @extend_schema(request=EmptySerializer, responses=MatchSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """After three ties: whoever lost rock-paper-scissors names the other, who then chooses."""
        seat = access.seat_to_play(request.user, pk)
        request_parsing.nothing(request)
        return _after(seat, lambda: first_player_choice.name_chooser(seat))


class Choose(APIView):
    @extend_schema(request=FirstPlayerRequestSerializer, responses=MatchSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        seat = access.seat_to_play(request.user, pk)
        fields = request_parsing.body(request, FirstPlayerRequestSerializer)
        return _after(seat, lambda: first_player_choice.choose_first(seat, **fields))


class Swaps(APIView):
    @extend_schema(request=SwapRequestSerializer, responses=MatchSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Locks the swap of reserves before a game."""
        seat = access.seat_to_play(request.user, pk)
        fields = request_parsing.body(request, SwapRequestSerializer)
        return _after(seat, lambda: reserve_swaps.swap_reserves(seat, **fields))


class Reports(APIView):
    @extend_schema(request=ReportRequestSerializer, responses={201: EmptySerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Says who won the game that is on; equal reports of both players count."""
        seat, key = access.seat_to_play(request.user, pk), request_parsing.key_of(request)
        fields = {
            "reason": Reason.PLAYED,
            "game": None,
            "sure": False,
            **request_parsing.body(request, ReportRequestSerializer),
        }
        winner = None if fields["winner"] is None else seat_numbered(seat.match, fields["winner"])
        facts = {"reason": Reason(fields["reason"]), "game": fields["game"], "sure": fields["sure"]}
        result_reports.report_once(seat, key, winner=winner, **facts)
        return Response({}, status=201)


class Agree(APIView):
    @extend_schema(request=AgreeReportRequestSerializer, responses=MatchSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """The other's report is right, which ends the game."""
        seat = access.seat_to_play(request.user, pk)
        fields = request_parsing.body(request, AgreeReportRequestSerializer)
        return _after(seat, lambda: result_reports.agree(seat, **fields))


class Phone(APIView):
    @extend_schema(request=NewPhoneRequestSerializer, responses=MatchSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """The opponent of a guest says whether the new phone is theirs: `phones` of the match names it."""
        seat = access.seat_to_play(request.user, pk)
        fields = request_parsing.body(request, NewPhoneRequestSerializer)
        return _after(seat, lambda: new_phones.confirm_phone(seat, **fields))


class PhonePaper(APIView):
    @extend_schema(request=NewPhonePaperBidsRequestSerializer, responses=MatchSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Where nobody at the desk can decide about a guest's new phone: this game's bids are on paper."""
        seat = access.seat_to_play(request.user, pk)
        fields = request_parsing.body(request, NewPhonePaperBidsRequestSerializer)
        return _after(seat, lambda: new_phones.bid_on_paper(seat, **fields))


class WithdrawReport(APIView):
    @extend_schema(request=EmptySerializer, responses=MatchSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Takes back one's own report while it is unanswered."""
        seat = access.seat_to_play(request.user, pk)
        request_parsing.nothing(request)
        return _after(seat, lambda: result_reports.withdraw_report(seat))


class Verify(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=BidProofSerializer)
    def get(self, request: Request, match_pk: UUID, number: int) -> Response:
        """Opened bids, recomputed."""
        request_parsing.query(request, serializers.Serializer)
        attempt = access.attempt_to_verify(match_pk, number)
        bids = bid_verification.recompute(attempt)
        paper = attempt.bids.filter(level=Bid.Level.PAPER).select_related("seat__user").order_by("seat__number")
        proof = {
            "state": attempt.shown_state,
            "bids": bids,
            "on_paper": [{"seat": b.seat.number, "name": str(b.seat.user), "amount": b.amount} for b in paper],
            "program": bid_verification.program(attempt) if bids else "",
        }
        return Response(BidProofSerializer(proof).data)


def serialize_match(match: Match, viewer: Seat | None) -> Response:
    return Response(MatchSerializer(presenter.present_match(match, viewer)).data)


def seat_numbered(match: Match, number: int) -> Seat:
    """The seat with this number. Raises ValidationError when the match has none."""
    seat = match.seats.select_related("user").filter(number=number).first()
    if seat is None:
        raise serializers.ValidationError({"winner": _("Choose one of the seats of this match.")})
    return seat


def by_seat(values: dict[str, Any]) -> dict[int, Any]:
    """With the seats' numbers as numbers. Raises ValidationError for what is none."""
    names = [str(number) for number in range(1, MOST_SEATS + 1)]
    if not values.keys() <= set(names):
        raise serializers.ValidationError(_('Name each seat by its number, such as {"1": 4, "2": 0}.'))
    return {int(name): value for name, value in values.items()}


def _after(seat: Seat, deed: Callable[[], object]) -> Response:
    """The match as its player sees it after the deed."""
    deed()
    return serialize_match(access.match_to_see(seat.match_id), seat)
