"""Who is not at the table: how long they have, who sees it, what the desk is offered; and results so far."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from bos_tournament.matches import boss_reveal
from bos_tournament.tournaments.models import Pairing, Round, Tournament
from bos_tournament.tournaments.rounds import round_cycle
from bos_tournament.tournaments.standings import player_results, table_status
from bos_tournament.tournaments.structure.stages import tables_of
from tests.factories import StaffFactory, UserFactory
from tests.tournaments.running_tournaments import NAMES, entrant, play, play_and_close, publish, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return running(NAMES[:2], planned=2)


def began(round_, minutes):
    Round.objects.filter(pk=round_.pk).update(published_at=timezone.now() - timedelta(minutes=minutes))


def missing(cup):
    pairing = tables_of(Round.objects.get(stage__tournament=cup)).get()
    return [str(seat.user) for seat in table_status.missing(cup, pairing, timezone.now())]


def test_whoever_has_not_confirmed_the_bosses_in_time_is_missing(cup):
    round_ = publish(cup)
    first, second = round_.pairings.get().match.seats.all()
    boss_reveal.confirm_bosses(first)

    began(round_, 9)
    assert missing(cup) == []
    began(round_, 11)
    assert missing(cup) == [str(second.user)]
    boss_reveal.confirm_bosses(second)
    assert missing(cup) == []


def test_the_tournament_says_how_long_they_have(cup):
    round_ = publish(cup)
    began(round_, 11)
    Tournament.objects.update(seat_minutes=15)

    assert missing(Tournament.objects.get()) == []


def test_the_desk_names_who_is_missing_and_the_table_has_them_ticked(cup, signed_in):
    round_ = publish(cup)
    pairing = round_.pairings.get()
    first, second = pairing.match.seats.all()
    boss_reveal.confirm_bosses(first)
    began(round_, 11)
    desk = signed_in(StaffFactory(tournament=cup, role="scorekeeper").user, second_factor=True)

    room_ = desk.get(reverse("tournaments:desk", args=[cup.slug])).content.decode()
    form = desk.get(reverse("tournaments:table", args=[cup.slug, pairing.pk])).context["no_show_form"]

    assert f"Bosses not confirmed: {second.user}." in room_
    assert form["absent"].value() == [str(second.number)]
    answer = desk.post(
        reverse("tournaments:no_show", args=[cup.slug, pairing.pk]),
        {"absent-absent": form["absent"].value(), "absent-why": form["why"].value()},
    )
    pairing.match.refresh_from_db()
    assert (answer.status_code, pairing.match.reason, pairing.match.winner) == (302, "no_show", first)
    assert pairing.match.corrections.get().reason_words == "Not seated in time."


def test_in_time_the_form_is_empty_and_closed(cup, signed_in):
    pairing = publish(cup).pairings.get()
    desk = signed_in(StaffFactory(tournament=cup).user, second_factor=True)

    page = desk.get(reverse("tournaments:table", args=[cup.slug, pairing.pk]))

    assert page.context["no_show_form"]["absent"].value() is None
    assert "Bosses not confirmed" not in page.content.decode()


def test_both_phones_count_down_until_both_are_there(cup, signed_in):
    match = publish(cup).pairings.get().match
    one, other = match.seats.all()
    page = reverse("matches:detail", args=[match.pk])

    assert "Time to be seated" in signed_in(one.user).get(page).content.decode()
    boss_reveal.confirm_bosses(one)
    assert "Time to be seated" in signed_in(other.user).get(page).content.decode()
    boss_reveal.confirm_bosses(other)
    assert "Time to be seated" not in signed_in(one.user).get(page).content.decode()


def test_a_player_reads_their_results_so_far(signed_in):
    cup = running(NAMES[:3], planned=3)
    play_and_close(cup)
    round_ = publish(cup)
    play(round_)
    anna = entrant(cup, "Anna")

    so_far = player_results.so_far(anna)
    page = signed_in(anna.user).get(cup.get_absolute_url()).content.decode()

    assert [one.round for one in so_far] == [1, 2]
    assert all(one.outcome in ("won", "free") for one in so_far)
    assert "Your results so far" in page
    assert "Tell the desk before the next round is paired." in page


def test_lost_drawn_and_nobody_there_are_told_from_each_side():
    cup = running(NAMES[:2], planned=3)
    pairing = publish(cup).pairings.get()
    loser = entrant(cup, "Ben")
    play(pairing.round)

    assert [(one.outcome, one.said) for one in player_results.so_far(loser)] == [("lost", "lost 0–2")]
    match = Pairing.objects.get(pk=pairing.pk).match
    type(match).objects.filter(pk=match.pk).update(winner=None, reason="double_no_show")
    assert [one.outcome for one in player_results.so_far(entrant(cup, "Anna"))] == ["lost"]
    type(match).objects.filter(pk=match.pk).update(reason="played")
    assert [one.outcome for one in player_results.so_far(entrant(cup, "Anna"))] == ["drawn"]


def test_cleo_the_onlooker_has_no_results(cup, signed_in):
    play_and_close(cup)

    assert "Your results so far" not in signed_in(UserFactory()).get(cup.get_absolute_url()).content.decode()


def test_results_cost_the_same_for_one_round_and_many(django_assert_num_queries):
    cup = running(NAMES[:8], planned=3)
    anna = entrant(cup, "Anna")
    for _ in range(3):
        round_ = publish(cup)
        play(round_)
        with django_assert_num_queries(1):
            player_results.so_far(anna)
        round_cycle.close(round_)
