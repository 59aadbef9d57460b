"""Seats that leave the game, and seats that come back to it."""

from engine.compiled import places

__path__[:0] = places("engine/bos/rules/seats")
