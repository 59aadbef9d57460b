"""The position with which a designer's scene begins, built from its table.

Piles hold what the table says and nothing else; wizards that are not mentioned are face-up and have no text.
"""

from typing import NamedTuple

from engine.bos.abilities.continuous_effects import refresh
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Ability, Card, CardType, Color
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.places import boss_place, summon_place, wizard_place
from engine.bos.model.setup import Setup
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
)
from engine.bos.rules import game_loop, turn
from engine.bos.rules.initial_state import start

SEATS = {"anna": 0, "ben": 1}
COLORS = (Color.RED, Color.BLUE)
WIZARDS = (("Ada", "Bea", "Cora"), ("Dan", "Eli", "Finn"))
BOSSES = ("Old Chief", "Tall Chief")
SPELLS = ("Spark", "Gust", "Balm")
THIS = "THIS"
PLAIN_STRENGTH = 3


class Lying(NamedTuple):
    """A summon or spell of a side and where it lies: in a column, under a card, or in a pile."""

    face: Card
    pile: str = ""
    column: int = -1
    under: str = ""
    acted: bool = False
    strength: int = 0


class FormatError(Exception):
    """The scene says what the format does not have."""


def column_of_letter(letter):
    if letter not in ("a", "b", "c"):
        raise FormatError(f"no column {letter!r}")
    return "abc".index(letter)


def place_named(word):
    """The number of the place that `anna.a`, `ben.wizard.b` or `anna.boss` names."""
    player, *rest = word.split(".")
    if player not in SEATS or not rest:
        raise FormatError(f"no place {word!r}")
    seat = SEATS[player]
    if rest == ["boss"]:
        return boss_place(seat)
    if rest[0] == "wizard":
        return wizard_place(seat, column_of_letter(rest[1]))
    return summon_place(seat, column_of_letter(rest[0]))


def position(sentence, scene):
    """The state before the first thing that is done."""
    this = sentence.card(_strength_of_this(scene.table))
    tables = [scene.table.get(player, {}) for player in SEATS]
    sides = [_side(seat, table, this) for seat, table in enumerate(tables)]
    draft = Draft(start(_setup(tables, sides, this)))
    for seat, table in enumerate(tables):
        _raise_up(draft, seat, table)
        draft.life[seat], draft.vim[seat], draft.ether[seat] = (
            table.get(what, usual) for what, usual in (("life", 30), ("vim", 6), ("ether", 0))
        )
    for seat, side in enumerate(sides):
        _place(draft, seat, side)
    for seat, side in enumerate(sides):
        _lay(draft, seat, side)
    _ask(draft, scene.do[0] if scene.do else "")
    draft.events.clear()
    refresh(draft)
    return draft.freeze()


# Cards


def _strength_of_this(table):
    """What is printed on THIS: its strength on the table, else that of a plain summon."""
    words = [word for side in table.values() for word in side.values() if isinstance(word, str)]
    return next((int(word.split()[1]) for word in words if word.startswith(f"{THIS} ")), PLAIN_STRENGTH)


def _side(seat, table, this):
    """Every summon and spell of a seat; a name is printed with the strength it has on the table."""
    places = [(column, table[letter].split()) for column, letter in enumerate("abc") if letter in table]
    strengths = {words[0]: int(words[1]) for _, words in reversed(places)}

    def face(name):
        return _face(name, seat, strengths, this)

    side = [
        Lying(face(words[0]), column=column, acted="acted" in words, strength=int(words[1])) for column, words in places
    ]
    for pile in (CASTLE, SPELLBOOK, GRAVEYARD):
        side += [Lying(face(name), pile=pile) for name in table.get(pile, ())]
    if "under" in table:
        side.append(Lying(this, under=table["under"]))
    if seat == 0 and this.type is CardType.SPELL and this not in [lying.face for lying in side]:
        side.append(Lying(this, pile=SPELLBOOK))
    return side


def _face(name, seat, strengths, this):
    if name == THIS:
        return this
    if name in SPELLS:
        return Card(name, CardType.SPELL, COLORS[seat], cost=1, abilities=(Ability("You gain 1 life."),))
    return Card(
        name,
        CardType.SUMMON,
        COLORS[seat],
        condition="Conduct a summon with any wizard.",
        strength=strengths.get(name, PLAIN_STRENGTH),
    )


def _setup(tables, sides, this):
    bosses = tuple(_boss(seat, table, this) for seat, table in enumerate(tables))
    wizards = tuple(tuple(_wizards(seat, table, this)) for seat, table in enumerate(tables))
    piles = tuple(tuple(lying.face for lying in side) for side in sides)
    known = tuple({face.key: face for face in (bosses[seat], *wizards[seat], *piles[seat])} for seat in (0, 1))
    return Setup(
        edition=DEFAULT_EDITION,
        pool=Pool(tuple((known[1] | known[0]).values())),
        names=("Anna", "Ben"),
        bosses=bosses,
        wizards=wizards,
        piles=piles,
        registered=known,
        playing=known,
    )


def _boss(seat, table, this):
    words = table.get("boss", "down").split()
    if words[0] == THIS:
        return this
    strength = int(words[1]) if len(words) > 1 else 6
    return Card(BOSSES[seat], CardType.BOSS, COLORS[seat], condition="", strength=strength)


def _wizards(seat, table, this):
    for name, letter in zip(WIZARDS[seat], "abc", strict=True):
        is_this = table.get("wizards", {}).get(letter, "up").startswith(THIS)
        yield this if is_this else Card(name, CardType.WIZARD, COLORS[seat])


# The table


def _raise_up(draft, seat, table):
    for column, letter in enumerate("abc"):
        wizard = draft.own(draft.table[wizard_place(seat, column)])
        wizard.up = "down" not in table.get("wizards", {}).get(letter, "up")
        wizard.acted = "acted" in table.get("wizards", {}).get(letter, "up")
        wizard.public = True
    boss = draft.own(draft.table[boss_place(seat)])
    boss.up = table.get("boss", "down").split()[0] in ("up", THIS)
    boss.acted = "acted" in table.get("boss", "")
    boss.public = True


def _place(draft, seat, side):
    """Put what does not lie in its pile where it belongs."""
    for number, lying in zip(_numbers(draft, seat, side), side, strict=True):
        if lying.column >= 0:
            draft.move(number, summon_place(seat, lying.column))
            card = draft.own(number)
            card.up, card.public, card.acted, card.strength = True, True, lying.acted, lying.strength
        elif lying.pile == GRAVEYARD:
            draft.put_away(number, GRAVEYARD)


def _lay(draft, seat, side):
    """Put spells under their hosts, which stand by now."""
    for number, lying in zip(_numbers(draft, seat, side), side, strict=True):
        if lying.under:
            draft.lay_under(number, draft.table[place_named(lying.under)])


def _numbers(draft, seat, side):
    """The copies of a side in the order of what it has."""
    own = [copy.id for copy in draft.copies if copy.owner == seat]
    return own[len(own) - len(side) :]


def _ask(draft, first):
    """Who is asked what: before Anna's second turn, or in its summoning or main phase."""
    menus = [number for number, step in enumerate(game_loop.ROUTINES["turn"]) if step is turn.ask_menu]
    if first == "phase: startup":
        draft.turns, draft.turn, draft.active, draft.phase = (1, 1), 2, 1, ENDING
        draft.frames, draft.question = [Frame("turn", 0, (0,))], Question("begin", 0)
        return
    draft.turns, draft.turn, draft.active = (2, 1), 3, 0
    draft.phase = SUMMONING if first == "phase: summoning" else MAIN
    step = menus[0] if draft.phase == SUMMONING else menus[1]
    draft.frames, draft.question = [Frame("turn", step, (0,))], Question("menu", 0)
