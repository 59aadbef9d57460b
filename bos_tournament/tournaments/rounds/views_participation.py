"""Doors about one entrant while the tournament runs: their own drop, and what staff do."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm, Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.operations.db_clock import db_now
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.entrants.check_in import BEFORE_PLAY
from bos_tournament.tournaments.models import Entrant, Round, Tournament
from bos_tournament.tournaments.rounds.forms import DropForm, EarnedByesForm, FixedTableForm, ReasonForm, SeedingForm
from bos_tournament.tournaments.standings import table_status
from bos_tournament.tournaments.structure import judge_work, round_names


@login_required
@require_safe
def nudge(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """What the page of a match asks for now and then: a reminder when the others are done, or nothing."""
    tournament = tournament_access.tournament_to_see(request.user, slug)
    tournament_access.entrant_of(request.user, tournament)
    pairing = table_status.my_pairing(tournament, request.user)
    late = pairing is not None and table_status.is_late(tournament, pairing, db_now())
    return render(request, "tournaments/_nudge.html", {"late": late})


@login_required
@require_safe
def entrant(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    player = tournament_access.entrant_for_staff(request.user, slug, pk)
    return _render(request, player)


@login_required
@require_POST
def drop_entrant(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    player = desk_access.entrant_to_move(request.user, slug, pk)
    form = DropForm(request.POST, prefix="drop")
    if form.is_valid():
        try:
            return _done(request, participation.drop(player, why=form.cleaned_data["why"]))
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, player, drop_form=form)


@login_required
@require_POST
def reinstate(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    player = desk_access.entrant_to_bring_back(request.user, slug, pk)
    form = Form(request.POST)
    try:
        return _done(request, participation.reinstate(player, by=request.user))
    except Refused as refusal:
        show_refusal(form, refusal)
    return _refused(request, player, back_form=form)


@login_required
@require_POST
def remove_entrant(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    player = desk_access.entrant_to_remove(request.user, slug, pk)
    form = ReasonForm(request.POST, prefix="remove")
    if form.is_valid():
        try:
            return _done(request, participation.remove_entrant(player, by=request.user, why=form.cleaned_data["why"]))
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, player, remove_form=form)


@login_required
@require_POST
def disqualify(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    player = desk_access.entrant_to_disqualify(request.user, slug, pk)
    form = ReasonForm(request.POST, prefix="disqualify")
    if form.is_valid():
        try:
            return _done(request, participation.disqualify(player, by=request.user, why=form.cleaned_data["why"]))
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, player, disqualify_form=form)


@login_required
@require_POST
def fix_table(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    player = tournament_access.entrant_for_staff(request.user, slug, pk, tournament_access.ORGANIZER)
    form = FixedTableForm(request.POST, prefix="fixed")
    if form.is_valid():
        try:
            return _done(request, participation.fix_table(player, table=form.cleaned_data["table"]))
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, player, fixed_form=form)


@login_required
@require_POST
def seed(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    player = tournament_access.entrant_for_staff(request.user, slug, pk, tournament_access.ORGANIZER)
    form = SeedingForm(request.POST, prefix="seeding")
    if form.is_valid():
        try:
            return _done(request, participation.seed(player, seeding=form.cleaned_data["seeding"]))
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, player, seeding_form=form)


@login_required
@require_POST
def set_earned_byes(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    player = tournament_access.entrant_for_staff(request.user, slug, pk, tournament_access.ORGANIZER)
    form = EarnedByesForm(request.POST, prefix="byes")
    if form.is_valid():
        try:
            return _done(request, participation.set_earned_byes(player, byes=form.cleaned_data["byes"]))
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, player, byes_form=form)


def _done(request: HttpRequest, changed: Entrant) -> HttpResponse:
    """The page of the entrant again, with how they stand now."""
    messages.success(request, f"{changed.user}: {changed.get_state_display()}.")
    return redirect("tournaments:desk_entrant", changed.tournament.slug, changed.pk)


def _refused(request: HttpRequest, player: Entrant, **forms: BaseForm) -> HttpResponse:
    """The entrant with what was typed; why it was refused stands on top, since the form may be offered no more."""
    refusal = " ".join(str(error) for form in forms.values() for error in form.errors.pop(NON_FIELD_ERRORS, ()))
    return _render(request, player, {**forms, "refusal": refusal}, status=422)


def _render(
    request: HttpRequest, player: Entrant, extra: dict[str, object] | None = None, *, status: int = 200
) -> HttpResponse:
    tournament = Tournament.objects.get(pk=player.tournament_id)
    player = tournament.entrants.select_related("user").get(pk=player.pk)
    context = {
        **tournament_context(request, tournament),
        "entrant": player,
        "sittings": _sittings(player),
        "last_round": round_names.number_called(tournament, player.dropped_after),
        "penalties": _penalties(request, tournament, player),
        **_may(request, tournament, player),
        "drop_form": DropForm(prefix="drop"),
        "back_form": Form(),
        "remove_form": ReasonForm(prefix="remove"),
        "disqualify_form": ReasonForm(prefix="disqualify"),
        "seeding_form": SeedingForm(prefix="seeding", initial={"seeding": player.seeding}),
        "byes_form": EarnedByesForm(prefix="byes", initial={"byes": player.earned_byes}),
        "fixed_form": FixedTableForm(prefix="fixed", initial={"table": player.fixed_table}),
    }
    return render(request, "tournaments/entrant.html", {**context, **(extra or {})}, status=status)


def _sittings(player: Entrant) -> object:
    published = player.sittings.filter(round__state=Round.State.PUBLISHED).order_by("round__number")
    sittings = published.select_related("pairing__match", "round__stage")
    sittings = sittings.prefetch_related("pairing__sittings__entrant__user")
    round_names.look_up(sitting.round for sitting in sittings)
    return sittings


def _penalties(request: HttpRequest, tournament: Tournament, player: Entrant) -> object:
    """Those that stand; closed to staff who take part. What a penalty is, judging knows."""
    if tournament_access.is_entered(request.user, tournament) and player.user_id != request.user.pk:
        return []
    return judge_work.judging.penalties(player)


def _may(request: HttpRequest, tournament: Tournament, player: Entrant) -> dict[str, bool]:
    """Which deeds are offered; the deeds themselves refuse again."""
    held = tournament_access.roles(request.user, tournament)
    running, open_ = tournament.state == Tournament.State.RUNNING, tournament.state == Tournament.State.OPEN
    myself = player.user_id == request.user.pk
    state, states = player.state, Entrant.State
    by_head_judge = state != states.DISQUALIFIED or tournament_access.HEAD_JUDGE in held
    here = state in (states.PLAYING, states.DROPPED) if running else open_ and state in BEFORE_PLAY
    return {
        "may_penalize": bool(held & tournament_access.JUDGES) and not myself and not tournament.is_over,
        "may_drop": running and state == states.PLAYING,
        "may_bring_back": not desk_access.was_taken_out(request.user, player)
        and (
            (running and state in participation.GONE and by_head_judge)
            or (tournament.state == Tournament.State.OPEN and state in participation.GONE_BEFORE_START)
        ),
        "before_start": tournament.state == Tournament.State.OPEN,
        "may_remove": here and not myself,
        "may_disqualify": running and here and not myself and tournament_access.HEAD_JUDGE in held,
        "may_seed": tournament_access.ORGANIZER in held and not tournament.started_at and state in Entrant.TAKING_PART,
        "may_promise_byes": tournament_access.ORGANIZER in held
        and not tournament.started_at
        and state in Entrant.TAKING_PART
        and (tournament.has_swiss_rounds or player.earned_byes > 0),
        "may_fix_table": tournament_access.ORGANIZER in held and not tournament.is_over and player.place is not None,
    }
