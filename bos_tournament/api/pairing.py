"""What organizers ask of pairing: pairs kept apart, and mending a round after a correction."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.rounds import RoundSerializer
from bos_tournament.pairing.repair import Mending
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.rounds import round_repair, separated_pairs

MENDINGS = [(mending.value, mending.value) for mending in Mending]


class PersonSerializer(serializers.Serializer):
    id = serializers.UUIDField(help_text="of the entrant")
    name = serializers.CharField(source="user.handle")


class KeptApartPairSerializer(serializers.Serializer):
    """Two who are not to meet: `never`, or else only if that saves a rematch."""

    id = serializers.UUIDField()
    one = PersonSerializer()
    other = PersonSerializer()
    never = serializers.BooleanField()
    why = serializers.CharField(help_text="staff read it")


class KeptApartPairRequestSerializer(serializers.Serializer):
    one = serializers.UUIDField(help_text="an entrant")
    other = serializers.UUIDField(help_text="is not to meet this one")
    never = serializers.BooleanField(help_text="even if others must meet twice")
    why = serializers.CharField(max_length=300, required=False, allow_blank=True, help_text="only staff read it")


class CorrectedEntrantSerializer(serializers.Serializer):
    """A player who has other points than the round was paired with."""

    entrant = PersonSerializer()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class NewOpponentSerializer(serializers.Serializer):
    """Whom somebody would meet instead; null is a bye."""

    entrant = PersonSerializer()
    before = PersonSerializer(allow_null=True)
    after = PersonSerializer(allow_null=True)


class RepairOptionSerializer(serializers.Serializer):
    """One way of mending: squared gaps and rematches of the round as it would be, and all who meet somebody else."""

    mending = serializers.ChoiceField(MENDINGS)
    cost = serializers.IntegerField(source="remedy.cost")
    rematches = serializers.IntegerField(source="remedy.rematches")
    changes = NewOpponentSerializer(many=True)


class RoundRepairSerializer(serializers.Serializer):
    """`token` names exactly these offers; it is empty, and there are none, while the round fits its results."""

    round = serializers.IntegerField()
    token = serializers.CharField(allow_blank=True)
    corrected = CorrectedEntrantSerializer(many=True)
    offers = RepairOptionSerializer(many=True)


class RoundRepairRequestSerializer(serializers.Serializer):
    mending = serializers.ChoiceField(MENDINGS)
    token = serializers.CharField(max_length=40, help_text="of the offers that were looked at")
    why = serializers.CharField(max_length=300, help_text="everybody can read it at the tables it touches")


class SeparatedPairs(APIView):
    pagination_class = Pages

    @extend_schema(responses=KeptApartPairSerializer(many=True))
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Who is not to meet whom in Swiss rounds, with the reasons, for organizers."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        return listed(request, separated_pairs.pairs_of(tournament), KeptApartPairSerializer)

    @extend_schema(request=KeptApartPairRequestSerializer, responses={201: KeptApartPairSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Keeps two apart from the next drawing on; for a known pair, changes how strongly."""
        tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        fields = request_parsing.body(request, KeptApartPairRequestSerializer)
        first, second = (
            tournament_access.entrant_for_staff(request.user, slug, fields.pop(name)) for name in ("one", "other")
        )
        return Response(
            KeptApartPairSerializer(separated_pairs.separate_pair(first, second, **fields)).data, status=201
        )


class OneSeparatedPair(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Lets the two meet again."""
        separated_pairs.remove_separation(desk_access.separated_pair(request.user, slug, pk))
        return Response(status=204)


class Repair(APIView):
    @extend_schema(responses=RoundRepairSerializer)
    def get(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """What was corrected since a published round was paired, and each way of mending it. Changes nothing."""
        request_parsing.query(request, serializers.Serializer)
        round_ = desk_access.round_to_run(request.user, slug, number)
        return Response(RoundRepairSerializer(_offered(number, round_repair.repair_of(round_))).data)

    @extend_schema(request=RoundRepairRequestSerializer, responses=RoundSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> Response:
        """Mends the round as the offer said; whoever gets another opponent is told."""
        round_ = desk_access.round_to_run(request.user, slug, number)
        fields = request_parsing.body(request, RoundRepairRequestSerializer)
        mended = round_repair.repair_round(
            round_, mending=Mending(fields["mending"]), token=fields["token"], why=fields["why"]
        )
        return Response(RoundSerializer(mended).data)


def _offered(number: int, repair: round_repair.Repair | None) -> dict[str, Any]:
    if repair is None:
        return {"round": number, "token": "", "corrected": [], "offers": []}
    return {"round": number, "token": repair.token, "corrected": repair.corrected, "offers": repair.offers}
