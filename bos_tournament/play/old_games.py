"""Practice games and analyses that nobody comes back to, and those that are more than anybody looks through."""

from datetime import timedelta

from django.utils import timezone

from bos_tournament.accounts.models import User
from bos_tournament.play.analysis.models import AnalysisTree
from bos_tournament.play.models import Challenge, PracticeGame

KEPT_WITHOUT_ACCOUNT = timedelta(days=30)
MOST_KEPT = 200
"""So many games of one account are kept, the last ones."""


def delete_old_games() -> int:
    """Deletes games without an account in which nothing was done for so long; returns how many."""
    old = PracticeGame.objects.filter(owner=None, moved_at__lt=timezone.now() - KEPT_WITHOUT_ACCOUNT)
    return old.delete()[1].get(PracticeGame._meta.label, 0)


def delete_old_challenges() -> int:
    """Deletes challenges that nobody accepted for so long; returns how many."""
    old = Challenge.objects.filter(game=None, made_at__lt=timezone.now() - KEPT_WITHOUT_ACCOUNT)
    return old.delete()[0]


def delete_old_analyses() -> int:
    """Deletes analyses without an account that nobody changed for so long; returns how many."""
    old = AnalysisTree.objects.filter(owner=None, changed_at__lt=timezone.now() - KEPT_WITHOUT_ACCOUNT)
    return old.delete()[1].get(AnalysisTree._meta.label, 0)


def delete_beyond_the_last(owner: User) -> None:
    """Makes room for one more game of this account."""
    games = PracticeGame.objects.filter(owner=owner).order_by("-made_at")
    PracticeGame.objects.filter(pk__in=list(games.values_list("pk", flat=True)[MOST_KEPT - 1 :])).delete()
