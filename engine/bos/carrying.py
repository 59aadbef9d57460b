"""Carrying out an ability: its cost, then its steps in printed order, asking for what somebody has to choose.

An ability under way is a frame of the routine "ability" with its `Doing`; the frame's values are a `Place`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.bos import costs, effects, keys, statics, texts, tree
from engine.bos.payment import Payment, affords
from engine.bos.quantities import amount, holds
from engine.bos.state import (
    ASIDE,
    SPELLBOOK,
    Ask,
    Doing,
    Draft,
    Frame,
    State,
    Table,
    column_of,
    open_place,
    place_of_thing,
    seat_of_thing,
    summon_place,
)  # fmt: skip
from engine.bos.things import (
    as_chooser,
    bounds,
    candidates,
    choices,
    chooser,
    exist,
    is_open,
    named,
    players,
    slots,
)

ABILITY: Final = "ability"


class Place(NamedTuple):
    """How far an ability has come: parts of the cost paid, steps done, whether the last pick is still open, what was
    said to "you may" (1: yes), how its vim is paid (-1: vim first), whether X is named, and which conditions of steps
    were so when they were looked at (`_truth`)."""

    paid: int = 0
    step: int = 0
    filling: int = 0
    agreed: int = 0
    vim: int = -1
    ether: int = 0
    number: int = 0
    held: int = 0


class Pick(NamedTuple):
    """A choice of things that is asked: what is chosen from, what was chosen so far, and how many there must be."""

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


def begin(draft: Draft, doing: Doing, payment: Payment | None = None) -> None:
    """Put an ability on top of what is pending."""
    place = Place() if payment is None else Place(vim=payment.vim, ether=payment.ether)
    draft.frames.append(Frame(ABILITY, 0, place, doing))
    if doing.number < 0:
        return
    text = spoken(draft, doing)
    draft.happen("ability", doing.source, doing.seat, amount=doing.number + 1)
    if text.limit:
        draft.used += ((doing.source, doing.number, text.limit),)
    elif text.must and any(isinstance(moment, tree.During) for moment in text.moments):
        draft.used += ((doing.source, doing.number, "phase"),)


def spoken(table: Table, doing: Doing) -> tree.Text:
    """The text that is being carried out; a boss that is turned up for a price has only a cost."""
    face = table.copies[doing.source].face
    if doing.number < 0:
        rising = texts.rising_of(face)
        return tree.Text((), cost=rising.cost if rising else ())
    text = texts.carried_out(face)[doing.number]
    assert text is not None
    return text


def carry_on(draft: Draft, values: tuple[int, ...]) -> Ask | None:
    """The next thing an ability does or asks."""
    frame = draft.frames[-1]
    doing, place = frame.doing, Place(*values)
    assert doing is not None
    text = spoken(draft, doing)
    if not place.number and texts.names_x(text):
        return Ask("number", doing.seat)
    if text.cost and not place.paid and not doing.picked and costs.lacking(draft, doing, text.cost, _payment(place)):
        draft.frames.pop()
        return None
    if text.cost and _may_be_split(draft, doing, place, text.cost):
        return Ask("pay", doing.seat)
    if place.paid < len(text.cost):
        return _pay(draft, doing, place, text.cost[place.paid])
    if text.modes and not doing.mode and possible_modes(draft, doing, text):
        return Ask("mode", doing.seat)
    if place.step >= len(text.steps):
        draft.frames.pop()
        return None
    return _step(draft, doing, place, text)


def _may_be_split(draft: Draft, doing: Doing, place: Place, cost: tuple[tree.Cost, ...]) -> bool:
    """Whether its player has yet to say how vim is paid, and there is more than one way (10.3.4, 6.3.2).

    A spell's own price is paid vim first, since braces behind a spell say how the spell itself is paid.
    """
    if place.vim >= 0 or place.paid or doing.picked or draft.copies[doing.source].zone == ASIDE:
        return False
    if draft.asks_all and costs.vim_of(draft, doing, cost):
        return True
    return len(costs.ways(draft, doing, cost)) > 1


def vim_first(table: Table, doing: Doing) -> Payment | None:
    """What silence says about the price of an ability that is used; nothing yet where X is named first."""
    text = spoken(table, doing)
    return None if not text.cost or texts.names_x(text) else costs.vim_first(table, doing, text.cost)


def open_price(table: Table) -> tuple[Doing, tuple[tree.Cost, ...]]:
    """The ability on top and its cost, of which somebody says how it is paid."""
    doing = table.frames[-1].doing
    assert doing is not None
    return doing, spoken(table, doing).cost


def _pay(draft: Draft, doing: Doing, place: Place, part: tree.Cost) -> Ask | None:
    payment = _payment(place)
    if isinstance(part, tree.Pay):
        costs.pay_part(draft, doing, part, payment, ())
    else:
        found = _gather(draft, doing, place, (part.what,))
        if isinstance(found, Ask):
            return found
        costs.pay_part(draft, doing, part, payment, found[0] if found else ())
        given = found[0] if found and isinstance(part, tree.PayCard) else doing.it
        doing = doing._replace(it=given, picked=())
    put_back(draft, doing, place._replace(paid=place.paid + 1, filling=0))
    return None


def _payment(place: Place) -> Payment | None:
    return None if place.vim < 0 else Payment(place.vim, place.ether)


def _step(draft: Draft, doing: Doing, place: Place, text: tree.Text) -> Ask | None:
    step = text.steps[place.step]
    place = place._replace(held=_held(draft, doing, place, text.steps)) if step.only or step.unless else place
    if not _applies(doing, place, step):
        skipped = doing if step.mode not in (None, doing.mode) or step.did is not None else doing._replace(did=False)
        next_step(draft, skipped, place)
        return None
    if step.may and not place.agreed and not (place.step == 0 and _is_agreed(draft, doing, text)):
        if not _possible(draft, doing, step.deed):
            next_step(draft, doing._replace(did=False), place)
            return None
        return Ask("may", _decider(draft, doing, step.deed))
    if isinstance(step.deed, tree.Conduct):
        return Ask("conduct", doing.seat)
    if isinstance(step.deed, tree.EndTurn):
        _end_turn(draft)
        next_step(draft, doing._replace(did=True), place)
        return None
    things = _gather(draft, doing, place, slots(step.deed))
    if isinstance(things, Ask):
        return things
    if things is None:
        next_step(draft, doing._replace(did=False, picked=()), place)
        return None
    if isinstance(step.deed, tree.Enchant):
        _enchant(draft, doing, things[0])
        next_step(draft, doing._replace(it=things[0], picked=()), place)
        return None
    columns = _columns(draft, step.deed, things)
    if len(columns) > 1 or (columns and draft.asks_all):
        now = draft.frames[-1].doing
        assert now is not None
        picked = now.picked
        if len(picked) == len(_choices_of(draft, doing, slots(step.deed))):
            return Ask("pick", doing.seat)
        things = (*things, (column_of(place_of_thing(picked[-1][0])),))
    done = effects.perform(draft, doing, step.deed, things)
    after = effects.after(doing, done)
    if step.did is not None and not step.may:
        after = after._replace(did=doing.did)
    next_step(draft, after, place)
    return None


def _enchant(draft: Draft, doing: Doing, hosts: tuple[int, ...]) -> None:
    """6.2.1: the spell lies under the card from now on, and belongs to its caster (G-79)."""
    draft.lay_under(doing.source, hosts[0])
    draft.happen("enchant", hosts[0], doing.seat, doing.source)


def _is_agreed(table: Table, doing: Doing, text: tree.Text) -> bool:
    """Whether "you may" at the beginning is answered by using the ability; not where something happens otherwise, or
    somebody else decides, and a spell can be cast and that left aside."""
    if text.must or any(step.did is False for step in text.steps):
        return False
    if _decider(table, doing, text.steps[0].deed) != doing.seat:
        return False
    return table.copies[doing.source].zone not in (ASIDE, SPELLBOOK)


def _decider(table: Table, doing: Doing, deed: tree.Deed) -> int:
    """The seat that "may": the player whom the deed is about or who chooses for it, else the controller."""
    who = getattr(deed, "who", None)
    if isinstance(who, tree.Who):
        return next(iter(players(table, doing, who.player)), doing.seat)
    return next((chooser(table, doing, thing) for thing in slots(deed) if is_open(table, doing, thing)), doing.seat)


def _applies(doing: Doing, place: Place, step: tree.Step) -> bool:
    if step.mode is not None and step.mode != doing.mode:
        return False
    if step.did is not None and step.did != doing.did:
        return False
    if step.only and not place.held >> 2 * place.step & 1:
        return False
    return not (step.unless and place.held >> 2 * place.step & 2)


def _held(table: Table, doing: Doing, place: Place, steps: tuple[tree.Step, ...]) -> int:
    """What was so, two bits for each step: what it asks for, what it must not be."""
    step, held = steps[place.step], place.held
    if step.only and _truth(table, doing, place, steps, step.only):
        held |= 1 << 2 * place.step
    if step.unless and _truth(table, doing, place, steps, step.unless):
        held |= 2 << 2 * place.step
    return held


def _truth(table: Table, doing: Doing, place: Place, steps: tuple[tree.Step, ...], wanted: tree.Predicate) -> bool:
    """A condition that several steps in a row share ("if …, A and B", "otherwise") is looked at before the first."""
    if place.step:
        before = steps[place.step - 1]
        if before.only == wanted:
            return bool(place.held >> 2 * (place.step - 1) & 1)
        if before.unless == wanted:
            return bool(place.held >> 2 * (place.step - 1) & 2)
    return holds(table, doing, wanted)


def next_step(draft: Draft, doing: Doing, place: Place) -> None:
    """The step is over, whether it happened or not."""
    done = Place(place.paid, place.step + 1, 0, 0, place.vim, place.ether, place.number, place.held)
    put_back(draft, doing, done)


def put_back(draft: Draft, doing: Doing, place: Place) -> None:
    """The ability on top as it is from now on, and how far it has come; nothing where it is over."""
    if draft.frames and draft.frames[-1].routine == ABILITY:
        draft.frames[-1] = Frame(ABILITY, 0, place, doing)


def _end_turn(draft: Draft) -> None:
    """The turn goes to its ending phase as soon as what is under way is done."""
    for index, frame in enumerate(draft.frames):
        if frame.routine == "turn":
            draft.frames[index] = Frame("last phase", 0, frame.values)


# Choosing


def _gather(
    draft: Draft, doing: Doing, place: Place, things: tuple[tree.Thing, ...]
) -> tuple[tuple[int, ...], ...] | Ask | None:
    """What every thing stands for; an Ask where somebody has to choose; None where nothing is there to choose."""
    found: list[tuple[int, ...]] = []
    slot = 0
    for thing in things:
        if not is_open(draft, doing, thing):
            found.append(named(draft, doing, thing))
            continue
        together: tuple[int, ...] = ()
        asked = choices(draft, doing, thing)
        for who, one in asked:
            if slot >= len(doing.picked) - place.filling:
                chosen = _choose(draft, doing._replace(who=who), place, slot, one)
                if isinstance(chosen, Ask):
                    return chosen
                if chosen is None and len(asked) == 1:
                    return None
                doing, place = doing._replace(picked=(*doing.picked[:slot], chosen or ())), place._replace(filling=0)
                put_back(draft, doing, place)
            together += doing.picked[slot]
            slot += 1
        if len(asked) > 1 and not together and bounds(thing)[0]:
            return None
        found.append(together)
    return tuple(found)


def _choose(draft: Draft, doing: Doing, place: Place, slot: int, thing: tree.Thing) -> tuple[int, ...] | Ask | None:
    """What is chosen where nothing is left to decide; an Ask where something is; None where nothing is there."""
    so_far = doing.picked[slot] if place.filling else ()
    pick = _pick(draft, doing, thing, so_far, _part(draft, doing, place))
    if not pick.options and not so_far:
        return None if pick.low else ()
    if not pick.forced or (draft.asks_all and pick.options and not pick.full):
        return Ask("pick", chooser(draft, doing, thing))
    if not pick.options or pick.full:
        return so_far
    draft.auto += tuple(pick.options)
    return (*so_far, *pick.options)


def _pick(
    table: Table, doing: Doing, thing: tree.Thing, so_far: tuple[int, ...], part: tree.Cost | None = None
) -> Pick:
    low, high = bounds(thing)
    options = candidates(table, doing, thing)
    hosts = _hosts(table, doing, thing)
    if hosts is not None:
        options = tuple(option for option in options if option >= 0 and table.copies[option].host in hosts)
    if part is not None:
        options = costs.offered(table, doing, part, options)
    elif table.copies[doing.source].zone == ASIDE:
        options = _can_be_enchanted(table, doing, options)
    if so_far:
        options = tuple(option for option in options if option not in so_far)
    return Pick(options, so_far, low, high)


def _hosts(table: Table, doing: Doing, thing: tree.Thing) -> tuple[int, ...] | None:
    """The cards from which a spell is removed, where the text names them besides the spell."""
    for step in spoken(table, doing).steps:
        deed = step.deed
        if isinstance(deed, tree.Unenchant) and deed.what is thing and deed.on is not None:
            return doing.picked[0] if is_open(table, doing, deed.on) and doing.picked else named(table, doing, deed.on)
    return None


def _can_be_enchanted(table: Table, doing: Doing, options: tuple[int, ...]) -> tuple[int, ...]:
    """What a spell may lie under: whatever no text protects from being enchanted."""
    steps = spoken(table, doing).steps
    if not steps or not isinstance(steps[0].deed, tree.Enchant):
        return options
    return tuple(option for option in options if statics.forbidden(table, "be enchanted", option) is None)


def open_pick(table: Table) -> Pick | None:
    """The choice of things that the ability on top waits for."""
    asked = _open_choice(table)
    if asked is None:
        return _open_columns(table)
    frame = table.frames[-1]
    doing, place = frame.doing, Place(*frame.values)
    assert doing is not None
    so_far = doing.picked[-1] if place.filling else ()
    return _pick(table, doing._replace(who=asked[0]), asked[1], so_far, _part(table, doing, place))


def _choices_of(table: Table, doing: Doing, things: tuple[tree.Thing, ...]) -> list[tuple[int, tree.Thing]]:
    """The choices of a deed in the order in which they are made, each with who "that player" is in it."""
    return [one for thing in things if is_open(table, doing, thing) for one in choices(table, doing, thing)]


class Asked(NamedTuple):
    """The choice of things that a position asks for, and what keys call each of them; of equal cards the first."""

    state: State
    pick: Pick
    named: Mapping[str, int]


def asked(state: State) -> Asked:
    """What is to be picked here; the last answer is kept, since every thing that may be picked is asked about."""
    last = _LAST[0] if _LAST else None
    if last is not None and last.state is state:
        return last
    pick = open_pick(state)
    assert pick is not None
    found = Asked(state, pick, {keys.thing(state, thing): thing for thing in reversed(pick.options)})
    _LAST[:] = [found]
    return found


_LAST: Final[list[Asked]] = []


def _open_columns(table: Table) -> Pick | None:
    """The empty places among which a controller chooses, where a summon is moved or brought."""
    frame = table.frames[-1] if table.frames else None
    if frame is None or frame.routine != ABILITY or frame.doing is None:
        return None
    place = Place(*frame.values)
    text = spoken(table, frame.doing)
    if _part(table, frame.doing, place) is not None or place.step >= len(text.steps):
        return None
    deed = text.steps[place.step].deed
    found = tuple(named(table, frame.doing, thing) for thing in slots(deed) if not is_open(table, frame.doing, thing))
    picked = tuple(thing for chosen in frame.doing.picked for thing in chosen)
    columns = _columns(table, deed, found or (picked,))
    return Pick(columns, (), 1, 1) if columns else None


def _columns(table: Table, deed: tree.Deed, found: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The empty places where the one summon that a deed moves or brings can come to stand (G-57)."""
    if not isinstance(deed, tree.Move | tree.Bring) or not found or len(found[0]) != 1 or found[0][0] < 0:
        return ()
    if isinstance(deed, tree.Bring) and deed.front:
        return ()
    copy = table.copies[found[0][0]]
    if isinstance(deed, tree.Move):
        columns = effects.open_columns(table, copy, deed.column)
    else:
        columns = effects.free_columns(table, copy.control)
    return tuple(open_place(summon_place(copy.control, column)) for column in columns)


def is_of_each(table: Table) -> bool:
    """Whether what is being chosen is chosen by each player for themselves."""
    frame = table.frames[-1]
    if frame.doing is None or _open_choice(table) is None:
        return False
    place, text = Place(*frame.values), spoken(table, frame.doing)
    part = _part(table, frame.doing, place)
    things = slots(text.steps[place.step].deed) if part is None or isinstance(part, tree.Pay) else (part.what,)
    return any(len(choices(table, frame.doing, thing)) > 1 for thing in things)


def open_thing(table: Table) -> tree.Thing | None:
    """What is being chosen, as the text says it."""
    asked = _open_choice(table)
    return asked[1] if asked else None


def _open_choice(table: Table) -> tuple[int, tree.Thing] | None:
    frame = table.frames[-1] if table.frames else None
    if frame is None or frame.routine != ABILITY or frame.doing is None:
        return None
    doing, place = frame.doing, Place(*frame.values)
    text = spoken(table, doing)
    part = _part(table, doing, place)
    if isinstance(part, tree.Pay) or (part is None and place.step >= len(text.steps)):
        return None
    things = slots(text.steps[place.step].deed) if part is None else (part.what,)
    asked = _choices_of(table, doing, things)
    slot = len(doing.picked) - place.filling
    return asked[slot] if slot < len(asked) else None


def _part(table: Table, doing: Doing, place: Place) -> tree.Cost | None:
    """The part of the cost that is being paid."""
    cost = spoken(table, doing).cost
    return cost[place.paid] if place.paid < len(cost) else None


def most(table: Table) -> int:
    """The greatest number that can be named for X: what can be paid of it, else what any text could use."""
    doing = table.frames[-1].doing
    assert doing is not None
    text = spoken(table, doing)
    for step in text.steps:
        if isinstance(step.deed, tree.Spend) and isinstance(step.deed.amount, tree.X):
            return costs.most_of(table, doing.seat, step.deed.what)
    payable = costs.most_x(table, doing, text.cost)
    return MOST_X if payable is None else payable


def unpayable(table: Table, number: int) -> costs.Lacking | None:
    """Why X cannot be that number: the cost, or what was written to be paid for it, does not fit (10.2.1)."""
    frame = table.frames[-1]
    assert frame.doing is not None
    place = Place(*frame.values)
    payment = None if place.vim < 0 else Payment(place.vim, place.ether)
    return costs.lacking(table, frame.doing._replace(x=number), spoken(table, frame.doing).cost, payment)


def conducting(table: Table) -> tuple[Doing, tree.Conduct, bool]:
    """The ability that lets a summon be conducted now, its deed, and whether one has to be."""
    frame = table.frames[-1]
    assert frame.doing is not None
    text = spoken(table, frame.doing)
    step = text.steps[Place(*frame.values).step]
    assert isinstance(step.deed, tree.Conduct)
    return frame.doing, step.deed, text.must and not step.may


MOST_X: Final = 1_000
"""A number that nothing bounds is bounded by this."""


# Before an ability begins


def _possible(table: Table, doing: Doing, deed: tree.Deed) -> bool:
    """Whether every choice the deed asks for has something to choose, and what it pays is there."""
    return _missing(table, doing, deed) is None


def _missing(table: Table, doing: Doing, deed: tree.Deed) -> tree.Thing | tree.Spend | None:
    """The first thing of a deed that is not there; what changes places needs two cards that can."""
    if type(deed) is tree.Spend and _too_dear(table, doing, deed):
        return deed
    if type(deed) is tree.Swap and not _pair_is_there(table, doing, deed):
        return deed.second
    for thing in slots(deed):
        if not _is_there(table, doing, thing):
            return thing
    return None


def _pair_is_there(table: Table, doing: Doing, deed: tree.Swap) -> bool:
    firsts, seconds = (candidates(table, doing, thing) for thing in (deed.first, deed.second))
    return any(effects.can_swap(table, one, other) for one in firsts for other in seconds)


def _too_dear(table: Table, doing: Doing, deed: tree.Spend) -> bool:
    much = amount(table, doing, deed.amount)
    return not all(affords(table, seat_of_thing(thing), deed.what, much) for thing in named(table, doing, deed.who))


def _is_there(table: Table, doing: Doing, thing: tree.Thing) -> bool:
    if isinstance(thing, tree.Who):
        return bool(players(table, doing, thing.player))
    if not is_open(table, doing, thing):
        return True
    asked = choices(table, doing, thing)
    if len(asked) > 1:
        return any(_is_there(table, doing._replace(who=who), one) for who, one in asked)
    hosts = _hosts(table, doing, thing)
    if hosts:
        return bounds(thing)[0] <= len(_pick(table, doing, thing, ()).options)
    if isinstance(thing, tree.Choose):
        return not thing.low or exist(table, as_chooser(table, doing, thing), thing.filter, thing.low)
    return bounds(thing)[0] <= len(candidates(table, doing, thing))


def lacks(table: Table, doing: Doing, text: tree.Text) -> tree.Thing | tree.Spend | None:
    """What the ability needs at once and is not there (G-71); None if it can be used.

    Later steps, and those that depend on something, do as much as they can (G-72).
    """
    if text.modes:
        found = [lacks_in_mode(table, doing, text, mode) for mode in range(1, text.modes + 1)]
        return found[0] if all(found) else None
    return _lacks(table, doing, text, text.steps[0]) if text.steps else None


def lacks_in_mode(table: Table, doing: Doing, text: tree.Text, mode: int) -> tree.Thing | tree.Spend | None:
    """What that choice of "choose one" needs at once and is not there."""
    first = next((step for step in text.steps if step.mode in (None, mode)), None)
    return _lacks(table, doing, text, first) if first else None


def possible_modes(table: Table, doing: Doing, text: tree.Text) -> list[int]:
    """The choices of "choose one" that find what they need."""
    modes = range(1, text.modes + 1)
    return [mode for mode in modes if lacks_in_mode(table, doing, text, mode) is None]


def _lacks(table: Table, doing: Doing, text: tree.Text, step: tree.Step) -> tree.Thing | tree.Spend | None:
    if step.only or step.unless or step.did is not None:
        return None
    if step.may and not _is_agreed(table, doing, text):
        return None
    return _missing(table, doing, step.deed)


def has_choices(table: Table, doing: Doing, text: tree.Text) -> bool:
    """Whether the ability finds what it has to choose."""
    return lacks(table, doing, text) is None
