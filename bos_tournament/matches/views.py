"""Pages of a match: for its players, for whoever looks on, and the proof of its bids."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import wraps
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
from bos_tournament.matches import (
    access,
    bid_entry,
    bid_verification,
    boss_reveal,
    first_player_choice,
    match_steps,
    new_phones,
    presenter,
    reserve_swaps,
    result_reports,
    surroundings,
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
from bos_tournament.matches.reserve_swaps import Movable
from bos_tournament.operations import conditional, idempotency
from bos_tournament.refusals import show_refusal

Door = Callable[[HttpRequest, UUID], HttpResponse]
Context = dict[str, Any]


@require_safe
@never_cache
def detail(request: HttpRequest, pk: UUID) -> HttpResponse:
    match = access.match_to_see(pk)
    return render_match(request, match)


@require_safe
@never_cache
def live(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of the page that changes; 304 while nothing did, so that nobody loses what they are typing."""
    match = access.match_to_see(pk)
    viewer = access.seat_of(request.user, match)
    tag, content = conditional.sent_tag(request), {}
    if not presenter.unchanged_since(tag, match, viewer):
        content = presenter.present_match(match, viewer)
        tag = tag if presenter.names_content(tag, content) else presenter.tag(match, viewer, content)
    part = "matches/_live.html"
    return conditional.conditional_response(
        request, tag, lambda: _render(request, part, match, viewer, content, more={})
    )


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
def confirm_bosses(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = forms.Form(request.POST)
    try:
        boss_reveal.confirm_bosses(seat)
        return _to_what_is_next(seat)
    except Refused as refusal:
        show_refusal(form, refusal)
    return _refused(request, seat, form)


@sensitive_post_parameters()
@sensitive_variables()
@played
def bid(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = BidForm(request.POST)
    if form.is_valid():
        try:
            with idempotency.sent_by_form():
                bid_entry.seal_bid_once(seat, **form.cleaned_data)
            return _to_what_is_next(seat)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, seat, form)


@played
def paper_bids(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = PaperBidsForm(request.POST, match=seat.match)
    if form.is_valid():
        try:
            bid_entry.enter_paper_bids(seat.match, by=seat.user, amounts=form.amounts)
            return _to_what_is_next(seat)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, seat, form)


@played
def name_chooser(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = forms.Form(request.POST)
    try:
        first_player_choice.name_chooser(seat)
        return _to_what_is_next(seat)
    except Refused as refusal:
        show_refusal(form, refusal)
    return _refused(request, seat, form)


@played
def choose(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = ChooseForm(request.POST)
    if form.is_valid():
        try:
            first_player_choice.choose_first(seat, goes_first=form.cleaned_data["goes_first"])
            return _to_what_is_next(seat)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, seat, form)


@played
def swap(request: HttpRequest, seat: Seat) -> HttpResponse:
    form, problems = SwapForm(request.POST), ()
    if form.is_valid():
        try:
            reserve_swaps.swap_reserves(seat, out=form.cleaned_data["out"], into=form.cleaned_data["into"])
            return _to_what_is_next(seat)
        except Refused as refusal:
            show_refusal(form, refusal)
            problems = refusal.facts.get("problems", ())
    return _refused(request, seat, form, problems=problems)


@played
def report_result(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = ReportForm(request.POST, match=seat.match)
    if form.is_valid():
        try:
            fields = {name: form.cleaned_data[name] for name in ("key", "reason", "game", "sure")}
            with idempotency.sent_by_form():
                result_reports.report_once(seat, winner=form.winning_seat(), **fields)
            return _to_what_is_next(seat)
        except Refused as refusal:
            show_refusal(form, refusal)
            if refusal.code == "record_says_otherwise":
                form.fields["sure"].widget = forms.CheckboxInput()
    return _refused(request, seat, form)


@played
def agree(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = AgreeForm(request.POST)
    if form.is_valid():
        try:
            result_reports.agree(seat, report=form.cleaned_data["report"])
            return _to_what_is_next(seat)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, seat, form)


@played
def phone(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The player says whether the guest opposite is there with a new phone."""
    form = PhoneForm(request.POST)
    if form.is_valid():
        try:
            new_phones.confirm_phone(seat, phone=form.cleaned_data["phone"], is_them=form.cleaned_data["is_them"])
            return _to_what_is_next(seat)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, seat, form)


@played
def phone_paper(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = PaperForm(request.POST)
    if form.is_valid():
        try:
            new_phones.bid_on_paper(seat, phone=form.cleaned_data["phone"])
            return _to_what_is_next(seat)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, seat, form)


@played
def withdraw_report(request: HttpRequest, seat: Seat) -> HttpResponse:
    form = forms.Form(request.POST)
    try:
        result_reports.withdraw_report(seat)
        return _to_what_is_next(seat)
    except Refused as refusal:
        show_refusal(form, refusal)
    return _refused(request, seat, form)


def _to_what_is_next(seat: Seat) -> HttpResponse:
    """With the keyboard, too, the next thing is at hand."""
    return redirect(f"{seat.match.get_absolute_url()}#now")


def _refused(request: HttpRequest, seat: Seat, form: forms.Form, *, problems: Sequence[Context] = ()) -> HttpResponse:
    """The match as it is now, with the refusal and everything that was typed."""
    return render_match(request, access.match_to_see(seat.match_id), form=form, problems=problems, status=422)


def render_match(
    request: HttpRequest,
    match: Match,
    *,
    form: forms.Form | None = None,
    problems: Sequence[Context] = (),
    status: int = 200,
) -> HttpResponse:
    """The match as its reader sees it, with the form that was refused."""
    viewer = access.seat_of(request.user, match)
    content = presenter.present_match(match, viewer)
    runs_it = viewer is None and surroundings.event.is_staff_at(request.user, match)
    around = surroundings.event.on_the_page(match)
    more = {"refused": form, "problems": problems, "runs_it": runs_it, "event": around}
    return _render(request, "matches/detail.html", match, viewer, content, more=more, status=status)


def _render(
    request: HttpRequest,
    template: str,
    match: Match,
    viewer: Seat | None,
    content: Context,
    *,
    more: Context,
    status: int = 200,
) -> HttpResponse:
    tag = presenter.tag(match, viewer, content)
    context = {"match": match, "shown": content, "you": content["you"], "tag": tag, **more}
    context["clocks_tag"] = conditional.tag_of(content["clocks"] or {})
    if viewer and content["you"]:
        context |= _forms(match, viewer, content["you"], more.get("refused"))
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["Cookie"])
    return response


def _forms(match: Match, seat: Seat, you: Context, sent: forms.Form | None) -> Context:
    """The forms of this step; the one that was refused keeps what was typed."""
    ready: Context = {}
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
    ticked = {way: Counter(sent[way].value() if isinstance(sent, SwapForm) else ()) for way in ("into", "out")}
    movable = reserve_swaps.movable(match_steps.open_game(match), seat)
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
    bids = bid_verification.recompute(attempt)
    on_paper = attempt.bids.filter(level=Bid.Level.PAPER).select_related("seat__user").order_by("seat__number")
    program = bid_verification.program(attempt) if bids else ""
    context = {"attempt": attempt, "bids": bids, "on_paper": list(on_paper), "program": program}
    return render(request, "matches/verify.html", context)


@require_safe
def check_program(request: HttpRequest, match_pk: UUID, number: int) -> HttpResponse:
    attempt = access.attempt_to_verify(match_pk, number)
    if not bid_verification.recompute(attempt):
        raise Http404(_("These bids were not opened, so there is nothing to recompute."))
    return HttpResponse(bid_verification.program(attempt), content_type="text/plain; charset=utf-8")
