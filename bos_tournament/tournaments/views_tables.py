"""A table for staff: its result at any step, no-shows, void bids, bids on paper, the exact lists expected now."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bos_tournament.accounts.models import User
from bos_tournament.decks.versions import look
from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.matches import bidding, expected, new_phones, showing
from bos_tournament.matches.clock_marks import clocks_at, last
from bos_tournament.matches.clock_state import face
from bos_tournament.matches.forms import PaperBidsForm, PhoneForm
from bos_tournament.matches.models import Game, Match
from bos_tournament.tournaments import access, access_desk, featuring, fielding, room, settling
from bos_tournament.tournaments.access_desk import match_at, member
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_desk import (
    ExtensionForm,
    LookForm,
    NoShowForm,
    ReasonForm,
    ResultForm,
    SetClocksForm,
    VoidForm,
)
from bos_tournament.tournaments.kept_words import NOT_IN_TIME, TIME_RAN_OUT, changes_in_words
from bos_tournament.tournaments.models import Pairing
from bos_tournament.tournaments.stages import tables_of


@login_required
@require_safe
def table(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = access_desk.table_to_see(request.user, slug, pk)
    return _render(request, pairing)


@login_required
@require_POST
def result(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """First shows what the result would change when one stands already; `sure` enters it."""
    pairing = access_desk.table_to_settle(request.user, slug, pk)
    match = match_at(pairing)
    form = ResultForm(request.POST, match=match)
    if not form.is_valid():
        return _render(request, pairing, {"result_form": form}, status=422)
    said = form.cleaned_data
    facts = {"wins": form.won_games(), "winner": form.winning_seat(), "reason": said["reason"], "why": said["why"]}
    by = member(request.user)
    stands_as_seen = match.finished_at is not None and match.version == said["seen"]
    try:
        if stands_as_seen and "sure" not in request.POST:
            told = changes_in_words(settling.foresee(pairing, by=by, **facts))
            return _render(request, pairing, {"result_form": form, "foreseen": told, "seen": match.version})
        told = settling.settle(pairing, by=by, seen=said["seen"], **facts)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        shown = _meanwhile(pairing, by, facts) if refusal.code == "result_meanwhile" else {}
        return _render(request, pairing, {"result_form": form, **shown}, status=422)
    messages.success(request, " ".join(changes_in_words(told)))
    return redirect("tournaments:table", slug, pk)


def _meanwhile(pairing: Pairing, by: User, facts: dict[str, Any]) -> dict[str, object]:
    """What a result would change in one that came in between; nothing when both say the same."""
    version = Match.objects.values_list("version", flat=True).get(pairing=pairing)
    try:
        return {"foreseen": changes_in_words(settling.foresee(pairing, by=by, **facts)), "seen": version}
    except Refused:
        return {}


@login_required
@require_POST
def take_back(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = access_desk.table_to_void_bids(request.user, slug, pk)
    form = VoidForm(request.POST, prefix="back")
    deed = settling.take_back
    return answer(request, pairing, form, "back_form", lambda: deed(pairing, by=member(request.user), why=_why(form)))


@login_required
@require_POST
def no_show(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = access_desk.table_to_settle(request.user, slug, pk)
    form = NoShowForm(request.POST, match=match_at(pairing), prefix="absent")

    def mark() -> list[str]:
        said = form.cleaned_data
        absent = [int(number) for number in said["absent"]]
        return fielding.no_show(
            pairing, absent=absent, by=member(request.user), why=said["why"], and_drop=said["and_drop"]
        )

    return answer(request, pairing, form, "no_show_form", mark)


@login_required
@require_POST
def void(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """The bids of this game are void and both bid again; nobody learns what was in them."""
    pairing = access_desk.table_to_settle(request.user, slug, pk)
    form = VoidForm(request.POST, prefix="void")

    def end() -> list[str]:
        bidding.void_attempt(match_at(pairing), by=member(request.user), reason=_why(form))
        return [_("The bids are void; both players bid again.")]

    return answer(request, pairing, form, "void_form", end)


@login_required
@require_POST
def paper_bids(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Both amounts together, after they were shown at the table."""
    pairing = access_desk.table_to_settle(request.user, slug, pk)
    form = PaperBidsForm(request.POST, match=match_at(pairing), prefix="bids")

    def enter() -> list[str]:
        bidding.enter_paper_bids(match_at(pairing), by=member(request.user), amounts=form.amounts)
        return [_("Both bids are entered.")]

    return answer(request, pairing, form, "bids_form", enter)


@login_required
@require_POST
def expected_list(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """The exact list a seat plays right now, swaps included; the look is on record before anything is shown."""
    pairing = access_desk.table_to_check(request.user, slug, pk)
    form = LookForm(request.POST, match=match_at(pairing), prefix="look")
    if not form.is_valid():
        return _render(request, pairing, {"look_form": form}, status=422)
    match = match_at(pairing)
    seat = match.seats.select_related("user", "deck_version").get(number=form.cleaned_data["seat"])
    if seat.deck_version is None:
        form.add_error(None, _("%(player)s has no list in this match.") % {"player": seat.user})
        return _render(request, pairing, {"look_form": form}, status=422)
    look(seat.deck_version, member(request.user), purpose=form.cleaned_data["purpose"])
    game = match.games.latest("number")
    shown = {"name": str(seat.user), "game": game.number, "text": expected.expected_list(game, seat)}
    return _render(request, pairing, {"list": shown})


@login_required
@require_POST
def phone(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Whoever decides here has seen in person whether a guest's new phone is theirs."""
    pairing = access_desk.table_of_phone(request.user, slug, pk)
    match, form = match_at(pairing), PhoneForm(request.POST)

    def decide() -> list[str]:
        new_phones.decide(match, by=member(request.user), **form.cleaned_data)
        return [_("Your decision stands at the match for everybody to read.")]

    return answer(request, pairing, form, "phone_form", decide)


def answer(
    request: HttpRequest, pairing: Pairing, form: forms.Form, name: str, deed: Callable[[], list[str]]
) -> HttpResponse:
    """Does the deed and shows the table again, or shows it with what was typed and why it was refused."""
    slug, refusal = pairing.round.stage.tournament.slug, ""
    if form.is_valid():
        try:
            told = deed()
            messages.success(request, " ".join(changes_in_words(told)))
            return redirect("tournaments:table", slug, pairing.pk)
        except Refused as refused:
            refusal = str(refused)
    return _render(request, pairing, {name: form, "refusal": refusal}, status=422)


def _why(form: forms.Form) -> str:
    return form.cleaned_data["why"]


def _render(
    request: HttpRequest, pairing: Pairing, given: dict[str, object] | None = None, *, status: int = 200
) -> HttpResponse:
    tournament = pairing.round.stage.tournament
    pairing = get_object_or_404(tables_of(pairing.round), pk=pairing.pk)  # paired anew meanwhile, it is gone
    context = {**frame(request, tournament), "pairing": pairing, "round": pairing.round}
    if pairing.match:
        context |= _facts(request, pairing, pairing.match) | _forms(pairing, pairing.match)
    return render(request, "tournaments/table.html", {**context, **(given or {})}, status=status)


def _facts(request: HttpRequest, pairing: Pairing, match: Match) -> dict[str, object]:
    """What staff see: what everybody sees, and the disputes. Never whether a bid is in."""
    tournament = pairing.round.stage.tournament
    games = Game.objects.filter(match=match, disputes__isnull=False).order_by("number")
    held = access.roles(request.user, tournament)
    may_look = bool(held & access.JUDGES) and not access.is_entered(request.user, tournament)
    shown = showing.shown(match, None)
    on_paper = shown["bids_on_paper"]
    return {
        "table": room.tables(tournament, [pairing], db_now())[0],
        "shown": shown,
        "disputes": games.values_list("number", "disputes__pk", "disputes__state", "disputes__claim"),
        "may_settle": not access_desk.plays_at(request.user, pairing),
        "may_look": may_look,
        "check": pairing.deck_checks.filter(ended_at=None).first() if may_look else None,  # judging knows what it is
        "may_void": match.step == Match.Step.BIDDING or (on_paper and match.step == Match.Step.CHOICE),
        "may_enter_bids": on_paper and match.step == Match.Step.BIDDING,
        "decides": request.user in access.who_decides_on_phones(tournament) if shown["phones"] else False,
        "flag": _flag(match),
        "may_extend": pairing.round.closed_at is None and match.finished_at is None,
        "may_feature": featuring.is_on(pairing.round, tournament),
        "is_featured": pairing.featured and featuring.is_on(pairing.round, tournament),
        "may_take_back": match.entered_whole and pairing.round.closed_at is None,
    }


def _flag(match: Match) -> dict[str, object] | None:
    """Whose time ran out, when, and what would be lost if staff take it for lost."""
    if match.flag_seat is None or not room.flag_fell(match, db_now()):
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
    absent = [str(seat.number) for seat in room.missing(tournament, pairing, db_now())]
    proposed = {"absent": absent, "why": _(NOT_IN_TIME)} if absent else None
    return NoShowForm(match=match, prefix="absent", initial=proposed)


def _forms(pairing: Pairing, match: Match) -> dict[str, forms.Form]:
    return {
        "result_form": ResultForm(match=match),
        "back_form": VoidForm(prefix="back"),
        "no_show_form": _no_show(pairing, match),
        "void_form": VoidForm(prefix="void"),
        "bids_form": PaperBidsForm(match=match, prefix="bids"),
        "clocks_form": SetClocksForm(match=match, prefix="clocks", initial=_clock_faces(match)),
        "flag_form": ReasonForm(prefix="flag", initial={"why": _(TIME_RAN_OUT)}),
        "more_form": ExtensionForm(prefix="more"),
        "look_form": LookForm(match=match, prefix="look"),
    }
