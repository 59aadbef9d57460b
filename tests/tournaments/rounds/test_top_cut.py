"""The cut is made of the ranks that everybody reads, as the results themselves would make it."""

import pytest
from django.urls import reverse

from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Snapshot, Staff, Standings, Tournament
from bos_tournament.tournaments.rounds import round_cycle, top_cut
from bos_tournament.tournaments.standings import final_standings, leaderboard
from bos_tournament.tournaments.structure import stage_standings
from tests.factories import StaffFactory
from tests.tournaments.running_tournaments import NAMES, entrant, play, play_and_close, publish, running

pytestmark = pytest.mark.django_db


def before_the_cut(names=NAMES[:8], size=4, disqualified=""):
    """Both Swiss rounds are closed; somebody may have been disqualified at a table of the last one."""
    cup = running(names, planned=2, format=Tournament.Format.SWISS_CUT, cut=size)
    play_and_close(cup)
    last = publish(cup)
    if disqualified:
        judge = StaffFactory(tournament=cup, role="head_judge").user
        participation.disqualify(entrant(cup, disqualified), by=judge, why="Marked a card.")
        participation.reinstate(entrant(cup, disqualified), by=judge)
    play(last)
    round_cycle.close(last)
    cup.refresh_from_db()
    return cup


def advancing(cup):
    return [one.handle for one in top_cut.advancing_entrants(cup)]


def by_the_results(cup):
    field = {stage_standings.player_id(one): str(one.user) for one in stage_standings.entrants_by_place(cup)}
    return [field[name] for name in top_cut.seeds_of(cup, stage_standings.build_event(cup))]


def test_those_advance_whom_the_results_put_on_top_and_equals_by_lot():
    cup = before_the_cut(NAMES, size=8)

    assert len(advancing(cup)) == 8
    assert advancing(cup) == by_the_results(cup)


@pytest.mark.parametrize("closely", [1, 4])
def test_who_left_makes_room_even_if_the_ranks_were_written_before(closely, monkeypatch):
    monkeypatch.setattr(top_cut, "CLOSELY", closely)
    cup = before_the_cut()
    first = advancing(cup)[0]

    participation.drop(entrant(cup, first))

    assert first not in advancing(cup)
    assert advancing(cup) == by_the_results(cup)
    assert len(advancing(cup)) == 4


@pytest.mark.parametrize("size", [4, 8])
@pytest.mark.parametrize("closely", [1, 4])
def test_who_was_disqualified_at_a_table_does_not_advance_though_they_take_part_again(size, closely, monkeypatch):
    monkeypatch.setattr(top_cut, "CLOSELY", closely)
    cup = before_the_cut(size=size, disqualified="Anna")

    assert entrant(cup, "Anna").state == "playing"
    assert "Anna" not in advancing(cup)
    assert advancing(cup) == by_the_results(cup)


def test_ranks_that_are_out_of_date_are_worked_out_first():
    cup = before_the_cut()
    Standings.objects.filter(tournament=cup).update(outdated=True)

    assert advancing(cup) == by_the_results(cup)
    assert not Standings.objects.get(tournament=cup).outdated


def test_what_is_kept_at_the_cut_is_what_the_results_say():
    cup = before_the_cut(NAMES)
    first = leaderboard.standings_of(cup).revision

    top_cut.start_cut(cup)

    assert final_standings.differences(cup) == []
    assert len(Snapshot.objects.get(stage__tournament=cup).board["lines"]) == len(NAMES)
    assert (leaderboard.standings_of(cup).revision, leaderboard.standings_of(cup).outdated) == (first, False)


def test_groups_keep_their_cross_tables_at_the_cut():
    cup = running(NAMES[:8], format=Tournament.Format.GROUPS)
    for _ in range(3):
        play_and_close(cup)

    top_cut.start_cut(cup)

    assert final_standings.differences(cup) == []
    assert Snapshot.objects.get(stage__tournament=cup).board["met"]


def test_the_desk_before_the_cut_asks_no_more_of_many_players(signed_in, django_assert_num_queries):
    for count in (4, 30):
        cup = before_the_cut([f"Player {number} of {count}" for number in range(count)])
        client = signed_in(StaffFactory(tournament=cup, role=Staff.Role.ORGANIZER).user, second_factor=True)
        with django_assert_num_queries(9):
            page = client.get(reverse("tournaments:desk", args=[cup.slug])).content.decode()
        assert all(name in page for name in advancing(cup))
