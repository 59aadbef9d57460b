"""Where the two interpreters differed and the rules were on the side of the second one: each a short game."""

import pytest

from engine.bos import game as bos
from tests.engine.bos.ability_examples import played, word
from tests.engine.bos.duel import YELLOW, Duel, spell, summon, wizard

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


def test_decay_stops_with_the_halving_that_ends_the_game():
    turns = "; ".join(f"T{turn} P{2 - turn % 2}; E" for turn in range(1, 25))

    table = Duel().table(f"{turns}; T25 P1")

    assert (table.life[0], table.vim[0]) == (0, 256)


def test_what_is_in_the_middle_of_a_phase_comes_after_all_that_is_at_its_start():
    first = summon("Owl", 3, "At the start of your main phase: You gain 1 vim.")
    then = summon("Crow", 3, "In the middle of your main phase: You gain 1 life.")
    scene = "T1 P1; S a Owl; S b Crow; {}; E"

    assert Duel(first, then).judged(scene.format("+ a; + b"))["finding"] == "unfinished"
    assert Duel(first, then).judged(scene.format("+ b; + a"))["finding"] == "illegal"


def test_no_strength_is_not_less_than_no_strength():
    idol = summon("Idol", 2, "This cannot be defeated.")
    duel = Duel(idol, spell("Word", 0, "Ready a summon with strength less than the strength of this."))
    scene = "T1 P1; S a Idol; S b Imp5; A b x a"

    assert duel.table(scene)["1a"] == 0
    assert duel.told(f"{scene}; C Word -> a") == ("illegal", 5, "6.1.9")


@pytest.mark.parametrize("price", ["act", "this loses 1 strength"])
def test_a_card_that_has_left_does_not_act_nor_lose_strength_for_a_price(price):
    duel = Duel(summon("Owl", 3, f"When this leaves the battlefield, [{price}]: You gain 1 life."))
    scene = "T1 P1; S a Owl; S b Imp5; A b x a"

    assert duel.told(f"{scene}; E")[0] == "unfinished"
    assert duel.told(f"{scene}; C Owl")[0] == "illegal"


def test_otherwise_does_not_ask_whether_a_summon_was_conducted():
    offer = "You may pay 1 life. If you do, conduct a summon. Otherwise, you gain 5 life."
    stands(word(offer, "C Word = 1", {"P1 life": 29}))


def test_of_a_summon_and_an_opponent_each_is_dealt_damage_where_the_other_is_not_there():
    hurt = "You gain 1 vim. Deal 2 damage to a summon and an opponent."
    duel = Duel(*word(hurt, "", {}).cards)

    assert duel.table("T1 P1; S a Imp5; C Word")["1a"] == 3
    assert duel.table("T1 P1; E; T2 P2; E; T3 P1; C Word").life[1] == 28


def test_half_of_one_life_is_no_life_that_is_lost():
    mourner = summon("Owl", 3, "When you lose life: You must gain 1 vim.")
    wane = spell("Wane", 0, "Your life becomes 1.")
    duel = Duel(mourner, wane, spell("Word", 0, "[half your life]: You gain 1 ether."))
    scene = "T1 P1; S a Owl; C Wane"

    assert duel.table(f"{scene}; C Word").vim == duel.table(scene).vim


def test_a_card_that_comes_back_during_its_attack_is_another_one_and_does_not_fight():
    duel = Duel(summon("Owl", 3, "When this attacks: Return this to its owner's castle. Conduct a summon."))

    table = duel.table("T1 P1; S a Owl; S b Imp5; A a x b; + a; S c Owl; E")

    assert (table["1b"], table["1c"]) == (5, 3)


def test_who_has_no_strength_loses_none_for_a_while_and_is_not_struck_again():
    idol = summon("Idol", 2, "This cannot be defeated in battle.")
    weaker, stronger = "A summon loses 1 strength until the end of the turn.", "A summon gains 2 strength."
    duel = Duel(idol, spell("Word", 0, weaker), spell("Wand", 0, stronger))
    scene = "T1 P1; S a Idol; S b Imp5; A b x a; C Word -> a"

    assert duel.table(scene)["1a"] == 0
    assert duel.table(f"{scene}; C Wand -> a")["1a"] == 2


def test_what_damage_sets_off_asks_how_the_table_is_before_the_defeat():
    alone = summon("Owl", 3, "When this deals damage, if you control exactly 1 summon: You gain 1 life.")
    scene = "T1 P1; S a Owl; S b Imp5; A a x b"

    assert Duel(alone).told(f"{scene}; + a")[0] == "illegal"


def test_a_spell_that_came_into_the_spellbook_after_an_event_is_not_cast_for_it():
    heard = spell("Word", 0, "When a player discards a card: You gain 1 life.")
    fetch = spell("Wand", 0, "Discard a summon on the battlefield. Return a spell in your graveyard to your spellbook.")
    duel = Duel(heard, heard, fetch, spell("Wane", 0, "Discard a spell in your spellbook."))
    scene = "T1 P1; S a Imp5; C Wane -> Word; C Wand -> a, Word"

    assert duel.told(f"{scene}; C Word; C Word")[0] == "illegal"


def test_a_summon_returned_from_the_graveyard_is_none_that_somebody_controls():
    heard = spell("Word", 0, "When a summon you control is returned: You gain 1 life.")
    back = spell("Wand", 0, "Return a summon in your graveyard to your castle.")
    duel = Duel(heard, back)
    scene = "T1 P1; S a Imp3; S b Imp5; A b x a; C Wand -> Imp3"

    assert duel.told(f"{scene}; E")[0] == "unfinished"
    assert duel.told(f"{scene}; C Word")[0] == "illegal"


def test_a_summon_is_returned_from_the_side_of_whoever_controlled_it():
    heard = "When a summon you control is returned: You gain 1 life."
    take = spell("Wand", 0, "Gain control of a summon an opponent controls.")
    back = spell("Wane", 0, "Return a summon to its owner's castle.")
    duel = Duel(spell("Word", 0, heard), take, back)
    scene = "T1 P1; E; T2 P2; S a Elk5; E; T3 P1; C Wand -> 2a, a; C Wane -> a; C Word"

    assert duel.table(scene).life == (31, 30)


def test_strength_is_measured_anew_where_something_else_happened_instead_of_a_defeat():
    owl = summon("Owl", 2, "When this would be defeated: Return this to its owner's castle instead.")
    lord = summon("Fox", 5, "This has 1 more strength for each other summon you control.")
    table = Duel(owl, lord).table("T1 P1; S a Fox; S b Owl; S c Imp5; A c x b")

    assert (table["1a"], table["1b"]) == (6, None)


@pytest.mark.parametrize(
    ("state", "holds"),
    [("has 5 or more strength", True), ("does not have 5 or more strength", False), ("has 4 or less strength", False)],
)
def test_the_strength_that_is_asked_of_a_defeated_card_is_the_one_that_it_last_had(state, holds):
    for text in (f"When this is defeated, if this {state}: You must gain 1 life.",
                 f"When this is defeated: You must gain 1 life if this {state}."):  # fmt: skip
        duel = Duel(summon("Fox", 5, text))

        assert duel.table("T1 P1; S a Fox; S b Imp5; A a x b; E").life == (30 + holds, 30)


def test_a_card_that_is_asked_for_its_strength_as_it_goes_has_the_one_that_it_went_with():
    text = "When this is returned, if this has 4 or more strength: You must gain 1 life."
    grow = spell("Grow", 0, "A summon you control gains 1 strength.")
    duel = Duel(summon("Fox", 3, text), grow, spell("Wane", 0, "Return a summon to its owner's castle."))

    assert duel.table("T1 P1; S a Fox; C Grow -> a; C Wane -> a; E").life == (31, 30)
    assert duel.table("T1 P1; S a Fox; C Wane -> a; E").life == (30, 30)


@pytest.mark.parametrize(("bounds", "life"), [("5 or more", 31), ("4 or less", 30)])
def test_an_event_about_strong_cards_that_fall_asks_for_the_strength_that_they_last_had(bounds, life):
    duel = Duel(wizard("Ann", f"When a summon with {bounds} strength is defeated: You must gain 1 life."))

    assert duel.table("T1 P1; S b Imp6; S c Imp5; A b x c; E").life == (life, 30)


@pytest.mark.parametrize(
    ("goes", "end"),
    [("be defeated", "A b x a"), ("leave the battlefield", "C Wane -> a"), ("be returned", "C Wane -> a")],
)
def test_what_happens_instead_of_the_going_of_a_card_is_named_by_its_place(goes, end):
    phoenix = summon("Owl", 3, f"When this would {goes}, [1 ether]: The strength of this becomes 2 instead.")
    duel = Duel(phoenix, spell("Wane", 0, "Return a summon to its owner's castle."))
    scene = f"T1 P1; S a Owl; S b Imp5; {end}"

    assert "+ a" in bos.continuations(duel.table(scene).state)
    assert duel.table(f"{scene}; + a; E")["1a"] == 2


@pytest.mark.parametrize(
    ("goes", "deed"),
    [("be defeated", "Defeat a summon"), ("be returned", "Return a summon to its owner's castle"),
     ("take damage", "Deal 1 damage to a summon")],
)  # fmt: skip
def test_a_text_goes_on_behind_what_a_price_kept_from_happening(goes, deed):
    phoenix = summon("Owl", 3, f"When this would {goes}, [1 ether]: The strength of this becomes 2 instead.")
    duel = Duel(phoenix, spell("Wane", 0, f"{deed}. You gain 1 life."))
    found = duel.table("T1 P1; S a Owl; C Wane -> a; + a; E")

    assert (found["1a"], found.ether[0], found.life[0]) == (2, 3, 31)


def test_a_card_that_comes_back_acted_while_cards_become_ready_becomes_ready_too():
    fells = wizard("Ann", "When this readies: You must defeat a summon you control.")
    fetches = wizard("Bo", "When this readies: You must put a summon in your graveyard onto the battlefield acted.")
    scene = "T1 P1; S a Imp5; S b Imp3; A a x b; E; T2 P2; E; T3 P1; R a; R wa; R wb; ! wb -> Imp5, c"
    table = Duel(fells, fetches, wizard("Cy")).table(f"{scene}; E")

    assert not table.card("1c").acted


def test_what_damage_set_off_is_over_when_its_card_falls_by_something_else():
    mourner = summon("Owl", 3, "When you lose life: You gain 1 vim.")
    ransom = wizard("Ann", "When you take damage, [defeat a summon you control]: You gain 1 life.")
    scene = "T1 P1; S b Owl; S c Imp5; A c P1; + wa -> {}; + b; E"

    assert Duel(mourner, ransom).told(scene.format("b"))[0] == "illegal"
    assert Duel(mourner, ransom).told(scene.format("c"))[0] == "unfinished"


def test_a_card_tells_of_what_was_dealt_to_its_player_at_once_with_its_own_last_blow():
    mourner = summon("Owl", 3, "When you lose life: You gain 1 vim.", color=YELLOW)
    hurt = spell("Word", 0, "Deal 3 damage to a summon and an opponent.")
    scene = "T1 P1; E; T2 P2; S a Owl; E; T3 P1; C Word -> 2a; + 2a; E"

    assert Duel(mourner, hurt).table(scene).vim[1] == 3


def test_nobody_defeated_a_card_that_falls_since_another_one_fell():
    victor = summon("Owl", 4, "When this defeats a summon: You must gain 1 life.")
    lord = summon("Fox", 1, "This has 2 more strength for each other summon you control.")
    table = Duel(victor, lord).table("T1 P1; S a Owl; S b Fox; S c Imp3; A a x b; E")

    assert (table["1b"], table.life[0]) == (None, 30)


def test_whose_a_summon_was_that_was_defeated_this_turn_is_told_by_its_control_then():
    take = spell("Wand", 0, "Gain control of a summon an opponent controls.")
    word = spell("Word", 0, "If a summon you control was defeated this turn, you gain 1 life.")
    text = "During an opponent's turn, if a summon you control was defeated this turn: You gain 9 life."
    theirs = spell("Whim", 0, text, color=YELLOW)
    scene = "T1 P1; S b Imp5; E; T2 P2; S a Elk3; E; T3 P1; C Wand -> 2a, 1a; A b x a; C Word"

    assert Duel(take, word, theirs).table(f"{scene}; E").life == (31, 30)
    assert Duel(take, word, theirs).told(f"{scene}; > C Whim; E")[0] == "illegal"


def test_a_battle_by_a_text_sets_off_what_waits_for_a_battle_and_that_comes_after_it():
    owl = summon("Owl", 3, "When this battles: You must gain 1 life.")
    duel = Duel(owl, spell("Word", 0, "A summon you control battles another summon."))

    assert duel.table("T1 P1; S a Owl; S b Imp1; C Word -> a, b; E").life[0] == 31
    assert duel.table("T1 P1; S a Owl; S b Imp5; C Word -> a, b; E").life[0] == 30


def test_no_column_is_asked_for_a_card_that_cannot_move():
    idol = summon("Idol", 3, "This cannot move.")
    duel = Duel(idol, spell("Word", 0, "Move a summon to an open column. You gain 1 life."))
    scene = "T1 P1; S a Idol; C Word -> a"

    assert duel.table(f"{scene}; E").life[0] == 31
    assert duel.told(f"{scene}, b; E") == ("illegal", 3, "10.1.1")
