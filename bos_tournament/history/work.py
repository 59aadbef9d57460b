"""Whether work gets done: jobs that wait, run or were given up, and the tasks that the clock repeats."""

from datetime import timedelta

from django.db.models import Count, Min, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bos_tournament.history import sweeps
from bos_tournament.history.models import Job
from bos_tournament.history.parts import Part, State, ago, within
from bos_tournament.history.sweeps import Due

LATELY = timedelta(days=7)
WAITS_LONG = timedelta(minutes=5)
OPEN = Q(state__in=(Job.State.WAITING, Job.State.BEGUN))


def jobs_part() -> Part:
    """One query."""
    now = timezone.now()
    found = Job.objects.aggregate(
        waiting=Count("pk", filter=Q(state=Job.State.WAITING)),
        begun=Count("pk", filter=Q(state=Job.State.BEGUN)),
        again=Count("pk", filter=OPEN & ~Q(error="")),
        failed=Count("pk", filter=Q(state=Job.State.FAILED)),
        lately=Count("pk", filter=Q(state=Job.State.FAILED, not_before__gt=now - LATELY)),
        oldest=Min("made_at", filter=OPEN),
        done=Count("pk", filter=Q(state=Job.State.DONE, done_at__gt=now - LATELY)),
    )
    facts = (
        (_("Waiting"), str(found["waiting"])),
        (_("Begun"), str(found["begun"])),
        (_("Failed and tried again"), str(found["again"])),
        (_("Oldest that is not done"), ago(found["oldest"]) if found["oldest"] else _("none")),
        (_("Given up in seven days"), str(found["lately"])),
        (_("Given up in all"), str(found["failed"])),
        (_("Done in seven days"), str(found["done"])),
    )
    title = _("Jobs")
    if found["oldest"] and now - found["oldest"] > WAITS_LONG:
        said = _("The oldest job waits since %(ago)s.") % {"ago": ago(found["oldest"])}
        todo = _(
            "See whether a worker runs and reaches the broker. If others get done, this job fails: look at its error."
        )
        return Part("jobs", title, State.BAD, said, todo, facts)
    if found["lately"]:
        said = ngettext("%(jobs)s job was given up lately.", "%(jobs)s jobs were given up lately.", found["lately"])
        todo = _("Read its error, mend the cause, choose “Try again” in the list of jobs.")
        return Part("jobs", title, State.LOOK, said % {"jobs": found["lately"]}, todo, facts)
    return Part("jobs", title, State.GOOD, _("Everything asked for gets done."), "", facts)


def sweeps_part() -> Part:
    """That these run proves the clock, the broker, a worker and the database at once. One query."""
    now = timezone.now()
    found = sweeps.due(now)
    facts = tuple((one.task, _told(one)) for one in found)
    title = _("Sweeps")
    late = [one.task for one in found if one.is_late(now)]
    if late:
        said = _("Late: %(tasks)s.") % {"tasks": ", ".join(late)}
        todo = _(
            "See that exactly one clock (celery beat) runs, and a worker for each queue, bos and bos-bids, "
            "and that all reach the broker."
        )
        return Part("sweeps", title, State.BAD, said, todo, facts)
    failed = [one.task for one in found if one.last and one.last.error]
    if failed:
        said = _("The last run failed: %(tasks)s.") % {"tasks": ", ".join(failed)}
        todo = _("Its error stands below and, whole, in the worker's log. It is tried again by itself.")
        return Part("sweeps", title, State.LOOK, said, todo, facts)
    return Part("sweeps", title, State.GOOD, _("All ran when they were due."), "", facts)


def _told(one: Due) -> str:
    if one.last is None or one.next_at is None:
        return _("✗ has never run")
    took = (one.last.ended_at - one.last.began_at).total_seconds()
    facts = {
        "ago": ago(one.last.began_at),
        "took": f"{took:.2f}",
        "next": within(one.next_at - timezone.now()),
        "error": one.last.error,
    }
    if one.last.error:
        return _("✗ %(ago)s, failed after %(took)s s; next %(next)s. %(error)s") % facts
    return _("✓ %(ago)s, took %(took)s s; next %(next)s") % facts
