"""Everything that is printed, as PDFs: for everybody, for staff, and lists for judges with each look on record."""

from base64 import b64decode, b64encode
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.files import AS_PDF, PDF
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.errors import Refused
from bos_tournament.operations import idempotency
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.entrants.participation import MOST_TABLES
from bos_tournament.tournaments.models import Printout
from bos_tournament.tournaments.printing import deck_sheets, kept_printouts, printouts
from bos_tournament.tournaments.printing.pdf_response import A4, LETTER, kept, print_or_queue, printed
from bos_tournament.tournaments.printing.printables import Kind, Printable, printable

MOST_AT_ONCE = 200
LOOK_AGAIN = 2  # seconds until a program may ask how far a PDF is


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


class PrintoutSerializer(serializers.Serializer):
    """A long PDF that a worker draws. Ask at `url` again until it answers with the PDF."""

    id = serializers.UUIDField()
    page = serializers.IntegerField(help_text="being drawn; 0 before the first")
    pages = serializers.IntegerField(help_text="0 until they are counted")
    url = serializers.CharField()


DRAWN_OR_WAITING = {**AS_PDF, (202, "application/json"): PrintoutSerializer}


class PairingsPdf(APIView):
    permission_classes, renderer_classes = [AllowAny], PDF

    @extend_schema(parameters=[PairingsPrintoutQuerySerializer], responses=DRAWN_OR_WAITING)
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """A published round to hang up, by table or by name."""
        query = request_parsing.query(request, PairingsPrintoutQuerySerializer)
        kind = Kind.BY_NAME if query.get("by") == "name" else Kind.BY_TABLE
        return _pdf(printable(kind, request.user, slug, number), query)


class StandingsPdf(APIView):
    permission_classes, renderer_classes = [AllowAny], PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=DRAWN_OR_WAITING)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The standings after the last closed round, and the places of the bracket."""
        query = request_parsing.query(request, PaperSizeQuerySerializer)
        return _pdf(printable(Kind.STANDINGS, request.user, slug), query)


class BracketPdf(APIView):
    permission_classes, renderer_classes = [AllowAny], PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=DRAWN_OR_WAITING)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The bracket as it stands, drawn."""
        query = request_parsing.query(request, PaperSizeQuerySerializer)
        return _pdf(printable(Kind.BRACKET, request.user, slug), query)


class MeetingPdf(APIView):
    permission_classes, renderer_classes = [AllowAny], PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=DRAWN_OR_WAITING)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Where everybody sits at the player meeting, until the first round is published."""
        query = request_parsing.query(request, PaperSizeQuerySerializer)
        return _pdf(printable(Kind.MEETING, request.user, slug), query)


class PrintoutPdf(APIView):
    permission_classes, renderer_classes = [AllowAny], PDF

    @extend_schema(responses=DRAWN_OR_WAITING)
    def get(self, request: Request, slug: str, pk: UUID) -> HttpResponse:
        """A long PDF, or how far it is; for who may ask for the same now, and deck lists for who asked for them alone.

        Given up it is a refusal (`printout_failed`); ask for the PDF again to have it tried again.
        """
        printout = kept_printouts.printout_to_see(request.user, slug, pk)
        if kept_printouts.has_failed(printout):
            raise Refused(_("This PDF could not be created. Ask for it again."), code="printout_failed")
        return _kept(printout)


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
        sheet = deck_sheets.own_sheet(version, tournament)
        return printed(tournament, "list", [sheet], size=query.get("size", A4))


class FlyerPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=AS_PDF)
    def get(self, request: AuthenticatedRequest, slug: str) -> HttpResponse:
        """For staff: an invitation to hang up, with the code that joins."""
        query, tournament = (
            request_parsing.query(request, PaperSizeQuerySerializer),
            tournament_access.staff_of(request.user, slug),
        )
        return printed(tournament, "flyer", [printouts.flyer(tournament)], size=query.get("size", A4))


class BadgesPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=DRAWN_OR_WAITING)
    def get(self, request: AuthenticatedRequest, slug: str) -> HttpResponse:
        """For staff: a badge for everybody who has a place, with the code that checks them in at the door."""
        query = request_parsing.query(request, PaperSizeQuerySerializer)
        return _pdf(printable(Kind.BADGES, request.user, slug), query)


class PackPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=DRAWN_OR_WAITING)
    def get(self, request: AuthenticatedRequest, slug: str) -> HttpResponse:
        """For staff: all that is needed to go on without a network from this moment, in one print."""
        query = request_parsing.query(request, PaperSizeQuerySerializer)
        return _pdf(printable(Kind.PACK, request.user, slug), query)


class SlipsPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=DRAWN_OR_WAITING)
    def get(self, request: AuthenticatedRequest, slug: str, number: int) -> HttpResponse:
        """For staff: a result slip for each table of a round, drafts too, in cutting order."""
        query = request_parsing.query(request, PaperSizeQuerySerializer)
        return _pdf(printable(Kind.SLIPS, request.user, slug, number), query)


class LogSheetsPdf(APIView):
    renderer_classes = PDF

    @extend_schema(parameters=[PaperSizeQuerySerializer], responses=DRAWN_OR_WAITING)
    def get(self, request: AuthenticatedRequest, slug: str, number: int) -> HttpResponse:
        """For staff: a sheet for each table of a round to write its games down, the notation on the back."""
        query = request_parsing.query(request, PaperSizeQuerySerializer)
        return _pdf(printable(Kind.LOG_SHEETS, request.user, slug, number), query)


class DeckChecksPdf(APIView):
    renderer_classes = PDF

    @extend_schema(
        request=DeckCheckSheetsRequestSerializer, parameters=[PaperSizeQuerySerializer], responses=DRAWN_OR_WAITING
    )
    def post(self, request: AuthenticatedRequest, slug: str, number: int) -> HttpResponse:
        """For judges: the decks that these tables play now, to be ticked off; each look is on record first."""
        query = request_parsing.query(request, PaperSizeQuerySerializer)
        return _on_record(request, printable(Kind.DECKS, request.user, slug, number), query)


class ListsPdf(APIView):
    renderer_classes = PDF

    @extend_schema(
        request=DeckCheckSheetsRequestSerializer, parameters=[PaperSizeQuerySerializer], responses=DRAWN_OR_WAITING
    )
    def post(self, request: AuthenticatedRequest, slug: str) -> HttpResponse:
        """For judges, before any match: the lists as they were handed in; each look is on record first."""
        query = request_parsing.query(request, PaperSizeQuerySerializer)
        return _on_record(request, printable(Kind.LISTS, request.user, slug), query)


def _pdf(asked: Printable, query: dict[str, Any]) -> HttpResponse:
    found = print_or_queue(asked, size=query.get("size", A4))
    return _kept(found) if isinstance(found, Printout) else found


def _kept(printout: Printout) -> HttpResponse:
    """The PDF, or while it is drawn how far it is, and where to ask again."""
    if printout.done_at:
        return kept(printout)
    where = reverse("api:printout", args=[printout.tournament.slug, printout.pk])
    content = {"id": printout.pk, "page": printout.page, "pages": printout.pages, "url": where}
    headers = {"Location": where, "Retry-After": str(LOOK_AGAIN)}
    return JsonResponse(PrintoutSerializer(content).data, status=202, headers=headers)


def _sheets(request: Request) -> dict[str, Any]:
    """What is asked of a print with lists, besides whose and by whom."""
    fields = request_parsing.body(request, DeckCheckSheetsRequestSerializer)
    return {
        "purpose": fields["purpose"],
        "tables": frozenset(fields["tables"]) if "tables" in fields else None,
    }


def _on_record(request: AuthenticatedRequest, asked: Printable, query: dict[str, Any]) -> HttpResponse:
    """The print. Sent again with its Idempotency-Key it is the same paper, and nobody looked twice."""
    chosen = replace(asked, **_sheets(request))

    def done() -> tuple[int, dict[str, str]]:
        found = print_or_queue(chosen, size=query.get("size", A4))
        if isinstance(found, Printout):
            return 202, {"printout": str(found.pk)}
        return found.status_code, {"paper": b64encode(found.content).decode(), "name": found["Content-Disposition"]}

    content = [request.method, request.get_full_path(), request.data]
    status, paper = idempotency.run_once(request.user, request_parsing.key_of(request), content, done)
    if status == 202:
        return _kept(kept_printouts.printout_to_see(request.user, asked.tournament.slug, UUID(paper["printout"])))
    again = HttpResponse(b64decode(paper["paper"]), content_type="application/pdf", status=status)
    again["Content-Disposition"] = paper["name"]
    return again
