"""What is left of the time of a round, or of one table that has more."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from bos_tournament.audit.tracking import tracked
from bos_tournament.messages import words_in


@dataclass(frozen=True)
class Remaining:
    """What is left of a round: the moment of its end while the time runs, or the seconds that are left while it is
    paused (below 0: it was up); `extra` are minutes of one table beyond its round, counted in already."""

    until: datetime | None
    """None while it is paused."""
    left: int | None
    """Seconds; None while the time runs."""
    extra: int = 0

    @property
    def face(self) -> str:
        """A paused time as a clock shows it."""
        seconds = max(self.left or 0, 0)
        return f"{seconds // 60}:{seconds % 60:02}"

    def is_up(self, now: datetime) -> bool:
        return self.until <= now if self.until else (self.left or 0) <= 0

    def extended(self, minutes: int) -> "Remaining":
        """That of a table which has so many minutes more."""
        until = self.until and self.until + timedelta(minutes=minutes)
        return Remaining(until, None if self.left is None else self.left + minutes * 60, self.extra + minutes)


@tracked()
class Extension(models.Model):
    """Minutes that a table has longer than its round, with the reason, which everybody can read."""

    NAMES_IN = {"pairing__round__stage__tournament__entrants__user": ("why", "why_message")}

    pairing = models.ForeignKey("tournaments.Pairing", models.CASCADE, related_name="extensions")
    minutes = models.PositiveSmallIntegerField()
    why = models.CharField(max_length=200, blank=True)
    why_message = models.JSONField(null=True, blank=True, help_text="the same where the site says it")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(why="") | models.Q(why_message__isnull=False), name="an_extension_has_a_reason"
            )
        ]

    def __str__(self) -> str:
        return gettext("%(minutes)s minutes for %(table)s") % {"minutes": self.minutes, "table": self.pairing}

    @property
    def why_words(self) -> str:
        """`why` in the language of this moment, whoever said it."""
        return words_in(self, "why")
