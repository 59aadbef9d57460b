"""The page that makes personal links for many guests at once, to print or as a table."""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from bos_tournament.accounts.qr import qr_svg
from bos_tournament.errors import Refused
from bos_tournament.tournaments import access, guest_links, paper
from bos_tournament.tournaments.access_desk import member
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_people import GuestLinksForm
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.printing import printed


@login_required
@never_cache
@sensitive_variables()
@require_http_methods(["GET", "HEAD", "POST"])
def links(request: HttpRequest, slug: str) -> HttpResponse:
    """Says who has no link; a post makes them and shows each this once."""
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    if request.method != "POST":
        return _render(request, tournament, GuestLinksForm())
    form = GuestLinksForm(request.POST)
    if not form.is_valid():
        return _render(request, tournament, form, status=422)
    try:
        made = guest_links.issue_links(tournament, by=member(request.user), unopened=form.cleaned_data["unopened"])
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return _render(request, tournament, form, status=422)
    if "table" in request.POST:
        return _table(tournament, made)
    if "strips" in request.POST:
        return printed(tournament, "links", paper.strips(made))
    cards = [(one, qr_svg(one.link, title=str(one.entrant.user))) for one in made]
    return _render(request, tournament, GuestLinksForm(), cards=cards)


def _render(
    request: HttpRequest,
    tournament: Tournament,
    form: GuestLinksForm,
    *,
    cards: Sequence[tuple[guest_links.GuestLink, str]] = (),
    status: int = 200,
) -> HttpResponse:
    told = member(request.user)
    context = {
        **frame(request, tournament),
        "form": form,
        "cards": cards,
        "without": guest_links.guests_without(tournament, to=told).count(),
        "unopened": guest_links.guests_without(tournament, to=told, unopened=True).count(),
        "refusal": guest_links.why_none(tournament, told),
        "has_guests": tournament.entrants.filter(user__guest=True).exists(),
        "most": guest_links.MOST_AT_ONCE,
    }
    return render(request, "tournaments/links.html", context, status=status)


def _table(tournament: Tournament, made: list[guest_links.GuestLink]) -> HttpResponse:
    name = f"{tournament.slug}-links.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    text = "\ufeff" + guest_links.as_table(made)  # so that spreadsheets read names of any script
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)
