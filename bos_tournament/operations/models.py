"""Jobs that wait for a worker, answers kept for repeated requests, and what operators want to know afterwards."""

import uuid
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """Work for later, written in the transaction of its cause. The message to a worker is only a hint."""

    NAMES_ANYWHERE = ("error",)

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        BEGUN = "begun", _("started")
        DONE = "done", _("done")
        FAILED = "failed", _("gave up")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    task = models.CharField(max_length=60, help_text="The task's name.")
    subject = models.UUIDField(help_text="The row the task works on.")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)
    not_before = models.DateTimeField(default=timezone.now, help_text="A sweep repeats the hint after this moment.")
    done_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["task", "subject"], condition=models.Q(state="waiting"), name="one_waiting_job_each"
            )
        ]
        indexes = [
            models.Index(fields=["not_before"], condition=models.Q(state__in=["waiting", "begun"]), name="open_jobs")
        ]

    def __str__(self) -> str:
        return f"{self.task} {self.subject}"


class Answered(models.Model):
    """The answer once given to a request with an Idempotency-Key, so that a repetition gets the same one."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, help_text="A number tells the order.")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.UUIDField()
    request_mac = models.CharField(max_length=64, help_text="A keyed digest of the request, never a bare hash.")
    about = models.UUIDField(null=True, db_index=True, help_text="What the hidden part of a request belongs to.")
    hidden_mac = models.CharField(max_length=64, blank=True, help_text="By a key that is not the site's; empty later.")
    status = models.PositiveSmallIntegerField(default=0)
    answer = models.JSONField(default=dict, help_text="Never holds a bid or a nonce.")
    day = models.DateField(default=timezone.localdate, help_text="Only the day: the moment would tell who was first.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_per_key")]

    def __str__(self) -> str:
        return str(self.key)


class Letter(models.Model):
    """A letter about an account until a worker has sent it. Sealed, since its link can open a door."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sealed = models.TextField()
    made_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return str(self.pk)


class Sweep(models.Model):
    """When a task that the clock asks for again and again last ran, and how that went."""

    NAMES_ANYWHERE = ("error",)

    task = models.CharField(max_length=60, primary_key=True)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    error = models.CharField(max_length=300, blank=True, help_text="of the last run; empty: it went well")
    failed_at = models.DateTimeField(null=True, blank=True, help_text="when a run last failed")

    def __str__(self) -> str:
        return self.task


class BeatLease(models.Model):
    """Which scheduler may send the periodic tasks now, and when each was last sent. One row."""

    holder = models.CharField(max_length=120, blank=True, help_text="machine, process and a random word")
    until = models.DateTimeField(help_text="by the clock of the database; from then on another may take it")
    sent = models.JSONField(default=dict, help_text="by the task's name in the schedule, when it was last sent")

    def __str__(self) -> str:
        return self.holder


class Mailing(models.Model):
    """When mail last went out, and when it last failed. Never to whom."""

    class Outcome(models.TextChoices):
        SENT = "sent", "sent"
        FAILED = "failed", "failed"

    outcome = models.CharField(max_length=6, choices=Outcome, primary_key=True)
    at = models.DateTimeField()
    fault = models.CharField(max_length=80, blank=True, help_text="its kind and code alone: words could name people")

    def __str__(self) -> str:
        return self.outcome


class Backup(models.Model):
    """A backup that was written from this database, or that this database was brought back from."""

    file = models.CharField(max_length=500)
    bytes = models.PositiveBigIntegerField()
    made_at = models.DateTimeField()
    restored_at = models.DateTimeField(null=True, blank=True)

    IS_OLD = timedelta(days=2)

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return self.file
