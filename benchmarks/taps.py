"""How many taps it takes to record a game on one shared phone: `python -m benchmarks.taps`.

Magpie plays Magpie, and each line of theirs is found on a board that knows neither list, as the phone of a table shows
it: its places are tapped until one line is left; a line that is tapped like others is chosen among them; a card that
nobody has shown yet is chosen from the catalogue first. What follows by itself takes no tap. Games differ: a short one
is a busy one. The bound, which is for nine turns, stands beside the figure of all games together.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from benchmarks import board
from benchmarks.bot_games import Game as Pairing
from engine.bos import game as bos
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.game import as_known
from engine.contract import Given
from engine.lines import NextLine
from engine.log import read as read_log
from engine.record_growth import Grown, grow

BOUND = 110
"""The most taps for a game of nine turns."""
TURNS = 9
FROM_CATALOGUE, PLAYED_BEFORE = 2, 1
"""Taps to pick up a card that nobody has shown (the list and the card), and one that was played before."""
AT_LEAST = 2
"""Taps for a line that is tapped: the first one picks up."""
PLACING = 6
"""Taps to put three wizards in their columns, and to say so, when they do not stand as the list has them."""
NODES = 300
"""So many lines Magpie tries here before it writes one."""
CARD = re.compile(r"(S [abc]|C) (.+?)(?: ->.*| [({].*)?$")
"""What is done with a card of a pile, and its name."""


class Count(NamedTuple):
    """What it took to record one game."""

    decks: tuple[str, str]
    """Who played whom."""
    turns: int
    """Of both players together."""
    lines: int
    """Of the record."""
    taps: int
    """In all."""
    searched: int
    """How many cards came from the catalogue."""


def count(pairing: Pairing) -> Count:
    """The taps for a game of bots."""
    game = board.game_of_bots(pairing, NODES)
    given = replace(game.given, lists=as_known(game.given.lists, (), game.given.pool))
    text, taps, searched = game.heads, 2 * PLACING, 0
    played: set[str] = set()
    before = grow(bos, text, given, None)
    for number, line in enumerate(game.lines, 1):
        found = _taps(line, _options(before))
        if found is None:
            name = _named(line)
            found = (PLAYED_BEFORE if name in played else FROM_CATALOGUE) + _once_shown(text, line, given)
            searched += name not in played
            played.add(name)
        taps += found
        text += f"{number}. {line}\n"
        before = grow(bos, text, given, before)
    turns = sum(line.startswith("T") for line in game.lines)
    return Count(pairing.decks, turns, len(game.lines), taps, searched)


def _options(here: Grown) -> list[NextLine]:
    return [line for ask in here.track.asks() for line in ask.lines.lines]


def _taps(line: str, options: Sequence[NextLine]) -> int | None:
    """How often a line of these options is tapped; None if it is not among them."""
    chosen = next((option for option in options if option.written == line), None)
    if chosen is None:
        return None
    if len(options) == 1 and line.startswith("T"):
        return 0
    tokens = set(chosen.path)
    alike = sum(tokens <= set(option.path) for option in options)
    return max(AT_LEAST, len(tokens) + (alike > 1)) if tokens else 1


def _once_shown(text: str, line: str, given: Given) -> int:
    """How often a line is tapped once its card is picked up, whoever's it is."""
    act, name = CARD.search(line)[1], _named(line)
    for seat, hidden in given.lists.items():
        named = [f"T1 {seat}", *[f"{act} {name}"] * given.edition.copies]
        log = read_log("\n".join(f"{number}. {each}" for number, each in enumerate(named, 1)), bos.acts)
        lists = {**given.lists, seat: hidden._replace(records=(log,))}
        found = _taps(line, _options(grow(bos, text, replace(given, lists=lists), None)))
        if found is not None:
            return found - 1
    raise ValueError(f"cannot be tapped: {line}")


def _named(line: str) -> str:
    """The card of a pile with which this line begins."""
    return CARD.search(line)[2].strip()


def games() -> Iterator[Pairing]:
    """Each starter deck against the next one."""
    names = list(starter_decks())
    for number, first in enumerate(names):
        yield Pairing((first, names[(number + 1) % len(names)]), ("magpie", "magpie"), number)


def main() -> int:
    """Print all figures; 1 when nine turns take too many taps."""
    counts = [count(pairing) for pairing in games()]
    for each in counts:
        first, second = each.decks
        print(f"{first} against {second}: {each.turns} turns, {each.lines} lines, {each.taps} taps, ", end="")
        print(f"{each.searched} cards from the catalogue; {TURNS * each.taps / each.turns:.0f} for {TURNS} turns")
    together = TURNS * sum(each.taps for each in counts) / sum(each.turns for each in counts)
    print(f"{together:.0f} taps for {TURNS} turns of all games together, must not be more than {BOUND}")
    return int(together > BOUND)


if __name__ == "__main__":
    sys.exit(main())
