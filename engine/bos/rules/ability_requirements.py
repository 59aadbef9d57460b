"""What an ability needs before it begins: that what it chooses is there (G-71)."""

from __future__ import annotations

from engine.bos.abilities import continuous_effects, ways
from engine.bos.abilities.choices import as_chooser, bounds, candidates, choices, chooser, is_open, slots
from engine.bos.abilities.columns import columns_at
from engine.bos.abilities.continuous_effects import limits_choices
from engine.bos.abilities.named_numbers import names_x, names_x_later
from engine.bos.abilities.payment import affords
from engine.bos.abilities.targets import amount, exist, named, players
from engine.bos.model import syntax, terms
from engine.bos.model.places import seat_of_thing
from engine.bos.model.state import ASIDE, GRAVEYARD, SPELLBOOK, PendingAbility, Table
from engine.bos.rules import costs, free_places, movement
from engine.bos.rules.ability_choices import (
    MOST_X,
    columns_for,
    pick_of,
    spell_hosts,
    spoken,
    that_can_change_sides,
)


def is_agreed(table: Table, pending: PendingAbility, text: syntax.Text) -> bool:
    """Whether "you may" at the beginning is answered by using the ability; not where something happens otherwise, or
    somebody else decides, and a spell can be cast and that left aside."""
    if text.must or names_x_later(text) or any(step.did is False for step in text.steps):
        return False
    if decider(table, pending, text.steps[0].deed) != pending.seat:
        return False
    if pending.event is None and table.copies[pending.source].zone == GRAVEYARD:
        return False  # the effect of a spell that is carried out anew
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
        return deed.second or deed.first
    if isinstance(deed, syntax.CastSpell | syntax.CarryOut) and _no_spell_is_there(table, pending, deed.what):
        return deed.what
    if type(deed) is syntax.Move and not _can_move(table, pending, deed):
        return deed.what
    if type(deed) is syntax.Bring and deed.at is not None and not _can_come(table, pending, deed):
        return deed.what
    if type(deed) is syntax.Control and deed.at and not _can_change_sides(table, pending, deed):
        return deed.what
    if type(deed) is syntax.Enchant and not _may_be_enchanted(table, pending, deed.what):
        return deed.what
    for phrase in slots(deed):
        if not _is_there(table, pending, phrase):
            return phrase
    return None


def _no_spell_is_there(table: Table, pending: PendingAbility, what: terms.Thing) -> bool:
    """Whether no spell can be chosen that is cast, or whose effect is carried out."""
    return is_open(table, pending, what) and not pick_of(table, pending, what, ()).options


def _pair_is_there(table: Table, pending: PendingAbility, deed: syntax.Swap) -> bool:
    firsts, seconds = (candidates(table, pending, phrase) for phrase in (deed.first, deed.second or deed.first))
    return any(movement.can_swap(table, first, second) for first in firsts for second in seconds)


def _can_move(table: Table, pending: PendingAbility, deed: syntax.Move) -> bool:
    """Whether one of those it may be said of finds an open column."""
    open_one = is_open(table, pending, deed.what)
    moved = candidates(table, pending, deed.what) if open_one else named(table, pending, deed.what)
    if isinstance(deed.at, terms.Near) and isinstance(deed.at.of, terms.Earlier):
        return bool(moved)
    allowed = columns_at(table, pending, deed.at, named)
    return any(
        column in allowed
        for target in moved
        if target >= 0
        for column in free_places.open_columns(table, table.copies[target], deed.column)
    )


def _can_come(table: Table, pending: PendingAbility, deed: syntax.Bring) -> bool:
    """Whether one of those it may be said of finds an open place where it must come."""
    if isinstance(deed.at, terms.Near) and isinstance(deed.at.of, terms.Earlier):
        return True
    coming = candidates(table, pending, deed.what) or named(table, pending, deed.what)
    return any(len(columns_for(table, pending, deed, ((target,),))) for target in coming)


def _can_change_sides(table: Table, pending: PendingAbility, deed: syntax.Control) -> bool:
    if not is_open(table, pending, deed.what):
        return True
    return bool(that_can_change_sides(table, pending, deed, candidates(table, pending, deed.what)))


def _may_be_enchanted(table: Table, pending: PendingAbility, what: terms.Thing) -> bool:
    hosts = candidates(table, pending, what)
    return any(continuous_effects.forbidden(table, "be enchanted", host) is None for host in hosts)


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
    if isinstance(phrase, terms.Choose | terms.ChooseColumn) and phrase.together:
        return bounds(phrase)[0] <= len(pick_of(table, pending, phrase, ()).options)
    if isinstance(phrase, terms.Choose) and not limits_choices(table):
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
    """The choices of "choose one" that find what they need, and are not chosen yet."""
    chosen = ways.chosen_ways(text, pending)
    modes = [mode for mode in range(1, text.modes + 1) if mode not in chosen]
    fresh = [mode for mode in modes if not ways.is_spent(table, pending, text, mode)]
    return [mode for mode in fresh if lacks_in_mode(table, pending, text, mode) is None]


def _lacks(
    table: Table, pending: PendingAbility, text: syntax.Text, step: syntax.Step
) -> terms.Thing | syntax.Spend | None:
    if step.only or step.unless or step.did is not None:
        return None
    if step.may and not is_agreed(table, pending, text):
        return None
    missing = _missing(table, pending, step.deed)
    if missing is None or not names_x(text):
        return missing
    return _missing(table, pending._replace(x=_most(table, pending, text)), step.deed)


def _most(table: Table, pending: PendingAbility, text: syntax.Text) -> int:
    """The greatest X: who has yet to name it may name one for which there is something to choose."""
    payable = costs.most_x(table, pending, text.cost)
    return MOST_X if payable is None else payable


def lacks_with(table: Table, pending: PendingAbility, number: int) -> terms.Thing | syntax.Spend | None:
    """What the ability that is carried out would lack if X were that number."""
    text = spoken(table, pending)
    if not text.steps or text.modes or text.steps[0].only or text.steps[0].unless or text.steps[0].may:
        return None
    return _missing(table, pending._replace(x=number), text.steps[0].deed)


def has_choices(table: Table, pending: PendingAbility, text: syntax.Text) -> bool:
    """Whether the ability finds what it has to choose."""
    return lacks(table, pending, text) is None
