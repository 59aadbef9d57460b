"""Tournaments: what is known of them, how they are planned, and the deeds on a whole tournament."""

from dataclasses import replace
from typing import Any
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

from bos_tournament.api import asking
from bos_tournament.api.kept_field import KeptField
from bos_tournament.api.pagination import Pages, listed
from bos_tournament.api.schema import Nothing
from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.pairing.convention import MOST_TIE_BREAKS
from bos_tournament.pairing.groups import MOST_GOING_ON, MOST_GROUPS
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from bos_tournament.tournaments import (
    access,
    board,
    cut,
    finishing,
    overview,
    planning,
    schedule,
    snapshots,
    starting,
)
from bos_tournament.tournaments.kept_words import in_words
from bos_tournament.tournaments.models import FIRST_ROUNDS, RANKINGS, Entrant, Staff, Tournament, known_time_zone
from bos_tournament.tournaments.planning import (
    MOST_CALL_MINUTES,
    MOST_CLOCK_MINUTES,
    MOST_DELAY,
    MOST_LATE_MINUTES,
    MOST_ROUND_MINUTES,
    MOST_ROUNDS,
    MOST_SEAT_MINUTES,
    Plan,
)
from bos_tournament.tournaments.round_robins import MOST_PLAYERS
from engine.bos.editions import EDITIONS

State = Tournament.State
MOMENT = {"required": False, "allow_null": True}
CUTS = [0, 2, 4, 8, 16]


class TournamentShape(serializers.Serializer):
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


class OwnEntryShape(serializers.Serializer):
    id = serializers.UUIDField()
    state = serializers.ChoiceField(Entrant.State.choices)
    place = serializers.IntegerField(allow_null=True)
    checked_in_at = serializers.DateTimeField(allow_null=True)
    has_list = serializers.BooleanField()
    earned_byes = serializers.IntegerField(help_text="in so many first Swiss rounds")
    note = KeptField()


class OwnPartShape(serializers.Serializer):
    """Whoever asks: their roles as staff and their own entry. `join_code` is told to staff."""

    roles = serializers.ListField(child=serializers.ChoiceField(Staff.Role.choices))
    entrant = OwnEntryShape(allow_null=True)
    join_code = serializers.CharField(allow_null=True)


class ScheduledShape(serializers.Serializer):
    """When something is expected, such as a round or a break."""

    at = serializers.DateTimeField()
    what = serializers.CharField(max_length=schedule.MOST_WORDS)


class WholeTournamentShape(TournamentShape):
    """A closing moment that is null is the start of the tournament itself, on time or late; so is `list_deadline`."""

    description = serializers.CharField(help_text="Markdown")
    announcement = serializers.CharField()
    registration_opens_at = serializers.DateTimeField(allow_null=True)
    registration_closes_at = serializers.DateTimeField(allow_null=True)
    check_in_opens_at = serializers.DateTimeField(allow_null=True)
    check_in_closes_at = serializers.DateTimeField(allow_null=True)
    list_deadline = serializers.DateTimeField(allow_null=True)
    swiss_rounds = serializers.IntegerField(allow_null=True)
    first_round = serializers.ChoiceField(FIRST_ROUNDS)
    cut = serializers.IntegerField()
    double_cut = serializers.BooleanField()
    groups = serializers.IntegerField(allow_null=True, help_text="null: as suits the players at the start")
    group_size = serializers.IntegerField(allow_null=True)
    go_on = serializers.IntegerField(allow_null=True)
    third_place = serializers.BooleanField()
    ranking = serializers.ChoiceField(RANKINGS)
    tie_breaks = serializers.ListField(child=serializers.CharField(), source="tie_break_order")
    edition = serializers.CharField()
    pool = serializers.CharField(source="pool.cards_hash", allow_null=True, help_text="the hash of the pinned cards")
    bids_on_paper = serializers.BooleanField()
    round_minutes = serializers.IntegerField(allow_null=True, help_text="null: rounds have no limit")
    clock_minutes = serializers.IntegerField(allow_null=True, help_text="of each player; null: no player clocks")
    clock_delay = serializers.IntegerField(help_text="seconds of each turn that cost nothing")
    clock_per_game = serializers.BooleanField(help_text="a player's minutes are for each game, not for the match")
    call_minutes = serializers.IntegerField(help_text="until a call for a judge that nobody took is pressing")
    late_minutes = serializers.IntegerField(help_text="from half of the results until a table without one is late")
    seat_minutes = serializers.IntegerField(help_text="from a published round until who is not at the table is missing")
    schedule = serializers.SerializerMethodField()
    approval = serializers.BooleanField(help_text="staff accept each player")
    code_only = serializers.BooleanField(help_text="nobody joins without the join code")
    publish_lists = serializers.BooleanField(help_text="all lists, after the end")
    stage_lists = serializers.ChoiceField(Tournament.Lists.choices, help_text="who reads lists in the first stage")
    cut_lists = serializers.ChoiceField(Tournament.Lists.choices, help_text="who reads lists in the cut")
    waiting = serializers.IntegerField(source="waiting_count", help_text="how many are on the waitlist")
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    champions = serializers.ListField(child=serializers.CharField())

    @extend_schema_field(ScheduledShape(many=True))
    def get_schedule(self, tournament: Tournament) -> list[dict[str, Any]]:
        return ScheduledShape(schedule.slots(tournament, db_now()), many=True).data

    you = OwnPartShape(allow_null=True)


class TournamentQuery(serializers.Serializer):
    state = serializers.ChoiceField(State.choices, required=False, help_text="`draft`: those one is staff of")
    q = serializers.CharField(max_length=80, required=False, help_text="part of the name or the place")


class ChangesForm(serializers.Serializer):
    """The settings of a tournament; what is not sent stays as it is."""

    name = serializers.CharField(max_length=80, required=False)
    place = serializers.CharField(max_length=120, required=False, allow_blank=True)
    online = serializers.BooleanField(required=False)
    time_zone = serializers.CharField(max_length=60, required=False, validators=[known_time_zone])
    description = serializers.CharField(max_length=8_000, required=False, allow_blank=True, help_text="Markdown")
    capacity = serializers.IntegerField(
        required=False, min_value=2, max_value=4096, help_text="never sent: as suits the format"
    )
    starts_at = serializers.DateTimeField(required=False)
    registration_opens_at = serializers.DateTimeField(**MOMENT)
    registration_closes_at = serializers.DateTimeField(**MOMENT)
    check_in_opens_at = serializers.DateTimeField(**MOMENT)
    check_in_closes_at = serializers.DateTimeField(**MOMENT)
    list_deadline = serializers.DateTimeField(**MOMENT)
    format = serializers.ChoiceField(Tournament.Format.choices, required=False)
    swiss_rounds = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MOST_ROUNDS)
    first_round = serializers.ChoiceField(FIRST_ROUNDS, required=False, help_text="of Swiss rounds")
    cut = serializers.ChoiceField(CUTS, required=False)
    double_cut = serializers.BooleanField(required=False, help_text="only who loses twice in the cut is out")
    groups = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MOST_GROUPS)
    group_size = serializers.IntegerField(
        required=False, allow_null=True, min_value=3, max_value=MOST_PLAYERS, help_text="at most; instead of `groups`"
    )
    go_on = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_PLAYERS - 1, help_text="of each group"
    )
    third_place = serializers.BooleanField(required=False, help_text="losers of semi-finals meet")
    ranking = serializers.ChoiceField(
        RANKINGS, required=False, help_text="never sent: as suits the format, so by direct encounter where all meet all"
    )
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(list(TIE_BREAKS)),
        required=False,
        max_length=MOST_TIE_BREAKS,
        help_text="in the order they decide; empty: those of the ranking",
    )
    edition = serializers.ChoiceField(list(EDITIONS), required=False)
    bids_on_paper = serializers.BooleanField(required=False)
    approval = serializers.BooleanField(required=False)
    code_only = serializers.BooleanField(required=False, help_text="nobody joins without the join code")
    publish_lists = serializers.BooleanField(required=False)
    round_minutes = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_ROUND_MINUTES, help_text="null: no limit"
    )
    clock_minutes = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_CLOCK_MINUTES, help_text="null: no player clocks"
    )
    clock_delay = serializers.IntegerField(
        required=False, min_value=0, max_value=MOST_DELAY, help_text="seconds of each turn that cost nothing"
    )
    clock_per_game = serializers.BooleanField(required=False)
    call_minutes = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_CALL_MINUTES, help_text="until a call nobody took is pressing"
    )
    late_minutes = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_LATE_MINUTES, help_text="from half of the results to a late table"
    )
    seat_minutes = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_SEAT_MINUTES, help_text="until who is not at the table is missing"
    )
    schedule = serializers.CharField(
        max_length=schedule.MOST_LETTERS,
        required=False,
        allow_blank=True,
        help_text="a line each, `10:30 Round 1` on the day of the start, or `2027-03-07 09:30 Round 6`",
    )
    stage_lists = serializers.ChoiceField(Tournament.Lists.choices, required=False)
    cut_lists = serializers.ChoiceField(Tournament.Lists.choices, required=False)
    sure = serializers.BooleanField(required=False, help_text="that a start in the past is meant")


class PlanForm(ChangesForm):
    """The settings of a new tournament; what is not sent is as usual."""

    name = serializers.CharField(max_length=80)
    starts_at = serializers.DateTimeField()


class AnnouncementForm(serializers.Serializer):
    text = serializers.CharField(max_length=400, allow_blank=True, help_text="empty takes it down")


class SureForm(serializers.Serializer):
    sure = serializers.BooleanField(required=False, help_text="that a start in the past is meant")


class CancelForm(serializers.Serializer):
    confirmation = serializers.CharField(max_length=80, help_text="the tournament's name")


class GroupsQuery(serializers.Serializer):
    """In place of what is planned or usual, where players are dealt into groups."""

    groups = serializers.IntegerField(required=False, min_value=1, max_value=MOST_GROUPS)
    go_on = serializers.IntegerField(required=False, min_value=1, max_value=MOST_GOING_ON, help_text="of each group")


class StartForm(GroupsQuery):
    token = serializers.CharField(max_length=40, help_text="of the preview that was looked at")
    rounds = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_ROUNDS, help_text="Swiss rounds; left out: as in the preview"
    )


class SeatedShape(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField(source="user.handle")


class LeftOutShape(serializers.Serializer):
    entrant = serializers.SerializerMethodField()
    why = serializers.SerializerMethodField()

    def get_entrant(self, row: tuple[Entrant, str]) -> SeatedShape:
        return SeatedShape(row[0]).data

    def get_why(self, row: tuple[Entrant, str]) -> str:
        return in_words(row[1])


class UsualShape(serializers.Serializer):
    rounds = serializers.IntegerField()
    cut = serializers.IntegerField(help_text="0: none")


class DealtShape(serializers.Serializer):
    name = serializers.CharField()
    players = SeatedShape(many=True)


class PreviewShape(serializers.Serializer):
    """What a start would do now. Send its token, and the rounds or groups it names, to do exactly that."""

    token = serializers.CharField()
    players = serializers.IntegerField()
    rounds = serializers.IntegerField()
    usual = UsualShape(allow_null=True, help_text="Swiss rounds and cut that suit so many players")
    groups = serializers.IntegerField(source="groups.groups", allow_null=True, default=None)
    go_on = serializers.IntegerField(source="groups.go_on", allow_null=True, default=None, help_text="of each group")
    dealt = serializers.SerializerMethodField()
    problem = serializers.CharField(help_text="why the players cannot be dealt into these groups")
    playing = SeatedShape(many=True)
    from_waitlist = SeatedShape(many=True)
    left_out = LeftOutShape(many=True)
    waiting = LeftOutShape(many=True)

    @extend_schema_field(DealtShape(many=True))
    def get_dealt(self, preview: starting.Preview) -> list[dict[str, Any]]:
        return [DealtShape({"name": name, "players": people}).data for name, people in preview.dealt]


class Tournaments(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    pagination_class = Pages

    @extend_schema(parameters=[TournamentQuery], responses=TournamentShape(many=True))
    def get(self, request: Request) -> Response:
        """All tournaments one may know of, the latest first."""
        asked = asking.query(request, TournamentQuery)
        state, words = asked.get("state"), asked.get("q")
        found = overview.own_drafts(request.user) if state == State.DRAFT else overview.public()
        if state:
            found = found.filter(state=state)
        if words:
            found = found.filter(name__icontains=words) | found.filter(place__icontains=words)
        return listed(request, found.order_by("-starts_at", "pk"), TournamentShape)

    @extend_schema(request=PlanForm, responses={201: WholeTournamentShape})
    def post(self, request: Request) -> Response:
        """Sets up a draft, which nobody but its staff sees until registration opens."""
        organizer = access.organizer_to_be(request.user)
        asked = asking.body(request, PlanForm)
        sure = asked.pop("sure", False)
        plan = _changed(Plan(name=asked["name"], starts_at=asked["starts_at"]), asked)
        tournament = planning.create(organizer, plan, sure=sure)
        return Response(whole(request, tournament), status=201)


class OneTournament(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(responses=WholeTournamentShape)
    def get(self, request: Request, slug: str) -> Response:
        asking.query(request, serializers.Serializer)
        return Response(whole(request, access.tournament_to_see(request.user, slug)))

    @extend_schema(request=ChangesForm, responses=WholeTournamentShape)
    def patch(self, request: Request, slug: str) -> Response:
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        asked = asking.body(request, ChangesForm)
        sure = asked.pop("sure", False)
        plan = _changed(planning.choices_of(tournament), asked)
        return Response(whole(request, planning.edit(tournament, plan, sure=sure)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Only a tournament whose registration was never opened can be deleted."""
        planning.delete(access.staff_of(request.user, slug, access.ORGANIZER))
        return Response(status=204)


class Open(APIView):
    @extend_schema(request=SureForm, responses=WholeTournamentShape)
    def post(self, request: Request, slug: str) -> Response:
        """Opens registration; the edition of the rules is fixed from now on."""
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        return Response(whole(request, planning.open_registration(tournament, **asking.body(request, SureForm))))


class Announce(APIView):
    @extend_schema(request=AnnouncementForm, responses=WholeTournamentShape)
    def post(self, request: Request, slug: str) -> Response:
        """Shows a sentence on every page of the tournament."""
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        text = asking.body(request, AnnouncementForm)["text"]
        return Response(whole(request, planning.announce(tournament, text=text)))


class Cancel(APIView):
    @extend_schema(request=CancelForm, responses=WholeTournamentShape)
    def post(self, request: Request, slug: str) -> Response:
        """Ends a tournament that will not be played on."""
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        return Response(whole(request, planning.cancel(tournament, **asking.body(request, CancelForm))))


class Start(APIView):
    @extend_schema(parameters=[GroupsQuery], responses=PreviewShape)
    def get(self, request: Request, slug: str) -> Response:
        """Who would be seated and who not, and in which groups. Changes nothing."""
        asked = asking.query(request, GroupsQuery)
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        return Response(PreviewShape(starting.preview_start(tournament, **asked)).data)

    @extend_schema(request=StartForm, responses=WholeTournamentShape)
    def post(self, request: Request, slug: str) -> Response:
        """Does what the preview showed, or refuses when something changed since."""
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        return Response(whole(request, starting.start(tournament, **asking.body(request, StartForm))))


class Cut(APIView):
    @extend_schema(request=Nothing, responses=WholeTournamentShape)
    def post(self, request: Request, slug: str) -> Response:
        """Draws the bracket from the standings of the Swiss rounds or the groups. Twice is once."""
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        asking.nothing(request)
        return Response(whole(request, cut.start_cut(tournament).tournament))


class Finish(APIView):
    @extend_schema(request=Nothing, responses=WholeTournamentShape)
    def post(self, request: Request, slug: str) -> Response:
        """Ends the tournament after its last round. Twice is once."""
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        asking.nothing(request)
        return Response(whole(request, finishing.finish(tournament)))


class EventFile(APIView):
    permission_classes = [AllowAny]

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        """The closed Swiss rounds as a file from which `python -m bos_tournament.pairing` computes the standings."""
        asking.query(request, serializers.Serializer)
        tournament = access.tournament_to_see(request.user, slug)
        if tournament.started_at is None:
            raise Http404(_("This tournament has not started, so nothing can be computed."))
        return Response(snapshots.file_of(tournament))


def whole(request: Request, tournament: Tournament) -> dict[str, Any]:
    """Everything that whoever asks may know of a tournament."""
    tournament = overview.counted(Tournament.objects.filter(pk=tournament.pk)).get()
    tournament.waiting_count = tournament.entrants.filter(state=Entrant.State.WAITLISTED).count()
    ended = board.end(tournament)
    tournament.champions = [str(one) for one in ended.champions] if ended else []
    tournament.you = _you(request, tournament)
    return WholeTournamentShape(tournament).data


def _changed(plan: planning.Plan, asked: dict[str, Any]) -> planning.Plan:
    """The plan with what was sent; the schedule is counted from the start that was sent with it."""
    if "schedule" in asked:
        start, zone = asked.get("starts_at", plan.starts_at), ZoneInfo(asked.get("time_zone", plan.time_zone))
        found, faults = schedule.read(asked["schedule"], starts_at=start, zone=zone)
        if faults:
            raise Refused(" ".join(faults), code="faulty_plan", fields={"schedule": faults[0]})
        asked = {**asked, "schedule": found}
    return replace(plan, **asked)


def _you(request: Request, tournament: Tournament) -> dict[str, Any] | None:
    if not request.user.is_authenticated:
        return None
    held, entrant = access.roles(request.user, tournament), access.own_entry(request.user, tournament)
    if entrant:
        entrant.has_list = entrant.deck_version_id is not None
    return {"roles": sorted(held), "entrant": entrant, "join_code": tournament.join_code if held else None}
