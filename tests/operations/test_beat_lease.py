"""Several schedulers may run: one sends the periodic tasks, and another goes on where it ended."""

import os
import signal
from contextlib import closing
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from bos_tournament.celery import app
from bos_tournament.launch import commands, process
from bos_tournament.operations import beat_lease
from bos_tournament.operations.beat_scheduler import LONGEST_PAUSE, LeasedScheduler
from bos_tournament.operations.models import BeatLease
from tests.conftest import purge, queues
from tests.polling import wait_until

A_YEAR = timedelta(days=365)


@pytest.fixture
def queue(transactional_db):
    """How many messages wait for workers; there is no worker."""
    purge()
    with app.connection_for_write() as line:
        yield lambda: sum(line.default_channel.queue_declare(name, passive=False).message_count for name in queues())
    purge()


@pytest.fixture
def yearly():
    """The schedule has one task, which is due once a year."""
    shipped, app.conf.beat_schedule = app.conf.beat_schedule, {"tell": {"task": "api.tell", "schedule": A_YEAR}}
    yield
    app.conf.beat_schedule = shipped


def fall_silent():
    """As if the holder had renewed nothing for as long as the lease is valid."""
    BeatLease.objects.update(until=timezone.now() - timedelta(seconds=1))


def due(scheduler):
    """The yearly task was last sent more than a year ago, as far as this scheduler knows."""
    scheduler.schedule["tell"].last_run_at = timezone.now() - A_YEAR * 2
    scheduler._heap = None


def test_of_two_schedulers_one_sends_and_the_other_waits_for_it_to_fall_silent(queue, yearly):
    with closing(LeasedScheduler(app)) as first, closing(LeasedScheduler(app)) as second:
        due(first), due(second)

        assert (first.tick(), second.tick()) == (0, LONGEST_PAUSE)
        assert (first.holds, second.holds, queue()) == (True, False, 1)
        fall_silent()
        second.tick()

        assert (second.holds, first.tick(), first.holds) == (True, LONGEST_PAUSE, False)


def test_who_takes_over_does_not_send_again_what_was_sent_last(queue, yearly):
    with closing(LeasedScheduler(app)) as first, closing(LeasedScheduler(app)) as second:
        due(first), due(second)
        first.tick()

        for holder in (second, first, second):
            fall_silent()
            due(holder)
            holder.tick(), holder.tick()
            assert holder.holds

        assert queue() == 1


def test_a_scheduler_that_was_held_up_while_its_lease_ended_sends_nothing(queue, yearly):
    with closing(LeasedScheduler(app)) as first, closing(LeasedScheduler(app)) as second:
        due(first)
        assert beat_lease.take_over(first.holder)
        assert beat_lease.note_sent(first.holder, "tell", timezone.now())
        fall_silent()
        second.tick()

        first.apply_entry(first.schedule["tell"], producer=first.producer)

        assert (first.holds, queue()) == (False, 0)


def test_a_scheduler_that_ends_gives_its_lease_back_at_once(transactional_db, yearly):
    with closing(LeasedScheduler(app)) as first:
        first.tick()
    with closing(LeasedScheduler(app)) as second:
        second.tick()

        assert second.holds


def test_without_a_database_nothing_is_sent_and_the_scheduler_goes_on_later(queue, yearly, monkeypatch):
    def away(holder):
        raise DatabaseError

    with closing(LeasedScheduler(app)) as only:
        due(only)
        with monkeypatch.context() as patch:
            patch.setattr(beat_lease, "take_over", away)
            assert (only.tick(), queue()) == (LONGEST_PAUSE, 0)
        only.tick()

        assert queue() == 1


@pytest.mark.slow
def test_a_scheduler_that_is_killed_is_followed_by_the_other(queue, tmp_path):
    given = urlsplit(os.environ["DATABASE_URL"])
    here = given._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    env, log = {**os.environ, "DATABASE_URL": here}, tmp_path / "beat.log"
    beats = [process.start(commands.beat(), if_orphaned=signal.SIGKILL, env=env, log=log) for _ in range(2)]
    try:
        wait_until(lambda: "tell" in beat_lease.last_sent())
        holder = BeatLease.objects.get().holder
        (killed,) = (beat for beat in beats if f":{beat.pid}:" in holder)
        killed.kill()
        fall_silent()
        before = beat_lease.last_sent()

        wait_until(lambda: BeatLease.objects.get().holder != holder)
        wait_until(lambda: beat_lease.last_sent()["tell"] > before["tell"])
        assert set(before) <= set(settings.CELERY_BEAT_SCHEDULE)
    finally:
        for beat in beats:
            process.stop(beat, first=signal.SIGTERM, seconds=5)
