"""The clocks on the page of a match: a part that asks for itself, and the taps of the players.

A tap may come twice; `clocks` says how it counts once. Its answer is the clocks as they stand then.
"""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bos_tournament.errors import Refused
from bos_tournament.matches import access, clocks, presenter_clocks
from bos_tournament.matches.forms import TapForm, TurnForm
from bos_tournament.matches.match_context import Facts
from bos_tournament.matches.models import Match, Seat
from bos_tournament.matches.views import Context, played
from bos_tournament.operations import conditional
from bos_tournament.refusals import show_refusal


@require_safe
@never_cache
def clocks_part(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The clocks alone; 304 while nobody touched them, since pages count on by themselves."""
    match = access.match_to_see(pk)
    content = _clocks(request, match)
    return conditional.conditional_response(
        request, conditional.tag_of(content or {}), lambda: _render(request, match, content)
    )


@played
def start_clocks(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = TapForm(request.POST)
    if form.is_valid():
        try:
            clocks.start_clocks(seat, after=form.cleaned_data["after"])
        except Refused as refusal:
            show_refusal(form, refusal)
    return _after_tap(request, seat, form)


@played
def end_turn(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = TurnForm(request.POST)
    if form.is_valid():
        try:
            clocks.end_turn(seat, of=form.cleaned_data["of"], after=form.cleaned_data["after"])
        except Refused as refusal:
            show_refusal(form, refusal)
    return _after_tap(request, seat, form)


@played
def pause_clocks(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = TapForm(request.POST)
    if form.is_valid():
        try:
            clocks.pause_clocks(seat.match, by=seat.user, after=form.cleaned_data["after"])
        except Refused as refusal:
            show_refusal(form, refusal)
    return _after_tap(request, seat, form)


@played
def resume_clocks(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = TapForm(request.POST)
    if form.is_valid():
        try:
            clocks.resume_clocks(seat.match, by=seat.user, after=form.cleaned_data["after"])
        except Refused as refusal:
            show_refusal(form, refusal)
    return _after_tap(request, seat, form)


def _after_tap(request: HttpRequest, seat: Seat, form: TapForm) -> HttpResponse:
    """The clocks as they stand now, with the reason why a tap did not count."""
    part = conditional.asks_for_part(request)
    if form.is_valid() and not part:
        return redirect("matches:detail", seat.match_id)
    refusal = next((str(error) for errors in form.errors.values() for error in errors), "")
    match = access.match_to_see(seat.match_id)
    template = "matches/_clocks.html" if part else "matches/clocks.html"
    return _render(request, match, _clocks(request, match), template=template, refusal=refusal)


def _clocks(request: HttpRequest, match: Match) -> Context | None:
    return presenter_clocks.clocks(Facts(match, access.seat_of(request.user, match)))


def _render(
    request: HttpRequest,
    match: Match,
    content: Context | None,
    *,
    template: str = "matches/_clocks.html",
    refusal: str = "",
) -> HttpResponse:
    tag = conditional.tag_of(content or {})
    context = {"match": match, "shown": {"clocks": content}, "clocks_tag": tag, "clocks_refusal": refusal}
    return render(request, template, context, status=422 if refusal else 200)
