"""Positions set by hand: Anna writes one down, Ben reads it, and both have the same table before them."""

import pytest

from engine import log
from engine.bos import game as bos
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.places import POSITIONS
from engine.bos.model.state import CASTLE, SPELLBOOK
from engine.bos.notation.canonical_state import same
from engine.contract import Given, Problem
from engine.log import Line
from engine.replay import begin_replay
from engine.replay_step import advance
from engine.verdict import judge_text
from tests.engine.bos.random_players import luck

DECKS = starter_decks()
LISTS = {"P1": DECKS["First Sparks"], "P2": DECKS["Open Meadow"]}
GIVEN = Given(LISTS, bos.sample_pool(), bos.DEFAULT_EDITION)
ANNA_TO_PLAY = """[Game BOS] [Position T7 P1 main L20/15 V3/2 E0/1]
[Board P1 wa Flint Novice, wb Ash Caller (acted), wc Ember Adept, a Slag Brute (4 acted), * (down)]
[Board P2 wa Dawn Herald, b Granite Ox, *]
[Graveyard P1 2 Lava Hound]
"""
LONGEST = 40


def opened(headers, given=GIVEN):
    return bos.open_game(log.read(headers), given)


def table(headers):
    return bos.start(opened(headers).setup)


def told(headers):
    problem = opened(headers)
    assert isinstance(problem, Problem)
    return str(problem.message)


def as_said(state):
    """The position without what is past: which cards became ready, and who has seen what lies in a pile again."""
    copies = [copy.own() for copy in state.copies]
    for copy in copies:
        copy.public = copy.public and copy.zone not in (CASTLE, SPELLBOOK)
    return state._replace(readied=(), copies=tuple(copies))


def random_game(number, first, second):
    """Every position of a game of players without a plan."""
    names = list(DECKS)
    lists = {"P1": DECKS[names[first]], "P2": DECKS[names[second]]}
    given = Given(lists, bos.sample_pool(), bos.DEFAULT_EDITION)
    run = begin_replay(bos, next(iter(opened("[Game BOS] [First P1]", given).placements())))
    chance = luck(f"set position {number}")
    for drawn in chance[:LONGEST]:
        yield given, run.own_state
        lines = bos.continuations(run.own_state)
        if not lines:
            return
        after = advance(run, Line(run.upto + 1, lines[drawn % len(lines)]))
        run = after if after.stop is None else run


@pytest.mark.parametrize("number", range(6))
def test_a_position_that_is_written_down_and_read_is_the_same_with_the_same_lines_from_there(number):
    told_ones = 0
    for given, state in random_game(number, number % 6, (number * 5 + 1) % 6):
        wanted = bos.told_position(state)
        if wanted is None:
            continue
        told_ones += 1
        again = bos.start(opened(bos.position_headers(wanted), given).setup)

        assert bos.told_position(again) == wanted
        assert bos.view(again, "judge") == bos.view(state, "judge")
        assert same(again, as_said(state))
        assert bos.continuations(again) == bos.continuations(state)
    assert told_ones > 3


def test_a_table_is_as_its_headers_say_and_cards_that_they_do_not_name_are_where_they_began():
    anna, ben = bos.view(table(ANNA_TO_PLAY), "judge")["seats"]

    assert (anna["life"], anna["vim"], anna["ether"], anna["graveyard"]) == (20, 3, 0, ["Lava Hound", "Lava Hound"])
    assert [card["acted"] for card in anna["wizards"]] == [False, True, False]
    assert (anna["summons"][0]["name"], anna["summons"][0]["strength"], anna["boss"]["up"]) == ("Slag Brute", 4, False)
    assert (ben["summons"][1]["strength"], ben["boss"]["up"]) == (6, True)
    assert sorted(ben["graveyard"]) == ["Meadow Warden", "Orchard Hermit"]
    assert "Lava Hound" in anna["castle_cards"]
    assert len(ben["castle_cards"]) == 9


def test_a_record_that_begins_there_is_judged_with_a_note_that_says_so():
    verdict = judge_text(bos, ANNA_TO_PLAY + "1. C Thrown Brand -> 2b\n2. E\n3. T8 P2\n4. X P2 concedes\n", GIVEN)

    assert (verdict["finding"], verdict["upto"]) == ("legal", 4)
    assert any("set by hand" in note for note in verdict["notes"])


@pytest.mark.parametrize("phase", ["begin", "startup", "summoning", "main", "ending"])
def test_a_game_can_begin_at_every_moment_of_a_turn(phase):
    state = table(ANNA_TO_PLAY.replace("main", phase))

    assert state.question is not None
    assert bos.continuations(state)


def test_the_turn_and_its_player_tell_who_went_first_and_how_many_turns_each_has_begun():
    state = table(ANNA_TO_PLAY.replace("T7 P1", "T8 P1"))

    assert (state.setup.first, state.turns, state.active) == (1, (4, 4), 0)
    assert table(ANNA_TO_PLAY.replace("T7 P1 main", "T1 P1 begin")).turns == (0, 0)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("[Position T7 P1 main L20/15 V3/2 E0/1]", "", "needs the header [Position"),
        ("main", "dinner", "begins with the turn"),
        ("L20/15", "K20/15", "cannot have K20/15"),
        ("L20/15", "L0/15", "from 1 to"),
        ("T7", "T0", "from 1 to 999"),
        ("[Game BOS]", "[Game BOS] [First P2]", "the record says otherwise"),
        ("Slag Brute (4 acted)", "Slag Brute (0)", "strength at 1a"),
        ("Ash Caller (acted)", "Ash Caller (3)", "has no strength"),
        ("a Slag Brute (4 acted)", "a Bellows", "not a summon"),
        ("a Slag Brute (4 acted)", "a Slag Brute +Bellows", "not an enchantment"),
        ("a Slag Brute (4 acted)", "a Slag Brute +Lava Hound", "not a spell"),
        ("a Slag Brute (4 acted)", "a Slag Brute, a Lava Hound", "Two cards cannot be in one place"),
        ("a Slag Brute (4 acted)", "a Granite Ox", "not in"),
        ("a Slag Brute (4 acted)", "d Slag Brute", "cannot be read"),
        ("a Slag Brute (4 acted)", "a Slag Brute (asleep)", "cannot be read"),
        ("wc Ember Adept", "wc Flint Novice", "has only 1 of Flint Novice"),
        ("wc Ember Adept", "wc Lava Hound", "cannot be there"),
        ("2 Lava Hound", "9 Lava Hound", "has only"),
        ("[Board P2", "[Board P3", "cannot be read"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(before, after, said):
    assert said in told(ANNA_TO_PLAY.replace(before, after))


def test_everything_that_is_wrong_is_found_at_once_each_at_its_place():
    setup = opened("[Game BOS]").setup
    card = bos.PlacedCard(POSITIONS["1a"], "Slag Brute", strength=-1)
    wanted = bos.Position(0, 0, "main", (0, 15), (-1, 0), placed=(card,), graveyard=((), ("Nobody",)))

    assert [each.at for each in bos.misplaced(setup, wanted)] == ["turn", "P1 life", "P1 vim", "1a", "P2 graveyard"]


def test_a_face_down_card_that_has_acted_and_a_phase_that_is_none_are_told():
    setup = opened("[Game BOS]").setup
    wanted = bos.Position(1, 0, "noon", (1, 1), placed=(bos.PlacedCard(0, "Flint Novice", up=False, acted=True),))

    assert [each.at for each in bos.misplaced(setup, wanted)] == ["phase", "1wa"]


def test_a_record_of_a_match_never_begins_there():
    given = Given(LISTS, bos.sample_pool(), bos.DEFAULT_EDITION, pinned=bos.Pinned(0))

    assert "first turn" in str(opened(ANNA_TO_PLAY, given).message)


def test_a_table_in_the_middle_of_an_attack_is_no_position():
    run = begin_replay(bos, opened(ANNA_TO_PLAY.replace("(4 acted)", "")).setup)

    asked = advance(run, Line(1, "A a P2"))

    assert asked.own_state.question.kind == "block"
    assert bos.told_position(run.own_state) is not None
    assert bos.told_position(asked.own_state) is None
