"""Tests of deck lists: the list, whom it plays, and what came of the games so far."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bos_tournament.operations.encrypted_text import SealedJSONField, SealedTextField


class DeckTest(models.Model):
    """A test of a deck list of yours by games of a bot. Only you see it, unless you share it by its link."""

    class State(models.TextChoices):
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        CANCELLED = "cancelled", _("cancelled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="deck_tests")
    share_key = models.UUIDField(null=True, blank=True, unique=True, help_text="what stands in the link to share")
    name = SealedTextField(max_length=60, lost="")
    deck = SealedTextField(help_text="the list that is tested")
    pool = models.ForeignKey("cards.PinnedPool", models.PROTECT, related_name="+")
    edition = models.CharField(max_length=30, default="bos-1", help_text="pinned")
    games = models.PositiveSmallIntegerField(help_text="against each opponent, without those with ether")
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    played = models.PositiveIntegerField(default=0, help_text="games that are over")
    lines = SealedJSONField(default=list, lost="", help_text="the lines so far of the game that is on")
    made_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(default=timezone.now)
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="running", over_at=None) | (~Q(state="running") & Q(over_at__isnull=False)),
                name="a_deck_test_runs_until_it_is_over",
            )
        ]

    def __str__(self) -> str:
        return f"deck test {str(self.id)[:8]}"

    def get_absolute_url(self) -> str:
        return reverse("deck_tests:test", args=[self.pk])


class DeckTestOpponent(models.Model):
    """A deck list that a tested list plays, and what came of their games so far."""

    test = models.ForeignKey(DeckTest, models.CASCADE, related_name="opponents")
    number = models.PositiveSmallIntegerField(help_text="counted from 0")
    name = SealedTextField(max_length=60, lost="", bound_to=("test_id", "number"))
    deck = SealedTextField(bound_to=("test_id", "number"))
    tally = SealedJSONField(default=dict, lost="", bound_to=("test_id", "number"))

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["test", "number"], name="deck_test_opponents_are_numbered")]

    def __str__(self) -> str:
        return f"opponent {self.number}"
