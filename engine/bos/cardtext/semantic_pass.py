"""From what was read to an ability: what stands on which card, what "it" means, and what has to be said besides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.bos.cardtext.card_names import same
from engine.bos.cardtext.grammar import Raw
from engine.bos.cardtext.grammar_effects import OPEN
from engine.bos.cardtext.grammar_words import OWN, THEY, OwnName, ThatCard
from engine.bos.cardtext.problems import Code
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.bos.model.cards import Card, CardType
from engine.messages import Message

ALWAYS = (syntax.Bonus, syntax.Costs)
STANDING = (syntax.Bonus, syntax.Costs, syntax.Cannot, syntax.Prevent)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that keeps a reading from being an ability; `words` are those of the text that it is about."""

    code: Code
    """The kind of fault."""
    message: Message
    """What is wrong."""
    words: tuple[str, ...] = ()


def finish(raw: Raw, card: Card | None) -> tuple[syntax.Text, tuple[Fault, ...]]:
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
    text = syntax.Text(
        steps, raw.moments, raw.cost, raw.arrow, raw.limit, raw.enchant, raw.instead, continuous, raw.modes
    )
    faults += _misplaced(text, card)
    return text, tuple(dict.fromkeys(faults))


# Names and pronouns


def _named(raw: Raw, card: Card | None) -> Raw:
    """The card's own name means this card, another one a card of that name."""

    def one(part: Any) -> Any:
        if isinstance(part, terms.Filter) and part.name == OWN and card is not None:
            return replace(part, name=card.name)
        if not isinstance(part, OwnName):
            return part
        if card is not None and same(card.name, part.name):
            return terms.This()
        return terms.Choose(terms.Filter(name=part.name))

    named: Raw = change(raw, one)
    return named


def _they(part: Any) -> Any:
    if isinstance(part, terms.Filter) and THEY in (part.control, part.owner):
        control: Any = "that player" if part.control == THEY else part.control
        owner: Any = "that player" if part.owner == THEY else part.owner
        return replace(part, control=control, owner=owner)
    if isinstance(part, terms.Left | terms.Has) and part.player == THEY:
        return replace(part, player="that player")
    return part


def _those(raw: Raw) -> Raw:
    """ "That summon" is the other card of the event as long as no card was named since."""
    when = raw.instead or next((each for each in raw.moments if isinstance(each, syntax.When)), None)
    other = when is not None and all(
        isinstance(event.to, terms.Each | terms.This | terms.Host) for event in when.events
    )
    steps: list[syntax.Step] = []
    if any(isinstance(part, terms.Choose | terms.Each) for part in parts(raw.cost)):
        other = False
    for step in raw.steps:
        steps.append(change(step, _other_card if other else _card_named))
        if any(isinstance(part, terms.Choose) for part in parts(steps[-1].deed)):
            other = False
    named: Raw = change(replace(raw, steps=tuple(steps)), _card_named)
    return named


def _host(part: Any) -> Any:
    """Behind "Enchant a summon." nothing else can be "it"."""
    return terms.Host() if isinstance(part, terms.It) else part


def _itself(raw: Raw) -> Raw:
    """In what applies all the time nothing was done that "it" could mean but the card the text speaks of."""
    whole = (raw.moments, raw.steps)
    named = next((part for part in parts(whole) if isinstance(part, terms.This | terms.Host)), None)
    meant: Raw = change(raw, lambda part: named if named and isinstance(part, terms.It) else part)
    return meant


def _other_card(part: Any) -> Any:
    return terms.Other() if isinstance(part, ThatCard) else part


def _card_named(part: Any) -> Any:
    return terms.It() if isinstance(part, ThatCard) else part


# How long


def _continuous(raw: Raw, card: Card | None) -> bool:
    """Whether it applies by itself all the time: nothing is paid or asked, and only bonuses, bans and prices."""
    if raw.cost or raw.instead or raw.modes or raw.limit or _is_instant(card):
        return False
    if any(isinstance(each, syntax.When | syntax.At) for each in raw.moments):
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


def _lasting(step: syntax.Step, continuous: bool, enchants: bool, faults: list[Fault]) -> syntax.Step:
    deed = step.deed
    if continuous:
        return replace(step, deed=_always(deed, enchants, faults))
    if isinstance(deed, ALWAYS):
        faults.append(
            Fault(
                "E-READ",
                Message("bos.card_text.holds_all_the_time"),
                ("has", "have", "cost"),
            )
        )
    if isinstance(deed, syntax.Gain | syntax.Prevent | syntax.Cannot) and deed.until == OPEN:
        if isinstance(deed, syntax.Cannot):
            message = Message("bos.card_text.how_long")
            faults.append(Fault("E-READ", message, ("cannot", "can't", "can")))
        return replace(step, deed=replace(deed, until="end of turn" if isinstance(deed, syntax.Prevent) else ""))
    return step


def _always(deed: syntax.Deed, enchants: bool, faults: list[Fault]) -> syntax.Deed:
    """A deed of a text that applies all the time; on enchantments "gains" says the same as "has"."""
    if isinstance(deed, syntax.Gain) and deed.what == "strength" and enchants and deed.until == OPEN:
        return syntax.Bonus(deed.who, deed.amount, deed.lose)
    if isinstance(deed, syntax.Cannot | syntax.Prevent) and deed.until == OPEN:
        return replace(deed, until="")
    if not isinstance(deed, ALWAYS):
        message = Message("bos.card_text.behind_enchant")
        faults.append(Fault("E-READ", message))
    return deed


# What is missing


def _misplaced(text: syntax.Text, card: Card | None) -> list[Fault]:
    """Parts that this card cannot have, and those that it needs."""
    faults: list[Fault] = []
    if text.enchant and card is not None and card.type is not CardType.SPELL:
        faults.append(Fault("E-READ", Message("bos.card_text.only_spells"), ("enchant",)))
    if text.instead and (text.cost or _asks(text.steps)):
        message = Message("bos.card_text.instead_asks")
        faults.append(Fault("E-LATER", message, ("instead",)))
    if any(isinstance(part, terms.Filter) and part.name == OWN for part in parts(text.steps)):
        faults.append(Fault("E-READ", Message("bos.card_text.which_card"), ("with",)))
    timed = text.moments or text.cost or text.continuous or text.instead
    if card is not None and not timed and not _is_instant(card):
        message = Message("bos.card_text.when")
        faults.append(Fault("E-READ", message))
    return faults


def _asks(steps: tuple[syntax.Step, ...]) -> bool:
    choices = terms.Choose | terms.OneOf | terms.X
    return any(step.may for step in steps) or any(isinstance(part, choices) for part in parts(steps))
