"""The words for what a text refers to: of those that mean the bound card, and nothing else, the plainest.

Each reference is tried with its pronouns; that one is printed which `binding` binds to the same again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.bos.cardtext.binding import bind
from engine.bos.cardtext.grammar_words import THEY, ItBefore, Participant, ThatCard, ThatColumn
from engine.bos.cardtext.mentions import ROLES
from engine.bos.cardtext.printer_words import Unsayable
from engine.bos.cardtext.tree_walk import fields_of
from engine.bos.model import syntax, terms
from engine.bos.model.cards import CardType

Path = tuple[str | int, ...]
"""The way to a part of a tree: names of fields, and places in tuples."""

REFERENCES = (terms.Earlier, terms.Itself, terms.ControllerOf)
KINDS: tuple[terms.Kind, ...] = ("summon", "wizard", "boss", "spell")


def with_pronouns(text: syntax.Text, kind: CardType | None, *, under: terms.Filter | None = None) -> syntax.Text:
    """The text with a word for each reference; `under` is what its spell may lie under. Raises Unsayable where no word
    means it."""
    said = text
    for path in tuple(_references(text)):
        said = _worded(text, said, path, kind, under)
    return said


def _worded(
    text: syntax.Text, said: syntax.Text, path: Path, kind: CardType | None, under: terms.Filter | None
) -> syntax.Text:
    for word in _words(text, _at(text, path), path):
        tried: syntax.Text = _put(said, path, word)
        if bind(tried, kind, host=True, under=under) == (text, ()):
            return tried
    raise Unsayable("no word says which card is meant here; choose it in a sentence of its own first")


def _references(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where references stand, in the order of the fields; not those inside of others."""
    if isinstance(value, REFERENCES) or (isinstance(value, terms.Both) and _is_pair(value)):
        yield path
        return
    if isinstance(value, tuple):
        for place, part in enumerate(value):
            yield from _references(part, (*path, place))
        return
    for name in fields_of(value) or ():
        yield from _references(getattr(value, name), (*path, name))


def _is_pair(value: terms.Both) -> bool:
    """Whether several things together were all named before: "them"."""
    named = all(isinstance(part, terms.Earlier | terms.This | terms.Host | terms.Target) for part in value.parts)
    return named and any(isinstance(part, terms.Earlier) for part in value.parts)


def _words(text: syntax.Text, reference: Any, path: Path) -> Iterator[Any]:
    """What it could be called, the plainest first."""
    match reference:
        case terms.ControllerOf(each=True):
            many: Any = terms.Them()
            yield terms.ControllerOf(many, each=True)
        case terms.ControllerOf():
            yield from (*((THEY,) if isinstance(reference.of, terms.Itself) else ()), "that player", "its controller")
            yield from (terms.ControllerOf(side) for side in _sides(text, reference.of, path))
        case terms.Itself():
            yield from (terms.It(), terms.Itself())
        case terms.Both():
            yield terms.Them()
            yield from _with_this(reference)
        case terms.Earlier():
            yield from _seen_from(text, reference, path)
            yield from _of_each_opponent(text, reference)
            yield from _parts_of_event(text, reference, path)
            measured = [terms.It(), ItBefore()] if "amount" in path and _is_damage(text, path) else [terms.It()]
            yield from measured[::-1] if _has_dealer(text, path) else measured
            yield from (ThatCard((kind,)) for kind in KINDS)
            yield from (ThatCard(("summon", "boss")), ThatCard())
            yield from (ThatCard((kind,), gone=way) for way in _given_up(text, reference) for kind in KINDS)
            yield terms.Them()


def _with_this(pair: terms.Both) -> Iterator[Any]:
    """ "This and that summon", of which only the other one was named before."""
    named = [part for part in pair.parts if isinstance(part, terms.Earlier)]
    for word in (*(ThatCard((kind,)) for kind in KINDS), ThatCard()) if len(named) == 1 else ():
        parts: Any = tuple(word if part in named else part for part in pair.parts)
        yield terms.Both(parts)


def _given_up(text: syntax.Text, reference: terms.Earlier) -> Iterator[Any]:
    """What became of the card in the cost, or in an earlier step."""
    if reference.where == "cost" and reference.number < len(text.cost):
        paid = text.cost[reference.number]
        ways = {"defeat": "sacrificed", "discard": "discarded", "return": "returned"}
        yield from (ways[way] for way in ways if isinstance(paid, syntax.PayCard) and paid.deed == way)
    done = text.steps[reference.number : reference.number + 1] if reference.where == "step" else ()
    if any(isinstance(step.deed, syntax.Defeat) for step in done):
        yield "sacrificed"


def _seen_from(text: syntax.Text, reference: terms.Earlier, path: Path) -> Iterator[Any]:
    """What a place is seen from: a column, or a card by its kind."""
    place = _at(text, path[:-1])
    if not isinstance(place, terms.Near | terms.ColumnFilter):
        return
    chosen = _column(text, reference, path)
    if chosen is not None:
        yield ThatColumn(many=chosen.number > 1)
    elif isinstance(place, terms.Near):
        yield from (ThatCard((kind,)) for kind in KINDS)


def _of_each_opponent(text: syntax.Text, reference: terms.Earlier) -> Iterator[Any]:
    """What each opponent chose are several."""
    known = reference.where == "step" and reference.number < len(text.steps)
    deed = text.steps[reference.number].deed if known else None
    if isinstance(deed, syntax.Select) and isinstance(deed.what, terms.Choose) and deed.what.by == "each opponent":
        yield terms.Them()


def _column(text: syntax.Text, reference: terms.Earlier, path: Path) -> terms.ChooseColumn | None:
    """The choice of columns that is referred to, if it is one."""
    steps = text.steps
    if reference.where == "then":
        steps = getattr(_at(text, path[:3]), "steps", ())
    if reference.where not in ("step", "then") or reference.number >= len(steps):
        return None
    deed = steps[reference.number].deed
    return deed.what if isinstance(deed, syntax.Select) and isinstance(deed.what, terms.ChooseColumn) else None


def _has_dealer(text: syntax.Text, path: Path) -> bool:
    """Whether it stands in a step in which a named card deals damage."""
    return _is_damage(text, path) and _at(text, path[:2]).deed.by is not None


def _is_damage(text: syntax.Text, path: Path) -> bool:
    return path[0] == "steps" and isinstance(_at(text, path[:2]).deed, syntax.Damage)


def _parts_of_event(text: syntax.Text, reference: terms.Earlier, path: Path) -> Iterator[Any]:
    """ "The defeated card", "the blocker": only what the event does not name, or names last."""
    if reference.where != "event" or reference.slot == 0:
        return
    moments = _awaited(text, path) if reference.number else text.moments
    verbs = {event.verb for moment in moments if isinstance(moment, syntax.When) for event in moment.events}
    for role, slots in ROLES.items():
        if role != "summoned" and verbs and all(slots.get(verb) == reference.slot for verb in verbs):
            yield Participant(role)


def _sides(text: syntax.Text, of: terms.Thing, path: Path) -> Iterator[Any]:
    """ "The attacker", "the target": sides of the event by whose controller a player is called."""
    if isinstance(of, terms.Earlier):
        yield from _parts_of_event(text, of, path)
    elif isinstance(of, terms.Target):
        yield of


def _awaited(text: syntax.Text, path: Path) -> tuple[syntax.Moment, ...]:
    """What the step waits for in which something stands."""
    deed = _at(text, path[:3])
    return (deed.when,) if isinstance(deed, syntax.Delay) else ()


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value


def _put(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*value[:step], _put(value[step], rest, new), *value[step + 1 :])
    changed: dict[str, Any] = {step: _put(getattr(value, step), rest, new)}
    return replace(value, **changed)
