"""What the clock asks for again and again: noting when each such task ran and how it went, and when it is due."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from celery.schedules import BaseSchedule, schedule
from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.utils import timezone

from bos_tournament.operations.models import Sweep

GRACE = timedelta(seconds=60)
"""So much later than due is no fault yet: a worker may be busy, a site may just have started."""
BEGAN: dict[str, datetime] = {}
"""When the runs of this worker's process began, by the run's id."""


@dataclass(frozen=True)
class Due:
    """A task of the clock: its last run, if there was one, and when the next is due."""

    task: str
    """Its name, such as `operations.sweep`."""
    last: Sweep | None
    """The last run; None where none was noted."""
    next_at: datetime | None
    """When the next is due; None before the first."""

    def is_late(self, now: datetime) -> bool:
        return self.next_at is None or now > self.next_at + GRACE


def due(now: datetime) -> list[Due]:
    """Every task of the clock. One query."""
    last = {sweep.task: sweep for sweep in Sweep.objects.all()}
    return [Due(task, last.get(task), _next(last.get(task), when, now)) for task, when in _planned()]


def listen() -> None:
    """Lets this process note the runs of those tasks; workers call it when they read the tasks."""
    task_prerun.connect(_begin, weak=False, dispatch_uid="sweep_begins")
    task_postrun.connect(_end, weak=False, dispatch_uid="sweep_ends")


def _planned() -> Iterator[tuple[str, BaseSchedule]]:
    """The tasks of the clock with their schedules; a bare number there is an interval in seconds."""
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        when: Any = entry["schedule"]
        yield str(entry["task"]), when if isinstance(when, BaseSchedule) else schedule(when)


def _next(last: Sweep | None, when: BaseSchedule, now: datetime) -> datetime | None:
    return now + when.remaining_estimate(last.began_at) if last else None


def _begin(task_id: str, task: Any, **arguments: Any) -> None:
    if task.name in dict(_planned()):
        BEGAN[task_id] = timezone.now()


def _end(task_id: str, retval: Any = None, state: str = "", *, task: Any, **arguments: Any) -> None:
    began = BEGAN.pop(task_id, None)
    if began is None:
        return
    now = timezone.now()
    facts: dict[str, Any] = {"began_at": began, "ended_at": now, "error": ""}
    if state == "FAILURE":
        facts |= {"error": f"{type(retval).__name__}: {retval}"[:300], "failed_at": now}
    Sweep.objects.update_or_create(task=task.name, defaults=facts)
