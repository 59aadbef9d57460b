"""Pages of practice games: the start, and the board with every deed on it."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.private_page_middleware import not_indexed
from bos_tournament.accounts.requests import HtmxHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.play import access, challenges, practice_games, presenter, visits
from bos_tournament.play.bot_queue import waiting_tag
from bos_tournament.play.forms import FRIEND_BY_LINK, AcceptForm, LineForm, StartForm
from bos_tournament.play.models import FRIEND, PracticeGame
from bos_tournament.play.positions import public_record
from bos_tournament.play.practice_matches import presenter as preparing
from bos_tournament.refusals import show_refusal

Deed = Callable[[PracticeGame, int, QueryDict], None]


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HtmxHttpRequest) -> HttpResponse:
    form = StartForm(request.POST or None, user=request.user)
    before = None if request.user.is_authenticated else visits.remembered_game(request)
    if form.is_valid():
        bot, deck = form.cleaned_data["bot"], form.list_of("deck")
        try:
            if bot == FRIEND_BY_LINK:
                return redirect(challenges.challenge_friend(request.user, deck=deck, **form.match))
            game = practice_games.start_practice(
                request.user, bot=bot, deck=deck, bot_deck=form.list_of("bot_deck"), before=before, **form.match
            )
            answer = redirect(game)
            visits.remember_visit(answer, game)
            return answer
        except Refused as refusal:
            show_refusal(form, refusal)
    games = [before] if before else access.listed_games(request.user)[:10]
    shown = {"form": form, "games": [presenter.game_row(game, request.user) for game in games]}
    return render(request, "play/start.html", shown, status=422 if form.errors else 200)


@require_safe
@never_cache
@not_indexed
def challenge(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    """The link for a friend, until they accept; then the game."""
    row = access.own_challenge(request.user, pk)
    if row.game and request.htmx:
        return HttpResponse(headers={"HX-Redirect": row.game.get_absolute_url()})
    if row.game:
        return redirect(row.game)
    if request.htmx:
        return HttpResponse(status=204)
    link = request.build_absolute_uri(reverse("play:accept_challenge", args=[row.key]))
    return render(request, "play/challenge.html", {"challenge": row, "link": link})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@not_indexed
def accept_challenge(request: HtmxHttpRequest, link: UUID) -> HttpResponse:
    """A friend chooses a deck and accepts a challenge; later the same link leads those with an account to the game."""
    row = access.challenge_by_link(link)
    if row.game and row.game.friend == request.user:
        return redirect(row.game.address_of(FRIEND))
    if row.game:
        return render(request, "play/accepted.html", status=410)
    form = AcceptForm(request.POST or None, user=request.user)
    if form.is_valid():
        try:
            game = challenges.accept_challenge(row, request.user, deck=form.list_of("deck"))
            return redirect(game.address_of(FRIEND))
        except Refused as refusal:
            show_refusal(form, refusal)
    return render(request, "play/accept.html", {"form": form, "challenge": row}, status=422 if form.errors else 200)


@require_safe
@never_cache
@not_indexed
def game(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    row, seat = access.practice_seat(request.user, pk)
    tag = _seen_tag(row, seat)
    if request.htmx and tag and request.GET.get("seen") == tag:
        return HttpResponse(status=204)
    return show_board(request, row, seat)


def _seen_tag(row: PracticeGame, seat: int) -> str | None:
    """What an open page compares that waits for the other one; None where nothing is waited for."""
    if row.is_preparing:
        return preparing.preparation_tag(row)
    if row.asked in (None, seat):
        return None
    return waiting_tag(row)


@require_safe
@not_indexed
def record(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    """The record as text, for `engine judge`."""
    row, _seat = access.begun_seat(request.user, pk)
    text = public_record(row)
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="practice-{str(pk)[:8]}.bln"'
    return answer


def board_deed(deed: Deed) -> Callable[[HtmxHttpRequest, UUID], HttpResponse]:
    """A door for one seat: the deed, then the board, with what was refused above it."""

    @wraps(deed)
    @require_POST
    @never_cache
    def door(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
        row, seat = access.practice_seat(request.user, pk)
        refused = ""
        try:
            deed(row, seat, request.POST)
        except Refused as refusal:
            problems = [each["message"] for each in refusal.facts.get("problems", ())]
            refused = " ".join(dict.fromkeys([str(refusal), *problems]))
            row, seat = access.practice_seat(request.user, pk)  # nothing of what was begun counts
        if request.htmx:
            return show_board(request, row, seat, refused=refused)
        if refused:
            messages.error(request, refused)
        return redirect(row.address_of(seat))

    return door


@board_deed
def play(row: PracticeGame, seat: int, sent: QueryDict) -> None:
    line = _line(sent)
    practice_games.play(row, line["line"], after=line["after"], seat=seat)


@board_deed
def pass_on(row: PracticeGame, seat: int, sent: QueryDict) -> None:
    practice_games.pass_on(row, after=_line(sent)["after"], seat=seat)


@board_deed
def take_back(row: PracticeGame, seat: int, sent: QueryDict) -> None:
    practice_games.take_back(row, after=_line(sent)["after"])


@board_deed
def give_up(row: PracticeGame, seat: int, _sent: QueryDict) -> None:
    practice_games.give_up(row, seat=seat)


def _line(sent: QueryDict) -> dict[str, Any]:
    """A line as the page sends it. Raises Refused (`no_move`)."""
    form = LineForm(sent)
    if not form.is_valid():
        raise Refused(_("This is no move of this board. Choose one that it offers."), code="no_move")
    return form.cleaned_data


def show_board(request: HtmxHttpRequest, row: PracticeGame, seat: int, *, refused: str = "") -> HttpResponse:
    """The board alone for a page that is open, the whole page for everybody else."""
    alone = request.htmx and not request.htmx.history_restore_request
    template = "play/_board.html" if alone else "play/game.html"
    answer = render(
        request, template, {**presenter.board(row, seat), "refused": refused}, status=409 if refused else 200
    )
    patch_vary_headers(answer, ["HX-Request"])
    return answer
