"""The clocks on the page of a match: a part that asks for itself, and the taps of the players.

A tap may come twice; `clocks` says how it counts once. Its answer is the clocks as they stand then.
"""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bos_tournament.errors import Refused
from bos_tournament.matches import access, clocks, showing, showing_clocks
from bos_tournament.matches.facts import Facts
from bos_tournament.matches.forms import TapForm
from bos_tournament.matches.models import Match, Seat
from bos_tournament.matches.views import Said, played


@require_safe
@never_cache
def part(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The clocks alone; 304 while nobody touched them, since pages count on by themselves."""
    match = access.match_to_see(pk)
    return _part(request, match)


@played
def begin(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _tap(request, seat, lambda said: clocks.begin(seat, after=said["after"]))


@played
def end_turn(request: HttpRequest, seat: Seat) -> HttpResponse:
    def end(said: Said) -> None:
        if said["of"] is None:
            raise Refused(_("It is not clear whose turn has ended; look again."), code="clock_moved")
        clocks.end_turn(seat, of=said["of"], after=said["after"])

    return _tap(request, seat, end)


@played
def pause(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _tap(request, seat, lambda said: clocks.pause(seat.match, by=seat.user, after=said["after"]))


@played
def go_on(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _tap(request, seat, lambda said: clocks.go_on(seat.match, by=seat.user, after=said["after"]))


def _tap(request: HttpRequest, seat: Seat, deed: Callable[[Said], object]) -> HttpResponse:
    """Does the deed and shows the clocks, or shows them with the reason why not."""
    form, refusal = TapForm(request.POST), _("This tap could not be read; look at the clocks and tap again.")
    if form.is_valid():
        try:
            deed(form.cleaned_data)
            refusal = ""
        except Refused as refused:
            refusal = str(refused)
    if request.headers.get("HX-Request") == "true":
        return _part(request, access.match_to_see(seat.match_id), refusal=refusal)
    if refusal:
        return _part(request, access.match_to_see(seat.match_id), refusal=refusal, template="matches/clocks.html")
    return redirect("matches:detail", seat.match_id)


def _part(
    request: HttpRequest, match: Match, *, refusal: str = "", template: str = "matches/_clocks.html"
) -> HttpResponse:
    facts = Facts(match, access.seat_of(request.user, match))
    content = showing_clocks.clocks(facts)
    tag = showing.digest(content or {})
    known = request.headers.get("If-None-Match", "").removeprefix("W/").strip('"')
    if not refusal and request.method != "POST" and known == tag:
        return HttpResponse(status=304)
    context = {"match": match, "shown": {"clocks": content}, "clocks_tag": tag, "clocks_refusal": refusal}
    return render(request, template, context, status=422 if refusal else 200)
