"""How far somebody is in each lesson: kept with the account, or without one in a cookie."""

from collections.abc import Mapping

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from bos_tournament.accounts.requests import Viewer
from bos_tournament.play.lessons.walking import Walk
from bos_tournament.play.models import LessonProgress

SALT = "bos.lessons"
REMEMBERED = 60 * 60 * 24 * 365
MOST_KEPT = 40
"""So many lessons are kept in a cookie at most."""
Walks = Mapping[str, Walk]
"""By the keys of the lessons."""


def walks_of(user: Viewer) -> Walks:
    """What is kept with an account; nothing without one. Two accounts that became one may both have begun a lesson:
    then the later walk counts."""
    if not user.is_authenticated:
        return {}
    found: dict[str, Walk] = {}
    for row in LessonProgress.objects.filter(owner=user).order_by("moved_at"):
        before = found.get(row.lesson, Walk())
        own = {int(place): line for place, line in row.own.items()}
        found[row.lesson] = Walk(row.done, own, before.finished or row.finished_at is not None)
    return found


def walks_known_to(request: HttpRequest) -> Walks:
    """What the account has, and for lessons that it never began what this browser did without one."""
    return {**_in_cookie(request), **walks_of(request.user)}


def keep(request: HttpRequest, answer: HttpResponse, lesson: str, walk: Walk) -> None:
    """Keeps a walk: with the account, together with what was done without one before, or in the cookie of an answer."""
    waiting = _in_cookie(request)
    if request.user.is_authenticated:
        begun = walks_of(request.user) if waiting else {}
        for key, earlier in waiting.items():
            if key not in begun:
                keep_for(request.user, key, earlier)
        keep_for(request.user, lesson, walk)
        if waiting:
            answer.delete_cookie(settings.LESSON_COOKIE_NAME, samesite="Lax")
        return
    waiting.pop(lesson, None)
    kept = dict([*waiting.items(), (lesson, walk)][-MOST_KEPT:])
    plain = {key: [one.done, _plain(one.own), one.finished] for key, one in kept.items()}
    answer.set_cookie(
        settings.LESSON_COOKIE_NAME,
        signing.dumps(plain, salt=SALT, compress=True),
        max_age=REMEMBERED,
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


@transaction.atomic
def keep_for(user: Viewer, lesson: str, walk: Walk) -> None:
    """Keeps a walk with an account."""
    assert user.is_authenticated
    now = timezone.now()
    rows = LessonProgress.objects.filter(owner=user, lesson=lesson)
    where = {"done": walk.done, "own": _plain(walk.own), "moved_at": now}
    if not rows.update(**where):
        LessonProgress.objects.create(owner=user, lesson=lesson, **where)
    if walk.finished:
        rows.filter(finished_at=None).update(finished_at=now)


def _plain(own: Mapping[int, str]) -> dict[str, str]:
    return {str(place): line for place, line in own.items()}


def _in_cookie(request: HttpRequest) -> dict[str, Walk]:
    try:
        plain = signing.loads(request.COOKIES.get(settings.LESSON_COOKIE_NAME, ""), salt=SALT)
    except signing.BadSignature:
        return {}
    return {
        key: Walk(done, {int(place): line for place, line in own.items()}, finished)
        for key, (done, own, finished) in plain.items()
    }
