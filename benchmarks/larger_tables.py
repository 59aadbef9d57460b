"""Tables of four seats, in every mode: judging their written games and listing options, beside what each must reach.

`python -m benchmarks.larger_tables` builds and takes the compiled engine, as `benchmarks.engine` does.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from benchmarks.engine import Figure, positions_with_options, seconds
from bos_tournament.launch import engine_build
from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.rules import options
from engine.contract import Given
from engine.gc_tuning import look_seldom
from engine.log import read
from engine.verdict import judge_text
from tests.engine.bos import mode_tables, random_players

SEATS = 4
LINES = 150
GAMES = 3
LEAST_LINES = 10_000.0


def tables() -> list[mode_tables.ModeTable]:
    """The tables of four."""
    return [table for table in mode_tables.mode_tables() if table.seats == SEATS]


def played(table: mode_tables.ModeTable, number: int) -> list[Any]:
    """The first answers of a game by chance."""
    numbers = random_players.luck(f"benchmark/{table.mode}/{number}")
    return random_players.answers_of(list(islice(random_players.game(table.start(), numbers), 2 * LINES)))


def records() -> Iterator[tuple[str, Given]]:
    """Games as careful writers would take them down, of at most so many lines."""
    for table in tables():
        for number in range(GAMES):
            answers = played(table, number)
            lines = random_players.written(answers)[:LINES]
            text = table.headers(answers) + random_players.numbered(lines)
            yield text, Given(table.decks, table.pool, DEFAULT_EDITION)


def figures() -> list[Figure]:
    """Every figure a second, the median of several runs, with its bound."""
    look_seldom()
    texts = list(records())
    found = Counter(judge_text(bos, text, given)["finding"] for text, given in texts)
    assert found.keys() <= {"legal", "unfinished"}, found
    lines = sum(len(read(text, bos.acts).lines) for text, _ in texts)
    each = seconds(lambda: [judge_text(bos, text, given) for text, given in texts])
    states = [state for table in tables() for state, _ in played(table, 0)]
    duel = positions_with_options()[1]
    listed = seconds(lambda: [list(options.legal(state)) for state in states])
    return [
        (f"lines judged at tables of four ({len(texts)} games, {lines} lines)", lines / each, LEAST_LINES),
        (f"positions of four with their options ({len(states)} positions)", len(states) / listed, duel / 2),
    ]


if __name__ == "__main__":
    engine_build.start_compiled()
    for what, figure, bound in figures():
        print(f"{what:72} {figure:10.0f}   bound {bound:10,.0f}")
