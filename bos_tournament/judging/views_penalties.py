"""Penalties: one's own, all of a tournament for its staff, and giving them to an entrant."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.errors import Refused
from bos_tournament.history import repeats
from bos_tournament.judging import access_table, penalizing
from bos_tournament.judging.forms import PenaltyForm, TakeBackForm
from bos_tournament.judging.infractions import infractions, name_of
from bos_tournament.judging.kept_words import changes_in_words
from bos_tournament.judging.models import Penalty
from bos_tournament.matches.forms import renew_key
from bos_tournament.tournaments.access import HEAD_JUDGE, JUDGES, entrant_for_staff, is_entered, roles
from bos_tournament.tournaments.access_desk import member
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.models import Entrant

PAGE = 30


@login_required
@require_safe
def penalties(request: HttpRequest, slug: str) -> HttpResponse:
    """A player reads their own; staff who do not take part read all."""
    tournament, found, as_staff = access_table.penalties_to_see(request.user, slug)
    rows = found.select_related("entrant__user", "by", "taken_back_by", "match", "game").order_by("-made_at", "pk")
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    shown = {"page": page, "penalties": [_shown(one) for one in page], "as_staff": as_staff}
    return render(request, "judging/penalties.html", {**frame(request, tournament), **shown})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def penalize(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """An entrant's penalties, and the form of a judge: first the infraction, then what the list proposes, then sure."""
    if request.method != "POST":
        return _page(request, entrant_for_staff(request.user, slug, pk))
    entrant = access_table.entrant_to_penalize(member(request.user), slug, pk, level=request.POST.get("level", ""))
    form = PenaltyForm(request.POST, head_judge=HEAD_JUDGE in roles(request.user, entrant.tournament))
    if "give" not in request.POST:
        return _propose(request, entrant, form)
    if form.is_valid():
        try:
            said = {**form.cleaned_data}
            _give(request, entrant, key=said.pop("key"), said=said)
        except Refused as refusal:
            form.add_error(None, str(refusal))
            renew_key(form)
        else:
            return redirect("judging:penalize", slug, pk)
    return _page(request, entrant, form=form, status=422)


def _give(request: HttpRequest, entrant: Entrant, *, key: UUID | None, said: dict[str, str]) -> None:
    """Gives the penalty once, however often the form is sent: a further one would cost another game."""

    def give() -> None:
        given = penalizing.penalize(entrant, by=member(request.user), **said)
        messages.success(request, " ".join([f"{entrant.user}: {given.get_level_display()}.", *_said(given)]))

    repeats.once_by_form(member(request.user), key, {"penalty": str(entrant.pk), **said}, give)


@login_required
@require_POST
def carry_out(request: HttpRequest, pk: UUID) -> HttpResponse:
    penalty = access_table.penalty_to_carry_out(member(request.user), pk)
    try:
        messages.success(request, " ".join(_said(penalizing.carry_out(penalty, by=member(request.user)))))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("judging:penalize", penalty.entrant.tournament.slug, penalty.entrant_id)


@login_required
@require_POST
def take_back(request: HttpRequest, pk: UUID) -> HttpResponse:
    penalty = access_table.penalty_to_take_back(member(request.user), pk)
    form = TakeBackForm(request.POST, prefix=str(penalty.pk))
    if form.is_valid():
        try:
            told = penalizing.take_back(penalty, by=member(request.user), **form.cleaned_data)
            messages.success(request, " ".join(told))
            return redirect("judging:penalize", penalty.entrant.tournament.slug, penalty.entrant_id)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return _page(request, penalty.entrant, back_form=form, status=422)


def _propose(request: HttpRequest, entrant: Entrant, form: PenaltyForm) -> HttpResponse:
    """Fills in level and rule from the list; nothing is given yet."""
    code = request.POST.get("infraction", "")
    if code not in infractions():
        form = PenaltyForm(request.POST, head_judge=form.head_judge)
        form.full_clean()
        return _page(request, entrant, form=form, status=422)
    found = penalizing.proposal(entrant, code)
    known = {"infraction": code, "level": found.level, "rule": infractions()[code].rule}
    kept = {name: request.POST[name][:500] for name in ("note", "rule") if request.POST.get(name)}
    filled = PenaltyForm(initial={**known, **kept}, head_judge=form.head_judge)
    return _page(request, entrant, form=filled, proposal=found, chosen=infractions()[code])


def _page(
    request: HttpRequest,
    entrant: Entrant,
    *,
    form: PenaltyForm | None = None,
    back_form: TakeBackForm | None = None,
    proposal: penalizing.Proposal | None = None,
    chosen: object = None,
    status: int = 200,
) -> HttpResponse:
    tournament = entrant.tournament
    held = roles(request.user, tournament)
    entered = is_entered(request.user, tournament)
    rows = access_table.penalties_of(request.user, entrant).select_related("by", "taken_back_by", "match", "game")
    shown = [_shown(one, request, held, back_form) for one in rows.order_by("-made_at")]
    match = penalizing.open_match(entrant)
    code = form["infraction"].value() if form is not None else ""
    context = {
        **frame(request, tournament),
        "entrant": entrant,
        "penalties": shown,
        "hidden": entered and entrant.user_id != request.user.pk,
        "may_penalize": bool(held & JUDGES) and entrant.user_id != request.user.pk and not tournament.is_over,
        "needs_a_judge": not held & JUDGES and not tournament.is_over,
        "form": form or PenaltyForm(head_judge=HEAD_JUDGE in held),
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
        "told": changes_in_words(penalty.told),
        "differs": penalty.level != penalty.proposed,
        "may_take_back": may,
        "may_carry_out": bool(held) and penalty.state == Penalty.State.DUE,
        "back_form": (back_form if back_form and back_form.prefix == prefix else TakeBackForm(prefix=prefix))
        if may
        else None,
    }


def _said(penalty: Penalty) -> list[str]:
    if penalty.state == Penalty.State.DUE:
        return [_("No match is on; it waits at the desk for their next one.")]
    return changes_in_words(penalty.told)
