"""Two cards or players that exchange their strength, life, vim or ether (G-353)."""

from __future__ import annotations

from engine.bos.abilities.targets import Things, distinct
from engine.bos.model import syntax
from engine.bos.model.places import NOBODY, seat_of_thing
from engine.bos.model.state import Draft, PendingAbility, here
from engine.bos.rules.effect_dispatch import Done
from engine.bos.rules.effects import change_pool, change_strength


def exchange(draft: Draft, pending: PendingAbility, deed: syntax.Exchange, first: Things, second: Things = ()) -> Done:
    """Each has what the other had, both measured before; where there are not two, nothing happens."""
    pair = distinct((*first, *second))
    if len(pair) != 2:
        return Done(False)
    if deed.what != "strength":
        return _pools(draft, pending, deed, pair)
    if any(target < 0 or not here(draft.copies[target]) for target in pair):
        return Done(False)
    had = [draft.copies[target].strength for target in pair]
    changes = zip(pair, (had[1] - had[0], had[0] - had[1]), strict=True)
    changed = [change_strength(draft, target, change, pending.source) for target, change in changes]
    return Done(True, max(changed))


def _pools(draft: Draft, pending: PendingAbility, deed: syntax.Exchange, pair: Things) -> Done:
    if any(target >= NOBODY for target in pair):
        return Done(False)
    seats = [seat_of_thing(target) for target in pair]
    pool: list[int] = getattr(draft, deed.what)
    had = [pool[seat] for seat in seats]
    changes = zip(seats, (had[1] - had[0], had[0] - had[1]), strict=True)
    changed = [change_pool(draft, seat, deed.what, change, pending.source) for seat, change in changes]
    return Done(True, max(changed))
