"""Random canonical sentences from a small grammar of moments, costs, subjects and deeds, and decks that say them."""

import random
import re
from functools import cache

from engine.bos.cardtext import read_text
from engine.bos.cardtext.printer import print_text
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Ability, Card, CardType, Color
from tests.engine.bos import random_players
from tests.engine.bos.second_interpreter.words import Unknown

MOMENTS = (
    "During your main phase", "During your main phase", "During each player's main phase", "During an opponent's turn",
    "At the start of your startup phase", "At the start of your main phase",
    "At the start of an opponent's main phase",
    "At the end of your turn", "At the end of each player's turn", "In the middle of your main phase",
)  # fmt: skip
EVENTS = (
    "this is summoned", "this is summoned", "this attacks", "this attacks", "this attacks a player",
    "this attacks a summon", "this blocks", "this is blocked", "this is attacked", "this battles", "this is defeated",
    "this is defeated in battle", "this defeats a summon", "this defeats a summon in battle", "this readies",
    "this acts", "this moves", "this is enchanted", "this leaves the battlefield", "this takes damage",
    "this deals damage", "this deals 2 or more damage to an opponent", "a summon you control attacks",
    "a summon an opponent controls attacks", "another summon you control is defeated", "a summon is defeated",
    "a summon an opponent controls is summoned", "a boss is summoned", "a wizard you control is turned face-down",
    "a wizard you control is turned face-up", "you cast a spell", "an opponent casts a spell", "you summon a summon",
    "an opponent gains life", "you lose life", "you take damage", "you spend vim", "you gain 2 or more life",
    "a player discards a card", "a summon you control is returned", "you cast your second spell each turn",
    "this attacks or blocks", "this attacks a boss or you lose life",
)  # fmt: skip
STATES = (
    "you control a boss", "an opponent controls 2 or more summons", "you control no acted summons",
    "you control exactly 1 summon", "an opponent controls more summons than you", "you have 20 or more life",
    "you have 3 or less vim", "an opponent has more life than you", "you have less ether than an opponent",
    "this is enchanted", "this does not have 5 or more strength", "this attacked this turn",
    "you have declared attacks 3 or more times", "an opponent has no summons left in their castle",
    "you have 2 or more cards left in your graveyard", "it is not your turn", "it is your third turn or later",
    "a summon you control was defeated this turn", "no summon attacked this turn",
    "you cast 2 or more spells this turn",
    "an opponent cast no spells this turn", "you gained 2 or more life this turn", "an opponent took damage this turn",
    "this was dealt damage this turn", "this did not attack this turn", "there are 3 or more summons",
    "your vim is at least twice an opponent's vim", "you control a ready wizard and you have 10 or more life",
    "you have 5 or less life or you control a boss",
)  # fmt: skip
COSTS = (
    "act", "act", "1 vim", "2 vim", "1 ether", "1 life", "act a wizard you control", "act a summon you control",
    "defeat a summon you control", "discard a spell in your spellbook", "discard a summon in your castle",
    "return a summon you control to its owner's castle", "turn a wizard you control face-down", "this loses 1 strength",
    "all your vim", "half your life", "act, 1 vim and 1 life", "X vim",
)  # fmt: skip
ONE = (
    "a summon", "a summon you control", "a summon an opponent controls", "another summon", "another summon you control",
    "a summon or boss", "a boss", "a boss you control", "a red summon", "a ready summon you control", "an acted summon",
    "a summon with 3 or less strength", "a summon with 2 to 5 strength", "a summon with the most strength",
    "a summon an opponent controls with the least strength", "a summon with strength less than the strength of this",
    "an enchanted summon", "a summon that attacked this turn", "a summon in an adjacent column",
)  # fmt: skip
MANY = (
    "two summons", "two summons you control", "up to two summons", "up to two summons or bosses you control",
    "any number of summons you control", "each summon", "each other summon", "each summon you control",
    "each summon an opponent controls", "each red summon", "each acted summon", "each summon and each other boss",
    "each summon with the least strength", "each summon facing this", "each other summon in this column",
    "each summon in an adjacent column", "each summon that attacked this turn",
)  # fmt: skip
WIZARDS = ("a wizard you control", "a wizard an opponent controls", "each wizard you control", "a wizard")
PLAYERS = ("you", "an opponent", "each opponent", "each player", "a player")
FOR_EACH = (
    "for each summon you control", "for each wizard you control", "for each card in your graveyard",
    "for each summon", "for each spell you cast this turn",
)  # fmt: skip
EQUAL = (
    "the number of summons in your graveyard", "the total strength of summons you control", "your vim", "your ether",
    "half your life", "half an opponent's life", "twice your ether", "the strength of this", "an opponent's vim",
    "the number of cards in an opponent's graveyard", "the damage you took this turn",
    "half the total strength of summons rounded up",
)  # fmt: skip
UNTIL = (
    "until the end of the turn", "until the start of your next turn", "until the end of your next turn",
    "until an opponent's next main phase", "for the rest of the game",
)  # fmt: skip
CONTINUOUS = (
    "This has 1 more strength for each wizard you control", "Each other summon you control has 1 more strength",
    "While you control a boss, each summon an opponent controls has 1 less strength",
    "During an opponent's turn, this has 2 more strength", "While this is acted, this cannot be attacked",
    "This cannot attack bosses", "This can attack only bosses", "This cannot be attacked by summons",
    "This cannot be blocked by summons with 3 or less strength", "This cannot be chosen by spells",
    "Each summon you control cannot be chosen by an opponent", "This cannot be dealt damage by spells",
    "This cannot be defeated in battle", "This cannot be dealt damage in battle",
    "Each wizard you control cannot be turned face-down", "Each summon an opponent controls cannot move",
    "Each summon an opponent controls cannot be returned", "This cannot lose strength", "This takes 1 less damage",
    "Each summon you control deals 1 more damage in battle", "This deals double damage",
    "Red spells you cast cost 1 less vim", "Spells cost 1 more vim",
    "The first spell you cast each turn costs 1 less vim",
    "Each summon you control has 1 more strength unless it is your turn", "Each opponent cannot cast spells",
    "This can attack opponents even if they control summons", "This can block attacks in any column",
    "This must attack each turn if able", "Each opponent cannot gain life", "This cannot be defeated",
    "While an opponent has more life than you, this has 2 more strength",
)  # fmt: skip
INSTEAD = (
    "When this would be defeated: Return this to its owner's castle instead",
    "When this would take damage in battle: This gains 1 strength instead",
)  # fmt: skip
HOSTED = (
    "The enchanted summon gains 2 strength", "The enchanted summon loses 1 strength",
    "The enchanted summon cannot attack", "The enchanted summon cannot block",
    "The enchanted summon takes 1 less damage", "The enchanted summon has 1 more strength for each summon you control",
)  # fmt: skip
HOST_EVENTS = (
    "When the enchanted card attacks", "When the enchanted card is defeated", "At the start of your startup phase",
    "At the end of your turn", "When the enchanted card takes damage",
)  # fmt: skip


EFFECTS = (
    "{cards} gains {amount strength}", "{cards} gains {1|2} strength {until}", "{cards} loses {1|2} strength",
    "{cards} loses 1 strength {until}", "{players} gains {amount life}", "{players} loses {amount life}",
    "{players} gains {1|2} {vim|ether}", "{players} loses {1|2} {vim|ether}", "deal {1|2|3} damage to {cards}",
    "deal {1|2} damage to {players}", "deal damage to {one} equal to {equal}",
    "deal 2 damage to {a summon or a player|a summon and an opponent}", "a summon you control deals 2 damage to {one}",
    "{cards} takes 1 damage", "ready {cards}", "act {cards}", "defeat {one}", "turn {wizards} face-{up|down}",
    "turn a boss {you control face-up|an opponent controls face-down}",
    "move {a summon you control|a summon|this} to an {adjacent|open} column",
    "swap a summon you control with a summon you control",
    "discard {a spell in your spellbook|a card in your castle or spellbook|a summon on the battlefield}",
    "an opponent discards a {spell in their spellbook|summon in their castle}",
    "return {one} to its owner's castle",
    "return a {summon in your graveyard to your castle|spell in your graveyard to your spellbook}",
    "put a summon in your graveyard onto the battlefield{| acted}",
    "put a summon in an opponent's castle into its owner's graveyard", "remove all enchantments from {cards}",
    "conduct a summon", "double your vim", "halve the strength of {one}",
    "the strength of {one} becomes {1|5}{| until the end of the turn}",
    "your life becomes equal to {an opponent's life|your vim}", "a summon you control battles {one}",
    "prevent the next {2 damage|damage} that would be dealt to {you|a summon you control} until the end of the turn",
    "prevent all damage that would be dealt to {a summon you control|this} until the start of your next turn",
    "{cards} cannot {attack|block|be blocked|be attacked} {until}",
    "gain control of a summon an opponent controls{| until the end of the turn}",
    "each opponent defeats a summon that player controls",
    "the next spell you cast costs {1|2} less vim until the end of the turn",
)  # fmt: skip
LATER = (
    "at the end of the turn, ", "at the start of your next turn, ", "at the start of your next main phase, ",
    "at the end of your next turn, ", "until the end of the turn, when a summon you control is defeated, ",
    "until the start of your next turn, when a summon an opponent controls attacks, ",
    "the next time a summon an opponent controls attacks, ", "until the end of the turn, when this deals damage, ",
)  # fmt: skip
HOSTED_DEEDS = "{The enchanted card gains 1 strength|You gain 1 life|The enchanted card loses 1 strength}"
LISTS = {"one": ONE, "players": PLAYERS, "wizards": WIZARDS, "until": UNTIL[:4], "equal": EQUAL,
         "cards": (*ONE, *ONE, *MANY, "this")}  # fmt: skip


def _upper(said):
    return said[0].upper() + said[1:]


class Sayings:
    """Random sentences; what a seed says is the same in every process."""

    def __init__(self, seed):
        self.luck = random.Random(seed)

    def filled(self, form):
        """A form with something in each of its gaps: one of a list, one of what is parted by bars, or an amount."""
        return re.sub(r"\{(.*?)\}", lambda gap: self._in_gap(gap[1]), form)

    def _in_gap(self, gap):
        if gap.startswith("amount "):
            return self.filled(self.amount(gap.removeprefix("amount ")))
        return self.luck.choice(LISTS.get(gap) or gap.split("|"))

    def amount(self, what):
        """So much of that: a number, a number for each, or a measure."""
        way = self.luck.randrange(6)
        if way == 4:
            return f"1 {what} {self.luck.choice(FOR_EACH)}"
        return f"{what} equal to {{equal}}" if way == 5 else f"{{1|2|3}} {what}"

    def effect(self):
        """One deed, without a dot."""
        return self.filled(self.luck.choice(EFFECTS))

    def body(self):
        """Sentences, with their dots."""
        way = self.luck.randrange(12)
        if way == 0:
            return f"Choose one: • {_upper(self.effect())}. • {_upper(self.effect())}."
        if way == 1:
            return f"{_upper(self.effect())} {self.filled('{if|unless}')} {self.luck.choice(STATES)}."
        if way == 2:
            done = self.filled("{pay 1 vim|pay 1 life|discard a spell in your spellbook}")
            return f"You may {done}. If you do, {self.effect()}. Otherwise, {self.effect()}."
        if way == 3:
            return f"{_upper(self.luck.choice(LATER) + self.effect())}."
        first = f"{_upper(self.effect())}."
        return f"{first} {_upper(self.effect())}." if way < 6 else first

    def on_a_card(self):
        """An ability of a summon, wizard or boss."""
        way = self.luck.randrange(12)
        if way < 3:
            return self.luck.choice(CONTINUOUS if way < 2 else INSTEAD) + "."
        head = self.head()
        limit = " Use this ability only once per turn." if self.luck.randrange(5) == 0 or "vim" not in head else ""
        return f"{head}: {self.body()}{limit}"

    def head(self):
        """Conditions and cost."""
        if self.luck.randrange(3):
            said = f"When {self.luck.choice(EVENTS)}"
            if self.luck.randrange(5) == 0:
                said += f", if {self.luck.choice(STATES)}"
            return said + (f", [{self.luck.choice(COSTS)}]" if self.luck.randrange(6) == 0 else "")
        said = self.luck.choice(MOMENTS)
        if self.luck.randrange(4) == 0:
            said += f", if {self.luck.choice(STATES)}"
        return f"{said}, [{self.luck.choice(COSTS)}]"

    def on_a_spell(self):
        """The texts of a spell."""
        way = self.luck.randrange(8)
        if way == 0:
            whom = self.filled("{a summon|a summon you control|a summon an opponent controls}")
            return [f"Enchant {whom}. {self.luck.choice(HOSTED)}."]
        if way == 1:
            return ["Enchant a summon.", f"{self.luck.choice(HOST_EVENTS)}: {self.filled(HOSTED_DEEDS)}."]
        if way == 2:
            return [f"When {self.luck.choice(EVENTS[22:])}: {self.body()}"]
        return [f"[{self.luck.choice(COSTS[2:])}]: {self.body()}" if way == 3 else self.body()]


@cache
def _printed(kind, color, text, must):
    """A sentence in the canonical wording; None where the engine does not read it on such a card."""
    face = Card("Fox", kind, color, condition="" if kind in (CardType.SUMMON, CardType.BOSS) else None,
                strength=5 if kind in (CardType.SUMMON, CardType.BOSS) else None,
                cost=1 if kind is CardType.SPELL else None, abilities=(Ability(text, must),))  # fmt: skip
    read = read_text(text, mandatory=must, card=face).text
    return None if read is None else print_text(read, card_type=kind)


def _known(text, kind):
    from tests.engine.bos.second_interpreter import sentences

    try:
        sentences.ability(text, str(kind))
    except Unknown:
        return False
    return True


def texts_of(say, kind, color, refused=None):
    """The abilities of a card: canonical sentences that both interpreters read."""
    while True:
        said = say.on_a_spell() if kind is CardType.SPELL else [say.on_a_card()]
        printed = [_printed(kind, color, text, False) for text in said]
        for text, canonical in zip(said, printed, strict=True):
            if refused is not None and (canonical is None or not _known(canonical, kind)):
                refused[text] = canonical
        if None not in printed and all(_known(text, kind) for text in printed):
            return tuple(Ability(text, False) for text in printed)


NAMES = {
    CardType.BOSS: ("Chief",),
    CardType.WIZARD: ("Ada", "Bea", "Cora"),
    CardType.SUMMON: ("Fox", "Elk", "Imp", "Owl", "Plain"),
    CardType.SPELL: ("Word", "Charm", "Spark", "Song", "Hex"),
}
COPIES = {CardType.BOSS: 1, CardType.WIZARD: 1, CardType.SUMMON: 2, CardType.SPELL: 2}


def wild_table(seed, *, sayings=Sayings):
    """Two lists of such cards, and the table they are played on."""
    say = sayings(seed)
    cards, lists = [], {}
    for seat, color in ((1, Color.RED), (2, Color.BLUE)):
        mine = [_card(say, kind, color, f"{name} {'of Red' if seat == 1 else 'of Blue'}")
                for kind, names in NAMES.items() for name in names]  # fmt: skip
        lists[seat] = "\n".join(f"{COPIES[card.type]} {card.name}" for card in mine)
        cards += mine
    return random_players.Table(lists[1], lists[2], Pool(tuple(cards)), first=1 + say.luck.randrange(2))


def _card(say, kind, color, name):
    silent = name.startswith("Plain") or (kind is not CardType.SPELL and say.luck.randrange(3) == 0)
    texts = () if silent else texts_of(say, kind, color)
    strong = kind in (CardType.SUMMON, CardType.BOSS)
    condition = {CardType.SUMMON: f"Conduct a summon with any {color} wizard.", CardType.BOSS: ""}.get(kind)
    return Card(name, kind, color, condition=condition, strength=say.luck.randrange(2, 8) if strong else None,
                cost=say.luck.randrange(0, 3) if kind is CardType.SPELL else None, abilities=texts)  # fmt: skip
