"""Published standings are reproduced to the printed digit, and every convention is what it says."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bos_tournament.pairing.event import BYES, Event, EventProblem, Options, Pairing, Player, Unplayed
from bos_tournament.pairing.player_totals import Tallies
from bos_tournament.pairing.standings import standings
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from tests.pairing.event_notation import event_of, players, rounds_of


def printed(event):
    return {line.id: (line.points, *(line.figures[name] for name in ("omw", "gw", "ogw"))) for line in standings(event)}


SIX_WITH_A_DRAWN_MATCH = """
P2 1-2 P4 · P1 2-1 P5 · P3 1-1 P6
P1 2-1 P4 · P6 1-2 P5 · P3 0-2 P2
P6 1-2 P1 · P3 2-1 P4 · P2 2-1 P5
"""

SIX_WITH_A_DRAWN_GAME = """
P3 0-2 P1 · P6 1-2 P5 · P2 2-0 P4
P2 0-2 P1 · P4 2-0 P5 · P6 0-2 P3
P5 0-2 P1 · P6 0-2 P2 · P3 1-1-1 P4
"""


def test_three_rounds_of_six_with_a_drawn_match_give_the_published_figures():
    assert printed(event_of(SIX_WITH_A_DRAWN_MATCH)) == {
        "P1": (9, "0.3333", "0.6667", "0.4213"),
        "P2": (6, "0.3704", "0.6250", "0.4392"),
        "P3": (4, "0.4444", "0.4286", "0.4815"),
        "P4": (3, "0.7037", "0.4444", "0.5734"),
        "P5": (3, "0.6667", "0.4444", "0.5556"),
        "P6": (1, "0.5926", "0.3750", "0.5132"),
    }
    assert [line.id for line in standings(event_of(SIX_WITH_A_DRAWN_MATCH))] == ["P1", "P2", "P3", "P4", "P5", "P6"]


def test_three_rounds_of_six_with_a_drawn_game_give_the_published_figures():
    assert printed(event_of(SIX_WITH_A_DRAWN_GAME)) == {
        "P1": (9, "0.4815", "1.0000", "0.4921"),
        "P2": (6, "0.5926", "0.6667", "0.6032"),
        "P3": (4, "0.5926", "0.4762", "0.6032"),
        "P4": (4, "0.4815", "0.4762", "0.4921"),
        "P5": (3, "0.5926", "0.2857", "0.6032"),
        "P6": (0, "0.4815", "0.1429", "0.4921"),
    }


def test_equal_points_are_split_by_opponents_and_the_reason_shows_both_figures():
    ranks = {line.id: line for line in standings(event_of(SIX_WITH_A_DRAWN_GAME))}

    assert (ranks["P3"].rank, ranks["P4"].rank) == (3, 4)
    assert str(ranks["P1"].reason) == "9 points"
    assert str(ranks["P4"].reason) == "same points as P3; opponents' match wins 0.4815 against 0.5926"
    assert ranks["P4"].exact["omw"] == Fraction(13, 27)


@pytest.mark.parametrize(
    ("games", "game_points"), [((2, 0, 0), (6, 0)), ((2, 1, 0), (6, 3)), ((2, 0, 1), (7, 1)), ((0, 0, 3), (3, 3))]
)
def test_game_points_of_one_match_are_those_of_the_rule(games, game_points):
    counted = Tallies(Event(players("Anna", "Ben"), ((Pairing(("Anna", "Ben"), games),),)))

    assert (counted.of("Anna").game_points, counted.of("Ben").game_points) == game_points


@pytest.mark.parametrize(("record", "points"), [("WWWWWWLL", 18), ("WWWWLLDD", 14), ("WWWWWWLLD", 19)])
def test_match_points_of_a_record_are_those_of_the_rule(record, points):
    games = {"W": "2-0", "L": "0-2", "D": "1-1"}
    event = event_of("\n".join(f"Anna {games[letter]} Ben" for letter in record))

    assert Tallies(event).of("Anna").points == points


def test_two_byes_can_be_left_out_of_the_match_win_share():
    byes = ((Pairing(("Anna",), unplayed=Unplayed.BYE),),) * 2
    played = rounds_of("\n".join(f"Anna {games} Ben" for games in ["2-0"] * 4 + ["0-2"] * 2 + ["1-1"]))
    with_byes = Event(players("Anna", "Ben"), byes + played)
    without = Event(players("Anna", "Ben"), byes + played, options=Options(bye_counts=False))

    assert {line.id: line.exact["omw"] for line in standings(with_byes)}["Ben"] == Fraction(19, 27)
    assert {line.id: line.exact["omw"] for line in standings(without)}["Ben"] == Fraction(13, 21)
    assert Tallies(without).of("Anna").points == 19


def test_a_bye_is_a_win_by_two_games_and_no_opponent():
    event = event_of("Anna 2-1 Ben · Cleo bye\nCleo 0-2 Anna · Ben bye")
    anna, ben, cleo = standings(event)

    assert (anna.record, ben.record, cleo.record) == ((2, 0, 0), (1, 1, 0), (1, 1, 0))
    assert ben.exact == {"omw": Fraction(1), "gw": Fraction(3, 5), "ogw": Fraction(4, 5)}
    assert cleo.exact == {"omw": Fraction(1), "gw": Fraction(1, 2), "ogw": Fraction(4, 5)}


def test_a_player_who_dropped_is_judged_by_the_rounds_they_played():
    event = event_of("Anna 0-2 Ben · Cleo 2-0 Dora\nBen 2-0 Cleo", dropped={"Anna": 1, "Dora": 1})
    ranks = {line.id: line for line in standings(event)}

    assert ranks["Cleo"].exact["omw"] == (Fraction(1, 3) + 1) / 2
    assert ranks["Anna"].record == (0, 1, 0)


def test_whoever_comes_not_loses_and_the_other_wins_two_games():
    event = event_of("Anna no_show Ben · Cleo double_no_show Dora")
    counted = {name: Tallies(event).of(name) for name in ("Anna", "Ben", "Cleo", "Dora")}

    assert counted["Anna"].record == (0, 1, 0)
    assert (counted["Anna"].games, counted["Anna"].faced, counted["Anna"].share_most) == (2, 1, 3)
    assert (counted["Ben"].points, counted["Ben"].game_points, counted["Ben"].games) == (3, 6, 2)
    assert [(counted[name].lost, counted[name].games) for name in ("Cleo", "Dora")] == [(1, 0), (1, 0)]


def test_a_missed_round_is_lost_unless_the_tournament_says_it_does_not_count():
    text = "Anna 2-0 Ben · Cleo late\nAnna 2-0 Cleo · Ben 2-0 Dora"
    late = event_of(text)
    lenient = event_of(text, options=Options(missed_counts=False, floor=Fraction(0)))

    assert Tallies(late).of("Cleo").share_most == 6
    assert Tallies(lenient).of("Cleo").share_most == 3
    assert Tallies(late).of("Cleo").games == 2


def test_equal_figures_share_a_rank_and_stand_by_name_in_natural_order():
    event = event_of("P10 2-0 P2 · P9 2-0 P1")
    lines = standings(event)

    assert [(line.rank, line.id) for line in lines] == [(1, "P9"), (1, "P10"), (3, "P1"), (3, "P2")]
    assert str(lines[1].reason) == "same points and tie-breakers as P9; shared rank"


def test_nobody_has_played_yet_and_all_are_first():
    assert {line.rank for line in standings(Event(players("Anna", "Ben", "Cleo")))} == {1}
    assert standings(Event(())) == ()


def test_the_order_of_tie_breaks_is_the_organizers():
    by_games_alone = standings(event_of(SIX_WITH_A_DRAWN_GAME, tie_breaks=("gw",)))

    assert [line.rank for line in by_games_alone] == [1, 2, 3, 3, 5, 6]
    assert list(by_games_alone[0].figures) == ["gw"]


def test_an_unknown_tie_break_is_refused_with_the_known_ones():
    with pytest.raises(EventProblem) as problem:
        standings(event_of("Anna 2-0 Ben", tie_breaks=("luck",)))

    assert str(problem.value) == f"The tie-break 'luck' is not known; known are {', '.join(TIE_BREAKS)}."


def test_the_floor_can_be_written_as_0_33():
    event = event_of("Anna 2-0 Ben", options=Options(floor=Fraction("0.33")))

    assert standings(event)[0].figures["omw"] == "0.3300"


def test_whoever_met_nobody_has_no_shares():
    assert standings(Event((Player("Anna"),)))[0].exact == {"omw": 0, "gw": 0, "ogw": 0}


RESULTS = st.tuples(*[st.integers(0, 2)] * 3)


@st.composite
def events(draw):
    """A few rounds between a few players, with every kind of unplayed pairing."""
    names = [f"P{number}" for number in range(1, draw(st.integers(2, 7)) + 1)]
    rounds = []
    for _ in range(draw(st.integers(0, 5))):
        order = draw(st.permutations(names))
        tables = [tuple(order[at : at + 2]) for at in range(0, len(order), 2)]
        rounds.append(tuple(draw(pairings(table)) for table in tables))
    return Event(
        players(*names),
        tuple(rounds),
        options=Options(bye_counts=draw(st.booleans()), missed_counts=draw(st.booleans())),
    )


def pairings(table):
    if len(table) == 1:
        alone = [kind for kind in Unplayed if kind is not Unplayed.DOUBLE_NO_SHOW]
        return st.builds(Pairing, st.just(table), unplayed=st.sampled_from(alone))
    at_fault = [kind for kind in Unplayed if kind not in BYES]
    unplayed = st.builds(Pairing, st.just(table), unplayed=st.sampled_from(at_fault))
    return st.one_of(st.builds(Pairing, st.just(table), games=RESULTS), unplayed)


def by_the_book(event):
    """The rule of the match-points family written down once more, slowly, in fractions."""
    third, points, rounds, games, opponents = Fraction(1, 3), {}, {}, {}, {}
    for name in (player.id for player in event.players):
        mine = [pairing for pairing in event.pairings() if name in pairing.players]
        outcomes = [outcome(pairing, name) for pairing in mine]
        counted = [one for one, pairing in zip(outcomes, mine) if counts(event, pairing)]
        points[name] = sum(one[0] for one in outcomes)
        rounds[name] = Fraction(sum(one[0] for one in counted), 3 * len(counted)) if counted else Fraction(0)
        played = sum(one[2] for one in counted)
        games[name] = Fraction(sum(one[1] for one in counted), 3 * played) if played else Fraction(0)
        opponents[name] = [other for pairing in mine for other in pairing.players if other != name]

    def mean(shares, name):
        faced = opponents[name]
        return sum((max(shares[other], third) for other in faced), Fraction(0)) / len(faced) if faced else Fraction(0)

    return {
        name: (points[name], {"omw": mean(rounds, name), "gw": games[name], "ogw": mean(games, name)})
        for name in points
    }


def outcome(pairing, name):
    """Match points, game points and games of one player from one pairing."""
    if pairing.games is None:
        if pairing.unplayed in BYES:
            return 3, 6, 2
        if len(pairing.players) == 1 or pairing.unplayed is Unplayed.DOUBLE_NO_SHOW:
            return 0, 0, 0
        return (0, 0, 2) if name == pairing.players[0] else (3, 6, 2)
    won, lost, drawn = (pairing if name == pairing.players[0] else turned(pairing)).games
    return 3 * (won > lost) + (won == lost), 3 * won + drawn, won + lost + drawn


def counts(event, pairing):
    if len(pairing.players) == 2:
        return True
    return event.options.bye_counts if pairing.unplayed in BYES else event.options.missed_counts


@given(events())
@settings(deadline=None)
def test_the_figures_are_those_of_the_rule_worked_out_by_hand(event):
    ranks = standings(event)

    assert {line.id: (line.points, line.exact) for line in ranks} == by_the_book(event)
    figures = [(line.points, *line.exact.values()) for line in ranks]
    assert figures == sorted(figures, reverse=True)
    assert [line.rank for line in ranks] == [1 + sum(other > mine for other in figures) for mine in figures]


@given(events(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_input_never_matters(event, shuffle):
    mixed_players, mixed_rounds = list(event.players), [[turned(table) for table in tables] for tables in event.rounds]
    for part in (mixed_players, *mixed_rounds):
        shuffle.shuffle(part)
    mixed = Event(tuple(mixed_players), tuple(map(tuple, mixed_rounds)), options=event.options)

    assert standings(mixed) == standings(event)
    assert [line.reason for line in standings(mixed)] == [line.reason for line in standings(event)]


def turned(pairing):
    """The same result told from the other side."""
    if pairing.games is None:
        return pairing
    won, lost, drawn = pairing.games
    return Pairing(pairing.players[::-1], (lost, won, drawn))


@given(events())
@settings(deadline=None)
def test_players_who_did_the_same_stand_the_same_under_any_name(event):
    other_name = {player.id: f"Q{len(event.players) - at}" for at, player in enumerate(event.players)}
    renamed = Event(
        players(*other_name.values()),
        tuple(
            tuple(Pairing(tuple(map(other_name.get, one.players)), one.games, one.unplayed) for one in tables)
            for tables in event.rounds
        ),
        options=event.options,
    )
    ranks = {line.id: line for line in standings(renamed)}

    for line in standings(event):
        assert (ranks[other_name[line.id]].rank, ranks[other_name[line.id]].exact) == (line.rank, line.exact)
