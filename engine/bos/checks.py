"""What is legal: for each kind of answer an ordered table of predicates, each with its rule and a sentence.

The first row that does not hold is the violation. Order of a table: the moment, then who and what, then payment.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.bos import keys
from engine.bos.abilities import check_use
from engine.bos.attacks import check_attack, check_block
from engine.bos.bosses import check_boss
from engine.bos.spells import check_cast
from engine.bos.state import MAIN, SUMMONING, State, seat_name
from engine.bos.summoning import check_summon
from engine.choice import Answer, Violation


def check(state: State, answer: Answer) -> Violation | None:
    """Why the answer is against the rules now, or None. The only authority on legality."""
    violation = _moment(state, answer)
    if violation:
        return violation
    try:
        return _CHECKS[keys.verb(answer.key)](state, answer)
    except ValueError:
        return Violation("3.1.2", f"{answer.key[:60]!r} is not an answer to what is asked now.")


def _moment(state: State, answer: Answer) -> Violation | None:
    """Whether this seat may give this kind of answer at all now."""
    verb = keys.verb(answer.key)
    ask = state.ask
    if state.outcome or ask is None:
        return Violation("11.1.2", "The game is over; nothing can be done any more.")
    if answer.seat not in range(len(state.life)):
        return Violation("3.1.1", "There is no such seat in this game.")
    if answer.choice is not None and answer.choice != state.serial:
        return Violation("3.1.2", "This answers a question that is no longer asked.")
    if verb not in _CHECKS:
        return Violation("3.1.2", f"{answer.key[:60]!r} is not an answer to what is asked now.")
    if verb in _ANY_TIME:
        return None
    if ask.kind == "begin":
        return _before_a_turn(state, answer, verb)
    if verb == "begin":
        return Violation(
            "3.1.1",
            f"Turn {state.turn} of {seat_name(state.active)} is not over; it ends with E before the next begins.",
        )
    if ask.kind == "block":
        return _while_blocking(state, answer, verb)
    if verb in ("block", "no"):
        return Violation("8.2.1", "There is nothing to block: no attack on a player waits for an answer.")
    if answer.seat != ask.seat and verb not in ("cast", "use"):
        return Violation("3.1.1", f"It is the turn of {seat_name(ask.seat)}, not of {seat_name(answer.seat)}.")
    return None


def _before_a_turn(state: State, answer: Answer, verb: str) -> Violation | None:
    assert state.ask
    if verb in ("block", "no"):
        return Violation("8.2.1", "There is nothing to block: no attack on a player waits for an answer.")
    if verb != "begin":
        return Violation(
            "3.1.1", f"Nobody's turn is running; the turn of {seat_name(state.ask.seat)} must begin first."
        )
    if answer.seat != state.ask.seat:
        return Violation("3.1.1", f"The next turn is the turn of {seat_name(state.ask.seat)}, since turns alternate.")
    return None


def _while_blocking(state: State, answer: Answer, verb: str) -> Violation | None:
    assert state.ask
    if verb in ("cast", "use"):
        return None
    if verb not in ("block", "no") or answer.seat != state.ask.seat:
        return Violation(
            "8.2.1", f"{seat_name(state.ask.seat)} was attacked and first has to say whether a card blocks, and which."
        )
    return None


def _check_begin(state: State, answer: Answer) -> Violation | None:
    if not keys.begin(answer.key):
        return None
    if state.turns[answer.seat] or answer.seat == state.setup.first or not state.setup.edition.second_player_arranges:
        return Violation("3.2.3", "Only player two places wizards, and only as their first turn begins.")
    return None


def _check_next(state: State, answer: Answer) -> Violation | None:
    if state.phase == SUMMONING:
        return None
    return Violation("3.1.2", f"The main phase follows the summoning phase; this is the {state.phase} phase.")


def _check_end(state: State, answer: Answer) -> Violation | None:
    if state.phase == MAIN:
        return None
    return Violation("3.1.2", f"The ending phase follows the main phase; this is the {state.phase} phase.")


def _fine(state: State, answer: Answer) -> Violation | None:
    return None


def _check_leave(state: State, answer: Answer) -> Violation | None:
    keys.leave(answer.key)
    return None


_ANY_TIME = ("concede", "time", "disqualify", "draw")

_CHECKS: dict[str, Callable[[State, Answer], Violation | None]] = {
    "begin": _check_begin,
    "next": _check_next,
    "end": _check_end,
    "summon": check_summon,
    "cast": check_cast,
    "attack": check_attack,
    "block": check_block,
    "no": _fine,
    "boss": check_boss,
    "use": check_use,
    **dict.fromkeys(_ANY_TIME, _check_leave),
}
