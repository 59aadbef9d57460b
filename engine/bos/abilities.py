"""Using an ability: which there are at a place, and when one may be used (chapter 10)."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bos import carrying, costs, keys, moments, picking, spells, tree, waiting
from engine.bos.cards import CardType
from engine.bos.payment import Payment
from engine.bos.rows import Row, first_broken
from engine.bos.state import NOBODY, Copy, Doing, State, Table, at, named, position, seat_name
from engine.bos.texts import is_at_will, texts_of
from engine.choice import Answer, Violation


class UseCase(NamedTuple):
    """An ability, counted from 1, at a place: of the card there, or of a spell that lies under it."""

    state: State
    seat: int
    place: int
    number: int
    payment: Payment | None
    card: Copy | None
    source: Copy | None
    doing: Doing
    text: tree.Text | None

    @property
    def is_there(self) -> bool:
        """Whether such an ability exists."""
        return self.source is not None

    @property
    def owner(self) -> int:
        """Who decides about it."""
        if self.source is None:
            return NOBODY if self.card is None else self.card.control
        return self.doing.seat


def use_case(state: State, seat: int, move: keys.Use) -> UseCase:
    """The ability that an answer names."""
    card = at(state, move.place)
    there = keys.abilities_at(state, move.place)
    source, own = there[move.number - 1] if 1 <= move.number <= len(there) else (None, 0)
    by = seat if source is None else controller(source)
    doing = Doing(source.id if source else NOBODY, own, by)
    text = texts_of(source.face)[own] if source else None
    return UseCase(state, seat, move.place, move.number, move.payment, card, source, doing, text)


def controller(copy: Copy) -> int:
    """Who is "you" in a card's text: whose side it stands on; of an enchantment its caster (G-79)."""
    return copy.owner if copy.face.type is CardType.SPELL else copy.control


def _nobody_there(case: UseCase) -> str:
    return f"No card stands at {position(case.place)}, so there is no ability to use."


def _is_awake(case: UseCase) -> bool:
    return case.card is not None and (case.card.up or (case.source is not None and case.source is not case.card))


def _used_by_event(case: UseCase) -> str:
    text = case.source.face.abilities[case.doing.number].text if case.source else ""
    return f"This ability of {_name(case)} is not used at will; its text says when (“{text}”)."


def _wrong_time(case: UseCase) -> str:
    text = case.source.face.abilities[case.doing.number].text if case.source else ""
    return f"The condition of this ability of {_name(case)} does not hold here (“{text}”)."


def _name(case: UseCase) -> str:
    return named(case.source) if case.source and case.source.place != NOBODY else position(case.place)


def _lacking(case: UseCase) -> costs.Lacking | None:
    if case.text is None or not case.text.cost:
        return None
    doing = costs.meant_by(case.state, case.doing, case.text.cost, case.payment)
    return costs.lacking(case.state, doing, case.text.cost, case.payment)


def _spent(case: UseCase) -> bool:
    text = case.text
    return bool(text and text.limit and (case.doing.source, case.doing.number, text.limit) in case.state.used)


USE: Final[tuple[Row[UseCase], ...]] = (
    Row("10.1.1", lambda c: c.card is not None, _nobody_there),
    Row(
        "10.3.1",
        lambda c: c.owner == c.seat,
        lambda c: f"{position(c.place)} belongs to {seat_name(1 - c.seat)}, who alone decides about its abilities.",
    ),
    Row(
        "5.2.1",
        lambda c: _is_awake(c) or (c.card is not None and c.card.face.type is not CardType.WIZARD),
        lambda c: f"{position(c.place)} is a face-down wizard and has no abilities.",
    ),
    Row("10.1.1", _is_awake, lambda c: f"The card at {position(c.place)} is face-down and has no abilities."),
    Row(
        "10.1.1",
        lambda c: c.is_there,
        lambda c: f"The card at {position(c.place)} has no ability number {c.number}.",
    ),
    Row("10.1.1", lambda c: c.text is None or is_at_will(c.text), _used_by_event),
    Row("10.1.1", lambda c: c.text is None or moments.others_hold(c.state, c.doing, c.text), _wrong_time),
    Row(
        "10.1.1",
        lambda c: not _spent(c),
        lambda c: f"This ability of {_name(c)} was used already, and its text limits how often.",
    ),
    Row("6.3.1", lambda c: (_lacking(c) or ("", ""))[0] != "6.3.1", lambda c: (_lacking(c) or ("", ""))[1]),
    Row("10.7", lambda c: (_lacking(c) or ("", ""))[0] != "10.7", lambda c: (_lacking(c) or ("", ""))[1]),
    Row("10.2.1", lambda c: _lacking(c) is None, lambda c: (_lacking(c) or ("", ""))[1]),
)


def check_use(state: State, answer: Answer) -> Violation | None:
    """Whether that ability may be used now."""
    case = use_case(state, answer.seat, keys.use(answer.key))
    broken = first_broken(USE, case)
    thing = None if broken or case.text is None else carrying.lacks(state, case.doing, case.text)
    return Violation(*picking.why_lacking(state, case.doing, thing)) if thing else broken


def usable(table: Table, seat: int) -> list[tuple[int, int]]:
    """Place and number of every ability that a seat could use at will now."""
    found = []
    for place, held in enumerate(table.table):
        if held < 0:
            continue
        for number, (copy, own) in enumerate(keys.abilities_at(table, place), 1):
            if controller(copy) == seat and _is_usable(table, copy, own):
                found.append((place, number))
    return found


def _is_usable(table: Table, copy: Copy, own: int) -> bool:
    text = texts_of(copy.face)[own]
    if text is None or not is_at_will(text):
        return False
    doing = Doing(copy.id, own, controller(copy))
    return waiting.usable(table, doing)


def anything_to_use(table: Table) -> bool:
    """Whether somebody could use an ability, or cast a spell, in a phase that nothing else happens in (6.1.1)."""
    heard = moments.listeners(table.setup).get(f"during {table.phase}")
    if heard is None:
        return False
    for number in (*table.table, *table.under) if heard.present else ():
        if number >= 0:
            copy = table.copies[number]
            for listener in heard.present.get(copy.face.key, ()):
                if table.turns[controller(copy)] and _is_usable(table, copy, listener.number):
                    return True
    begun = [seat for seat in range(len(table.life)) if table.turns[seat]]
    return any(
        spells.can_cast(table, seat, table.setup.playing[seat][name]) for seat in begun for name in heard.in_book[seat]
    )


def owed(table: Table, seat: int) -> tuple[int, int] | None:
    """A mandatory ability of the running phase that a seat, whosever turn it is, has not used yet (10.3.3, G-129)."""
    if moments.DUTY not in moments.listeners(table.setup):
        return None
    for place, number in usable(table, seat):
        copy, own = keys.abilities_at(table, place)[number - 1]
        text = texts_of(copy.face)[own]
        if text is None or not text.must or not any(isinstance(moment, tree.During) for moment in text.moments):
            continue
        if text.cost or (copy.id, own, "phase") not in table.used:
            return place, number
    return None
