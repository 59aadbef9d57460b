"""A finished tournament is paired again round by round; whatever differs is named and explained."""

import json
from dataclasses import replace
from random import Random

from hypothesis import given, settings

from bos_tournament.pairing.__main__ import main
from bos_tournament.pairing.event import Event, FirstRound, Pairing, Player, Unplayed
from bos_tournament.pairing.event_check import COSTS, Price, Verdict, before_round, check_rounds
from bos_tournament.pairing.event_file import write_event
from bos_tournament.pairing.swiss import pair_round
from tests.pairing.brute_force_rounds import Prices, seated, tables_of
from tests.pairing.event_notation import event_of, players
from tests.pairing.event_strategies import SEED, events


def cup(many=9, rounds=4, seed=5, **fields):
    """A tournament paired from the seed."""
    luck = Random(seed)
    event = Event(players(*(f"P{number}" for number in range(1, many + 1))), seed=seed, **fields)
    for _ in range(rounds):
        proposal = pair_round(event)
        tables = [Pairing(pair.players, luck.choice(((2, 0, 0), (1, 2, 0), (1, 1, 1)))) for pair in proposal.pairs]
        byes = [Pairing((bye.player,), unplayed=Unplayed.BYE) for bye in proposal.byes]
        event = replace(event, rounds=(*event.rounds, (*tables, *byes)))
    return event


def swapped(event, number, first, second):
    """The round with the second players of two tables changed over."""
    tables = list(event.rounds[number - 1])
    one, other = tables[first], tables[second]
    tables[first] = replace(one, players=(one.players[0], other.players[1]))
    tables[second] = replace(other, players=(other.players[0], one.players[1]))
    return replace(event, rounds=(*event.rounds[: number - 1], tuple(tables), *event.rounds[number:]))


def test_a_tournament_drawn_from_its_seed_comes_out_the_same():
    assert [check.verdict for check in check_rounds(cup())] == [Verdict.SAME] * 4


@given(events(fewest=4, most=30, most_rounds=6))
@settings(max_examples=60, deadline=None)
def test_whoever_came_late_left_or_returned_every_round_comes_out_the_same(event):
    assert {check.verdict for check in check_rounds(event, seed=SEED)} <= {Verdict.SAME}


@given(events(fewest=4, most=16, most_rounds=5, our_own=False))
@settings(max_examples=60, deadline=None)
def test_rounds_drawn_by_others_are_never_better_and_the_first_rule_they_break_is_named(event):
    for check in check_rounds(event, seed=SEED):
        before = before_round(event, check.round)
        rows = event.rounds[check.round - 1]
        played = [one.players for one in rows if len(one.players) == 2 or one.unplayed is Unplayed.BYE]
        drawn = tables_of(pair_round(before, seed=SEED))
        assert sorted(name for table in played for name in table) == sorted(seated(before))

        costs, least = (Prices(before).of_round(tables) for tables in (played, drawn))
        assert (check.verdict is Verdict.WORSE) == (costs > least)
        if costs > least:
            named = [what for what in COSTS if "half" not in what]
            first = next(what for what, one, other in zip(named, costs, least, strict=True) if one != other)
            assert check.sentence.startswith(f"{first}: ")
            assert {frozenset(table) for table, _ in check.played} == set(map(frozenset, played)) - set(
                map(frozenset, drawn)
            )


def test_a_table_changed_by_hand_is_found_and_measured():
    event = event_of("Anna 2-0 Ben · Cleo 2-1 Dora\nAnna 2-0 Dora · Cleo 2-0 Ben")

    assert check_rounds(event, seed=1)[1].verdict is Verdict.WORSE
    assert check_rounds(event, seed=1)[1].sentence == "squared gaps: 18 as played, 0 are the least possible"
    assert dict(check_rounds(event, seed=1)[1].played) == {
        ("Anna", "Dora"): "3 points apart",
        ("Cleo", "Ben"): "3 points apart",
    }
    assert {str(reason) for _, reason in check_rounds(event, seed=1)[1].drawn} == {"same points, never met"}


def test_a_rematch_that_was_not_needed_is_named():
    check = check_rounds(event_of("Anna 2-0 Ben · Cleo 2-1 Dora\nAnna 2-0 Ben · Cleo 2-0 Dora"))[1]

    assert check.sentence == "rematches: 2 as played, 0 are the least possible"
    assert dict(check.played)["Anna", "Ben"] == "met before, 3 points apart"


def test_a_bye_that_went_to_the_wrong_player_is_named():
    check = check_rounds(event_of("Anna 2-0 Ben · Cleo bye\nAnna 2-0 Ben · Cleo bye"))[1]

    assert check.sentence.startswith("rematches: 1 as played, 0")
    check = check_rounds(event_of("Anna 2-0 Ben · Cleo bye\nBen 2-0 Cleo · Anna bye"))[1]
    assert check.sentence == "points of whoever has the bye: 3 as played, 0 are the least possible"
    assert dict(check.played)["Anna",] == "bye on 3 points, 0 byes before"


def test_other_lots_are_as_good_and_said_to_be_so():
    event = cup(many=8, rounds=1)
    check = check_rounds(event, seed=6)[0]

    assert check.verdict is Verdict.AS_GOOD
    assert check.sentence == "other tables, as good by every rule; seed 6 draws other lots"


def test_a_seeded_first_round_is_measured_by_the_seeding():
    entered = tuple(Player(f"P{number}", seeding=number) for number in range(1, 9))
    tables = tuple(Pairing((f"P{one}", f"P{other}"), (2, 0, 0)) for one, other in ((1, 2), (3, 7), (4, 8), (5, 6)))
    check = check_rounds(Event(entered, (tables,), first_round=FirstRound.CROSS))[0]

    assert check.sentence == "pairs inside one half of the seeding: 2 as played, 0 are the least possible"
    assert dict(check.played)["P1", "P2"] == "in one half of the seeding, 1 place apart"


def test_a_round_in_which_nobody_was_paired_is_no_fault():
    event = Event(players("Anna", "Ben"), ((Pairing(("Anna",), unplayed=Unplayed.LATE),),))

    assert check_rounds(event)[0].verdict is Verdict.NOBODY


def test_every_cost_has_its_name():
    assert len(COSTS) == len(Price._fields)


def test_on_the_command_line_a_sound_tournament_is_said_to_be_so(tmp_path, capsys):
    file = tmp_path / "EVENT.json"
    file.write_text(write_event(cup(rounds=2)))

    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out == (
        "Round 1: same. Every table and bye is as drawn again.\nRound 2: same. Every table and bye is as drawn again.\n"
    )


def test_on_the_command_line_a_changed_table_ends_with_one(tmp_path, capsys):
    file = tmp_path / "EVENT.json"
    file.write_text(write_event(swapped(cup(), 4, 0, 3)))

    assert main(["check", str(file), "--json"]) == 1
    checks = json.loads(capsys.readouterr().out)
    assert [check["verdict"] for check in checks] == ["same", "same", "same", "worse"]
    assert len(checks[3]["played"]) == len(checks[3]["drawn_again"]) == 2


def test_without_a_seed_other_lots_are_no_fault_with_one_they_are(tmp_path, capsys):
    file = tmp_path / "EVENT.json"
    file.write_text(write_event(replace(cup(many=8, rounds=1), seed=None)))

    assert main(["check", str(file)]) == 0
    assert "as good" in capsys.readouterr().out
    assert main(["check", str(file), "--seed", "6"]) == 1
    assert main(["check", str(file), "--seed", "5"]) == 0
    capsys.readouterr()


def test_nothing_played_is_nothing_to_check(tmp_path, capsys):
    file = tmp_path / "EVENT.json"
    file.write_text(write_event(cup(rounds=0)))

    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out == "No round is finished yet.\n"
