"""Rounds of a bracket are called as players call them, wherever they are named."""

import pytest
from django.urls import reverse

from bos_tournament.tournaments import cut, round_names, rounds
from bos_tournament.tournaments.models import Round
from bos_tournament.tournaments.stages import position
from tests.factories import StaffFactory
from tests.tournaments.running import NAMES, enter, entrant, play, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def page(browser, name, cup, *args):
    return browser.get(reverse(f"tournaments:{name}", args=[cup.slug, *args])).content.decode()


def test_the_desk_names_the_rounds_of_a_cut_and_counts_who_plays_on(at_the_desk, signed_in):
    cup = running(NAMES[:6], planned=1, format="swiss_cut", cut=4)
    play_and_close(cup)
    cut.start_cut(cup)
    organizer = at_the_desk(StaffFactory(tournament=cup))

    before = page(organizer, "desk", cup)
    semis = publish(cup)
    during = page(organizer, "desk", cup)
    own = page(signed_in(entrant(cup, "Anna").user), "detail", cup)
    play(semis)
    rounds.go_on(cup, number=3)
    final = page(organizer, "desk", cup)

    assert "Start the semi-finals" in before
    assert "<dt>playing</dt><dd>4</dd>" in before
    assert "Close the semi-finals, start the final" in during
    assert "Semi-finals: table" in own
    assert "Close the final</button>" in final
    assert "<dt>playing</dt><dd>2</dd>" in final
    assert "ound 2" not in before + during + final
    assert "ound 3" not in before + during + final


def test_pages_papers_and_programs_name_the_rounds_of_a_bracket(client, at_the_desk):
    cup = running(NAMES[:6], format="single_elimination")
    for _ in range(3):
        play_and_close(cup)

    pairings = page(client, "round", cup, 2)
    told = client.get(f"/api/v1/tournaments/{cup.slug}/rounds/").json()["results"]
    desk = page(at_the_desk(StaffFactory(tournament=cup)), "desk_round", cup, 1)

    assert [one["title"] for one in told] == ["Quarter-finals", "Semi-finals", "Final"]
    assert "<h1>Semi-finals</h1>" in pairings
    assert [title in pairings for title in ("Quarter-finals</a>", "Final</a>")] == [True, True]
    assert "<h1>Quarter-finals</h1>" in desk


def test_only_the_finals_of_a_double_elimination_have_names(at_the_desk):
    cup = running(NAMES[:4], format="double_elimination")
    organizer, desks = at_the_desk(StaffFactory(tournament=cup)), []
    for _ in range(5):
        desks.append(page(organizer, "desk", cup))
        round_ = publish(cup)
        for pairing in round_.pairings.exclude(match=None):
            enter(pairing, *((0, 2) if pairing.bracket_id in ("F1", "F2") else (2, 0)))
        rounds.close(round_)

    names = ("round 1", "round 2", "round 3", "the final", "the second final")
    assert [f"Start {name}</button>" in desk for name, desk in zip(names, desks, strict=True)] == [True] * 5
    found = Round.objects.filter(stage__tournament=cup).select_related("stage").order_by("number")
    assert [title for _, title in round_names.titles(found)] == [round_names.title(one) for one in found]


def test_a_round_of_sixteen_has_its_name():
    cup = running([f"Player {number}" for number in range(9)], format="single_elimination")

    assert round_names.next_called(position(cup)) == "the round of 16"
    assert round_names.title(publish(cup)) == "Round of 16"
