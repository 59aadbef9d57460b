"""Who takes part: joining, checking in, lists, and what staff do about one entrant."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
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
from bos_tournament.api.decks import LIST, DeckProblemSerializer, DeckVersionSerializer
from bos_tournament.decks import access as deck_access
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import check_in as checking_in
from bos_tournament.tournaments.entrants import guest_links, guests, join_codes, participation, registration
from bos_tournament.tournaments.models import MOST_EARNED_BYES, Entrant, Tournament

WHY: dict[str, Any] = {"max_length": 300, "help_text": "the player reads it"}


class EntrantSerializer(serializers.Serializer):
    """What everybody may know of an entrant."""

    id = serializers.UUIDField()
    name = serializers.CharField(source="user.handle")
    state = serializers.ChoiceField(Entrant.State.choices)
    place = serializers.IntegerField(allow_null=True, help_text="null on the waitlist")


class DeskEntrantSerializer(EntrantSerializer):
    """What staff know besides."""

    real_name = serializers.CharField(source="user.real_name")
    guest = serializers.BooleanField(source="user.guest")
    checked_in_at = serializers.DateTimeField(allow_null=True)
    has_list = serializers.SerializerMethodField()
    list_unlocked = serializers.BooleanField(help_text="may hand in a list after the deadline too")
    fixed_table = serializers.IntegerField(allow_null=True)
    seeding = serializers.IntegerField(allow_null=True, help_text="1 is the best")
    earned_byes = serializers.IntegerField(help_text="in so many first Swiss rounds")
    dropped_after = serializers.IntegerField(allow_null=True, help_text="the last round played")
    note = serializers.CharField(source="note_words")
    note_message = MessageCodeSerializer(allow_null=True, help_text="the same where the site says it")

    def get_has_list(self, entrant: Entrant) -> bool:
        return entrant.deck_version_id is not None


class PublishedDeckListSerializer(serializers.Serializer):
    id = serializers.UUIDField(help_text="of the entrant")
    name = serializers.CharField(source="user.handle")
    text = serializers.CharField(source="deck_version.text")


class GuestSerializer(serializers.Serializer):
    """The personal link is told only now; it signs the guest in once."""

    entrant = DeskEntrantSerializer()
    link = serializers.CharField()


class OwnDeckListSerializer(serializers.Serializer):
    """One's own list: what is handed in, newest first, what is wrong with it now, and who read it."""

    may_submit = serializers.BooleanField()
    versions = DeckVersionSerializer(many=True)
    problems = DeckProblemSerializer(many=True)
    looks = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))


class JoinCodeRequestSerializer(serializers.Serializer):
    code = serializers.CharField(max_length=join_codes.MOST_LETTERS)


class JoinRequestSerializer(serializers.Serializer):
    code = serializers.CharField(
        max_length=join_codes.MOST_LETTERS, required=False, allow_blank=True, help_text="needed where `code_only` holds"
    )


class GuestRequestSerializer(serializers.Serializer):
    handle = serializers.CharField(max_length=30)
    real_name = serializers.CharField(max_length=80, required=False, allow_blank=True)


class GuestLinksRequestSerializer(serializers.Serializer):
    unopened = serializers.BooleanField(required=False, help_text="also for guests who have not opened theirs")


class DeckListRequestSerializer(serializers.Serializer):
    text = serializers.CharField(required=False, **LIST)
    deck = serializers.UUIDField(required=False, help_text="one of one's own decks instead of a text")

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        if len(fields) != 1:
            raise serializers.ValidationError(_("Send either a text or a deck."), code="one_of_two")
        return fields


class UnlockListRequestSerializer(serializers.Serializer):
    unlocked = serializers.BooleanField()


class CheckInRequestSerializer(serializers.Serializer):
    present = serializers.BooleanField()


class CheckInAllRequestSerializer(serializers.Serializer):
    entrants = serializers.ListField(
        child=serializers.UUIDField(), required=False, max_length=4096, help_text="only these; left out: everybody"
    )


class CheckedInSerializer(serializers.Serializer):
    marked = serializers.IntegerField(help_text="how many were not checked in before")


class DropRequestSerializer(serializers.Serializer):
    why = serializers.CharField(required=False, allow_blank=True, **WHY)


class ReasonRequestSerializer(serializers.Serializer):
    why = serializers.CharField(**WHY)


class FixedTableRequestSerializer(serializers.Serializer):
    table = serializers.IntegerField(min_value=1, max_value=participation.MOST_TABLES, allow_null=True)


class SeedingRequestSerializer(serializers.Serializer):
    seeding = serializers.IntegerField(min_value=1, max_value=participation.MOST_SEEDS, allow_null=True)


class EarnedByesRequestSerializer(serializers.Serializer):
    byes = serializers.IntegerField(min_value=0, max_value=MOST_EARNED_BYES, help_text="0 takes them away")


class ListPurposeRequestSerializer(serializers.Serializer):
    purpose = serializers.CharField(max_length=120, help_text="the owner is shown it afterwards")


class AmendListRequestSerializer(serializers.Serializer):
    text = serializers.CharField(**LIST)
    reason = serializers.CharField(**WHY)


class EntrantsQuerySerializer(serializers.Serializer):
    q = serializers.CharField(max_length=80, required=False, help_text="part of the handle or the real name")
    state = serializers.ChoiceField(Entrant.State.choices, required=False)


class Entrants(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=EntrantSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Everybody who has a place or waits for one, by name."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.tournament_to_see(request.user, slug)
        return listed(request, public_entrants(tournament), EntrantSerializer)


class DeskEntrants(APIView):
    pagination_class = Pages

    @extend_schema(parameters=[EntrantsQuerySerializer], responses=DeskEntrantSerializer(many=True))
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """All entries, with what staff know."""
        filters = request_parsing.query(request, EntrantsQuerySerializer)
        entrants = tournament_access.staff_of(request.user, slug).entrants.select_related("user")
        if state := filters.get("state"):
            entrants = entrants.filter(state=state)
        if words := filters.get("q"):
            entrants = entrants.filter(Q(user__handle__icontains=words) | Q(user__real_name__icontains=words))
        return listed(request, entrants.order_by("user__handle", "pk"), DeskEntrantSerializer)


class PublishedLists(APIView):
    permission_classes = [AllowAny]
    pagination_class = Pages

    @extend_schema(responses=PublishedDeckListSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The lists that are open to whoever asks: of a stage, of those they met, or all after the end."""
        request_parsing.query(request, serializers.Serializer)
        _, lists = tournament_access.lists_to_see(request.user, slug)
        rows = lists.select_related("user", "deck_version").order_by("user__handle", "pk")
        return listed(request, rows, PublishedDeckListSerializer)


class JoinByCode(APIView):
    @extend_schema(request=JoinCodeRequestSerializer, responses={201: EntrantSerializer})
    def post(self, request: AuthenticatedRequest) -> Response:
        """Joins the tournament with this code; when all places are taken, its waitlist."""
        tournament = registration.tournament_of_code(request_parsing.body(request, JoinCodeRequestSerializer)["code"])
        return Response(
            EntrantSerializer(registration.join(request.user, tournament, code=tournament.join_code)).data, status=201
        )


class Join(APIView):
    @extend_schema(request=JoinRequestSerializer, responses={201: EntrantSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Joins; where `code_only` holds, with the join code."""
        tournament = tournament_access.tournament_to_see(request.user, slug)
        code = request_parsing.body(request, JoinRequestSerializer).get("code", "")
        return Response(EntrantSerializer(registration.join(request.user, tournament, code=code)).data, status=201)


class Withdraw(APIView):
    @extend_schema(request=EmptySerializer, responses=EntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Gives one's place back before the start."""
        return _own(request, slug, registration.withdraw)


class CheckIn(APIView):
    @extend_schema(request=EmptySerializer, responses=EntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        return _own(request, slug, checking_in.check_in)


class Drop(APIView):
    @extend_schema(request=EmptySerializer, responses=EntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Stops playing after the round that is on."""
        return _own(request, slug, participation.drop)


class UndoDrop(APIView):
    @extend_schema(request=EmptySerializer, responses=EntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Comes back, until the next round is paired."""
        return _own(request, slug, participation.undo_drop)


class OwnList(APIView):
    @extend_schema(responses=OwnDeckListSerializer)
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.tournament_to_see(request.user, slug)
        return Response(_own_list(tournament_access.entrant_with_list(request.user, tournament)))

    @extend_schema(request=DeckListRequestSerializer, responses={201: DeckVersionSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Hands in a list in place of an earlier one, until the deadline."""
        entrant = tournament_access.entrant_with_list(
            request.user, tournament_access.tournament_to_see(request.user, slug)
        )
        fields = request_parsing.body(request, DeckListRequestSerializer)
        text = deck_access.deck_of(request.user, fields["deck"]).text if "deck" in fields else fields["text"]
        return Response(DeckVersionSerializer(submissions.submit_list(entrant, text=text)).data, status=201)


class Guests(APIView):
    @extend_schema(request=GuestRequestSerializer, responses={201: GuestSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Enters a walk-in."""
        tournament = tournament_access.staff_of(request.user, slug)
        fields = {"real_name": "", **request_parsing.body(request, GuestRequestSerializer)}
        entrant, token = guests.add_guest(tournament, **fields, by=request.user)
        return _linked(entrant, token)


class GuestLinks(APIView):
    @extend_schema(request=GuestLinksRequestSerializer, responses={201: GuestSerializer(many=True)})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """A personal link for each guest who has none, at most a hundred at a time."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        options = {"unopened": False, **request_parsing.body(request, GuestLinksRequestSerializer)}
        issued = guest_links.issue_links(tournament, by=request.user, **options)
        rows = [{"entrant": link.entrant, "link": link.link} for link in issued]
        return Response(GuestSerializer(rows, many=True).data, status=201)


class RenewGuestLink(APIView):
    @extend_schema(request=EmptySerializer, responses={201: GuestSerializer})
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """A new personal link; the old one and what it opened end."""
        entrant = desk_access.guest_to_link(request.user, slug, pk)
        request_parsing.nothing(request)
        return _linked(entrant, guests.renew_link(entrant, by=request.user))

    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Ends a guest's link and signs them out everywhere."""
        guests.revoke_link(desk_access.guest_to_link(request.user, slug, pk), by=request.user)
        return Response(status=204)


class ConfirmPhone(APIView):
    @extend_schema(request=EmptySerializer, responses=DeskEntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Away from a table: who decides at the desk has seen that a guest holds their new phone."""
        entrant = desk_access.guest_to_confirm(request.user, slug, pk)
        request_parsing.nothing(request)
        guests.confirm(entrant, by=request.user)
        return _changed(entrant)


class SetCheckedIn(APIView):
    @extend_schema(request=CheckInRequestSerializer, responses=DeskEntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Staff say who is there."""
        entrant = tournament_access.entrant_for_staff(request.user, slug, pk)
        return _changed(checking_in.set_checked_in(entrant, **request_parsing.body(request, CheckInRequestSerializer)))


class CheckInAll(APIView):
    @extend_schema(
        operation_id="tournaments_entrants_check_in_all",
        request=CheckInAllRequestSerializer,
        responses=CheckedInSerializer,
    )
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Staff say that everybody is there, or all of these; can be taken back as one."""
        tournament = tournament_access.staff_of(request.user, slug)
        only = request_parsing.body(request, CheckInAllRequestSerializer).get("entrants")
        return Response(CheckedInSerializer({"marked": checking_in.check_in_all(tournament, only=only)}).data)


class DropByStaff(APIView):
    @extend_schema(request=DropRequestSerializer, responses=DeskEntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        entrant = desk_access.entrant_to_move(request.user, slug, pk)
        return _changed(participation.drop(entrant, **request_parsing.body(request, DropRequestSerializer)))


class Reinstate(APIView):
    @extend_schema(request=EmptySerializer, responses=DeskEntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Lets somebody play on from the next round."""
        entrant = desk_access.entrant_to_bring_back(request.user, slug, pk)
        request_parsing.nothing(request)
        return _changed(participation.reinstate(entrant, by=request.user))


class Remove(APIView):
    @extend_schema(request=ReasonRequestSerializer, responses=DeskEntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Takes somebody out at once; a match that is on is lost."""
        entrant = desk_access.entrant_to_remove(request.user, slug, pk)
        return _changed(
            participation.remove_entrant(
                entrant, by=request.user, **request_parsing.body(request, ReasonRequestSerializer)
            )
        )


class Disqualify(APIView):
    @extend_schema(request=ReasonRequestSerializer, responses=DeskEntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """The head judge takes somebody out for what they did."""
        entrant = desk_access.entrant_to_disqualify(request.user, slug, pk)
        return _changed(
            participation.disqualify(entrant, by=request.user, **request_parsing.body(request, ReasonRequestSerializer))
        )


class FixedTable(APIView):
    @extend_schema(request=FixedTableRequestSerializer, responses=DeskEntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Keeps somebody at one table in every round; null lets them move again."""
        entrant = tournament_access.entrant_for_staff(request.user, slug, pk, tournament_access.ORGANIZER)
        return _changed(participation.fix_table(entrant, **request_parsing.body(request, FixedTableRequestSerializer)))


class Seeding(APIView):
    @extend_schema(request=SeedingRequestSerializer, responses=DeskEntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Gives somebody a place in the seeding before the start, 1 for the best; null takes it away."""
        entrant = tournament_access.entrant_for_staff(request.user, slug, pk, tournament_access.ORGANIZER)
        return _changed(participation.seed(entrant, **request_parsing.body(request, SeedingRequestSerializer)))


class EarnedByes(APIView):
    @extend_schema(request=EarnedByesRequestSerializer, responses=DeskEntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Promises somebody earned byes: number of first Swiss rounds without a match; until the start."""
        entrant = tournament_access.entrant_for_staff(request.user, slug, pk, tournament_access.ORGANIZER)
        return _changed(
            participation.set_earned_byes(entrant, **request_parsing.body(request, EarnedByesRequestSerializer))
        )


class UnlockedList(APIView):
    @extend_schema(request=UnlockListRequestSerializer, responses=DeskEntrantSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Lets one player hand in a list after the deadline, until the start, or locks it again."""
        entrant = tournament_access.entrant_for_staff(request.user, slug, pk, *tournament_access.UNLOCKERS)
        unlocked = request_parsing.body(request, UnlockListRequestSerializer)["unlocked"]
        return _changed(submissions.unlock_list(entrant, by=request.user, unlocked=unlocked))


class ListOnRecord(APIView):
    @extend_schema(request=ListPurposeRequestSerializer, responses=DeckVersionSerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """A judge reads a list; who looked and what for is written down first."""
        entrant = tournament_access.list_to_read(request.user, slug, pk)
        return Response(
            DeckVersionSerializer(
                submissions.read_list(
                    entrant, request.user, **request_parsing.body(request, ListPurposeRequestSerializer)
                )
            ).data
        )


class AmendedList(APIView):
    @extend_schema(request=AmendListRequestSerializer, responses={201: DeckVersionSerializer})
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """A judge's version of a list; the old one stays beside it."""
        entrant = tournament_access.list_to_read(request.user, slug, pk)
        version = submissions.amend_list(
            entrant, by=request.user, **request_parsing.body(request, AmendListRequestSerializer)
        )
        return Response(DeckVersionSerializer(version).data, status=201)


def public_entrants(tournament: Tournament) -> QuerySet[Entrant]:
    """Whom everybody may know of, by name: who has a place or waits for one."""
    entrants = tournament.entrants.filter(Q(place__isnull=False) | Q(state=Entrant.State.WAITLISTED))
    return entrants.select_related("user").order_by("user__handle", "pk")


def _own(request: Request, slug: str, deed: Callable[[Entrant], Entrant]) -> Response:
    """A deed about one's own entry that needs no words."""
    entrant = tournament_access.entrant_of(request.user, tournament_access.tournament_to_see(request.user, slug))
    request_parsing.nothing(request)
    return Response(EntrantSerializer(deed(entrant)).data)


def _changed(entrant: Entrant) -> Response:
    return Response(DeskEntrantSerializer(entrant).data)


def _linked(entrant: Entrant, token: str) -> Response:
    link = settings.PUBLIC_URL + reverse("accounts:personal_link", args=[token])
    return Response(GuestSerializer({"entrant": entrant, "link": link}).data, status=201)


def _own_list(entrant: Entrant) -> dict[str, Any]:
    tournament = entrant.tournament
    versions, report = submissions.history(entrant), submissions.report_of(entrant, tournament)
    looks = [
        {
            "by": str(look.viewer),
            "purpose": look.purpose_words,
            "at": look.at.isoformat(),
            "version": str(look.version.number),
        }
        for look in submissions.looks(tournament, versions)
    ]
    own_list = {
        "may_submit": submissions.may_submit(tournament, entrant),
        "versions": versions,
        "problems": report.problems if report else (),
        "looks": looks,
    }
    return OwnDeckListSerializer(own_list).data
