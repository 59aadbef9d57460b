"""What may be answered now: options are proposed here and filtered by `check`, which alone decides."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import partial
from itertools import islice, permutations
from typing import Final

from engine.bos import abilities, carrying, costs, keys, scribe, statics, turn, waiting
from engine.bos.battle import possible_blockers
from engine.bos.cards import Card, CardType
from engine.bos.checks import check
from engine.bos.flow import apply
from engine.bos.payment import splits, unwritten
from engine.bos.state import (
    COLUMNS,
    MAIN,
    SPELLBOOK,
    SUMMONING,
    Doing,
    State,
    at,
    in_pile,
    position,
)
from engine.bos.summoning import imaginable
from engine.bos.texts import has_condition, texts_of, used_at_will
from engine.bos.writing import label, write
from engine.choice import Answer, Choice, Option

_KINDS: Final = {
    "begin": ("3.1.1", "Begin the turn."),
    "block": ("8.2.1", "Block with a card, or not."),
    "ready": ("4.1.4", "Make a card ready."),
    "duty": ("10.3.3", "Use what has to be used in this phase."),
    "order": ("10.4.1", "Say which ability comes first."),
    "offer": ("10.3.1", "Use an ability that waits, or let it pass."),
    "may": ("10.3.1", "Do it, or not."),
    "pick": ("6.1.9", "Choose."),
    "pay": ("6.3.1", "Say how it is paid."),
    "mode": ("10.3.1", "Choose one."),
    "number": ("10.2.1", "Name a number."),
    "conduct": ("5.1.14", "Conduct a summon, or not."),
}
_PHASES: Final = {
    "startup": ("3.1.3", "Use an ability, or go on."),
    "ending": ("3.1.3", "Use an ability, or end the turn."),
    SUMMONING: ("5.1.1", "Summon, or go on to the main phase."),
    MAIN: ("7.1.1", "Act, or end the turn."),
}


def options(state: State, seat: int | None = None) -> tuple[Choice, ...]:
    """What is asked now, with every legal answer; nothing for a seat that is not asked, or after the end."""
    ask = state.ask
    if ask is None or seat not in (None, ask.seat):
        return ()
    rule, prompt = _KINDS.get(ask.kind) or _PHASES[state.phase]
    offered = tuple(Option(answer.key, partial(label, state, answer)) for answer in legal(state))
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
    lines: list[str] = []
    for answer in legal(state):
        if answer.key in _SILENT:
            continue
        lines += whole_lines(state, answer)
    silent = next((answer for answer in legal(state) if answer.key in _SILENT), None)
    if silent is not None and not state.outcome:
        lines += continuations(apply(state, silent).state)
    return list(dict.fromkeys(lines))


_SILENT: Final = ("next", "pass", "done", "pay")
"""Answers that a record leaves out: what follows them may be written at once."""

MOST_LINES: Final = 400
"""So many ways to choose things for one line are listed at most."""


def whole_lines(state: State, answer: Answer) -> list[str]:
    """The line of an answer with whatever its own ability asks for then, in every way it may be answered."""
    inner = scribe.is_inner(state, answer)
    if not inner and keys.verb(answer.key) not in scribe.OWN:
        return [write(state, answer)]
    after, events, _ = apply(state, answer, asks_all=True)
    entry = scribe.heard(scribe.continued(state), state, answer) if inner else scribe.opened(state, answer, events)
    found: list[str] = []
    _complete(after, entry, found)
    return found


def _complete(state: State, entry: scribe.Entry, found: list[str]) -> None:
    """Add to an entry what its ability asks, until it asks no more."""
    if len(found) >= MOST_LINES:
        return
    if not state.ask or state.ask.kind not in _OF_LINE or scribe.asker(state) != entry.source:
        found.append(entry.lines()[0])
        return
    for answer in islice(legal(state), MOST_LINES):
        if not scribe.is_inner(state, answer):
            continue
        after, events, _ = apply(state, answer, asks_all=True)
        longer = scribe.heard(entry, state, answer)
        if scribe.began(events, entry.source):
            found.append(longer.lines()[0])
        else:
            _complete(after, longer, found)


_OF_LINE: Final = ("pick", "may", "pay", "mode", "number", "conduct")


def _proposed(state: State) -> Iterator[str]:
    assert state.ask
    seat = state.ask.seat
    match state.ask.kind:
        case "begin":
            yield from (keys.write_begin(order) for order in permutations(range(COLUMNS)))
        case "block":
            yield from _blocks(state)
            yield from _casts(state, seat)
            yield from _uses(state, seat)
        case "menu":
            yield from _menu(state, seat)
        case "ready":
            yield from (f"ready:{position(state.copies[n].place)}" for n in turn.to_ready(state, seat))
        case "duty":
            yield from _uses(state, seat)
        case "order":
            yield from dict.fromkeys(f"first:{keys.ability(state, doing)}" for doing in waiting.mandatory(state))
        case "offer":
            yield from dict.fromkeys(_offers(state, seat))
            yield "pass"
        case "may":
            yield from ("yes", "pass")
        case "pick":
            yield from _picks(state)
        case "pay":
            doing, cost = carrying.open_price(state)
            others = costs.ways(state, doing, cost)[1:]
            yield from (keys.write_pay(payment) for payment in (None, *others))
        case "mode":
            yield from (f"mode:{number + 1}" for number in range(_modes(state)))
        case "number":
            yield from (f"number:{number}" for number in range(carrying.most(state) + 1))
        case "conduct":
            yield from imaginable(state, seat)
            yield "pass"


def _offers(state: State, seat: int) -> Iterator[str]:
    """Optional abilities that wait, with every way to pay for them."""
    for doing in waiting.optional(state, seat):
        name = keys.ability(state, doing)
        copy = state.copies[doing.source]
        spell = copy.zone == SPELLBOOK
        cost = statics.cost(state, seat, copy.face) if spell else 0
        if not spell:
            cost = costs.vim_of(state, doing, carrying.spoken(state, doing).cost)
        yield from (f"take:{name}{paid}" for paid in _payments(state, seat, cost))


def _payments(state: State, seat: int, cost: int) -> Iterator[str]:
    """Every way to pay so much vim: silence for vim first, the others in braces."""
    silent = unwritten(state, seat, cost)
    yield ""
    for payment in splits(cost, state.vim[seat], state.ether[seat]):
        if payment != silent:
            yield keys.write_payment(payment)


def _picks(state: State) -> Iterator[str]:
    found = carrying.asked(state).pick
    yield from dict.fromkeys(f"pick:{keys.thing(state, thing)}" for thing in found.options)
    if found.enough:
        yield "done"


def _modes(state: State) -> int:
    doing = state.frames[-1].doing
    return carrying.spoken(state, doing).modes if doing else 0


def _blocks(state: State) -> Iterator[str]:
    assert state.ask
    attacker = state.copies[state.frames[-1].values[0]]
    yield from (keys.write_block(blocker.place) for blocker in possible_blockers(state, attacker, state.ask.seat))
    yield "no"


def _menu(state: State, seat: int) -> Iterator[str]:
    if state.phase == SUMMONING:
        yield from imaginable(state, seat)
    elif state.phase == MAIN:
        yield from _attacks(state, seat)
        yield "boss"
    yield from _casts(state, seat)
    yield from _uses(state, seat)
    yield "end" if state.phase == MAIN else "next"


def _cards(state: State, seat: int, zone: str) -> list[Card]:
    """The different cards of a pile, by name."""
    cards = {copy.face.key: copy.face for copy in in_pile(state, seat, zone)}
    return [cards[name] for name in sorted(cards)]


def _attacks(state: State, seat: int) -> Iterator[str]:
    ready = [p for p in keys.PLACES_OF[seat] if (card := at(state, p)) and card.up and not card.acted]
    targets = [p for side in (1 - seat, seat) for p in keys.PLACES_OF[side] if (card := at(state, p)) and card.up]
    for place in ready:
        yield from (keys.write_player_attack(place, other) for other in (1 - seat, seat))
        yield from (keys.write_attack(place, target) for target in targets if target != place)


def _casts(state: State, seat: int) -> Iterator[str]:
    for card in _cards(state, seat, SPELLBOOK):
        if card.type is CardType.SPELL and (state.phase == MAIN or has_condition(card)):
            for payment in splits(statics.cost(state, seat, card), state.vim[seat], state.ether[seat]):
                yield keys.write_cast(payment, card.key)


def _uses(state: State, seat: int) -> Iterator[str]:
    """Abilities to be used at will; one whose text is not read might be one."""
    for place, held in enumerate(state.table):
        if held < 0 or not (state.under or state.copies[held].face.abilities):
            continue
        for number, (copy, own) in enumerate(keys.abilities_at(state, place), 1):
            if abilities.controller(copy) == seat and used_at_will(copy.face)[own] is not False:
                text = texts_of(copy.face)[own]
                doing = Doing(copy.id, own, seat)
                cost = costs.vim_of(state, doing, text.cost) if text and text.cost else 0
                for paid in _payments(state, seat, cost):
                    yield f"use:{position(place)}.{number}{paid}"
