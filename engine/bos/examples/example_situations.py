"""Which small tables are tried for a text, in which order: first those that its own words ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, Final

from engine.bos.cardtext.tree_walk import parts
from engine.bos.examples.example_cards import OTHER, YOU
from engine.bos.examples.example_positions import Moment, Situation
from engine.bos.model import syntax, terms
from engine.bos.model.cards import Card, CardType

STRONG, WEAK = 9, 1
PLENTY = 20
"""Of every resource so much, where something has to be paid."""
Point = tuple[Moment, int]
"""A moment, and whose turn it is in."""
Wish = dict[str, Any]
"""Fields of a situation as a text would like them."""

VARIANTS: tuple[Situation, ...] = (
    Situation(),
    Situation(strength=STRONG),
    Situation(strength=WEAK),
    Situation(tired=False, third=True),
    Situation(facing=True),
    Situation(busy=2),
    Situation(busy=1),
    Situation(life=(30, 14)),
    Situation(alone=True),
    Situation(bosses=True),
    Situation(bare=True),
    Situation(ally=3, rival=9),
    Situation(third=True, facing=True),
    Situation(down=True),
    Situation(life=(3, 3)),
    Situation(vim=(0, 9)),
    Situation(vim=(40, 40)),
    Situation(vim=(20, 4)),
    Situation(ether=(3, 0)),
    Situation(ether=(0, 3)),
    Situation(turns=1),
    Situation(turns=10),
    Situation(alone=True, bosses=True, strength=STRONG),
    Situation(facing=True, bosses=True, strength=STRONG, tired=False),
)
"""How the situations that are tried differ from the usual one, the likeliest first."""
LATER = 6
"""So many changes are tried at the likely moments before the other moments are."""


def situations(card: Card, text: syntax.Text, places: Iterable[bool]) -> Iterator[Situation]:
    """Situations to try for a text, the likeliest first; `places`: whether its card is in play already.

    Those that its words ask for come before those that merely differ from the usual one.
    """
    likely, others = points(text)
    variants = list(dict.fromkeys((*_wished(text), *VARIANTS)))
    for number in range(len(variants) + LATER):
        for variant, moments in ((number, likely), (number - LATER, others)):
            if 0 <= variant < len(variants):
                yield from _placed(card, variants[variant], moments, places)


def usual(card: Card, moment: Moment) -> Iterator[Situation]:
    """Situations in which a card is not in play yet, at this moment of your turn."""
    for variant in VARIANTS:
        yield from _placed(card, variant, [(moment, YOU)], (False,))


def _placed(card: Card, variant: Situation, moments: Iterable[Point], places: Iterable[bool]) -> Iterator[Situation]:
    for placed, (moment, active) in product(places, moments):
        for host in _hosts(card) if placed and card.type is CardType.SPELL else (-1,):
            yield variant._replace(moment=moment, active=active, placed=placed, host=host)


def _hosts(card: Card) -> tuple[int, ...]:
    """Under whose card the spell can lie."""
    texts = card.kept.texts if card.kept else ()
    control = next((text.enchant.control for text in texts if text is not None and text.enchant), None)
    if control == "you":
        return (YOU,)
    return (OTHER,) if control in ("an opponent", "each opponent") else (YOU, OTHER)


# What the words of a text ask for


def _wished(text: syntax.Text) -> Iterator[Situation]:
    """All wishes together, then each for itself."""
    wishes = list(_wishes(text))
    together: Wish = {}
    for wish in wishes:
        together = wish | together
    if together:
        quiet = together.get("quiet", False) and not together.get("busy")
        yield Situation()._replace(**{**together, "quiet": quiet})
    yield from (Situation()._replace(**wish) for wish in wishes)


def _wishes(text: syntax.Text) -> Iterator[Wish]:
    if text.enchant and text.enchant.kinds == ("boss",):
        yield {"bosses": True}
    for part in parts(text):
        match part:
            case syntax.When(who=terms.Each(terms.Filter(kinds=kinds)), verb="turned face-up" | "summoned"):
                yield {"bosses": False, "down": "wizard" in kinds}
            case terms.Filter():
                yield from _of_filter(part)
            case syntax.When():
                yield from _of_event(part)
            case syntax.Pay() | syntax.Spend():
                yield {"vim": (PLENTY, PLENTY), "ether": (PLENTY, PLENTY)}
                if part.resource == "life" if isinstance(part, syntax.Pay) else part.what == "life":
                    yield {"life": (30, 30)}
            case _:
                yield from _of_deed(part)


def _of_deed(part: object) -> Iterator[Wish]:
    match part:
        case syntax.CombatRule(what="block anywhere"):
            yield {"aside": True, "tired": False}
        case syntax.CombatRule():
            yield {"facing": True, "third": True, "tired": False, "strength": STRONG}
        case syntax.Cannot(what="conduct"):
            yield {"unopposed": True}
        case syntax.Cannot(what="be turned face-up") | syntax.Turn(up=True):
            yield {"down": True}
        case syntax.Ready():
            yield {"spent": True, "weary": True}
        case syntax.Unenchant():
            kinds = [kind for each in parts(part) if isinstance(each, terms.Filter) for kind in each.kinds]
            yield from ({"charmed": kind} for kind in dict.fromkeys(kinds or ["summon"]))
        case _:
            yield from _of_state(part)


def _of_filter(asked: terms.Filter) -> Iterator[Wish]:
    wizard = "wizard" in asked.kinds
    if "boss" in asked.kinds and asked.zone == "table":
        yield {"bosses": True}
    for look in asked.looks:
        yield from _of_look(look, asked.kinds)
    if asked.zone == "graveyard" and wizard:
        yield {"lost": True}
    if asked.zone == "graveyard" and "boss" in asked.kinds:
        yield {"fallen": True}
    if asked.extreme == "least":
        yield {"ally": 1}
    if asked.column == "adjacent" or asked.extreme:
        yield {"third": True}
    if asked.column in ("facing", "this"):
        yield {"facing": True}
    if asked.name:
        yield {"third": True}
    if asked.past:
        yield {"busy": 1}


def _of_look(look: terms.Look, kinds: tuple[str, ...]) -> Iterator[Wish]:
    match look:
        case "face-down":
            yield {"down": True}
        case "acted":
            yield {"spent": True} if "wizard" in kinds else {"weary": True}
        case "ready":
            yield {"tired": False}
        case "enchanted":
            yield {"charmed": kinds[0] if kinds else "summon"}


def _of_event(when: syntax.When) -> Iterator[Wish]:
    for event in when.events:
        match event.verb, event.to:
            case "attacks" | "attacked", terms.Who():
                yield {"unopposed": True, "tired": False}
            case "readied", _:
                yield {"spent": True, "weary": True}
            case "turned face-up", _:
                yield {"down": True}
            case "runs out" | "loses the game", _:
                yield {"life": (3, 30)}
            case "blocks" | "blocked" | "battles", _:
                yield {"tired": False}
            case "defeats" | "deals damage", _:
                yield {"strength": STRONG}
            case "defeated" | "damaged", _:
                yield {"strength": WEAK, "rival": STRONG}


def _of_state(part: object) -> Iterator[Wish]:
    match part:
        case terms.Holds():
            yield from _amounts(part.player, part.resource, part.least, part.most)
        case terms.HasMore():
            more = _is_you(part.player) is not part.less
            yield {part.resource: (PLENTY, 2) if more else (2, PLENTY)}
        case terms.Has():
            yield {part.resource: (5, 3)}
        case terms.Controls():
            yield from _numbers(part)
        case terms.MoreCards():
            yield {"third": True} if _is_you(part.player) else {"facing": True, "alone": False}
        case terms.Happened(no=True):
            yield {"quiet": True}
        case terms.Happened() | terms.Occurred() | terms.TurnTotal():
            yield {"busy": 2}
            yield {"quiet": True}
        case terms.Left(most=0):
            yield {"bare": True}
        case terms.YourTurn(number=int(number)):
            yield {"turns": number}
            yield {"turns": max(number - 1, 0)}


def _is_you(player: terms.Player) -> bool:
    return player in ("you", "each player", "a player")


def _amounts(player: terms.Player, resource: terms.Resource, least: int | None, most: int | None) -> Iterator[Wish]:
    """So much of a resource that a bound holds."""
    usual: tuple[int, int] = getattr(Situation(), resource)
    amount = least if least is not None else most
    if amount is not None:
        yield {resource: (amount, usual[OTHER]) if _is_you(player) else (usual[YOU], amount)}


def _numbers(asked: terms.Controls) -> Iterator[Wish]:
    """So many cards that a bound holds."""
    you = _is_you(asked.player)
    if asked.most == 0:
        yield {"alone": True} if you else {"unopposed": True}
    elif (asked.least or 0) > 1:
        yield {"third": True} if you else {"facing": True}


# At which moments

_ASKED_BEFORE: Final[dict[str, Moment]] = {
    "startup": "begin", "summoning": "summoning", "main": "main", "ending": "main",
}  # fmt: skip
_ASKED_EARLIER: Final[dict[str, Moment]] = {
    "startup": "begin", "turn": "begin", "summoning": "begin", "main": "summoning",
}  # fmt: skip
_AT_VERB: Final[dict[str, tuple[Moment, tuple[int, ...]]]] = {
    "summoned": ("summoning", (YOU, OTHER)),
    "summons": ("summoning", (YOU, OTHER)),
    "conducts": ("summoning", (YOU, OTHER)),
    "readied": ("begin", (YOU, OTHER)),
    "turned face-up": ("begin", (YOU, OTHER)),
    "turned face-down": ("summoning", (YOU, OTHER)),
    "blocks": ("main", (OTHER, YOU)),
    "attacked": ("main", (OTHER, YOU)),
    "damaged": ("main", (OTHER, YOU)),
}
_ANY: Final[tuple[Point, ...]] = (
    ("main", YOU), ("main", OTHER), ("summoning", YOU), ("begin", YOU), ("summoning", OTHER), ("begin", OTHER),
)  # fmt: skip


_SEATS: Final[dict[terms.Whose, tuple[int, ...]]] = {"your": (YOU,), "an opponent's": (OTHER,)}


def points(text: syntax.Text) -> tuple[list[Point], list[Point]]:
    """At which moments of whose turn a text is likely to be seen, and the others."""
    fitting: list[Point] = []
    for moment in (*text.moments, text.instead):
        if isinstance(moment, syntax.During | syntax.At):
            seats = _SEATS.get(moment.whose, (YOU, OTHER))
            fitting += [(_asked(moment), seat) for seat in seats]
        elif isinstance(moment, syntax.When):
            for event in moment.events:
                when, seats = _AT_VERB.get(event.verb, ("main", (YOU, OTHER)))
                fitting += [(when, seat) for seat in seats]
    fitting = fitting or [point for part in parts(text) for point in _of_ban(part)]
    likely = list(dict.fromkeys(fitting or _ANY[:2]))
    return likely, [moment for moment in _ANY if moment not in likely]


def _of_ban(part: object) -> tuple[Point, ...]:
    """When somebody would do what is forbidden, if that is not in the main phase."""
    match part:
        case syntax.Cannot(what="conduct"):
            return ("summoning", YOU), ("summoning", OTHER)
        case syntax.Cannot(what="ready" | "be turned face-up"):
            return ("begin", YOU), ("begin", OTHER)
    return ()


def _asked(moment: syntax.During | syntax.At) -> Moment:
    """The last moment before it at which a table can begin."""
    if isinstance(moment, syntax.At) and moment.point != "end":
        return _ASKED_EARLIER.get(moment.phase, "main")
    return _ASKED_BEFORE.get(moment.phase, "main")
