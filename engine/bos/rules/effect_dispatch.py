"""Effects by their kind: each is done to what stands for its slots, and tells what the next step looks back on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.bos.abilities import choices, targets
from engine.bos.abilities.targets import Things
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.bos.model.deed_things import MOST_DEEDS, chosen_to_measure, thing_fields, things_of
from engine.bos.model.places import NOBODY, place_of_thing, seat_of_thing
from engine.bos.model.quick_values import make_pending
from engine.bos.model.state import Draft, PendingAbility, Remembered


class Done(NamedTuple):
    """Whether a deed did something (`did`), and the `amount` in all; what `it` or "them" is afterwards, as numbers,
    and the seat `who` that "that player" is (-1: as before it began)."""

    did: bool
    amount: int = 0
    it: Things = ()
    who: int = NOBODY


EFFECTS: Final[dict[type, Callable[..., Done]]] = {}
"""What does each kind of effect; entered by `effects`, so that what stands instead of an event can do any of them.
Continuous effects apply by themselves; what asks somebody, or ends the turn, is carried out elsewhere."""


def perform(draft: Draft, pending: PendingAbility, deed: syntax.Deed, slots: tuple[Things, ...]) -> Done:
    """Do a deed to what stands for its slots (`choices.slots`), all of it at once; never asks.

    Behind the slots of Move and Bring may stand the columns where the cards come, one for each.
    """
    it, seat = _named_by(draft, pending, deed, slots)
    perform_one = EFFECTS.get(type(deed))
    if perform_one is None:
        return Done(False, it=it, who=seat)
    measured = _measured(draft, pending._replace(it=it) if _names_one(deed) else pending, deed, slots)
    things = _by_field(deed, choices.joined(deed, slots))
    if measures_each(deed) and things:
        each = [perform_one(draft, measured._replace(it=(one,)), deed, (one,), *things[1:]) for one in things[0]]
        return Done(any(done.did for done in each), sum(done.amount for done in each), it, seat)
    done: Done = perform_one(draft, measured, deed, *things)
    return Done(done.did, done.amount, it, seat)


def _measured(draft: Draft, pending: PendingAbility, deed: syntax.Deed, slots: tuple[Things, ...]) -> PendingAbility:
    """The ability with what was chosen for its amount in mind."""
    chosen = tuple(chosen_to_measure(getattr(deed, "amount", None)))
    for phrase, things in zip(chosen, slots[len(slots) - len(chosen) :], strict=True):
        strengths = tuple([draft.copies[target].strength for target in things])
        pending = pending._replace(named=(*pending.named, Remembered(phrase, things, strengths)))
    return pending


def measures_each(deed: syntax.Deed) -> bool:
    """Whether the amount is another one for each thing that the deed is done to: "each player … their life"."""
    cached = _EACH.get(id(deed))
    if cached is None:
        if len(_EACH) >= MOST_DEEDS:
            _EACH.clear()
        itself = terms.Itself() in parts(getattr(deed, "amount", None) or ())
        cached = _EACH[id(deed)] = (deed, itself)
    return cached[1]


_EACH: Final[dict[int, tuple[syntax.Deed, bool]]] = {}
"""By its number in memory, which no other deed can come to have as long as it is kept here."""


def after(pending: PendingAbility, deed: syntax.Deed, done: Done) -> PendingAbility:
    """The ability when a deed is done: what the next step looks back on."""
    source, number, seat, event, _, _, before, x, _, mode, _, named, _ = pending
    much = done.amount if isinstance(deed, _WITH_AMOUNT) else before
    return make_pending(source, number, seat, event, done.it, much, x, done.did, mode, done.who, named)


_WITH_AMOUNT: Final = (syntax.Gain, syntax.Damage, syntax.Scale, syntax.Spend)
"""Of what "that much" behind it is the amount; behind anything else it is still that of what was before."""


def _by_field(deed: syntax.Deed, together: tuple[Things, ...]) -> tuple[Things, ...]:
    """The things for the fields of a deed: what is only measured is none of them, and damage names its target first."""
    if type(deed) is not syntax.Damage and not hasattr(deed, "amount"):
        return together
    together = together[: sum(getattr(deed, name) is not None for name in thing_fields(deed))]
    return (together[1], together[0]) if type(deed) is syntax.Damage and deed.by is not None else together


def _named_by(
    draft: Draft, pending: PendingAbility, deed: syntax.Deed, slots: tuple[Things, ...]
) -> tuple[Things, int]:
    """What "it" and "that player" mean once these things were named. "You" and a player leave "it" as it was."""
    phrases = things_of(deed)
    if not phrases:
        return pending.it, pending.who
    if type(deed) is syntax.Damage:
        phrases = (deed.to,)
    pair = isinstance(deed, syntax.Swap | syntax.Exchange) and len(slots) > 1
    named = _by_field(deed, choices.joined(deed, slots))[0] if not pair else (*slots[0], *slots[1])
    if named and place_of_thing(named[0]) != NOBODY:
        return pending.it, pending.who
    if type(phrases[0]) is terms.Who:
        seat = pending.who if phrases[0].player == "you" or not named else seat_of_thing(named[0])
        return pending.it, seat
    if named and _names_a_player(phrases[0], named[0]):
        return named, targets.owner_now(draft, named[0])
    return named, targets.that_player(draft, pending)


def _names_one(deed: syntax.Deed) -> bool:
    """Whether "its strength" in the deed is that of the one card the deed names: "a summon gains … its strength"."""
    phrases = (deed.to,) if type(deed) is syntax.Damage else things_of(deed)
    return (
        bool(phrases)
        and type(phrases[0]) is not terms.Who
        and choices.bounds(phrases[0])[1] == 1
        and not _is_set(phrases[0])
    )


def _is_set(phrase: terms.Thing) -> bool:
    return isinstance(phrase, terms.Each | terms.Both | terms.Them)


def _names_a_player(phrase: terms.Thing, first: int) -> bool:
    """Whether a player is named with it: "a summon an opponent controls", "the target"."""
    if first < NOBODY or type(phrase) is terms.Target:
        return True
    wanted = getattr(phrase, "filter", None)
    own = (None, "you", "that player")
    return wanted is not None and (wanted.control not in own or wanted.owner not in own)
