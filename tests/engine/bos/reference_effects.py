"""For every deed of the card language one ability, written down a second time as a small function on a plain table.

A twin knows nothing of the engine: it takes a table and tells every table that the ability may lead to, one for each
choice its player has; none where the ability cannot be used. It is Anna's (seat 0) main phase, both have started.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.bos.model import syntax

COLUMNS = "abc"
NEXT_TO = {"a": "b", "b": "ac", "c": "b"}
ANNA, BEN = 0, 1
MIGHT = 2
"""So much more strength has a summon for each Might or Power that lies under it."""


@dataclass
class Card:
    """A card on the table. `lies` is ready, acted or face-down; `under` are the spells that enchant it."""

    name: str
    strength: int | None = None
    lies: str = "ready"
    under: list[str] = field(default_factory=list)


@dataclass
class Side:
    """What one player has: summons stand in a, b, c, wizards in wa, wb, wc, the boss at *."""

    life: int
    vim: int
    ether: int
    cards: dict[str, Card]
    castle: list[str]
    spellbook: list[str]
    graveyard: list[str]

    def summons(self):
        """The places where this player has summons."""
        return [place for place in COLUMNS if place in self.cards]

    def open(self):
        """The columns without one."""
        return [place for place in COLUMNS if place not in self.cards]

    def fighters(self):
        return [*self.summons(), *("*" for _ in range("*" in self.cards and self.cards["*"].lies != "face-down"))]


@dataclass
class Table:
    """Both sides, whose turn it is, who won, and which of Anna's cards some text keeps from attacking or
    makes attack."""

    sides: list[Side]
    turn: int = ANNA
    winner: int | None = None
    held: list[str] = field(default_factory=list)
    due: list[str] = field(default_factory=list)
    begins: bool = False
    """Whether that turn has yet to begin."""

    def told(self):
        """The table as a text, the same for equal ones, with who of Anna's cards may attack and whether she may end."""
        sides = [
            (
                s.life,
                s.vim,
                s.ether,
                sorted(s.cards.items()),
                sorted(s.castle),
                sorted(s.spellbook),
                sorted(s.graveyard),
            )
            for s in self.sides
        ]
        return repr((sides, self.turn, self.winner, self.attackers(), self.may_end()))

    def attackers(self):
        anna = self.sides[ANNA]
        if self.turn != ANNA or self.begins or self.winner is not None:
            return []
        return [place for place in anna.fighters() if anna.cards[place].lies == "ready" and place not in self.held]

    def may_end(self):
        """Whatever must attack and is ready finds something: a card across, or the player behind an open column."""
        if self.turn != ANNA or self.begins or self.winner is not None:
            return False
        return not any(place in self.due for place in self.attackers())


def owner(spell):
    """Whose spells are called what; the only cards of one player that come to lie under cards of the other."""
    return BEN if spell == "Hex" else ANNA


def leaves(table, seat, place, pile):
    """A card goes to a pile of its owner, what lies under it to the graveyards of theirs."""
    side = table.sides[seat]
    card = side.cards.pop(place)
    getattr(side, pile).append(card.name)
    for spell in card.under:
        table.sides[owner(spell)].graveyard.append(spell)


def has_left(table, seat, place, strength):
    """From now on a card has that strength; without any it is defeated."""
    table.sides[seat].cards[place].strength = max(strength, 0)
    if strength <= 0:
        leaves(table, seat, place, "graveyard")


def every(table, *seats):
    return [(seat, place) for seat in seats for place in table.sides[seat].summons()]


def after(table, *choices):
    """The same change for each choice, each on a table of its own."""
    for choice in choices:
        other = deepcopy(table)
        yield other, other.sides, choice


def strength(table, seat, place):
    return table.sides[seat].cards[place].strength


# The twins


def gain(table):
    for other, _, (seat, place) in after(table, *every(table, ANNA)):
        has_left(other, seat, place, strength(table, seat, place) + 2)
        yield other


def damage(table):
    for other, _, (seat, place) in after(table, *every(table, ANNA, BEN)):
        has_left(other, seat, place, strength(table, seat, place) - 3)
        yield other


def scale(table):
    for other, _, (seat, place) in after(table, *every(table, BEN)):
        has_left(other, seat, place, strength(table, seat, place) // 2)
        yield other


def become(table):
    for other, _, (seat, place) in after(table, *every(table, ANNA, BEN)):
        has_left(other, seat, place, 3)
        yield other


def battle(table):
    pairs = [(mine, theirs) for mine in every(table, ANNA) for theirs in every(table, BEN)]
    for other, _, (mine, theirs) in after(table, *pairs):
        has_left(other, *mine, strength(table, *mine) - strength(table, *theirs))
        has_left(other, *theirs, strength(table, *theirs) - strength(table, *mine))
        yield other


def select(table):
    for other, sides, (seat, place) in after(table, *every(table, ANNA, BEN)):
        sides[ANNA].life += strength(table, seat, place)
        yield other


def spend(table):
    """Life is never paid down to 0; who uses the ability wants to pay."""
    for other, sides, seat in after(table, *([ANNA] if table.sides[ANNA].life > 2 else [])):
        sides[seat].life -= 2
        for place in sides[seat].summons():
            sides[seat].cards[place].strength += 1
        yield other


def ready(table):
    for other, sides, (seat, place) in after(table, *every(table, ANNA)):
        sides[seat].cards[place].lies = "ready"
        yield other


def act(table):
    for other, sides, (seat, place) in after(table, *every(table, BEN)):
        sides[seat].cards[place].lies = "acted"
        yield other


def defeat(table):
    weak = [each for each in every(table, ANNA, BEN) if strength(table, *each) <= 3]
    for other, _, (seat, place) in after(table, *weak):
        leaves(other, seat, place, "graveyard")
        yield other


def turn(table):
    for other, sides, place in after(table, "wa", "wb", "wc"):
        sides[BEN].cards[place].lies = "face-down"
        yield other


def move(table):
    """Any own summon may be chosen as long as one can move; one that has nowhere to go stays (G-57, G-71, G-72)."""
    cards = table.sides[ANNA].cards
    summons = table.sides[ANNA].summons()
    if all(to in cards for one in summons for to in NEXT_TO[one]):
        return
    for one in summons:
        for other, sides, to in after(table, *([to for to in NEXT_TO[one] if to not in cards] or [one])):
            sides[ANNA].cards[to] = sides[ANNA].cards.pop(one)
            yield other


def swap(table):
    places = table.sides[ANNA].summons()
    for other, sides, (one, two) in after(table, *((one, two) for one in places for two in places if one < two)):
        cards = sides[ANNA].cards
        cards[one], cards[two] = cards[two], cards[one]
        yield other


def put(table):
    for other, _, (seat, place) in after(table, *every(table, ANNA, BEN)):
        leaves(other, seat, place, "castle")
        yield other


def unenchant(table):
    for other, sides, (seat, place) in after(table, *every(table, ANNA, BEN)):
        card = sides[seat].cards[place]
        gone, card.under = card.under, []
        for spell in gone:
            sides[owner(spell)].graveyard.append(spell)
        has_left(other, seat, place, card.strength - MIGHT * sum(spell in ("Might", "Power") for spell in gone))
        yield other


def enchant(table):
    for other, sides, (seat, place) in after(table, *every(table, ANNA, BEN)):
        sides[ANNA].spellbook.remove("Power")
        sides[seat].cards[place].under.append("Power")
        sides[seat].cards[place].under.sort()
        sides[seat].cards[place].strength += MIGHT
        yield other


def conduct(table):
    """Nobody has to show that there is nothing in the castle that could be summoned, so that anybody may decline."""
    anna = table.sides[ANNA]
    able = [column for column in anna.open() if anna.cards[f"w{column}"].lies != "face-down"]
    ways = [(column, name) for column in able for name in set(anna.castle)]
    yield deepcopy(table)
    for other, sides, (column, name) in after(table, *ways):
        sides[ANNA].cards[f"w{column}"].lies = "face-down"
        sides[ANNA].castle.remove(name)
        sides[ANNA].cards[column] = Card(name, printed(name))
        yield other


def bring(table):
    """Where no column is open, the summon stays in the graveyard (G-57, G-72)."""
    anna = table.sides[ANNA]
    fallen = {name for name in anna.graveyard if name.startswith("Imp")}
    if fallen and not anna.open():
        yield deepcopy(table)
    for other, sides, (name, column) in after(table, *((name, column) for name in fallen for column in anna.open())):
        sides[ANNA].graveyard.remove(name)
        sides[ANNA].cards[column] = Card(name, printed(name), "acted")
        yield other


def prevent(table):
    """Each summon is then dealt 3 damage; of the one that was chosen 2 are kept off."""
    for other, _, shielded in after(table, *every(table, ANNA, BEN)):
        for seat, place in every(table, ANNA, BEN):
            has_left(other, seat, place, strength(table, seat, place) - (1 if (seat, place) == shielded else 3))
        yield other


def cannot(table):
    for other, _, (_, place) in after(table, *every(table, ANNA)):
        other.held = [place]
        yield other


def combat_rule(table):
    for other, _, (_, place) in after(table, *every(table, ANNA)):
        other.due = [place]
        yield other


def bonus(table):
    for other, sides, _ in after(table, "the boss turns face-up"):
        sides[ANNA].cards["*"].lies = "ready"
        for place in sides[ANNA].summons():
            sides[ANNA].cards[place].strength += 1
        yield other


def costs(table):
    """The boss turns face-up; then Dear is cast, which costs 3 and gives a life."""
    anna = table.sides[ANNA]
    payments = [(2 - ether, ether) for ether in range(3) if ether <= anna.ether and 2 - ether <= anna.vim]
    for other, sides, (vim, ether) in after(table, *payments):
        mine = sides[ANNA]
        mine.cards["*"].lies = "ready"
        mine.vim, mine.ether, mine.life = mine.vim - vim, mine.ether - ether, mine.life + 1
        mine.spellbook.remove("Dear")
        mine.graveyard.append("Dear")
        yield other


def damage_change(table):
    """The boss turns face-up; then Dear is cast, which costs 3 and deals 2 damage to Ben, who takes 1 more."""
    anna = table.sides[ANNA]
    payments = [(3 - ether, ether) for ether in range(4) if ether <= anna.ether and 3 - ether <= anna.vim]
    for other, sides, (vim, ether) in after(table, *payments):
        mine = sides[ANNA]
        mine.cards["*"].lies = "ready"
        mine.vim, mine.ether = mine.vim - vim, mine.ether - ether
        mine.spellbook.remove("Dear")
        sides[BEN].life = max(sides[BEN].life - 3, 0)
        if sides[BEN].life:
            mine.graveyard.append("Dear")
        else:
            other.winner = ANNA
        yield other


def end_turn(table):
    for other, _, seat in after(table, BEN):
        other.turn = seat
        yield other


def anna_again(table):
    for other, _, _ in after(table, ANNA):
        other.begins = True
        yield other


def control(table):
    """It comes to the same column, else to any open one, else it stays (G-136)."""
    mine = table.sides[ANNA]
    for one in table.sides[BEN].summons():
        if not mine.open():
            yield deepcopy(table)
        for other, sides, to in after(table, *([one] if one in mine.open() else mine.open())):
            sides[ANNA].cards[to] = sides[BEN].cards.pop(one)
            yield other


def delay(table):
    """What waits for the end of the turn comes before the next one."""
    for other, sides, seat in after(table, BEN):
        sides[ANNA].life += 2
        other.turn = seat
        yield other


def nothing(table):
    """No attack is under way."""
    yield deepcopy(table)


def nothing_to_bosses(table):
    """Where no boss is face-up there is nobody to choose, and it cannot be used."""
    if any("*" in side.fighters() for side in table.sides):
        yield deepcopy(table)


def lose(table):
    for other, _, seat in after(table, ANNA):
        other.winner = seat
        yield other


def printed(name):
    """Imp3 is a summon of strength 3."""
    return int(name[3:])


class Twin(NamedTuple):
    """A sentence and its twin; it stands on Anna's wizard, her boss (which turns face-up with it), or her spell."""

    deed: type
    sentence: str
    function: object
    on: str = "wizard"
    then: str = ""

    def __str__(self):
        return self.sentence


TWINS = (
    Twin(syntax.Gain, "During your main phase: A summon you control gains 2 strength.", gain),
    Twin(syntax.Damage, "During your main phase: Deal 3 damage to a summon.", damage),
    Twin(syntax.Scale, "During your main phase: Halve the strength of a summon an opponent controls.", scale),
    Twin(syntax.Become, "During your main phase: The strength of a summon becomes 3.", become),
    Twin(
        syntax.Battle,
        "During your main phase: A summon you control battles a summon an opponent controls.",
        battle,
    ),
    Twin(syntax.Select, "During your main phase: Choose a summon. You gain life equal to its strength.", select),
    Twin(
        syntax.Spend,
        "During your main phase: You may pay 2 life. If you do, each summon you control gains 1 strength.",
        spend,
    ),
    Twin(syntax.Ready, "During your main phase: Ready a summon you control.", ready),
    Twin(syntax.Act, "During your main phase: Act a summon an opponent controls.", act),
    Twin(syntax.Defeat, "During your main phase: Defeat a summon with 3 or less strength.", defeat),
    Twin(syntax.Turn, "During your main phase: Turn a wizard an opponent controls face-down.", turn),
    Twin(syntax.Move, "During your main phase: Move a summon you control to an adjacent column.", move),
    Twin(syntax.Swap, "During your main phase: Swap a summon you control with a summon you control.", swap),
    Twin(syntax.Put, "During your main phase: Return a summon to its owner's castle.", put),
    Twin(syntax.Unenchant, "During your main phase: Remove all enchantments from a summon.", unenchant),
    Twin(syntax.Enchant, "Enchant a summon. The enchanted summon gains 2 strength.", enchant, "spell"),
    Twin(syntax.Conduct, "During your main phase: Conduct a summon.", conduct),
    Twin(syntax.Bring, "During your main phase: Put a summon in your graveyard onto the battlefield acted.", bring),
    Twin(
        syntax.Prevent,
        "During your main phase: Prevent the next 2 damage that would be dealt to a summon until the end of the turn."
        " Deal 3 damage to each summon.",
        prevent,
    ),
    Twin(
        syntax.Cannot, "During your main phase: A summon you control cannot attack until the end of the turn.", cannot
    ),
    Twin(
        syntax.CombatRule,
        "During your main phase: Make a summon you control attack if able until the end of the turn.",
        combat_rule,
    ),
    Twin(
        syntax.Toll,
        "During your main phase: A summon you control cannot attack until the end of the turn unless its controller"
        " pays 9 vim.",
        cannot,
    ),
    Twin(syntax.EndAttack, "During your main phase: End the attack.", nothing),
    Twin(syntax.Retarget, "During your main phase: Change the target of the attack to a boss.", nothing_to_bosses),
    Twin(syntax.Bonus, "Each summon you control has 1 more strength.", bonus, "boss"),
    Twin(syntax.Costs, "Spells you cast cost 1 less vim.", costs, "boss", "dear"),
    Twin(syntax.DamageChange, "Each opponent takes 1 more damage.", damage_change, "boss", "dear"),
    Twin(syntax.EndTurn, "During your main phase: End the turn.", end_turn),
    Twin(syntax.TakeTurn, "During your main phase: Take an extra turn after this one. End the turn.", anna_again),
    Twin(syntax.Skip, "During your main phase: An opponent skips their next turn. End the turn.", anna_again),
    Twin(syntax.Control, "During your main phase: Gain control of a summon an opponent controls.", control),
    Twin(syntax.Delay, "During your main phase: At the end of the turn, you gain 2 life. End the turn.", delay),
    Twin(syntax.Lose, "During your main phase: Each opponent loses the game.", lose),
)
