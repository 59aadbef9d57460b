"""Clauses and sentences as they are read, and how sentences hang together: "otherwise", "instead", what X is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.bos.cardtext.combinators import Refusal
from engine.bos.cardtext.conditions.comparisons import none_there
from engine.bos.cardtext.effects.subjects import is_standing
from engine.bos.cardtext.grammar_words import ItAsSubject, ThatCard
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.bos.model.deed_things import things_of
from engine.messages import Message

Steps = tuple[syntax.Step, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """Some steps; `bare` has no subject of its own."""

    steps: Steps
    """What happens."""
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """The steps of a sentence. `instead` takes the place of the sentence before where `held` is so.

    `bought` makes all that follows depend on it ("you may pay 2 vim: …"); `x` says what X is in the sentence before.
    """

    steps: Steps
    """What happens."""
    held: terms.Predicate | None = None
    instead: bool = False
    otherwise: bool = False
    """Whether it begins with "otherwise"."""
    bought: bool = False
    x: terms.Quantity | None = None
    lacking: bool = False
    """Whether it begins with "if there is none": what the sentence before chooses."""
    own: bool = False
    """Whether it says "if you control none" for that."""
    arrives: Literal["", "ready", "acted"] = ""
    """How the card of the sentence before arrives: "it arrives acted"."""


def measured(steps: Steps, x: terms.Quantity) -> Steps:
    """The steps with X as what it is said to be; it is measured when its step begins, so one step may use it."""
    using = [step for step in steps if any(isinstance(part, terms.X) for part in parts(step.deed))]
    if len(using) != 1 or any(isinstance(part, terms.X) for part in parts(x)):
        raise Refusal(Message("bos.card_text.x_is"))
    return tuple(change(step, lambda part: x if isinstance(part, terms.X) else part) for step in steps)


def linked(sentences: tuple[Sentence, ...]) -> Steps:
    """All steps in order; "otherwise" and "instead" look back at the sentence before."""
    steps: list[syntax.Step] = []
    start = 0
    before: Sentence | None = None
    for current in sentences:
        now = current.steps
        if current.lacking:
            current = _where_none(before, current)
            now = current.steps
        if current.arrives:
            steps[start:] = _arriving(tuple(steps[start:]), current.arrives)
            continue
        if current.x is not None:
            steps[start:] = measured(tuple(steps[start:]), current.x)
            continue
        if before is not None and before.bought:
            now, current = _owed(current), replace(current, bought=True)
        elif current.instead:
            _check_replaced(before, current)
            steps[start:] = [*replaced(tuple(steps[start:]), current.held)]
        elif current.otherwise:
            now = _otherwise(before, current)
        start = len(steps)
        steps += now
        before = current
    return tuple(steps)


def _arriving(steps: Steps, state: Literal["ready", "acted"]) -> Steps:
    """The steps with how the card arrives that comes by the last of them."""
    last = steps[-1] if steps else None
    if last is None or not isinstance(last.deed, syntax.Bring) or last.deed.state == "acted":
        raise Refusal()
    return (*steps[:-1], replace(last, deed=replace(last.deed, state=state)))


def _where_none(before: Sentence | None, current: Sentence) -> Sentence:
    """ "If there is none": there is nothing that the sentence before could choose."""
    chosen = _chosen(before.steps) if before is not None and len(before.steps) == 1 else None
    if chosen is None or any(step.only or step.unless or step.did is not None for step in current.steps):
        raise Refusal(Message("bos.card_text.instead_alone"))
    if current.own and chosen.filter.control != "you":
        raise Refusal(Message("bos.card_text.instead_alone"))
    held = none_there(chosen.filter)
    return replace(current, steps=tuple(replace(step, only=held) for step in current.steps), held=held, instead=True)


def _owed(current: Sentence) -> Steps:
    """What comes behind the price of something belongs to it."""
    if current.instead or current.otherwise or current.bought:
        raise Refusal(Message("bos.card_text.behind_you_may"))
    return tuple(replace(step, did=True) for step in current.steps)


def _check_replaced(before: Sentence | None, current: Sentence) -> None:
    if before is None or before.instead or any(step.unless or step.may for step in before.steps):
        raise Refusal(Message("bos.card_text.instead_alone"))


def _otherwise(before: Sentence | None, current: Sentence) -> Steps:
    """After "if …" it means that this does not hold, after "you may …" that it was not done."""
    if before is None:
        raise Refusal(Message("bos.card_text.otherwise_alone"))
    if before.held is None:
        return current.steps
    return tuple(replace(step, did=None, unless=before.held) for step in current.steps)


# Instead

_WORDS = (terms.It, ItAsSubject, ThatCard)
_PLAYERS = ("its controller", "that player", "they")


def replaced(steps: Steps, held: terms.Predicate | None) -> Steps:
    """The steps of the sentence, where the other condition does not hold; a card that the condition speaks of, and that
    is chosen in the sentence, is chosen first, since only then can it be told whether it holds."""
    chosen = _chosen(steps)
    if held is not None and chosen is not None and _looks_back(held):
        first, *more = (change(step, lambda part: terms.It() if part is chosen else part) for step in steps)
        return (
            syntax.Step(syntax.Select(chosen)),
            replace(first, unless=held),
            *(replace(s, unless=held) for s in more),
        )
    if held is not None and _looks_back(held) and (who := _only_player(steps)):
        meant = change(steps, lambda part: replace(part, player="that player") if part == who else part)
        return (syntax.Step(syntax.Select(who)), *(replace(step, unless=held) for step in meant))
    return tuple(replace(step, unless=held) for step in steps)


def about_what_is_named(steps: Steps, held: terms.Predicate) -> tuple[Steps, Steps, terms.Predicate]:
    """ "Defeat a summon if it is acted": a condition behind the deed speaks of what the deed names, which is chosen in
    front of it. Gives that choice, the steps and the condition; they stay as they are where it speaks of nothing."""
    words = {type(part) for part in parts(held) if isinstance(part, _WORDS)}
    if not words or any(is_standing(step.deed) for step in steps):
        return (), steps, held
    named = [part for step in steps for part in things_of(step.deed) if isinstance(part, terms.Target | terms.Host)]
    chosen = _chosen(steps)
    if chosen is None and any(isinstance(part, terms.Choose) for step in steps for part in parts(step.deed)):
        raise Refusal(Message("bos.card_text.asked_behind"))
    if chosen is None and not named:
        return (), steps, held
    if ThatCard in words and len(words) > 1:
        raise Refusal(Message("bos.card_text.asked_behind"))
    again: Any = named[0] if chosen is None else ThatCard(chosen.filter.kinds if len(chosen.filter.kinds) == 1 else ())
    about = change(held, lambda part: again if isinstance(part, _WORDS) else part)
    if chosen is None:
        return (), steps, about
    later = tuple(change(step, lambda part: again if part is chosen else part) for step in steps)
    return (syntax.Step(syntax.Select(chosen)),), later, about


def or_so_much(steps: Steps, much: int, what: str, held: terms.Predicate) -> Steps:
    """ "You gain 2 life, or 5 if you control a boss": so much of the same where that holds, otherwise as said."""
    choice, said, condition = about_what_is_named(steps, held)
    deed: Any = said[0].deed
    if len(said) != 1 or said[0] != syntax.Step(deed) or not isinstance(getattr(deed, "amount", None), terms.Number):
        raise Refusal()
    if what not in ("", getattr(deed, "what", "damage")):
        raise Refusal(Message("bos.card_text.or_of_the_same"))
    more = syntax.Step(replace(deed, amount=terms.Number(much)), only=condition)
    return (*choice, more, replace(said[0], did=False))


def _only_player(steps: Steps) -> terms.Who | None:
    """The opponent who is chosen in the sentence and has to be known before it can be told whether it holds."""
    named = [part for step in steps for part in parts(step.deed) if getattr(part, "player", None) == "an opponent"]
    who = terms.Who("an opponent")
    return who if named == [who] and not isinstance(steps[0].deed, syntax.Select) else None


def _looks_back(held: terms.Predicate) -> bool:
    return any(isinstance(part, _WORDS) or _named_player(part) for part in parts(held))


def _named_player(part: Any) -> bool:
    players = (getattr(part, "player", None), getattr(part, "control", None))
    return any(who in _PLAYERS or isinstance(who, terms.ControllerOf) for who in players if who is not None)


def _chosen(steps: Steps) -> terms.Choose | None:
    """The one card that is chosen in the sentence; None where it is none, or more."""
    chosen = [part for step in steps for part in parts(step.deed) if isinstance(part, terms.Choose)]
    one = len(chosen) == 1 and (chosen[0].low, chosen[0].high, chosen[0].by) == (1, 1, "you")
    return chosen[0] if one and not isinstance(steps[0].deed, syntax.Select) else None


def winner(who: terms.Thing, third: bool) -> Clause:
    """Whoever wins, the others lose."""
    if who not in (terms.Who("you"), terms.Who("an opponent")) or third is (who == terms.Who("you")):
        raise Refusal(Message("bos.card_text.player_loses"))
    return Clause((syntax.Step(syntax.Lose("each opponent" if who == terms.Who("you") else "you")),))
