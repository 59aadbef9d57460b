"""What happens by itself in a practice game: forced lines, whose turn it is, the end."""

from django.utils import timezone
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.messages import localize
from bos_tournament.operations import jobs
from bos_tournament.play.models import BOT, PracticeGame, PracticeLine
from bos_tournament.play.positions import Option, Position, position_of
from engine.bos import game as bos

MOST_BY_ITSELF = 50
"""So many things happen by themselves in a row at most."""
How = PracticeLine.How


def locked(game: PracticeGame) -> PracticeGame:
    """The same game, as it is now, for one who changes it alone."""
    game.refresh_from_db(from_queryset=PracticeGame.objects.select_for_update())
    return game


def write_down(game: PracticeGame, here: Position, option: Option | None, *, by_itself: bool = False) -> None:
    """One more thing that the seat does which is asked: this option, or nothing."""
    assert here.seat
    how, written = (option.how, option.written) if option else (How.PASS, "")
    game.lines.create(number=here.count + 1, seat=here.seat, how=how, written=written, by_itself=by_itself)


def go_on(game: PracticeGame) -> None:
    """After a deed: what leaves no choice, or one without a difference, is done, then somebody is asked, or the game is
    over. Saves the game.

    Raises Refused where the game cannot be played any more, since a deck cannot be read (`unreadable`).
    """
    here = position_of(game)
    for _again in range(MOST_BY_ITSELF):
        if here.seat is None:
            break
        settled = _settled(here)
        if not settled and not _is_forced(here):
            break
        write_down(game, here, settled or next(iter(here.options), None), by_itself=True)
        here = position_of(game)
    if here.problem:
        raise Refused(_("This game cannot go on: %(why)s") % {"why": localize(here.problem)}, code="unreadable")
    game.asked, game.moved_at = here.seat, timezone.now()
    if here.seat is None:
        winners = here.outcome.winners if here.outcome else ()
        game.over_at, game.winner = game.moved_at, winners[0] + 1 if winners else None
    game.save()
    if here.seat == BOT and game.bot:
        jobs.enqueue("play.answer", game.pk)


def _settled(here: Position) -> Option | None:
    """What may be done where it makes no difference which of the options that is; None where it does."""
    line = here.track.settled() if len(here.options) + here.may_pass > 1 and not here.in_half else None
    return next((option for option in here.options if line and option.written == line), None)


def _is_forced(here: Position) -> bool:
    """Whether there is nothing to choose. The end of a turn is always said by whoever ends it."""
    if not here.options:
        return here.may_pass
    return len(here.options) == 1 and not here.may_pass and here.options[0].written != bos.ENDS
