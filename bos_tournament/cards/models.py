"""The catalogue: cards, their printings, and pools of cards pinned as text."""

import uuid

from django.db import models
from django.utils import timezone

from bos_tournament.history.trail import tracked


@tracked()
class Card(models.Model):
    """A card as it is printed. Its name, without regard to case and accents, is its identity."""

    class Type(models.TextChoices):
        BOSS = "boss", "boss"
        WIZARD = "wizard", "wizard"
        SUMMON = "summon", "summon"
        SPELL = "spell", "spell"

    class Color(models.TextChoices):
        RED = "red", "red"
        YELLOW = "yellow", "yellow"
        BLUE = "blue", "blue"

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        PUBLISHED = "published", "published"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=100)
    key = models.CharField(max_length=100, unique=True, editable=False, help_text="engine.bos.cards.key(name)")
    slug = models.SlugField(max_length=120, unique=True, editable=False)
    type = models.CharField(max_length=10, choices=Type, null=True, blank=True)
    color = models.CharField(max_length=10, choices=Color, null=True, blank=True)
    condition = models.CharField(max_length=600, null=True, blank=True)
    strength = models.PositiveIntegerField(null=True, blank=True)
    cost = models.PositiveIntegerField(null=True, blank=True, help_text="in vim; spells only")
    abilities = models.JSONField(default=list, blank=True, help_text='[{"text": …, "mandatory": false}]')
    official = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(strength=None) | models.Q(strength__gte=1), name="strength_from_1"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Printing(models.Model):
    """Where a card was printed."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="printings")
    set = models.CharField(max_length=100, blank=True, help_text="empty: not known")
    rarity = models.CharField(max_length=100, blank=True)
    artist = models.CharField(max_length=100, blank=True)

    def __str__(self) -> str:
        return f"{self.card} in {self.set}"


class PinnedPool(models.Model):
    """The published cards at one moment, as text, so that a running event never changes under its players."""

    hash = models.CharField(max_length=80, primary_key=True)
    text = models.TextField()
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.hash[:18]
