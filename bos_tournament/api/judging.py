"""Calls for a judge, penalties, appeals and earlier rulings."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.conventions.schema import EmptySerializer, MessageCodeSerializer
from bos_tournament.judging import access, access_calls_and_penalties
from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.disputes import appeals, precedents
from bos_tournament.judging.models import Appeal, Call, Penalty, Ruling
from bos_tournament.judging.penalties import penalty_decisions
from bos_tournament.judging.penalties.infractions import infractions
from bos_tournament.messages import localize_each
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.access.tournament_access import staff_of

CODE: dict[str, Any] = {"max_length": 30, "help_text": "a code of `infractions/`"}


class JudgeCallSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    match = serializers.UUIDField(source="match_id")
    table = serializers.IntegerField(source="match.pairing.table", allow_null=True)
    round = serializers.IntegerField(source="match.pairing.round.number", allow_null=True)
    by = serializers.CharField(source="by.handle")
    reason = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(Call.State.choices)
    pressing = serializers.SerializerMethodField(help_text="nobody has taken it for longer than the tournament allows")
    made_at = serializers.DateTimeField()
    taken_by = serializers.CharField(source="taken_by.handle", allow_null=True, default=None)
    taken_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)

    def get_pressing(self, call: Call) -> bool:
        if call.state != Call.State.WAITING:
            return False
        now = self.context.get("now") or db_now()
        return judge_calls.is_pressing(call.match.pairing.round.stage.tournament, call, now)


class InfractionSerializer(serializers.Serializer):
    """`steps` is the ladder: what is proposed the first time, the second time, and so on."""

    code = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)
    needs_rule = serializers.BooleanField()
    steps = serializers.ListField(child=serializers.ChoiceField(Penalty.Level.choices))


class PenaltySerializer(serializers.Serializer):
    """`state` is due while a loss waits for the entrant's next match; `told` says what it changed."""

    id = serializers.UUIDField()
    entrant = serializers.UUIDField(source="entrant_id")
    name = serializers.CharField(source="entrant.user.handle")
    infraction = serializers.CharField()
    level = serializers.ChoiceField(Penalty.Level.choices)
    proposed = serializers.ChoiceField(Penalty.Level.choices)
    rule = serializers.CharField(allow_blank=True)
    note = serializers.CharField(source="note_words")
    note_message = MessageCodeSerializer(allow_null=True, help_text="the same where the site says it")
    state = serializers.ChoiceField(Penalty.State.choices)
    match = serializers.UUIDField(source="match_id", allow_null=True)
    told = serializers.SerializerMethodField()
    told_codes = MessageCodeSerializer(source="told", many=True)
    by = serializers.CharField(source="by.handle")
    made_at = serializers.DateTimeField()
    taken_back_why = serializers.CharField(allow_blank=True)

    def get_told(self, penalty: Penalty) -> list[str]:
        return localize_each(penalty.told)


class PenaltyProposalSerializer(serializers.Serializer):
    """What the list proposes for this entrant now, and how often it was given before."""

    level = serializers.ChoiceField(Penalty.Level.choices)
    why = serializers.CharField()
    earlier = serializers.IntegerField()


class ChangesSerializer(serializers.Serializer):
    """What was changed, and what could not be, in sentences."""

    changes = serializers.ListField(child=serializers.CharField())


class AppealSerializer(serializers.Serializer):
    dispute = serializers.UUIDField(source="dispute_id")
    by = serializers.CharField(source="by.handle")
    why = serializers.CharField()
    made_at = serializers.DateTimeField()
    answer = serializers.ChoiceField(Appeal.Answer.choices, allow_blank=True)
    reason = serializers.CharField(allow_blank=True)


class PrecedentSerializer(serializers.Serializer):
    """A ruling without names: the players are P1 and P2."""

    decision = serializers.ChoiceField(Ruling.Decision.choices, source="ruling.decision")
    made_at = serializers.DateTimeField()
    claim = serializers.CharField()
    reason = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())
    cards = serializers.ListField(child=serializers.CharField())
    appeal = serializers.CharField(allow_blank=True, help_text="how the head judge answered, if somebody appealed")
    overturned = serializers.BooleanField(help_text="a later ruling took its place: it is no precedent")

    def to_representation(self, ruling: Ruling) -> dict[str, Any]:
        return super().to_representation(precedents.describe_precedents([ruling])[0])


class JudgeCallRequestSerializer(serializers.Serializer):
    reason = serializers.CharField(max_length=200, required=False, allow_blank=True)


class BoardChangeDecisionSerializer(serializers.Serializer):
    allows = serializers.BooleanField(help_text="whether the board is changed")


class JudgeCallsQuerySerializer(serializers.Serializer):
    state = serializers.ChoiceField(Call.State.choices, required=False)


class PenaltyRequestSerializer(serializers.Serializer):
    infraction = serializers.CharField(**CODE)
    level = serializers.ChoiceField(Penalty.Level.choices)
    rule = serializers.CharField(max_length=12, required=False, allow_blank=True)
    note = serializers.CharField(max_length=500, help_text="what happened; shown to the player")


class PenaltyProposalQuerySerializer(serializers.Serializer):
    infraction = serializers.ChoiceField([*infractions()], help_text=CODE["help_text"])


class UndoPenaltyRequestSerializer(serializers.Serializer):
    why = serializers.CharField(max_length=300, help_text="shown to the player")


class AppealRequestSerializer(serializers.Serializer):
    why = serializers.CharField(max_length=500, help_text="what is wrong with the ruling")


class UpholdRulingRequestSerializer(serializers.Serializer):
    reason = serializers.CharField(max_length=1000, help_text="both players read it")


class PrecedentQuerySerializer(serializers.Serializer):
    card = serializers.CharField(max_length=80, required=False)
    rule = serializers.CharField(max_length=12, required=False)
    words = serializers.CharField(max_length=100, required=False)


class MatchCalls(APIView):
    @extend_schema(request=JudgeCallRequestSerializer, responses={201: JudgeCallSerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """A player asks for a judge at their table."""
        seat = access_calls_and_penalties.calling_seat(request.user, pk)
        call = judge_calls.call_judge(seat, **request_parsing.body(request, JudgeCallRequestSerializer))
        return Response(JudgeCallSerializer(call).data, status=201)


class Calls(APIView):
    pagination_class = Pages

    @extend_schema(parameters=[JudgeCallsQuerySerializer], responses=JudgeCallSerializer(many=True))
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """For staff: who called, since when, and who is on the way, the oldest first."""
        filters = request_parsing.query(request, JudgeCallsQuerySerializer)
        tournament = staff_of(request.user, slug)
        calls = judge_calls.calls_of(tournament).filter(**filters)
        return listed(request, calls.order_by("made_at", "pk"), JudgeCallSerializer, now=db_now())


class WithdrawCall(APIView):
    @extend_schema(request=EmptySerializer, responses=JudgeCallSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Who called says that no judge is needed any more."""
        call = access_calls_and_penalties.call_of_seat(request.user, pk)
        request_parsing.nothing(request)
        return Response(JudgeCallSerializer(judge_calls.withdraw_call(call, by=request.user)).data)


class TakeCall(APIView):
    @extend_schema(request=EmptySerializer, responses=JudgeCallSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Somebody of the staff goes there; both players see who."""
        call, _ = access_calls_and_penalties.call_to_answer(request.user, pk)
        request_parsing.nothing(request)
        return Response(JudgeCallSerializer(judge_calls.take_call(call, by=request.user)).data)


class ReleaseCall(APIView):
    @extend_schema(request=EmptySerializer, responses=JudgeCallSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Whoever took it cannot come; it waits again."""
        call, _ = access_calls_and_penalties.call_to_answer(request.user, pk)
        request_parsing.nothing(request)
        return Response(JudgeCallSerializer(judge_calls.release_call(call)).data)


class DecideBoardChange(APIView):
    @extend_schema(request=BoardChangeDecisionSerializer, responses=JudgeCallSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Changes the board on which the game is recorded, as the `reason` of the call says, or leaves it as it is."""
        call, _ = access_calls_and_penalties.call_to_answer(request.user, pk)
        allows = request_parsing.body(request, BoardChangeDecisionSerializer)["allows"]
        return Response(JudgeCallSerializer(judge_calls.decide_board_change(call, by=request.user, allows=allows)).data)


class ResolveCall(APIView):
    @extend_schema(request=EmptySerializer, responses=JudgeCallSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """The table is looked after."""
        call, _ = access_calls_and_penalties.call_to_answer(request.user, pk)
        request_parsing.nothing(request)
        return Response(JudgeCallSerializer(judge_calls.resolve_call(call, by=request.user)).data)


class Infractions(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=InfractionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """What a penalty can be given for."""
        request_parsing.query(request, serializers.Serializer)
        return listed(request, list(infractions().values()), InfractionSerializer)


class Penalties(APIView):
    pagination_class = Pages

    @extend_schema(responses=PenaltySerializer(many=True))
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """All for staff who do not take part, one's own for an entrant."""
        request_parsing.query(request, serializers.Serializer)
        _, penalties, _ = access_calls_and_penalties.penalties_to_see(request.user, slug)
        rows = penalties.select_related("entrant__user", "by")
        return listed(request, rows.order_by("made_at", "pk"), PenaltySerializer)


class EntrantPenalties(APIView):
    @extend_schema(request=PenaltyRequestSerializer, responses={201: PenaltySerializer})
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """A judge gives a penalty. A loss takes effect in the match that is on, or waits for the next one."""
        access_calls_and_penalties.entrant_to_penalize(request.user, slug, pk)
        fields = request_parsing.body(request, PenaltyRequestSerializer)
        entrant = access_calls_and_penalties.entrant_to_penalize(request.user, slug, pk, level=fields["level"])
        return Response(
            PenaltySerializer(penalty_decisions.penalize(entrant, by=request.user, **fields)).data, status=201
        )


class Proposal(APIView):
    @extend_schema(parameters=[PenaltyProposalQuerySerializer], responses=PenaltyProposalSerializer)
    def get(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """What the list proposes for this entrant, with what was given before."""
        entrant = access_calls_and_penalties.entrant_to_penalize(request.user, slug, pk)
        proposal = penalty_decisions.proposal(
            entrant, request_parsing.query(request, PenaltyProposalQuerySerializer)["infraction"]
        )
        return Response(
            PenaltyProposalSerializer(
                {"level": proposal.level, "why": proposal.why, "earlier": len(proposal.earlier)}
            ).data
        )


class ApplyPenalty(APIView):
    @extend_schema(request=EmptySerializer, responses=PenaltySerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Lets a loss that waited take effect in the match that is on."""
        penalty = access_calls_and_penalties.penalty_to_carry_out(request.user, pk)
        request_parsing.nothing(request)
        return Response(PenaltySerializer(penalty_decisions.apply_penalty(penalty, by=request.user)).data)


class UndoPenalty(APIView):
    @extend_schema(request=UndoPenaltyRequestSerializer, responses=ChangesSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Takes a penalty back, with its effect as far as that can be undone."""
        penalty = access_calls_and_penalties.penalty_to_take_back(request.user, pk)
        changes = penalty_decisions.undo_penalty(
            penalty, by=request.user, **request_parsing.body(request, UndoPenaltyRequestSerializer)
        )
        return Response(ChangesSerializer({"changes": changes}).data)


class Appeals(APIView):
    @extend_schema(request=AppealRequestSerializer, responses={201: AppealSerializer})
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """A player asks the head judge about the ruling, once."""
        dispute = access.dispute_to_appeal(request.user, pk)
        appeal = appeals.appeal(dispute, by=request.user, **request_parsing.body(request, AppealRequestSerializer))
        return Response(AppealSerializer(appeal).data, status=201)


class Uphold(APIView):
    @extend_schema(request=UpholdRulingRequestSerializer, responses=AppealSerializer)
    def post(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """The head judge lets the ruling stand; to change it they rule again."""
        appeal = access.appeal_to_answer(request.user, pk)
        return Response(
            AppealSerializer(
                appeals.uphold(appeal, by=request.user, **request_parsing.body(request, UpholdRulingRequestSerializer))
            ).data
        )


class Precedents(APIView):
    pagination_class = Pages

    @extend_schema(parameters=[PrecedentQuerySerializer], responses=PrecedentSerializer(many=True))
    def get(self, request: AuthenticatedRequest) -> Response:
        """For judges: earlier rulings by card, rule and word, newest first."""
        filters = request_parsing.query(request, PrecedentQuerySerializer)
        reader = access_calls_and_penalties.precedents_reader(request.user)
        return listed(
            request, precedents.with_all(precedents.search_precedents(reader, **filters)), PrecedentSerializer
        )
