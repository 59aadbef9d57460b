"""Doors about one entrant while the tournament runs: their own drop, and what staff do."""

from collections.abc import Callable
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.tournaments import access, access_desk, fielding, room, round_names
from bos_tournament.tournaments.access_desk import member
from bos_tournament.tournaments.check_in import BEFORE_PLAY
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_desk import DropForm, EarnedByesForm, FixedTableForm, ReasonForm, SeedingForm
from bos_tournament.tournaments.models import Entrant, Round, Tournament
from bos_tournament.tournaments.views_home import render_detail


@login_required
@require_POST
def drop(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody drops by themselves; the match that is on is still played."""
    tournament = access.tournament_to_see(request.user, slug)
    entrant = access.entrant_of(request.user, tournament)
    said = _("You are dropped. You can undo this until the next round is paired.")
    return _own(request, tournament, lambda: fielding.drop(entrant), said)


@login_required
@require_POST
def undo_drop(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.tournament_to_see(request.user, slug)
    entrant = access.entrant_of(request.user, tournament)
    return _own(request, tournament, lambda: fielding.undo_drop(entrant), _("You are in again."))


@login_required
@require_safe
def nudge(request: HttpRequest, slug: str) -> HttpResponse:
    """What the page of a match asks for now and then: a reminder when the others are done, or nothing."""
    tournament = access.tournament_to_see(request.user, slug)
    access.entrant_of(request.user, tournament)
    pairing = room.my_pairing(tournament, member(request.user))
    late = pairing is not None and room.is_late(tournament, pairing, db_now())
    return render(request, "tournaments/_nudge.html", {"late": late})


@login_required
@require_safe
def entrant(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found = access.entrant_for_staff(request.user, slug, pk)
    return _render(request, found)


@login_required
@require_POST
def drop_by_staff(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found = access_desk.entrant_to_move(request.user, slug, pk)
    form = DropForm(request.POST, prefix="drop")
    return _do(request, found, form, "drop_form", lambda: fielding.drop(found, why=form.cleaned_data["why"]))


@login_required
@require_POST
def bring_back(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found = access_desk.entrant_to_bring_back(request.user, slug, pk)
    form = forms.Form(request.POST)
    return _do(request, found, form, "back_form", lambda: fielding.bring_back(found, by=member(request.user)))


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found = access_desk.entrant_to_remove(request.user, slug, pk)
    form = ReasonForm(request.POST, prefix="remove")
    deed = fielding.remove
    return _do(request, found, form, "remove_form", lambda: deed(found, by=member(request.user), why=_why(form)))


@login_required
@require_POST
def disqualify(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found = access_desk.entrant_to_disqualify(request.user, slug, pk)
    form = ReasonForm(request.POST, prefix="disqualify")
    deed = fielding.disqualify
    return _do(request, found, form, "disqualify_form", lambda: deed(found, by=member(request.user), why=_why(form)))


@login_required
@require_POST
def fix_table(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found = access.entrant_for_staff(request.user, slug, pk, access.ORGANIZER)
    form = FixedTableForm(request.POST, prefix="fixed")
    deed = fielding.fix_table
    return _do(request, found, form, "fixed_form", lambda: deed(found, table=form.cleaned_data["table"]))


@login_required
@require_POST
def seed(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found = access.entrant_for_staff(request.user, slug, pk, access.ORGANIZER)
    form = SeedingForm(request.POST, prefix="seeding")
    return _do(request, found, form, "seeding_form", lambda: fielding.seed(found, seeding=form.cleaned_data["seeding"]))


@login_required
@require_POST
def promise_byes(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found = access.entrant_for_staff(request.user, slug, pk, access.ORGANIZER)
    form = EarnedByesForm(request.POST, prefix="byes")
    return _do(request, found, form, "byes_form", lambda: fielding.promise_byes(found, byes=form.cleaned_data["byes"]))


def _own(request: HttpRequest, tournament: Tournament, deed: Callable[[], object], said: str) -> HttpResponse:
    try:
        deed()
    except Refused as refusal:
        tournament.refresh_from_db()
        return render_detail(request, tournament, refusal=str(refusal))
    messages.success(request, said)
    return redirect(tournament)


def _do(request: HttpRequest, found: Entrant, form: forms.Form, name: str, deed: Callable[[], Entrant]) -> HttpResponse:
    refusal = ""
    if form.is_valid():
        try:
            changed = deed()
            messages.success(request, f"{changed.user}: {changed.get_state_display()}.")
            return redirect("tournaments:desk_entrant", found.tournament.slug, found.pk)
        except Refused as refused:
            refusal = str(refused)
    return _render(request, found, {name: form, "refusal": refusal}, status=422)


def _why(form: forms.Form) -> str:
    return form.cleaned_data["why"]


def _render(
    request: HttpRequest, found: Entrant, given: dict[str, object] | None = None, *, status: int = 200
) -> HttpResponse:
    tournament = Tournament.objects.get(pk=found.tournament_id)
    found = tournament.entrants.select_related("user").get(pk=found.pk)
    context = {
        **frame(request, tournament),
        "entrant": found,
        "sittings": _sittings(found),
        "last_round": round_names.number_called(tournament, found.dropped_after),
        "penalties": _penalties(request, tournament, found),
        **_may(request, tournament, found),
        "drop_form": DropForm(prefix="drop"),
        "back_form": forms.Form(),
        "remove_form": ReasonForm(prefix="remove"),
        "disqualify_form": ReasonForm(prefix="disqualify"),
        "seeding_form": SeedingForm(prefix="seeding", initial={"seeding": found.seeding}),
        "byes_form": EarnedByesForm(prefix="byes", initial={"byes": found.earned_byes}),
        "fixed_form": FixedTableForm(prefix="fixed", initial={"table": found.fixed_table}),
    }
    return render(request, "tournaments/entrant.html", {**context, **(given or {})}, status=status)


def _sittings(found: Entrant) -> object:
    published = found.sittings.filter(round__state=Round.State.PUBLISHED).order_by("round__number")
    sittings = published.select_related("pairing__match", "round__stage")
    sittings = sittings.prefetch_related("pairing__sittings__entrant__user")
    round_names.look_up(sitting.round for sitting in sittings)
    return sittings


def _penalties(request: HttpRequest, tournament: Tournament, found: Entrant) -> object:
    """Those that stand; closed to staff who take part. What a penalty is, judging knows."""
    if access.is_entered(request.user, tournament) and found.user_id != request.user.pk:
        return found.penalties.none()
    return found.penalties.exclude(state="taken_back").order_by("-made_at")


def _may(request: HttpRequest, tournament: Tournament, found: Entrant) -> dict[str, bool]:
    """Which deeds are offered; the deeds themselves refuse again."""
    held = access.roles(request.user, tournament)
    running, open_ = tournament.state == Tournament.State.RUNNING, tournament.state == Tournament.State.OPEN
    myself = found.user_id == request.user.pk
    state, states = found.state, Entrant.State
    by_head_judge = state != states.DISQUALIFIED or access.HEAD_JUDGE in held
    here = state in (states.PLAYING, states.DROPPED) if running else open_ and state in BEFORE_PLAY
    return {
        "may_penalize": bool(held & access.JUDGES) and not myself and not tournament.is_over,
        "may_drop": running and state == states.PLAYING,
        "may_bring_back": not access_desk.was_taken_out(request.user, found)
        and (
            (running and state in fielding.GONE and by_head_judge)
            or (tournament.state == Tournament.State.OPEN and state in fielding.GONE_BEFORE_START)
        ),
        "before_start": tournament.state == Tournament.State.OPEN,
        "may_remove": here and not myself,
        "may_disqualify": running and here and not myself and access.HEAD_JUDGE in held,
        "may_seed": access.ORGANIZER in held and not tournament.started_at and state in Entrant.TAKING_PART,
        "may_promise_byes": access.ORGANIZER in held
        and not tournament.started_at
        and state in Entrant.TAKING_PART
        and (tournament.has_swiss_rounds or found.earned_byes > 0),
        "may_fix_table": access.ORGANIZER in held and not tournament.is_over and found.place is not None,
    }
