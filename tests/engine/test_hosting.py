"""The one door into the engine: which games can be hosted, and that each offers what its hosts rely on."""

import ast
from pathlib import Path

import pytest

import engine
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.choice import Outcome
from engine.contract import Game, PlayableGame, Shape
from engine.hosting import DEFAULT, RULESETS, Given, hosted, judge_text, named_in, read_log
from tests.engine.bos.deck_lists import red
from tests.engine.bos.duel import Duel

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


def test_two_sit_at_a_duel_and_bring_lists_and_clocks_and_bid_and_swap_for_two_games_and_roll_no_dice():
    game = hosted("BOS")
    duel = Shape(
        seats=(2, 2), lists=True, bids=True, swaps=True, greeting=True, clocks=True, luck=False, games_to_win=2
    )

    assert duel == game.SHAPE
    assert all(number.startswith(game.PREFIX) for number in game.rulebook())


@pytest.mark.parametrize(
    ("winners", "places"), [((0,), ((0,), (1,))), ((1,), ((1,), (0,))), ((), ((0, 1),))], ids=["P1", "P2", "draw"]
)
def test_an_outcome_places_who_won_before_the_others_and_all_together_after_a_draw(winners, places):
    assert Outcome(winners, "life", "11.1.1").places(2) == places


def test_a_seat_is_asked_only_its_own_question():
    game, state = hosted("BOS"), Duel().table("").state
    (choice,) = game.options(state)

    assert [game.options(state, seat) for seat in (0, 1)] == [
        (choice,) if seat == choice.seat else () for seat in (0, 1)
    ]


def test_a_host_reads_catalogues_and_checks_lists_without_knowing_what_is_in_them():
    game = hosted("BOS")
    pool = game.read_pool(sample_pool().write())

    assert pool.hash == sample_pool().hash
    assert game.check_list(red(), pool, game.DEFAULT_EDITION).legal
    assert game.check_list(red(boss=()), pool, game.DEFAULT_EDITION).problems[0].rule == "1.1.1"
    assert game.check_list("x" * 100_000, pool, game.DEFAULT_EDITION).code == "bos.deck.list_too_long"
    with pytest.raises(ValueError, match="Card 1"):
        game.read_pool("[1]")


def test_what_is_so_is_told_in_the_same_order_in_every_position():
    game, duel = hosted("BOS"), Duel()
    before, after = (list(game.facts(duel.table(lines).state)) for lines in ("", "1. T1 P1"))

    assert [what for what, _ in before] == [what for what, _ in after]
    assert before != after


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
