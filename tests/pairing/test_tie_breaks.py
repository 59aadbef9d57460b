"""Every family of tie-breaks gives the figures others published, to the last digit."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bos_tournament.pairing.event import Event, Options, Pairing, Points, Unplayed, UnplayedRounds
from bos_tournament.pairing.figures import Figures
from bos_tournament.pairing.player_totals import Tallies
from bos_tournament.pairing.rank_explanation import why_here
from bos_tournament.pairing.ranking_presets import FAMILIES, describe_ranking
from bos_tournament.pairing.standings import standings
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from tests.pairing.event_notation import event_of, players
from tests.pairing.test_standings import events

CHESS = Points(win=2, draw=1, loss=0)  # in halves of a point

LEAGUE_NIGHT = """
P2 2-0 P13 · P16 2-0 P6 · P8 2-0 P12 · P7 2-0 P3 · P15 2-0 P9 · P4 2-0 P5 · P11 2-0 P10 · P14 2-0 P1
P16 2-0 P4 · P2 2-0 P8 · P7 2-0 P15 · P13 1-1 P5 · P12 2-0 P3 · P9 2-0 P1 · P10 2-0 P14
P7 2-0 P2 · P9 2-0 P16 · P12 2-0 P4 · P15 2-0 P5 · P8 2-0 P10 · P3 2-0 P1 · P13 2-0 P14
"""

FIVE = "A 2-0 B|A 1-1 C|B 2-0 C|D 2-0 A|B 1-1 D|C 2-0 D|A 2-0 E|E 2-0 B|C 1-1 E|D 2-0 E".replace("|", "\n")


def of_family(text, name, **fields):
    family = FAMILIES[name]
    return event_of(text, tie_breaks=family.tie_breaks, points=family.points, options=family.options, **fields)


def figures(event, *names):
    """By player: the figures of these tie-breaks, exact."""
    asked = Event(event.players, event.rounds, points=event.points, options=event.options, tie_breaks=names)
    return {line.id: tuple(line.exact.values()) for line in standings(asked)}


def test_a_league_night_of_sixteen_ends_in_the_published_order():
    ranks = standings(of_family(LEAGUE_NIGHT, "opponents_twice", dropped={"P6": 1, "P11": 1}))
    juniors = ["P14", "P11", "P1", "P10"]
    by_id = {line.id: line.figures for line in ranks}

    masters = [line.id for line in ranks if line.id not in juniors]
    assert masters == ["P7", "P2", "P15", "P8", "P9", "P12", "P16", "P13", "P3", "P4", "P5", "P6"]
    assert [line.id for line in ranks if line.id in juniors[:3]] == juniors[:3]
    assert {name: (by_id[name]["omw"], by_id[name]["oomw"]) for name in masters[:7]} == {
        "P7": ("0.5556", "0.6605"),
        "P2": ("0.7037", "0.5093"),
        "P15": ("0.6389", "0.5216"),
        "P8": ("0.5556", "0.5772"),
        "P9": ("0.5278", "0.5000"),
        "P12": ("0.4444", "0.5741"),
        "P16": ("0.4167", "0.5741"),
    }  # fmt: skip


def test_strength_of_schedule_of_four_is_as_published():
    event = event_of("A 2-0 B · C 2-0 D\nA 2-0 C · B 1-1 D", points=Points(6, 3, 0))

    assert figures(event, "sos", "esos")["A"] == (Fraction(9, 4), Fraction(15, 4))


def test_strength_of_schedule_with_byes_is_as_published():
    event = event_of("D 1-1 J · L bye\nL 2-0 J · D bye", points=Points(6, 3, 0))

    assert [(line.id, line.points) for line in standings(event)] == [("L", 12), ("D", 9), ("J", 3)]
    assert figures(event, "sos", "esos") == {
        "L": (Fraction(3, 2), Fraction(21, 4)),
        "D": (Fraction(3, 2), Fraction(21, 4)),
        "J": (Fraction(21, 4), Fraction(3, 2)),
    }


def test_the_five_player_table_gives_the_published_sums():
    event = event_of(FIVE, points=CHESS)
    names = ("buchholz", "buchholz_cut1", "median_buchholz", "sonneborn_berger")

    assert {line.id: line.points for line in standings(event)} == {"A": 5, "B": 3, "C": 4, "D": 5, "E": 3}
    assert figures(event, *names)["A"] == (15, 12, 7, 8)  # twice the published 7.5, 6, 3.5 and 4


@pytest.mark.parametrize(("scores", "median"), [((4, 2, 3, 4, 5, 6), 16), ((5, 4, 2, 6, 4, 5), 18)])
def test_median_buchholz_leaves_out_the_best_and_the_worst(scores, median):
    rounds = []
    for number, score in enumerate(scores):
        rounds.append(f"Anna 2-0 O{number}")
        rounds += [f"O{number} 2-0 X{number}"] * score
    event = event_of("\n".join(rounds), points=Points(1, 0, 0))

    assert figures(event, "median_buchholz")["Anna"] == (median,)


def alone_in(number, unplayed, *, before, rounds, total):
    """Anna wins, draws and loses in chess points; in round `number` she does not play."""
    tables = []
    for at in range(1, rounds + 1):
        if at == number:
            tables.append((Pairing(("Anna",) if unplayed is Unplayed.BYE else ("Anna", "Gone"), unplayed=unplayed),))
            continue
        left, at_left = (before, number - 1) if at < number else (total, rounds - number)
        done = at - 1 if at < number else at - number - 1
        games = (2, 0, 0) if left >= 2 * (done + 1) else (1, 1, 0) if left == 2 * done + 1 else (0, 2, 0)
        tables.append((Pairing(("Anna", f"O{at}"), games=games),))
    names = sorted({name for tables_ in tables for table in tables_ for name in table.players})
    return Event(players(*names), tuple(tables), points=CHESS, options=Options(unplayed_rounds=UnplayedRounds.VIRTUAL))


@pytest.mark.parametrize(
    ("number", "unplayed", "before", "rounds", "expected"),
    [
        (3, Unplayed.NO_SHOW, 3, 3, 5),  # 1.5 before: 2.5 after round 3
        (3, Unplayed.NO_SHOW, 3, 9, 11),  # and 5.5 at the end
        (6, Unplayed.BYE, 7, 6, 7),  # 3.5 before: 3.5 after round 6
        (6, Unplayed.BYE, 7, 9, 10),  # and 5.0 at the end
        (3, Unplayed.BYE, 4, 9, 10),  # 2 before: one's own contribution is 5
    ],
)
def test_the_virtual_opponent_has_the_published_score(number, unplayed, before, rounds, expected):
    event = alone_in(number, unplayed, before=before, rounds=rounds, total=4)
    figures_ = Figures(event)
    anna = figures_.tallies.places["Anna"]

    contribution = next(one for one in figures_.contributions[anna] if one.round == number)
    assert contribution.score == expected


def test_an_unplayed_round_counts_as_drawn_for_opponents_of_the_virtual_kind():
    """Six points with a win by forfeit count 5.5; six with a missed round count 6.5."""
    text = "\n".join(["A 2-0 B"] * 2 + ["Gone forfeit A"] + ["A 2-0 B"] * 3 + ["A 0-2 B"] * 2)
    options = Options(unplayed_rounds=UnplayedRounds.VIRTUAL)
    forfeit = Figures(event_of(text, points=CHESS, options=options))
    missed = Figures(
        event_of("\n".join(["A 2-0 B"] * 4 + ["A absent"] + ["A 2-0 B"] * 2), points=CHESS, options=options)
    )

    for figures_, score in ((forfeit, 11), (missed, 13)):
        ben = figures_.contributions[figures_.tallies.places["B"]]
        assert [one.score for one in ben if one.opponent is not None][0] == score


def test_a_dummy_has_ones_own_score_and_a_round_missed_by_oneself_is_cut_first():
    text = "Anna absent · Ben 2-0 Cleo\nAnna 2-0 Cleo · Ben bye\nAnna 1-1 Ben · Cleo absent"
    event = event_of(text, points=CHESS, options=Options(unplayed_rounds=UnplayedRounds.DUMMY))

    # Cleo's round at the end counts as drawn for her opponents; Anna's first round was not at the end
    assert {line.id: line.points for line in standings(event)} == {"Ben": 5, "Anna": 3, "Cleo": 0}
    assert figures(event, "buchholz", "buchholz_cut1")["Anna"] == (3 + 1 + 5, 1 + 5)
    assert figures(event, "buchholz", "buchholz_cut1")["Ben"] == (1 + 5 + 3, 5 + 3)
    assert figures(event, "buchholz", "buchholz_cut1")["Cleo"] == (5 + 3 + 0, 5 + 3)


def test_head_to_head_decides_between_exactly_two_who_met():
    two = of_family("Anna 2-0 Ben · Cleo 2-0 Dora\nBen 2-0 Cleo · Anna 0-2 Dora", "opponents_twice")
    ranks = [line.id for line in standings(Event(two.players, two.rounds, tie_breaks=("head_to_head",)))]

    assert ranks == ["Anna", "Ben", "Cleo", "Dora"]  # four are equal: nothing is decided
    pair = event_of("Anna 0-2 Ben\nAnna 2-0 Cleo · Ben 0-2 Dora\nDora 2-0 Cleo", tie_breaks=("head_to_head",))
    assert [(line.id, line.rank) for line in standings(pair)] == [("Dora", 1), ("Ben", 2), ("Anna", 3), ("Cleo", 4)]


def test_a_match_to_which_neither_came_decides_nothing_between_them():
    event = event_of("Anna double_no_show Ben", tie_breaks=("head_to_head", "direct"))

    assert [line.rank for line in standings(event)] == [1, 1]


def test_direct_encounter_ranks_three_who_all_met_and_looks_again_at_who_is_still_equal():
    text = "A 2-0 B · C 2-0 D\nA 2-0 C · B 2-0 D\nD 2-0 A · B 2-0 C"
    event = event_of(text, tie_breaks=("direct",))

    assert [(line.id, line.rank, line.points) for line in standings(event)] == [
        ("A", 1, 6),
        ("B", 2, 6),
        ("C", 3, 3),
        ("D", 4, 3),
    ]


def test_direct_encounter_decides_nothing_that_a_match_never_played_could_change():
    text = "A 2-0 B · C 2-0 D\nC 2-0 X · B 2-0 X2"
    event = event_of(text, tie_breaks=("direct",))
    equal_on_three = {line.id: line for line in standings(event) if line.points == 3}

    assert {name: line.exact["direct"] for name, line in equal_on_three.items()} == {"A": 1, "B": 0}


def test_whoever_came_late_stands_below_equals_who_were_there():
    event = event_of("Anna 2-0 Ben · Cleo late\nCleo 2-0 Ben · Anna absent", tie_breaks=("on_time",))

    assert [(line.id, line.rank) for line in standings(event)][:2] == [("Anna", 1), ("Cleo", 2)]


def test_a_drop_after_the_last_round_changes_no_figure_of_closed_standings():
    text = "Anna 2-0 Ben · Cleo 2-0 Dora\nAnna 2-0 Cleo · Ben 2-0 Dora"
    before, after = of_family(text, "opponents_twice"), of_family(text, "opponents_twice", dropped={"Anna": 2})

    assert standings(before) == standings(after)


ORDERS = st.lists(st.sampled_from(sorted(TIE_BREAKS)), unique=True, max_size=5)
CONVENTIONS = st.builds(
    Options,
    floor=st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(1, 3)]),
    bye_counts=st.booleans(),
    missed_counts=st.booleans(),
    dropped_cap=st.sampled_from([Fraction(1), Fraction(3, 4)]),
    unplayed_rounds=st.sampled_from(UnplayedRounds),
)


@st.composite
def ordered_events(draw):
    """An event under any convention, ordered by any tie-breaks."""
    event = draw(events())
    return Event(
        event.players,
        event.rounds,
        points=draw(st.sampled_from([Points(), CHESS, Points(3, 1, 1)])),
        options=draw(CONVENTIONS),
        tie_breaks=tuple(draw(ORDERS)),
    )


@given(ordered_events())
@settings(deadline=None)
def test_every_rank_shows_a_working_that_adds_up_to_its_figures(event):
    for line in standings(event):
        why = why_here(event, line.id)

        assert (why.rank, why.points, why.reason) == (line.rank, line.points, line.reason)
        assert {one.key: one.result for one in why.workings} == line.exact
        assert sum(one.points for one in why.rounds) == line.points


@given(ordered_events(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_under_any_convention_the_order_of_input_never_matters(event, shuffle):
    entered, rounds = list(event.players), [list(tables) for tables in event.rounds]
    for part in (entered, *rounds):
        shuffle.shuffle(part)
    mixed = Event(tuple(entered), tuple(map(tuple, rounds)), (), event.points, event.tie_breaks, event.options)

    assert standings(mixed) == standings(event)


@given(ordered_events())
@settings(deadline=None)
def test_under_any_convention_players_who_did_the_same_stand_the_same(event):
    """Two copies of a tournament side by side: everyone stands level with their double."""
    doubles = {player.id: f"{player.id}'" for player in event.players}
    copied = tuple(
        tables + tuple(Pairing(tuple(doubles[name] for name in one.players), one.games, one.unplayed) for one in tables)
        for tables in event.rounds
    )
    names = players(*doubles, *doubles.values())
    ranks = {
        line.id: (line.rank, line.exact)
        for line in standings(Event(names, copied, (), event.points, event.tie_breaks, event.options))
    }

    assert all(ranks[name] == ranks[double] for name, double in doubles.items())


def test_the_written_convention_says_every_choice_the_figures_depend_on():
    event = of_family("Anna 2-0 Ben", "opponents_twice")
    text = " ".join(map(str, describe_ranking(event)))

    assert "An opponent's percentage counts as at least 1/4." in text
    assert "counts as at most 3/4" in text
    assert "does not count towards the player's own percentages" in text
    assert text.index("OMW:") < text.index("OOMW:") < text.index("H2H:")


def test_every_family_and_every_tie_break_can_be_written_and_computed():
    event = event_of("Anna 2-0 Ben · Cleo bye")
    for family in FAMILIES.values():
        one = Event(event.players, event.rounds, (), family.points, family.tie_breaks, family.options)
        assert describe_ranking(one)
        assert len(standings(one)) == 3
    assert Tallies(event).points == [3, 0, 3]


def test_nobody_else_has_a_rank_to_explain():
    with pytest.raises(ValueError, match="Zoe is not among the players"):
        why_here(event_of("Anna 2-0 Ben"), "Zoe")
