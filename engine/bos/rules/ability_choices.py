"""What the ability on top waits for: the things, columns, numbers and prices that somebody chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.bos.abilities import (
    card_abilities,
    columns,
    continuous_effects,
    copied_effects,
    named_numbers,
    triggers,
    ways,
)
from engine.bos.abilities.choices import bounds, candidates, choices, is_open, slots
from engine.bos.abilities.targets import named, players
from engine.bos.model import syntax, terms
from engine.bos.model.moves import Payment, ThingRef
from engine.bos.model.places import column_of, is_boss_place, open_place, summon_place
from engine.bos.model.state import ASIDE, Frame, PendingAbility, State, Table
from engine.bos.notation.table_references import thing_ref
from engine.bos.rules import control, costs, free_places, movement

ABILITY: Final = "ability"


class Progress(NamedTuple):
    """How far an ability has come: `paid` parts of the cost, `step` steps; whether the last pick is still open
    (`filling`: 1); what was said to "you may" (`agreed`, 1: yes); how much `vim` and `ether` are paid (-1: vim first);
    whether X is named (`number`: 1); which conditions of steps were so when they were looked at (`held`, by `_truth`).
    """

    paid: int = 0
    step: int = 0
    filling: int = 0
    agreed: int = 0
    vim: int = -1
    ether: int = 0
    number: int = 0
    held: int = 0


def progress_of(frame: Frame) -> Progress:
    """How far the ability has come that the frame is about."""
    values = frame.values
    return values if isinstance(values, Progress) else Progress(*values)


class Pick(NamedTuple):
    """A choice of things among the `options`: from `low` to `high` (None: no bound) of them, with those `so_far`."""

    options: tuple[int, ...]
    so_far: tuple[int, ...]
    low: int
    high: int | None

    @property
    def enough(self) -> bool:
        """Whether the chooser may stop here."""
        return len(self.so_far) >= self.low

    @property
    def full(self) -> bool:
        """Whether no more can be chosen."""
        return self.high is not None and len(self.so_far) >= self.high

    @property
    def forced(self) -> bool:
        """Whether nothing is left to decide: enough is chosen, or all that is there must be."""
        if self.full or not self.options:
            return True
        return self.high is not None and self.low == self.high and len(self.so_far) + len(self.options) <= self.low


def spoken(table: Table, pending: PendingAbility) -> syntax.Text:
    """The text that is being carried out; a boss that is turned up for a price has only a cost."""
    if pending.number < 0:
        condition = card_abilities.boss_condition_of(table.copies[pending.source].face)
        return syntax.Text((), cost=condition.cost if condition else ())
    text = card_abilities.carried_text(card_abilities.face_of(table, pending), pending.number)
    assert text is not None
    return text


def vim_first(table: Table, pending: PendingAbility) -> Payment | None:
    """What silence says about the price of an ability that is used; nothing yet where X is named first."""
    text = spoken(table, pending)
    return None if not text.cost or named_numbers.names_x(text) else costs.vim_first(table, pending, text.cost)


def open_price(table: Table) -> tuple[PendingAbility, tuple[syntax.Cost, ...]]:
    """The ability on top and its cost, of which somebody says how it is paid."""
    pending = table.frames[-1].pending
    assert pending is not None
    return pending, spoken(table, pending).cost


def pick_of(
    table: Table, pending: PendingAbility, phrase: terms.Thing, so_far: tuple[int, ...], part: syntax.Cost | None = None
) -> Pick:
    low, high = bounds(phrase)
    options = candidates(table, pending, phrase)
    hosts = spell_hosts(table, pending, phrase)
    if hosts is not None:
        options = tuple(option for option in options if option >= 0 and table.copies[option].host in hosts)
    options = _that_can_come(table, pending, phrase, options)
    if part is None:
        options = _castable(table, pending, phrase, options)
    if part is not None:
        options = costs.offered(table, pending, part, options)
    elif table.copies[pending.source].zone == ASIDE:
        options = _can_be_enchanted(table, pending, options)
    if so_far:
        options = tuple(option for option in options if option not in so_far)
    if isinstance(phrase, terms.Choose | terms.ChooseColumn) and phrase.together and low > 1:
        options = columns.beside_each_other(table, options, so_far)
    return Pick(options, so_far, low, high)


def spell_hosts(table: Table, pending: PendingAbility, phrase: terms.Thing) -> tuple[int, ...] | None:
    """The cards from which a spell is removed, where the text names them besides the spell."""
    for step in spoken(table, pending).steps:
        deed = step.deed
        if isinstance(deed, syntax.Unenchant) and deed.what is phrase and deed.on is not None:
            return (
                pending.picked[0]
                if is_open(table, pending, deed.on) and pending.picked
                else named(table, pending, deed.on)
            )
    return None


def _that_can_come(
    table: Table, pending: PendingAbility, phrase: terms.Thing, options: tuple[int, ...]
) -> tuple[int, ...]:
    """Where a summon changes sides only to the opposite place, those for which that is empty (G-354)."""
    for step in spoken(table, pending).steps:
        deed = step.deed
        if isinstance(deed, syntax.Control) and deed.at == "opposite" and deed.what is phrase:
            return that_can_change_sides(table, pending, deed, options)
    return options


def that_can_change_sides(
    table: Table, pending: PendingAbility, deed: syntax.Control, options: tuple[int, ...]
) -> tuple[int, ...]:
    """Those of some summons for which there is a place on the other side."""
    seats = players(table, pending, deed.player)
    return tuple(
        option for option in options if seats and control.open_places(table, table.copies[option], seats[0], deed.at)
    )


def _castable(table: Table, pending: PendingAbility, phrase: terms.Thing, options: tuple[int, ...]) -> tuple[int, ...]:
    """Of spells that a text casts those whose condition holds now, and which can be paid (G-395); of those whose effect
    it carries out those that have one (G-388)."""
    for step in spoken(table, pending).steps:
        deed = step.deed
        if isinstance(deed, syntax.CarryOut) and deed.what is phrase:
            return tuple(option for option in options if copied_effects.can_be_copied(table, option))
        if isinstance(deed, syntax.CastSpell) and deed.what is phrase:
            return tuple(option for option in options if _can_cast(table, pending.seat, option, paid=deed.paid))
    return options


def _can_cast(table: Table, seat: int, number: int, *, paid: bool) -> bool:
    face = table.copies[number].face
    text = card_abilities.texts_of(face)[0] if face.abilities else None
    if text is None or any(isinstance(moment, syntax.When | syntax.At) for moment in text.moments):
        return False
    own = PendingAbility(number, 0, seat)
    vim = continuous_effects.cost(table, seat, face) if paid else 0
    if vim > table.vim[seat] + table.ether[seat] or costs.lacking(table, own, text.cost) is not None:
        return False
    banned = continuous_effects.forbidden(table, "cast spells", -2 - seat, number)
    return banned is None and triggers.others_hold(table, own, text)


def _can_be_enchanted(table: Table, pending: PendingAbility, options: tuple[int, ...]) -> tuple[int, ...]:
    """What a spell may lie under: whatever no text protects from being enchanted."""
    steps = spoken(table, pending).steps
    if not steps or not isinstance(steps[0].deed, syntax.Enchant):
        return options
    return tuple(option for option in options if continuous_effects.forbidden(table, "be enchanted", option) is None)


def open_pick(table: Table) -> Pick | None:
    """The choice of things that the ability on top waits for."""
    choice = _open_choice(table)
    if choice is None:
        return _open_columns(table)
    frame = table.frames[-1]
    pending, progress = frame.pending, progress_of(frame)
    assert pending is not None
    so_far = pending.picked[-1] if progress.filling else ()
    return pick_of(table, pending._replace(who=choice[0]), choice[1], so_far, cost_part(table, pending, progress))


def choices_of(
    table: Table, pending: PendingAbility, phrases: tuple[terms.Thing, ...]
) -> list[tuple[int, terms.Thing]]:
    """The choices of a deed in the order in which they are made, each with who "that player" is in it."""
    return [
        choice for phrase in phrases if is_open(table, pending, phrase) for choice in choices(table, pending, phrase)
    ]


class Asked(NamedTuple):
    """The `pick` that a position, `state`, asks for; `named`: each thing by its reference, the first of equals."""

    state: State
    pick: Pick
    named: Mapping[ThingRef, int]


def asked(state: State) -> Asked:
    """What is to be picked here; the last answer is kept, since every thing that may be picked is asked about."""
    last = _LAST[0] if _LAST else None
    if last is not None and last.state is state:
        return last
    pick = open_pick(state)
    assert pick is not None
    question = Asked(state, pick, {thing_ref(state, option): option for option in reversed(pick.options)})
    _LAST[:] = [question]
    return question


_LAST: Final[list[Asked]] = []


def _open_columns(table: Table) -> Pick | None:
    """The empty places among which a controller chooses, where a summon is moved or brought."""
    frame = table.frames[-1] if table.frames else None
    if frame is None or frame.routine != ABILITY or frame.pending is None:
        return None
    progress = progress_of(frame)
    text = spoken(table, frame.pending)
    if cost_part(table, frame.pending, progress) is not None or progress.step >= len(text.steps):
        return None
    deed = text.steps[progress.step].deed
    targets = tuple(
        named(table, frame.pending, phrase) for phrase in slots(deed) if not is_open(table, frame.pending, phrase)
    )
    picked = tuple(target for chosen in frame.pending.picked for target in chosen)
    open_ones = columns_for(table, frame.pending, deed, targets or (picked,))
    return Pick(open_ones, (), 1, 1) if open_ones else None


def columns_for(
    table: Table, pending: PendingAbility, deed: syntax.Deed, targets: Sequence[tuple[int, ...]]
) -> tuple[int, ...]:
    """The empty places where the one card that a deed moves or brings can come to stand (G-57)."""
    if not isinstance(deed, syntax.Move | syntax.Bring | syntax.Control):
        return ()
    if not targets or len(targets[0]) != 1 or targets[0][0] < 0:
        return ()
    if isinstance(deed, syntax.Bring) and deed.front:
        return ()
    copy = table.copies[targets[0][0]]
    if isinstance(deed, syntax.Control):
        seats = players(table, pending, deed.player)
        return tuple(map(open_place, control.open_places(table, copy, seats[0], deed.at))) if seats else ()
    allowed = columns.columns_at(table, pending, deed.at, named)
    if isinstance(deed, syntax.Bring):
        return tuple([open_place(place) for place in movement.open_places(table, copy) if _lies_in(place, allowed)])
    if continuous_effects.forbidden(table, "move", copy.id) is not None:
        return ()
    open_ones = free_places.open_columns(table, copy, deed.column)
    return tuple(open_place(summon_place(copy.control, column)) for column in open_ones if column in allowed)


def _lies_in(place: int, allowed: tuple[int, ...]) -> bool:
    """Whether a place is in one of these columns; that of a boss is in none."""
    return is_boss_place(place) or column_of(place) in allowed


def is_of_each(table: Table) -> bool:
    """Whether what is being chosen is chosen by each player for themselves."""
    frame = table.frames[-1]
    if frame.pending is None or _open_choice(table) is None:
        return False
    progress, text = progress_of(frame), spoken(table, frame.pending)
    part = cost_part(table, frame.pending, progress)
    phrases = slots(text.steps[progress.step].deed) if part is None or isinstance(part, syntax.Pay) else (part.what,)
    return any(len(choices(table, frame.pending, phrase)) > 1 for phrase in phrases)


def open_thing(table: Table) -> terms.Thing | None:
    """What is being chosen, as the text says it."""
    choice = _open_choice(table)
    return choice[1] if choice else None


def _open_choice(table: Table) -> tuple[int, terms.Thing] | None:
    frame = table.frames[-1] if table.frames else None
    if frame is None or frame.routine != ABILITY or frame.pending is None:
        return None
    pending, progress = frame.pending, progress_of(frame)
    text = spoken(table, pending)
    part = cost_part(table, pending, progress)
    if isinstance(part, syntax.Pay) or (part is None and progress.step >= len(text.steps)):
        return None
    phrases = slots(text.steps[progress.step].deed) if part is None else (part.what,)
    open_choices = choices_of(table, pending, phrases)
    slot = len(pending.picked) - progress.filling
    return open_choices[slot] if slot < len(open_choices) else None


def is_way_chosen(table: Table, way: int) -> bool:
    """Whether the ability that asks for ways has chosen that one already; 0 stands for no more of them."""
    pending = table.frames[-1].pending
    assert pending is not None
    text = spoken(table, pending)
    return text.ways.most > 1 and (not way or way in ways.chosen_ways(text, pending))


def cost_part(table: Table, pending: PendingAbility, progress: Progress) -> syntax.Cost | None:
    """The part of the cost that is being paid."""
    cost = spoken(table, pending).cost
    return cost[progress.paid] if progress.paid < len(cost) else None


def most(table: Table) -> int:
    """The greatest number that can be named for X: what can be paid of it, else what any text could use."""
    pending = table.frames[-1].pending
    assert pending is not None
    text = spoken(table, pending)
    for step in text.steps:
        if isinstance(step.deed, syntax.Spend) and isinstance(step.deed.amount, terms.X):
            return costs.most_of(table, pending.seat, step.deed.what)
    payable = costs.most_x(table, pending, text.cost)
    return MOST_X if payable is None else payable


def unpayable(table: Table, number: int) -> costs.Lacking | None:
    """Why X cannot be that number: the cost, or what was written to be paid for it, does not fit (10.2.1)."""
    frame = table.frames[-1]
    assert frame.pending is not None
    progress = progress_of(frame)
    if progress.paid:
        return None
    payment = None if progress.vim < 0 else Payment(progress.vim, progress.ether)
    return costs.lacking(table, frame.pending._replace(x=number), spoken(table, frame.pending).cost, payment)


def conducting(table: Table) -> tuple[PendingAbility, syntax.Conduct, bool]:
    """The ability that lets a summon be conducted now, its deed, and whether one has to be."""
    frame = table.frames[-1]
    assert frame.pending is not None
    text = spoken(table, frame.pending)
    step = text.steps[progress_of(frame).step]
    assert isinstance(step.deed, syntax.Conduct)
    return frame.pending, step.deed, text.must and not step.may


MOST_X: Final = 1_000
"""A number that nothing bounds is bounded by this."""
