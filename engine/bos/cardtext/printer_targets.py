"""Things, filters and quantities of a tree as phrases of the house style."""

from __future__ import annotations

from dataclasses import replace

from engine.bos.cardtext.printer_words import (
    TIMES,
    Scene,
    Unsayable,
    article,
    between,
    does,
    join_words,
    joined,
    number,
    plural,
    possessive,
    verb,
)
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
    named: tuple[str, ...] = ("enchantment",) if meant.on else meant.kinds or ("card",)
    kinds = [plural(kind) if many else kind for kind in named]
    return join_words(*adjectives(meant), joined(kinds, "or"))


def where(scene: Scene, meant: terms.Filter, *, many: bool) -> str:
    """Everything behind the noun."""
    return join_words(
        f"named {meant.name}" if meant.name else "",
        place(meant),
        COLUMNS[meant.column],
        f"with {bounds(scene, meant)}" if meant.least or meant.most else "",
        EXTREMES[meant.extreme],
        f"that {past(meant.past, many=many)}" if meant.past else "",
        f"on {thing(scene, meant.on)}" if meant.on else "",
    )


def past(what: terms.Past, *, many: bool) -> str:
    """ "attacked this turn", "were summoned this turn"."""
    return f"{what.replace('was', 'were') if many else what} this turn"


def place(meant: terms.Filter) -> str:
    """Who controls or owns it, and in which pile it lies."""
    if meant.zone == "table":
        control = does(meant.control, "control") if meant.control else ""
        return join_words(control, does(meant.owner, "own") if meant.owner else "")
    if meant.control or meant.column:
        raise Unsayable("a card in a pile has neither a controller nor a column")
    return f"in {possessive(meant.owner)} {meant.zone}" if meant.owner else f"in any {meant.zone}"


def bounds(scene: Scene, meant: terms.Filter) -> str:
    """ "3 or less strength", "strength at most the number of spells in your graveyard"."""
    least, most = meant.least, meant.most
    if isinstance(least, terms.Number | None) and isinstance(most, terms.Number | None):
        return f"{between(least.value if least else None, most.value if most else None, 'less')} strength"
    if isinstance(least or most, terms.X) and not (least and most):
        return f"X or {'more' if least else 'less'} strength"
    parts = [
        f"at least {quantity(scene, least)}" if least else "",
        f"at most {quantity(scene, most)}" if most else "",
    ]
    return f"strength {joined([part for part in parts if part], 'and')}"


# Things


def thing(scene: Scene, what: terms.Thing, *, subject: bool = False) -> str:
    """The thing as object, or as subject, of a sentence."""
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
            return player
        case terms.Each(meant):
            return every(scene, meant)
        case terms.Choose():
            return _chosen(scene, what)
        case terms.Both(parts):
            return _several(scene, parts, "and", subject)
        case terms.OneOf(parts):
            return _several(scene, parts, "or", subject)


def _chosen(scene: Scene, what: terms.Choose) -> str:
    low, high, meant = what.low, what.high, what.filter
    if what.by != "you":
        raise Unsayable("another player chooses only as the subject of an order")
    if (low, high) == (1, 1):
        return one(scene, meant)
    if (low, high) == (0, None):
        return join_words("any number of", bare(scene, meant, many=True))
    if high is None or high < 1 or low not in (0, high):
        raise Unsayable("one chooses a card, two cards, up to two cards or any number of cards")
    return join_words("up to" if low == 0 else "", number(high), bare(scene, meant, many=high > 1))


def _several(scene: Scene, parts: tuple[terms.Thing, ...], last: str, subject: bool) -> str:
    if len(parts) < 2 or any(isinstance(part, terms.Both | terms.OneOf) for part in parts):
        raise Unsayable("several things are at least two, and none of them is several things again")
    if _follows(parts[-1]) and not all(_follows(part) for part in parts[:-1]):
        raise Unsayable("what stands behind the last of several things could be meant of all of them")
    if last == "or" and _alike(parts):
        raise Unsayable("things that differ in their type only are one thing of several types")
    return joined([thing(scene, part, subject=subject) for part in parts], last)


def _follows(what: terms.Thing) -> bool:
    """Whether something stands behind the noun; a thing without a filter has nothing that could."""
    if not isinstance(what, terms.Choose | terms.Each):
        return False
    return replace(what.filter, kinds=(), color="", not_color="", looks=(), other=False, name="") != terms.Filter()


def _alike(parts: tuple[terms.Thing, ...]) -> bool:
    """ "a summon or a boss", which is "a summon or boss"."""
    choices = [part for part in parts if isinstance(part, terms.Choose) and part.filter.kinds]
    plain = {replace(part, filter=replace(part.filter, kinds=())) for part in choices}
    return len(choices) == len(parts) and len(plain) == 1


def is_many(what: terms.Thing) -> bool:
    """Whether a verb after this thing stands in the plural, as it also does after "you"."""
    match what:
        case terms.Them() | terms.Both() | terms.Who("you"):
            return True
        case terms.Choose():
            return what.high != 1
        case terms.OneOf(parts):
            return is_many(parts[-1])
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
        case terms.TotalStrength(meant):
            return f"the total strength of {bare(scene, meant, many=True)}"
        case terms.Strength(of, base):
            noun = "base strength" if base else "strength"
            return f"its {noun}" if isinstance(of, terms.It) else f"the {noun} of {thing(scene, of)}"
        case terms.Has(player, resource):
            return f"{possessive(player)} {resource}"
        case terms.Half(of, up):
            return f"half {_measured(scene, of)}{' rounded up' if up else ''}"
        case terms.Times(terms.Number(factor), of) if factor in TIMES:
            return f"{TIMES[factor]} {_measured(scene, of)}"
    raise Unsayable("a quantity is multiplied by 2, 3 or 4, or printed for each of something")


def _measured(scene: Scene, what: terms.Quantity) -> str:
    """What can be halved or multiplied: something to be counted or measured, not a number."""
    if isinstance(what, terms.Number | terms.X | terms.Half | terms.Times):
        raise Unsayable("print the number itself")
    return quantity(scene, what)


def _digits(value: int) -> str:
    if value < 0:
        raise Unsayable("amounts are not negative")
    return str(value)


def short(what: terms.Quantity) -> str | None:
    """The amount in front of its noun ("2", "that much"); None where it must stand behind it."""
    match what:
        case terms.Number(value) | terms.Times(terms.Number(value), terms.Count()):
            return _digits(value)
        case terms.X():
            return "X"
        case terms.ThatMuch():
            return "that much"
    return None


def behind(scene: Scene, what: terms.Quantity) -> str:
    """What stands behind the noun of an amount: "for each summon you control", "equal to your life"."""
    if isinstance(what, terms.Times) and isinstance(what.of, terms.Count) and isinstance(what.factor, terms.Number):
        return f"for each {bare(scene, what.of.filter, many=False)}"
    return "" if short(what) is not None else f"equal to {quantity(scene, what)}"


def amount(scene: Scene, what: terms.Quantity, noun: str) -> str:
    """ "2 strength", "1 life for each boss", "vim equal to half your vim"."""
    return join_words(short(what) or "", noun, behind(scene, what))
