"""Pages of series: all of them, the season table, a player's results in it, and what organizers do."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.errors import Refused
from bos_tournament.tournaments import access, access_series, calendars, paging, season_table
from bos_tournament.tournaments import series as deeds
from bos_tournament.tournaments.access_desk import member
from bos_tournament.tournaments.descriptions import rendered
from bos_tournament.tournaments.forms_planning import show_refusal
from bos_tournament.tournaments.forms_series import IntoSeriesForm, OrganizerForm, SeriesForm, TournamentForm
from bos_tournament.tournaments.models_series import Series
from bos_tournament.tournaments.players import has_page

AT_ONCE = 30  # rows and series on a page


@require_safe
def every(request: HttpRequest) -> HttpResponse:
    """All series, the newest first; ?q= finds them by name."""
    words = paging.words(request)
    page = Paginator(access_series.every(words), AT_ONCE).get_page(request.GET.get("page"))
    return render(request, "tournaments/series_list.html", {"page": page, "words": words})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    organizer = access.organizer_to_be(request.user)
    form = SeriesForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = deeds.create(organizer, form.plan())
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("The series is there. Put tournaments into it, whenever you like."))
            return redirect(made)
    return render(request, "tournaments/series_new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def one(request: HttpRequest, series: str) -> HttpResponse:
    """The season table, its tournaments and how points are given; ?q= finds a player."""
    return _render_one(request, access_series.series_to_see(series))


@require_safe
def player(request: HttpRequest, series: str, pk: UUID) -> HttpResponse:
    """All results of one player in the series."""
    found = access_series.series_to_see(series)
    row = season_table.row_of(found, pk, request.user)
    context = {"series": found, "row": row, "has_page": row.user is not None and has_page(row.user)}
    return render(request, "tournaments/series_player.html", context)


@require_safe
def table_file(request: HttpRequest, series: str) -> HttpResponse:
    """The season table for a spreadsheet."""
    found = access_series.series_to_see(series)
    response = HttpResponse(season_table.as_csv(found, request.user), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.slug}.csv"'
    return response


@require_safe
def calendar(request: HttpRequest, series: str) -> HttpResponse:
    """Its tournaments, to subscribe to."""
    found = access_series.series_to_see(series)
    told = [one for one in season_table.tournaments_of(found, request.user) if not one.is_private]
    text = calendars.calendar(found.name, told, site=settings.PUBLIC_URL)
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{found.slug}.ics"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, series: str) -> HttpResponse:
    found = access_series.series_to_run(request.user, series)
    form = SeriesForm(request.POST if request.method == "POST" else None, series=found)
    if request.method == "POST" and form.is_valid():
        try:
            deeds.edit(found, form.plan())
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("The series is saved; its table follows at once."))
            return redirect(found)
    return _render_edit(request, found, form=form, status=422 if form.errors else 200)


@login_required
@require_POST
def attach(request: HttpRequest, series: str) -> HttpResponse:
    """Puts a tournament into the series, from the page of the series."""
    found = access_series.series_to_run(request.user, series)
    form = TournamentForm(request.POST, choices=access_series.tournaments_to_put_in(request.user, found))
    if form.is_valid():
        chosen = access_series.both_to_run(request.user, series, form.cleaned_data["tournament"].slug)
        try:
            deeds.attach(*chosen)
        except Refused as refusal:
            form.add_error("tournament", str(refusal))
        else:
            messages.success(request, _("%(tournament)s is in the series.") % {"tournament": chosen[1]})
            return redirect(found)
    return _render_one(request, found, form=form, status=422)


@login_required
@require_POST
def take_out(request: HttpRequest, series: str, slug: str) -> HttpResponse:
    """Takes a tournament out, from the page of the series."""
    leg = access_series.leg_to_take_out(request.user, series, slug)
    deeds.take_out(leg)
    messages.success(request, _("%(tournament)s is out of the series.") % {"tournament": leg.tournament})
    return redirect(leg.series)


@login_required
@require_POST
def attach_own(request: HttpRequest, slug: str) -> HttpResponse:
    """Puts the tournament into a series, from its settings."""
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    form = IntoSeriesForm(request.POST, choices=access_series.series_to_put_into(request.user, tournament))
    if form.is_valid():
        chosen = access_series.both_to_run(request.user, form.cleaned_data["series"].slug, slug)
        try:
            deeds.attach(*chosen)
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("It is in the series %(series)s now.") % {"series": chosen[0]})
    else:
        messages.error(request, " ".join(map(str, form.errors["series"])))
    return redirect("tournaments:edit", slug)


@login_required
@require_POST
def take_out_own(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """Takes the tournament out of a series, from its settings."""
    leg = access_series.leg_to_take_out(request.user, series, slug)
    deeds.take_out(leg)
    messages.success(request, _("It is out of the series %(series)s.") % {"series": leg.series})
    return redirect("tournaments:edit", slug)


@login_required
@require_POST
def add_organizer(request: HttpRequest, series: str) -> HttpResponse:
    found = access_series.series_to_run(request.user, series)
    form = OrganizerForm(request.POST)
    if form.is_valid():
        try:
            role = deeds.add_organizer(found, handle=form.cleaned_data["handle"])
        except Refused as refusal:
            form.add_error("handle", str(refusal))
        else:
            messages.success(request, _("%(person)s organizes the series too.") % {"person": role.user})
            return redirect("tournaments:edit_series", series)
    return _render_edit(request, found, people=form, status=422)


@login_required
@require_POST
def remove_organizer(request: HttpRequest, series: str, pk: int) -> HttpResponse:
    role = access_series.organizer_to_remove(request.user, series, pk)
    try:
        deeds.remove_organizer(role)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("%(person)s does not organize the series any more.") % {"person": role.user})
    return redirect(role.series) if role.user_id == request.user.pk else redirect("tournaments:edit_series", series)


@login_required
@require_POST
def delete(request: HttpRequest, series: str) -> HttpResponse:
    found = access_series.series_to_run(request.user, series)
    try:
        deeds.delete(found)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("tournaments:edit_series", series)
    messages.success(request, _("The series %(series)s is deleted.") % {"series": found})
    return redirect("tournaments:series")


def _render_one(
    request: HttpRequest, series: Series, *, form: TournamentForm | None = None, status: int = 200
) -> HttpResponse:
    user, words = request.user, paging.words(request)
    table, tournaments = season_table.table(series), season_table.tournaments_of(series, user)
    found = season_table.found(table, words)
    lines: Any = season_table.Lines(found, tournaments, user, most=season_table.MOST_SHOWN)
    runs = access_series.organizes(user, series)
    if runs and form is None:
        form = TournamentForm(choices=access_series.tournaments_to_put_in(user, series))
    own = next((at for at, one in enumerate(table) if one.player == str(user.pk)), None)
    context = {
        "series": series,
        "description": rendered(series.description),
        "rule": season_table.rule(series),
        "tournaments": tournaments,
        "page": Paginator(lines, AT_ONCE).get_page(request.GET.get("page")),
        "players": len(table),
        "own": None if own is None else table[own],
        "own_page": None if own is None else own // AT_ONCE + 1,
        "words": words,
        "runs": runs,
        "form": form if runs else None,
    }
    return render(request, "tournaments/series.html", context, status=status)


def _render_edit(
    request: HttpRequest,
    series: Series,
    *,
    form: SeriesForm | None = None,
    people: OrganizerForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "series": series,
        "form": form or SeriesForm(series=series),
        "people": people or OrganizerForm(),
        "organizers": series.organizers.select_related("user"),
        "me": member(request.user),
    }
    return render(request, "tournaments/series_edit.html", context, status=status)
