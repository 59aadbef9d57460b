"""Casting a spell: pay, reveal, resolve, graveyard (chapter 6)."""

from __future__ import annotations

from typing import Final, Literal

from engine.bos.abilities import continuous_effects, replaceable, triggers
from engine.bos.abilities.card_abilities import has_condition, texts_of
from engine.bos.abilities.payment import pay, unwritten
from engine.bos.cardtext.effects.replacements import is_cast_instead
from engine.bos.model import syntax
from engine.bos.model.cards import SPELL, Card
from engine.bos.model.moves import Cast, Payment
from engine.bos.model.piles import available, too_many
from engine.bos.model.places import player
from engine.bos.model.presence import is_active
from engine.bos.model.quick_values import make_pending
from engine.bos.model.state import (
    ASIDE,
    MAIN,
    SPELLBOOK,
    Copy,
    Draft,
    Frame,
    PendingAbility,
    State,
    Table,
    named,
    phase_name,
    type_phrase,
)
from engine.bos.notation.card_lookup import not_registered
from engine.bos.rules import (
    ability_choices,
    ability_requirements,
    ability_resolution,
    choice_errors,
    costs,
    first_turn,
    leaving,
    replacement_effects,
)
from engine.choice import Answer, Event, Violation
from engine.messages import Message
from engine.rule_table import Row, first_broken
from engine.seats import seat_name


def cast(draft: Draft, seat: int, card: Card, payment: Payment, but: tuple[int, ...] = ()) -> int:
    """Pay and reveal a copy that is not one of some; while it resolves a spell is in no pile (G-73). Its id."""
    copy = available(draft, seat, SPELLBOOK, card, but)
    assert copy is not None
    pay(draft, seat, payment)
    if draft.delayed:
        continuous_effects.use_up_prices(draft, seat, card)
    spell = draft.own(copy.id)
    spell.zone = ASIDE
    spell.up = spell.public = True
    draft.happen("cast", spell.id, seat)
    return spell.id


def cast_by_text(draft: Draft, values: tuple[int, ...]) -> None:
    """A text casts a spell out of a pile, paid or not (G-395); vim is paid first."""
    number, seat, paid = values
    draft.frames.pop()
    spell = draft.own(number)
    if paid:
        pay(draft, seat, unwritten(draft, seat, continuous_effects.cost(draft, seat, spell.face)))
    if draft.delayed:
        continuous_effects.use_up_prices(draft, seat, spell.face)
    spell.zone = ASIDE
    spell.up = spell.public = True
    draft.happen("cast", number, seat)
    resolve(draft, number, PendingAbility(number, 0, seat))


def resolve(draft: Draft, number: int, waited: PendingAbility) -> None:
    """6.1.4: the texts of the spell are carried out in printed order; what is under a card then stays there.

    `waited` says who casts it, and for a spell that waited for an event what happened. Before that something else may
    happen instead (G-375).
    """
    if replaceable.can_be_replaced(draft.setup, "casts"):
        draft.frames.append(Frame("spell", 0, (number,), waited._replace(source=number)))
        if not replacement_effects.replaced(draft, Event("cast", number, waited.seat)):
            carry_out(draft, number, waited)
    else:
        draft.frames.append(Frame("spell", 0, (number,)))
        carry_out(draft, number, waited)


def carry_out(draft: Draft, number: int, waited: PendingAbility) -> None:
    """The texts of a spell that was cast, the first one on top."""
    texts = texts_of(draft.copies[number].face)
    enchants = any(text is not None and text.enchant for text in texts)
    for index, text in reversed(list(enumerate(texts))):
        own = text is not None and text.instead is not None and index != waited.number
        if text is not None and (text.enchant or not enchants) and not own:
            ability_resolution.begin_ability(draft, waited._replace(source=number, number=index))


def put_away(draft: Draft, values: tuple[int, ...]) -> None:
    """6.1.5: after its ability the spell goes to the graveyard, unless it enchants a card."""
    if draft.copies[values[0]].zone == ASIDE:
        leaving.bury(draft, values[0])


class CastCase:
    """A spell that a seat wants to cast: what it costs now in vim (an unknown cost is none), the copy in the spellbook
    (None where none is left), and its first ability (None where it cannot be read)."""

    __slots__ = ("card", "copy", "cost", "seat", "state", "text")

    def __init__(self, state: Table, seat: int, card: Card) -> None:
        texts = texts_of(card)
        self.state = state
        self.seat = seat
        self.card = card
        self.cost = continuous_effects.cost(state, seat, card)
        self.copy = available(state, seat, SPELLBOOK, card)
        self.text = texts[0] if texts else None

    @property
    def pending(self) -> PendingAbility:
        """Its first ability as it would be carried out."""
        return make_pending(self.copy.id if self.copy else 0, 0, self.seat)

    @property
    def who(self) -> str:
        """The caster."""
        return seat_name(self.seat)


class Paying:
    """A spell and what is paid for it."""

    __slots__ = ("payment", "spell")

    def __init__(self, spell: CastCase, payment: Payment) -> None:
        self.spell = spell
        self.payment = payment


def _own_main_phase(case: CastCase) -> bool:
    question = case.state.question
    return (
        question is not None
        and question.kind == "menu"
        and case.state.phase == MAIN
        and is_active(case.state, case.seat)
    )


def _wrong_moment(case: CastCase) -> Message:
    if not is_active(case.state, case.seat):
        return Message("bos.spell.own_main_phase", card=case.card.name, seat=case.who)
    return Message("bos.spell.phase", card=case.card.name, phase=phase_name(case.state))


def _condition_holds(case: CastCase) -> bool:
    """6.1.3: what the spell asks for is so now; an event is asked about when it happens."""
    text = case.text
    if text is not None and is_cast_instead(text):
        return False
    if text is None or not text.moments:
        return True
    if any(isinstance(moment, syntax.When | syntax.At) for moment in text.moments):
        return False
    return triggers.others_hold(case.state, case.pending, text)


def _forbidding(case: CastCase) -> Copy | None:
    return continuous_effects.forbidden(case.state, "cast spells", player(case.seat), case.pending.source)


def _who_forbids(case: CastCase) -> Message:
    copy = _forbidding(case)
    return Message("bos.spell.not_let", source=named(copy) if copy else Message("bos.word.a_text"), seat=case.who)


def _wrong_sum(paying: Paying) -> Message:
    spell, (vim, ether) = paying.spell, paying.payment
    return Message("bos.spell.costs", card=spell.card.name, cost=spell.cost, vim=vim, ether=ether, sum=spell.cost)


def _own_price(paying: Paying) -> costs.Lacking | None:
    """What is lacking, once the spell is paid, for the cost in front of its text."""
    spell = paying.spell
    if spell.text is None or not spell.text.cost:
        return None
    after = Draft(spell.state)
    after.vim[spell.seat] -= paying.payment.vim
    after.ether[spell.seat] -= paying.payment.ether
    return costs.lacking(after, spell.pending, spell.text.cost)


def _vim_of(spell: CastCase) -> int:
    return spell.state.vim[spell.seat]


def _ether_of(spell: CastCase) -> int:
    return spell.state.ether[spell.seat]


AT_ALL: Final[tuple[Row[CastCase], ...]] = (
    Row("6.1.1", lambda case: has_condition(case.card) or _own_main_phase(case), _wrong_moment),
    Row(
        "6.1.6",
        lambda case: case.card.type is SPELL,
        lambda case: Message("bos.spell.not_a_spell", card=case.card.name, kind=type_phrase(case.card)),
    ),
    Row(
        "6.1.6", lambda case: case.copy is not None, lambda case: too_many(case.state, case.seat, case.card, SPELLBOOK)
    ),
)
PAID: Final[tuple[Row[Paying], ...]] = (
    Row("6.1.2", lambda case: case.payment.vim + case.payment.ether == case.spell.cost, _wrong_sum),
    Row(
        "6.1.2",
        lambda case: case.payment.vim <= _vim_of(case.spell),
        lambda case: Message(
            "bos.spell.too_little_vim", seat=case.spell.who, vim=_vim_of(case.spell), cost=case.payment.vim
        ),
    ),
    Row(
        "6.3.1",
        lambda case: case.payment.ether <= _ether_of(case.spell),
        lambda case: Message(
            "bos.spell.too_little_ether", seat=case.spell.who, ether=_ether_of(case.spell), cost=case.payment.ether
        ),
    ),
    Row("10.7", lambda case: (_own_price(case) or ("", ""))[0] != "10.7", lambda case: costs.said_of(_own_price(case))),
    Row("10.2.1", lambda case: _own_price(case) is None, lambda case: costs.said_of(_own_price(case))),
)
NOW: Final[tuple[Row[CastCase], ...]] = (
    Row(
        "10.5.1",
        lambda case: case.state.turns[case.seat] > 0,
        lambda case: Message("bos.spell.before_first_turn", seat=case.who),
        "G-112",
    ),
    first_turn.row_of(
        _condition_holds,
        lambda case: case.state,
        lambda case, state: CastCase(state, case.seat, case.card),
        lambda case: case.card.name,
    ),
    Row(
        "6.1.3",
        _condition_holds,
        lambda case: Message("bos.spell.condition", card=case.card.name, text=case.card.abilities[0].text),
    ),
    Row(
        "10.7",
        lambda case: _forbidding(case) is None,
        _who_forbids,
    ),
)


def check_payment(table: Table, seat: int, card: Card, payment: Payment) -> Violation | None:
    """Whether a spell is paid rightly, for one that is cast as something happens."""
    return first_broken(PAID, Paying(CastCase(table, seat, card), payment))


def check_cast(state: State, answer: Answer[Cast]) -> Violation | None:
    """Whether a spell may be cast so."""
    move = answer.move
    card = state.setup.playing[answer.seat].get(move.card)
    if card is None:
        return not_registered(move.card, seat_name(answer.seat))
    look = _look(state, answer.seat, card)
    return look.at_all or first_broken(PAID, Paying(look.case, move.payment)) or look.now()


def can_cast(table: Table, seat: int, card: Card) -> bool:
    """Whether a seat could cast that spell now if it paid vim first, which leaves most to pay with afterwards."""
    case = CastCase(table, seat, card)
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
    look = _Look(CastCase(state, seat, card))
    _LAST[:] = [look]
    return look


def _nothing_to_choose(case: CastCase) -> Violation | None:
    """10.5.1, G-71: the spell needs something that is not there."""
    if case.text is None:
        return None
    text = ability_choices.spoken(case.state, case.pending) if case.text.enchant else case.text
    missing = ability_requirements.lacks(case.state, case.pending, text)
    return Violation(*choice_errors.why_lacking(case.state, case.pending, missing)) if missing else None
