"""The rules at work: what is legal, what happens, and what is asked next."""

from engine.compiled import places

__path__[:0] = places("engine/bos/rules")
