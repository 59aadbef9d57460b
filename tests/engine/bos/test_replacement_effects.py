"""What stands in the way: damage that is prevented, and something else that happens instead."""

import pytest

from engine.bos.abilities.continuous_effects import add
from engine.bos.cardtext.reader import read_text
from engine.bos.model.places import player
from engine.bos.model.state import CASTLE, Modifier
from engine.bos.model.syntax import Cannot, Defeat, During, Gain, Pay, Prevent, Put, Ready, Step, Text, When, While
from engine.bos.model.terms import Choose, Controls, Each, Filter, Host, It, Number, This, Who
from engine.bos.rules import effects
from engine.bos.rules.damage_prevention import damage
from engine.bos.rules.replacement_effects import replaced
from engine.choice import Event
from tests.engine.bos.duel import Duel, spell, summon, wizard
from tests.engine.bos.positions import ANNA, BEN, card_at, draft_with, lay, number_at, strength, told

MINE = Filter(kinds=("summon",), control="you")
OTHER_OF_MINE = Each(Filter(kinds=("summon",), control="you", other=True))
ANY_SUMMON = Each(Filter(kinds=("summon",)))


def instead(when, *deeds, **more):
    return Text(tuple(Step(deed) for deed in deeds), instead=when, **more)


def shield(thing, amount, *, seat=ANNA, source=0):
    return Modifier("prevent", thing, "", amount, "end of turn", seat, source, 2)


def would_be_defeated(draft, place, *, in_battle=False, by=-1):
    number = number_at(draft, place)
    return Event("defeat", number, draft.copies[number].control, by, int(in_battle))


def life_of(seat, amount=2, *, lose=True):
    return Event("lose life" if lose else "gain life", seat=seat, amount=amount)


# Prevention


def test_the_next_damage_is_prevented_as_far_as_the_shield_reaches():
    draft = draft_with(s1a=9)
    number = number_at(draft, "1a")
    add(draft, shield(number, 3))

    assert damage(draft, number, -1, 2, False) == 0
    assert damage(draft, number, -1, 4, False) == 3
    assert damage(draft, number, -1, 4, False) == 4
    assert draft.modifiers == ()
    assert told(draft, "prevent") == [("prevent", number, ANNA, 0, 2), ("prevent", number, ANNA, 0, 1)]


def test_all_damage_is_prevented_until_the_shield_ends():
    draft = draft_with(s1a=9)
    number = number_at(draft, "1a")
    add(draft, shield(number, -1))

    assert [damage(draft, number, -1, dealt, True) for dealt in (5, 0, 500)] == [0, 0, 0]
    assert len(draft.modifiers) == 1


def test_a_shield_guards_its_own_thing_only():
    draft = draft_with(s1a=9, s2b=6)
    add(draft, shield(player(BEN), 5))

    assert damage(draft, player(BEN), number_at(draft, "1a"), 7, False) == 2
    assert damage(draft, player(ANNA), number_at(draft, "2b"), 7, False) == 7
    assert damage(draft, number_at(draft, "2b"), number_at(draft, "1a"), 7, True) == 7
    assert told(draft, "prevent") == [("prevent", -1, BEN, 0, 5)]


def test_the_shield_of_the_active_player_is_used_up_first():
    draft = draft_with(s1a=9)
    number = number_at(draft, "1a")
    bens, annas = shield(number, 2, seat=BEN, source=7), shield(number, 2)
    add(draft, bens)
    add(draft, annas)

    assert damage(draft, number, -1, 2, False) == 0
    assert draft.modifiers == (bens,)


def test_damage_to_an_enchanted_summon_is_prevented_while_the_spell_is_there(speak):
    speak("Bellows", Text((Step(Prevent(Host(), 2)),), enchant=Filter(kinds=("summon",))))
    draft = draft_with(s1a=9, s1b=5)
    lay(draft, ANNA, "Bellows", "1a")

    assert [damage(draft, number_at(draft, "1a"), -1, 3, False) for _ in range(2)] == [1, 1]
    assert damage(draft, number_at(draft, "1b"), -1, 3, False) == 3


def test_a_text_may_prevent_battle_damage_only(speak):
    speak("Cinder Imp", instead(When(This(), "damaged", in_battle=True), Prevent(It(), 2)))
    draft = draft_with(s1a=9)
    number = number_at(draft, "1a")

    assert damage(draft, number, -1, 5, True) == 3
    assert damage(draft, number, -1, 5, False) == 5


def test_a_text_may_prevent_only_great_damage_and_only_by_some(speak):
    speak("Cinder Imp", instead(When(This(), "damaged", to=Each(Filter(color="yellow")), least=4), Prevent(It(), None)))
    draft = draft_with(s1a=9, s1b=5, s2b=6)
    number = number_at(draft, "1a")

    assert damage(draft, number, number_at(draft, "2b"), 4, False) == 0
    assert damage(draft, number, number_at(draft, "2b"), 3, False) == 3
    assert damage(draft, number, number_at(draft, "1b"), 4, False) == 4


def test_what_a_card_would_deal_may_be_prevented(speak):
    speak(
        "Ember Adept",
        instead(When(Each(Filter(kinds=("boss",))), "deals damage", to=Who("you")), Prevent(Who("you"), 3)),
    )
    draft = draft_with(s2b=6, b2=8)

    assert damage(draft, player(ANNA), number_at(draft, "2*"), 8, False) == 5
    assert damage(draft, player(ANNA), number_at(draft, "2b"), 6, False) == 6
    assert damage(draft, player(BEN), number_at(draft, "2*"), 8, False) == 8


def test_who_cannot_be_damaged_is_dealt_nothing(speak):
    speak("Dawn Herald", Text((Step(Cannot(Each(MINE), "be damaged")),), continuous=True))
    draft = draft_with(s1a=3, s2b=6)

    assert damage(draft, number_at(draft, "2b"), number_at(draft, "1a"), 3, True) == 0
    assert damage(draft, number_at(draft, "1a"), number_at(draft, "2b"), 6, True) == 6


def test_a_game_without_such_texts_is_left_alone():
    draft = draft_with(s1a=3)

    assert damage(draft, number_at(draft, "1a"), -1, 3, False) == 3
    assert replaced(draft, would_be_defeated(draft, "1a")) is False
    assert draft.events == []


# Instead

BACK_HOME = (When(This(), "defeated"), Put(This(), "castle"))


def test_a_summon_that_would_be_defeated_returns_to_its_castle_instead(speak):
    speak("Cinder Imp", instead(*BACK_HOME))
    draft = draft_with(s1a=3, s1b=5)
    imp = number_at(draft, "1a")

    assert replaced(draft, would_be_defeated(draft, "1b")) is False
    assert replaced(draft, would_be_defeated(draft, "1a")) is True

    assert draft.copies[imp].zone == CASTLE
    assert told(draft, "ability", "defeat") == [("ability", imp, ANNA, -1, 1)]


def test_a_defeat_by_an_effect_asks_what_stands_in_its_way(speak):
    speak("Cinder Imp", instead(*BACK_HOME))
    draft = draft_with(s1a=3)
    imp = number_at(draft, "1a")

    effects.defeat(draft, imp, -1)

    assert (draft.copies[imp].zone, draft.copies[imp].leaving) == (CASTLE, False)


def test_cards_that_would_die_for_each_other_do_so_once(speak):
    speak("Cinder Imp", instead(When(This(), "defeated"), Defeat(OTHER_OF_MINE)))
    speak("Lava Hound", instead(When(This(), "defeated"), Defeat(OTHER_OF_MINE)))
    draft = draft_with(s1a=3, s1b=5)
    frames = list(draft.frames)

    assert replaced(draft, would_be_defeated(draft, "1a")) is True

    assert (card_at(draft, "1a").leaving, card_at(draft, "1b").leaving) == (True, False)
    assert draft.frames == frames


def test_the_active_player_is_first_and_then_the_place_decides(speak):
    any_summon = When(ANY_SUMMON, "defeated")
    speak("Meadow Warden", instead(any_summon, Gain(Who("you"), Number(1), "vim")))
    speak("Ash Caller", instead(any_summon, Gain(Who("you"), Number(2), "vim")))
    speak("Flint Novice", instead(any_summon, Gain(Who("you"), Number(4), "vim")))
    draft = draft_with(s1a=3)
    anna, ben = draft.vim

    assert replaced(draft, would_be_defeated(draft, "1a"))
    assert draft.vim == [anna + 2, ben]

    draft.active = BEN
    assert replaced(draft, would_be_defeated(draft, "1a"))
    assert draft.vim == [anna + 2, ben + 1]


def test_an_enchantment_may_stand_in_for_its_host(speak):
    speak("Bellows", ENCHANTED, instead(When(Host(), "defeated"), Ready(Host())))
    draft = draft_with(s1a=3, s2b=6)
    lay(draft, ANNA, "Bellows", "2b")
    draft.own(number_at(draft, "2b")).acted = True

    assert replaced(draft, would_be_defeated(draft, "1a")) is False
    assert replaced(draft, would_be_defeated(draft, "2b")) is True
    assert card_at(draft, "2b").acted is False


ENCHANTED = Text((Step(Gain(Host(), Number(1), "strength")),), enchant=Filter(kinds=("summon",)))


@pytest.mark.parametrize(("in_battle", "expected"), [(True, True), (False, False)])
def test_a_replacement_may_ask_for_a_battle(speak, in_battle, expected):
    speak("Cinder Imp", instead(When(This(), "defeated", in_battle=True), Ready(This())))
    draft = draft_with(s1a=3)

    assert replaced(draft, would_be_defeated(draft, "1a", in_battle=in_battle)) is expected


def test_damage_may_turn_into_something_else(speak):
    speak(
        "Cinder Imp", instead(When(This(), "damaged", in_battle=True), Gain(Who("you"), Number(1), "life", lose=True))
    )
    draft = draft_with(s1a=3, s2b=6)
    imp, ox = number_at(draft, "1a"), number_at(draft, "2b")

    assert replaced(draft, Event("dealt", imp, ANNA, ox, 6)) is False
    assert replaced(draft, Event("dealt", imp, ANNA, ox, 6), True) is True
    assert (draft.life[ANNA], strength(draft, "1a")) == (29, 3)


def test_what_a_card_would_defeat_may_go_elsewhere(speak):
    speak("Granite Ox", instead(When(This(), "defeats", to=ANY_SUMMON), Put(It(), "castle")))
    draft = draft_with(s1a=3, s1b=5, s2b=6)
    imp, ox = number_at(draft, "1a"), number_at(draft, "2b")

    assert replaced(draft, would_be_defeated(draft, "1b", by=imp)) is False
    assert replaced(draft, would_be_defeated(draft, "1a", by=ox)) is True
    assert draft.copies[imp].zone == CASTLE


def test_what_a_player_would_lose_or_gain_may_be_something_else(speak):
    speak(
        "Ember Adept", instead(When(Who("you"), "loses", resource="life", least=2), Gain(Who("you"), Number(1), "vim"))
    )
    draft = draft_with()
    anna, ben = draft.vim

    assert replaced(draft, life_of(BEN)) is False
    assert replaced(draft, life_of(ANNA, 1)) is False
    assert replaced(draft, life_of(ANNA, lose=False)) is False
    assert replaced(draft, Event("lose vim", seat=ANNA, amount=2)) is False
    assert replaced(draft, life_of(ANNA)) is True
    assert draft.vim == [anna + 1, ben]


@pytest.mark.parametrize("limit", ["turn", "game"])
def test_a_replacement_with_a_limit_is_spent(speak, limit):
    speak("Cinder Imp", instead(When(This(), "defeated"), Ready(This()), limit=limit))
    draft = draft_with(s1a=3)

    assert [replaced(draft, would_be_defeated(draft, "1a")) for _ in range(2)] == [True, False]
    assert draft.used == ((number_at(draft, "1a"), 0, limit),)


@pytest.mark.parametrize(
    "text",
    [
        instead(When(This(), "defeated"), Ready(This()), cost=(Pay("vim", Number(1)),)),
        Text((Step(Ready(This()), may=True),), instead=When(This(), "defeated")),
        instead(When(This(), "defeated"), Defeat(Choose(MINE))),
        instead(When(This(), "defeated"), Ready(This()), modes=2),
    ],
)
def test_an_event_waits_where_somebody_has_to_be_asked_about_it(speak, text):
    speak("Cinder Imp", text)
    draft = draft_with(s1a=3, s1b=5, s1c=4)

    assert replaced(draft, would_be_defeated(draft, "1a")) is True
    assert draft.frames[-1].routine == "postponed"
    assert draft.events == []


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (During("turn"), True),
        (During("turn", "an opponent's"), False),
        (While(Controls("you", MINE)), True),
        (While(Controls("you", MINE, least=2)), False),
    ],
)
def test_a_replacement_works_only_when_its_condition_is_met(speak, moment, expected):
    speak("Cinder Imp", instead(When(This(), "defeated"), Ready(This()), moments=(moment,)))

    assert replaced(draft_with(s1a=3), would_be_defeated(draft_with(s1a=3), "1a")) is expected


def test_a_condition_of_the_event_is_looked_at(speak):
    two = Controls("you", MINE, least=2)
    speak("Cinder Imp", instead(When(This(), "defeated", condition=two), Ready(This())))

    alone, together = draft_with(s1a=3), draft_with(s1a=3, s1b=5)

    assert replaced(alone, would_be_defeated(alone, "1a")) is False
    assert replaced(together, would_be_defeated(together, "1a")) is True


def test_a_step_may_depend_on_the_one_before(speak):
    text = Text(
        (
            Step(Ready(This()), only=Controls("you", MINE, least=2)),
            Step(Gain(Who("you"), Number(1), "vim"), did=True),
            Step(Gain(Who("you"), Number(5), "vim"), did=False),
        ),
        instead=When(This(), "defeated"),
    )
    speak("Cinder Imp", text)
    draft = draft_with(s1a=3)
    anna = draft.vim[ANNA]

    assert replaced(draft, would_be_defeated(draft, "1a")) is True
    assert draft.vim[ANNA] == anna + 5


@pytest.mark.parametrize(
    ("text", "life"),
    [
        ("If you would gain life, you gain twice that much instead.", 34),
        ("If you would gain life, you gain double that amount instead.", 34),
        ("If you would gain life, you gain half that much instead.", 31),
        ("If you would gain life, you gain 1 more instead.", 33),
        ("If you would gain life, you gain 1 more life instead.", 33),
        ("If you would gain life, you gain 1 less instead.", 31),
        ("If an opponent would gain life, they gain twice that much instead.", 32),
    ],
)
def test_anna_gains_as_much_more_or_less_as_a_text_says_in_place_of_an_amount(text, life):
    table = Duel(summon("Font", 3, text), spell("Sip", 0, "Gain 2 life.")).table("T1 P1; S a Font; C Sip")

    assert table.life[0] == life


@pytest.mark.parametrize(
    "text",
    ["You gain 1 more.", "When this attacks: You gain 1 more life.",
     "If you would gain life, you gain 1 more vim instead.", "If this would be defeated, you gain 1 more instead."],
)  # fmt: skip
def test_more_of_what_nobody_can_tell_is_refused(text):
    assert read_text(text).text is None


@pytest.mark.parametrize(("answer", "life"), [("", 33), ("; + a", 30)])
def test_what_was_done_after_all_where_nothing_happened_instead_was_done(answer, life):
    phoenix = summon("Owl", 3, "When this would be defeated, [1 ether]: The strength of this becomes 2 instead.")
    duel = Duel(phoenix, spell("Word", 0, "You may defeat a summon you control. If you do, you gain 3 life."))

    assert duel.table(f"T1 P1; S a Owl; C Word -> a{answer}; E").life[0] == life


def test_what_is_done_otherwise_after_all_does_not_keep_the_rest_of_it_from_happening():
    phoenix = summon("Owl", 3, "When this would be defeated, [1 ether]: The strength of this becomes 2 instead.")
    otherwise = "You may pay 1 life. If you do, you gain 1 vim. Otherwise, defeat a summon you control and gain 3 life."
    duel = Duel(phoenix, spell("Word", 0, otherwise))

    assert duel.table("T1 P1; S a Owl; C Word -> a = 0; E").life[0] == 33


def test_a_card_that_falls_may_let_something_else_happen_instead_of_its_leaving():
    phoenix = summon(
        "Owl", 3, "When this would leave the battlefield, [1 ether]: The strength of this becomes 2 instead."
    )
    duel, scene = Duel(phoenix), "T1 P1; S a Owl; S b Imp5; A b x a"

    assert duel.table(f"{scene}; + a; E")["1a"] == 2
    assert duel.table(f"{scene}; E")["1a"] is None


AT_A_PRICE = "When this would {}, [1 ether]: {} instead."


@pytest.mark.parametrize("order", ["+ a; + b", "+ b; + a"])
@pytest.mark.parametrize(
    ("event", "deed"),
    [("be defeated", "Defeat each summon"), ("take damage", "Deal 1 damage to each summon"),
     ("leave the battlefield", "Return each summon to its owner's castle")],
)  # fmt: skip
def test_of_what_would_happen_at_once_each_is_replaced_in_any_order(event, deed, order):
    text = AT_A_PRICE.format(event, "The strength of this becomes 5")
    duel = Duel(summon("Owl", 3, text), summon("Crow", 3, text), spell("Word", 0, f"{deed}."))
    table = duel.table(f"T1 P1; S a Owl; S b Crow; C Word; {order}; E")

    assert (table["1a"], table["1b"], table.ether[0]) == (5, 5, 2)


def test_a_card_that_has_gone_instead_of_another_event_takes_no_damage_any_more():
    owl = summon("Owl", 3, AT_A_PRICE.format("take damage", "Return each summon to its owner's castle"))
    crow = summon("Crow", 3, AT_A_PRICE.format("take damage", "This gains 1 strength"))
    storm = spell("Storm", 0, "Deal 2 damage to each summon.")
    table = Duel(owl, crow, storm).table("T1 P1; S a Owl; S b Crow; C Storm; + a; E; T2 P2; E; T3 P1; S a Crow; E")

    assert table["1a"] == 3


@pytest.mark.parametrize(
    ("deed", "pile"),
    [("Return a summon to its owner's castle", "castle"), ("Discard a summon on the battlefield", "graveyard")],
)
def test_a_card_that_leaves_after_all_goes_where_it_would_have_gone(deed, pile):
    owl = summon("Owl", 3, AT_A_PRICE.format("leave the battlefield", "This gains 1 strength"))
    table = Duel(owl, spell("Word", 0, f"{deed}.")).table("T1 P1; S a Owl; C Word -> a; E")

    assert "Owl" in table.pile(pile)


def test_what_is_enchanted_after_all_where_nothing_happened_instead_is_enchanted():
    owl = summon("Owl", 3, AT_A_PRICE.format("be enchanted", "This gains 1 strength"))
    duel = Duel(owl, spell("Charm", 0, "Enchant a summon. The enchanted summon gains 2 strength."))

    assert duel.table("T1 P1; S a Owl; C Charm -> a; E")["1a"] == 5
    assert duel.table("T1 P1; S a Owl; C Charm -> a; + a; E")["1a"] == 4


@pytest.mark.parametrize("attack", ["A a x b", "A b x a"])
def test_what_falls_at_the_same_moment_still_keeps_something_else_from_happening_instead(attack):
    phoenix = summon("Owl", 3, "When this would be defeated: Return this to its owner's castle instead.")
    ban = summon("Crow", 3, "Each other summon you control cannot be returned.")
    table = Duel(phoenix, ban).table(f"T1 P1; S a Owl; S b Crow; {attack}; E")

    assert (table["1a"], table["1b"]) == (0, None)


@pytest.mark.parametrize("attack", ["A a x b", "A b x a"])
def test_what_a_falling_card_kept_from_falling_falls_when_that_one_has_gone(attack):
    lord = summon("Crow", 3, "Each other summon you control cannot be defeated.")
    table = Duel(summon("Owl", 3), lord).table(f"T1 P1; S a Owl; S b Crow; {attack}; E")

    assert (table["1a"], table["1b"]) == (None, None)


def test_a_battle_is_fought_once_whatever_happens_instead_of_its_damage():
    duel = Duel(summon("Owl", 3, AT_A_PRICE.format("take damage", "Nothing happens")))
    kept, struck = (duel.table(f"T1 P1; S a Owl; S b Imp5; A b x a{answer}; E") for answer in ("; + a", ""))

    assert (kept["1a"], kept["1b"], kept.ether[0]) == (3, 2, 3)
    assert (struck["1a"], struck["1b"]) == (None, 2)


@pytest.mark.parametrize(("answer", "life"), [("; + wa", 30), ("", 25)])
def test_an_attack_on_a_player_deals_its_damage_once_whoever_is_asked_before(answer, life):
    duel = Duel(wizard("Ann", "When you would take damage, [1 ether]: Nothing happens instead."))

    assert duel.table(f"T1 P1; S c Imp5; A c P1{answer}; E").life[0] == life


@pytest.mark.parametrize(("answer", "vim"), [("; + wa", 6), ("", 4)])
def test_vim_doubles_once_whoever_is_asked_before(answer, vim):
    duel = Duel(wizard("Ann", "When your vim would double, [1 ether]: Triple your vim instead."))

    assert duel.table(f"T1 P1; E; T2 P2; E; T3 P1{answer}; S b Imp5").vim[0] == vim


def test_what_a_replacement_does_can_be_replaced_at_a_price_too():
    gain = "When this would take damage: You gain 2 life instead."
    duel = Duel(summon("Owl", 3, gain), wizard("Ann", "When you would gain life, [1 ether]: You gain 1 vim instead."))
    scene = "T1 P1; S b Owl; S c Imp5; A c x b{}; E"

    assert (duel.table(scene.format("")).life[0], duel.table(scene.format("; + wa")).vim[0]) == (32, 3)


def test_cards_that_defeat_each_other_for_ever_instead_of_leaving_end_the_game_in_a_draw():
    text = "When this would leave the battlefield: Deal 1 damage to each summon instead."
    found = Duel(summon("Owl", 3, text), summon("Crow", 3, text)).judged("T1 P1; S a Owl; S b Crow; A a x b")

    assert (found["finding"], found["winner"]) == ("legal", None)


def test_a_line_goes_on_behind_a_price_that_nobody_paid():
    owl = summon("Owl", 3, AT_A_PRICE.format("be defeated", "This gains 1 strength"))
    duel = Duel(owl, spell("Word", 0, "Defeat a summon. A summon gains 1 strength."))

    assert duel.table("T1 P1; S a Owl; S b Imp5; C Word -> a, b; E")["1b"] == 6
    assert duel.table("T1 P1; S a Owl; S b Imp5; C Word -> a; + a; C Word -> b; E")["1b"] == 6
    assert duel.told("T1 P1; S a Owl; S b Imp5; C Word -> a, b, b; E")[0] == "illegal"
