"""What stands beside the lines of a recording: changes of the board on which the players agree."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class BoardChange(models.Model):
    """A change of a recorded board that one player asks for, since their table says something else."""

    class What(models.TextChoices):
        LIFE = "life", _("life")
        VIM = "vim", _("vim")
        ETHER = "ether", _("ether")
        STRENGTH = "strength", _("strength")
        CARD = "card", _("card")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        MADE = "made", _("made")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    recording = models.ForeignKey("play.Recording", models.CASCADE, related_name="changes")
    asked_by = models.ForeignKey("matches.Seat", models.CASCADE, related_name="+")
    agreed_by = models.ForeignKey("matches.Seat", models.CASCADE, null=True, blank=True, related_name="+")
    needs_judge = models.BooleanField(default=False, help_text="A judge was called, who decides.")
    what = models.CharField(max_length=10, choices=What)
    of = models.CharField(max_length=4, help_text="P1 or P2, or the place of a card")
    card = models.CharField(max_length=100, blank=True, help_text="the name of that card")
    was = models.CharField(max_length=20, help_text="what the board says")
    now = models.CharField(
        max_length=20, help_text="what the table says; of a card: a place, graveyard, castle, acted, ready, up, down"
    )
    written = models.CharField(max_length=100, help_text="the line that makes the change")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["recording"], condition=Q(state="waiting"), name="one_waiting_change_of_a_board"
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", settled_at=None) | (~Q(state="waiting") & Q(settled_at__isnull=False)),
                name="a_change_of_a_board_is_settled_once",
            ),
        ]

    def __str__(self) -> str:
        return self.written
