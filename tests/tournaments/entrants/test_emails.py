"""A mail with the table when a round is published, for who asked for it, in their language."""

import pytest
from django.core import mail
from django.urls import reverse

from bos_tournament.operations.models import Job
from bos_tournament.tournaments.entrants import emails
from bos_tournament.tournaments.rounds import round_cycle
from tests.tournaments.running_tournaments import NAMES, entrant, play, publish, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return running(NAMES[:3], planned=2)


def ask(entrant, **facts):
    type(entrant.user).objects.filter(pk=entrant.user_id).update(mails_tables=True, **facts)


def mailed(cup):
    """What goes out for the last round that was published."""
    for job in Job.objects.filter(task="tournaments.tell_tables", state="waiting"):
        emails.tell_tables(job.subject)
    for job in Job.objects.filter(task="tournaments.tell_table", state="waiting"):
        emails.tell_table(job.subject)
    return mail.outbox


def test_anna_is_told_her_table_and_ben_who_did_not_ask_is_not(cup):
    anna = entrant(cup, "Anna")
    ask(anna)
    round_ = publish(cup)

    (told,) = mailed(cup)

    assert told.to == [anna.user.email]
    assert told.subject == f"Round 1: {cup}"
    sitting = anna.sittings.get(round=round_)
    if sitting.pairing.match:
        assert f"you are at table {sitting.pairing.table} against" in told.body
        assert sitting.pairing.match.get_absolute_url() in told.body
    else:
        assert "Round 1: you have no opponent." in told.body


def test_everybody_hears_of_their_own_pairing_a_bye_too(cup):
    for name in NAMES[:3]:
        ask(entrant(cup, name))
    publish(cup)

    bodies = [one.body for one in mailed(cup)]

    assert sum("you are at table 1 against" in body for body in bodies) == 2
    assert sum("Round 1: you have no opponent." in body for body in bodies) == 1


def test_where_nobody_asked_no_job_is_written(cup):
    publish(cup)

    assert not Job.objects.filter(task="tournaments.tell_tables").exists()


def test_a_round_that_is_taken_back_is_not_told(cup):
    ask(entrant(cup, "Anna"))
    round_cycle.unpublish(publish(cup))

    assert mailed(cup) == []


def test_a_closed_round_is_not_told_any_more(cup):
    ask(entrant(cup, "Anna"))
    round_ = publish(cup)
    play(round_)
    round_cycle.close(round_)

    assert mailed(cup) == []


def test_the_mail_is_in_the_language_of_whom_it_goes_to(cup):
    ask(entrant(cup, "Anna"), language="de")
    publish(cup)

    assert mailed(cup)[0].subject == f"Runde 1: {cup}"


def test_a_player_asks_for_it_in_their_account(cup, signed_in):
    anna = entrant(cup, "Anna").user

    answer = signed_in(anna).post(
        reverse("accounts:profile"), {"handle": "Anna", "real_name": "", "language": "", "mails_tables": "on"}
    )

    anna.refresh_from_db()
    assert answer.status_code == 302
    assert anna.mails_tables
