"""What is forbidden, demanded and paid for in fights, and changed damage, told plainly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext import paraphrase_conditions as conditions
from engine.bos.cardtext import paraphrase_targets as things
from engine.bos.cardtext.paraphrase_targets import Context, unasked, word
from engine.bos.model import syntax, terms
from engine.messages import Arg, Message


def _subject(context: Context, what: terms.Thing) -> Message:
    return things.thing(context, unasked(what), subject=True)


def _lasting(context: Context, name: str, until: str, **args: Arg) -> Message:
    """The phrase with its end; in a text that applies all the time without."""
    if context.continuous:
        return Message(f"bos.deed.{name}", **args)
    return Message(f"bos.deed.{name}_until", **args, until=Message(f"bos.until.{word(until or 'whole game')}"))


# Prohibitions


def banned(context: Context, deed: syntax.Cannot) -> Message:
    """What is forbidden, with its other side: "be attacked by bosses"."""
    if deed.most is not None:
        return _limited(context, deed, deed.most)
    if deed.other is None:
        return Message(f"bos.banned.{word(deed.what)}")
    name = f"{word(deed.what)}_{'only' if deed.only else 'with'}"
    return Message(f"bos.banned.{name}", other=side(context, deed.other))


def side(context: Context, other: syntax.Side) -> Message:
    """The other side of an attack, a block or a blow."""
    return things.several(context, other.filter) if isinstance(other, terms.Each) else things.thing(context, other)


_CARDS = {"cast spells": terms.Filter(("spell",)), "conduct": terms.Filter(("summon",))}


def _limited(context: Context, deed: syntax.Cannot, most: int) -> Message:
    """ "attack more than once each turn"."""
    if deed.what in ("attack", "block"):
        code = f"bos.banned.{deed.what}_more_than_{'once' if most == 1 else 'times'}"
        return Message(code) if most == 1 else Message(code, number=most)
    cards = deed.other.filter if isinstance(deed.other, terms.Each) else _CARDS[deed.what]
    noun = things.bare(context, cards, many=most > 1)
    return Message(f"bos.banned.{word(deed.what)}_more_than", number=most, noun=noun)


def cannot(context: Context, deed: syntax.Cannot) -> Message:
    """What somebody cannot do, or has no more."""
    if deed.what == "have abilities":
        if context.continuous:
            return Message("bos.deed.have_no_abilities", who=_subject(context, deed.who))
        end = Message(f"bos.until.{word(deed.until or 'whole game')}")
        return Message("bos.deed.lose_abilities_until", who=_subject(context, deed.who), until=end)
    args: dict[str, Arg] = {"who": _subject(context, deed.who), "what": banned(context, deed)}
    if deed.what == "ready in next startup":
        return Message("bos.deed.cannot", **args)
    name = "can" if deed.only or deed.what == "attack cards" else "cannot"
    if name == "cannot" and (none := _none_of(context, deed.who)):
        name, args["none"] = "none_can", none
    return _lasting(context, name, deed.until, **args)


def _none_of(context: Context, who: terms.Thing) -> Message | None:
    """Many languages say that no card of a set can, where English says that each card cannot."""
    match who:
        case terms.Each(meant):
            return things.none(context, meant)
        case terms.Who("each opponent"):
            return Message("bos.player.no_opponent")
        case terms.Who("each player"):
            return Message("bos.player.no_player")
    return None


def combat_rule(context: Context, deed: syntax.CombatRule) -> Message:
    who = _subject(context, deed.who)
    if deed.other:
        return _lasting(context, "must_attack_it", deed.until, who=who, other=side(context, deed.other))
    return _lasting(context, word(deed.what), deed.until, who=who)


def toll(context: Context, deed: syntax.Toll) -> Message:
    """ "cannot attack you unless its controller pays 2 vim"."""
    against: dict[str, Arg] = {"other": side(context, deed.other)} if deed.other else {}
    code = f"bos.banned.{deed.what}{'_with' if deed.other else ''}"
    price = Message("bos.much.number", number=deed.amount, resource=Message(f"bos.resource.{deed.resource}"))
    args: dict[str, Any] = {"who": _subject(context, deed.who), "what": Message(code, **against), "much": price}
    return _lasting(context, "toll", deed.until, **args)


# Damage


def changed_damage(context: Context, deed: syntax.DamageChange) -> Message:
    """ "deals double damage to bosses", "cannot take more than 3 damage in battle"."""
    changed = "take" if deed.taken else "deal_changed"
    name = f"{'take' if deed.taken else 'deal'}_at_most" if deed.at_most and deed.amount else changed
    said = _lasting(context, name, deed.until, who=_subject(context, deed.who), much=much_changed(context, deed))
    if deed.once and not deed.until:
        said = Message(f"bos.deed.{name}", who=_subject(context, deed.who), much=much_changed(context, deed))
    if deed.only:
        held: Any = deed.only
        said = Message("bos.deed.if_so", said=said, holds=conditions.predicate(context, _of_that_player(held)))
    return Message("bos.deed.next_time", said=said) if deed.once else said


def _of_that_player(held: Any) -> terms.Predicate:
    """What must hold of the player who is dealt the damage."""
    asked: terms.Predicate = replace(held, player="that player")
    return asked


def much_changed(context: Context, deed: syntax.DamageChange) -> Message:
    """How much damage, with what narrows it: "2 less damage in battle from bosses"."""
    much = _change(deed)
    if deed.in_battle:
        much = Message("bos.damage.in_battle", noun=much)
    if deed.other:
        much = Message(f"bos.damage.{'from' if deed.taken else 'to'}", noun=much, other=side(context, deed.other))
    return much


def _change(deed: syntax.DamageChange) -> Message:
    if deed.at_most and deed.amount == 0:
        return Message("bos.damage.none")
    if deed.half:
        return Message("bos.damage.half_up" if deed.half == "up" else "bos.damage.half")
    if deed.amount is None:
        return Message("bos.damage.double")
    return Message(f"bos.damage.{'plain' if deed.at_most else 'less' if deed.less else 'more'}", number=deed.amount)
