"""What players of an online game say to each other, and when each of them was seen last."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class BoardPhrase(models.Model):
    """Something said at the board, out of a few sentences."""

    class Phrase(models.TextChoices):
        GOOD_LUCK = "good_luck", _("Good luck!")
        WELL_PLAYED = "well_played", _("Well played!")
        GOOD_GAME = "good_game", _("Good game!")
        BACK_SOON = "back_soon", _("I'm back in a minute.")
        CONNECTION = "connection", _("Sorry, my connection.")
        THANKS = "thanks", _("Thank you!")

    recording = models.ForeignKey("play.Recording", models.CASCADE, related_name="phrases")
    seat = models.ForeignKey("matches.Seat", models.CASCADE, related_name="+")
    phrase = models.CharField(max_length=12, choices=Phrase)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.phrase


class BoardVisit(models.Model):
    """When a player of an online game was seen at the board last, and how long they were away before."""

    recording = models.ForeignKey("play.Recording", models.CASCADE, related_name="visits")
    seat = models.ForeignKey("matches.Seat", models.CASCADE, related_name="+")
    seen_at = models.DateTimeField(default=timezone.now)
    times_away = models.PositiveIntegerField(default=0)
    seconds_away = models.PositiveIntegerField(default=0, help_text="of all those times")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["recording", "seat"], name="one_visit_per_seat")]

    def __str__(self) -> str:
        return f"visit of {self.seat_id}"
