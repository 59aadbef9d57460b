"""A table for staff: its result at any step, no-shows, void bids, bids on paper, the exact lists expected now."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.decks.submitted_versions import look
from bos_tournament.errors import Refused
from bos_tournament.matches import bid_entry, current_decks, new_phones, presenter
from bos_tournament.matches.clock_marks import clocks_at, last
from bos_tournament.matches.clock_state import face
from bos_tournament.matches.forms import PaperBidsForm, PhoneForm
from bos_tournament.matches.models import Match
from bos_tournament.messages import localize, localize_all
from bos_tournament.operations.db_clock import db_now
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.access.desk_access import match_at
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Pairing
from bos_tournament.tournaments.rounds import result_entry
from bos_tournament.tournaments.rounds.forms import (
    NOT_IN_TIME,
    TIME_RAN_OUT,
    ExtensionForm,
    FlagForm,
    LookForm,
    NoShowForm,
    ResultForm,
    SetClocksForm,
    VoidForm,
)
from bos_tournament.tournaments.standings import featured_matches, table_status
from bos_tournament.tournaments.structure import judge_work
from bos_tournament.tournaments.structure.stages import tables_of


@login_required
@require_safe
def table(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = desk_access.table_to_see(request.user, slug, pk)
    return _render(request, pairing)


@login_required
@require_POST
def result(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """First shows what the result would change when one stands already; `sure` enters it."""
    pairing = desk_access.table_to_settle(request.user, slug, pk)
    match = match_at(pairing)
    form = ResultForm(request.POST, match=match)
    if not form.is_valid():
        return _render(request, pairing, {"result_form": form}, status=422)
    cleaned = form.cleaned_data
    facts = {
        "wins": form.won_games(),
        "winner": form.winning_seat(),
        "reason": cleaned["reason"],
        "why": cleaned["why"],
    }
    by = request.user
    stands_as_seen = match.finished_at is not None and match.version == cleaned["seen"]
    try:
        if stands_as_seen and "sure" not in request.POST:
            foreseen = localize_all(result_entry.preview_result(pairing, by=by, **facts))
            return _render(request, pairing, {"result_form": form, "foreseen": foreseen, "seen": match.version})
        changes = result_entry.enter_result(pairing, by=by, seen=cleaned["seen"], **facts)
    except Refused as refusal:
        show_refusal(form, refusal)
        extra = _meanwhile(pairing, by, facts) if refusal.code == "result_meanwhile" else {}
        return _render(request, pairing, {"result_form": form, **extra}, status=422)
    messages.success(request, " ".join(localize_all(changes)))
    return redirect("tournaments:table", slug, pk)


def _meanwhile(pairing: Pairing, by: User, facts: dict[str, Any]) -> dict[str, object]:
    """What a result would change in one that came in between; nothing when both say the same."""
    version = Match.objects.values_list("version", flat=True).get(pairing=pairing)
    try:
        return {"foreseen": localize_all(result_entry.preview_result(pairing, by=by, **facts)), "seen": version}
    except Refused:
        return {}


@login_required
@require_POST
def undo_result(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = desk_access.table_to_void_bids(request.user, slug, pk)
    form = VoidForm(request.POST, prefix="back")
    if form.is_valid():
        try:
            changes = result_entry.undo_result(pairing, by=request.user, why=form.cleaned_data["why"])
            return to_table(request, pairing, *localize_all(changes))
        except Refused as refusal:
            show_refusal(form, refusal)
    return refused_at_table(request, pairing, back_form=form)


@login_required
@require_POST
def no_show(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = desk_access.table_to_settle(request.user, slug, pk)
    form = NoShowForm(request.POST, match=match_at(pairing), prefix="absent")
    if form.is_valid():
        facts = {**form.cleaned_data, "absent": [int(number) for number in form.cleaned_data["absent"]]}
        try:
            changes = participation.no_show(pairing, by=request.user, **facts)
            return to_table(request, pairing, *localize_all(changes))
        except Refused as refusal:
            show_refusal(form, refusal)
    return refused_at_table(request, pairing, no_show_form=form)


@login_required
@require_POST
def void_bids(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """The bids of this game are void and both bid again; nobody learns what was in them."""
    pairing = desk_access.table_to_settle(request.user, slug, pk)
    form = VoidForm(request.POST, prefix="void")
    if form.is_valid():
        try:
            bid_entry.void_attempt(match_at(pairing), by=request.user, reason=form.cleaned_data["why"])
            return to_table(request, pairing, _("The bids are void; both players bid again."))
        except Refused as refusal:
            show_refusal(form, refusal)
    return refused_at_table(request, pairing, void_form=form)


@login_required
@require_POST
def enter_bids(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Both amounts together, after they were shown at the table."""
    pairing = desk_access.table_to_settle(request.user, slug, pk)
    form = PaperBidsForm(request.POST, match=match_at(pairing), prefix="bids")
    if form.is_valid():
        try:
            bid_entry.enter_paper_bids(match_at(pairing), by=request.user, amounts=form.amounts)
            return to_table(request, pairing, _("Both bids entered."))
        except Refused as refusal:
            show_refusal(form, refusal)
    return refused_at_table(request, pairing, bids_form=form)


@login_required
@require_POST
def expected_list(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """The exact list a seat plays right now, swaps included; the look is on record before anything is shown."""
    pairing = desk_access.table_to_check(request.user, slug, pk)
    form = LookForm(request.POST, match=match_at(pairing), prefix="look")
    if not form.is_valid():
        return _render(request, pairing, {"look_form": form}, status=422)
    match = match_at(pairing)
    seat = match.seats.select_related("user", "deck_version").get(number=form.cleaned_data["seat"])
    if seat.deck_version is None:
        form.add_error(None, _("%(player)s has no deck list in this match.") % {"player": seat.user})
        return _render(request, pairing, {"look_form": form}, status=422)
    look(seat.deck_version, request.user, purpose=form.cleaned_data["purpose"])
    game = match.games.latest("number")
    deck_list = {"name": str(seat.user), "game": game.number, "text": current_decks.expected_list(game, seat)}
    return _render(request, pairing, {"list": deck_list})


@login_required
@require_POST
def decide_phone(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Whoever decides here has seen in person whether a guest's new phone is theirs."""
    pairing = desk_access.table_of_phone(request.user, slug, pk)
    form = PhoneForm(request.POST)
    if form.is_valid():
        try:
            new_phones.decide(match_at(pairing), by=request.user, **form.cleaned_data)
            return to_table(request, pairing, _("Your decision is public on the match page."))
        except Refused as refusal:
            show_refusal(form, refusal)
    return refused_at_table(request, pairing, phone_form=form)


def to_table(request: HttpRequest, pairing: Pairing, *sentences: str) -> HttpResponse:
    """Back to the table, with what was done there."""
    messages.success(request, " ".join(sentences))
    return redirect("tournaments:table", pairing.round.stage.tournament.slug, pairing.pk)


def refused_at_table(request: HttpRequest, pairing: Pairing, **forms: BaseForm) -> HttpResponse:
    """The table with what was typed; why it was refused stands on top, since the form may be offered no more."""
    refusal = " ".join(str(error) for form in forms.values() for error in form.errors.pop(NON_FIELD_ERRORS, ()))
    return _render(request, pairing, {**forms, "refusal": refusal}, status=422)


def _render(
    request: HttpRequest, pairing: Pairing, extra: dict[str, object] | None = None, *, status: int = 200
) -> HttpResponse:
    tournament = pairing.round.stage.tournament
    pairing = get_object_or_404(tables_of(pairing.round), pk=pairing.pk)  # paired anew meanwhile, it is gone
    context = {**tournament_context(request, tournament), "pairing": pairing, "round": pairing.round}
    if pairing.match:
        context |= _facts(request, pairing, pairing.match) | _forms(pairing, pairing.match)
    return render(request, "tournaments/table.html", {**context, **(extra or {})}, status=status)


def _facts(request: HttpRequest, pairing: Pairing, match: Match) -> dict[str, object]:
    """What staff see: what everybody sees, and the disputes. Never whether a bid is in."""
    tournament = pairing.round.stage.tournament
    held = tournament_access.roles(request.user, tournament)
    may_look = bool(held & tournament_access.JUDGES) and not tournament_access.is_entered(request.user, tournament)
    presented = presenter.present_match(match, None)
    on_paper = presented["bids_on_paper"]
    return {
        "table": table_status.room(tournament, pairing.round, db_now(), only=pairing).tables[0],
        "shown": presented,
        "disputes": judge_work.judging.disputes_at(match),
        "may_settle": not desk_access.plays_at(request.user, pairing),
        "may_look": may_look,
        "check": judge_work.judging.open_check(pairing) if may_look else None,
        "may_void": match.step == Match.Step.BIDDING or (on_paper and match.step == Match.Step.CHOICE),
        "may_enter_bids": on_paper and match.step == Match.Step.BIDDING,
        "decides": request.user in tournament_access.who_decides_on_phones(tournament)
        if presented["phones"]
        else False,
        "flag": _flag(match),
        "may_extend": pairing.round.closed_at is None and match.finished_at is None,
        "may_feature": featured_matches.is_on(pairing.round, tournament),
        "is_featured": pairing.featured and featured_matches.is_on(pairing.round, tournament),
        "may_take_back": match.entered_whole and pairing.round.closed_at is None,
    }


def _flag(match: Match) -> dict[str, object] | None:
    """Whose time ran out, when, and what would be lost if staff take it for lost."""
    if match.flag_seat is None or not table_status.flag_fell(match, db_now()):
        return None
    seat = match.seats.select_related("user").get(number=match.flag_seat)
    return {"name": str(seat.user), "at": match.flag_at, "lost": _lost(match)}


def _lost(match: Match) -> str:
    return _("this game") if match.clock_per_game else _("the match")


def _clock_faces(match: Match) -> dict[str, str]:
    """What the clocks show now, as the form to set them begins with it."""
    mark = last(match)
    if mark is None:
        return {}
    clocks = clocks_at(mark).seen(db_now())
    faces = {f"left_{seat}": face(left) for seat, left in clocks.left.items()}
    return {**faces, "turn": str(clocks.turn)}


def _no_show(pairing: Pairing, match: Match) -> NoShowForm:
    """With who is missing ticked, once the time to sit down is over."""
    tournament = pairing.round.stage.tournament
    absent = [str(seat.number) for seat in table_status.missing(tournament, pairing, db_now())]
    proposed = {"absent": absent, "why": localize(NOT_IN_TIME)} if absent else None
    return NoShowForm(match=match, prefix="absent", initial=proposed)


def _forms(pairing: Pairing, match: Match) -> dict[str, BaseForm]:
    return {
        "result_form": ResultForm(match=match),
        "back_form": VoidForm(prefix="back"),
        "no_show_form": _no_show(pairing, match),
        "void_form": VoidForm(prefix="void"),
        "bids_form": PaperBidsForm(match=match, prefix="bids"),
        "clocks_form": SetClocksForm(match=match, prefix="clocks", initial=_clock_faces(match)),
        "flag_form": FlagForm(prefix="flag", initial={"why": localize(TIME_RAN_OUT)}),
        "more_form": ExtensionForm(prefix="more"),
        "look_form": LookForm(match=match, prefix="look"),
    }
