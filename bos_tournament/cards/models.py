"""The catalogue: cards, their printings, the version it is in, and pools of cards pinned as text."""

import uuid
from collections.abc import Container
from itertools import chain, count
from typing import Any

import pgtrigger
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from bos_tournament.audit.tracking import tracked
from engine.bos.game import key

KEY_CHARACTERS = 100


def versioned() -> list[pgtrigger.Trigger]:
    """The database itself renews the version before a row changes, so no way of writing can forget it.

    The one row of the version also puts writers of the catalogue in a line.
    """
    return [
        pgtrigger.Trigger(
            name="new_version",
            level=pgtrigger.Statement,
            when=pgtrigger.Before,
            operation=pgtrigger.Insert | pgtrigger.Update | pgtrigger.Delete,
            func="""
                INSERT INTO cards_catalogueversion (id, stamp) VALUES (1, gen_random_uuid())
                ON CONFLICT (id) DO UPDATE SET stamp = excluded.stamp;
                RETURN NULL;
            """,
        )
    ]


@tracked(exclude=["words"])
class Card(models.Model):
    """A card as it is printed. Its name, without regard to case and accents, is its identity."""

    class Type(models.TextChoices):
        BOSS = "boss", _("boss")
        WIZARD = "wizard", _("wizard")
        SUMMON = "summon", _("summon")
        SPELL = "spell", _("spell")

    class Color(models.TextChoices):
        RED = "red", _("red")
        YELLOW = "yellow", _("yellow")
        BLUE = "blue", _("blue")

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")

    class NoExample(models.TextChoices):
        """Why a card is published though a sentence of it shows nothing on any small table."""

        UNKNOWN_CARDS = "unknown_cards", _("It needs cards that are not in the catalogue yet.")
        OTHER_CARDS = "other_cards", _("It matters only together with certain other cards.")
        MORE_PLAYERS = "more_players", _("It matters only with three or more players.")
        LONG_GAME = "long_game", _("It matters only late in a game.")
        REMINDER = "reminder", _("It only reminds players of a rule.")
        AS_PRINTED = "as_printed", _("It is printed like this on an official card.")
        TRIED = "tried", _("It was tried in a game and does what it says.")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=100)
    key = models.CharField(
        max_length=KEY_CHARACTERS, unique=True, editable=False, help_text="engine.bos.model.cards.key(name)"
    )
    slug = models.SlugField(max_length=120, unique=True, editable=False)
    words = models.TextField(editable=False, help_text="name and texts, folded like the key, for searching")
    type = models.CharField(max_length=10, choices=Type, null=True, blank=True)
    color = models.CharField(_("colour"), max_length=10, choices=Color, null=True, blank=True)
    condition = models.CharField(max_length=600, null=True, blank=True)
    strength = models.PositiveIntegerField(null=True, blank=True)
    cost = models.PositiveIntegerField(null=True, blank=True, help_text="in vim; spells only")
    abilities = models.JSONField(default=list, blank=True, help_text='[{"text": …, "mandatory": false}]')
    official = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    no_example = models.CharField(
        _("No example because"),
        max_length=20,
        choices=NoExample,
        blank=True,
        default="",
        help_text=_("Only for a card with a sentence that shows nothing on any small table."),
    )

    drawing = ""
    """Where its drawing is, once a page has looked it up (`art_sheets`)."""

    class Meta:
        ordering = ["name"]
        triggers = versioned()
        constraints = [
            models.CheckConstraint(
                condition=models.Q(strength=None) | models.Q(strength__gte=1), name="strength_from_1"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """The columns that follow from the others are set here, whoever writes the card."""
        self.identify(Card.objects.values_list("slug", flat=True))
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("cards:detail", args=[self.slug])

    def identify(self, taken: Container[str]) -> None:
        """Sets key and search words from what is printed, and once a slug that is not taken."""
        self.key = key(self.name)
        printed = (self.name, self.condition or "", *(ability["text"] for ability in self.abilities))
        self.words = "\n".join(map(key, printed))
        self.slug = self.slug or free_slug(self.name, taken)


def free_slug(name: str, taken: Container[str]) -> str:
    """The name for an address, with a number behind it when another card has it."""
    base = slugify(name)[:100] or "card"
    return next(slug for slug in chain([base], (f"{base}-{n}" for n in count(2))) if slug not in taken)


class CatalogueVersion(models.Model):
    """One row whose stamp is new after each change of the catalogue. Kept by triggers, never written by hand."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    stamp = models.UUIDField()

    def __str__(self) -> str:
        return str(self.stamp)


class Printing(models.Model):
    """Where a card was printed."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="printings")
    set = models.CharField(max_length=100, blank=True, help_text="empty: not known")
    rarity = models.CharField(max_length=100, blank=True)
    artist = models.CharField(max_length=100, blank=True)

    class Meta:
        triggers = versioned()

    def __str__(self) -> str:
        return f"{self.card} in {self.set}"


@tracked()
class Meaning(models.Model):
    """What a card was understood to say when it was published. It is played, whatever the language becomes later.

    It belongs to the sentences in `printed`; beside others it counts for nothing.
    """

    card = models.OneToOneField(Card, models.CASCADE, primary_key=True, related_name="meaning")
    printed = models.TextField(help_text="the sentences it is the meaning of, as JSON")
    said = models.TextField(help_text="engine.bos.cardtext.serialization.write_spoken")
    kept_at = models.DateTimeField(default=timezone.now)

    class Meta:
        triggers = versioned()

    def __str__(self) -> str:
        return f"what {self.card} says"


class PinnedPool(models.Model):
    """The published cards at one moment and what they say, as text, so that nothing changes under a running event.

    `hash` is that of both; the same cards with another meaning are another row.
    """

    hash = models.CharField(max_length=80, primary_key=True)
    cards_hash = models.CharField(
        max_length=80, help_text="engine.bos.model.card_pool.Pool.hash, which records may name"
    )
    text = models.TextField()
    meanings = models.TextField(help_text="engine.bos.cardtext.serialization.write_kept")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.hash[:18]
