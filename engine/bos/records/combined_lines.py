"""Lines of combined games: which member of a team does what is written, and where on the common battlefield (14.3.9).

A line whose member is not clear from its place or its name, and is not written, is unproven (1.1.4).
"""

from __future__ import annotations

from dataclasses import replace

from engine.bos.model import moves
from engine.bos.model.cards import Card
from engine.bos.model.places import COLUMNS, seat_of
from engine.bos.model.seating import Seating
from engine.bos.model.state import State, at, face_up_boss
from engine.bos.notation.card_lookup import SPELLS, SUMMONS, find_card
from engine.bos.notation.line_parser import (
    Attack,
    Block,
    ByMember,
    Cast,
    Judge,
    Move,
    Ready,
    Ref,
    SetCard,
    Summon,
    Target,
    Totals,
    Use,
    Word,
)
from engine.bos.notation.reference_resolution import place_of, says, whose
from engine.bos.records.unstated_answers import is_asked_of
from engine.bos.rules.legality import TOGETHER, check
from engine.bos.rules.spells import can_cast
from engine.choice import Answer
from engine.contract import Problem

Members = tuple[int, ...]


def of_member(state: State, move: Move) -> tuple[State, Move] | Problem:
    """The line with every place in full and its member, and the position as one in which that member is asked."""
    member, move = (move.seat, move.move) if isinstance(move, ByMember) else (None, move)
    seating, home = state.setup.seating, _home(state, move)
    boss = _boss_of(state, move, seating.sharing[home], member)
    if isinstance(boss, Problem):
        return boss
    move = in_full(move, seating, home, boss)
    if isinstance(move, Block):
        blocker = _controller(state, move.place) if move.place else None
        return state, replace(move, seat=blocker if move.seat is None else move.seat)
    if isinstance(move, Use):
        return state, replace(move, seat=_controller(state, move.place) if move.seat is None else move.seat)
    if isinstance(move, Cast) and move.seat is not None:
        return state, move
    found = _member(state, move, seating.sharing[home]) if member is None else member
    if isinstance(found, Problem):
        return found
    if isinstance(move, Cast):
        return state, replace(move, seat=found)
    return _asking(state, found), move


def read_there(state: State, body: str) -> tuple[State, Move]:
    """What a line says at this table, in a combined game in full and with its member asked where that can be told.
    Raises Unreadable."""
    move = says(state, body)
    if not state.setup.seating.is_shared:
        return state, move
    found = of_member(state, move)
    return (state, move.move if isinstance(move, ByMember) else move) if isinstance(found, Problem) else found


def _home(state: State, move: Move) -> int:
    """The first seat of the team that a place without its digit is of."""
    seating, question = state.setup.seating, state.question
    if isinstance(move, Cast | Use) and move.seat is not None:
        return seating.lead[move.seat % seating.seats]
    if isinstance(move, Block):
        asked = question.seat if question and question.kind == "block" else seating.orders[max(state.active, 0)][-1]
        return seating.lead[asked]
    return seating.lead[question.seat if question and state.active < 0 else max(state.active, 0)]


def _asking(state: State, member: int) -> State:
    """The position with that member asked, where its team is asked together."""
    question, lead = state.question, state.setup.seating.lead
    if question is None or question.kind not in TOGETHER or lead[question.seat] != lead[member]:
        return state
    return state._replace(question=question._replace(seat=member))


# Places in full


def in_full(move: Move, seating: Seating, home: int, boss: int) -> Move:
    """The line with a digit in every place: the team's where none is written, and of a boss that seat's."""

    def full(ref: Ref) -> Ref:
        if ref.seat is not None:
            return ref
        if ref.kind == "boss":
            return ref._replace(seat=boss)
        return ref._replace(seat=seating.sharing[home][ref.column >= COLUMNS])

    def target(aimed: Target | None) -> Target | None:
        refs = [full(ref) if isinstance(ref, Ref) else ref for ref in aimed.refs] if aimed else []
        return aimed._replace(refs=tuple(refs)) if aimed else None

    match move:
        case Summon(place, _, wizards, aimed):
            named = tuple([full(wizard) if isinstance(wizard, Ref) else wizard for wizard in wizards])
            return replace(move, place=full(place) if place else None, wizards=named, target=target(aimed))
        case Cast() | Word():
            return replace(move, target=target(move.target))
        case Use(_, place):
            return replace(move, place=full(place), target=target(move.target))
        case Attack(attacker, aim):
            return Attack(full(attacker), full(aim))
        case Block(place):
            return replace(move, place=full(place) if place else None)
        case Ready(places):
            return Ready(tuple(map(full, places)))
        case Totals(strengths=strengths):
            return replace(move, strengths=tuple([(full(ref), strength) for ref, strength in strengths]))
        case Judge(card=SetCard(ref, how, to)):
            return replace(move, card=SetCard(full(ref), how, full(to) if to else None))
        case Judge(totals=Totals(strengths=strengths) as totals):
            strengths = tuple([(full(ref), strength) for ref, strength in strengths])
            return replace(move, totals=replace(totals, strengths=strengths))
    return move


# Whose it is


def _controller(state: State, ref: Ref) -> int:
    """Who controls the card at a place; where none stands, who is before it."""
    if ref.kind == "player":
        return ref.seat or 0
    place = place_of(ref, 0)
    card = at(state, place)
    return card.control if card else seat_of(place)


def _boss_of(state: State, move: Move, members: Members, member: int | None) -> int | Problem:
    """Whose boss a line means that writes `*` alone: the only one that is face-up."""
    if member is not None:
        return member
    alone = isinstance(move, Attack) and move.attacker.kind == "boss" and move.attacker.seat is None
    up = [seat for seat in members if face_up_boss(state, seat)]
    if alone and len(up) > 1:
        return whose("*", up)
    return up[0] if up else members[0]


def _member(state: State, move: Move, members: Members) -> int | Problem:
    """The member that a line is of by its place or its name."""
    match move:
        case Attack(attacker):
            return _controller(state, attacker)
        case Summon():
            return _who_summons(state, move, members)
        case Cast():
            return _who_casts(state, move, members)
        case Word("BOSS"):
            able = [seat for seat in members if check(_asking(state, seat), Answer(seat, moves.TurnUpBoss())) is None]
            return whose("BOSS", able) if len(able) > 1 else (able or members)[0]
    question = state.question
    return question.seat if question and question.seat in members else members[0]


def _who_summons(state: State, move: Summon, members: Members) -> int:
    """Whose castle the card is in; of two that have it, who stands before the place (14.3.10)."""
    named = [seat for seat in members if isinstance(find_card(state.setup, seat, move.name, SUMMONS), Card)]
    before = move.place.seat if move.place else None
    if before is not None and (before in named or (not named and before in members)):
        return before
    return (named or members)[0]


def _who_casts(state: State, move: Cast, members: Members) -> int | Problem:
    """Who has a spell of that name, and if both do, who could cast it now."""
    named = [
        (seat, card) for seat in members if isinstance(card := find_card(state.setup, seat, move.name, SPELLS), Card)
    ]
    able = [seat for seat, card in named if is_asked_of(state, seat, card) or can_cast(state, seat, card)]
    meant = able or [seat for seat, _ in named]
    if len(meant) > 1:
        return whose(move.name, meant)
    return meant[0] if meant else members[0]
