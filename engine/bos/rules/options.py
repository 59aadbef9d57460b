"""What may be answered now: options are proposed here and filtered by `check`, which alone decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import chain, islice, permutations, product
from typing import Final

from engine.bos.abilities import continuous_effects
from engine.bos.abilities.card_abilities import has_condition, text_at, used_at_will
from engine.bos.abilities.payment import splits, unwritten
from engine.bos.abilities.standing_texts import standing
from engine.bos.model import moves
from engine.bos.model.ability_numbers import is_lent
from engine.bos.model.cards import SPELL, Card
from engine.bos.model.moves import Move, Payment
from engine.bos.model.piles import in_pile
from engine.bos.model.places import NOBODY, boss_place
from engine.bos.model.presence import is_out
from engine.bos.model.quick_values import make_answer, make_attack, make_cast, make_pending, make_use
from engine.bos.model.seating import Sides
from engine.bos.model.state import MAIN, SPELLBOOK, SUMMONING, Copy, State, Step, at
from engine.bos.notation.notation_writer import label, write
from engine.bos.notation.table_references import abilities_at, ability_ref, thing_ref
from engine.bos.rules import ability_choices, activation, costs, extra_turns, trigger_queue, turn
from engine.bos.rules.attack_legality import may_attack_again
from engine.bos.rules.combat import possible_blockers
from engine.bos.rules.game_loop import apply
from engine.bos.rules.legality import TOGETHER, check
from engine.bos.rules.summoning import imaginable
from engine.choice import Answer, Choice, Option
from engine.messages import Message

_KINDS: Final[Mapping[str, tuple[str, Message]]] = {
    "begin": ("3.1.1", Message("bos.ask.begin")),
    "block": ("8.2.1", Message("bos.ask.block")),
    "ready": ("4.1.4", Message("bos.ask.ready")),
    "duty": ("10.3.3", Message("bos.ask.duty")),
    "order": ("10.4.1", Message("bos.ask.order")),
    "offer": ("10.3.1", Message("bos.ask.offer")),
    "may": ("10.3.1", Message("bos.ask.may")),
    "pick": ("6.1.9", Message("bos.ask.pick")),
    "pay": ("6.3.1", Message("bos.ask.pay")),
    "mode": ("10.3.1", Message("bos.ask.mode")),
    "number": ("10.2.1", Message("bos.ask.number")),
    "conduct": ("5.1.14", Message("bos.ask.conduct")),
    "revive": ("14.4.4", Message("bos.ask.revive")),
    "revived": ("14.4.4", Message("bos.ask.end")),
}
_PHASES: Final[Mapping[str, tuple[str, Message]]] = {
    "startup": ("3.1.3", Message("bos.ask.go_on")),
    "ending": ("3.1.3", Message("bos.ask.end")),
    SUMMONING: ("5.1.1", Message("bos.ask.summon")),
    MAIN: ("7.1.1", Message("bos.ask.act")),
}


def options(state: State, seat: int | None = None) -> tuple[Choice[Move], ...]:
    """What is asked now, with every legal answer; nothing for a seat that is not asked, or after the end."""
    question = state.question
    if question is None:
        return ()
    rule, prompt = _KINDS.get(question.kind) or _PHASES[state.phase]
    choices = []
    for asked in asked_seats(state):
        answers = legal(state, asked) if seat in (None, asked) else ()
        offered = tuple(Option(answer.move, partial(label, state, answer)) for answer in answers)
        if offered:
            choices.append(Choice(state.serial, asked, question.kind, offered, rule, prompt, question.kind == "block"))
    return tuple(choices)


def asked_seat(state: State) -> int | None:
    """The seat that is asked, from 0; None after the end of the game."""
    return state.question.seat if state.question else None


def legal(state: State, seat: int | None = None) -> Iterator[Answer[Move]]:
    """Every legal answer of the seats that are asked, or of that one, in a fixed order. Leaving the game is always
    possible besides."""
    for asked in asked_seats(state) if seat is None else (seat,):
        for move in _proposed(state, asked):
            answer = make_answer(asked, move)
            if check(state, answer) is None:
                yield answer


def asked_seats(state: State) -> tuple[int, ...]:
    """Who is asked: one seat, or both members of a combined team together (14.3.9); nobody once the game is over."""
    if state.question is None:
        return ()
    together = state.question.kind in TOGETHER
    return state.setup.seating.sharing[state.question.seat] if together else (state.question.seat,)


def supposable(state: State) -> tuple[tuple[str, Step], ...]:
    """The answers worth supposing where a record leaves out what is asked now: whether and what blocks. Each as the
    notation has it, and what it leads to."""
    if state.question is None or state.question.kind != "block":
        return ()
    return tuple((write(state, answer), apply(state, answer)) for answer in legal(state))


def _proposed(state: State, seat: int) -> Iterator[Move]:
    assert state.question
    match state.question.kind:
        case "begin" | "menu" | "block" | "revive" | "revived":
            yield from _OF_TURNS[state.question.kind](state, seat)
        case "ready":
            yield from (moves.Ready(state.copies[number].place) for number in turn.to_ready(state, seat))
        case "duty":
            yield from _uses(state, seat)
        case "order":
            names = dict.fromkeys(ability_ref(state, pending) for pending in trigger_queue.mandatory(state))
            yield from (moves.First(name) for name in names)
        case "offer":
            yield from dict.fromkeys(_offers(state, seat))
            yield moves.Pass()
        case "may":
            yield from (moves.Yes(), moves.Pass())
        case "pick":
            yield from _picks(state)
        case "pay":
            pending, cost = ability_choices.open_price(state)
            others = costs.ways(state, pending, cost)[1:]
            yield from (moves.Pay(payment) for payment in (None, *others))
        case "mode":
            yield from (moves.Mode(number + 1) for number in range(_modes(state)))
            yield moves.Done()
        case "number":
            yield from (moves.Number(number) for number in range(min(ability_choices.most(state), MOST_NUMBERS) + 1))
        case "conduct":
            yield from imaginable(state, seat)
            yield moves.Pass()


def _begin(state: State, seat: int) -> Iterator[Move]:
    yield moves.Begin()
    if not state.turns[seat]:
        yield from _orders(state.setup.seating.columns, state.setup.seating.sharing[seat])


def _answers_to_an_attack(state: State, seat: int) -> Iterator[Move]:
    yield from _blocks(state)
    yield from _casts(state, seat)
    yield from _uses(state, seat)


def _revive(state: State, seat: int) -> Iterator[Move]:
    yield from (moves.Revive(other) for other in state.down if other != seat)
    yield moves.NextPhase()


@cache
def _orders(columns: Sides, members: tuple[int, ...]) -> tuple[moves.Begin, ...]:
    """Every order of the wizards of these seats but the one in which they stand, each within its columns (14.3.13)."""
    orders = product(*(permutations(columns[seat]) for seat in members))
    return tuple(moves.Begin(tuple(chain.from_iterable(order))) for order in islice(orders, 1, None))


MOST_NUMBERS: Final = 2_000
"""No greater X is proposed; it may be answered all the same, where it can be paid."""


def _offers(state: State, seat: int) -> Iterator[moves.Take]:
    """Optional abilities that wait, with every way to pay for them."""
    for pending in trigger_queue.optional(state, seat):
        name = ability_ref(state, pending)
        copy = state.copies[pending.source]
        spell = copy.zone == SPELLBOOK
        cost = continuous_effects.cost(state, seat, copy.face) if spell else 0
        if not spell:
            cost = costs.vim_of(state, pending, ability_choices.spoken(state, pending).cost)
        yield from (moves.Take(name, payment) for payment in _payments(state, seat, cost))


def _payments(state: State, seat: int, cost: int) -> Iterator[Payment | None]:
    """Every way to pay so much vim: nothing said for vim first, then the others."""
    silent = unwritten(state, seat, cost)
    yield None
    for payment in splits(cost, state.vim[seat], state.ether[seat]):
        if payment != silent:
            yield payment


def _picks(state: State) -> Iterator[Move]:
    pick = ability_choices.asked(state).pick
    refs = dict.fromkeys(thing_ref(state, option) for option in pick.options)
    yield from (moves.Pick(ref) for ref in refs)
    if pick.enough:
        yield moves.Done()


def _modes(state: State) -> int:
    pending = state.frames[-1].pending
    return ability_choices.spoken(state, pending).modes if pending else 0


def _blocks(state: State) -> Iterator[Move]:
    assert state.question
    attacker = state.copies[state.frames[-1].values[0]]
    yield from (moves.Block(blocker.place) for blocker in possible_blockers(state, attacker, state.question.seat))
    yield moves.NoBlock()


def _menu(state: State, seat: int) -> Iterator[Move]:
    if state.phase == SUMMONING:
        yield from imaginable(state, seat)
    elif state.phase == MAIN:
        yield from _attacks(state, seat)
        boss = at(state, boss_place(seat))
        if boss and not boss.up:
            yield moves.TurnUpBoss()
    yield from _casts(state, seat)
    yield from _uses(state, seat)
    yield moves.EndTurn() if extra_turns.ends_turn(state) else moves.NextPhase()


def _cards(state: State, seat: int, zone: str) -> list[Card]:
    """The different cards of a pile, by name."""
    cards = {copy.face.key: copy.face for copy in in_pile(state, seat, zone)}
    return [cards[name] for name in sorted(cards)]


def _may_attack(state: State, card: Copy) -> bool:
    return not card.acted or may_attack_again(state, card)


def _attacks(state: State, seat: int) -> Iterator[moves.Attack]:
    attackers = state.setup.seating.attackers
    ready = [place for place in attackers[seat] if (card := at(state, place)) and card.up and _may_attack(state, card)]
    sides = state.setup.seating.facing[seat]
    if state.gone or state.down:
        sides = tuple([side for side in sides if not is_out(state, side)])
    targets = [place for side in sides for place in attackers[side] if (card := at(state, place)) and card.up]
    for place in ready:
        yield from (make_attack(place, NOBODY, other) for other in sides)
        yield from (make_attack(place, target, NOBODY) for target in targets if target != place)


def _casts(state: State, seat: int) -> Iterator[moves.Cast]:
    for card in _cards(state, seat, SPELLBOOK):
        if card.type is SPELL and (state.phase == MAIN or has_condition(card)):
            for payment in splits(continuous_effects.cost(state, seat, card), state.vim[seat], state.ether[seat]):
                yield make_cast(payment, card.key)


def _uses(state: State, seat: int) -> Iterator[moves.Use]:
    """Abilities to be used at will; one whose text is not read might be one."""
    gives = standing(state.setup).gives
    for place, card in enumerate(state.table):
        if card < 0 or not (gives or state.under or state.copies[card].face.abilities):
            continue
        for number, (copy, own) in enumerate(abilities_at(state, place), 1):
            asleep = copy.id == card and not copy.up
            if asleep or activation.controller(copy) != seat:
                continue
            if is_lent(own) or used_at_will(copy.face)[own] is not False:
                text = text_at(state, copy, own)
                pending = make_pending(copy.id, own, seat)
                cost = costs.vim_of(state, pending, text.cost) if text and text.cost else 0
                yield from (make_use(place, number, payment) for payment in _payments(state, seat, cost))


_OF_TURNS: Final[Mapping[str, Callable[[State, int], Iterator[Move]]]] = {
    "begin": _begin,
    "menu": _menu,
    "block": _answers_to_an_attack,
    "revive": _revive,
    "revived": lambda state, seat: iter((moves.EndTurn(),)),
}
"""What may be answered to a question that the course of a turn asks, by its kind."""
