"""Deeds told plainly: what somebody chooses first, and what then happens to it."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from engine.bos.cardtext import paraphrase_targets as things
from engine.bos.cardtext.effects import told_fights as fights
from engine.bos.cardtext.effects.told_fights import banned as banned
from engine.bos.cardtext.paraphrase_targets import THIS, Context, amount, player_phrase, unasked, word
from engine.bos.cardtext.printer_effects import chooser
from engine.bos.cardtext.printer_targets import is_many
from engine.bos.cardtext.printer_words import Unsayable
from engine.bos.cardtext.space import telling as space
from engine.bos.model import syntax, terms
from engine.bos.model.deed_things import things_of
from engine.messages import Arg, Message


def chosen(context: Context, number: int, deed: syntax.Deed) -> tuple[Message | None, syntax.Deed]:
    """What is chosen ("you choose a summon"), and the deed, of the step with that number, as it goes on with "that
    summon" or "they".

    A deed that lets choose twice keeps its choices; where nothing is chosen, nothing is said of it.
    """
    choices = {
        field.name: target
        for field in fields(deed)
        if isinstance(target := getattr(deed, field.name), terms.Choose | terms.OneOf)
    }
    if len(choices) != 1:
        return None, deed
    ((name, target),) = choices.items()
    slots = things.one_by_one(deed)
    known = terms.Earlier("step", number, slots.index(target) if target in slots else 0)
    again: dict[str, Any] = {name: terms.Them() if is_many(target) else known}
    return _chooses(context, deed, target), replace(deed, **again)


def subject_of(deed: syntax.Deed) -> terms.Thing | None:
    """What the deed is done to, which "its own" speaks of."""
    return next(iter(things_of(deed)), None)


def _chooses(context: Context, deed: syntax.Deed, what: terms.Thing) -> Message:
    return Message(
        "bos.deed.chooses", player=player_phrase(chooser(deed), context), what=things.thing(context, unasked(what))
    )


def happening(context: Context, deed: syntax.Deed, printed: syntax.Deed) -> Message | None:
    """What happens, as a sentence; `printed` is the deed before its choice was taken out. None where that was all."""
    match deed:
        case syntax.Ready(what):
            return Message("bos.deed.ready", who=_subject(context, what))
        case syntax.Act(what):
            return Message("bos.deed.act", who=_subject(context, what))
        case syntax.Defeat(what):
            return Message("bos.deed.defeat", who=_subject(context, what))
        case syntax.Turn(what, up):
            return Message("bos.deed.turn_face_up" if up else "bos.deed.turn_face_down", who=_subject(context, what))
        case syntax.Move(what, column, at):
            if at:
                return Message("bos.deed.move_to", who=_subject(context, what), spot=_spot(context, at))
            return Message(f"bos.deed.move_{column}", who=_subject(context, what))
        case syntax.Exchange():
            return _exchanged(context, deed)
        case syntax.Swap(first, None):
            return Message("bos.deed.swap_both", who=_subject(context, first))
        case syntax.Swap(first, second) if second:
            return Message("bos.deed.swap", who=_subject(context, first), what=_subject(context, second))
        case syntax.Put(what, zone) if isinstance(printed, syntax.Put):
            if zone == "aside":
                return Message("bos.deed.set_aside", who=_subject(context, what))
            code = "bos.deed.discard" if deed.discard else "bos.deed.put"
            return Message(code, who=_subject(context, what), pile=things.owners(printed.what, zone))
        case syntax.Bring(what, state, _, at) if at:
            return Message(f"bos.deed.bring_{state}_to", who=_subject(context, what), spot=_spot(context, at))
        case syntax.Bring(what, state, front):
            how = "_front" if front else "_up" if _is_no_summon(getattr(printed, "what", what)) else ""
            return Message(f"bos.deed.bring_{state}{how}", who=_subject(context, what))
        case syntax.Select(what):
            return None if deed != printed else _chooses(context, deed, what)
        case syntax.Unenchant():
            return _freed(context, deed)
    return _measured(context, deed)


def _taken_to(who: Message, taken: Message, until: str, at: str) -> Message:
    """ "You gain control of that summon for good, in the same column"."""
    spot = Message(f"bos.spot.{at}")
    if until:
        return Message("bos.deed.control_until_in", who=who, what=taken, until=until_phrase(until), spot=spot)
    return Message("bos.deed.control_in", who=who, what=taken, spot=spot)


def _spot(context: Context, at: terms.Near) -> Message:
    """Where something moves or comes: "into that column"."""
    return space.to(context, at, things.seen_from(context, at.of))


def _exchanged(context: Context, deed: syntax.Exchange) -> Message:
    if deed.second is None:
        return Message("bos.deed.exchange_strengths", what=_subject(context, deed.first))
    first, second = (
        things.resource_of(context, who.player, deed.what) if isinstance(who, terms.Who) else _strength(context, who)
        for who in (deed.first, deed.second)
    )
    return Message("bos.deed.exchange", first=first, second=second)


def _subject(context: Context, what: terms.Thing) -> Message:
    return things.thing(context, unasked(what), subject=True)


def _is_no_summon(what: terms.Thing) -> bool:
    """Whether only bosses and wizards are meant, which nobody conducts."""
    kinds = what.filter.kinds if isinstance(what, terms.Choose | terms.Each) else ()
    return bool(kinds) and "summon" not in kinds


def _freed(context: Context, deed: syntax.Unenchant) -> Message:
    leaving = _subject(context, deed.what) if deed.what else Message("bos.thing.all_enchantments")
    if deed.on:
        return Message("bos.deed.leave_from", who=leaving, what=things.thing(context, deed.on))
    return Message("bos.deed.leave", who=leaving)


def _measured(context: Context, deed: syntax.Deed) -> Message:
    """Deeds that have an amount or an end."""
    match deed:
        case syntax.Gain():
            return _gained(context, deed)
        case syntax.Damage():
            return _damage(context, deed)
        case syntax.Become():
            return _become(context, deed)
        case syntax.DamageChange():
            return fights.changed_damage(context, deed)
        case syntax.Battle(first, second):
            return Message("bos.deed.battle", who=_subject(context, first), what=things.thing(context, unasked(second)))
        case syntax.Scale(who, what, half, times):
            scaled = (
                things.resource_of(context, who.player, what) if isinstance(who, terms.Who) else _strength(context, who)
            )
            many = "bos.deed.double" if times == 2 else "bos.deed.triple"
            return Message("bos.deed.halve" if half else many, what=scaled)
        case syntax.Spend(who, much, what):
            return Message("bos.deed.pay", who=_subject(context, who), much=amount(context, much, what))
        case syntax.Prevent():
            return _prevented(context, deed)
        case syntax.Cannot():
            return fights.cannot(context, deed)
        case syntax.CombatRule():
            return fights.combat_rule(context, deed)
        case syntax.Toll():
            return fights.toll(context, deed)
        case syntax.Bonus(who, much, less) if context.enchants:
            return _gained(context, syntax.Gain(who, much, "strength", less))
        case syntax.Bonus(who, much, less):
            resource = "less_strength" if less else "more_strength"
            return Message("bos.deed.have", who=_subject(context, who), much=amount(context, much, resource))
    return _of_the_game(context, deed)


def _of_the_game(context: Context, deed: syntax.Deed) -> Message:
    match deed:
        case syntax.Costs():
            return _costs(context, deed)
        case syntax.Conduct(with_):
            if with_ is None:
                return Message("bos.deed.conduct")
            return Message("bos.deed.conduct_with", what=things.one(context, with_))
        case syntax.Control(what, until, player, at):
            taken = things.thing(context, what)
            who = player_phrase(player, context)
            if at:
                return _taken_to(who, taken, until, at)
            if until:
                return Message("bos.deed.control_until", who=who, what=taken, until=until_phrase(until))
            return Message("bos.deed.control", who=who, what=taken)
        case syntax.Nothing():
            return Message("bos.deed.nothing")
        case syntax.EndTurn():
            return Message("bos.deed.end_turn")
        case syntax.TakeTurn(who):
            return Message("bos.deed.take_turn", who=player_phrase(who, context))
        case syntax.Skip(who, what, later):
            code = f"bos.deed.skip_{what}{'_of_next_turn' if later else ''}"
            return Message(code, who=player_phrase(who, context))
        case syntax.EndAttack():
            return Message("bos.deed.end_attack")
        case syntax.Retarget(what):
            return Message("bos.deed.retarget", who=_subject(context, what))
        case syntax.Lose(who):
            return Message("bos.deed.lose_game", who=player_phrase(who, context))
        case syntax.Borrow():
            return _borrowed(context, deed)
        case syntax.BecomeCopy(who, of, until):
            args = {"who": _subject(context, who), "of": things.thing(context, unasked(of))}
            if until:
                return Message("bos.deed.become_copy_until", **args, until=until_phrase(until))
            return Message("bos.deed.become_copy", **args)
    return _of_piles(context, deed)


def _of_piles(context: Context, deed: syntax.Deed) -> Message:
    match deed:
        case syntax.Reveal(what, None, look):
            return Message("bos.deed.looked_at" if look else "bos.deed.revealed", who=_subject(context, what))
        case syntax.Reveal(what, by, look) if by:
            who = _subject(context, by)
            return Message("bos.deed.look_at" if look else "bos.deed.reveal", who=who, what=things.thing(context, what))
        case syntax.CastSpell(what, paid):
            return Message("bos.deed.cast" if paid else "bos.deed.cast_free", what=things.thing(context, what))
        case syntax.CarryOut(what):
            return Message("bos.deed.carry_out", what=things.thing(context, what))
    raise Unsayable("no sentence says this deed")


def _borrowed(context: Context, deed: syntax.Borrow) -> Message:
    """Abilities of other cards that cards have, or have from now on."""
    who, of = _subject(context, deed.who), things.thing(context, unasked(deed.of))
    if context.continuous:
        return Message("bos.deed.have_abilities_of", who=who, of=of)
    if not deed.until:
        return Message("bos.deed.gain_abilities_of", who=who, of=of)
    return Message("bos.deed.gain_abilities_of_until", who=who, of=of, until=until_phrase(deed.until))


def _strength(context: Context, who: terms.Thing) -> Message:
    return things.strength_of(context, who)


def until_phrase(until: str) -> Message:
    """How long: "until the end of the turn"."""
    return Message(f"bos.until.{word(until)}")


def _gained(context: Context, deed: syntax.Gain) -> Message:
    name, who = "lose" if deed.lose else "gain", _subject(context, deed.who)
    much = amount(context, deed.amount, deed.what)
    if deed.until:
        return Message(f"bos.deed.{name}_until", who=who, much=much, until=until_phrase(deed.until))
    for_good = deed.what == "strength" and not context.continuous
    return Message(f"bos.deed.{name}{'_for_good' if for_good else ''}", who=who, much=much)


def _become(context: Context, deed: syntax.Become) -> Message:
    who = deed.who
    what = things.resource_of(context, who.player, deed.what) if isinstance(who, terms.Who) else _strength(context, who)
    much = things.quantity(context, deed.amount)
    if deed.until:
        return Message("bos.deed.become_until", what=what, much=much, until=until_phrase(deed.until))
    return Message("bos.deed.become", what=what, much=much)


def _damage(context: Context, deed: syntax.Damage) -> Message:
    if deed.taken:
        return Message("bos.deed.take", who=_subject(context, deed.to), much=amount(context, deed.amount, "damage"))
    who = _subject(context, deed.by) if deed.by else THIS
    to, much = things.thing(context, deed.to), amount(context, deed.amount, "damage")
    match much.code, much.args:
        case "bos.much.for_each", {"much": plain, "each": each}:
            return Message("bos.deed.deal_for_each", who=who, much=plain, to=to, each=each)
        case "bos.much.equal", {"quantity": quantity}:
            return Message("bos.deed.deal_equal", who=who, to=to, quantity=quantity)
    return Message("bos.deed.deal", who=who, much=much, to=to)


def _prevented(context: Context, deed: syntax.Prevent) -> Message:
    name = "prevent_next" if deed.once else "prevent_all" if deed.amount is None else "prevent"
    args: dict[str, Arg] = {"to": things.thing(context, deed.to)}
    if deed.amount is not None:
        args["number"] = deed.amount
    if context.continuous:
        return Message(f"bos.deed.{name}", **args)
    return Message(f"bos.deed.{name}_until", **args, until=until_phrase(deed.until or "whole game"))


def _costs(context: Context, deed: syntax.Costs) -> Message:
    cast = []
    if deed.player:
        you = Message("bos.where.you_cast")
        cast = [
            you if deed.player == "you" else Message("bos.where.cast_by", player=player_phrase(deed.player, context))
        ]
    if deed.free or deed.times:
        return _special_price(context, deed, cast)
    name = f"{'next_' if deed.once else ''}cost_{'less' if deed.less else 'more'}"
    spells = things.single(context, deed.filter, *cast) if deed.once else things.several(context, deed.filter, *cast)
    if deed.nth is not None:
        code = "bos.deed.nth_costs_less" if deed.less else "bos.deed.nth_costs_more"
        return Message(code, nth=deed.nth, noun=spells, number=deed.amount)
    if deed.until:
        return Message(f"bos.deed.{name}_until", noun=spells, number=deed.amount, until=until_phrase(deed.until))
    return Message(f"bos.deed.{name}", noun=spells, number=deed.amount)


def _special_price(context: Context, deed: syntax.Costs, cast: list[Message]) -> Message:
    """A price of nothing, or one that is changed for each of something."""
    much = Message("bos.deed.no_vim") if deed.free else _changed_price(context, deed)
    if deed.once:
        spell = things.single(context, deed.filter, *cast)
        if deed.until:
            return Message("bos.deed.next_costs_so_until", noun=spell, much=much, until=until_phrase(deed.until))
        return Message("bos.deed.next_costs_so", noun=spell, much=much)
    spells = things.several(context, deed.filter, *cast)
    if deed.nth is not None:
        return Message("bos.deed.nth_costs_so", nth=deed.nth, noun=spells, much=much)
    if deed.until:
        return Message("bos.deed.cost_so_until", noun=spells, much=much, until=until_phrase(deed.until))
    return Message("bos.deed.cost_so", noun=spells, much=much)


def _changed_price(context: Context, deed: syntax.Costs) -> Message:
    times = deed.times or terms.X()
    capped = times.most if isinstance(times, terms.Capped) else None
    counted = times.of if isinstance(times, terms.Capped) else times
    resource = "less_vim" if deed.less else "more_vim"
    much: terms.Quantity = terms.Times(terms.Number(deed.amount), counted)
    if not isinstance(counted, terms.Count | terms.Occurred | terms.ThisWay):
        much = counted
    return amount(context, much if capped is None else terms.Capped(much, capped), resource)
