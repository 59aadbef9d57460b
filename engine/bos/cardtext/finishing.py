"""From what was read to an ability: what stands on which card, what "it" means, and what has to be said besides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.bos import tree
from engine.bos.cards import Card, CardType
from engine.bos.cardtext.grammar import Raw
from engine.bos.cardtext.grammar_deeds import OPEN
from engine.bos.cardtext.grammar_words import OWN, THEY, OwnName, ThatCard
from engine.bos.cardtext.names import same
from engine.bos.cardtext.problems import Code
from engine.bos.cardtext.shapes import change, parts

ALWAYS = (tree.Bonus, tree.Costs)
STANDING = (tree.Bonus, tree.Costs, tree.Cannot, tree.Prevent)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that keeps a reading from being an ability; `words` are those of the text that it is about."""

    code: Code
    message: str
    words: tuple[str, ...] = ()


def finish(raw: Raw, card: Card | None) -> tuple[tree.Text, tuple[Fault, ...]]:
    """The ability on its card, and what is wrong with it."""
    raw = _named(raw, card)
    raw = change(raw, _they)
    raw = _those(raw)
    faults: list[Fault] = []
    enchants = raw.enchant is not None
    continuous = enchants or _continuous(raw, card)
    if enchants:
        raw = replace(raw, steps=change(raw.steps, _host))
    elif continuous:
        raw = _itself(raw)
    steps = tuple(_lasting(step, continuous, enchants, faults) for step in raw.steps)
    text = tree.Text(
        steps, raw.moments, raw.cost, raw.arrow, raw.limit, raw.enchant, raw.instead, continuous, raw.modes
    )
    faults += _misplaced(text, card)
    return text, tuple(dict.fromkeys(faults))


# Names and pronouns


def _named(raw: Raw, card: Card | None) -> Raw:
    """The card's own name means this card, another one a card of that name."""

    def one(part: Any) -> Any:
        if isinstance(part, tree.Filter) and part.name == OWN and card is not None:
            return replace(part, name=card.name)
        if not isinstance(part, OwnName):
            return part
        if card is not None and same(card.name, part.name):
            return tree.This()
        return tree.Choose(tree.Filter(name=part.name))

    named: Raw = change(raw, one)
    return named


def _they(part: Any) -> Any:
    if isinstance(part, tree.Filter) and THEY in (part.control, part.owner):
        control: Any = "that player" if part.control == THEY else part.control
        owner: Any = "that player" if part.owner == THEY else part.owner
        return replace(part, control=control, owner=owner)
    if isinstance(part, tree.Left | tree.Has) and part.player == THEY:
        return replace(part, player="that player")
    return part


def _those(raw: Raw) -> Raw:
    """ "That summon" is the other card of the event as long as no card was named since."""
    when = raw.instead or next((each for each in raw.moments if isinstance(each, tree.When)), None)
    other = when is not None and all(isinstance(event.to, tree.Each | tree.This | tree.Host) for event in when.events)
    found: list[tree.Step] = []
    if any(isinstance(part, tree.Choose | tree.Each) for part in parts(raw.cost)):
        other = False
    for step in raw.steps:
        found.append(change(step, _other_card if other else _card_named))
        if any(isinstance(part, tree.Choose) for part in parts(found[-1].deed)):
            other = False
    named: Raw = change(replace(raw, steps=tuple(found)), _card_named)
    return named


def _host(part: Any) -> Any:
    """Behind "Enchant a summon." nothing else can be "it"."""
    return tree.Host() if isinstance(part, tree.It) else part


def _itself(raw: Raw) -> Raw:
    """In what applies all the time nothing was done that "it" could mean but the card the text speaks of."""
    whole = (raw.moments, raw.steps)
    named = next((part for part in parts(whole) if isinstance(part, tree.This | tree.Host)), None)
    meant: Raw = change(raw, lambda part: named if named and isinstance(part, tree.It) else part)
    return meant


def _other_card(part: Any) -> Any:
    return tree.Other() if isinstance(part, ThatCard) else part


def _card_named(part: Any) -> Any:
    return tree.It() if isinstance(part, ThatCard) else part


# How long


def _continuous(raw: Raw, card: Card | None) -> bool:
    """Whether it applies by itself all the time: nothing is paid or asked, and only bonuses, bans and prices."""
    if raw.cost or raw.instead or raw.modes or raw.limit or _is_instant(card):
        return False
    if any(isinstance(each, tree.When | tree.At) for each in raw.moments):
        return False
    return all(
        isinstance(step.deed, STANDING)
        and getattr(step.deed, "until", OPEN) == OPEN
        and not step.may
        and step.did is None
        for step in raw.steps
    )


def _is_instant(card: Card | None) -> bool:
    """A spell that does not stay: everything it says happens once."""
    if card is None or card.type is not CardType.SPELL:
        return False
    return not any("enchant" in ability.text.casefold().split() for ability in card.abilities)


def _lasting(step: tree.Step, continuous: bool, enchants: bool, faults: list[Fault]) -> tree.Step:
    deed = step.deed
    if continuous:
        return replace(step, deed=_always(deed, enchants, faults))
    if isinstance(deed, ALWAYS):
        faults.append(
            Fault(
                "E-READ",
                "“Has”, “have” and “cost” say what holds all the time. For something that happens once write “gains”.",
                ("has", "have", "cost"),
            )
        )
    if isinstance(deed, tree.Gain | tree.Prevent | tree.Cannot) and deed.until == OPEN:
        if isinstance(deed, tree.Cannot):
            message = (
                "Say how long this lasts: “this turn”, “until the start of your next turn”, “for the rest of the game”."
            )
            faults.append(Fault("E-READ", message, ("cannot", "can't", "can")))
        return replace(step, deed=replace(deed, until="end of turn" if isinstance(deed, tree.Prevent) else ""))
    return step


def _always(deed: tree.Deed, enchants: bool, faults: list[Fault]) -> tree.Deed:
    """A deed of a text that applies all the time; on enchantments "gains" says the same as "has"."""
    if isinstance(deed, tree.Gain) and deed.what == "strength" and enchants and deed.until == OPEN:
        return tree.Bonus(deed.who, deed.amount, deed.lose)
    if isinstance(deed, tree.Cannot | tree.Prevent) and deed.until == OPEN:
        return replace(deed, until="")
    if not isinstance(deed, ALWAYS):
        message = (
            "Behind “Enchant …” stands what holds as long as the spell lies there: more or less strength, or "
            "“cannot”. Write what happens once as a second ability: “When the enchanted summon …”."
        )
        faults.append(Fault("E-READ", message))
    return deed


# What is missing


def _misplaced(text: tree.Text, card: Card | None) -> list[Fault]:
    """Parts that this card cannot have, and those that it needs."""
    found: list[Fault] = []
    if text.enchant and card is not None and card.type is not CardType.SPELL:
        found.append(Fault("E-READ", "Only spells enchant.", ("enchant",)))
    if text.instead and (text.cost or _asks(text.steps)):
        message = "What happens instead cannot ask anybody yet: name the card, such as “this”, and leave out “may”."
        found.append(Fault("E-LATER", message, ("instead",)))
    if any(isinstance(part, tree.Filter) and part.name == OWN for part in parts(text.steps)):
        found.append(Fault("E-READ", "It is not known on which card this stands; write the wizard's name.", ("with",)))
    timed = text.moments or text.cost or text.continuous or text.instead
    if card is not None and not timed and not _is_instant(card):
        message = "Say when this happens: begin with “During your main phase, [act]:” or “When this …:”."
        found.append(Fault("E-READ", message))
    return found


def _asks(steps: tuple[tree.Step, ...]) -> bool:
    choices = tree.Choose | tree.OneOf | tree.X
    return any(step.may for step in steps) or any(isinstance(part, choices) for part in parts(steps))
