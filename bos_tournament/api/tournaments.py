"""Tournaments: what is known of them, how they are planned, and the deeds on a whole tournament."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict, cast
from zoneinfo import ZoneInfo

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api import plan_fields
from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.conventions.schema import EmptySerializer, MessageCodeSerializer
from bos_tournament.errors import Refused
from bos_tournament.messages import localize
from bos_tournament.operations.db_clock import db_now
from bos_tournament.pairing.groups import MOST_GOING_ON, MOST_GROUPS
from bos_tournament.pairing.ranking_presets import MOST_TIE_BREAKS
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.models import Entrant, Staff, Tournament, known_time_zone
from bos_tournament.tournaments.pages import overview
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.planning.tournament_settings import MOST_ROUNDS, SETTINGS, Plan
from bos_tournament.tournaments.rounds import top_cut, tournament_end, tournament_start
from bos_tournament.tournaments.standings import final_standings, standings_rows
from bos_tournament.tournaments.structure import schedule, visibility
from engine.hosting import Message

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

State = Tournament.State
CUTS = [0, 2, 4, 8, 16]


class TournamentSerializer(serializers.Serializer):
    slug = serializers.SlugField()
    name = serializers.CharField()
    place = serializers.CharField()
    online = serializers.BooleanField()
    time_zone = serializers.CharField()
    state = serializers.ChoiceField(State.choices)
    format = serializers.ChoiceField(Tournament.Format.choices)
    starts_at = serializers.DateTimeField()
    capacity = serializers.IntegerField()
    entrants = serializers.IntegerField(source="entrants_count", help_text="how many have a place")


class OwnEntrySerializer(serializers.Serializer):
    id = serializers.UUIDField()
    state = serializers.ChoiceField(Entrant.State.choices)
    place = serializers.IntegerField(allow_null=True)
    checked_in_at = serializers.DateTimeField(allow_null=True)
    has_list = serializers.SerializerMethodField()
    earned_byes = serializers.IntegerField(help_text="in so many first Swiss rounds")
    note = serializers.CharField(source="note_words")
    note_message = MessageCodeSerializer(allow_null=True, help_text="the same where the site says it")

    def get_has_list(self, entrant: Entrant) -> bool:
        return entrant.deck_version_id is not None


class OwnRolesSerializer(serializers.Serializer):
    """Whoever asks: their roles as staff and their own entry. `join_code` is told to staff."""

    roles = serializers.ListField(child=serializers.ChoiceField(Staff.Role.choices))
    entrant = OwnEntrySerializer(allow_null=True)
    join_code = serializers.CharField(allow_null=True)


class ScheduleItemSerializer(serializers.Serializer):
    """When something is expected, such as a round or a break."""

    at = serializers.DateTimeField()
    what = serializers.CharField(max_length=schedule.MOST_WORDS)


class TournamentDetailSerializer(TournamentSerializer):
    """A closing moment that is null is the start of the tournament itself, on time or late; so is `list_deadline`."""

    announcement = serializers.CharField()
    tie_breaks = serializers.ListField(child=serializers.CharField(), source="tie_break_order")
    edition = serializers.CharField()
    pool = serializers.CharField(source="pool.cards_hash", allow_null=True, help_text="the hash of the pinned cards")
    schedule = serializers.SerializerMethodField()
    waiting = serializers.IntegerField(source="waiting_count", help_text="how many are on the waitlist")
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    champions = serializers.ListField(child=serializers.CharField())

    def get_fields(self) -> dict[str, serializers.Field]:
        return {**{name: plan_fields.serializer_field(name) for name in SETTINGS}, **super().get_fields()}

    @extend_schema_field(ScheduleItemSerializer(many=True))
    def get_schedule(self, tournament: Tournament) -> list[dict[str, Any]]:
        return [ScheduleItemSerializer(slot).data for slot in schedule.slots(tournament, db_now())]

    you = OwnRolesSerializer(allow_null=True)


class TournamentQuerySerializer(serializers.Serializer):
    state = serializers.ChoiceField(State.choices, required=False, help_text="`draft`: those one is staff of")
    q = serializers.CharField(max_length=80, required=False, help_text="part of the name or the place")


class TournamentUpdateRequestSerializer(serializers.Serializer):
    """The settings of a tournament; what is not sent stays as it is."""

    time_zone = serializers.CharField(max_length=60, required=False, validators=[known_time_zone])
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(list(TIE_BREAKS)),
        required=False,
        max_length=MOST_TIE_BREAKS,
        help_text=SETTINGS["tie_breaks"].meaning,
    )
    schedule = serializers.CharField(
        max_length=schedule.MOST_LETTERS,
        required=False,
        allow_blank=True,
        help_text="a line each, `10:30 Round 1` on the day of the start, or `2027-03-07 09:30 Round 6`",
    )
    sure = serializers.BooleanField(required=False, help_text="that a start in the past is meant")

    def get_fields(self) -> dict[str, serializers.Field]:
        return {**{name: plan_fields.asked(name) for name in SETTINGS}, **super().get_fields()}


class TournamentRequestSerializer(TournamentUpdateRequestSerializer):
    """The settings of a new tournament; what is not sent is as usual."""

    name = serializers.CharField(max_length=80)
    starts_at = serializers.DateTimeField()


class AnnouncementRequestSerializer(serializers.Serializer):
    text = serializers.CharField(max_length=400, allow_blank=True, help_text="empty takes it down")


class OpenRegistrationRequestSerializer(serializers.Serializer):
    sure = serializers.BooleanField(required=False, help_text="that a start in the past is meant")


class CancelTournamentRequestSerializer(serializers.Serializer):
    confirmation = serializers.CharField(max_length=80, help_text="the tournament's name")


class GroupsQuerySerializer(serializers.Serializer):
    """In place of what is planned or usual, where players are dealt into groups."""

    groups = serializers.IntegerField(required=False, min_value=1, max_value=MOST_GROUPS)
    go_on = serializers.IntegerField(required=False, min_value=1, max_value=MOST_GOING_ON, help_text="of each group")


class StartTournamentRequestSerializer(GroupsQuerySerializer):
    token = serializers.CharField(max_length=40, help_text="of the preview that was looked at")
    rounds = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_ROUNDS, help_text="Swiss rounds; left out: as in the preview"
    )


class PreviewedEntrantSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField(source="user.handle")


class LeftOutEntrantSerializer(serializers.Serializer):
    entrant = serializers.SerializerMethodField()
    why = serializers.SerializerMethodField()

    @extend_schema_field(PreviewedEntrantSerializer)
    def get_entrant(self, row: tuple[Entrant, Message | None]) -> dict[str, Any]:
        return PreviewedEntrantSerializer(row[0]).data

    def get_why(self, row: tuple[Entrant, Message | None]) -> str:
        return localize(row[1]) if row[1] else ""


class UsualStagesSerializer(serializers.Serializer):
    rounds = serializers.IntegerField()
    cut = serializers.IntegerField(help_text="0: none")


class DealtGroupSerializer(serializers.Serializer):
    name = serializers.CharField()
    players = PreviewedEntrantSerializer(many=True)


class StartPreviewSerializer(serializers.Serializer):
    """What a start would do now. Send its token, and the rounds or groups it names, to do exactly that."""

    token = serializers.CharField()
    players = serializers.IntegerField()
    rounds = serializers.IntegerField()
    usual = UsualStagesSerializer(allow_null=True, help_text="Swiss rounds and cut that suit so many players")
    groups = serializers.IntegerField(source="groups.groups", allow_null=True, default=None)
    go_on = serializers.IntegerField(source="groups.go_on", allow_null=True, default=None, help_text="of each group")
    dealt = serializers.SerializerMethodField()
    problem = serializers.CharField(help_text="why the players cannot be dealt into these groups")
    playing = PreviewedEntrantSerializer(many=True)
    from_waitlist = PreviewedEntrantSerializer(many=True)
    left_out = LeftOutEntrantSerializer(many=True)
    waiting = LeftOutEntrantSerializer(many=True)

    @extend_schema_field(DealtGroupSerializer(many=True))
    def get_dealt(self, preview: tournament_start.Preview) -> list[dict[str, Any]]:
        return [DealtGroupSerializer({"name": name, "players": people}).data for name, people in preview.dealt]


class Tournaments(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    pagination_class = Pages

    @extend_schema(parameters=[TournamentQuerySerializer], responses=TournamentSerializer(many=True))
    def get(self, request: Request) -> Response:
        """All tournaments one may know of, the latest first."""
        filters = request_parsing.query(request, TournamentQuerySerializer)
        state, words = filters.get("state"), filters.get("q")
        tournaments = overview.own_drafts(request.user) if state == State.DRAFT else overview.public()
        if state:
            tournaments = tournaments.filter(state=state)
        if words:
            tournaments = tournaments.filter(name__icontains=words) | tournaments.filter(place__icontains=words)
        return listed(request, tournaments.order_by("-starts_at", "pk"), TournamentSerializer)

    @extend_schema(request=TournamentRequestSerializer, responses={201: TournamentDetailSerializer})
    def post(self, request: AuthenticatedRequest) -> Response:
        """Sets up a draft, which nobody but its staff sees until registration opens."""
        organizer = tournament_access.organizer_to_be(request.user)
        fields = request_parsing.body(request, TournamentRequestSerializer)
        sure = fields.pop("sure", False)
        plan = _changed(Plan(name=fields["name"], starts_at=fields["starts_at"]), fields)
        tournament = lifecycle.create(organizer, plan, sure=sure)
        return Response(whole(request, tournament), status=201)


class OneTournament(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(responses=TournamentDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        request_parsing.query(request, serializers.Serializer)
        return Response(whole(request, tournament_access.tournament_to_see(request.user, slug)))

    @extend_schema(request=TournamentUpdateRequestSerializer, responses=TournamentDetailSerializer)
    def patch(self, request: AuthenticatedRequest, slug: str) -> Response:
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        fields = request_parsing.body(request, TournamentUpdateRequestSerializer)
        sure = fields.pop("sure", False)
        plan = _changed(lifecycle.choices_of(tournament), fields)
        return Response(whole(request, lifecycle.edit(tournament, plan, sure=sure)))

    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Only a tournament whose registration was never opened can be deleted."""
        lifecycle.delete(tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER))
        return Response(status=204)


class Open(APIView):
    @extend_schema(request=OpenRegistrationRequestSerializer, responses=TournamentDetailSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Opens registration; the edition of the rules is fixed from now on."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        return Response(
            whole(
                request,
                lifecycle.open_registration(
                    tournament, **request_parsing.body(request, OpenRegistrationRequestSerializer)
                ),
            )
        )


class Announce(APIView):
    @extend_schema(request=AnnouncementRequestSerializer, responses=TournamentDetailSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Shows a sentence on every page of the tournament."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        text = request_parsing.body(request, AnnouncementRequestSerializer)["text"]
        return Response(whole(request, lifecycle.announce(tournament, text=text)))


class Cancel(APIView):
    @extend_schema(request=CancelTournamentRequestSerializer, responses=TournamentDetailSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Ends a tournament that will not be played on."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        return Response(
            whole(
                request,
                lifecycle.cancel(tournament, **request_parsing.body(request, CancelTournamentRequestSerializer)),
            )
        )


class Start(APIView):
    @extend_schema(parameters=[GroupsQuerySerializer], responses=StartPreviewSerializer)
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Who would be seated and who not, and in which groups. Changes nothing."""
        query = request_parsing.query(request, GroupsQuerySerializer)
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        return Response(StartPreviewSerializer(tournament_start.preview_start(tournament, **query)).data)

    @extend_schema(request=StartTournamentRequestSerializer, responses=TournamentDetailSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Does what the preview showed, or refuses when something changed since."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        return Response(
            whole(
                request,
                tournament_start.start_tournament(
                    tournament, **request_parsing.body(request, StartTournamentRequestSerializer)
                ),
            )
        )


class Cut(APIView):
    @extend_schema(request=EmptySerializer, responses=TournamentDetailSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Draws the bracket from the standings of the Swiss rounds or the groups. Twice is once."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        request_parsing.nothing(request)
        return Response(whole(request, top_cut.start_cut(tournament).tournament))


class Finish(APIView):
    @extend_schema(request=EmptySerializer, responses=TournamentDetailSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Ends the tournament after its last round. Twice is once."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        request_parsing.nothing(request)
        return Response(whole(request, tournament_end.finish_tournament(tournament)))


class EventFile(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        """The closed Swiss rounds as a file from which `python -m bos_tournament.pairing` computes the standings."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.tournament_to_see(request.user, slug)
        if tournament.started_at is None:
            raise Http404(_("This tournament has not started, so there is nothing to compute."))
        return Response(final_standings.export_closed_event(tournament))


class Besides(TypedDict):
    """What is told of a tournament besides what it is."""

    waiting_count: int
    champions: list[str]
    you: dict[str, Any] | None


def whole(request: Request, tournament: Tournament) -> dict[str, Any]:
    """Everything that whoever asks may know of a tournament."""
    row = visibility.counted(Tournament.objects.filter(pk=tournament.pk)).get()
    annotated = cast("WithAnnotations[Tournament, Besides]", row)
    annotated.waiting_count = row.entrants.filter(state=Entrant.State.WAITLISTED).count()
    annotated.champions = list(map(str, standings_rows.champions(row)))
    annotated.you = _you(request, row)
    return TournamentDetailSerializer(annotated).data


def _changed(plan: Plan, changes: dict[str, Any]) -> Plan:
    """The plan with what was sent; the schedule is counted from the start that was sent with it."""
    if "schedule" in changes:
        start, zone = changes.get("starts_at", plan.starts_at), ZoneInfo(changes.get("time_zone", plan.time_zone))
        slots, faults = schedule.parse_schedule(changes["schedule"], starts_at=start, zone=zone)
        if faults:
            raise Refused(" ".join(faults), code="faulty_plan", fields={"schedule": faults[0]})
        changes = {**changes, "schedule": slots}
    return replace(plan, **changes)


def _you(request: Request, tournament: Tournament) -> dict[str, Any] | None:
    if not request.user.is_authenticated:
        return None
    held, entrant = (
        tournament_access.roles(request.user, tournament),
        tournament_access.own_entry(request.user, tournament),
    )
    return {"roles": sorted(held), "entrant": entrant, "join_code": tournament.join_code if held else None}
