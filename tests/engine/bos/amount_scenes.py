"""Scenes for calculated amounts, costs of spells and combined strength, in the order of their rows on the page."""

from tests.engine.bos.ability_examples import HERE, fox, state, word
from tests.engine.bos.duel import YELLOW, spell

BENS_TURN = f"{HERE}; E; T4 P2"
COIN = spell("Coin", 1, "You gain 1 life.")
DEAR = spell("Dear", 4, "You gain 1 ether.")
FEED = spell("Feed", 0, "A summon gains 1 strength.")
GEM = spell("Gem", 1, "You gain 1 life.")
TOLL = spell("Toll", 3, "You gain 1 life.", color=YELLOW)
WASTE = spell("Waste", 0, "Put each summon in your castle into your graveyard.")

MEASURED = [
    word("You gain 2 life for each summon in your graveyard, up to a maximum of 6.", "C Waste; C Word",
         {"P1 life": 36}, WASTE),
    fox("When an opponent casts a spell: You gain vim equal to its cost.", "C Toll; + 1a", {"P1 vim": 7}, TOLL,
        before=BENS_TURN),
    word("You gain life equal to your vim plus 2.", "C Word", {"P1 life": 36}),
    word("You gain life equal to your vim minus the number of cards in your graveyard.", "C Spark1; C Word",
         {"P1 life": 33}),
    word("You gain life equal to the difference between an opponent's vim and your vim.", "C Word", {"P1 life": 32}),
    word("Return a spell in your graveyard with cost 2 or less to your spellbook.", "C Coin; C Word -> Coin",
         {"P1 life": 31, "P1 graveyard": 1}, COIN),
    word("Defeat each summon with exactly X strength.", "C Word = 4", {"2a": None, "2b": 2, "1a": 5, "1b": 3}),
]  # fmt: skip
FREE = [
    fox("The first spell you cast each turn costs no vim.", "C Dear", {"P1 ether": 5, "P1 vim": 4}, DEAR),
    fox("The first spell you cast each turn costs no vim.", "C Dear; C Gem", {"P1 ether": 5, "P1 vim": 3}, DEAR, GEM),
    fox("Spells you cast cost 1 less vim for each face-down wizard you control.", "S c Imp1; C Dear",
        {"P1 ether": 5, "P1 vim": 1}, DEAR),
    fox("Spells you cast cost less vim equal to your ether.", "C Dear", {"P1 ether": 5, "P1 vim": 4}, DEAR),
]  # fmt: skip
TOGETHER = [
    *state("you control 2 or more summons with a combined strength of 9 or more", "C Feed -> b; ", "S c Imp1; ", FEED),
]
