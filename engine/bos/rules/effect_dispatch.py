"""Effects by their kind: each is done to what stands for its slots, and tells what the next step looks back on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.bos.abilities import choices, targets
from engine.bos.abilities.targets import Things
from engine.bos.model import syntax, terms
from engine.bos.model.places import NOBODY, seat_of_thing
from engine.bos.model.state import Draft, PendingAbility


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
    measured = pending._replace(it=it) if _names_one(deed) else pending
    done: Done = perform_one(draft, measured, deed, *choices.joined(deed, slots))
    return Done(done.did, done.amount, it, seat)


def after(pending: PendingAbility, done: Done) -> PendingAbility:
    """The ability when a deed is done: what the next step looks back on."""
    source, number, seat, event, _, _, _, x, _, mode, _ = pending
    return PendingAbility(source, number, seat, event, (), done.it, done.amount, x, done.did, mode, done.who)


def _named_by(
    draft: Draft, pending: PendingAbility, deed: syntax.Deed, slots: tuple[Things, ...]
) -> tuple[Things, int]:
    """What "it" and "that player" mean once these things were named. "You" and a player leave "it" as it was."""
    phrases = choices.said(deed)
    if not phrases:
        return pending.it, pending.who
    named = choices.joined(deed, slots)[0] if type(deed) is not syntax.Swap else (*slots[0], *slots[1])
    if type(phrases[0]) is terms.Who:
        seat = pending.who if phrases[0].player == "you" or not named else seat_of_thing(named[0])
        return pending.it, seat
    if named and _names_a_player(phrases[0], named[0]):
        return named, targets.owner_now(draft, named[0])
    return named, targets.that_player(draft, pending)


def _names_one(deed: syntax.Deed) -> bool:
    """Whether "its strength" in the deed is that of the one card the deed names: "a summon gains … its strength"."""
    phrases = choices.said(deed)
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
