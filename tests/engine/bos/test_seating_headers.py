"""Headers of games of more than two: seats by their lists, teams, bids, who begins, and the life of a raid boss."""

import pytest

from engine import log
from engine.bos import game as bos
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Given, Problem
from engine.seats import seat_name
from engine.verdict import judge_text

DECKS = [starter_decks()[name] for name in ("First Sparks", "Open Meadow", "Clear Ice")] * 2


def given(seats, **names):
    lists = {seat_name(seat): DECKS[seat] for seat in range(seats)}
    return Given(lists, sample_pool(), DEFAULT_EDITION, **names)


def opened(head, seats, lines=""):
    return bos.open_game(log.read(f"{head}\n{lines}", bos.acts), given(seats))


def setup_of(head, seats, lines=""):
    opening = opened(head, seats, lines)
    assert not isinstance(opening, Problem), str(opening.message)
    return opening.setup


@pytest.mark.parametrize(
    ("mode", "seats", "known", "sides"),
    [
        ("free-for-all", 3, "free-for-all", ((0,), (1,), (2,))),
        ("ffa", 6, "free-for-all", ((0,), (1,), (2,), (3,), (4,), (5,))),
        ("FFA", 2, "duel", ((0,), (1,))),
        ("Team", 4, "teams", ((0, 2), (1, 3))),
        ("teams", 6, "teams", ((0, 2, 4), (1, 3, 5))),
        ("2v2", 4, "combined", ((0, 2), (1, 3))),
        ("raid boss", 5, "raid", ((0,), (1, 2, 3, 4))),
    ],
)
def test_the_lists_say_how_many_sit_there_and_the_mode_who_are_a_side(mode, seats, known, sides):
    setup = setup_of(f"[Mode {mode}]", seats)

    assert (setup.seating.mode, setup.seating.sides) == (known, sides)
    assert [len(of_seat) for of_seat in (setup.names, setup.bosses, setup.wizards, setup.piles, setup.hidden)] == [
        seats
    ] * 5


def test_three_teams_of_two_are_written():
    assert setup_of("[Mode teams] [Teams P6 P3, P1 P4, P5 P2]", 6).seating.sides == ((0, 3), (1, 4), (2, 5))


def test_players_wizards_and_swaps_are_those_of_each_seat():
    head = (
        "[Mode ffa] [P3 Cleo] [Number 2] [Swap P3 -Glass Heron +Marsh Strider] "
        "[Wizards P3 Fog Weaver, Tide Reader, Rime Scholar]"
    )
    setup = setup_of(head, 3)

    assert setup.names == ("P1", "P2", "Cleo")
    assert [card.name for card in setup.wizards[2]] == ["Fog Weaver", "Tide Reader", "Rime Scholar"]
    assert setup.hidden_swap == (True, True, False)


def test_a_host_knows_the_names_better_than_the_record():
    opening = bos.open_game(log.read("[Mode ffa] [P1 Nobody]", bos.acts), given(3, names=("Anna", "Ben", "Cleo")))

    assert opening.setup.names == ("Anna", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("head", "seats", "ether"),
    [
        ("[Mode ffa]", 3, (0, 0, 0)),
        ("[Mode ffa] [Bid P1 4 P2 6 P3 7 P4 1]", 4, (4, 6, 0, 1)),
        ("[Mode ffa] [Bid P3 4 P1 4 P2 9]", 3, (4, 0, 4)),
        ("[Mode ffa] [Bid P1 7 P2 6 P3 7] [Named P3]", 3, (7, 6, 0)),
        ("[Mode teams] [Bid P1 3 P2 5]", 4, (3, 0, 3, 0)),
        ("[Mode teams] [Bid P4 2 P3 5]", 4, (0, 2, 0, 2)),
        ("[Mode 2v2] [Bid P4 2 P3 5]", 4, (0, 2, 0, 2)),
        ("[Mode teams] [Bid P1 5 P2 5] [Named P4]", 4, (5, 0, 5, 0)),
        ("[Mode teams] [Teams P1 P4, P2 P5, P3 P6] [Bid P1 1 P2 9 P6 4]", 6, (1, 0, 4, 1, 0, 4)),
    ],
)
def test_everybody_who_did_not_bid_most_gets_their_own_bid(head, seats, ether):
    assert setup_of(head, seats).ether == ether


@pytest.mark.parametrize(
    ("head", "lines", "first"),
    [
        ("[Mode ffa] [First P3]", "T1 P2", 2),
        ("[Mode ffa]", "T1 P3", 2),
        ("[Mode ffa]", "", 0),
        ("[Mode raid]", "T1 P3", 0),
        ("[Mode raid] [First P1]", "", 0),
    ],
)
def test_any_seat_may_begin_but_in_a_raid_it_is_the_raid_boss(head, lines, first):
    assert setup_of(head, 3, lines).first == first


def test_an_event_gives_the_raid_boss_another_life_total():
    assert setup_of("[Mode raid] [Life P1 60]", 4).life == (60, 30, 30, 30)
    assert setup_of("[Mode raid]", 4).life == ()


@pytest.mark.parametrize(
    ("head", "seats"),
    [
        ("[Mode brawl]", 3),
        ("", 3),
        ("[Mode ffa]", 1),
        ("[Mode teams]", 3),
        ("[Mode teams]", 5),
        ("[Mode raid]", 2),
        ("[Mode teams] [Teams P1 P2, P3 P4]", 4),
        ("[Mode teams] [Teams P1 P3 P2 P4]", 4),
        ("[Mode teams] [Teams P1 P3, P2 P5]", 4),
        ("[Mode teams] [Teams P1, P2, P3, P4]", 4),
        ("[Mode ffa] [Teams P1 P3, P2 P4]", 4),
        ("[Mode ffa] [First P4]", 3),
        ("[Mode ffa] [Bid P1 4 P2 7]", 3),
        ("[Mode ffa] [Bid P1 4 P2 7 P3 0 P4 1]", 3),
        ("[Mode ffa] [Bid P1 4 P2 7 P2 0]", 3),
        ("[Mode ffa] [Bid P1 4 P2 7 P3]", 3),
        ("[Mode ffa] [Bid P1 7 P2 3 P3 7]", 3),
        ("[Mode ffa] [Bid P1 7 P2 3 P3 7] [Named P2]", 3),
        ("[Mode ffa] [Bid P1 7 P2 3 P3 7] [Named Anna]", 3),
        ("[Mode teams] [Bid P1 3 P3 5]", 4),
        ("[Mode teams] [Bid P1 3 P2 4 P3 5]", 4),
        ("[Mode raid] [Bid P1 3 P2 4 P3 5]", 3),
        ("[Mode raid] [First P2]", 3),
        ("[Mode raid] [Life P2 60]", 3),
        ("[Mode raid] [Life P1 0]", 3),
        ("[Mode ffa] [Life P1 60]", 3),
        ("[Mode ffa] [Wizards P4 Tide Reader, Rime Scholar, Fog Weaver]", 3),
        ("[Mode ffa] [Position T1 P1 main]", 3),
        ("[Mode ffa] [Teams]", 3),
        ("[Mode teams] [Teams P1 P3, P2 P4] [Teams P2 P4, P1 P3]", 4),
        ("[Mode combined]", 3),
        ("[Mode combined] [Bid P1 3 P3 5]", 4),
        ("[Mode combined] [Teams P1 P4, P2 P3]", 4),
    ],
)
def test_a_header_that_does_not_fit_the_table_is_malformed(head, seats):
    problem = opened(head, seats)

    assert isinstance(problem, Problem)
    assert (problem.finding, problem.rule) == ("unreadable", None)
    assert str(problem.message)[-1] in ".?"


def test_seats_have_no_gap():
    lists = {"P1": DECKS[0], "P2": DECKS[1], "P4": DECKS[2]}

    problem = bos.open_game(log.read("[Mode ffa]", bos.acts), Given(lists, sample_pool(), DEFAULT_EDITION))

    assert (problem.finding, problem.rule) == ("unreadable", None)
    assert "without a gap" in str(problem.message)


def test_in_a_duel_the_headers_of_larger_tables_are_unknown_as_ever():
    notes = [str(note.message) for note in opened("[P3 Cleo] [Teams P1, P2] [Life P1 60] [Named P1]", 2).notes]

    assert notes == [f"The header [{word} …] is unknown and was ignored." for word in ("P3", "Teams", "Life", "Named")]


def test_columns_that_nobody_wrote_are_asked_for_as_soon_as_one_matters():
    lists = {seat_name(seat): starter_decks()["Deep Grove"] for seat in range(3)}
    grove = Given(lists, sample_pool(), DEFAULT_EDITION)
    record = "[Mode ffa]\nT1 P1\nE\nT2 P2\nS a Bramble Elk\n"
    known = "".join(f"[Wizards P{seat} Forest Sage, Seed Binder, Loam Keeper]" for seat in (1, 2, 3))

    assert judge_text(bos, record, grove)["finding"] == "unfinished"
    asked = judge_text(bos, f"{record}U wb -> a\n", grove)
    assert (asked["finding"], asked["line"], asked["rule"]) == ("unproven", 5, "3.2.3")
    assert judge_text(bos, f"{known}{record}U wb -> a\n", grove)["rule"] != "3.2.3"
