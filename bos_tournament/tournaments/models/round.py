"""The rounds of a stage: their time, their pairings, who sits where."""

import uuid
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.audit.tracking import tracked
from bos_tournament.messages import localize_kept
from bos_tournament.pairing.event import Unplayed
from bos_tournament.tournaments.models import standings_triggers, webhooks
from bos_tournament.tournaments.models.entrant import Entrant
from bos_tournament.tournaments.models.remaining_time import Extension, Remaining
from bos_tournament.tournaments.models.stage import Stage
from engine.hosting import Message, code_json

UNPLAYED = [(kind.value, _(kind.label)) for kind in Unplayed]
BEFORE_CORRECTION = code_json(Message("drawn.before_correction"))
"""The reason of a pairing whose players have other points now, as it is kept."""


def names_around(way: str, *fields: str) -> dict[str, tuple[str, ...]]:
    """NAMES_IN of words about a match (`way` leads there): they may name whoever sat at it, and anybody else in the
    tournament, at another table or at the desk."""
    tournament = f"{way}__pairing__round__stage__tournament"
    return {
        f"{way}__seats__user": fields,
        f"{tournament}__entrants__user": fields,
        f"{tournament}__staff__user": fields,
    }


@tracked(exclude=["drawn_from"])
class Round(models.Model):
    """A round of a stage: drafted by staff, then published to everybody."""

    NAMES_IN = {"stage__tournament__entrants__user": ("note",)}

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text=_("counted through the tournament"))
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    made_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True, help_text=_("its results count; standings are frozen"))
    note = models.CharField(max_length=300, blank=True, help_text=_("note shown to everyone above the pairings"))
    drawn_with = models.JSONField(
        default=dict, blank=True, help_text=_("pairs kept apart and fixed tables at that time")
    )
    drawn_from = models.CharField(
        max_length=32, blank=True, editable=False, help_text="a digest of entrants and results at that time"
    )

    class Meta:
        ordering = ["number"]
        triggers = [webhooks.ROUND_TELLS, *standings_triggers.OF_ROUNDS]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="rounds_are_numbered")]

    def __str__(self) -> str:
        return gettext("round %(round)s") % {"round": self.number}

    @cached_property
    def in_stage(self) -> int:
        """Which round of its stage it is, from 1. One query."""
        return self.stage.rounds.filter(number__lte=self.number).count()

    @property
    def is_open(self) -> bool:
        """Is it being played?"""
        return self.state == self.State.PUBLISHED and self.closed_at is None

    @property
    def remaining(self) -> Remaining | None:
        """The time that is left to play; None before it is started and after the round. Asks nothing with `timer`."""
        timer = getattr(self, "timer", None)
        return None if timer is None or self.closed_at else Remaining(timer.ends_at, timer.left)


@tracked()
class Timer(models.Model):
    """The time of a round, kept as moments: nothing ticks here, and whoever looks computes what is left."""

    round = models.OneToOneField(Round, models.CASCADE, related_name="timer")
    seconds = models.PositiveIntegerField(help_text=_("of the whole round, with the minutes added for all"))
    ends_at = models.DateTimeField(null=True, blank=True, help_text=_("while it runs"))
    left = models.IntegerField(null=True, blank=True, help_text=_("seconds left while paused; negative: time was up"))

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at=None, left__isnull=False) | models.Q(ends_at__isnull=False, left=None),
                name="a_timer_runs_or_is_paused",
            )
        ]

    def __str__(self) -> str:
        return gettext("time of %(round)s") % {"round": self.round}

    @property
    def runs(self) -> bool:
        return self.ends_at is not None


@tracked(by_the_round=True)
class Pairing(models.Model):
    """Who meets whom at which table. A bye is a pairing with one entrant and no match."""

    NAMES_IN = {"round__stage__tournament__entrants__user": ("why_message", "by_hand")}

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("empty for a bye"))
    bracket_id = models.CharField(max_length=12, blank=True, help_text=_("the bracket's match this is"))
    match = models.OneToOneField("matches.Match", models.PROTECT, null=True, blank=True, related_name="pairing")
    unplayed = models.CharField(max_length=15, choices=UNPLAYED, blank=True)
    why_message = models.JSONField(null=True, blank=True, help_text=_("the reason of this pairing"))
    by_hand = models.CharField(max_length=300, blank=True, help_text=_("why the pairing was set by hand; public"))
    featured = models.BooleanField(default=False, help_text=_("shown first on the public display"))

    class Meta:
        ordering = ["table"]
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="one_pairing_per_table")]

    def __str__(self) -> str:
        return gettext("table %(table)s") % {"table": self.table}

    @property
    def why(self) -> str:
        """Why these met when the round was drawn, in the language of this moment."""
        return localize_kept(self.why_message) if self.why_message else ""

    @property
    def why_now(self) -> str:
        """Why these meet, as far as it is still true. Asks nothing with `sittings` prefetched."""
        return localize_kept(self.why_now_message) if self.why_now_message else ""

    @property
    def why_now_message(self) -> dict[str, Any] | None:
        """The same as it is kept."""
        corrected = any(sitting.corrected_points is not None for sitting in self.sittings.all())
        return BEFORE_CORRECTION if corrected else self.why_message

    @property
    def longer(self) -> "list[Extension]":
        """What the table has beyond its round. Asks nothing with `extensions` prefetched."""
        return [extension for extension in self.extensions.all() if extension.withdrawn_at is None]

    @property
    def sit_by(self) -> datetime | None:
        """Whoever is not at the table by then is missing. Asks nothing with the round's tournament."""
        since = self.round.published_at
        return since and since + self.round.stage.tournament.late_to_sit

    @property
    def remaining(self) -> Remaining | None:
        """The time that is left at this table. Asks nothing with the round's timer and `extensions`."""
        remaining = self.round.remaining
        return remaining and remaining.extended(sum(extension.minutes for extension in self.longer))


class Sitting(models.Model):
    """An entrant in a pairing; once in a round."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="sittings")
    round = models.ForeignKey(Round, models.CASCADE, related_name="sittings")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="sittings")
    number = models.PositiveSmallIntegerField(help_text=_("the seat's number"))
    points = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("points when the round was drawn"))
    corrected_points = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("points after a later correction; empty: as drawn")
    )

    class Meta:
        ordering = ["number"]
        triggers = standings_triggers.OF_SITTINGS
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="an_entrant_sits_once_per_round"),
            models.UniqueConstraint(fields=["pairing", "number"], name="one_entrant_per_seat"),
        ]

    def __str__(self) -> str:
        return gettext("%(player)s at %(table)s") % {"player": self.entrant, "table": self.pairing}
