"""Written games of a match, and for judges what the engine says to a line at any place of one."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.disputes import (
    GameRecordRequestSerializer,
    LineQuerySerializer,
    RecordComparisonSerializer,
    RecordSerializer,
    game_of,
    recorded,
    sentence_with_rule,
)
from bos_tournament.judging import access
from bos_tournament.judging.access import Capacity
from bos_tournament.judging.models import Record
from bos_tournament.judging.records import presenter, record_entry, record_viewer
from bos_tournament.judging.records.record_viewer import MOST_CONTINUATIONS
from engine.hosting import MAX_TRIED


class GameRecordsSerializer(serializers.Serializer):
    game = serializers.IntegerField(source="game.number")
    may_hand_in = serializers.BooleanField()
    records = RecordSerializer(many=True)
    comparison = RecordComparisonSerializer(allow_null=True)


class MatchRecordsSerializer(serializers.Serializer):
    """The games that were begun, the last one first."""

    games = GameRecordsSerializer(many=True)


MOST_BEFORE = 4_000


class LineCheckSerializer(serializers.Serializer):
    """`finding` is accepted or why not; `nearest` are lawful lines like it, `told` what it would do."""

    finding = serializers.CharField()
    rule = serializers.CharField(allow_null=True)
    message = serializers.CharField(allow_blank=True)
    canonical = serializers.CharField(allow_blank=True)
    told = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())
    before = serializers.ListField(child=serializers.CharField(), help_text="the lines put there first that stand")
    nearest = serializers.ListField(child=serializers.CharField())
    table = serializers.JSONField(allow_null=True)


class UnlitSerializer(serializers.Serializer):
    """A card on the board that is in none of the lines, and why it can do nothing."""

    at = serializers.CharField(help_text="its place")
    rule = serializers.CharField(help_text="the number of the rule")
    text = serializers.CharField()


class ContinuationsSerializer(serializers.Serializer):
    after = serializers.IntegerField(help_text="the number of the line")
    lines = serializers.ListField(child=serializers.CharField())
    taps = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="what to tap on a board for each: place (1b), player (P2), card of a pile (=NAME), ability (1b.2)",
    )
    more = serializers.IntegerField(help_text=f"how many beyond the first {MOST_CONTINUATIONS}")
    whole = serializers.BooleanField(help_text="false where a line has more ways to choose than are listed")
    unlit = UnlitSerializer(many=True)


class ContinuationsQuerySerializer(LineQuerySerializer):
    before = serializers.CharField(
        required=False, max_length=MOST_BEFORE, help_text="lines put there first, each on a line of its own"
    )


class LineCheckQuerySerializer(ContinuationsQuerySerializer):
    written = serializers.CharField(max_length=MAX_TRIED, help_text="the line to put there")


class MatchRecords(APIView):
    @extend_schema(responses=MatchRecordsSerializer)
    def get(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """The records of a match, for its players and judges, and how those of both players compare."""
        request_parsing.query(request, serializers.Serializer)
        match, capacity = access.match_of(request.user, pk)
        games = presenter.records_page(match, capacity)["games"]
        rows = [{**game, "records": [recorded(row) for row in game["records"]]} for game in games]
        return Response(MatchRecordsSerializer({"games": rows}).data)

    @extend_schema(request=GameRecordRequestSerializer, responses={201: RecordSerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Hands in a written game, contested or not; it is judged soon, and compared with the other player's."""
        match, capacity = access.match_of(request.user, pk)
        fields = request_parsing.body(request, GameRecordRequestSerializer)
        record = record_entry.hand_in(
            game_of(match, fields["game"]), by=request.user, seat=capacity.seat, text=fields["text"]
        )
        return Response(RecordSerializer(recorded(presenter.shown_record(record, capacity, []))).data, status=201)


class TryLine(APIView):
    @extend_schema(parameters=[LineCheckQuerySerializer], responses=LineCheckSerializer)
    def get(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """For judges: what the engine says to a line put after `line` and the lines `before`. Keeps nothing."""
        record, capacity = access.record_to_try(request.user, pk)
        query = request_parsing.query(request, LineCheckQuerySerializer)
        lines = [*_before(query), query["written"]]
        trial = record_viewer.tried(_page(record, capacity, query), lines)["trial"]
        fields = {**trial, "told": [sentence_with_rule(sentence) for sentence in trial["told"]]}
        return Response(LineCheckSerializer(fields).data)


class Continuations(APIView):
    @extend_schema(parameters=[ContinuationsQuerySerializer], responses=ContinuationsSerializer)
    def get(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """For judges: every line that could lawfully follow `line` and the lines `before`, in the order in which the
        engine finds them."""
        record, capacity = access.record_to_try(request.user, pk)
        query = request_parsing.query(request, ContinuationsQuerySerializer)
        page = _page(record, capacity, query)
        continuations = record_viewer.continued(page, _before(query))
        fields = {
            "after": page["here"]["number"],
            "lines": [line.written for line in continuations["continuations"]],
            "taps": [line.path for line in continuations["continuations"]],
            "more": continuations["more"],
            "whole": continuations["whole"],
            "unlit": continuations["unlit"],
        }
        return Response(ContinuationsSerializer(fields).data)


def _before(query: dict[str, Any]) -> list[str]:
    return str(query.get("before", "")).splitlines()


def _page(record: Record, capacity: Capacity, query: dict[str, Any]) -> dict[str, Any]:
    """The record at the line that is asked for."""
    return record_viewer.record_page(record, capacity, str(query["line"]) if "line" in query else None)
