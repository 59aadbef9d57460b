"""Requests with an Idempotency-Key: one effect, one answer."""

import json
import threading
import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from django.utils.crypto import salted_hmac

from bos_tournament.errors import Refused
from bos_tournament.operations import idempotency
from bos_tournament.operations.models import Answered, Job
from tests.factories import UserFactory

KEY = uuid.UUID("00000000-0000-4000-8000-00000000000a")


def deed():
    """Leaves a mark each time it runs."""
    made = Job.objects.create(task="tests.mark", subject=uuid.uuid4(), state=Job.State.DONE)
    return 201, {"made": str(made.pk)}


def test_a_repeated_request_gets_the_first_answer_and_does_nothing(db):
    anna = UserFactory(handle="Anna")
    first = idempotency.run_once(anna, KEY, {"amount": 4}, deed)

    second = idempotency.run_once(anna, KEY, {"amount": 4}, deed)

    assert second == first
    assert Job.objects.count() == 1


def test_a_key_used_for_something_else_is_refused(db):
    anna = UserFactory(handle="Anna")
    idempotency.run_once(anna, KEY, {"amount": 4}, deed)

    with pytest.raises(Refused) as refusal:
        idempotency.run_once(anna, KEY, {"amount": 5}, deed)

    assert refusal.value.code == "key_reused"
    assert Job.objects.count() == 1


def test_keys_of_two_people_have_nothing_to_do_with_each_other(db):
    idempotency.run_once(UserFactory(handle="Anna"), KEY, {}, deed)
    idempotency.run_once(UserFactory(handle="Ben"), KEY, {}, deed)

    assert Job.objects.count() == 2


def test_a_refused_deed_keeps_nothing_and_may_be_tried_again(db):
    anna = UserFactory(handle="Anna")

    def refuses():
        deed()
        raise Refused("Wait for the other player.", code="too_early")

    with pytest.raises(Refused):
        idempotency.run_once(anna, KEY, {}, refuses)

    assert idempotency.run_once(anna, KEY, {}, deed)[0] == 201
    assert Job.objects.count() == 1


def test_what_was_asked_cannot_be_read_from_what_is_kept(db, settings):
    idempotency.run_once(UserFactory(), KEY, {"amount": 4}, deed)
    mac = Answered.objects.get().request_mac
    settings.SECRET_KEY = "another"

    idempotency.run_once(UserFactory(), KEY, {"amount": 4}, deed)

    assert Answered.objects.exclude(request_mac=mac).exists()


def test_old_answers_are_forgotten(db):
    idempotency.run_once(UserFactory(), KEY, {}, deed)
    Answered.objects.update(day=timezone.localdate() - idempotency.KEPT - timedelta(days=1))

    idempotency.delete_old_answers()

    assert not Answered.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_ten_equal_requests_at_once_one_has_an_effect_and_all_one_answer():
    anna, answers, start = UserFactory(handle="Anna"), [], threading.Barrier(10)

    def send():
        start.wait()
        try:
            answers.append(idempotency.run_once(anna, KEY, {"amount": 4}, deed))
        finally:
            connection.close()

    phones = [threading.Thread(target=send) for _ in range(10)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()

    assert len(answers) == 10
    assert len({answer[1]["made"] for answer in answers}) == 1
    assert Job.objects.count() == 1


def test_a_kept_answer_cannot_be_read_without_the_sites_secret(db, settings):
    anna = UserFactory(handle="Anna")
    idempotency.run_once(anna, KEY, {}, lambda: (201, {"link": "https://example.org/p/secret"}))

    assert "secret" not in str(Answered.objects.get().answer)
    settings.SECRET_KEY = "another"
    Answered.objects.update(request_mac=mac_of({}))
    with pytest.raises(Refused) as refusal:
        idempotency.run_once(anna, KEY, {}, deed)
    assert refusal.value.code == "answer_lost"
    assert not Job.objects.exists()


def mac_of(request):
    return salted_hmac("bos.repeats", json.dumps(request), algorithm="sha256").hexdigest()
