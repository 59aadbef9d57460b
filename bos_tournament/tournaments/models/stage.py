"""The stages of a tournament, and their standings as they were closed."""

import uuid

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.audit.tracking import tracked
from bos_tournament.tournaments.models import standings_triggers, webhooks
from bos_tournament.tournaments.models.tournament import Tournament


@tracked()
class Stage(models.Model):
    """A part of a tournament with one format."""

    class Format(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        SINGLE = "single_elimination", _("single elimination")
        DOUBLE = "double_elimination", _("double elimination")
        ROUND_ROBIN = "round_robin", _("round robin")
        DOUBLE_ROUND_ROBIN = "double_round_robin", _("double round robin")
        GROUPS = "groups", _("groups")

    BRACKETS = (Format.SINGLE, Format.DOUBLE)
    ROUND_ROBINS = (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN)
    EVERYONE = (*ROUND_ROBINS, Format.GROUPS)  # everyone meets everyone, all of them or in groups
    TABLES = (Format.SWISS, *EVERYONE)  # ranked by standings

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=20, choices=Format)
    rounds_planned = models.PositiveSmallIntegerField()
    size = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("entrants of a bracket"))
    seeds = models.JSONField(default=list, blank=True, help_text=_("entrants in seed order, as ids; not in Swiss"))
    group_sizes = models.JSONField(default=list, blank=True, help_text=_("how many of the seeds are in group A, B …"))
    go_on = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("how many advance from each group"))
    third_place = models.BooleanField(default=False, help_text=_("a bracket with a match for third place"))
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        triggers = standings_triggers.OF_STAGES
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="stages_are_numbered")]

    def __str__(self) -> str:
        return gettext("stage %(number)s") % {"number": self.number}

    @property
    def is_bracket(self) -> bool:
        return self.format in self.BRACKETS

    @property
    def is_swiss(self) -> bool:
        return self.format == self.Format.SWISS

    @property
    def in_groups(self) -> bool:
        return self.format == self.Format.GROUPS


@tracked(exclude=["event", "workings"])
class Snapshot(models.Model):
    """The standings of a closed stage with their working, as they were then. What is kept never changes.

    They go with their stage when its beginning is taken back; the trail keeps the board.
    """

    NAMES_IN = {"stage__tournament__entrants__user": ("reason",)}
    WRITTEN_LATER = ("by",)

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="snapshots")
    number = models.PositiveSmallIntegerField(help_text=_("of those of this stage; the last one counts"))
    board = models.JSONField(help_text=_("ranks, figures, reasons, places and the written rule"))
    event = models.JSONField(help_text=_("the file from which all of it is computed; empty for a bracket"))
    workings = models.JSONField(
        default=dict, blank=True, help_text="every figure worked out, by player id; empty: follows from the event"
    )
    made_at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=300, blank=True, help_text=_("why they were updated; public"))

    class Meta:
        ordering = ["stage__number", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="snapshots_are_numbered")]
        triggers = [
            webhooks.ANEW_TELLS,
            *standings_triggers.OF_SNAPSHOTS,
            pgtrigger.Trigger(
                name="snapshots_never_change",
                operation=pgtrigger.Update,
                when=pgtrigger.Before,
                func="""
                    IF (NEW.stage_id, NEW.number, NEW.board, NEW.event, NEW.workings, NEW.made_at, NEW.reason)
                       IS DISTINCT FROM
                       (OLD.stage_id, OLD.number, OLD.board, OLD.event, OLD.workings, OLD.made_at, OLD.reason)
                    THEN
                        RAISE EXCEPTION 'closed standings never change';
                    END IF;
                    RETURN NEW;
                """,
            ),
        ]

    def __str__(self) -> str:
        return f"standings of {self.stage}, closed {self.made_at:%Y-%m-%d %H:%M}"
