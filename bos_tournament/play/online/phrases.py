"""What players of an online game say to each other: a few sentences, not too often."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.operations.db_clock import db_now
from bos_tournament.play.models import BoardPhrase, Recording
from bos_tournament.play.online.endings import tell_players

MOST_IN_A_WHILE, WHILE = 4, timedelta(seconds=30)
LAST_SHOWN = 4


@transaction.atomic
def say_phrase(seat: Seat, game: Game, *, phrase: str) -> None:
    """Says one of the phrases, also after the end of the game.

    Raises Refused: `no_recording`, `no_such_phrase`, `too_many_phrases`.
    """
    recording = Recording.objects.select_for_update(of=("self",)).select_related("game").filter(game=game).first()
    if recording is None or not Match.objects.filter(pk=game.match_id, online=True, pool__isnull=False).exists():
        raise Refused(_("This game has no open board."), code="no_recording")
    if phrase not in BoardPhrase.Phrase.values:
        raise Refused(_("Choose one of the phrases."), code="no_such_phrase")
    lately = recording.phrases.filter(seat=seat, made_at__gt=db_now() - WHILE)
    if lately.count() >= MOST_IN_A_WHILE:
        raise Refused(_("Too many messages. Wait 30 seconds."), code="too_many_phrases")
    recording.phrases.create(seat=seat, phrase=phrase, made_at=db_now())
    tell_players(recording)


def said_last(recording: Recording) -> list[BoardPhrase]:
    """What was said last, in its order."""
    return list(recording.phrases.select_related("seat__user").order_by("-pk")[:LAST_SHOWN])[::-1]
