"""One player's list after the deadline: staff open it for them alone, and nobody opens their own."""

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.judging.audit_log import entries
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import emails
from engine.bos.decks.deck_lists import starter_decks
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory, pinned_pool

pytestmark = pytest.mark.django_db
DECK = next(iter(starter_decks().values()))


@pytest.fixture
def cup():
    return TournamentFactory(pool=pinned_pool(), list_deadline=timezone.now() - timedelta(minutes=5))


@pytest.fixture
def anna(cup):
    return EntrantFactory(tournament=cup, user=UserFactory(handle="Anna"))


def test_anna_hands_in_late_when_staff_let_her_and_ben_does_not(cup, anna):
    ben = EntrantFactory(tournament=cup, user=UserFactory(handle="Ben"))

    submissions.unlock_list(anna, by=UserFactory())

    assert submissions.submit_list(anna, text=DECK).number == 1
    with pytest.raises(Refused) as refusal:
        submissions.submit_list(ben, text=DECK)
    assert refusal.value.code == "lists_locked"


def test_she_may_correct_it_until_it_is_locked_again(anna):
    judge = UserFactory()
    submissions.unlock_list(anna, by=judge)
    submissions.submit_list(anna, text=DECK)
    assert submissions.submit_list(anna, text=DECK).number == 2

    submissions.unlock_list(anna, by=judge, unlocked=False)

    with pytest.raises(Refused):
        submissions.submit_list(anna, text=DECK)


def test_after_the_start_it_opens_nothing(cup, anna):
    submissions.unlock_list(anna, by=UserFactory())
    type(cup).objects.update(state="running", started_at=timezone.now())

    with pytest.raises(Refused):
        submissions.submit_list(anna, text=DECK)
    with pytest.raises(Refused) as refusal:
        submissions.unlock_list(anna, by=UserFactory())
    assert refusal.value.code == "not_locked"


def test_before_the_deadline_there_is_nothing_to_open(cup, anna):
    type(cup).objects.update(list_deadline=timezone.now() + timedelta(hours=1))

    with pytest.raises(Refused) as refusal:
        submissions.unlock_list(anna, by=UserFactory())
    assert refusal.value.code == "not_locked"


def test_nobody_opens_their_own_list(anna):
    with pytest.raises(Refused) as refusal:
        submissions.unlock_list(anna, by=anna.user)
    assert refusal.value.code == "own_list"


def test_the_buttons_open_and_lock_and_the_trail_tells_it(cup, anna, signed_in):
    organizer = StaffFactory(tournament=cup, user=UserFactory(handle="Olga"))
    browser = signed_in(organizer.user, second_factor=True)
    players = reverse("tournaments:entrants", args=[cup.slug])
    door = reverse("tournaments:unlock_decklist", args=[cup.slug, anna.pk])
    assert "Unlock list" in browser.get(players).content.decode()

    opened = browser.post(door, {"unlocked": "yes"}, follow=True).content.decode()
    deck = signed_in(anna.user).get(reverse("tournaments:deck", args=[cup.slug])).content.decode()
    locked = browser.post(door, {"unlocked": "no"}, follow=True).content.decode()

    assert "Anna can submit a deck list until the start." in opened
    assert "staff let you submit a deck list until the start" in deck
    assert "The deck list of Anna is locked again." in locked
    told = {line.sentence for line in entries.lines(cup)[0]}
    assert {
        "Olga closed the deck list of Anna again.",
        "Olga reopened the deck list of Anna after the deadline.",
    } <= told


def test_a_refusal_is_a_sentence_on_the_page_of_players(cup, anna, signed_in):
    type(cup).objects.update(list_deadline=None)
    browser = signed_in(StaffFactory(tournament=cup).user, second_factor=True)

    answer = browser.post(reverse("tournaments:unlock_decklist", args=[cup.slug, anna.pk]), {"unlocked": "yes"})

    assert answer.status_code == 422
    assert "only between the deck list deadline and the start" in answer.content.decode()


def test_scorekeepers_and_cleo_the_onlooker_open_no_lists(cup, anna, signed_in):
    door = reverse("tournaments:unlock_decklist", args=[cup.slug, anna.pk])
    keeper = signed_in(StaffFactory(tournament=cup, role="scorekeeper").user, second_factor=True)

    assert keeper.post(door, {"unlocked": "yes"}).status_code == 403
    assert signed_in(UserFactory(handle="Cleo")).post(door, {"unlocked": "yes"}).status_code == 403
    anna.refresh_from_db()
    assert not anna.list_unlocked


def test_anna_is_told_by_mail_unless_it_is_locked_again(anna):
    submissions.unlock_list(anna, by=UserFactory())
    emails.tell_unlocked(anna.pk)
    submissions.unlock_list(anna, by=UserFactory(), unlocked=False)
    emails.tell_unlocked(anna.pk)

    assert [one.subject for one in mail.outbox] == [f"You can submit your deck list: {anna.tournament}"]
