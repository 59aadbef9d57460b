"""Which wizards a written summon is conducted with: those that are named, or those that silence can only mean."""

from __future__ import annotations

from engine.bos.abilities.card_abilities import summoning_condition_of
from engine.bos.model import moves
from engine.bos.model.cards import Card
from engine.bos.model.places import wizard_place
from engine.bos.model.state import State, at
from engine.bos.model.syntax import SummoningCondition
from engine.bos.notation.card_lookup import WIZARDS, find_card
from engine.bos.notation.line_parser import Ref, Summon
from engine.bos.rules import unparsed_text
from engine.bos.rules.legality import check
from engine.bos.rules.summoning import accepts, suffices
from engine.choice import Answer, Violation
from engine.contract import Problem
from engine.messages import Message
from engine.seats import seat_name


def wizard_columns(state: State, seat: int, move: Summon, card: Card, column: int) -> tuple[int, ...] | Problem:
    """The columns of the wizards named; unnamed, the one in that column, and whoever else must help."""
    columns: list[int] = []
    for wizard in move.wizards:
        named = _column_of_wizard(state, seat, wizard)
        if isinstance(named, Problem):
            return named
        if named in columns:
            return Problem("illegal", "5.1.2", Message("bos.summon.wizard_twice"))
        columns.append(named)
    if columns:
        return tuple(columns)
    return _silent_wizards(state, seat, column, card)


def only_columns(state: State, seat: int, move: Summon, card: Card) -> tuple[int, ...] | Problem:
    """The columns of the wizards of a summon without its column: it means the only one in which it can enter."""
    fits: list[tuple[int, ...]] = []
    refused: Violation | None = None
    for column in state.setup.seating.columns[seat]:
        way = wizard_columns(state, seat, move, card, column)
        if isinstance(way, Problem):
            return way
        violation = _refusal(state, seat, way, card)
        refused = refused or violation
        if violation is None and way not in fits:
            fits.append(way)
    if len(fits) > 1:
        message = Message("bos.summon.which_column", card=card.name, again=card.name)
        return Problem("unproven", "5.1.5", message)
    if refused and not fits:
        message = Message("bos.summon.no_column", card=card.name, said=refused.message)
        return Problem("illegal", refused.rule, message, None, refused.ruling)
    return fits[0]


def _refusal(state: State, seat: int, columns: tuple[int, ...], card: Card) -> Violation | None:
    """Why a summon cannot be conducted so, whatever its card's own unread text may say."""
    violation = check(state, Answer(seat, moves.Summon(columns, card.key)))
    return None if violation and unparsed_text.excuse(card, violation) else violation


def _column_of_wizard(state: State, seat: int, wizard: Ref | str) -> int | Problem:
    if isinstance(wizard, Ref):
        if wizard.kind in ("player", "boss") or wizard.seat not in (None, seat):
            return Problem("illegal", "5.1.2", Message("bos.summon.by_wizards_of", seat=seat_name(seat)))
        return wizard.column
    card = find_card(state.setup, seat, wizard, WIZARDS)
    if isinstance(card, Problem):
        return card
    for column in state.setup.seating.columns[seat]:
        stands = at(state, wizard_place(seat, column))
        if stands and stands.face.key == card.key:
            return column
    return Problem("illegal", "5.1.2", Message("bos.summon.not_a_wizard_of", card=card.name, seat=seat_name(seat)))


def _suffices_alone(state: State, seat: int, column: int, condition: SummoningCondition) -> bool:
    wizard = at(state, wizard_place(seat, column))
    return wizard is not None and suffices(state, seat, condition, (wizard,))


def _silent_wizards(state: State, seat: int, column: int, card: Card) -> tuple[int, ...] | Problem:
    condition = summoning_condition_of(card)
    if condition is None or condition.count == 1 or _suffices_alone(state, seat, column, condition):
        return (column,)
    others = []
    for other in state.setup.seating.columns[seat]:
        wizard = at(state, wizard_place(seat, other))
        if other != column and wizard and wizard.up and accepts(state, seat, condition, wizard):
            others.append(other)
    if len(others) > condition.count - 1:
        message = Message("bos.summon.which_wizards", card=card.name, number=condition.count)
        return Problem("unproven", "5.1.2", message)
    return (column, *others)
