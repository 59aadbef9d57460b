"""Deeds of a tree as clauses of the house style: who does what, with the verb left open for "may" and "must"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.bos.cardtext import printer_targets as things
from engine.bos.cardtext.effects import printed_fights as fights
from engine.bos.cardtext.effects.clauses import Clause as Clause
from engine.bos.cardtext.effects.clauses import subject
from engine.bos.cardtext.grammar_words import THEY, ItBefore
from engine.bos.cardtext.printer_words import (
    UNTIL,
    Scene,
    Unsayable,
    does,
    join_words,
    ordinal,
    player_name,
    possessive,
    their,
)
from engine.bos.cardtext.space import printing as space
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms

ALWAYS = (syntax.Bonus, syntax.Costs)
EITHER = (syntax.Cannot, syntax.CombatRule, syntax.Toll, syntax.DamageChange, syntax.Prevent, syntax.Borrow)


def clause(scene: Scene, deed: syntax.Deed) -> Clause:
    """The deed as a clause; whoever else than the controller chooses becomes the subject of an order."""
    always = isinstance(deed, ALWAYS) and not (isinstance(deed, syntax.Costs) and deed.waits)
    if always != scene.continuous and not isinstance(deed, EITHER):
        raise Unsayable("a bonus and a price apply all the time, and other deeds happen once")
    player = chooser(deed)
    if player == "you":
        return _clause(scene, deed)
    order = _clause(scene, _asking_you(deed))
    if order.subject or not isinstance(deed, WHOLE):
        raise Unsayable("another player chooses only for what is done with a card as a whole")
    return Clause(player_name(player), order.verb, order.rest, many=False)


def _clause(scene: Scene, deed: syntax.Deed) -> Clause:
    match deed:
        case syntax.Gain() | syntax.Damage() | syntax.Scale() | syntax.Bonus() | syntax.Costs():
            return _measured(scene, deed)
        case syntax.Become():
            return _become(scene, deed)
        case syntax.DamageChange():
            return fights.changed_damage(scene, deed)
        case syntax.Battle(first, second):
            return Clause(subject(scene, first), "battle", things.thing(scene, second), things.is_many(first))
        case syntax.Spend(terms.Who(player), much, resource):
            if things.short(much) is None or isinstance(much, terms.Times):
                raise Unsayable("what is paid is a number, X or that much")
            return Clause(player_name(player), "pay", things.amount(scene, much, resource), many=player == "you")
        case syntax.Cannot() | syntax.CombatRule() | syntax.Toll() | syntax.Prevent():
            return fights.barred(scene, deed)
        case syntax.EndAttack():
            return Clause("", "end", "the attack")
        case syntax.Retarget(what):
            return Clause("", "change", f"the target of the attack to {things.thing(scene, what)}")
        case syntax.Lose(player):
            return Clause(player_name(player), "lose", "the game", many=player == "you")
        case syntax.Control(what, until, player, at):
            if player not in ("you", "an opponent"):
                raise Unsayable("you or an opponent gain control")
            rest = join_words("control of", things.thing(scene, what), UNTIL[until], SIDES[at])
            return Clause("" if player == "you" else player, "gain", rest, many=player == "you")
        case syntax.Nothing():
            return Clause("nothing", "happens", "", many=True, fixed=True)
        case syntax.EndTurn():
            return Clause("", "end", "the turn")
        case syntax.TakeTurn() | syntax.Skip():
            return _of_turns(deed)
        case syntax.Reveal() | syntax.CastSpell():
            return out_of_piles(scene, deed)
        case syntax.Conduct(with_):
            return Clause("", "conduct", join_words("a summon", f"with {things.one(scene, with_)}" if with_ else ""))
        case syntax.CarryOut() | syntax.Borrow() | syntax.BecomeCopy():
            return _of_other_cards(scene, deed)
    return _moved(scene, deed)


def _of_turns(deed: syntax.TakeTurn | syntax.Skip) -> Clause:
    """ "take an extra turn after this one", "an opponent skips the main phase of their next turn"."""
    who, you = "" if deed.player == "you" else player_name(deed.player), deed.player == "you"
    if isinstance(deed, syntax.TakeTurn):
        return Clause(who, "take", "an extra turn after this one", many=you)
    whose = "your" if you else "their"
    if deed.later and deed.what == "turn":
        raise Unsayable("a turn is skipped when it comes")
    what = f"{whose} next {deed.what}{'' if deed.what == 'turn' else ' phase'}"
    if deed.later:
        what = f"the {deed.what} phase of {whose} next turn"
    return Clause(who, "skip", what, many=you)


def _of_other_cards(scene: Scene, deed: syntax.CarryOut | syntax.Borrow | syntax.BecomeCopy) -> Clause:
    """What is taken from other cards: their effects, abilities, or all of it."""
    meant = [part for part in parts(getattr(deed, "of", ())) if isinstance(part, terms.Filter)]
    if any(not each.kinds or "spell" in each.kinds for each in meant):
        raise Unsayable("a spell has no abilities that other cards can have")
    match deed:
        case syntax.CarryOut(what):
            return Clause("", "copy", things.thing(scene, what))
        case syntax.Borrow():
            return _borrowed(scene, deed)
        case syntax.BecomeCopy(who, of, until) if who != of and not things.is_many(of):
            rest = join_words("a copy of", things.thing(scene, of), UNTIL[until])
            return Clause(subject(scene, who), "become", rest, things.is_many(who))
    raise Unsayable("a card becomes a copy of one other card")


def out_of_piles(scene: Scene, deed: syntax.Reveal | syntax.CastSpell) -> Clause:
    """ "an opponent reveals their castle", "look at a spell in …", "cast a spell in your graveyard …"."""
    if isinstance(deed, syntax.CastSpell):
        free = "" if deed.paid else "without paying its cost"
        return Clause("", "cast", join_words(things.thing(scene, deed.what), free))
    verb = "look" if deed.look else "reveal"
    at = "at" if deed.look else ""
    if deed.by is None:
        if not isinstance(deed.what, terms.Choose) or deed.what.filter.zone == "table":
            raise Unsayable("shown are cards of a pile")
        return Clause("", verb, join_words(at, things.thing(scene, deed.what)))
    pile = deed.what.filter if isinstance(deed.what, terms.Each) else terms.Filter()
    if not isinstance(deed.by, terms.Who) or pile != terms.Filter(owner=pile.owner, zone=pile.zone) or not pile.owner:
        raise Unsayable("a player shows a whole pile")
    if pile.zone == "table":
        raise Unsayable("what is on the table is seen")
    who = deed.by.player
    whose = their(who) if who == pile.owner else possessive(pile.owner)
    zone = pile.zone.replace(" or ", " and ")
    return Clause("" if who == "you" else player_name(who), verb, join_words(at, whose, zone), many=who == "you")


OWN_ABILITIES: dict[type, str] = {terms.It: "its abilities", terms.Them: "their abilities"}


def _borrowed(scene: Scene, deed: syntax.Borrow) -> Clause:
    """ "has the abilities of each wizard you control"; by something that happens once, it gains them."""
    if scene.continuous and deed.until:
        raise Unsayable("what applies all the time has no end of its own")
    if deed.who == deed.of:
        raise Unsayable("a card has its own abilities already")
    what = OWN_ABILITIES.get(type(deed.of)) or f"the abilities of {things.thing(scene, deed.of)}"
    rest = join_words(what, UNTIL[deed.until])
    verb = "have" if scene.continuous else "gain"
    return Clause(subject(scene, deed.who), verb, rest, things.is_many(deed.who), fixed=scene.continuous)


def _moved(scene: Scene, deed: syntax.Deed) -> Clause:
    """What is done with cards as a whole."""

    def said(what: terms.Thing) -> str:
        return things.thing(scene, what)

    match deed:
        case syntax.Ready(what):
            return Clause("", "ready", said(what))
        case syntax.Act(what):
            return Clause("", "act", said(what))
        case syntax.Defeat(what):
            return Clause("", "defeat", said(what))
        case syntax.Turn(what, up):
            return Clause("", "turn", f"{said(what)} {'face-up' if up else 'face-down'}")
        case syntax.Move(what, column, at):
            if at and column != "open":
                raise Unsayable("where it moves is said once")
            return Clause("", "move", f"{said(what)} {_spot(scene, at) if at else f'to an {column} column'}")
        case syntax.Exchange():
            return _exchanged(scene, deed)
        case syntax.Swap(first, second):
            return Clause("", "swap", _swapped(first, second, said))
        case syntax.Put():
            return _put(scene, deed)
        case syntax.Unenchant(on, cards):
            if not on and not cards:
                raise Unsayable("an enchantment is removed from something, or is named")
            what_leaves = said(cards) if cards else "all enchantments"
            return Clause("", "remove", join_words(what_leaves, f"from {said(on)}" if on else ""))
        case syntax.Bring(what, state, front, at):
            if front and at:
                raise Unsayable("where it comes is said once")
            spot = _spot(scene, at, comes=True) if at else ""
            where = join_words("acted" if state == "acted" else "", "in front of this" if front else spot)
            return Clause("", "put", join_words(said(what), "onto the battlefield", where))
        case syntax.Select(what):
            return Clause("", "choose", said(what))
    raise Unsayable("no sentence says this deed")


def _swapped(first: terms.Thing, second: terms.Thing | None, said: Callable[[terms.Thing], str]) -> str:
    if second is not None:
        return f"{said(first)} with {said(second)}"
    if isinstance(first, terms.Both) or not things.is_many(first):
        raise Unsayable("two cards swap their places")
    return said(first) if isinstance(first, terms.Choose) else f"the places of {said(first)}"


SIDES = {"": "", "open": "to any open column", "opposite": "to the same column"}
"""Where a card comes that changes sides."""


def _spot(scene: Scene, at: terms.Near, *, comes: bool = False) -> str:
    """ "to that column", "in front of a wizard you control", "in the column of this"."""
    return space.spot(scene, at, things.thing, things.one, comes=comes)


def _exchanged(scene: Scene, deed: syntax.Exchange) -> Clause:
    """ "exchange the strengths of two summons", "exchange your life with an opponent's life"."""
    first, second = deed.first, deed.second
    if second is None:
        if not isinstance(first, terms.Choose | terms.Them) or deed.what != "strength" or not things.is_many(first):
            raise Unsayable("two cards exchange their strengths")
        return Clause("", "exchange", f"the strengths of {things.thing(scene, first)}")
    return Clause("", "exchange", f"{scaled(scene, first, deed.what)} with {scaled(scene, second, deed.what)}")


def _put(scene: Scene, deed: syntax.Put) -> Clause:
    if deed.discard and deed.zone == "graveyard":
        return Clause("", "discard", things.discarded(scene, deed.what))
    cards = things.thing(scene, deed.what)
    if deed.zone == "aside" and not deed.discard:
        return Clause("", "remove", f"{cards} from the battlefield")
    if deed.discard or deed.zone in ("table", "aside"):
        raise Unsayable("discarded is what goes to the graveyard; cards are put into piles")
    whose = things.owners(deed.what)
    if deed.zone == "graveyard":
        return Clause("", "put", f"{cards} into {whose} graveyard")
    return Clause("", "return", f"{cards} to {whose} {deed.zone}")


TIMES = {2: "double", 3: "triple"}


def _measured(scene: Scene, deed: syntax.Gain | syntax.Damage | syntax.Scale | syntax.Bonus | syntax.Costs) -> Clause:
    """Deeds that have an amount."""
    match deed:
        case syntax.Gain(who, much, what, lose, until):
            rest = join_words(things.amount(scene, much, what), UNTIL[until])
            return Clause(subject(scene, who), "lose" if lose else "gain", rest, things.is_many(who))
        case syntax.Damage():
            return _damage(scene, deed)
        case syntax.Scale(who, what, half, times):
            if times not in TIMES or (half and times != 2):
                raise Unsayable("something is doubled, tripled or halved")
            return Clause("", "halve" if half else TIMES[times], scaled(scene, who, what))
        case syntax.Bonus(who, much, less):
            if scene.enchants:
                return _clause(scene, syntax.Gain(who, much, "strength", less))
            noun = join_words("less" if less else "more", "strength")
            return Clause(subject(scene, who), "have", things.amount(scene, much, noun), things.is_many(who), True)
        case syntax.Costs() if deed.nth is not None:
            return _nth_price(scene, deed, deed.nth)
        case syntax.Costs(meant, _, _, player, until, once):
            rest = join_words(_price_change(scene, deed), UNTIL[until])
            spells = _spells(scene, meant, player, many=not once)
            return Clause(f"the next {spells}" if once else spells, "cost", rest, many=not once, fixed=True)


def _damage(scene: Scene, deed: syntax.Damage) -> Clause:
    if not deed.taken:
        target = things.thing(scene, deed.to)
        rest = join_words(things.short(deed.amount) or "", "damage to", target, things.behind(scene, deed.amount))
        if ItBefore() in parts(deed.amount):
            rest = f"damage {things.behind(scene, deed.amount)} to {target}"
        if not deed.by:
            return Clause("", "deal", rest)
        return Clause(subject(scene, deed.by), "deal", rest, things.is_many(deed.by))
    if deed.by:
        raise Unsayable("damage that is taken is dealt by nobody")
    return Clause(subject(scene, deed.to), "take", things.amount(scene, deed.amount, "damage"), things.is_many(deed.to))


def _become(scene: Scene, deed: syntax.Become) -> Clause:
    """ "the strength of a summon becomes 5", "your life becomes equal to your vim"."""
    much = things.short(deed.amount)
    if isinstance(deed.amount, terms.Times):
        much = None
    if deed.until and deed.what != "strength":
        raise Unsayable("only strength becomes something for a time")
    rest = much or f"equal to {things.quantity(scene, deed.amount)}"
    return Clause(scaled(scene, deed.who, deed.what), "become", join_words(rest, UNTIL[deed.until]), many=False)


def scaled(scene: Scene, who: terms.Thing, what: str) -> str:
    """ "your vim", "its strength", "the strength of a summon"."""
    if isinstance(who, terms.Who):
        if what == "strength":
            raise Unsayable("players have no strength")
        return f"{possessive(who.player)} {what}"
    if what != "strength":
        raise Unsayable("cards have strength only")
    return f"its {what}" if isinstance(who, terms.It) else f"the {what} of {things.thing(scene, who)}"


def _spells(scene: Scene, meant: terms.Filter, player: terms.Player | None, *, many: bool) -> str:
    if meant.kinds != ("spell",) or things.place(meant):
        raise Unsayable("only spells have a price, wherever they are cast from")
    return join_words(things.bare(scene, meant, many=many), does(player, "cast") if player else "")


def _nth_price(scene: Scene, deed: syntax.Costs, nth: int) -> Clause:
    """ "the first spell you cast each turn costs 1 less vim"."""
    if deed.player is None or deed.until or deed.once or deed.filter.other:
        raise Unsayable("the n-th spell of a turn is somebody's, in each turn")
    spell = f"the {ordinal(nth)} {_spells(scene, deed.filter, deed.player, many=False)} each turn"
    return Clause(spell, "cost", _price_change(scene, deed), many=False, fixed=True)


def _price_change(scene: Scene, deed: syntax.Costs) -> str:
    """ "2 less vim", "1 less vim for each boss you control", "no vim"."""
    if deed.free:
        if deed.amount or deed.less or deed.times:
            raise Unsayable("what costs nothing costs neither more nor less")
        return "no vim"
    plain = f"{deed.amount} {'less' if deed.less else 'more'} vim"
    if deed.times is None:
        return plain
    each = (
        terms.Capped(terms.Times(terms.Number(1), deed.times.of), deed.times.most)
        if isinstance(deed.times, terms.Capped)
        else terms.Times(terms.Number(1), deed.times)
    )
    if things.short(each) is not None:
        return f"{plain} {things.behind(scene, each)}"
    if deed.amount != 1:
        raise Unsayable("what is measured is counted once")
    return f"{'less' if deed.less else 'more'} vim equal to {things.quantity(scene, deed.times)}"


# Who chooses

WHOLE = (
    syntax.Ready,
    syntax.Act,
    syntax.Defeat,
    syntax.Turn,
    syntax.Move,
    syntax.Swap,
    syntax.Exchange,
    syntax.Put,
    syntax.Bring,
    syntax.Select,
    syntax.Reveal,
)


def chooser(deed: syntax.Deed) -> terms.Player:
    """Who chooses the cards of a deed; one deed asks one player."""
    players = {by for part in _things(deed).values() for by in _choosers(part)}
    if len(players) > 1:
        raise Unsayable("the cards of one deed are chosen by one player")
    return players.pop() if players else "you"


def decider(deed: syntax.Deed) -> terms.Player:
    """Whose decision "may" is: that of the player it is about or who chooses, else the controller's."""
    who = getattr(deed, "who", None)
    return who.player if isinstance(who, terms.Who) else chooser(deed)


def _things(deed: syntax.Deed) -> dict[str, terms.Thing]:
    values = {name: getattr(deed, name) for name in type(deed).__dataclass_fields__}
    return {name: value for name, value in values.items() if isinstance(value, terms.Thing)}


def _choosers(what: terms.Thing) -> list[terms.Player]:
    match what:
        case terms.Choose():
            return [what.by]
        case terms.Both(parts) | terms.OneOf(parts):
            return [player for part in parts for player in _choosers(part)]
    return []


def _asking_you(deed: syntax.Deed) -> syntax.Deed:
    """The deed with its choices left to the subject of the clause."""
    asked: dict[str, Any] = {name: _chosen_by_you(what) for name, what in _things(deed).items()}
    return replace(deed, **asked)


def _chosen_by_you(what: terms.Thing) -> terms.Thing:
    match what:
        case terms.Choose(meant, by=by):
            theirs: dict[str, Any] = {name: THEY for name in ("control", "owner") if getattr(meant, name) == by}
            return replace(what, by="you", filter=replace(meant, **theirs))
        case terms.Both(parts) | terms.OneOf(parts):
            return replace(what, parts=tuple(map(_chosen_by_you, parts)))
    return what
