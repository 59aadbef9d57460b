"""What the rules speak of: cards, the rulebook, editions, bids, the table, and what abilities say."""

from engine.compiled import places

__path__[:0] = places("engine/bos/model")
