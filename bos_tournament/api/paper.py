"""Everything that is printed, as PDFs: for everybody, for staff, and lists for judges with each look on record."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from bos_tournament.api import asking
from bos_tournament.api.files import AS_PDF, PDF
from bos_tournament.history import repeats
from bos_tournament.tournaments import access, access_desk, deck_sheets, paper, seating
from bos_tournament.tournaments.fielding import MOST_TABLES
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.printing import A4, LETTER, printed
from bos_tournament.tournaments.sheets import Sheet
from bos_tournament.tournaments.stages import tables_of

MOST_AT_ONCE = 200


class SizeQuery(serializers.Serializer):
    size = serializers.ChoiceField([A4, LETTER], required=False, help_text="of the paper; a4 if not asked")


class PairingsQuery(SizeQuery):
    by = serializers.ChoiceField(["table", "name"], required=False, help_text="the order; by table if not asked")


class SheetsForm(serializers.Serializer):
    purpose = serializers.CharField(max_length=120, help_text="kept with one's name for each list; its owner reads it")
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_TABLES),
        required=False,
        min_length=1,
        max_length=MOST_AT_ONCE,
        help_text="all of them if not asked",
    )


class PairingsPdf(APIView):
    permission_classes, renderer_classes = [AllowAny], PDF

    @extend_schema(parameters=[PairingsQuery], responses=AS_PDF)
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """A published round to hang up, by table or by name."""
        asked = asking.query(request, PairingsQuery)
        tournament, published = access_desk.rounds_to_see(request.user, slug)
        found = access_desk.one_of(published, number)
        assert found is not None
        by = asked.get("by", "table")
        listed = (paper.by_name if by == "name" else paper.by_table)(found, list(tables_of(found)))
        return _pdf(tournament, f"round-{number}-by-{by}", [listed], asked)


class StandingsPdf(APIView):
    permission_classes, renderer_classes = [AllowAny], PDF

    @extend_schema(parameters=[SizeQuery], responses=AS_PDF)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The standings after the last closed round, and the places of the bracket."""
        asked, tournament = asking.query(request, SizeQuery), access.tournament_to_see(request.user, slug)
        return _pdf(tournament, "standings", _some(paper.ranks(tournament), _("There are no standings yet.")), asked)


class BracketPdf(APIView):
    permission_classes, renderer_classes = [AllowAny], PDF

    @extend_schema(parameters=[SizeQuery], responses=AS_PDF)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The bracket as it stands, drawn."""
        asked, tournament = asking.query(request, SizeQuery), access.tournament_to_see(request.user, slug)
        sheets = _some(paper.brackets(tournament), _("This tournament has no bracket yet."))
        return _pdf(tournament, "bracket", sheets, asked)


class MeetingPdf(APIView):
    permission_classes, renderer_classes = [AllowAny], PDF

    @extend_schema(parameters=[SizeQuery], responses=AS_PDF)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Where everybody sits at the player meeting, until the first round is published."""
        asked, tournament = asking.query(request, SizeQuery), access.tournament_to_see(request.user, slug)
        if not seating.is_on(tournament):
            raise Http404(_("There is no player meeting now."))
        return _pdf(tournament, "player-meeting", [paper.meeting(tournament)], asked)


class OwnListPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[SizeQuery], responses=AS_PDF)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """One's own list as it was handed in, on a sheet."""
        asked, tournament = asking.query(request, SizeQuery), access.tournament_to_see(request.user, slug)
        version = access.entrant_with_list(request.user, tournament).deck_version
        if version is None:
            raise Http404(_("You have not handed in a list."))
        return _pdf(tournament, "list", [deck_sheets.own_sheet(version, tournament)], asked)


class FlyerPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[SizeQuery], responses=AS_PDF)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For staff: an invitation to hang up, with the code that joins."""
        asked, tournament = asking.query(request, SizeQuery), access.staff_of(request.user, slug)
        return _pdf(tournament, "flyer", [paper.flyer(tournament)], asked)


class BadgesPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[SizeQuery], responses=AS_PDF)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For staff: a badge for everybody who has a place, with the code that checks them in at the door."""
        asked, tournament = asking.query(request, SizeQuery), access.staff_of(request.user, slug)
        sheets = _some(paper.badges(tournament), _("Nobody is in yet, so there are no badges."))
        return _pdf(tournament, "badges", sheets, asked)


class PackPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[SizeQuery], responses=AS_PDF)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For staff: all that is needed to go on without a network from this moment, in one print."""
        asked, tournament = asking.query(request, SizeQuery), access.staff_of(request.user, slug)
        return _pdf(tournament, "print-pack", paper.pack(tournament, site=settings.PUBLIC_URL), asked)


class SlipsPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[SizeQuery], responses=AS_PDF)
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """For staff: a result slip for each table of a round, drafts too, in cutting order."""
        asked, found = asking.query(request, SizeQuery), access_desk.round_to_look_at(request.user, slug, number)
        entry = f"{settings.PUBLIC_URL}{paper.entry_page(found)}"
        sheet = paper.slips(found, list(tables_of(found)), entry=entry)
        return _pdf(found.stage.tournament, f"slips-{number}", [sheet], asked)


class LogSheetsPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[SizeQuery], responses=AS_PDF)
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """For staff: a sheet for each table of a round to write its games down, the notation on the back."""
        asked, found = asking.query(request, SizeQuery), access_desk.round_to_look_at(request.user, slug, number)
        sheets = paper.log_sheets(found, list(tables_of(found)))
        return _pdf(found.stage.tournament, f"log-sheets-{number}", sheets or [paper.LogSheet()], asked)


class DeckChecksPdf(APIView):
    renderer_classes = PDF

    @extend_schema(request=SheetsForm, parameters=[SizeQuery], responses=AS_PDF)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """For judges: the decks that these tables play now, to be ticked off; each look is on record first."""
        asked, found = asking.query(request, SizeQuery), access_desk.round_to_check(request.user, slug, number)
        tournament, said = found.stage.tournament, _sheets(request)

        def sheets() -> HttpResponse:
            made = deck_sheets.deck_sheets(found, by=request.user, **said)
            return _pdf(tournament, f"deck-checks-{number}", made, asked)

        return _on_record(request, sheets)


class ListsPdf(APIView):
    renderer_classes = PDF

    @extend_schema(request=SheetsForm, parameters=[SizeQuery], responses=AS_PDF)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """For judges, before any match: the lists as they were handed in; each look is on record first."""
        asked, tournament = asking.query(request, SizeQuery), access.lists_to_print(request.user, slug)
        said = _sheets(request)

        def sheets() -> HttpResponse:
            return _pdf(tournament, "lists", deck_sheets.list_sheets(tournament, by=request.user, **said), asked)

        return _on_record(request, sheets)


def _pdf(tournament: Tournament, name: str, sheets: Sequence[Sheet], asked: dict[str, Any]) -> HttpResponse:
    return printed(tournament, name, sheets, size=asked.get("size", A4))


def _some(sheets: Sequence[Sheet], missing: str) -> Sequence[Sheet]:
    """The sheets; 404 where there is nothing to print."""
    if not sheets:
        raise Http404(missing)
    return sheets


def _sheets(request: Request) -> dict[str, Any]:
    """The arguments of a deed that prints lists, besides whose and by whom."""
    said = asking.body(request, SheetsForm)
    return {"purpose": said["purpose"], "tables": frozenset(said["tables"]) if "tables" in said else None}


def _on_record(request: Request, sheets: Callable[[], HttpResponse]) -> HttpResponse:
    """The print. Sent again with its Idempotency-Key it is the same paper, and nobody looked twice."""

    def done() -> tuple[int, dict[str, str]]:
        made = sheets()
        return made.status_code, {"paper": b64encode(made.content).decode(), "name": made["Content-Disposition"]}

    asked = [request.method, request.get_full_path(), request.data]
    status, kept = repeats.once(request.user, asking.key_of(request), asked, done)
    again = HttpResponse(b64decode(kept["paper"]), content_type="application/pdf", status=status)
    again["Content-Disposition"] = kept["name"]
    return again
