"""Why somebody stands where they stand and meets whom they meet, who can still go on, and everyone against everyone."""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api import asking
from bos_tournament.api.pagination import Pages, listed
from bos_tournament.pairing.forecast import Chance
from bos_tournament.tournaments import access, access_desk, board, explaining, standings
from bos_tournament.tournaments.cross_table import cross_tables
from bos_tournament.tournaments.kept_words import in_words
from bos_tournament.tournaments.models import Pairing

CELLS = ["won", "lost", "drawn", "now", "open", "self"]
CHANCES = [one.value for one in Chance]
MOST_CLOSINGS = 999


class PlayedShape(serializers.Serializer):
    """A round of the player; `opponent` is their id in `event.json`, null and without a name where nobody was met."""

    round = serializers.IntegerField()
    opponent = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    said = serializers.CharField()
    points = serializers.IntegerField()


class TermShape(serializers.Serializer):
    """What counts into a figure, as an exact fraction; `left_out` terms do not."""

    round = serializers.IntegerField(allow_null=True)
    opponent = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    value = serializers.CharField()
    left_out = serializers.BooleanField()


class WorkedShape(serializers.Serializer):
    """A tie-break worked out: the sum of the terms that count, divided, is the result."""

    label = serializers.CharField()
    short = serializers.CharField()
    meaning = serializers.CharField()
    shown = serializers.CharField()
    terms = TermShape(many=True)
    total = serializers.CharField()
    divided_by = serializers.IntegerField()
    result = serializers.CharField()


class WhyRankShape(serializers.Serializer):
    """A rank with everything behind it; `closing` is which closing of the stage tells it, null while it is open."""

    entrant = serializers.UUIDField()
    name = serializers.CharField()
    group = serializers.CharField(allow_blank=True)
    rank = serializers.IntegerField(allow_null=True, help_text="null: disqualified")
    points = serializers.IntegerField(help_text="match points")
    reason = serializers.CharField()
    closing = serializers.IntegerField(allow_null=True)
    rounds = PlayedShape(many=True)
    figures = WorkedShape(many=True)


class PeerShape(serializers.Serializer):
    """Somebody on the same points, and where they are instead."""

    name = serializers.CharField()
    points = serializers.IntegerField()
    said = serializers.CharField()


class SideShape(serializers.Serializer):
    entrant = serializers.UUIDField(source="entrant.pk")
    name = serializers.CharField(source="entrant.user.handle")
    points = serializers.IntegerField(help_text="match points before the round")
    met_before = serializers.IntegerField(help_text="the round in which these two met already; 0: in none")
    peers = PeerShape(many=True)
    more = serializers.SerializerMethodField(help_text="how many peers are left out here")

    def get_more(self, side: explaining.Side) -> int:
        return max(side.more, 0)


class WhyPairShape(serializers.Serializer):
    """Why these two meet. `sides` tell of Swiss rounds alone; elsewhere the order of play says it all."""

    round = serializers.IntegerField(source="pairing.round.number")
    table = serializers.IntegerField(source="pairing.table", allow_null=True)
    why = serializers.CharField()
    by_hand = serializers.CharField(source="pairing.by_hand", allow_blank=True)
    sides = SideShape(many=True)


class OutlookShape(serializers.Serializer):
    """What is certain by points alone; `by_result`, in the last round: after a win, a draw, a defeat."""

    entrant = serializers.UUIDField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    chance = serializers.ChoiceField(CHANCES)
    by_result = serializers.ListField(child=serializers.ChoiceField(CHANCES), allow_null=True)
    needs = serializers.CharField(help_text="what it takes, in words")


class CellShape(serializers.Serializer):
    """Against one other player: their matches so far, own games first, and how the last one went."""

    kind = serializers.ChoiceField(CELLS)
    games = serializers.ListField(child=serializers.CharField(), source="said")


class CrossRowShape(serializers.Serializer):
    number = serializers.IntegerField()
    entrant = serializers.UUIDField(source="entrant.pk")
    name = serializers.CharField(source="entrant.user.handle")
    cells = CellShape(many=True, help_text="in the order of the rows")


class CrossTableShape(serializers.Serializer):
    group = serializers.CharField(allow_blank=True)
    rows = CrossRowShape(many=True)


class CrossTablesShape(serializers.Serializer):
    """A table for each group, or one for all."""

    tables = CrossTableShape(many=True)


class WhyRankQuery(serializers.Serializer):
    of = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_CLOSINGS, help_text="an earlier closing of the first stage"
    )


class WhyRank(APIView):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[WhyRankQuery], responses=WhyRankShape)
    def get(self, request: Request, slug: str, pk: UUID) -> Response:
        """The working of an entrant's rank: every round, and every figure with its terms."""
        asked = asking.query(request, WhyRankQuery)
        entrant = access_desk.entrant_to_see(request.user, slug, pk)
        snapshot = explaining.closing_of(entrant.tournament, asked.get("of"))
        shown = explaining.rank_of(entrant.tournament, entrant, snapshot)
        told = {
            "entrant": entrant.pk,
            "name": entrant.user.handle,
            "group": shown.group,
            "closing": snapshot.number if snapshot else None,
        }
        return Response(WhyRankShape({**shown.why, **told}).data)


class WhyPair(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=WhyPairShape)
    def get(self, request: Request, slug: str, pk: UUID) -> Response:
        """Why the two of a published pairing meet, and whom else on the same points they could have met."""
        asking.query(request, serializers.Serializer)
        tournament, published = access_desk.rounds_to_see(request.user, slug)
        pairing = access_desk.published_pairing(published, pk)
        sides = explaining.sides_of(tournament, pairing) if pairing.round.stage.is_swiss else ()
        return Response(WhyPairShape({"pairing": pairing, "why": _why(pairing), "sides": sides}).data)


class Outlooks(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=OutlookShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Who can still make the cut or go on from the groups; empty where nothing of that is open."""
        asking.query(request, serializers.Serializer)
        tournament = access.tournament_to_see(request.user, slug)
        field = standings.field(tournament)
        names = {entrant.pk: entrant.user.handle for entrant in field}
        found = board.board(tournament, field, board.edition(tournament).version)
        return listed(request, [_outlook(pk, names[pk], one) for pk, one in found.outlooks], OutlookShape)


class CrossTables(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=CrossTablesShape)
    def get(self, request: Request, slug: str) -> Response:
        """Everyone's results against everyone, with the round that is played."""
        asking.query(request, serializers.Serializer)
        stage = access_desk.stage_of_everyone(access.tournament_to_see(request.user, slug))
        return Response(CrossTablesShape({"tables": cross_tables(stage)}).data)


class RoundFile(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The event as it was known when a published round was drawn: with the seed, anybody can draw it again."""
        asking.query(request, serializers.Serializer)
        tournament, round_ = access_desk.round_to_draw_again(request.user, slug, number)
        return Response(standings.file_of(tournament, before=round_))


def _why(pairing: Pairing) -> str:
    return in_words(pairing.why_now)


def _outlook(pk: UUID, name: str, one: board.Outlook) -> dict[str, Any]:
    return {
        "entrant": pk,
        "name": name,
        "points": one.points,
        "chance": one.chance,
        "by_result": one.by_result,
        "needs": in_words(one.needs),
    }
