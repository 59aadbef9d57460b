"""What somebody hears about a text that cannot be read: the code, the place, and what would be readable."""

from typing import get_args

import pytest

from engine.bos.cardtext import read_boss_condition, read_summoning_condition, read_text
from engine.bos.cardtext.problems import Code, shown
from engine.bos.cardtext.unsupported import LATER
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, Card, CardType, Color

POOL = sample_pool()


def marked(text):
    """The text without its marks, and where the marked words begin and end."""
    start, end = text.index("⟦"), text.index("⟧") - 1
    return text.replace("⟦", "").replace("⟧", ""), start, end


def first(text, **more):
    return read_text(text, pool=POOL, **more).problems[0]


STOPS = [
    ("E-READ", "During ⟦you⟧ main phase, [act]: Ready this."),
    ("E-READ", "During your ⟦mane⟧ phase, [act]: Ready this."),
    ("E-READ", "During your main phase, [act]: A summon you control gain 2 ⟦strenght⟧."),
    ("E-READ", "During your main phase, [act]: A summon you ⟦controls⟧ gains 2 strength."),
    ("E-READ", "During your main phase, [act]: Deal two ⟦damages⟧ to a summon."),
    ("E-READ", "During your main phase, [act]: ⟦Exile⟧ a summon."),
    ("E-READ", "During your main phase, [act⟦:⟧ Ready this."),
    ("E-READ", "When this attacks: Deal 2 damage to ⟦summon⟧."),
    ("E-READ", "When this ⟦sneezes⟧: Ready this."),
    ("E-READ", "⟦asdf⟧"),
    ("E-READ", "You gain 2 life and⟦⟧"),
    ("E-READ", "Two ⟦summon⟧ gain 1 strength."),
    ("E-READ", "Ready the ⟦summon⟧."),
    ("E-NAME", "When this attacks: Ready a ⟦Lava Hund⟧."),
    ("E-NAME", "When this attacks: Ready a summon named ⟦Lawa Hound⟧."),
    ("E-REF", "Ready ⟦it⟧."),
    ("E-REF", "When this is summoned: Ready ⟦them⟧."),
    ("E-REF", "When this is summoned: Defeat the ⟦target⟧."),
    ("E-REF", "When this attacks: This gains that ⟦much⟧ strength."),
    ("E-REF", "You gain 2 life. ⟦That⟧ player loses 2 life."),
    ("E-REF", "Enchant a summon. The ⟦enchanted⟧ wizard cannot act."),
    ("E-REF", "Enchant a summon or boss. The ⟦enchanted⟧ summon gains 1 strength."),
    ("E-MUST", "When this attacks: This ⟦must⟧ gain 1 strength."),
    ("E-LATER", "This is ⟦a copy of⟧ a summon you control."),
    ("E-LATER", "⟦Use the ability of⟧ a wizard you control."),
    ("E-READ", "Each summon has ⟦\"⟧You gain 1 life.\""),
    ("E-AMBIG", "⟦Ready a summon or a boss you control.⟧"),
    ("E-AMBIG", "⟦When this attacks: You gain 1 vim and you gain 1 life if you control a boss.⟧"),
    ("E-AMBIG", "⟦Deal 1 damage to each summon and each boss an opponent controls.⟧"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), STOPS)
def test_a_problem_tells_its_code_and_its_place_in_the_text_as_typed(code, text):
    typed, start, end = marked(text)

    read = read_text(typed, pool=POOL)

    problem = read.problems[0]
    assert read.text is None
    assert (problem.code, problem.start, problem.end, problem.severity) == (code, start, end, "error")
    assert problem.message
    assert len(problem.expected) <= 8


def test_places_count_characters_as_typed_whatever_spaces_and_quotes_were_used():
    typed, start, end = marked("During  your main phase, [act]:\tA summon you control gains 2 ⟦strenght⟧ .")

    problem = first(typed)

    assert (problem.start, problem.end) == (start, end)


def test_a_misspelt_word_brings_the_words_expected_and_the_text_that_can_be_read():
    problem = first("During your main phase, [act]: A summon you control gains 2 strenght.")

    assert problem.expected == ("additional", "ether", "extra", "less", "life", "more", "strength", "vim")
    assert problem.suggestions[0] == "During your main phase, [act]: A summon you control gains 2 strength."
    assert "Did you mean “strength”?" in str(problem.message)


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [
        ("During you main phase, [act]: Ready this.", "During your main phase, [act]: Ready this."),
        ("During your main phase, [act: Ready this.", "During your main phase, [act]: Ready this."),
        ("During your main phase [act] Ready this.", "During your main phase [act]: Ready this."),
        ("When this attacks: Deal 2 damage to summon.", "When this attacks: Deal 2 damage to a summon."),
        ("When this attacks: Ready the this.", "When this attacks: Ready this."),
        ("When this attacks: Ready a Lava Hund.", "When this attacks: Ready a Lava Hound."),
        ("Two summon gain 1 strength.", "Two summons gain 1 strength."),
    ],
)
def test_one_edit_away_from_a_text_the_text_is_suggested(typed, suggested):
    problem = first(typed)

    assert suggested in problem.suggestions
    assert all(read_text(text, pool=POOL).text for text in problem.suggestions)


@pytest.mark.parametrize("wish", LATER, ids=lambda wish: wish.wish)
def test_what_cannot_be_said_yet_brings_a_wording_that_works(wish):
    for phrase in wish.phrases:
        problem = first(f"When this is summoned: This {phrase} zebra.")

        assert problem.code == "E-LATER"
        assert problem.suggestions == (wish.instead,)
    assert read_text(wish.instead, pool=POOL).problems == ()


def test_a_card_is_not_called_what_it_is_not():
    wizard = Card("Somebody", CardType.WIZARD, Color.RED)
    spell = Card("Somebody", CardType.SPELL, Color.RED, abilities=(Ability("Enchant a boss."),))

    assert first("When a summon attacks: Act this summon.", card=wizard).code == "E-REF"
    assert read_text("When a summon attacks: Act this wizard.", card=wizard).problems == ()
    assert first("When the enchanted summon attacks: You gain 1 life.", card=spell).code == "E-REF"
    assert read_text("When the enchanted boss attacks: You gain 1 life.", card=spell).problems == ()


def test_two_meanings_are_both_printed_and_each_of_them_can_be_read():
    problem = first("Ready a summon or a boss you control.")

    one, other = problem.suggestions
    assert read_text(one).text != read_text(other).text
    assert one in str(problem.message)
    assert other in str(problem.message)


def test_an_arrow_needs_the_word_must_and_the_dot_forbids_it():
    assert first("When this attacks: This gains 1 strength.", mandatory=True).code == "E-MUST"
    assert first("When this attacks: This must gain 1 strength.").code == "E-MUST"
    assert read_text("When this attacks: This must gain 1 strength.", mandatory=True).text.must


def test_the_arrow_of_old_texts_says_it_alone():
    read = read_text("When this attacks -> This gains 1 strength.")

    assert read.problems == ()
    assert read.text.must


def test_an_ability_of_a_summon_says_when_it_happens():
    card = Card("Somebody", CardType.SUMMON, Color.RED)

    assert first("This gains 2 strength.", card=card).code == "E-READ"
    assert read_text("This has 2 more strength.", card=card).text.continuous


def test_has_is_for_what_holds_all_the_time_and_cannot_needs_an_end_elsewhere():
    assert "gains" in str(first("When this attacks: This has 2 more strength.").message)
    assert "how long" in str(first("When this is summoned: This cannot block.").message)
    assert read_text("When this attacks: This cannot block this turn.").text


def test_only_a_spell_enchants():
    card = Card("Somebody", CardType.SUMMON, Color.RED)

    assert first("Enchant a summon. It gains 2 strength.", card=card).code == "E-READ"


PAIRS = {
    "E-READ": ("When this sneezes: Ready this.", "When this acts: Ready this."),
    "E-AMBIG": ("Ready a summon or a boss you control.", "Ready a boss you control or a summon."),
    "E-REF": ("When you gain life: Ready it.", "When a summon moves: Ready it."),
    "E-NAME": ("Ready a summon named Lawa Hound.", "Ready a summon named Lava Hound."),
    "E-LATER": ("This is a copy of a summon.", "Ready a summon."),
    "E-MUST": ("When this acts: This must gain 1 strength.", "When this acts: This gains 1 strength."),
    "W-FREE": ("During your main phase: You gain 1 vim.", "During your main phase, [1 life]: You gain 1 vim."),
    "W-LOOP": ("When you spend vim -> You must pay 1 vim.", "When you spend vim -> You must pay 1 life."),
    "W-NEVER": (
        "When this acts, if you control 4 or more summons: Ready this.",
        "When this acts, if you control 3 or more summons: Ready this.",
    ),
    "W-BOSS": ("Deal 1 damage to a summon or a player.", "Deal 1 damage to a summon or boss or a player."),
}
CONDITIONS = {
    "E-READ": ("Conduct a summon by Ember Adept.", "Conduct a summon with Ember Adept."),
    "E-NAME": ("Conduct a summon with Enragd Mage.", "Conduct a summon with Enraged Mage."),
    "E-COLOUR": ("Conduct a summon with any blue wizard.", "Conduct a summon with any red wizard."),
    "E-COPY": ("Conduct a summon with Ember Adept and Ember Adept.", "Conduct a summon with Ember Adept."),
    "W-NEVER": ("Conduct a summon with four red wizards.", "Conduct a summon with three red wizards."),
}


@pytest.mark.parametrize("code", PAIRS)
def test_each_code_has_a_text_that_raises_it_and_one_close_to_it_that_does_not(code):
    wrong, right = PAIRS[code]

    problem = first(wrong)

    assert (problem.code, 0 <= problem.start < problem.end <= len(wrong)) == (code, True)
    assert [found.code for found in read_text(right, pool=POOL).problems] == []


@pytest.mark.parametrize("code", CONDITIONS)
def test_each_code_of_a_condition_has_such_a_pair_too(code):
    wrong, right = CONDITIONS[code]

    problem = asked(wrong)[0]

    assert (problem.code, 0 <= problem.start < problem.end <= len(wrong)) == (code, True)
    assert [found.code for found in asked(right)] == []


def test_there_is_no_code_without_such_a_pair():
    of_the_search = {"E-EXAMPLE"}  # of a text that is read, and of which no table shows what it does

    assert {*PAIRS, *CONDITIONS} == set(get_args(Code)) - of_the_search


def test_a_condition_with_two_meanings_prints_them_both():
    typed = "[defeat a summon and a boss you control]."

    problem = read_boss_condition(typed).problems[0]

    one, other = problem.suggestions
    assert problem.code == "E-AMBIG"
    assert read_boss_condition(one).condition != read_boss_condition(other).condition
    assert one in str(problem.message)
    assert other in str(problem.message)


@pytest.mark.parametrize(
    ("typed", "place", "suggested"),
    [
        ("Deal 2 damage to target summon.", "target", "Deal 2 damage to a summon."),
        ("Destroy target creature.", "Destroy", "Defeat a summon."),
        ("When this is exiled: You gain 2 life.", "is exiled", "When this is defeated: You gain 2 life."),
        ("When this enters play: Untap this.", "enters play", "When this is summoned: Ready this."),
        ("On your turn, {act}: Ready this.", "On your turn", "During your turn, [act]: Ready this."),
        ("An adjacent minion gains 1 strength.", "minion", "An adjacent summon gains 1 strength."),
        ("When this is defeated; You gain 2 life.", ";", "When this is defeated: You gain 2 life."),
        ("Deal 2 damage to an enemy minion.", "an enemy minion", "Deal 2 damage to a summon an opponent controls."),
        (
            "Sacrifice a summon: You gain 2 life.",
            "Sacrifice a summon:",
            "[defeat a summon you control]: You gain 2 life.",
        ),
    ],
)
def test_words_of_other_games_are_told_in_the_words_of_this_one(typed, place, suggested):
    problem = first(typed)

    assert (problem.code, typed[problem.start : problem.end]) == ("E-READ", place)
    assert problem.suggestions == (suggested,)
    assert read_text(suggested, pool=POOL).text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Draw a card.", "There is no card draw:"),
        ("Counter target spell.", "Spells cannot be countered."),
        ("This has haste.", "There are no keyword abilities."),
    ],
)
def test_what_this_game_does_not_have_is_said_in_a_sentence(typed, said):
    problem = first(typed)

    assert problem.code == "E-READ"
    assert str(problem.message).startswith(said)


def test_a_text_suggested_says_a_and_an_where_they_belong():
    assert "Ready an acted summon." in first("Ready a actd summon.").suggestions


def test_damage_is_not_kept_off_in_part_at_a_price_yet():
    text = "When this would be dealt damage, [1 vim]: Prevent the next 2 damage that would be dealt to this instead."

    assert first(text).code == "E-LATER"


def test_a_text_that_is_too_long_or_too_complicated_is_declined_at_once():
    long = first("You gain 1 life. " * 40)
    knotted = first("Ready " + " and ".join(["a summon or a boss"] * 30) + " you control.")

    assert (long.code, long.start) == ("E-READ", 600)
    assert knotted.code == "E-READ"


def test_a_problem_is_shown_below_its_place():
    text = "Deal two damages."

    lines = shown(text, first(text)).splitlines()

    assert lines[:2] == ["  Deal two damages.", "           ~~~~~~~"]
    assert lines[2].startswith("E-READ: ")


# Conditions


def asked(text, color=Color.RED):
    card = Card("Somebody", CardType.SUMMON, color)
    return read_summoning_condition(text, POOL, card=card).problems


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("E-NAME", "Conduct a summon with ⟦Enragd Mage⟧."),
        ("E-NAME", "Conduct a summon with ⟦Lava Hound⟧."),
        ("E-COLOUR", "Conduct a summon with ⟦Tide Reader⟧."),
        ("E-COLOUR", "Conduct a summon with any ⟦yellow⟧ wizard."),
        ("E-COPY", "⟦Conduct a summon with Ember Adept and Ember Adept.⟧"),
        ("E-READ", "Conduct a summon with any ⟦purple⟧ wizard."),
        ("E-READ", "Conduct a summon ⟦by⟧ Ember Adept."),
        ("E-READ", "Conduct a summon with two red ⟦wizard⟧."),
    ],
)
def test_a_wrong_summoning_condition_tells_where(code, text):
    typed, start, end = marked(text)

    problem = asked(typed)[0]

    assert (problem.code, problem.start, problem.end) == (code, start, end)


def test_the_nearest_name_is_offered_for_a_wizard_that_does_not_exist():
    assert asked("Conduct a summon with Enragd Mage.")[0].suggestions == ("Conduct a summon with Enraged Mage.",)


def test_a_boss_condition_that_cannot_be_read_tells_where():
    problem = read_boss_condition("If you have declared attacks ten or many times.").problems[0]

    assert (problem.code, problem.start) == ("E-READ", 36)
