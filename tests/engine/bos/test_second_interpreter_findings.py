"""Where the two interpreters differed and the rules were on the side of the second one: each a short game."""

from engine.bos import game as bos
from tests.engine.bos.ability_examples import HERE, played, word
from tests.engine.bos.duel import Duel, spell

ALONE = "T1 P1; S a Fox; S b Imp3"
EDICT = "Each opponent defeats a summon that player controls."
MIRROR = "Your life becomes equal to an opponent's life."
IDLE = "You gain 5 life if an opponent cast no spells this turn."
OFFER = "You may pay 1 life. If you do, ready a boss you control. Otherwise, you gain 5 life."
PAIR = "A player loses 2 vim. Deal 2 damage to a summon and an opponent."


def stands(scene):
    """Whether a scene goes as it is written."""
    assert played(scene) == []


def test_in_the_first_turn_no_summon_of_the_caster_is_defeated_for_an_opponent():
    duel = Duel(*word(EDICT, "", {}).cards)

    assert duel.judged(f"{ALONE}; C Word")["finding"] == "unfinished"
    assert duel.told(f"{ALONE}; C Word -> a") == ("illegal", 4, "10.1.1")


def test_in_the_first_turn_life_does_not_become_that_of_an_opponent_who_is_not_there():
    found = Duel(*word(MIRROR, "", {}).cards).judged(f"{ALONE}; C Word")

    assert found["winner"] is None


def test_in_the_first_turn_a_condition_about_an_opponent_does_not_hold():
    table = Duel(*word(IDLE, "", {}).cards).table(f"{ALONE}; C Word")

    assert table.life[0] == 30


def test_otherwise_asks_whether_it_was_paid_and_not_what_became_of_it():
    stands(word(OFFER, "C Word = 1", {"P1 life": 29}))


def test_a_player_and_then_a_summon_can_be_named_on_one_line():
    stands(word(PAIR, "C Word -> P2, 2a", {"P2 vim": 0, "2a": 2, "P2 life": 28}))


def test_the_order_of_two_spells_that_wait_is_written_so_that_it_can_be_read():
    duel = Duel(
        spell("Wand", 0, "At the end of the turn, double your vim."),
        spell("Word", 0, "At the end of the turn, you gain 1 vim."),
    )
    table = f"{HERE.replace('Fox', 'Imp5')}; C Wand; C Word; E"
    written = bos.continuations(duel.table(table).state)

    assert all(duel.judged(f"{table}; {line}")["finding"] == "unfinished" for line in written)


def test_decay_stops_with_the_halving_that_ends_the_game():
    turns = "; ".join(f"T{turn} P{2 - turn % 2}; E" for turn in range(1, 25))

    table = Duel().table(f"{turns}; T25 P1")

    assert (table.life[0], table.vim[0]) == (0, 256)
