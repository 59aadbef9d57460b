"""The plain cards of a small table, chosen for what the text of one card speaks of.

They say nothing, apart from spells that do what the text waits for or forbids, and one enchantment a side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Ability, Card, CardType, Color, key
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.setup import Setup

YOU, OTHER = 0, 1
MOST_STIRRING = 3
"""So many spells of a side do what the text speaks of at most."""


class Names(NamedTuple):
    """What the plain cards of a side are called."""

    first: str
    """The summon in the first column."""
    second: str
    """The summon in the middle, or, of the opponent, in the last column."""
    third: str
    """The summon beside both."""
    wizard: str
    """What the names of the wizards begin with."""
    boss: str
    """The boss."""
    word: str
    """The spell that sets the text off."""
    charm: str
    """The enchantment."""


_NAMES: Final = {
    YOU: Names("Guard", "Runner", "Squire", "Adept", "Captain", "Word", "Charm"),
    OTHER: Names("Scout", "Lancer", "Archer", "Seer", "Rival Chief", "Curse", "Hex"),
}


def names_beside(card: Card, seat: int) -> Names:
    """The names of a side; none of them is that of the card, or of one that its text names."""
    taken = {card.key, *(key(name) for name in _names_said(card))}
    return Names(*(f"Plain {name}" if key(name) in taken else name for name in _NAMES[seat]))


def setup_for(card: Card, meant: Card) -> Setup:
    """The decks of a small game around a card, for what `meant` says.

    Named wizards stand in the columns that are open, behind the first.
    """
    own, rival = _side(meant, YOU), _side(meant, OTHER)
    for extra in _named_cards(meant):
        kind = extra.type or CardType.SUMMON
        own[kind].insert(1 if kind is CardType.WIZARD else 0, extra)
    if card.type is not None:
        own[card.type].insert(0, card)
    sides = (own, rival)
    piles = (_pile(own), _pile(rival))
    known = tuple({face.key: face for faces in side.values() for face in faces} for side in sides)
    pool = Pool(tuple({face.key: face for side in known for face in side.values()}.values()))
    return Setup(
        edition=DEFAULT_EDITION,
        pool=pool,
        names=("You", "Your opponent"),
        bosses=(own[CardType.BOSS][0], rival[CardType.BOSS][0]),
        wizards=(tuple(own[CardType.WIZARD][:3]), tuple(rival[CardType.WIZARD][:3])),
        piles=piles,
        registered=(known[YOU], known[OTHER]),
        playing=(known[YOU], known[OTHER]),
    )


def said_parts(card: Card) -> Iterator[Any]:
    """Every part of what a card says."""
    texts = (*card.kept.texts, card.kept.summoning_condition, card.kept.boss_condition) if card.kept else ()
    for value in texts:
        if value is not None:
            yield from parts(value)


def _pile(side: dict[CardType, list[Card]]) -> tuple[Card, ...]:
    """Two of each, so that one can lie in the graveyard or on the table while another waits."""
    return tuple(face for face in (*side[CardType.SUMMON], *side[CardType.SPELL]) for _ in (0, 1))


def _side(card: Card, seat: int) -> dict[CardType, list[Card]]:
    """The plain cards of a side; one summon of each has the colour that the text speaks of, if it speaks of one."""
    names, (own, *colors) = names_beside(card, seat), _colors(card, seat)
    strengths = (8, 3, 5) if seat == YOU else (2, 3, 4)
    any_wizard = "Conduct a summon with any wizard."
    able = (Ability("During your main phase, [act]: You gain 1 life."),) if _is_about_abilities(card) else ()
    return {
        CardType.BOSS: [Card(names.boss, CardType.BOSS, own, condition="", strength=7)],
        CardType.WIZARD: [
            Card(f"{names.wizard} {mark}", CardType.WIZARD, own, abilities=able) for mark in ("One", "Two", "Three")
        ],
        CardType.SUMMON: [
            Card(name, CardType.SUMMON, hue, condition=any_wizard, strength=strength, abilities=able)
            for name, strength, hue in zip(names[:3], strengths, colors, strict=True)
        ],
        CardType.SPELL: [*_words(card, names.word, own), _charm(names.charm, own)],
    }


def _is_about_abilities(card: Card) -> bool:
    """Whether it takes abilities from other cards, or has theirs."""
    return any(
        isinstance(part, syntax.Borrow) or (isinstance(part, syntax.Cannot) and part.what == "have abilities")
        for part in said_parts(card)
    )


def _colors(card: Card, seat: int) -> tuple[Color, ...]:
    """The colour of a side, and of each of its summons."""
    filters = [part for part in said_parts(card) if isinstance(part, terms.Filter)]
    color = card.color or Color.RED
    unwanted = next((Color(part.not_color) for part in filters if part.not_color), None)
    default = color if unwanted is not color else _another(color)
    wanted = next((Color(part.color) for part in filters if part.color), default)
    if seat == YOU:
        return color, wanted, color, wanted
    return _another(color), _another(wanted), wanted, wanted


def _another(color: Color) -> Color:
    return Color.BLUE if color is not Color.BLUE else Color.YELLOW


# Spells


_OF_VERBS: Final[dict[str, str]] = {
    "moves": "Move a summon to an adjacent column.",
    "returns": "Return a summon to its owner's castle.",
    "leaves": "Return a summon to its owner's castle.",
    "to castle": "Return a summon to its owner's castle.",
    "runs out": "A player loses 4 life.",
    "loses the game": "A player loses 4 life.",
    "discards": "Discard a spell in your spellbook.",
    "readied": "Ready a summon or wizard.",
    "acts": "Act a summon or wizard.",
    "turned face-down": "Turn a wizard face-down.",
    "turned face-up": "Turn a wizard face-up.",
    "damaged": "Deal 2 damage to a summon or boss.",
    "gains": "A player gains {number} {resource}.",
    "loses": "A player loses {number} {resource}.",
}
"""What a plain spell does for a text that waits for such an event."""
_OF_BANS: Final[dict[str, str]] = {
    "act": "Act a summon or wizard.",
    "ready": "Ready a summon or wizard.",
    "be damaged": "Deal 2 damage to a summon or boss.",
    "be chosen": "Deal 2 damage to a summon or boss.",
    "be chosen by an opponent": "Deal 2 damage to a summon or boss.",
    "be defeated": "Defeat a summon or boss.",
    "be returned": "Return a summon to its owner's castle.",
    "be turned face-down": "Turn a wizard face-down.",
    "be turned face-up": "Turn a wizard face-up.",
    "move": "Move a summon to an adjacent column.",
    "lose strength": "A summon or boss loses 1 strength.",
    "gain strength": "A summon or boss gains 1 strength.",
    "gain life": "A player gains 2 life.",
    "gain vim": "A player gains 2 vim.",
    "gain ether": "A player gains 2 ether.",
    "cast spells": "When a summon attacks: You gain 2 life.",
}
"""What a plain spell does for a text that forbids such a thing."""
_ELSE = "You gain 1 life."


def stirring(card: Card) -> tuple[str, ...]:
    """What plain spells do so that a text is set off, or stands in the way."""
    found: list[str] = []
    for part in said_parts(card):
        match part:
            case syntax.When():
                found += [_of_event(event) for event in part.events]
            case syntax.Cannot():
                found.append(_OF_BANS.get(part.what, ""))
            case syntax.DamageChange() | syntax.Prevent():
                found.append(_OF_BANS["be damaged"])
    return tuple(dict.fromkeys(filter(None, found)))[:MOST_STIRRING]


def _of_event(when: syntax.When) -> str:
    if when.verb == "damaged" and isinstance(when.who, terms.Who):
        return f"Deal {when.least or 2} damage to a player."
    return _OF_VERBS.get(when.verb, "").format(resource=when.resource or "life", number=when.least or 2)


def _words(card: Card, name: str, own: Color) -> list[Card]:
    """Spells that set the text off where the rules alone would not; the first costs what the text wants to see spent,
    and they have the colour of the spells that it speaks of."""
    said = list(said_parts(card))
    spends = next((part.least for part in said if isinstance(part, syntax.When) and part.verb == "spends"), None)
    filters = (part for part in said if isinstance(part, terms.Filter))
    color = next((Color(part.color) for part in filters if part.color and "spell" in part.kinds), own)
    texts = stirring(card) or (_ELSE,)
    names = (name, f"{name} Two", f"{name} Three")
    return [
        Card(called, CardType.SPELL, color, cost=spends or 1, abilities=(Ability(text),))
        for called, text in zip(names, texts, strict=False)
    ]


def _charm(name: str, color: Color) -> Card:
    enchanting = Ability("Enchant a summon or boss. The enchanted card gains 1 strength.")
    return Card(name, CardType.SPELL, color, cost=1, abilities=(enchanting,))


# Cards that the text names


def _names_said(card: Card) -> Iterator[str]:
    for part in said_parts(card):
        if isinstance(part, syntax.SummoningCondition):
            yield from part.names
        elif isinstance(part, terms.Filter) and part.name:
            yield part.name


def _named_cards(card: Card) -> list[Card]:
    """Plain cards of the names that the text speaks of; what a summon is conducted with is a wizard."""
    cards: dict[str, Card] = {}
    for part in said_parts(card):
        if isinstance(part, syntax.SummoningCondition):
            for name in part.names:
                cards[key(name)] = Card(name, CardType.WIZARD, card.color or Color.RED)
        elif isinstance(part, terms.Filter) and part.name:
            cards.setdefault(key(part.name), _plain(part, card))
    cards.pop(card.key, None)
    return list(cards.values())


def _plain(meant: terms.Filter, card: Card) -> Card:
    kind = CardType(meant.kinds[0]) if meant.kinds else CardType.SUMMON
    color = Color(meant.color) if meant.color else card.color or Color.RED
    return Card(
        meant.name,
        kind,
        color,
        condition="" if kind in (CardType.SUMMON, CardType.BOSS) else None,
        strength=4 if kind in (CardType.SUMMON, CardType.BOSS) else None,
        cost=1 if kind is CardType.SPELL else None,
        abilities=(Ability(_ELSE),) if kind is CardType.SPELL else (),
    )
