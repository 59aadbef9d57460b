"""Effects of spells that are carried out anew, played."""

from tests.engine.bos.ability_examples import sage, word
from tests.engine.bos.duel import YELLOW, spell

PRAY = "During your main phase, [act]:"
REPEAT = "Copy a spell in your graveyard."
STEAL = f"{PRAY} Copy a spell in an opponent's graveyard."
TWICE = "When you cast a spell, [act]: Copy it."
NEXT = "Until the end of the turn, the next time you cast a spell, copy it."
BOLT = spell("Bolt", 2, "Deal 2 damage to a summon.")
GREED = spell("Greed", 0, "[X vim]: You gain 5 life. You gain X life.")
OFFER = spell("Offer", 0, "You may discard a spell in your spellbook. If you do, you gain 5 life.")
WOE = spell("Woe", 0, "Deal 3 damage to an opponent.", color=YELLOW)
STING = spell("Sting", 0, "Deal 1 damage to a summon.", color=YELLOW)
CURSE = spell("Curse", 0, "Enchant a summon. The enchanted summon has 2 less strength.")
GUARD = spell("Guard", 0, "When a summon attacks: You gain 5 life.")

COPIED = [
    word(REPEAT, "C Bolt -> 2a; C Word -> Bolt; C Bolt -> 2a", {"2a": None, "P1 vim": 2, "P1 graveyard": 2}, BOLT),
    word(REPEAT, "C Word", "6.1.9", BOLT),
    word(REPEAT, "C Word", "6.1.9", CURSE),
    word(REPEAT, "C Greed =1; C Word -> Greed", {"P1 life": 41, "P1 vim": 3}, GREED),
    sage(STEAL, "E; T4 P2; C Woe; E; T5 P1; U wa", {"P2 life": 27, "P1 life": 27, "P2 graveyard": 1}, WOE),
    sage(STEAL, "U wa", "6.1.9", WOE),
    sage(STEAL, "E; T4 P2; C Sting -> 1a; E; T5 P1; U wa; C Sting -> 2a", {"1a": 4, "2a": 3}, STING),
    word(REPEAT, "C Offer = 0; C Word -> Offer; C Offer -> Spark1", {"P1 life": 35, "P1 graveyard": 3}, OFFER),
    word(REPEAT, "C Offer = 0; C Word -> Offer; C Offer = 0", {"P1 life": 30, "P1 graveyard": 2}, OFFER),
    sage(TWICE, "C Curse -> 2a", {"2a": 2, "1wa lies": "ready"}, CURSE),
    sage(TWICE, "C Bolt -> 2b; + wa; C Bolt -> 2a", {"2b": None, "2a": 2, "P1 vim": 2, "1wa lies": "acted"}, BOLT),
    sage(TWICE, "C Bolt -> 2b; E", {"2b": None, "2a": 4, "1wa lies": "ready"}, BOLT),
    word(NEXT, "C Word; C Bolt -> 2b; C Bolt -> 2a", {"2b": None, "2a": 2}, BOLT),
    word(NEXT, "C Word; E; T4 P2; E; T5 P1; C Bolt -> 2b", {"2b": None, "2a": 4}, BOLT),
]  # fmt: skip
