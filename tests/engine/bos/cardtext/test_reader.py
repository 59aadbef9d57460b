"""What sentences mean: both editions, pronouns, durations, spells and enchantments, conditions of cards."""

import pytest

from engine.bos.cardtext import read_boss_condition, read_summoning_condition, read_text, spoken
from engine.bos.model import syntax, terms
from engine.bos.model.card_pool import Pool, sample_pool
from engine.bos.model.cards import Ability, Card, CardType, Color

POOL = sample_pool()
SUMMON = terms.Filter(kinds=("summon",))
OWN = terms.Filter(kinds=("summon",), control="you")
YOU = terms.Who("you")
SPELL = Card("Somebody", CardType.SPELL, Color.RED, abilities=(Ability("You gain 1 life."),))


def read(text, **more):
    found = read_text(text, pool=POOL, **more)
    assert found.problems == (), text
    return found.text


def deeds(text, **more):
    return [step.deed for step in read(text, **more).steps]


def same(text, newest, **more):
    assert read(text, **more) == read(newest, **more)


# Editions


@pytest.mark.parametrize(
    ("older", "newest"),
    [
        (
            "During your main phase, act: A summon gains 3 strength.",
            "During your main phase, [act]: A summon gains 3 strength.",
        ),
        ("During your main phase, pay 2 vim: You gain 1 life.", "During your main phase, [2 vim]: You gain 1 life."),
        ("Whenever this attacks: Ready this.", "When this attacks: Ready this."),
        ("when THIS Attacks: ready this", "When this attacks: Ready this."),
        ("When this is attacked: Act it.", "When this is attacked: Act it."),
        ("A summon you control can’t block this turn.", "A summon you control cannot block until the end of the turn."),
        ("Turn a wizard you control face–down.", "Turn a wizard you control face-down."),
        ("All summons take 1 damage.", "Each summon takes 1 damage."),
        ("Double a summon's strength.", "Double the strength of a summon."),
        ("Deal damage equal to your vim to a summon.", "Deal damage to a summon equal to your vim."),
        ("Deal 2 damage to a boss or player.", "Deal 2 damage to a boss or a player."),
        ("Return all summons to their owners' castles.", "Return each summon to its owner's castle."),
        (
            "Until the end of the turn, a summon gains 2 strength.",
            "A summon gains 2 strength until the end of the turn.",
        ),
    ],
)
def test_older_and_freer_wordings_mean_what_the_newest_says(older, newest):
    same(older, newest)


def test_an_older_arrow_makes_an_ability_mandatory():
    assert read("When this attacks -> You must gain 1 life.", mandatory=True).must
    same("When this attacks ➜ You must gain 1 life.", "When this attacks: You must gain 1 life.", mandatory=True)


def test_inevitable_plague_is_read_as_it_is_printed():
    damage = read("During your main phase, pay 2 vim: All summons and all other bosses take 1 damage.")
    growth = read(
        "When a summon or boss is defeated by this, either by battle or ability: "
        "This gains strength equal to the defeated's base strength."
    )

    others = terms.Each(terms.Filter(kinds=("boss",), other=True))
    both = terms.Both((terms.Each(SUMMON), others))
    assert damage.cost == (syntax.Pay("vim", terms.Number(2)),)
    assert damage.steps == (syntax.Step(syntax.Damage(both, terms.Number(1), taken=True)),)
    assert growth.moments == (syntax.When(terms.This(), "defeats", terms.Each(terms.Filter(kinds=("summon", "boss")))),)
    assert growth.steps == (
        syntax.Step(syntax.Gain(terms.This(), terms.Strength(terms.Earlier("event", 0, 1), True), "strength")),
    )


def test_pyro_maniac_defeats_the_target_it_took_enchantments_from():
    assert deeds("When this attacks: Remove all enchantments from the target, then defeat it.") == [
        syntax.Unenchant(terms.Target()),
        syntax.Defeat(terms.Target()),
    ]


# When


def test_what_must_hold_behind_an_event_belongs_to_it():
    read_ = read("When this attacks, if you control a boss: This gains 2 strength.")

    boss = terms.Controls("you", terms.Filter(kinds=("boss",)))
    assert read_.moments == (syntax.When(terms.This(), "attacks", condition=boss),)


def test_what_stands_before_the_colon_of_a_spell_is_the_condition_of_casting_it():
    less = terms.HasMore("an opponent", "life", "you")

    assert read("If an opponent has more life than you: You gain 5 life.", card=SPELL).moments == (syntax.While(less),)
    assert read("If an opponent has more life than you, you gain 5 life.", card=SPELL).moments == ()
    assert read("If an opponent has more life than you, you gain 5 life.", card=SPELL).steps[0].only == less
    assert read("You gain 2 life. If an opponent has more life than you, you gain 3 life.").steps[1].only == less


def test_players_attack_with_summons_and_bosses():
    fighters = terms.Filter(kinds=("summon", "boss"), control="an opponent")

    assert read("When an opponent attacks you: Ready this.").moments == (
        syntax.When(terms.Each(fighters), "attacks", YOU),
    )


# Steps


def test_you_may_and_if_you_do_bind_what_follows_to_what_was_done():
    first, second = read("You may defeat a summon you control. If you do, you gain 3 vim.").steps

    assert (first.may, first.did, second.may, second.did) == (True, None, False, True)
    same("You may ready this and gain 1 life.", "You may ready this. If you do, you gain 1 life.")


def test_otherwise_is_the_other_case_of_an_if():
    boss = terms.Controls("you", terms.Filter(kinds=("boss",)))

    one, other = read("You gain 1 life. If you control a boss, draw.".replace("draw", "you gain 1 vim")).steps
    assert (one.only, other.only) == (None, boss)
    last = read("When this attacks: If you control a boss, you gain 1 vim. Otherwise, you gain 1 life.").steps[1]
    assert (last.only, last.unless, last.did) == (None, boss, None)


def test_instead_takes_the_place_of_the_sentence_before():
    small, large = read(
        "Deal 2 damage to a summon. If you control a boss, deal 4 damage to that summon instead.", card=SPELL
    ).steps

    assert small.unless == large.only == terms.Controls("you", terms.Filter(kinds=("boss",)))
    assert large.deed.to == terms.Earlier("step")


def test_each_way_of_a_choice_has_its_number():
    text = read("Choose one: • Deal 2 damage to a summon. • You gain 2 life. You gain 1 vim.")

    assert text.modes == 2
    assert [step.mode for step in text.steps] == [1, 2, 2]
    same("Choose one: You gain 2 life; or ready this.", "Choose one: • You gain 2 life. • Ready this.")


def test_another_player_chooses_what_that_player_does():
    mine = terms.Filter(kinds=("summon",), control="an opponent")

    assert deeds("An opponent defeats a summon they control.") == [syntax.Defeat(terms.Choose(mine, by="an opponent"))]


def test_for_each_multiplies():
    each = terms.Times(terms.Number(2), terms.Count(OWN))

    assert deeds("You gain 2 vim for each summon you control.") == [syntax.Gain(YOU, each, "vim")]


def test_limits_may_stand_in_front_or_behind():
    same(
        "Once per turn, during your main phase: Ready this.",
        "During your main phase: Ready this. Use this ability only once per turn.",
    )
    assert read("During your main phase: Ready this. Use this ability only once per game.").limit == "game"


def test_a_replacement_names_what_it_takes_the_place_of():
    text = read("If this would be defeated, return it to its owner's castle instead.")

    assert text.instead == syntax.When(terms.This(), "defeated")
    assert text.moments == ()
    assert deeds("If a summon you control would be dealt damage, prevent 1 damage.") == [
        syntax.Prevent(terms.Earlier("event"), 1)
    ]


# How long


def test_gains_is_for_good_and_has_is_for_as_long_as_it_applies():
    assert deeds("When this attacks: This gains 2 strength.") == [
        syntax.Gain(terms.This(), terms.Number(2), "strength"),
    ]
    always = read("Summons you control have 1 more strength.")
    assert always.continuous
    assert always.steps == (syntax.Step(syntax.Bonus(terms.Each(OWN), terms.Number(1))),)
    assert deeds("When this attacks: This has 2 more strength this turn.") == [
        syntax.Gain(terms.This(), terms.Number(2), "strength", until="end of turn"),
    ]


def test_on_an_enchantment_gains_and_has_are_the_same_and_end_with_it():
    text = read("Enchant a summon. The enchanted summon gains 2 strength and cannot be blocked.", card=SPELL)

    assert (text.enchant, text.continuous) == (SUMMON, True)
    assert [step.deed for step in text.steps] == [
        syntax.Bonus(terms.Host(), terms.Number(2)),
        syntax.Cannot(terms.Host(), "be blocked"),
    ]
    same("Enchant a summon. It gains 2 strength.", "Enchant a summon. The enchanted summon has 2 more strength.")


def test_a_second_ability_of_an_enchantment_speaks_of_the_enchanted_card():
    lines = ("Enchant a summon.", "When the enchanted summon attacks: You gain 1 vim.")
    card = Card("Somebody", CardType.SPELL, Color.RED, abilities=tuple(map(Ability, lines)))

    first, second = spoken(card).texts

    assert (first.enchant, first.steps) == (SUMMON, ())
    assert second.moments == (syntax.When(terms.Host(), "attacks"),)


# Names


def test_a_card_may_call_itself_by_its_name():
    card = Card("Lava Hound", CardType.SUMMON, Color.RED)

    by_name = read_text("When Lava Hound attacks: Ready Lava Hound.", card=card, pool=POOL).text
    assert by_name == read_text("When this attacks: Ready this.", card=card, pool=POOL).text is not None
    assert deeds("When this attacks: Ready Lava Hound.", card=card) == [syntax.Ready(terms.This())]
    assert deeds("When this attacks: Ready a lava hound you control.", card=SPELL) == [
        syntax.Ready(terms.Choose(terms.Filter(control="you", name="Lava Hound"))),
    ]


def test_the_longest_name_of_the_catalogue_is_meant():
    short = Card("Essence", CardType.WIZARD, Color.YELLOW)
    long = Card("Essence of Nature", CardType.WIZARD, Color.YELLOW)

    assert read_summoning_condition(
        "Conduct a summon with Essence of Nature.", Pool((short, long))
    ).condition.names == (long.name,)


# Conditions


@pytest.mark.parametrize(
    ("text", "summoning_condition"),
    [
        ("", syntax.SummoningCondition()),
        ("Conduct a summon with any wizard.", syntax.SummoningCondition()),
        ("Conduct a summon with Forest Sage.", syntax.SummoningCondition(names=("Forest Sage",))),
        ("Summon using forest sage", syntax.SummoningCondition(names=("Forest Sage",))),
        (
            "Conduct a summon with Ember Adept and Ash Caller.",
            syntax.SummoningCondition(2, names=("Ember Adept", "Ash Caller")),
        ),
        (
            "Conduct a summon with two red wizards.",
            syntax.SummoningCondition(2, terms.Filter(kinds=("wizard",), color="red")),
        ),
        (
            "Conduct a summon with any acted wizard if you control no other summons.",
            syntax.SummoningCondition(
                1,
                terms.Filter(kinds=("wizard",), looks=("acted",)),
                only=terms.Controls("you", terms.Filter(kinds=("summon",), other=True), None, 0),
            ),
        ),
    ],
)
def test_a_summoning_condition_names_wizards_and_what_else_must_hold(text, summoning_condition):
    found = read_summoning_condition(text, POOL)

    assert (found.condition, found.problems) == (summoning_condition, ())


def test_without_a_catalogue_any_words_name_a_wizard():
    assert read_summoning_condition("Summon using ash caller").condition.names == ("ash caller",)
    assert read_summoning_condition(
        "Conduct a summon with Drake of Cold Slag while you control a boss."
    ).condition.names == ("Drake of Cold Slag",)


@pytest.mark.parametrize(
    ("text", "boss_condition"),
    [
        ("", syntax.BossCondition()),
        ("If you have declared attacks 10 or more times.", syntax.BossCondition(terms.Attacked("you", 10))),
        (
            "An opponent has no spells left in their spellbook.",
            syntax.BossCondition(terms.Left("an opponent", "spellbook", "spell", None, 0)),
        ),
        (
            "[defeat two summons you control]",
            syntax.BossCondition(None, (syntax.PayCard("defeat", terms.Choose(OWN, 2, 2)),)),
        ),
        (
            "If you have 5 or less life, [2 vim].",
            syntax.BossCondition(terms.Holds("you", "life", None, 5), (syntax.Pay("vim", terms.Number(2)),)),
        ),
    ],
)
def test_a_boss_asks_for_a_state_or_a_price(text, boss_condition):
    found = read_boss_condition(text)

    assert (found.condition, found.problems) == (boss_condition, ())


# Whole cards


def test_all_of_a_card_is_read_at_once():
    plague = spoken(POOL.find("Inevitable Plague"), POOL)
    stag = spoken(POOL.find("Ambercrest Stag"), POOL)

    assert len(plague.texts) == 2
    assert None not in plague.texts
    assert (plague.boss_condition is not None, plague.summoning_condition) == (True, None)
    assert (stag.summoning_condition, stag.boss_condition) == (syntax.SummoningCondition(names=("Dawn Herald",)), None)


@pytest.mark.parametrize("card", POOL.cards, ids=lambda card: card.name)
def test_a_card_says_the_same_with_and_without_its_catalogue(card):
    assert spoken(card) == spoken(card, POOL)
