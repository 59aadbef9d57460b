"""A game that begins at a position set by hand: what is wrong with it, its table, and a table told as a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.bos.abilities import continuous_effects
from engine.bos.model.cards import Card, CardType
from engine.bos.model.places import (
    COLUMNS,
    NOBODY,
    PLACES,
    is_boss_place,
    is_summon_place,
    position,
    seat_of,
)
from engine.bos.model.set_position import BEGIN, PlacedCard, Position
from engine.bos.model.setup import Setup
from engine.bos.model.state import (
    ASIDE,
    ENDING,
    GRAVEYARD,
    MAIN,
    PILE_OF,
    STARTUP,
    SUMMONING,
    TABLE,
    UNDER,
    Copy,
    Draft,
    Frame,
    State,
    counted,
)
from engine.bos.notation.card_lookup import OF_PILES, SPELLS, SUMMONS, WIZARDS, Kinds, find_card
from engine.bos.rules import initial_state, turn
from engine.bos.rules.game_loop import run_on
from engine.contract import Problem
from engine.messages import Message
from engine.seats import seat_name

MOST: Final = 1_000_000
"""The greatest number of life, vim, ether and strength that can be set."""
LATEST: Final = 999
"""The last turn that can be set."""
PHASES: Final = (BEGIN, STARTUP, SUMMONING, MAIN, ENDING)
"""The moments of a turn at which a game can begin."""
_STEP_OF: Final = {
    BEGIN: turn.TURN.index(turn.ask_to_begin),
    STARTUP: turn.TURN.index(turn.ask_window),
    SUMMONING: turn.TURN.index(turn.ask_menu),
    MAIN: turn.TURN.index(turn.ask_menu, turn.TURN.index(turn.enter_main)),
    ENDING: turn.TURN.index(turn.ask_window, turn.TURN.index(turn.enter_ending)),
}


class Misplaced(NamedTuple):
    """One thing that is wrong with a position."""

    at: str
    """What it is about: a place such as `1a`, or "turn", "phase", "P1 life", "P2 graveyard" and the like."""
    problem: Problem
    """What is wrong there."""


# What is wrong


def misplaced(setup: Setup, wanted: Position) -> list[Misplaced]:
    """Everything that is wrong with a position of a game with these lists, in a fixed order."""
    found = [*_wrong_moment(wanted), *_wrong_numbers(wanted)]
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    places: set[int] = set()
    for card in wanted.placed:
        at, seat = position(card.place), seat_of(card.place)
        if card.place in places:
            found.append(_wrong(at, "twice", place=at))
        places.add(card.place)
        found += _wrong_card(setup, card)
        for name, kinds in ((card.card, _kinds(card.place)), *((name, SPELLS) for name in card.enchantments)):
            found += _counted(setup, seat, name, kinds, at, counts[seat])
    for seat in (0, 1):
        for name in wanted.graveyard[seat]:
            found += _counted(setup, seat, name, OF_PILES, f"{seat_name(seat)} graveyard", counts[seat])
    return found


def _wrong(at: str, code: str, **args: str | int) -> Misplaced:
    return Misplaced(at, Problem("unreadable", None, Message(f"bos.position.{code}", **args)))


def _wrong_moment(wanted: Position) -> Iterator[Misplaced]:
    if not 1 <= wanted.turn <= LATEST:
        yield _wrong("turn", "turn", most=LATEST)
    if wanted.phase not in PHASES:
        yield _wrong("phase", "phase")


def _wrong_numbers(wanted: Position) -> Iterator[Misplaced]:
    for seat in (0, 1):
        numbers = (("life", wanted.life, 1), ("vim", wanted.vim, 0), ("ether", wanted.ether, 0))
        for word, by_seat, least in (*numbers, ("attacks", wanted.attacks, 0)):
            if not least <= by_seat[seat] <= MOST:
                at = f"{seat_name(seat)} {word}"
                yield _wrong(at, "number", least=least, most=f"{MOST:,}")


def _wrong_card(setup: Setup, card: PlacedCard) -> Iterator[Misplaced]:
    """What is wrong with a card by itself; whether it is in the list is asked with how often."""
    at = position(card.place)
    if card.strength is not None and card.place % PLACES < COLUMNS:
        yield _wrong(at, "no_strength", place=at)
    elif card.strength is not None and not 1 <= card.strength <= MOST:
        yield _wrong(at, "strength", place=at, most=f"{MOST:,}")
    if card.acted and not card.up:
        yield _wrong(at, "acted_down", place=at)
    for name in card.enchantments:
        spell = find_card(setup, seat_of(card.place), name, SPELLS)
        if not isinstance(spell, Problem) and spell.type is CardType.SPELL and not can_lie_under(spell):
            yield _wrong(at, "no_enchantment", card=spell.name)


def can_lie_under(spell: Card) -> bool:
    """Whether a card is an enchantment (6.1.5), which can lie under another one."""
    return spell.type is CardType.SPELL and any(
        ability.text.casefold().startswith("enchant") for ability in spell.abilities
    )


def _kinds(place: int) -> Kinds:
    """What type of card stands at a place."""
    return (CardType.BOSS,) if is_boss_place(place) else SUMMONS if is_summon_place(place) else WIZARDS


def _counted(setup: Setup, seat: int, name: str, kinds: Kinds, at: str, counts: Counter[str]) -> Iterator[Misplaced]:
    """What is wrong with a name, and with how often its card has been named by now."""
    card = find_card(setup, seat, name, kinds)
    if isinstance(card, Problem):
        yield Misplaced(at, card)
        return
    if card.type not in kinds:
        code = "not_a_summon" if kinds == SUMMONS else "not_a_spell" if kinds == SPELLS else "wrong_type"
        yield _wrong(at, code, card=card.name)
        return
    counts[card.key] += 1
    have = _copies_in_list(setup, seat, card)
    if counts[card.key] == have + 1:
        yield _wrong(at, "too_many", card=card.name, number=have, seat=seat_name(seat))


def _copies_in_list(setup: Setup, seat: int, card: Card) -> int:
    """How many copies of a card a seat plays with."""
    return [each.key for each in (setup.bosses[seat], *setup.wizards[seat], *setup.piles[seat])].count(card.key)


def in_full(setup: Setup, wanted: Position) -> Position:
    """A position in which nothing is misplaced, with every name in full and all of it in its fixed order."""

    def full(seat: int, name: str, kinds: Kinds) -> str:
        card = find_card(setup, seat, name, kinds)
        assert isinstance(card, Card)
        return card.name

    placed = []
    for card in sorted(wanted.placed):
        seat = seat_of(card.place)
        under = tuple([full(seat, name, SPELLS) for name in card.enchantments])
        placed.append(card._replace(card=full(seat, card.card, _kinds(card.place)), enchantments=under))
    first, second = [sorted([full(seat, name, OF_PILES) for name in wanted.graveyard[seat]]) for seat in (0, 1)]
    return wanted._replace(placed=tuple(placed), graveyard=(tuple(first), tuple(second)))


# The table


def start(setup: Setup) -> State:
    """The table before the first line: that of the set-up's position, else that before anybody's first turn."""
    state = initial_state.start(setup)
    return state if setup.position is None else _begin_at(state, setup.position)


def _begin_at(state: State, wanted: Position) -> State:
    """The table of a position in which nothing is misplaced. What texts give is given; nothing is set off."""
    draft = Draft(state)
    draft.serial = 0
    draft.question = None
    _clear(draft)
    for card in wanted.placed:
        _put(draft, card)
    for seat in (0, 1):
        for name in wanted.graveyard[seat]:
            _bury(draft, _spare_copy(draft, seat, name))
    for copy in draft.copies:
        if copy.zone == ASIDE:
            _bury(draft, copy.id)
    draft.life, draft.vim, draft.ether = list(wanted.life), list(wanted.vim), list(wanted.ether)
    draft.attacks = wanted.attacks
    _set_moment(draft, wanted)
    continuous_effects.refresh(draft)
    for card in wanted.placed:
        if card.strength is not None:
            draft.own(draft.table[card.place]).strength = card.strength
    return run_on(draft)


def _clear(draft: Draft) -> None:
    """Wizards and bosses leave the table; those that are not placed go to the graveyard at the end."""
    for place, number in enumerate(draft.table):
        if number != NOBODY:
            copy = draft.own(number)
            copy.zone, copy.place = ASIDE, NOBODY
            draft.table[place] = NOBODY


def _put(draft: Draft, card: PlacedCard) -> None:
    seat = seat_of(card.place)
    copy = draft.own(_spare_copy(draft, seat, card.card))
    copy.zone, copy.place, copy.up, copy.acted = TABLE, card.place, card.up, card.acted
    draft.table[card.place] = copy.id
    for name in card.enchantments:
        draft.lay_under(_spare_copy(draft, seat, name), copy.id)


def _bury(draft: Draft, number: int) -> None:
    copy = draft.own(number)
    copy.zone, copy.up, copy.public = GRAVEYARD, True, True


def _spare_copy(draft: Draft, seat: int, name: str) -> int:
    """A copy of the card that is nowhere yet but in its pile."""
    piles = (*PILE_OF.values(), ASIDE)
    return next(
        copy.id for copy in draft.copies if copy.owner == seat and copy.face.name == name and copy.zone in piles
    )


def _set_moment(draft: Draft, wanted: Position) -> None:
    begun = wanted.turn - (wanted.phase == BEGIN)
    turns: tuple[int, ...] = (0, 0)
    for number in range(begun):
        turns = counted(turns, (wanted.first + number) % 2)
    draft.turn, draft.turns = begun, turns
    for number in draft.table:
        if number != NOBODY:  # wizards turn up in the first turn of their seat, whatever they do later (4.1.1)
            copy = draft.own(number)
            copy.public = copy.up or (copy.face.type is CardType.WIZARD and turns[copy.owner] > 0)
    draft.active, draft.phase = wanted.seat, wanted.phase
    if wanted.phase == BEGIN:
        draft.active, draft.phase = (1 - wanted.seat, ENDING) if begun else (NOBODY, STARTUP)
    draft.frames = [Frame("turn", _STEP_OF[wanted.phase], (wanted.seat,))]


# A table told as a position


def told_position(state: State) -> Position | None:
    """The position that a table is; None where it holds what a position cannot say: something that waits or lasts, a
    limit that is spent, a card that changed sides, or a moment in the middle of something."""
    moment = _moment_of(state)
    lasting = (state.waiting, state.modifiers, state.used, state.fallen, state.delayed, state.past, state.tallies)
    if moment is None or any(lasting) or any(_is_unsaid(state, copy) for copy in state.copies):
        return None
    phase, seat = moment
    number = state.turn + (phase == BEGIN)
    buried = [
        tuple(sorted([copy.face.name for copy in state.copies if copy.owner == seat and _is_buried(copy)]))
        for seat in (0, 1)
    ]
    placed = tuple([_placed(state, state.copies[number]) for number in state.table if number != NOBODY])
    life, vim, ether, attacks = [(each[0], each[1]) for each in (state.life, state.vim, state.ether, state.attacks)]
    told = Position(number, seat, phase, life, vim, ether, placed, (buried[0], buried[1]), attacks)
    return told if _turns_of(told) == state.turns else None


def _moment_of(state: State) -> tuple[str, int] | None:
    """The phase and the seat of the turn, where nothing is in the middle."""
    if state.question is None or len(state.frames) != 1 or state.frames[0].routine != "turn":
        return None
    frame = state.frames[0]
    phase = next((phase for phase, step in _STEP_OF.items() if step == frame.step), None)
    return None if phase is None or len(frame.values) != 1 else (phase, frame.values[0])


def _turns_of(told: Position) -> tuple[int, ...]:
    begun = told.turn - (told.phase == BEGIN)
    of_first, of_second = (begun + 1) // 2, begun // 2
    return (of_first, of_second) if told.first == 0 else (of_second, of_first)


def _is_unsaid(state: State, copy: Copy) -> bool:
    """Whether a card is as no position says it."""
    of_table = copy.face.type in (CardType.WIZARD, CardType.BOSS)
    in_pile = copy.zone not in (TABLE, UNDER, GRAVEYARD)
    under_own = copy.zone != UNDER or seat_of(state.copies[copy.host].place) == copy.owner
    return (
        copy.control != copy.owner
        or copy.spared
        or copy.leaving
        or not under_own
        or (copy.place != NOBODY and seat_of(copy.place) != copy.owner)
        or (of_table and in_pile)
    )


def _is_buried(copy: Copy) -> bool:
    return copy.zone == GRAVEYARD and copy.face.type in OF_PILES


def _placed(state: State, copy: Copy) -> PlacedCard:
    under = tuple([state.copies[spell].face.name for spell in state.under if state.copies[spell].host == copy.id])
    is_as_printed = copy.strength - copy.bonus == (copy.face.strength or 0)
    strength = None if is_as_printed or copy.face.type is CardType.WIZARD else copy.strength
    return PlacedCard(copy.place, copy.face.name, copy.up, copy.acted, strength, under)
