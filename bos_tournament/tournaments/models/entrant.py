"""Who takes part in a tournament, and who is kept apart from whom."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.audit.tracking import tracked
from bos_tournament.messages import words_in
from bos_tournament.tournaments.models import standings_triggers, webhooks
from bos_tournament.tournaments.models.tournament import Tournament

MOST_EARNED_BYES = 3


@tracked(exclude=["deck_version", "meeting_seat"])
class Entrant(models.Model):
    """Somebody who takes part in a tournament, or waits for a place."""

    ERASED_WITH = {"user": {"note": "", "note_message": None}}
    NAMES_IN = {"tournament__entrants__user": ("note", "note_message")}

    class State(models.TextChoices):
        ASKED = "asked", _("asked to join")
        REFUSED = "refused", _("not accepted")
        REGISTERED = "registered", _("registered")
        WAITLISTED = "waitlisted", _("on the waitlist")
        WITHDRAWN = "withdrawn", _("withdrawn")
        PLAYING = "playing", _("playing")
        DROPPED = "dropped", _("dropped")
        REMOVED = "removed", _("removed")
        DISQUALIFIED = "disqualified", _("disqualified")

    TAKING_PART = (State.ASKED, State.REGISTERED, State.WAITLISTED, State.PLAYING)  # or may still be let in
    WITHOUT_A_LIST = (State.WITHDRAWN, State.REMOVED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries")
    state = models.CharField(max_length=12, choices=State, default=State.REGISTERED)
    place = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("1 to capacity; empty on the waitlist"))
    waits_since = models.DateTimeField(default=timezone.now, help_text=_("orders the waitlist, oldest first"))
    checked_in_at = models.DateTimeField(null=True, blank=True)
    deck_version = models.ForeignKey("decks.DeckVersion", models.PROTECT, null=True, blank=True, related_name="+")
    dropped_after = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("the last round played"))
    list_unlocked = models.BooleanField(default=False, help_text=_("may submit a deck list after the deadline"))
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    meeting_seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("at the player meeting, from 1"))
    seeding = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("set before the start; 1 is the top seed")
    )
    earned_byes = models.PositiveSmallIntegerField(
        default=0, help_text=_("earned byes: number of first Swiss rounds without a match")
    )
    note = models.CharField(max_length=300, blank=True, help_text=_("why staff changed something; shown to the player"))
    note_message = models.JSONField(null=True, blank=True, help_text="the same where the site says it")
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["waits_since", "id"]
        triggers = [webhooks.NEW_ENTRANT_TELLS, webhooks.ENTRANT_TELLS, *standings_triggers.OF_ENTRANTS]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_per_person"),
            models.UniqueConstraint(fields=["tournament", "place"], name="a_place_once"),
            models.UniqueConstraint(fields=["tournament", "fixed_table"], name="a_fixed_table_once"),
            models.UniqueConstraint(fields=["tournament", "seeding"], name="a_place_in_the_seeding_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=["asked", "refused", "waitlisted", "withdrawn", "removed"], place=None)
                | models.Q(state__in=["registered", "playing", "dropped", "removed", "disqualified"], place__gte=1),
                name="a_place_for_those_inside",
            ),
            models.CheckConstraint(condition=models.Q(earned_byes__lte=MOST_EARNED_BYES), name="at_most_three_byes"),
        ]

    def __str__(self) -> str:
        return str(self.user)

    @property
    def note_words(self) -> str:
        """`note` in the language of this moment, whoever said it."""
        return words_in(self, "note")


@tracked()
class KeptApart(models.Model):
    """Two entrants who are not to meet in Swiss rounds, in the order of their ids."""

    ERASED_WITH = {"one__user": {"why": ""}, "other__user": {"why": ""}}

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    never = models.BooleanField(
        help_text=_("never paired, even if others must meet twice; off: paired only if that avoids a rematch")
    )
    why = models.CharField(max_length=300, blank=True, help_text=_("staff read it"))
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = _("pairs kept apart")
        ordering = ["made_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="a_pair_kept_apart_once"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="kept_apart_in_order"),
        ]

    def __str__(self) -> str:
        return gettext("%(one)s and %(other)s") % {"one": self.one, "other": self.other}
