"""Written records of games and what the engine finds in them; disputes and rulings."""

import uuid

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.audit.tracking import tracked
from bos_tournament.decks.models import unnamed
from bos_tournament.messages import ERASED, words_in
from bos_tournament.operations.encrypted_text import SealedJSONField, SealedTextField
from bos_tournament.tournaments.models.round import names_around
from engine.bos.game import MAX_NAME
from engine.hosting import uncommented


@tracked()
class Dispute(models.Model):
    """A game whose course or result is contested. Only a ruling changes a result."""

    ERASED_WITH = {"filed_by": {"claim": ERASED}}
    NAMES_IN = names_around("game__match", "claim")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for a judge")
        RULED = "ruled", _("ruled")
        WITHDRAWN = "withdrawn", _("withdrawn")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey("matches.Game", models.PROTECT, related_name="disputes")
    filed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    claim = models.CharField(max_length=500, help_text=_("what is disputed, in the player's words"))
    line = models.PositiveIntegerField(
        null=True, blank=True, help_text="the line in question, in the record made on the board"
    )
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    records_opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    records_opened_at = models.DateTimeField(
        null=True, blank=True, help_text=_("from then on both players can read both records of the game")
    )

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(state="waiting"), name="one_waiting_dispute_per_game"
            )
        ]

    def __str__(self) -> str:
        return gettext("dispute on %(game)s") % {"game": self.game}

    def get_absolute_url(self) -> str:
        return reverse("judging:dispute", args=[self.pk])

    @property
    def records(self) -> models.QuerySet["Record"]:
        """The records of the game in question, whenever they were handed in."""
        return self.game.records.all()


class Record(models.Model):
    """A written game as somebody handed it in; never changed."""

    ERASED_WITH = {"by": {"text": uncommented}}
    NAMES_IN = {"game__match__seats__user": ("text",)}

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey("matches.Game", models.PROTECT, related_name="records")
    seat = models.ForeignKey("matches.Seat", models.PROTECT, null=True, blank=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.TextField(max_length=65_536)
    blind = models.BooleanField(default=False, help_text=_("submitted before its writer could read another record"))
    on_board = models.BooleanField(default=False, help_text=_("recorded on the board that both players saw"))
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["made_at"]

    def __str__(self) -> str:
        return gettext("record by %(name)s") % {"name": self.by}

    def get_absolute_url(self) -> str:
        return reverse("judging:record", args=[self.pk])


class Finding(models.Model):
    """What the engine says about a record by both lists, and which versions said it. `told` is what it says to those
    who may not know both, by what they know: `P1`, `P2`, `public`."""

    NAMES_IN = {"record__game__match__seats__user": ("message", "data", "table", "repairs", "told")}

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    record = models.OneToOneField(Record, models.CASCADE, related_name="finding")
    finding = models.CharField(max_length=15)
    line = models.PositiveIntegerField(null=True, blank=True)
    rule = models.CharField(max_length=12, blank=True)
    message = models.TextField()
    data = models.JSONField(help_text=_("the engine's full answer"))
    table = models.JSONField(null=True, blank=True, help_text=_("the board before that line"))
    repairs = models.JSONField(null=True, blank=True, help_text=_("small changes that would make the record legal"))
    told = models.JSONField(default=dict, help_text=_("the same for readers who cannot see both deck lists"))
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.finding


class Comparison(models.Model):
    """The last records of both players of a game, laid side by side by the engine.

    `outcome` and `winner` say how the game ended where both tell one story to its end that is lawful for all that
    anybody may know; else they are empty. `data` is by both lists, `told` by what others know, as in a finding.
    """

    NAMES_IN = {"game__match__seats__user": ("data", "told")}

    game = models.OneToOneField("matches.Game", models.CASCADE, primary_key=True, related_name="comparison")
    first = models.ForeignKey(Record, models.CASCADE, related_name="+")
    second = models.ForeignKey(Record, models.CASCADE, related_name="+")
    outcome = models.CharField(max_length=10, blank=True)
    winner = models.ForeignKey("matches.Seat", models.PROTECT, null=True, blank=True, related_name="+")
    blind = models.BooleanField(default=False, help_text=_("neither writer could read the other record"))
    data = models.JSONField(help_text=_("the engine's full answer"))
    told = models.JSONField(default=dict, help_text=_("the same for readers who cannot see both deck lists"))
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return gettext("comparison of %(one)s and %(other)s") % {"one": self.first, "other": self.second}

    @property
    def verifies(self) -> bool:
        """Whether both players wrote down, each alone, the game that has the result it has."""
        return (
            self.blind
            and bool(self.outcome)
            and (self.outcome, self.winner_id) == (self.game.outcome, self.game.winner_id)
        )


@tracked()
class Ruling(models.Model):
    """What a judge decides on a dispute, with the reason. A later ruling overturns an earlier one."""

    NAMES_IN = names_around("dispute__game__match", "reason")

    class Decision(models.TextChoices):
        UPHOLD = "uphold", _("result stays")
        CORRECT = "correct", _("result corrected")
        REPLAY = "replay", _("game replayed")
        GO_ON = "go_on", _("game continues")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="rulings")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    decision = models.CharField(max_length=10, choices=Decision)
    winner = models.ForeignKey("matches.Seat", models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=1_000)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["made_at"]
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="a_ruling_has_a_reason")]

    def __str__(self) -> str:
        return self.decision


class Subject(models.Model):
    """A rule or a card that a ruling is about: what precedents are found by."""

    class Kind(models.TextChoices):
        RULE = "rule", _("rule")
        CARD = "card", _("card")

    ruling = models.ForeignKey(Ruling, models.CASCADE, related_name="subjects")
    kind = models.CharField(max_length=4, choices=Kind)
    name = models.CharField(max_length=MAX_NAME, help_text=_("the rule's number, or the card's name"))

    class Meta:
        ordering = ["kind", "name"]
        constraints = [models.UniqueConstraint(fields=["ruling", "kind", "name"], name="a_subject_once_per_ruling")]
        indexes = [models.Index(fields=["kind", "name"], name="rulings_by_subject")]

    def __str__(self) -> str:
        return self.name


@tracked()
class Appeal(models.Model):
    """A player asks the head judge about a ruling, once in a dispute. While it waits, so does the dispute."""

    ERASED_WITH = {"by": {"why": ERASED}}
    NAMES_IN = names_around("dispute__game__match", "why", "reason")

    class Answer(models.TextChoices):
        WAITING = "", _("waiting for the head judge")
        UPHELD = "upheld", _("ruling upheld")
        CHANGED = "changed", _("ruling changed")

    dispute = models.OneToOneField(Dispute, models.PROTECT, related_name="appeal")
    ruling = models.ForeignKey(Ruling, models.PROTECT, related_name="+", help_text=_("the appealed ruling"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    why = models.CharField(max_length=500)
    made_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=10, choices=Answer, blank=True, default="")
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=1_000, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(answer="", answered_by=None, answered_at=None, reason="")
                | (~models.Q(answer="") & ~models.Q(reason="") & models.Q(answered_at__isnull=False)),
                name="an_answered_appeal_has_a_reason",
            )
        ]

    def __str__(self) -> str:
        return gettext("appeal of %(name)s") % {"name": self.by}


@tracked()
class Call(models.Model):
    """A player asks for a judge at their table; one at a time per match."""

    ERASED_WITH = {"by": {"reason": ""}}
    NAMES_IN = names_around("match", "reason")

    class State(models.TextChoices):
        WAITING = "waiting", _("unclaimed")
        COMING = "coming", _("a judge is on the way")
        FINISHED = "finished", _("finished")
        WITHDRAWN = "withdrawn", _("withdrawn")

    OPEN = (State.WAITING, State.COMING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey("matches.Match", models.PROTECT, related_name="calls")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    taken_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(state__in=["waiting", "coming"]), name="one_open_call_per_match"
            ),
            models.CheckConstraint(
                condition=~models.Q(state="waiting") | models.Q(taken_by=None, taken_at=None),
                name="nobody_comes_to_a_waiting_call",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="coming") | models.Q(taken_by__isnull=False, taken_at__isnull=False),
                name="a_taken_call_has_somebody",
            ),
        ]

    def __str__(self) -> str:
        return gettext("call at %(match)s") % {"match": self.match}


@tracked()
class Penalty(models.Model):
    """What a judge gives an entrant for an infraction. Only the entrant and staff know of it."""

    ERASED_WITH = {"entrant__user": {"note": ERASED, "note_message": None}}
    NAMES_IN = {
        "entrant__user": ("told", "taken_back_why"),
        **names_around("match", "note", "note_message", "told", "taken_back_why"),
    }

    class Level(models.TextChoices):
        WARNING = "warning", _("warning")
        GAME_LOSS = "game_loss", _("game loss")
        MATCH_LOSS = "match_loss", _("match loss")
        DISQUALIFICATION = "disqualification", _("disqualification")

    class State(models.TextChoices):
        GIVEN = "given", _("given")
        DUE = "due", _("pending")
        TAKEN_BACK = "taken_back", _("undone")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entrant = models.ForeignKey("tournaments.Entrant", models.PROTECT, related_name="penalties")
    infraction = models.CharField(max_length=30, help_text=_("a code of infractions.toml"))
    level = models.CharField(max_length=20, choices=Level)
    proposed = models.CharField(
        max_length=20, choices=Level, help_text=_("what the penalty table recommended at the time")
    )
    rule = models.CharField(max_length=12, blank=True)
    note = models.CharField(max_length=500, blank=True, help_text=_("what happened; shown to the player"))
    note_message = models.JSONField(null=True, blank=True, help_text="the same where the site says it")
    state = models.CharField(max_length=12, choices=State, default=State.GIVEN)
    game = models.ForeignKey("matches.Game", models.PROTECT, null=True, blank=True, related_name="+")
    match = models.ForeignKey("matches.Match", models.PROTECT, null=True, blank=True, related_name="+")
    told = models.JSONField(default=list, blank=True, help_text=_("what it changed, as messages"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_why = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["made_at"]
        verbose_name_plural = _("penalties")
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(note="") | models.Q(note_message__isnull=False), name="a_penalty_says_what_happened"
            ),
            models.CheckConstraint(
                condition=models.Q(state="taken_back", taken_back_at__isnull=False) & ~models.Q(taken_back_why="")
                | (~models.Q(state="taken_back") & models.Q(taken_back_at=None, taken_back_why="")),
                name="a_penalty_is_taken_back_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return gettext("%(level)s for %(player)s") % {"level": self.get_level_display(), "player": self.entrant}

    @property
    def note_words(self) -> str:
        """`note` in the language of this moment, whoever said it."""
        return words_in(self, "note")


class CheckSeed(models.Model):
    """The secret from which tables are drawn for deck checks. Its digest is public at once, itself after the end.

    So nobody can foresee a draw, and nobody can have tried until it suited.
    """

    tournament = models.OneToOneField("tournaments.Tournament", models.CASCADE, related_name="check_seed")
    seed = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, help_text=_("SHA-256 of the seed"))
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.digest


@tracked()
class CheckDraw(models.Model):
    """One draw of tables for deck checks: among which, and which came out. Everybody reads it after the end."""

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="check_draws")
    round_number = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(help_text=_("counted in its round"))
    among = models.JSONField(help_text=_("eligible tables"))
    drawn = models.JSONField(help_text=_("drawn tables"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["round_number", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round_number", "number"], name="draws_are_numbered")
        ]

    def __str__(self) -> str:
        return gettext("draw %(number)s of round %(round)s") % {"number": self.number, "round": self.round_number}


@tracked()
class DeckCheck(models.Model):
    """A table whose two decks are compared with what they have to hold now. Only staff know of it."""

    class Rule(models.TextChoices):
        TOP = "top", _("top tables")
        LOT = "lot", _("at random")
        HAND = "hand", _("by hand")

    class State(models.TextChoices):
        PICKED = "picked", _("picked")
        BEGUN = "begun", _("started")
        FINISHED = "finished", _("finished")
        CALLED_OFF = "called_off", _("cancelled")

    OPEN = (State.PICKED, State.BEGUN)
    NAMES_IN = {"pairing__round__stage__tournament__entrants__user": ("note",)}

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    pairing = models.ForeignKey("tournaments.Pairing", models.CASCADE, related_name="deck_checks")
    rule = models.CharField(max_length=5, choices=Rule)
    state = models.CharField(max_length=10, choices=State, default=State.PICKED)
    picked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    picked_at = models.DateTimeField(default=timezone.now)
    begun_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    begun_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("time extension for the table"))
    note = models.CharField(max_length=300, blank=True, help_text=_("why it was cancelled"))

    class Meta:
        ordering = ["picked_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing"], condition=models.Q(state__in=["picked", "begun"]), name="one_open_check_per_table"
            )
        ]

    def __str__(self) -> str:
        return gettext("deck check at %(table)s") % {"table": self.pairing}


IN_CHECK = ("deck_check_id", "seat_id")  # what tells a deck of a check from another


@tracked(exclude=["expected", "differences"])
class CheckedDeck(models.Model):
    """One deck of a check: what it had to hold when the check began, and how it differs."""

    ERASED_WITH = {"seat__user": {"expected": unnamed}}

    class State(models.TextChoices):
        OPEN = "open", _("not checked yet")
        AS_LISTED = "as_listed", _("matches the list")
        DIFFERS = "differs", _("does not match")

    deck_check = models.ForeignKey(DeckCheck, models.CASCADE, related_name="decks")
    seat = models.ForeignKey("matches.Seat", models.PROTECT, related_name="+")
    expected = SealedTextField(max_length=20_000, bound_to=IN_CHECK, help_text=_("pinned; secret"))
    differences = SealedJSONField(
        default=list, blank=True, bound_to=IN_CHECK, lost="", help_text=_("secret: card, where, expected, found")
    )
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    checked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["seat__number"]
        constraints = [models.UniqueConstraint(fields=["deck_check", "seat"], name="a_deck_once_in_a_check")]

    def __str__(self) -> str:
        return gettext("deck of %(seat)s") % {"seat": self.seat}
