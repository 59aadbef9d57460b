"""Wordings that designers of such games write without thinking: costs without brackets, "+1 strength", "that turn"."""

import pytest

from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from engine.bos.model.cards import Ability, Card, CardType
from tests.engine.bos.designer.report import outcome
from tests.engine.bos.designer.sentences import Scene, Sentence
from tests.engine.bos.duel import Duel, spell

COSTS = [
    ("During your main phase, [act], pay 2 vim: Ready a summon you control.",
     "During your main phase, [act and 2 vim]: Ready a summon you control."),
    ("During your main phase, defeat a summon you control: Gain 2 vim.",
     "During your main phase, [defeat a summon you control]: You gain 2 vim."),
    ("During your main phase, [pay all of your vim]: Deal damage equal to the vim paid this way to an enemy summon.",
     "During your main phase, [all your vim]: Deal that much damage to a summon an opponent controls."),
]  # fmt: skip
SIGNED = [
    ("Summons you control have +1 strength.", "Each summon you control has 1 more strength."),
    ("Each enemy summon gets -1 strength.", "Each summon an opponent controls has 1 less strength."),
    ("When this attacks: It gets +2 strength until end of turn.",
     "When this attacks: This gains 2 strength until the end of the turn."),
    ("When this attacks: This gains +2 strength.", "When this attacks: This gains 2 strength."),
]  # fmt: skip
THAT_TURN = [
    ("At the end of each turn: You gain 1 life for each summon defeated that turn.",
     "At the end of each player's turn: You gain 1 life for each summon defeated this turn."),
    ("At the end of your turn: You gain 1 life if this did not attack that turn.",
     "At the end of your turn: You gain 1 life if this did not attack this turn."),
    ("The second time you cast a spell in a turn, you gain 1 life.",
     "When you cast your second spell each turn: You gain 1 life."),
    ("Each time an opponent spends vim, you gain 1 life for every vim they spent.",
     "When an opponent spends vim: You gain that much life."),
]  # fmt: skip
STRONGER = [
    ("As long as no other summon is stronger than this, this can't be blocked.",
     "While there are no other summons with strength more than the strength of this, this cannot be blocked."),
    ("Each of your summons whose strength is greater than its base strength can't be blocked.",
     "Each summon you control with strength more than its own base strength cannot be blocked."),
]  # fmt: skip
THERE = [
    ("This arrives acted unless you control a boss.",
     "When this is summoned -> Act this unless you control a boss."),
    ("As long as the wizard behind this is face-down, this has 2 more strength.",
     "While there are 1 or more face-down wizards behind this, this has 2 more strength."),
    ("When this is summoned: Deal 2 damage to another summon of your choice.",
     "When this is summoned: Deal 2 damage to another summon."),
]  # fmt: skip


def on_a_summon(text):
    card = Card("Somebody", CardType.SUMMON, None, abilities=(Ability(text, False),))
    read = read_text(text, card=card)
    return read.text and print_text(read.text, card_type=CardType.SUMMON)


@pytest.mark.parametrize(("text", "printed"), [*COSTS, *SIGNED, *THAT_TURN, *STRONGER, *THERE])
def test_it_is_read_as_the_house_writes_it(text, printed):
    assert on_a_summon(text) == on_a_summon(printed)
    assert on_a_summon(printed) is not None


def seen(kind, text, table, do, see):
    """What a table shows otherwise than it should."""
    return outcome(Sentence("", kind, False, text, "", (Scene(table, do, see),))).wrong


@pytest.mark.parametrize(("strength", "left"), [(2, "gone"), (3, 3)])
def test_a_condition_behind_the_deed_asks_for_the_card_that_the_deed_names(strength, left):
    text = "When this is summoned, defeat the summon facing this if it has less strength than this."
    table = {"anna": {"castle": ["THIS"]}, "ben": {"a": f"Elk {strength}"}}

    assert not seen(CardType.SUMMON, text, table, ["phase: summoning", "anna: summon THIS a"], {"ben.a": left})


@pytest.mark.parametrize("state", ["acted", "ready"])
def test_a_spell_chooses_before_it_asks(state):
    text = "Defeat a summon if that summon is acted."
    table = {"anna": {}, "ben": {"a": f"Elk 3 {state}", "b": "Hare 1"}}
    left = {"ben.a": "gone" if state == "acted" else 3, "ben.b": 1}

    assert not seen(CardType.SPELL, text, table, ["anna: cast THIS", "anna: choose ben.a"], left)


def test_of_two_cards_that_could_be_meant_behind_the_deed_neither_is_taken():
    text = "When a summon you control attacks, defeat a summon if it has more strength than that summon."

    assert on_a_summon(text) is None


def test_that_much_stays_the_damage_while_cards_ready():
    text = "When this is dealt damage: Ready a summon you control. You gain that much life."
    table = {"anna": {"boss": "THIS 9", "a": "Imp 2 acted"}, "ben": {"a": "Elk 3"}}
    do = ["anna: end turn", "ben: attack a -> anna.boss", "anna: choose anna.a"]

    assert not seen(CardType.BOSS, text, table, do, {"anna.life": 33})


def test_only_those_count_that_fell_by_what_was_done_before():
    text = "Deal 1 damage to each summon. You lose 1 life for each summon defeated this way."
    table = {"anna": {"a": "Imp 1", "c": "Ox 3"}, "ben": {"a": "Elk 1", "b": "Hare 2"}}

    assert not seen(CardType.SPELL, text, table, ["anna: cast THIS"], {"anna.life": 28, "ben.b": 1})


def test_an_amount_is_another_one_if_something_is_so():
    text = "A summon gains 3 strength, or 5 if it is acted."
    table = {"anna": {"a": "Imp 1 acted", "b": "Ox 1"}, "ben": {}}

    for chosen, strength in (("a", 6), ("b", 4)):
        do = ["anna: cast THIS", f"anna: choose anna.{chosen}"]
        assert not seen(CardType.SPELL, text, table, do, {f"anna.{chosen}": strength})


@pytest.mark.parametrize("which", ["a summon an opponent controls", "another summon of your choice"])
def test_what_strength_becomes_equal_to_is_chosen(which):
    text = f"When this is summoned, its strength becomes equal to the strength of {which}."
    table = {"anna": {"castle": ["THIS"]}, "ben": {"a": "Elk 5", "b": "Hare 1"}}
    do = ["phase: summoning", "anna: summon THIS a", "anna: choose ben.a"]

    assert not seen(CardType.SUMMON, text, table, do, {"anna.a": 5})


def test_damage_to_a_player_is_life_lost():
    text = "When you lose life: You gain that much vim."
    table = {"anna": {"wizards": {"b": "THIS"}}, "ben": {"a": "Elk 3"}}

    assert not seen(CardType.WIZARD, text, table, ["anna: end turn", "ben: attack a -> anna"], {"anna.vim": 9})


def test_all_the_vim_that_was_paid_is_that_much():
    text = "During your main phase, [all your vim]: Deal that much damage to a summon an opponent controls."
    table = {"anna": {"boss": "THIS", "vim": 3}, "ben": {"b": "Elk 5"}}

    assert not seen(CardType.BOSS, text, table, ["anna: use THIS", "anna: choose ben.b"], {"ben.b": 2, "anna.vim": 0})


@pytest.mark.parametrize("end", ["this turn", "until your next turn"])
def test_what_a_player_gains_stays_so_that_no_end_is_said_of_it(end):
    read = read_text(f"When this attacks: You gain 2 life {end}.")

    assert [problem.message.code for problem in read.problems] == ["bos.card_text.end_twice"]


WHOSE_AMOUNT = [
    ("When an opponent spends vim: You gain 1 life for each vim you spent.", "bos.card_text.no_amount"),
    ("When this deals damage: You gain vim equal to the vim paid this way.", "bos.card_text.no_amount"),
    ("When this attacks: Each player discards a spell. You gain 1 life for each spell returned this way.",
     "bos.card_text.no_them"),
    ("When this attacks: Deal 1 damage to each summon. Return up to two spells in your graveyard to your spellbook. "
     "You gain 1 life for each summon defeated this way.", "bos.card_text.no_them"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code"), WHOSE_AMOUNT)
def test_an_amount_that_is_told_by_what_was_done_needs_just_that_to_have_been_done(text, code):
    assert code in [problem.message.code for problem in read_text(text).problems]


@pytest.mark.parametrize(
    "text",
    [
        "When this attacks: You gain 2 life, or 3 vim if you control a boss.",
        "When this attacks: An opponent defeats a summon if it is acted.",
        "When this is summoned: Put a summon in an opponent's graveyard onto the battlefield under your control.",
    ],
)
def test_what_would_be_meant_otherwise_is_refused(text):
    assert on_a_summon(text) is None


def test_a_card_that_fell_earlier_and_came_back_did_not_fall_this_way():
    text = "Deal 1 damage to each summon. You gain 1 life for each summon defeated this way."
    back = spell("Back", 0, "Put a summon in your graveyard onto the battlefield.")
    duel = Duel(spell("Word", 0, text), spell("Fell", 0, "Defeat a summon."), back)

    table = duel.table("T1 P1; S a Imp5; S b Imp1; C Fell -> a; C Back -> Imp5, a; C Word; E")

    assert (table["1a"], table["1b"], table.state.life[0]) == (4, None, 31)


def test_two_abilities_in_one_text_are_told_apart():
    read = read_text("When this attacks, you gain 2 vim. When you cast a spell, deal 1 damage to each opponent.")

    assert [problem.message.code for problem in read.problems] == ["bos.card_text.two_abilities"]


def test_until_an_end_something_is_done_whenever_an_event_comes():
    text = "Until the end of the turn, you gain 2 life whenever a summon is defeated."
    spell = Card("Word", CardType.SPELL, None, cost=1, abilities=(Ability(text, False),))

    printed = print_text(read_text(text, card=spell).text, card_type=CardType.SPELL)

    assert printed == "Until the end of the turn, when a summon is defeated, you gain 2 life."
