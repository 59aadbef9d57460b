"""The cards of a pool in the canonical wording, which is all that this interpreter reads."""

from functools import cache

from engine.bos.cardtext import read_boss_condition, read_summoning_condition, read_text
from engine.bos.cardtext.printer import print_boss_condition, print_summoning_condition, print_text
from tests.engine.bos.second_interpreter import records


@cache
def canonical(card, pool):
    """A card as an entry of a catalogue, with every text as the engine prints it."""
    return {
        "name": card.name, "type": str(card.type), "color": str(card.color), "strength": card.strength,
        "cost": card.cost, "condition": _condition(card, pool),
        "abilities": [{"text": _text(card, one), "mandatory": one.mandatory} for one in card.abilities],
    }  # fmt: skip


def _text(card, ability):
    read = read_text(ability.text, mandatory=ability.mandatory, card=card).text
    return ability.text if read is None else print_text(read, card_type=card.type)


def _condition(card, pool):
    if not card.condition:
        return card.condition
    if card.type == "boss":
        read = read_boss_condition(card.condition).condition
        return card.condition if read is None else print_boss_condition(read)
    read = read_summoning_condition(card.condition, pool, card=card).condition
    return card.condition if read is None else print_summoning_condition(read)


def faces(pool):
    """The cards of a pool by name, as this interpreter reads them."""
    return records.faces(canonical(card, pool) for card in pool.cards if card.playable)
