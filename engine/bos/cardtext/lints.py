"""What is odd, or wrong on this card, in an ability that can be read: endless use, conditions that never hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from engine.bos import tree
from engine.bos.cards import Card, CardType, Color, Pool
from engine.bos.cardtext.finishing import Fault
from engine.bos.cardtext.names import same
from engine.bos.cardtext.shapes import fields_of, parts
from engine.bos.cardtext.tokens import tokens

PLACES = 3
"""Columns of a side: so many summons, and so many wizards, at most (2.1.5)."""

_EVENTS: dict[type, tuple[str, ...]] = {
    tree.Damage: ("damaged", "deals damage"),
    tree.Ready: ("readied",),
    tree.Act: ("acts",),
    tree.Defeat: ("defeated", "leaves"),
    tree.Move: ("moves",),
    tree.Swap: ("moves",),
    tree.Put: ("leaves", "returns", "discards"),
    tree.Bring: ("summoned",),
    tree.Conduct: ("summoned", "summons"),
    tree.Turn: ("turned face-up", "turned face-down"),
}


def odd_ability(text: tree.Text, card: Card | None, typed: str) -> Iterator[Fault]:
    """Everything that is odd in an ability; none of it keeps a card from being published."""
    yield from _free(text)
    yield from _loop(text)
    yield from _never(text, card)
    yield from _boss(text, card, typed)
    yield from _pronoun(text)


def _free(text: tree.Text) -> Iterator[Fault]:
    """G-127: what may be done during a phase may be done again and again."""
    if text.must or text.cost or text.limit or text.continuous or text.enchant or text.instead:
        return
    if any(isinstance(each, tree.During) for each in text.moments) and not any(
        isinstance(each, tree.When) for each in text.moments
    ):
        message = "This costs nothing and has no limit, so it can be used without end; add a cost or a limit."
        yield Fault("W-FREE", message, ("during",))


# Endless chains


def _loop(text: tree.Text) -> Iterator[Fault]:
    """G-128: a duty that sets itself off again goes on for ever."""
    when = next((each for each in text.moments if isinstance(each, tree.When)), None)
    if when is None or not text.must or text.limit or text.cost or when.condition or when.in_battle:
        return
    alone = [step.deed for step in text.steps if step.only is None and step.unless is None]
    if any(_sets_off(deed, event) for deed in alone for event in when.events):
        message = "What this does sets it off again, and nobody can stop it; add a limit, a cost or a condition."
        yield Fault("W-LOOP", message, ("when", "whenever", "each", "after"))


def _sets_off(deed: tree.Deed, when: tree.When) -> bool:
    if isinstance(deed, tree.Spend):
        return when.verb == "spends" and when.resource == deed.what and _meets(deed.who, when.who)
    if isinstance(deed, tree.Gain):
        verb = "loses" if deed.lose else "gains"
        return when.verb == verb and when.resource == deed.what and _meets(deed.who, when.who)
    if when.verb not in _EVENTS.get(type(deed), ()):
        return False
    things = [part for part in parts(deed) if isinstance(part, tree.Thing)]
    return any(_meets(thing, when.who) for thing in things) or isinstance(deed, tree.Conduct)


def _meets(thing: tree.Thing, who: tree.Thing) -> bool:
    """Whether what is done to the thing surely concerns the one that the event names."""
    if isinstance(who, tree.Who):
        return isinstance(thing, tree.Who) and (thing.player == who.player or who.player == "a player")
    if isinstance(who, tree.Each) and isinstance(thing, tree.Each | tree.Choose):
        return not who.filter.kinds or set(thing.filter.kinds) <= set(who.filter.kinds)
    return thing == who or (isinstance(thing, tree.It) and not isinstance(who, tree.Each))


# Conditions that cannot hold


def _never(text: tree.Text, card: Card | None) -> Iterator[Fault]:
    for part in parts((text.moments, text.cost, text.steps, text.enchant, text.instead)):
        yield from impossible(part, card.color if card else None)


def impossible(part: Any, color: Color | None) -> Iterator[Fault]:
    """A part of a condition or a filter that nothing on a table can fit; decks have one colour (1.1.2)."""
    if isinstance(part, tree.Controls) and part.least is not None and part.least > _most(part.filter):
        yield Fault(
            "W-NEVER", f"Nobody can control {part.least} of these cards; this never holds.", ("control", "controls")
        )
    if isinstance(part, tree.Filter) and _contradicts(part):
        yield Fault("W-NEVER", "No card fits this: its parts exclude each other.", part.looks or part.kinds)
    if isinstance(part, tree.Filter) and color and "you" in (part.control, part.owner) and _foreign(part, color):
        message = f"You never have such a card: all cards of a deck with this one are {color.value}."
        yield Fault("W-NEVER", message, (part.color, f"non-{part.not_color}"))


def _most(meant: tree.Filter) -> int:
    """How many such cards a player can control at once."""
    most = {"summon": PLACES, "wizard": PLACES, "boss": 1}
    return sum(most.get(kind, 1_000) for kind in meant.kinds) if meant.kinds else 1_000


def _contradicts(meant: tree.Filter) -> bool:
    looks = set(meant.looks)
    upright = ("ready", "acted", "face-down")
    return (
        sum(look in looks for look in upright) > 1
        or {"face-up", "face-down"} <= looks
        or (meant.color != "" and meant.color == meant.not_color)
        or (bool(looks) and meant.zone != "table")
        or (meant.kinds == ("wizard",) and (meant.least is not None or meant.most is not None))
        or _crossed(meant.least, meant.most)
    )


def _crossed(least: tree.Quantity | None, most: tree.Quantity | None) -> bool:
    return isinstance(least, tree.Number) and isinstance(most, tree.Number) and least.value > most.value


def _foreign(meant: tree.Filter, color: Color) -> bool:
    return (meant.color not in ("", color.value)) or meant.not_color == color.value


# Bosses


def _boss(text: tree.Text, card: Card | None, typed: str) -> Iterator[Fault]:
    """9.2.1: in a text "summon" never means a boss."""
    words = [token.word for token in tokens(typed)]
    if card is not None and card.type is not CardType.SUMMON and ("this", "summon") in pairwise(words):
        yield Fault("W-BOSS", f"This card is a {card.type}, not a summon; write “this”.", ("summon",))
    for step in text.steps:
        if isinstance(step.deed, tree.Damage) and _forgets_bosses(step.deed.to):
            message = (
                "“Summon” leaves bosses out, though players are named; write “summon or boss” if bosses are meant."
            )
            yield Fault("W-BOSS", message, ("summon", "summons"))


def _forgets_bosses(what: tree.Thing) -> bool:
    if not isinstance(what, tree.Both | tree.OneOf):
        return False
    kinds = [part.filter.kinds for part in what.parts if isinstance(part, tree.Choose | tree.Each)]
    return any(isinstance(part, tree.Who) for part in what.parts) and bool(kinds) and set(kinds) == {("summon",)}


# Pronouns


def _pronoun(text: tree.Text) -> Iterator[Fault]:
    """ "It" is what was named last; where two cards were named together, people take it for either."""
    when = next((each for each in text.moments if isinstance(each, tree.When)), None)
    before = _cards_of(when) if when else ()
    for step in text.steps:
        values = [getattr(step.deed, name) for name in fields_of(step.deed) or ()]
        said = tuple(value for value in values if isinstance(value, _SINGLE))
        if len(before) > 1 and tree.It() in parts(step) and not said:
            message = "Two cards could be meant by “it” here; name the one, such as “this” or “the other card”."
            yield Fault("W-PRONOUN", message, ("it", "its", "that"))
        before = said or before


_SINGLE = (tree.This, tree.Target, tree.Host, tree.Other, tree.Choose, tree.OneOf)


def _cards_of(when: tree.When) -> tuple[tree.Thing, ...]:
    """The cards that take part in an event."""
    return tuple(party for party in (when.who, when.to) if party is not None and not isinstance(party, tree.Who))


# Summoning conditions


def wrong_calling(calling: tree.Calling, color: Color | None, pool: Pool | None) -> Iterator[Fault]:
    """What no deck of this colour can meet (1.1.2, 1.1.3)."""
    for index, name in enumerate(calling.names):
        if any(same(name, other) for other in calling.names[:index]):
            yield Fault("E-COPY", f"A deck has {name} only once, because its wizards differ from each other.", ())
        known = pool.find(name) if pool else None
        if known and known.type not in (None, CardType.WIZARD):
            yield Fault("E-NAME", f"{known.name} is a {known.type}, not a wizard.", (name,))
        if known and color and known.color not in (None, color):
            yield Fault("E-COLOUR", f"{known.name} is {known.color}, and this card is {color.value}.", (name,))
    if color and _foreign(calling.wizard, color):
        word = calling.wizard.color or f"non-{calling.wizard.not_color}"
        yield Fault("E-COLOUR", f"All wizards of a deck with this card are {color.value}.", (word,))
    if calling.count > PLACES:
        yield Fault("W-NEVER", f"A deck has {PLACES} wizards; nobody can use {calling.count}.", ())
