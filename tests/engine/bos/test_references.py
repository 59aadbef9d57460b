"""Which card a word means is settled when the text is read (10.1.10), and what is gone is measured as it was (10.1.11).

Every scene is one in which the wrong card would be seen on the table.
"""

import pytest

from engine.bos.cardtext import read_text
from engine.bos.cardtext.paraphrase import tell_meaning
from engine.bos.cardtext.printer import print_text
from tests.engine.bos.ability_examples import HERE, fox, played, sage, word
from tests.engine.bos.duel import spell

BOSS = "T1 P1; S a Fox; S b Imp3; E; T2 P2; S a Elk4; S b Elk2; BOSS; E; T3 P1"
OPEN = "T1 P1; S c Fox; S b Imp3; E; T2 P2; S a Elk4; S b Elk9; E; T3 P1"
BLEED = spell("Bleed", 0, "You lose 21 life.")
ZAP = spell("Zap", 0, "Deal 9 damage to a summon.")
SHIELD = spell("Shield", 0, "Prevent all damage that would be dealt to a summon until the end of the turn.")

EVENTS = [
    fox("When this attacks a player: It gains 1 strength.", "A c P2; + c; > no", {"1c": 6, "P2 life": 24}, before=OPEN),
    fox("When this attacks a summon: It gains 1 strength.", "A a x 2a; + a", {"1a": 2, "2a": None}),
    fox("When this attacks a summon: Act it.", "C Shield -> 2a; A a x 2a; + a", {"2a lies": "acted", "2a": 4}, SHIELD),
    fox("When this defeats a summon: Ready it.", "A a x 2b; + a", {"1a lies": "ready", "2b": None}),
    fox("When this defeats a summon: Return it to its owner's castle.", "A a x 2b; + a", {"2b": None, "P2 castle": 9,
        "P2 graveyard": 0}),
    fox("When a summon you control attacks a summon: That summon loses 1 strength.", "A b x 2a; + a", {"2a": None,
        "1b": None}),
    fox("When a summon an opponent controls attacks this: It loses 3 strength.", "A a x 1a; + 1a", {"1a": 4,
        "2a": None}, before=f"{HERE}; E; T4 P2"),
    fox("When this is attacked by a summon: It loses 3 strength.", "A a x 1a; + 1a", {"1a": 4, "2a": None},
        before=f"{HERE}; E; T4 P2"),
    fox("When this blocks: Deal 3 damage to the attacker.", "A c P1; > B b; + 1c", {"1c": 3, "2c": None},
        before="T1 P1; S b Fox; E; T2 P2; S c Elk5"),
    fox("When a summon you control is attacked: The attacker loses 3 strength.", "A a x 1b; + 1a", {"1b": 2,
        "2a": None}, before=f"{HERE}; E; T4 P2"),
    fox("When a summon an opponent controls defeats a summon you control: Its controller loses 2 life.",
        "A a x 1b; + 1a", {"1b": None, "P2 life": 28}, before=f"{HERE}; E; T4 P2"),
    fox("When a summon you control is defeated: Deal 1 damage to the summon that defeated it.", "A b x 2a; + a",
        {"1b": None, "2a": None}),
    fox("When another summon you control would be defeated: Return it to its owner's castle instead.", "A b x 2a",
        {"1b": None, "P1 graveyard": 0, "P1 castle": 9, "2a": 1}),
    fox("When you cast a spell: Return that spell to its owner's spellbook.", "C Bleed; + a",
        {"P1 spellbook": 10, "P1 life": 9, "P1 graveyard": 0}, BLEED),
    fox("When you summon a summon: That summon gains 2 strength.", "S c Imp1; + a", {"1c": 3, "1a": 5}),
]  # fmt: skip
"""The subject comes first, then the last card that fits the verb; the passive means what the active does."""

AMOUNTS = [
    fox("When this attacks: Deal damage equal to its strength to a summon.", "A a x 2b; + a -> 2a", {"2a": None}),
    word("Deal damage to a summon equal to its strength.", "C Word -> 2a", {"2a": None, "2b": 2}),
    word("A summon you control deals damage equal to its strength to a summon an opponent controls.",
         "C Word -> b, 2a", {"2a": 1, "1b": 3}),
    word("Defeat a summon you control. You gain life equal to its strength.", "C Word -> b", {"1b": None,
         "P1 life": 33}),
    sage("During your main phase, [defeat a summon you control]: Deal damage to an opponent equal to its strength.",
         "U wa -> b", {"1b": None, "P2 life": 27}),
    fox("During your main phase, [defeat this]: Deal damage to an opponent equal to its strength.", "U a",
        {"1a": None, "P2 life": 25}),
    fox("During your main phase, [defeat this]: Deal damage to an opponent equal to the strength of this.", "U a",
        {"1a": None, "P2 life": 25}),
    word("Deal damage to an opponent equal to the strength of a summon you control.", "C Word -> b", {"P2 life": 27}),
    word("Deal damage to an opponent equal to the strength of the strongest summon.", "C Word", {"P2 life": 25}),
    word("Each player loses half their life.", "C Bleed; C Word", {"P1 life": 5, "P2 life": 15}, BLEED),
    word("Each player gains 1 life for each summon they control.", "S c Imp1; C Word", {"P1 life": 33, "P2 life": 32}),
    word("Each summon gains strength equal to its strength.", "C Word", {"1a": 10, "1b": 6, "2a": 8, "2b": 4}),
    sage("During your main phase, [X vim]: Defeat a summon with X or less strength.", "U wa -> 2b = 2",
         {"2b": None, "P1 vim": 2}),
    sage("During your main phase, [X vim]: Defeat a summon with X or less strength.", "U wa -> 2b = 1", "6.1.9"),
]  # fmt: skip
"""Each its own measure, the last known strength of what is gone, and what is chosen only to be measured."""

CHOICES = [
    word("A summon you control gains 2 strength and cannot attack this turn.", "C Word -> b", {"1b": 5, "1a": 5}),
    word("Until the end of the turn, a summon you control gains 2 strength and cannot attack.", "C Word -> b",
         {"1b": 5, "1a": 5}),
    word("Choose a summon you control and a summon an opponent controls. They lose 1 strength.", "C Word -> b, 2a",
         {"1b": 2, "2a": 3, "1a": 5}),
    word("If an opponent controls a boss, defeat it.", "C Word", {"2*": None}, before=BOSS),
    word("You may defeat a summon you control. If you do, its controller gains 2 life.", "C Word -> b",
         {"1b": None, "P1 life": 32}),
    word("Each player chooses a summon they control. Defeat all other summons.", "C Word -> b, 2b",
         {"1a": None, "2a": None, "1b": 3, "2b": 2}),
    word("Conduct a summon. It gains 2 strength.", "C Word; S c Imp1", {"1c": 3}),
]  # fmt: skip
"""One subject with two verbs is one choice; what a condition or a sentence that was not carried out names."""

STANDING = [
    fox("The summon facing this has 1 less strength.", "S a Fox", {"1a": 5, "2a": 3},
        before="T1 P1; S b Imp3; E; T2 P2; S a Elk4; E; T3 P1"),
    fox("The summon in front of this has 1 more strength.", "S a Fox", {"1a": 6}, before="T1 P1; S b Imp3"),
    fox("A summon facing this has 1 less strength.", "S a Fox", {"1a": 5, "2a": 3},
        before="T1 P1; S b Imp3; E; T2 P2; S a Elk4; E; T3 P1"),
]  # fmt: skip
"""What a text that applies all the time speaks of is every card that fits; nobody chooses."""


PRINTED = [
    ("When this attacks a player: It gains 1 strength.", "When this attacks a player: This gains 1 strength."),
    ("When a summon attacks this: That summon loses 1 strength.", "When a summon attacks this: It loses 1 strength."),
    ("When this is blocked by a summon: It loses 1 strength.", "When a summon blocks this: It loses 1 strength."),
    ("Each player discards a spell.", "Each player discards a spell in their spellbook."),
    ("Your boss has 2 more strength.", "Each boss you control has 2 more strength."),
    ("If you control a boss, it gains 2 strength.", "Each boss you control gains 2 strength if you control a boss."),
]
"""Each wording, and the one that is printed: the reader sees what was understood."""


@pytest.mark.parametrize("scene", [*EVENTS, *AMOUNTS, *CHOICES, *STANDING], ids=str)
def test_a_word_means_the_card_it_was_bound_to(scene):
    assert played(scene) == []


@pytest.mark.parametrize(("typed", "printed"), PRINTED)
def test_what_a_word_was_bound_to_can_be_seen_in_print(typed, printed):
    assert print_text(read_text(typed).text) == printed
    assert print_text(read_text(printed).text) == printed


@pytest.mark.parametrize(
    ("sentence", "first", "second"),
    [
        ("Choose a summon you control and a summon an opponent controls. Act it.", "a summon you control",
         "a summon an opponent controls"),
        ("Swap a summon you control with another summon you control. Ready it.", "a summon you control",
         "another summon you control"),
    ],
)  # fmt: skip
def test_two_cards_as_near_as_each_other_are_a_problem_that_names_both(sentence, first, second):
    read = read_text(sentence)

    assert read.text is None
    assert str(read.problems[0].message) == f"“It” could be “{first}” or “{second}” here; say which card is meant."


def test_the_meaning_never_says_it():
    sentences = [scene.sentence for scene in (*EVENTS, *AMOUNTS, *CHOICES)]
    meanings = {sentence: str(tell_meaning(read_text(sentence).text)) for sentence in sentences}

    assert [sentence for sentence, told in meanings.items() if " it " in f" {told} ".replace(" it)", " ")] == []


def test_where_an_enchanted_card_stands_does_not_change_what_it_is_called():
    text = "Enchant a summon in front of a face-up wizard. The enchanted summon cannot be returned."

    assert read_text(text, card=spell("Word", 0, text)).problems == ()
