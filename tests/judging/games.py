"""Written games of the sample cards for the match that `at_a_table` makes; both play the same list, Ben goes first."""

from bos_tournament.history import jobs
from bos_tournament.history.models import Job
from bos_tournament.judging.comparing import compare_game
from bos_tournament.judging.finding import find
from bos_tournament.judging.mending import mend

DEEDS = {"judging.find": find, "judging.mend": mend, "judging.compare": compare_game}


def work():
    """What the worker does with the records that were handed in."""
    for task, deed in DEEDS.items():
        for job in Job.objects.filter(task=task, state=Job.State.WAITING):
            jobs.perform(str(job.pk), deed)
            job.refresh_from_db()
            assert job.error == ""
