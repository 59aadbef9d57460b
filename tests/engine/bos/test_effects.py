"""What deeds do, on a table of Anna (red, P1) and Ben (yellow, P2). Source of the ability is Anna's summon on 1a."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bos.abilities import continuous_effects
from engine.bos.abilities.choices import slots
from engine.bos.abilities.targets import named, players
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.piles import available
from engine.bos.model.places import NOBODY, player
from engine.bos.model.state import CASTLE, GRAVEYARD, SPELLBOOK, TABLE, PendingAbility, Remembered
from engine.bos.model.syntax import (
    Act,
    Bonus,
    Bring,
    Cannot,
    Conduct,
    Damage,
    Defeat,
    EndTurn,
    Gain,
    Lose,
    Move,
    Prevent,
    Put,
    Ready,
    Scale,
    Swap,
    Turn,
    Unenchant,
)
from engine.bos.model.terms import Both, Choose, Count, Each, Earlier, Filter, Number, Target, This, Who
from engine.bos.rules import effect_dispatch, effects, free_places, trigger_queue
from engine.bos.rules.effect_dispatch import perform
from tests.engine.bos.positions import ANNA, BEN, card_at, draft_with, lay, number_at, strength, told
from tests.engine.bos.simple_cards import POOL

NAMED = Earlier("step")
SUMMON = Filter(("summon",))
ALL = Each(SUMMON)
THEIRS = Each(Filter(("summon",), control="an opponent"))
ONE, THREE = Number(1), Number(3)


def use(draft, deed, *chosen, pending=None, source="1a"):
    """Carry out a deed; what nobody chooses is worked out, what somebody does is given in order."""
    pending = pending or PendingAbility(number_at(draft, source), 0, ANNA)
    given_things = iter(chosen)
    found = []
    for thing in slots(deed):
        found.append(next(given_things) if isinstance(thing, Choose) else named(draft, pending, thing))
    done = perform(draft, pending, deed, (*found, *given_things))
    return done, effect_dispatch.after(pending, deed, done)


def of(draft, *places):
    return tuple(number_at(draft, place) for place in places)


# Damage


def test_damage_is_dealt_in_full_and_taken_up_to_the_strength():
    """G-90."""
    draft = draft_with(s1a=2, s2a=2)

    done, _ = use(draft, Damage(Choose(SUMMON), THREE), of(draft, "2a"))

    one, two = of(draft, "1a", "2a")
    assert done[:2] == (True, 2)
    assert strength(draft, "2a") == 0
    assert told(draft, "dealt", "taken") == [("dealt", two, BEN, one, 3), ("taken", two, BEN, one, 2)]


def test_damage_to_a_player_stops_at_no_life():
    """G-108."""
    draft = draft_with(s1a=2)
    draft.life[BEN] = 2

    done, _ = use(draft, Damage(Who("an opponent"), THREE))

    assert (draft.life, done.amount) == ([30, 0], 2)
    assert told(draft, "taken") == [("taken", NOBODY, BEN, number_at(draft, "1a"), 2)]


def test_each_and_all_are_hurt_together():
    draft = draft_with(s1a=2, s1b=5, s2a=4, b2=8)

    done, _ = use(draft, Damage(Both((ALL, Each(Filter(("boss",), other=True)))), Count(SUMMON)))

    assert [strength(draft, place) for place in ("1a", "1b", "2a", "2*")] == [0, 2, 1, 5]
    assert done.amount == 11


def test_who_deals_the_damage_can_be_another_card():
    draft = draft_with(s1a=2, s1b=5, s2a=4)

    use(draft, Damage(THEIRS, ONE, by=Choose(SUMMON)), of(draft, "1b"))

    assert [event[3] for event in told(draft, "dealt")] == [number_at(draft, "1b")]


def test_what_takes_damage_is_hurt_by_nobody_and_still_defeated_by_the_ability():
    """7.4.9, G-140."""
    draft = draft_with(s1a=2, s2a=1, s2b=3)

    use(draft, Damage(THEIRS, ONE, taken=True))

    assert [event[3] for event in told(draft, "dealt", "taken")] == [NOBODY] * 4
    assert told(draft, "defeat") == [("defeat", number_at(draft, "2a"), BEN, number_at(draft, "1a"), 0)]


def test_a_card_that_is_gone_or_defeated_is_not_hurt():
    draft = draft_with(s1a=2, s2a=4, s2b=3)
    gone, fallen = of(draft, "2a", "2b")
    draft.put_away(gone, GRAVEYARD)
    draft.own(fallen).leaving = True

    done, _ = use(
        draft,
        Damage(NAMED, ONE),
        pending=PendingAbility(number_at(draft, "1a"), 0, ANNA, named=(Remembered(NAMED, (gone, fallen), (0, 0)),)),
    )

    assert done[:2] == (False, 0)
    assert (draft.copies[gone].strength, draft.copies[fallen].strength) == (4, 3)
    assert not draft.events


@given(dealt=st.integers(0, 40), has=st.integers(1, 20))
def test_taken_is_what_is_lost(dealt, has):
    draft = draft_with(s1a=has, s2a=3)

    taken = effects.damage_card(draft, number_at(draft, "1a"), number_at(draft, "2a"), dealt)

    assert taken == min(dealt, has) == has - strength(draft, "1a")


# Gaining, losing, doubling, halving


def test_strength_gained_stays_and_is_not_bounded_by_the_print():
    """G-164, G-166."""
    draft = draft_with(s1a=3, s1b=5)

    done, _ = use(draft, Gain(Each(Filter(("summon",), control="you")), Number(30), "strength"))
    continuous_effects.expire(draft, "end of turn", ANNA)

    assert (strength(draft, "1a"), strength(draft, "1b"), done.amount) == (33, 35, 60)


def test_strength_for_a_turn_ends_with_it():
    draft = draft_with(s1a=3)

    done, _ = use(draft, Gain(This(), THREE, "strength", until="end of turn"))
    during = strength(draft, "1a")
    continuous_effects.expire(draft, "end of turn", ANNA)

    assert (during, strength(draft, "1a"), done.amount) == (6, 3, 3)


@pytest.mark.parametrize("until", ["", "end of turn"])
def test_strength_is_never_less_than_nothing(until):
    """G-139."""
    draft = draft_with(s1a=2)

    done, _ = use(draft, Gain(This(), THREE, "strength", lose=True, until=until))

    assert (strength(draft, "1a"), done.amount) == (0, 2)


def test_a_wizard_has_no_strength_to_gain():
    draft = draft_with(s1a=2)

    done, _ = use(draft, Gain(Each(Filter(("wizard",))), THREE, "strength"))

    assert not done.did
    assert strength(draft, "1wa") == 0


@pytest.mark.parametrize(("what", "before", "after"), [("life", 30, 27), ("vim", 2, 0), ("ether", 7, 4)])
def test_players_lose_what_they_have_and_vim_is_not_replaced_by_ether(what, before, after):
    """G-19."""
    draft = draft_with(s1a=2)
    draft.vim[BEN], draft.ether[BEN] = 2, 7

    done, _ = use(draft, Gain(Who("an opponent"), THREE, what, lose=True))

    assert getattr(draft, what)[BEN] == after
    assert done.amount == before - after
    assert told(draft, f"lose {what}") == [(f"lose {what}", NOBODY, BEN, number_at(draft, "1a"), before - after)]
    assert what == "ether" or draft.ether[BEN] == 7


@pytest.mark.parametrize(("half", "after"), [(False, 10), (True, 2)])
def test_doubling_and_halving_round_down(half, after):
    """G-138."""
    draft = draft_with(s1a=5)
    draft.vim[ANNA] = 5

    use(draft, Scale(This(), "strength", half))
    use(draft, Scale(Who("you"), "vim", half))

    assert (strength(draft, "1a"), draft.vim[ANNA]) == (after, after)


def test_each_player_gains_but_one_who_has_not_started():
    """10.5.1, §3.7: "each" skips them."""
    draft = draft_with(s1a=2)
    draft.turns = (draft.turns[ANNA], 0)

    done, _ = use(draft, Gain(Who("each player"), THREE, "vim"))

    assert (draft.vim, done.amount) == ([4, 1], 3)


def test_who_cannot_gain_gains_nothing():
    draft = draft_with(s1a=2)
    use(draft, Cannot(Who("you"), "gain life", "end of turn"))
    use(draft, Cannot(This(), "gain strength", "end of turn"))

    assert not use(draft, Gain(Who("you"), THREE, "life"))[0].did
    assert not use(draft, Gain(This(), THREE, "strength"))[0].did
    assert not use(draft, Gain(This(), THREE, "strength", until="end of turn"))[0].did


# Ready, acted, face-up, face-down


def test_readying_a_ready_card_does_nothing():
    draft = draft_with(s1a=2, s1b=3)
    draft.own(number_at(draft, "1b")).acted = True

    done, _ = use(draft, Ready(Each(Filter(("summon",), control="you"))))

    assert (done[:2], card_at(draft, "1b").acted) == ((True, 1), False)
    assert told(draft, "ready") == [("ready", number_at(draft, "1b"), ANNA, NOBODY, 0)]
    assert not use(draft, Ready(This()))[0].did


def test_a_face_down_wizard_becomes_ready_face_up():
    """4.1.1, G-59; a face-down boss does not (G-43)."""
    draft = draft_with(s1a=2)
    wizard, boss = of(draft, "1wb", "1*")
    draft.own(wizard).up = False

    assert effects.make_ready(draft, wizard)
    assert not effects.make_ready(draft, boss)
    assert card_at(draft, "1wb").up
    assert told(draft, "ready", "face up") == [
        ("ready", wizard, ANNA, NOBODY, 1),
        ("face up", wizard, ANNA, NOBODY, 0),
    ]


def test_a_card_acts_once():
    draft = draft_with(s1a=2, s2a=3)

    first, _ = use(draft, Act(THEIRS))
    second, _ = use(draft, Act(THEIRS))

    assert (first.did, second.did, card_at(draft, "2a").acted) == (True, False, True)


def test_only_wizards_and_bosses_turn_over():
    draft = draft_with(s1a=2, b1=7)
    draft.own(number_at(draft, "1wa")).acted = True

    done, _ = use(draft, Turn(Both((Each(Filter(("wizard",), control="you")), Each(Filter(("boss",))), This())), False))

    assert done.amount == 4
    assert not card_at(draft, "1wa").up
    assert not card_at(draft, "1wa").acted
    assert card_at(draft, "1a").up
    assert not card_at(draft, "1*").up


# Defeat


def test_a_defeated_card_stays_where_it_is_until_its_abilities_are_done():
    """7.4.2, G-93, G-94."""
    draft = draft_with(s1a=2, s2a=9)

    done, _ = use(draft, Defeat(THEIRS))
    again, _ = use(draft, Defeat(Choose(SUMMON)), of(draft, "2a"))

    assert (done.did, again.did) == (True, False)
    assert (card_at(draft, "2a").leaving, strength(draft, "2a")) == (True, 9)
    assert told(draft, "defeat") == [("defeat", number_at(draft, "2a"), BEN, number_at(draft, "1a"), 0)]


def test_what_cannot_be_defeated_is_not():
    """J-11."""
    draft = draft_with(s1a=2, s2a=1)
    use(draft, Cannot(THEIRS, "be defeated", "end of turn"))

    assert not use(draft, Defeat(THEIRS))[0].did
    use(draft, Damage(THEIRS, THREE))
    trigger_queue.after(draft)

    assert (strength(draft, "2a"), card_at(draft, "2a").leaving) == (0, False)


def test_a_defeated_player_has_lost_whatever_life_is_left():
    """11.1.3, G-144."""
    draft = draft_with(s1a=2)

    use(draft, Defeat(Target()), pending=PendingAbility(number_at(draft, "1a"), 0, ANNA, event=attack_on_ben(draft)))

    assert draft.outcome == ((ANNA,), "ability", "11.1.3")


def attack_on_ben(draft):
    draft.happen("attack", number_at(draft, "1a"), BEN)
    return draft.events.pop()


@pytest.mark.parametrize(
    ("both_at_zero", "winners", "reason"), [("draw", (), "draw"), ("active player loses", (BEN,), "ability")]
)
def test_both_defeated_at_once_is_decided_as_at_no_life(both_at_zero, winners, reason):
    """11.1.4, G-103."""
    draft = draft_with(s1a=2)
    draft.setup = replace(draft.setup, edition=replace(DEFAULT_EDITION, both_at_zero=both_at_zero))

    use(draft, Lose("each player"))

    assert draft.outcome[:2] == (winners, reason)


# Places


def test_a_summon_moves_only_to_a_free_place_beside_it():
    """G-57."""
    draft = draft_with(s1a=2, s1b=3, s2a=4)
    spell = lay(draft, BEN, "Bark Ward", "2a")
    mover, blocked = of(draft, "2a", "1a")

    done, _ = use(draft, Move(Choose(SUMMON), "adjacent"), (mover,))
    stuck, _ = use(draft, Move(Choose(SUMMON), "adjacent"), (blocked,))

    assert (done.did, stuck.did) == (True, False)
    assert (number_at(draft, "2b"), draft.copies[spell].host) == (mover, mover)
    assert told(draft, "move") == [("move", mover, BEN, NOBODY, 0)]


def test_where_a_summon_moves_can_be_said():
    draft = draft_with(s1b=2)
    mover = number_at(draft, "1b")

    use(draft, Move(This(), "adjacent"), (2,), source="1b")

    assert number_at(draft, "1c") == mover


def test_the_place_of_a_defeated_card_is_not_free():
    """G-94."""
    draft = draft_with(s1a=2, s1b=3)
    draft.own(number_at(draft, "1b")).leaving = True

    assert free_places.open_columns(draft, card_at(draft, "1a"), "adjacent") == []
    assert free_places.open_columns(draft, card_at(draft, "1a"), "open") == [2]


def test_two_summons_of_one_side_change_places():
    draft = draft_with(s1a=2, s1b=3, s2a=4)
    one, two = of(draft, "1a", "1b")

    done, after = use(draft, Swap(This(), Choose(SUMMON)), (two,))
    refused, _ = use(draft, Swap(Choose(SUMMON), Choose(SUMMON)), (one,), of(draft, "2a"), source="1a")

    assert (number_at(draft, "1a"), number_at(draft, "1b")) == (two, one)
    assert (done.did, refused.did, after.it) == (True, False, (one, two))


# Piles and enchantments


def test_a_card_comes_back_to_its_owner_as_it_was_printed():
    """G-66, 6.2.3."""
    draft = draft_with(s1a=2, s2a=9)
    returned = number_at(draft, "2a")
    spell = lay(draft, ANNA, "Bellows", "2a")
    draft.own(returned).acted = True

    done, _ = use(draft, Put(THEIRS, CASTLE))

    card = draft.copies[returned]
    assert (done.did, card.zone, card.strength, card.acted) == (True, CASTLE, 4, False)
    assert (draft.copies[spell].zone, draft.copies[spell].owner, draft.under) == (GRAVEYARD, ANNA, ())
    assert [event[:2] for event in told(draft, "leave", "unenchant", "return")] == [
        ("leave", returned),
        ("unenchant", returned),
        ("return", returned),
    ]


def test_a_defeated_card_that_returns_is_not_buried():
    draft = draft_with(s1a=2, s2a=4)
    fallen = number_at(draft, "2a")
    effects.defeat(draft, fallen, number_at(draft, "1a"))
    trigger_queue.after(draft)

    pending = PendingAbility(number_at(draft, "1a"), 0, ANNA, named=(Remembered(NAMED, (fallen,), (4,)),))
    use(draft, Put(NAMED, CASTLE), pending=pending)
    trigger_queue.remove_defeated(draft)

    assert draft.copies[fallen].zone == CASTLE


def test_a_card_goes_only_to_a_pile_of_its_kind():
    draft = draft_with(s1a=2, s2a=4)

    assert not use(draft, Put(THEIRS, SPELLBOOK))[0].did
    assert not use(draft, Put(Each(Filter(("wizard",))), CASTLE))[0].did


def test_discarding_is_noted_once():
    draft = draft_with(s1a=2)
    spell = available(draft, BEN, SPELLBOOK, POOL.find("Bark Ward")).id
    deed = Put(Choose(Filter(("spell",), owner="an opponent", zone=SPELLBOOK)), GRAVEYARD, discard=True)

    first, _ = use(draft, deed, (spell,))
    second, _ = use(draft, deed, (spell,))

    assert (first.did, second.did) == (True, False)
    assert told(draft, "discard", "leave") == [("discard", spell, BEN, NOBODY, 0)]


def test_all_enchantments_leave_to_their_owners():
    """G-80."""
    draft = draft_with(s1a=2, s2a=4)
    mine, theirs = lay(draft, ANNA, "Bellows", "2a"), lay(draft, BEN, "Bark Ward", "2a")
    kept = lay(draft, BEN, "Bark Ward", "1a")

    done, after = use(draft, Unenchant(on=THEIRS))

    assert (done.amount, after.it, draft.under) == (2, of(draft, "2a"), (kept,))
    assert [draft.copies[number].zone for number in (mine, theirs)] == [GRAVEYARD, GRAVEYARD]
    assert not use(draft, Unenchant(on=THEIRS))[0].did


def test_a_summon_comes_from_a_pile_to_an_open_column():
    """G-64."""
    draft = draft_with(s1a=2)
    number = available(draft, ANNA, CASTLE, POOL.find("Slag Brute")).id

    done, _ = use(draft, Bring(Choose(Filter(("summon",), zone=CASTLE)), "acted"), (number,))

    card = card_at(draft, "1b")
    assert (done.did, card.id, card.acted, card.up, card.strength, card.zone) == (True, number, True, True, 8, TABLE)
    assert told(draft, "summon") == [("summon", number, ANNA, NOBODY, 0)]


def test_no_summon_comes_to_a_full_side():
    """G-57."""
    draft = draft_with(s1a=2, s1b=2, s1c=2)
    number = available(draft, ANNA, CASTLE, POOL.find("Slag Brute")).id

    assert not use(draft, Bring(Choose(Filter(("summon",), zone=CASTLE))), (number,))[0].did


# What lasts


def test_the_next_damage_is_prevented():
    draft = draft_with(s1a=5, s2a=4)

    use(draft, Prevent(This(), 2))
    taken = [effects.damage_card(draft, number_at(draft, "1a"), number_at(draft, "2a"), 1) for _ in range(3)]

    assert taken == [0, 0, 1]


def test_a_prohibition_lasts_until_it_is_over():
    draft = draft_with(s1a=5, s2a=4)

    use(draft, Cannot(THEIRS, "attack", "end of turn"))
    before = continuous_effects.forbidden(draft, "attack", number_at(draft, "2a"))
    continuous_effects.expire(draft, "end of turn", ANNA)

    assert before == card_at(draft, "1a")
    assert continuous_effects.forbidden(draft, "attack", number_at(draft, "2a")) is None


@pytest.mark.parametrize("deed", [Bonus(This(), ONE), Conduct(), EndTurn()])
def test_what_is_carried_out_elsewhere_does_nothing_here(deed):
    draft = draft_with(s1a=5)

    done, _ = use(draft, deed)

    assert (done[:2], draft.events) == ((False, 0), [])


# What the next step looks back on


def test_that_player_stays_the_one_of_the_event_while_own_cards_are_named():
    draft = draft_with(s1a=5, s1b=2, s2a=4)
    pending = PendingAbility(number_at(draft, "1a"), 0, ANNA, it=(player(BEN),))

    _, pending = use(
        draft, Gain(Choose(Filter(("summon",), control="you")), ONE, "strength"), of(draft, "1b"), pending=pending
    )
    _, pending = use(draft, Gain(Who("you"), ONE, "vim"), pending=pending)

    assert players(draft, pending, "that player") == (BEN,)
    assert players(draft, pending, "its controller") == (ANNA,)


def test_that_player_is_who_was_named_with_a_card():
    draft = draft_with(s1a=5, s2a=4)

    _, pending = use(draft, Act(Choose(Filter(("summon",), control="an opponent"))), of(draft, "2a"))

    assert players(draft, pending, "that player") == (BEN,)


def test_that_much_is_what_was_really_lost():
    draft = draft_with(s1a=5, s2a=2)

    _, pending = use(draft, Damage(THEIRS, THREE))

    assert (pending.amount, pending.did) == (2, True)
