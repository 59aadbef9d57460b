"""Long PDFs: drawn once by a worker for each revision, and kept a day for whoever asks next."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q
from django.http import Http404
from django.utils import translation
from django.utils.translation import gettext as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.errors import Refused
from bos_tournament.operations import jobs, live_events
from bos_tournament.operations.db_clock import db_now
from bos_tournament.operations.db_timeouts import without_time_limits
from bos_tournament.operations.models import Job
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.models import Printout, Round
from bos_tournament.tournaments.printing import printables
from bos_tournament.tournaments.printing.printables import KINDS, Printable
from bos_tournament.tournaments.printing.printouts import wrapped
from bos_tournament.tournaments.printing.table_spans import tables_of_text, text_of_tables

MOST_ROWS = 200
"""Up to so many rows a PDF is drawn while its reader waits."""
KEPT = timedelta(days=1)
TASK = "tournaments.draw_printout"
NOTE = "UPDATE tournaments_printout SET begun_at = %s, page = %s, pages = %s WHERE id = %s"
EVERY = 1.0  # seconds between two words about how far it is


def is_long(asked: Printable) -> bool:
    """Is it drawn by a worker? Raises Http404 and Refused as `printables.rows` does."""
    return printables.rows(asked) > MOST_ROWS


@transaction.atomic
def ask_for(asked: Printable, *, size: str) -> Printout:
    """The PDF as it is at this revision: kept, or on its way to be. Asking twice is asking once.

    One that no worker has begun will show what stands when it is begun, and so does for a later revision too.
    """
    key: dict[str, Any] = {
        "tournament": asked.tournament,
        "kind": asked.kind,
        "round": asked.round.number if asked.round else 0,
        "size": size,
        "language": translation.get_language(),
        "asked_by": asked.by,
        "tables": text_of_tables(asked.tables),
        "purpose": " ".join(asked.purpose.split()),
    }
    now = printables.revision(asked)
    found = Printout.objects.defer("content").filter(Q(revision=now) | Q(begun_at=None), **key).order_by("-made_at")
    printout = found.first() or Printout.objects.defer("content").get_or_create(**key, revision=now)[0]
    have_drawn(printout)
    return printout


def have_drawn(printout: Printout) -> None:
    """Has a worker draw it, unless one is at it or did; also again where that was given up."""
    if printout.done_at:
        return
    job = last_job(printout)
    if job is None:
        jobs.enqueue(TASK, printout.pk)
    elif job.state == Job.State.FAILED:
        jobs.retry(job)


def last_job(printout: Printout) -> Job | None:
    """The job that draws it, or gave up."""
    return Job.objects.filter(task=TASK, subject=printout.pk).order_by("-made_at").first()


def has_failed(printout: Printout) -> bool:
    """Was it given up? One query."""
    job = None if printout.done_at else last_job(printout)
    return job is not None and job.state == Job.State.FAILED


def printout_to_see(user: Viewer, slug: str, pk: UUID) -> Printout:
    """A printout without its content, for who may print the same now; deck lists for who asked for them alone.

    Raises Http404 also once it is not kept any more.
    """
    tournament = tournament_access.tournament_to_see(user, slug)
    mine = Q(asked_by=None) | Q(asked_by=user.pk)
    printout = tournament.printouts.select_related("tournament").defer("content").filter(mine, pk=pk).first()
    if printout is None:
        raise Http404(_("This PDF is no longer kept. Print it again."))
    KINDS[printout.kind].door(user, slug, printout.round)
    return printout


def draw(pk: UUID) -> None:
    """Draws and keeps it, as a job. What can no longer be printed is dropped."""
    from bos_tournament.tournaments.printing.pdf import pdf  # half a second of loading that only paper pays

    found = Printout.objects.select_related("tournament", "asked_by").defer("content").filter(pk=pk, done_at=None)
    printout = found.first()
    if printout is None:
        return
    with _told(printout) as tell, without_time_limits(), translation.override(printout.language):
        try:
            paper = wrapped(printout.tournament, printables.sheets(_asked(printout)))
        except (Http404, Refused):
            printout.delete()
            return
        printout.content = pdf(paper, size=printout.size, began=tell)
    printout.page = printout.pages
    printout.done_at = db_now()
    printout.save(update_fields=["content", "begun_at", "page", "pages", "done_at"])
    live_events.publish_change("printout", printout.pk)


def delete_old_printouts() -> None:
    """Drops what was kept long enough."""
    Printout.objects.filter(made_at__lt=db_now() - KEPT).delete()


@contextmanager
def _told(printout: Printout) -> Iterator[Callable[[int, int], None]]:
    """Notes that it is begun and then each page, at once, while the transaction that draws it goes on."""
    beside, last = connection.copy(), time.monotonic()

    def tell(page: int, pages: int) -> None:
        nonlocal last
        printout.page, printout.pages = page, pages
        if page == 1 or time.monotonic() - last > EVERY:
            last = time.monotonic()
            _note(printout, beside)

    printout.begun_at = db_now()
    try:
        _note(printout, beside)
        yield tell
    finally:
        beside.close()


def _note(printout: Printout, beside: BaseDatabaseWrapper) -> None:
    moment = [printout.begun_at, printout.page, printout.pages, printout.pk]
    with beside.cursor() as cursor:
        cursor.execute(NOTE, moment)
    live_events.publish_change("printout", printout.pk, by=beside)


def _asked(printout: Printout) -> Printable:
    """What is drawn. Raises Http404 for a round that is no more."""
    round_ = None
    if printout.round:
        rounds = Round.objects.filter(stage__tournament=printout.tournament, number=printout.round)
        round_ = rounds.select_related("stage__tournament").first()
        if round_ is None:
            raise Http404
    tables = tables_of_text(printout.tables)
    kind = Printout.Kind(printout.kind)
    return Printable(kind, printout.tournament, round_, tables, printout.asked_by, printout.purpose)
