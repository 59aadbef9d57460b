"""Luck that follows from a word: ids, tokens and lots are the same in two worlds, so that a difference is no chance."""

import hashlib
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager

LOT = random.Random(1)


@contextmanager
def by_seed() -> Iterator[None]:
    """Whatever the system would draw is drawn from one lot."""
    drawn = os.urandom, random._urandom
    os.urandom = random._urandom = LOT.randbytes
    try:
        yield
    finally:
        os.urandom, random._urandom = drawn


def follow(*words: str) -> None:
    """From here on luck follows from these words alone."""
    LOT.seed(hashlib.sha256("/".join(words).encode()).digest())
