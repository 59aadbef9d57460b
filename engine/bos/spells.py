"""Casting a spell: pay, reveal, resolve, graveyard (chapter 6)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from engine.bos import carrying, costs, keys, moments, picking, statics, tree
from engine.bos.cards import Card, CardType
from engine.bos.payment import Payment, pay, unwritten
from engine.bos.rows import Row, first_broken, not_registered
from engine.bos.state import (
    ASIDE,
    GRAVEYARD,
    MAIN,
    SPELLBOOK,
    Copy,
    Doing,
    Draft,
    Frame,
    State,
    Table,
    available,
    named,
    player,
    seat_name,
    too_many,
)  # fmt: skip
from engine.bos.texts import has_condition, texts_of
from engine.choice import Answer, Violation


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


def resolve(draft: Draft, number: int, waited: Doing) -> None:
    """6.1.4: the texts of the spell are carried out in printed order; what is under a card then stays there.

    `waited` says who casts it, and for a spell that waited for an event what happened.
    """
    draft.frames.append(Frame("spell", 0, (number,)))
    texts = texts_of(draft.copies[number].face)
    enchants = any(text is not None and text.enchant for text in texts)
    for index, text in reversed(list(enumerate(texts))):
        if text is not None and (text.enchant or not enchants):
            carrying.begin(draft, waited._replace(source=number, number=index))


def put_away(draft: Draft, values: tuple[int, ...]) -> None:
    """6.1.5: after its ability the spell goes to the graveyard, unless it enchants a card."""
    if draft.copies[values[0]].zone == ASIDE:
        draft.put_away(values[0], GRAVEYARD)
        draft.happen("away", values[0], draft.copies[values[0]].owner)


class CastCase(NamedTuple):
    """A spell that somebody wants to cast: what it costs now (an unknown cost is none), the copy in the spellbook, and
    its first ability."""

    state: Table
    seat: int
    card: Card
    cost: int
    copy: Copy | None
    text: tree.Text | None

    @property
    def doing(self) -> Doing:
        """Its first ability as it would be carried out."""
        return Doing(self.copy.id if self.copy else 0, 0, self.seat)

    @property
    def who(self) -> str:
        """The caster."""
        return seat_name(self.seat)


class Paying(NamedTuple):
    """A spell and what is paid for it."""

    spell: CastCase
    payment: Payment


def _own_main_phase(case: CastCase) -> bool:
    ask = case.state.ask
    return ask is not None and ask.kind == "menu" and case.state.phase == MAIN and case.state.active == case.seat


def _wrong_moment(case: CastCase) -> str:
    if case.state.active != case.seat:
        return f"{case.card.name} has no condition of its own, so {case.who} casts it only in their own main phase."
    return f"{case.card.name} is cast in the main phase, outside attacks; this is the {case.state.phase} phase."


def _condition_holds(case: CastCase) -> bool:
    """6.1.3: what the spell asks for is so now; an event is asked about when it happens."""
    text = case.text
    if text is None or not text.moments:
        return True
    if any(isinstance(moment, tree.When | tree.At) for moment in text.moments):
        return False
    return moments.others_hold(case.state, case.doing, text)


def _who_forbids(case: CastCase) -> str:
    copy = statics.forbidden(case.state, "cast spells", player(case.seat))
    return f"{named(copy) if copy else 'A text'} does not let {case.who} cast spells."


def _wrong_sum(paying: Paying) -> str:
    spell, (vim, ether) = paying
    return f"{spell.card.name} costs {spell.cost}; {vim} vim and {ether} ether are not {spell.cost}."


def _own_price(paying: Paying) -> costs.Lacking | None:
    """What is lacking, once the spell is paid, for the cost in front of its text."""
    spell, (vim, ether) = paying
    if spell.text is None or not spell.text.cost:
        return None
    after = Draft(spell.state)
    after.vim[spell.seat] -= vim
    after.ether[spell.seat] -= ether
    return costs.lacking(after, spell.doing, spell.text.cost)


def _vim_of(spell: CastCase) -> int:
    return spell.state.vim[spell.seat]


def _ether_of(spell: CastCase) -> int:
    return spell.state.ether[spell.seat]


AT_ALL: Final[tuple[Row[CastCase], ...]] = (
    Row("6.1.1", lambda c: has_condition(c.card) or _own_main_phase(c), _wrong_moment),
    Row(
        "6.1.6",
        lambda c: c.card.type is CardType.SPELL,
        lambda c: f"{c.card.name} is a {c.card.type}, not a spell, so it cannot be cast from the spellbook.",
    ),
    Row("6.1.6", lambda c: c.copy is not None, lambda c: too_many(c.state, c.seat, c.card, SPELLBOOK)),
)
PAID: Final[tuple[Row[Paying], ...]] = (
    Row("6.1.2", lambda p: p.payment.vim + p.payment.ether == p.spell.cost, _wrong_sum),
    Row(
        "6.1.2",
        lambda p: p.payment.vim <= _vim_of(p.spell),
        lambda p: f"{p.spell.who} has {_vim_of(p.spell)} vim and cannot pay {p.payment.vim}.",
    ),
    Row(
        "6.3.1",
        lambda p: p.payment.ether <= _ether_of(p.spell),
        lambda p: f"{p.spell.who} has {_ether_of(p.spell)} ether and cannot pay {p.payment.ether}.",
    ),
    Row("10.2.1", lambda p: _own_price(p) is None, lambda p: (_own_price(p) or ("", ""))[1]),
)
NOW: Final[tuple[Row[CastCase], ...]] = (
    Row(
        "10.5.1",
        lambda c: c.state.turns[c.seat] > 0,
        lambda c: f"{c.who} has not started their first turn, and casts nothing before it.",
        "G-112",
    ),
    Row(
        "6.1.3",
        _condition_holds,
        lambda c: f"The condition of {c.card.name} does not hold here (“{c.card.abilities[0].text}”).",
    ),
    Row("10.7", lambda c: statics.forbidden(c.state, "cast spells", player(c.seat)) is None, _who_forbids),
)


def cast_case(table: Table, seat: int, card: Card) -> CastCase:
    """The spell as it could be cast by a seat."""
    texts = texts_of(card)
    copy = available(table, seat, SPELLBOOK, card)
    return CastCase(table, seat, card, statics.cost(table, seat, card), copy, texts[0] if texts else None)


def check_payment(table: Table, seat: int, card: Card, payment: Payment) -> Violation | None:
    """Whether a spell is paid rightly, for one that is cast as something happens."""
    return first_broken(PAID, Paying(cast_case(table, seat, card), payment))


def check_cast(state: State, answer: Answer) -> Violation | None:
    """Whether a spell may be cast so."""
    move = keys.cast(answer.key)
    card = state.setup.playing[answer.seat].get(move.name)
    if card is None:
        return not_registered(move.name, seat_name(answer.seat))
    look = _look(state, answer.seat, card)
    return look.at_all or first_broken(PAID, Paying(look.case, move.payment)) or look.now()


def can_cast(table: Table, seat: int, card: Card) -> bool:
    """Whether a seat could cast that spell now if it paid vim first, which leaves most to pay with afterwards."""
    case = cast_case(table, seat, card)
    if case.copy is None or case.cost > table.vim[seat] + table.ether[seat]:
        return False
    if first_broken(AT_ALL, case) or first_broken(NOW, case):
        return False
    paying = Paying(case, unwritten(table, seat, case.cost))
    return first_broken(PAID, paying) is None and _nothing_to_choose(case) is None


class _Look:
    """A spell looked at in one position, whatever may be paid for it."""

    __slots__ = ("_now", "at_all", "case")

    def __init__(self, case: CastCase) -> None:
        self.case = case
        self.at_all = first_broken(AT_ALL, case)
        self._now: Violation | Literal[False] | None = None

    def now(self) -> Violation | None:
        """What stands against it apart from payment, worked out once."""
        if self._now is None:
            self._now = first_broken(NOW, self.case) or _nothing_to_choose(self.case) or False
        return self._now or None


_LAST: Final[list[_Look]] = []


def _look(state: State, seat: int, card: Card) -> _Look:
    """The spell in this position; the last one looked at is kept, since it is asked about with every way to pay."""
    last = _LAST[0] if _LAST else None
    if last is not None and last.case.state is state and last.case.card is card and last.case.seat == seat:
        return last
    look = _Look(cast_case(state, seat, card))
    _LAST[:] = [look]
    return look


def _nothing_to_choose(case: CastCase) -> Violation | None:
    """10.5.1, G-71: the spell needs something that is not there."""
    if case.text is None:
        return None
    text = carrying.spoken(case.state, case.doing) if case.text.enchant else case.text
    thing = carrying.lacks(case.state, case.doing, text)
    return Violation(*picking.why_lacking(case.state, case.doing, thing)) if thing else None
