"""Who wrote a line behind `>` that names no seat: in a duel the other player, else the one who can be meant (1.1.4)."""

from __future__ import annotations

from dataclasses import replace

from engine.bos.model.places import position, seat_of
from engine.bos.model.presence import in_turn
from engine.bos.model.state import State, at
from engine.bos.notation.card_lookup import SPELLS
from engine.bos.notation.line_parser import Cast, Move, Use
from engine.bos.notation.reference_resolution import of_others, place_of, whose
from engine.bos.notation.table_references import abilities_at
from engine.bos.records.combined_lines import of_member
from engine.bos.records.unstated_answers import can_use, is_asked_of
from engine.bos.rules import trigger_queue
from engine.bos.rules.spells import can_cast
from engine.contract import Problem


def addressed(state: State, move: Move) -> tuple[State, Move] | Problem:
    """The line with its seat behind `>`, where more than one player could be meant at the table, and the position as
    its writer is asked there; a problem where it cannot be told who that is."""
    seating = state.setup.seating
    if seating.is_duel:
        return state, move
    spoken = _spoken(state, move)
    if isinstance(spoken, Problem):
        return spoken
    return of_member(state, spoken) if seating.is_shared else (state, spoken)


def _spoken(state: State, move: Move) -> Move | Problem:
    if not isinstance(move, Cast | Use) or not move.aside or move.seat is not None:
        return move
    active = max(state.active, 0)
    others = [seat for seat in in_turn(state, active) if seat not in state.setup.seating.sharing[active]]
    named, able = _who_casts(state, others, move) if isinstance(move, Cast) else _who_uses(state, others, move)
    meant = able or named
    if len(meant) > 1:
        name = move.name if isinstance(move, Cast) else position(place_of(move.place, meant[0]))[1:]
        return whose(name, meant)
    return replace(move, seat=meant[0]) if meant else move


Seats = list[int]


def _who_casts(state: State, others: Seats, move: Cast) -> tuple[Seats, Seats]:
    """Who has a spell of that name, and of those who could cast it just now, or is asked about it."""
    fitting = [
        (seat, card) for seat, card in of_others(state, max(state.active, 0), move.name, SPELLS) if seat in others
    ]
    able = [seat for seat, card in fitting if is_asked_of(state, seat, card) or can_cast(state, seat, card)]
    return [seat for seat, _ in fitting], able


def _who_uses(state: State, others: Seats, move: Use) -> tuple[Seats, Seats]:
    """Who has an ability at that place, and of those who could use it just now."""
    if move.place.seat is not None:
        return ([move.place.seat], []) if move.place.kind != "player" else ([], [])
    places = [place for seat in others if (card := at(state, place := place_of(move.place, seat))) and card.up]
    named = [place for place in places if abilities_at(state, place)]
    able = [seat_of(place) for place in named if _is_usable(state, place)]
    return list(map(seat_of, named)), able


def _is_usable(state: State, place: int) -> bool:
    """Whether any ability of that place could be used now, or waits to be."""
    asked = state.question.seat if state.question and state.question.kind == "offer" else seat_of(place)
    waits = any(state.copies[one.source].place == place for one in trigger_queue.optional(state, asked))
    return waits or any(can_use(state, source, own) for source, own in abilities_at(state, place))
