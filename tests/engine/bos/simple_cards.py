"""A small catalogue for the table: red and yellow cards say nothing that acts by itself, blue ones do.

Bosses of red and yellow have no condition, so that whole games with bosses can be judged.
"""

from functools import cache

from engine.bos import game as bos
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Ability, Card, CardType, Color
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.records.record_setup import open_game
from engine.bos.rules.initial_state import start
from engine.contract import Given
from engine.log import read
from engine.verdict import judge_text


def wizard(name, color, *texts, mandatory=False):
    return Card(name, CardType.WIZARD, Color(color), abilities=abilities(texts, mandatory))


def summon(name, color, strength, condition, *texts, mandatory=False):
    return Card(
        name,
        CardType.SUMMON,
        Color(color),
        condition=condition,
        strength=strength,
        abilities=abilities(texts, mandatory),
    )


def spell(name, color, cost, text):
    return Card(name, CardType.SPELL, Color(color), cost=cost, abilities=abilities([text], False))


def boss(name, color, strength, condition=""):
    return Card(name, CardType.BOSS, Color(color), condition=condition, strength=strength)


def abilities(texts, mandatory):
    return tuple(Ability(text, mandatory) for text in texts)


CARDS = (
    boss("Furnace Tyrant", "red", 7),
    wizard("Ember Adept", "red"),
    wizard("Ash Caller", "red"),
    wizard("Flint Novice", "red", "During your main phase, [act]: Another summon you control gains 1 strength."),
    summon("Cinder Imp", "red", 3, "Conduct a summon with any red wizard."),
    summon("Lava Hound", "red", 5, "Conduct a summon with Ember Adept."),
    summon("Smoke Runner", "red", 4, "Summon using Ash Caller"),
    summon("Slag Brute", "red", 8, "Conduct a summon with two red wizards."),
    summon("Cinder Wolf", "red", 30, "Conduct a summon with any red wizard."),
    spell("Bellows", "red", 1, "A summon you control gains 2 strength."),
    spell("Thrown Brand", "red", 2, "Deal 3 damage to a summon."),
    spell("Stoked Fury", "red", 4, "Ready a summon you control."),
    spell("Spiteful Sparks", "red", 1, "When a summon you control is defeated: Deal 2 damage to a summon."),
    boss("Mother of Hives", "yellow", 8),
    wizard("Dawn Herald", "yellow"),
    wizard("Meadow Warden", "yellow"),
    wizard("Orchard Hermit", "yellow"),
    summon("Field Sentinel", "yellow", 4, "Conduct a summon with any yellow wizard."),
    summon("Ambercrest Stag", "yellow", 6, "Conduct a summon with Dawn Herald."),
    summon("Granite Ox", "yellow", 6, "Conduct a summon with Meadow Warden."),
    summon("Honeycomb Bear", "yellow", 5, "Conduct a summon with Orchard Hermit."),
    spell("Bark Ward", "yellow", 2, "A summon you control gains 3 strength."),
    spell("Warm Rain Hymn", "yellow", 1, "You gain 3 life."),
    spell("Threshing Feast", "yellow", 3, "Each summon you control gains 1 strength."),
    spell("Sudden Orchard", "yellow", 0, "You gain 2 vim for each summon you control."),
    boss("Abyss Regent", "blue", 7, "If an opponent has more life than you."),
    wizard("Tide Reader", "blue"),
    wizard("Rime Scholar", "blue", "Summons you control have 1 more strength."),
    wizard("Lantern Keeper", "blue", "During your main phase, [act]: Act a summon an opponent controls."),
    wizard("Fog Weaver", "blue", "When a summon you control is defeated: You must gain 2 life.", mandatory=True),
    summon("Glass Heron", "blue", 3, "Conduct a summon with any blue wizard."),
    summon(
        "Undertow Eel",
        "blue",
        4,
        "Conduct a summon with any blue wizard.",
        "When this blocks: This must gain 1 strength.",
        mandatory=True,
    ),
    summon(
        "Anvil Pike",
        "blue",
        4,
        "Conduct a summon with any blue wizard.",
        "When this attacks: This must gain 1 strength.",
        mandatory=True,
    ),
    summon(
        "Silver Moth", "blue", 2, "Conduct a summon with any blue wizard.", "When this is summoned: You may gain 1 vim."
    ),
    summon(
        "Moon Carp",
        "blue",
        2,
        "Conduct a summon with any blue wizard.",
        "At the start of your ending phase: You must gain 1 vim.",
        mandatory=True,
    ),
    summon("Bell of Nine", "blue", 2, "Conduct a summon with a blue wizard while you control no other summon."),
    spell("Rimebind", "blue", 1, "Act a summon."),
    spell("Late Tide", "blue", 2, "If an opponent has more life than you: You gain 5 life."),
    spell("Still Water", "blue", 3, "Enchant a summon. The enchanted summon cannot attack."),
    spell("Unmaking Mist", "blue", 1, "Remove all enchantments from a summon."),
)

POOL = Pool(CARDS)

LISTS = {
    "red": """
        Furnace Tyrant
        Ember Adept
        Ash Caller
        Flint Novice
        3 Cinder Imp
        3 Lava Hound
        2 Smoke Runner
        2 Slag Brute
        3 Bellows
        3 Thrown Brand
        3 Stoked Fury
        Spiteful Sparks
        Reserves
        1 Smoke Runner
        2 Cinder Wolf
        2 Spiteful Sparks""",
    "yellow": """
        Mother of Hives
        Dawn Herald
        Meadow Warden
        Orchard Hermit
        3 Field Sentinel
        3 Ambercrest Stag
        3 Granite Ox
        Honeycomb Bear
        3 Bark Ward
        3 Warm Rain Hymn
        3 Threshing Feast
        Sudden Orchard
        Reserves
        2 Honeycomb Bear""",
    "blue": """
        Abyss Regent
        Tide Reader
        Lantern Keeper
        Fog Weaver
        3 Glass Heron
        2 Undertow Eel
        2 Anvil Pike
        Silver Moth
        Moon Carp
        Bell of Nine
        3 Rimebind
        3 Late Tide
        3 Still Water
        Unmaking Mist""",
    "rime": """
        Abyss Regent
        Tide Reader
        Lantern Keeper
        Rime Scholar
        3 Glass Heron
        2 Undertow Eel
        2 Anvil Pike
        Silver Moth
        Moon Carp
        Bell of Nine
        3 Rimebind
        3 Late Tide
        3 Still Water
        Unmaking Mist""",
    "eleven": """
        Furnace Tyrant
        Ember Adept
        Ash Caller
        Flint Novice
        3 Cinder Imp
        3 Lava Hound
        3 Smoke Runner
        2 Slag Brute
        3 Bellows
        3 Thrown Brand
        3 Stoked Fury
        Spiteful Sparks""",
}

HEAD = """\
[Game BOS] [Rules bos-1] [Bid P1 4 P2 7] [First P1]
[Wizards P1 Ember Adept, Ash Caller, Flint Novice]
[Wizards P2 Dawn Herald, Meadow Warden, Orchard Hermit]
"""
RED_AND_YELLOW = {"P1": LISTS["red"], "P2": LISTS["yellow"]}


def judged(lines, *, head=HEAD, decks=RED_AND_YELLOW, pool=POOL, edition=DEFAULT_EDITION, pinned=None):
    """The finding on a game whose lines stand one below the other, or are parted by semicolons."""
    text = "\n".join(line.strip() for line in lines.replace(";", "\n").splitlines())
    return judge_text(bos, head + text, Given(decks, pool, edition, pinned=pinned))


def told(lines, **more):
    """The finding in short: what, which line, which rule."""
    found = judged(lines, **more)
    return found["finding"], found["line"], found["rule"]


@cache
def opening(*, first=1, ether="P1 4 P2 7"):
    """The setup of a duel of Anna (red, P1) and Ben (yellow, P2)."""
    head = HEAD.replace("[First P1]", f"[First P{first}]").replace("P1 4 P2 7", ether)
    return open_game(read(head), Given(RED_AND_YELLOW, POOL, DEFAULT_EDITION)).setup


def at_the_start(**more):
    """The position before anybody's first turn."""
    return start(opening(**more))
