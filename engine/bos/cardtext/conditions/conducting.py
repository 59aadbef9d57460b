"""The language of wizards that conduct a summon, as events: "you conduct a summon with this wizard"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal
from engine.bos.model import syntax, terms


def conducting(who: Any, summoned: Any) -> syntax.When:
    """ "This conducts a summon": a wizard does, with which its controller conducts it."""
    if not isinstance(summoned, terms.Each) or summoned.filter.kinds != ("summon",):
        raise Refusal()
    return syntax.When(who, "conducts", summoned)


def conducted_with(who: terms.Who, summoned: Any, wizard: Any) -> syntax.When:
    """ "You conduct a summon with another wizard": with one that this player controls."""
    control = None if who.player == "a player" else who.player
    if isinstance(wizard, terms.Each):
        if wizard.filter.control or wizard.filter.kinds not in ((), ("wizard",)):
            raise Refusal()
        wizard = terms.Each(replace(wizard.filter, control=control))
    elif control not in (None, "you") or not isinstance(wizard, terms.This | terms.Host):
        raise Refusal()
    return conducting(wizard, summoned)
