"""Attacks step by step: act, declare, block, damage, defeat, graveyard (chapters 7 and 8, Battle Flow)."""

from __future__ import annotations

from engine.bos.abilities import continuous_effects, delayed_abilities, fight_rules, triggers
from engine.bos.abilities.payment import affords, pay_resource
from engine.bos.abilities.targets import Things
from engine.bos.model import syntax
from engine.bos.model.places import NOBODY, column_of, is_boss_place, player, summon_place
from engine.bos.model.quick_values import make_frame
from engine.bos.model.state import (
    TABLE,
    Copy,
    Draft,
    Frame,
    PendingAbility,
    Question,
    Table,
    at,
    counted,
    fights,
)
from engine.bos.rules import effects
from engine.bos.rules.effect_dispatch import EFFECTS, Done

Values = tuple[int, ...]
"""Attacker, target or -1, attacked seat or -1, blocker or -1; after a block the column it came from, counted from 1.
`GONE` stands for a card that left the battlefield and came back as another one."""


def possible_blockers(table: Table, attacker: Copy, defender: int) -> list[Copy]:
    """Who may block a player attack: adjacent summons, and a face-up boss from anywhere (8.2.1, 9.2.2, G-98); summons
    from any column where a text says so (G-344).

    On an attack against oneself only one's own boss may (G-107).
    """
    blockers: list[Copy] = []
    column = column_of(attacker.place)
    seating = table.setup.seating
    places, is_own = seating.summons[defender], seating.lead[defender] == seating.lead[attacker.control]
    if column != NOBODY and not is_own and at(table, places[column]) is None:
        for other, place in enumerate(places):
            summon = at(table, place)
            if summon and summon.up and not summon.leaving and _reaches(table, summon, abs(other - column)):
                blockers.append(summon)
    for place in seating.bosses[defender]:
        boss = at(table, place)
        if boss and boss.up and not boss.leaving and boss.id != attacker.id:
            blockers.append(boss)
    return [blocker for blocker in blockers if may_block(table, attacker, blocker)]


def may_block(table: Table, attacker: Copy, blocker: Copy) -> bool:
    """Whether nothing forbids the block; a summon that cannot move does not get there (G-292)."""
    forbidden, seat = continuous_effects.forbidden, player(blocker.control)
    return (
        forbidden(table, "be blocked", attacker.id, blocker.id) is None
        and forbidden(table, "block", blocker.id, attacker.id) is None
        and forbidden(table, "block", seat, attacker.id) is None
        and forbidden(table, "block with", seat, blocker.id) is None
        and can_pay(table, "block", blocker, attacker.id)
        and (is_boss_place(blocker.place) or forbidden(table, "move", blocker.id) is None)
    )


def must_block(table: Table, attacker: Copy, defender: int) -> bool:
    """Whether a text says that this attack has to be blocked, and it can be (G-364)."""
    rule = continuous_effects.combat_rule
    blockers = possible_blockers(table, attacker, defender)
    if not blockers:
        return False
    called = rule(table, "must be blocked", attacker.id)
    return called is not None or any(rule(table, "must block", blocker.id) for blocker in blockers)


def can_pay(table: Table, what: str, card: Copy, other: int) -> bool:
    """Whether the controller of a card can pay what texts ask for this attack, or block (G-366)."""
    due = fight_rules.price(table, what, card.id, other)
    ether = due.get("ether", 0) if "vim" in due else 0
    return all(affords(table, card.control, resource, much + ether * (resource == "vim")) for resource, much in
               due.items())  # fmt: skip


def _pay(draft: Draft, what: str, number: int, other: int) -> None:
    seat = draft.copies[number].control
    for resource, much in sorted(fight_rules.price(draft, what, number, other).items()):
        pay_resource(draft, seat, resource, much, None, number)


def _reaches(table: Table, blocker: Copy, distance: int) -> bool:
    return distance == 1 or continuous_effects.combat_rule(table, "block anywhere", blocker.id) is not None


def declare(draft: Draft, values: Values) -> None:
    """7.1.2, 7.2.2: the attacker acts, the attack counts (G-124), the target is known."""
    attacker, target, defender, _ = values
    _pay(draft, "attack", attacker, target if target != NOBODY else player(defender))
    effects.set_acted(draft, attacker)
    draft.attacks = counted(draft.attacks, draft.copies[attacker].control)
    draft.happen("attack", attacker, defender, target)


def ask_block(draft: Draft, values: Values) -> Question | None:
    """8.2.1: the attacked player decides, if somebody could block at all."""
    attacker, _, defender, _ = values
    first = draft.copies[attacker]
    if defender == NOBODY or not _is_there(draft, attacker):
        return None
    return Question("block", defender) if possible_blockers(draft, first, defender) else None


def block(draft: Draft, blocker: int) -> None:
    """8.2.1, 8.2.2: a summon moves over for good (G-101), a boss stays (9.2.2); neither acts.

    The amount of the event is the column in which the blocker stood before, from 1: a text may send it back there.
    """
    frame = draft.frames[-1]
    attacker, target, defender, _ = frame.values
    _pay(draft, "block", blocker, attacker)
    before = column_of(draft.copies[blocker].place) + 1
    by = draft.copies[blocker].control if draft.setup.seating.is_shared else defender
    draft.frames[-1] = make_frame(frame.routine, frame.step, (attacker, target, defender, blocker, before))
    if not is_boss_place(draft.copies[blocker].place):
        draft.move(blocker, summon_place(defender, column_of(draft.copies[attacker].place)))
        draft.happen("move", blocker, by)
    draft.happen("block", blocker, by, attacker, before)


def engage(draft: Draft, values: Values) -> None:
    """8.2.3, 7.3.4: the battle begins; what waits for it comes before damage, which it may still change."""
    attacker, _, defender, blocker = values[:4]
    through = defender != NOBODY and blocker == NOBODY and _is_there(draft, attacker)
    if through and "unblocked" in triggers.listeners(draft.setup):
        draft.happen("unblocked", attacker, defender)
    pair = _pair(draft, values) if "engage" in triggers.listeners(draft.setup) else None
    if pair:
        for fighter, other in (pair, pair[::-1]):
            draft.happen("engage", fighter.id, fighter.control, other.id)


def _pair(table: Table, values: Values) -> tuple[Copy, Copy] | None:
    """Who battles; nobody where a player is hit, or where one of the two is gone (7.3.3)."""
    attacker, target, _, blocker = values[:4]
    other = target if blocker == NOBODY else blocker
    if other == NOBODY or not (_is_there(table, attacker) and _is_there(table, other)):
        return None
    return table.copies[attacker], table.copies[other]


def _is_there(table: Table, number: int) -> bool:
    """On the battlefield, not defeated, and no boss that was turned face-down (G-264)."""
    return (
        number >= 0
        and table.copies[number].zone == TABLE
        and table.copies[number].up
        and not table.copies[number].leaving
    )


def finish(draft: Draft, values: Values) -> None:
    """G-361: the attack is over, and with it what lasts as long; only where some text of the game asks for it."""
    frame = draft.frames[-1]
    draft.frames[-1] = Frame(frame.routine, frame.step + 1, (NOBODY, NOBODY, NOBODY, NOBODY))
    if draft.modifiers:
        continuous_effects.expire(draft, "end of the attack", draft.active)
    delayed_abilities.expire(draft, "end of the attack")
    attacker, target, defender, blocker = values[:4]
    if attacker >= 0:
        draft.happen(triggers.OVER, attacker, defender, max(target, NOBODY))
    if blocker >= 0:
        draft.happen("block over", blocker, draft.copies[blocker].control, max(attacker, NOBODY), values[4])


def damage(draft: Draft, values: Values) -> None:
    """7.3.1, 7.3.2, 8.2.4: strengths are dealt together, nobody takes more than they have."""
    attacker, _, defender, blocker = values[:4]
    if defender != NOBODY and blocker == NOBODY:
        if _is_there(draft, attacker):
            effects.damage_player(draft, defender, attacker, draft.copies[attacker].strength, in_battle=True)
        return
    pair = _pair(draft, values)
    if pair is None:
        return
    first, other = pair
    dealt_to_first, dealt_to_other = other.strength, first.strength
    draft.happen("battle", first.id, first.control, other.id)
    effects.damage_card(draft, first.id, other.id, dealt_to_first, in_battle=True)
    effects.damage_card(draft, other.id, first.id, dealt_to_other, in_battle=True)


# What effects do to an attack under way


def _under_way(draft: Draft) -> int | None:
    """Where the last attack stands in what is pending; None where there is none."""
    places = [place for place, frame in enumerate(draft.frames) if frame.routine == "attack"]
    running = [place for place in places if draft.frames[place].values[0] != NOBODY]
    return running[-1] if running else None


def _end(draft: Draft, pending: PendingAbility, deed: syntax.EndAttack) -> Done:
    """G-367: nobody blocks any more, and no damage is dealt; the attacker stays acted."""
    place = _under_way(draft)
    if place is None:
        return Done(False)
    frame = draft.frames[place]
    draft.frames[place] = Frame(frame.routine, frame.step, (frame.values[0], NOBODY, NOBODY, NOBODY))
    return Done(True)


def _retarget(draft: Draft, pending: PendingAbility, deed: syntax.Retarget, to: Things) -> Done:
    """G-368: a card that can be attacked, and is not the attacker, takes the place of the target."""
    place = _under_way(draft)
    cards = [target for target in to if target >= 0 and fights(draft.copies[target])]
    if place is None or not cards or cards[0] == draft.frames[place].values[0]:
        return Done(False)
    frame = draft.frames[place]
    draft.frames[place] = Frame(frame.routine, frame.step, (frame.values[0], cards[0], NOBODY, NOBODY))
    return Done(True)


EFFECTS.update({syntax.EndAttack: _end, syntax.Retarget: _retarget})
