"""A position as Anna sees it, with plain cards where Ben may still summon something: what she thinks about."""

from engine.bos.board.as_seen import as_seen
from engine.bos.board.guessed import NAME, guessed
from engine.bos.board.next_lines import continuations
from engine.bos.display.views import view
from engine.bos.model.cards import CardType
from engine.bos.model.piles import in_pile, pile_size
from engine.bos.model.state import CASTLE, SPELLBOOK
from engine.log import Line
from engine.replay_step import advance
from tests.engine.bos.hidden_information import with_other_hidden_cards
from tests.engine.bos.random_players import luck
from tests.engine.bos.simple_cards import at_the_start
from tests.engine.test_bots import at_the_table, written

ANNA, BEN = 0, 1
BENS_TURN = ("T1 P1", "S a Lava Hound", "E", "T2 P2", "S a Ambercrest Stag")


def bens_turn():
    """Ben has summoned once, and may again."""
    return written(at_the_table(at_the_start()), *BENS_TURN).state


def as_anna_guesses(state):
    return guessed(as_seen(state, ANNA), ANNA)


def test_ben_may_summon_a_plain_card_where_he_has_a_wizard_for_it():
    lines = [line for line in continuations(as_anna_guesses(bens_turn())) if line.startswith("S ")]

    assert lines == [f"S b {NAME}", f"S c {NAME}"]


def test_a_guessed_summon_is_as_strong_as_most_of_its_colour_and_fights():
    run = at_the_table(as_anna_guesses(bens_turn()))

    after = advance(run, Line(1, f"S b {NAME}"))

    assert after.stop is None
    assert [(each["name"], each["strength"]) for each in view(after.state)["seats"][BEN]["summons"][:2]] == [
        ("Ambercrest Stag", 6),
        (NAME, 5),
    ]


def test_whatever_lies_open_and_annas_own_side_stay_as_they_are():
    state = bens_turn()
    other = as_anna_guesses(state)

    assert view(other) == view(state)
    assert view(other, ANNA)["seats"][ANNA] == view(state, ANNA)["seats"][ANNA]


def test_the_guess_does_not_depend_on_what_ben_holds():
    state = bens_turn()

    other = with_other_hidden_cards(state, ANNA, iter(luck("Ben")))

    assert as_anna_guesses(other) == as_anna_guesses(state)


def test_his_spells_stay_unknown():
    other = as_anna_guesses(bens_turn())

    assert {copy.face.playable for copy in in_pile(other, BEN, SPELLBOOK)} == {False}
    assert {copy.face.type for copy in in_pile(other, BEN, CASTLE)} == {CardType.SUMMON}
    assert pile_size(other, BEN, CASTLE) == 9


def test_where_everything_was_shown_nothing_is_guessed():
    state = bens_turn()
    spent = [copy.own() for copy in state.copies]
    for copy in spent:
        copy.public = True
    shown = as_seen(state._replace(copies=tuple(spent)), ANNA)

    assert guessed(shown, ANNA) is shown
