"""Things, filters and quantities of a tree as phrases of the house style."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeGuard

from engine.bos.cardtext.grammar_words import ItAsSubject, ItBefore, Participant, ThatCard, ThatColumn
from engine.bos.cardtext.printer_words import (
    PARTICIPANTS,
    TIMES,
    Scene,
    Unsayable,
    article,
    between,
    does,
    join_words,
    joined,
    number,
    player_name,
    plural,
    possessive,
    verb,
)
from engine.bos.cardtext.space import printing as space
from engine.bos.cardtext.space.positions import speaks_of_another
from engine.bos.model import terms

COLUMNS = {
    "": "",
    "adjacent": "in an adjacent column",
    "this": "in this column",
    "facing": "facing this",
    "front": "in front of this",
    "its front": "in front of it",
}
EXTREMES = {"": "", "most": "with the most strength", "least": "with the least strength"}


# Filters


def one(scene: Scene, meant: terms.Filter) -> str:
    """ "a red summon you control", "another boss"."""
    noun = _noun(meant, many=False)
    return join_words(f"another {noun}" if meant.other else article(noun), where(scene, meant, many=False))


def every(scene: Scene, meant: terms.Filter) -> str:
    """ "each other summon an opponent controls"."""
    return join_words("each", bare(scene, meant, many=False))


def bare(scene: Scene, meant: terms.Filter, *, many: bool) -> str:
    """The filter without a word that says how many: "other summons you control"."""
    return join_words("other" if meant.other else "", _noun(meant, many=many), where(scene, meant, many=many))


def adjectives(meant: terms.Filter) -> list[str]:
    colors = (f"non-{meant.not_color}" if meant.not_color else "", meant.color)
    return [*meant.looks, *(color for color in colors if color)]


def _noun(meant: terms.Filter, *, many: bool) -> str:
    if meant.name and len(meant.kinds) > 1:
        raise Unsayable("a card with a name has one type")
    if meant.on and (meant.kinds != ("spell",) or meant.zone != "table"):
        raise Unsayable("only enchantments lie on a card")
    if meant.base and not (meant.least or meant.most):
        raise Unsayable("what is printed as strength is said of bounds")
    if meant.past_no and not meant.past:
        raise Unsayable("what did not befall a card is said of something")
    named: tuple[str, ...] = ("enchantment",) if meant.on else meant.kinds or ("card",)
    kinds = [plural(kind) if many else kind for kind in named]
    return join_words(*adjectives(meant), joined(kinds, "or"))


def where(scene: Scene, meant: terms.Filter, *, many: bool) -> str:
    """Everything behind the noun."""
    return join_words(
        f"named {meant.name}" if meant.name else "",
        place(meant),
        "on the battlefield" if scene.discards and _is_taken_for_held(meant) else "",
        COLUMNS[meant.column],
        f"with {bounds(scene, meant)}" if meant.least or meant.most else "",
        f"with cost {_cost_bounds(scene, meant)}" if meant.dear or meant.cheap else "",
        EXTREMES[meant.extreme],
        f"that {past(meant.past, many=many, no=meant.past_no)}" if meant.past else "",
        f"on {thing(scene, meant.on)}" if meant.on else "",
        f"other than {thing(scene, meant.besides)}" if meant.besides else "",
        space.position_phrase(scene, meant.near, thing, one) if meant.near else "",
    )


def _is_taken_for_held(meant: terms.Filter) -> bool:
    """Whether cards on the table would be taken for cards of a pile where they are discarded (G-263)."""
    placed = meant.control or meant.looks or meant.column or meant.near or meant.past or meant.on
    return meant.zone == "table" and not placed and not {"wizard", "boss"} & set(meant.kinds)


def past(what: terms.Past, *, many: bool, no: bool = False) -> str:
    """ "attacked this turn", "were summoned this turn", and with `no` "did not attack this turn"."""
    if no:
        what_not = what.replace("was ", "was not ") if what.startswith("was ") else f"did not {BASE_OF[what]}"
        return f"{what_not.replace('was', 'were') if many else what_not} this turn"
    return f"{what.replace('was', 'were') if many else what} this turn"


BASE_OF: dict[terms.Past, str] = {
    "attacked": "attack", "blocked": "block", "dealt damage": "deal damage", "attacked a player": "attack a player",
}  # fmt: skip


def occurred(scene: Scene, what: terms.Occurred, *, many: bool) -> str:
    """ "summons that were defeated this turn", "spell you cast this turn"."""
    meant, when = what.filter, what.past
    if meant.past or meant.zone != "table":
        raise Unsayable("what happened this turn is said once, and of cards wherever they are")
    if when == "was cast" and meant.control and meant.kinds == ("spell",):
        spells = bare(scene, replace(meant, control=None), many=many)
        return f"{spells} {player_name(meant.control)} cast this turn"
    if when == "attacked":
        return attacks_declared(meant, many=many)
    return f"{bare(scene, meant, many=many)} that {past(when, many=many)}"


def attacks_declared(meant: terms.Filter, *, many: bool) -> str:
    """ "attacks you declared this turn": what is counted are attacks, not cards."""
    if meant != terms.Filter(kinds=("summon", "boss"), control=meant.control):
        raise Unsayable("attacks that are counted are those of a player")
    by = player_name(meant.control) if meant.control else ""
    return join_words("attacks" if many else "attack", by, "declared this turn")


TOTALS = {"gains": "gained", "loses": "lost", "spends": "spent", "takes": "took"}


def turn_total(what: terms.TurnTotal) -> str:
    """ "the life you gained this turn"."""
    if (what.resource is None) != (what.verb == "takes"):
        raise Unsayable("damage is taken, and life, vim and ether are gained, lost or spent")
    return f"the {what.resource or 'damage'} {player_name(what.player)} {TOTALS[what.verb]} this turn"


def place(meant: terms.Filter) -> str:
    """Who controls or owns it, and in which pile it lies."""
    if meant.zone == "table":
        control = does(meant.control, "control") if meant.control else ""
        return join_words(control, does(meant.owner, "own") if meant.owner else "")
    if meant.control or meant.column or meant.near:
        raise Unsayable("a card in a pile has neither a controller nor a column")
    return f"in {possessive(meant.owner)} {meant.zone}" if meant.owner else f"in any {meant.zone}"


def bounds(scene: Scene, meant: terms.Filter) -> str:
    """ "3 or less strength", "strength at most the number of spells in your graveyard"."""
    least, most = meant.least, meant.most
    if isinstance(least, terms.Number | None) and isinstance(most, terms.Number | None):
        base = "base " if meant.base else ""
        return f"{between(least.value if least else None, most.value if most else None, 'less')} {base}strength"
    if meant.base:
        raise Unsayable("base strength is bounded by numbers")
    if isinstance(least or most, terms.X) and not (least and most):
        return f"X or {'more' if least else 'less'} strength"
    if least == most and least is not None:
        return "exactly X strength" if least == terms.X() else f"strength equal to {quantity(scene, least)}"
    parts = [_bound(scene, "least", least) if least else "", _bound(scene, "most", most) if most else ""]
    return f"strength {joined([part for part in parts if part], 'and')}"


def _cost_bounds(scene: Scene, meant: terms.Filter) -> str:
    """ "3 or less", "at most your life", "equal to its strength"."""
    dear, cheap = meant.dear, meant.cheap
    if meant.kinds != ("spell",):
        raise Unsayable("only spells have a price")
    if isinstance(dear, terms.Number | None) and isinstance(cheap, terms.Number | None):
        return between(dear.value if dear else None, cheap.value if cheap else None, "less")
    if dear == cheap and dear is not None:
        return f"equal to {quantity(scene, dear)}"
    if dear and cheap:
        raise Unsayable("between two amounts that are measured lies no price")
    return _bound(scene, "least", dear) if dear else _bound(scene, "most", cheap or terms.X())


def _bound(scene: Scene, which: str, value: terms.Quantity) -> str:
    match value:
        case terms.Below(of) if which == "most":
            return f"less than {quantity(scene, of)}"
        case terms.Above(of) if which == "least":
            return f"more than {quantity(scene, of)}"
    return f"at {which} {quantity(scene, value)}"


# Things


def thing(scene: Scene, what: terms.Thing, *, subject: bool = False) -> str:
    """The thing as object, or as subject, of a sentence."""
    word: Any = what
    if isinstance(word, ItAsSubject | ItBefore):
        return "it"
    if isinstance(word, ThatCard):
        return f"the {word.gone} {_one_kind(word.kinds)}" if word.gone else f"that {_one_kind(word.kinds)}"
    if isinstance(word, Participant):
        return PARTICIPANTS[word.role]
    if isinstance(word, ThatColumn | terms.Column | terms.ChooseColumn):
        return space.column(scene, word, thing, one)
    return _named(scene, what, subject)


def _one_kind(kinds: tuple[terms.Kind, ...]) -> str:
    return "battler" if len(kinds) > 1 else kinds[0] if kinds else "card"


def _named(scene: Scene, what: terms.Thing, subject: bool) -> str:
    match what:
        case terms.This():
            return "this"
        case terms.It():
            return "it"
        case terms.Them():
            return "they" if subject else "them"
        case terms.Target():
            return "the target"
        case terms.Host():
            return scene.host
        case terms.Other():
            return scene.other
        case terms.Who(player):
            return player_name(player)
        case terms.Each(meant):
            return every(scene, meant)
        case terms.Choose():
            return _chosen(scene, what)
        case terms.Both(parts):
            return _several(scene, parts, "and", subject)
        case terms.OneOf(parts):
            return _several(scene, parts, "or", subject)
    raise Unsayable("no word says which card is meant")


def discarded(scene: Scene, what: terms.Thing) -> str:
    """The thing as what is discarded."""
    return thing(replace(scene, discards=True), what)


def several(scene: Scene, what: terms.Each | terms.This | terms.Host | terms.Who) -> str:
    """Cards of a kind without a word that says how many: "red summons you control"; or one that is known."""
    return bare(scene, what.filter, many=True) if isinstance(what, terms.Each) else thing(scene, what)


def _chosen(scene: Scene, what: terms.Choose) -> str:
    low, high, meant = what.low, what.high, what.filter
    if what.by != "you":
        raise Unsayable("another player chooses only as the subject of an order")
    if (low, high) == (1, 1) and not what.together:
        return one(scene, meant)
    if (low, high) == (0, None) and not what.together:
        return join_words("any number of", bare(scene, meant, many=True))
    if high is None or high < 1 or low not in (0, high):
        raise Unsayable("one chooses a card, two cards, up to two cards or any number of cards")
    if what.together and (low != high or high < 2 or meant.column or meant.near):
        raise Unsayable("adjacent to each other are two or more")
    if low > 1 and meant.column == "adjacent":
        raise Unsayable("two adjacent cards are adjacent to each other")
    beside = "adjacent" if what.together else ""
    return join_words("up to" if low == 0 else "", number(high), beside, bare(scene, meant, many=high > 1))


def _several(scene: Scene, parts: tuple[terms.Thing, ...], last: str, subject: bool) -> str:
    if len(parts) < 2 or any(isinstance(part, terms.Both | terms.OneOf) for part in parts):
        raise Unsayable("several things are at least two, and none of them is several things again")
    if _follows(parts[-1]) and not all(_follows(part) for part in parts[:-1] if _has_filter(part)):
        raise Unsayable("what stands behind the last of several things could be meant of all of them")
    if last == "or" and _alike(parts):
        raise Unsayable("things that differ in their type only are one thing of several types")
    return joined([thing(scene, part, subject=subject) for part in parts], last)


def _has_filter(what: terms.Thing) -> TypeGuard[terms.Choose | terms.Each]:
    return isinstance(what, terms.Choose | terms.Each)


def _follows(what: terms.Thing) -> bool:
    """Whether something stands behind the noun; a thing without a filter has nothing that could."""
    if not _has_filter(what) or speaks_of_another(what):
        return False
    return replace(what.filter, kinds=(), color="", not_color="", looks=(), other=False, name="") != terms.Filter()


def _alike(parts: tuple[terms.Thing, ...]) -> bool:
    """ "a summon or a boss", which is "a summon or boss"."""
    choices = [part for part in parts if isinstance(part, terms.Choose) and part.filter.kinds]
    plain = {replace(part, filter=replace(part.filter, kinds=())) for part in choices}
    return len(choices) == len(parts) and len(plain) == 1


def _the(scene: Scene, meant: terms.Filter) -> str:
    """ "the boss you control": of which there is only one, or all of which are equally strong."""
    return f"the {bare(scene, meant, many=False)}"


def is_many(what: terms.Thing) -> bool:
    """Whether a verb after this thing stands in the plural, as it also does after "you"."""
    match what:
        case terms.Them() | terms.Both() | terms.Who("you"):
            return True
        case terms.Choose():
            return what.high != 1
        case terms.OneOf(parts):
            return is_many(parts[-1])
        case terms.Who(terms.ControllerOf(each=True)):
            return True
    return False


def does_verb(scene: Scene, what: terms.Thing, base: str) -> str:
    """ "this gains", "two summons gain"."""
    return f"{thing(scene, what, subject=True)} {verb(base, many=is_many(what))}"


def owners(what: terms.Thing) -> str:
    """Whose pile a card goes to; every card goes to its owner's."""
    if isinstance(what, terms.Choose | terms.Each) and what.filter.owner == "you":
        return "your"
    return "their owner's" if is_many(what) else "its owner's"


# Quantities


def quantity(scene: Scene, what: terms.Quantity) -> str:
    """The quantity by itself: "3", "your life", "the number of summons you control"."""
    match what:
        case terms.Number(value):
            return _digits(value)
        case terms.X():
            return "X"
        case terms.ThatMuch():
            return "that much"
        case terms.Count(meant):
            return f"the number of {bare(scene, meant, many=True)}"
        case terms.ThisWay():
            return f"the number of {_this_way(scene, what, many=True)}"
        case terms.Occurred():
            return f"the number of {occurred(scene, what, many=True)}"
        case terms.TurnTotal():
            return turn_total(what)
        case terms.TotalStrength(meant):
            return f"the total strength of {bare(scene, meant, many=True)}"
        case terms.Strength(of, base):
            noun = "base strength" if base else "strength"
            its: Any = of
            if isinstance(its, terms.It | ItBefore):
                return f"its {noun}"
            if isinstance(its, terms.Itself):
                return f"its own {noun}"
            return f"the {noun} of {_the(scene, of.filter) if isinstance(of, terms.Each) else thing(scene, of)}"
        case terms.CountColumns(meant):
            return f"the number of {space.described(scene, meant, thing, one, many=True)}"
        case terms.Has(player, resource):
            return f"{possessive(player)} {resource}"
        case terms.SpellCost(of):
            its = of
            return "its cost" if isinstance(its, terms.It | ItBefore) else f"the cost of {thing(scene, of)}"
    return _calculated(scene, what)


def _calculated(scene: Scene, what: terms.Quantity) -> str:
    """What is made of other quantities."""
    match what:
        case terms.Sum(first, terms.Number(value)):
            return f"{_term(scene, first)} plus {_digits(value)}"
        case terms.Sum(first, second):
            return f"{_term(scene, first)} plus {_measured(scene, second)}"
        case terms.Minus(of, less, apart):
            if apart:
                return f"the difference between {_measured(scene, of)} and {_measured(scene, less)}"
            other = _digits(less.value) if isinstance(less, terms.Number) else _measured(scene, less)
            return f"{_measured(scene, of)} minus {other}"
        case terms.Capped(of, most):
            limited = quantity(scene, of) if isinstance(of, terms.Minus) else _term(scene, of)
            return f"{limited}, up to a maximum of {most}"
        case terms.Half(of, up):
            return f"half {_measured(scene, of)}{' rounded up' if up else ''}"
        case terms.Times(terms.Number(factor), of) if factor in TIMES:
            return f"{TIMES[factor]} {_measured(scene, of)}"
    raise Unsayable("a quantity is multiplied by 2, 3 or 4, or printed for each of something")


def _measured(scene: Scene, what: terms.Quantity) -> str:
    """What can be halved or multiplied: something to be counted or measured, not a number."""
    if isinstance(what, terms.Number | terms.X | terms.Half | terms.Times | terms.Sum | terms.Minus | terms.Capped):
        raise Unsayable("print the number itself")
    return quantity(scene, what)


def _term(scene: Scene, what: terms.Quantity) -> str:
    """What can be added up or limited: also half, or a multiple, of something."""
    return quantity(scene, what) if isinstance(what, terms.Half | terms.Times) else _measured(scene, what)


def _digits(value: int) -> str:
    if value < 0:
        raise Unsayable("amounts are not negative")
    return str(value)


def short(what: terms.Quantity) -> str | None:
    """The amount in front of its noun ("2", "that much"); None where it must stand behind it."""
    match what:
        case terms.Number(value) | terms.Times(
            terms.Number(value), terms.Count() | terms.Occurred() | terms.CountColumns() | terms.ThisWay()
        ):
            return _digits(value)
        case terms.Capped(terms.Times() as each):
            return short(each)
        case terms.X():
            return "X"
        case terms.ThatMuch():
            return "that much"
    return None


def _this_way(scene: Scene, what: terms.ThisWay, *, many: bool) -> str:
    to: Any = what.of
    if not isinstance(to, terms.Them) or what.filter != terms.Filter(kinds=what.filter.kinds):
        raise Unsayable("what was done this way was done to the cards that were named last")
    return f"{bare(scene, what.filter, many=many)} {what.how} this way"


def behind(scene: Scene, what: terms.Quantity) -> str:
    """What stands behind the noun of an amount: "for each summon you control", "equal to your life"."""
    if isinstance(what, terms.Times) and isinstance(what.factor, terms.Number):
        if isinstance(what.of, terms.Count):
            return f"for each {bare(scene, what.of.filter, many=False)}"
        if isinstance(what.of, terms.Occurred):
            return f"for each {occurred(scene, what.of, many=False)}"
        if isinstance(what.of, terms.ThisWay):
            return f"for each {_this_way(scene, what.of, many=False)}"
        if isinstance(what.of, terms.CountColumns):
            return f"for each {space.described(scene, what.of.filter, thing, one, many=False)}"
    if isinstance(what, terms.Capped) and short(what) is not None:
        return f"{behind(scene, what.of)}, up to a maximum of {what.most}"
    return "" if short(what) is not None else f"equal to {quantity(scene, what)}"


def amount(scene: Scene, what: terms.Quantity, noun: str) -> str:
    """ "2 strength", "1 life for each boss", "vim equal to half your vim"."""
    return join_words(short(what) or "", noun, behind(scene, what))
