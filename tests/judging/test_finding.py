"""What the engine finds in a record that was handed in, with what the match pinned."""

import pytest

from bos_tournament.history import jobs
from bos_tournament.judging.finding import find
from bos_tournament.judging.models import Finding
from tests.judging.cases import at_a_table, record

pytestmark = pytest.mark.django_db


def found(case, *lines):
    return find(case.dispute(text=record(case, *lines)).records.get().pk)


def test_a_lawful_beginning_is_unfinished():
    finding = found(at_a_table(), "1. T1 P2", "2. E")

    assert (finding.finding, finding.line) == ("unfinished", None)


def test_the_wrong_player_going_first_is_illegal_whatever_the_header_says():
    case = at_a_table()  # Ben bid more and chose to go first.

    finding = find(case.dispute(text="[First P1]\n" + record(case, "1. T1 P1")).records.get().pk)

    assert (finding.finding, finding.line, finding.rule) == ("illegal", 1, "3.1.1")
    assert "P2 did" in " ".join(finding.data["notes"])


def test_annas_ether_is_the_bid_she_lost_with():
    finding = found(at_a_table(), "1. T1 P2", "2. E", "3. = E4/0")

    assert finding.finding == "unfinished"


def test_a_concession_makes_a_whole_game():
    finding = found(at_a_table(), "1. T1 P2", "2. X P1 concedes")

    assert (finding.finding, finding.data["winner"], finding.data["reason"]) == ("legal", "P2", "concession")


def test_an_unreadable_line_is_named():
    finding = found(at_a_table(), "1. T1 P2", "2. what is this")

    assert (finding.finding, finding.line) == ("unreadable", 2)


def test_asking_twice_gives_one_finding():
    case = at_a_table()
    record_id = case.dispute(text=record(case, "1. T1 P2")).records.get().pk

    assert find(record_id) == find(record_id)
    assert Finding.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_killed_while_judging_judges_anyway_and_once(worker):
    case = at_a_table()
    worker.kill()
    dispute = case.dispute(text=record(case, "1. T1 P2"))

    worker.start()
    jobs.hint(jobs.Job.objects.get(task="judging.find"))

    assert wait_for(lambda: Finding.objects.filter(record__game=dispute.game).count() == 1)


def wait_for(truth, seconds=60):
    import time

    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if truth():
            return True
        time.sleep(0.1)
    return False
