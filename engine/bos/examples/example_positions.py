"""Small tables on which the text of one card can happen: the card, a few plain cards around it, a moment of a turn.

"You" are seat 0, whose card it is; the opponent is seat 1.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from engine.bos.abilities import turn_memory
from engine.bos.abilities.continuous_effects import refresh
from engine.bos.examples.example_cards import OTHER, YOU, Names, names_beside, setup_for
from engine.bos.model.befallen import Befell
from engine.bos.model.cards import Card, CardType, key
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
    State,
)
from engine.bos.model.terms import Filter, Past
from engine.bos.rules import game_loop, turn
from engine.bos.rules.initial_state import start

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
    aside: bool = False
    """Whether the card stands in the last column and the summon beside it in the middle."""
    weary: bool = False
    """Whether the card itself has acted."""
    spent: bool = False
    """Whether the outer wizards have acted."""
    lost: bool = False
    """Whether the last wizard of each side lies in the graveyard."""
    fallen: bool = False
    """Whether the bosses lie in graveyards."""
    unopposed: bool = False
    """Whether the other side has no summons."""
    charmed: str = ""
    """Which kind of cards are enchanted on both sides, apart from the Lancer, which always is."""
    turns: int = 3
    """Turns that each player has begun."""
    quiet: bool = False
    """Whether nothing at all has happened in this turn; else an attack and a summoning has."""
    busy: int = 0
    """How often everything that can be asked of a turn has happened in it."""


def table(card: Card, situation: Situation, meant: Card) -> State:
    """The position in which somebody is asked what to do.

    The other cards are chosen for what `meant` says: that is the card itself, or the one it is compared with.
    """
    draft = Draft(start(setup_for(card, meant)))
    draft.turn, draft.active = 2 * situation.turns, situation.active
    draft.turns = (situation.turns, situation.turns)
    draft.life, draft.vim, draft.ether = list(situation.life), list(situation.vim), list(situation.ether)
    draft.attacks = (12, 12)
    names = (names_beside(meant, YOU), names_beside(meant, OTHER))
    for seat in (YOU, OTHER):
        _wizards(draft, seat, situation)
        _bury(draft, seat, names[seat])
    _stand(draft, card, situation, names)
    _lay(draft, meant, situation, names)
    if situation.quiet:
        draft.past = ()
    elif situation.busy:
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
    draft.past += tuple(Befell("was cast", number, draft.copies[number].control) for number in spells * times)
    standing = [number for number in draft.table if number >= 0 and draft.copies[number].up]
    draft.past += tuple(Befell(past, number, draft.copies[number].control) for past in _BEFALLS for number in standing)
    draft.tallies = tuple((tally, seat, 4 * times) for tally in turn_memory.TALLIES for seat in (YOU, OTHER))


_BEFALLS: Final[tuple[Past, ...]] = (
    "was summoned", "attacked", "blocked", "was attacked", "was blocked", "dealt damage", "was dealt damage",
    "attacked a player",
)  # fmt: skip


# Wizards and piles


def _wizards(draft: Draft, seat: int, situation: Situation) -> None:
    for column in range(3):
        wizard = draft.own(draft.table[wizard_place(seat, column)])
        wizard.up = not (situation.down and column != 1)
        wizard.public = True
        wizard.acted = situation.spent and wizard.up and column != 1
    if situation.lost:
        draft.put_away(draft.table[wizard_place(seat, 2)], GRAVEYARD)
    boss = draft.own(draft.table[boss_place(seat)])
    boss.public = True
    boss.up = situation.bosses
    if situation.fallen:
        draft.put_away(boss.id, GRAVEYARD)


def _bury(draft: Draft, seat: int, names: Names) -> None:
    """A summon and a spell of each side have been used up."""
    for pile in (CASTLE, SPELLBOOK):
        copies = (copy for copy in draft.copies if copy.owner == seat and copy.zone == pile)
        plain = next(copy for copy in copies if copy.face.name in (names.third, names.word))
        draft.put_away(plain.id, GRAVEYARD)
        if pile == CASTLE:
            draft.past += (Befell("was defeated", plain.id, seat),)


def _empty(draft: Draft, card: Card) -> None:
    """Both castles and spellbooks are empty, but for the card itself."""
    for copy in draft.copies:
        if copy.zone in (CASTLE, SPELLBOOK) and copy.face.key != card.key:
            draft.put_away(copy.id, GRAVEYARD)


# Summons and bosses


def _stand(draft: Draft, card: Card, situation: Situation, names: tuple[Names, Names]) -> None:
    """Your card or a Runner in the middle, a Guard beside it; a Scout and a Lancer against the outer columns."""
    _stand_own(draft, card, situation, names[YOU])
    if not (situation.alone or situation.unopposed):
        _put(draft, OTHER, 0, names[OTHER].first, situation.rival)
        lancer = draft.own(_put(draft, OTHER, 2, names[OTHER].second))
        lancer.acted = situation.tired and situation.active == YOU
    if situation.facing:
        _put(draft, OTHER, 1, names[OTHER].third)


def _stand_own(draft: Draft, card: Card, situation: Situation, names: Names) -> None:
    own = card.type is CardType.SUMMON and situation.placed
    beside, middle, last = (1, 2, 0) if situation.aside else (0, 1, 2)
    if not situation.alone:
        number = _put(draft, YOU, beside, names.first, situation.ally)
        draft.past += (Befell("attacked", number, YOU), Befell("was summoned", number, YOU))
        draft.own(number).acted = situation.tired
    if own:
        draft.own(_put(draft, YOU, middle, card.name, situation.strength)).acted = situation.weary
    elif not (situation.alone or card.type is CardType.SUMMON):
        _put(draft, YOU, middle, names.second)
    if situation.third:
        _put(draft, YOU, last, _third(draft, card, names))
    if card.type is CardType.BOSS and situation.placed and not situation.fallen:
        boss = draft.own(draft.table[boss_place(YOU)])
        boss.up, boss.acted, boss.strength = True, situation.weary, situation.strength or boss.strength
    if card.type is CardType.WIZARD and situation.weary:
        draft.own(draft.table[wizard_place(YOU, 0)]).acted = True


def _third(draft: Draft, card: Card, names: Names) -> str:
    """One of those that the text names, if there is one."""
    summons = (face for face in draft.setup.playing[YOU].values() if face.type is CardType.SUMMON)
    named = (face.name for face in summons if face.key != card.key and face.name not in names)
    return next(named, names.third)


def _put(draft: Draft, seat: int, column: int, name: str, strength: int = 0) -> int:
    copy = available(draft, seat, CASTLE, draft.setup.playing[seat][key(name)])
    assert copy is not None
    place = summon_place(seat, column)
    draft.move(copy.id, place)
    card = draft.own(copy.id)
    card.up = card.public = True
    card.strength = strength or card.strength
    return copy.id


# Enchantments


def _lay(draft: Draft, meant: Card, situation: Situation, names: tuple[Names, Names]) -> None:
    """The card under its host, if it is an enchantment in play; a Hex under the Lancer, and Charms where asked for."""
    if situation.host >= 0:
        _lay_under(draft, YOU, meant.name, _host_place(meant, situation.host))
    _lay_under(draft, OTHER, names[OTHER].charm, summon_place(OTHER, 2))
    for seat in (YOU, OTHER):
        for place in _charmed_places(situation.charmed, seat):
            _lay_under(draft, seat, names[seat].charm, place)


def _charmed_places(kind: str, seat: int) -> tuple[int, ...]:
    """Where enchanted cards of a kind stand."""
    match kind:
        case "summon":
            return (summon_place(seat, 1), summon_place(seat, 0))
        case "wizard":
            return (wizard_place(seat, 1),)
        case "boss":
            return (boss_place(seat),)
    return ()


def _lay_under(draft: Draft, seat: int, name: str, place: int) -> None:
    number = draft.table[place]
    spell = available(draft, seat, SPELLBOOK, draft.setup.playing[seat][key(name)])
    if number >= 0 and spell:
        draft.lay_under(spell.id, number)


def _host_place(card: Card, seat: int) -> int:
    """Where the card stands that an enchantment lies under: what it can be put under."""
    texts = card.kept.texts if card.kept else ()
    enchant = next((text.enchant for text in texts if text is not None and text.enchant), Filter())
    if enchant.kinds == ("boss",):
        return boss_place(seat)
    if enchant.kinds == ("wizard",):
        return wizard_place(seat, 2)
    return summon_place(seat, 1 if seat == YOU else 0)


# The moment


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
