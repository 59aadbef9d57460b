"""Which wizards a written summon is conducted with: those that are named, or those that silence can only mean."""

from __future__ import annotations

from engine.bos import unread
from engine.bos.cards import Card
from engine.bos.checks import check
from engine.bos.keys import write_summon
from engine.bos.names import WIZARDS, Problem, find_card
from engine.bos.notation import Ref, Summon
from engine.bos.state import COLUMNS, State, at, seat_name, wizard_place
from engine.bos.summoning import accepts
from engine.bos.texts import calling_of
from engine.choice import Answer, Violation


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


def only_columns(state: State, seat: int, move: Summon, card: Card) -> tuple[int, ...] | Problem:
    """The columns of the wizards of a summon without its column: it means the only one in which it can enter."""
    fits: list[tuple[int, ...]] = []
    refused: Violation | None = None
    for column in range(COLUMNS):
        way = wizard_columns(state, seat, move, card, column)
        if isinstance(way, Problem):
            return way
        violation = _refusal(state, seat, way, card)
        refused = refused or violation
        if violation is None and way not in fits:
            fits.append(way)
    if len(fits) > 1:
        said = f"{card.name} can enter in several columns here; write which, as in S a {card.name}."
        return Problem("unproven", "5.1.5", said)
    if refused and not fits:
        said = f"{card.name} can enter in no column here. In the first one: {refused.message}"
        return Problem("illegal", refused.rule, said, None, refused.ruling)
    return fits[0]


def _refusal(state: State, seat: int, columns: tuple[int, ...], card: Card) -> Violation | None:
    """Why a summon cannot be conducted so, whatever its card's own unread text may say."""
    violation = check(state, Answer(seat, write_summon(columns, card.key)))
    return None if violation and unread.excuse(card, violation) else violation


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
