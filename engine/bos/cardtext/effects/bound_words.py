"""What words of a text are bound to by the part they play: sides of an event, and "the rest"."""

from __future__ import annotations

from dataclasses import replace

from engine.bos.cardtext.mentions import ATTACKING, Mention
from engine.bos.model import terms

WITH_TARGET = frozenset((*ATTACKING, "attacked", "blocks", "blocked", "battles"))
WITH_OTHER = WITH_TARGET | {
    "defeats",
    "defeated",
    "deals damage",
    "damaged",
    "summoned",
    "casts",
    "summons",
    "discards",
    "survives",
    "has blocked",
}
WITH_AMOUNT = frozenset(("damaged", "deals damage", "gains", "loses", "spends"))


def rest_of(named: list[Mention]) -> terms.Thing | None:
    """ "The rest": all that could have been chosen last and was not, on the sides of those who chose."""
    chosen = next((each for each in reversed(named) if isinstance(each.words, terms.Choose)), None)
    if chosen is None or not isinstance(chosen.words, terms.Choose):
        return None
    choice = chosen.words
    control = choice.filter.control
    if choice.by != "you" and control == "that player":
        control = choice.by
    if control == "each player":
        control = None
    return terms.Each(replace(choice.filter, control=control, besides=chosen.ref, other=False))


def is_chosen(mention: Mention) -> bool:
    """Whether it is a card that the text chose."""
    return isinstance(mention.ref, terms.Earlier) and mention.ref.where != "event" and not mention.player
