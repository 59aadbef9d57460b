"""Pages of a match: for its players, for whoever looks on, and the proof of its bids."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from bos_tournament.errors import Refused
from bos_tournament.history import repeats
from bos_tournament.matches import (
    access,
    bidding,
    choosing,
    greeting,
    new_phones,
    reporting,
    showing,
    steps,
    swapping,
    verifying,
)
from bos_tournament.matches.forms import (
    AgreeForm,
    BidForm,
    ChooseForm,
    PaperBidsForm,
    PaperForm,
    PhoneForm,
    ReportForm,
    SwapForm,
    renew_key,
)
from bos_tournament.matches.models import Bid, Match, Seat
from bos_tournament.matches.swapping import Movable

Door = Callable[[HttpRequest, UUID], HttpResponse]
Said = dict[str, Any]


@require_safe
@never_cache
def detail(request: HttpRequest, pk: UUID) -> HttpResponse:
    match = access.match_to_see(pk)
    return page(request, match)


@require_safe
@never_cache
def live(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of the page that changes; 304 while nothing did, so that nobody loses what they are typing."""
    match = access.match_to_see(pk)
    viewer = access.seat_of(request.user, match)
    known = request.headers.get("If-None-Match", "").removeprefix("W/").strip('"')
    if known.startswith(f"{showing.quick_tag(match, viewer)}."):
        return HttpResponse(status=304)
    content = showing.shown(match, viewer)
    if known.rpartition(".")[2] == showing.tag(match, viewer, content).rpartition(".")[2]:
        return HttpResponse(status=304)
    return _render(request, "matches/_live.html", match, viewer, content, more={})


def played(view: Callable[[HttpRequest, Seat], HttpResponse]) -> Door:
    """A door for the players of a match. Who comes by a link or without signing in is led to the match and back."""

    @wraps(view)
    @require_http_methods(["GET", "HEAD", "POST"])
    @never_cache
    def door(request: HttpRequest, pk: UUID) -> HttpResponse:
        here = reverse("matches:detail", args=[pk])
        if request.method != "POST":
            return redirect(here)
        if not request.user.is_authenticated:
            return redirect_to_login(here)
        return view(request, access.seat_to_play(request.user, pk))

    return door


@played
def greet(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _answer(request, seat, forms.Form(request.POST), lambda said: greeting.greet(seat))


@sensitive_post_parameters()
@sensitive_variables()
@played
def bid(request: HttpRequest, seat: Seat) -> HttpResponse:
    def seal(said: Said) -> None:
        asked, hidden = {"bid": str(seat.pk), "attempt": said["attempt"]}, bidding.hidden(seat, amount=said["amount"])
        deed = partial(bidding.seal_bid, seat, amount=said["amount"], attempt=said["attempt"])
        repeats.once_by_form(seat.user, said["key"], asked, deed, hidden=hidden)

    return _answer(request, seat, BidForm(request.POST), seal)


@played
def paper_bids(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = PaperBidsForm(request.POST, match=seat.match)
    deed = bidding.enter_paper_bids
    return _answer(request, seat, form, lambda said: deed(seat.match, by=request.user, amounts=form.amounts))


@played
def name_chooser(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _answer(request, seat, forms.Form(request.POST), lambda said: choosing.name_chooser(seat))


@played
def choose(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = ChooseForm(request.POST)
    return _answer(request, seat, form, lambda said: choosing.choose_first(seat, goes_first=said["goes_first"]))


@played
def swap(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = SwapForm(request.POST)
    return _answer(request, seat, form, lambda said: swapping.swap_reserves(seat, out=said["out"], into=said["into"]))


@played
def report(request: HttpRequest, seat: Seat) -> HttpResponse:
    def made(said: Said) -> None:
        winner = seat.match.seats.filter(number=said["winner"]).first() if said["winner"] != "drawn" else None
        asked = {"report": str(seat.pk), "winner": said["winner"], "reason": said["reason"], "game": said["game"]}
        facts = {name: said[name] for name in ("reason", "game", "sure")}
        deed = partial(reporting.report, seat, winner=winner, **facts)
        repeats.once_by_form(seat.user, said["key"], asked, deed)

    return _answer(request, seat, ReportForm(request.POST, match=seat.match), made)


@played
def agree(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _answer(request, seat, AgreeForm(request.POST), lambda said: reporting.agree(seat, report=said["report"]))


@played
def phone(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The player says whether the guest opposite is there with a new phone."""

    def say(said: Said) -> None:
        new_phones.answer(seat, phone=said["phone"], is_them=said["is_them"])

    return _answer(request, seat, PhoneForm(request.POST), say)


@played
def phone_paper(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = PaperForm(request.POST)
    return _answer(request, seat, form, lambda said: new_phones.bid_on_paper(seat, phone=said["phone"]))


@played
def withdraw(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _answer(request, seat, forms.Form(request.POST), lambda said: reporting.withdraw_report(seat))


@sensitive_variables()
def _answer(request: HttpRequest, seat: Seat, form: forms.Form, deed: Callable[[Said], object]) -> HttpResponse:
    """Does the deed and shows the match, or shows it with the refusal and everything that was typed."""
    problems: Sequence[Said] = ()
    if form.is_valid():
        try:
            deed(form.cleaned_data)
            return redirect(f"{seat.match.get_absolute_url()}#now")  # with the keyboard, too, the next thing is at hand
        except Refused as refusal:
            form.add_error(None, str(refusal))
            if refusal.code == "record_says_otherwise":
                form.fields["sure"].widget = forms.CheckboxInput()
            problems = refusal.facts.get("problems", ())
    return page(request, access.match_to_see(seat.match_id), form=form, problems=problems, status=422)


def page(
    request: HttpRequest,
    match: Match,
    *,
    form: forms.Form | None = None,
    problems: Sequence[Said] = (),
    status: int = 200,
) -> HttpResponse:
    """The match as its reader sees it, with the form that was refused."""
    viewer = access.seat_of(request.user, match)
    content = showing.shown(match, viewer)
    runs_it = viewer is None and access.is_staff_at(request.user, match)
    more = {"refused": form, "problems": problems, "runs_it": runs_it}
    return _render(request, "matches/detail.html", match, viewer, content, more=more, status=status)


def _render(
    request: HttpRequest,
    template: str,
    match: Match,
    viewer: Seat | None,
    content: Said,
    *,
    more: Said,
    status: int = 200,
) -> HttpResponse:
    name = showing.tag(match, viewer, content)
    context = {"match": match, "shown": content, "you": content["you"], "tag": name, **more}
    context["clocks_tag"] = showing.digest(content["clocks"] or {})
    if content["you"]:
        context |= _forms(match, viewer, content["you"], more.get("refused"))
    response = render(request, template, context, status=status)
    response["ETag"] = f'"{name}"'
    patch_vary_headers(response, ["Cookie"])
    return response


def _forms(match: Match, seat: Seat, you: Said, sent: forms.Form | None) -> Said:
    """The forms of this step; the one that was refused keeps what was typed."""
    ready: Said = {}
    if you["may_bid"]:
        ready["bid_form"] = BidForm(initial={"amount": 0, "attempt": you["attempt"]})
    if you["may_enter_bids"]:
        ready["paper_form"] = PaperBidsForm(match=match)
    if you["may_report"]:
        ready["report_form"] = ReportForm(match=match, initial={"game": you["game"]})
    ready = {name: sent if type(sent) is type(form) else form for name, form in ready.items()}
    if isinstance(sent, BidForm | ReportForm):
        renew_key(sent)
    if you["may_swap"]:
        ready["piles"] = _piles(match, seat, sent)
    return ready


def _piles(match: Match, seat: Seat, sent: forms.Form | None) -> dict[str, dict[str, list[tuple[Movable, list[bool]]]]]:
    """Summons and spells that may be swapped, each with a box for every copy; what was ticked stays ticked."""
    ticked = {way: Counter(sent.data.getlist(way) if isinstance(sent, SwapForm) else ()) for way in ("into", "out")}
    movable = swapping.movable(steps.open_game(match), seat)
    return {
        kind: {
            way: [(card, [copy < ticked[way][card.name] for copy in range(card.copies)]) for card in cards]
            for way, cards in ways.items()
        }
        for kind, ways in movable.items()
    }


@require_safe
def verify(request: HttpRequest, match_pk: UUID, number: int) -> HttpResponse:
    """Anybody sees how an opened bid comes to the commitment that was given out before; nothing before it is opened."""
    attempt = access.attempt_to_verify(match_pk, number)
    bids = verifying.recompute(attempt)
    on_paper = attempt.bids.filter(level=Bid.Level.PAPER).select_related("seat__user").order_by("seat__number")
    program = verifying.program(attempt) if bids else ""
    context = {"attempt": attempt, "bids": bids, "on_paper": list(on_paper), "program": program}
    return render(request, "matches/verify.html", context)


@require_safe
def program(request: HttpRequest, match_pk: UUID, number: int) -> HttpResponse:
    attempt = access.attempt_to_verify(match_pk, number)
    if not verifying.recompute(attempt):
        raise Http404(_("These bids were not opened, so there is nothing to recompute."))
    return HttpResponse(verifying.program(attempt), content_type="text/plain; charset=utf-8")
