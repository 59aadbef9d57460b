"""Using an ability: which there are at a place, and when one may be used (chapter 10)."""

from __future__ import annotations

from typing import Final

from engine.bos.abilities import active_abilities, triggers, ways
from engine.bos.abilities.card_abilities import is_at_will, printed_ability, text_at
from engine.bos.cardtext.printer import print_text
from engine.bos.model import syntax
from engine.bos.model.ability_numbers import is_lent
from engine.bos.model.cards import SPELL, CardType
from engine.bos.model.moves import Use
from engine.bos.model.places import NOBODY, position
from engine.bos.model.presence import exists
from engine.bos.model.quick_values import make_pending
from engine.bos.model.state import Copy, State, Table, at, named
from engine.bos.notation.table_references import abilities_at
from engine.bos.rules import ability_requirements, choice_errors, costs, first_turn, spells, trigger_queue
from engine.choice import Answer, Violation
from engine.messages import Message
from engine.rule_table import Row, first_broken
from engine.seats import seat_name


class UseCase:
    """An ability that a seat wants to use as a `move` says: of the `card` in its place, or of a spell that lies under
    it. `source` has the ability, if there is such an ability; `pending` is the ability as it would be carried
    out, `text` what it says (None where it cannot be read)."""

    __slots__ = ("card", "move", "pending", "seat", "source", "state", "text")

    def __init__(self, state: State, seat: int, move: Use) -> None:
        self.state = state
        self.seat = seat
        self.move = move
        self.card = at(state, move.place)
        abilities = abilities_at(state, move.place)
        source, own = abilities[move.number - 1] if 1 <= move.number <= len(abilities) else (None, 0)
        self.source = source
        self.pending = make_pending(source.id if source else NOBODY, own, controller(source) if source else seat)
        self.text = text_at(state, source, own) if source else None

    @property
    def is_there(self) -> bool:
        """Whether such an ability exists."""
        return self.source is not None

    @property
    def owner(self) -> int:
        """Who decides about it."""
        if self.source is None:
            return NOBODY if self.card is None else self.card.control
        return self.pending.seat


def controller(copy: Copy) -> int:
    """Who is "you" in a card's text: whose side it stands on; of an enchantment its caster (G-79)."""
    return copy.owner if copy.face.type is SPELL else copy.control


def _nobody_there(case: UseCase) -> Message:
    return Message("bos.ability.no_card", place=position(case.move.place))


def _is_awake(case: UseCase) -> bool:
    return case.card is not None and (case.card.up or (case.source is not None and case.source is not case.card))


def _used_by_event(case: UseCase) -> Message:
    return Message("bos.ability.not_at_will", card=_name(case), text=_printed(case))


def _in_time(case: UseCase) -> bool:
    return case.text is None or triggers.others_hold(case.state, case.pending, case.text)


def _wrong_time(case: UseCase) -> Message:
    return Message("bos.ability.condition", card=_name(case), text=_printed(case))


def _printed(case: UseCase) -> str:
    """The ability as it is printed, where it stands on the card; else as it would be."""
    if case.source is None or case.text is None:
        return ""
    number = case.pending.number
    return print_text(case.text) if is_lent(number) else printed_ability(case.source.face, number).text


def _name(case: UseCase) -> str:
    return named(case.source) if case.source and case.source.place != NOBODY else position(case.move.place)


def _lacking(case: UseCase) -> costs.Lacking | None:
    if case.text is None or not case.text.cost:
        return None
    pending = costs.meant_by(case.state, case.pending, case.text.cost, case.move.payment)
    return costs.lacking(case.state, pending, case.text.cost, case.move.payment)


def _has_none(case: UseCase) -> bool:
    """Whether the card has no abilities now (G-392)."""
    return case.source is not None and case.source.id in active_abilities.abilities_lost(case.state)


def _spent(case: UseCase) -> bool:
    text = case.text
    if text and text.modes and ways.are_spent(case.state, case.pending, text):
        return True
    return bool(text and text.limit and (case.pending.source, case.pending.number, text.limit) in case.state.used)


USE: Final[tuple[Row[UseCase], ...]] = (
    Row("10.1.1", lambda case: case.card is not None, _nobody_there),
    Row(
        "10.3.1",
        lambda case: case.owner == case.seat,
        lambda case: Message("bos.ability.of_another", place=position(case.move.place), seat=seat_name(case.owner)),
    ),
    Row(
        "5.2.1",
        lambda case: _is_awake(case) or (case.card is not None and case.card.face.type is not CardType.WIZARD),
        lambda case: Message("bos.ability.face_down_wizard", place=position(case.move.place)),
    ),
    Row("10.1.1", _is_awake, lambda case: Message("bos.ability.face_down", place=position(case.move.place))),
    Row(
        "10.1.1",
        lambda case: case.is_there,
        lambda case: Message("bos.ability.no_such_number", place=position(case.move.place), number=case.move.number),
    ),
    Row("10.1.1", lambda case: not _has_none(case), lambda case: Message("bos.ability.has_none", card=_name(case))),
    Row("10.1.1", lambda case: case.text is None or is_at_will(case.text), _used_by_event),
    first_turn.row_of(
        _in_time,
        lambda case: case.state,
        lambda case, state: UseCase(state, case.seat, case.move),
        lambda case: _name(case),
    ),
    Row("10.1.1", _in_time, _wrong_time),
    Row(
        "10.1.1",
        lambda case: not _spent(case),
        lambda case: Message("bos.ability.used_up", card=_name(case)),
    ),
    Row("6.3.1", lambda case: (_lacking(case) or ("", ""))[0] != "6.3.1", lambda case: costs.said_of(_lacking(case))),
    Row("10.7", lambda case: (_lacking(case) or ("", ""))[0] != "10.7", lambda case: costs.said_of(_lacking(case))),
    Row("10.2.1", lambda case: _lacking(case) is None, lambda case: costs.said_of(_lacking(case))),
)


def check_use(state: State, answer: Answer[Use]) -> Violation | None:
    """Whether that ability may be used now."""
    case = UseCase(state, answer.seat, answer.move)
    broken = first_broken(USE, case)
    missing = None if broken or case.text is None else ability_requirements.lacks(state, case.pending, case.text)
    return Violation(*choice_errors.why_lacking(state, case.pending, missing)) if missing else broken


def usable(table: Table, seat: int) -> list[tuple[int, int]]:
    """Place and number of every ability that a seat could use at will now."""
    abilities = []
    for place, card in enumerate(table.table):
        if card < 0:
            continue
        for number, (copy, own) in enumerate(abilities_at(table, place), 1):
            if controller(copy) == seat and _is_usable(table, copy, own):
                abilities.append((place, number))
    return abilities


def _is_usable(table: Table, copy: Copy, own: int) -> bool:
    text = text_at(table, copy, own)
    if text is None or not is_at_will(text):
        return False
    pending = make_pending(copy.id, own, controller(copy))
    return trigger_queue.usable(table, pending)


def anything_to_use(table: Table) -> bool:
    """Whether somebody could use an ability, or cast a spell, in a phase that nothing else happens in (6.1.1)."""
    listening = triggers.listeners(table.setup).get(f"during {table.phase}")
    if listening is None:
        return False
    for number in (*table.table, *table.under) if listening.present else ():
        if number >= 0:
            copy = table.copies[number]
            for listener in listening.present.get(copy.face.key, ()):
                if exists(table, controller(copy)) and _is_usable(table, copy, listener.number):
                    return True
    if listening.lent and _anything_lent(table):
        return True
    begun = [seat for seat in range(len(table.turns)) if exists(table, seat)]
    return any(
        spells.can_cast(table, seat, table.setup.playing[seat][name])
        for seat in begun
        for name in listening.in_book[seat]
    )


def _anything_lent(table: Table) -> bool:
    """Whether somebody could use an ability that a card has from another one."""
    held = [(table.copies[bearer], number) for bearer, number in active_abilities.lent(table)]
    return any(exists(table, controller(copy)) and _is_usable(table, copy, number) for copy, number in held)


def owed(table: Table, seat: int) -> tuple[int, int] | None:
    """A mandatory ability of the running phase that a seat, whosever turn it is, has not used yet (10.3.3, G-129)."""
    if triggers.DUTY not in triggers.listeners(table.setup):
        return None
    for place, number in usable(table, seat):
        copy, own = abilities_at(table, place)[number - 1]
        text = text_at(table, copy, own)
        if text is None or not text.must or not any(isinstance(moment, syntax.During) for moment in text.moments):
            continue
        if text.cost or (copy.id, own, "phase") not in table.used:
            return place, number
    return None
