"""BOS, the card game without luck: cards, decks, bids, the duel, and the rulebook its verdicts cite."""

from engine.compiled import places

__path__[:0] = places("engine/bos")
