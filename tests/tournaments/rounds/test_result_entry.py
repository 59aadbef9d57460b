"""Results at the desk when two things happen at once: nothing is overwritten unseen, and no table that is gone."""

import pytest
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Match, Reason
from bos_tournament.messages import localize
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import result_entry, round_cycle
from tests.factories import StaffFactory, UserFactory
from tests.tournaments.running_tournaments import NAMES, enter, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def won_by(pairing, number):
    """What the desk says when this seat won 2–0."""
    winner = pairing.match.seats.get(number=number)
    said = {"by": UserFactory(), "wins": {number: 2, 3 - number: 0}, "winner": winner}
    return {**said, "reason": Reason.PLAYED, "why": "The slip."}


def refused(code, deed, *args, **told):
    with pytest.raises(Refused) as refusal:
        deed(*args, **told)
    assert refusal.value.code == code


def test_who_saw_no_result_overwrites_none():
    pairing = publish(running(NAMES[:2], planned=1)).pairings.get()
    enter(pairing, 2, 0)

    refused("result_meanwhile", result_entry.enter_result, pairing, **won_by(pairing, 2))

    seen = Match.objects.get(pk=pairing.match_id)
    assert seen.winner.number == 1
    result_entry.enter_result(pairing, **won_by(pairing, 2), seen=seen.version)
    assert Match.objects.get(pk=pairing.match_id).winner.number == 2


def test_a_table_that_was_paired_anew_meanwhile_takes_no_result():
    round_ = publish(running(NAMES[:4], planned=2))
    pairing = round_.pairings.select_related("match", "round__stage__tournament").get(table=1)
    said = won_by(pairing, 1)
    round_cycle.unpublish(round_)

    for deed in (result_entry.enter_result, result_entry.preview_result):
        refused("pairing_gone", deed, pairing, **said)
    refused("pairing_gone", result_entry.undo_result, pairing, by=said["by"], why="Wrong.")
    refused("pairing_gone", result_entry.decide_by_time, pairing, by=said["by"], why="Out of time.")
    game = pairing.match.games.get()
    refused("pairing_gone", result_entry.decide, game, by=said["by"], winner=None, why="Seen.")

    round_cycle.publish(round_cycle.redraw_round(round_))
    refused("pairing_gone", result_entry.enter_result, pairing, **said)


def test_the_results_of_a_cancelled_tournament_stay():
    cup = running(NAMES[:4])
    pairing = publish(cup).pairings.get(table=1)
    result_entry.enter_result(pairing, **won_by(pairing, 1))
    lifecycle.cancel(cup, confirmation=cup.name)

    refused("already_over", result_entry.undo_result, pairing, by=UserFactory(), why="Wrong table.")

    assert Match.objects.get(pk=pairing.match_id).finished_at is not None


def test_what_was_counted_while_one_looked_is_told_with_what_it_changes():
    cup = running(NAMES[:4], planned=2)
    round_ = publish(cup)
    pairing = round_.pairings.select_related("match", "round__stage__tournament").get(table=1)
    enter(pairing, 2, 0)
    enter(round_.pairings.get(table=2), 2, 0)
    round_cycle.close(round_)  # the desk still has the page of before

    told = result_entry.enter_result(pairing, **won_by(pairing, 2), seen=Match.objects.get(pk=pairing.match_id).version)

    assert any("rank" in localize(one) for one in told)


def test_who_reads_german_reads_in_german_what_a_correction_changes(at_the_desk):
    cup = running(NAMES[:4], planned=2)
    pairing = play_and_close(cup).pairings.select_related("match").get(table=1)
    desk = at_the_desk(StaffFactory(tournament=cup))
    url = reverse("tournaments:result", args=[cup.slug, pairing.pk])
    score = "0-2" if pairing.match.winner.number == 1 else "2-0"
    said = {"winner": "games", "reason": "played", "why": "Verlesen.", "score": score}
    german = {"headers": {"accept-language": "de"}}

    asked = desk.post(url, said, **german)
    shown = asked.content.decode()
    assert "Sieger: " in shown
    assert "Winner: " not in shown
    assert " instead of " not in shown

    done = desk.post(url, {**said, "seen": asked.context["seen"], "sure": "yes"}, **german, follow=True)
    page = done.content.decode()
    assert done.status_code == 200
    assert "Winner: " not in page
    assert " instead of " not in page
