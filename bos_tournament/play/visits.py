"""The game of a visitor without an account, which their browser remembers, so that one is open at a time as with an
account."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from bos_tournament.play.models import PracticeGame
from bos_tournament.play.old_games import KEPT_WITHOUT_ACCOUNT

COOKIE = "practice"


def remembered_game(request: HttpRequest) -> PracticeGame | None:
    """The last game against a bot that was begun in this browser without an account, as long as it is kept."""
    signed = request.get_signed_cookie(COOKIE, default="")
    games = PracticeGame.objects.filter(owner=None).exclude(bot="")
    try:
        return games.filter(pk=UUID(str(signed))).first() if signed else None
    except ValueError:
        return None


def remember_visit(answer: HttpResponse, game: PracticeGame) -> None:
    """Has the browser remember a game against a bot without an account; of others it needs to know nothing."""
    if game.owner_id is None and game.bot:
        answer.set_signed_cookie(
            COOKIE,
            str(game.pk),
            max_age=KEPT_WITHOUT_ACCOUNT,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
