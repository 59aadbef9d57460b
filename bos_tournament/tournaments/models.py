"""A tournament and its parts: staff, entrants, stages, rounds, pairings."""

import uuid
from datetime import datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo, available_timezones

import pgtrigger
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from bos_tournament.history.trail import tracked
from bos_tournament.pairing.convention import FAMILIES
from bos_tournament.pairing.event import FirstRound
from bos_tournament.tournaments import models_series, models_templates, models_webhooks  # noqa: F401, Django looks here
from bos_tournament.tournaments.models_time import Extension, Remaining

FIRST_ROUNDS = [
    (FirstRound.RANDOM.value, _("drawn by lot")),
    (FirstRound.TOP_TABLE.value, _("neighbours in the seeding: first against second, third against fourth")),
    (FirstRound.CROSS.value, _("the upper half of the seeding against the lower")),
]
DRAWN_BEFORE_CORRECTION = gettext_noop("paired before an earlier result was corrected")
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
        ROUND_ROBIN = "round_robin", _("everyone against everyone")
        DOUBLE_ROUND_ROBIN = "double_round_robin", _("everyone against everyone twice")
        GROUPS = "groups", _("groups, then a bracket")

    class Lists(models.TextChoices):
        """Who may read the deck lists of a stage while it is played; judges on record always may."""

        CLOSED = "closed", _("judges only")
        OPPONENTS = "opponents", _("each player reads the list of whom they meet")
        OPEN = "open", _("everybody reads the lists of those who play in it")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=120, blank=True)
    online = models.BooleanField(default=False)
    time_zone = models.CharField(max_length=60, default="UTC", validators=[known_time_zone])
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
    code_only = models.BooleanField(default=False, help_text=_("Only who has the join code can join."))
    code_renewed_at = models.DateTimeField(null=True, blank=True, help_text=_("codes from before lead nowhere"))
    code_limit = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("so many join by code in all"))
    code_uses = models.PositiveIntegerField(default=0, help_text=_("so many did, by this code or one before it"))
    announcement = models.CharField(max_length=400, blank=True)
    format = models.CharField(max_length=20, choices=Format, default=Format.SWISS)
    swiss_rounds = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("empty: as suggested at the start")
    )
    first_round = models.CharField(max_length=9, choices=FIRST_ROUNDS, default=FirstRound.RANDOM.value)
    cut = models.PositiveSmallIntegerField(
        default=0, choices=[(0, _("none")), (2, "2"), (4, "4"), (8, "8"), (16, "16")]
    )
    double_cut = models.BooleanField(default=False, help_text=_("the cut is a double elimination"))
    groups = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("empty: as suggested at the start"))
    group_size = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("at most so many in a group"))
    go_on = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("of each group into the bracket"))
    third_place = models.BooleanField(default=False, help_text=_("single elimination: losers of semi-finals meet"))
    ranking = models.CharField(max_length=20, choices=RANKINGS, default="match_points")
    tie_breaks = models.JSONField(default=list, blank=True, help_text=_("keys in order; empty: those of the ranking"))
    bids_on_paper = models.BooleanField(default=False)
    approval = models.BooleanField(default=False, help_text=_("Staff accept everybody who asks to join."))
    publish_lists = models.BooleanField(default=False, help_text=_("Show all lists to everybody after the end."))
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("of a round; empty: no limit"))
    clock_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("of a player; empty: no clocks")
    )
    clock_delay = models.PositiveSmallIntegerField(default=30, help_text=_("seconds of each turn that cost nothing"))
    clock_per_game = models.BooleanField(default=False, help_text=_("Each game has its own time, not the whole match."))
    call_minutes = models.PositiveSmallIntegerField(default=5, help_text=_("until a call nobody took is pressing"))
    seat_minutes = models.PositiveSmallIntegerField(default=10, help_text=_("until who is not at the table is missing"))
    late_minutes = models.PositiveSmallIntegerField(default=15, help_text=_("from half of the results to a late table"))
    stage_lists = models.CharField(_("lists in the first stage"), max_length=10, choices=Lists, default=Lists.CLOSED)
    cut_lists = models.CharField(_("lists in the cut"), max_length=10, choices=Lists, default=Lists.CLOSED)
    meeting_at = models.DateTimeField(null=True, blank=True, help_text=_("when the player meeting was seated"))
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    edition = models.CharField(max_length=30, default="bos-1", help_text=_("pinned when registration opens"))
    pool = models.ForeignKey("cards.PinnedPool", models.PROTECT, null=True, blank=True, related_name="+")
    seed = models.CharField(max_length=32, help_text=_("published; every lot is drawn from it"))
    made_at = models.DateTimeField(default=timezone.now)
    opened_at = models.DateTimeField(null=True, blank=True, help_text=_("empty: only staff ever knew of it"))
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0, help_text=_("Grows with every deed; open pages ask for it."))

    class Meta:
        ordering = ["-starts_at"]
        triggers = [models_webhooks.TOURNAMENT_TELLS]
        constraints = [models.CheckConstraint(condition=models.Q(capacity__range=(2, 4096)), name="capacity_2_to_4096")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:detail", args=[self.slug])

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


@tracked()
class Staff(models.Model):
    """A role of somebody at a tournament; one person may hold several."""

    class Role(models.TextChoices):
        ORGANIZER = "organizer", _("organizer")
        HEAD_JUDGE = "head_judge", _("head judge")
        JUDGE = "judge", _("judge")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="staff_roles")
    role = models.CharField(max_length=12, choices=Role)

    class Meta:
        verbose_name_plural = _("staff")
        constraints = [models.UniqueConstraint(fields=["tournament", "user", "role"], name="a_role_once")]

    def __str__(self) -> str:
        return f"{self.user}, {self.role}"


@tracked(exclude=["token_digest"])
class StaffInvitation(models.Model):
    """A link that makes its opener staff, once, within a day."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, choices=Staff.Role)
    token_digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return gettext("invitation to %(tournament)s") % {"tournament": self.tournament}


MOST_EARNED_BYES = 3


@tracked(exclude=["deck_version", "meeting_seat"])
class Entrant(models.Model):
    """Somebody who takes part in a tournament, or waits for a place."""

    ERASED_WITH = {"user": {"note": ""}}
    NAMES_IN = {"tournament__entrants__user": ("note",)}

    class State(models.TextChoices):
        ASKED = "asked", _("asks to join")
        REFUSED = "refused", _("not accepted")
        REGISTERED = "registered", _("registered")
        WAITLISTED = "waitlisted", _("on the waitlist")
        WITHDRAWN = "withdrawn", _("withdrawn")
        PLAYING = "playing", _("playing")
        DROPPED = "dropped", _("dropped")
        REMOVED = "removed", _("removed")
        DISQUALIFIED = "disqualified", _("disqualified")

    TAKING_PART = (State.ASKED, State.REGISTERED, State.WAITLISTED, State.PLAYING)  # or may still be let in

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries")
    state = models.CharField(max_length=12, choices=State, default=State.REGISTERED)
    place = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("1 to capacity; empty on the waitlist"))
    waits_since = models.DateTimeField(default=timezone.now, help_text=_("orders the waitlist"))
    checked_in_at = models.DateTimeField(null=True, blank=True)
    deck_version = models.ForeignKey("decks.DeckVersion", models.PROTECT, null=True, blank=True, related_name="+")
    dropped_after = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("the last round played"))
    list_unlocked = models.BooleanField(default=False, help_text=_("may hand in a list after the deadline too"))
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    meeting_seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("at the player meeting, from 1"))
    seeding = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("known before the start, 1 the best"))
    earned_byes = models.PositiveSmallIntegerField(
        default=0, help_text=_("byes in so many first Swiss rounds, earned before the tournament")
    )
    note = models.CharField(max_length=300, blank=True, help_text=_("why staff changed something; entrant sees it"))
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["waits_since", "id"]
        triggers = [models_webhooks.NEW_ENTRANT_TELLS, models_webhooks.ENTRANT_TELLS]
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


@tracked()
class KeptApart(models.Model):
    """Two entrants who are not to meet in Swiss rounds, in the order of their ids."""

    ERASED_WITH = {"one__user": {"why": ""}, "other__user": {"why": ""}}

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    never = models.BooleanField(help_text=_("also at the price of a rematch; else only if that saves one"))
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


@tracked()
class Stage(models.Model):
    """A part of a tournament with one format."""

    class Format(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        SINGLE = "single_elimination", _("single elimination")
        DOUBLE = "double_elimination", _("double elimination")
        ROUND_ROBIN = "round_robin", _("everyone against everyone")
        DOUBLE_ROUND_ROBIN = "double_round_robin", _("everyone against everyone twice")
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
    go_on = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("of each group into the bracket"))
    third_place = models.BooleanField(default=False, help_text=_("a bracket with a match for third place"))
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
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
    workings = models.JSONField(help_text=_("every figure worked out, by player id"))
    made_at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=300, blank=True, help_text=_("why they were closed anew; public"))

    class Meta:
        ordering = ["stage__number", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="snapshots_are_numbered")]
        triggers = [
            models_webhooks.ANEW_TELLS,
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


@tracked()
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
    note = models.CharField(max_length=300, blank=True, help_text=_("what everybody should know of its pairings"))
    drawn_with = models.JSONField(
        default=dict, blank=True, help_text=_("pairs kept apart and fixed tables at that time")
    )

    class Meta:
        ordering = ["number"]
        triggers = [models_webhooks.ROUND_TELLS]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="rounds_are_numbered")]

    def __str__(self) -> str:
        return gettext("round %(round)s") % {"round": self.number}

    @cached_property
    def in_stage(self) -> int:
        """Which round of its stage it is, from 1. One query."""
        return self.stage.rounds.filter(number__lte=self.number).count()

    @property
    def remaining(self) -> Remaining | None:
        """The time that is left to play; None before it is started and after the round. Asks nothing with `timer`."""
        timer = getattr(self, "timer", None)
        return None if timer is None or self.closed_at else Remaining(timer.ends_at, timer.left)


@tracked()
class Timer(models.Model):
    """The time of a round, kept as moments: nothing ticks here, and whoever looks computes what is left."""

    round = models.OneToOneField(Round, models.CASCADE, related_name="timer")
    seconds = models.PositiveIntegerField(help_text=_("of the whole round, with what was added for everybody"))
    ends_at = models.DateTimeField(null=True, blank=True, help_text=_("while it runs"))
    left = models.IntegerField(null=True, blank=True, help_text=_("seconds, while it is paused; below 0: it was up"))

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

    NAMES_IN = {"round__stage__tournament__entrants__user": ("why", "by_hand")}

    class Unplayed(models.TextChoices):
        BYE = "bye", _("bye")
        EARNED_BYE = "earned_bye", _("earned bye")
        LATE = "late", _("came late")
        ABSENT = "absent", _("absent")
        NO_SHOW = "no_show", _("did not show up")
        DOUBLE_NO_SHOW = "double_no_show", _("nobody showed up")
        FORFEIT = "forfeit", _("forfeit")
        DISQUALIFIED = "disqualified", _("disqualified")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("empty for a bye"))
    bracket_id = models.CharField(max_length=12, blank=True, help_text=_("the bracket's match this is"))
    match = models.OneToOneField("matches.Match", models.PROTECT, null=True, blank=True, related_name="pairing")
    unplayed = models.CharField(max_length=15, choices=Unplayed, blank=True)
    why = models.CharField(max_length=200, blank=True, help_text=_("the reason of this pairing"))
    by_hand = models.CharField(max_length=300, blank=True, help_text=_("the reason it was set by hand; public"))
    featured = models.BooleanField(default=False, help_text=_("the hall is shown it first"))

    class Meta:
        ordering = ["table"]
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="one_pairing_per_table")]

    def __str__(self) -> str:
        return gettext("table %(table)s") % {"table": self.table}

    @property
    def why_now(self) -> str:
        """Why these meet, as far as it is still true. Asks nothing with `sittings` prefetched."""
        corrected = any(sitting.corrected_points is not None for sitting in self.sittings.all())
        return DRAWN_BEFORE_CORRECTION if corrected else self.why

    @property
    def longer(self) -> "list[Extension]":
        """What the table has beyond its round. Asks nothing with `extensions` prefetched."""
        return [one for one in self.extensions.all() if one.withdrawn_at is None]

    @property
    def sit_by(self) -> datetime | None:
        """Whoever is not at the table by then is missing. Asks nothing with the round's tournament."""
        since = self.round.published_at
        return since and since + self.round.stage.tournament.late_to_sit

    @property
    def remaining(self) -> Remaining | None:
        """The time that is left at this table. Asks nothing with the round's timer and `extensions`."""
        remaining = self.round.remaining
        return remaining and remaining.extended(sum(one.minutes for one in self.longer))


class Sitting(models.Model):
    """An entrant in a pairing; once in a round."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="sittings")
    round = models.ForeignKey(Round, models.CASCADE, related_name="sittings")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="sittings")
    number = models.PositiveSmallIntegerField(help_text=_("the seat's number"))
    points = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("with how many the round was drawn"))
    corrected_points = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("how many a later correction made of them; empty: as drawn")
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="an_entrant_sits_once_per_round"),
            models.UniqueConstraint(fields=["pairing", "number"], name="one_entrant_per_seat"),
        ]

    def __str__(self) -> str:
        return gettext("%(player)s at %(table)s") % {"player": self.entrant, "table": self.pairing}
