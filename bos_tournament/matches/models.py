"""A match and its parts: seats, games, sealed bids, swaps, reports, corrections."""

import uuid

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bos_tournament.audit.tracking import tracked
from bos_tournament.decks.models import unnamed
from bos_tournament.messages import words_in
from bos_tournament.operations.encrypted_text import SealedJSONField, SealedTextField
from bos_tournament.pairing.event import Unplayed


class Reason(models.TextChoices):
    """Why a game or a match ended as it did: what may happen while it is played, and why it was not played."""

    PLAYED = "played", _("played")
    CONCEDED = "conceded", _("conceded")
    TIME = "time", _("lost on time")
    JUDGED = "judged", _("decided by a judge")
    ABSENT = Unplayed.ABSENT.value, _(Unplayed.ABSENT.label)
    NO_SHOW = Unplayed.NO_SHOW.value, _(Unplayed.NO_SHOW.label)
    DOUBLE_NO_SHOW = Unplayed.DOUBLE_NO_SHOW.value, _(Unplayed.DOUBLE_NO_SHOW.label)
    FORFEIT = Unplayed.FORFEIT.value, _(Unplayed.FORFEIT.label)
    DISQUALIFIED = Unplayed.DISQUALIFIED.value, _(Unplayed.DISQUALIFIED.label)


@tracked(by_the_round=True, exclude=["version", "flag_seat", "flag_at"])
class Match(models.Model):
    """A best of three between the people on its seats. It does not know its tournament."""

    class Step(models.TextChoices):
        BOSSES = "bosses", _("showing bosses")
        BIDDING = "bidding", _("bidding")
        CHOICE = "choice", _("choosing who goes first")
        SWAPPING = "swapping", _("swapping reserves")
        PLAYING = "playing", _("playing")
        REPORTED = "reported", _("result reported")
        DIFFERING = "differing", _("reports differ")
        FINISHED = "finished", _("finished")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    edition = models.CharField(max_length=30, default="bos-1", help_text="pinned")
    pool = models.ForeignKey("cards.PinnedPool", models.PROTECT, null=True, blank=True, related_name="+")
    wins_needed = models.PositiveSmallIntegerField(default=2)
    draws_allowed = models.BooleanField(default=True, help_text=_("Can the match end in a draw?"))
    bids_on_paper = models.BooleanField(default=False)
    clock_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="of each player; empty: no clocks"
    )
    clock_delay = models.PositiveSmallIntegerField(default=30, help_text="seconds of each turn that cost nothing")
    clock_per_game = models.BooleanField(default=False, help_text="Each game has its own time, not the whole match.")
    online = models.BooleanField(default=False, help_text="Games are played on the board, where clocks decide.")
    take_backs = models.BooleanField(default=False, help_text="Online: moves may be taken back if both agree.")
    flag_seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="whose time runs out, or ran out")
    flag_at = models.DateTimeField(null=True, blank=True, help_text="when it does unless the clocks are touched")
    step = models.CharField(max_length=10, choices=Step, default=Step.BOSSES)
    reason = models.CharField(max_length=20, choices=Reason, blank=True)
    winner = models.ForeignKey("Seat", models.PROTECT, null=True, blank=True, related_name="+")
    entered_whole = models.BooleanField(default=False, help_text=_("The desk entered the result; no game was counted."))
    made_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    called_off_at = models.DateTimeField(null=True, blank=True, help_text=_("The pairing was withdrawn."))
    version = models.PositiveIntegerField(default=0, help_text=_("Increases with every change; open pages compare it."))

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index("flag_at", condition=models.Q(online=True, step="playing"), name="clocks_of_online_games")
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(step="finished", finished_at__isnull=False)
                | (~models.Q(step="finished") & models.Q(finished_at=None, winner=None, reason="")),
                name="only_a_finished_match_has_a_result",
            )
        ]

    def __str__(self) -> str:
        return f"match {str(self.id)[:8]}"

    def get_absolute_url(self) -> str:
        return reverse("matches:detail", args=[self.pk])

    @property
    def plays_online(self) -> bool:
        """Are its games played on the board? Without a card pool nothing can be played there."""
        return self.online and self.pool_id is not None


@tracked(by_the_round=True, fields=["id", "match", "number", "user", "games_won"])
class Seat(models.Model):
    """Where somebody sits in a match. P1 is seat 1."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats")
    deck_version = models.ForeignKey("decks.DeckVersion", models.PROTECT, null=True, blank=True, related_name="+")
    greeted = models.BooleanField(default=False, help_text="Has shown the boss and seen the other's.")
    games_won = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_person_per_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_per_person"),
            models.CheckConstraint(condition=models.Q(number__range=(1, 6)), name="seats_1_to_6"),
        ]

    def __str__(self) -> str:
        return f"P{self.number}"


@tracked(by_the_round=True)
class Game(models.Model):
    """One game of a match. A drawn or replayed game counts nowhere; the next one takes its place."""

    class Outcome(models.TextChoices):
        OPEN = "", _("not decided")
        WON = "won", _("won")
        DRAWN = "drawn", _("drawn, to be replayed")
        REPLAYED = "replayed", _("replayed by ruling")
        CUT = "cut", _("not finished")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    chooser = models.ForeignKey(Seat, models.PROTECT, null=True, blank=True, related_name="+")
    first = models.ForeignKey(Seat, models.PROTECT, null=True, blank=True, related_name="+")
    ether = models.JSONField(default=dict, blank=True, help_text='by seat: {"1": 4, "2": 0}')
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default="")
    reason = models.CharField(max_length=20, choices=Reason, blank=True)
    winner = models.ForeignKey(Seat, models.PROTECT, null=True, blank=True, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)
    bids_on_paper = models.BooleanField(default=False, help_text="Of this game, whatever the match says.")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="games_are_numbered"),
            models.UniqueConstraint(fields=["match"], condition=models.Q(outcome=""), name="one_open_game_per_match"),
            models.CheckConstraint(
                condition=models.Q(outcome="won", winner__isnull=False)
                | (~models.Q(outcome="won") & models.Q(winner=None)),
                name="a_won_game_has_a_winner",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.number}"


@tracked(
    fields=[
        "id",
        "match",
        "game",
        "number",
        "void_reason",
        "void_reason_message",
        "voided_by",
        "entered_by",
        "opened_at",
    ]
)
class BidAttempt(models.Model):
    """One try at the bids of a game. Numbered through the match, since receipts name match and attempt."""

    NAMES_IN = {"match__seats__user": ("void_reason", "void_reason_message")}

    class State(models.TextChoices):
        OPEN = "open", _("waiting for bids")
        ONE_IN = "one_in", _("waiting for the second bid")
        BOTH_IN = "both_in", _("both bids are in")
        REVEALED = "revealed", _("opened")
        TIED = "tied", _("tied: bid again")
        NAMED = "named", _("tied three times: players decide who chooses")
        VOID = "void", _("void")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="attempts")
    game = models.ForeignKey(Game, models.CASCADE, related_name="attempts")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    void_reason = models.CharField(max_length=300, blank=True)
    void_reason_message = models.JSONField(null=True, blank=True, help_text="the same where the site says it")
    voided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", help_text="of bids on paper"
    )
    opened_at = models.DateTimeField(null=True, blank=True)

    LIVE = (State.OPEN, State.ONE_IN, State.BOTH_IN)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="attempts_are_numbered"),
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(state__in=["open", "one_in", "both_in"]), name="one_live_attempt"
            ),
        ]

    def __str__(self) -> str:
        return f"attempt {self.number}"

    @property
    def void_reason_words(self) -> str:
        """`void_reason` in the language of this moment, whoever said it."""
        return words_in(self, "void_reason")

    @property
    def shown_state(self) -> str:
        """What anybody may know of the state: never whether bids are in."""
        return "waiting" if self.state in self.LIVE else self.state


class Bid(models.Model):
    """A bid, sealed until its attempt is opened, or shown on paper. No time is kept: it would tell who was first.

    A trigger of the database lets nobody change one, or open one before both are in.
    """

    WRITTEN_LATER, STAYS = ("amount", "nonce"), True

    class Level(models.TextChoices):
        SEALED = "server-sealed", _("sealed by the server")
        PAPER = "paper", _("on paper")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    attempt = models.ForeignKey(BidAttempt, models.CASCADE, related_name="bids")
    seat = models.ForeignKey(Seat, models.PROTECT, related_name="bids")
    level = models.CharField(max_length=15, choices=Level, default=Level.SEALED)
    commitment = models.BinaryField(unique=True, null=True)
    box = models.BinaryField(null=True)
    key_id = models.CharField(max_length=16, blank=True)
    amount = models.BigIntegerField(null=True)
    nonce = models.BinaryField(unique=True, null=True)
    new_phone = models.BooleanField(default=False, help_text="Sealed on a phone that came in the middle of something.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["attempt", "seat"], name="one_bid_per_seat"),
            models.CheckConstraint(condition=models.Q(amount=None) | models.Q(amount__gte=0), name="bids_from_0"),
            models.CheckConstraint(
                condition=models.Q(level="paper", box=None, nonce=None, commitment=None, amount__isnull=False)
                | models.Q(level="server-sealed", box__isnull=False, commitment__isnull=False),
                name="a_sealed_bid_has_a_box",
            ),
            models.CheckConstraint(
                condition=models.Q(level="paper")
                | models.Q(amount=None, nonce=None)
                | models.Q(amount__isnull=False, nonce__isnull=False),
                name="amount_and_nonce_open_together",
            ),
            models.CheckConstraint(
                condition=models.Q(level="paper") | models.Q(Exact(Length("commitment"), 32), Exact(Length("box"), 68)),
                name="every_box_has_the_same_length",
            ),
        ]

    def __str__(self) -> str:
        return f"bid of {self.seat}"


class NewPhone(models.Model):
    """What was said of a guest who came to a match by a new personal link. Public; none is ever changed."""

    WRITTEN_LATER = ()

    class Word(models.TextChoices):
        YES = "yes", _("confirmed by the opponent")
        NO = "no", _("denied by the opponent")
        DECIDED_YES = "decided_yes", _("confirmed by staff")
        DECIDED_NO = "decided_no", _("denied by staff")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="new_phones")
    game = models.ForeignKey(Game, models.CASCADE, related_name="new_phones")
    link = models.UUIDField(help_text="the personal link it came by")
    word = models.CharField(max_length=12, choices=Word)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at"]
        constraints = [models.UniqueConstraint(fields=["seat", "link", "word"], name="each_word_of_a_phone_once")]
        triggers = [pgtrigger.Protect(name="words_of_phones_stay", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"word on a phone of {self.seat}"


class Swap(models.Model):
    """What a seat swapped before a game, and the list it plays from now on. Secret: only judges read it."""

    ERASED_WITH = {"seat__user": {"text": unnamed}}

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, models.CASCADE, related_name="swaps")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="swaps")
    out = SealedJSONField(default=list, lost="", help_text="names that leave the deck, one per copy")
    into = SealedJSONField(default=list, lost="", help_text="names that come in from the reserves, one per copy")
    text = SealedTextField(help_text="the deck list for this game")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_swap_per_game")]

    def __str__(self) -> str:
        return f"swap of {self.seat}"


class Report(models.Model):
    """What a seat says a game's result is."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, models.CASCADE, related_name="reports")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="reports")
    winner = models.ForeignKey(Seat, models.CASCADE, null=True, blank=True, related_name="+", help_text="empty: drawn")
    reason = models.CharField(max_length=20, choices=Reason, default=Reason.PLAYED)
    made_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat"], condition=models.Q(withdrawn_at=None), name="one_standing_report_each"
            )
        ]

    def __str__(self) -> str:
        return f"report of {self.seat}"


class ClockMark(models.Model):
    """What was done to the clocks of a match, and how they stood then. None is ever changed; the last one counts."""

    NAMES_IN = {"match__seats__user": ("why",)}
    WRITTEN_LATER = ()

    class Deed(models.TextChoices):
        START = "start", _("first turn started")
        TURN = "turn", _("turn ended")
        PAUSE = "pause", _("paused")
        GO_ON = "go_on", _("resumed")
        ANSWER = "answer", _("the other player answers")
        STOP = "stop", _("stopped at the end of the game")
        SET = "set", _("set by staff")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="marks")
    game = models.ForeignKey(Game, models.CASCADE, related_name="marks")
    number = models.PositiveIntegerField()
    deed = models.CharField(max_length=6, choices=Deed)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    turn = models.PositiveSmallIntegerField(help_text="the seat whose turn it is from here on")
    runs = models.BooleanField()
    left = models.JSONField(help_text='milliseconds by seat: {"1": 900000, "2": 845120}')
    delay = models.PositiveIntegerField(help_text="milliseconds of this turn that still cost nothing")
    out = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the seat whose time ran out first")
    out_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="clock_marks_are_numbered"),
            models.CheckConstraint(condition=~models.Q(deed="set", why=""), name="clocks_are_set_with_a_reason"),
        ]
        triggers = [pgtrigger.Protect(name="clock_marks_stay", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"clock mark {self.number}"


class Correction(models.Model):
    """A result that staff entered or changed: the old value stays, with the reason and what it changed."""

    NAMES_IN = {"match__seats__user": ("reason", "reason_message", "before", "after")}

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="corrections")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    reason_message = models.JSONField(null=True, blank=True, help_text="the same where the site says it")
    before = models.JSONField()
    after = models.JSONField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["made_at"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(reason="") | models.Q(reason_message__isnull=False),
                name="a_correction_has_a_reason",
            )
        ]

    def __str__(self) -> str:
        return f"correction of {self.match}"

    @property
    def reason_words(self) -> str:
        """`reason` in the language of this moment, whoever said it."""
        return words_in(self, "reason")
