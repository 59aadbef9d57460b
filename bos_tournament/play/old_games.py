"""Practice games that nobody comes back to."""

from datetime import timedelta

from django.utils import timezone

from bos_tournament.play.models import PracticeGame

KEPT_WITHOUT_ACCOUNT = timedelta(days=30)


def delete_old_games() -> int:
    """Deletes games without an account in which nothing was done for so long; returns how many."""
    old = PracticeGame.objects.filter(owner=None, moved_at__lt=timezone.now() - KEPT_WITHOUT_ACCOUNT)
    return old.delete()[1].get(PracticeGame._meta.label, 0)
