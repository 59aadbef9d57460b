"""The page of a long PDF: how far the worker is, and then the file."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from bos_tournament.tournaments.access.live_page import render_live_page
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.models import Printout, Round
from bos_tournament.tournaments.printing import kept_printouts, pdf_response
from bos_tournament.tournaments.structure import round_names


@require_http_methods(["GET", "HEAD", "POST"])
def printout(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """How far it is, and the file once it is done; a post tries again what was given up."""
    found = kept_printouts.printout_to_see(request.user, slug, pk)
    if request.method == "POST":
        kept_printouts.have_drawn(found)
        return redirect("tournaments:printout", slug, pk)
    failed = kept_printouts.has_failed(found)

    def context() -> dict[str, object]:
        shown = {"printout": found, "failed": failed, "about": _about(found)}
        return {**tournament_context(request, found.tournament), **shown}

    version = f"{found.tournament.version} {found.page} {found.pages} {found.done_at} {failed}"
    page, part = "tournaments/printout.html", "tournaments/_printout.html"
    return render_live_page(request, page, part, version=version, context=context)


@require_safe
def printout_pdf(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """The file; 404 until it is drawn."""
    found = kept_printouts.printout_to_see(request.user, slug, pk)
    if found.done_at is None:
        raise Http404(_("This PDF is not ready yet."))
    return pdf_response.kept(found)


def _about(found: Printout) -> str:
    """The round on it; empty where it is about the whole tournament."""
    rounds = Round.objects.filter(stage__tournament=found.tournament, number=found.round)
    round_ = rounds.select_related("stage__tournament").first()
    return round_names.title(round_) if round_ else ""
