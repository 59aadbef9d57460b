"""The standings that everybody reads, kept as rows: a page of them is one query of its rows, at any size.

They follow from the results, or from what was kept when a stage was closed; `leaderboard.renew_standings` alone
writes them. The database notes by itself when something changes that they follow from, whoever changes it, so rows that
are out of date are never shown.
"""

from django.db import models

from bos_tournament.tournaments.models.entrant import Entrant
from bos_tournament.tournaments.models.tournament import Tournament


class Standings(models.Model):
    """The edition of a tournament's standings that counts now."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="standings")
    revision = models.PositiveIntegerField(default=0, help_text="grows whenever the lines are written")
    outdated = models.BooleanField(default=True, help_text="something changed since that they follow from")
    closed = models.PositiveSmallIntegerField(default=0, help_text="the number of the last closed round")
    ranked = models.PositiveIntegerField(default=0, help_text="how many lines are ranked")
    has_places = models.BooleanField(default=False, help_text="a bracket has put somebody out")
    rule = models.JSONField(default=list, help_text="how ranks are found, as messages are kept")
    columns = models.JSONField(default=list, help_text="the keys of the tie-breaks in their order")

    class Meta:
        verbose_name_plural = "standings"

    def __str__(self) -> str:
        return f"standings of {self.tournament}"


class StandingsLine(models.Model):
    """One entrant there: the rank, and the place in the bracket or at the end."""

    standings = models.ForeignKey(Standings, models.CASCADE, related_name="lines")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    position = models.PositiveSmallIntegerField(null=True, help_text="in the order of ranks, from 0; empty: not ranked")
    group = models.CharField(max_length=12, help_text="in which the rank counts; empty where there are none")
    rank = models.PositiveSmallIntegerField(null=True, help_text="equals share one; empty: disqualified")
    points = models.PositiveIntegerField(default=0)
    won = models.PositiveSmallIntegerField(default=0)
    lost = models.PositiveSmallIntegerField(default=0)
    drawn = models.PositiveSmallIntegerField(default=0)
    figures = models.JSONField(default=list, help_text="of each tie-break its key, with four decimals, and exactly")
    reason = models.JSONField(null=True, help_text="why this rank, as messages are kept")
    above = models.ForeignKey(Entrant, models.CASCADE, null=True, related_name="+", help_text="one rank higher")
    listed = models.PositiveSmallIntegerField(null=True, help_text="in the order of places, from 0; empty: has none")
    place = models.PositiveSmallIntegerField(null=True, help_text="in the bracket, and at the end of all")
    champion = models.BooleanField(default=False)

    class Meta:
        ordering = ["position", "listed"]
        constraints = [
            models.UniqueConstraint(fields=["standings", "position"], name="a_line_once"),
            models.UniqueConstraint(fields=["standings", "listed"], name="a_listed_line_once"),
            models.UniqueConstraint(fields=["standings", "entrant"], name="one_line_per_entrant"),
        ]

    def __str__(self) -> str:
        return f"{self.rank or self.place}: {self.entrant}"
