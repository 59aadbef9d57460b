"""A practice game from its start to its end: every deed of the player."""

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts import rate_limits
from bos_tournament.accounts.models import User
from bos_tournament.accounts.rate_limits import Rate
from bos_tournament.accounts.requests import Viewer
from bos_tournament.cards import catalogue
from bos_tournament.decks import drafts
from bos_tournament.errors import Refused
from bos_tournament.messages import localize
from bos_tournament.play import old_games
from bos_tournament.play.game_flow import go_on, locked, write_down
from bos_tournament.play.models import LONGEST_LINE, PLAYER, PracticeGame, PracticeLine
from bos_tournament.play.positions import Option, Position, position_of
from bos_tournament.play.practice_matches.preparation import prepare
from engine.hosting import code_json

STRANGERS_GAMES = Rate(600, 60 * 60)
"""So many games are begun without an account, by all visitors together."""
LONGEST_GAME = 2_000
"""So many things are done in one game at most; decay ends every game long before."""


@transaction.atomic
def start_practice(
    user: Viewer,
    *,
    bot: str,
    deck: tuple[str, str],
    bot_deck: tuple[str, str],
    first: int = PLAYER,
    best_of: int = 1,
    with_bid: bool = False,
    before: PracticeGame | None = None,
) -> PracticeGame:
    """A new game with these decks, each its name and its list: the only one, or the first of a best of three; `first`
    goes first, unless bids decide. A game against a bot that the user had not finished is given up; one against a
    friend goes on. `before` is the last one of a visitor without an account.

    Raises Refused for a deck that is not legal (`illegal_list`) with every problem in `facts["problems"]`, and when too
    many are begun at once (`too_many`).
    """
    owner = user if user.is_authenticated else None
    if owner is None and not rate_limits.take_from_bucket("practice", STRANGERS_GAMES):
        raise Refused(_("Many games are starting right now. Try again in a few minutes."), code="too_many")
    refuse_illegal_lists(deck, bot_deck)
    if owner:
        old_games.delete_beyond_the_last(owner)
    give_up_open_games(owner, before)
    game = PracticeGame.objects.create(
        owner=owner,
        bot=bot,
        deck_name=deck[0],
        deck=deck[1],
        bot_deck_name=bot_deck[0],
        bot_deck=bot_deck[1],
        pool=catalogue.pin(),
        first=first,
        asked=first,
        best_of=best_of,
        with_bid=with_bid,
    )
    prepare(game)
    return game


def give_up_open_games(owner: User | None, before: PracticeGame | None) -> None:
    """Room for one more game against a bot: one is open at a time. `before` is that of a visitor without an account."""
    if owner:
        for game in PracticeGame.objects.filter(owner=owner, over_at=None).exclude(bot=""):
            give_up(game)
    elif before:
        give_up(before)


def refuse_illegal_lists(*decks: tuple[str, str]) -> None:
    """Raises Refused (`illegal_list`) for a deck, each its name and its list, that is not legal."""
    for name, text in decks:
        report = drafts.check_list(text, catalogue.pool())
        if not report.legal:
            raise Refused(
                _("%(deck)s is not legal. Fix it in the editor, or choose another deck.") % {"deck": name},
                code="illegal_list",
                problems=report.problems,
            )


@transaction.atomic
def play(game: PracticeGame, written: str, *, after: int, seat: int = PLAYER) -> None:
    """Writes a line of this seat, or the half of one that is theirs. Sent twice, it counts once.

    `after` is how much was done before. Raises Refused where something was done since (`board_changed`), and for a line
    that cannot stand (`illegal_line`).
    """
    here = _own_turn(game, after, written, seat)
    if here is None:
        return
    write_down(game, here, _chosen(here, " ".join(written.split())))
    go_on(game)


@transaction.atomic
def pass_on(game: PracticeGame, *, after: int, seat: int = PLAYER) -> None:
    """Does nothing, where nothing has to be done. Raises Refused as `play` does (`must_act`)."""
    here = _own_turn(game, after, "", seat)
    if here is None:
        return
    if not here.may_pass:
        raise Refused(_("You have to choose something here."), code="must_act")
    write_down(game, here, None)
    go_on(game)


@transaction.atomic
def take_back(game: PracticeGame, *, after: int | None = None) -> None:
    """Goes back to before the last thing that the player chose; not again where that was done since `after`, which is
    how much was done before. Raises Refused where there is nothing (`nothing`), and against a friend
    (`no_take_back`), and once the next game of the match is begun (`next_begun`)."""
    game = locked(game)
    if not game.bot:
        raise Refused(_("Against a friend, moves stand."), code="no_take_back")
    if game.following:
        raise Refused(_("The next game has started, so this one cannot be changed."), code="next_begun")
    if after is not None and game.lines.count() < after:
        return
    last = game.lines.filter(seat=PLAYER, by_itself=False).order_by("-number").first()
    if last is None or game.step != game.Step.PLAYING:
        raise Refused(_("There is nothing to take back."), code="nothing")
    game.lines.filter(number__gte=last.number).delete()
    game.over_at, game.winner, game.asked = None, None, PLAYER
    go_on(game)


@transaction.atomic
def give_up(game: PracticeGame, *, seat: int = PLAYER) -> None:
    """This seat concedes. A game that is over stays as it is."""
    game = locked(game)
    if game.over_at is None:
        game.lines.create(number=game.lines.count() + 1, seat=seat, written=f"X P{seat} concedes")
        go_on(game)


def _own_turn(game: PracticeGame, after: int, written: str, seat: int) -> Position | None:
    """Where this seat is asked; None where this was done already. Raises Refused as `play` does."""
    game = locked(game)
    if game.is_preparing:
        raise Refused(_("This game has not started yet."), code="not_begun")
    here = position_of(game)
    if after < here.count:
        again = here.rows[after]
        if again.seat == seat and again.written == " ".join(written.split()):
            return None
    if after != here.count or here.seat != seat or here.count >= LONGEST_GAME:
        raise Refused(_("The board has changed. Look at it again, then choose."), code="board_changed")
    return here


def _chosen(here: Position, line: str) -> Option:
    """The option that a line is, also one of those that are not listed. Raises Refused where it cannot stand."""
    for option in here.options:
        if option.written == line:
            return option
    if here.whole or here.in_half or here.track.attempt(here.last_key, line).finding != "accepted":
        raise _illegal(here, line)
    return Option(line, (), PracticeLine.How.LINE)


def _illegal(here: Position, written: str) -> Refused:
    """What is against a line, as the engine says it, with the number of the rule."""
    trial = here.track.attempt(here.last_key, written[:LONGEST_LINE])
    if trial.message is None:
        return Refused(_("You cannot do that now."), code="illegal_line")
    sentence = localize(trial.message)
    problem = {"rule": trial.rule or "", "message": sentence, **code_json(trial.message)}
    return Refused(sentence, code="illegal_line", problems=[problem])
