"""Webhooks: addresses that hear of pairings, results and standings, what is on its way to them, and each try.

News are rows that the database itself writes, in the transaction of the change they tell of: no deed gets past them,
and nobody waits for a receiver.
"""

import uuid
from datetime import datetime, timedelta

import pgtrigger
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bos_tournament.audit.tracking import tracked

TRIED_FOR = timedelta(days=1)


def in_a_day() -> datetime:
    """When something that is to be told from now on is given up."""
    return timezone.now() + TRIED_FOR


@tracked(exclude=["url", "secret", "former_secret", "failing_since", "rests_until"])
class Webhook(models.Model):
    """An address that is told what happens in a tournament. The trail knows its host alone: a path may be a secret."""

    class Topic(models.TextChoices):
        PAIRINGS = "pairings", _("pairings: a round is published, unpublished, fixed")
        RESULTS = "results", _("results: entered, corrected, undone")
        STANDINGS = "standings", _("standings: a round is closed or reopened")
        TOURNAMENT = "tournament", _("the tournament: opened, started, finished, announced")
        PLAYERS = "players", _("players: joined, checked in, dropped")

    class Off(models.TextChoices):
        """Why the site switched an address off by itself."""

        FAILED = "failed", _("deliveries failed for a whole day")
        GONE = "gone", _("the receiver is gone for good (status 410)")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    host = models.CharField(max_length=260, help_text="of the address, with its port")
    topics = models.JSONField(default=list)
    secret = models.TextField(help_text="sealed with the secret of the site")
    former_secret = models.TextField(blank=True, help_text="signs too for a day after the change")
    rotated_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    off_at = models.DateTimeField(null=True, blank=True)
    off_why = models.CharField(max_length=10, choices=Off, blank=True, help_text="empty: staff switched it off")
    failing_since = models.DateTimeField(null=True, blank=True, help_text="no try was answered well since")
    rests_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "url"], name="an_address_once", violation_error_code="address_taken"
            )
        ]

    def __str__(self) -> str:
        return self.host

    @property
    def is_off(self) -> bool:
        return self.off_at is not None


class Delivery(models.Model):
    """One thing to be told to one address. What is said of it is read when it is sent, so nothing old goes out."""

    class State(models.TextChoices):
        WAITING = "waiting", _("sending")
        DELIVERED = "delivered", _("delivered")
        GIVEN_UP = "given_up", _("failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=30)
    about = models.JSONField(default=dict, help_text="round, pairing or entrant, by number or id; never a name")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    tries_made = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now)
    give_up_at = models.DateTimeField(default=in_a_day)

    class Meta:
        verbose_name_plural = "deliveries"
        ordering = ["-made_at", "id"]
        indexes = [
            models.Index(fields=["webhook", "made_at"], name="news_of_a_webhook"),
            models.Index(fields=["next_at"], condition=models.Q(state="waiting"), name="news_on_their_way"),
            models.Index(fields=["made_at"], name="news_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook}"


class Try(models.Model):
    """One try to deliver: what the other side answered, or why there was no answer."""

    NAMES_ANYWHERE = ("answer",)

    class Fault(models.TextChoices):
        ADDRESS = "address", _("this address is not allowed")
        UNKNOWN = "unknown", _("the host name is unknown")
        PRIVATE = "private", _("the name points to a private network; nothing was sent")
        UNSAFE = "unsafe", _("no secure connection")
        CLOSED = "closed", _("nothing is listening at this address")
        BROKEN = "broken", _("the connection was lost")
        LATE = "late", _("no answer in time")
        STRANGE = "strange", _("the answer was not from a web server")
        UNWRITTEN = "unwritten", _("this site could not write the message; its own log says why")
        UNSIGNED = (
            "unsigned",
            _("nothing can be signed, because the secret key of this site changed; create a new secret here"),
        )

    delivery = models.ForeignKey(Delivery, models.CASCADE, related_name="tries")
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    milliseconds = models.PositiveIntegerField()
    answer = models.CharField(max_length=300, blank=True, help_text="how the answer begins")
    fault = models.CharField(max_length=10, choices=Fault, blank=True, help_text="why there was none")

    class Meta:
        verbose_name_plural = "tries"
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"try of {self.delivery}"

    @property
    def is_fine(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


# --- what the database writes by itself ---

TELL = """
    INSERT INTO tournaments_delivery (id, webhook_id, event, about, state, made_at, tries_made, next_at, give_up_at)
    SELECT gen_random_uuid(), w.id, {event}, {about}, 'waiting', clock_timestamp(), 0, clock_timestamp(),
           clock_timestamp() + interval '1 day'
      FROM tournaments_webhook w {joined}
     WHERE w.off_at IS NULL AND w.topics ? '{topic}' AND {belongs};
"""


def delivery_statement(event: str, topic: Webhook.Topic, *, about: str, belongs: str, joined: str = "") -> str:
    """The statement that leaves one delivery for each address that asked for the topic; without any it does nothing."""
    return TELL.format(event=event, topic=topic.value, about=about, belongs=belongs, joined=joined)


def changed(*names: str) -> str:
    return " OR ".join(f"OLD.{name} IS DISTINCT FROM NEW.{name}" for name in names)


def trigger(
    name: str, func: str, *, operation: pgtrigger.Operation = pgtrigger.Update, when: str | None = None
) -> pgtrigger.Trigger:
    condition = pgtrigger.Condition(f"({when})") if when else None
    return pgtrigger.Trigger(
        name=name, operation=operation, when=pgtrigger.After, condition=condition, func=f"{func} RETURN NULL;"
    )


OF_ROUND = {
    "about": "jsonb_build_object('round', NEW.number)",
    "belongs": "w.tournament_id = (SELECT tournament_id FROM tournaments_stage WHERE id = NEW.stage_id)",
}
ROUND_TELLS = trigger(
    "rounds_are_told",
    f"""
    IF OLD.state <> NEW.state THEN {
        delivery_statement(
            "CASE NEW.state WHEN 'published' THEN 'pairings.published' ELSE 'pairings.withdrawn' END",
            Webhook.Topic.PAIRINGS,
            **OF_ROUND,
        )
    } END IF;
    IF {changed("closed_at")} THEN {
        delivery_statement(
            "CASE WHEN NEW.closed_at IS NULL THEN 'standings.reopened' ELSE 'standings.closed' END",
            Webhook.Topic.STANDINGS,
            **OF_ROUND,
        )
    } END IF;
    """,
    when=changed("state", "closed_at"),
)
ANEW_TELLS = trigger(
    "closing_anew_is_told",
    delivery_statement(
        "'standings.changed'",
        Webhook.Topic.STANDINGS,
        about="jsonb_build_object('stage', (SELECT number FROM tournaments_stage WHERE id = NEW.stage_id))",
        belongs="w.tournament_id = (SELECT tournament_id FROM tournaments_stage WHERE id = NEW.stage_id)",
    ),
    operation=pgtrigger.Insert,
    when="NEW.number > 1 AND NEW.reason <> ''",
)
TOURNAMENT_TELLS = trigger(
    "tournaments_are_told",
    delivery_statement(
        "'tournament.changed'",
        Webhook.Topic.TOURNAMENT,
        about="jsonb_build_object('state', NEW.state, 'was', OLD.state)",
        belongs="w.tournament_id = NEW.id",
    ),
    when="(OLD.state <> 'draft' OR NEW.state <> 'draft')"
    f" AND ({changed('state', 'name', 'starts_at', 'announcement')})",
)
OF_ENTRANT = {
    "about": "jsonb_build_object('entrant', NEW.id)",
    "belongs": "w.tournament_id = NEW.tournament_id",
}
NEW_ENTRANT_TELLS = trigger(
    "new_entrants_are_told",
    delivery_statement("'player.joined'", Webhook.Topic.PLAYERS, **OF_ENTRANT),
    operation=pgtrigger.Insert,
    when="NEW.state NOT IN ('asked', 'refused')",
)
# Who asks to join is nobody's business; and a start, which changes everybody, is told as a change of the tournament.
ENTRANT_TELLS = trigger(
    "entrants_are_told",
    delivery_statement(
        """CASE WHEN OLD.state IN ('asked', 'refused', 'withdrawn') THEN 'player.joined'
                WHEN OLD.checked_in_at IS NULL AND NEW.checked_in_at IS NOT NULL THEN 'player.checked_in'
                ELSE 'player.changed' END""",
        Webhook.Topic.PLAYERS,
        **OF_ENTRANT,
    ),
    when=f"""({changed("state", "checked_in_at")}) AND NEW.state NOT IN ('asked', 'refused')
             AND (OLD.state, NEW.state) NOT IN (('registered', 'playing'), ('playing', 'registered'))""",
)
OF_TABLE = {
    "about": """jsonb_build_object('round', r.number, 'table', p."table", 'pairing', p.id)""",
    "joined": """JOIN tournaments_stage s ON s.tournament_id = w.tournament_id
      JOIN tournaments_round r ON r.stage_id = s.id JOIN tournaments_pairing p ON p.round_id = r.id""",
    "belongs": "p.match_id = NEW.id",
}
# A finished match gets a new version with each correction, also when only the games won are others.
RESULT_CHANGES = f"NEW.finished_at IS NOT NULL AND OLD.version <> NEW.version OR {changed('finished_at')}"
MATCH_TELLS = trigger(
    "results_are_told",
    delivery_statement(
        """CASE WHEN OLD.finished_at IS NULL THEN 'result.entered'
                WHEN NEW.finished_at IS NULL THEN 'result.withdrawn' ELSE 'result.changed' END""",
        Webhook.Topic.RESULTS,
        **OF_TABLE,
    )
    + delivery_statement(
        "'standings.changed'",
        Webhook.Topic.STANDINGS,
        about="jsonb_build_object('round', r.number)",
        joined=OF_TABLE["joined"],
        belongs="r.closed_at IS NOT NULL AND p.match_id = NEW.id",
    ),
    when=RESULT_CHANGES,
)
