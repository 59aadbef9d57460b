"""Games on the board: practice games, and recordings of games that are played at a table."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.operations.encrypted_text import SealedJSONField, SealedTextField
from bos_tournament.play.analysis.models import AnalysisLine, AnalysisTree
from bos_tournament.play.deck_tests.models import DeckTest, DeckTestOpponent
from bos_tournament.play.online.models import BoardPhrase, BoardVisit
from bos_tournament.play.practice_matches.models import SealedAnswer
from bos_tournament.play.recording.models import BoardChange

__all__ = [
    "AnalysisLine",
    "AnalysisTree",
    "BoardChange",
    "BoardPhrase",
    "BoardVisit",
    "Challenge",
    "DeckTest",
    "DeckTestOpponent",
    "LessonProgress",
    "PracticeGame",
    "PracticeLine",
    "RecordedLine",
    "Recording",
    "SealedAnswer",
    "Spectator",
]
LONGEST_LINE = 300
PLAYER, BOT = 1, 2
"""The seats: the person is P1 of the record, whoever goes first."""
FRIEND = BOT
"""A friend sits where a bot would."""


class PracticeGame(models.Model):
    """A game that you played against a bot, or against a friend. Only who plays it sees it."""

    class Bot(models.TextChoices):
        NEWT = "newt", _("Newt")
        MAGPIE = "magpie", _("Magpie")
        OWL = "owl", _("Owl")

    class Step(models.TextChoices):
        BIDDING = "bidding", _("bids")
        CHOICE = "choice", _("first turn")
        SWAPPING = "swapping", _("swaps")
        PLAYING = "playing", _("playing")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="practice_games"
    )
    bot = models.CharField(max_length=10, choices=Bot, blank=True, help_text="empty: a friend plays")
    friend = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    friend_key = models.UUIDField(null=True, blank=True, unique=True, help_text="the friend's address of the game")
    deck_name = SealedTextField(max_length=60, lost="")
    deck = SealedTextField(help_text="the player's list")
    bot_deck_name = models.CharField(max_length=60)
    bot_deck = SealedTextField()
    pool = models.ForeignKey("cards.PinnedPool", models.PROTECT, related_name="+")
    edition = models.CharField(max_length=30, default="bos-1", help_text="pinned")
    first = models.PositiveSmallIntegerField(help_text="the seat that goes first")
    asked = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the seat to act; empty once it is over")
    winner = models.PositiveSmallIntegerField(null=True, blank=True, help_text="a seat; empty for a draw")
    made_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(default=timezone.now)
    over_at = models.DateTimeField(null=True, blank=True)
    step = models.CharField(max_length=10, choices=Step, default=Step.PLAYING)
    best_of = models.PositiveSmallIntegerField(default=1, help_text="games of the match: 1, or 3")
    with_bid = models.BooleanField(default=False, help_text="Bids decide who chooses the first turn.")
    number = models.PositiveSmallIntegerField(default=1, help_text="of the game in its match")
    previous = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="+")
    won_before = models.PositiveSmallIntegerField(default=0, help_text="games of the match that the owner won before")
    lost_before = models.PositiveSmallIntegerField(default=0, help_text="games of the match that the other one won")
    ties = models.PositiveSmallIntegerField(default=0, help_text="so often both bid the same")
    bids = models.JSONField(null=True, blank=True, help_text="the bids that were opened last, by seat")
    chooser = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the seat that chooses who goes first")
    wizards = SealedJSONField(
        null=True, blank=True, lost="", help_text='by seat, from column a: {"1": ["Ember Adept", …]}'
    )

    class Meta:
        ordering = ["-moved_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(over_at=None, asked__isnull=False, winner=None) | Q(over_at__isnull=False, asked=None),
                name="somebody_is_asked_until_it_is_over",
            ),
            models.CheckConstraint(
                condition=Q(first__in=(1, 2)) & (Q(asked=None) | Q(asked__in=(1, 2))), name="two_seats"
            ),
        ]

    def __str__(self) -> str:
        return f"practice game {str(self.id)[:8]}"

    def get_absolute_url(self) -> str:
        return self.address_of(PLAYER)

    def key_of(self, seat: int) -> uuid.UUID:
        """What stands for the game in the addresses of that seat."""
        return self.friend_key if seat == FRIEND and self.friend_key else self.pk

    def address_of(self, seat: int) -> str:
        """The board as that seat sees it."""
        return reverse("play:game", args=[self.key_of(seat)])

    @property
    def is_preparing(self) -> bool:
        """Whether something is asked before it is played."""
        return self.over_at is None and self.step != self.Step.PLAYING

    @property
    def score(self) -> tuple[int, int]:
        """The games of the match that each seat has won, this one included. A drawn game does not count."""
        return (self.won_before + (self.winner == PLAYER), self.lost_before + (self.winner == BOT))

    @property
    def is_decided(self) -> bool:
        """Whether no other game of the match follows: somebody has won more than half of its games."""
        return self.best_of == 1 or max(self.score) > self.best_of // 2

    @property
    def following(self) -> "PracticeGame | None":
        """The next game of the match, once it is begun. One query."""
        return PracticeGame.objects.filter(previous=self).first()

    def deck_of(self, seat: int) -> str:
        """The list with which that seat plays. Secret: for its player."""
        return str(self.deck if seat == PLAYER else self.bot_deck)

    @property
    def opponent(self) -> str:
        """Against whom its owner plays."""
        return self.name_of(BOT)

    def seat_of(self, user: object) -> int:
        """Where the user plays: the owner's seat, unless they came as a friend."""
        return FRIEND if self.friend_id and self.friend == user != self.owner else PLAYER

    def name_of(self, seat: int) -> str:
        """What the player on that seat is called."""
        if seat == PLAYER:
            return str(self.owner) if self.owner else gettext("Guest")
        if self.bot:
            return str(self.Bot(self.bot).label)
        return str(self.friend) if self.friend else gettext("Friend")


class PracticeLine(models.Model):
    """Something done in a practice game: a line of its record, a half of one, or a pass."""

    class How(models.TextChoices):
        LINE = "line"
        HALF = "half"
        PASS = "pass"  # noqa: S105, no password

    game = models.ForeignKey(PracticeGame, models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField(help_text="counted from 1")
    seat = models.PositiveSmallIntegerField()
    how = models.CharField(max_length=4, choices=How, default=How.LINE)
    written = models.CharField(max_length=LONGEST_LINE, blank=True, help_text="as the notation has it")
    by_itself = models.BooleanField(default=False, help_text="There was nothing to choose.")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="practice_lines_are_numbered")]

    def __str__(self) -> str:
        return f"{self.number}. {self.written or 'pass'}"


class Challenge(models.Model):
    """A game to which you invite a friend by a link."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.UUIDField(default=uuid.uuid4, unique=True, help_text="what stands in the link for the friend")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="challenges"
    )
    deck_name = SealedTextField(max_length=60, lost="")
    deck = SealedTextField(help_text="the challenger's list")
    first = models.PositiveSmallIntegerField(help_text="the seat that goes first")
    best_of = models.PositiveSmallIntegerField(default=1, help_text="games of the match: 1, or 3")
    with_bid = models.BooleanField(default=False, help_text="Bids decide who chooses the first turn.")
    game = models.OneToOneField(PracticeGame, models.CASCADE, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(first__in=(1, 2)), name="a_seat_goes_first")]

    def __str__(self) -> str:
        return f"challenge {str(self.id)[:8]}"

    def get_absolute_url(self) -> str:
        return reverse("play:challenge", args=[self.pk])


class Recording(models.Model):
    """A game of a match that its players record on the board while they play it at their table."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.OneToOneField("matches.Game", models.CASCADE, related_name="recording")
    begun_by = models.ForeignKey("matches.Seat", models.CASCADE, related_name="+")
    wizards = SealedJSONField(default=dict, lost="", help_text='by seat, from column a: {"1": ["Ember Adept", …]}')
    keep_asked = models.PositiveIntegerField(null=True, blank=True, help_text="so many lines stay if the other agrees")
    keep_asked_by = models.ForeignKey("matches.Seat", models.CASCADE, null=True, blank=True, related_name="+")
    half = models.CharField(
        max_length=LONGEST_LINE, blank=True, help_text="online: a line with which the other player goes on"
    )
    passes = models.PositiveSmallIntegerField(default=0, help_text="online: so many passed since the last line")
    draw_offered_by = models.ForeignKey("matches.Seat", models.CASCADE, null=True, blank=True, related_name="+")
    signed_by = models.ManyToManyField("matches.Seat", related_name="+", help_text="said that the record is right")
    version = models.PositiveIntegerField(default=0, help_text="Increases with every change; open pages compare it.")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(keep_asked=None, keep_asked_by=None)
                | Q(keep_asked__isnull=False, keep_asked_by__isnull=False),
                name="somebody_asks_to_take_back",
            )
        ]

    def __str__(self) -> str:
        return f"recording {str(self.id)[:8]}"

    def get_absolute_url(self) -> str:
        return reverse("recording:board", args=[self.game.match_id, self.game.number])

    @property
    def placed(self) -> dict[str, list[str]]:
        """The wizards of each seat that has put them in their columns, by its number."""
        return self.wizards or {}


class RecordedLine(models.Model):
    """A line of a recording. What was taken back stays, for those who ask later what was on the board."""

    recording = models.ForeignKey(Recording, models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField(help_text="counted from 1, as in the record")
    seat = models.ForeignKey("matches.Seat", models.CASCADE, related_name="+", help_text="whose phone wrote it")
    shared = models.BooleanField(default=False, help_text="on a phone that both players use")
    written = models.CharField(max_length=LONGEST_LINE, help_text="as the notation has it")
    by_itself = models.BooleanField(default=False, help_text="There was nothing to choose.")
    change = models.ForeignKey(
        BoardChange, models.RESTRICT, null=True, blank=True, related_name="+", help_text="on which both agreed"
    )
    made_at = models.DateTimeField(default=timezone.now)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["recording", "number"], condition=Q(taken_back_at=None), name="recorded_lines_are_numbered"
            )
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.written}"


class LessonProgress(models.Model):
    """How far you are in a lesson."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="lessons")
    lesson = models.CharField(max_length=100, help_text="its game and its name, as in its address")
    done = models.PositiveSmallIntegerField(default=0, help_text="lines of the lesson")
    own = models.JSONField(default=dict, blank=True, help_text="lines written instead of its own")
    moved_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "lesson"
        verbose_name_plural = "lessons"

    def __str__(self) -> str:
        return self.lesson


class Spectator(models.Model):
    """An open page on which somebody watches a game live. Who that is is not kept."""

    game = models.ForeignKey("matches.Game", models.CASCADE, related_name="+")
    key = models.CharField(max_length=32, help_text="a digest, of a session where there is one")
    asked_at = models.DateTimeField(db_index=True, help_text="when it last asked for news, give or take 20 seconds")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "key"], name="a_spectator_counts_once")]

    def __str__(self) -> str:
        return self.key
