"""What a line did, in sentences; which rule says so."""

from pathlib import Path

import pytest

from engine.bos import game as bos
from engine.bos.display.narration import tell, touched
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.rulebook import rulebook
from engine.choice import Event
from engine.contract import Given
from engine.record_viewer import track
from tests.engine.bos.ability_cards import LISTS, POOL
from tests.engine.bos.simple_cards import HEAD, RED_AND_YELLOW

GAMES = sorted((Path(__file__).parent / "games").rglob("*.bln"))


def played(*lines, names=("Anna", "Ben"), head=HEAD):
    text = head + "\n".join(lines) + "\n"
    return track(bos, text, Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION, names=names))


def told(*lines, **options):
    """What the last of these lines did."""
    return [str(said.text) for said in played(*lines, **options).lines[-1].told]


def test_a_turn_begins_with_what_becomes_ready_and_with_the_vim():
    assert told("T1 P1") == [
        "Turn 1 begins; it is turn 1 of Anna.",
        "Ember Adept (1wa), Ash Caller (1wb) and Flint Novice (1wc) turn face-up.",
        "Anna's vim doubles from 1 to 2.",
    ]


def test_a_summon_is_told_with_the_wizards_that_turn_face_down():
    assert told("T1 P1", "S a Slag Brute (wa wb)") == [
        "Ember Adept (1wa) and Ash Caller (1wb) turn face-down.",
        "Anna summons Slag Brute in column a; it is ready.",
    ]


BATTLE = ("T1 P1", "S a Slag Brute (wa wb)", "E", "T2 P2", "S b Granite Ox", "E", "T3 P1", "A a x 2b")


def test_a_battle_is_told_with_its_damage_and_its_end():
    assert told(*BATTLE) == [
        "Anna moves on to the main phase.",
        "Slag Brute (1a) acts and attacks Granite Ox (2b).",
        "Granite Ox (2b) deals 6 damage to Slag Brute (1a).",
        "Slag Brute (1a) deals 8 damage to Granite Ox (2b).",
        "Granite Ox (2b) is defeated.",
        "Granite Ox (2b) leaves the table for the graveyard of Ben.",
        "The strength of Slag Brute (1a) goes from 8 to 2.",
    ]


def test_an_ability_is_told_with_its_text_and_with_what_it_did():
    lines = ("T1 P1", "S a Lava Hound", "C Bellows -> a")

    assert told(*lines) == [
        "Anna moves on to the main phase.",
        "Anna pays 1 vim.",
        "Anna casts Bellows.",
        "Anna carries out the ability of Bellows: “A summon you control gains 2 strength.”",
        "Anna chooses Lava Hound (1a).",
        "Lava Hound (1a) gains 2 strength by Bellows.",
        "Anna's vim goes from 2 to 1.",
        "The strength of Lava Hound (1a) goes from 5 to 7.",
    ]


def test_a_block_names_the_column_to_which_the_card_moves():
    lines = ("T1 P1", "S a Lava Hound", "E", "T2 P2", "S b Granite Ox", "E", "T3 P1", "A a P2", "> B b")

    assert told(*lines)[0] == "Granite Ox (2b) moves to column a and blocks."


def test_an_attack_on_a_player_says_what_life_is_left():
    lines = ("T1 P1", "S a Lava Hound", "E", "T2 P2", "E", "T3 P1", "A a P2")

    assert told(*lines)[-2:] == ["Lava Hound (1a) deals 5 damage to Ben.", "Ben's life goes from 30 to 25."]


def test_the_end_names_the_winner_and_the_reason():
    assert told("T1 P1", "X P1 concedes") == ["The game is over: Ben won (the opponent conceded)."]
    assert told("T1 P1", "X draw") == ["The game is over: it is a draw."]


def test_what_a_judge_sets_is_told_from_the_two_tables():
    assert told("T1 P1", "J set L12/30") == ["Anna's life goes from 30 to 12."]


def test_a_kind_of_event_that_nobody_tells_about_is_passed_over():
    run = played("T1 P1").run
    before, after = run.steps[0].state, run.steps[1].state

    assert tell(before, (Event("a new kind"),), before) == []
    assert tell(before, (Event("a new kind"),), after) == ["Anna's vim goes from 1 to 2."]


def test_rules_stand_in_brackets_behind_their_sentences():
    run = played("T1 P1").run
    first = tell(run.steps[0].state, run.steps[1].events, run.steps[1].state)[0]

    assert first == "Turn 1 begins; it is turn 1 of Anna. (3.1.1)"


def test_the_cards_that_had_a_part_are_known_by_their_places():
    run = played(*BATTLE).run

    assert touched(run.steps[2].events, run.steps[2].state) == {"1a", "1wa", "1wb"}
    assert touched(run.steps[-1].events, run.steps[-1].state) == {"1a"}


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_every_sentence_of_every_game_is_finished_and_cites_a_rule_that_exists(path):
    text = path.read_text(encoding="utf-8")
    marked = [line.removeprefix("# Lists: ") for line in text.splitlines() if line.startswith("# Lists: ")]
    first, second = marked[0].split(", ") if marked else ("red", "yellow")

    lines = track(bos, text, Given({"P1": LISTS[first], "P2": LISTS[second]}, POOL, DEFAULT_EDITION)).lines

    sentences = [said for line in lines for said in line.told]
    assert [said for said in sentences if not str(said.text).endswith((".", ".”"))] == []
    assert {said.rule for said in sentences if said.rule} - set(rulebook()) == set()
