"""Cyclic garbage: judging, like a page of a hundred tables, makes very many values and hardly a cycle, so looking for
cycles costs more than it frees."""

from __future__ import annotations

import gc

SELDOM = 100_000
"""So many containers are made before the youngest are looked through (Python's own measure is 700)."""


def look_seldom() -> None:
    """For a process that serves or judges: what is loaded by now is never looked through, the rest seldom."""
    gc.freeze()
    gc.set_threshold(SELDOM, 20, 20)
