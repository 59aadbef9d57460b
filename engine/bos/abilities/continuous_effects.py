"""What cards do without being used: strength that lasts only for a time, prohibitions, and changed costs.

Which of them work now is told by `active_abilities`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeVar

from engine.bos.abilities import targets, turn_limits
from engine.bos.abilities.active_abilities import in_phase as in_phase
from engine.bos.abilities.active_abilities import is_turn_of as is_turn_of
from engine.bos.abilities.active_abilities import speaking as speaking
from engine.bos.abilities.active_abilities import whose_turn
from engine.bos.abilities.card_abilities import delay_of, face_of
from engine.bos.abilities.standing_clauses import Clause
from engine.bos.abilities.standing_texts import Standing, Voices, standing
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model.cards import Card, key
from engine.bos.model.places import NOBODY, player, seat_of_thing
from engine.bos.model.state import TABLE, Copy, Draft, Modifier, PendingAbility, Table
from engine.bos.model.syntax import Bonus, Cannot, CombatRule, Costs
from engine.bos.model.terms import Each, Filter, Host, Itself, Number, This

StandingT = TypeVar("StandingT", Cannot, CombatRule)
Expiry = Literal[
    "end of turn", "end of your next turn", "start of your next turn", "end of the attack",
    "end of an opponent's next turn",
]  # fmt: skip


# Strength


def refresh(draft: Draft) -> bool:
    """Give every card the strength that texts and durations give it now, and take what they give no more.

    Whether there was anything to give or take.

    Strength never falls below 0 (G-139), and what is taken away comes off what is there (G-165). What lasts for a time
    comes first, then cards by place, then enchantments; each looks at the strengths that those before it leave, so that
    a second call changes nothing.
    """
    effects = standing(draft.setup)
    if draft.modifiers or (effects.bonuses and _somebody_lends(draft, effects.bonuses)):
        if draft.modifiers:
            draft.modifiers = tuple(modifier for modifier in draft.modifiers if not _is_gone(draft, modifier))
        _measure(draft, effects)
        return True
    return False


def is_restless(table: Table) -> bool:
    """Whether strength is lent that can change although no card comes, goes, turns or is enchanted."""
    if table.modifiers:
        return True
    known = table.setup.known.fresh()
    restless = known.restless
    if restless is None:
        restless = known.restless = _restless(table)
    return bool(restless) and not (restless.isdisjoint(table.table) and restless.isdisjoint(table.under))


def _restless(table: Table) -> frozenset[int]:
    """The cards of a game that lend strength by more than who is there."""
    voices = standing(table.setup).bonuses
    clauses_by_name = {**voices.cards, **voices.spells} if voices else {}
    names = {name for name, clauses in clauses_by_name.items() if not all(map(_is_steady, clauses))}
    names.update(voices.lent if voices else (), _borrowers(table))
    return frozenset([copy.id for copy in table.copies if copy.face.key in names])


def _is_steady(clause: Clause[Bonus]) -> bool:
    bonus = clause.deed
    if clause.during or clause.only or clause.unless or bonus.less or not isinstance(bonus.amount, Number):
        return False
    if not isinstance(bonus.who, Each):
        return isinstance(bonus.who, This | Host)
    wanted = bonus.who.filter
    return not (targets.asks_more(wanted) or wanted.extreme) and wanted.zone == "table"


def _somebody_lends(draft: Draft, bonuses: Voices[Bonus]) -> bool:
    """Whether a text lends strength now, or did until now: since then it was not looked at."""
    if not draft.lent:
        lenders = draft.setup.known.fresh().lenders
        if lenders is None:
            lenders = _lenders(draft, bonuses)
        tables = (draft.table, draft.before.table, draft.under, draft.before.under)
        draft.lent = not all(map(lenders.isdisjoint, tables))
    return draft.lent


def _lenders(table: Table, bonuses: Voices[Bonus]) -> frozenset[int]:
    names = {*bonuses.cards, *bonuses.spells, *bonuses.lent, *_borrowers(table)}
    lenders = frozenset([copy.id for copy in table.copies if copy.face.key in names])
    table.setup.known.fresh().lenders = lenders
    return lenders


def _borrowers(table: Table) -> frozenset[str]:
    """The cards that give abilities printed on others, which may lie in a pile."""
    voices = standing(table.setup).borrows
    return frozenset((*voices.cards, *voices.spells, *voices.lent)) if voices else frozenset()


def _is_gone(table: Table, modifier: Modifier) -> bool:
    """Whether the card concerned left the battlefield (G-66), or the source did, where it has to be there."""
    if modifier.thing >= 0 and table.copies[modifier.thing].zone != TABLE:
        return True
    if modifier.until != "on the battlefield":
        return False
    source = table.copies[modifier.source]
    return source.leaving or not (source.zone == TABLE or source.host >= 0)


def _measure(draft: Draft, effects: Standing) -> None:
    bases = _strip(draft)
    for modifier in draft.modifiers:
        if modifier.kind == "strength":
            _lend(draft, bases, modifier.thing, modifier.amount)
    for pending, bonus in speaking(draft, effects.bonuses):
        if not isinstance(bonus.amount, Number) and Itself() in parts(bonus.amount):
            _measure_each(draft, bases, pending, bonus)
            continue
        amount = targets.amount(draft, pending, bonus.amount)
        for target in targets.named(draft, pending, bonus.who):
            _lend(draft, bases, target, -amount if bonus.less else amount)
    for number, base in bases.items():
        copy = draft.copies[number]
        if copy.bonus < 0:
            # Of a loss only so much is given back as there was to lose.
            copy.bonus = max(copy.bonus, -max(base, 0))


def _measure_each(draft: Draft, bases: dict[int, int], pending: PendingAbility, bonus: Bonus) -> None:
    """ "Each summon has 1 more strength for each summon adjacent to it": each by its own measure."""
    for target in targets.named(draft, pending, bonus.who):
        amount = targets.amount(draft, pending._replace(it=(target,)), bonus.amount)
        _lend(draft, bases, target, -amount if bonus.less else amount)


def _strip(draft: Draft) -> dict[int, int]:
    """Take every bonus off; gives the strength without it, below 0 where damage has gone into the bonus."""
    bases: dict[int, int] = {}
    for number in draft.table:
        if number >= 0 and draft.copies[number].bonus and _is_measured(draft, draft.copies[number]):
            copy = draft.own(number)
            bases[number] = copy.strength - copy.bonus
            copy.strength, copy.bonus = max(bases[number], 0), 0
    return bases


def _is_measured(draft: Draft, copy: Copy) -> bool:
    """Whether a card has the strength that is lent to it now: not a defeated one, nor one of a defeated raider
    (14.4.13)."""
    return not copy.leaving and copy.control not in draft.down


def _lend(draft: Draft, bases: dict[int, int], target: int, amount: int) -> None:
    if target < 0 or not _is_measured(draft, draft.copies[target]) or draft.copies[target].face.strength is None:
        return
    copy = draft.own(target)
    base = bases.setdefault(target, copy.strength)
    copy.bonus += amount
    copy.strength = max(base + copy.bonus, 0)


# What lasts


def add(draft: Draft, modifier: Modifier) -> bool:
    """Something lasts from now on; strength changes at once. Not what would be over already, of a card that left."""
    if _is_gone(draft, modifier):
        return False
    if modifier.thing < NOBODY and modifier.kind in _OF_TOTALS:
        modifier = modifier._replace(thing=player(draft.setup.seating.lead[seat_of_thing(modifier.thing)]))
    draft.modifiers += (modifier,)
    if modifier.kind == "strength":
        refresh(draft)
    return True


_OF_TOTALS: Final = ("prevent", "damage")
"""What is said of the total of a player, which a combined team has together (14.3.7)."""


def expire_before(draft: Draft, phase: str, seat: int) -> None:
    """A phase of that seat begins: what lasts until then is over."""
    end_others(draft, tuple(each for each in draft.modifiers if each.until != _until_phase(draft, each, phase, seat)))


def end_others(draft: Draft, lasting: tuple[Modifier, ...]) -> None:
    """Nothing but this lasts on; strength changes at once where anything ended."""
    if len(lasting) < len(draft.modifiers):
        draft.modifiers, draft.ended = lasting, True
        _measure(draft, standing(draft.setup))


def _until_phase(table: Table, modifier: Modifier, phase: str, seat: int) -> str:
    return f"{whose_turn(table, modifier.seat, seat)} next {phase} phase"


def expire(draft: Draft, moment: Expiry, seat: int) -> None:
    """End what lasts until this moment of that seat's turn, which runs.

    "end of turn" is over for everybody; the next turn of a seat is one that began later than what lasts (4.1.1).
    """
    end_others(draft, tuple(each for each in draft.modifiers if not _is_over(draft, each, moment, seat)))


def _is_over(table: Table, modifier: Modifier, moment: Expiry, seat: int) -> bool:
    if modifier.until != moment:
        return False
    if moment in ("end of turn", "end of the attack"):
        return True
    whose = "an opponent's" if moment == "end of an opponent's next turn" else "your"
    return whose_turn(table, modifier.seat, seat) == whose and modifier.turn < table.turn


def thaw(draft: Draft, seat: int) -> None:
    """The startup phase of a seat is over, in which its cards did not ready that a text had kept from it."""
    draft.modifiers = tuple(
        modifier
        for modifier in draft.modifiers
        if modifier.what != "ready in next startup"
        or modifier.turn >= draft.turn
        or targets.owner_now(draft, modifier.thing) != seat
    )


# Prohibitions


def forbidden(table: Table, verb: str, target: int, other: int = NOBODY) -> Copy | None:
    """The card that says that a card or player cannot do this, or that it cannot be done to it; "cannot" wins over
    "may" and "must" (J-11). `verb` is a word of `syntax.Cannot`, `other` the card or player on the other side of it,
    where there is one."""
    bans = standing(table.setup).bans
    if verb not in bans and not table.modifiers:
        return None
    return _told_by(table, "cannot", bans, verb, target, other)


def must_attack(table: Table, number: int) -> Iterator[tuple[PendingAbility, CombatRule]]:
    """What a text says that a card must attack, where it says it."""
    for modifier in table.modifiers:
        if isinstance(modifier.ban, CombatRule) and modifier.thing == number:
            yield PendingAbility(modifier.source, 0, modifier.seat), modifier.ban
    told = standing(table.setup).combat
    for pending, rule in speaking(table, told["must attack"]) if "must attack" in told else ():
        if rule.other is not None and number in targets.named(table, pending, rule.who):
            yield pending, rule


def combat_rule(table: Table, what: str, number: int) -> Copy | None:
    """The card that says that another one attacks or blocks so; None where the rules hold. `what` is a word of
    `syntax.CombatRule`."""
    return _told_by(table, "combat", standing(table.setup).combat, what, number)


def _told_by(
    table: Table,
    kind: str,
    told: Mapping[str, Voices[StandingT] | None],
    what: str,
    target: int,
    other: int = NOBODY,
) -> Copy | None:
    """The card that says this of the target: for a time, or as long as it is there."""
    for modifier in table.modifiers:
        if modifier.kind == kind and modifier.thing == target and modifier.what == what:
            pending = PendingAbility(modifier.source, 0, modifier.seat)
            if modifier.ban is None or _concerns(table, pending, modifier.ban, target, other):
                return table.copies[modifier.source]
    if what not in told:
        return None
    for pending, deed in speaking(table, told[what]):
        if target in targets.named(table, pending, deed.who) and _concerns(table, pending, deed, target, other):
            return table.copies[pending.source]
    return None


def _concerns(table: Table, pending: PendingAbility, ban: object, target: int, other: int) -> bool:
    """Whether a prohibition with another side is one with this card or player, with nobody it is none; and whether one
    of doing it too often has come to that."""
    if not isinstance(ban, Cannot):
        return True
    if ban.most is not None:
        return turn_limits.is_spent(table, pending, ban, target, other)
    if ban.other is None:
        return True
    if other == NOBODY:
        return False
    pending = pending._replace(it=(target,))
    if other < 0 or not isinstance(ban.other, Each):
        meant = other in targets.named(table, pending, ban.other)
    elif ban.other.filter.extreme:
        meant = table.copies[other] in targets.fitting(table, pending, ban.other.filter)
    else:
        meant = targets.fits(table, pending, ban.other.filter, table.copies[other])
    return meant != ban.only


def limits_choices(table: Table) -> bool:
    """Whether anything is said now or at times of what cannot be chosen."""
    bans = standing(table.setup).bans
    return any(verb in bans for verb in CHOSEN) or any(modifier.what in CHOSEN for modifier in table.modifiers)


CHOSEN: Final = ("be chosen", "be chosen by an opponent")
"""What is forbidden of what cannot be chosen."""


def can_be_chosen(table: Table, target: int, seat: int, source: int) -> bool:
    """Whether a player may choose a card or player for the text of a card (G-291)."""
    if forbidden(table, "be chosen", target, source) is not None:
        return False
    own = targets.owner_now(table, target) == seat
    return own or forbidden(table, "be chosen by an opponent", target) is None


# Costs


def cost(table: Table, seat: int, card: Card) -> int:
    """What a spell costs that seat in vim now; never less than nothing (G-82)."""
    printed = card.cost or 0
    voices = standing(table.setup).costs
    if not voices and not table.delayed:
        return printed
    changes = [
        (pending, change)
        for pending, change in (*speaking(table, voices), *_prices(table))
        if _is_dearer(table, pending, change, seat, card)
    ]
    if any(change.free for _, change in changes):
        return 0
    return max(printed + sum([_change(table, pending, change) for pending, change in changes]), 0)


def _change(table: Table, pending: PendingAbility, change: Costs) -> int:
    """By how much vim a price is changed now."""
    much = change.amount if change.times is None else change.amount * targets.amount(table, pending, change.times)
    return -much if change.less else much


def _prices(table: Table) -> Iterator[tuple[PendingAbility, Costs]]:
    """The changes of costs that deeds have left behind."""
    for delayed in table.delayed:
        pending = delayed.pending
        change = delay_of(face_of(table, pending), pending.number)
        if isinstance(change, Costs) and not (delayed.lost and change.until == "on the battlefield"):
            yield pending, change


def use_up_prices(draft: Draft, seat: int, card: Card) -> None:
    """A spell is cast: what concerned only the next such spell is over (G-310)."""
    over = [
        pending for pending, change in _prices(draft) if change.once and _is_dearer(draft, pending, change, seat, card)
    ]
    draft.delayed = tuple(delayed for delayed in draft.delayed if delayed.pending not in over)


def _is_dearer(table: Table, pending: PendingAbility, change: Costs, seat: int, card: Card) -> bool:
    """Whether a change of costs concerns that spell of that seat, wherever the spell is."""
    if change.nth and targets.cards_of_turn(table, pending, change.filter, "was cast", seat) != change.nth - 1:
        return False
    words = (change.player, change.filter.control, change.filter.owner)
    wanted = change.filter
    if (wanted.dear or wanted.cheap) and not targets.costs_within(table, pending, wanted, card):
        return False
    return _is_kind(change.filter, card) and all(
        seat in targets.players(table, pending, player) for player in words if player is not None
    )


def _is_kind(wanted: Filter, card: Card) -> bool:
    if wanted.kinds and card.type not in wanted.kinds:
        return False
    if wanted.name and key(wanted.name) != card.key:
        return False
    return card.color == (wanted.color or card.color) and card.color != wanted.not_color
