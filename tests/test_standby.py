"""The trial of a standby tells what was lost, and loses nothing where the primary waits for its standby."""

import sys

import pytest

from benchmarks.standby import Outcome, outcome, trial


def test_what_was_promised_and_is_gone_is_lost_and_the_pause_around_the_kill_is_the_outage():
    told = outcome({1: 10.0, 2: 10.5, 3: 12.0}, {1, 3, 4}, at=11.0)

    assert told == Outcome(acknowledged=3, found=2, outage=1.5)
    assert str(told).split() == ["3", "2", "1", "1.50", "s"]
    assert str(outcome({1: 10.0}, {1}, at=11.0)).endswith("no end")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_standby_that_the_primary_waits_for_has_all_that_was_acknowledged(tmp_path):
    told = trial(tmp_path, 0.5, waits=True)

    assert told.found == told.acknowledged > 0
