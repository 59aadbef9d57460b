"""The one door into the engine: which games can be hosted, and that each offers what its hosts rely on."""

import ast
from pathlib import Path

import pytest

import engine
from engine.bos.model.cards import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Game, PlayableGame
from engine.hosting import DEFAULT, RULESETS, Given, hosted, judge_text, named_in, read_log

OFFERED = sorted(name for name in {*vars(Game), *vars(PlayableGame), *Game.__annotations__} if not name.startswith("_"))


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("what", OFFERED)
def test_a_game_offers_everything_that_is_asked_of_one(name, what):
    assert hasattr(hosted(name), what)


@pytest.mark.parametrize("header", ["[Game BOS]", "[game bos]", "[Game b-o s]"])
def test_anna_may_write_the_name_of_the_game_as_she_likes(header):
    assert named_in(read_log(f"{header}\n1. T1 P1\n")) == "BOS"


def test_a_record_that_names_no_game_or_another_one_is_read_as_the_usual_game_and_judged_by_it():
    silent, chess = "1. T1 P1\n", "[Game Chess]\n1. e4\n"
    game = hosted(DEFAULT)

    assert [named_in(read_log(text)) for text in (silent, chess)] == [None, None]
    assert judge_text(game, chess, Given({}, sample_pool(), DEFAULT_EDITION))["finding"] == "unreadable"


def test_two_sit_at_a_duel_and_bring_lists_and_clocks():
    shape = hosted("BOS").SHAPE

    assert shape.seats == (2, 2)
    assert shape.lists
    assert shape.clocks


def test_what_all_games_share_says_no_sentence_of_one_game():
    shared = [path for path in Path(engine.__file__).parent.glob("*.py") if path.stem != "__main__"]
    calls = [node for path in shared for node in ast.walk(ast.parse(path.read_text("utf-8"))) if called(node)]
    said = {node.args[0].value for node in calls}

    assert len(said) > 30
    assert {code.partition(".")[0] for code in said} & {name.casefold() for name in RULESETS} == set()


def called(node):
    """Whether a message is made here by a code that is written out."""
    return (
        isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Message"
        and bool(node.args)
        and isinstance(node.args[0], ast.Constant)
    )
