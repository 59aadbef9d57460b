"""Written records of games and what the engine finds in them; disputes and rulings."""

import uuid

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from bos_tournament.history.trail import tracked


@tracked()
class Dispute(models.Model):
    """A game whose course or result is contested. Only a ruling changes a result."""

    class State(models.TextChoices):
        WAITING = "waiting", "waits for a judge"
        RULED = "ruled", "ruled"
        WITHDRAWN = "withdrawn", "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey("matches.Game", models.PROTECT, related_name="disputes")
    filed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    claim = models.CharField(max_length=500, help_text="what is contested, in the words of who filed it")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(state="waiting"), name="one_waiting_dispute_per_game"
            )
        ]

    def __str__(self) -> str:
        return f"dispute on {self.game}"

    def get_absolute_url(self) -> str:
        return reverse("judging:dispute", args=[self.pk])

    @property
    def records(self) -> models.QuerySet["Record"]:
        """The records of the game in question, whenever they were handed in."""
        return self.game.records.all()


class Record(models.Model):
    """A written game as somebody handed it in; never changed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey("matches.Game", models.PROTECT, related_name="records")
    seat = models.ForeignKey("matches.Seat", models.PROTECT, null=True, blank=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.TextField(max_length=65_536)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["made_at"]

    def __str__(self) -> str:
        return f"record by {self.by}"

    def get_absolute_url(self) -> str:
        return reverse("judging:record", args=[self.pk])


class Finding(models.Model):
    """What the engine says about a record, and which versions said it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    record = models.OneToOneField(Record, models.CASCADE, related_name="finding")
    finding = models.CharField(max_length=15)
    line = models.PositiveIntegerField(null=True, blank=True)
    rule = models.CharField(max_length=12, blank=True)
    message = models.TextField()
    data = models.JSONField(help_text="all that the engine said")
    table = models.JSONField(null=True, blank=True, help_text="the table before that line")
    repairs = models.JSONField(null=True, blank=True, help_text="small changes after which the record would hold")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.finding


class Comparison(models.Model):
    """The last records of both players of a game, laid side by side by the engine.

    `outcome` and `winner` say how the game ended where both tell one lawful story to its end; else they are empty.
    """

    game = models.OneToOneField("matches.Game", models.CASCADE, primary_key=True, related_name="comparison")
    first = models.ForeignKey(Record, models.CASCADE, related_name="+")
    second = models.ForeignKey(Record, models.CASCADE, related_name="+")
    outcome = models.CharField(max_length=10, blank=True)
    winner = models.ForeignKey("matches.Seat", models.PROTECT, null=True, blank=True, related_name="+")
    data = models.JSONField(help_text="all that the engine said")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"comparison of {self.first} and {self.second}"

    @property
    def verifies(self) -> bool:
        """Whether both players wrote down the game that has the result it has."""
        return bool(self.outcome) and (self.outcome, self.winner_id) == (self.game.outcome, self.game.winner_id)


@tracked()
class Ruling(models.Model):
    """What a judge decides on a dispute, with the reason. A later ruling overturns an earlier one."""

    class Decision(models.TextChoices):
        UPHOLD = "uphold", "the result stands"
        CORRECT = "correct", "the result is corrected"
        REPLAY = "replay", "the game is replayed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="rulings")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    decision = models.CharField(max_length=10, choices=Decision)
    winner = models.ForeignKey("matches.Seat", models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=1_000)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["made_at"]
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="a_ruling_has_a_reason")]

    def __str__(self) -> str:
        return self.decision
