"""What is forbidden, demanded, paid for and prevented in fights, and changed damage, as clauses of the house style."""

from __future__ import annotations

from dataclasses import replace

from engine.bos.cardtext import printer_targets as things
from engine.bos.cardtext.effects.clauses import Clause, lasting, subject
from engine.bos.cardtext.grammar_words import THEY
from engine.bos.cardtext.printer_clauses import predicate
from engine.bos.cardtext.printer_words import NUMBERS, TIMES, UNTIL, Scene, Unsayable, join_words, number
from engine.bos.model import syntax, terms

FORBIDDEN = {
    "be damaged": "be dealt damage",
    "be damaged in battle": "be dealt damage in battle",
    "conduct": "conduct summons",
    "attack cards": "attack only players",
    "ready in startup": "ready during its controller's startup phase",
}
AGAINST = ("attack", "block", "cast spells")
"""Prohibitions that may name whom, or what, they are about."""
BY = ("be attacked", "be blocked", "be defeated", "be damaged", "be chosen")
"""Those that may name by whom."""
COUNTED = {
    "attack": "attack", "block": "block", "cast spells": "cast", "conduct": "conduct", "attack with": "attack with",
    "block with": "block with",
}  # fmt: skip
"""What can be limited in a turn, and its verb."""
COMBAT = {
    "must attack": ("must attack", "each turn if able"),
    "attack past summons": ("can attack", "opponents even if they control summons"),
    "block anywhere": ("can block", "attacks in any column"),
    "must block": ("must block", ""),
    "must be blocked": ("must be blocked", ""),
    "attack twice": ("can attack", "twice each turn"),
}


def barred(scene: Scene, deed: syntax.Cannot | syntax.CombatRule | syntax.Toll | syntax.Prevent) -> Clause:
    """What is forbidden, what fights otherwise, what is paid for, and what is prevented."""
    match deed:
        case syntax.Cannot(who, "ready in next startup"):
            if scene.continuous or deed != syntax.Cannot(who, "ready in next startup"):
                raise Unsayable("the next startup phase is an end by itself")
            return Clause(subject(scene, who), "cannot", "ready during its controller's next startup phase", fixed=True)
        case syntax.Cannot(who, "have abilities", until):
            return _without_abilities(scene, deed)
        case syntax.Cannot(who, _, until):
            rest = join_words(_forbidden(scene, deed), lasting(scene, until))
            can = "can" if deed.only or deed.what == "attack cards" else "cannot"
            return Clause(subject(scene, who), can, rest, fixed=True)
        case syntax.CombatRule():
            return _combat_rule(scene, deed)
        case syntax.Toll(who, what, amount, resource, until, other):
            if other and what == "block":
                raise Unsayable("of attacks it can be said whom they are on")
            price = f"unless its controller pays {amount} {resource}"
            rest = join_words(what, things.several(scene, other) if other else "", lasting(scene, until), price)
            return Clause(subject(scene, who), "cannot", rest, fixed=True)
        case syntax.Prevent(to, much, until, once):
            if (much is not None and much < 1) or (once and (much is not None or scene.continuous)):
                raise Unsayable("no damage is nothing to prevent, and the next time it is all")
            damage = "the next damage" if once else "all damage" if much is None else f"the next {much} damage"
            rest = f"{damage} that would be dealt to {things.thing(scene, to)}"
            return Clause("", "prevent", join_words(rest, lasting(scene, until)), fixed=scene.continuous)


def _without_abilities(scene: Scene, deed: syntax.Cannot) -> Clause:
    """ "has no abilities", "loses its abilities until the end of the turn"."""
    if deed.other or deed.only or deed.most is not None:
        raise Unsayable("abilities have no other side")
    who, many = subject(scene, deed.who), things.is_many(deed.who)
    if scene.continuous:
        return Clause(who, "have", join_words("no abilities", lasting(scene, deed.until)), many, True)
    return Clause(who, "lose", join_words("all abilities", lasting(scene, deed.until)), many, True)


def _combat_rule(scene: Scene, deed: syntax.CombatRule) -> Clause:
    who, end = deed.who, lasting(scene, deed.until)
    if deed.other:
        if deed.what != "must attack":
            raise Unsayable("only what must attack is told what")
        rest = join_words(things.several(scene, deed.other), end, "if able")
        return Clause(subject(scene, who), "must attack", rest, fixed=True, due=True)
    if deed.what == "must attack" and not scene.continuous:
        return Clause("", "make", join_words(things.thing(scene, who), "attack if able", end))
    can, rest = COMBAT[deed.what]
    able = "if able" if not rest else ""
    return Clause(subject(scene, who), can, join_words(rest, end, able), fixed=True, due=can.startswith("must"))


def _forbidden(scene: Scene, deed: syntax.Cannot) -> str:
    """ "attack", "be attacked by bosses", "cast blue spells", "attack more than once each turn"."""
    if deed.most is not None or deed.what in ("attack with", "block with"):
        return _limited(scene, deed)
    what = FORBIDDEN.get(deed.what, deed.what)
    if deed.other is None:
        if deed.only:
            raise Unsayable("what is forbidden with everything but something names that")
        return what
    if deed.what not in AGAINST and deed.what not in BY:
        raise Unsayable("this prohibition has no other side")
    others = things.several(scene, deed.other)
    if deed.what == "cast spells" and (not isinstance(deed.other, terms.Each) or deed.other.filter.kinds != ("spell",)):
        raise Unsayable("what is cast is a spell")
    only = "only" if deed.only else ""
    verb = "cast" if deed.what == "cast spells" else what
    return join_words(verb, only, "by" if deed.what in BY else "", others)


_CARDS: dict[str, terms.Filter] = {"cast spells": terms.Filter(("spell",)), "conduct": terms.Filter(("summon",))}


def _limited(scene: Scene, deed: syntax.Cannot) -> str:
    """ "attack more than once each turn", "cast more than two red spells each turn"."""
    most = deed.most
    if most is None or most < 1 or deed.only or deed.what not in COUNTED:
        raise Unsayable("what is limited can be counted, and is done at least once")
    if deed.what in ("attack", "block"):
        if deed.other is not None:
            raise Unsayable("attacks and blocks are counted, whatever they are on")
        return f"{deed.what} more than {'once' if most == 1 else TIMES.get(most, f'{number(most)} times')} each turn"
    cards = deed.other.filter if isinstance(deed.other, terms.Each) else _CARDS.get(deed.what)
    if cards is None or (deed.other and cards == _CARDS.get(deed.what)):
        raise Unsayable("what is counted is some kind of card")
    count = number(most) if most < len(NUMBERS) else str(most)
    return f"{COUNTED[deed.what]} more than {count} {things.bare(scene, cards, many=most > 1)} each turn"


# Damage


def changed_damage(scene: Scene, deed: syntax.DamageChange) -> Clause:
    """ "takes 1 less damage", "deals double damage to bosses", "cannot take more than 3 damage in battle"."""
    end = lasting(scene, deed.until) if not deed.once else UNTIL[deed.until]
    if deed.once and scene.continuous:
        raise Unsayable("the next damage is that after a deed")
    many, verb = things.is_many(deed.who), "take" if deed.taken else "deal"
    sides = join_words("in battle" if deed.in_battle else "", _side(scene, deed))
    who = subject(scene, deed.who)
    if deed.at_most and deed.amount == 0 and not (deed.taken or deed.less or deed.half or deed.once):
        return Clause(who, verb, join_words("no damage", sides, end), many, fixed=scene.continuous)
    if deed.at_most:
        if not deed.amount or deed.less or deed.half or deed.once:
            raise Unsayable("a bound of damage is a number")
        rest = join_words(f"{verb} more than {deed.amount} damage", sides, end)
        return Clause(who, "cannot", rest, fixed=True)
    much = _much(deed)
    if not deed.once:
        return Clause(who, verb, join_words(much, sides, end), many, fixed=scene.continuous)
    again = "you" if deed.who == terms.Who("you") else "they" if many else "it"
    opening = f"the next time {who} {verb if many else verb + 's'} {join_words('damage', sides)}, "
    return Clause(again, verb, join_words(much, end), many, fixed=True, opening=opening)


def _much(deed: syntax.DamageChange) -> str:
    if deed.half:
        if deed.amount is not None or deed.less:
            raise Unsayable("what is halved is not less besides")
        return "half damage, rounded up" if deed.half == "up" else "half damage"
    if deed.amount == 0 or (deed.amount is None and deed.less):
        raise Unsayable("damage is changed by something, and what is double is more")
    return "double damage" if deed.amount is None else f"{deed.amount} {'less' if deed.less else 'more'} damage"


_PLAYERS: dict[terms.Player, str] = {"each player": "players", "an opponent": "opponents"}


def _side(scene: Scene, deed: syntax.DamageChange) -> str:
    if deed.other is None:
        if deed.only:
            raise Unsayable("what must hold is said of players")
        return ""
    if isinstance(deed.other, terms.Who) and deed.other.player != "you":
        side = _PLAYERS.get(deed.other.player)
        if side is None or deed.taken:
            raise Unsayable("damage is dealt to you, to opponents or to players, by cards")
        return join_words("to", side, _who(scene, deed.only) if deed.only else "")
    if deed.only or (deed.taken and isinstance(deed.other, terms.Who)):
        raise Unsayable("what must hold is said of players, who deal no damage")
    return f"{'from' if deed.taken else 'to'} {things.several(scene, deed.other)}"


def _who(scene: Scene, held: terms.Predicate) -> str:
    """ "who control no summons"."""
    if not isinstance(held, terms.Controls | terms.MoreCards | terms.Holds | terms.HasMore | terms.Left):
        raise Unsayable("of players it is said what they control and have")
    said = predicate(scene, replace(held, player=THEY) if held.player == THEY else held)
    if not said.startswith("they "):
        raise Unsayable("it is said of the players who are dealt the damage")
    return f"who {said.removeprefix('they ')}"
