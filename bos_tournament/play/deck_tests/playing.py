"""The games of a test, played by a worker: some lines at a time, and behind everything that people wait for."""

from uuid import UUID

from django.utils import timezone

from bos_tournament.cards import catalogue
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from bos_tournament.play.deck_tests import tally
from bos_tournament.play.deck_tests.models import DeckTest, DeckTestOpponent
from bos_tournament.play.deck_tests.schedule import Planned, all_games, game_at
from bos_tournament.play.deck_tests.testing import JOB
from engine.bos import game as bos
from engine.bos.game import EDITIONS, Pinned
from engine.hosting import Given, SelfPlay, self_play

BOT = "magpie"
"""The bot that plays both decks."""
NODES = 300
"""So many lines it tries at most before it writes one: a long test has many games."""
STEP_NODES = 6_000
"""After about so many lines tried a worker turns to what else waits."""
WAITED_FOR = ("play.answer", "play.find_lines")
"""What people wait for at a board."""


def play_on(test_id: UUID) -> None:
    """Plays the games of a test on for a while, and comes back to them later. Which games those are, and how they end,
    does not depend on where it stops. A test that does not run any more stays as it is."""
    test = DeckTest.objects.filter(pk=test_id, state=DeckTest.State.RUNNING).first()
    if test is None:
        return
    opponents = list(test.opponents.order_by("number"))
    before, left = test.played, STEP_NODES
    while left > 0 and test.played < all_games(len(opponents), test.games):
        planned = game_at(test.played, len(opponents), test.games)
        played = _played(test, opponents[planned.opponent], planned, left)
        test.lines, left = list(played.lines), left - played.nodes
        if not played.is_over:
            break
        _count(opponents[planned.opponent], planned, played)
        test.played, test.lines = test.played + 1, []
    _keep(test, opponents, before)


def _played(test: DeckTest, opponent: DeckTestOpponent, planned: Planned, left: int) -> SelfPlay:
    """The game that is on, until it is over, so many lines have been tried, or there is something else to do."""
    given = given_of(test, opponent, planned)

    def pauses(tried: int) -> bool:
        return tried >= left or _is_to_stop(test)

    return self_play(bos, given, (BOT, BOT), test.lines, salt=str(planned.number), nodes=NODES, pauses=pauses)


def given_of(test: DeckTest, opponent: DeckTestOpponent, planned: Planned) -> Given:
    """How a game of a test begins: the tested list on seat 0, ether for whoever goes second."""
    ether = (0, planned.ether) if planned.goes_first else (planned.ether, 0)
    known = Pinned(0 if planned.goes_first else 1, ether)
    lists = {"P1": test.deck, "P2": opponent.deck}
    return Given(lists, catalogue.pinned(test.pool_id), EDITIONS[test.edition], pinned=known)


def _is_to_stop(test: DeckTest) -> bool:
    """Whether somebody at a board waits for a bot, or the test was cancelled."""
    waiting = Job.objects.filter(task__in=WAITED_FOR, state=Job.State.WAITING)
    return waiting.exists() or not DeckTest.objects.filter(pk=test.pk, state=DeckTest.State.RUNNING).exists()


def _count(opponent: DeckTestOpponent, planned: Planned, played: SelfPlay) -> None:
    outcome = played.run.state.outcome
    winner = outcome.winners[0] if outcome and outcome.winners else None
    counted = opponent.tally
    tally.count(counted, planned, winner, ended=outcome is not None, use=bos.deck_use(played.run, 0))
    opponent.tally = counted


def _keep(test: DeckTest, opponents: list[DeckTestOpponent], before: int) -> None:
    """Keeps what came of the games, unless the test was cancelled meanwhile, and has the next ones played."""
    still = DeckTest.objects.select_for_update().filter(pk=test.pk, state=DeckTest.State.RUNNING, played=before)
    if still.first() is None:
        return
    for opponent in opponents:
        opponent.save(update_fields=["tally"])
    test.moved_at = timezone.now()
    if test.played == all_games(len(opponents), test.games):
        test.state, test.over_at = DeckTest.State.DONE, test.moved_at
    else:
        jobs.enqueue(JOB, test.pk)
    test.save(update_fields=["played", "lines", "moved_at", "state", "over_at"])
