"""Doors of the organizer: starting, drawing, publishing and closing rounds, the cut, the end."""

from collections.abc import Callable
from dataclasses import asdict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.errors import Refused
from bos_tournament.tournaments import (
    access,
    access_desk,
    cut,
    finishing,
    hand,
    paging,
    repairing,
    round_names,
    rounds,
    starting,
)
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_desk import ExchangeForm, GroupsForm, StartForm
from bos_tournament.tournaments.forms_planning import show_refusal
from bos_tournament.tournaments.models import Round, Tournament
from bos_tournament.tournaments.stages import pulse, tables_found
from bos_tournament.tournaments.views_desk import render_desk


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows exactly what a start would do, then does it; what changed meanwhile is shown again."""
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    if tournament.state != Tournament.State.OPEN:
        return redirect("tournaments:desk", slug)
    if request.method != "POST":
        return _look_at_start(request, tournament)
    form = StartForm(request.POST)
    if form.is_valid():
        try:
            starting.start(tournament, **form.cleaned_data)
            messages.success(
                request, _("%(tournament)s has started. Now draw the first round.") % {"tournament": tournament}
            )
            return redirect("tournaments:desk", slug)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    tournament.refresh_from_db()
    return _render_start(request, starting.preview_start(tournament), form, status=422)


def _look_at_start(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What a start would do, with ?groups= and ?go_on= in place of what is usual or planned."""
    if not (tournament.has_groups and "groups" in request.GET):
        return _render_start(request, starting.preview_start(tournament))
    asked = GroupsForm(request.GET)
    if not asked.is_valid():
        return _render_start(request, starting.preview_start(tournament), asked=asked, status=422)
    return _render_start(request, starting.preview_start(tournament, **asked.cleaned_data), asked=asked)


@login_required
@require_POST
def draw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    try:
        rounds.draft(tournament, number=number)
    except Refused as refusal:
        return render_desk(request, tournament, refusal=str(refusal), status=422)
    return redirect("tournaments:desk_round", slug, number)


@login_required
@require_POST
def go_on(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One tap from one round to the next: closes, draws, publishes."""
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    try:
        drawn = rounds.go_on(tournament, number=number)
    except Refused as refusal:
        return render_desk(request, tournament, refusal=str(refusal), status=422)
    messages.success(request, _("Published: %(round)s. The matches are open.") % {"round": round_names.title(drawn)})
    return redirect("tournaments:desk", slug)


@login_required
@require_safe
def round_(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The draft with each pair's reason, or the published round, for staff."""
    found = access_desk.round_to_look_at(request.user, slug, number)
    return _render_round(request, found)


@login_required
@require_POST
def redraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found = access_desk.round_to_run(request.user, slug, number)
    said = _("The round is drawn again. The same facts always give the same round.")
    return _do(request, found, lambda: rounds.redraw(found), said)


@login_required
@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found = access_desk.round_to_run(request.user, slug, number)
    said = _("Published: %(round)s. The matches are open.") % {"round": round_names.title(found)}
    return _do(request, found, lambda: rounds.publish(found), said, then="tournaments:desk")


@login_required
@require_POST
def unpublish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found = access_desk.round_to_run(request.user, slug, number)
    said = _("A draft again: %(round)s. Its matches are called off.") % {"round": round_names.title(found)}
    return _do(request, found, lambda: rounds.unpublish(found), said)


@login_required
@require_POST
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found = access_desk.round_to_run(request.user, slug, number)
    said = _("Closed: %(round)s. The standings are up to date.") % {"round": round_names.title(found)}
    return _do(request, found, lambda: rounds.close(found), said, then="tournaments:desk")


@login_required
@require_POST
def discard(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found = access_desk.round_to_run(request.user, slug, number)
    said = _("The draft is thrown away: %(round)s.") % {"round": round_names.title(found)}
    return _do(request, found, lambda: rounds.discard(found), said, then="tournaments:desk")


@login_required
@require_POST
def exchange(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Two people of the draft change places."""
    found = access_desk.round_to_run(request.user, slug, number)
    form = ExchangeForm(request.POST, round_=found)
    if not form.is_valid():
        return _render_round(request, found, form=form, status=422)
    said = form.cleaned_data
    try:
        hand.exchange(found, one=said["one"].pk, other=said["other"].pk, why=said["why"])
    except Refused as refusal:
        show_refusal(form, refusal)
        return _render_round(request, found, form=form, status=422)
    told = _("%(one)s and %(other)s changed places. Everybody can read the reason once the round is published.")
    messages.success(request, told % {"one": said["one"].user, "other": said["other"].user})
    return redirect("tournaments:desk_round", slug, number)


@login_required
@require_POST
def start_cut(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    try:
        stage = cut.start_cut(tournament)
    except Refused as refusal:
        return render_desk(request, tournament, refusal=str(refusal), status=422)
    messages.success(request, _("The bracket of %(size)s is drawn from the standings.") % {"size": stage.size})
    return redirect("tournaments:desk", slug)


@login_required
@require_POST
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    try:
        finishing.finish(tournament)
    except Refused as refusal:
        return render_desk(request, tournament, refusal=str(refusal), status=422)
    messages.success(request, _("The tournament is finished; its standings are final."))
    return redirect("tournaments:standings", slug)


def _do(
    request: HttpRequest, found: Round, deed: Callable[[], object], said: str, *, then: str = "tournaments:desk_round"
) -> HttpResponse:
    """The deed of a button, then a page; refused, the round with the reason, or the desk when it is gone."""
    tournament = found.stage.tournament
    try:
        deed()
    except Refused as refusal:
        there = Round.objects.filter(pk=found.pk).select_related("stage__tournament").first()
        if there is None:
            return render_desk(request, tournament, refusal=str(refusal), status=422)
        return _render_round(request, there, refusal=str(refusal), status=422)
    messages.success(request, said)
    where = [tournament.slug] if then == "tournaments:desk" else [tournament.slug, found.number]
    return redirect(then, *where)


def _render_start(
    request: HttpRequest,
    preview: starting.Preview,
    form: StartForm | None = None,
    *,
    asked: GroupsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    rounds_ = form["rounds"].value() if form else preview.rounds
    plan = asdict(preview.groups) if preview.groups else {}
    fresh = StartForm(initial={"token": preview.token, "rounds": rounds_, **plan})
    context = {
        **frame(request, preview.tournament),
        "preview": preview,
        "form": fresh,
        "refused": form,
        "groups_form": asked or GroupsForm(initial=plan),
    }
    return render(request, "tournaments/start.html", context, status=status)


def _render_round(
    request: HttpRequest, found: Round, *, form: ExchangeForm | None = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    tournament, words = found.stage.tournament, paging.words(request)
    is_draft = found.state == Round.State.DRAFT
    context = {
        **frame(request, tournament),
        "round": found,
        "here": reverse("tournaments:desk_round", args=[tournament.slug, found.number]),
        "page": paging.page(request, tables_found(found, words)),
        "words": words,
        "is_draft": is_draft,
        "is_swiss": found.stage.is_swiss,
        "is_organizer": access.ORGANIZER in access.roles(request.user, tournament),
        "changed": rounds.outdated(found) if is_draft else [],
        "missing": [] if found.closed_at or tournament.state != Tournament.State.RUNNING else pulse(tournament).missing,
        "to_mend": None if is_draft else repairing.repair_of(found),
        "form": (form or ExchangeForm(round_=found)) if is_draft else form,
        "refusal": refusal,
        "stays": not is_draft and not found.closed_at and rounds.decided(found).exists(),
    }
    return render(request, "tournaments/round.html", context, status=status)
