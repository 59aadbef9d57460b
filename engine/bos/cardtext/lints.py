"""What is odd, or wrong on this card, in an ability that can be read: endless use, conditions that never hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from engine.bos.cardtext.card_names import same
from engine.bos.cardtext.problems import Fault
from engine.bos.cardtext.space.steps import comes_from_nowhere
from engine.bos.cardtext.tokens import tokens
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Card, CardType, Color
from engine.messages import Message

PLACES = 3
"""Columns of a side: so many summons, and so many wizards, at most (2.1.5)."""

_EVENTS: dict[type, tuple[str, ...]] = {
    syntax.Damage: ("damaged", "deals damage"),
    syntax.Ready: ("readied",),
    syntax.Act: ("acts",),
    syntax.Defeat: ("defeated", "leaves"),
    syntax.Move: ("moves",),
    syntax.Swap: ("moves",),
    syntax.Put: ("leaves", "returns", "discards"),
    syntax.Bring: ("summoned",),
    syntax.Conduct: ("summoned", "summons"),
    syntax.Turn: ("turned face-up", "turned face-down"),
}


def odd_ability(text: syntax.Text, card: Card | None, typed: str) -> Iterator[Fault]:
    """Everything that is odd in an ability; none of it keeps a card from being published."""
    yield from _free(text)
    yield from _loop(text)
    yield from _never(text, card)
    yield from _boss(text, card, typed)


def _free(text: syntax.Text) -> Iterator[Fault]:
    """G-127: what may be done during a phase may be done again and again."""
    if text.must or text.cost or text.limit or text.continuous or text.enchant or text.instead:
        return
    if any(isinstance(each, syntax.During) for each in text.moments) and not any(
        isinstance(each, syntax.When) for each in text.moments
    ):
        message = Message("bos.card_text.free")
        yield Fault("W-FREE", message, ("during",))


# Endless chains


def _loop(text: syntax.Text) -> Iterator[Fault]:
    """G-128: a duty that sets itself off again goes on for ever."""
    when = next((each for each in text.moments if isinstance(each, syntax.When)), None)
    if when is None or not text.must or text.limit or text.cost or when.condition or when.in_battle:
        return
    alone = [step.deed for step in text.steps if step.only is None and step.unless is None]
    if any(_sets_off(deed, event) for deed in alone for event in when.events):
        message = Message("bos.card_text.loop")
        yield Fault("W-LOOP", message, ("when", "whenever", "each", "after"))


def _sets_off(deed: syntax.Deed, when: syntax.When) -> bool:
    if isinstance(deed, syntax.Spend):
        return when.verb == "spends" and when.resource == deed.what and _meets(deed.who, when.who)
    if isinstance(deed, syntax.Gain):
        verb = "loses" if deed.lose else "gains"
        return when.verb == verb and when.resource == deed.what and _meets(deed.who, when.who)
    if when.verb not in _EVENTS.get(type(deed), ()):
        return False
    things = [part for part in parts(deed) if isinstance(part, terms.Thing)]
    return any(_meets(target, when.who) for target in things) or isinstance(deed, syntax.Conduct)


def _meets(target: terms.Thing, subject: terms.Thing) -> bool:
    """Whether what is done to the thing surely concerns the one that the event names."""
    if isinstance(subject, terms.Who):
        return isinstance(target, terms.Who) and (target.player == subject.player or subject.player == "a player")
    if isinstance(subject, terms.Each) and isinstance(target, terms.Each | terms.Choose):
        return not subject.filter.kinds or set(target.filter.kinds) <= set(subject.filter.kinds)
    return target == subject or (isinstance(target, terms.It) and not isinstance(subject, terms.Each))


# Conditions that cannot hold


def _never(text: syntax.Text, card: Card | None) -> Iterator[Fault]:
    for part in parts((text.moments, text.cost, text.steps, text.enchant, text.instead)):
        yield from impossible(part, card.color if card else None)


def impossible(part: Any, color: Color | None) -> Iterator[Fault]:
    """A part of a condition or a filter that nothing on a table can fit; decks have one colour (1.1.2)."""
    if isinstance(part, terms.Controls) and part.least is not None and part.least > _most(part.filter):
        yield Fault("W-NEVER", Message("bos.card_text.never_so_many", number=part.least), ("control", "controls"))
    if isinstance(part, terms.Filter) and _contradicts(part):
        yield Fault("W-NEVER", Message("bos.card_text.never"), part.looks or part.kinds)
    if isinstance(part, terms.Filter) and color and "you" in (part.control, part.owner) and _foreign(part, color):
        message = Message("bos.card_text.never_color", color=_word(color))
        yield Fault("W-NEVER", message, (part.color, f"non-{part.not_color}"))


def _most(meant: terms.Filter) -> int:
    """How many such cards a player can control at once."""
    most = {"summon": PLACES, "wizard": PLACES, "boss": 1}
    return sum(most.get(kind, 1_000) for kind in meant.kinds) if meant.kinds else 1_000


def _contradicts(meant: terms.Filter) -> bool:
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


def _crossed(least: terms.Quantity | None, most: terms.Quantity | None) -> bool:
    return isinstance(least, terms.Number) and isinstance(most, terms.Number) and least.value > most.value


def _foreign(meant: terms.Filter, color: Color) -> bool:
    return (meant.color not in ("", color.value)) or meant.not_color == color.value


# Bosses


def _boss(text: syntax.Text, card: Card | None, typed: str) -> Iterator[Fault]:
    """9.2.1: in a text "summon" never means a boss."""
    words = [token.word for token in tokens(typed)]
    if card is not None and card.type is not CardType.SUMMON and ("this", "summon") in pairwise(words):
        yield Fault(
            "W-BOSS", Message("bos.card_text.not_a_summon", kind=Message(f"bos.word.a_{card.type}")), ("summon",)
        )
    for step in text.steps:
        if isinstance(step.deed, syntax.Damage) and _forgets_bosses(step.deed.to):
            message = Message("bos.card_text.no_bosses")
            yield Fault("W-BOSS", message, ("summon", "summons"))


def _forgets_bosses(what: terms.Thing) -> bool:
    if not isinstance(what, terms.Both | terms.OneOf):
        return False
    kinds = [part.filter.kinds for part in what.parts if isinstance(part, terms.Choose | terms.Each)]
    return any(isinstance(part, terms.Who) for part in what.parts) and bool(kinds) and set(kinds) == {("summon",)}


def _word(color: Color) -> Message:
    return Message(f"bos.deck_word.{color}")


# Places that no rule gives a card

HOMES: Final[dict[terms.Kind, tuple[terms.Zone, ...]]] = {
    "summon": ("castle", "graveyard"),
    "spell": ("spellbook", "graveyard"),
    "wizard": ("graveyard",),
    "boss": ("graveyard",),
}
"""The piles in which cards of each type can lie (G-265)."""

TURNING: Final[tuple[terms.Kind, ...]] = ("wizard", "boss")
"""What can lie face-down on the battlefield (G-264)."""


def impossible_moves(text: syntax.Text, card: Card | None) -> Iterator[Message]:
    """Why cards that the text names cannot be put, moved or turned as it says."""
    if comes_from_nowhere(text):
        yield Message("bos.card_text.came_from")
    for part in parts((text.cost, text.steps)):
        match part:
            case syntax.Put(what, zone) | syntax.PayCard("return", what, zone) if zone and zone != "aside":
                yield from _homeless(what, zone, card)
            case syntax.Turn(what) | syntax.PayCard("turn face-down", what):
                if any(kind not in TURNING for kind in _kinds(what, card)):
                    yield Message("bos.card_text.never_turns")


def _homeless(what: terms.Thing, zone: terms.Zone, card: Card | None) -> Iterator[Message]:
    for kind in _kinds(what, card):
        if zone not in HOMES[kind]:
            yield Message(f"bos.card_text.{kind}_home")
            return


def _kinds(what: terms.Thing, card: Card | None) -> tuple[terms.Kind, ...]:
    """The types that a thing surely has; none where it may be anything."""
    match what:
        case terms.Choose(meant) | terms.Each(meant):
            return meant.kinds
        case terms.This() if card is not None and card.type is not None:
            return (card.type.value,)
        case terms.Both(several) | terms.OneOf(several):
            return tuple(kind for part in several for kind in _kinds(part, card))
    return ()


# Summoning conditions


def wrong_summoning_condition(
    condition: syntax.SummoningCondition, color: Color | None, pool: Pool | None
) -> Iterator[Fault]:
    """What no deck of this colour can meet (1.1.2, 1.1.3)."""
    for way in condition.ways:
        yield from _wrong_way(way, color, pool)


def _wrong_way(condition: syntax.SummoningCondition, color: Color | None, pool: Pool | None) -> Iterator[Fault]:
    for index, name in enumerate(condition.names):
        if any(same(name, other) for other in condition.names[:index]):
            yield Fault("E-COPY", Message("bos.card_text.copies", card=name), ())
        card = pool.find(name) if pool else None
        if card and card.type not in (None, CardType.WIZARD):
            yield Fault(
                "E-NAME",
                Message("bos.card_text.not_a_wizard", card=card.name, kind=Message(f"bos.word.a_{card.type}")),
                (name,),
            )
        if card and color and card.color not in (None, color):
            message = Message(
                "bos.card_text.other_color", card=card.name, color=_word(card.color), other_color=_word(color)
            )
            yield Fault("E-COLOUR", message, (name,))
    if color and _foreign(condition.wizard, color):
        word = condition.wizard.color or f"non-{condition.wizard.not_color}"
        yield Fault("E-COLOUR", Message("bos.card_text.color_of_wizards", color=_word(color)), (word,))
    if condition.count > PLACES:
        yield Fault("W-NEVER", Message("bos.card_text.too_many_wizards", most=PLACES, number=condition.count), ())
