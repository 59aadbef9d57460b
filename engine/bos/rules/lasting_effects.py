"""Effects that last: strength for a time, damage kept off, and what is forbidden until a moment comes."""

from __future__ import annotations

from typing import Final

from engine.bos.abilities import active_abilities, card_abilities, continuous_effects
from engine.bos.abilities.active_abilities import COPY, GRANT
from engine.bos.abilities.targets import Things
from engine.bos.model import syntax
from engine.bos.model.ability_numbers import giver_of, lent_number, own_number
from engine.bos.model.places import NOBODY
from engine.bos.model.state import Copy, Draft, Modifier, PendingAbility, here
from engine.bos.rules.effect_dispatch import Done

STRENGTH: Final = ("lose strength", "gain strength")
"""What a change of strength is called: a loss, a gain."""


def lend_strength(
    draft: Draft, pending: PendingAbility, deed: syntax.Gain | syntax.Become, target: int, change: int
) -> int:
    """A card gains or loses strength for a time. Gives how much."""
    return _lend(draft, pending, deed.until, target, change)


def _lend(draft: Draft, pending: PendingAbility, until: syntax.Until, target: int, change: int, what: str = "") -> int:
    copy = draft.copies[target]
    if not change or not here(copy) or copy.face.strength is None:
        return 0
    if continuous_effects.forbidden(draft, STRENGTH[change > 0], target):
        return 0
    changed = max(change, -copy.strength)
    lasting = Modifier("strength", target, what, changed, until, pending.seat, pending.source, draft.turn)
    if not changed or not continuous_effects.add(draft, lasting):
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


def become_copy(draft: Draft, pending: PendingAbility, deed: syntax.BecomeCopy, who: Things, of: Things) -> Done:
    """Cards become copies of another one of their type: the strength and the abilities printed there (G-397)."""
    if len(of) != 1 or of[0] < 0:
        return Done(False)
    model = draft.copies[of[0]]
    becoming = [draft.copies[target] for target in who if target >= 0 and target != model.id]
    fit = [copy.id for copy in becoming if here(copy) and copy.up and copy.face.type is model.face.type]
    for target in fit:
        _become_copy(draft, pending, deed, target, model)
    return Done(bool(fit), len(fit))


def _become_copy(draft: Draft, pending: PendingAbility, deed: syntax.BecomeCopy, target: int, model: Copy) -> None:
    """What it was a copy of until now is over; its strength, but for what others give it, becomes the printed one."""
    draft.modifiers = tuple([each for each in draft.modifiers if each.thing != target or not _is_of_copy(each)])
    abilities = [number for _, number in active_abilities.borrowed(draft, (target,), (model.id,))]
    for kind, amount in ((COPY, model.id), *((GRANT, number) for number in abilities)):
        added = Modifier(kind, target, COPY, amount, deed.until, pending.seat, pending.source, draft.turn)
        continuous_effects.add(draft, added)
    continuous_effects.refresh(draft)
    copy = draft.copies[target]
    if copy.face.strength is not None:
        change = (model.face.strength or 0) - (copy.strength - copy.bonus)
        _lend(draft, pending, deed.until, target, change, COPY)


def _is_of_copy(modifier: Modifier) -> bool:
    """Whether a card has it because it is a copy of another one."""
    return modifier.what == COPY


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
