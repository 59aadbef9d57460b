"""Written games of a match, and for judges what the engine says to a line at any place of one."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api import asking
from bos_tournament.api.disputes import ComparisonShape, HandInForm, LineQuery, RecordShape, game_of, recorded, said
from bos_tournament.judging import access, recording, showing, viewer
from bos_tournament.judging.access import Standing
from bos_tournament.judging.models import Record
from bos_tournament.judging.viewer import MOST_CONTINUATIONS
from engine.track import MAX_TRIED


class GameRecordsShape(serializers.Serializer):
    game = serializers.IntegerField(source="game.number")
    may_hand_in = serializers.BooleanField()
    records = RecordShape(many=True)
    comparison = ComparisonShape(allow_null=True)


class MatchRecordsShape(serializers.Serializer):
    """The games that were begun, the last one first."""

    games = GameRecordsShape(many=True)


class TrialShape(serializers.Serializer):
    """`finding` is accepted or why not; `nearest` are lawful lines like it, `told` what it would do."""

    finding = serializers.CharField()
    rule = serializers.CharField(allow_null=True)
    message = serializers.CharField(allow_blank=True)
    canonical = serializers.CharField(allow_blank=True)
    told = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())
    nearest = serializers.ListField(child=serializers.CharField())
    table = serializers.JSONField(allow_null=True)


class ContinuationsShape(serializers.Serializer):
    after = serializers.IntegerField(help_text="the number of the line")
    lines = serializers.ListField(child=serializers.CharField())
    more = serializers.IntegerField(help_text=f"how many beyond the first {MOST_CONTINUATIONS}")


class TrialQuery(LineQuery):
    written = serializers.CharField(max_length=MAX_TRIED, help_text="the line to put there")


class MatchRecords(APIView):
    @extend_schema(responses=MatchRecordsShape)
    def get(self, request: Request, pk: UUID) -> Response:
        """The records of a match, for its players and judges, and how those of both players compare."""
        asking.query(request, serializers.Serializer)
        match, who = access.match_of(request.user, pk)
        games = showing.records_page(match, who)["games"]
        told = [{**one, "records": [recorded(row) for row in one["records"]]} for one in games]
        return Response(MatchRecordsShape({"games": told}).data)

    @extend_schema(request=HandInForm, responses={201: RecordShape})
    def post(self, request: Request, pk: UUID) -> Response:
        """Hands in a written game, contested or not; it is judged soon, and compared with the other player's."""
        match, who = access.match_of(request.user, pk)
        asked = asking.body(request, HandInForm)
        record = recording.hand_in(game_of(match, asked["game"]), by=request.user, seat=who.seat, text=asked["text"])
        return Response(RecordShape(recorded(showing.shown_record(record, who, []))).data, status=201)


class Try(APIView):
    @extend_schema(parameters=[TrialQuery], responses=TrialShape)
    def get(self, request: Request, pk: UUID) -> Response:
        """For judges: what the engine says to a line put after `line`. Keeps nothing."""
        record, who = access.record_to_try(request.user, pk)
        asked = asking.query(request, TrialQuery)
        trial = viewer.tried(_page(record, who, asked), asked["written"])["trial"]
        told = {name: getattr(trial, name) for name in ("finding", "rule", "message", "canonical", "notes", "nearest")}
        return Response(TrialShape({**told, "told": [said(one) for one in trial.told], "table": trial.table}).data)


class Continuations(APIView):
    @extend_schema(parameters=[LineQuery], responses=ContinuationsShape)
    def get(self, request: Request, pk: UUID) -> Response:
        """For judges: every line that could lawfully follow `line`, in the order in which the engine finds them."""
        record, who = access.record_to_try(request.user, pk)
        page = _page(record, who, asking.query(request, LineQuery))
        found = viewer.continued(page)
        told = {"after": page["here"]["number"], "lines": found["continuations"], "more": found["more"]}
        return Response(ContinuationsShape(told).data)


def _page(record: Record, who: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The record at the line that is asked for."""
    return viewer.record_page(record, who, str(asked["line"]) if "line" in asked else None)
