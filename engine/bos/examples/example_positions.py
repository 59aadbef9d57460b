"""Small tables on which the text of one card can happen: the card, a few plain cards around it, a moment of a turn.

"You" are seat 0, whose card it is; the opponent is seat 1. The plain cards say nothing, apart from one enchantment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from engine.bos.abilities import turn_memory
from engine.bos.abilities.continuous_effects import refresh
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model.cards import Ability, Card, CardType, Color, Pool, key
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.piles import available
from engine.bos.model.places import boss_place, summon_place, wizard_place
from engine.bos.model.state import (
    CASTLE,
    ENDING,
    GRAVEYARD,
    MAIN,
    SPELLBOOK,
    SUMMONING,
    Draft,
    Frame,
    Question,
    Setup,
    State,
)
from engine.bos.model.syntax import SummoningCondition, When
from engine.bos.model.terms import Filter, Past
from engine.bos.rules import game_loop, turn
from engine.bos.rules.initial_state import start

YOU, OTHER = 0, 1
STRONG, WEAK = 9, 1
Moment = Literal["begin", "summoning", "main"]


class Situation(NamedTuple):
    """How a small table stands; the defaults are what most texts can happen in.

    `placed`: the card is in play already, a spell under a card of `host`'s (-1: not under any). `tired`: one summon of
    each side has acted. The rest says what is more or less than usual.
    """

    moment: Moment = "main"
    """When in a turn the table stands so."""
    active: int = YOU
    """The seat whose turn it is, from 0."""
    placed: bool = True
    host: int = -1
    tired: bool = True
    facing: bool = False
    """Whether a summon of the other side stands in the middle too."""
    third: bool = False
    """Whether you have one summon more."""
    alone: bool = False
    """Whether the summons beside and across are left out."""
    bosses: bool = False
    """Whether the bosses are face-up."""
    down: bool = False
    """Whether the outer wizards are face-down."""
    bare: bool = False
    """Whether piles are empty."""
    strength: int = 0
    """The card's strength, in points; 0: as printed."""
    ally: int = 8
    """Strength of the summon beside the card, in points."""
    rival: int = 2
    """Strength of the first summon across, in points."""
    life: tuple[int, int] = (14, 30)
    """Points of life by seat."""
    vim: tuple[int, int] = (8, 6)
    """Vim by seat."""
    ether: tuple[int, int] = (0, 0)
    """Ether by seat."""
    turns: int = 3
    """Turns that each player has begun."""
    busy: int = 0
    """How often everything that can be asked of a turn has happened in it."""


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


def situations(
    card: Card,
    likely: Sequence[tuple[Moment, int]],
    others: Sequence[tuple[Moment, int]],
    places: Sequence[bool],
) -> Iterator[Situation]:
    """Situations to try for a card at these moments, the likeliest first; `places`: whether it is in play already."""
    for number in range(len(VARIANTS) + LATER):
        for variant, moments in ((number, likely), (number - LATER, others)):
            if 0 <= variant < len(VARIANTS):
                for placed in places:
                    yield from _changed(card, VARIANTS[variant], moments, placed)


def _changed(
    card: Card, variant: Situation, moments: Sequence[tuple[Moment, int]], placed: bool
) -> Iterator[Situation]:
    hosts: tuple[int, ...] = (YOU, OTHER) if placed and card.type is CardType.SPELL else (-1,)
    for moment, active in moments:
        for host in hosts:
            yield variant._replace(moment=moment, active=active, placed=placed, host=host)


def table(card: Card, situation: Situation, meant: Card) -> State:
    """The position in which somebody is asked what to do.

    The other cards are chosen for what `meant` says: that is the card itself, or the one it is compared with.
    """
    draft = Draft(start(_setup(card, meant)))
    draft.turn, draft.active = 2 * situation.turns, situation.active
    draft.turns = (situation.turns, situation.turns)
    draft.life, draft.vim, draft.ether = list(situation.life), list(situation.vim), list(situation.ether)
    draft.attacks = (12, 12)
    for seat in (YOU, OTHER):
        _wizards(draft, seat, situation)
        _bury(draft, seat)
    _stand(draft, card, situation)
    _lay(draft, card, situation)
    if situation.busy:
        _fill_turn(draft, situation.busy)
    if situation.bare:
        _empty(draft, card)
    _ask(draft, situation)
    draft.events.clear()
    refresh(draft)
    return draft.freeze()


def _fill_turn(draft: Draft, times: int) -> None:
    """Everybody did, and everything befell them, what texts can ask of a turn."""
    spells = [copy.id for copy in draft.copies if copy.zone == GRAVEYARD and copy.face.type is CardType.SPELL]
    draft.past += tuple(("was cast", number) for number in spells * times)
    standing = [number for number in draft.table if number >= 0 and draft.copies[number].up]
    draft.past += tuple((past, number) for past in _BEFALLS for number in standing)
    draft.tallies = tuple((tally, seat, 4 * times) for tally in turn_memory.TALLIES for seat in (YOU, OTHER))


_BEFALLS: Final[tuple[Past, ...]] = (
    "was summoned", "attacked", "blocked", "was attacked", "was blocked", "dealt damage", "was dealt damage"
)  # fmt: skip


# Cards


def _setup(card: Card, meant: Card) -> Setup:
    """Named wizards stand in the columns that are open, behind the first."""
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


def _pile(side: dict[CardType, list[Card]]) -> tuple[Card, ...]:
    """Two of each, so that one can lie in the graveyard or on the table while another waits."""
    return tuple(face for face in (*side[CardType.SUMMON], *side[CardType.SPELL]) for _ in (0, 1))


_NAMES = {
    YOU: ("Guard", "Runner", "Squire", "Adept", "Captain", "Word", "Charm"),
    OTHER: ("Scout", "Lancer", "Archer", "Seer", "Rival Chief", "Curse", "Hex"),
}


_STIRRING: dict[str, str] = {
    "moves": "Move a summon you control to an adjacent column.",
    "returns": "Return a summon you control to its owner's castle.",
    "discards": "Discard a spell in your spellbook.",
    "readied": "Ready a summon you control.",
    "acts": "Act a summon you control.",
    "loses": "You lose 4 life.",
}
"""What a plain spell does for a text that waits for such a thing; else it gives 1 life."""


def _side(card: Card, seat: int) -> dict[CardType, list[Card]]:
    """The plain cards of a side; one summon of each has the colour that the text speaks of, if it speaks of one."""
    first, second, third, wizard, chief, word, charm = _NAMES[seat]
    color = card.color or Color.RED
    wanted_color = next((Color(part.color) for part in _said(card) if isinstance(part, Filter) and part.color), color)
    own, other_color = (color, wanted_color) if seat == YOU else (_another(color), wanted_color)
    strengths = ((first, 8), (second, 3), (third, 5)) if seat == YOU else ((first, 2), (second, 3), (third, 4))
    colors = (other_color, own, other_color) if seat == YOU else (_another(wanted_color), other_color, other_color)
    any_wizard = "Conduct a summon with any wizard."
    return {
        CardType.BOSS: [Card(chief, CardType.BOSS, own, condition="", strength=7)],
        CardType.WIZARD: [Card(f"{wizard} {mark}", CardType.WIZARD, own) for mark in ("One", "Two", "Three")],
        CardType.SUMMON: [
            Card(name, CardType.SUMMON, hue, condition=any_wizard, strength=strength)
            for (name, strength), hue in zip(strengths, colors, strict=True)
        ],
        CardType.SPELL: [_word(card, word, own), _charm(charm, own)],
    }


def _another(color: Color) -> Color:
    return Color.BLUE if color is not Color.BLUE else Color.YELLOW


def _word(card: Card, name: str, color: Color) -> Card:
    """A spell that sets the text off where the rules alone would not; it costs what the text wants to see spent."""
    when = next((part for part in _said(card) if isinstance(part, When)), None)
    text = _STIRRING.get(when.verb, "You gain 1 life.") if when else "You gain 1 life."
    cost = when.least or 1 if when and when.verb == "spends" else 1
    return Card(name, CardType.SPELL, color, cost=cost, abilities=(Ability(text),))


def _charm(name: str, color: Color) -> Card:
    enchanting = Ability("Enchant a summon. The enchanted summon gains 1 strength.")
    return Card(name, CardType.SPELL, color, cost=1, abilities=(enchanting,))


def _said(card: Card) -> Iterator[Any]:
    """Every part of what a card says."""
    texts = (*card.kept.texts, card.kept.summoning_condition, card.kept.boss_condition) if card.kept else ()
    for value in texts:
        if value is not None:
            yield from parts(value)


def _named_cards(card: Card) -> list[Card]:
    """Plain cards of the names that the text speaks of; what a summon is conducted with is a wizard."""
    cards: dict[str, Card] = {}
    for part in _said(card):
        if isinstance(part, SummoningCondition):
            for name in part.names:
                cards[key(name)] = Card(name, CardType.WIZARD, card.color or Color.RED)
        elif isinstance(part, Filter) and part.name:
            cards.setdefault(key(part.name), _plain(part, card))
    cards.pop(card.key, None)
    return list(cards.values())


def _plain(meant: Filter, card: Card) -> Card:
    kind = CardType(meant.kinds[0]) if meant.kinds else CardType.SUMMON
    color = Color(meant.color) if meant.color else card.color or Color.RED
    return Card(
        meant.name,
        kind,
        color,
        condition="" if kind in (CardType.SUMMON, CardType.BOSS) else None,
        strength=4 if kind in (CardType.SUMMON, CardType.BOSS) else None,
        cost=1 if kind is CardType.SPELL else None,
        abilities=(Ability("You gain 1 life."),) if kind is CardType.SPELL else (),
    )


# The table


def _wizards(draft: Draft, seat: int, situation: Situation) -> None:
    for column in range(3):
        wizard = draft.own(draft.table[wizard_place(seat, column)])
        wizard.up = not (situation.down and column != 1)
        wizard.public = True
    boss = draft.own(draft.table[boss_place(seat)])
    boss.public = True
    boss.up = situation.bosses


def _bury(draft: Draft, seat: int) -> None:
    """A summon and a spell of each side have been used up."""
    for pile in (CASTLE, SPELLBOOK):
        copies = (copy for copy in draft.copies if copy.owner == seat and copy.zone == pile)
        plain = next(copy for copy in copies if _is_filler(copy.face))
        draft.put_away(plain.id, GRAVEYARD)
        if pile == CASTLE:
            draft.past += (("was defeated", plain.id),)


def _is_filler(face: Card) -> bool:
    return face.name in (_NAMES[YOU][2], _NAMES[YOU][5], _NAMES[OTHER][2], _NAMES[OTHER][5])


def _stand(draft: Draft, card: Card, situation: Situation) -> None:
    """Your card or a Runner in the middle, a Guard beside it; a Scout and a Lancer against the outer columns."""
    guard, runner, squire = _NAMES[YOU][:3]
    scout, lancer, archer = _NAMES[OTHER][:3]
    alone = situation.alone
    own = card.type is CardType.SUMMON and situation.placed
    middle = card.name if own else runner
    if not alone:
        number = _put(draft, YOU, 0, guard, situation.ally)
        draft.past += (("attacked", number), ("was summoned", number))
        draft.own(number).acted = situation.tired
    if own or not (alone or card.type is CardType.SUMMON):
        _put(draft, YOU, 1, middle, situation.strength if own else 0)
    if situation.third:
        _put(draft, YOU, 2, squire)
    if card.type is CardType.BOSS and situation.placed:
        boss = draft.own(draft.table[boss_place(YOU)])
        boss.up, boss.strength = True, situation.strength or boss.strength
    if not alone:
        _put(draft, OTHER, 0, scout, situation.rival)
        draft.own(_put(draft, OTHER, 2, lancer)).acted = situation.tired and situation.active == YOU
    if situation.facing:
        _put(draft, OTHER, 1, archer)


def _put(draft: Draft, seat: int, column: int, name: str, strength: int = 0) -> int:
    copy = available(draft, seat, CASTLE, draft.setup.playing[seat][key(name)])
    assert copy is not None
    place = summon_place(seat, column)
    draft.move(copy.id, place)
    card = draft.own(copy.id)
    card.up = card.public = True
    card.strength = strength or card.strength
    return copy.id


def _lay(draft: Draft, card: Card, situation: Situation) -> None:
    """The card under its host, if it is an enchantment in play, and a Hex under the Lancer."""
    if situation.host >= 0:
        column = 1 if situation.host == YOU else 0
        host = draft.table[summon_place(situation.host, column)]
        spell = available(draft, YOU, SPELLBOOK, card)
        if host >= 0 and spell:
            draft.lay_under(spell.id, host)
    lancer = draft.table[summon_place(OTHER, 2)]
    hex_ = available(draft, OTHER, SPELLBOOK, draft.setup.playing[OTHER][key(_NAMES[OTHER][6])])
    if lancer >= 0 and hex_:
        draft.lay_under(hex_.id, lancer)


def _empty(draft: Draft, card: Card) -> None:
    """Both castles and spellbooks are empty, but for the card itself."""
    for copy in draft.copies:
        if copy.zone in (CASTLE, SPELLBOOK) and copy.face.key != card.key:
            draft.put_away(copy.id, GRAVEYARD)


def _ask(draft: Draft, situation: Situation) -> None:
    """Who is asked what, in which phase."""
    seat = situation.active
    routine = game_loop.ROUTINES["turn"]
    menus = [number for number, step in enumerate(routine) if step is turn.ask_menu]
    if situation.moment == "begin":
        draft.active, draft.phase = 1 - seat, ENDING
        draft.frames, draft.question = [Frame("turn", 0, (seat,))], Question("begin", seat)
        return
    draft.phase = SUMMONING if situation.moment == "summoning" else MAIN
    step = menus[0] if situation.moment == "summoning" else menus[1]
    draft.frames, draft.question = [Frame("turn", step, (seat,))], Question("menu", seat)
