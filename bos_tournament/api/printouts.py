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

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.files import AS_PDF, PDF
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.operations import idempotency
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.entrants import player_meeting
from bos_tournament.tournaments.entrants.participation import MOST_TABLES
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.printing import deck_sheets, printouts
from bos_tournament.tournaments.printing.pdf_response import A4, LETTER, printed
from bos_tournament.tournaments.printing.sheets import LogSheet, Sheet
from bos_tournament.tournaments.structure.stages import tables_of

MOST_AT_ONCE = 200


class PaperSizeQuerySerializer(serializers.Serializer):
    size = serializers.ChoiceField([A4, LETTER], required=False, help_text="of the paper; a4 if not asked")


class PairingsPrintoutQuerySerializer(PaperSizeQuerySerializer):
    by = serializers.ChoiceField(["table", "name"], required=False, help_text="the order; by table if not asked")


class DeckCheckSheetsRequestSerializer(serializers.Serializer):
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

    @extend_schema(parameters=[PairingsPrintoutQuerySerializer], responses=AS_PDF)
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """A published round to hang up, by table or by name."""
        query = request_parsing.query(request, PairingsPrintoutQuerySerializer)
        tournament, published = desk_access.rounds_to_see(request.user, slug)
        round_ = desk_access.one_of(published, number)
        assert round_ is not None
        by = query.get("by", "table")
        listed = (printouts.by_name if by == "name" else printouts.by_table)(round_, list(tables_of(round_)))
        return _pdf(tournament, f"round-{number}-by-{by}", [listed], query)


class StandingsPdf(APIView):
    permission_classes, renderer_classes = [AllowAny], PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=AS_PDF)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The standings after the last closed round, and the places of the bracket."""
        query, tournament = (
            request_parsing.query(request, PaperSizeQuerySerializer),
            tournament_access.tournament_to_see(request.user, slug),
        )
        return _pdf(
            tournament, "standings", _some(printouts.ranks(tournament), _("There are no standings yet.")), query
        )


class BracketPdf(APIView):
    permission_classes, renderer_classes = [AllowAny], PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=AS_PDF)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The bracket as it stands, drawn."""
        query, tournament = (
            request_parsing.query(request, PaperSizeQuerySerializer),
            tournament_access.tournament_to_see(request.user, slug),
        )
        sheets = _some(printouts.brackets(tournament), _("This tournament has no bracket yet."))
        return _pdf(tournament, "bracket", sheets, query)


class MeetingPdf(APIView):
    permission_classes, renderer_classes = [AllowAny], PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=AS_PDF)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Where everybody sits at the player meeting, until the first round is published."""
        query, tournament = (
            request_parsing.query(request, PaperSizeQuerySerializer),
            tournament_access.tournament_to_see(request.user, slug),
        )
        if not player_meeting.is_on(tournament):
            raise Http404(_("There is no player meeting now."))
        return _pdf(tournament, "player-meeting", [printouts.meeting(tournament)], query)


class OwnListPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=AS_PDF)
    def get(self, request: AuthenticatedRequest, slug: str) -> HttpResponse:
        """One's own list as it was handed in, on a sheet."""
        query, tournament = (
            request_parsing.query(request, PaperSizeQuerySerializer),
            tournament_access.tournament_to_see(request.user, slug),
        )
        version = tournament_access.entrant_with_list(request.user, tournament).deck_version
        if version is None:
            raise Http404(_("You have not submitted a deck list."))
        return _pdf(tournament, "list", [deck_sheets.own_sheet(version, tournament)], query)


class FlyerPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=AS_PDF)
    def get(self, request: AuthenticatedRequest, slug: str) -> HttpResponse:
        """For staff: an invitation to hang up, with the code that joins."""
        query, tournament = (
            request_parsing.query(request, PaperSizeQuerySerializer),
            tournament_access.staff_of(request.user, slug),
        )
        return _pdf(tournament, "flyer", [printouts.flyer(tournament)], query)


class BadgesPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=AS_PDF)
    def get(self, request: AuthenticatedRequest, slug: str) -> HttpResponse:
        """For staff: a badge for everybody who has a place, with the code that checks them in at the door."""
        query, tournament = (
            request_parsing.query(request, PaperSizeQuerySerializer),
            tournament_access.staff_of(request.user, slug),
        )
        sheets = _some(printouts.badges(tournament), _("No players yet, so there are no badges."))
        return _pdf(tournament, "badges", sheets, query)


class PackPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=AS_PDF)
    def get(self, request: AuthenticatedRequest, slug: str) -> HttpResponse:
        """For staff: all that is needed to go on without a network from this moment, in one print."""
        query, tournament = (
            request_parsing.query(request, PaperSizeQuerySerializer),
            tournament_access.staff_of(request.user, slug),
        )
        return _pdf(tournament, "print-pack", printouts.pack(tournament, site=settings.PUBLIC_URL), query)


class SlipsPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=AS_PDF)
    def get(self, request: AuthenticatedRequest, slug: str, number: int) -> HttpResponse:
        """For staff: a result slip for each table of a round, drafts too, in cutting order."""
        query, round_ = (
            request_parsing.query(request, PaperSizeQuerySerializer),
            desk_access.round_to_look_at(request.user, slug, number),
        )
        entry = f"{settings.PUBLIC_URL}{printouts.entry_page(round_)}"
        sheet = printouts.slips(round_, list(tables_of(round_)), entry=entry)
        return _pdf(round_.stage.tournament, f"slips-{number}", [sheet], query)


class LogSheetsPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=AS_PDF)
    def get(self, request: AuthenticatedRequest, slug: str, number: int) -> HttpResponse:
        """For staff: a sheet for each table of a round to write its games down, the notation on the back."""
        query, round_ = (
            request_parsing.query(request, PaperSizeQuerySerializer),
            desk_access.round_to_look_at(request.user, slug, number),
        )
        sheets = printouts.log_sheets(round_, list(tables_of(round_)))
        return _pdf(round_.stage.tournament, f"log-sheets-{number}", sheets or [LogSheet()], query)


class DeckChecksPdf(APIView):
    renderer_classes = PDF

    @extend_schema(request=DeckCheckSheetsRequestSerializer, parameters=[PaperSizeQuerySerializer], responses=AS_PDF)
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> HttpResponse:
        """For judges: the decks that these tables play now, to be ticked off; each look is on record first."""
        query, round_ = (
            request_parsing.query(request, PaperSizeQuerySerializer),
            desk_access.round_to_check(request.user, slug, number),
        )
        tournament, arguments = round_.stage.tournament, _sheets(request)

        def sheets() -> HttpResponse:
            pages = deck_sheets.deck_sheets(round_, by=request.user, **arguments)
            return _pdf(tournament, f"deck-checks-{number}", pages, query)

        return _on_record(request, sheets)


class ListsPdf(APIView):
    renderer_classes = PDF

    @extend_schema(request=DeckCheckSheetsRequestSerializer, parameters=[PaperSizeQuerySerializer], responses=AS_PDF)
    def post(self, request: AuthenticatedRequest, slug: str) -> HttpResponse:
        """For judges, before any match: the lists as they were handed in; each look is on record first."""
        query, tournament = (
            request_parsing.query(request, PaperSizeQuerySerializer),
            tournament_access.lists_to_print(request.user, slug),
        )
        arguments = _sheets(request)

        def sheets() -> HttpResponse:
            return _pdf(tournament, "lists", deck_sheets.list_sheets(tournament, by=request.user, **arguments), query)

        return _on_record(request, sheets)


def _pdf(tournament: Tournament, name: str, sheets: Sequence[Sheet], query: dict[str, Any]) -> HttpResponse:
    return printed(tournament, name, sheets, size=query.get("size", A4))


def _some(sheets: Sequence[Sheet], missing: str) -> Sequence[Sheet]:
    """The sheets; 404 where there is nothing to print."""
    if not sheets:
        raise Http404(missing)
    return sheets


def _sheets(request: Request) -> dict[str, Any]:
    """The arguments of a deed that prints lists, besides whose and by whom."""
    fields = request_parsing.body(request, DeckCheckSheetsRequestSerializer)
    return {"purpose": fields["purpose"], "tables": frozenset(fields["tables"]) if "tables" in fields else None}


def _on_record(request: AuthenticatedRequest, sheets: Callable[[], HttpResponse]) -> HttpResponse:
    """The print. Sent again with its Idempotency-Key it is the same paper, and nobody looked twice."""

    def done() -> tuple[int, dict[str, str]]:
        response = sheets()
        return response.status_code, {
            "paper": b64encode(response.content).decode(),
            "name": response["Content-Disposition"],
        }

    content = [request.method, request.get_full_path(), request.data]
    status, paper = idempotency.run_once(request.user, request_parsing.key_of(request), content, done)
    again = HttpResponse(b64decode(paper["paper"]), content_type="application/pdf", status=status)
    again["Content-Disposition"] = paper["name"]
    return again
