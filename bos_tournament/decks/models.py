"""Deck lists: drafts of a player, versions handed in, and who looked at them."""

import re
import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bos_tournament.messages import words_in
from bos_tournament.operations.encrypted_text import SealedTextField

NAME_LOST = _("(cannot be opened)")


def unnamed(text: str) -> str:
    """The list without its first line, its name: the owner's own words. The cards are facts and stay."""
    return re.sub(r"\AName:[^\n]*\n+", "", text)


def nothing(text: str) -> str:
    """Instead of words that are the owner's own."""
    return ""


class Deck(models.Model):
    """A list its owner works on. Nothing here is checked until it is handed in."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="decks")
    name = SealedTextField(max_length=60, lost=NAME_LOST)
    text = SealedTextField(max_length=20_000, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-changed_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def version(self) -> str:
        """Another one each time the draft is saved."""
        return self.changed_at.isoformat()


class DeckVersion(models.Model):
    """A list as it was handed in; never changed. An amendment is a new version that names the old one."""

    ERASED_WITH = {"owner": {"name": nothing, "text": unnamed}}
    NAMES_IN = {"owner": ("reason",)}

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="deck_versions")
    previous = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="next")
    number = models.PositiveSmallIntegerField(default=1)
    name = SealedTextField(max_length=60, blank=True, lost=NAME_LOST)
    text = SealedTextField(help_text="canonical deck list")
    color = SealedTextField(max_length=10, lost="")
    boss = SealedTextField(max_length=100, lost="")
    made_at = models.DateTimeField(default=timezone.now)
    amended_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(amended_by=None) | ~models.Q(reason=""), name="an_amendment_has_a_reason"
            )
        ]

    def __str__(self) -> str:
        return f"list {self.number} of {self.owner}"


class DeckLook(models.Model):
    """Somebody other than the owner read a list; the owner is shown it afterwards."""

    NAMES_IN = {"version__owner": ("purpose", "purpose_message")}

    version = models.ForeignKey(DeckVersion, models.CASCADE, related_name="looks")
    viewer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    purpose = models.CharField(max_length=120, blank=True)
    purpose_message = models.JSONField(null=True, blank=True, help_text="the same where the site says it")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.viewer} read {self.version}"

    @property
    def purpose_words(self) -> str:
        """`purpose` in the language of this moment, whoever said it."""
        return words_in(self, "purpose")
