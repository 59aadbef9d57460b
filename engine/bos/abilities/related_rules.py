"""Which rules somebody wants to read beside a card: those of its type, and those that its sentences touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.bos.cardtext.serialization import compiled
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Card, CardType

UNKNOWN = ("1.1.4",)
MANDATORY, OPTIONAL, ALWAYS = "10.3.2", "10.3.1", "10.1.2"

OF_TYPE: Mapping[CardType, tuple[str, ...]] = {
    CardType.BOSS: ("1.1.6", "2.2.4", "9.1.2", "9.1.4", "9.2.2", "9.2.3"),
    CardType.WIZARD: ("1.1.3", "1.1.6", "5.1.2", "5.1.4", "5.2.1"),
    CardType.SUMMON: ("1.1.3", "5.1.2", "5.1.3", "5.1.5", "5.1.7"),
    CardType.SPELL: ("1.1.3", "6.1.1", "6.1.2", "6.1.5", "6.3.1"),
}

OF_PART: Mapping[type, tuple[str, ...]] = {
    # when
    syntax.During: ("10.1.1", "10.1.3"),
    syntax.At: ("3.1.3", "10.1.3"),
    syntax.When: ("10.1.3", "10.1.4"),
    syntax.While: ("10.1.1",),
    # for what price
    syntax.PayAct: ("10.2.1", "10.2.2"),
    syntax.PayCard: ("10.2.1",),
    syntax.PayStrength: ("10.2.1", "7.4.1"),
    # on whom
    terms.Choose: ("6.1.9",),
    terms.OneOf: ("6.1.9",),
    terms.Half: ("7.3.8",),
    terms.Attacked: ("9.1.6",),
    terms.Left: ("6.1.12",),
    # what
    syntax.Ready: ("7.1.2",),
    syntax.Act: ("7.1.2",),
    syntax.Defeat: ("7.4.6", "7.4.3"),
    syntax.Move: ("8.1.4",),
    syntax.Conduct: ("5.1.2", "5.1.14"),
    syntax.Bring: ("5.1.14",),
    syntax.Unenchant: ("6.2.9",),
    syntax.Cannot: ("10.7", "10.7.1"),
    syntax.CombatRule: ("7.1.7", "8.1.8", "8.2.15"),
    syntax.Bonus: ("10.1.2", "10.1.5"),
    syntax.DamageChange: ("7.3.2",),
    syntax.Costs: ("6.1.13",),
    syntax.EndTurn: ("3.1.2", "3.1.5"),
    syntax.TakeTurn: ("3.1.8",),
    syntax.Skip: ("3.1.9",),
    syntax.Lose: ("11.1.3",),
}
"""Rules that a part of a text touches by its kind alone."""

OF_RESOURCE = {"vim": ("6.3.1", "6.3.2"), "life": ("10.2.3",), "ether": ("12.2.3", "6.3.3")}
"""Rules about paying with something."""
OF_GAIN = {"vim": ("4.2.3",), "life": ("4.2.3", "11.1.5"), "ether": ("12.2.3",), "strength": ("7.3.6", "7.3.7")}
OF_LOSS = {"vim": ("6.3.3",), "life": ("8.2.12", "11.1.1"), "ether": ("12.2.3",), "strength": ("7.3.9", "7.4.1")}
OF_VERB: Mapping[str, tuple[str, ...]] = {
    "summoned": ("5.1.8",),
    "summons": ("5.1.8",),
    "conducts": ("5.1.4", "5.1.5"),
    "defeated": ("7.4.2",),
    "defeats": ("7.4.8",),
    "attacks": ("7.2.2",),
    "attacked": ("7.2.2",),
    "blocks": ("8.2.1", "8.2.3"),
    "blocked": ("8.2.3",),
    "battles": ("7.3.1",),
    "deals damage": ("7.3.5", "7.4.10"),
    "damaged": ("7.3.5", "7.4.10"),
    "readied": ("4.1.1", "4.1.4"),
    "turned face-down": ("5.1.4",),
    "turned face-up": ("4.1.1",),
    "enchanted": ("6.2.1",),
    "leaves": ("7.4.3",),
    "enchants": ("6.2.1",),
    "removed": ("6.2.3",),
    "casts": ("6.1.7",),
}
ENCHANTING = ("6.2.1", "6.2.2", "6.2.3")
REPLACING = ("10.4.7",)
OPPONENT = ("10.5.1",)
SEVERAL_WIZARDS, COLOURED_WIZARD = "5.1.17", "5.1.12"


def touched_by(card: Card, names: Pool | None = None) -> tuple[str, ...]:
    """Numbers of rules, those of the card's type first, then in the order of its sentences; each once."""
    if card.type is None:
        return UNKNOWN
    meaning = compiled(card, names)
    numbers = [*OF_TYPE[card.type], *_of_summoning_condition(meaning.summoning_condition)]
    for value in (meaning.boss_condition, *meaning.texts):
        if isinstance(value, syntax.Text):
            numbers += _of_text(value, card)
        if value is not None:
            numbers += [number for part in parts(value) for number in _of_part(part)]
    return tuple(dict.fromkeys(numbers))


def _of_summoning_condition(condition: syntax.SummoningCondition | None) -> Iterator[str]:
    if condition is None:
        return
    if condition.count > 1 or len(condition.names) > 1:
        yield SEVERAL_WIZARDS
    if condition.wizard.color and not condition.names:
        yield COLOURED_WIZARD


def _of_text(text: syntax.Text, card: Card) -> Iterator[str]:
    """What the shape of a text touches."""
    if text.enchant is not None:
        yield from ENCHANTING
    if text.instead is not None:
        yield from REPLACING
    if text.must:
        yield MANDATORY
    elif text.continuous:
        yield ALWAYS
    elif text.instead is None and card.type is not CardType.SPELL:
        yield OPTIONAL
    if card.type is CardType.SPELL and text.moments and text.enchant is None:
        yield "6.1.3"


def _of_part(part: Any) -> Iterable[str]:
    match part:
        case syntax.Pay():
            return ("10.2.1", *OF_RESOURCE[part.resource])
        case syntax.Gain():
            return (OF_LOSS if part.lose else OF_GAIN)[part.what]
        case syntax.Scale():
            return (OF_LOSS[part.what] if part.half else OF_GAIN[part.what]) + (("7.3.8",) if part.half else ())
        case syntax.Damage():
            return ("7.3.2", "7.4.9") if not isinstance(part.to, terms.Who) else ("8.2.12", "11.1.5")
        case syntax.Put():
            return ("10.1.6",)
        case syntax.Prevent() | syntax.Swap() | syntax.Turn():
            return OF_OTHERS[type(part)]
        case syntax.When():
            return (*OF_PART[syntax.When], *OF_VERB.get(part.verb, ()))
        case terms.Filter():
            return (*(OPPONENT if "opponent" in f"{part.control} {part.owner}" else ()), *_of_kinds(part))
        case terms.Who():
            return OPPONENT if "opponent" in str(part.player) else ()
    return OF_PART.get(type(part), ())


OF_OTHERS: Mapping[type, tuple[str, ...]] = {
    syntax.Prevent: ("10.4.7", "7.3.5"),
    syntax.Swap: ("8.2.7",),
    syntax.Turn: ("5.2.1", "5.2.2"),
}


def _of_kinds(wanted: terms.Filter) -> tuple[str, ...]:
    """A summon is no boss, and a boss no summon."""
    if wanted.zone != "table" or len({"summon", "boss"} & set(wanted.kinds)) != 1:
        return ()
    return ("9.2.1",)
