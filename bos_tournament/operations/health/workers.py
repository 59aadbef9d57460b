"""Whether work gets done: jobs that wait, run or were given up, and the tasks that the clock repeats."""

from datetime import timedelta

from django.db.models import Count, Min, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bos_tournament.operations import periodic_tasks
from bos_tournament.operations.health.component_status import ComponentStatus, State, ago, within
from bos_tournament.operations.models import Job
from bos_tournament.operations.periodic_tasks import Due

LATELY = timedelta(days=7)
WAITS_LONG = timedelta(minutes=5)
OPEN = Q(state__in=(Job.State.WAITING, Job.State.BEGUN))


def jobs_part() -> ComponentStatus:
    """One query."""
    now = timezone.now()
    counts = Job.objects.aggregate(
        waiting=Count("pk", filter=Q(state=Job.State.WAITING)),
        begun=Count("pk", filter=Q(state=Job.State.BEGUN)),
        again=Count("pk", filter=OPEN & ~Q(error="")),
        failed=Count("pk", filter=Q(state=Job.State.FAILED)),
        lately=Count("pk", filter=Q(state=Job.State.FAILED, not_before__gt=now - LATELY)),
        oldest=Min("made_at", filter=OPEN),
        done=Count("pk", filter=Q(state=Job.State.DONE, done_at__gt=now - LATELY)),
    )
    facts = (
        (_("Waiting"), str(counts["waiting"])),
        (_("Running"), str(counts["begun"])),
        (_("Failed and retried"), str(counts["again"])),
        (_("Oldest unfinished"), ago(counts["oldest"]) if counts["oldest"] else _("none")),
        (_("Gave up in the last seven days"), str(counts["lately"])),
        (_("Gave up in total"), str(counts["failed"])),
        (_("Done in the last seven days"), str(counts["done"])),
    )
    title = _("Jobs")
    if counts["oldest"] and now - counts["oldest"] > WAITS_LONG:
        sentence = _("The oldest job has been waiting since %(ago)s.") % {"ago": ago(counts["oldest"])}
        todo = _(
            "Check that a worker is running and reaches the broker. If other jobs finish, look at this job's error."
        )
        return ComponentStatus("jobs", title, State.BAD, sentence, todo, facts)
    if counts["lately"]:
        sentence = ngettext("%(jobs)s job gave up recently.", "%(jobs)s jobs gave up recently.", counts["lately"])
        todo = _("Read its error, fix the cause, then choose “Try again” in the list of jobs.")
        return ComponentStatus("jobs", title, State.LOOK, sentence % {"jobs": counts["lately"]}, todo, facts)
    return ComponentStatus("jobs", title, State.GOOD, _("All jobs are running."), "", facts)


def sweeps_part() -> ComponentStatus:
    """That these run proves the clock, the broker, a worker and the database at once. One query."""
    now = timezone.now()
    sweeps = periodic_tasks.due(now)
    facts = tuple((sweep.task, _told(sweep)) for sweep in sweeps)
    title = _("Sweeps")
    late = [sweep.task for sweep in sweeps if sweep.is_late(now)]
    if late:
        sentence = _("Late: %(tasks)s.") % {"tasks": ", ".join(late)}
        todo = _(
            "Check that a clock (celery beat) is running, plus workers for the queues bos, bos-bids and bos-bots, "
            "and that all of them reach the database and the broker."
        )
        return ComponentStatus("sweeps", title, State.BAD, sentence, todo, facts)
    failed = [sweep.task for sweep in sweeps if sweep.last and sweep.last.error]
    if failed:
        sentence = _("The last run failed: %(tasks)s.") % {"tasks": ", ".join(failed)}
        todo = _("Its error is shown below, and in full in the worker's log. It will be retried automatically.")
        return ComponentStatus("sweeps", title, State.LOOK, sentence, todo, facts)
    return ComponentStatus("sweeps", title, State.GOOD, _("All ran when due."), "", facts)


def _told(sweep: Due) -> str:
    if sweep.last is None or sweep.next_at is None:
        return _("✗ has never run")
    took = (sweep.last.ended_at - sweep.last.began_at).total_seconds()
    facts = {
        "ago": ago(sweep.last.began_at),
        "took": f"{took:.2f}",
        "next": within(sweep.next_at - timezone.now()),
        "error": sweep.last.error,
    }
    if sweep.last.error:
        return _("✗ %(ago)s, failed after %(took)s s; next %(next)s. %(error)s") % facts
    return _("✓ %(ago)s, took %(took)s s; next %(next)s") % facts
