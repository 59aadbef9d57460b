"""Keys of moves: each move has one, reads back from it, and nothing inside the engine knows what keys look like."""

import ast
from pathlib import Path
from typing import get_args

import pytest

import engine
from engine.bos.game import move_key, read_answer
from engine.bos.model import moves
from engine.bos.model.moves import AbilityRef, Move, Payment, ThingRef
from engine.bos.model.places import COLUMNS, NOBODY, POSITIONS, boss_place, summon_place, wizard_place
from engine.bos.notation import move_keys
from engine.bos.notation.line_patterns import Shape
from engine.choice import Answer
from tests.engine.bos.brute_force_moves import universe
from tests.engine.bos.simple_cards import at_the_start

ENGINE = Path(engine.__file__).parent
SOURCES = [path for path in ENGINE.rglob("*.py") if "_compiled" not in path.parts]
CODEC = ENGINE / "bos" / "notation" / "move_keys.py"
MAY_KNOW_KEYS = {
    "bos/game.py": "the door",
    "bos/rules/legality.py": "quotes a move that answers nothing that is asked",
}

WRITTEN = {
    "begin": moves.Begin(),
    "begin:cab": moves.Begin((2, 0, 1)),
    "next": moves.NextPhase(),
    "end": moves.EndTurn(),
    "summon:ab:granite ox": moves.Summon((0, 1), "granite ox"),
    "attack:1a>2c": moves.Attack(POSITIONS["1a"], POSITIONS["2c"]),
    "attack:1*>P2": moves.Attack(POSITIONS["1*"], player=1),
    "block:2b": moves.Block(POSITIONS["2b"]),
    "no": moves.NoBlock(),
    "boss": moves.TurnUpBoss(),
    "cast:v2e1:late tide": moves.Cast(Payment(2, 1), "late tide"),
    "use:1wa.1": moves.Use(POSITIONS["1wa"], 1),
    "use:1wa.2{v0e3}": moves.Use(POSITIONS["1wa"], 2, Payment(0, 3)),
    "ready:1wc": moves.Ready(POSITIONS["1wc"]),
    "first:1a.1": moves.First(AbilityRef(POSITIONS["1a"], 1)),
    "first:=late tide.1": moves.First(AbilityRef(NOBODY, 1, "late tide")),
    "take:2*.0": moves.Take(AbilityRef(POSITIONS["2*"], 0)),
    "take:=mr. ox.1{v1e1}": moves.Take(AbilityRef(NOBODY, 1, "mr. ox"), Payment(1, 1)),
    "pass": moves.Pass(),
    "yes": moves.Yes(),
    "pick:2b": moves.Pick(ThingRef(POSITIONS["2b"])),
    "pick:P2": moves.Pick(ThingRef(seat=1)),
    "pick:=late tide": moves.Pick(ThingRef(card="late tide")),
    "done": moves.Done(),
    "pay": moves.Pay(),
    "pay:{v1e1}": moves.Pay(Payment(1, 1)),
    "mode:2": moves.Mode(2),
    "number:3": moves.Number(3),
    "revive:P2": moves.Revive(1),
    "concede:P1": moves.Concede(0),
    "time:P2": moves.RunOutOfTime(1),
    "disqualify:P1": moves.Disqualify(0),
    "draw": moves.Draw(),
}


@pytest.mark.parametrize(("key", "move"), WRITTEN.items(), ids=WRITTEN)
def test_a_move_is_written_as_its_key_and_read_from_it(key, move):
    assert move_key(move) == key
    assert read_answer(1, key, 7) == Answer(1, move, 7)


def test_every_kind_of_move_has_a_key():
    assert {type(move) for move in WRITTEN.values()} == set(get_args(Move))


def test_moves_that_say_the_same_are_equal_and_others_are_not():
    every = [*universe(at_the_start())]

    assert len({move_key(move) for move in every}) == len(set(every)) - 1  # wizards that stay have one key
    assert moves.Block(3) != moves.Ready(3)
    assert moves.Mode(1) != moves.Number(1)
    assert moves.Pass() != moves.Done()


def test_every_move_of_a_position_reads_back_from_its_key():
    every = [move for move in universe(at_the_start()) if move != moves.Begin((0, 1, 2))]

    assert [read_answer(0, move_key(move)).move for move in every] == every


OF_MORE = {
    "attack:1a>P4": moves.Attack(3, player=3),
    "attack:6*>5a": moves.Attack(41, 31),
    "block:4b": moves.Block(25),
    "pick:P3": moves.Pick(ThingRef(seat=2)),
    "pick:4b": moves.Pick(ThingRef(25)),
    "concede:P3": moves.Concede(2),
    "revive:P3": moves.Revive(2),
    "take:6wa.2": moves.Take(AbilityRef(35, 2)),
}


@pytest.mark.parametrize(("key", "move"), OF_MORE.items(), ids=OF_MORE)
def test_seats_and_places_of_a_larger_table_have_keys_there_and_nowhere_else(key, move):
    assert move_key(move) == key
    assert read_answer(1, key, shape=Shape(6)) == Answer(1, move)
    assert read_answer(1, key).rule == "3.1.2"


def test_a_table_of_four_has_no_fifth_seat():
    assert read_answer(0, "attack:1a>P5", shape=Shape(4)).rule == "3.1.2"
    assert read_answer(0, "block:5a", shape=Shape(4)).rule == "3.1.2"


COMBINED = Shape(4, 6)


@pytest.mark.parametrize(
    ("key", "move"),
    [
        ("begin:cabfde", moves.Begin((2, 0, 1, 5, 3, 4))),
        ("attack:3d>P2", moves.Attack(wizard_place(0, 3) + COLUMNS, player=1)),
        ("attack:4f>1c", moves.Attack(summon_place(1, 5), summon_place(0, 2))),
        ("summon:de:glass heron", moves.Summon((3, 4), "glass heron")),
        ("block:3*", moves.Block(boss_place(2))),
    ],
)
def test_the_columns_of_a_combined_team_have_keys_in_its_games_only(key, move):
    assert move_key(move) == key
    assert read_answer(0, key, shape=COMBINED) == Answer(0, move)
    if key != "block:3*":
        assert read_answer(0, key, shape=Shape(4)).rule == "3.1.2"


def test_a_member_of_a_combined_team_stands_in_no_columns_but_its_own():
    for key in ("block:3a", "block:1d", "use:4wb.1", "begin:cab"):
        assert read_answer(0, key, shape=COMBINED).rule == "3.1.2"


@pytest.mark.parametrize(
    "key",
    [
        *("next:", "draw:P1", "pass:1a", "pick:", "pick:=", "pick:P3", "pick:9z", "first:1a", "first:=.1", "take:1a.x"),
        *("pay:", "pay:v1e1", "pay:{v1e1", "use:1a.1{v1}", "use:1a.1234", "cast:v1e1", "mode:", "mode:-1", "number:٣"),
        *("number:1234567890123456789", "block:P1", "ready:", "begin:ab", "begin:abcd", "summon::x", "concede:"),
    ],
)
def test_a_key_of_another_shape_is_no_move(key):
    refused = read_answer(0, key)

    assert refused.rule == "3.1.2"
    assert str(refused.message) == f"{key!r} is not an answer to what is asked now."


def test_a_price_behind_the_order_of_duties_is_refused_with_its_own_sentence():
    assert read_answer(0, "first:1a.1{v1e0}").message.code == "bos.turn.order_before_price"


# Inside, moves are values


def imported(path):
    """The modules and names that a file imports, as dotted names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_only_the_door_and_a_refusal_that_quotes_a_move_know_keys():
    knowing = {path.relative_to(ENGINE).as_posix() for path in SOURCES if move_keys.__name__ in imported(path)}

    assert knowing == set(MAY_KNOW_KEYS)


def test_nothing_inside_reads_a_key():
    legality = ENGINE / "bos" / "rules" / "legality.py"

    assert [name for name in imported(legality) if name.startswith(f"{move_keys.__name__}.")] == [
        f"{move_keys.__name__}.move_key"
    ]


def strings(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_no_other_file_of_the_engine_spells_the_beginning_of_a_key():
    verbs = {f"{key.partition(':')[0]}:" for key in WRITTEN if ":" in key}
    spelled = {path.name: verbs & set(strings(path)) for path in SOURCES if path != CODEC}

    assert "attack:" in verbs
    assert {name: found for name, found in spelled.items() if found} == {}


def asked_for_a_key(path):
    """Where a file takes `.key` from an answer, an option or a move."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("answer.key", "option.key", "move.key"):
            yield f"{path.name}:{node.lineno}"


def test_nothing_asks_an_answer_for_its_key():
    assert [place for path in SOURCES for place in asked_for_a_key(path)] == []
