"""Turns that are added, and turns and phases that are skipped: who comes next, what does not happen (G-359, G-378)."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from engine.messages import Message
from tests.engine.bos.duel import RED, YELLOW, Duel, spell, wizard

AGAIN = spell("Again", 0, "Take an extra turn after this one.")
OWN_RISK = spell("Risk", 0, "Take an extra turn after this one. At the end of that turn, you lose 10 life.")
GIFT = spell("Gift", 0, "An opponent takes an extra turn after this one.")
LOST = spell("Lost", 0, "An opponent skips their next turn.")
REST = spell("Rest", 0, "Skip your next turn.")
BLANK = spell("Blank", 0, "An opponent skips their next main phase.")
NO_DRAFT = spell("Numb", 0, "Skip your next summoning phase.")
SLEEP = spell("Sleep", 0, "Skip your next startup phase.")
BOTH = spell("Truce", 0, "Each player skips their next turn.")
BEN = "T1 P1; E; T2 P2; E; T3 P1; "


@pytest.mark.parametrize(
    ("card", "coming"),
    [
        (AGAIN, "T4 P1; E; T5 P2; E; T6 P1"),
        (GIFT, "T4 P2; E; T5 P2; E; T6 P1"),
        (LOST, "T4 P1; E; T5 P2"),
        (REST, "T4 P2; E; T5 P2; E; T6 P1"),
        (BOTH, "T4 P2; E; T5 P1"),
    ],
)
def test_whose_turns_come_after_an_extra_or_a_skipped_one(card, coming):
    duel = Duel(card)

    assert duel.told(f"{BEN}C {card.name}; E; {coming}") == ("unfinished", None, None)
    seats = coming.replace("P1", "P3").replace("P2", "P1").replace("P3", "P2")
    assert duel.told(f"{BEN}C {card.name}; E; {seats}")[0] == "illegal"


def test_two_extra_turns_come_one_after_the_other():
    duel = Duel(AGAIN, spell("Once More", 0, "Take another turn after this turn."))

    assert duel.told(f"{BEN}C Again; C Once More; E; T4 P1; E; T5 P1; E; T6 P2")[0] == "unfinished"


def test_an_extra_turn_doubles_vim_again_and_counts_for_the_start_of_turns():
    table = Duel(AGAIN).table(f"{BEN}C Again; E; T4 P1")

    assert table.state.turns == (3, 1)
    assert table.vim[0] == 8


def test_that_turn_is_the_one_that_was_added():
    duel = Duel(OWN_RISK)

    assert duel.table(f"{BEN}C Risk; E; T4 P1").life == (30, 30)
    assert duel.table(f"{BEN}C Risk; E; T4 P1; E").life == (20, 30)


def test_who_skips_a_turn_neither_doubles_vim_nor_counts_it():
    table = Duel(LOST).table(f"{BEN}C Lost; E; T4 P1")

    assert table.state.turns == (3, 1)
    assert table.vim[1] == 2


def test_two_skips_are_two_turns():
    duel = Duel(LOST, spell("Dawdle", 0, "Your opponent skips their next turn."))

    assert duel.told(f"{BEN}C Lost; C Dawdle; E; T4 P1; E; T5 P1; E; T6 P2")[0] == "unfinished"


def test_a_skipped_main_phase_leaves_the_summoning_phase():
    duel = Duel(BLANK)

    assert duel.told(f"{BEN}C Blank; E; T4 P2; S a Elk3; E; T5 P1")[0] == "unfinished"
    assert duel.told(f"{BEN}C Blank; E; T4 P2; S a Elk3; BOSS")[:2] == ("illegal", 10)
    assert duel.told(f"{BEN}C Blank; E; T4 P2; E; T5 P1; E; T6 P2; BOSS")[0] == "unfinished"


def test_a_skipped_summoning_phase_leaves_the_main_phase():
    duel = Duel(NO_DRAFT)

    assert duel.told(f"{BEN}C Numb; E; T4 P2; E; T5 P1; S a Imp3")[:2] == ("illegal", 11)
    assert duel.told(f"{BEN}C Numb; E; T4 P2; E; T5 P1; BOSS")[0] == "unfinished"


def test_in_a_skipped_startup_phase_nothing_becomes_ready_and_no_vim_is_doubled():
    table = Duel(SLEEP).table(f"{BEN}S a Imp3; C Sleep; E; T4 P2; E; T5 P1")

    assert not table.card("1wa").up
    assert table.vim[0] == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("You skip their next turn.", "player_turns"),
        ("At the end of that turn, you lose 2 life.", "which_turn"),
        ("At the end of the turn, you lose 2 life at the end of that turn.", "which_turn"),
        ("When this attacks: At the start of that turn, ready this.", "which_turn"),
        ("Choose one: • Take an extra turn after this one. • At the end of that turn, you lose 2 life.", "which_turn"),
    ],
)
def test_what_cannot_be_meant_is_refused(text, said):
    assert read_text(text).problems[0].message.code == Message(f"bos.card_text.{said}").code


def test_ben_can_be_made_to_skip_only_once_he_has_begun():
    assert Duel(LOST).told("T1 P1; C Lost; E; T2 P2")[0] == "unfinished"
    assert Duel(spell("Late", 0, "An opponent skips their next turn.", color=YELLOW)).told(
        "T1 P1; E; T2 P2; C Late; E; T3 P2"
    ) == ("unfinished", None, None)


@pytest.mark.parametrize("point", ["start", "end"])
@pytest.mark.parametrize(("card", "phase"), [(NO_DRAFT, "summoning"), (BLANK, "main"), (SLEEP, "startup")])
def test_neither_the_start_nor_the_end_of_a_skipped_phase_comes(card, phase, point):
    """Anna skips her own phase, Ben's main phase is skipped for him."""
    color = YELLOW if card is BLANK else RED
    bell = wizard("Bell", f"At the {point} of your {phase} phase: You must gain 2 life.", color=color)

    once = Duel(card, bell).table(f"{BEN}C {card.name}; E; T4 P2; E; T5 P1; E").life
    never = Duel(card, bell).table(f"{BEN}E; T4 P2; E; T5 P1; E").life

    assert sum(never) - sum(once) == 2


def test_that_turn_behind_an_event_is_the_turn_of_the_event():
    said = read_text("When an opponent casts a spell: At the end of that turn, they lose 1 life.").text

    assert print_text(said) == "When an opponent casts a spell: At the end of the turn, that player loses 1 life."
