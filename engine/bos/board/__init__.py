"""What a board on a screen needs of a position: the lines that may follow, and what to tap for each."""

from engine.compiled import places

__path__[:0] = places("engine/bos/board")
