"""Who and what is meant behind a condition, where an offer was not taken, and by "the other player"."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from engine.bos.model import terms

THAT_OPPONENT = [
    ("While an opponent controls a summon, that opponent cannot gain life.",
     "While an opponent controls a summon, an opponent cannot gain life."),
    ("While an opponent controls 3 or more summons, that player's summons have 1 less strength.",
     "While an opponent controls 3 or more summons, each summon an opponent controls has 1 less strength."),
    ("When this attacks, if an opponent controls a boss: That player loses 1 life.",
     "When this attacks, if an opponent controls a boss: An opponent loses 1 life."),
]  # fmt: skip
NOBODY = [
    ("While a player controls a boss, that player cannot gain life.", "bos.card_text.no_player"),
    ("While an opponent controls a summon, its controller cannot gain life.", "bos.card_text.no_controller"),
]


@pytest.mark.parametrize(("text", "house"), THAT_OPPONENT)
def test_the_opponent_of_whom_a_condition_says_what_they_control_is_that_player(text, house):
    assert print_text(read_text(text).text) == house


@pytest.mark.parametrize(("text", "code"), NOBODY)
def test_nobody_chooses_all_the_time_which_of_several_was_meant(text, code):
    read = read_text(text)

    assert read.text is None
    assert [problem.message.code for problem in read.problems] == [code]


@pytest.mark.parametrize("offer", ["discard a spell from their spellbook", "sacrifice a summon"])
def test_who_does_not_do_a_thing_is_known_though_no_card_was_chosen(offer):
    text = read_text(f"When this attacks: An opponent may {offer}. If they don't, they lose 3 life.").text

    assert text.steps[-1].deed.who == terms.Who("an opponent")


@pytest.mark.parametrize("event", ["is defeated by a spell", "is attacked by a summon", "is blocked by a summon"])
def test_of_a_card_of_yours_and_one_that_may_be_anybodys_its_controller_is_that_of_the_other(event):
    text = read_text(f"When a summon you control {event}: Its controller loses 2 life.").text

    assert text.steps[0].deed.who == terms.Who(terms.ControllerOf(terms.Earlier("event")))


@pytest.mark.parametrize("others", ["Each other player", "The other player"])
def test_the_others_are_opponents_only_where_no_player_was_named(others):
    alone = read_text(f"When this attacks: {others} loses 1 vim.")
    behind = read_text(f"When a player casts a spell: {others} loses 1 vim.")

    assert alone.text.steps[0].deed.who.player in ("an opponent", "each opponent")
    assert [problem.message.code for problem in behind.problems] == ["bos.card_text.other_player"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("You may defeat a summon. If you don't, its controller loses 3 life.", "bos.card_text.no_controller"),
        ("You may pay 2 vim. If you do, defeat a summon. If you don't, ready it.", "bos.card_text.no_it"),
    ],
)
def test_a_card_that_was_never_chosen_cannot_be_meant(text, code):
    read = read_text(f"During your main phase, [2 life]: {text}")

    assert (read.text, [problem.message.code for problem in read.problems]) == (None, [code])


def test_what_would_have_been_defeated_is_still_there_where_the_offer_was_not_taken():
    text = read_text("When a player casts a spell: Choose a summon. You may pay 2 vim. If you do, defeat it. "
                     "Otherwise, it gains 1 strength.").text  # fmt: skip

    assert text.steps[-1].deed.who == terms.Earlier("step", 0)


def test_of_somebodys_card_the_others_are_not_told_by_themselves():
    behind = read_text("When a summon an opponent controls attacks: The other player's boss gains 1 strength.")

    assert [problem.message.code for problem in behind.problems] == ["bos.card_text.other_player"]
