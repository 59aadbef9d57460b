"""What a line says, told so that two lines can be laid side by side: silence filled in, names and places in full."""

from __future__ import annotations

from typing import Any

from engine.bos.model.cards import Card, key
from engine.bos.model.places import LETTERS
from engine.bos.model.setup import Setup
from engine.bos.notation.card_lookup import OF_PILES, SPELLS, SUMMONS, WIZARDS, Kinds, find_card
from engine.bos.notation.line_parser import (
    Attack,
    Block,
    ByMember,
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
from engine.bos.notation.line_patterns import A_DUEL, Shape, table_shape
from engine.contract import Said


def move_of(body: str, shape: Shape = A_DUEL) -> Move | None:
    """What the body says by itself at a table of that size; None if it cannot be read."""
    try:
        return parse(body, *shape) if body else None
    except Unreadable:
        return None


def said(setup: Setup, active: int, body: str) -> Said:
    """The parts of a line written while that seat is active. What cannot be read is its own words."""
    move = move_of(body, table_shape(setup))
    return _parts(setup, max(active, 0), move, body)


def _parts(setup: Setup, seat: int, move: Move | None, body: str) -> Said:
    match move:
        case ByMember(member, done):
            return _parts(setup, member, done, body)
        case Turn(number, owner):
            return Said("turn", None, (("number", number), ("seat", owner)))
        case Summon():
            return _summon(setup, seat, move)
        case Cast():
            owner = _writer(setup, move, seat)
            details = (*_target(setup, move.target, owner), ("payment", move.payment))
            return Said("cast", (owner, _name(setup, owner, move.name, SPELLS)), details)
        case Use():
            owner = _writer(setup, move, seat)
            kind = "use" if move.sign == "U" else "ability"
            details = (("sign", move.sign), ("number", move.number or 1), *_target(setup, move.target, owner))
            return Said(kind, _place(move.place, owner), (*details, ("payment", move.payment)))
        case Attack(attacker, target):
            return Said("attack", _place(attacker, seat), (("target", _place(target, seat)),))
        case Block(place, owner):
            by = _beside(setup, seat) if owner is None else owner
            return Said("block", None, (("blocker", None if place is None else _place(place, by)),))
        case Word(word, target):
            return Said(word.casefold(), None, _target(setup, target, seat))
        case Leave(how, owner):
            return Said("leave", None, (("how", how), ("seat", owner)))
        case Judge(deed, number, totals, text, card):
            told = (("number", number), ("totals", repr(totals)), ("text", text), ("card", repr(card)))
            return Said("judge", deed, told)
        case Totals() | Ready() | Revive() | Sealed():
            return Said(type(move).__name__.casefold(), repr(move))
    return Said("unreadable", " ".join(body.casefold().split()))


def _summon(setup: Setup, seat: int, move: Summon) -> Said:
    """Wizards are told only beyond the one that stands in the summon's own column."""
    place = _place(move.place, seat) if move.place else None
    wizards = tuple(_thing(setup, seat, wizard, WIZARDS) for wizard in move.wizards)
    own = f"{seat + 1}w{LETTERS[move.place.column]}" if move.place else ""
    others = tuple(wizard for wizard in wizards if wizard != own)
    card = _name(setup, seat, move.name, SUMMONS)
    return Said("summon", card, (("place", place), ("wizards", others), *_target(setup, move.target, seat)))


def _thing(setup: Setup, seat: int, named: Ref | str, kinds: Kinds) -> str:
    """A place or a player in full, or a card by its name."""
    return _place(named, seat) if isinstance(named, Ref) else _name(setup, seat, named, kinds)


def _name(setup: Setup, seat: int, name: str, kinds: Kinds) -> str:
    card = find_card(setup, seat if seat in range(setup.seating.seats) else 0, name, kinds)
    return card.key if isinstance(card, Card) else key(name)


def _writer(setup: Setup, move: Cast | Use, seat: int) -> int:
    if move.seat is not None:
        return move.seat
    return _beside(setup, seat) if move.aside else seat


def _beside(setup: Setup, seat: int) -> int:
    """Who is meant behind `>` where no seat is written, as far as the words alone tell: the next one."""
    return setup.seating.orders[seat % setup.seating.seats][1]


def _target(setup: Setup, target: Target | None, seat: int) -> tuple[tuple[str, Any], ...]:
    refs = tuple(_thing(setup, seat, ref, OF_PILES) for ref in target.refs) if target else ()
    return ("target", refs), ("amount", target.amount if target else None)


def _place(ref: Ref, seat: int) -> str:
    owner = (seat if ref.seat is None else ref.seat) + 1
    if ref.kind == "player":
        return f"P{owner}"
    return f"{owner}*" if ref.kind == "boss" else f"{owner}{'w' if ref.kind == 'wizard' else ''}{LETTERS[ref.column]}"
