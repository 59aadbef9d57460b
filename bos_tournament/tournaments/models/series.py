"""A series of tournaments: what their places are worth, who organizes it, which tournaments belong to it."""

import uuid

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from bos_tournament.audit.tracking import tracked
from bos_tournament.pairing.season import USUAL_POINTS, Scale


def usual_points() -> list[int]:
    return list(USUAL_POINTS)


@tracked(exclude=["version"])
class Series(models.Model):
    """Tournaments whose places give points that add up to a season table."""

    NAMES_IN = {
        "legs__tournament__entrants__user": ("name", "description"),
        "organizers__user": ("name", "description"),
    }

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    description = models.TextField(max_length=8_000, blank=True, help_text="Markdown")
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    points = models.JSONField(default=usual_points, help_text="of the first place, the second and so on")
    taking_part = models.PositiveSmallIntegerField(default=0, help_text="points that everybody gets on top")
    full_at = models.PositiveSmallIntegerField(default=0, help_text="with fewer players places are worth a share")
    best = models.PositiveSmallIntegerField(null=True, blank=True, help_text="so many results count; empty: all")
    made_at = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField(default=0, help_text="Increases with every change to the table.")

    class Meta:
        verbose_name_plural = "series"
        ordering = ["-made_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(starts_on=None)
                | models.Q(ends_on=None)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="a_series_ends_after_its_start",
            ),
            models.CheckConstraint(condition=models.Q(best=None) | models.Q(best__gte=1), name="one_result_counts"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:one_series", args=[self.slug])

    @property
    def scale(self) -> Scale:
        """What places are worth here."""
        return Scale(tuple(self.points), self.taking_part, self.full_at, self.best)


@tracked()
class SeriesOrganizer(models.Model):
    """Somebody who runs a series; several may."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="organizers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="series_roles")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["series", "user"], name="an_organizer_of_a_series_once")]

    def __str__(self) -> str:
        return f"{self.user}, {self.series}"


@tracked()
class Leg(models.Model):
    """A tournament that belongs to a series. It may belong to several."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="legs")
    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="legs")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["tournament__starts_at", "tournament"]
        constraints = [models.UniqueConstraint(fields=["series", "tournament"], name="a_tournament_once_in_a_series")]

    def __str__(self) -> str:
        return f"{self.tournament} in {self.series}"
