"""Disputes: filed on a game, with written records that the engine judges, ruled on by judges."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.files import AS_TEXT, TEXT
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.conventions.schema import EmptySerializer
from bos_tournament.api.matches import MOST_NUMBER, MOST_SEATS, seat_numbered
from bos_tournament.judging import access
from bos_tournament.judging.access import Capacity
from bos_tournament.judging.disputes import dispute_rulings, filing
from bos_tournament.judging.disputes import presenter as dispute_presenter
from bos_tournament.judging.models import Dispute, Record, Ruling
from bos_tournament.judging.records import presenter, record_viewer
from bos_tournament.judging.records.adjudication import ShownFinding
from bos_tournament.matches.models import Game, Match
from bos_tournament.messages import or_erased
from bos_tournament.tournaments.access.tournament_access import staff_of
from engine.hosting import MAX_BYTES, MAX_NUMBER

MOST_LINES = 100_000
RECORD: dict[str, Any] = {
    "max_length": MAX_BYTES,
    "trim_whitespace": False,
    "help_text": "the written game, one action a line",
}


class FindingSerializer(serializers.Serializer):
    """What the engine says about a record; it never changes a result."""

    finding = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    rule = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    code = serializers.CharField(
        allow_blank=True, help_text="of the message; empty for findings that are older than codes"
    )
    args = serializers.DictField(help_text="what stands in the message")
    notes = serializers.ListField(child=serializers.CharField())
    data: Any = serializers.JSONField(
        help_text="all that was found, as `python -m engine judge --json` says it, in English"
    )


class RecordSerializer(serializers.Serializer):
    """`finding` is null until a worker has judged the record, and while it is not told: `state` is sealed (another
    player's, which is not readable yet), received (the engine answers once the game is reported), judging or judged."""

    id = serializers.UUIDField()
    writer = serializers.CharField()
    made_at = serializers.DateTimeField()
    state = serializers.ChoiceField(["sealed", "received", "judging", "judged"])
    finding = FindingSerializer(allow_null=True)


class RecordLineSerializer(serializers.Serializer):
    """A line: `how` is played, stops, as played, or not played; `told` says what it did, rules in brackets."""

    key = serializers.CharField(help_text="its number; where that stands twice, with a further one")
    number = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)
    mark = serializers.CharField(allow_blank=True)
    how = serializers.CharField()
    told = serializers.ListField(child=serializers.CharField())


class RecordDetailSerializer(RecordSerializer):
    """With its lines, and the table after one of them."""

    match = serializers.UUIDField()
    game = serializers.IntegerField()
    dispute = serializers.UUIDField(allow_null=True, help_text="the last one on this game")
    headers = serializers.ListField(child=serializers.CharField())
    lines = RecordLineSerializer(many=True)
    line = serializers.IntegerField(allow_null=True)
    table = serializers.JSONField(allow_null=True)


class RecordComparisonSerializer(serializers.Serializer):
    """How the last records of both players compare; what it shows of hidden cards is for staff alone."""

    verified = serializers.BooleanField(help_text="do both tell one lawful game that ends as it was reported?")
    same = serializers.BooleanField()
    message = serializers.CharField()
    differences = serializers.JSONField(help_text="the first few: kind, meaning, message, both sides")


class RulingSerializer(serializers.Serializer):
    by = serializers.CharField(source="by.handle")
    decision = serializers.ChoiceField(Ruling.Decision.choices)
    winner = serializers.IntegerField(source="winner.number", allow_null=True, default=None)
    reason = serializers.CharField()
    made_at = serializers.DateTimeField()


class DisputeSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    match = serializers.UUIDField()
    game = serializers.IntegerField()
    filed_by = serializers.CharField()
    claim = serializers.CharField()
    line = serializers.IntegerField(allow_null=True, help_text="the one in question, of the record made on the board")
    state = serializers.ChoiceField(Dispute.State.choices)
    made_at = serializers.DateTimeField()
    judging = serializers.BooleanField(help_text="is a record still being judged?")
    records = RecordSerializer(many=True)
    comparison = RecordComparisonSerializer(allow_null=True)
    rulings = RulingSerializer(many=True)
    may_add_record = serializers.BooleanField()
    may_open_records = serializers.BooleanField()
    may_rule = serializers.BooleanField()
    may_withdraw = serializers.BooleanField()


class FiledDisputeSerializer(serializers.Serializer):
    """A dispute in the list of its tournament."""

    id = serializers.UUIDField()
    match = serializers.UUIDField(source="game.match_id")
    game = serializers.IntegerField(source="game.number")
    table = serializers.IntegerField(source="game.match.pairing.table", allow_null=True)
    round = serializers.IntegerField(source="game.match.pairing.round.number")
    filed_by = serializers.CharField(source="filed_by.handle")
    claim = serializers.SerializerMethodField()
    state = serializers.ChoiceField(Dispute.State.choices)
    made_at = serializers.DateTimeField()

    def get_claim(self, filed: Dispute) -> str:
        return or_erased(filed.claim)


class FiledDisputesQuerySerializer(serializers.Serializer):
    state = serializers.ChoiceField(Dispute.State.choices, required=False)


class DisputeRequestSerializer(serializers.Serializer):
    game = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, help_text="its number")
    claim = serializers.CharField(max_length=500)
    line = serializers.IntegerField(
        min_value=1, max_value=MOST_LINES, required=False, help_text="the one in question, of a game that is recorded"
    )
    text = serializers.CharField(required=False, allow_blank=True, **RECORD)


class RecordRequestSerializer(serializers.Serializer):
    text = serializers.CharField(**RECORD)


class GameRecordRequestSerializer(RecordRequestSerializer):
    game = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, help_text="its number")


class RulingRequestSerializer(serializers.Serializer):
    decision = serializers.ChoiceField(Ruling.Decision.choices)
    winner = serializers.IntegerField(
        min_value=1, max_value=MOST_SEATS, required=False, allow_null=True, help_text="a seat, to correct the result"
    )
    reason = serializers.CharField(
        max_length=1000, help_text="both players read it, and everybody where it changes the result"
    )


class LineQuerySerializer(serializers.Serializer):
    line = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)


class DisputesOfTournament(APIView):
    pagination_class = Pages

    @extend_schema(parameters=[FiledDisputesQuerySerializer], responses=FiledDisputeSerializer(many=True))
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """For staff: what was contested in this tournament, in the order it was filed."""
        filters = request_parsing.query(request, FiledDisputesQuerySerializer)
        tournament = staff_of(request.user, slug)
        disputes = Dispute.objects.filter(game__match__pairing__round__stage__tournament=tournament, **filters)
        rows = disputes.select_related("filed_by", "game__match__pairing__round")
        return listed(request, rows.order_by("made_at", "pk"), FiledDisputeSerializer)


class Disputes(APIView):
    @extend_schema(request=DisputeRequestSerializer, responses={201: DisputeSerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Contests a game that was begun; with a record, the engine starts to judge it."""
        match, capacity = access.match_of(request.user, pk)
        fields = request_parsing.body(request, DisputeRequestSerializer)
        game = game_of(match, fields.pop("game"))
        filed = filing.file_dispute(game, by=request.user, seat=capacity.seat, **fields)
        return Response(_shown(*access.dispute_to_see(request.user, filed.pk)), status=201)


class OneDispute(APIView):
    @extend_schema(responses=DisputeSerializer)
    def get(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        request_parsing.query(request, serializers.Serializer)
        return Response(_shown(*access.dispute_to_see(request.user, pk)))


class Records(APIView):
    @extend_schema(request=RecordRequestSerializer, responses={201: RecordSerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Hands in a written game; a worker judges it soon."""
        filed, capacity = access.dispute_to_see(request.user, pk)
        record = filing.add_record(
            filed, by=request.user, seat=capacity.seat, **request_parsing.body(request, RecordRequestSerializer)
        )
        return Response(RecordSerializer(recorded(presenter.shown_record(record, capacity, []))).data, status=201)


class Rulings(APIView):
    @extend_schema(request=RulingRequestSerializer, responses={201: RulingSerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Decides a dispute; a later ruling of the head judge overturns an earlier one."""
        filed, _ = access.dispute_to_rule(request.user, pk)
        fields = {"winner": None, **request_parsing.body(request, RulingRequestSerializer)}
        winner = seat_numbered(filed.game.match, fields["winner"]) if fields["winner"] else None
        ruling = dispute_rulings.rule_on_dispute(filed, by=request.user, **{**fields, "winner": winner})
        return Response(RulingSerializer(ruling).data, status=201)


class OpenRecords(APIView):
    @extend_schema(request=EmptySerializer, responses=DisputeSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """For judges: each player reads the other's record of the game from now on, and what the engine finds."""
        filed = access.dispute_to_open(request.user, pk)
        request_parsing.nothing(request)
        filing.open_records(filed, by=request.user)
        return Response(_shown(*access.dispute_to_see(request.user, pk)))


class WithdrawDispute(APIView):
    @extend_schema(request=EmptySerializer, responses=DisputeSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Takes a waiting dispute back; the result stays as it is."""
        filed, _ = access.dispute_to_see(request.user, pk)
        request_parsing.nothing(request)
        filing.withdraw_dispute(filed, by=request.user)
        return Response(_shown(*access.dispute_to_see(request.user, pk)))


class OneRecord(APIView):
    @extend_schema(parameters=[LineQuerySerializer], responses=RecordDetailSerializer)
    def get(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """A record line by line, with the table after `line`, or at the one the finding names.

        Where the engine could not go on, the table is that of the last line it accepted.
        """
        line = request_parsing.query(request, LineQuerySerializer).get("line")
        record, capacity = access.record_to_see(request.user, pk)
        page = record_viewer.record_page(record, capacity, None if line is None else str(line))
        fields = {
            "match": record.game.match_id,
            "game": record.game.number,
            "dispute": page["dispute"] and page["dispute"].pk,
            "headers": page["headers"],
            "lines": [
                {**row, "told": [sentence_with_rule(sentence) for sentence in row["told"]]} for row in page["lines"]
            ],
            "line": page["here"]["number"],
            "table": page["table"],
        }
        return Response(RecordDetailSerializer({**recorded(page), **fields}).data)


class RecordText(APIView):
    renderer_classes = TEXT

    @extend_schema(responses=AS_TEXT)
    def get(self, request: AuthenticatedRequest, pk: UUID) -> HttpResponse:
        """The record as it was handed in."""
        request_parsing.query(request, serializers.Serializer)
        record, _ = access.record_to_see(request.user, pk)
        return HttpResponse(record.text, content_type="text/plain; charset=utf-8")


def game_of(match: Match, number: int) -> Game:
    """A game of the match by its number; 404 without it."""
    game = match.games.filter(number=number).first()
    if game is None:
        raise Http404(_("This match has no such game."))
    return game


def _shown(filed: Dispute, capacity: Capacity) -> dict[str, Any]:
    page = dispute_presenter.dispute_page(filed, capacity)
    fields = {
        "id": filed.pk,
        "match": filed.game.match_id,
        "game": filed.game.number,
        "filed_by": str(filed.filed_by),
        "claim": or_erased(filed.claim),
        "line": filed.line,
        "state": filed.state,
        "made_at": filed.made_at,
        "records": [recorded(row) for row in page["records"]],
    }
    return DisputeSerializer({**page, **fields}).data


def sentence_with_rule(sentence: Mapping[str, str]) -> str:
    """A sentence with its rule in brackets."""
    return f"{sentence['text']} ({sentence['rule']})" if sentence["rule"] else sentence["text"]


def recorded(row: dict[str, Any]) -> dict[str, Any]:
    """A record with its finding; lawful lines that nobody wrote go to those alone who may see them."""
    record: Record = row["record"]
    fields = {"id": record.pk, "writer": row["writer"], "made_at": record.made_at, "state": row["state"]}
    return {**fields, "finding": _finding(row)}


def _finding(row: dict[str, Any]) -> dict[str, Any] | None:
    finding: ShownFinding | None = row["finding"]
    if finding is None:
        return None
    fields = {"finding": finding.finding, "line": finding.line, "rule": finding.rule, "message": row["message"]}
    coded = {"code": finding.data.get("code", ""), "args": finding.data.get("args", {})}
    return {**fields, **coded, "notes": row["notes"], "data": {**finding.data, "nearest": row["nearest"]}}
