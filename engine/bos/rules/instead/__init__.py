"""What happens instead of an event: asking for it, and the event after all."""

from engine.compiled import places

__path__[:0] = places("engine/bos/rules/instead")
