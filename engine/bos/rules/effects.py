"""What abilities do to the table: each deed at once to everything it names, and the same deeds where rules do them.

Everything here is asked through `replacement_effects` first, notes its events, and never asks anybody. Whether strength
or life at 0 ends something is looked at afterwards (`trigger_queue.after`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.bos.abilities import continuous_effects, delayed_abilities, targets, triggers
from engine.bos.abilities.amounts import is_there
from engine.bos.abilities.payment import affords, pay_resource
from engine.bos.abilities.targets import Things, amount
from engine.bos.model import syntax
from engine.bos.model.ability_numbers import is_delayed
from engine.bos.model.cards import CardType
from engine.bos.model.places import (
    NOBODY,
    player,
    seat_of_thing,
)
from engine.bos.model.quick_values import make_event
from engine.bos.model.state import (
    Copy,
    Draft,
    PendingAbility,
    here,
)
from engine.bos.rules import damage_prevention, extra_turns, replacement_effects
from engine.bos.rules.effect_dispatch import EFFECTS, Done
from engine.bos.rules.instead.postponed_events import POSTPONED
from engine.bos.rules.lasting_effects import (
    STRENGTH,
    become_copy,
    borrow,
    fight_otherwise,
    forbid,
    grant,
    lend_strength,
    prevent,
    reveal,
)
from engine.bos.rules.leaving import bury, lying_under, put
from engine.bos.rules.seats import elimination
from engine.choice import Event

# What rules do too


def damage_card(draft: Draft, number: int, by: int, dealt: int, *, in_battle: bool = False) -> int:
    """Damage to a card; it takes at most its strength (7.3.2). Gives what was taken."""
    if not here(draft.copies[number]):
        return 0
    left = damage_prevention.damage(draft, number, by, dealt, in_battle)
    copy = draft.copies[number]
    if left <= 0 or replacement_effects.replaced(draft, make_event("dealt", number, copy.control, by, left), in_battle):
        return 0
    return hurt(draft, make_event("dealt", number, copy.control, by, left), in_battle=in_battle)


def damage_player(draft: Draft, seat: int, by: int, dealt: int, *, in_battle: bool = False) -> int:
    """Damage to a player, at most the life that is left (8.2.4, G-108). Gives what was taken. That of an attack counts
    as damage in battle (G-362)."""
    seat = draft.setup.seating.lead[seat]
    left = damage_prevention.damage(draft, player(seat), by, dealt, in_battle)
    if left <= 0 or replacement_effects.replaced(draft, make_event("dealt", NOBODY, seat, by, left), in_battle):
        return 0
    return hurt(draft, make_event("dealt", NOBODY, seat, by, left), in_battle=in_battle)


def hurt(draft: Draft, event: Event, *, in_battle: bool) -> int:
    """Damage that nothing keeps off any more. Gives what was taken."""
    _, number, seat, by, left = event
    taken = min(left, draft.life[seat] if number < 0 else draft.copies[number].strength)
    if number < 0:
        draft.put(draft.life, seat, draft.life[seat] - taken)
    else:
        draft.own(number).strength -= taken
    draft.happen("dealt", number, seat, by, left)
    draft.happen("taken", number, seat, by, taken)
    if in_battle:
        draft.blows.append(draft.events[-1])
    return taken


def change_strength(draft: Draft, number: int, change: int, source: int = NOBODY) -> int:
    """A card gains or loses strength for good, never below 0 (G-139). Gives how much."""
    copy = draft.copies[number]
    if not here(copy) or copy.face.strength is None:
        return 0
    if change and continuous_effects.forbidden(draft, STRENGTH[change > 0], number):
        return 0
    changed = max(change, -copy.strength)
    if changed:
        draft.own(number).strength += changed
        draft.happen("gain strength" if changed > 0 else "lose strength", number, copy.control, source, abs(changed))
    return abs(changed)


def change_pool(draft: Draft, seat: int, resource: str, change: int, source: int = NOBODY) -> int:
    """A player gains or loses life, vim or ether, never below 0. Gives how much."""
    seat = draft.setup.seating.lead[seat]
    if change > 0 and continuous_effects.forbidden(draft, f"gain {resource}", player(seat)):
        return 0
    pool: list[int] = getattr(draft, resource)
    changed = max(change, -pool[seat])
    kind = f"{'gain' if changed > 0 else 'lose'} {resource}"
    if not changed or replacement_effects.replaced(draft, make_event(kind, NOBODY, seat, source, abs(changed))):
        return 0
    draft.put(pool, seat, pool[seat] + changed)
    draft.happen(kind, seat=seat, other=source, amount=abs(changed))
    return abs(changed)


def set_acted(draft: Draft, number: int) -> bool:
    """A ready card acts."""
    copy = draft.copies[number]
    if copy.acted or not copy.up or not here(copy) or continuous_effects.forbidden(draft, "act", number):
        return False
    draft.own(number).acted = True
    draft.happen("act", number, copy.control)
    return True


def make_ready(draft: Draft, number: int) -> bool:
    """An acted card stands up, a face-down wizard turns face-up (4.1.1, G-59); a face-down boss stays (G-43)."""
    copy = draft.copies[number]
    turned_up = not copy.up and copy.face.type is CardType.WIZARD
    if (
        not here(copy)
        or not (turned_up or (copy.up and copy.acted))
        or continuous_effects.forbidden(draft, "ready", number)
        or (turned_up and continuous_effects.forbidden(draft, "be turned face-up", number))
    ):
        return False
    card = draft.own(number)
    card.acted, card.up, card.public = False, True, True
    draft.happen("ready", number, copy.control, amount=int(turned_up))
    if turned_up:
        draft.happen("face up", number, copy.control)
    return True


def defeat(draft: Draft, number: int, by: int = NOBODY, *, in_battle: bool = False) -> bool:
    """A summon or boss is defeated; it stays where it is until its abilities are done (7.4.2, G-94)."""
    return number in defeat_together(draft, ((number, by, in_battle),))


def defeat_together(draft: Draft, blows: Sequence[Blow], *, spares: bool = False) -> list[int]:
    """Cards are defeated at one moment: what keeps one of them, or happens instead, is looked at while all of them
    stand; `spares`, if the others stay without strength. Gives those that fell."""
    falling = []
    for blow in blows:
        if _would_fall(draft, blow):
            falling.append(blow)
        elif spares:
            spare(draft, blow[0])
    return [blow[0] for blow in falling if _fall(draft, blow)]


Blow = tuple[int, int, bool]
"""Who is to be defeated, by whom (or NOBODY), and whether in battle."""


def _would_fall(draft: Draft, blow: Blow) -> bool:
    number, by, in_battle = blow
    copy = draft.copies[number]
    if not here(copy) or _is_kept(draft, number, by, in_battle):
        return False
    return not replacement_effects.replaced(draft, make_event("defeat", number, copy.control, by, int(in_battle)))


def _fall(draft: Draft, blow: Blow) -> bool:
    number, by, in_battle = blow
    copy = draft.copies[number]
    if not here(copy):
        return False
    if draft.waiting and not any(frame.routine == POSTPONED for frame in draft.frames):
        _forget_earlier_damage(draft, number)
    card = draft.own(number)
    card.leaving, card.fell_with = True, copy.strength or _last_blow(draft, number)
    draft.happen("defeat", number, copy.control, by, int(in_battle))
    return True


def _forget_earlier_damage(draft: Draft, number: int) -> None:
    """A defeated card tells of the damage that felled it, which nothing waits for yet, and of no other (G-261)."""
    draft.waiting = [
        pending
        for pending in draft.waiting
        if pending.source != number
        or is_delayed(pending.number)
        or pending.event is None
        or pending.event.kind != "taken"
    ]


def _is_kept(draft: Draft, number: int, by: int, in_battle: bool) -> bool:
    """Whether a text says that the card cannot be defeated, by that card or in battle."""
    if continuous_effects.forbidden(draft, "be defeated", number, by):
        return True
    return in_battle and continuous_effects.forbidden(draft, "be defeated in battle", number) is not None


def _last_blow(draft: Draft, number: int) -> int:
    """How much of its strength the last blow took from a card."""
    blows = ("taken", "lose strength")
    return next((event.amount for event in reversed(draft.events) if event.card == number and event.kind in blows), 0)


def spare(draft: Draft, number: int) -> None:
    """A card without strength stays: it cannot be defeated, or something else happened instead, once for each blow."""
    draft.spared += (number,)
    if draft.copies[number].place != NOBODY:
        draft.own(number).spared = continuous_effects.forbidden(draft, "be defeated", number) is None


BEATEN: Final = ("ability", "11.1.3", "11.1.4")
"""Of a player who is defeated outright: the reason, the rule, and the rule by which all at once are a draw."""


def lose_game(draft: Draft, *seats: int) -> None:
    """11.1.3: players are defeated outright (G-144); all of them together is decided as at 0 life (G-103)."""
    seats = tuple(seat for seat in seats if not replacement_effects.replaced(draft, Event("lose game", NOBODY, seat)))
    if draft.outcome is not None or not seats:
        return
    if draft.setup.seating.is_duel:
        elimination.beat(draft, seats, *BEATEN)
    else:
        draft.beaten += seats


# Deeds


def _seats(draft: Draft, affected: Things) -> list[int]:
    """The seats of the players among these things; of those who share their totals one (14.3.7)."""
    return [seat_of_thing(target) for target in _once(draft, affected) if target < NOBODY]


def _once(draft: Draft, affected: Things) -> Things:
    """These things, of players who share their totals only the first of them."""
    seating = draft.setup.seating
    if not seating.is_shared:
        return affected
    leads = [target if target >= NOBODY else player(seating.lead[seat_of_thing(target)]) for target in affected]
    return targets.distinct(leads)


def _each(changes: Sequence[int]) -> Done:
    """What one number for each thing comes to."""
    return Done(any(changes), sum(changes))


def _gain(draft: Draft, pending: PendingAbility, deed: syntax.Gain, affected: Things) -> Done:
    much = amount(draft, pending, deed.amount)
    change = -much if deed.lose else much
    if deed.what != "strength":
        return _each([change_pool(draft, seat, deed.what, change, pending.source) for seat in _seats(draft, affected)])
    cards = [target for target in affected if target >= 0]
    if deed.until:
        return _each([lend_strength(draft, pending, deed, target, change) for target in cards])
    return _each([change_strength(draft, target, change, pending.source) for target in cards])


def _damage(draft: Draft, pending: PendingAbility, deed: syntax.Damage, to: Things, by: Things | None = None) -> Done:
    much = amount(draft, pending, deed.amount)
    dealer = NOBODY if deed.taken else by[0] if by else pending.source
    done = _each([_strike(draft, target, dealer, much) for target in _once(draft, to)])
    if deed.taken:
        _credit(draft, pending.source, to)
    return done


def _strike(draft: Draft, target: int, dealer: int, much: int) -> int:
    if target < NOBODY:
        return damage_player(draft, seat_of_thing(target), dealer, much)
    return damage_card(draft, target, dealer, much)


def _credit(draft: Draft, source: int, hurt_ones: Things) -> None:
    """Damage that nobody deals is no event from which the one who defeats could be told later (7.4.9, G-140)."""
    for target in hurt_ones:
        if target >= 0 and _has_fallen(draft.copies[target]) and not defeat(draft, target, source):
            spare(draft, target)


def _has_fallen(copy: Copy) -> bool:
    return here(copy) and copy.face.strength is not None and copy.strength == 0


def _scale(draft: Draft, pending: PendingAbility, deed: syntax.Scale, affected: Things) -> Done:
    if deed.what == "strength":
        cards = [(target, draft.copies[target].strength) for target in affected if target >= 0]
        return _each([change_strength(draft, target, _scaled(deed, now), pending.source) for target, now in cards])
    pool: list[int] = getattr(draft, deed.what)
    seats = [(seat, pool[seat]) for seat in _seats(draft, affected)]
    if deed.what == "vim" and _is_instead(pending, "double vim"):
        return _set(draft, pool, {seat: now + _scaled(deed, now) for seat, now in seats})
    return _each([change_pool(draft, seat, deed.what, _scaled(deed, now), pending.source) for seat, now in seats])


def _scaled(deed: syntax.Scale, now: int) -> int:
    return now // 2 - now if deed.half else now * (deed.times - 1)


def _is_instead(pending: PendingAbility, kind: str) -> bool:
    """Whether the ability stands in for an event of that kind: what then has so much has not gained it (G-374)."""
    return pending.event is not None and pending.event.kind == kind


def _set(draft: Draft, pool: list[int], amounts: dict[int, int]) -> Done:
    for seat, much in amounts.items():
        draft.put(pool, seat, much)
    return Done(bool(amounts), sum(amounts.values()))


def _become(draft: Draft, pending: PendingAbility, deed: syntax.Become, affected: Things) -> Done:
    if not is_there(draft, pending, deed.amount):
        return Done(False)  # G-277: what is not there has no amount
    much = amount(draft, pending, deed.amount)
    if deed.what != "strength":
        pool: list[int] = getattr(draft, deed.what)
        seats = _seats(draft, affected)
        if deed.what == "life" and _is_instead(pending, "life 0"):
            return _set(draft, pool, dict.fromkeys(seats, much))
        return _each([change_pool(draft, seat, deed.what, much - pool[seat], pending.source) for seat in seats])
    changes = [(target, much - draft.copies[target].strength) for target in affected if target >= 0]
    if deed.until:
        return _each([lend_strength(draft, pending, deed, target, change) for target, change in changes])
    return _each([change_strength(draft, target, change, pending.source) for target, change in changes])


def _battle(draft: Draft, pending: PendingAbility, deed: syntax.Battle, first: Things, second: Things) -> Done:
    """G-294: both deal their strength at once; where there are not two, nothing happens (7.3.3). What waits for a
    battle comes after it (G-133)."""
    cards = [draft.copies[target] for target in (*first, *second) if target >= 0 and here(draft.copies[target])]
    if len(cards) != 2 or (one := cards[0]) is (other := cards[1]):
        return Done(False)
    blows = ((one.id, other.id, other.strength), (other.id, one.id, one.strength))
    if "engage" in triggers.listeners(draft.setup):
        draft.happen("engage", one.id, one.control, other.id)
        draft.happen("engage", other.id, other.control, one.id)
    draft.happen("battle", one.id, one.control, other.id)
    return _each([damage_card(draft, hit, by, dealt, in_battle=True) for hit, by, dealt in blows])


def _spend(draft: Draft, pending: PendingAbility, deed: syntax.Spend, affected: Things) -> Done:
    much = amount(draft, pending, deed.amount)
    payers = [seat for seat in _seats(draft, affected) if affords(draft, seat, deed.what, much)]
    for seat in payers:
        pay_resource(draft, seat, deed.what, much, None, pending.source)
    return Done(bool(payers), much)


def _ready(draft: Draft, pending: PendingAbility, deed: syntax.Ready, affected: Things) -> Done:
    return _each([make_ready(draft, target) for target in affected if target >= 0])


def _act(draft: Draft, pending: PendingAbility, deed: syntax.Act, affected: Things) -> Done:
    return _each([set_acted(draft, target) for target in affected if target >= 0])


def _defeat(draft: Draft, pending: PendingAbility, deed: syntax.Defeat, affected: Things) -> Done:
    seats = [seat_of_thing(target) for target in affected if target < NOBODY]
    fallen = defeat_together(draft, [(target, pending.source, False) for target in affected if target >= 0])
    lose_game(draft, *seats)
    return Done(bool(fallen or seats), len(fallen) + len(seats))


def _turn(draft: Draft, pending: PendingAbility, deed: syntax.Turn, affected: Things) -> Done:
    turned = [_turn_one(draft, target, pending.source, up=deed.up) for target in affected if target >= 0]
    return _each(turned)


def _turn_one(draft: Draft, number: int, source: int, *, up: bool) -> bool:
    """Wizards and bosses turn; a boss that turns up is summoned, whatever its condition asks (G-260, G-264)."""
    copy = draft.copies[number]
    is_boss = copy.face.type is CardType.BOSS
    if copy.up == up or copy.place == NOBODY or copy.leaving or not (is_boss or copy.face.type is CardType.WIZARD):
        return False
    if continuous_effects.forbidden(draft, f"be turned face-{'up' if up else 'down'}", number):
        return False
    if not up and replacement_effects.replaced(draft, Event("face down", number, copy.control, source)):
        return False
    turn_now(draft, number, source, up=up)
    return True


def turn_now(draft: Draft, number: int, source: int, *, up: bool) -> None:
    """The same where nothing can happen instead any more."""
    card = draft.own(number)
    card.up, card.acted, card.public = up, False, True
    is_boss = card.face.type is CardType.BOSS
    if is_boss and up:
        draft.happen("boss", number, card.control, source)
    else:
        draft.happen("face up" if up else "face down", number, card.control)


def _put(draft: Draft, pending: PendingAbility, deed: syntax.Put, affected: Things) -> Done:
    return _each([put(draft, target, deed.zone, discard=deed.discard) for target in affected if target >= 0])


def _unenchant(draft: Draft, pending: PendingAbility, deed: syntax.Unenchant, *slots: Things) -> Done:
    spells = slots[-1] if deed.what is not None else lying_under(draft, slots[0])
    lying = [spell for spell in spells if spell >= 0 and draft.copies[spell].host != NOBODY]
    if deed.what is not None and deed.on is not None:
        lying = [spell for spell in lying if draft.copies[spell].host in slots[0]]
    for spell in lying:
        bury(draft, spell)
    return Done(bool(lying), len(lying))


def _lose(draft: Draft, pending: PendingAbility, deed: syntax.Lose) -> Done:
    seats = targets.players(draft, pending, deed.player)
    lose_game(draft, *seats)
    return Done(bool(seats), len(seats))


def _take_turn(draft: Draft, pending: PendingAbility, deed: syntax.TakeTurn) -> Done:
    seats = targets.players(draft, pending, deed.player)
    for seat in reversed(seats):
        extra_turns.add(draft, seat)
    return Done(bool(seats), len(seats))


def _skip(draft: Draft, pending: PendingAbility, deed: syntax.Skip) -> Done:
    seats = targets.players(draft, pending, deed.player)
    for seat in seats:
        extra_turns.skip(draft, pending, seat, deed)
    return Done(bool(seats), len(seats))


def _delay(draft: Draft, pending: PendingAbility, deed: syntax.Delay | syntax.Costs) -> Done:
    delayed_abilities.begin(draft, pending, deed)
    return Done(True, pending.amount)


EFFECTS.update(
    {
        syntax.Gain: _gain,
        syntax.Damage: _damage,
        syntax.Scale: _scale,
        syntax.Become: _become,
        syntax.Battle: _battle,
        syntax.Select: lambda draft, pending, deed, affected: Done(bool(affected), len(affected)),
        syntax.Spend: _spend,
        syntax.Ready: _ready,
        syntax.Act: _act,
        syntax.Defeat: _defeat,
        syntax.Turn: _turn,
        syntax.Put: _put,
        syntax.Unenchant: _unenchant,
        syntax.Prevent: prevent,
        syntax.Cannot: forbid,
        syntax.CombatRule: fight_otherwise,
        syntax.Grant: grant,
        syntax.Borrow: borrow,
        syntax.BecomeCopy: become_copy,
        syntax.DamageChange: fight_otherwise,
        syntax.Toll: fight_otherwise,
        syntax.Nothing: lambda draft, pending, deed: Done(True, pending.amount),
        syntax.Reveal: reveal,
        syntax.TakeTurn: _take_turn,
        syntax.Skip: _skip,
        syntax.Lose: _lose,
        syntax.Delay: _delay,
        syntax.Costs: _delay,
    }
)
