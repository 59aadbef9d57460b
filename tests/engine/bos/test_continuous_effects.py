"""What works without being used: lent strength, prohibitions, changed costs, and how long they last."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bos.abilities.card_abilities import learn
from engine.bos.abilities.continuous_effects import add, cost, expire, forbidden, refresh
from engine.bos.abilities.standing_texts import standing
from engine.bos.model.cards import CardType
from engine.bos.model.editions import EDITIONS
from engine.bos.model.places import player
from engine.bos.model.state import CASTLE, ENDING, GRAVEYARD, Modifier
from engine.bos.model.syntax import Bonus, Cannot, Costs, During, Gain, Pay, Step, Text, While
from engine.bos.model.terms import Controls, Count, Each, Filter, Host, Number, This, Who
from tests.engine.bos.duel import Duel, spell, summon
from tests.engine.bos.positions import ANNA, BEN, card_at, draft_with, lay, number_at, strength, told
from tests.engine.bos.simple_cards import POOL

MINE = Filter(kinds=("summon",), control="you")
ADJACENT = Filter(kinds=("summon",), control="you", column="adjacent")


def always(deed, *moments, only=None, unless=None):
    return Text((Step(deed, only=only, unless=unless),), moments=moments, continuous=True)


def lent(thing, amount, *, until="end of turn", seat=ANNA, source=0, turn=2):
    return Modifier("strength", thing, "", amount, until, seat, source, turn)


def banned(thing, what, *, until="end of turn", source=0):
    return Modifier("cannot", thing, what, 0, until, ANNA, source, 2)


# Strength


def test_a_wizard_strengthens_every_summon_of_its_player_and_nobody_elses(speak):
    speak("Ember Adept", always(Bonus(Each(MINE), Number(1))))
    draft = draft_with(s1a=3, s1b=5, s2b=6, b1=7)

    refresh(draft)

    assert [strength(draft, place) for place in ("1a", "1b", "2b", "1*")] == [4, 6, 6, 7]


def test_looking_again_changes_nothing(speak):
    speak("Ember Adept", always(Bonus(Each(Filter(kinds=("summon",), most=Number(3))), Number(2))))
    draft = draft_with(s1a=3, s2b=4)

    refresh(draft)
    refresh(draft)

    assert (strength(draft, "1a"), strength(draft, "2b")) == (5, 4)


def test_a_face_down_wizard_takes_its_bonus_along(speak):
    speak("Ember Adept", always(Bonus(Each(MINE), Number(1))))
    draft = draft_with(s1a=3)
    refresh(draft)

    draft.own(number_at(draft, "1wa")).up = False
    refresh(draft)

    assert (strength(draft, "1a"), card_at(draft, "1a").bonus) == (3, 0)


def test_a_defeated_summon_lends_nothing_while_it_waits_for_the_graveyard(speak):
    speak("Lava Hound", always(Bonus(Each(ADJACENT), Number(2))))
    draft = draft_with(s1a=3, s1b=5)
    refresh(draft)
    assert strength(draft, "1a") == 5

    draft.own(number_at(draft, "1b")).leaving = True
    refresh(draft)

    assert strength(draft, "1a") == 3


def test_a_lent_strength_that_was_spent_in_battle_leaves_zero_behind(speak):
    speak("Ember Adept", always(Bonus(Each(MINE), Number(2))))
    draft = draft_with(s1a=3)
    refresh(draft)

    draft.own(number_at(draft, "1a")).strength -= 4
    refresh(draft)
    assert strength(draft, "1a") == 1
    draft.own(number_at(draft, "1wa")).up = False
    refresh(draft)

    assert (strength(draft, "1a"), card_at(draft, "1a").bonus) == (0, 0)


def test_a_loss_takes_no_more_than_there_is_and_gives_no_more_back(speak):
    speak("Dawn Herald", always(Bonus(Each(Filter(kinds=("summon",), control="an opponent")), Number(5), less=True)))
    draft = draft_with(s1a=3, s1b=8)

    refresh(draft)
    assert (strength(draft, "1a"), strength(draft, "1b")) == (0, 3)
    draft.own(number_at(draft, "2wa")).up = False
    refresh(draft)

    assert (strength(draft, "1a"), strength(draft, "1b")) == (3, 8)


@given(base=st.integers(0, 12), lend=st.integers(-15, 15), hurt=st.integers(0, 12))
def test_lending_and_taking_back_is_fair(base, lend, hurt):
    draft = draft_with(s1a=base)
    anna = number_at(draft, "1a")

    add(draft, lent(anna, lend))
    taken = min(hurt, strength(draft, "1a"))
    draft.own(anna).strength -= taken
    expire(draft, "end of turn", ANNA)

    assert strength(draft, "1a") == max(base - taken, 0)
    assert card_at(draft, "1a").bonus == 0


def test_each_bonus_sees_what_those_before_it_lent(speak):
    speak("Ember Adept", always(Bonus(Each(MINE), Number(2))))
    speak("Ash Caller", always(Bonus(Each(Filter(kinds=("summon",), least=Number(5))), Number(10))))
    draft = draft_with(s1a=3, s1b=1)

    refresh(draft)
    refresh(draft)

    assert (strength(draft, "1a"), strength(draft, "1b")) == (15, 3)


def test_a_bonus_is_counted_anew_when_the_table_changes(speak):
    speak("Cinder Imp", always(Bonus(This(), Count(MINE))))
    draft = draft_with(s1a=3, s1b=5)
    refresh(draft)
    assert strength(draft, "1a") == 5

    draft.put_away(number_at(draft, "1b"), GRAVEYARD)
    refresh(draft)

    assert strength(draft, "1a") == 4


def test_a_bonus_while_something_holds_comes_and_goes_with_it(speak):
    speak("Cinder Imp", always(Bonus(This(), Number(3)), While(Controls("you", Filter(kinds=("boss",))))))
    draft = draft_with(s1a=3)
    refresh(draft)
    assert strength(draft, "1a") == 3

    draft.own(number_at(draft, "1*")).up = True
    refresh(draft)

    assert strength(draft, "1a") == 6


@pytest.mark.parametrize(
    ("during", "active", "phase", "expected"),
    [
        (During("main"), ANNA, "main", 5),
        (During("main"), ANNA, "ending", 3),
        (During("turn"), ANNA, ENDING, 5),
        (During("turn"), BEN, "main", 3),
        (During("turn", "an opponent's"), BEN, "main", 5),
        (During("turn", "an opponent's"), ANNA, "main", 3),
        (During("main", "each player's"), BEN, "main", 5),
    ],
)
def test_a_bonus_during_a_phase_lasts_as_long_as_the_phase(speak, during, active, phase, expected):
    speak("Cinder Imp", always(Bonus(This(), Number(2)), during))
    draft = draft_with(s1a=3)
    draft.active, draft.phase = active, phase

    refresh(draft)

    assert strength(draft, "1a") == expected


def test_unless_and_only_of_a_step_are_looked_at(speak):
    two = Controls("you", Filter(kinds=("summon",)), least=2)
    speak(
        "Ember Adept", always(Bonus(Each(MINE), Number(1)), only=two), always(Bonus(Each(MINE), Number(10)), unless=two)
    )
    draft = draft_with(s1a=3)
    refresh(draft)
    assert strength(draft, "1a") == 13

    draft.move(draft.own(next(c.id for c in draft.copies if c.face.name == "Lava Hound")).id, 4)
    draft.own(draft.table[4]).up = True
    refresh(draft)

    assert strength(draft, "1a") == 4


def test_nothing_is_lent_to_a_wizard(speak):
    speak("Ember Adept", always(Bonus(Each(Filter(control="you")), Number(1))))
    draft = draft_with(s1a=3)

    refresh(draft)

    assert card_at(draft, "1wa").strength == card_at(draft, "1wb").strength == 0
    assert strength(draft, "1a") == 4


def test_lent_strength_is_no_gain(speak):
    speak("Ember Adept", always(Bonus(Each(MINE), Number(1))))
    draft = draft_with(s1a=3)

    refresh(draft)

    assert draft.events == []


def test_an_ability_that_is_used_or_set_off_lends_nothing_by_itself(speak):
    speak("Ember Adept", Text((Step(Bonus(Each(MINE), Number(9))),), cost=(Pay("vim", Number(1)),)))
    draft = draft_with(s1a=3)

    refresh(draft)

    assert strength(draft, "1a") == 3


def test_a_card_whose_text_cannot_be_read_lends_nothing(speak):
    speak("Ember Adept", None, always(Bonus(Each(MINE), Number(1))))
    draft = draft_with(s1a=3)

    refresh(draft)

    assert strength(draft, "1a") == 4


# Enchantments

ENCHANTMENT = Text((Step(Gain(Host(), Number(3), "strength")),), enchant=Filter(kinds=("summon",)))


def test_what_an_enchanted_summon_gains_ends_when_the_spell_leaves(speak):
    speak("Bellows", ENCHANTMENT)
    draft = draft_with(s1a=3, s2b=6)
    spell = lay(draft, ANNA, "Bellows", "2b")
    refresh(draft)
    assert (strength(draft, "1a"), strength(draft, "2b")) == (3, 9)

    draft.put_away(spell, GRAVEYARD)
    refresh(draft)

    assert strength(draft, "2b") == 6


def test_two_enchantments_add_up(speak):
    speak("Bellows", ENCHANTMENT)
    draft = draft_with(s1a=3)
    lay(draft, ANNA, "Bellows", "1a")
    lay(draft, ANNA, "Bellows", "1a")

    refresh(draft)

    assert strength(draft, "1a") == 9


def test_you_on_an_enchantment_is_its_caster(speak):
    speak("Bellows", Text((Step(Bonus(Each(MINE), Number(2))),), enchant=Filter(kinds=("summon",))))
    draft = draft_with(s1a=3, s2b=6)
    lay(draft, ANNA, "Bellows", "2b")

    refresh(draft)

    assert (strength(draft, "1a"), strength(draft, "2b")) == (5, 6)


@pytest.mark.parametrize(("works", "expected"), [(True, 5), (False, 3)])
def test_an_enchantment_of_a_face_down_wizard_works_as_the_edition_says(speak, works, expected):
    speak("Bellows", Text((Step(Bonus(Each(MINE), Number(2))),), enchant=Filter(kinds=("wizard",))))
    draft = draft_with(s1a=3)
    draft.setup = replace(draft.setup, edition=replace(EDITIONS["bos-1"], enchantment_of_face_down=works))
    lay(draft, ANNA, "Bellows", "1wb")
    draft.own(number_at(draft, "1wb")).up = False

    refresh(draft)

    assert strength(draft, "1a") == expected


def test_the_condition_of_casting_is_not_asked_again_of_an_enchantment(speak):
    lonely = While(Controls("you", Filter(kinds=("summon",)), least=0, most=0))
    speak("Bellows", Text(ENCHANTMENT.steps, moments=(lonely,), enchant=ENCHANTMENT.enchant))
    draft = draft_with(s1a=3)
    lay(draft, ANNA, "Bellows", "1a")

    refresh(draft)

    assert strength(draft, "1a") == 6


def test_an_enchantment_goes_silent_with_its_defeated_host(speak):
    speak("Bellows", Text((Step(Bonus(Each(MINE), Number(2))),), enchant=Filter(kinds=("summon",))))
    draft = draft_with(s1a=3, s1b=5)
    lay(draft, ANNA, "Bellows", "1b")
    refresh(draft)
    assert strength(draft, "1a") == 5

    draft.own(number_at(draft, "1b")).leaving = True
    refresh(draft)

    assert strength(draft, "1a") == 3


# What lasts


def test_strength_until_the_end_of_turn_ends_with_the_turn():
    draft = draft_with(s1a=3)

    add(draft, lent(number_at(draft, "1a"), 2))
    assert strength(draft, "1a") == 5
    expire(draft, "end of turn", ANNA)

    assert (strength(draft, "1a"), draft.modifiers) == (3, ())


@pytest.mark.parametrize("until", ["end of your next turn", "start of your next turn"])
def test_your_next_turn_is_neither_this_one_nor_an_opponents(until):
    draft = draft_with(s1a=3)
    add(draft, lent(number_at(draft, "1a"), 2, until=until))

    expire(draft, "end of turn", ANNA)
    expire(draft, "end of your next turn", ANNA)
    draft.turn, draft.active = 3, BEN
    expire(draft, until, BEN)
    assert strength(draft, "1a") == 5
    draft.turn, draft.active = 4, ANNA
    expire(draft, until, ANNA)

    assert strength(draft, "1a") == 3


def test_what_lasts_for_a_card_ends_when_the_card_leaves():
    draft = draft_with(s1a=3)
    number = number_at(draft, "1a")
    add(draft, lent(number, 2, until="end of your next turn"))

    draft.put_away(number, CASTLE)
    refresh(draft)
    draft.move(number, 3)
    draft.own(number).up = True
    refresh(draft)

    assert (strength(draft, "1a"), draft.modifiers) == (3, ())


def test_on_the_battlefield_means_as_long_as_the_source_is_there():
    draft = draft_with(s1a=3, s1b=5)
    source = number_at(draft, "1b")
    add(draft, lent(number_at(draft, "1a"), 2, until="on the battlefield", source=source))
    refresh(draft)
    assert strength(draft, "1a") == 5

    draft.put_away(source, GRAVEYARD)
    refresh(draft)

    assert (strength(draft, "1a"), draft.modifiers) == (3, ())


def test_what_lasts_for_a_player_outlives_its_source():
    draft = draft_with(s1a=3)
    add(draft, banned(player(BEN), "cast spells", source=number_at(draft, "1a")))

    draft.put_away(number_at(draft, "1a"), GRAVEYARD)
    refresh(draft)

    assert forbidden(draft, "cast spells", player(BEN)).face.name == "Cinder Imp"
    assert forbidden(draft, "cast spells", player(ANNA)) is None


# Prohibitions


def test_the_card_that_forbids_is_named(speak):
    speak("Granite Ox", always(Cannot(Each(Filter(kinds=("summon",), control="an opponent")), "attack")))
    draft = draft_with(s1a=3, s2b=6)

    assert forbidden(draft, "attack", number_at(draft, "1a")).face.name == "Granite Ox"
    assert forbidden(draft, "attack", number_at(draft, "2b")) is None
    assert forbidden(draft, "block", number_at(draft, "1a")) is None


def test_an_enchanted_summon_that_cannot_attack_can_when_the_spell_is_gone(speak):
    speak("Bark Ward", Text((Step(Cannot(Host(), "attack")),), enchant=Filter(kinds=("summon",))))
    draft = draft_with(s1a=3, s1b=5)
    spell = lay(draft, BEN, "Bark Ward", "1a")
    assert forbidden(draft, "attack", number_at(draft, "1a")).id == spell
    assert forbidden(draft, "attack", number_at(draft, "1b")) is None

    draft.put_away(spell, GRAVEYARD)

    assert forbidden(draft, "attack", number_at(draft, "1a")) is None


def test_a_prohibition_for_a_turn_ends_with_it():
    draft = draft_with(s1a=3, s2b=6)
    add(draft, banned(number_at(draft, "2b"), "block", source=number_at(draft, "1wa")))
    assert forbidden(draft, "block", number_at(draft, "2b")).face.name == "Ember Adept"

    expire(draft, "end of turn", ANNA)

    assert forbidden(draft, "block", number_at(draft, "2b")) is None


def test_players_can_be_forbidden_too_and_only_those_who_have_started(speak):
    speak("Ember Adept", always(Cannot(Who("each opponent"), "cast spells")))
    draft = draft_with()
    assert forbidden(draft, "cast spells", player(BEN)).face.name == "Ember Adept"
    assert forbidden(draft, "cast spells", player(ANNA)) is None

    draft.turns = (1, 0)

    assert forbidden(draft, "cast spells", player(BEN)) is None


# Costs

SPELLS = Filter(kinds=("spell",))


def test_spells_of_its_player_cost_less_and_never_less_than_nothing(speak):
    speak("Ember Adept", always(Costs(SPELLS, 2, less=True, player="you")))
    draft = draft_with()

    assert cost(draft, ANNA, POOL.find("Stoked Fury")) == 2
    assert cost(draft, ANNA, POOL.find("Bellows")) == 0
    assert cost(draft, BEN, POOL.find("Threshing Feast")) == 3


def test_dearer_and_cheaper_are_added_before_the_floor(speak):
    speak("Ember Adept", always(Costs(SPELLS, 3, less=True)))
    speak("Dawn Herald", always(Costs(SPELLS, 2)))
    draft = draft_with()

    assert cost(draft, ANNA, POOL.find("Bellows")) == 0
    assert cost(draft, ANNA, POOL.find("Thrown Brand")) == 1


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (Filter(kinds=("spell",), color="red"), 3),
        (Filter(kinds=("spell",), color="blue"), 2),
        (Filter(kinds=("spell",), not_color="red"), 2),
        (Filter(kinds=("spell",), name="thrown brand"), 3),
        (Filter(kinds=("spell",), name="Bellows"), 2),
        (Filter(kinds=("spell",), owner="you"), 3),
        (Filter(kinds=("spell",), owner="each opponent"), 2),
        (Filter(kinds=("summon",)), 2),
    ],
)
def test_only_spells_that_fit_cost_more(speak, asked, expected):
    speak("Ember Adept", always(Costs(asked, 1)))

    assert cost(draft_with(), ANNA, POOL.find("Thrown Brand")) == expected


def test_a_face_down_wizard_changes_no_cost(speak):
    speak("Ember Adept", always(Costs(SPELLS, 1)))
    draft = draft_with()
    draft.own(number_at(draft, "1wa")).up = False

    assert cost(draft, ANNA, POOL.find("Bellows")) == 1


# Games in which nobody says anything


def test_a_game_without_such_texts_is_left_alone():
    draft = draft_with(s1a=3, b2=8)
    before = list(draft.copies)

    refresh(draft)
    expire(draft, "end of turn", ANNA)

    assert draft.copies == before
    assert all(a is b for a, b in zip(draft.copies, before, strict=True))
    assert forbidden(draft, "attack", number_at(draft, "1a")) is None
    assert cost(draft, ANNA, POOL.find("Bellows")) == 1
    assert told(draft, "prevent", "gain strength") == []


def test_what_a_card_learns_is_heard_in_a_game_that_runs(speak):
    draft = draft_with(s1a=3)
    assert not standing(draft.setup).bonuses

    speak("Ember Adept", always(Bonus(Each(MINE), Number(1))))
    refresh(draft)

    assert strength(draft, "1a") == 4
    assert POOL.find("Ember Adept").type is CardType.WIZARD
    learn(POOL.find("Ember Adept"), ())
    assert not standing(draft.setup).bonuses


# What counts a graveyard


def test_strength_that_counts_a_graveyard_grows_as_soon_as_a_spell_comes_there():
    tomb = "Enchant a summon. The enchanted summon gains strength equal to the number of spells in your graveyard."
    drop = spell("Drop", 0, "Put a spell in your spellbook into your graveyard.")
    duel = Duel(spell("Tomb", 0, tomb), drop)

    assert duel.table("T1 P1; S a Imp3; C Tomb -> a; C Spark1")["1a"] == 4
    assert duel.table("T1 P1; S a Imp3; C Tomb -> a; C Drop -> Spark1")["1a"] == 5


def test_a_summon_without_strength_for_the_spells_in_a_graveyard_falls_as_soon_as_one_comes_there():
    duel = Duel(summon("Fox", 1, "This has 1 less strength for each spell in your graveyard."))

    assert duel.table("T1 P1; S a Fox; C Spark1")["1a"] is None


def test_what_is_lent_for_what_happened_this_turn_is_lent_at_once():
    duel = Duel(
        summon("Fox", 5, "This has 1 more strength for each summon that attacked this turn."),
        summon("Owl", 3, "This has 2 more strength for each summon that was defeated this turn."),
    )

    table = duel.table("T1 P1; S a Fox; S b Owl; S c Imp1; A a x c; E")
    assert (table["1a"], table["1b"], table["1c"]) == (5, 5, None)
