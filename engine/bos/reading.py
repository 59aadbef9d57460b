"""What a line means on this table: the answers it gives, the totals it checks, or why it cannot be told.

Silence is filled in here: a dropped seat digit is the active player's, in a defender's block the defender's, behind `>`
the writer's; the summoning phase ends by itself when something of the main phase is written; vim pays first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from engine.bos import keys, silence, statics, waiting
from engine.bos.callers import only_columns, wizard_columns
from engine.bos.cards import Card, CardType
from engine.bos.names import OF_PILES, Problem, find_card
from engine.bos.notation import (
    Attack,
    Block,
    Cast,
    Judge,
    Leave,
    Move,
    Ready,
    Ref,
    Revive,
    Sealed,
    Summon,
    Target,
    Totals,
    Turn,
    Unreadable,
    Use,
    Word,
    parse,
)
from engine.bos.payment import Payment, unwritten
from engine.bos.state import (
    LETTERS,
    MAIN,
    NOBODY,
    STARTUP,
    SUMMONING,
    Copy,
    State,
    at,
    named,
    position,
    seat_name,
    seat_of,
)
from engine.bos.texts import has_condition, is_at_will, texts_of
from engine.bos.tree import At, During, Text
from engine.bos.unsaid import ability_waiting, is_awaited, number_awaited, silence_before
from engine.bos.whose import aside_seat, card_of, place_of, text_of, the_number, writer
from engine.choice import Answer


class Reading(NamedTuple):
    """A line understood: answers in order, then what it aims at (`keys.thing`) and its number for what is asked next;
    totals to compare, a judge's deed, remarks. `again`: these answers are what the silence before the line means, and
    the line itself is read once more after them. `done` is a place whose duty this line repeats, since it was done by
    itself (-1: none). `payment` says how a price is paid that is asked for after these answers."""

    answers: tuple[Answer, ...] = ()
    totals: Totals | None = None
    judge: Judge | None = None
    notes: tuple[str, ...] = ()
    aims: tuple[str, ...] = ()
    amount: int | None = None
    again: bool = False
    done: int = NOBODY
    payment: Payment | None = None


NOTHING: Final = Reading()


def read(state: State, body: str) -> Reading | Problem:
    """What a line says in this position. Legality of the answers is the business of `check`."""
    try:
        move = parse(body)
    except Unreadable as problem:
        return Problem("unreadable", None, problem.message, problem.column)
    found = _meaning(state, move)
    if isinstance(found, Problem) and state.outcome and found.finding != "unreadable":
        return _illegal("11.1.2", "The game is over; nothing can be done any more.")
    return found


def _meaning(state: State, move: Move) -> Reading | Problem:
    if isinstance(move, Word) and move.word == "PASS":
        return _pass(state)
    if state.ask is not None and type(move) not in _AT_ANY_TIME:
        before = silence_before(state, state.ask.kind, move)
        if before:
            return Reading((before,), again=True) if isinstance(before, Answer) else before
    return _MEANINGS[type(move)](state, move)


_AT_ANY_TIME: Final = frozenset({Leave, Judge, Sealed})
"""What is written whatever is asked."""


def _turn(state: State, move: Turn) -> Reading | Problem:
    if move.seat >= len(state.life):
        return _illegal("3.1.1", f"There is no {seat_name(move.seat)} in a duel.")
    if state.ask and state.ask.kind == "begin" and move.seat == state.ask.seat and move.number != state.turn + 1:
        return _illegal("3.1.1", f"This is turn {state.turn + 1}, not turn {move.number}; turns are counted through.")
    return Reading((Answer(move.seat, "begin"),))


def _summon(state: State, move: Summon) -> Reading | Problem:
    conducting = state.ask is not None and state.ask.kind == "conduct"
    seat, card = card_of(state, state.ask.seat if conducting and state.ask else writer(state), move)
    if isinstance(card, Problem):
        return card
    if move.place is None:
        only = only_columns(state, seat, move, card)
        return only if isinstance(only, Problem) else _summoned(state, seat, only, move, card)
    if move.place.seat not in (None, seat):
        return _illegal(
            "5.1.5", f"A summon enters in front of a wizard of its own player; {seat_name(seat)} is summoning."
        )
    columns = wizard_columns(state, seat, move, card, move.place.column)
    if isinstance(columns, Problem):
        return columns
    if columns[0] != move.place.column:
        said = f"{card.name} enters in front of the wizard named first, in column {LETTERS[columns[0]]}"
        return _illegal(
            "5.1.5", f"{said}, not in column {LETTERS[move.place.column]}.", "J-8" if len(columns) > 1 else ""
        )
    return _summoned(state, seat, columns, move, card)


def _summoned(state: State, seat: int, columns: tuple[int, ...], move: Summon, card: Card) -> Reading | Problem:
    answer = Answer(seat, keys.write_summon(columns, card.key))
    if move.target and not card.abilities:
        return _illegal("10.1.1", f"{card.name} has no ability that could be aimed at anything.")
    return _aimed(state, seat, (answer,), move.target)


def _cast(state: State, move: Cast) -> Reading | Problem:
    seat, card = card_of(state, aside_seat(state, move), move)
    if isinstance(card, Problem):
        return card
    if state.ask and state.ask.kind in silence.INNER:
        return _aimed(state, seat, (), move.target)
    waits = ability_waiting(state, seat, card) if state.ask and state.ask.kind == "offer" else None
    if waits:
        paid = keys.write_payment(Payment(*move.payment)) if move.payment else ""
        return _aimed(state, seat, (Answer(seat, f"take:{waits}{paid}"),), move.target)
    payment = Payment(*move.payment) if move.payment else unwritten(state, seat, statics.cost(state, seat, card))
    if not move.payment and payment.ether > state.ether[seat] and card.type is CardType.SPELL:
        payment = Payment(payment.vim + payment.ether, 0)
    answer = Answer(seat, keys.write_cast(payment, card.key))
    beyond = _not_there_yet(state, seat, move.target)
    if beyond:
        return beyond
    if _still_summoning(state) and ((seat == state.active and _is_cast_in_main(card)) or _is_cast_later(card)):
        return _to_main(state)
    return _aimed(state, seat, (answer,), move.target)


def _use(state: State, move: Use) -> Reading | Problem:
    seat = aside_seat(state, move)
    if move.place.kind == "player":
        return _illegal("10.1.1", "A player has no abilities; name the place of a card.")
    place = place_of(move.place, seat)
    if move.sign != "U" or move.aside:
        seat = seat_of(place)
    beyond = _not_there_yet(state, seat, move.target)
    if beyond:
        return beyond
    card = at(state, place)
    there = keys.abilities_at(state, place)
    number = move.number or number_awaited(state, place, move.sign) or the_number(there, move.sign)
    prices = number_awaited(state, place, move.sign) == 0
    if card and card.up and there and not prices:
        wrong = _wrong_sign(there, number, move.sign)
        if wrong:
            return _illegal(wrong[0], f"{named(card)} {wrong[1]}")
        if move.sign == "-":
            return NOTHING
    text = text_of(there, number)
    asked = state.ask is not None and state.ask.kind in silence.INNER
    if prices or is_awaited(state, seat, place, number, move):
        return _waiting(state, seat, place, number, move)
    if move.sign != "U" and (asked or not there or (text is not None and not is_at_will(text))):
        return _waiting(state, seat, place, number, move)
    if _still_summoning(state) and (
        _waits_for_main(text) if move.aside else seat == state.active and _is_of_main(text)
    ):
        return _to_main(state)
    payment = Payment(*move.payment) if move.payment else None
    side = aside_seat(state, move)
    return _aimed(state, side, (Answer(seat, keys.write_use(place, number, payment)),), move.target)


def _waits_for_main(text: Text | None) -> bool:
    """Whether an ability, of whichever player, cannot be used before the summoning phase ends."""
    return text is not None and any(
        (isinstance(moment, During) and moment.phase == "main")
        or (isinstance(moment, At) and (moment.phase, moment.point) in _AT_THE_CHANGE)
        for moment in text.moments
    )


_AT_THE_CHANGE: Final = (("summoning", "end"), ("main", "start"), ("main", "middle"))


def _is_of_main(text: Text | None) -> bool:
    """Whether an ability is one of the main phase, so that writing it ends the summoning phase."""
    if text is None:
        return True
    phases = [moment.phase for moment in text.moments if isinstance(moment, During)]
    return bool(phases) and not any(phase in ("summoning", "turn") for phase in phases)


def _is_cast_in_main(card: Card) -> bool:
    """Whether a spell is one of the main phase (6.1.1): it has no condition, or that is its condition."""
    texts = texts_of(card)
    return not has_condition(card) or (bool(texts) and texts[0] is not None and _is_of_main(texts[0]))


def _is_cast_later(card: Card) -> bool:
    """Whether a spell waits for the main phase of this turn, whosever it is."""
    texts = texts_of(card)
    return card.type is CardType.SPELL and bool(texts) and _waits_for_main(texts[0])


def _waiting(state: State, seat: int, place: int, number: int, move: Use) -> Reading | Problem:
    """A line with + or !: an ability that waits, one that asks right now, or a duty that was done by itself."""
    name = f"{position(place)}.{number}"
    side = aside_seat(state, move)
    kind, asked = (state.ask.kind, state.ask.seat) if state.ask else ("", seat)
    doing = state.frames[-1].doing if state.frames else None
    payment = Payment(*move.payment) if move.payment else None
    if kind in silence.INNER and doing is not None:
        asking = keys.ability(state, doing)
        if asking == name or (move.number is None and asking.startswith(f"{position(place)}.")):
            return _aimed(state, side, (), move.target, paid=payment)
        silent = silence.answer(state)
        return Reading((silent,), again=True) if isinstance(silent, Answer) else silent or NOTHING
    if kind == ("order" if move.sign == "!" else "offer"):
        verb = "first" if kind == "order" else "take"
        there = waiting.mandatory(state) if kind == "order" else list(waiting.optional(state, asked))
        names = [keys.ability(state, one) for one in there]
        if move.number is None:
            name = next((one for one in names if one.startswith(f"{position(place)}.")), name)
        if name in names:
            if verb == "first":
                return _aimed(state, side, (Answer(asked, f"first:{name}"),), move.target, paid=payment)
            return _aimed(state, side, (Answer(asked, f"take:{name}{keys.write_payment(payment)}"),), move.target)
        if kind == "offer" and state.ask:
            return Reading((Answer(state.ask.seat, "pass"),), again=True)
    if _still_summoning(state) and _waits_for_main(text_of(keys.abilities_at(state, place), number)):
        return _to_main(state)
    if move.sign == "+":
        return _illegal("10.1.1", f"No optional ability of {position(place)} waits here to be used.")
    return _aimed(state, side, (), move.target, place, payment)


def _wrong_sign(there: list[tuple[Copy, int]], number: int, sign: str) -> tuple[str, str] | None:
    """Why a sign cannot stand before that ability: `+` and `-` are for optional ones, `!` for mandatory ones."""
    source, own = there[number - 1] if 1 <= number <= len(there) else (None, 0)
    must = source.face.abilities[own].mandatory if source else None
    if sign == "!" and not must:
        return "10.3.2", "has no such mandatory ability."
    if sign in "+-" and must is not False:
        return "10.3.1", "has no such optional ability."
    return None


def _attack(state: State, move: Attack) -> Reading | Problem:
    seat = writer(state)
    if move.attacker.kind == "player":
        return _illegal("7.1.3", "A player does not attack; name the place of the attacker.")
    attacker = place_of(move.attacker, seat)
    if move.target.kind == "player":
        if move.target.seat is None or move.target.seat >= len(state.life):
            return _illegal("8.1.2", "There is no such player in a duel.")
        return _in_main(state, keys.write_player_attack(attacker, move.target.seat))
    return _in_main(state, keys.write_attack(attacker, place_of(move.target, seat)))


def _block(state: State, move: Block) -> Reading | Problem:
    asked = state.ask is not None and state.ask.kind == "block"
    defender = state.ask.seat if state.ask and asked else 1 - writer(state)
    seat = defender if move.seat is None else move.seat
    if move.place is None:
        return Reading((Answer(seat, "no"),))
    if move.place.kind in ("player", "wizard"):
        return _illegal("8.2.1", "Only a summon or a boss can block; name its place.")
    return Reading((Answer(seat, keys.write_block(place_of(move.place, defender))),))


def _pass(state: State) -> Reading | Problem:
    """One word for several things: no block, an ability that is not used, the end of a turn in its main phase."""
    kind = state.ask.kind if state.ask else ""
    if state.ask and kind == "block":
        return Reading((Answer(state.ask.seat, "no"),))
    if state.ask and kind in ("offer", "may", "conduct"):
        return Reading((Answer(state.ask.seat, "pass"),))
    if state.ask and kind == "menu" and state.phase == MAIN:
        return Reading((Answer(state.ask.seat, "end"),))
    return Problem("unproven", "3.1.2", PASSED)


PASSED: Final = (
    "“pass” can mean several things here; write E for the end of the turn and > no for no block, and nothing where an "
    "ability is not used."
)
CONCEDED: Final = "Who concedes here is not written; write X P1 concedes or X P2 concedes."


def _leave(state: State, move: Leave) -> Reading | Problem:
    if move.how == "draw":
        return Reading((Answer(0, "draw"),))
    if move.seat is None:
        of_turn = state.ask is not None and state.ask.kind == "menu"
        said = Reading((Answer(state.active, f"concede:{seat_name(max(state.active, 0))}"),))
        return said if of_turn else Problem("unproven", "11.1.7", CONCEDED)
    if move.seat > 1:
        return _illegal("3.1.1", "There is no such player in a duel.")
    return Reading((Answer(move.seat, f"{move.how}:{seat_name(move.seat)}"),))


def _ready(state: State, move: Ready) -> Reading | Problem:
    """An order of readying is followed where it is asked, and else compared with what became ready."""
    if state.ask and state.ask.kind == "ready":
        places = [place_of(ref, state.active) for ref in move.places if ref.kind != "player"]
        return Reading(tuple(Answer(state.ask.seat, f"ready:{position(place)}") for place in places))
    if state.phase not in (STARTUP, SUMMONING) or state.ask is None:
        return _illegal("4.1.1", "Cards become ready in the startup phase, right after the line of the turn.")
    places = [place_of(ref, state.active) for ref in move.places if ref.kind != "player"]
    if state.ask.kind in silence.ABILITIES and not all(_became_ready(state, place) for place in places):
        silent = silence.answer(state)
        if isinstance(silent, Answer):
            return Reading((silent,), again=True)
    for place in places:
        if not _became_ready(state, place):
            return _illegal("4.1.1", f"Nothing at {position(place)} became ready in this startup phase.")
    if len(set(places)) != len(places):
        return _illegal("4.1.2", "No card becomes ready twice in one startup phase.")
    return NOTHING


def _became_ready(state: State, place: int) -> bool:
    card = at(state, place)
    return card is not None and card.id in state.readied


def _boss(state: State, move: Word) -> Reading | Problem:
    """A boss turned up, perhaps with what its price is paid with."""
    if _still_summoning(state):
        return _to_main(state)
    seat = writer(state)
    payment = Payment(*move.payment) if move.payment else None
    return _aimed(state, seat, (Answer(seat, "boss"),), move.target, paid=payment)


def _in_main(state: State, key: str) -> Reading:
    return _to_main(state) if _still_summoning(state) else Reading((Answer(writer(state), key),))


def _still_summoning(state: State) -> bool:
    return state.ask is not None and state.ask.kind == "menu" and state.phase == SUMMONING


def _to_main(state: State) -> Reading:
    """The summoning phase ends by itself when something of the main phase is written."""
    assert state.ask
    return Reading((Answer(state.ask.seat, "next"),), again=True)


def _aimed(
    state: State,
    side: int,
    answers: tuple[Answer, ...],
    target: Target | None,
    done: int = NOBODY,
    paid: Payment | None = None,
) -> Reading | Problem:
    """The answers, and what the line aims at as keys name things; a place without its digit is on that side."""
    aims: list[str] = []
    for ref in target.refs if target else ():
        aim = _aim(state, side, ref)
        if isinstance(aim, Problem):
            return aim
        aims.append(aim)
    return Reading(answers, aims=tuple(aims), amount=target.amount if target else None, done=done, payment=paid)


def _aim(state: State, side: int, ref: Ref | str) -> str | Problem:
    if isinstance(ref, str):
        return _aim_by_name(state, side, ref)
    return seat_name(ref.seat or 0) if ref.kind == "player" else position(place_of(ref, side))


def _aim_by_name(state: State, seat: int, name: str) -> str | Problem:
    """The card of a pile that the beginning of a name means."""
    card = find_card(state.setup, seat, name, OF_PILES)
    if isinstance(card, Problem):
        other = find_card(state.setup, 1 - seat, name, OF_PILES)
        card = card if isinstance(other, Problem) else other
    return card if isinstance(card, Problem) else f"={card.key}"


def _not_there_yet(state: State, seat: int, target: Target | None) -> Problem | None:
    """10.5.1: nothing is aimed at a player who has not started, or at their cards."""
    for ref in target.refs if target else ():
        if isinstance(ref, Ref) and ref.seat is not None and ref.seat != seat and not state.turns[ref.seat]:
            who = seat_name(ref.seat)
            said = f"{who} has not started their first turn; nothing can affect {who} or their cards."
            return _illegal("10.5.1", said, "G-112")
    return None


def _illegal(rule: str, message: str, ruling: str = "") -> Problem:
    return Problem("illegal", rule, message, None, ruling)


def _word(state: State, move: Word) -> Reading | Problem:
    return _boss(state, move) if move.word == "BOSS" else _in_main(state, "end")


_MEANINGS: Final[dict[type, Callable[[State, Any], Reading | Problem]]] = {
    Turn: _turn,
    Summon: _summon,
    Cast: _cast,
    Use: _use,
    Attack: _attack,
    Block: _block,
    Word: _word,
    Totals: lambda state, move: Reading(totals=move),
    Judge: lambda state, move: Reading(judge=move),
    Leave: _leave,
    Ready: _ready,
    Revive: lambda state, move: _illegal("14.4.4", "Only raids let a player be revived; this is a duel."),
    Sealed: lambda state, move: NOTHING,
}
