"""A deck test from its start to its end: every deed of its owner."""

from collections.abc import Sequence
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.cards import catalogue
from bos_tournament.errors import Refused
from bos_tournament.operations import jobs
from bos_tournament.play.deck_tests import tally
from bos_tournament.play.deck_tests.models import DeckTest, DeckTestOpponent
from bos_tournament.play.deck_tests.schedule import GAMES
from bos_tournament.play.practice_games import refuse_illegal_lists

MOST_OPPONENTS = 12
MOST_KEPT = 20
"""So many tests of one account are kept, the last ones."""
JOB = "play.test_deck"


@transaction.atomic
def start_test(
    user: User, *, deck: tuple[str, str], opponents: Sequence[tuple[str, str]], games: int = GAMES
) -> DeckTest:
    """A new test of a deck against others, each its name and its list, with so many games against each.

    Raises Refused while another test of the user runs (`running`), for too few or too many opponents (`opponents`), and
    for a deck that is not legal (`illegal_list`). The oldest tests make room for it.
    """
    User.objects.select_for_update().only("pk").get(pk=user.pk)
    if DeckTest.objects.filter(owner=user, state=DeckTest.State.RUNNING).exists():
        raise Refused(_("Another test of yours is still running. Cancel it, or wait until it is done."), code="running")
    if not 1 <= len(opponents) <= MOST_OPPONENTS:
        raise Refused(_("Choose 1 to %(most)s opponents.") % {"most": MOST_OPPONENTS}, code="opponents")
    refuse_illegal_lists(deck, *opponents)
    kept = DeckTest.objects.filter(owner=user).order_by("-made_at").values_list("pk", flat=True)
    DeckTest.objects.filter(pk__in=list(kept[MOST_KEPT - 1 :])).delete()
    test = DeckTest.objects.create(owner=user, name=deck[0], deck=deck[1], pool=catalogue.pin(), games=games)
    for number, (name, text) in enumerate(opponents):
        DeckTestOpponent.objects.create(test=test, number=number, name=name, deck=text, tally=tally.empty())
    jobs.enqueue(JOB, test.pk)
    return test


@transaction.atomic
def cancel_test(test: DeckTest) -> None:
    """Ends the test with the games that are over. One that does not run stays as it is."""
    running = DeckTest.objects.filter(pk=test.pk, state=DeckTest.State.RUNNING)
    running.update(state=DeckTest.State.CANCELLED, over_at=timezone.now())


@transaction.atomic
def share_test(test: DeckTest, *, shared: bool) -> None:
    """Opens its results to whoever has its link, which is a new one each time, or closes them again."""
    if shared != (test.share_key is not None):
        test.share_key = uuid4() if shared else None
        test.save(update_fields=["share_key"])


def delete_test(test: DeckTest) -> None:
    """Deletes it with all results; one that runs ends."""
    test.delete()
