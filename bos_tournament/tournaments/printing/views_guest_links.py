"""The page that makes personal links for many guests at once, to print or as a table."""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from bos_tournament.accounts.qr_codes import qr_svg
from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.entrants import guest_links
from bos_tournament.tournaments.entrants.forms import GuestLinksForm
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.printing import printouts
from bos_tournament.tournaments.printing.pdf_response import printed


@login_required
@never_cache
@sensitive_variables()
@require_http_methods(["GET", "HEAD", "POST"])
def print_guest_links(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Says who has no link; a post makes them and shows each this once."""
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    if request.method != "POST":
        return _render(request, tournament, GuestLinksForm())
    form = GuestLinksForm(request.POST)
    if not form.is_valid():
        return _render(request, tournament, form, status=422)
    try:
        issued = guest_links.issue_links(tournament, by=request.user, unopened=form.cleaned_data["unopened"])
    except Refused as refusal:
        show_refusal(form, refusal)
        return _render(request, tournament, form, status=422)
    if "table" in request.POST:
        return _table(tournament, issued)
    if "strips" in request.POST:
        return printed(tournament, "links", printouts.strips(issued))
    cards = [(guest, qr_svg(guest.link, title=str(guest.entrant.user))) for guest in issued]
    return _render(request, tournament, GuestLinksForm(), cards=cards)


def _render(
    request: AuthenticatedHttpRequest,
    tournament: Tournament,
    form: GuestLinksForm,
    *,
    cards: Sequence[tuple[guest_links.GuestLink, str]] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        **tournament_context(request, tournament),
        "form": form,
        "cards": cards,
        "without": guest_links.guests_without(tournament, to=request.user).count(),
        "unopened": guest_links.guests_without(tournament, to=request.user, unopened=True).count(),
        "refusal": guest_links.why_none(tournament, request.user),
        "has_guests": tournament.entrants.filter(user__guest=True).exists(),
        "most": guest_links.MOST_AT_ONCE,
    }
    return render(request, "tournaments/guest_links.html", context, status=status)


def _table(tournament: Tournament, issued: list[guest_links.GuestLink]) -> HttpResponse:
    name = f"{tournament.slug}-links.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    text = "\ufeff" + guest_links.as_table(issued)  # so that spreadsheets read names of any script
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)
