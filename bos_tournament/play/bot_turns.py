"""The bot at a practice game: one thing at a time, so that its player sees each as it is done."""

from uuid import UUID

from bos_tournament.play.game_flow import go_on, locked, write_down
from bos_tournament.play.models import BOT, PracticeGame
from bos_tournament.play.positions import Option, Position, position_of


def answer(game_id: UUID) -> None:
    """Lets the bot do one thing, if it is asked. Asking again changes nothing."""
    found = PracticeGame.objects.filter(pk=game_id, asked=BOT).exclude(bot="").first()
    if found is None:
        return
    game = locked(found)
    here = position_of(game)
    if here.seat != BOT:
        return
    write_down(game, here, _chosen(game, here))
    go_on(game)


def _chosen(game: PracticeGame, here: Position) -> Option | None:
    """What the bot does of what it may do; None for nothing."""
    if here.in_half:
        line = here.track.best_of([option.written for option in here.options], seat=BOT - 1)
    else:
        line = here.track.best_line(game.bot, salt=str(game.pk), seat=BOT - 1)
    found = next((option for option in here.options if line and option.begins(line)), None)
    return found if found or here.may_pass else here.options[0]
