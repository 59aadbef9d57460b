"""EVENT.json is read with every fault named, and written back the same."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bos_tournament.pairing.event import (
    BYES,
    Event,
    EventProblem,
    FirstRound,
    Options,
    Pairing,
    Player,
    Points,
    Unplayed,
    check_event,
    natural,
)
from bos_tournament.pairing.event_file import MAX_TEXT, read_event, write_event

WHOLE = {
    "points": {"win": 3, "draw": 1, "loss": 0},
    "tie_breaks": ["omw", "gw", "ogw"],
    "options": {"floor": "0.33", "bye_counts": False},
    "players": [
        {"id": "P1", "dropped_after": None, "absent": []},
        {"id": "P2", "dropped_after": 1, "absent": []},
        {"id": "P3", "absent": [2], "earned_byes": [3], "name": "a key from elsewhere"},
    ],
    "forbidden": [["P1", "P2"]],
    "rounds": [[{"players": ["P1", "P2"], "games": [2, 1, 0]}, {"players": ["P3"], "unplayed": "bye"}]],
}


def faults_of(**changed):
    with pytest.raises(EventProblem) as problem:
        read_event(json.dumps(WHOLE | changed))
    return list(problem.value.problems)


def test_a_whole_event_is_read():
    assert read_event(json.dumps(WHOLE)) == Event(
        players=(Player("P1"), Player("P2", dropped_after=1), Player("P3", absent=(2,), earned_byes=(3,))),
        rounds=((Pairing(("P1", "P2"), games=(2, 1, 0)), Pairing(("P3",), unplayed=Unplayed.BYE)),),
        forbidden=(("P1", "P2"),),
        options=Options(floor=Fraction(33, 100), bye_counts=False),
    )


def test_seeding_tables_pairs_to_avoid_and_the_seed_of_the_lots_are_read_and_written():
    event = Event(
        (Player("P1", seeding=2, fixed_table=7), Player("P2", seeding=1)),
        avoided=(("P1", "P2"),),
        first_round=FirstRound.CROSS,
        seed=2**127 + 1,
    )

    assert read_event(write_event(event)) == event


def test_what_is_left_out_has_its_usual_value():
    assert read_event('{"players": [{"id": "P1"}]}') == Event((Player("P1"),))


@given(st.data())
def test_what_is_written_is_read_back_the_same(data):
    names = data.draw(
        st.lists(
            st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=8),
            min_size=2,
            max_size=6,
            unique=True,
        )
    )
    alone = st.builds(Pairing, st.tuples(st.just(names[0])), unplayed=st.sampled_from(sorted(BYES)))
    games = st.tuples(*[st.integers(0, 3)] * 3)
    together = st.builds(Pairing, st.just((names[0], names[1])), games=games)
    event = Event(
        players=tuple(Player(name, dropped_after=data.draw(st.none() | st.integers(3, 5))) for name in names),
        rounds=tuple((data.draw(alone | together),) for _ in range(3)),
        points=Points(win=data.draw(st.integers(1, 9))),
        options=Options(floor=data.draw(st.fractions(0, 1, max_denominator=99))),
    )

    assert read_event(write_event(event)) == event


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is not JSON: line 1, column 1."),
        ('{"players": [}', "This is not JSON: line 1, column 14."),
        ("[]", "The file must hold one object with players and rounds."),
        ("[" * 200_000, "This JSON is nested too deeply or holds a number that is too long."),
        ("{}", 'The file has no "players"; list them as objects with an "id".'),
        (" " * (MAX_TEXT + 1), f"The file is longer than {MAX_TEXT} characters; export the event again or split it."),
    ],
    ids=["empty", "broken", "a list", "deep", "no players", "long"],
)
def test_a_text_that_is_no_event_is_refused(text, sentence):
    with pytest.raises(EventProblem) as problem:
        read_event(text)

    assert str(problem.value) == sentence


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"players": [{"id": "P1"}, 7]}, "Player 2: an object in braces is needed, not 7."),
        ({"players": [{"id": 1}]}, 'Player 1, "id": a text is needed, not 1.'),
        (
            {"players": [{"id": "P1", "dropped_after": -1}]},
            'Player 1, "dropped_after": a whole number from 0 to 1000000 is needed, not -1.',
        ),
        ({"players": [{"id": "P1", "absent": "2"}]}, 'Player 1, "absent": a list is needed, not "2".'),
        ({"rounds": {}}, "rounds: a list is needed, not {}."),
        (
            {"rounds": [[{"players": ["P1", "P2"], "games": [2, 1]}]]},
            "Round 1, table 1: games are three numbers: won by the first, won by the second, drawn.",
        ),
        (
            {"rounds": [[{"players": ["P1"], "unplayed": "ill"}]]},
            'Round 1, table 1: "ill" is no reason for an unplayed pairing; use one of bye, earned_bye, late, absent, '
            "no_show, double_no_show, forfeit, disqualified.",
        ),
        ({"avoided": [["P1"]]}, "Each avoided pair is a list of two players."),
        ({"first_round": "swiss"}, 'first_round: "swiss" is not known; use one of random, top_table, cross.'),
        ({"first_round": ["cross"]}, 'first_round: ["cross"] is not known; use one of random, top_table, cross.'),
        (
            {"seed": 1 << 512},
            "seed: a whole number of at most 512 bits is needed, not 1340780792994259709957402499820584612....",
        ),
        ({"seed": "7"}, 'seed: a whole number of at most 512 bits is needed, not "7".'),
        ({"forbidden": [["P1"]]}, "Each forbidden pair is a list of two players."),
        ({"points": {"win": True}}, "points, win: a whole number from 0 to 1000000 is needed, not true."),
        ({"points": {"victory": 3}}, 'points: "victory" is not known; give win, draw and loss.'),
        ({"options": {"floor": "much"}}, 'options, floor: a share from 0 to 1 such as "1/3" is needed, not "much".'),
        ({"options": {"floor": "1/0"}}, 'options, floor: a share from 0 to 1 such as "1/3" is needed, not "1/0".'),
        ({"options": {"bye_counts": 1}}, "options, bye_counts: true or false is needed, not 1."),
        (
            {"options": {"magic": 1}},
            'options: "magic" is not known; known are floor, bye_counts, missed_counts, dropped_cap, unplayed_rounds.',
        ),
    ],
)
def test_a_value_of_the_wrong_kind_is_named_with_its_place(changed, sentence):
    assert sentence in faults_of(**changed)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"players": WHOLE["players"] + [{"id": "P1"}]}, "The player P1 is listed twice; keep one of the entries."),
        ({"players": WHOLE["players"] + [{"id": ""}]}, "The player id '' must have 1 to 100 printable characters."),
        (
            {"players": [*WHOLE["players"], {"id": "P\n4"}]},
            "The player id 'P\\n4' must have 1 to 100 printable characters.",
        ),
        ({"forbidden": [["P1", "P9"]]}, "The forbidden pair P1 and P9 names P9, who is not among the players."),
        ({"avoided": [["P9", "P1"]]}, "The avoided pair P9 and P1 names P9, who is not among the players."),
        (
            {"players": [{"id": "P1", "seeding": 4}, {"id": "P2", "seeding": 4}, {"id": "P3"}]},
            "P1 and P2 both have place 4 in the seeding; give each place once.",
        ),
        (
            {"players": [{"id": "P1", "seeding": 0}, {"id": "P2"}, {"id": "P3"}]},
            "The place of P1 in the seeding must lie between 1 and 100000.",
        ),
        (
            {"players": [{"id": "P1", "fixed_table": 0}, {"id": "P2"}, {"id": "P3"}]},
            "The fixed table of P1 must lie between 1 and 100000.",
        ),
        ({"forbidden": [["P1", "P1"]]}, "The forbidden pair P1 and P1 names one player twice."),
        (
            {"points": {"win": 0}},
            "Points must rise from loss over draw to win, from 0 to 1000, and a win must be worth something.",
        ),
        ({"tie_breaks": ["gw", "gw"]}, "The tie-break gw is listed twice; keep one of the entries."),
    ],
)
def test_a_contradiction_in_the_event_is_named(changed, sentence):
    assert faults_of(**changed) == [sentence]


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ({"players": ["P1", "P9"], "games": [2, 0, 0]}, "P9 is not among the players."),
        ({"players": ["P1", "P1"], "games": [2, 0, 0]}, "P1 already has a pairing in this round."),
        ({"players": ["P1", "P2"]}, "give either the games or the reason why none was played."),
        (
            {"players": ["P1", "P2"], "games": [2, 0, 0], "unplayed": "late"},
            "give either the games or the reason why none was played.",
        ),
        ({"players": ["P1"], "games": [2, 0, 0]}, "P1 has games but no opponent."),
        ({"players": [], "unplayed": "bye"}, "a pairing has one or two players, not 0."),
        (
            {"players": ["P1", "P2"], "unplayed": "bye"},
            "a bye has one player; use no_show or forfeit when the opponent did not play.",
        ),
        ({"players": ["P1"], "unplayed": "double_no_show"}, "a double no-show needs both players."),
        ({"players": ["P1", "P2"], "games": [200, 0, 0]}, "each number of games must lie between 0 and 99."),
    ],
)
def test_a_table_that_cannot_be_is_named(table, sentence):
    assert faults_of(rounds=[[table]]) == [f"Round 1, table 1: {sentence}"]


def test_nobody_plays_after_they_dropped():
    table = {"players": ["P1", "P2"], "games": [2, 0, 0]}

    assert faults_of(rounds=[[table], [table]]) == [
        "Round 2, table 1: P2 dropped after round 1 and cannot be paired here."
    ]


def test_all_faults_come_together_and_many_are_only_counted():
    players = [{"id": number} for number in range(30)]
    faults = faults_of(players=players)

    assert len(faults) == 30
    with pytest.raises(EventProblem, match="And 10 more faults") as problem:
        read_event(json.dumps({"players": players}))
    assert str(problem.value).count("\n") == 20


def test_an_event_built_by_hand_can_be_checked_too():
    fine = Event((Player("Anna"), Player("Ben")))

    assert check_event(fine) is fine
    with pytest.raises(EventProblem, match="listed twice"):
        check_event(Event((Player("Anna"), Player("Anna"))))


def test_numbers_in_names_are_ordered_as_numbers():
    assert sorted(["P10", "P9", "Anna", "P09", "7"], key=natural) == ["7", "Anna", "P09", "P9", "P10"]
