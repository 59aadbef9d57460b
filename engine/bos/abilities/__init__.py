"""What abilities mean on a table: targets, amounts, conditions, triggers and continuous effects."""

from engine.compiled import places

__path__[:0] = places("engine/bos/abilities")
