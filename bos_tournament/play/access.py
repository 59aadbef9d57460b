"""Who may open which practice game."""

from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.play.models import FRIEND, PLAYER, Challenge, PracticeGame


def own_games(user: Viewer) -> QuerySet[PracticeGame]:
    """The user's games, the last one first; for a guest who came by a new link and is not confirmed, those of this
    link alone. None without an account."""
    if not user.is_authenticated:
        return PracticeGame.objects.none()
    own, since = PracticeGame.objects.filter(owner=user), personal_links.closed_before(user)
    return own.filter(made_at__gte=since) if since else own


def listed_games(user: Viewer) -> QuerySet[PracticeGame]:
    """The games in which the user plays on either seat, the last one first; as `own_games` for guests."""
    if not user.is_authenticated:
        return PracticeGame.objects.none()
    games = PracticeGame.objects.filter(Q(owner=user) | Q(friend=user)).select_related("owner", "friend")
    since = personal_links.closed_before(user)
    return games.filter(made_at__gte=since) if since else games


def practice_seat(user: Viewer, key: UUID) -> tuple[PracticeGame, int]:
    """A game and the seat of the user, by its address. A seat that was taken without an account belongs to whoever has
    its address.

    Raises Http404 for any other.
    """
    game = PracticeGame.objects.filter(Q(friend_key=key) | Q(pk=key)).first()
    if game and game.friend_key == key and game.friend_id in (None, user.pk):
        return game, FRIEND
    return _own(user, game), PLAYER


def begun_seat(user: Viewer, key: UUID) -> tuple[PracticeGame, int]:
    """The same of a game that is played or over; before that, its wizards and lists tell too much. Raises Http404."""
    game, seat = practice_seat(user, key)
    if game.is_preparing:
        raise Http404(_("This game has not started yet."))
    return game, seat


def practice_game(user: Viewer, pk: UUID) -> PracticeGame:
    """A game of the user's own. One that was begun without an account belongs to whoever has its link.

    Raises Http404 for any other.
    """
    return _own(user, PracticeGame.objects.filter(pk=pk).first())


def _own(user: Viewer, game: PracticeGame | None) -> PracticeGame:
    """The game, where the user may open it as the one who began it. Raises Http404."""
    if game is None or (game.owner_id and not own_games(user).filter(pk=game.pk).exists()):
        raise Http404(_("There is no such game."))
    return game


def own_challenge(user: Viewer, pk: UUID) -> Challenge:
    """A challenge by the one who made it; without an account, by its address. Raises Http404."""
    challenge = Challenge.objects.select_related("game").filter(pk=pk).first()
    if challenge is None or challenge.owner not in (None, user):
        raise Http404(_("There is no such challenge."))
    return challenge


def challenge_by_link(link: UUID) -> Challenge:
    """A challenge by the link for the friend. Raises Http404."""
    challenge = Challenge.objects.select_related("owner", "game__friend").filter(key=link).first()
    if challenge is None:
        raise Http404(_("There is no such challenge."))
    return challenge
