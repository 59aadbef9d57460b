"""What an ability needs before it begins: that what it chooses is there (G-71)."""

from __future__ import annotations

from engine.bos.abilities.choices import as_chooser, bounds, candidates, choices, chooser, is_open, slots
from engine.bos.abilities.payment import affords
from engine.bos.abilities.targets import amount, exist, named, players
from engine.bos.model import syntax, terms
from engine.bos.model.places import seat_of_thing
from engine.bos.model.state import ASIDE, SPELLBOOK, PendingAbility, Table
from engine.bos.rules import effects
from engine.bos.rules.ability_choices import pick_of, spell_hosts


def is_agreed(table: Table, pending: PendingAbility, text: syntax.Text) -> bool:
    """Whether "you may" at the beginning is answered by using the ability; not where something happens otherwise, or
    somebody else decides, and a spell can be cast and that left aside."""
    if text.must or any(step.did is False for step in text.steps):
        return False
    if decider(table, pending, text.steps[0].deed) != pending.seat:
        return False
    return table.copies[pending.source].zone not in (ASIDE, SPELLBOOK)


def decider(table: Table, pending: PendingAbility, deed: syntax.Deed) -> int:
    """The seat that "may": the player whom the deed is about or who chooses for it, else the controller."""
    subject = getattr(deed, "who", None)
    if isinstance(subject, terms.Who):
        return next(iter(players(table, pending, subject.player)), pending.seat)
    return next(
        (chooser(table, pending, phrase) for phrase in slots(deed) if is_open(table, pending, phrase)), pending.seat
    )


# Before an ability begins


def is_possible(table: Table, pending: PendingAbility, deed: syntax.Deed) -> bool:
    """Whether every choice the deed asks for has something to choose, and what it pays is there."""
    return _missing(table, pending, deed) is None


def _missing(table: Table, pending: PendingAbility, deed: syntax.Deed) -> terms.Thing | syntax.Spend | None:
    """The first thing of a deed that is not there; what changes places needs two cards that can."""
    if type(deed) is syntax.Spend and _too_dear(table, pending, deed):
        return deed
    if type(deed) is syntax.Swap and not _pair_is_there(table, pending, deed):
        return deed.second
    for phrase in slots(deed):
        if not _is_there(table, pending, phrase):
            return phrase
    return None


def _pair_is_there(table: Table, pending: PendingAbility, deed: syntax.Swap) -> bool:
    firsts, seconds = (candidates(table, pending, phrase) for phrase in (deed.first, deed.second))
    return any(effects.can_swap(table, first, second) for first in firsts for second in seconds)


def _too_dear(table: Table, pending: PendingAbility, deed: syntax.Spend) -> bool:
    much = amount(table, pending, deed.amount)
    return not all(affords(table, seat_of_thing(target), deed.what, much) for target in named(table, pending, deed.who))


def _is_there(table: Table, pending: PendingAbility, phrase: terms.Thing) -> bool:
    if isinstance(phrase, terms.Who):
        return bool(players(table, pending, phrase.player))
    if not is_open(table, pending, phrase):
        return True
    choosing = choices(table, pending, phrase)
    if len(choosing) > 1:
        return any(_is_there(table, pending._replace(who=seat), part) for seat, part in choosing)
    hosts = spell_hosts(table, pending, phrase)
    if hosts:
        return bounds(phrase)[0] <= len(pick_of(table, pending, phrase, ()).options)
    if isinstance(phrase, terms.Choose):
        return not phrase.low or exist(table, as_chooser(table, pending, phrase), phrase.filter, phrase.low)
    return bounds(phrase)[0] <= len(candidates(table, pending, phrase))


def lacks(table: Table, pending: PendingAbility, text: syntax.Text) -> terms.Thing | syntax.Spend | None:
    """What the ability needs at once and is not there (G-71); None if it can be used.

    Later steps, and those that depend on something, do as much as they can (G-72).
    """
    if text.modes:
        missing = [lacks_in_mode(table, pending, text, mode) for mode in range(1, text.modes + 1)]
        return missing[0] if all(missing) else None
    return _lacks(table, pending, text, text.steps[0]) if text.steps else None


def lacks_in_mode(
    table: Table, pending: PendingAbility, text: syntax.Text, mode: int
) -> terms.Thing | syntax.Spend | None:
    """What that choice of "choose one" needs at once and is not there."""
    first = next((step for step in text.steps if step.mode in (None, mode)), None)
    return _lacks(table, pending, text, first) if first else None


def possible_modes(table: Table, pending: PendingAbility, text: syntax.Text) -> list[int]:
    """The choices of "choose one" that find what they need."""
    modes = range(1, text.modes + 1)
    return [mode for mode in modes if lacks_in_mode(table, pending, text, mode) is None]


def _lacks(
    table: Table, pending: PendingAbility, text: syntax.Text, step: syntax.Step
) -> terms.Thing | syntax.Spend | None:
    if step.only or step.unless or step.did is not None:
        return None
    if step.may and not is_agreed(table, pending, text):
        return None
    return _missing(table, pending, step.deed)


def has_choices(table: Table, pending: PendingAbility, text: syntax.Text) -> bool:
    """Whether the ability finds what it has to choose."""
    return lacks(table, pending, text) is None
