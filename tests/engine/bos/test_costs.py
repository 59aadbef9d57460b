"""What abilities cost, what lies under cards, and what a text forbids."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.bos.duel import YELLOW, Duel, spell, summon, wizard

MIX = wizard("Mix", "During your main phase, [act, 2 vim]: A summon you control gains 2 strength.")


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 4), st.integers(0, 6))
def test_vim_of_a_cost_is_paid_exactly_and_from_what_is_there(vim, ether):
    found = Duel(MIX).judged(f"T1 P1; S b Imp3; U wa -> b {{{vim}v+{ether}e}}; = V{2 - vim}/1 E{4 - ether}/0")

    lawful = vim + ether == 2 and vim <= 2 and ether <= 4
    assert (found["finding"] == "unfinished") is lawful
    assert lawful or (found["finding"], found["line"]) == ("illegal", 3)


def test_a_card_acts_once_for_a_cost():
    assert Duel(MIX).told("T1 P1; S b Imp3; U wa -> b; U wa -> b {0v+2e}") == ("illegal", 4, "10.2.1")


def test_life_is_never_paid_to_the_last():
    duel = Duel(wizard("Burn", "During your main phase, [2 life]: You gain 1 vim."))
    fourteen = "; ".join(["U wa"] * 14)

    assert duel.table(f"T1 P1; {fourteen}; E").life == (2, 30)
    assert duel.told(f"T1 P1; {fourteen}; U wa") == ("illegal", 16, "10.2.1")


def test_cards_are_given_up_before_the_effect_chooses():
    duel = Duel(
        summon("Goat", 2, "During your main phase, [defeat a summon you control]: Deal 3 damage to a player."),
        wizard("Shelf", "During your main phase, [discard a spell from your spellbook]: You gain 1 vim."),
        summon("Post", 3, "During your main phase, [return this to its owner's castle]: Ready a summon you control."),
    )

    table = duel.table("T1 P1; S a Goat; S b Imp3; U a -> b, P1; E")
    assert (table["1b"], table.life) == (None, (27, 30))
    assert duel.table("T1 P1; S a Goat; U a; E")["1a"] is None
    assert duel.told("T1 P1; S a Goat; U a -> a, P2") == ("illegal", 3, "10.5.1")
    table = duel.table("T1 P1; U wa -> Spark1; E")
    assert (table.vim[0], table.pile("graveyard")) == (3, ["Spark1"])
    table = duel.table("T1 P1; S b Post; S c Imp4; A c P1; U b -> c; A c P1; E")
    assert (table.life[0], table["1b"]) == (22, None)


# Enchantments


def test_strength_that_an_enchantment_gives_ends_with_it():
    duel = Duel(
        spell("Crown", 1, "Enchant a summon. The enchanted summon has 3 more strength."),
        spell("Mist", 1, "Remove all enchantments from a summon.", color=YELLOW),
    )

    assert duel.table("T1 P1; S b Imp2; C Crown; E")["1b"] == 5
    table = duel.table("T1 P1; S b Imp2; C Crown; E; T2 P2; S a Elk4; A a x 1b; E")
    assert (table["1b"], table["2a"]) == (1, None)
    table = duel.table("T1 P1; S b Imp2; C Crown; E; T2 P2; S a Elk2; A a x 1b; C Mist -> 1b; E")
    assert (table["1b"], table.pile("graveyard")) == (None, ["Crown", "Imp2"])


def test_an_enchantment_goes_to_its_caster_when_its_card_leaves():
    duel = Duel(spell("Leech", 1, "Enchant a summon. The enchanted summon has 2 less strength.", color=YELLOW))

    table = duel.table("T1 P1; S b Imp2; E; T2 P2; C Leech -> 1b; E")
    assert (table["1b"], table.pile("graveyard", 0), table.pile("graveyard", 1)) == (None, ["Imp2"], ["Leech"])


def test_you_on_an_enchantment_is_its_caster():
    duel = Duel(
        spell(
            "Tribute", 1, "Enchant a summon.", "When the enchanted summon attacks, you must gain 1 life.", color=YELLOW
        )
    )

    table = duel.table("T1 P1; S b Imp2; E; T2 P2; C Tribute -> 1b; E; T3 P1; A b P2; E")
    assert table.life == (30, 29)


def test_a_wizard_stays_enchanted_while_it_is_face_down():
    duel = Duel(
        wizard("Mage", "During your main phase, [act]: You gain 1 life."),
        spell("Chain", 1, "Enchant a wizard. The enchanted wizard cannot act.", color=YELLOW),
    )

    assert duel.told("T1 P1; S a Imp2; E; T2 P2; C Chain -> 1wa; E; T3 P1; U wa") == ("illegal", 8, "10.7")
    assert duel.told("T1 P1; C Chain") != ("unfinished", None, None)


# What cannot be


def test_cannot_wins_over_must():
    duel = Duel(
        summon("Must", 3, "When this attacks: You must ready this."),
        spell("Rust", 1, "Enchant a summon. The enchanted summon cannot become ready."),
    )

    assert duel.table("T1 P1; S a Must; A a P1; A a P1; E").life[0] == 24
    assert duel.told("T1 P1; S a Must; C Rust; A a P1; A a P1") == ("illegal", 5, "7.1.2")
    assert duel.told("T1 P1; S a Imp3; C Rust; A a P1; E; T2 P2; E; T3 P1; A a P1") == ("illegal", 9, "7.1.2")


def test_a_prohibition_lasts_as_long_as_it_says():
    duel = Duel(spell("Hush", 1, "An opponent cannot cast spells until the end of your next turn."))
    before = "T1 P1; E; T2 P2; E; T3 P1; C Hush; E; T4 P2"

    assert duel.told(f"{before}; C Straw1") == ("illegal", 9, "10.7")
    assert duel.table(f"{before}; E; T5 P1; E; T6 P2; C Straw1; E").vim[1] == 8


def test_strength_for_a_turn_is_gone_afterwards_and_may_take_its_card_with_it():
    duel = Duel(spell("Rage", 1, "A summon gains 5 strength until the end of the turn."))

    assert duel.table("T1 P1; S a Imp3; C Rage; E; T2 P2; E")["1a"] == 3
    assert duel.table("T1 P1; S a Imp3; S b Imp7; C Rage -> a; A a x b")["1a"] == 1
    assert duel.table("T1 P1; S a Imp3; S b Imp7; C Rage -> a; A a x b; E")["1a"] is None


def test_damage_is_kept_off_as_far_as_the_text_says():
    duel = Duel(spell("Guard", 1, "Prevent the next 3 damage that would be dealt to a summon this turn."))

    table = duel.table("T1 P1; S a Imp3; S b Imp5; C Guard -> a; A b x a; E")
    assert (table["1a"], table["1b"]) == (1, 2)


def test_whoever_cannot_block_is_not_asked():
    duel = Duel(spell("Hold", 1, "A summon an opponent controls cannot block this turn."))
    before = "T1 P1; S a Imp3; E; T2 P2; S b Elk4; E; T3 P1; C Hold; A a P2"

    assert duel.table(f"{before}; E").life == (30, 27)
    assert duel.told(f"{before}; > B b") == ("illegal", 10, "10.7")


# Phases in which little happens


def test_what_belongs_to_the_main_phase_passes_over_a_startup_in_which_something_could_be_used():
    duel = Duel(
        wizard("Early", "During your startup phase: You gain 1 life. Once per turn."),
        wizard("Late", "During your ending phase: You gain 2 life. Once per turn."),
        wizard("Noon", "During your main phase: You gain 4 life. Once per turn."),
    )

    assert duel.table("T1 P1; C Spark1; E; = L30/30; T2 P2").life == (30, 30)
    assert duel.table("T1 P1; U wc; E").life == (34, 30)
    assert duel.table("T1 P1; U wa; S b Imp1; U wc; E; = L35/30; T2 P2").life == (35, 30)
    assert duel.table("T1 P1; U wa; C Spark1; E; U wb; = L33/30; T2 P2").life == (33, 30)
    assert duel.told("T1 P1; E; U wc") == ("illegal", 3, "10.1.1")


def test_what_waits_for_the_start_of_the_main_phase_ends_the_summoning_phase():
    duel = Duel(
        wizard(
            "Lamp", "At the start of an opponent's main phase, [act]: Act a summon an opponent controls.", color=YELLOW
        ),
        spell("Chill", 1, "At the start of an opponent's main phase: Act a summon an opponent controls.", color=YELLOW),
    )
    before = "T1 P1; S a Imp3; E; T2 P2; E; T3 P1; S b Imp2"

    assert duel.table(f"{before}; + 2wa -> b; E").card("1b").acted
    assert duel.table(f"{before}; > C Chill -> 1a; E").card("1a").acted
    assert duel.told(f"{before}; A a P2; + 2wa -> b") == ("illegal", 9, "10.1.1")


def test_a_price_that_nobody_could_pay_is_judged_as_soon_as_any_other():
    duel = Duel(summon("Fox", 1, "Pay X vim: Gain X life."))
    absurd = 10**18 - 1

    found = duel.judged(f"T1 P1; S a Fox; U a {{{absurd}v+0e}}")

    assert (found["finding"], found["line"], found["rule"]) == ("illegal", 3, "10.2.1")
    assert found["message"] == f"P1 has 2 vim and cannot pay {absurd}."


def test_a_number_that_could_be_anything_up_to_a_fortune_is_left_open_at_once():
    """A judge sets Anna's vim to more than anybody could count; what she named for X is not written."""
    duel = Duel(summon("Fox", 1, "Pay X vim: Gain X life."))
    fortune = 10**18

    assert duel.told(f"T1 P1; S a Fox; J set V{fortune}/2; U a; E") == ("unproven", 4, "10.3.1")
    assert duel.told(f"T1 P1; S a Fox; J set V{fortune}/2; U a = {fortune // 2}; E") == ("unfinished", None, None)


def test_life_that_is_paid_twice_is_paid_out_of_what_is_left():
    duel = Duel(wizard("Leech", "During your main phase, [X life and 9 life]: You gain 1 vim."))

    assert duel.told("T1 P1; U wa = 21") == ("illegal", 2, "10.2.1")
    assert duel.table("T1 P1; U wa = 20; E").life == (1, 30)
