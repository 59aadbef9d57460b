"""Pairs of texts that say the same in other words, made from small lists of words."""

import re
from functools import cache
from itertools import product
from typing import NamedTuple

from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import CardType
from tests.engine.bos.ability_examples import Scene
from tests.engine.bos.side_by_side import SPELL, SUMMON, WIZARD

LASTING = ("until the end of the turn", "until the start of your next turn", "until the end of your next turn")
MANY = ("summons", "wizards", "bosses")
ONE = ("summon", "wizard", "boss")
USED = "During your main phase, [act]: "


class Twins(NamedTuple):
    """Two texts on a card of one type, and what is said otherwise in the second."""

    family: str
    """What is said otherwise."""
    kind: CardType
    """The type of the card."""
    one: str
    """A text."""
    other: str
    """The other text."""


def sentences():
    """Texts with the type of their card: of the bundled cards and of the scenes of the language page."""
    from tests.engine.bos.test_language_behaviour import SCENES

    for face in sample_pool().cards:
        if face.type is not None:
            yield from ((face.type, ability.text) for ability in face.abilities)
    for scene in (scene for section in SCENES.values() for scene in section):
        yield from _of_a_scene(scene)


def _of_a_scene(scene: Scene):
    for face in scene.cards:
        yield from ((face.type, each.text) for each in face.abilities if each.text == scene.sentence)


def _reworded(family, pattern, new):
    """Every sentence in which the pattern is found, with all of it said otherwise."""
    for kind, text in dict.fromkeys(sentences()):
        said = re.sub(pattern, new, text)
        if said != text:
            yield Twins(family, kind, text, said[0].upper() + said[1:])


def own_name():
    """ "Fox" for "this"."""
    no_card = "turn|ability|way|wizard's|game|phase|battle|column|summon|wizard|boss|spell|card|one"
    after = "(?<!facing )(?<!adjacent to )(?<!in front of )(?<! on )(?<! with )(?<!t attack )(?<!while )"
    for pair in _reworded("own name", rf"{after}\b[Tt]his\b(?!'s)(?! (?:{no_card})\b)", "Fox"):
        if '"' not in pair.one:  # in quotes "this" is the card that is given the ability
            yield pair


def possessives():
    """ "Your summons" for "summons you control", "an opponent's boss" for "a boss an opponent controls"."""
    for word in MANY:
        yield from _reworded(
            "your", rf"(?i)(?<!two )(?<!three )(?<!adjacent )(?<! or )\b{word} you control\b", f"your {word}"
        )
    for word in ONE:
        yield from _reworded("an opponent's", rf"\b[Aa] {word} an opponent controls\b", f"an opponent's {word}")
        yield from _reworded("one of your", rf"\b[Aa] {word} you control\b", f"one of your {_many(word)}")
        yield from _reworded("each of your", rf"\b[Ee]ach {word} you control\b", f"each of your {_many(word)}")


def _many(word):
    return MANY[ONE.index(word)]


HAPPENS = (
    ("When a summon attacks this", "When this is attacked by a summon"),
    ("When a summon an opponent controls attacks this", "When this is attacked by a summon an opponent controls"),
    ("When a summon attacks a summon you control", "When a summon you control is attacked by a summon"),
    ("When a summon blocks this", "When this is blocked by a summon"),
    ("When this blocks a summon", "When a summon is blocked by this"),
    ("When this attacks a summon", "When a summon is attacked by this"),
    ("When this attacks a boss", "When a boss is attacked by this"),
    ("When this defeats a summon", "When a summon is defeated by this"),
    ("When this defeats a summon in battle", "When a summon is defeated in battle by this"),
    ("When a summon you control defeats a summon", "When a summon is defeated by a summon you control"),
    ("When an opponent casts a spell", "When a spell is cast by an opponent"),
    ("When you cast a spell", "When a spell is cast by you"),
    ("When you summon a summon", "When a summon is summoned by you"),
    ("When this deals damage to a summon", "When a summon is dealt damage by this"),
    ("When this deals damage to an opponent", "When an opponent is dealt damage by this"),
    ("When this takes damage", "When this is dealt damage"),
    ("When you take damage", "When you are dealt damage"),
    ("When this is defeated", "When this dies"),
)
FOLLOWS = (
    "You gain 1 life.", "This gains 1 strength.", "An opponent loses 1 vim.", "Each summon gains 1 strength.",
    "That summon loses 1 strength.", "Act that summon.", "Deal 1 damage to that summon.", "Ready that summon.",
    "That summon cannot attack until the end of the turn.", "At the end of the turn, defeat that summon.",
    "You must gain 2 vim.", "Return that summon to its owner's castle.",
)  # fmt: skip


def passives():
    """The passive for the active; "that summon" is the other card."""
    for (active, passive), follows in product(HAPPENS, FOLLOWS):
        if "that summon" not in follows.lower() or active.count("summon") == 1:
            yield Twins("passive", SUMMON, f"{active}: {follows}", f"{passive}: {follows}")


FIRST = (
    "Ready a summon you control", "Act a summon", "A summon gains 2 strength", "Deal 1 damage to a summon",
    "A summon an opponent controls loses 1 strength", "Choose a summon you control", "Choose a summon",
    "Remove all enchantments from a summon", "Move a summon you control to an adjacent column",
)  # fmt: skip
ACTED_ON = ("Ready {}", "Act {}", "Deal 2 damage to {}", "Defeat {}", "Return {} to its owner's castle",
    "At the end of the turn, defeat {}", "Remove all enchantments from {}")  # fmt: skip
SUBJECT = (
    "{} gains 1 strength", "{} loses 1 strength", "{} cannot attack until the end of the turn",
    "{} cannot block until the end of your next turn", "{} gains strength equal to its strength",
    "At the end of the turn, {} loses 3 strength", "Until the end of the turn, when {} attacks, you gain 1 life",
    "{} gains 2 strength until the end of the turn", "You gain life equal to {}'s strength",
)  # fmt: skip


def pronouns():
    """A pronoun for the noun it stands for."""
    for first, then in product(FIRST, (*ACTED_ON, *SUBJECT)):
        whose = then.replace("{}'s", "its") if "{}'s" in then else then.format("it")
        noun = then.format("that summon")
        one, other = (f"{first}. {said[0].upper()}{said[1:]}." for said in (whose, noun))
        yield Twins("pronoun", SPELL, one, other)
        yield Twins("pronoun", WIZARD, f"{USED}{one}", f"{USED}{other}")


AT_ONCE = ("gains 1 strength", "loses 1 strength", "acts", "readies")
FOR_A_TIME = ("gains 2 strength", "loses 2 strength", "cannot block", "cannot attack", "cannot be attacked")
SUBJECTS = ("A summon", "A summon you control", "A summon an opponent controls", "A boss", "A summon or boss")


def one_for_two():
    """One sentence with two verbs for two sentences; a duration behind both is one of both (G-290)."""
    for subject in SUBJECTS:
        said = [(one, other, "") for one, other in product(AT_ONCE, AT_ONCE) if one != other]
        said += [
            (*each, f" {until}")
            for each in product(FOR_A_TIME, FOR_A_TIME)
            for until in LASTING[:2]
            if each[0] != each[1]
        ]
        for one, other, until in said:
            joined, parted = f"{subject} {one} and {other}{until}.", f"{subject} {one}{until}. It {other}{until}."
            yield Twins("one sentence", SPELL, joined, parted)
            yield Twins("one sentence", SUMMON, f"When this attacks: {joined}", f"When this attacks: {parted}")


DEEDS = (
    "a summon you control gains 2 strength", "a summon cannot attack", "each summon you control gains 1 strength",
    "each summon an opponent controls cannot block", "an opponent cannot cast spells", "this cannot be attacked",
    "this cannot be defeated in battle", "spells you cast cost 1 less vim", "red spells you cast cost 2 less vim",
    "a boss loses 2 strength", "each opponent cannot gain life", "a summon cannot be dealt damage",
)  # fmt: skip
LATER = ("at the end of the turn", "at the end of your next turn", "at the start of your next turn",
    "at the start of an opponent's next turn")  # fmt: skip
LATE = ("you gain 2 life", "ready this", "each summon loses 1 strength", "an opponent loses 3 life", "defeat this",
    "deal 1 damage to each summon", "return this to its owner's castle")  # fmt: skip
SO = ("you control a boss", "you have 10 or less life", "an opponent controls 2 or more summons", "this is acted",
    "it is your turn", "an opponent has more life than you")  # fmt: skip
ALWAYS = ("this has 2 more strength", "this cannot be attacked", "each other summon you control has 1 more strength",
    "each summon an opponent controls has 1 less strength", "spells cost 1 more vim")  # fmt: skip


def places():
    """A duration, a moment or a state before what it is about and behind it."""
    for before, then in (*product(LASTING, DEEDS), *product(LATER, LATE)):
        yield Twins("moment behind", SUMMON, _said(USED, before, then), _said(USED, then, before, comma=False))
    for state, then in product(SO, ALWAYS):
        state = f"while {state}"
        yield Twins("state behind", SUMMON, _said("", state, then), _said("", then, state, comma=False))
    for state, then in product(SO, LATE):
        one, other = (f"When this attacks{word} {state}: {_capital(then)}." for word in (", if", " while"))
        yield Twins("state of an event", SUMMON, one, other)


def _said(used, first, second, comma=True):
    sentence = f"{first}, {second}." if comma else f"{first} {second}."
    return used + _capital(sentence)


def _capital(said):
    return said[0].upper() + said[1:]


@cache
def twins():
    """All pairs, each once."""
    every = (*own_name(), *possessives(), *passives(), *pronouns(), *one_for_two(), *places())
    return tuple(dict.fromkeys(every))
