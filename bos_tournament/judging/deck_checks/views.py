"""The deck check desk: picking tables, counting two decks against what they must hold now, finishing; and the lots."""

import json
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.judging import access_calls_and_penalties
from bos_tournament.judging.deck_checks import check_desk
from bos_tournament.judging.deck_checks.forms import AS_LISTED, CancelCheckForm, FinishForm, FoundForm, PickForm
from bos_tournament.judging.models import CheckDraw, CheckedDeck, CheckSeed, DeckCheck
from bos_tournament.messages import localize, localize_all
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.decklists.submissions import pool_of
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.printing.deck_sheets import sheet_of
from bos_tournament.tournaments.printing.sheets import DeckSheet
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.stages import position, rounds_of
from engine.hosting import code_json

MOST_SHOWN = 200


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def checks(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.lists_to_print(request.user, slug)
    form = PickForm(request.POST if request.method == "POST" else None, initial={"rule": DeckCheck.Rule.LOT})
    at = position(tournament)
    if request.method == "POST" and form.is_valid():
        try:
            if at.round is None:
                raise Refused(_("Decks can be checked only while a published round is running."), code="round_not_on")
            picked = check_desk.pick(at.round, by=request.user, **form.cleaned_data)
            tables = ", ".join(str(deck_check.pairing.table) for deck_check in picked)
            messages.success(request, _("Picked: table %(tables)s. Go there and start.") % {"tables": tables})
            return redirect("judging:checks", slug)
        except Refused as refusal:
            show_refusal(form, refusal)
    deck_checks = DeckCheck.objects.filter(pairing__round__stage__tournament=tournament)
    deck_checks = deck_checks.select_related("pairing__round__stage").prefetch_related(
        "pairing__sittings__entrant__user"
    )
    differing = Count("decks", filter=Q(decks__state=CheckedDeck.State.DIFFERS))
    rows = deck_checks.annotate(differing=differing).order_by("-pairing__round__number", "-picked_at", "pairing__table")
    latest = list(rows[:MOST_SHOWN])
    round_names.look_up(deck_check.pairing.round for deck_check in latest)
    context = {
        **tournament_context(request, tournament),
        "form": form,
        "open": [deck_check for deck_check in latest if deck_check.state in DeckCheck.OPEN],
        "over": [deck_check for deck_check in latest if deck_check.state not in DeckCheck.OPEN],
        "round": at.open,
        "why_none": check_desk.why_none(at.open) if at.open and not form.errors else "",
        "digest": check_desk.seed_of(tournament).digest,
    }
    return render(request, "judging/checks.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def check(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    return _render(request, access_calls_and_penalties.check_to_do(request.user, slug, pk))


@login_required
@require_POST
def begin_deck_check(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Shows both lists from now on; each look is on record."""
    deck_check = access_calls_and_penalties.check_to_do(request.user, slug, pk)
    try:
        check_desk.begin_deck_check(deck_check, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("judging:check", slug, pk)


@login_required
@require_POST
def check_deck(request: AuthenticatedHttpRequest, slug: str, pk: UUID, number: int) -> HttpResponse:
    """What was found in one deck: ticked copies and others, or everything as listed."""
    deck_check = access_calls_and_penalties.check_to_do(request.user, slug, pk)
    deck = access_calls_and_penalties.checked_deck(deck_check, number)
    pool = pool_of(deck_check.pairing.round.stage.tournament)
    form = FoundForm(request.POST, sheet=_sheet(deck), prefix=f"s{number}")
    as_listed = AS_LISTED in request.POST
    if as_listed or form.is_valid():
        counted = check_desk.parts_of(deck.expected, pool) if as_listed else form.found()
        try:
            deck = check_desk.record_deck(deck, by=request.user, found=counted)
            sentence = (
                _("The deck of %(player)s differs from its list.")
                if deck.differences
                else _("The deck of %(player)s matches its list.")
            )
            messages.success(request, sentence % {"player": deck.seat.user})
            return redirect("judging:check", slug, pk)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _render(request, deck_check, found_form=form, status=422)


@login_required
@require_POST
def finish_deck_check(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    deck_check, form = access_calls_and_penalties.check_to_do(request.user, slug, pk), FinishForm(request.POST)
    if form.is_valid():
        try:
            check_desk.finish_deck_check(deck_check, by=request.user, **form.cleaned_data)
            messages.success(
                request, _("Deck check at table %(table)s finished.") % {"table": deck_check.pairing.table}
            )
            return redirect("judging:checks", slug)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _render(request, deck_check, finish_form=form, status=422)


@login_required
@require_POST
def cancel_check(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    deck_check, form = access_calls_and_penalties.check_to_do(request.user, slug, pk), CancelCheckForm(request.POST)
    if form.is_valid():
        try:
            check_desk.cancel_check(deck_check, **form.cleaned_data)
            messages.success(
                request,
                _("Check at table %(table)s cancelled. The table can be picked again.")
                % {"table": deck_check.pairing.table},
            )
            return redirect("judging:checks", slug)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _render(request, deck_check, call_off_form=form, status=422)


@require_safe
def check_draws(request: HttpRequest, slug: str) -> HttpResponse:
    """For everybody: the digest of the secret, and after the end the secret with every draw, to be repeated."""
    tournament = tournament_access.tournament_to_see(request.user, slug)
    seed = CheckSeed.objects.filter(tournament=tournament).first()
    if seed is None:
        raise Http404(_("This tournament draws no tables for deck checks."))
    over = tournament.is_over
    context = {
        **tournament_context(request, tournament),
        "digest": seed.digest,
        "seed": seed.seed if over else "",
        "draws": _draws(tournament) if over else (),
    }
    return render(request, "judging/check_draws.html", context)


def _draws(tournament: Tournament) -> list[tuple[CheckDraw, str]]:
    """Every draw of lots, by the number of its round as the recipe has it, with the name that the round may have."""
    names = {
        round_.number: round_names.title(round_) for round_ in rounds_of(tournament) if round_names.has_name(round_)
    }
    draws = CheckDraw.objects.filter(tournament=tournament)
    return [(draw, names.get(draw.round_number, "")) for draw in draws]


def _sheet(deck: CheckedDeck) -> DeckSheet:
    """What the deck must hold, by type, with what was swapped since it was handed in."""
    seat, pairing = deck.seat, deck.deck_check.pairing
    handed_in = seat.deck_version.text if seat.deck_version else deck.expected
    pool = pool_of(pairing.round.stage.tournament)
    return sheet_of(str(seat.user), _("Table %(table)s") % {"table": pairing.table}, handed_in, deck.expected, pool)


def _render(
    request: HttpRequest,
    deck_check: DeckCheck,
    *,
    found_form: FoundForm | None = None,
    finish_form: FinishForm | None = None,
    call_off_form: CancelCheckForm | None = None,
    status: int = 200,
) -> HttpResponse:
    tournament = deck_check.pairing.round.stage.tournament
    decks = list(deck_check.decks.select_related("seat__user", "seat__deck_version", "by"))
    people = _entrants(tournament, decks)
    rows = []
    for deck in decks:
        deck.deck_check = deck_check
        prefix = f"s{deck.seat.number}"
        form = found_form if found_form and found_form.prefix == prefix else None
        rows.append(
            {
                "deck": deck,
                "sheet": (sheet := _sheet(deck)),
                "form": form or FoundForm(sheet=sheet, prefix=prefix),
                "told": localize_all(check_desk.describe_differences(deck)),
                "note": localize(note := check_desk.penalty_note(deck)),
                "proposed": json.dumps(code_json(note)),
                "entrant": people.get(deck.seat.user_id),
            }
        )
    context = {
        **tournament_context(request, tournament),
        "check": deck_check,
        "names": [str(sitting.entrant.user) for sitting in deck_check.pairing.sittings.select_related("entrant__user")],
        "decks": rows,
        "found_form": found_form,
        "infraction": check_desk.INFRACTION,
        "finish_form": finish_form or FinishForm(initial={"minutes": check_desk.minutes_so_far(deck_check)}),
        "call_off_form": call_off_form or CancelCheckForm(),
    }
    return render(request, "judging/check.html", context, status=status)


def _entrants(tournament: Tournament, decks: list[CheckedDeck]) -> dict[UUID, Entrant]:
    return {
        entrant.user_id: entrant
        for entrant in tournament.entrants.filter(user__in=[deck.seat.user_id for deck in decks])
    }
