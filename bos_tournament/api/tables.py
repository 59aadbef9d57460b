"""What staff do at a table: results, no-shows, void bids, decisions on a game, the list expected now."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.accounts.models import User
from bos_tournament.api import asking
from bos_tournament.api.matches import MOST_SEATS, PaperBidsForm, PhoneForm, by_seat, seat_numbered
from bos_tournament.api.schema import Nothing
from bos_tournament.decks.versions import look
from bos_tournament.errors import Refused
from bos_tournament.matches import bidding, expected, new_phones
from bos_tournament.matches.models import Match, Reason
from bos_tournament.tournaments import access, access_desk, featuring, fielding, settling, slips
from bos_tournament.tournaments.fielding import MOST_TABLES
from bos_tournament.tournaments.kept_words import changes_in_words
from bos_tournament.tournaments.models import Pairing

WHY = {"max_length": 300, "help_text": "kept with the change; everybody can read it at the match"}
SEAT = {"min_value": 1, "max_value": MOST_SEATS}
MOST_DEEDS = 2**31 - 1


class ToldShape(serializers.Serializer):
    """What the deed changed, in sentences."""

    changes = serializers.ListField(child=serializers.CharField())


class ForeseenShape(ToldShape):
    """What a result would change, and `seen`: with it, exactly this is entered."""

    seen = serializers.IntegerField(help_text="which state of the match this was told of")


class ExpectedShape(serializers.Serializer):
    name = serializers.CharField()
    game = serializers.IntegerField()
    text = serializers.CharField()


class ResultForm(serializers.Serializer):
    wins = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=9), help_text='games won by seat: {"1": 2, "2": 0}'
    )
    winner = serializers.IntegerField(allow_null=True, help_text="a seat's number; null: nobody", **SEAT)
    reason = serializers.ChoiceField(Reason.choices, required=False)
    why = serializers.CharField(**WHY)

    def validate_wins(self, given: dict[str, int]) -> dict[int, int]:
        return by_seat(given)


class SeenResultForm(ResultForm):
    """Where another result stands already, `seen` says that it was looked at."""

    seen = serializers.IntegerField(
        min_value=0,
        max_value=MOST_DEEDS,
        required=False,
        allow_null=True,
        help_text="as told by `foresee`; corrections need it",
    )


class DeskReasonForm(serializers.Serializer):
    why = serializers.CharField(**WHY)


class NoShowForm(serializers.Serializer):
    absent = serializers.ListField(child=serializers.IntegerField(**SEAT), min_length=1, max_length=MOST_SEATS)
    and_drop = serializers.BooleanField(required=False, help_text="drop them from the tournament too")
    why = serializers.CharField(**WHY)


class DecisionForm(serializers.Serializer):
    winner = serializers.IntegerField(allow_null=True, help_text="a seat's number; null: drawn and replayed", **SEAT)
    why = serializers.CharField(**WHY)


class LookForm(serializers.Serializer):
    seat = serializers.IntegerField(**SEAT)
    purpose = serializers.CharField(max_length=120, help_text="kept with one's name; the owner reads it")


class SlipForm(serializers.Serializer):
    table = serializers.IntegerField(min_value=1, max_value=MOST_TABLES)
    games = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=9),
        min_length=2,
        max_length=2,
        help_text="won by seat 1, won by seat 2",
    )
    note = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        help_text="written on the slip; everybody can read it at the match",
    )


class Slips(APIView):
    @extend_schema(request=SlipForm, responses=ToldShape)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """A result slip that came back on paper. One that agrees with the result changes nothing."""
        found = access_desk.round_to_look_at(request.user, slug, number)
        said = asking.body(request, SlipForm)
        one, other = said.pop("games")
        return _told(slips.enter(found, games=(one, other), by=request.user, **said))


class Result(APIView):
    @extend_schema(request=SeenResultForm, responses=ToldShape)
    def post(self, request: Request, pk: UUID) -> Response:
        """Enters or corrects the result of the whole match, at any step.

        A result that stands is corrected by whoever saw it: without the `seen` that `foresee` tells, another one is
        refused (`result_meanwhile`).
        """
        table = to_settle(request.user, pk)
        said = {"seen": None, **asking.body(request, SeenResultForm)}
        try:
            return _told(settling.settle(table, **_result(request, table.match, said)))
        except Refused as refusal:
            if refusal.code != "result_meanwhile":
                raise
            raise Refused(_not_seen(), code="result_meanwhile") from None


class Foreseen(APIView):
    @extend_schema(request=ResultForm, responses=ForeseenShape)
    def post(self, request: Request, pk: UUID) -> Response:
        """What this result would change, and the `seen` to send with it. Changes nothing."""
        table = to_settle(request.user, pk)
        said = asking.body(request, ResultForm)
        seen = table.match.version  # read first: what comes in from now on was not seen
        told = changes_in_words(settling.foresee(table, **_result(request, table.match, said)))
        return Response(ForeseenShape({"changes": told, "seen": seen}).data)


class TakeBack(APIView):
    @extend_schema(request=DeskReasonForm, responses=ToldShape)
    def post(self, request: Request, pk: UUID) -> Response:
        """Withdraws a result the desk entered; the match goes on."""
        table = to_settle(request.user, pk)
        return _told(settling.take_back(table, by=request.user, **asking.body(request, DeskReasonForm)))


class NoShow(APIView):
    @extend_schema(request=NoShowForm, responses=ToldShape)
    def post(self, request: Request, pk: UUID) -> Response:
        """One seat did not come and loses, or neither came and both lose."""
        table = to_settle(request.user, pk)
        said = {"and_drop": False, **asking.body(request, NoShowForm)}
        return _told(fielding.no_show(table, by=request.user, **said))


class VoidBids(APIView):
    @extend_schema(request=DeskReasonForm, responses=ToldShape)
    def post(self, request: Request, pk: UUID) -> Response:
        """The bids of this game are void and both bid again; nobody learns what was in them."""
        table = _table(request.user, pk)
        table = access_desk.table_to_void_bids(request.user, table.round.stage.tournament.slug, table.pk)
        bidding.void_attempt(table.match, by=request.user, reason=asking.body(request, DeskReasonForm)["why"])
        return _told([_("The bids are void; both players bid again.")])


class DeskPhone(APIView):
    @extend_schema(request=PhoneForm, responses=ToldShape)
    def post(self, request: Request, pk: UUID) -> Response:
        """Who decides at the desk has seen in person whether a guest's new phone is theirs."""
        table = _table(request.user, pk)
        table = access_desk.table_of_phone(request.user, table.round.stage.tournament.slug, table.pk)
        new_phones.decide(access_desk.match_at(table), by=request.user, **asking.body(request, PhoneForm))
        return _told([_("Your decision stands at the match for everybody to read.")])


class DeskBids(APIView):
    @extend_schema(request=PaperBidsForm, responses=ToldShape)
    def post(self, request: Request, pk: UUID) -> Response:
        """Where bids are on paper, staff enter both after they were shown together."""
        table = to_settle(request.user, pk)
        bidding.enter_paper_bids(table.match, by=request.user, **asking.body(request, PaperBidsForm))
        return _told([_("Both bids are entered.")])


class Decide(APIView):
    @extend_schema(request=DecisionForm, responses=ToldShape)
    def post(self, request: Request, pk: UUID, number: int) -> Response:
        """A judge decides one game, on or over."""
        table = to_settle(request.user, pk)
        access.staff_of(request.user, table.round.stage.tournament.slug, *access.JUDGES)
        game = table.match.games.filter(number=number).first()
        if game is None:
            raise Http404(_("There is no such game in this match."))
        said = asking.body(request, DecisionForm)
        winner = seat_numbered(table.match, said["winner"]) if said["winner"] else None
        return _told(settling.decide(game, by=request.user, winner=winner, why=said["why"]))


class ExpectedList(APIView):
    @extend_schema(request=LookForm, responses=ExpectedShape)
    def post(self, request: Request, pk: UUID) -> Response:
        """The exact list a seat plays right now, for judges; the look is on record before anything is told."""
        table = _table(request.user, pk)
        table = access_desk.table_to_check(request.user, table.round.stage.tournament.slug, table.pk)
        said = asking.body(request, LookForm)
        seat = table.match.seats.select_related("user", "deck_version").filter(number=said["seat"]).first()
        if seat is None or seat.deck_version is None:
            raise Refused(_("There is no list at this seat."), code="no_list")
        look(seat.deck_version, request.user, purpose=said["purpose"])
        game = table.match.games.order_by("number").last()
        told = {"name": str(seat.user), "game": game.number, "text": expected.expected_list(game, seat)}
        return Response(ExpectedShape(told).data)


class FeaturedShape(serializers.Serializer):
    """Whether the hall is shown this table first."""

    featured = serializers.BooleanField()


class Feature(APIView):
    @extend_schema(request=Nothing, responses=FeaturedShape)
    def post(self, request: Request, pk: UUID) -> Response:
        """Shows the table first, until its round is closed. Twice is once."""
        table = to_settle(request.user, pk)
        asking.nothing(request)
        return Response(FeaturedShape(featuring.feature(table)).data)

    @extend_schema(responses={200: FeaturedShape})
    def delete(self, request: Request, pk: UUID) -> Response:
        """Takes that back. Twice is once."""
        return Response(FeaturedShape(featuring.unfeature(to_settle(request.user, pk))).data)


def to_settle(user: User, match_pk: UUID) -> Pairing:
    """The table of a match, for staff who do not play at it; with the refusals of table_to_settle."""
    table = _table(user, match_pk)
    return access_desk.table_to_settle(user, table.round.stage.tournament.slug, table.pk)


def _table(user: User, match_pk: UUID) -> Pairing:
    found = Pairing.objects.filter(match=match_pk).select_related("round__stage__tournament").first()
    if found is None:
        raise Http404(_("There is no such match at a table."))
    return found


def _result(request: Request, match: Match, said: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `settling.settle` besides the table."""
    said = {"reason": Reason.PLAYED, **said}
    winner = seat_numbered(match, said["winner"]) if said["winner"] else None
    return {**said, "winner": winner, "reason": Reason(said["reason"]), "by": request.user}


def _not_seen() -> str:
    return _(
        "Another result stands at this table, and you have not said that you saw it. Look at what yours would change, "
        "and send the number “seen” that is told with it."
    )


def _told(changes: list[str]) -> Response:
    return Response(ToldShape({"changes": changes_in_words(changes)}).data)
