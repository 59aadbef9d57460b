"""What every text of the bundled catalogue, of the tests' catalogue and of known cards means, kept in golden.json.

`python -m tests.engine.bos.cardtext.golden` writes the file again; look at what changed before keeping it.
"""

import json
from pathlib import Path

from engine.bos.cardtext import read_boss_condition, read_summoning_condition, read_text
from engine.bos.cardtext.tree_json import tree_to_json
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Ability, Card, CardType
from tests.engine.bos.simple_cards import POOL

FILE = Path(__file__).with_name("golden.json")

# Sentences that real cards are known to print, in both editions, and those of the written example of a game.
KNOWN = (
    ("wizard", "When a summon you control is defeated, you must gain 2 life.", True),
    ("wizard", "During your main phase, act: A summon gains 3 strength.", False),
    ("wizard", "When this attacks -> You must gain 1 life.", True),
    ("wizard", "When this attacks -> You gain 1 life.", True),
    ("summon", "When this summon is summoned, you may gain 1 vim.", False),
    ("summon", "At the start of your ending phase, you must gain 1 vim.", True),
    ("spell", "A summon you control gains 3 strength.", False),
    ("spell", "Deal 3 damage to a boss.", False),
)


def card_of(kind, text, mandatory):
    """A card of that type that says only this."""
    return Card("Somebody", CardType(kind), None, abilities=(Ability(text, mandatory),))


def spoken():
    """Every ability: its card, its text, its symbol."""
    on_cards = [(card, each) for pool in (sample_pool(), POOL) for card in pool.cards for each in card.abilities]
    known = [(card_of(*said), Ability(said[1], said[2])) for said in KNOWN]
    return [(card, each.text, each.mandatory) for card, each in (*on_cards, *known)]


def conditions():
    """Every condition: its card and its text."""
    return [(card, card.condition) for pool in (sample_pool(), POOL) for card in pool.cards if card.condition]


def meaning(card, text, mandatory):
    """The tree of an ability as data; None where there is none."""
    read = read_text(text, mandatory=mandatory, card=card, pool=sample_pool()).text
    return read and tree_to_json(read)


def condition(card, text):
    """The tree of a condition as data; None where there is none."""
    summons = card.type is CardType.SUMMON
    read = read_summoning_condition(text, sample_pool()).condition if summons else read_boss_condition(text).condition
    return read and tree_to_json(read)


def key(card, text, mandatory=False):
    """Under which words the file keeps a text: what it stands on belongs to its meaning."""
    kind = card.type.value if card.type else "card"
    return f"{kind}{', must' if mandatory else ''}: {text}"


def condition_key(card, text):
    """Under which words the file keeps a condition."""
    return f"condition of a {key(card, text)}"


def everything():
    """The file as it should be."""
    said = {key(*each): meaning(*each) for each in spoken()}
    asked = {condition_key(*each): condition(*each) for each in conditions()}
    return dict(sorted({**said, **asked}.items()))


if __name__ == "__main__":
    FILE.write_text(json.dumps(everything(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
