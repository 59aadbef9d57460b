"""Pods as organizers meet them: who sits where and why, what is refused, and how places count."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from bos_tournament.pairing.event import Event, EventProblem, Options, Pairing, Player, Points, Unplayed, check_event
from bos_tournament.pairing.event_check import Verdict, check_rounds
from bos_tournament.pairing.event_file import read_event, write_event
from bos_tournament.pairing.messages import message
from bos_tournament.pairing.pod_field import pod_field
from bos_tournament.pairing.pod_search import figure_of
from bos_tournament.pairing.pod_totals import points_gained, points_of_places
from bos_tournament.pairing.pods import draft_pods
from bos_tournament.pairing.rank_explanation import why_here
from bos_tournament.pairing.ranking_presets import describe_ranking
from bos_tournament.pairing.standings import standings
from bos_tournament.pairing.swiss import pair_round
from tests.pairing.event_notation import players

ANNA_AND_OTHERS = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
ALL_TIE_BREAKS = ("omw", "oomw", "sos", "esos", "buchholz", "buchholz_cut1", "median_buchholz", "sonneborn_berger")
HALF = Fraction(1, 2)


def pods(*rounds, names=ANNA_AND_OTHERS, size=4, **fields):
    """An event of pods; a round is a list of tables, each `{"Anna": 1, "Ben": 2, …}`, by seat."""
    played = tuple(tuple(Pairing(tuple(table), places=tuple(table.values())) for table in tables) for tables in rounds)
    return check_event(Event(players(*names), played, table_size=size, **({"tie_breaks": ("omw",)} | fields)))


FIRST = [{"Anna": 1, "Ben": 2, "Cleo": 3, "Dora": 4}, {"Emil": 1, "Fay": 2, "Gus": 3, "Hana": 4}]


def test_a_first_round_is_drawn_by_lot_and_says_so():
    draft = draft_pods(pods(), seed=7)

    assert [pod.table for pod in draft.pods] == [1, 2]
    assert {str(pod.reason) for pod in draft.pods} == {"first round: drawn at random"}
    assert (draft.round, draft.seed, draft.byes, draft.proof.optimal) == (1, 7, (), True)


def test_where_two_tables_meet_again_the_reason_names_who_and_that_fewer_is_not_possible():
    draft = draft_pods(pods(FIRST))

    assert (draft.proof.figure, draft.proof.bound, draft.proof.optimal) == (4, 4, True)
    assert {pod.reason.code for pod in draft.pods} == {"pod.met"}
    assert str(draft.pods[0].reason).startswith("met before: Anna and ")
    assert str(draft.pods[0].reason).endswith("; no draft has a smaller sum of squared meetings")


def test_who_met_twice_is_named_with_the_number_of_times():
    names = ("Anna", "Ben", "Cleo")
    again = [{"Anna": 1, "Ben": 2, "Cleo": 3}]

    draft = draft_pods(pods(again, again, names=names))

    assert "Anna and Ben (2 times), Anna and Cleo (2 times), Ben and Cleo (2 times)" in str(draft.pods[0].reason)
    assert draft.proof.figure == 12


def test_reasons_of_later_rounds_give_the_points_of_a_table():
    names = tuple(f"P{number}" for number in range(1, 13))
    tables = [dict(zip(names[at : at + 3], (1, 2, 3), strict=True)) for at in (0, 3, 6, 9)]

    reasons = [str(pod.reason) for pod in draft_pods(pods(tables, names=names, size=3)).pods]

    assert reasons == [
        "3 points each, never met",
        "neighbours in the standings, 3 to 3/2 points, never met",
        "neighbours in the standings, 3/2 to 0 points, never met",
        "0 points each, never met",
    ]


def test_a_table_that_is_no_cut_of_the_standings_says_that_places_were_changed():
    reasons = {pod.reason.code: str(pod.reason) for pod in draft_pods(cup(rounds=2)).pods}

    assert re.fullmatch(r"[0-9/]+ to [0-9/]+ points after changes between tables, never met", reasons["pod.changed"])


def test_players_who_must_not_meet_sit_apart_and_if_nothing_else_is_possible_the_reason_says_so():
    apart = draft_pods(pods(forbidden=(("Anna", "Ben"),)), seed=1)
    together = draft_pods(pods(names=("Anna", "Ben", "Cleo"), forbidden=(("Anna", "Ben"),)))

    assert not any({"Anna", "Ben"} <= set(pod.players) for pod in apart.pods)
    assert re.fullmatch(
        "on the do-not-pair list: (Anna and Ben|Ben and Anna); no draft without this was found",
        str(together.pods[0].reason),
    )


def test_a_first_round_changed_for_the_do_not_pair_list_says_so():
    drawn = draft_pods(pods(), seed=3).pods[0].players
    changed = draft_pods(pods(forbidden=((drawn[0], drawn[1]),)), seed=3)

    assert "pod.first_apart" in {pod.reason.code for pod in changed.pods}


def test_two_who_are_left_have_a_bye_each_and_read_why():
    event = pods()
    event = replace(
        event,
        players=tuple(
            replace(player, dropped_after=0) if at > 1 else player for at, player in enumerate(event.players)
        ),
    )

    draft = draft_pods(event)

    assert draft.pods == ()
    assert [(bye.player, str(bye.reason)) for bye in draft.byes] == [
        ("Anna", "fewer than three players: no table is possible"),
        ("Ben", "fewer than three players: no table is possible"),
    ]


def test_an_earned_bye_is_kept_beside_the_tables():
    event = pods()
    event = replace(event, players=(replace(event.players[0], earned_byes=(1,)), *event.players[1:]))

    draft = draft_pods(event)

    assert [(bye.player, bye.earned) for bye in draft.byes] == [("Anna", True)]
    assert sorted(len(pod.players) for pod in draft.pods) == [3, 4]


def test_a_player_with_a_fixed_table_gets_it():
    event = pods()
    event = replace(event, players=(replace(event.players[0], fixed_table=9), *event.players[1:]))

    assert [pod.table for pod in draft_pods(event).pods if "Anna" in pod.players] == [9]


def test_nobody_left_an_event_without_a_table_size_and_tie_breaks_of_games_are_refused():
    with pytest.raises(EventProblem, match="No players are left to pair in round 1"):
        draft_pods(Event((Player("Anna", dropped_after=0),), table_size=4, tie_breaks=("omw",)))
    with pytest.raises(EventProblem, match="This event has no pods. Give it a table size from 3 to 6."):
        draft_pods(Event(players("Anna", "Ben", "Cleo")))
    with pytest.raises(EventProblem, match="This event has pods; its rounds are drawn as pods"):
        pair_round(pods())
    with pytest.raises(EventProblem, match="The tie-break gw counts games, which pods do not have; use omw, oomw"):
        draft_pods(Event(players("Anna", "Ben", "Cleo"), table_size=3))
    with pytest.raises(EventProblem, match="The tie-break ogw counts games"):
        standings(pods(FIRST, tie_breaks=("omw", "ogw")))


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3, 4), (3, 2, 1, 0)),
        ((1, 3, 2, 3), (3, HALF, 2, HALF)),
        ((1, 1, 1, 1), (3 * HALF,) * 4),
        ((1, 1, 3), (9 * HALF / 2, 9 * HALF / 2, 0)),
        ((1, 2, 3, 4, 5), (3, 9 * HALF / 2, 3 * HALF, 3 * HALF / 2, 0)),
        ((2, 1), (0, 3)),
    ],
)
def test_a_place_is_worth_its_share_of_a_win_and_a_shared_place_the_mean_of_those_it_covers(places, points):
    assert points_gained(Event((), table_size=4), places) == points


def test_an_event_may_have_points_of_its_own():
    event = Event((), table_size=4, place_points=((Fraction(5), Fraction(3), Fraction(2), Fraction(1)),))

    assert points_of_places(event, 4) == (5, 3, 2, 1)
    assert points_of_places(event, 3) == (3, 3 * HALF, 0)
    assert points_gained(event, (1, 2, 2, 4)) == (5, 5 * HALF, 5 * HALF, 1)


def test_standings_count_places_byes_and_missed_rounds():
    event = pods(FIRST, [{"Anna": 1, "Emil": 1, "Ben": 3}])
    event = replace(
        event,
        rounds=(
            event.rounds[0],
            (*event.rounds[1], Pairing(("Cleo",), unplayed=Unplayed.BYE), Pairing(("Dora",), unplayed=Unplayed.LATE)),
        ),
    )

    lines = {line.id: line for line in standings(event)}

    assert lines["Anna"].exact_points == lines["Emil"].exact_points == Fraction(21, 4)
    assert (lines["Anna"].record, lines["Cleo"].record, lines["Dora"].record) == ((1, 0, 1), (1, 1, 0), (0, 2, 0))
    assert lines["Cleo"].exact_points == 4
    assert str(min(lines.values(), key=lambda line: line.rank).reason) == "21/4 points"


def test_a_bye_stays_out_of_the_own_share_where_the_event_says_so():
    event = pods(FIRST, tie_breaks=("omw",), options=Options(bye_counts=False, floor=Fraction(0)))
    bye = (Pairing(("Hana",), unplayed=Unplayed.BYE),)
    event = replace(event, rounds=(*event.rounds, bye))

    emil = next(line for line in standings(event) if line.id == "Emil")

    assert emil.exact["omw"] == Fraction(2 + 1 + 0, 3 * 3)  # Fay, Gus, and Hana, whose bye does not count


def test_every_figure_is_worked_out_term_by_term_and_comes_to_what_the_standings_have():
    event = pods(
        FIRST,
        [{"Hana": 1, "Anna": 2, "Ben": 2, "Fay": 4}, {"Emil": 2, "Cleo": 1, "Dora": 3, "Gus": 3}],
        tie_breaks=(*ALL_TIE_BREAKS, "direct", "head_to_head", "wins", "on_time"),
    )
    for line in standings(event):
        why = why_here(event, line.id)
        assert {working.key: working.result for working in why.workings} == line.exact
        assert Fraction(why.points, why.unit) == line.exact_points
        assert sum(Fraction(round_.points, why.unit) for round_ in why.rounds) == line.exact_points
        assert [len(round_.others) for round_ in why.rounds] == [3, 3]


def test_halves_quarters_and_points_of_opponents_are_said_as_fractions():
    event = pods([{"Anna": 1, "Ben": 3, "Cleo": 2, "Dora": 3}], tie_breaks=("sos", "buchholz"))

    why = why_here(event, "Anna")

    assert "1/2 points in 1 rounds" in {str(term.note) for term in why.workings[0].terms}
    assert "won; 1/2 points" in {str(term.note) for term in why.workings[1].terms}


def test_the_rule_of_an_event_of_pods_speaks_of_places():
    own = pods(place_points=((Fraction(4), 5 * HALF, Fraction(1), Fraction(0)),))

    said = list(map(str, describe_ranking(own)))

    assert said[0].startswith("At a table of several players, first place gives 3 points")
    assert said[1:3] == [
        "At a table of 4, the places give 4, 5/2, 1, 0 points.",
        "A shared place gets the mean of the places it covers.",
    ]
    assert str(message("rule.bye_at_pods")) in said
    assert not any("2–0" in sentence for sentence in said)


TABLE = {"players": ["P1", "P2", "P3", "P4"], "places": [1, 3, 2, 3]}
FILE = {"table_size": 4, "players": [{"id": f"P{number}"} for number in range(1, 8)], "rounds": [[TABLE]]}


def faults_of(**changed):
    with pytest.raises(EventProblem) as problem:
        read_event(json.dumps(FILE | changed))
    return list(problem.value.problems)


def test_an_event_of_pods_is_read_and_written():
    event = read_event(json.dumps(FILE | {"place_points": {"4": [3, 2, "1/2", 0], "3": [2, 1.5, 0]}}))

    assert event.rounds == ((Pairing(("P1", "P2", "P3", "P4"), places=(1, 3, 2, 3)),),)
    assert event.place_points == (
        (Fraction(3), Fraction(2), HALF, Fraction(0)),
        (Fraction(2), 3 * HALF, Fraction(0)),
    )
    assert event.tie_breaks == ("omw", "oomw")
    assert read_event(write_event(event)) == event


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (
            {"places": [1, 2, 2, 3]},
            "the places 1, 2, 2, 3 do not fit together, since a shared place uses up those after it; in this order "
            "they are 1, 2, 2, 4.",
        ),
        ({"places": [1, 2, 3]}, "4 players need 4 places, not 3."),
        ({"places": None}, "give either the places or the reason why nothing was played."),
        ({"unplayed": "late"}, "give either the places or the reason why nothing was played."),
        ({"games": [2, 0, 0]}, "a pod has places instead of games; give one to each player."),
        ({"players": ["P1"], "places": [1]}, "a pod has 2 to 6 players, not 1."),
        ({"places": None, "unplayed": "no_show"}, "list each player who did not play alone, with the reason."),
        (
            {"players": ["P1"], "places": None, "unplayed": "double_no_show"},
            "list each player who did not play alone, with the reason.",
        ),
        ({"players": ["P1", "P2", "P3", "P9"]}, "P9 is not among the players."),
        ({"players": ["P1", "P2", "P3", "P3"]}, "P3 already has a pairing in this round."),
    ],
)
def test_a_pod_that_cannot_be_is_named(table, sentence):
    assert faults_of(rounds=[[TABLE | table]]) == [f"Round 1, table 1: {sentence}"]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"table_size": None}, 'Round 1, table 1: places are for pods; give the event a "table_size" from 3 to 6.'),
        ({"table_size": 7}, "A pod has 3 to 6 seats, not 7."),
        ({"table_size": "4"}, 'table_size: a whole number from 0 to 1000000 is needed, not "4".'),
        ({"rounds": [[TABLE | {"places": ["first"]}]]}, 'Round 1, table 1, "places": a whole number from 0 to 1000000'),
        ({"groups": [["P1", "P2"]]}, "Pods are not drawn in groups; leave out either the groups or the table size."),
        ({"first_round": "cross"}, "The first round of pods is drawn by lot; leave first_round out."),
        ({"points": {"loss": 1}}, "At a pod the last place is worth nothing; a loss must be worth 0 points."),
        (
            {"options": {"unplayed_rounds": "dummy"}},
            "With pods, an unplayed round adds nothing to sums of opponents' scores; leave unplayed_rounds out.",
        ),
        ({"place_points": [3, 2]}, "place_points: an object in braces is needed, not [3, 2]."),
        (
            {"place_points": {"4": [3]}},
            'place_points, "4": list as many numbers as there are seats, one for each place.',
        ),
        (
            {"place_points": {"2": ["a", 0]}},
            'place_points, "2": a number from 0 to 1000 such as 2 or "3/2" is needed, not "a".',
        ),
        ({"place_points": {"1": [3]}}, "Points by place are for 2 to 6 seats, not 1."),
        (
            {"place_points": {"3": [0, 1, 2]}},
            "Points by place for 3 seats must fall from the first place to the last, from at most 1000 to at least 0, "
            "and the first place must be worth something.",
        ),
        (
            {"table_size": None, "rounds": [], "place_points": {"2": [1, 0]}},
            'Points by place are for pods; give the event a "table_size" from 3 to 6.',
        ),
    ],
)
def test_a_contradiction_in_an_event_of_pods_is_named(changed, sentence):
    assert any(fault.startswith(sentence) for fault in faults_of(**changed))


def test_points_by_place_are_given_once_for_each_number_of_seats_and_not_for_thousands():
    twice = ((Fraction(1), Fraction(0)),) * 2
    with pytest.raises(EventProblem, match="given twice for 2 seats"):
        check_event(Event(players("Anna", "Ben", "Cleo"), table_size=3, place_points=twice))
    with pytest.raises(EventProblem, match="There are 2001 players; pods are drawn for at most 2000"):
        check_event(Event(players(*(f"P{number}" for number in range(2001))), table_size=3))


def test_a_win_is_what_the_event_says_it_is():
    event = pods(FIRST, points=Points(win=6, draw=1, loss=0))

    assert [line.exact_points for line in standings(event)] == [6, 6, 4, 4, 2, 2, 0, 0]


def cup(rounds=3):
    """Pods drawn from the seed."""
    event = pods(names=tuple(f"P{number}" for number in range(1, 12)), seed=5)
    luck = Random(4)
    for _ in range(rounds):
        tables = [pod.players for pod in draft_pods(event).pods]
        row = tuple(Pairing(table, places=tuple(luck.sample(range(1, len(table) + 1), len(table)))) for table in tables)
        event = replace(event, rounds=(*event.rounds, row))
    return event


def test_pods_drawn_from_their_seed_come_out_the_same():
    assert [check.verdict for check in check_rounds(cup())] == [Verdict.SAME] * 3


def test_the_same_tables_again_are_worse_and_the_sentence_says_by_what():
    event = cup(rounds=1)
    event = replace(event, rounds=event.rounds * 2)

    check = check_rounds(event)[1]

    assert check.verdict is Verdict.WORSE
    assert check.sentence == "squared meetings: 15 as played, 2 are the least possible"
    assert any(said.startswith("squared meetings 6, squared gaps ") for _, said in check.played)


def test_tables_of_another_size_byes_and_other_lots_are_told():
    event = cup(rounds=1)
    everyone = [player.id for player in event.players]
    six_and_five = (
        Pairing(tuple(everyone[:6]), places=(1, 2, 3, 4, 5, 6)),
        Pairing(tuple(everyone[6:]), places=(1, 2, 3, 4, 5)),
    )
    with_bye = (*event.rounds[0][:2], *(Pairing((name,), unplayed=Unplayed.BYE) for name in event.rounds[0][2].players))

    wrong_size, bye = (check_rounds(replace(event, rounds=(row,)))[0] for row in (six_and_five, with_bye))
    other_lots = check_rounds(event, seed=6)[0]
    nobody = check_rounds(replace(event, rounds=((Pairing(("P1",), unplayed=Unplayed.LATE),),)))[0]

    assert wrong_size.sentence == "tables of another size: 2 as played, 0 are the least possible"
    assert bye.sentence == "byes: 3 as played, 0 are the least possible"
    assert {said for table, said in bye.played if len(table) == 1} == {"bye"}
    assert (other_lots.verdict, nobody.verdict) == (Verdict.AS_GOOD, Verdict.NOBODY)


def test_a_large_field_that_must_meet_again_says_that_its_bound_is_not_reached():
    event = pods(names=tuple(f"P{number}" for number in range(1, 21)), seed=5)
    luck = Random(1)
    drafts = []
    for _ in range(7):
        draft = draft_pods(event)
        field = pod_field(event, 5)
        places = {name: place for place, name in enumerate(field.names)}
        assert draft.proof.figure == figure_of(field, [[places[name] for name in pod.players] for pod in draft.pods])
        drafts.append(draft)
        tables = [pod.players for pod in draft.pods]
        row = tuple(Pairing(table, places=tuple(luck.sample(range(1, len(table) + 1), len(table)))) for table in tables)
        event = replace(event, rounds=(*event.rounds, row))

    open_ones = [draft for draft in drafts if not draft.proof.optimal]
    assert open_ones
    assert all(draft.proof.bound < draft.proof.figure for draft in open_ones)
    assert "pod.met_found" in {pod.reason.code for draft in open_ones for pod in draft.pods}
    assert "pod.met" not in {pod.reason.code for draft in open_ones for pod in draft.pods}
