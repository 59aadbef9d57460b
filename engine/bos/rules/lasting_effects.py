"""Effects that last: strength for a time, damage kept off, and what is forbidden until a moment comes."""

from __future__ import annotations

from typing import Final

from engine.bos.abilities import active_abilities, card_abilities, continuous_effects
from engine.bos.abilities.active_abilities import GRANT
from engine.bos.abilities.targets import Things
from engine.bos.model import syntax
from engine.bos.model.ability_numbers import giver_of, lent_number, own_number
from engine.bos.model.places import NOBODY
from engine.bos.model.state import Draft, Modifier, PendingAbility, here
from engine.bos.rules.effect_dispatch import Done

STRENGTH: Final = ("lose strength", "gain strength")
"""What a change of strength is called: a loss, a gain."""


def lend_strength(
    draft: Draft, pending: PendingAbility, deed: syntax.Gain | syntax.Become, target: int, change: int
) -> int:
    """A card gains or loses strength for a time. Gives how much."""
    copy = draft.copies[target]
    if not change or not here(copy) or copy.face.strength is None:
        return 0
    if continuous_effects.forbidden(draft, STRENGTH[change > 0], target):
        return 0
    changed = max(change, -copy.strength)
    lasting = Modifier("strength", target, "", change, deed.until, pending.seat, pending.source, draft.turn)
    if not continuous_effects.add(draft, lasting):
        return 0
    kind = "gain strength" if change > 0 else "lose strength"
    draft.happen(kind, target, copy.control, pending.source, abs(changed))
    return abs(changed)


def prevent(draft: Draft, pending: PendingAbility, deed: syntax.Prevent, to: Things) -> Done:
    """Damage that would be dealt to things is kept off."""
    much = -1 if deed.amount is None else deed.amount
    present = [target for target in to if target < NOBODY or here(draft.copies[target])]
    lasting = [
        Modifier(
            "prevent", target, "next" if deed.once else "", much, deed.until, pending.seat, pending.source, draft.turn
        )
        for target in present
    ]
    return _add(draft, lasting)


def forbid(draft: Draft, pending: PendingAbility, deed: syntax.Cannot, affected: Things) -> Done:
    """Things are forbidden something."""
    present = [target for target in affected if target < NOBODY or here(draft.copies[target])]
    ban = deed if deed.other or deed.most else None
    lasting = [
        Modifier("cannot", target, deed.what, 0, deed.until, pending.seat, pending.source, draft.turn, ban)
        for target in present
    ]
    return _add(draft, lasting)


def fight_otherwise(
    draft: Draft,
    pending: PendingAbility,
    deed: syntax.CombatRule | syntax.DamageChange | syntax.Toll,
    affected: Things,
) -> Done:
    """Cards attack or block otherwise than the rules have it, pay for it, or deal or take another amount of damage."""
    present = [target for target in affected if target < NOBODY or here(draft.copies[target])]
    kind, what = _KINDS[type(deed)], deed.what if isinstance(deed, syntax.CombatRule) else ""
    more = None if isinstance(deed, syntax.CombatRule) and deed.other is None else deed
    lasting = [
        Modifier(kind, target, what, 0, deed.until, pending.seat, pending.source, draft.turn, more)
        for target in present
    ]
    return _add(draft, lasting)


_KINDS: Final = {syntax.CombatRule: "combat", syntax.DamageChange: "damage", syntax.Toll: "toll"}


def grant(draft: Draft, pending: PendingAbility, deed: syntax.Grant, bearers: Things) -> Done:
    """Cards have one more ability from now on (G-390)."""
    stands_on = pending.source if giver_of(pending.number) == NOBODY else giver_of(pending.number)
    own = own_number(card_abilities.number_of(card_abilities.face_of(draft, pending), pending.number, deed))
    number = lent_number(stands_on, own)
    present = [target for target in bearers if target >= 0 and here(draft.copies[target])]
    lasting = [
        Modifier(GRANT, target, "", number, deed.until, pending.seat, pending.source, draft.turn) for target in present
    ]
    return _add(draft, lasting)


def borrow(draft: Draft, pending: PendingAbility, deed: syntax.Borrow, bearers: Things, of: Things) -> Done:
    """Cards have the abilities printed on others from now on, whatever becomes of those (G-396)."""
    present = [target for target in bearers if target >= 0 and here(draft.copies[target])]
    lasting = [
        Modifier(GRANT, bearer, "", number, deed.until, pending.seat, pending.source, draft.turn)
        for bearer, number in active_abilities.borrowed(draft, present, of)
    ]
    return _add(draft, lasting)


def reveal(draft: Draft, pending: PendingAbility, deed: syntax.Reveal, shown: Things, by: Things = ()) -> Done:
    """Both players have seen the cards from now on; who looks alone keeps it (G-394)."""
    cards = [target for target in shown if target >= 0]
    for target in cards if not deed.look else ():
        if not draft.setup.hidden_swap[draft.copies[target].owner]:
            draft.own(target).public = True
    return Done(bool(cards), len(cards))


def _add(draft: Draft, lasting: list[Modifier]) -> Done:
    added = sum([continuous_effects.add(draft, modifier) for modifier in lasting])
    return Done(bool(added), added)
