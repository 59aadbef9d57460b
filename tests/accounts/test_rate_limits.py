"""Limits are exact for everybody at once, and what counts them is never run."""

import base64
import pickle
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as of_the_site
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client
from django.utils import timezone

from bos_tournament.accounts import cache_backend, rate_limits
from bos_tournament.accounts.models_rate_limits import KeptValue, RateLimit
from bos_tournament.accounts.sign_in import tokens
from tests.factories import UserFactory

HOUR = rate_limits.Rate(3, 3600)


def everybody_at_once(deed, *, times, connections=8):
    """What each of so many tries gave, done over that many connections of the database."""

    def once(_number):
        try:
            return deed()
        finally:
            connection.close()

    with ThreadPoolExecutor(connections) as people:
        return list(people.map(once, range(times)))


@pytest.mark.django_db(transaction=True)
def test_eight_connections_of_one_account_get_exactly_as_many_answers_as_the_rate_says(settings):
    settings.API_RATE = "20/hour"
    token = tokens.make_token(UserFactory(handle="Anna"), "eight phones", second_factor=False)

    def ask():
        return Client(headers={"Authorization": f"Bearer {token}"}).get("/api/v1/me/").status_code

    answers = everybody_at_once(ask, times=48)

    assert (answers.count(200), answers.count(429)) == (20, 28)


@pytest.mark.django_db(transaction=True)
def test_a_bucket_is_emptied_exactly_too():
    taken = everybody_at_once(lambda: rate_limits.take_from_bucket("letters", rate_limits.Rate(12, 86_400)), times=40)

    assert taken.count(True) == 12


@pytest.mark.django_db(transaction=True)
def test_one_of_eight_adds_a_value():
    added = everybody_at_once(lambda: cache.add("code", "used", timeout=60), times=24)

    assert added.count(True) == 1


def test_a_limit_counts_anew_when_its_time_is_over(db):
    assert [rate_limits.count_one("door", HOUR) for _ in range(4)] == [True, True, True, False]
    assert 3500 < rate_limits.seconds_left("door") <= 3600

    RateLimit.objects.update(until=timezone.now() - timedelta(seconds=1))

    assert rate_limits.seconds_left("door") == 0
    assert [rate_limits.count_one("door", HOUR) for _ in range(4)] == [True, True, True, False]


def test_a_bucket_fills_as_time_goes_by(db):
    assert [rate_limits.take_from_bucket("door", HOUR) for _ in range(4)] == [True, True, True, False]

    RateLimit.objects.update(since=F("since") - timedelta(minutes=21))

    assert [rate_limits.take_from_bucket("door", HOUR) for _ in range(2)] == [True, False]


def test_what_is_given_back_may_be_taken_again(db):
    for _ in range(3):
        rate_limits.count_one("door", HOUR)

    rate_limits.give_back("door")

    assert [rate_limits.count_one("door", HOUR) for _ in range(2)] == [True, False]


def test_a_limit_of_none_lets_nobody_in(db):
    assert not rate_limits.count_one("door", rate_limits.Rate(0, 60))


@pytest.mark.parametrize(("text", "rate"), [("600/min", (600, 60)), ("5/h", (5, 3600)), ("1/day", (1, 86_400))])
def test_rates_are_written_as_numbers_and_spans(text, rate):
    assert rate_limits.rate(text) == rate_limits.Rate(*rate)


@pytest.mark.parametrize("text", ["", "600", "many/min", "5/x"])
def test_what_is_no_rate_is_refused(text):
    with pytest.raises(ValueError, match=r".+"):
        rate_limits.rate(text)


def test_what_counts_no_more_is_forgotten(db):
    rate_limits.count_one("gone", rate_limits.Rate(1, -1))
    rate_limits.count_one("kept", HOUR)
    cache.set("gone", 1, timeout=-1)
    cache.set("kept", 1)

    rate_limits.delete_expired_counts()
    cache_backend.delete_expired_values()

    assert list(RateLimit.objects.values_list("what", flat=True)) == ["kept"]
    assert [key.endswith("kept") for key in KeptValue.objects.values_list("key", flat=True)] == [True]


@pytest.mark.parametrize("value", [1, 1.5, "y", True, [1.5, 2.5], {"a": None}])
def test_values_come_back_as_they_went_in(db, value):
    cache.set("one", value, timeout=60)

    assert cache.get("one") == value
    assert cache.get("another", "none") == "none"
    assert not cache.add("one", "other")
    assert cache.touch("one", 10)
    assert cache.delete("one")
    assert cache.add("one", "other")


def test_what_has_run_out_is_not_there(db):
    cache.set("one", 1, timeout=-1)

    assert cache.get("one") is None
    assert cache.add("one", 2)


class Leaves:
    """Leaves a mark when it is unpickled."""

    def __init__(self, mark):
        self.mark = mark

    def __reduce__(self):
        return Path.touch, (self.mark,)


def test_a_value_that_somebody_wrote_into_the_table_is_not_run(db, tmp_path):
    cache.set("one", 1)
    code = pickle.dumps(Leaves(tmp_path / "mark"))
    pickle.loads(code)
    (tmp_path / "mark").unlink()

    KeptValue.objects.update(value=base64.b64encode(code).decode())

    assert cache.get("one") == base64.b64encode(code).decode()
    assert not (tmp_path / "mark").exists()


def test_nothing_that_the_site_reads_back_is_ever_unpickled():
    backends = [one["BACKEND"] for one in of_the_site.CACHES.values()]
    sources = [
        path for folder in ("bos_tournament", "engine") for path in (of_the_site.BASE_DIR / folder).rglob("*.py")
    ]

    assert backends == ["bos_tournament.accounts.cache_backend.KeptValues"]
    assert of_the_site.SESSION_SERIALIZER.endswith("JSONSerializer")
    assert (of_the_site.CELERY_ACCEPT_CONTENT, of_the_site.CELERY_TASK_SERIALIZER) == (["json"], "json")
    assert [path for path in sources if "import pickle" in path.read_text()] == []
    assert len(sources) > 200
