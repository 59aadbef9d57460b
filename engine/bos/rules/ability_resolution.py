"""Carrying out an ability: its cost, then its steps in printed order, asking for what somebody has to choose.

An ability under way is a frame of the routine "ability" with its `PendingAbility`; the frame's values are a `Progress`.
"""

from __future__ import annotations

from engine.bos.abilities import copied_effects, memory, named_numbers, ways
from engine.bos.abilities.card_abilities import texts_of
from engine.bos.abilities.choices import are_together, bounds, choices, chooser, is_open, slots
from engine.bos.abilities.conditions import holds
from engine.bos.abilities.departed import knowing
from engine.bos.abilities.targets import amount, named
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.bos.model.ability_numbers import is_delayed
from engine.bos.model.moves import Payment
from engine.bos.model.places import column_of, place_of_thing
from engine.bos.model.quick_values import make_frame
from engine.bos.model.state import ASIDE, Draft, Frame, PendingAbility, Question, Table
from engine.bos.rules import costs, effect_dispatch, replacement_effects
from engine.bos.rules.ability_choices import (
    ABILITY,
    Progress,
    choices_of,
    columns_for,
    cost_part,
    pick_of,
    progress_of,
    spoken,
)
from engine.bos.rules.ability_requirements import decider, is_agreed, is_possible, possible_modes
from engine.bos.rules.instead.postponed_events import below
from engine.choice import Event


def begin_ability(draft: Draft, pending: PendingAbility, payment: Payment | None = None) -> None:
    """Put an ability on top of what is pending."""
    progress = Progress() if payment is None else Progress(vim=payment.vim, ether=payment.ether)
    if is_delayed(pending.number):
        progress = progress._replace(number=1)
    draft.frames.append(make_frame(ABILITY, 0, progress, pending))
    if pending.number < 0:
        return
    text = spoken(draft, pending)
    draft.happen("ability", pending.source, pending.seat, amount=pending.number + 1)
    if text.limit:
        draft.used += ((pending.source, pending.number, text.limit),)
    elif text.must and any(isinstance(moment, syntax.During) for moment in text.moments):
        draft.used += ((pending.source, pending.number, "phase"),)


def carry_on(draft: Draft, values: tuple[int, ...]) -> Question | None:
    """The next thing an ability does or asks."""
    frame = draft.frames[-1]
    pending, progress = frame.pending, progress_of(frame)
    assert pending is not None
    text = spoken(draft, pending)
    if not progress.number and named_numbers.names_x(text) and not named_numbers.names_x_later(text):
        return Question("number", pending.seat)
    if (
        text.cost
        and not progress.paid
        and not pending.picked
        and costs.lacking(draft, pending, text.cost, _payment(progress))
    ):
        draft.frames.pop()
        return None
    if text.cost and _may_be_split(draft, pending, progress, text.cost):
        return Question("pay", pending.seat)
    if progress.paid < len(text.cost):
        return _pay(draft, pending, progress, text.cost[progress.paid])
    if text.modes and not ways.is_closed(text, pending) and possible_modes(draft, pending, text):
        return Question("mode", ways.chooser(draft, pending, text))
    if progress.step >= len(text.steps):
        draft.frames.pop()
        return None
    return _step(draft, pending, progress, text)


def _may_be_split(draft: Draft, pending: PendingAbility, progress: Progress, cost: tuple[syntax.Cost, ...]) -> bool:
    """Whether its player has yet to say how vim is paid, and there is more than one way (10.3.4, 6.3.2).

    A spell's own price is paid vim first, since braces behind a spell say how the spell itself is paid.
    """
    if progress.vim >= 0 or progress.paid or pending.picked or draft.copies[pending.source].zone == ASIDE:
        return False
    if draft.asks_all and costs.vim_of(draft, pending, cost):
        return True
    return len(costs.ways(draft, pending, cost)) > 1


def _pay(draft: Draft, pending: PendingAbility, progress: Progress, part: syntax.Cost) -> Question | None:
    payment = _payment(progress)
    if isinstance(part, syntax.Pay):
        price = amount(draft, pending, part.amount)
        costs.pay_part(draft, pending, part, payment, ())
        if isinstance(part.amount, terms.Has | terms.Half) and not pending.amount:
            pending = pending._replace(amount=price)  # "that much" of all that was paid
    else:
        targets = _gather(draft, pending, progress, (part.what,))
        if isinstance(targets, Question):
            return targets
        given = targets[0] if targets else ()
        wanted = memory.looked_back(spoken(draft, pending))
        paid = memory.remember(draft, pending, wanted, terms.Earlier("cost", progress.paid), given)
        costs.pay_part(draft, pending, part, payment, given)
        it = targets[0] if targets and isinstance(part, syntax.PayCard) else pending.it
        pending = paid._replace(it=it, picked=())
    put_back(draft, pending, progress._replace(paid=progress.paid + 1, filling=0))
    return None


def _payment(progress: Progress) -> Payment | None:
    return None if progress.vim < 0 else Payment(progress.vim, progress.ether)


def _step(draft: Draft, pending: PendingAbility, progress: Progress, text: syntax.Text) -> Question | None:
    step = text.steps[progress.step]
    progress = (
        progress._replace(held=_held(draft, pending, progress, text.steps)) if step.only or step.unless else progress
    )
    if not _applies(pending, progress, step, text):
        other_way = step.mode is not None and step.mode not in ways.chosen_ways(text, pending)
        skipped = pending if other_way or step.did is not None else pending._replace(did=False)
        next_step(draft, skipped, progress)
        return None
    if step.may and not progress.agreed and not (progress.step == 0 and is_agreed(draft, pending, text)):
        if not is_possible(draft, pending, step.deed):
            next_step(draft, pending._replace(did=False), progress)
            return None
        return Question("may", decider(draft, pending, step.deed))
    if step.may and not progress.number and isinstance(step.deed, syntax.Spend) and step.deed.amount == terms.X():
        return Question("number", pending.seat)
    if isinstance(step.deed, syntax.Conduct):
        return Question("conduct", pending.seat)
    if isinstance(step.deed, syntax.EndTurn):
        _end_turn(draft)
        next_step(draft, pending._replace(did=True), progress)
        return None
    return _do(draft, pending, progress, step)


def _do(draft: Draft, pending: PendingAbility, progress: Progress, step: syntax.Step) -> Question | None:
    """A deed done to what it names, once all of that is chosen, and the column where a card comes."""
    targets = _gather(draft, pending, progress, slots(step.deed), are_together(step.deed))
    if isinstance(targets, Question):
        return targets
    if targets is not None:
        pending = memory.with_step(draft, pending, spoken(draft, pending), progress.step, targets)
    if targets is None:
        next_step(draft, answering(pending, step)._replace(picked=()), progress)
        return None
    if isinstance(step.deed, syntax.Enchant):
        _enchant(draft, pending, targets[0])
        next_step(draft, pending._replace(it=targets[0], picked=()), progress)
        return None
    if isinstance(step.deed, syntax.CastSpell):
        next_step(draft, pending._replace(did=bool(targets[0]), it=targets[0], picked=()), progress)
        draft.frames += [Frame("cast", 0, (spell, pending.seat, int(step.deed.paid))) for spell in targets[0]]
        return None
    if isinstance(step.deed, syntax.CarryOut):
        copied = [spell for spell in targets[0] if copied_effects.can_be_copied(draft, spell)]
        next_step(draft, pending._replace(did=bool(copied), it=targets[0], picked=()), progress)
        _carry_out_anew(draft, pending.seat, copied)
        return None
    columns = columns_for(draft, pending, step.deed, targets)
    if len(columns) > 1 or (columns and draft.asks_all):
        now = draft.frames[-1].pending
        assert now is not None
        picked = now.picked
        if len(picked) == len(choices_of(draft, pending, slots(step.deed))):
            return Question("pick", pending.seat)
        targets = (*targets, (column_of(place_of_thing(picked[-1][0])),))
    done = effect_dispatch.perform(draft, pending, step.deed, targets)
    after = effect_dispatch.after(pending, step.deed, done)
    if step.did is not None and not step.may:
        after = after._replace(did=pending.did)
    next_step(draft, after, progress)
    return None


def _carry_out_anew(draft: Draft, seat: int, spells: list[int]) -> None:
    """G-387: only their effects, the first one on top; what their costs would name is not there, and X in them is 0."""
    for spell in spells:
        for number in reversed(range(len(texts_of(draft.copies[spell].face)))):
            pending = PendingAbility(spell, number, seat)
            cost = spoken(draft, pending).cost
            begin_ability(draft, pending)
            put_back(draft, pending, Progress(paid=len(cost), number=int(terms.X() in parts(cost))))


def answering(pending: PendingAbility, step: syntax.Step) -> PendingAbility:
    """The ability after a step in which nothing was done: "otherwise" asks what "if you do" asked, not what came of
    that."""
    return pending if step.did is not None and not step.may else pending._replace(did=False)


def _enchant(draft: Draft, pending: PendingAbility, hosts: tuple[int, ...]) -> None:
    """6.2.1: the spell lies under the card from now on, and belongs to its caster (G-79)."""
    if replacement_effects.replaced(draft, Event("enchant", hosts[0], pending.seat, pending.source)):
        return
    draft.lay_under(pending.source, hosts[0])
    draft.happen("enchant", hosts[0], pending.seat, pending.source)


def _applies(pending: PendingAbility, progress: Progress, step: syntax.Step, text: syntax.Text) -> bool:
    if step.mode is not None and step.mode not in ways.chosen_ways(text, pending):
        return False
    if step.did is not None and step.did != pending.did:
        return False
    if step.only and not progress.held >> 2 * progress.step & 1:
        return False
    return not (step.unless and progress.held >> 2 * progress.step & 2)


def _held(table: Table, pending: PendingAbility, progress: Progress, steps: tuple[syntax.Step, ...]) -> int:
    """What was so, two bits for each step: what it asks for, what it must not be."""
    step, bits = steps[progress.step], progress.held
    if step.only and _truth(table, pending, progress, steps, step.only):
        bits |= 1 << 2 * progress.step
    if step.unless and _truth(table, pending, progress, steps, step.unless):
        bits |= 2 << 2 * progress.step
    return bits


def _truth(
    table: Table, pending: PendingAbility, progress: Progress, steps: tuple[syntax.Step, ...], wanted: terms.Predicate
) -> bool:
    """A condition that several steps in a row share ("if …, A and B", "otherwise") is looked at before the first."""
    if progress.step:
        before = steps[progress.step - 1]
        if before.only == wanted:
            return bool(progress.held >> 2 * (progress.step - 1) & 1)
        if before.unless == wanted:
            return bool(progress.held >> 2 * (progress.step - 1) & 2)
    return holds(table, pending, wanted)


def next_step(draft: Draft, pending: PendingAbility, progress: Progress) -> None:
    """The step is over, whether it happened or not."""
    done = Progress(
        progress.paid, progress.step + 1, 0, 0, progress.vim, progress.ether, progress.number, progress.held
    )
    put_back(draft, pending, done)


def put_back(draft: Draft, pending: PendingAbility, progress: Progress) -> None:
    """The ability that is carried out as it is from now on, and how far it has come; nothing where it is over. What it
    does may wait on top of it until somebody has said whether something else happens (G-373)."""
    own = below(draft.frames, len(draft.frames) - 1)
    if own >= 0 and draft.frames[own].routine == ABILITY:
        draft.frames[own] = make_frame(ABILITY, 0, progress, pending)
        if any(event.kind == "leave" for event in draft.events):
            _keep_in_mind(draft)


def _keep_in_mind(draft: Draft) -> None:
    """10.1.11: what is under way, and what waits, knows how strong cards were that have left."""
    for index, frame in enumerate(draft.frames):
        if frame.routine == ABILITY and frame.pending is not None:
            measures = memory.measures_strength(spoken(draft, frame.pending))
            draft.frames[index] = frame._replace(pending=knowing(frame.pending, draft.events, measures=measures))
    draft.waiting = [knowing(pending, draft.events) for pending in draft.waiting]


def _end_turn(draft: Draft) -> None:
    """The turn goes to its ending phase as soon as what is under way is done."""
    for index, frame in enumerate(draft.frames):
        if frame.routine == "turn":
            draft.frames[index] = Frame("last phase", 0, frame.values)


# Choosing


def _gather(
    draft: Draft, pending: PendingAbility, progress: Progress, phrases: tuple[terms.Thing, ...], as_one: bool = False
) -> tuple[tuple[int, ...], ...] | Question | None:
    """What every thing stands for; an Ask where somebody has to choose; None where nothing is there to choose. Of
    things named together ("a summon and an opponent") one does not ask for the other (G-72)."""
    targets: list[tuple[int, ...]] = []
    slot = 0
    for phrase in phrases:
        if not is_open(draft, pending, phrase):
            targets.append(named(draft, pending, phrase))
            continue
        together: tuple[int, ...] = ()
        choosing = choices(draft, pending, phrase)
        for seat, part in choosing:
            if slot >= len(pending.picked) - progress.filling:
                chosen = _choose(draft, pending._replace(who=seat), progress, slot, part)
                if isinstance(chosen, Question):
                    return chosen
                if chosen is None and len(choosing) == 1 and not as_one:
                    return None
                pending, progress = (
                    pending._replace(picked=(*pending.picked[:slot], chosen or ())),
                    progress._replace(filling=0),
                )
                put_back(draft, pending, progress)
            together += pending.picked[slot]
            slot += 1
            pending = _in_mind(draft, pending, progress, len(targets), together)
        if len(choosing) > 1 and not together and bounds(phrase)[0]:
            return None
        targets.append(together)
    return None if as_one and not any(targets) else tuple(targets)


def _in_mind(
    draft: Draft, pending: PendingAbility, progress: Progress, slot: int, things: tuple[int, ...]
) -> PendingAbility:
    """The ability with what was chosen just now in mind, where what is chosen next looks back on it."""
    text = spoken(draft, pending)
    wanted = memory.looked_back(text)
    if not wanted or progress.paid < len(text.cost):
        return pending
    pending = memory.remember(draft, pending, wanted, memory.in_step(pending, progress.step, slot), things)
    put_back(draft, pending, progress)
    return pending


def _choose(
    draft: Draft, pending: PendingAbility, progress: Progress, slot: int, phrase: terms.Thing
) -> tuple[int, ...] | Question | None:
    """What is chosen where nothing is left to decide; an Ask where something is; None where nothing is there."""
    so_far = pending.picked[slot] if progress.filling else ()
    pick = pick_of(draft, pending, phrase, so_far, cost_part(draft, pending, progress))
    if not pick.options and not so_far:
        return None if pick.low else ()
    if not pick.forced or (draft.asks_all and pick.options and not pick.full):
        return Question("pick", chooser(draft, pending, phrase))
    if not pick.options or pick.full:
        return so_far
    draft.auto += tuple(pick.options)
    return (*so_far, *pick.options)
