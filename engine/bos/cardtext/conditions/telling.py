"""Conditions about amounts and about the running turn, told plainly."""

from __future__ import annotations

from dataclasses import replace

from engine.bos.cardtext import paraphrase_targets as things
from engine.bos.cardtext.paraphrase_targets import PAST, Context, player_phrase
from engine.bos.model import terms
from engine.messages import Message

# What happened this turn


def did(who: Message, past: terms.Past, *, no: bool = False) -> Message:
    """ "this card attacked this turn", or that it did not."""
    return Message(f"bos.holds.{_DID[past]}{'_not' if no else ''}", who=who)


_DID: dict[terms.Past, str] = {
    **PAST,
    "attacked": "did_attack",
    "blocked": "did_block",
    "dealt damage": "did_damage",
    "attacked a player": "did_attack_a_player",
}


def happened(context: Context, what: terms.Happened) -> Message:
    """ "a summon was defeated this turn", "you cast 2 or more spells this turn"."""
    caster = what.filter.control if what.past == "was cast" and what.filter.kinds == ("spell",) else None
    meant = replace(what.filter, control=None) if caster else what.filter
    cards = things.none(context, meant) if what.no else things.one(context, meant)
    if what.least > 1:
        noun = things.bare(context, meant, many=True)
        cards = Message("bos.which.range", range=things.between(what.least, None, few=True), noun=noun)
    if caster and what.no:
        return Message("bos.holds.did_cast_none", player=player_phrase(caster), noun=things.several(context, meant))
    if caster:
        return Message("bos.holds.did_cast", player=player_phrase(caster), what=cards)
    return did(cards, what.past)


# Amounts


def compared(context: Context, what: terms.Compared) -> Message:
    """ "this card has more strength than the target", "there are 3 or more red summons"."""
    match what.amount, what.than:
        case terms.Strength(first, False), terms.Strength(second, False) if what.how in ("more", "less"):
            who, than = things.thing(context, first, subject=True), things.thing(context, second)
            return Message(f"bos.holds.{what.how}_strength", who=who, than=than)
        case terms.TurnTotal(player, verb, resource), terms.Number():
            noun = Message(f"bos.resource.{resource or 'damage'}")
            return _total(player_phrase(player), verb, noun, what)
        case terms.Count(meant), terms.Number(number):
            return _there_are(context, meant, what.how, number)
    how = what.how.replace(" ", "_")
    amounts = things.quantity(context, what.amount), things.quantity(context, what.than)
    return Message(f"bos.holds.amount_{how}", amount=amounts[0], quantity=amounts[1])


def _total(player: Message, verb: str, noun: Message, what: terms.Compared) -> Message:
    assert isinstance(what.than, terms.Number)
    if what.how == "at least" and what.than.value == 1:
        return Message(f"bos.holds.{verb}_some", player=player, much=noun)
    if what.how == "at most" and what.than.value == 0:
        return Message(f"bos.holds.{verb}_none", player=player, much=noun)
    numbers = _numbers(what.how, what.than.value, few=False)
    return Message(
        f"bos.holds.{verb}_some", player=player, much=Message("bos.much.range", range=numbers, resource=noun)
    )


def _there_are(context: Context, meant: terms.Filter, how: str, number: int) -> Message:
    if (how, number) == ("at most", 0):
        return Message("bos.holds.there_are_no", noun=things.several(context, meant))
    noun = things.bare(context, meant, many=(how, number) != ("equal", 1))
    cards = Message("bos.which.range", range=_numbers(how, number, few=True), noun=noun)
    return Message("bos.holds.there_are", what=cards)


def _numbers(how: str, number: int, *, few: bool) -> Message:
    least = number if how in ("at least", "equal") else None
    return things.between(least, None if how == "at least" else number, few=few)
