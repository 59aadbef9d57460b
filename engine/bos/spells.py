"""Casting a spell: pay, reveal, resolve, graveyard (chapter 6)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.bos import keys
from engine.bos.cards import Card, CardType
from engine.bos.payment import Payment, pay
from engine.bos.rows import Row, first_broken, not_registered
from engine.bos.state import ASIDE, GRAVEYARD, MAIN, SPELLBOOK, Draft, State, available, seat_name, too_many
from engine.choice import Answer, Violation

_CONDITION = re.compile(r"\s*(?:if|when|whenever|during|while)\b", re.IGNORECASE)


def has_condition(card: Card) -> bool:
    """Whether the spell's text begins with a condition of its own; without one it is a main-phase spell (G-68)."""
    return any(_CONDITION.match(ability.text) for ability in card.abilities)


def cast(draft: Draft, seat: int, card: Card, payment: Payment) -> int:
    """Pay and reveal; while it resolves a spell is in no pile (G-73). Returns the copy's id."""
    copy = available(draft, seat, SPELLBOOK, card)
    assert copy is not None
    pay(draft, seat, payment)
    spell = draft.own(copy.id)
    spell.zone = ASIDE
    spell.up = spell.public = True
    draft.happen("cast", spell.id, seat)
    return spell.id


def put_away(draft: Draft, values: tuple[int, ...]) -> None:
    """6.1.5: after its ability the spell goes to the graveyard."""
    draft.put_away(values[0], GRAVEYARD)


@dataclass(frozen=True, slots=True)
class CastCase:
    """A spell being cast with a payment."""

    state: State
    seat: int
    card: Card
    payment: Payment

    @property
    def cost(self) -> int:
        """The vim cost as printed; an unknown one is none."""
        return self.card.cost or 0

    @property
    def who(self) -> str:
        """The caster."""
        return seat_name(self.seat)


def _own_main_phase(case: CastCase) -> bool:
    ask = case.state.ask
    return ask is not None and ask.kind == "menu" and case.state.phase == MAIN and case.state.active == case.seat


def _wrong_moment(case: CastCase) -> str:
    if case.state.active != case.seat:
        return f"{case.card.name} has no condition of its own, so {case.who} casts it only in their own main phase."
    return f"{case.card.name} is cast in the main phase, outside attacks; this is the {case.state.phase} phase."


CAST: tuple[Row[CastCase], ...] = (
    Row("6.1.1", lambda c: has_condition(c.card) or _own_main_phase(c), _wrong_moment),
    Row(
        "6.1.6",
        lambda c: c.card.type is CardType.SPELL,
        lambda c: f"{c.card.name} is a {c.card.type}, not a spell, so it cannot be cast from the spellbook.",
    ),
    Row(
        "6.1.6",
        lambda c: available(c.state, c.seat, SPELLBOOK, c.card) is not None,
        lambda c: too_many(c.state, c.seat, c.card, SPELLBOOK),
    ),
    Row(
        "6.1.2",
        lambda c: c.payment.vim + c.payment.ether == c.cost,
        lambda c: f"{c.card.name} costs {c.cost}; {c.payment.vim} vim and {c.payment.ether} ether are not {c.cost}.",
    ),
    Row(
        "6.1.2",
        lambda c: c.payment.vim <= c.state.vim[c.seat],
        lambda c: f"{c.who} has {c.state.vim[c.seat]} vim and cannot pay {c.payment.vim}.",
    ),
    Row(
        "6.3.1",
        lambda c: c.payment.ether <= c.state.ether[c.seat],
        lambda c: f"{c.who} has {c.state.ether[c.seat]} ether and cannot pay {c.payment.ether}.",
    ),
)


def check_cast(state: State, answer: Answer) -> Violation | None:
    """Whether a spell may be cast so."""
    move = keys.cast(answer.key)
    card = state.setup.playing[answer.seat].get(move.name)
    if card is None:
        return not_registered(move.name, seat_name(answer.seat))
    return first_broken(CAST, CastCase(state, answer.seat, card, move.payment))
