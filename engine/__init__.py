"""Rules of games, pure: standard library only, no clock, no luck, no input or output outside `__main__`."""

from engine.compiled import places

__path__[:0] = places("engine")

__version__ = "0.1.0"

RULESETS = {"BOS": "engine.bos"}
"""Games that can be judged: the name in a record's `[Game …]` header, and the package that knows its rules."""
