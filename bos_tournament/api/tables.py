"""What staff do at a table: results, no-shows, void bids, decisions on a game, the list expected now."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.accounts.models import User
from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.conventions.schema import EmptySerializer, MessageCodeSerializer
from bos_tournament.api.matches import (
    MOST_SEATS,
    NewPhoneRequestSerializer,
    PaperBidsRequestSerializer,
    by_seat,
    seat_numbered,
)
from bos_tournament.decks.submitted_versions import look
from bos_tournament.errors import Refused
from bos_tournament.matches import bid_entry, current_decks, new_phones
from bos_tournament.matches.models import Match, Reason
from bos_tournament.messages import Words, localize
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.entrants.participation import MOST_TABLES
from bos_tournament.tournaments.models import Pairing
from bos_tournament.tournaments.printing import slip_entry
from bos_tournament.tournaments.rounds import result_entry
from bos_tournament.tournaments.standings import featured_matches
from engine.hosting import Message, code_json

WHY: dict[str, Any] = {"max_length": 300, "help_text": "kept with the change; everybody can read it at the match"}
SEAT: dict[str, Any] = {"min_value": 1, "max_value": MOST_SEATS}
MOST_DEEDS = 2**31 - 1


class ResultChangesSerializer(serializers.Serializer):
    """What the deed changed, in sentences; changes of a result also as codes with arguments, in the same order."""

    changes = serializers.ListField(child=serializers.CharField())
    change_codes = MessageCodeSerializer(many=True)


def serialize_changes(changes: Sequence[Words]) -> dict[str, Any]:
    """As `ResultChangesSerializer` has it."""
    codes = [code_json(change) for change in changes if isinstance(change, Message)]
    return {"changes": list(map(localize, changes)), "change_codes": codes}


class ResultPreviewSerializer(ResultChangesSerializer):
    """What a result would change, and `seen`: with it, exactly this is entered."""

    seen = serializers.IntegerField(help_text="which state of the match this was told of")


class ExpectedDeckSerializer(serializers.Serializer):
    name = serializers.CharField()
    game = serializers.IntegerField()
    text = serializers.CharField()


class ResultRequestSerializer(serializers.Serializer):
    wins = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=9), help_text='games won by seat: {"1": 2, "2": 0}'
    )
    winner = serializers.IntegerField(allow_null=True, help_text="a seat's number; null: nobody", **SEAT)
    reason = serializers.ChoiceField(Reason.choices, required=False)
    why = serializers.CharField(**WHY)

    def validate_wins(self, wins: dict[str, int]) -> dict[int, int]:
        return by_seat(wins)


class ConfirmedResultRequestSerializer(ResultRequestSerializer):
    """Where another result stands already, `seen` says that it was looked at."""

    seen = serializers.IntegerField(
        min_value=0,
        max_value=MOST_DEEDS,
        required=False,
        allow_null=True,
        help_text="as told by `foresee`; corrections need it",
    )


class DeskReasonRequestSerializer(serializers.Serializer):
    why = serializers.CharField(**WHY)


class NoShowRequestSerializer(serializers.Serializer):
    absent = serializers.ListField(child=serializers.IntegerField(**SEAT), min_length=1, max_length=MOST_SEATS)
    and_drop = serializers.BooleanField(required=False, help_text="drop them from the tournament too")
    why = serializers.CharField(**WHY)


class ReportDecisionRequestSerializer(serializers.Serializer):
    winner = serializers.IntegerField(allow_null=True, help_text="a seat's number; null: drawn and replayed", **SEAT)
    why = serializers.CharField(**WHY)


class DeckLookRequestSerializer(serializers.Serializer):
    seat = serializers.IntegerField(**SEAT)
    purpose = serializers.CharField(max_length=120, help_text="kept with one's name; the owner reads it")


class ResultSlipRequestSerializer(serializers.Serializer):
    table = serializers.IntegerField(min_value=1, max_value=MOST_TABLES)
    games = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=9),
        min_length=2,
        max_length=2,
        help_text="won by seat 1, won by seat 2",
    )
    note = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        help_text="written on the slip; everybody can read it at the match",
    )


class Slips(APIView):
    @extend_schema(request=ResultSlipRequestSerializer, responses=ResultChangesSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """A result slip that came back on paper. One that agrees with the result changes nothing."""
        round_ = desk_access.round_to_look_at(request.user, slug, number)
        fields = request_parsing.body(request, ResultSlipRequestSerializer)
        first, second = fields.pop("games")
        return _told(slip_entry.enter(round_, games=(first, second), by=request.user, **fields))


class Result(APIView):
    @extend_schema(request=ConfirmedResultRequestSerializer, responses=ResultChangesSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Enters or corrects the result of the whole match, at any step.

        A result that stands is corrected by whoever saw it: without the `seen` that `foresee` tells, another one is
        refused (`result_meanwhile`).
        """
        table = to_settle(request.user, pk)
        fields = {"seen": None, **request_parsing.body(request, ConfirmedResultRequestSerializer)}
        try:
            return _told(result_entry.enter_result(table, **_result(request, desk_access.match_at(table), fields)))
        except Refused as refusal:
            if refusal.code != "result_meanwhile":
                raise
            raise Refused(_not_seen(), code="result_meanwhile") from None


class ResultPreview(APIView):
    @extend_schema(request=ResultRequestSerializer, responses=ResultPreviewSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """What this result would change, and the `seen` to send with it. Changes nothing."""
        table = to_settle(request.user, pk)
        fields = request_parsing.body(request, ResultRequestSerializer)
        version = desk_access.match_at(table).version  # read first: what comes in from now on was not seen
        changes = result_entry.preview_result(table, **_result(request, desk_access.match_at(table), fields))
        return Response(ResultPreviewSerializer({**serialize_changes(changes), "seen": version}).data)


class UndoResult(APIView):
    @extend_schema(request=DeskReasonRequestSerializer, responses=ResultChangesSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Withdraws a result the desk entered; the match goes on."""
        table = to_settle(request.user, pk)
        return _told(
            result_entry.undo_result(
                table, by=request.user, **request_parsing.body(request, DeskReasonRequestSerializer)
            )
        )


class NoShow(APIView):
    @extend_schema(request=NoShowRequestSerializer, responses=ResultChangesSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """One seat did not come and loses, or neither came and both lose."""
        table = to_settle(request.user, pk)
        fields = {"and_drop": False, **request_parsing.body(request, NoShowRequestSerializer)}
        return _told(participation.no_show(table, by=request.user, **fields))


class VoidBids(APIView):
    @extend_schema(request=DeskReasonRequestSerializer, responses=ResultChangesSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """The bids of this game are void and both bid again; nobody learns what was in them."""
        table = _table(request.user, pk)
        table = desk_access.table_to_void_bids(request.user, table.round.stage.tournament.slug, table.pk)
        reason = request_parsing.body(request, DeskReasonRequestSerializer)["why"]
        bid_entry.void_attempt(desk_access.match_at(table), by=request.user, reason=reason)
        return _told([_("The bids are void; both players bid again.")])


class DeskPhone(APIView):
    @extend_schema(request=NewPhoneRequestSerializer, responses=ResultChangesSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Who decides at the desk has seen in person whether a guest's new phone is theirs."""
        table = _table(request.user, pk)
        table = desk_access.table_of_phone(request.user, table.round.stage.tournament.slug, table.pk)
        new_phones.decide(
            desk_access.match_at(table), by=request.user, **request_parsing.body(request, NewPhoneRequestSerializer)
        )
        return _told([_("Your decision is public on the match page.")])


class DeskBids(APIView):
    @extend_schema(request=PaperBidsRequestSerializer, responses=ResultChangesSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Where bids are on paper, staff enter both after they were shown together."""
        table = to_settle(request.user, pk)
        bid_entry.enter_paper_bids(
            desk_access.match_at(table), by=request.user, **request_parsing.body(request, PaperBidsRequestSerializer)
        )
        return _told([_("Both bids entered.")])


class Decide(APIView):
    @extend_schema(request=ReportDecisionRequestSerializer, responses=ResultChangesSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID, number: int) -> Response:
        """A judge decides one game, on or over."""
        table = to_settle(request.user, pk)
        tournament_access.staff_of(request.user, table.round.stage.tournament.slug, *tournament_access.JUDGES)
        match = desk_access.match_at(table)
        game = match.games.filter(number=number).first()
        if game is None:
            raise Http404(_("This match has no such game."))
        fields = request_parsing.body(request, ReportDecisionRequestSerializer)
        winner = seat_numbered(match, fields["winner"]) if fields["winner"] else None
        return _told(result_entry.decide(game, by=request.user, winner=winner, why=fields["why"]))


class ExpectedList(APIView):
    @extend_schema(request=DeckLookRequestSerializer, responses=ExpectedDeckSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """The exact list a seat plays right now, for judges; the look is on record before anything is told."""
        table = _table(request.user, pk)
        table = desk_access.table_to_check(request.user, table.round.stage.tournament.slug, table.pk)
        fields = request_parsing.body(request, DeckLookRequestSerializer)
        match = desk_access.match_at(table)
        seat = match.seats.select_related("user", "deck_version").filter(number=fields["seat"]).first()
        if seat is None or seat.deck_version is None:
            raise Refused(_("This seat has no deck list."), code="no_list")
        look(seat.deck_version, request.user, purpose=fields["purpose"])
        game = match.games.latest("number")
        expected = {"name": str(seat.user), "game": game.number, "text": current_decks.expected_list(game, seat)}
        return Response(ExpectedDeckSerializer(expected).data)


class FeaturedTableSerializer(serializers.Serializer):
    """Whether the hall is shown this table first."""

    featured = serializers.BooleanField()


class Feature(APIView):
    @extend_schema(request=EmptySerializer, responses=FeaturedTableSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Shows the table first, until its round is closed. Twice is once."""
        table = to_settle(request.user, pk)
        request_parsing.nothing(request)
        return Response(FeaturedTableSerializer(featured_matches.feature(table)).data)

    @extend_schema(responses={200: FeaturedTableSerializer})
    def delete(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Takes that back. Twice is once."""
        return Response(FeaturedTableSerializer(featured_matches.unfeature(to_settle(request.user, pk))).data)


def to_settle(user: User, match_pk: UUID) -> Pairing:
    """The table of a match, for staff who do not play at it; with the refusals of table_to_settle."""
    table = _table(user, match_pk)
    return desk_access.table_to_settle(user, table.round.stage.tournament.slug, table.pk)


def _table(user: User, match_pk: UUID) -> Pairing:
    table = Pairing.objects.filter(match=match_pk).select_related("round__stage__tournament").first()
    if table is None:
        raise Http404(_("There is no such match at a table."))
    return table


def _result(request: AuthenticatedRequest, match: Match, fields: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `settling.settle` besides the table."""
    fields = {"reason": Reason.PLAYED, **fields}
    winner = seat_numbered(match, fields["winner"]) if fields["winner"] else None
    return {**fields, "winner": winner, "reason": Reason(fields["reason"]), "by": request.user}


def _not_seen() -> str:
    return _(
        "This table already has another result that you have not confirmed seeing. Check what "
        "yours would change, and send its number as “seen”."
    )


def _told(changes: Sequence[Words]) -> Response:
    return Response(ResultChangesSerializer(serialize_changes(changes)).data)
