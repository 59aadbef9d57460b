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

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.operations import pagination
from bos_tournament.operations.markdown import rendered
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import series_access, tournament_access
from bos_tournament.tournaments.models.series import Series
from bos_tournament.tournaments.players.player_profiles import has_page
from bos_tournament.tournaments.series import season_standings
from bos_tournament.tournaments.series import series_setup as deeds
from bos_tournament.tournaments.series.forms import IntoSeriesForm, OrganizerForm, SeriesForm, TournamentForm
from bos_tournament.tournaments.structure import icalendar

AT_ONCE = 30  # rows and series on a page


@require_safe
def list_series(request: HttpRequest) -> HttpResponse:
    """All series, the newest first; ?q= finds them by name."""
    words = pagination.search_words(request)
    page = Paginator(series_access.every(words), AT_ONCE).get_page(request.GET.get("page"))
    return render(request, "tournaments/series_list.html", {"page": page, "words": words})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_series(request: AuthenticatedHttpRequest) -> HttpResponse:
    organizer = tournament_access.organizer_to_be(request.user)
    form = SeriesForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            series_ = deeds.create(organizer, form.plan())
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Series created. Add tournaments whenever you like."))
            return redirect(series_)
    return render(request, "tournaments/series_new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def one_series(request: HttpRequest, series: str) -> HttpResponse:
    """The season table, its tournaments and how points are given; ?q= finds a player."""
    return _render_one(request, series_access.series_to_see(series))


@require_safe
def player(request: HttpRequest, series: str, pk: UUID) -> HttpResponse:
    """All results of one player in the series."""
    series_ = series_access.series_to_see(series)
    row = season_standings.row_of(series_, pk, request.user)
    context = {"series": series_, "row": row, "has_page": row.user is not None and has_page(row.user)}
    return render(request, "tournaments/series_player.html", context)


@require_safe
def series_table_csv(request: HttpRequest, series: str) -> HttpResponse:
    """The season table for a spreadsheet."""
    series_ = series_access.series_to_see(series)
    response = HttpResponse(season_standings.as_csv(series_, request.user), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{series_.slug}.csv"'
    return response


@require_safe
def calendar(request: HttpRequest, series: str) -> HttpResponse:
    """Its tournaments, to subscribe to."""
    series_ = series_access.series_to_see(series)
    tournaments = [
        tournament for tournament in season_standings.tournaments_of(series_, request.user) if not tournament.is_private
    ]
    text = icalendar.calendar(series_.name, tournaments, site=settings.PUBLIC_URL)
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{series_.slug}.ics"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_series(request: AuthenticatedHttpRequest, series: str) -> HttpResponse:
    series_ = series_access.series_to_run(request.user, series)
    form = SeriesForm(request.POST if request.method == "POST" else None, series=series_)
    if request.method == "POST" and form.is_valid():
        try:
            deeds.edit_series(series_, form.plan())
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Series saved; its table is updated at once."))
            return redirect(series_)
    return _render_edit(request, series_, form=form, status=422 if form.errors else 200)


@login_required
@require_POST
def attach(request: AuthenticatedHttpRequest, series: str) -> HttpResponse:
    """Puts a tournament into the series, from the page of the series."""
    series_ = series_access.series_to_run(request.user, series)
    form = TournamentForm(request.POST, choices=series_access.tournaments_to_put_in(request.user, series_))
    if form.is_valid():
        chosen = series_access.series_and_tournament_to_run(request.user, series, form.cleaned_data["tournament"].slug)
        try:
            deeds.attach(*chosen)
        except Refused as refusal:
            show_refusal(form, refusal, at="tournament")
        else:
            messages.success(request, _("%(tournament)s was added to the series.") % {"tournament": chosen[1]})
            return redirect(series_)
    return _render_one(request, series_, form=form, status=422)


@login_required
@require_POST
def take_out(request: AuthenticatedHttpRequest, series: str, slug: str) -> HttpResponse:
    """Takes a tournament out, from the page of the series."""
    leg = series_access.leg_to_take_out(request.user, series, slug)
    deeds.take_out(leg)
    messages.success(request, _("%(tournament)s was removed from the series.") % {"tournament": leg.tournament})
    return redirect(leg.series)


@login_required
@require_POST
def attach_own(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Puts the tournament into a series, from its settings."""
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    form = IntoSeriesForm(request.POST, choices=series_access.series_to_put_into(request.user, tournament))
    if form.is_valid():
        chosen = series_access.series_and_tournament_to_run(request.user, form.cleaned_data["series"].slug, slug)
        try:
            deeds.attach(*chosen)
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("Added to the series %(series)s.") % {"series": chosen[0]})
    else:
        messages.error(request, " ".join(map(str, form.errors["series"])))
    return redirect("tournaments:edit", slug)


@login_required
@require_POST
def take_out_own(request: AuthenticatedHttpRequest, slug: str, series: str) -> HttpResponse:
    """Takes the tournament out of a series, from its settings."""
    leg = series_access.leg_to_take_out(request.user, series, slug)
    deeds.take_out(leg)
    messages.success(request, _("Removed from the series %(series)s.") % {"series": leg.series})
    return redirect("tournaments:edit", slug)


@login_required
@require_POST
def add_organizer(request: AuthenticatedHttpRequest, series: str) -> HttpResponse:
    series_ = series_access.series_to_run(request.user, series)
    form = OrganizerForm(request.POST)
    if form.is_valid():
        try:
            role = deeds.add_organizer(series_, handle=form.cleaned_data["handle"])
        except Refused as refusal:
            show_refusal(form, refusal, at="handle")
        else:
            messages.success(request, _("%(person)s now organizes the series too.") % {"person": role.user})
            return redirect("tournaments:edit_series", series)
    return _render_edit(request, series_, people=form, status=422)


@login_required
@require_POST
def remove_organizer(request: AuthenticatedHttpRequest, series: str, pk: int) -> HttpResponse:
    role = series_access.organizer_to_remove(request.user, series, pk)
    try:
        deeds.remove_organizer(role)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("%(person)s no longer organizes the series.") % {"person": role.user})
    return redirect(role.series) if role.user_id == request.user.pk else redirect("tournaments:edit_series", series)


@login_required
@require_POST
def delete_series(request: AuthenticatedHttpRequest, series: str) -> HttpResponse:
    series_ = series_access.series_to_run(request.user, series)
    try:
        deeds.delete_series(series_)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("tournaments:edit_series", series)
    messages.success(request, _("Series %(series)s deleted.") % {"series": series_})
    return redirect("tournaments:series")


def _render_one(
    request: HttpRequest, series: Series, *, form: TournamentForm | None = None, status: int = 200
) -> HttpResponse:
    user, words = request.user, pagination.search_words(request)
    table, tournaments = season_standings.season_table(series), season_standings.tournaments_of(series, user)
    standings = season_standings.found(table, words)
    lines: Any = season_standings.Lines(standings, tournaments, user, most=season_standings.MOST_SHOWN)
    runs = series_access.organizes(user, series)
    if runs and form is None:
        form = TournamentForm(choices=series_access.tournaments_to_put_in(user, series))
    own = next((at for at, standing in enumerate(table) if standing.player == str(user.pk)), None)
    context = {
        "series": series,
        "description": rendered(series.description),
        "rule": season_standings.scoring_rules(series),
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
        "me": request.user,
    }
    return render(request, "tournaments/series_edit.html", context, status=status)
