"""Whether every "it", "them" and "that player" of an ability has something before it that it can mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.bos.cardtext.grammar_words import KINDS
from engine.bos.cardtext.semantic_pass import Fault
from engine.bos.cardtext.tokens import tokens
from engine.bos.cardtext.tree_walk import fields_of
from engine.bos.model import syntax, terms
from engine.bos.model.cards import Card
from engine.messages import Message

_WITH_TARGET = frozenset(("attacks", "attacked", "blocks", "blocked", "battles"))
_WITH_OTHER = _WITH_TARGET | {"defeats", "defeated", "deals damage", "damaged", "summoned"}
_WITH_AMOUNT = frozenset(("damaged", "deals damage", "gains", "loses", "spends"))
_AMOUNTS = (syntax.Gain, syntax.Damage, syntax.Scale, syntax.Spend)


class _Known:
    """What has been named so far."""

    def __init__(self, text: syntax.Text, host: bool):
        when = text.instead or next((each for each in text.moments if isinstance(each, syntax.When)), None)
        verbs = {each.verb for each in when.events} if when else {""}
        self.card = self.player = self.set = False
        self.host = host or text.enchant is not None
        self.target = verbs <= _WITH_TARGET
        self.other = verbs <= _WITH_OTHER
        self.amount = verbs <= _WITH_AMOUNT


def unknown_references(text: syntax.Text, *, host: bool) -> tuple[Fault, ...]:
    """One fault for each kind of word that means nothing. `host`: the card lies under another one."""
    known = _Known(text, host)
    faults: dict[Fault, None] = {}
    moments = (*text.moments, text.instead) if text.instead else text.moments
    for part in (*_walk(moments), *_walk(text.cost)):
        _look(part, known, faults)
    for step in text.steps:
        for part in _walk(step.only) if step.only else ():
            _look(part, known, faults)
        for part in _walk(step.unless) if step.unless else ():
            _look(part, known, faults)
        for part in _walk(step.deed):
            _look(part, known, faults)
        known.amount |= isinstance(step.deed, _AMOUNTS)
    return tuple(faults)


def misnamed(text: str, card: Card | None) -> tuple[Fault, ...]:
    """Faults where a text calls a card something else than what it is: this one, or the one that lies above it.

    Of a boss that is called a summon a warning tells (W-BOSS).
    """
    faults: dict[Fault, None] = {}
    words = [token.word for token in tokens(text)]
    for before, named, kind in zip(["", *words], words, words[1:], strict=False):
        if kind not in KINDS:
            continue
        if named == "this" and card and card.type and kind != card.type and (kind, card.type) != ("summon", "boss"):
            kind_here = Message(f"bos.word.a_{card.type}")
            message = Message("bos.card_text.say_this", kind=kind_here, word=str(card.type))
            faults[Fault("E-REF", message, ("this",))] = None
        if (before, named) == ("the", "enchanted") and _enchants(text, card) not in ([], [kind]):
            message = Message("bos.card_text.say_enchanted", kind=Message(f"bos.word.a_{kind}"))
            faults[Fault("E-REF", message, ("enchanted",))] = None
    return tuple(faults)


def _enchants(text: str, card: Card | None) -> list[str]:
    """The types of cards that the text, or else another one of the card, may be put under."""
    for printed in (text, *(ability.text for ability in (card.abilities if card else ()))):
        words = [token.word for token in tokens(printed)]
        if "enchant" in words:
            behind = words[words.index("enchant") :]
            sentence = behind[: behind.index(".")] if "." in behind else behind
            return [word for word in sentence if word in KINDS]
    return []


def _walk(value: Any) -> Iterator[Any]:
    """The parts in printed order: filters before what is chosen by them."""
    if isinstance(value, tuple):
        for part in value:
            yield from _walk(part)
        return
    if isinstance(value, syntax.When):
        yield from (part for event in value.events for part in _walk((event.who, event.to)))
        yield value
        yield from _walk(value.condition)
        return
    if isinstance(value, terms.Choose) and value.by != "you":
        yield terms.Who(value.by)
    names = fields_of(value)
    if names is not None:
        for name in names:
            yield from _walk(getattr(value, name))
        yield value


def _look(part: Any, known: _Known, faults: dict[Fault, None]) -> None:
    for missing in _missing(part, known):
        faults[missing] = None
    _learn(part, known)


def _missing(part: Any, known: _Known) -> Iterator[Fault]:
    players = [getattr(part, name, None) for name in ("player", "than", "control", "owner")]
    if isinstance(part, terms.It) and not known.card:
        yield Fault("E-REF", Message("bos.card_text.no_it"), ("it", "its", "that"))
    if isinstance(part, terms.Them) and not known.set:
        yield Fault("E-REF", Message("bos.card_text.no_them"), ("them", "they", "those"))
    if isinstance(part, terms.Target) and not known.target:
        yield Fault("E-REF", Message("bos.card_text.no_target"), ("target",))
    if isinstance(part, terms.Other) and not known.other:
        words = ("defeated", "blocker", "attacker", "blocking", "attacking", "other")
        yield Fault("E-REF", Message("bos.card_text.no_other"), words)
    if isinstance(part, terms.Host) and not known.host:
        yield Fault("E-REF", Message("bos.card_text.no_enchanted"), ("enchanted",))
    if isinstance(part, terms.ThatMuch) and not known.amount:
        yield Fault("E-REF", Message("bos.card_text.no_amount"), ("much",))
    if "that player" in players and not known.player:
        yield Fault("E-REF", Message("bos.card_text.no_player"), ("that", "they", "their"))
    if "its controller" in players and not known.card:
        yield Fault("E-REF", Message("bos.card_text.no_controller"), ("its", "that"))


def _learn(part: Any, known: _Known) -> None:
    match part:
        case terms.Choose():
            known.card |= part.high == 1
            known.set |= part.high != 1
        case terms.Each() | terms.Both():
            known.set = True
        case terms.This() | terms.Target() | terms.Host() | terms.Other() | terms.OneOf():
            known.card = True
        case syntax.When():
            known.card = all(not isinstance(event.who, terms.Who) or event.to is not None for event in part.events)
            known.player |= all(
                isinstance(event.to, terms.Who) or (event.verb == "attacks" and event.to is None)
                for event in part.events
            )
    named = (getattr(part, "player", None), getattr(part, "control", None), getattr(part, "owner", None))
    known.player |= any(who not in (None, "you", "that player") for who in named)
    known.player |= isinstance(part, terms.Target)
