"""Piles that are shown and looked at, and spells that are cast out of them, played."""

from tests.engine.bos.ability_examples import sage, word

SPY = "An opponent reveals their castle. Choose a summon in an opponent's castle. Put it into its owner's graveyard."
PEEK = "Look at an opponent's spellbook. You gain 1 life."
SHOW = "Reveal a spell in your spellbook. You gain 1 life."
AGAIN = "During your main phase, [act]: Cast a spell in your graveyard without paying its cost."
BUY = "During your main phase, [act]: Cast a spell in your graveyard."

SHOWN = [
    word(SPY, "C Word -> Elk7", {"P2 castle": 7, "P2 graveyard": 1, "Elk7 is in": "graveyard"}),
    word(PEEK, "C Word", {"P1 life": 31}),
    word(SHOW, "C Word -> Spark1", {"P1 life": 31, "P1 spellbook": 9}),
    sage(AGAIN, "C Spark1; U wa", {"P1 vim": 5, "P1 graveyard": 1, "1wa lies": "acted"}),
    sage(AGAIN, "U wa", "6.1.9"),
    sage(BUY, "C Spark1; U wa", {"P1 vim": 4, "P1 graveyard": 1, "1wa lies": "acted"}),
]  # fmt: skip
