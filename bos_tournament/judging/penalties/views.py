"""Penalties: one's own, all of a tournament for its staff, and giving them to an entrant."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.judging import access_calls_and_penalties
from bos_tournament.judging.models import Penalty
from bos_tournament.judging.penalties import penalty_decisions
from bos_tournament.judging.penalties.forms import MAX_PROPOSED, PenaltyForm, TakeBackForm
from bos_tournament.judging.penalties.infractions import infractions, name_of
from bos_tournament.matches.forms import renew_key
from bos_tournament.messages import localize_each, words
from bos_tournament.operations import idempotency
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.access.tournament_access import (
    HEAD_JUDGE,
    JUDGES,
    entrant_for_staff,
    is_entered,
    roles,
)
from bos_tournament.tournaments.models import Entrant

PAGE = 30


@login_required
@require_safe
def penalties(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """A player reads their own; staff who do not take part read all."""
    tournament, visible, as_staff = access_calls_and_penalties.penalties_to_see(request.user, slug)
    rows = visible.select_related("entrant__user", "by", "taken_back_by", "match", "game").order_by("-made_at", "pk")
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "penalties": [_shown(penalty) for penalty in page], "as_staff": as_staff}
    return render(request, "judging/penalties.html", {**tournament_context(request, tournament), **context})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def penalize(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """An entrant's penalties, and the form of a judge: first the infraction, then what the list proposes, then sure."""
    if request.method != "POST":
        return _page(request, entrant_for_staff(request.user, slug, pk))
    entrant = access_calls_and_penalties.entrant_to_penalize(
        request.user, slug, pk, level=request.POST.get("level", "")
    )
    form = PenaltyForm(request.POST, head_judge=HEAD_JUDGE in roles(request.user, entrant.tournament))
    if "give" not in request.POST:
        return _propose(request, entrant, form)
    if form.is_valid():
        try:
            fields = {**form.cleaned_data}
            _give(request, entrant, key=fields.pop("key"), fields=fields)
        except Refused as refusal:
            show_refusal(form, refusal)
            renew_key(form)
        else:
            return redirect("judging:penalize", slug, pk)
    return _page(request, entrant, form=form, status=422)


def _give(request: AuthenticatedHttpRequest, entrant: Entrant, *, key: UUID | None, fields: dict[str, Any]) -> None:
    """Gives the penalty once, however often the form is sent: a further one would cost another game."""

    def give() -> tuple[int, dict[str, object]]:
        penalty = penalty_decisions.penalize(entrant, by=request.user, **fields)
        messages.success(request, " ".join([f"{entrant.user}: {penalty.get_level_display()}.", *_said(penalty)]))
        return 201, {}

    with idempotency.sent_by_form():
        idempotency.run_once(
            request.user, key, {"penalty": str(entrant.pk), **fields, **words("note", fields["note"])}, give
        )


@login_required
@require_POST
def apply_penalty(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    penalty = access_calls_and_penalties.penalty_to_carry_out(request.user, pk)
    try:
        messages.success(request, " ".join(_said(penalty_decisions.apply_penalty(penalty, by=request.user))))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("judging:penalize", penalty.entrant.tournament.slug, penalty.entrant_id)


@login_required
@require_POST
def undo_penalty(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    penalty = access_calls_and_penalties.penalty_to_take_back(request.user, pk)
    form = TakeBackForm(request.POST, prefix=str(penalty.pk))
    if form.is_valid():
        try:
            changes = penalty_decisions.undo_penalty(penalty, by=request.user, **form.cleaned_data)
            messages.success(request, " ".join(changes))
            return redirect("judging:penalize", penalty.entrant.tournament.slug, penalty.entrant_id)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _page(request, penalty.entrant, back_form=form, status=422)


def _propose(request: HttpRequest, entrant: Entrant, form: PenaltyForm) -> HttpResponse:
    """Fills in level and rule from the list; nothing is given yet."""
    code = request.POST.get("infraction", "")
    if code not in infractions():
        form = PenaltyForm(request.POST, head_judge=form.head_judge)
        form.full_clean()
        return _page(request, entrant, form=form, status=422)
    proposal = penalty_decisions.proposal(entrant, code)
    defaults = {"infraction": code, "level": proposal.level, "rule": infractions()[code].rule}
    typed = {name: request.POST[name][:MAX_PROPOSED] for name in ("note", "rule", "proposed") if request.POST.get(name)}
    filled = PenaltyForm(initial={**defaults, **typed}, head_judge=form.head_judge)
    return _page(request, entrant, form=filled, proposal=proposal, chosen=infractions()[code])


def _page(
    request: HttpRequest,
    entrant: Entrant,
    *,
    form: PenaltyForm | None = None,
    back_form: TakeBackForm | None = None,
    proposal: penalty_decisions.Proposal | None = None,
    chosen: object = None,
    status: int = 200,
) -> HttpResponse:
    tournament = entrant.tournament
    own_roles = roles(request.user, tournament)
    entered = is_entered(request.user, tournament)
    rows = access_calls_and_penalties.penalties_of(request.user, entrant).select_related(
        "by", "taken_back_by", "match", "game"
    )
    listed = [_shown(penalty, request, own_roles, back_form) for penalty in rows.order_by("-made_at")]
    match = penalty_decisions.open_match(entrant)
    code = form["infraction"].value() if form is not None else ""
    context = {
        **tournament_context(request, tournament),
        "entrant": entrant,
        "penalties": listed,
        "hidden": entered and entrant.user_id != request.user.pk,
        "may_penalize": bool(own_roles & JUDGES) and entrant.user_id != request.user.pk and not tournament.is_over,
        "needs_a_judge": not own_roles & JUDGES and not tournament.is_over,
        "form": form or PenaltyForm(head_judge=HEAD_JUDGE in own_roles),
        "back_form": back_form,
        "proposal": proposal,
        "chosen": chosen or infractions().get(code or ""),
        "infractions": infractions().values(),
        "match": match,
        "level_known": proposal is not None or (form is not None and form.is_bound and "give" in request.POST),
    }
    return render(request, "judging/penalize.html", context, status=status)


def _shown(
    penalty: Penalty,
    request: HttpRequest | None = None,
    held: frozenset[str] = frozenset(),
    back_form: TakeBackForm | None = None,
) -> dict[str, object]:
    """A penalty with what may be done with it; nothing on lists."""
    stands = penalty.state != Penalty.State.TAKEN_BACK
    head = HEAD_JUDGE in held
    mine = request is not None and penalty.by_id == request.user.pk and bool(held & JUDGES)
    may = stands and (head or (mine and penalty.level != Penalty.Level.DISQUALIFICATION))
    prefix = str(penalty.pk)
    return {
        "penalty": penalty,
        "name": name_of(penalty.infraction),
        "told": localize_each(penalty.told),
        "differs": penalty.level != penalty.proposed,
        "may_take_back": may,
        "may_carry_out": bool(held) and penalty.state == Penalty.State.DUE,
        "back_form": (back_form if back_form and back_form.prefix == prefix else TakeBackForm(prefix=prefix))
        if may
        else None,
    }


def _said(penalty: Penalty) -> list[str]:
    if penalty.state == Penalty.State.DUE:
        return [_("No match is being played. The penalty waits at the desk for their next one.")]
    return localize_each(penalty.told)
