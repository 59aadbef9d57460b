"""Duels with cards made for one test: a few that say something, and plain ones that fill up both lists.

Anna (P1, red) goes first and has 4 ether, Ben (P2) is yellow. Their plain wizards are Ada, Bea and Cora, and Dan, Eli
and Finn; Imp1 to Imp9 are red summons of that strength for any wizard, Elk1 to Elk9 yellow ones.
Ben is blue instead where a card made for the test is.
"""

from engine.bos import game as bos
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Ability, Card, CardType, Color
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.places import POSITIONS
from engine.bos.model.state import at
from engine.bos.records.record_setup import open_game
from engine.contract import Given
from engine.log import read
from engine.replay import replay
from engine.verdict import judge_text

RED, YELLOW, BLUE = Color.RED, Color.YELLOW, Color.BLUE
NAMES = {RED: ("Ada", "Bea", "Cora"), YELLOW: ("Dan", "Eli", "Finn"), BLUE: ("Dan", "Eli", "Finn")}
PLAIN = {RED: ("Imp", "Spark", "Old Boss"), YELLOW: ("Elk", "Straw", "Tall Boss"), BLUE: ("Elk", "Straw", "Tall Boss")}
ANY = {RED: "Conduct a summon with any red wizard.", YELLOW: "Conduct a summon with any yellow wizard."}
ANY[BLUE] = "Conduct a summon with any blue wizard."


def wizard(name, *texts, color=RED):
    return Card(name, CardType.WIZARD, color, abilities=_abilities(texts))


def summon(name, strength, *texts, color=RED, condition=None):
    condition = ANY[color] if condition is None else condition
    return Card(name, CardType.SUMMON, color, condition=condition, strength=strength, abilities=_abilities(texts))


def spell(name, cost, *texts, color=RED):
    return Card(name, CardType.SPELL, color, cost=cost, abilities=_abilities(texts))


def boss(name, strength, *texts, color=RED, condition=""):
    return Card(name, CardType.BOSS, color, condition=condition, strength=strength, abilities=_abilities(texts))


def _abilities(texts):
    return tuple(Ability(text, "must" in text.split()) for text in texts)


class Duel:
    """A game between Anna and Ben in which the given cards are played; wizards stand in the order they are given."""

    def __init__(self, *cards, ether="P1 4 P2 7", edition=DEFAULT_EDITION):
        blue = any(card.color is BLUE for card in cards)
        mine, theirs = (self._side(cards, color) for color in (RED, BLUE if blue else YELLOW))
        self.pool = Pool(tuple(dict.fromkeys((*mine, *theirs))))
        self.lists = {"P1": self._list(mine), "P2": self._list(theirs)}
        wizards = [", ".join(card.name for card in side if card.type is CardType.WIZARD) for side in (mine, theirs)]
        self.head = f"[Bid {ether}] [First P1]\n[Wizards P1 {wizards[0]}]\n[Wizards P2 {wizards[1]}]\n"
        self.edition = edition

    def _side(self, cards, color):
        own = [card for card in cards if card.color is color]
        kinds = {kind: [card for card in own if card.type is kind] for kind in CardType}
        low, spark, chief = PLAIN[color]
        plain = {
            CardType.BOSS: [boss(chief, 7, color=color)],
            CardType.WIZARD: [wizard(name, color=color) for name in NAMES[color]],
            CardType.SUMMON: [summon(f"{low}{strength}", strength, color=color) for strength in range(1, 10)],
            CardType.SPELL: [spell(f"{spark}{number}", 1, "Gain 1 vim.", color=color) for number in range(1, 10)],
        }
        size = {CardType.BOSS: 1, CardType.WIZARD: 3, CardType.SUMMON: 10, CardType.SPELL: 10}
        return [card for kind in size for card in (*kinds[kind], *plain[kind])[: size[kind]]]

    def _list(self, side):
        """Ten summons and ten spells; the first one fills what is left over."""
        lines = [card.name for card in side]
        for kind in (CardType.SUMMON, CardType.SPELL):
            there = [card.name for card in side if card.type is kind]
            lines += [there[0]] * (10 - len(there))
        return "\n".join(lines)

    def log(self, lines):
        return self.head + "\n".join(line.strip() for line in lines.replace(";", "\n").splitlines())

    def judged(self, lines):
        """The finding on a record whose lines are parted by semicolons."""
        return judge_text(bos, self.log(lines), Given(self.lists, self.pool, self.edition))

    def told(self, lines):
        """The finding in short: what, which line, which rule."""
        found = self.judged(lines)
        return found["finding"], found["line"], found["rule"]

    def table(self, lines):
        """The table after lines that must all stand."""
        log = read(self.log(lines))
        run = replay(bos, log, open_game(log, Given(self.lists, self.pool, self.edition)).setup)
        assert run.stop is None, (run.stop.line, run.stop.finding, run.stop.rule, run.stop.message)
        assert not run.wrong, run.wrong[0].message
        return Sight(run.steps[-1].state)


class Sight:
    """What two people see on a table."""

    def __init__(self, state):
        self.state = state
        self.life, self.vim, self.ether = state.life, state.vim, state.ether

    def __getitem__(self, place):
        """The strength of the card at a place, None where there is none; a wizard has none either."""
        card = at(self.state, POSITIONS[place])
        return card and card.strength

    def card(self, place):
        return at(self.state, POSITIONS[place])

    def pile(self, zone, seat=0):
        return sorted(card.face.name for card in self.state.copies if card.owner == seat and card.zone == zone)

    @property
    def asked(self):
        """What is asked, and of whom."""
        question = self.state.question
        return question and (question.kind, question.seat)
