"""Written games: the setup they tell of, what each line means, and their clocks."""

from engine.compiled import places

__path__[:0] = places("engine/bos/records")
