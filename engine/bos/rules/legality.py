"""What is legal: for each kind of answer an ordered table of predicates, each with its rule and a sentence.

The first row that does not hold is the violation. Order of a table: the moment, then who and what, then payment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.bos.abilities import ways
from engine.bos.abilities.targets import fits
from engine.bos.model import moves
from engine.bos.model.moves import Move
from engine.bos.model.places import wizard_place
from engine.bos.model.presence import has_left, is_active
from engine.bos.model.state import MAIN, State, at, named, phase_name
from engine.bos.notation.move_keys import move_key
from engine.bos.notation.table_references import ability_ref
from engine.bos.rules import (
    ability_choices,
    ability_requirements,
    activation,
    choice_errors,
    costs,
    extra_turns,
    summoning,
    trigger_queue,
    turn,
)
from engine.bos.rules.activation import check_use
from engine.bos.rules.attack_legality import check_attack, check_attacks_made, check_block, check_no_block
from engine.bos.rules.bosses import check_boss
from engine.bos.rules.seats import revival
from engine.bos.rules.spells import check_cast
from engine.bos.rules.summoning import check_summon
from engine.choice import Answer, Violation
from engine.messages import Message, all_of
from engine.seats import seat_name


def check(state: State, answer: Answer[Move]) -> Violation | None:
    """Why the answer is against the rules now, or None. The only authority on legality."""
    kind = type(answer.move)
    return _moment(state, answer, kind) or _CHECKS[kind](state, answer)


def _moment(state: State, answer: Answer[Move], kind: type[Move]) -> Violation | None:
    """Whether this seat may give this kind of answer at all now."""
    question = state.question
    if (
        question
        and question.kind == "menu"
        and (answer.seat == question.seat or _is_asked_too(state, answer.seat))
        and kind in _OF_MENU
        and answer.choice is None
    ):
        return None
    if state.outcome or question is None:
        return Violation("11.1.2", Message("bos.turn.over"))
    if answer.seat not in range(len(state.turns)):
        return Violation("3.1.1", Message("bos.turn.no_seat"))
    if answer.choice is not None and answer.choice != state.serial:
        return Violation("3.1.2", Message("bos.turn.asked_before"))
    if kind in _ANY_TIME:
        return None
    if kind is moves.Revive:
        return None
    if question.kind in (revival.REVIVE, revival.REVIVED):
        return _around_a_revival(state, answer, kind)
    if question.kind in _OF_ABILITIES:
        return _while_asked(state, answer, kind)
    if kind in _INNER:
        return Violation("3.1.2", Message("bos.turn.not_an_answer", text=repr(move_key(answer.move)[:60])))
    if question.kind == "begin":
        return _before_a_turn(state, answer, kind)
    if kind is moves.Begin:
        return Violation("3.1.1", Message("bos.turn.not_over", turn=state.turn, seat=seat_name(state.active)))
    if question.kind == "block":
        return _while_blocking(state, answer, kind)
    if kind in _BLOCKS:
        return Violation("8.2.1", Message("bos.block.no_attack"))
    if answer.seat != question.seat and kind not in _AT_WILL and not _is_asked_too(state, answer.seat):
        return Violation(
            "3.1.1", Message("bos.turn.of_another", seat=seat_name(question.seat), other=seat_name(answer.seat))
        )
    return None


def _around_a_revival(state: State, answer: Answer[Move], kind: type[Move]) -> Violation | None:
    """Before summoning it is said whether somebody is revived, and after that nothing is left but the end (14.4.14)."""
    assert state.question
    before = state.question.kind == revival.REVIVE
    if answer.seat == state.question.seat and kind is (moves.NextPhase if before else moves.EndTurn):
        return None
    code = "bos.revival.first" if before else "bos.revival.only_end"
    return Violation("14.4.4", Message(code, seat=seat_name(state.question.seat)), "G-248")


def _is_asked_too(state: State, seat: int) -> bool:
    """Whether a question is one to a combined team, and that seat is a member of it (14.3.9)."""
    seating, question = state.setup.seating, state.question
    if not seating.is_shared or question is None or question.kind not in TOGETHER:
        return False
    return seating.lead[seat] == seating.lead[question.seat]


TOGETHER: Final = ("begin", "menu", "block", "ready")
"""What a combined team is asked together; of anything else one member decides."""


def _before_a_turn(state: State, answer: Answer[Move], kind: type[Move]) -> Violation | None:
    assert state.question
    if kind in _BLOCKS:
        return Violation("8.2.1", Message("bos.block.no_attack"))
    if kind is not moves.Begin:
        return Violation("3.1.1", Message("bos.turn.not_begun", seat=seat_name(state.question.seat)))
    if answer.seat in state.down:
        return Violation("14.4.3", Message("bos.turn.defeated", seat=seat_name(answer.seat)))
    if has_left(state, answer.seat):
        return Violation("3.1.1", Message("bos.turn.out", seat=seat_name(answer.seat)), "G-201")
    if answer.seat != state.question.seat and not _is_asked_too(state, answer.seat):
        return Violation("3.1.1", Message("bos.turn.alternate", seat=seat_name(state.question.seat)))
    return None


def _while_blocking(state: State, answer: Answer[Move], kind: type[Move]) -> Violation | None:
    assert state.question
    if kind in _AT_WILL and not is_active(state, answer.seat):
        return None
    is_asked = answer.seat == state.question.seat or _is_asked_too(state, answer.seat)
    if kind not in _BLOCKS or not is_asked:
        return Violation("8.2.1", Message("bos.turn.block_first", seat=seat_name(state.question.seat)))
    return None


def _while_asked(state: State, answer: Answer[Move], kind: type[Move]) -> Violation | None:
    """Whether an answer fits the question of an ability; whatever else is tried has to wait (10.3.2, 10.4.6)."""
    assert state.question
    question = state.question
    if kind in _BLOCKS:
        return Violation("8.2.1", Message("bos.block.no_attack"))
    if kind not in _OF_ABILITIES[question.kind]:
        return _owed(state)
    if question.kind == "duty" and answer.seat != question.seat:
        return _owed(state)
    is_asked = answer.seat == question.seat or _is_asked_too(state, answer.seat)
    if not is_asked and not (question.kind == "offer" and kind is moves.Take):
        return Violation(
            "10.4.4", Message("bos.turn.decides", seat=seat_name(question.seat), other=seat_name(answer.seat))
        )
    return None


def _owed(state: State) -> Violation:
    """What has to be answered before anything else."""
    assert state.question
    kind, player = state.question.kind, seat_name(state.question.seat)
    if kind == "ready":
        return Violation("4.1.1", Message("bos.turn.ready_first", seat=player))
    if kind == "duty":
        return _duty_of_the_other(state)
    if kind == "offer":
        return Violation("10.3.1", Message("bos.turn.may_first", seat=player))
    frame = state.frames[-1]
    source = named(state.copies[frame.pending.source]) if frame.pending else ""
    if kind == "order":
        names = all_of(named(state.copies[pending.source]) for pending in trigger_queue.mandatory(state))
        return Violation("10.3.2", Message("bos.turn.duties_first", cards=names))
    return Violation("10.3.2", Message("bos.turn.choice_first", card=source, seat=player))


def _duty_of_the_other(state: State) -> Violation:
    """10.3.3: the active player wants to leave the phase, and the other one has something to use in it first."""
    assert state.question
    owed = activation.owed(state, state.question.seat)
    card = at(state, owed[0]) if owed else None
    player, phase = seat_name(state.question.seat), phase_name(state)
    if card is None:
        return Violation("10.3.2", Message("bos.turn.must_use_unnamed", seat=player, phase=phase), "G-129")
    return Violation("10.3.2", Message("bos.turn.must_use", card=named(card), seat=player, phase=phase), "G-129")


def _check_ready(state: State, answer: Answer[moves.Ready]) -> Violation | None:
    card = at(state, answer.move.place)
    lead = state.setup.seating.lead
    if card is None or lead[card.control] != lead[answer.seat]:
        return Violation("4.1.1", Message("bos.turn.nothing_to_ready"))
    if card.id in state.readied:
        return Violation("4.1.2", Message("bos.turn.ready_already", card=named(card)))
    if card.id not in turn.to_ready(state, answer.seat):
        return Violation("4.1.1", Message("bos.turn.not_to_ready", card=named(card)))
    return None


def _check_first(state: State, answer: Answer[moves.First]) -> Violation | None:
    wanted = answer.move.ability
    if any(ability_ref(state, pending) == wanted for pending in trigger_queue.mandatory(state)):
        return None
    if next(trigger_queue.optional(state, answer.seat, wanted), None):
        return Violation("10.4.2", Message("bos.turn.mandatory_first"))
    return Violation("10.1.1", Message("bos.turn.no_duty"))


def _check_take(state: State, answer: Answer[moves.Take]) -> Violation | None:
    pending = next(trigger_queue.optional(state, answer.seat, answer.move.ability), None)
    if pending:
        return trigger_queue.check_payment(state, pending, answer.move.payment)
    return Violation("10.1.1", Message("bos.turn.no_offer"))


def _check_pick(state: State, answer: Answer[moves.Pick]) -> Violation | None:
    wanted = answer.move.thing
    if wanted in ability_choices.asked(state).named:
        return None
    return choice_errors.refused(state, wanted)


def _check_done(state: State, answer: Answer[moves.Done]) -> Violation | None:
    if state.question is not None and state.question.kind == "mode":
        return _check_no_more_ways(state)
    pick = ability_choices.asked(state).pick
    if pick.enough:
        return None
    return Violation("10.3.2", Message("bos.turn.at_least", number=pick.low))


def _check_no_more_ways(state: State) -> Violation | None:
    pending = state.frames[-1].pending
    assert pending is not None
    text = ability_choices.spoken(state, pending)
    if text.ways.most > 1 and ways.may_stop(text, pending):
        return None
    return Violation("10.3.2", Message("bos.turn.ways_at_least", number=text.ways.least))


def _check_pay(state: State, answer: Answer[moves.Pay]) -> Violation | None:
    payment = answer.move.payment
    pending, cost = ability_choices.open_price(state)
    lacking = costs.lacking(state, pending, cost, payment) if payment else None
    return Violation(*lacking) if lacking else None


def _check_mode(state: State, answer: Answer[moves.Mode]) -> Violation | None:
    pending = state.frames[-1].pending
    assert pending is not None
    text, mode = ability_choices.spoken(state, pending), answer.move.number
    if not 1 <= mode <= text.modes:
        return Violation("10.3.2", Message("bos.turn.one_of", number=text.modes))
    if mode in ways.chosen_ways(text, pending) or ways.is_spent(state, pending, text, mode):
        return Violation("10.8.4", Message("bos.turn.way_chosen", number=mode))
    missing = ability_requirements.lacks_in_mode(state, pending, text, mode)
    return Violation(*choice_errors.why_lacking(state, pending, missing)) if missing else None


def _check_number(state: State, answer: Answer[moves.Number]) -> Violation | None:
    most = ability_choices.most(state)
    if answer.move.number > most:
        return Violation("10.2.1", Message("bos.turn.number_at_most", number=most))
    lacking = ability_choices.unpayable(state, answer.move.number)
    if lacking:
        return Violation(*lacking)
    pending = state.frames[-1].pending
    assert pending is not None
    missing = ability_requirements.lacks_with(state, pending, answer.move.number)
    if missing is None or ability_requirements.lacks_with(state, pending, most):
        return None
    return Violation(*choice_errors.why_lacking(state, pending, missing))


def _check_summon(state: State, answer: Answer[moves.Summon]) -> Violation | None:
    """A summon of the summoning phase, or one that an ability lets conduct, perhaps with certain wizards only."""
    violation = check_summon(state, answer)
    if violation or state.question is None or state.question.kind != "conduct":
        return violation
    pending, deed, _ = ability_choices.conducting(state)
    for column in answer.move.wizards:
        wizard = at(state, wizard_place(answer.seat, column))
        if wizard and deed.with_ and not fits(state, pending, deed.with_, wizard):
            source = state.copies[pending.source].face.name
            return Violation("5.1.2", Message("bos.summon.not_let", card=named(wizard), source=source))
    return None


def _check_pass(state: State, answer: Answer[moves.Pass]) -> Violation | None:
    """A summon that has to be conducted is not passed by as long as one can be conducted (10.3.2)."""
    if state.question is None or state.question.kind != "conduct":
        return None
    pending, _, must = ability_choices.conducting(state)
    possible = (Answer(answer.seat, move) for move in summoning.imaginable(state, answer.seat))
    if not must or all(_check_summon(state, summon) for summon in possible):
        return None
    message = Message("bos.summon.must", card=named(state.copies[pending.source]))
    return Violation("10.3.2", message)


def _check_begin(state: State, answer: Answer[moves.Begin]) -> Violation | None:
    if not answer.move.columns:
        return None
    lead, edition = state.setup.seating.lead, state.setup.edition
    begins = lead[answer.seat] == lead[state.setup.first]
    if state.turns[answer.seat] or begins or not edition.second_player_arranges:
        return Violation("3.2.3", Message("bos.turn.wizards_placed"))
    return None


def _check_next(state: State, answer: Answer[moves.NextPhase]) -> Violation | None:
    if revival.is_asked(state):
        return None
    if not extra_turns.ends_turn(state):
        return _check_duty(state)
    if state.phase == MAIN:
        return Violation("3.1.2", Message("bos.turn.main_phase", phase=phase_name(state)))
    return Violation("3.1.9", Message("bos.turn.main_phase_skipped", phase=phase_name(state)), "G-378")


def _check_end(state: State, answer: Answer[moves.EndTurn]) -> Violation | None:
    if state.question is not None and state.question.kind == revival.REVIVED:
        return None
    if not extra_turns.ends_turn(state):
        return Violation("3.1.2", Message("bos.turn.ending_phase", phase=phase_name(state)))
    return _check_duty(state) or (check_attacks_made(state, state.active) if state.phase == MAIN else None)


def _check_duty(state: State) -> Violation | None:
    """10.3.3: a mandatory ability of a phase is used before the phase is left."""
    members = state.setup.seating.sharing[state.active]
    owed = next(filter(None, (activation.owed(state, seat) for seat in members)), None)
    if owed is None:
        return None
    card = at(state, owed[0])
    if card is None:
        return Violation("10.3.2", Message("bos.turn.must_be_used_unnamed", phase=phase_name(state)), "G-129")
    return Violation("10.3.2", Message("bos.turn.must_be_used", card=named(card), phase=phase_name(state)), "G-129")


def _check_leave(
    state: State, answer: Answer[moves.Concede | moves.RunOutOfTime | moves.Disqualify]
) -> Violation | None:
    seat = answer.move.seat
    if seat in state.down:
        return Violation("14.4.7", Message("bos.turn.defeated_leaves", seat=seat_name(seat)))
    if has_left(state, seat):
        return Violation("14.5.24", Message("bos.turn.out_leaves", seat=seat_name(seat)), "G-224")
    return None


def _fine(state: State, answer: Answer[Move]) -> Violation | None:
    return None


_OF_ABILITIES: Final[dict[str, tuple[type[Move], ...]]] = {
    "ready": (moves.Ready,),
    "duty": (moves.Use,),
    "order": (moves.First,),
    "offer": (moves.Take, moves.Pass),
    "may": (moves.Yes, moves.Pass),
    "pick": (moves.Pick, moves.Done),
    "pay": (moves.Pay,),
    "mode": (moves.Mode, moves.Done),
    "number": (moves.Number,),
    "conduct": (moves.Summon, moves.Pass),
}
"""What may be answered to each question that abilities ask."""

_OF_MENU: Final = frozenset({
    moves.Summon, moves.Attack, moves.Cast, moves.Use, moves.TurnUpBoss, moves.NextPhase, moves.EndTurn,
})  # fmt: skip
"""What the active player may try in the middle of a phase."""

_BLOCKS: Final = (moves.Block, moves.NoBlock)
_AT_WILL: Final = (moves.Cast, moves.Use)
"""What a player may do in the turn of the other one."""

_INNER: Final = frozenset({
    moves.Ready, moves.First, moves.Take, moves.Pass, moves.Yes, moves.Pick, moves.Done, moves.Pay, moves.Mode,
    moves.Number,
})  # fmt: skip

_ANY_TIME: Final = frozenset({moves.Concede, moves.RunOutOfTime, moves.Disqualify, moves.Draw})

_CHECKS: Final[dict[type[Move], Callable[[State, Any], Violation | None]]] = {
    moves.Begin: _check_begin,
    moves.NextPhase: _check_next,
    moves.EndTurn: _check_end,
    moves.Summon: _check_summon,
    moves.Cast: check_cast,
    moves.Attack: check_attack,
    moves.Block: check_block,
    moves.NoBlock: check_no_block,
    moves.TurnUpBoss: check_boss,
    moves.Use: check_use,
    moves.Ready: _check_ready,
    moves.First: _check_first,
    moves.Take: _check_take,
    moves.Pass: _check_pass,
    moves.Yes: _fine,
    moves.Pick: _check_pick,
    moves.Done: _check_done,
    moves.Pay: _check_pay,
    moves.Mode: _check_mode,
    moves.Number: _check_number,
    moves.Revive: revival.check_revive,
    moves.Draw: _fine,
    **dict.fromkeys((moves.Concede, moves.RunOutOfTime, moves.Disqualify), _check_leave),
}
