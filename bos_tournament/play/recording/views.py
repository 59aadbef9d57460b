"""Pages of recorded games: the start, and the board with every deed on it."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bos_tournament.accounts.private_page_middleware import not_indexed
from bos_tournament.accounts.requests import HtmxHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.matches.models import Game, Seat
from bos_tournament.play.models import Recording
from bos_tournament.play.online import draw_offers, phrases, visits
from bos_tournament.play.online import endings as online_endings
from bos_tournament.play.online.access import settled_game
from bos_tournament.play.recording import (
    board_changes,
    endings,
    presenter,
    recordings,
    replay_views,
    replays,
    watching,
)
from bos_tournament.play.recording.access import game_to_record, recording_of
from bos_tournament.play.recording.forms import (
    AnswerForm,
    ChangeForm,
    ConcedeForm,
    DrawForm,
    PassForm,
    PhraseForm,
    RecordLineForm,
    SharedForm,
    TakeBackForm,
    WizardsForm,
    card_asked,
)

Door = Callable[[HtmxHttpRequest, UUID, int], HttpResponse]
Deed = Callable[[Seat, Game, Any], None]


@require_safe
@never_cache
@not_indexed
def board(request: HtmxHttpRequest, pk: UUID, number: int) -> HttpResponse:
    """The board; before the game is recorded, what recording is and how to begin. 204 while there is nothing new."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    seat, game = settled_game(request.user, pk, number)
    recording = recording_of(game)
    if recording is None:
        delay = watching.spectator_delay(game.match, game)
        context = {"game": game, "match": game.match, "seat": seat, "delay": delay}
        return render(request, "play/recording/start.html", context)
    if game.match.plays_online:
        visits.note_visit(recording, seat)
    if request.htmx and request.GET.get("seen") == presenter.seen_tag(recording, seat):
        return HttpResponse(status=204)
    return _board(request, recording, seat, shared=bool(request.GET.get("shared")))


@require_safe
@not_indexed
def recorded(request: HtmxHttpRequest, pk: UUID, number: int) -> HttpResponse:
    """The record as text, for `engine judge`, once the game is over."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    seat, game = game_to_record(request.user, pk, number)
    recording = recording_of(game)
    if recording is None or not recording.signed_by.filter(pk=seat.pk).exists():
        return redirect(_address(game))
    answer = HttpResponse(endings.whole_record(recording), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="game-{game.number}-{str(pk)[:8]}.bln"'
    return answer


@require_safe
def replay(request: HtmxHttpRequest, pk: UUID, number: int) -> HttpResponse:
    """A recorded game, line by line, for everybody: one that is over, or a featured one that is on."""
    try:
        found = replays.game_to_replay(pk, number)
    except Http404:
        if request.htmx and "seen" in request.GET:
            return replay_views.show_end_of_watching(request)
        raise
    return replay_views.show_replay(request, found)


def _deed(form_class: type[forms.Form]) -> Callable[[Deed], Door]:
    """A door for the two players: the deed, then the board, with what was refused above it."""

    def wrapped(deed: Deed) -> Door:
        @wraps(deed)
        @require_POST
        @never_cache
        def door(request: HtmxHttpRequest, pk: UUID, number: int) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(reverse("recording:board", args=[pk, number]))
            seat, game = settled_game(request.user, pk, number)
            form, refused = form_class(request.POST), None
            try:
                if not form.is_valid():
                    raise Refused(_("Something is missing. Check your entry, then send it again."), code="no_move")
                deed(seat, game, form)
            except Refused as refusal:
                refused = refusal
            return _answer(request, seat, game, refused)

        return door

    return wrapped


@_deed(SharedForm)
def start(seat: Seat, game: Game, form: SharedForm) -> None:
    recordings.start_recording(seat)


@_deed(RecordLineForm)
def record_line(seat: Seat, game: Game, form: RecordLineForm) -> None:
    sent = form.cleaned_data
    recordings.record_line(seat, game, sent["line"], after=sent["after"], shared=sent["shared"])


@_deed(TakeBackForm)
def take_back_lines(seat: Seat, game: Game, form: TakeBackForm) -> None:
    recordings.take_back_lines(seat, game, keep=form.cleaned_data["keep"], after=form.cleaned_data["after"])


@_deed(AnswerForm)
def answer_take_back(seat: Seat, game: Game, form: AnswerForm) -> None:
    sent = form.cleaned_data
    recordings.answer_take_back(seat, game, agrees=sent["agrees"], keep=sent["asked"])


@_deed(ChangeForm)
def ask_for_change(seat: Seat, game: Game, form: ChangeForm) -> None:
    board_changes.ask_for_change(seat, game, **form.fields_of_change)


@_deed(AnswerForm)
def answer_change(seat: Seat, game: Game, form: AnswerForm) -> None:
    sent = form.cleaned_data
    board_changes.answer_change(seat, game, agrees=sent["agrees"], shared=sent["shared"], about=sent["asked"])


@_deed(WizardsForm)
def place_wizards(seat: Seat, game: Game, form: WizardsForm) -> None:
    sent = form.cleaned_data
    recordings.place_wizards(seat, game, of=sent["of"], names=form.names, shared=sent["shared"])


@_deed(SharedForm)
def confirm(seat: Seat, game: Game, form: SharedForm) -> None:
    endings.confirm_record(seat, game)


@_deed(PassForm)
def pass_turn(seat: Seat, game: Game, form: PassForm) -> None:
    recordings.pass_turn(seat, game, after=form.cleaned_data["after"])


@_deed(ConcedeForm)
def concede(seat: Seat, game: Game, form: ConcedeForm) -> None:
    online_endings.concede_game(seat, game)


@_deed(DrawForm)
def draw_offer(seat: Seat, game: Game, form: DrawForm) -> None:
    draw_offers.say_of_draw(seat, game, form.cleaned_data["draw"])


@_deed(PhraseForm)
def say(seat: Seat, game: Game, form: PhraseForm) -> None:
    phrases.say_phrase(seat, game, phrase=form.cleaned_data["phrase"])


def _answer(request: HtmxHttpRequest, seat: Seat, game: Game, refused: Refused | None) -> HttpResponse:
    """The board alone for a page that is open; everybody else is led to it."""
    shared = bool(request.POST.get("shared"))
    _seat, now = game_to_record(seat.user, game.match_id, game.number)
    recording = recording_of(now)
    if request.htmx and recording:
        return _board(request, recording, seat, shared=shared, refused=refused)
    if refused:
        messages.error(request, f"{refused} {_rule(refused)}".strip())
    return redirect(_address(game) + ("?shared=1" if shared else ""))


def _rule(refused: Refused | None) -> str:
    """The number of the rule that a line breaks; empty for whatever else was refused."""
    problems = refused.facts.get("problems", ()) if refused else ()
    return next((problem["rule"] for problem in problems), "")


def _address(game: Game) -> str:
    return reverse("recording:board", args=[game.match_id, game.number])


def _board(
    request: HtmxHttpRequest, recording: Recording, seat: Seat, *, shared: bool, refused: Refused | None = None
) -> HttpResponse:
    alone = request.htmx and not request.htmx.history_restore_request
    template = "play/recording/_board.html" if alone else "play/recording/board.html"
    shown = presenter.recording_board(recording, seat, shared=shared, card=card_asked(request.GET))
    said = {"refused": str(refused) if refused else "", "refused_rule": _rule(refused)}
    answer = render(request, template, {**shown, **said}, status=409 if refused else 200)
    patch_vary_headers(answer, ["HX-Request"])
    return answer
