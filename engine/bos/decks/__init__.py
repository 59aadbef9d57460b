"""Deck lists, and swaps between games."""

from engine.compiled import places

__path__[:0] = places("engine/bos/decks")
