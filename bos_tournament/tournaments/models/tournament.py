"""A tournament: its settings, its deadlines, its state."""

import uuid
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.audit.tracking import tracked
from bos_tournament.operations.templatetags.links import address_of
from bos_tournament.pairing.event import FirstRound
from bos_tournament.pairing.ranking_presets import FAMILIES
from bos_tournament.tournaments.models import standings_triggers, webhooks

FIRST_ROUNDS = [
    (FirstRound.RANDOM.value, _("random")),
    (FirstRound.TOP_TABLE.value, _("by seeding: 1 v 2, 3 v 4, …")),
    (FirstRound.CROSS.value, _("by seeding: upper half v lower half")),
]
CUTS = [(0, _("none")), (2, "2"), (4, "4"), (8, "8"), (16, "16")]
RANKINGS = [(key, _(family.title)) for key, family in FAMILIES.items()]


def known_time_zone(name: str) -> None:
    """Refuses a name that no time zone has."""
    if name not in available_timezones():
        raise ValidationError(gettext("Choose a time zone like Europe/Berlin."), code="unknown_time_zone")


@tracked(exclude=["version", "join_code", "code_uses"])
class Tournament(models.Model):
    """An event that people enter. Its deadlines are moments; whatever changes at them changes by itself."""

    NAMES_IN = {
        "entrants__user": ("name", "place", "description", "announcement", "schedule"),
        "staff__user": ("name", "place", "description", "announcement", "schedule"),
    }

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for registration")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Format(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        SWISS_CUT = "swiss_cut", _("Swiss with a top cut")
        SINGLE = "single_elimination", _("single elimination")
        DOUBLE = "double_elimination", _("double elimination")
        ROUND_ROBIN = "round_robin", _("round robin")
        DOUBLE_ROUND_ROBIN = "double_round_robin", _("double round robin")
        GROUPS = "groups", _("groups, then a bracket")

    class Lists(models.TextChoices):
        """Who may read the deck lists of a stage while it is played; judges on record always may."""

        CLOSED = "closed", _("judges only")
        OPPONENTS = "opponents", _("opponents")
        OPEN = "open", _("everyone")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=120, blank=True)
    online = models.BooleanField(default=False)
    time_zone = models.CharField(max_length=60, default="UTC", validators=[known_time_zone])
    take_backs = models.BooleanField(default=False, help_text=_("Online: moves may be taken back if both agree."))
    description = models.TextField(max_length=8_000, blank=True, help_text=_("Markdown"))
    capacity = models.PositiveSmallIntegerField(default=64)
    starts_at = models.DateTimeField()
    registration_opens_at = models.DateTimeField(null=True, blank=True)
    registration_closes_at = models.DateTimeField(null=True, blank=True)
    check_in_opens_at = models.DateTimeField(null=True, blank=True)
    check_in_closes_at = models.DateTimeField(null=True, blank=True)
    list_deadline = models.DateTimeField(null=True, blank=True, help_text=_("empty: until the start"))
    schedule = models.JSONField(default=list, blank=True, help_text=_("[minutes from the start, what] in order"))
    join_code = models.CharField(max_length=16, unique=True)
    code_only = models.BooleanField(default=False, help_text=_("Only players with the join code can join."))
    code_renewed_at = models.DateTimeField(null=True, blank=True, help_text=_("earlier codes no longer work"))
    code_limit = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("how many can join by code in total")
    )
    code_uses = models.PositiveIntegerField(default=0, help_text=_("how many joined, by this or an earlier code"))
    announcement = models.CharField(max_length=400, blank=True)
    format = models.CharField(max_length=20, choices=Format, default=Format.SWISS)
    swiss_rounds = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("empty: as suggested at the start")
    )
    first_round = models.CharField(max_length=9, choices=FIRST_ROUNDS, default=FirstRound.RANDOM.value)
    cut = models.PositiveSmallIntegerField(default=0, choices=CUTS)
    double_cut = models.BooleanField(default=False, help_text=_("the cut is a double elimination"))
    groups = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("empty: as suggested at the start"))
    group_size = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("most players per group"))
    go_on = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("how many advance from each group"))
    third_place = models.BooleanField(default=False, help_text=_("single elimination: losers of semi-finals meet"))
    ranking = models.CharField(max_length=20, choices=RANKINGS, default="match_points")
    tie_breaks = models.JSONField(default=list, blank=True, help_text=_("keys in order; empty: those of the ranking"))
    bids_on_paper = models.BooleanField(default=False)
    approval = models.BooleanField(default=False, help_text=_("Staff approve each player."))
    publish_lists = models.BooleanField(default=False, help_text=_("Publish all deck lists after the end."))
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("of a round; empty: no limit"))
    clock_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("of a player; empty: no clocks")
    )
    clock_delay = models.PositiveSmallIntegerField(default=30, help_text=_("delay of each turn, in seconds"))
    clock_per_game = models.BooleanField(default=False, help_text=_("Each game has its own time, not the whole match."))
    show_outcomes = models.BooleanField(
        default=False, help_text=_("The board tells both players what comes of each move.")
    )
    call_minutes = models.PositiveSmallIntegerField(
        default=5, help_text=_("minutes until an unanswered judge call is urgent")
    )
    seat_minutes = models.PositiveSmallIntegerField(
        default=10, help_text=_("minutes until a player who is not seated is a no-show")
    )
    late_minutes = models.PositiveSmallIntegerField(
        default=15, help_text=_("minutes from half of the results until a table counts as slow")
    )
    spectator_delay = models.PositiveSmallIntegerField(
        default=3, help_text=_("minutes that spectators are behind at featured tables")
    )
    stage_lists = models.CharField(
        _("deck lists in the first stage"), max_length=10, choices=Lists, default=Lists.CLOSED
    )
    cut_lists = models.CharField(_("deck lists in the cut"), max_length=10, choices=Lists, default=Lists.CLOSED)
    meeting_at = models.DateTimeField(null=True, blank=True, help_text=_("when the player meeting was seated"))
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    edition = models.CharField(max_length=30, default="bos-1", help_text=_("pinned when registration opens"))
    pool = models.ForeignKey("cards.PinnedPool", models.PROTECT, null=True, blank=True, related_name="+")
    seed = models.CharField(max_length=32, help_text=_("public; every random draw uses it"))
    made_at = models.DateTimeField(default=timezone.now)
    opened_at = models.DateTimeField(null=True, blank=True, help_text=_("empty: never open to the public"))
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0, help_text=_("Increases with every change; open pages compare it."))

    class Meta:
        ordering = ["-starts_at"]
        triggers = [webhooks.TOURNAMENT_TELLS, *standings_triggers.OF_TOURNAMENTS]
        constraints = [models.CheckConstraint(condition=models.Q(capacity__range=(2, 4096)), name="capacity_2_to_4096")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return address_of("tournaments:detail", self.slug)

    @property
    def is_full(self) -> bool:
        """Is every place taken while registration is open, so that more people wait?"""
        if self.state != self.State.OPEN:
            return False
        inside = getattr(self, "entrants_count", None)  # lists count all at once
        return (self.entrants.exclude(place=None).count() if inside is None else inside) >= self.capacity

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def has_clocks(self) -> bool:
        """Do players have their own time, counted on their phones?"""
        return self.clock_minutes is not None

    @property
    def call_presses_after(self) -> timedelta:
        """So long a call for a judge may wait before it is marked as pressing."""
        return timedelta(minutes=self.call_minutes)

    @property
    def late_to_sit(self) -> timedelta:
        """So long after a round is published, whoever is not at the table is missing."""
        return timedelta(minutes=self.seat_minutes)

    @property
    def late_after_others(self) -> timedelta:
        """So long after half of the tables had a result, a table without one is late."""
        return timedelta(minutes=self.late_minutes)

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.FINISHED, self.State.CANCELLED)

    @property
    def is_private(self) -> bool:
        """Does nobody but staff know of it? A draft, and one that was cancelled as a draft."""
        never_opened = self.state == self.State.CANCELLED and self.opened_at is None
        return self.state == self.State.DRAFT or never_opened

    @property
    def lists_are_public(self) -> bool:
        return self.publish_lists and self.state == self.State.FINISHED

    @property
    def has_cut(self) -> bool:
        """Do some of the players go on to a bracket?"""
        return self.format in (self.Format.SWISS_CUT, self.Format.GROUPS)

    @property
    def has_swiss_rounds(self) -> bool:
        return self.format in (self.Format.SWISS, self.Format.SWISS_CUT)

    @property
    def has_groups(self) -> bool:
        return self.format == self.Format.GROUPS

    @property
    def has_bracket(self) -> bool:
        return self.has_cut or self.format in (self.Format.SINGLE, self.Format.DOUBLE)

    @property
    def tie_break_order(self) -> tuple[str, ...]:
        """The keys of the tie-breaks that decide among equal points, first one first."""
        return tuple(self.tie_breaks) or FAMILIES[self.ranking].tie_breaks

    @property
    def has_check_in(self) -> bool:
        return self.check_in_opens_at is not None

    def takes_entries(self, now: datetime) -> bool:
        """Is the registration window open? Without an opening moment it is, as soon as the tournament is open."""
        return self.state == self.State.OPEN and _within(now, self.registration_opens_at, self.registration_closes_at)

    def takes_check_ins(self, now: datetime) -> bool:
        """Is the check-in window open? Without an opening moment there is no check-in."""
        if self.state != self.State.OPEN or not self.has_check_in:
            return False
        return _within(now, self.check_in_opens_at, self.check_in_closes_at)

    def takes_lists(self, now: datetime) -> bool:
        """May lists still be handed in? Without a deadline they may until the start."""
        return self.state == self.State.OPEN and _within(now, None, self.list_deadline)


def _within(now: datetime, opens: datetime | None, closes: datetime | None) -> bool:
    return (opens is None or opens <= now) and (closes is None or now < closes)
