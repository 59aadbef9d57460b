"""Pages of lessons: those of a game, and the board of one with every deed on it."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bos_tournament.accounts.requests import HtmxHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.play.forms import FIRST_CHOICE, LineForm
from bos_tournament.play.lessons import lesson_list, lesson_page, progress, walking
from bos_tournament.play.lessons.lesson_list import Course
from bos_tournament.play.lessons.walking import Walk
from bos_tournament.play.models import PLAYER, PracticeGame

Deed = Callable[[Course, Walk, LineForm], Walk]
AGAINST_NEWT = {**FIRST_CHOICE, "bot": PracticeGame.Bot.NEWT.value, "first": PLAYER}
"""What starts a first whole game, with the decks of the first lesson."""


@require_safe
def learn(request: HtmxHttpRequest) -> HttpResponse:
    """Leads to the lessons of the one game that is hosted."""
    return redirect("play:lessons", lesson_list.games()[0])


@require_safe
@never_cache
def lessons(request: HtmxHttpRequest, game: str) -> HttpResponse:
    rows = lesson_page.lesson_rows(game, progress.walks_known_to(request))
    return render(request, "play/lessons/lessons.html", {"rows": rows})


@require_safe
@never_cache
def lesson(request: HtmxHttpRequest, game: str, slug: str) -> HttpResponse:
    course = lesson_list.course(game, slug)
    return _page(request, course, progress.walks_known_to(request).get(course.key, Walk()))


def _deed(deed: Deed) -> Callable[[HtmxHttpRequest, str, str], HttpResponse]:
    """A door for the learner: the deed, then the lesson, with what is answered to another line above it."""

    @wraps(deed)
    @require_POST
    @never_cache
    def door(request: HtmxHttpRequest, game: str, slug: str) -> HttpResponse:
        course = lesson_list.course(game, slug)
        walk, refused = progress.walks_known_to(request).get(course.key, Walk()), ""
        form = LineForm(request.POST)
        try:
            if not form.is_valid():
                raise Refused(_("This is no move of this board. Choose one that it offers."), code="no_move")
            walk = deed(course, walk, form)
        except Refused as refusal:
            refused = str(refusal)
        if request.htmx:
            answer = _page(request, course, walk, refused=refused)
        else:
            if refused:
                messages.info(request, refused)
            answer = redirect("play:lesson", game, slug)
        if not refused:
            progress.keep(request, answer, course.key, walk)
        return answer

    return door


@_deed
def take_step(course: Course, walk: Walk, form: LineForm) -> Walk:
    return walking.take_step(course, walk, form.cleaned_data["line"], after=form.cleaned_data["after"])


@_deed
def step_back(course: Course, walk: Walk, form: LineForm) -> Walk:
    return walking.step_back(course, walk, after=form.cleaned_data["after"])


@_deed
def start_again(course: Course, walk: Walk, form: LineForm) -> Walk:
    return walking.start_again(course, walk, after=form.cleaned_data["after"])


def _page(request: HtmxHttpRequest, course: Course, walk: Walk, *, refused: str = "") -> HttpResponse:
    """The board alone for a page that is open, the whole page for everybody else."""
    alone = request.htmx and not request.htmx.history_restore_request
    shown = {**lesson_page.page(course, walk), "refused": refused, "alone": alone, "newt": AGAINST_NEWT}
    template = "play/lessons/_lesson.html" if alone else "play/lessons/lesson.html"
    answer = render(request, template, shown, status=409 if refused else 200)
    patch_vary_headers(answer, ["HX-Request"])
    return answer
