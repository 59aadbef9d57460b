"""Practice games: who plays with what, and everything that was done, in order."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bos_tournament.operations.encrypted_text import SealedTextField
from bos_tournament.play.analysis.models import AnalysisLine, AnalysisTree

__all__ = ["AnalysisLine", "AnalysisTree", "PracticeGame", "PracticeLine"]
LONGEST_LINE = 300
PLAYER, BOT = 1, 2
"""The seats: the person is P1 of the record, whoever goes first."""


class PracticeGame(models.Model):
    """A game that you played against a bot. Nobody but you sees it."""

    class Bot(models.TextChoices):
        NEWT = "newt", _("Newt")
        MAGPIE = "magpie", _("Magpie")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="practice_games"
    )
    bot = models.CharField(max_length=10, choices=Bot)
    deck_name = SealedTextField(max_length=60, lost="")
    deck = SealedTextField(help_text="the player's list")
    bot_deck_name = models.CharField(max_length=60)
    bot_deck = SealedTextField()
    pool = models.ForeignKey("cards.PinnedPool", models.PROTECT, related_name="+")
    edition = models.CharField(max_length=30, default="bos-1", help_text="pinned")
    first = models.PositiveSmallIntegerField(help_text="the seat that goes first")
    asked = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the seat to act; empty once it is over")
    winner = models.PositiveSmallIntegerField(null=True, blank=True, help_text="a seat; empty for a draw")
    made_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(default=timezone.now)
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-moved_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(over_at=None, asked__isnull=False, winner=None) | Q(over_at__isnull=False, asked=None),
                name="somebody_is_asked_until_it_is_over",
            ),
            models.CheckConstraint(
                condition=Q(first__in=(1, 2)) & (Q(asked=None) | Q(asked__in=(1, 2))), name="two_seats"
            ),
        ]

    def __str__(self) -> str:
        return f"practice game {str(self.id)[:8]}"

    def get_absolute_url(self) -> str:
        return reverse("play:game", args=[self.pk])


class PracticeLine(models.Model):
    """Something done in a practice game: a line of its record, a half of one, or a pass."""

    class How(models.TextChoices):
        LINE = "line"
        HALF = "half"
        PASS = "pass"  # noqa: S105, no password

    game = models.ForeignKey(PracticeGame, models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField(help_text="counted from 1")
    seat = models.PositiveSmallIntegerField()
    how = models.CharField(max_length=4, choices=How, default=How.LINE)
    written = models.CharField(max_length=LONGEST_LINE, blank=True, help_text="as the notation has it")
    by_itself = models.BooleanField(default=False, help_text="There was nothing to choose.")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="practice_lines_are_numbered")]

    def __str__(self) -> str:
        return f"{self.number}. {self.written or 'pass'}"
