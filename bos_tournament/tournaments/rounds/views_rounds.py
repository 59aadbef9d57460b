"""Doors of the organizer: starting, drawing, publishing and closing rounds, the cut, the end."""

from dataclasses import asdict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.operations import pagination
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.models import Round, Tournament
from bos_tournament.tournaments.rounds import (
    manual_pairing,
    round_cycle,
    round_repair,
    top_cut,
    tournament_end,
    tournament_start,
)
from bos_tournament.tournaments.rounds.forms import GroupsForm, StartForm, SwapEntrantsForm
from bos_tournament.tournaments.rounds.views_desk import render_desk
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.stages import pulse, tables_found


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def start_tournament(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Shows exactly what a start would do, then does it; what changed meanwhile is shown again."""
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    if tournament.state != Tournament.State.OPEN:
        return redirect("tournaments:desk", slug)
    if request.method != "POST":
        return _look_at_start(request, tournament)
    form = StartForm(request.POST)
    if form.is_valid():
        try:
            tournament_start.start_tournament(tournament, **form.cleaned_data)
            messages.success(
                request, _("%(tournament)s has started. Now draw the first round.") % {"tournament": tournament}
            )
            return redirect("tournaments:desk", slug)
        except Refused as refusal:
            show_refusal(form, refusal)
    tournament.refresh_from_db()
    return _render_start(request, tournament_start.preview_start(tournament), form, status=422)


def _look_at_start(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What a start would do, with ?groups= and ?go_on= in place of what is usual or planned."""
    if not (tournament.has_groups and "groups" in request.GET):
        return _render_start(request, tournament_start.preview_start(tournament))
    groups_form = GroupsForm(request.GET)
    if not groups_form.is_valid():
        return _render_start(request, tournament_start.preview_start(tournament), groups_form=groups_form, status=422)
    return _render_start(
        request, tournament_start.preview_start(tournament, **groups_form.cleaned_data), groups_form=groups_form
    )


@login_required
@require_POST
def draw_round(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    try:
        round_cycle.create_draft_round(tournament, number=number)
    except Refused as refusal:
        return render_desk(request, tournament, refusal=str(refusal), status=422)
    return redirect("tournaments:desk_round", slug, number)


@login_required
@require_POST
def close_and_start_next(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """One tap from one round to the next: closes, draws, publishes."""
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    try:
        drawn = round_cycle.close_and_start_next(tournament, number=number)
    except Refused as refusal:
        return render_desk(request, tournament, refusal=str(refusal), status=422)
    messages.success(request, _("Published: %(round)s. The matches are open.") % {"round": round_names.title(drawn)})
    return redirect("tournaments:desk", slug)


@login_required
@require_safe
def round_page(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """The draft with each pair's reason, or the published round, for staff."""
    current_round, held = desk_access.round_with_roles(request.user, slug, number)
    return _render_round(request, current_round, held=held)


@login_required
@require_POST
def redraw(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    current_round = desk_access.round_to_run(request.user, slug, number)
    sentence = _("Round drawn again. The same data always give the same round.")
    try:
        round_cycle.redraw_round(current_round)
    except Refused as refusal:
        return _refused(request, current_round, refusal)
    messages.success(request, sentence)
    return redirect("tournaments:desk_round", slug, number)


@login_required
@require_POST
def publish(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    current_round = desk_access.round_to_run(request.user, slug, number)
    sentence = _("Published: %(round)s. The matches are open.") % {"round": round_names.title(current_round)}
    try:
        round_cycle.publish(current_round)
    except Refused as refusal:
        return _refused(request, current_round, refusal)
    messages.success(request, sentence)
    return redirect("tournaments:desk", slug)


@login_required
@require_POST
def unpublish(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    current_round = desk_access.round_to_run(request.user, slug, number)
    sentence = _("Back to draft: %(round)s. Its matches are cancelled.") % {"round": round_names.title(current_round)}
    try:
        round_cycle.unpublish(current_round)
    except Refused as refusal:
        return _refused(request, current_round, refusal)
    messages.success(request, sentence)
    return redirect("tournaments:desk_round", slug, number)


@login_required
@require_POST
def close(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    current_round = desk_access.round_to_run(request.user, slug, number)
    sentence = _("Closed: %(round)s. Standings updated.") % {"round": round_names.title(current_round)}
    try:
        round_cycle.close(current_round)
    except Refused as refusal:
        return _refused(request, current_round, refusal)
    messages.success(request, sentence)
    return redirect("tournaments:desk", slug)


@login_required
@require_POST
def discard(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    current_round = desk_access.round_to_run(request.user, slug, number)
    sentence = _("Draft discarded: %(round)s.") % {"round": round_names.title(current_round)}
    try:
        round_cycle.discard(current_round)
    except Refused as refusal:
        return _refused(request, current_round, refusal)
    messages.success(request, sentence)
    return redirect("tournaments:desk", slug)


@login_required
@require_POST
def swap_entrants(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Two people of the draft change places."""
    current_round = desk_access.round_to_run(request.user, slug, number)
    form = SwapEntrantsForm(request.POST, round_=current_round)
    if not form.is_valid():
        return _render_round(request, current_round, form=form, status=422)
    cleaned = form.cleaned_data
    try:
        manual_pairing.swap_entrants(
            current_round, one=cleaned["one"].pk, other=cleaned["other"].pk, why=cleaned["why"]
        )
    except Refused as refusal:
        show_refusal(form, refusal)
        return _render_round(request, current_round, form=form, status=422)
    sentence = _("%(one)s and %(other)s were swapped. The reason becomes public once the round is published.")
    messages.success(request, sentence % {"one": cleaned["one"].user, "other": cleaned["other"].user})
    return redirect("tournaments:desk_round", slug, number)


@login_required
@require_POST
def start_cut(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    try:
        stage = top_cut.start_cut(tournament)
    except Refused as refusal:
        return render_desk(request, tournament, refusal=str(refusal), status=422)
    messages.success(request, _("The bracket of %(size)s was drawn from the standings.") % {"size": stage.size})
    return redirect("tournaments:desk", slug)


@login_required
@require_POST
def finish_tournament(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    try:
        tournament_end.finish_tournament(tournament)
    except Refused as refusal:
        return render_desk(request, tournament, refusal=str(refusal), status=422)
    messages.success(request, _("Tournament finished. The standings are final."))
    return redirect("tournaments:standings", slug)


def _refused(request: HttpRequest, current_round: Round, refusal: Refused) -> HttpResponse:
    """The round with the reason, or the desk when it is gone."""
    there = Round.objects.filter(pk=current_round.pk).select_related("stage__tournament").first()
    if there is None:
        return render_desk(request, current_round.stage.tournament, refusal=str(refusal), status=422)
    return _render_round(request, there, refusal=str(refusal), status=422)


def _render_start(
    request: HttpRequest,
    preview: tournament_start.Preview,
    form: StartForm | None = None,
    *,
    groups_form: GroupsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    rounds_ = form["rounds"].value() if form else preview.rounds
    plan = asdict(preview.groups) if preview.groups else {}
    fresh = StartForm(initial={"token": preview.token, "rounds": rounds_, **plan})
    context = {
        **tournament_context(request, preview.tournament),
        "preview": preview,
        "form": fresh,
        "refused": form,
        "groups_form": groups_form or GroupsForm(initial=plan),
    }
    return render(request, "tournaments/start.html", context, status=status)


def _to_mend(current_round: Round) -> round_repair.Repair | None:
    """What can be fixed; a large round is not looked through unless a result was corrected."""
    is_open = current_round.state == Round.State.PUBLISHED and current_round.closed_at is None
    if not is_open or not round_repair.is_corrected(current_round):
        return None
    return round_repair.repair_of(current_round)


def _render_round(
    request: HttpRequest,
    current_round: Round,
    *,
    held: frozenset[str] | None = None,
    form: SwapEntrantsForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    tournament, words = current_round.stage.tournament, pagination.search_words(request)
    is_draft = current_round.state == Round.State.DRAFT
    shared, now = tournament_context(request, tournament, held=held), pulse(tournament)
    is_settled = current_round.closed_at is not None or tournament.state != Tournament.State.RUNNING
    context = {
        **shared,
        "round": current_round,
        "here": reverse("tournaments:desk_round", args=[tournament.slug, current_round.number]),
        "page": pagination.page(request, tables_found(current_round, words)),
        "words": words,
        "is_draft": is_draft,
        "is_swiss": current_round.stage.is_swiss,
        "is_organizer": tournament_access.ORGANIZER in shared["held"],
        "changed": round_cycle.outdated(current_round, now) if is_draft else [],
        "missing": [] if is_settled else now.missing,
        "to_mend": _to_mend(current_round),
        "form": (form or SwapEntrantsForm(round_=current_round)) if is_draft else form,
        "refusal": refusal,
        "stays": not is_draft and not current_round.closed_at and round_cycle.decided(current_round).exists(),
    }
    return render(request, "tournaments/round.html", context, status=status)
