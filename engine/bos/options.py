"""What may be answered now: options are proposed here and filtered by `check`, which alone decides."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import combinations, permutations

from engine.bos import keys
from engine.bos.battle import possible_blockers
from engine.bos.cards import Card, CardType
from engine.bos.checks import check
from engine.bos.flow import apply
from engine.bos.payment import splits
from engine.bos.spells import has_condition
from engine.bos.state import (
    CASTLE,
    COLUMNS,
    MAIN,
    PLACES,
    SPELLBOOK,
    SUMMONING,
    State,
    at,
    in_pile,
    summon_place,
    wizard_place,
)
from engine.bos.summoning import read_condition
from engine.bos.writing import label, write
from engine.choice import Answer, Choice, Option

_KINDS = {"begin": ("3.1.1", "Begin the turn."), "block": ("8.2.1", "Block with a card, or not.")}
_PHASES = {SUMMONING: ("5.1.1", "Summon, or go on to the main phase."), MAIN: ("7.1.1", "Act, or end the turn.")}


def options(state: State, seat: int | None = None) -> tuple[Choice, ...]:
    """What is asked now, with every legal answer; nothing for a seat that is not asked, or after the end."""
    ask = state.ask
    if ask is None or seat not in (None, ask.seat):
        return ()
    rule, prompt = _KINDS.get(ask.kind) or _PHASES[state.phase]
    offered = tuple(Option(answer.key, label(state, answer)) for answer in legal(state))
    return (Choice(state.serial, ask.seat, ask.kind, offered, rule, prompt, ask.kind == "block"),)


def legal(state: State) -> Iterator[Answer]:
    """Every legal answer of the seat that is asked, in a fixed order. Leaving the game is always possible besides."""
    if state.ask is None:
        return
    for key in _proposed(state):
        answer = Answer(state.ask.seat, key)
        if check(state, answer) is None:
            yield answer


def nearest(state: State, written: str, most: int) -> list[str]:
    """The legal lines that look most like what was written, best first; lines of the same kind come before others."""
    wanted = written.casefold()

    def likeness(line: str) -> tuple[bool, float]:
        return line[:1].casefold() == wanted[:1], SequenceMatcher(None, wanted, line.casefold()).ratio()

    return sorted(continuations(state), key=likeness, reverse=True)[:most]


def continuations(state: State) -> list[str]:
    """Legal next lines in the notation, those of the main phase included while the summoning phase may end."""
    lines = [write(state, answer) for answer in legal(state) if answer.key != "next"]
    if state.ask and state.ask.kind == "menu" and state.phase == SUMMONING:
        later = apply(state, Answer(state.ask.seat, "next")).state
        lines += [write(later, answer) for answer in legal(later)]
    return list(dict.fromkeys(lines))


def _proposed(state: State) -> Iterator[str]:
    assert state.ask
    if state.ask.kind == "begin":
        yield from (keys.write_begin(order) for order in permutations(range(COLUMNS)))
    elif state.ask.kind == "block":
        yield from _blocks(state)
    else:
        yield from _menu(state, state.ask.seat)


def _blocks(state: State) -> Iterator[str]:
    assert state.ask
    attacker = state.copies[state.frames[-1].values[0]]
    yield from (keys.write_block(blocker.place) for blocker in possible_blockers(state, attacker, state.ask.seat))
    yield "no"


def _menu(state: State, seat: int) -> Iterator[str]:
    if state.phase == SUMMONING:
        yield from _summons(state, seat)
    else:
        yield from _attacks(state, seat)
        yield "boss"
    yield from _casts(state, seat)
    yield from _uses(state, seat)
    yield "next" if state.phase == SUMMONING else "end"


def _cards(state: State, seat: int, zone: str) -> list[Card]:
    """The different cards of a pile, by name."""
    cards = {copy.face.key: copy.face for copy in in_pile(state, seat, zone)}
    return [cards[name] for name in sorted(cards)]


def _summons(state: State, seat: int) -> Iterator[str]:
    columns = [c for c in range(COLUMNS) if (wizard := at(state, wizard_place(seat, c))) and wizard.up]
    free = [column for column in columns if at(state, summon_place(seat, column)) is None]
    for card in _cards(state, seat, CASTLE):
        condition = read_condition(card.condition or "")
        count = condition.count if condition else 1
        for first in free:
            for others in combinations([column for column in columns if column != first], count - 1):
                yield keys.write_summon((first, *others), card.key)


def _attacks(state: State, seat: int) -> Iterator[str]:
    ready = [p for p in keys.places_of(seat) if (card := at(state, p)) and card.up and not card.acted]
    targets = [p for side in (1 - seat, seat) for p in keys.places_of(side) if (card := at(state, p)) and card.up]
    for place in ready:
        yield from (keys.write_player_attack(place, other) for other in (1 - seat, seat))
        yield from (keys.write_attack(place, target) for target in targets if target != place)


def _casts(state: State, seat: int) -> Iterator[str]:
    for card in _cards(state, seat, SPELLBOOK):
        if card.type is CardType.SPELL and (state.phase == MAIN or has_condition(card)):
            for payment in splits(card.cost or 0, state.vim[seat], state.ether[seat]):
                yield keys.write_cast(payment, card.key)


def _uses(state: State, seat: int) -> Iterator[str]:
    for place in range(seat * PLACES, (seat + 1) * PLACES):
        card = at(state, place)
        if card and card.up:
            yield from (keys.write_use(place, number + 1) for number in range(len(card.face.abilities)))
