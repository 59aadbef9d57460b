"""Rules of games, pure: standard library only, no clock, no luck, no input or output outside `__main__`."""

from engine.compiled import places

__path__[:0] = places("engine")

__version__ = "0.1.0"
