"""What a line leaves unsaid: whether it answers what is asked on this table, or silence did so before it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.bos.abilities.card_abilities import is_at_will, texts_of
from engine.bos.model import moves
from engine.bos.model.ability_numbers import is_delayed
from engine.bos.model.cards import Card
from engine.bos.model.moves import AbilityRef
from engine.bos.model.places import NOBODY
from engine.bos.model.quick_values import make_pending
from engine.bos.model.state import ENDING, MAIN, SPELLBOOK, STARTUP, SUMMONING, Copy, PendingAbility, State
from engine.bos.model.syntax import At, During, Text, When
from engine.bos.notation.line_parser import Block, Cast, Move, Ready, Revive, Summon, Use
from engine.bos.notation.reference_resolution import aside_seat, card_of, place_of, text_of, the_number, thing_of
from engine.bos.notation.table_references import abilities_at, ability_ref
from engine.bos.records import implied_answers
from engine.bos.rules import ability_choices, trigger_queue
from engine.bos.rules.activation import controller
from engine.bos.rules.seats import revival
from engine.bos.rules.spells import can_cast
from engine.choice import Answer
from engine.contract import Problem
from engine.messages import Message
from engine.seats import seat_name


def _unanswered_block(state: State, move: Move) -> Problem | None:
    if state.question is None or isinstance(move, Block):
        return None
    if isinstance(move, Cast | Use) and (move.aside or (isinstance(move, Use) and move.sign != "U")):
        return None
    player = seat_name(state.question.seat)
    message = Message("bos.block.unsaid", seat=player)
    return Problem("unproven", "8.2.1", message, None, "G-111")


def silence_before(state: State, kind: str, move: Move) -> Answer[moves.Move] | Problem | None:
    """What is asked and this line does not answer is answered by silence first; a block never is."""
    if kind == "block":
        return _unanswered_block(state, move)
    if _answers(state, kind, move):
        return None
    return implied_answers.answer(state)


def _answers(state: State, kind: str, move: Move) -> bool:
    """Whether the line may answer what is asked by itself."""
    if kind == "menu" and state.phase in (SUMMONING, MAIN):
        return True
    if isinstance(move, Ready) and kind != "ready" and state.phase == STARTUP:
        return True
    if kind in implied_answers.INNER:
        if isinstance(move, Summon | Cast):
            return _says_more(state, move)
        return isinstance(move, Use) and move.sign in "+!"
    if kind == "duty":
        return isinstance(move, Use)
    if kind == "order":
        return move.sign == "!" if isinstance(move, Use) else _takes(state, move)
    if kind == "offer":
        return _takes(state, move)
    if kind == revival.REVIVE:
        return isinstance(move, Revive)
    if kind == "ready":
        return isinstance(move, Ready)
    if kind == "menu" and state.phase == STARTUP:
        return _is_of_startup(state, move)
    if kind == "menu" and state.phase == ENDING:
        return _is_of_ending(state, move)
    return True


def goes_on(state: State, move: Move) -> bool:
    """Whether a line would say more to what an ability asks here."""
    pending = state.frames[-1].pending
    if isinstance(move, Cast) and _casts_another(state, move):
        return False
    if not isinstance(move, Use) or pending is None:
        return isinstance(move, Summon | Cast) and _says_more(state, move)
    if move.sign not in "+!" or move.place.kind == "player":
        return False
    if state.question and state.question.kind == "pay" and pending.number < 0 and not move.payment:
        return False
    return ability_ref(state, pending).place == place_of(move.place, aside_seat(state, move))


def _casts_another(state: State, move: Cast) -> bool:
    """Whether a line casts another copy of the spell that asks, since what it aims at first is none of what that one
    may choose, and enough is chosen for it."""
    if state.question is None or state.question.kind != "pick" or move.target is None or not move.target.refs:
        return False
    question, (seat, card) = ability_choices.asked(state), card_of(state, aside_seat(state, move), move)
    if not question.pick.enough or thing_of(state, seat, move.target.refs[0]) in question.named:
        return False
    return any(
        copy.owner == seat and copy.zone == SPELLBOOK and isinstance(card, Card) and copy.face.key == card.key
        for copy in state.copies
    )


def _says_more(state: State, move: Summon | Cast) -> bool:
    """Whether a line conducts the summon that an ability allows, or says more about a card on no place that asks."""
    if isinstance(move, Summon):
        return state.question is not None and state.question.kind == "conduct"
    pending = state.frames[-1].pending
    asking = state.copies[pending.source] if pending else None
    seat, card = card_of(state, aside_seat(state, move), move)
    same = asking is not None and isinstance(card, Card) and card.key == asking.face.key
    return same and pending is not None and pending.seat == seat and ability_ref(state, pending).place == NOBODY


def _is_of_startup(state: State, move: Move) -> bool:
    """Whether a line uses or casts something in the startup phase; what belongs to a later one ends it."""
    if isinstance(move, Cast):
        seat, card = card_of(state, aside_seat(state, move), move)
        return isinstance(card, Card) and can_cast(state, seat, card)
    if not isinstance(move, Use) or move.place.kind == "player":
        return False
    place = place_of(move.place, aside_seat(state, move))
    if move.sign != "U" and is_put_off(state, place, move.number or 0):
        return False
    abilities = abilities_at(state, place)
    number = move.number or the_number(state, abilities, move.sign)
    text = text_of(state, abilities, number)
    if text is not None and move.sign != "U" and waits_for_an_event(text):
        return False
    phases = [moment.phase for moment in text.moments if isinstance(moment, During)] if text else []
    if text is None or STARTUP in phases or not is_at_will(text):
        return not phases or STARTUP in phases
    return not any(phase != "turn" for phase in phases) and _can_be_used(state, abilities, number)


def _is_of_ending(state: State, move: Move) -> bool:
    """Whether a line uses or casts something in the ending phase; what waits for the end of the turn comes after it."""
    if isinstance(move, Cast):
        seat, card = card_of(state, aside_seat(state, move), move)
        if isinstance(card, Card) and is_put_off(state, name=card.key) and not can_cast(state, seat, card):
            return False
        texts = texts_of(card) if isinstance(card, Card) else ()
        return not (texts and texts[0] is not None and waits_for_an_event(texts[0]))
    if not isinstance(move, Use):
        return False
    if move.sign == "U" or move.place.kind == "player":
        return True
    place = place_of(move.place, aside_seat(state, move))
    if is_put_off(state, place, move.number or 0):
        return False
    abilities = abilities_at(state, place)
    text = text_of(state, abilities, move.number or the_number(state, abilities, move.sign))
    return text is not None and not waits_for_an_event(text)


def is_put_off(state: State, place: int = NOBODY, number: int = 0, name: str = "") -> bool:
    """Whether that place, or a card of that name on none, left an ability for a moment still to come, or for now."""
    put_off = (*(each.pending for each in state.delayed), *(one for one in state.waiting if is_delayed(one.number)))
    refs = (ability_ref(state, pending) for pending in put_off)
    return any(ref.place == place and ref.card == name and number in (0, ref.number) for ref in refs)


def waits_for_an_event(text: Text) -> bool:
    return any(isinstance(moment, At | When) for moment in text.moments)


def _can_be_used(state: State, abilities: list[tuple[Copy, int]], number: int) -> bool:
    return can_use(state, *abilities[number - 1])


def can_use(state: State, source: Copy, own: int) -> bool:
    """Whether that ability of a card could be used now by whoever controls it."""
    return trigger_queue.usable(state, make_pending(source.id, own, controller(source)))


def _takes(state: State, move: Move) -> bool:
    """Whether a line uses an optional ability that waits, or names a card on no place of which an ability waits."""
    if isinstance(move, Cast):
        seat, card = card_of(state, aside_seat(state, move), move)
        return isinstance(card, Card) and ability_waiting(state, seat, card) is not None
    if not isinstance(move, Use) or move.place.kind == "player":
        return False
    side = aside_seat(state, move)
    place = place_of(move.place, side)
    return move.sign != "U" or is_awaited(state, side, place, move.number or 0, move)


def ability_waiting(state: State, seat: int, card: Card) -> AbilityRef | None:
    """The waiting ability of a card that is on no place, of which there is a choice now: of a spell in a pile, or of a
    card just taken away."""
    kind = state.question.kind if state.question else ""
    waits: Iterable[PendingAbility] = ()
    if kind == "offer":
        waits = trigger_queue.optional(state, seat)
    elif kind == "order":
        waits = [pending for pending in trigger_queue.mandatory(state) if pending.seat == seat]
    waiting = (ability_ref(state, pending) for pending in waits)
    return next((ability for ability in waiting if ability.card == card.key), None)


def is_asked_of(state: State, seat: int, card: Card) -> bool:
    """Whether an ability of that card waits for this seat, or asks it."""
    pending = state.frames[-1].pending if state.frames and implied_answers.ability_asks(state) else None
    asks = pending is not None and pending.seat == seat and state.copies[pending.source].face.key == card.key
    return asks or ability_waiting(state, seat, card) is not None


def number_awaited(state: State, place: int, sign: str) -> int | None:
    """The number of the ability of that place that waits to be used, or asks."""
    kind = state.question.kind if state.question else ""
    waits: Iterable[PendingAbility] = ()
    if kind in implied_answers.INNER and state.frames[-1].pending is not None:
        waits = [state.frames[-1].pending]
    elif state.question and kind == "offer" and sign != "!":
        waits = trigger_queue.optional(state, state.question.seat)
    elif kind == "order" and sign == "!":
        waits = trigger_queue.mandatory(state)
    waiting = (ability_ref(state, pending) for pending in waits)
    return next((ability.number for ability in waiting if ability.place == place), None)


def is_awaited(state: State, seat: int, place: int, number: int, move: Use) -> bool:
    """Whether `U` is written for an optional ability that waits, in place of `+`."""
    if move.sign != "U" or state.question is None or state.question.kind != "offer":
        return False
    awaited = number_awaited(state, place, move.sign)
    return awaited is not None and (move.number is None or number == awaited)
