"""What an ability does was written down twice: as a sentence that the engine plays, and as a function on a plain table.

Both must lead from any table to the same tables, choice for choice.
"""

from functools import cache
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import log
from engine.bos import game
from engine.bos.abilities import continuous_effects
from engine.bos.abilities.card_abilities import carried_out, texts_of
from engine.bos.display.views import view
from engine.bos.model.piles import available
from engine.bos.model.places import POSITIONS
from engine.bos.model.state import CASTLE, GRAVEYARD, MAIN, SPELLBOOK, Draft, Frame, Question
from engine.bos.model.syntax import (
    BecomeCopy,
    Borrow,
    CarryOut,
    CastSpell,
    DamageChange,
    Deed,
    Exchange,
    Grant,
    Nothing,
    Reveal,
)
from engine.bos.records.record_setup import open_game
from engine.bos.rules.initial_state import start
from engine.bos.rules.options import legal
from engine.contract import Given
from tests.engine.bos.answer_keys import key_of
from tests.engine.bos.duel import YELLOW, Duel, boss, spell, wizard
from tests.engine.bos.reference_effects import ANNA, COLUMNS, TWINS, Card, Side, Table

PLAYED_IN_SCENES = {BecomeCopy, Borrow, CarryOut, CastSpell, Exchange, Grant, Nothing, Reveal}
"""Deeds that no function on the plain table says; scenes play them, and the second interpreter where it reads them."""
POWER = spell("Power", 0, "Enchant a summon. The enchanted summon gains 2 strength.")
MIGHT = spell("Might", 9, "Enchant a summon. The enchanted summon gains 2 strength.")
CHARM, DEAR = spell("Charm", 9, "Enchant a summon."), spell("Dear", 3, "You gain 1 life.")
HEX = spell("Hex", 9, "Enchant a summon.", color=YELLOW)
BLOW = spell("Dear", 3, "Deal 2 damage to an opponent.")
SEATS = (0, 1)
LOW = {0: "Imp", 1: "Elk"}


@cache
def setup(twin):
    """The set-up of a duel in which Anna has the card of that sentence, and the face of the card."""
    sage = wizard("Sage", *([twin.sentence] if twin.on == "wizard" else []))
    chief = boss("Chief", 7, *([twin.sentence] if twin.on == "boss" else []))
    dear = BLOW if twin.deed is DamageChange else DEAR
    made = Duel(POWER, MIGHT, CHARM, dear, HEX, sage, chief)
    face = {"wizard": sage, "boss": chief, "spell": POWER}[twin.on]
    return open_game(log.read(made.head), Given(made.lists, made.pool, made.edition)).setup, face


# Positions

standing = st.fixed_dictionaries(
    {
        "number": st.integers(1, 9),
        "strength": st.integers(1, 9),
        "acted": st.booleans(),
        "under": st.lists(st.sampled_from(["Might", "Charm", "Hex"]), max_size=2, unique=True),
    }
)
sides = st.fixed_dictionaries(
    {
        "summons": st.fixed_dictionaries({column: st.none() | standing for column in COLUMNS}),
        "wizards": st.tuples(*[st.sampled_from(["ready", "acted", "face-down"])] * 3),
        "boss": st.sampled_from(["ready", "acted", "face-down"]),
        "life": st.integers(1, 40),
        "vim": st.integers(0, 5),
        "ether": st.integers(0, 3),
        "fallen": st.lists(st.integers(1, 9), max_size=2, unique=True),
    }
)


def position(twin, drawn):
    """Such a position in Anna's main phase; whatever is drawn a second time stays where it is."""
    made, _ = setup(twin)
    draft = Draft(start(made))
    draft.turns, draft.turn, draft.active, draft.phase = (1, 1), 2, ANNA, MAIN
    draft.frames, draft.question = [Frame("turn", 12, (ANNA,))], Question("menu", ANNA)
    for seat, side in zip(SEATS, drawn, strict=True):
        draft.life[seat], draft.vim[seat], draft.ether[seat] = side["life"], side["vim"], side["ether"]
        for column, lies in zip(COLUMNS, side["wizards"], strict=True):
            _lay(draft, f"{seat + 1}w{column}", lies)
        _lay(draft, f"{seat + 1}*", side["boss"])
        for column, card in side["summons"].items():
            if card and (there := available(draft, seat, CASTLE, made.pool.find(f"{LOW[seat]}{card['number']}"))):
                draft.move(there.id, POSITIONS[f"{seat + 1}{column}"])
                draft.own(there.id).up = draft.own(there.id).public = True
                draft.own(there.id).acted = card["acted"]
        for number in side["fallen"]:
            if there := available(draft, seat, CASTLE, made.pool.find(f"{LOW[seat]}{number}")):
                draft.put_away(there.id, GRAVEYARD)
    if twin.on == "wizard":
        _lay(draft, "1wa", "acted" if drawn[ANNA]["wizards"][0] == "acted" else "ready")
    if twin.on == "boss":
        _lay(draft, "1*", "face-down")
    _enchant(draft, drawn)
    continuous_effects.refresh(draft)
    _set_strengths(draft, drawn)
    return draft.freeze()


def _lay(draft, place, lies):
    card = draft.own(draft.table[POSITIONS[place]])
    card.up, card.acted, card.public = lies != "face-down", lies == "acted", True


def _standing(draft, drawn):
    for seat, side in zip(SEATS, drawn, strict=True):
        for column, card in side["summons"].items():
            number = draft.table[POSITIONS[f"{seat + 1}{column}"]]
            if number >= 0:
                yield draft.own(number), card


def _enchant(draft, drawn):
    for copy, card in _standing(draft, drawn):
        for name in card["under"]:
            seat = 1 if name == "Hex" else 0
            if there := available(draft, seat, SPELLBOOK, draft.setup.pool.find(name)):
                draft.lay_under(there.id, copy.id)


def _set_strengths(draft, drawn):
    for copy, card in _standing(draft, drawn):
        copy.strength = card["strength"]


# What is seen


def plain(state):
    """The table as a twin sees it."""
    seen = view(state, "judge")
    winner = state.outcome.winners[0] if state.outcome else None
    return Table([_side(side) for side in seen["seats"]], state.question.seat if state.question else ANNA, winner)


def _side(side):
    there = [card for card in (*side["wizards"], *side["summons"], side["boss"]) if card]
    return Side(
        side["life"],
        side["vim"],
        side["ether"],
        {card["at"][1:]: _card(card) for card in there},
        side["castle_cards"],
        side["spellbook_cards"],
        side["graveyard"],
    )


def _card(card):
    lies = "face-down" if not card["up"] else "acted" if card["acted"] else "ready"
    return Card(card["name"], card["strength"], lies, sorted(card["enchantments"]))


def told(state):
    """The same text as a twin tells, with the attackers that the engine offers and whether it lets the turn end."""
    table = plain(state)
    offered = [key_of(answer) for answer in legal(state)] if state.question else []
    attackers = {key[8:].partition(">")[0] for key in offered if key.startswith("attack:")}
    table.attackers = lambda: [place for place in (*COLUMNS, "*") if place in attackers]
    table.may_end = lambda: "end" in offered
    return table.told()


def used(twin, state):
    """Every table that the use of the ability may lead to."""
    first = {"wizard": "use:1wa.", "boss": "boss", "spell": "cast:v0e0:power"}[twin.on]
    for answer in legal(state):
        if key_of(answer).startswith(first):
            step = game.apply(state, answer).state
            for other in _cast(twin.then, step) if twin.then else [step]:
                yield from settled(other)


def _cast(name, state):
    return [game.apply(state, answer).state for answer in legal(state) if key_of(answer).endswith(f":{name}")]


def settled(state):
    if state.question is None or state.question.kind in ("menu", "begin"):
        yield told(state)
        return
    for answer in legal(state):
        yield from settled(game.apply(state, answer).state)


@pytest.mark.parametrize("twin", TWINS, ids=str)
@given(drawn=st.tuples(sides, sides))
@settings(max_examples=60, deadline=None)
def test_an_ability_and_its_twin_lead_to_the_same_tables(twin, drawn):
    state = position(twin, drawn)

    by_twin = [table.told() for table in twin.function(plain(state))]

    assert sorted(set(used(twin, state))) == sorted(set(by_twin))


def test_every_deed_has_a_twin():
    assert {twin.deed for twin in TWINS} == set(get_args(Deed)) - PLAYED_IN_SCENES


@pytest.mark.parametrize("twin", TWINS, ids=str)
def test_the_sentence_of_a_twin_says_its_deed(twin):
    _, face = setup(twin)
    (said,) = carried_out(face)

    assert twin.deed in {type(step.deed) for step in (*said.steps, *texts_of(face)[0].steps)}
