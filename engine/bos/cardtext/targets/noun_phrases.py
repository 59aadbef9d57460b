"""What stands around any noun of a meaning: "a" or "an", a number in words, "a, b and c"."""

from __future__ import annotations

from functools import reduce

from engine.bos.cardtext.printer_words import NUMBERS
from engine.messages import Arg, Message


def a(noun: Message) -> Message:
    return Message("bos.which.an", noun=noun) if str(noun)[0] in "aeiou" else Message("bos.which.a", noun=noun)


def listed(items: list[Message], last: str) -> Message:
    """ "a, b and c"; `last` is “and” or “or”."""
    if len(items) == 1:
        return items[0]
    first = reduce(lambda before, item: Message("bos.join.comma", first=before, last=item), items[:-1])
    return Message(f"bos.join.{last}", first=first, last=items[-1])


def number_word(value: int) -> Arg:
    """A number of things: a word up to ten."""
    return Message(f"bos.number.{NUMBERS[value]}") if 0 < value < len(NUMBERS) else value
