"""Who may open the board on which a game of a match is recorded: its two players."""

from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.matches import access
from bos_tournament.matches.models import Game, Seat
from bos_tournament.play.models import Recording


def game_to_record(user: User, match_pk: UUID, number: int) -> tuple[Seat, Game]:
    """The user's seat and the game. Raises Http404 without such a game, PermissionDenied for all but the players."""
    seat = access.seat_to_play(user, match_pk)
    games = Game.objects.select_related("match", "first__user").prefetch_related("match__seats__user")
    game = games.filter(match=match_pk, number=number).first()
    if game is None:
        raise Http404(_("There is no such game."))
    return seat, game


def recording_of(game: Game) -> Recording | None:
    """The recording of a game, if it has one."""
    recordings = Recording.objects.select_related("keep_asked_by__user")
    recording = recordings.filter(game=game).first()
    if recording:
        recording.game = game
    return recording
