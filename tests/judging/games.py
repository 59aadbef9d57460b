"""Written games of the sample cards for the match that `at_a_table` makes; both play the same list, Ben goes first."""

from bos_tournament.judging.records.adjudication import find
from bos_tournament.judging.records.comparisons import compare_game
from bos_tournament.judging.records.record_suggestions import suggest_repairs
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job

DEEDS = {"judging.find": find, "judging.mend": suggest_repairs, "judging.compare": compare_game}


def work():
    """What the worker does with the records that were handed in."""
    for task, deed in DEEDS.items():
        for job in Job.objects.filter(task=task, state=Job.State.WAITING):
            jobs.perform(str(job.pk), deed)
            job.refresh_from_db()
            assert job.error == ""
