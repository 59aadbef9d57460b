"""What a line says, told so that two lines can be laid side by side: silence filled in, names and places in full."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.bos.cards import Card, key
from engine.bos.names import OF_PILES, SPELLS, SUMMONS, WIZARDS, Kinds, find_card
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
from engine.bos.state import LETTERS, Setup


class Said(NamedTuple):
    """A line in parts: its kind, what it is chiefly about, and each further detail by name."""

    kind: str
    chief: Any
    details: tuple[tuple[str, Any], ...] = ()


def move_of(body: str) -> Move | None:
    """What the body says by itself; None if it cannot be read."""
    try:
        return parse(body) if body else None
    except Unreadable:
        return None


def said(setup: Setup, active: int, body: str) -> Said:
    """The parts of a line written while that seat is active. What cannot be read is its own words."""
    move = move_of(body)
    seat = max(active, 0)
    match move:
        case Turn(number, who):
            return Said("turn", None, (("number", number), ("seat", who)))
        case Summon():
            return _summon(setup, seat, move)
        case Cast():
            who = _writer(move, seat)
            details = (*_target(setup, move.target, who), ("payment", move.payment))
            return Said("cast", (who, _name(setup, who, move.name, SPELLS)), details)
        case Use():
            who = _writer(move, seat)
            kind = "use" if move.sign == "U" else "ability"
            details = (("sign", move.sign), ("number", move.number or 1), *_target(setup, move.target, who))
            return Said(kind, _place(move.place, who), (*details, ("payment", move.payment)))
        case Attack(attacker, target):
            return Said("attack", _place(attacker, seat), (("target", _place(target, seat)),))
        case Block(place, who):
            by = 1 - seat if who is None else who
            return Said("block", None, (("blocker", None if place is None else _place(place, by)),))
        case Word(word, target):
            return Said(word.casefold(), None, _target(setup, target, seat))
        case Leave(how, who):
            return Said("leave", None, (("how", how), ("seat", who)))
        case Judge(deed, number, totals, text):
            return Said("judge", deed, (("number", number), ("totals", repr(totals)), ("text", text)))
        case Totals() | Ready() | Revive() | Sealed():
            return Said(type(move).__name__.casefold(), repr(move))
    return Said("unreadable", " ".join(body.casefold().split()))


def same_act(one: Said, other: Said) -> bool:
    """Whether two lines tell of the same act, whatever their details."""
    return one.kind == other.kind and one.chief == other.chief


def changed_parts(one: Said, other: Said) -> int:
    """In how many parts two lines of one kind differ; a big number for lines of different kinds."""
    if one.kind != other.kind or len(one.details) != len(other.details):
        return 99
    return int(one.chief != other.chief) + sum(a != b for a, b in zip(one.details, other.details, strict=True))


def _summon(setup: Setup, seat: int, move: Summon) -> Said:
    """Wizards are told only beyond the one that stands in the summon's own column."""
    place = _place(move.place, seat) if move.place else None
    wizards = tuple(_thing(setup, seat, wizard, WIZARDS) for wizard in move.wizards)
    own = f"{seat + 1}w{LETTERS[move.place.column]}" if move.place else ""
    others = tuple(wizard for wizard in wizards if wizard != own)
    card = _name(setup, seat, move.name, SUMMONS)
    return Said("summon", card, (("place", place), ("wizards", others), *_target(setup, move.target, seat)))


def _thing(setup: Setup, seat: int, thing: Ref | str, kinds: Kinds) -> str:
    """A place or a player in full, or a card by its name."""
    return _place(thing, seat) if isinstance(thing, Ref) else _name(setup, seat, thing, kinds)


def _name(setup: Setup, seat: int, name: str, kinds: Kinds) -> str:
    found = find_card(setup, seat if seat in (0, 1) else 0, name, kinds)
    return found.key if isinstance(found, Card) else key(name)


def _writer(move: Cast | Use, seat: int) -> int:
    if move.seat is not None:
        return move.seat
    return 1 - seat if move.aside else seat


def _target(setup: Setup, target: Target | None, seat: int) -> tuple[tuple[str, Any], ...]:
    refs = tuple(_thing(setup, seat, ref, OF_PILES) for ref in target.refs) if target else ()
    return ("target", refs), ("amount", target.amount if target else None)


def _place(ref: Ref, seat: int) -> str:
    owner = (seat if ref.seat is None else ref.seat) + 1
    if ref.kind == "player":
        return f"P{owner}"
    return f"{owner}*" if ref.kind == "boss" else f"{owner}{'w' if ref.kind == 'wizard' else ''}{LETTERS[ref.column]}"
