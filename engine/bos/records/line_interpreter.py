"""What a line means on this table: the answers it gives, the totals it checks, or why it cannot be told.

Silence is filled in here: a dropped seat digit is the active player's, in a defender's block the defender's, behind `>`
the writer's; the summoning phase ends by itself when something of the main phase is written; vim pays first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.bos.abilities import continuous_effects
from engine.bos.abilities.card_abilities import is_at_will, texts_of
from engine.bos.abilities.payment import unwritten
from engine.bos.model import moves
from engine.bos.model.cards import SPELL, Card
from engine.bos.model.moves import AbilityRef, Payment, ThingRef
from engine.bos.model.places import LETTERS, NOBODY, position, seat_of
from engine.bos.model.presence import exists, in_turn, is_active, is_out, next_turn
from engine.bos.model.quick_values import make_answer, make_payment
from engine.bos.model.state import STARTUP, SUMMONING, Copy, State, at, named
from engine.bos.model.syntax import Delay
from engine.bos.notation.line_parser import (
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
)
from engine.bos.notation.reference_resolution import (
    aside_seat,
    card_of,
    place_of,
    says,
    text_of,
    the_number,
    thing_of,
    writer,
)
from engine.bos.notation.table_references import abilities_at, ability_ref, is_mandatory
from engine.bos.records import implied_answers
from engine.bos.records.phase_of_a_line import ends_summoning, is_of_main, waits_for_main
from engine.bos.records.unstated_answers import (
    ability_waiting,
    is_awaited,
    is_put_off,
    number_awaited,
    silence_before,
)
from engine.bos.records.whose_line import addressed
from engine.bos.rules import extra_turns, trigger_queue
from engine.bos.rules.conducting_wizards import only_columns, wizard_columns
from engine.choice import Answer
from engine.contract import Problem
from engine.messages import Message
from engine.seats import seat_name


class Reading:
    """A line understood: answers in order, what it aims at and its number for what is asked next;
    totals to compare, a judge's deed, remarks. `again`: these answers are what the silence before the line means, and
    the line itself is read once more after them. `done` is a place whose duty this line repeats, since it was done by
    itself (-1: none). `payment` says how a price is paid that is asked for after these answers."""

    __slots__ = ("again", "aims", "amount", "answers", "done", "judge", "payment", "totals")

    def __init__(
        self,
        answers: tuple[Answer[moves.Move], ...] = (),
        totals: Totals | None = None,
        judge: Judge | None = None,
        aims: tuple[ThingRef, ...] = (),
        amount: int | None = None,
        *,
        again: bool = False,
        done: int = NOBODY,
        payment: Payment | None = None,
    ) -> None:
        self.answers: Final = answers
        self.totals: Final = totals
        self.judge: Final = judge
        self.aims: Final = aims
        self.amount: Final = amount
        self.again: Final = again
        self.done: Final = done
        self.payment: Final = payment


NOTHING: Final = Reading()


def read(state: State, body: str) -> Reading | Problem:
    """What a line says in this position. Legality of the answers is the business of `check`."""
    try:
        move = says(state, body)
    except Unreadable as problem:
        return Problem("unreadable", None, problem.message, problem.column)
    if state.setup.seating.is_duel:
        reading = _meaning(state, move)
    else:
        whose = addressed(state, move)
        reading = whose if isinstance(whose, Problem) else _meaning(*whose)
    if isinstance(reading, Problem) and state.outcome and reading.finding != "unreadable":
        return _illegal("11.1.2", Message("bos.turn.over"))
    return reading


def _meaning(state: State, move: Move) -> Reading | Problem:
    if isinstance(move, Word) and move.word == "PASS":
        return _pass(state)
    if state.question is not None and type(move) not in _AT_ANY_TIME:
        before = silence_before(state, state.question.kind, move)
        if before:
            return Reading((before,), again=True) if isinstance(before, Answer) else before
    return _MEANINGS[type(move)](state, move)


_AT_ANY_TIME: Final = frozenset({Leave, Judge, Sealed})
"""What is written whatever is asked."""


def _turn(state: State, move: Turn) -> Reading | Problem:
    if move.seat >= state.setup.seating.seats:
        return _illegal("3.1.1", Message("bos.line.no_such_seat", seat=seat_name(move.seat)))
    if (
        state.question
        and state.question.kind == "begin"
        and move.seat == state.question.seat
        and move.number != state.turn + 1
    ):
        return _illegal("3.1.1", Message("bos.line.other_turn", turn=state.turn + 1, number=move.number))
    return Reading((make_answer(move.seat, moves.Begin()),))


def _summon(state: State, move: Summon) -> Reading | Problem:
    conducting = state.question is not None and state.question.kind == "conduct"
    seat, card = card_of(state, state.question.seat if conducting and state.question else writer(state), move)
    if isinstance(card, Problem):
        return card
    if move.place is None:
        only = only_columns(state, seat, move, card)
        return only if isinstance(only, Problem) else _summoned(state, seat, only, move, card)
    lead = state.setup.seating.lead
    if move.place.seat is not None and lead[move.place.seat] != lead[seat]:
        return _illegal("5.1.5", Message("bos.summon.own_wizard", seat=seat_name(seat)))
    columns = wizard_columns(state, seat, move, card, move.place.column)
    if isinstance(columns, Problem):
        return columns
    if columns[0] != move.place.column:
        column, wrong = LETTERS[columns[0]], LETTERS[move.place.column]
        message = Message("bos.summon.other_column", card=card.name, column=column, wrong=wrong)
        return _illegal("5.1.5", message, "J-8" if len(columns) > 1 else "")
    return _summoned(state, seat, columns, move, card)


def _summoned(state: State, seat: int, columns: tuple[int, ...], move: Summon, card: Card) -> Reading | Problem:
    answer = make_answer(seat, moves.Summon(columns, card.key))
    if move.target and not card.abilities:
        return _illegal("10.1.1", Message("bos.ability.aims_at_nothing", card=card.name))
    return _aimed(state, seat, (answer,), move.target)


def _cast(state: State, move: Cast) -> Reading | Problem:
    seat, card = card_of(state, aside_seat(state, move), move)
    if isinstance(card, Problem):
        return card
    if implied_answers.ability_asks(state):
        return _aimed(state, seat, (), move.target)
    waits = ability_waiting(state, seat, card)
    if waits and _is_of_what_was_left(state, move, card):
        assert state.question is not None
        return Reading((Answer(state.question.seat, moves.Pass()),), again=True)
    if waits and state.question and state.question.kind == "order":
        return _aimed(state, seat, (make_answer(state.question.seat, moves.First(waits)),), move.target)
    if waits:
        paid = _paid(move.payment)
        return _aimed(state, seat, (make_answer(seat, moves.Take(waits, paid)),), move.target)
    payment = _paid(move.payment) or unwritten(state, seat, continuous_effects.cost(state, seat, card))
    if not move.payment and payment.ether > state.ether[seat] and card.type is SPELL:
        payment = Payment(payment.vim + payment.ether, 0)
    answer = make_answer(seat, moves.Cast(payment, card.key))
    beyond = _not_there_yet(state, seat, move.target)
    if beyond:
        return beyond
    if _still_summoning(state) and ends_summoning(state, seat, card):
        return _to_main(state)
    return _aimed(state, seat, (answer,), move.target)


def _is_of_what_was_left(state: State, move: Cast, card: Card) -> bool:
    """Whether a line is about what a spell left for later and not about another copy that waits: it aims at something,
    and a copy that is cast now asks nothing."""
    offered = state.question is not None and state.question.kind == "offer"
    if not offered or move.target is None or not move.target.refs or not is_put_off(state, name=card.key):
        return False
    text = texts_of(card)[0] if card.abilities else None
    return text is not None and not text.cost and all(isinstance(step.deed, Delay) for step in text.steps)


def _use(state: State, move: Use) -> Reading | Problem:
    seat = aside_seat(state, move)
    if move.place.kind == "player":
        return _illegal("10.1.1", Message("bos.ability.of_a_player"))
    place = place_of(move.place, seat)
    if move.sign != "U" or move.aside:
        seat = seat_of(place)
    beyond = _not_there_yet(state, seat, move.target)
    if beyond:
        return beyond
    card = at(state, place)
    abilities = abilities_at(state, place)
    number = move.number or number_awaited(state, place, move.sign) or the_number(state, abilities, move.sign)
    prices = number_awaited(state, place, move.sign) == 0
    put_off = is_put_off(state, place, move.number or 0)
    if card and card.up and abilities and not prices and not put_off:
        wrong = _wrong_sign(state, abilities, number, move.sign)
        if wrong:
            return _illegal(wrong[0], Message(wrong[1], card=named(card)))
        if move.sign == "-":
            return NOTHING
    text = text_of(state, abilities, number)
    asks_inner = implied_answers.ability_asks(state)
    left = put_off and move.sign != "U"
    answers = left and state.question is not None and state.question.kind != "menu"
    if prices or answers or is_awaited(state, seat, place, number, move):
        return _waiting(state, seat, place, number, move)
    if move.sign != "U" and (asks_inner or not abilities or (text is not None and not is_at_will(text))):
        return _waiting(state, seat, place, number, move)
    if _still_summoning(state) and (
        left or (waits_for_main(text) if move.aside else is_active(state, seat) and is_of_main(text))
    ):
        return _to_main(state)
    payment = _paid(move.payment)
    side = aside_seat(state, move)
    return _aimed(state, side, (make_answer(seat, moves.Use(place, number, payment)),), move.target)


def _waiting(state: State, seat: int, place: int, number: int, move: Use) -> Reading | Problem:
    """A line with + or !: an ability that waits, one that asks right now, or a duty that was done by itself."""
    wanted = AbilityRef(place, number)
    side = aside_seat(state, move)
    kind, asked_seat = (state.question.kind, state.question.seat) if state.question else ("", seat)
    pending = state.frames[-1].pending if state.frames else None
    payment = _paid(move.payment)
    if kind in implied_answers.INNER and pending is not None:
        asking = ability_ref(state, pending)
        if asking == wanted or (move.number is None and asking.place == place):
            return _aimed(state, side, (), move.target, paid=payment)
        silent = implied_answers.answer(state)
        return Reading((silent,), again=True) if isinstance(silent, Answer) else silent or NOTHING
    if kind == ("order" if move.sign == "!" else "offer"):
        abilities = (
            trigger_queue.mandatory(state) if kind == "order" else list(trigger_queue.optional(state, asked_seat))
        )
        waiting = [ability_ref(state, pending) for pending in abilities]
        if move.number is None:
            wanted = next((ability for ability in waiting if ability.place == place), wanted)
        if wanted in waiting:
            if kind == "order":
                return _aimed(state, side, (make_answer(asked_seat, moves.First(wanted)),), move.target, paid=payment)
            return _aimed(state, side, (make_answer(asked_seat, moves.Take(wanted, payment)),), move.target)
        if kind == "offer" and state.question:
            return Reading((make_answer(state.question.seat, moves.Pass()),), again=True)
    if _still_summoning(state):
        return _to_main(state)
    if move.sign == "+":
        return _illegal("10.1.1", Message("bos.ability.none_waits_to_use", place=position(place)))
    return _aimed(state, side, (), move.target, place, payment)


def _wrong_sign(state: State, abilities: list[tuple[Copy, int]], number: int, sign: str) -> tuple[str, str] | None:
    """The rule and the code of why a sign cannot stand before that ability: `+` and `-` are for optional ones, `!` for
    mandatory ones."""
    source, own = abilities[number - 1] if 1 <= number <= len(abilities) else (None, 0)
    must = is_mandatory(state, source, own) if source else None
    if sign == "!" and not must:
        return "10.3.2", "bos.ability.no_mandatory"
    if sign in "+-" and must is not False:
        return "10.3.1", "bos.ability.no_optional"
    return None


def _attack(state: State, move: Attack) -> Reading | Problem:
    seat = writer(state)
    if move.attacker.kind == "player":
        return _illegal("7.1.3", Message("bos.attack.by_a_player"))
    attacker = place_of(move.attacker, seat)
    if move.target.kind == "player":
        if move.target.seat is None or move.target.seat >= state.setup.seating.seats:
            return _illegal("8.1.2", _nobody_there(state, move.target.seat or 0))
        return _in_main(state, moves.Attack(attacker, player=move.target.seat))
    return _in_main(state, moves.Attack(attacker, place_of(move.target, seat)))


def _block(state: State, move: Block) -> Reading | Problem:
    asks_to_block = state.question is not None and state.question.kind == "block"
    defender = state.question.seat if state.question and asks_to_block else next_turn(state, writer(state))
    seat = defender if move.seat is None else move.seat
    if move.place is None:
        return Reading((make_answer(seat, moves.NoBlock()),))
    if move.place.kind in ("player", "wizard"):
        return _illegal("8.2.1", Message("bos.block.no_place"))
    return Reading((make_answer(seat, moves.Block(place_of(move.place, defender))),))


def _pass(state: State) -> Reading | Problem:
    """One word for several things: no block, an ability that is not used, the end of a turn in its main phase."""
    kind = state.question.kind if state.question else ""
    if state.question and kind == "block":
        return Reading((make_answer(state.question.seat, moves.NoBlock()),))
    if state.question and kind in ("offer", "may", "conduct"):
        return Reading((make_answer(state.question.seat, moves.Pass()),))
    if state.question and kind == "menu" and extra_turns.ends_turn(state):
        return Reading((make_answer(state.question.seat, moves.EndTurn()),))
    return Problem("unproven", "3.1.2", PASSED)


PASSED: Final = Message("bos.line.pass_unclear")
CONCEDED: Final = Message("bos.line.who_concedes")


def _leave(state: State, move: Leave) -> Reading | Problem:
    if move.how == "draw":
        return Reading((make_answer(in_turn(state, 0)[0], moves.Draw()),))
    if move.seat is None:
        of_turn = state.question is not None and state.question.kind == "menu"
        concession = Reading((make_answer(state.active, moves.Concede(max(state.active, 0))),))
        return concession if of_turn else Problem("unproven", "11.1.7", CONCEDED)
    if move.seat >= state.setup.seating.seats:
        return _illegal("3.1.1", _nobody_there(state, move.seat))
    return Reading((make_answer(move.seat, _LEAVES[move.how](move.seat)),))


def _nobody_there(state: State, seat: int) -> Message:
    """Why a seat above the table is no player."""
    seating = state.setup.seating
    if seating.is_duel:
        return Message("bos.line.no_such_player")
    return Message("bos.line.nobody_there", seat=seat_name(seat), number=seating.seats)


def _revive(state: State, move: Revive) -> Reading | Problem:
    if not state.setup.seating.stays:
        code = "bos.line.no_revival" if state.setup.seating.is_duel else "bos.line.no_raid"
        return _illegal("14.4.4", Message(code))
    return Reading((make_answer(max(state.active, 0), moves.Revive(move.seat)),))


_LEAVES: Final[dict[str, type[moves.Concede | moves.RunOutOfTime | moves.Disqualify]]] = {
    "concede": moves.Concede,
    "time": moves.RunOutOfTime,
    "disqualify": moves.Disqualify,
}
"""How a line says that somebody leaves, and what it means."""


def _ready(state: State, move: Ready) -> Reading | Problem:
    """An order of readying is followed where it is asked, and else compared with what became ready."""
    if state.question and state.question.kind == "ready":
        places = [place_of(ref, state.active) for ref in move.places if ref.kind != "player"]
        return Reading(tuple(make_answer(state.question.seat, moves.Ready(place)) for place in places))
    if state.phase not in (STARTUP, SUMMONING) or state.question is None:
        return _illegal("4.1.1", Message("bos.turn.ready_in_startup"))
    places = [place_of(ref, state.active) for ref in move.places if ref.kind != "player"]
    if state.question.kind in implied_answers.ABILITIES and not all(_became_ready(state, place) for place in places):
        silent = implied_answers.answer(state)
        if isinstance(silent, Answer):
            return Reading((silent,), again=True)
    for place in places:
        if not _became_ready(state, place):
            return _illegal("4.1.1", Message("bos.turn.not_readied", place=position(place)))
    if len(set(places)) != len(places):
        return _illegal("4.1.2", Message("bos.turn.readied_once"))
    return NOTHING


def _became_ready(state: State, place: int) -> bool:
    card = at(state, place)
    return card is not None and card.id in state.readied


def _boss(state: State, move: Word) -> Reading | Problem:
    """A boss turned up, perhaps with what its price is paid with."""
    if _still_summoning(state):
        return _to_main(state)
    seat = writer(state)
    payment = _paid(move.payment)
    return _aimed(state, seat, (make_answer(seat, moves.TurnUpBoss()),), move.target, paid=payment)


def _paid(written: tuple[int, int] | None) -> Payment | None:
    return None if written is None else make_payment(written[0], written[1])


def _in_main(state: State, move: moves.Move) -> Reading:
    return _to_main(state) if _still_summoning(state) else Reading((make_answer(writer(state), move),))


def _still_summoning(state: State) -> bool:
    return state.question is not None and state.question.kind == "menu" and state.phase == SUMMONING


def _to_main(state: State) -> Reading:
    """The summoning phase ends by itself when something of the main phase is written."""
    assert state.question
    return Reading((make_answer(state.question.seat, moves.NextPhase()),), again=True)


def _aimed(
    state: State,
    side: int,
    answers: tuple[Answer[moves.Move], ...],
    target: Target | None,
    done: int = NOBODY,
    paid: Payment | None = None,
) -> Reading | Problem:
    """The answers, and what the line aims at; a place without its digit is on that side."""
    aims: list[ThingRef] = []
    for ref in target.refs if target else ():
        aim = thing_of(state, side, ref)
        if isinstance(aim, Problem):
            return aim
        aims.append(aim)
    return Reading(answers, aims=tuple(aims), amount=target.amount if target else None, done=done, payment=paid)


def _not_there_yet(state: State, seat: int, target: Target | None) -> Problem | None:
    """10.5.1: nothing is aimed at a player who has not started, or is out or defeated, or at their cards."""
    for ref in target.refs if target else ():
        if not isinstance(ref, Ref) or ref.seat is None or ref.seat == seat or exists(state, ref.seat):
            continue
        player = seat_name(ref.seat)
        if ref.seat in state.down:
            return _illegal("14.4.13", Message("bos.target.beaten", seat=player), "G-247")
        if is_out(state, ref.seat):
            return _illegal("14.5.18", Message("bos.target.left", seat=player), "G-218")
        message = Message("bos.target.before_first_turn", seat=player, other=player)
        return _illegal("10.5.1", message, "G-112")
    return None


def _illegal(rule: str, message: Message, ruling: str = "") -> Problem:
    return Problem("illegal", rule, message, None, ruling)


def _word(state: State, move: Word) -> Reading | Problem:
    if move.word == "BOSS":
        return _boss(state, move)
    ends = Reading((make_answer(writer(state), moves.EndTurn()),))
    return ends if extra_turns.ends_turn(state) else _in_main(state, moves.EndTurn())


_MEANINGS: Final[dict[type, Callable[[State, Any], Reading | Problem]]] = {
    Turn: _turn,
    Summon: _summon,
    Cast: _cast,
    Use: _use,
    Attack: _attack,
    Block: _block,
    Word: _word,
    Totals: lambda state, move: Reading(totals=move),
    Judge: lambda state, move: Reading(judge=move),
    Leave: _leave,
    Ready: _ready,
    Revive: _revive,
    Sealed: lambda state, move: NOTHING,
}
