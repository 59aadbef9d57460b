"""Numbers and conditions of texts, on a table of Anna and Ben."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bos.abilities.conditions import holds
from engine.bos.abilities.targets import amount
from engine.bos.cardtext.printer import print_text
from engine.bos.cardtext.reader import read_text
from engine.bos.model.befallen import Befell
from engine.bos.model.piles import in_pile
from engine.bos.model.state import CASTLE, GRAVEYARD, SPELLBOOK, Draft, PendingAbility, Remembered
from engine.bos.model.terms import (
    All,
    AnyOf,
    Attacked,
    Controls,
    Count,
    Each,
    Earlier,
    Filter,
    Half,
    Happened,
    Has,
    HasMore,
    Holds,
    IsSo,
    Left,
    MoreCards,
    Number,
    Strength,
    ThatMuch,
    This,
    Times,
    TotalStrength,
    Who,
    X,
    YourTurn,
)
from tests.engine.bos.positions import ANNA, BEN, draft_with, number_at
from tests.engine.bos.simple_cards import at_the_start

SUMMON = Filter(("summon",))
TWO = Number(2)


def table():
    """Anna has summons of 2 and 5, Ben one of 4 and 25 life; Anna's first summon speaks."""
    draft = draft_with(s1a=2, s1b=5, s2a=4)
    draft.life[BEN], draft.vim[ANNA], draft.ether[ANNA] = 25, 3, 7
    draft.attacks = (3, 0)
    return draft, PendingAbility(number_at(draft, "1a"), 0, ANNA)


NAMED = Earlier("step")


def naming(pending, number):
    """The ability after a step that named this card."""
    return pending._replace(named=(Remembered(NAMED, (number,), (0,)),))


# Quantities


@pytest.mark.parametrize(
    ("quantity", "much"),
    [
        (Number(3), 3),
        (Count(SUMMON), 3),
        (Strength(This()), 2),
        (Strength(This(), base=True), 3),
        (TotalStrength(Filter(("summon",), control="you")), 7),
        (Has("you", "vim"), 3),
        (Has("an opponent", "life"), 25),
        (Times(TWO, Count(SUMMON)), 6),
        (Half(Has("an opponent", "life")), 12),
        (Half(Has("an opponent", "life"), up=True), 13),
        (ThatMuch(), 9),
        (X(), 4),
    ],
)
def test_what_a_quantity_comes_to(quantity, much):
    draft, pending = table()

    assert amount(draft, pending._replace(amount=9, x=4), quantity) == much


def test_the_base_of_a_card_that_is_gone_is_still_known():
    draft, pending = table()
    gone = number_at(draft, "2a")
    draft.put_away(gone, GRAVEYARD)

    assert amount(draft, naming(pending, gone), Strength(NAMED, base=True)) == 4


@given(st.integers(-50, 50), st.integers(0, 50))
def test_no_quantity_is_negative_and_half_rounds_down(given_amount, life):
    draft, pending = table()
    draft.life[ANNA] = life

    assert amount(draft, pending._replace(amount=given_amount), ThatMuch()) == max(given_amount, 0)
    assert amount(draft, pending, Half(Has("you", "life"))) == life // 2


def test_before_their_first_turn_nothing_of_an_opponent_counts():
    """G-112."""
    draft, pending = table()
    draft.turns = (draft.turns[ANNA], 0)

    assert amount(draft, pending, Count(SUMMON)) == 2
    assert amount(draft, pending, Has("an opponent", "life")) == 0
    assert not holds(draft, pending, Holds("an opponent", "life", most=99))
    assert not holds(draft, pending, Holds("each opponent", "life", most=99))


def test_a_pile_with_an_unseen_swap_holds_no_more_than_its_size():
    draft = Draft(at_the_start())
    draft.setup = replace(draft.setup, hidden_swap=(True, False))
    pending = PendingAbility(0, 0, ANNA)
    book = Filter(("spell",), owner="you", zone=SPELLBOOK)
    for copy in in_pile(draft, ANNA, SPELLBOOK)[:9]:
        draft.put_away(copy.id, GRAVEYARD)

    assert amount(draft, pending, Count(book)) <= 1
    assert holds(draft, pending, Left("you", "spellbook", "spell", least=1, most=1))


# Conditions


@pytest.mark.parametrize(
    ("predicate", "so"),
    [
        (Controls("you", SUMMON, 2), True),
        (Controls("you", SUMMON, 3), False),
        (Controls("an opponent", SUMMON, None, 0), False),
        (Controls("each player", SUMMON, 2), False),
        (Controls("a player", SUMMON, 2), True),
        (MoreCards("you", SUMMON, "an opponent"), True),
        (MoreCards("an opponent", SUMMON, "you"), False),
        (Holds("you", "vim", least=3), True),
        (Holds("you", "vim", least=4), False),
        (Holds("an opponent", "life", most=25), True),
        (HasMore("you", "life", "an opponent"), True),
        (HasMore("you", "life", "an opponent", less=True), False),
        (IsSo(This(), Filter(("summon",), color="red")), True),
        (IsSo(This(), Filter(("summon",), color="red"), no=True), False),
        (IsSo(This(), Filter(("summon",), extreme="most")), False),
        (IsSo(Who("you"), SUMMON), False),
        (IsSo(Each(SUMMON), Filter(least=TWO)), True),
        (Attacked("you", 3), True),
        (Attacked("you", 4), False),
        (Attacked("an opponent", 1), False),
        (Left("an opponent", "castle", "summon", most=0), False),
        (Left("you", "graveyard", "spell", most=0), True),
        (YourTurn(), True),
        (YourTurn(no=True), False),
        (YourTurn(number=1), True),
        (YourTurn(number=2), False),
        (All((YourTurn(), Attacked("you", 4))), False),
        (AnyOf((YourTurn(), Attacked("you", 4))), True),
    ],
)
def test_what_is_so(predicate, so):
    draft, pending = table()

    assert holds(draft, pending, predicate) is so


def test_conditions_about_vim_ignore_ether():
    """G-18."""
    draft, pending = table()

    assert not holds(draft, pending, Holds("you", "vim", least=10))
    assert holds(draft, pending, Holds("you", "ether", least=7))


def test_what_happened_this_turn_is_remembered_of_cards_that_are_gone():
    draft, pending = table()
    gone = number_at(draft, "2a")
    draft.put_away(gone, GRAVEYARD)
    draft.past = (Befell("was defeated", gone, 1),)

    assert holds(draft, pending, Happened(Filter(("summon",), color="yellow"), "was defeated"))
    assert holds(draft, pending, Happened(Filter(("summon",), color="red"), "was defeated", no=True))


def test_of_a_card_that_was_just_defeated_it_can_be_said_what_it_is():
    draft, pending = table()
    fallen = number_at(draft, "2a")
    draft.own(fallen).leaving = True
    pending = naming(pending, fallen)

    assert holds(draft, pending, IsSo(NAMED, Filter(("summon",), color="yellow")))
    assert not holds(draft, pending, IsSo(NAMED, Filter(("summon",), zone=CASTLE)))


def test_one_thing_that_is_there_is_counted_in_words_and_in_digits():
    for one in ("one", "1"):
        found = read_text(f"You gain 1 life if there is exactly {one} summon.")
        assert print_text(found.text) == "You gain 1 life if there is exactly 1 summon."
