"""What words stand for, on a table of Anna (red, P1) and Ben (yellow, P2): cards, players, choices."""

from dataclasses import replace

import pytest

from engine.bos.abilities.choices import bounds, candidates, chooser, is_open, joined, slots
from engine.bos.abilities.targets import exist, fits, fitting, named, players
from engine.bos.model.befallen import Befell
from engine.bos.model.piles import available
from engine.bos.model.places import NOBODY, player, position
from engine.bos.model.state import CASTLE, GRAVEYARD, SPELLBOOK, Draft, PendingAbility, Remembered
from engine.bos.model.syntax import Damage, Gain, Step, Swap, Text, Unenchant, When
from engine.bos.model.terms import (
    Both,
    Choose,
    Each,
    Earlier,
    Filter,
    Host,
    Itself,
    Number,
    OneOf,
    Other,
    Target,
    This,
    Who,
)
from engine.choice import Event
from tests.engine.bos.positions import ANNA, BEN, card_at, draft_with, lay, number_at
from tests.engine.bos.simple_cards import POOL, at_the_start

SUMMON, WIZARD = Filter(("summon",)), Filter(("wizard",))
YOURS, THEIRS = Filter(("summon",), control="you"), Filter(("summon",), control="an opponent")


def by(draft, place, **more):
    """An ability of the card on that place, under way."""
    card = card_at(draft, place)
    return PendingAbility(card.id, 0, card.control, **more)


def meant(draft, pending, wanted):
    """The places of all cards that the words mean."""
    return [position(copy.place) for copy in fitting(draft, pending, wanted)]


# Cards


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        (SUMMON, ["1a", "1b", "2b"]),
        (Filter(("summon", "boss")), ["1a", "1b", "2b", "2*"]),
        (YOURS, ["1a", "1b"]),
        (THEIRS, ["2b"]),
        (Filter(("summon",), color="yellow"), ["2b"]),
        (Filter(("summon",), not_color="yellow"), ["1a", "1b"]),
        (Filter(("summon",), other=True), ["1b", "2b"]),
        (Filter(("summon",), least=Number(4)), ["1b", "2b"]),
        (Filter(("summon",), most=Number(4)), ["1a", "1b"]),
        (Filter(("summon",), extreme="most"), ["2b"]),
        (Filter(("summon",), extreme="least"), ["1a"]),
        (Filter(name="LAVA  hound"), ["1b"]),
        (Filter(("summon",), column="adjacent"), ["1b", "2b"]),
        (Filter(("wizard",), column="this"), ["1wa", "2wa"]),
    ],
)
def test_a_filter_means_the_cards_it_describes(wanted, places):
    draft = draft_with(s1a=2, s1b=4, s2b=6, b2=8)

    assert meant(draft, by(draft, "1a"), wanted) == places


def test_ties_are_all_the_strongest():
    draft = draft_with(s1a=4, s1b=2, s2b=4)

    assert meant(draft, by(draft, "1a"), Filter(("summon",), extreme="most")) == ["1a", "2b"]


@pytest.mark.parametrize(
    ("source", "column", "places"),
    [
        ("1wa", "front", ["1a"]),
        ("1wa", "facing", ["2a"]),
        ("2wa", "facing", ["1a"]),
        ("1wb", "adjacent", ["1a", "2a", "2c"]),
        ("1wc", "adjacent", []),
        ("2*", "adjacent", []),
    ],
)
def test_columns_are_seen_from_this_card(source, column, places):
    draft = draft_with(s1a=2, s2a=3, s2c=3, b2=8)

    assert meant(draft, by(draft, source), Filter(("summon",), column=column)) == places


def test_an_enchantment_sees_columns_and_others_from_the_card_above_it():
    draft = draft_with(s1a=2, s2a=3, s2b=3)
    spell = lay(draft, ANNA, "Bellows", "1a")
    pending = PendingAbility(spell, 0, ANNA)

    assert meant(draft, pending, Filter(("summon",), column="facing")) == ["2a"]
    assert meant(draft, pending, Filter(("summon",), other=True)) == ["2a", "2b"]
    assert named(draft, pending, Host()) == (number_at(draft, "1a"),)


def test_looks_are_those_of_now():
    draft = draft_with(s1a=2, s1b=4)
    draft.own(number_at(draft, "1a")).acted = True
    draft.own(number_at(draft, "1wc")).up = False
    lay(draft, BEN, "Bark Ward", "1b")
    pending = by(draft, "1a")

    assert meant(draft, pending, Filter(("summon",), looks=("acted",))) == ["1a"]
    assert meant(draft, pending, Filter(("summon",), looks=("ready",))) == ["1b"]
    assert meant(draft, pending, Filter(("summon",), looks=("enchanted", "ready"))) == ["1b"]
    assert meant(draft, pending, Filter(("wizard",), looks=("face-down",), control="you")) == ["1wc"]


def test_what_happened_this_turn_is_known_of_a_card():
    draft = draft_with(s1a=2, s1b=4)
    draft.past = (Befell("attacked", number_at(draft, "1b"), 0),)

    assert meant(draft, by(draft, "1a"), Filter(("summon",), past="attacked")) == ["1b"]


def test_a_defeated_card_is_no_target_and_not_counted():
    """G-94."""
    draft = draft_with(s1a=2, s1b=4)
    card = draft.own(number_at(draft, "1b"))
    card.leaving = True
    pending = by(draft, "1a")

    assert meant(draft, pending, SUMMON) == ["1a"]
    assert not exist(draft, pending, Filter(("summon",), other=True))
    assert fits(draft, pending, SUMMON, card)


def test_a_face_down_boss_is_no_target():
    """G-84."""
    draft = draft_with(s1a=2, b2=8)

    assert meant(draft, by(draft, "1a"), Filter(("boss",))) == ["2*"]


def test_before_their_first_turn_nothing_of_an_opponent_exists():
    """10.5.1, G-112."""
    draft = draft_with(s1a=2, s2a=3)
    draft.turns = (draft.turns[ANNA], 0)
    pending = by(draft, "1a")

    assert meant(draft, pending, SUMMON) == ["1a"]
    assert meant(draft, pending, WIZARD) == ["1wa", "1wb", "1wc"]
    assert players(draft, pending, "an opponent") == ()
    assert players(draft, pending, "each player") == (ANNA,)
    assert candidates(draft, pending, Who("a player")) == (player(ANNA),)


# Players


def test_players_are_seen_from_the_controller():
    draft = draft_with(s2a=3)
    pending = by(draft, "2a")

    assert players(draft, pending, "you") == (BEN,)
    assert players(draft, pending, "each opponent") == (ANNA,)
    assert players(draft, pending, "each player") == (ANNA, BEN)


def test_that_player_is_the_last_one_named_else_the_one_of_the_event():
    draft = draft_with(s1a=2, s2a=3)
    pending = by(draft, "1a")
    cast = Event("cast", 30, BEN)

    assert players(draft, pending, "that player") == ()
    assert players(draft, pending._replace(event=cast), "that player") == (BEN,)
    assert players(draft, pending._replace(event=cast, it=(number_at(draft, "1a"),)), "that player") == (ANNA,)
    assert players(draft, pending._replace(it=(number_at(draft, "1a"),), who=BEN), "that player") == (BEN,)
    assert players(draft, pending._replace(it=(number_at(draft, "2a"),)), "its controller") == (BEN,)


# Choosing


def test_whether_somebody_has_to_choose():
    draft = draft_with(s1a=2, s2a=3)
    pending = by(draft, "1a")

    assert is_open(draft, pending, Choose(SUMMON))
    assert is_open(draft, pending, OneOf((This(), Who("you"))))
    assert is_open(draft, pending, Who("a player"))
    assert is_open(draft, pending, Both((This(), Choose(SUMMON))))
    assert not is_open(draft, pending, Who("an opponent"))
    assert not is_open(draft, pending, Each(SUMMON))
    assert not is_open(draft, pending, Both((This(), Each(SUMMON))))


def test_who_chooses_and_how_many():
    draft = draft_with(s1a=2, s2a=3)
    pending = by(draft, "1a")
    theirs = Choose(SUMMON, 0, None, by="an opponent")

    assert chooser(draft, pending, Choose(SUMMON)) == ANNA
    assert (chooser(draft, pending, theirs), bounds(theirs)) == (BEN, (0, None))
    assert bounds(OneOf((Choose(SUMMON), Who("a player")))) == (1, 1)


def test_that_player_in_a_choice_is_whoever_chooses():
    draft = draft_with(s1a=2, s1b=4, s2a=3)
    pending = by(draft, "1wa")
    own = Filter(("summon",), control="that player")

    assert candidates(draft, pending, Choose(own, by="each opponent")) == (number_at(draft, "2a"),)
    assert candidates(draft, by(draft, "2wa"), Choose(own, by="an opponent")) == tuple(
        number_at(draft, place) for place in ("1a", "1b")
    )


def test_candidates_stand_by_place_then_players_then_piles():
    draft = draft_with(s1a=2, s2a=3)
    pending = by(draft, "1a")
    pile = Filter(("spell",), owner="you", zone=SPELLBOOK)
    offered = candidates(draft, pending, OneOf((Choose(pile), Who("a player"), Choose(SUMMON))))

    assert offered[:4] == (number_at(draft, "1a"), number_at(draft, "2a"), player(ANNA), player(BEN))
    assert [draft.copies[number].face.name for number in offered[4:]] == [
        "Bellows",
        "Spiteful Sparks",
        "Stoked Fury",
        "Thrown Brand",
    ]


def test_a_card_does_not_change_places_with_itself():
    draft = draft_with(s1a=2, s1b=3)
    first = number_at(draft, "1a")
    pending = by(draft, "1wa", picked=((first,),))

    assert candidates(draft, pending, Choose(YOURS)) == (number_at(draft, "1b"),)


def test_a_pile_that_must_be_empty_offers_nothing():
    """An unseen swap leaves more cards that may be there than there are (2.2.2)."""
    draft = Draft(at_the_start())
    draft.setup = replace(draft.setup, hidden_swap=(True, False))
    pending = PendingAbility(0, 0, ANNA)
    castle = Choose(Filter(("summon",), owner="you", zone=CASTLE))
    before = candidates(draft, pending, castle)
    held = [copy.id for copy in draft.copies if copy.owner == ANNA and copy.zone == CASTLE]
    for number in held[: draft.setup.edition.summons]:
        draft.put_away(number, GRAVEYARD)

    assert before
    assert candidates(draft, pending, castle) == ()


# What nobody chooses


def test_words_that_look_back():
    draft = draft_with(s1a=2, s2a=3)
    pending = by(draft, "1a", it=(number_at(draft, "2a"),))
    named_before = Remembered(Earlier("step"), pending.it, (3,))

    assert named(draft, pending, This()) == (pending.source,)
    assert named(draft, pending, Itself()) == pending.it
    assert named(draft, pending._replace(named=(named_before,)), Earlier("step")) == pending.it
    assert named(draft, pending, Earlier("step")) == ()
    assert named(draft, pending, Each(SUMMON)) == (pending.source, *pending.it)
    assert named(draft, pending, Who("each player")) == (player(ANNA), player(BEN))
    assert named(draft, pending, Both((Each(SUMMON), This(), Who("you")))) == (
        pending.source,
        *pending.it,
        player(ANNA),
    )
    assert named(draft, pending, Choose(SUMMON)) == named(draft, pending, Host()) == ()


def test_the_target_is_what_the_attack_was_declared_on():
    draft = draft_with(s1a=2, s2a=3)
    attacker, attacked = number_at(draft, "1a"), number_at(draft, "2a")
    on_a_card, on_ben = Event("attack", attacker, NOBODY, attacked), Event("attack", attacker, BEN)

    assert named(draft, by(draft, "1a", event=on_a_card), Target()) == (attacked,)
    assert named(draft, by(draft, "1a", event=on_ben), Target()) == (player(BEN),)
    assert named(draft, by(draft, "2a", event=on_a_card), Target()) == (attacker,)
    assert named(draft, by(draft, "1a"), Target()) == ()


def test_the_other_card_is_the_one_that_this_is_not():
    draft = draft_with(s1a=2, s2a=3)
    one, two = number_at(draft, "1a"), number_at(draft, "2a")
    fall = Event("defeat", two, BEN, one, 1)

    assert named(draft, by(draft, "1a", event=fall), Other()) == (two,)
    assert named(draft, by(draft, "2a", event=fall), Other()) == (one,)


@pytest.mark.parametrize(("verb", "place"), [("defeats", "2a"), ("defeated", "1a")])
def test_to_a_watcher_the_other_card_is_not_the_one_it_waits_for(speak, verb, place):
    said = Text((Step(Gain(Who("you"), Number(1), "life")),), (When(Each(SUMMON), verb, to=Each(SUMMON)),))
    speak("Ember Adept", said)
    draft = draft_with(s1a=2, s2a=3)
    watcher = next(copy for copy in draft.copies if copy.face == POOL.find("Ember Adept"))
    fall = Event("defeat", number_at(draft, "2a"), BEN, number_at(draft, "1a"))

    assert named(draft, PendingAbility(watcher.id, 0, ANNA, fall), Other()) == (number_at(draft, place),)


# Slots


def test_slots_come_in_printed_order_and_several_things_one_by_one():
    damage = Damage(Both((This(), Choose(SUMMON))), Number(1), by=Target())

    assert slots(damage) == (Target(), This(), Choose(SUMMON))
    assert joined(damage, ((1,), (2,), (3,))) == ((1,), (2, 3))
    assert slots(Swap(This(), Target())) == (This(), Target())
    assert slots(Unenchant(on=Target())) == (Target(),)


def test_a_spell_that_is_being_cast_is_in_no_pile():
    """G-73."""
    draft = draft_with()
    pending = PendingAbility(available(draft, ANNA, SPELLBOOK, POOL.find("Spiteful Sparks")).id, 0, ANNA)
    draft.own(pending.source).zone = "aside"

    assert not exist(draft, pending, Filter(name="Spiteful Sparks", zone=SPELLBOOK))
