"""Why somebody stands where they stand and meets whom they meet, who can still go on, and everyone against everyone."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.messages import localize
from bos_tournament.pairing.forecast import Chance, Outlook
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.models import Entrant, Pairing
from bos_tournament.tournaments.standings import explanations, outlooks
from bos_tournament.tournaments.standings.cross_table import cross_tables
from bos_tournament.tournaments.structure import stage_standings

CELLS = ["won", "lost", "drawn", "now", "open", "self"]
CHANCES = [chance.value for chance in Chance]
MOST_CLOSINGS = 999


class PlayedRoundSerializer(serializers.Serializer):
    """A round of the player; `opponent` is their id in `event.json`, null and without a name where nobody was met."""

    round = serializers.IntegerField()
    opponent = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    said = serializers.CharField()
    points = serializers.IntegerField()


class TieBreakTermSerializer(serializers.Serializer):
    """What counts into a figure, as an exact fraction; `left_out` terms do not."""

    round = serializers.IntegerField(allow_null=True)
    opponent = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    value = serializers.CharField()
    left_out = serializers.BooleanField()


class TieBreakCalculationSerializer(serializers.Serializer):
    """A tie-break worked out: the sum of the terms that count, divided, is the result."""

    label: Any = serializers.CharField()
    short = serializers.CharField()
    meaning = serializers.CharField()
    shown = serializers.CharField()
    terms = TieBreakTermSerializer(many=True)
    total = serializers.CharField()
    divided_by = serializers.IntegerField()
    result = serializers.CharField()


class RankExplanationSerializer(serializers.Serializer):
    """A rank with everything behind it; `closing` is which closing of the stage tells it, null while it is open."""

    entrant = serializers.UUIDField()
    name = serializers.CharField()
    group = serializers.CharField(allow_blank=True)
    rank = serializers.IntegerField(allow_null=True, help_text="null: disqualified")
    points = serializers.IntegerField(help_text="match points")
    reason = serializers.CharField()
    closing = serializers.IntegerField(allow_null=True)
    rounds = PlayedRoundSerializer(many=True)
    figures = TieBreakCalculationSerializer(many=True)


class EqualScorePlayerSerializer(serializers.Serializer):
    """Somebody on the same points, and where they are instead."""

    name = serializers.CharField()
    points = serializers.IntegerField()
    said = serializers.CharField()


class ExplainedEntrantSerializer(serializers.Serializer):
    entrant = serializers.UUIDField(source="entrant.pk")
    name = serializers.CharField(source="entrant.user.handle")
    points = serializers.IntegerField(help_text="match points before the round")
    met_before = serializers.IntegerField(help_text="the round in which these two met already; 0: in none")
    peers = EqualScorePlayerSerializer(many=True)
    more = serializers.SerializerMethodField(help_text="how many peers are left out here")

    def get_more(self, side: explanations.Side) -> int:
        return max(side.more, 0)


class PairingExplanationSerializer(serializers.Serializer):
    """Why these two meet. `sides` tell of Swiss rounds alone; elsewhere the order of play says it all."""

    round = serializers.IntegerField(source="pairing.round.number")
    table = serializers.IntegerField(source="pairing.table", allow_null=True)
    why = serializers.CharField()
    by_hand = serializers.CharField(source="pairing.by_hand", allow_blank=True)
    sides = ExplainedEntrantSerializer(many=True)


class OutlookSerializer(serializers.Serializer):
    """What is certain by points alone; `by_result`, in the last round: after a win, a draw, a defeat."""

    entrant = serializers.UUIDField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    chance = serializers.ChoiceField(CHANCES)
    by_result = serializers.ListField(child=serializers.ChoiceField(CHANCES), allow_null=True)
    needs = serializers.CharField(help_text="what it takes, in words")


class CrossTableCellSerializer(serializers.Serializer):
    """Against one other player: their matches so far, own games first, and how the last one went."""

    kind = serializers.ChoiceField(CELLS)
    games = serializers.ListField(child=serializers.CharField(), source="said")


class CrossTableRowSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    entrant = serializers.UUIDField(source="entrant.pk")
    name = serializers.CharField(source="entrant.user.handle")
    cells = CrossTableCellSerializer(many=True, help_text="in the order of the rows")


class CrossTableSerializer(serializers.Serializer):
    group = serializers.CharField(allow_blank=True)
    rows = CrossTableRowSerializer(many=True)


class CrossTablesSerializer(serializers.Serializer):
    """A table for each group, or one for all."""

    tables = CrossTableSerializer(many=True)


class RankExplanationQuerySerializer(serializers.Serializer):
    of = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_CLOSINGS, help_text="an earlier closing of the first stage"
    )


class WhyRank(APIView):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[RankExplanationQuerySerializer], responses=RankExplanationSerializer)
    def get(self, request: Request, slug: str, pk: UUID) -> Response:
        """The working of an entrant's rank: every round, and every figure with its terms."""
        query = request_parsing.query(request, RankExplanationQuerySerializer)
        entrant = desk_access.entrant_to_see(request.user, slug, pk)
        snapshot = explanations.closing_of(entrant.tournament, query.get("of"))
        explanation = explanations.rank_of(entrant.tournament, entrant, snapshot)
        fields = {
            "entrant": entrant.pk,
            "name": entrant.user.handle,
            "group": explanation.group,
            "closing": snapshot.number if snapshot else None,
        }
        return Response(RankExplanationSerializer({**explanation.why, **fields}).data)


class WhyPair(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=PairingExplanationSerializer)
    def get(self, request: Request, slug: str, pk: UUID) -> Response:
        """Why the two of a published pairing meet, and whom else on the same points they could have met."""
        request_parsing.query(request, serializers.Serializer)
        tournament, published = desk_access.rounds_to_see(request.user, slug)
        pairing = desk_access.published_pairing(published, pk)
        sides = explanations.sides_of(tournament, pairing) if pairing.round.stage.is_swiss else ()
        return Response(PairingExplanationSerializer({"pairing": pairing, "why": _why(pairing), "sides": sides}).data)


class Outlooks(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=OutlookSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Who can still make the cut or go on from the groups; empty where nothing of that is open."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.tournament_to_see(request.user, slug)
        hopes = outlooks.outlooks_now(tournament)
        return listed(request, [] if hopes is None else _Told(hopes), OutlookSerializer)


class CrossTables(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=CrossTablesSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Everyone's results against everyone, with the round that is played."""
        request_parsing.query(request, serializers.Serializer)
        stage = desk_access.stage_of_everyone(tournament_access.tournament_to_see(request.user, slug))
        return Response(CrossTablesSerializer({"tables": cross_tables(stage)}).data)


class RoundFile(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The event as it was known when a published round was drawn: with the seed, anybody can draw it again."""
        request_parsing.query(request, serializers.Serializer)
        tournament, round_ = desk_access.round_to_draw_again(request.user, slug, number)
        return Response(stage_standings.export_event(tournament, before=round_))


def _why(pairing: Pairing) -> str:
    return pairing.why_now


@dataclass(frozen=True)
class _Told:
    """Outlooks, each with its fields."""

    hopes: outlooks.Outlooks
    """Those with most points first."""

    def __len__(self) -> int:
        return len(self.hopes)

    def __getitem__(self, part: slice) -> list[dict[str, Any]]:
        told = self.hopes[part]
        names = dict(Entrant.objects.filter(pk__in=[pk for pk, _ in told]).values_list("pk", "user__handle"))
        return [_outlook(pk, names[pk], outlook) for pk, outlook in told]


def _outlook(pk: UUID, name: str, outlook: Outlook) -> dict[str, Any]:
    return {
        "entrant": pk,
        "name": name,
        "points": outlook.points,
        "chance": outlook.chance,
        "by_result": outlook.by_result,
        "needs": localize(outlook.needs),
    }
