"""The deck check desk: picking tables, counting two decks against what they must hold now, finishing; and the lots."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.errors import Refused
from bos_tournament.judging import access_table, deck_checks
from bos_tournament.judging.forms_checks import AS_LISTED, CallOffForm, FinishForm, FoundForm, PickForm
from bos_tournament.judging.models import CheckDraw, CheckedDeck, CheckSeed, DeckCheck
from bos_tournament.tournaments import access, round_names
from bos_tournament.tournaments.access_desk import member
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.deck_sheets import sheet_of
from bos_tournament.tournaments.lists import pool_of
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.sheets import DeckSheet
from bos_tournament.tournaments.stages import position, rounds_of

MOST_SHOWN = 200


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def checks(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.lists_to_print(request.user, slug)
    form = PickForm(request.POST if request.method == "POST" else None, initial={"rule": DeckCheck.Rule.LOT})
    at = position(tournament)
    if request.method == "POST" and form.is_valid():
        try:
            if at.round is None:
                raise Refused(_("Decks are checked while a published round is on."), code="round_not_on")
            made = deck_checks.pick(at.round, by=member(request.user), **form.cleaned_data)
            tables = ", ".join(str(one.pairing.table) for one in made)
            messages.success(request, _("Picked: table %(tables)s. Go there and begin.") % {"tables": tables})
            return redirect("judging:checks", slug)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    found = DeckCheck.objects.filter(pairing__round__stage__tournament=tournament)
    found = found.select_related("pairing__round__stage").prefetch_related("pairing__sittings__entrant__user")
    differing = Count("decks", filter=Q(decks__state=CheckedDeck.State.DIFFERS))
    rows = found.annotate(differing=differing).order_by("-pairing__round__number", "-picked_at", "pairing__table")
    shown = list(rows[:MOST_SHOWN])
    round_names.look_up(one.pairing.round for one in shown)
    context = {
        **frame(request, tournament),
        "form": form,
        "open": [one for one in shown if one.state in DeckCheck.OPEN],
        "over": [one for one in shown if one.state not in DeckCheck.OPEN],
        "round": at.open,
        "why_none": deck_checks.why_none(at.open) if at.open and not form.errors else "",
        "digest": deck_checks.seed_of(tournament).digest,
    }
    return render(request, "judging/checks.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def check(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    return _render(request, access_table.check_to_do(member(request.user), slug, pk))


@login_required
@require_POST
def begin(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Shows both lists from now on; each look is on record."""
    found = access_table.check_to_do(member(request.user), slug, pk)
    try:
        deck_checks.begin(found, by=member(request.user))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("judging:check", slug, pk)


@login_required
@require_POST
def record(request: HttpRequest, slug: str, pk: UUID, number: int) -> HttpResponse:
    """What was found in one deck: ticked copies and others, or everything as listed."""
    found = access_table.check_to_do(member(request.user), slug, pk)
    deck = access_table.checked_deck(found, number)
    pool = pool_of(found.pairing.round.stage.tournament)
    form = FoundForm(request.POST, sheet=_sheet(deck), prefix=f"s{number}")
    whole = AS_LISTED in request.POST
    if whole or form.is_valid():
        counted = deck_checks.parts_of(deck.expected, pool) if whole else form.found()
        try:
            deck = deck_checks.record(deck, by=member(request.user), found=counted)
            said = (
                _("The deck of %(player)s differs.") if deck.differences else _("The deck of %(player)s is as listed.")
            )
            messages.success(request, said % {"player": deck.seat.user})
            return redirect("judging:check", slug, pk)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return _render(request, found, found_form=form, status=422)


@login_required
@require_POST
def finish(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found, form = access_table.check_to_do(member(request.user), slug, pk), FinishForm(request.POST)
    if form.is_valid():
        try:
            deck_checks.finish(found, by=member(request.user), **form.cleaned_data)
            messages.success(request, _("The check at table %(table)s is done.") % {"table": found.pairing.table})
            return redirect("judging:checks", slug)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return _render(request, found, finish_form=form, status=422)


@login_required
@require_POST
def call_off(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    found, form = access_table.check_to_do(member(request.user), slug, pk), CallOffForm(request.POST)
    if form.is_valid():
        try:
            deck_checks.call_off(found, **form.cleaned_data)
            messages.success(
                request, _("No check at table %(table)s; it can be picked again.") % {"table": found.pairing.table}
            )
            return redirect("judging:checks", slug)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return _render(request, found, call_off_form=form, status=422)


@require_safe
def lots(request: HttpRequest, slug: str) -> HttpResponse:
    """For everybody: the digest of the secret, and after the end the secret with every draw, to be repeated."""
    tournament = access.tournament_to_see(request.user, slug)
    seed = CheckSeed.objects.filter(tournament=tournament).first()
    if seed is None:
        raise Http404(_("No tables are drawn for deck checks here."))
    over = tournament.is_over
    context = {
        **frame(request, tournament),
        "digest": seed.digest,
        "seed": seed.seed if over else "",
        "draws": _draws(tournament) if over else (),
    }
    return render(request, "judging/check_lots.html", context)


def _draws(tournament: Tournament) -> list[tuple[CheckDraw, str]]:
    """Every draw of lots, by the number of its round as the recipe has it, with the name that the round may have."""
    names = {one.number: round_names.title(one) for one in rounds_of(tournament) if round_names.has_name(one)}
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
    found: DeckCheck,
    *,
    found_form: FoundForm | None = None,
    finish_form: FinishForm | None = None,
    call_off_form: CallOffForm | None = None,
    status: int = 200,
) -> HttpResponse:
    tournament = found.pairing.round.stage.tournament
    decks = list(found.decks.select_related("seat__user", "seat__deck_version", "by"))
    people = _entrants(tournament, decks)
    shown = []
    for deck in decks:
        deck.deck_check = found
        prefix = f"s{deck.seat.number}"
        form = found_form if found_form and found_form.prefix == prefix else None
        shown.append(
            {
                "deck": deck,
                "sheet": (sheet := _sheet(deck)),
                "form": form or FoundForm(sheet=sheet, prefix=prefix),
                "told": deck_checks.told(deck),
                "note": deck_checks.penalty_note(deck),
                "entrant": people.get(deck.seat.user_id),
            }
        )
    context = {
        **frame(request, tournament),
        "check": found,
        "names": [str(one.entrant.user) for one in found.pairing.sittings.select_related("entrant__user")],
        "decks": shown,
        "found_form": found_form,
        "infraction": deck_checks.INFRACTION,
        "finish_form": finish_form or FinishForm(initial={"minutes": deck_checks.minutes_so_far(found)}),
        "call_off_form": call_off_form or CallOffForm(),
    }
    return render(request, "judging/check.html", context, status=status)


def _entrants(tournament: Tournament, decks: list[CheckedDeck]) -> dict[UUID, Entrant]:
    return {one.user_id: one for one in tournament.entrants.filter(user__in=[deck.seat.user_id for deck in decks])}
