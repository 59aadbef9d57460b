"""Long PDFs that a worker draws, kept for whoever asks next."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bos_tournament.operations.encrypted_text import SealedBytesField
from bos_tournament.tournaments.models.tournament import Tournament


class Printout(models.Model):
    """A PDF of a tournament as it was at one revision: asked for, being drawn, or kept for a day."""

    class Kind(models.TextChoices):
        BY_TABLE = "by_table", _("Pairings by table")
        BY_NAME = "by_name", _("Pairings by name")
        STANDINGS = "standings", _("Standings")
        BRACKET = "bracket", _("Bracket")
        MEETING = "meeting", _("Seats by name")
        SLIPS = "slips", _("Result slips")
        LOG_SHEETS = "log_sheets", _("Log sheets")
        BADGES = "badges", _("Badges")
        PACK = "pack", _("Print pack")
        DECKS = "decks", _("Deck check sheets")
        LISTS = "lists", _("Deck list sheets")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="printouts")
    kind = models.CharField(max_length=12, choices=Kind)
    round = models.PositiveSmallIntegerField(default=0, help_text="its number; 0 where it is about no round")
    size = models.CharField(max_length=6, help_text="of the paper")
    language = models.CharField(max_length=10)
    revision = models.CharField(max_length=64, help_text="another one whenever it would look otherwise")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    """The judge who alone reads these deck lists; None for all that others may read too."""
    tables = models.CharField(max_length=1000, blank=True, help_text="whose deck lists, like 1-4,9; empty: all")
    purpose = models.CharField(max_length=120, blank=True, help_text="what the lists are for; kept with each look")
    made_at = models.DateTimeField(default=timezone.now, db_index=True)
    begun_at = models.DateTimeField(null=True, help_text="what it shows was read after this moment")
    page = models.PositiveIntegerField(default=0, help_text="being drawn")
    pages = models.PositiveIntegerField(default=0, help_text="0 until they are counted")
    content = SealedBytesField(null=True, lost="")
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "kind", "round", "size", "language", "revision"],
                condition=models.Q(asked_by=None),
                name="one_printout_for_all",
            ),
            models.UniqueConstraint(
                fields=["tournament", "kind", "round", "size", "language", "revision", "asked_by", "tables", "purpose"],
                condition=models.Q(asked_by__isnull=False),
                name="one_printout_for_a_judge",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.round or ''}".strip()

    @property
    def topic(self) -> str:
        """What the page of its progress hears of."""
        return f"printout:{self.pk}"
