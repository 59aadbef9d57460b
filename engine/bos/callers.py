"""Which wizards a written summon is conducted with: those that are named, or those that silence can only mean."""

from __future__ import annotations

from engine.bos.cards import Card
from engine.bos.names import WIZARDS, Problem, find_card
from engine.bos.notation import Ref, Summon
from engine.bos.state import COLUMNS, State, at, seat_name, wizard_place
from engine.bos.summoning import accepts
from engine.bos.texts import calling_of


def wizard_columns(state: State, seat: int, move: Summon, card: Card, column: int) -> tuple[int, ...] | Problem:
    """The columns of the wizards named; unnamed, the one in that column, and whoever else must help."""
    columns: list[int] = []
    for wizard in move.wizards:
        named = _column_of_wizard(state, seat, wizard)
        if isinstance(named, Problem):
            return named
        if named in columns:
            return Problem("illegal", "5.1.2", "The same wizard is named twice; one wizard turns face-down only once.")
        columns.append(named)
    if columns:
        return tuple(columns)
    return _silent_wizards(state, seat, column, card)


def _column_of_wizard(state: State, seat: int, wizard: Ref | str) -> int | Problem:
    if isinstance(wizard, Ref):
        if wizard.kind in ("player", "boss") or wizard.seat not in (None, seat):
            return Problem("illegal", "5.1.2", f"A summon is conducted by wizards of {seat_name(seat)}.")
        return wizard.column
    card = find_card(state.setup, seat, wizard, WIZARDS)
    if isinstance(card, Problem):
        return card
    for column in range(COLUMNS):
        stands = at(state, wizard_place(seat, column))
        if stands and stands.face.key == card.key:
            return column
    return Problem("illegal", "5.1.2", f"{card.name} is not one of the wizards of {seat_name(seat)}.")


def _silent_wizards(state: State, seat: int, column: int, card: Card) -> tuple[int, ...] | Problem:
    calling = calling_of(card)
    if calling is None or calling.count == 1:
        return (column,)
    others = []
    for other in range(COLUMNS):
        wizard = at(state, wizard_place(seat, other))
        if other != column and wizard and wizard.up and accepts(state, seat, calling, wizard):
            others.append(other)
    if len(others) > calling.count - 1:
        said = f"{card.name} needs {calling.count} wizards and more could help; name them, as in (wa wb)."
        return Problem("unproven", "5.1.2", said)
    return (column, *others)
