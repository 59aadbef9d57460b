"""The bot at a practice game: one thing at a time, so that its player sees each as it is done."""

from uuid import UUID

from bos_tournament.play.game_flow import go_on, locked, write
from bos_tournament.play.models import BOT, PracticeGame
from bos_tournament.play.positions import position


def answer(game_id: UUID) -> None:
    """Lets the bot do one thing, if it is asked. Asking again changes nothing."""
    found = PracticeGame.objects.filter(pk=game_id, asked=BOT).first()
    if found is None:
        return
    game = locked(found)
    here = position(game)
    if here.seat != BOT:
        return
    by_line = {option.written: option for option in here.options}
    chosen = here.track.best_of([*by_line], game.bot, salt=str(game.pk), may_pass=here.may_pass)
    write(game, here, by_line[chosen] if chosen else None)
    go_on(game)
