"""Lists for written games of more than two whose cards are in no starter deck, and one card that beats everybody."""

from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import Pool, sample_pool
from tests.engine.bos.simple_cards import spell

SPARKS, MEADOW, ICE = (starter_decks()[name] for name in ("First Sparks", "Open Meadow", "Clear Ice"))
POOL_OF_MORE = Pool((*sample_pool().cards, spell("Common Ruin", "red", 1, "Deal 5 damage to each player.")))
"""The sample cards, and one that beats everybody at once."""

LISTS_OF_MORE = {
    "Maniac": SPARKS.replace("Furnace Tyrant", "Pyro-Maniac"),
    "Ruin": SPARKS.replace("2 Stoked Fury", "Stoked Fury\nCommon Ruin"),
    "Plague": ICE.replace("Abyss Regent", "Inevitable Plague"),
    "Turtles": MEADOW.replace("Orchard Hermit", "Millstone Elder").replace("3 Honeycomb Bear", "3 Mossback Turtle"),
    "Breakwaters": ICE.replace("Cold Bargain", "Breakwater"),
}
"""By the name that a written game calls them."""
