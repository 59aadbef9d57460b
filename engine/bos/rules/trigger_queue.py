"""Abilities that wait at the same moment: mandatory ones first, each looked at again before it begins (10.4).

What is set off while an ability is carried out joins those that wait (G-133). When nothing waits any more the defeated
leave the battlefield together (7.4.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.bos.abilities import continuous_effects, delayed_abilities, triggers, turn_memory, ways
from engine.bos.abilities.departed import tells_of_going
from engine.bos.abilities.game_end import finish, stay_alive
from engine.bos.abilities.payment import unwritten
from engine.bos.abilities.standing_texts import standing
from engine.bos.model.ability_numbers import is_delayed
from engine.bos.model.moves import AbilityRef, Payment
from engine.bos.model.piles import available
from engine.bos.model.places import NOBODY
from engine.bos.model.presence import in_turn, is_out
from engine.bos.model.quick_values import make_frame
from engine.bos.model.setup import Setup
from engine.bos.model.state import (
    SPELLBOOK,
    TABLE,
    Copy,
    Draft,
    Frame,
    PendingAbility,
    Question,
    Table,
    without_strength,
)
from engine.bos.notation.table_references import ability_ref
from engine.bos.rules import (
    ability_choices,
    ability_requirements,
    ability_resolution,
    costs,
    effects,
    leaving,
    replacement_effects,
    spells,
)
from engine.bos.rules.instead import postponed_events
from engine.bos.rules.instead.postponed_events import POSTPONED, WAITING
from engine.bos.rules.seats import elimination
from engine.choice import Event, Outcome, Violation

SETTLE: Final = "settle"
BUSY: Final = (SETTLE, ability_choices.ABILITY, "spell", *WAITING)
"""Routines during which nothing else begins: what is set off meanwhile waits."""

LONGEST: Final = 1_000
"""So many abilities in a row without anybody being asked are a loop that nobody can stop (G-128)."""
MOST_EVENTS: Final = 10 * LONGEST
"""So much without anybody being asked is one too."""


def settle(draft: Draft, values: tuple[int, ...]) -> Question | None:
    """The next waiting ability begins, or somebody is asked; at last the defeated leave. `values`: how many so far."""
    due = mandatory(draft)
    if due:
        return _duty(draft, due, values[0])
    draft.waiting = [pending for pending in draft.waiting if not _is_duty(draft, pending)]
    for seat in _asked_in_turn(draft):
        if next(optional(draft, seat), None):
            return Question("offer", seat)
    draft.waiting = []
    draft.frames.pop()
    remove_defeated(draft)
    return None


def _asked_in_turn(draft: Draft) -> tuple[int, ...]:
    """Who is asked, one after the other: the active player first (14.5.13); nobody before the first turn."""
    return in_turn(draft, draft.active) if draft.active >= 0 else ()


def _duty(draft: Draft, due: list[PendingAbility], count: int) -> Question | None:
    if count >= LONGEST or _goes_round(draft, count):
        finish(draft, Outcome((), "draw", "10.2.4"))
        return None
    names = {ability_ref(draft, pending) for pending in due}
    if len(names) > 1:
        return Question("order", next(iter(_asked_in_turn(draft)), draft.active))
    begin_waiting(draft, due[0])
    return None


def begin_waiting(draft: Draft, pending: PendingAbility) -> None:
    """It is the turn of a waiting duty: it begins, or is over if it cannot be used any more (10.4.3)."""
    draft.waiting.remove(pending)
    frame = draft.frames[-1]
    draft.frames[-1] = make_frame(SETTLE, 0, (frame.values[0] + 1,))
    if usable(draft, pending):
        ability_resolution.begin_ability(draft, pending)


def _goes_round(draft: Draft, count: int) -> bool:
    """Whether this exact position was seen before in a row of duties that nobody could stop (G-128)."""
    if count < 8:
        return False
    now, draft.passed = _position(draft), draft.passed or set()
    if now in draft.passed:
        return True
    draft.passed.add(now)
    return False


def _position(draft: Draft) -> tuple[object, ...]:
    """All of the position that can make a difference to a row of abilities."""
    cards = tuple(
        (copy.zone, copy.place, copy.up, copy.acted, copy.strength, copy.host, copy.leaving) for copy in draft.copies
    )
    pools = tuple(map(tuple, (draft.life, draft.vim, draft.ether)))
    return cards, pools, tuple(draft.waiting), draft.modifiers, draft.delayed


def mandatory(table: Table) -> list[PendingAbility]:
    """The waiting abilities that have to be used.

    One that cannot be used now waits for its turn in the order as long as another one comes before it; where none is
    left that can be used, all of them are over (10.4.3).
    """
    duties = [pending for pending in table.waiting if _is_duty(table, pending) and triggers.awake(table, pending)]
    return duties if any(usable(table, pending) for pending in duties) else []


def optional(table: Table, seat: int, wanted: AbilityRef | None = None) -> Iterator[PendingAbility]:
    """The waiting abilities that a seat may use now, perhaps only those that are pointed at so."""
    postponed = bool(table.frames) and table.frames[-1].routine == POSTPONED
    for pending in table.waiting:
        if postponed and not postponed_events.is_offered(table, pending):
            continue
        if pending.seat != seat or (wanted and ability_ref(table, pending) != wanted):
            continue
        if not _is_duty(table, pending) and usable(table, pending):
            yield pending


def _is_duty(table: Table, pending: PendingAbility) -> bool:
    return ability_choices.spoken(table, pending).must and not _is_cast(table, pending)


def _is_cast(table: Table, pending: PendingAbility) -> bool:
    """Whether what waits is a spell in a spellbook, which is cast."""
    return table.copies[pending.source].zone == SPELLBOOK and not is_delayed(pending.number)


def usable(table: Table, pending: PendingAbility) -> bool:
    """Whether a waiting ability can be used: its card, condition, limit, cost and choices (10.4.3, G-71, G-134)."""
    text = ability_choices.spoken(table, pending)
    if not triggers.awake(table, pending) or not triggers.others_hold(table, pending, text):
        return False
    if text.limit and (pending.source, pending.number, text.limit) in table.used:
        return False
    if _is_cast(table, pending) and not _castable(table, pending):
        return False
    if text.modes and ways.are_spent(table, pending, text):
        return False
    if text.cost and costs.lacking(table, pending, text.cost) is not None:
        return False
    return ability_requirements.has_choices(table, pending, text)


def _castable(table: Table, pending: PendingAbility) -> bool:
    face = table.copies[pending.source].face
    cost = continuous_effects.cost(table, pending.seat, face)
    paid = unwritten(table, pending.seat, cost)
    if paid.ether > table.ether[pending.seat] or continuous_effects.forbidden(
        table, "cast spells", -2 - pending.seat, pending.source
    ):
        return False
    if available(table, pending.seat, SPELLBOOK, face) is None:
        return False
    return spells.check_payment(table, pending.seat, face, paid) is None


def check_payment(table: Table, pending: PendingAbility, payment: Payment | None) -> Violation | None:
    """Whether a waiting ability, or the spell that waits, can be paid so."""
    copy = table.copies[pending.source]
    if copy.zone == SPELLBOOK:
        return spells.check_payment(table, pending.seat, copy.face, payment) if payment else None
    cost = ability_choices.spoken(table, pending).cost
    lacking = costs.lacking(table, costs.meant_by(table, pending, cost, payment), cost, payment)
    return Violation(*lacking) if lacking else None


def take(draft: Draft, pending: PendingAbility, payment: Payment | None) -> None:
    """A seat uses one of the waiting optional abilities, or casts a spell that waits for this event."""
    copy = draft.copies[pending.source]
    instead = postponed_events.is_offered(draft, pending)
    if copy.zone != SPELLBOOK:
        draft.waiting.remove(pending)
        if instead and pending.event is not None:
            postponed_events.accept(draft, pending.event)
        ability_resolution.begin_ability(draft, pending, payment or ability_choices.vim_first(draft, pending))
        return
    draft.waiting.remove(pending)
    cost = continuous_effects.cost(draft, pending.seat, copy.face)
    number = spells.cast(draft, pending.seat, copy.face, payment or unwritten(draft, pending.seat, cost), pending.late)
    another = available(draft, pending.seat, SPELLBOOK, copy.face, pending.late)
    if instead and pending.event is not None:
        postponed_events.accept(draft, pending.event)
    elif another:
        draft.waiting.append(pending._replace(source=another.id))
    spells.resolve(draft, number, pending)


def decline(draft: Draft, seat: int) -> None:
    """A seat lets its waiting optional abilities pass (G-167)."""
    postponed = draft.frames[-1].routine == POSTPONED
    draft.waiting = [
        pending
        for pending in draft.waiting
        if pending.seat != seat or (postponed and not postponed_events.is_offered(draft, pending))
    ]


def ask_instead(draft: Draft, values: tuple[int, ...]) -> Question | None:
    """Whoever could let something else happen than the event that waits is asked, the active player first (G-373)."""
    if values[1] != postponed_events.ASKED:
        return None
    for seat in _asked_in_turn(draft):
        if next(optional(draft, seat), None):
            return Question("offer", seat)
    postponed_events.stand(draft, postponed_events.HAPPENS)
    return None


# After every change


def after(draft: Draft) -> None:
    """What follows from what just happened: continuous texts, defeats, life, abilities set off (7.4.1, G-92, G-143)."""
    if draft.beaten and not draft.outcome:
        beaten = tuple(seat for seat in dict.fromkeys(draft.beaten) if not is_out(draft, seat))
        draft.beaten = ()
        elimination.beat(draft, beaten, *effects.BEATEN)
    if len(draft.events) > draft.heard:
        _consequences(draft, draft.events[draft.heard :])
    if (
        (draft.waiting or draft.fallen)
        and not draft.outcome
        and not any(frame.routine in BUSY for frame in draft.frames)
    ):
        draft.frames.append(make_frame(SETTLE, 0, (0,)))


def _consequences(draft: Draft, new: list[Event]) -> None:
    marks = draft.setup.known.fresh().marks or _marks(draft.setup)
    mark = 0
    for event in new:
        mark |= marks.get(event.kind, 0)
    if mark & _IS_PAST:
        _remember(draft, new)
    told, held = len(draft.events), None
    lent = bool(mark & _SHIFTS or continuous_effects.is_restless(draft)) and continuous_effects.refresh(draft)
    if lent or draft.ended or mark & _FREES or (mark & _WEAKENS and _is_without_strength(draft, new)):
        held = _set_off_before_defeat(draft, new) if mark & _IS_HEARD else None
        blows = new
        while _defeats(draft, blows):
            _remember(draft, draft.events[told:])
            told, blows = len(draft.events), []  # no blow took the last of what falls since another one fell (G-95)
            continuous_effects.refresh(draft)
        draft.spared = ()
        draft.ended = False
    if mark & _TRIES:
        _survive(draft, new)
    if mark & _COSTS_LIFE:
        _run_out(draft, new)
    if len(draft.events) != draft.heard + len(new):
        _remember(draft, draft.events[told:])
        new = draft.events[draft.heard :]
        for event in new:
            mark |= marks.get(event.kind, 0)
    draft.heard = len(draft.events)
    if draft.waiting:
        _forget_former(draft, new)
    if mark & _IS_HEARD:
        raised = triggers.set_off(draft, new)
        if draft.gone or draft.down:
            raised = [pending for pending in raised if not is_out(draft, pending.seat)]
        draft.waiting += raised if held is None else [pending for pending in raised if _held(pending, held)]
        for event in new if draft.delayed else ():
            draft.waiting += delayed_abilities.set_off(draft, event)


def _set_off_before_defeat(draft: Draft, new: list[Event]) -> dict[int, set[tuple[int, int]]] | None:
    """By the number in memory of each of these events what it sets off before anybody falls by it: its condition is
    asked of the table as it is then (10.1.1). None where nobody is about to fall."""
    if not any(copy.strength == 0 and copy.up and not copy.leaving for copy in without_strength(draft)):
        return None
    by_event: dict[int, set[tuple[int, int]]] = {id(event): set() for event in new}
    for pending in triggers.set_off(draft, new):
        by_event[id(pending.event)].add(pending[:2])
    return by_event


def _held(pending: PendingAbility, before: dict[int, set[tuple[int, int]]]) -> bool:
    """Whether what is set off was so already before somebody fell, or is about that."""
    by_event = before.get(id(pending.event))
    return by_event is None or pending[:2] in by_event


def _survive(draft: Draft, new: list[Event]) -> None:
    """Whoever fought in a battle and is not defeated has survived it."""
    for event in new:
        if event.kind == "battle":
            for number, other in ((event.card, event.other), (event.other, event.card)):
                copy = draft.copies[number]
                if copy.zone == TABLE and not copy.leaving:
                    draft.happen("survive", number, copy.control, other)


def _run_out(draft: Draft, new: list[Event]) -> None:
    """Life at 0 ends the game, unless something happens instead, or may happen still (G-374)."""
    for seat, life in enumerate(draft.life):
        if life <= 0 and not is_out(draft, seat):
            lost = [event.amount for event in new if event.kind in _COSTING_LIFE and event.seat == seat]
            event = Event("life 0", NOBODY, seat, NOBODY, lost[-1] if lost else 0)
            if replacement_effects.replaced(draft, event) and draft.frames[-1].routine != POSTPONED:
                stay_alive(draft, event)
    if not any(frame.routine == POSTPONED and _is_of_life(frame) for frame in draft.frames):
        elimination.settle_life(draft)


def _is_of_life(frame: Frame) -> bool:
    return frame.pending is not None and frame.pending.event is not None and frame.pending.event.kind == "life 0"


def _forget_former(draft: Draft, new: list[Event]) -> None:
    """A card that comes back is a new one (G-66): what the former one heard, but for its own going, is over."""
    came = {triggers.arrived(event) for event in new if event.kind in _COMING_BACK}
    if not came.isdisjoint(pending.source for pending in draft.waiting):
        draft.waiting = [pending for pending in draft.waiting if pending.source not in came or _outlives(pending)]
    for number in came:
        if number >= 0 and draft.copies[number].zone == SPELLBOOK:
            draft.waiting = [_without_late(draft, pending, number) for pending in draft.waiting]


def _without_late(table: Table, pending: PendingAbility, number: int) -> PendingAbility:
    """A copy of a spell that comes into the spellbook is none that heard what another one waits for (G-262)."""
    face = table.copies[number].face
    if not _is_cast(table, pending) or table.copies[pending.source].face.key != face.key:
        return pending
    return pending._replace(late=(*pending.late, number))


def _outlives(pending: PendingAbility) -> bool:
    """Whether it is about the card's own going, or was laid down for later and is no ability of the card any more."""
    return is_delayed(pending.number) or tells_of_going(pending)


_COMING_BACK: Final = ("summon", "enchant", "return")


def _marks(setup: Setup) -> dict[str, int]:
    """What may follow from each kind of event in this game; from a kind that is not here nothing can."""
    marks = dict.fromkeys(turn_memory.noted(setup), _IS_PAST)
    parts: tuple[tuple[Iterable[str], int], ...] = (
        (_WEAKENING, _WEAKENS),
        (_WEAKENING | _FREEING if _somebody_spares(setup) else (), _FREES),
        (_COSTING_LIFE, _COSTS_LIFE),
        (_SHIFTING, _SHIFTS),
        (triggers.listeners(setup), _IS_HEARD),
        (("battle",) if "survive" in triggers.listeners(setup) else (), _TRIES),
    )
    for kinds, bit in parts:
        for kind in kinds:
            marks[kind] = marks.get(kind, 0) | bit
    setup.known.fresh().marks = marks
    return marks


def _somebody_spares(setup: Setup) -> bool:
    """Whether some text of the game keeps cards from being defeated, or lets something else happen instead."""
    clauses = standing(setup)
    return clauses.replacements is not None or "be defeated" in clauses.bans


_WEAKENS: Final = 1
_COSTS_LIFE: Final = 2
_IS_PAST: Final = 4
_IS_HEARD: Final = 8
_SHIFTS: Final = 16
_FREES: Final = 32
_TRIES: Final = 64


def _remember(draft: Draft, events: list[Event]) -> None:
    """What befell cards and players this turn, and who has fallen."""
    turn_memory.note_events(draft, events)
    for kind, card, *_ in events:
        if kind == "defeat" and draft.copies[card].leaving:
            draft.fallen.append(card)


_WEAKENING: Final = frozenset({"taken", "lose strength", "summon", "boss"})
"""What may leave a card without strength. What lasted for a time tells it by `Draft.ended`, what continuous texts give
and take by `continuous_effects.refresh`."""
_FREEING: Final = frozenset({"return", "leave", "defeat", "turn", "summoning", "main", "ending", "over"})
"""With what a card may go, or a phase begin, in which another one without strength could not be defeated."""
_SHIFTING: Final = frozenset({
    "turn", "summon", "boss", "ready", "face up", "face down", "leave", "return", "discard", "defeat", "enchant",
    "unenchant", "control",
})  # fmt: skip
"""With what cards come to the table, turn, and leave it, and so what they lend."""
_COSTING_LIFE: Final = frozenset({"taken", "lose life", "decay"})


def _defeats(draft: Draft, new: list[Event]) -> bool:
    """Strength 0 is defeat, credited to whoever took the last of it. Whether anything happened by it."""
    told, blows = len(draft.events), []
    for copy in without_strength(draft):
        if copy.spared and copy.strength:
            draft.own(copy.id).spared = False
        if copy.strength == 0 and copy.up and not copy.leaving and not _is_spared(draft, copy, new):
            blows.append((copy.id, *_who_took_the_last(new, copy.id)))
    if blows:
        effects.defeat_together(draft, blows, spares=True)
    return len(draft.events) > told


def _is_without_strength(table: Table, new: list[Event]) -> bool:
    """Whether one of those whom these events concern has no strength."""
    struck = [event.card for event in new if event.kind in _WEAKENING and event.card >= 0]
    return 0 in [table.copies[number].strength for number in struck]


def _is_spared(draft: Draft, copy: Copy, new: list[Event]) -> bool:
    """Whether something else happened instead of its defeat, and nothing has struck it since."""
    if copy.id in draft.spared:
        return True
    return copy.spared and not any(event.kind in _STRIKING and event.card == copy.id for event in new)


_STRIKING: Final = frozenset({"taken", "lose strength"})


def _who_took_the_last(new: list[Event], number: int) -> tuple[int, bool]:
    """Who is credited with the defeat of a card, and whether it fell in battle (7.4.8)."""
    by, in_battle = NOBODY, False
    for event in new:
        if event.kind in ("taken", "lose strength") and event.card == number and event.amount:
            by = event.other
        in_battle = in_battle or (event.kind == "battle" and number in (event.card, event.other))
    return by, in_battle


def remove_defeated(draft: Draft) -> None:
    """7.4.3: the defeated go to their graveyards together, and their enchantments with them (6.2.3). Where they never
    do, since something else happens instead that defeats them again, nobody can stop that (G-128)."""
    if len(draft.events) > MOST_EVENTS:
        finish(draft, Outcome((), "draw", "10.2.4"))
        return
    for number in draft.fallen:
        copy = draft.copies[number]
        if not copy.leaving or copy.zone != TABLE:
            continue
        leaving.bury(draft, number)
    draft.fallen = []
