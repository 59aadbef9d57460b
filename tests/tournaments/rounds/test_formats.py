"""Double elimination, everyone against everyone, and ways of ranking, from the first round to the champion."""

from itertools import combinations

import pytest
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.tournaments.entrants import participation
from bos_tournament.tournaments.models import Stage, Tournament
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.planning.tournament_settings import Plan
from bos_tournament.tournaments.rounds import round_cycle, top_cut, tournament_end
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.bracket_stage import Bracket
from bos_tournament.tournaments.structure.stages import position
from tests.factories import UserFactory
from tests.tournaments.running_tournaments import NAMES, enter, entrant, lines_of, play_and_close, publish, running
from tests.tournaments.running_tournaments import places_of as places_listed

pytestmark = pytest.mark.django_db


def play_all(tournament, *, best_wins=True):
    """Rounds until nothing is left to draw; the better seed wins, or the other one."""
    stage = tournament.stages.latest("number")
    seeds = {pk: number for number, pk in enumerate(stage.seeds, start=1)}
    while True:
        try:
            round_ = publish(tournament)
        except Refused:
            return
        for pairing in round_.pairings.exclude(match=None):
            one, other = (seeds[str(sitting.entrant_id)] for sitting in pairing.sittings.order_by("number"))
            enter(pairing, *((2, 0) if (one < other) == best_wins else (0, 2)))
        round_cycle.close(round_)


def places_of(tournament):
    stage = tournament.stages.latest("number")
    seeds = {pk: number for number, pk in enumerate(stage.seeds, start=1)}
    return [(place, seeds[str(one.pk)]) for place, one in Bracket(stage).places()]


def test_a_double_elimination_is_played_to_its_champion_without_a_second_final():
    cup = running(NAMES[:8], format=Tournament.Format.DOUBLE)
    play_all(cup)

    assert places_of(cup) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6), (7, 7), (7, 8)]
    tournament_end.finish_tournament(cup)
    cup.refresh_from_db()
    assert [place for place, _ in places_listed(cup)][:2] == [1, 2]


def test_a_second_final_is_played_when_the_winner_of_the_losers_side_wins_the_first():
    cup = running(NAMES[:4], format=Tournament.Format.DOUBLE)
    stage = cup.stages.get()
    for _ in range(stage.rounds_planned):
        round_ = publish(cup)
        for pairing in round_.pairings.exclude(match=None):
            enter(pairing, *((0, 2) if pairing.bracket_id in ("F1", "F2") else (2, 0)))
        round_cycle.close(round_)
    bracket = Bracket(stage)

    assert bracket.is_decided
    assert bracket.standing["F2"].status == "played"
    assert bracket.champion.pk == bracket.entrants[bracket.standing["F2"].seeds[1]].pk


def test_whoever_drops_out_of_a_double_elimination_loses_both_matches_by_walkover():
    cup = running(NAMES[:8], format=Tournament.Format.DOUBLE)
    play_and_close(cup)
    gone = Bracket(cup.stages.get()).entrants[1]
    participation.drop(gone)
    play_all(cup)

    assert Bracket(cup.stages.get()).is_decided
    assert len(places_of(cup)) == 8


def test_losers_of_semi_finals_meet_for_third_place():
    cup = running(NAMES[:4], format=Tournament.Format.SINGLE, third_place=True)
    play_all(cup)

    assert places_of(cup) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_a_cut_can_be_a_double_elimination():
    cup = running(NAMES[:8], planned=2, format=Tournament.Format.SWISS_CUT, cut=4, double_cut=True)
    play_and_close(cup)
    play_and_close(cup)
    stage = top_cut.start_cut(cup)
    play_all(cup)

    assert stage.format == Stage.Format.DOUBLE
    assert [place for place, _ in places_of(cup)] == [1, 2, 3, 4]


@pytest.mark.parametrize(("format_", "times"), [("round_robin", 1), ("double_round_robin", 2)])
def test_everyone_meets_everyone_and_whoever_is_free_has_no_row(format_, times):
    cup = running(NAMES[:5], format=format_)
    play_all(cup)
    stage = cup.stages.get()
    met = [
        frozenset(pairing.sittings.values_list("entrant", flat=True))
        for round_ in stage.rounds.all()
        for pairing in round_.pairings.all()
    ]

    everyone = [frozenset(pair) for pair in combinations(cup.entrants.values_list("pk", flat=True), 2)]
    assert sorted(met, key=sorted) == sorted(everyone * times, key=sorted)
    assert stage.rounds.count() == 5 * times
    best = stage_standings.ranks(cup)[0]
    assert (best.rank, best.record) == (1, (4 * times, 0, 0))
    tournament_end.finish_tournament(cup)


def test_whose_opponent_left_is_given_the_match_when_everyone_meets_everyone():
    cup = running(NAMES[:4], format=Tournament.Format.ROUND_ROBIN)
    play_and_close(cup)
    participation.drop(entrant(cup, "Ben"))
    round_ = publish(cup)

    given = round_.pairings.get(match=None)
    assert given.unplayed == "bye"
    assert given.why == "round robin: the opponent has left"


def test_whoever_dropped_can_come_back_when_everyone_meets_everyone():
    cup = running(NAMES[:4], format=Tournament.Format.ROUND_ROBIN)
    participation.drop(entrant(cup, "Ben"))
    play_and_close(cup)
    participation.reinstate(entrant(cup, "Ben"), by=entrant(cup, "Anna").user)

    assert publish(cup).sittings.filter(entrant=entrant(cup, "Ben")).exists()
    assert position(cup).open.number == 2


def test_the_organizer_orders_the_tie_breaks():
    cup = running(NAMES[:4], planned=2, ranking="chess", tie_breaks=["wins", "buchholz"])
    play_and_close(cup)
    play_and_close(cup)
    first = stage_standings.ranks(cup)[0]

    assert list(first.figures) == ["wins", "buchholz"]
    assert first.points == 4  # a match won gives two points here
    assert stage_standings.export_event(cup)["tie_breaks"] == ["wins", "buchholz"]


def play_between(tournament, scores):
    """All rounds, with these games won by the first and the second of each pair of names."""
    for _ in range(tournament.stages.get().rounds_planned):
        round_ = publish(tournament)
        for pairing in round_.pairings.exclude(match=None):
            one, other = (str(sitting.entrant.user) for sitting in pairing.sittings.order_by("number"))
            enter(pairing, *(scores[one, other] if (one, other) in scores else reversed(scores[other, one])))
        round_cycle.close(round_)


@pytest.mark.parametrize("settings", [{"format": "round_robin"}, {"format": "groups", "groups": 1, "go_on": 2}])
def test_of_two_with_equal_figures_whoever_beat_the_other_is_first_where_everyone_met_everyone(settings):
    plan = Plan(name="Cup", starts_at=timezone.now(), online=True, **settings)
    planned = lifecycle.create(UserFactory(), plan)
    cup = running(NAMES[:4], ranking=planned.ranking, **settings)
    play_between(
        cup,
        {
            ("Anna", "Ben"): (1, 2),
            ("Anna", "Cleo"): (2, 0),
            ("Anna", "Dora"): (2, 1),
            ("Ben", "Cleo"): (2, 0),
            ("Ben", "Dora"): (1, 2),
            ("Cleo", "Dora"): (2, 0),
        },
    )

    entrants = {one.pk: one for one in stage_standings.entrants_by_place(cup)}
    first, second = lines_of(cup)[:2]
    assert [str(entrants[one.entrant].user) for one in (first, second)] == ["Ben", "Anna"]
    assert (first.rank, first.points, second.rank, second.points) == (1, 6, 2, 6)
