"""Deeds in the passive: "a summon is readied", "it is put into a graveyard", "2 damage is dealt to a boss"."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.combinators import any_of, meaning, saying, seq
from engine.bos.cardtext.effects.destinations import owners, pile
from engine.bos.cardtext.effects.phrases import SUBJECT, made
from engine.bos.cardtext.grammar_targets import anyone
from engine.bos.cardtext.targets.amounts import amount
from engine.bos.model import syntax, terms


def _done(*verbs: str) -> Any:
    """ "Is" and "are" in front of each verb; the value tells which."""
    return meaning({f"is {verb}": True for verb in verbs} | {f"are {verb}": False for verb in verbs})


_readied = any_of(
    _done("readied", "made ready", "ready again"), meaning({"becomes ready": True, "become ready": False})
)
_turned = _done("turned", "flipped")
up_or_down = meaning({"face-up | face up | up": True, "face-down | face down | down": False})
_moved = any_of(_done("put", "returned", "sent", "placed"), meaning({"goes": True, "go": False}))
done_to = any_of(
    seq(made(lambda: syntax.Ready(SUBJECT)), _readied),
    seq(made(lambda: syntax.Act(SUBJECT)), _done("acted", "made to act")),
    seq(made(lambda up: syntax.Turn(SUBJECT, up)), _turned, up_or_down),
    seq(made(lambda zone: syntax.Put(SUBJECT, zone)), _moved, saying("to", "into", "onto"), owners, pile),
)
"""What is done to the subject."""


def _dealt(much: terms.Quantity, to: terms.Thing) -> syntax.Step:
    return syntax.Step(syntax.Damage(to, much))


damage_is_dealt = seq(_dealt, amount, saying("damage is dealt to", "damage are dealt to"), anyone)
"""Damage as the subject of its sentence."""
