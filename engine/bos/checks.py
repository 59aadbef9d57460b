"""What is legal: for each kind of answer an ordered table of predicates, each with its rule and a sentence.

The first row that does not hold is the violation. Order of a table: the moment, then who and what, then payment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.bos import abilities, carrying, costs, keys, picking, summoning, turn, waiting
from engine.bos.abilities import check_use
from engine.bos.attacks import check_attack, check_block
from engine.bos.bosses import check_boss
from engine.bos.spells import check_cast
from engine.bos.state import MAIN, State, at, named, seat_name, wizard_place
from engine.bos.summoning import check_summon
from engine.bos.things import fits
from engine.choice import Answer, Violation


def check(state: State, answer: Answer) -> Violation | None:
    """Why the answer is against the rules now, or None. The only authority on legality."""
    verb = keys.verb(answer.key)
    violation = _moment(state, answer, verb)
    if violation:
        return violation
    try:
        return _CHECKS[verb](state, answer)
    except ValueError:
        return Violation("3.1.2", f"{answer.key[:60]!r} is not an answer to what is asked now.")


def _moment(state: State, answer: Answer, verb: str) -> Violation | None:
    """Whether this seat may give this kind of answer at all now."""
    ask = state.ask
    if (
        ask is not None
        and ask.kind == "menu"
        and answer.seat == ask.seat
        and verb in _OF_MENU
        and answer.choice is None
    ):
        return None
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
    if ask.kind in _OF_ABILITIES:
        return _while_asked(state, answer, verb)
    if verb in _INNER:
        return Violation("3.1.2", f"{answer.key[:60]!r} is not an answer to what is asked now.")
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
    if verb in ("cast", "use") and answer.seat != state.active:
        return None
    if verb not in ("block", "no") or answer.seat != state.ask.seat:
        return Violation(
            "8.2.1", f"{seat_name(state.ask.seat)} was attacked and first has to say whether a card blocks, and which."
        )
    return None


def _while_asked(state: State, answer: Answer, verb: str) -> Violation | None:
    """Whether an answer fits the question of an ability; whatever else is tried has to wait (10.3.2, 10.4.6)."""
    assert state.ask
    ask = state.ask
    if verb in ("block", "no"):
        return Violation("8.2.1", "There is nothing to block: no attack on a player waits for an answer.")
    if verb not in _OF_ABILITIES[ask.kind]:
        return _owed(state)
    if ask.kind == "duty" and answer.seat != ask.seat:
        return _owed(state)
    if answer.seat != ask.seat and not (ask.kind == "offer" and verb == "take"):
        return Violation("10.4.4", f"{seat_name(ask.seat)} decides here, not {seat_name(answer.seat)}.")
    return None


def _owed(state: State) -> Violation:
    """What has to be answered before anything else."""
    assert state.ask
    kind, who = state.ask.kind, seat_name(state.ask.seat)
    if kind == "ready":
        return Violation("4.1.1", f"{who} first makes face-down wizards and acted cards ready, one after another.")
    if kind == "duty":
        return _duty_of_the_other(state)
    if kind == "offer":
        return Violation("10.3.1", f"{who} may use an ability first, or lets it pass.")
    frame = state.frames[-1]
    source = named(state.copies[frame.doing.source]) if frame.doing else ""
    if kind == "order":
        names = " and ".join(named(state.copies[doing.source]) for doing in waiting.mandatory(state))
        return Violation("10.3.2", f"Abilities that must be used wait here, of {names}; they come first.")
    return Violation("10.3.2", f"An ability of {source} waits for a choice of {who}, which comes first.")


def _duty_of_the_other(state: State) -> Violation:
    """10.3.3: the active player wants to leave the phase, and the other one has something to use in it first."""
    assert state.ask
    owed = abilities.owed(state, state.ask.seat)
    card = at(state, owed[0]) if owed else None
    said = f"{named(card)} has an ability" if card else "An ability"
    who = seat_name(state.ask.seat)
    return Violation("10.3.2", f"{said} that {who} must use before the {state.phase} phase is left.", "G-129")


def _check_ready(state: State, answer: Answer) -> Violation | None:
    place = keys.POSITIONS.get(answer.key.partition(":")[2])
    card = None if place is None else at(state, place)
    if card is None or card.control != answer.seat:
        return Violation("4.1.1", "There is no card of that player there that could become ready.")
    if card.id in state.readied:
        return Violation("4.1.2", f"{named(card)} became ready in this startup phase already.")
    if card.id not in turn.to_ready(state, answer.seat):
        return Violation("4.1.1", f"{named(card)} is not acted and is no face-down wizard.")
    return None


def _check_first(state: State, answer: Answer) -> Violation | None:
    name, payment = keys.waiting(answer.key)
    if payment:
        return Violation("10.3.2", "Which duty comes first is said before how its price is paid.")
    if any(keys.ability(state, doing) == name for doing in waiting.mandatory(state)):
        return None
    if next(waiting.optional(state, answer.seat, name), None):
        return Violation("10.4.2", "Mandatory abilities come before optional ones.")
    return Violation("10.1.1", "No ability that must be used waits there.")


def _check_take(state: State, answer: Answer) -> Violation | None:
    name, payment = keys.waiting(answer.key)
    doing = next(waiting.optional(state, answer.seat, name), None)
    if doing:
        return waiting.check_payment(state, doing, payment)
    return Violation("10.1.1", "No optional ability that could be used waits there.")


def _check_pick(state: State, answer: Answer) -> Violation | None:
    wanted = answer.key.partition(":")[2]
    if wanted in carrying.asked(state).named:
        return None
    return picking.refused(state, wanted)


def _check_done(state: State, answer: Answer) -> Violation | None:
    found = carrying.asked(state).pick
    if found.enough:
        return None
    return Violation("10.3.2", f"At least {found.low} have to be chosen here.")


def _check_pay(state: State, answer: Answer) -> Violation | None:
    payment = keys.pay(answer.key)
    doing, cost = carrying.open_price(state)
    lacking = costs.lacking(state, doing, cost, payment) if payment else None
    return Violation(*lacking) if lacking else None


def _check_mode(state: State, answer: Answer) -> Violation | None:
    doing = state.frames[-1].doing
    assert doing is not None
    text, mode = carrying.spoken(state, doing), keys.count(answer.key)
    if not 1 <= mode <= text.modes:
        return Violation("10.3.2", f"One of {text.modes} has to be chosen, by its number.")
    thing = carrying.lacks_in_mode(state, doing, text, mode)
    return Violation(*picking.why_lacking(state, doing, thing)) if thing else None


def _check_number(state: State, answer: Answer) -> Violation | None:
    most = carrying.most(state)
    if keys.count(answer.key) > most:
        return Violation("10.2.1", f"The number named can be at most {most} here.")
    lacking = carrying.unpayable(state, keys.count(answer.key))
    return Violation(*lacking) if lacking else None


def _check_summon(state: State, answer: Answer) -> Violation | None:
    """A summon of the summoning phase, or one that an ability lets conduct, perhaps with certain wizards only."""
    violation = check_summon(state, answer)
    if violation or state.ask is None or state.ask.kind != "conduct":
        return violation
    doing, deed, _ = carrying.conducting(state)
    for column in keys.summon(answer.key).wizards:
        wizard = at(state, wizard_place(answer.seat, column))
        if wizard and deed.with_ and not fits(state, doing, deed.with_, wizard):
            source = state.copies[doing.source].face.name
            return Violation("5.1.2", f"{named(wizard)} is not a wizard with whom {source} lets a summon be conducted.")
    return None


def _check_pass(state: State, answer: Answer) -> Violation | None:
    """A summon that has to be conducted is not passed by as long as one can be conducted (10.3.2)."""
    if state.ask is None or state.ask.kind != "conduct":
        return None
    doing, _, must = carrying.conducting(state)
    possible = (Answer(answer.seat, key) for key in summoning.imaginable(state, answer.seat))
    if not must or all(_check_summon(state, one) for one in possible):
        return None
    said = f"{named(state.copies[doing.source])} says that a summon must be conducted here, and one can be."
    return Violation("10.3.2", said)


def _check_begin(state: State, answer: Answer) -> Violation | None:
    if not keys.begin(answer.key):
        return None
    if state.turns[answer.seat] or answer.seat == state.setup.first or not state.setup.edition.second_player_arranges:
        return Violation("3.2.3", "Only player two places wizards, and only as their first turn begins.")
    return None


def _check_next(state: State, answer: Answer) -> Violation | None:
    if state.phase != MAIN:
        return _check_duty(state)
    return Violation("3.1.2", f"The main phase follows the summoning phase; this is the {state.phase} phase.")


def _check_end(state: State, answer: Answer) -> Violation | None:
    if state.phase != MAIN:
        return Violation("3.1.2", f"The ending phase follows the main phase; this is the {state.phase} phase.")
    return _check_duty(state)


def _check_duty(state: State) -> Violation | None:
    """10.3.3: a mandatory ability of a phase is used before the phase is left."""
    owed = abilities.owed(state, state.active)
    if owed is None:
        return None
    card = at(state, owed[0])
    said = f"{named(card)} has an ability" if card else "An ability"
    return Violation("10.3.2", f"{said} that must be used before the {state.phase} phase is left.", "G-129")


def _fine(state: State, answer: Answer) -> Violation | None:
    return None


def _check_leave(state: State, answer: Answer) -> Violation | None:
    keys.leave(answer.key)
    return None


_OF_ABILITIES: Final[dict[str, tuple[str, ...]]] = {
    "ready": ("ready",),
    "duty": ("use",),
    "order": ("first",),
    "offer": ("take", "pass"),
    "may": ("yes", "pass"),
    "pick": ("pick", "done"),
    "pay": ("pay",),
    "mode": ("mode",),
    "number": ("number",),
    "conduct": ("summon", "pass"),
}
"""What may be answered to each question that abilities ask."""

_OF_MENU: Final = frozenset({"summon", "attack", "cast", "use", "boss", "next", "end"})
"""What the active player may try in the middle of a phase."""

_INNER: Final = ("ready", "first", "take", "pass", "yes", "pick", "done", "pay", "mode", "number")

_ANY_TIME: Final = ("concede", "time", "disqualify", "draw")

_CHECKS: Final[dict[str, Callable[[State, Answer], Violation | None]]] = {
    "begin": _check_begin,
    "next": _check_next,
    "end": _check_end,
    "summon": _check_summon,
    "cast": check_cast,
    "attack": check_attack,
    "block": check_block,
    "no": _fine,
    "boss": check_boss,
    "use": check_use,
    "ready": _check_ready,
    "first": _check_first,
    "take": _check_take,
    "pass": _check_pass,
    "yes": _fine,
    "pick": _check_pick,
    "done": _check_done,
    "pay": _check_pay,
    "mode": _check_mode,
    "number": _check_number,
    **dict.fromkeys(_ANY_TIME, _check_leave),
}
