"""The notation of written games: lines, card names, option keys, canonical forms."""

from engine.compiled import places

__path__[:0] = places("engine/bos/notation")
