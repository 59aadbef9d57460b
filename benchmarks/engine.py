"""The engine: judging written games, listing legal options, checking deck lists, beside what each must reach."""

from collections.abc import Callable, Iterator
from hashlib import shake_256
from itertools import islice
from statistics import median
from time import perf_counter

from engine.bos import duel
from engine.bos.cards import sample_pool
from engine.bos.decks import check_deck, read_deck, starter_decks
from engine.bos.editions import DEFAULT_EDITION
from engine.bos.opening import Opening, open_game
from engine.bos.state import State
from engine.choice import Answer
from engine.log import read
from engine.verdict import judge_text

Figure = tuple[str, float, float]  # what, a second, must reach
LINES = 65
DECKS = {"P1": starter_decks()["Open Meadow"], "P2": starter_decks()["First Sparks"]}
HEAD = "[Game BOS] [Rules bos-1] [Bid P1 4 P2 7] [First P1]\n"


def figures() -> list[Figure]:
    """Every figure a second, the median of several runs, with its bound."""
    return [_judging(), _options(), _lists()]


def _judging() -> Figure:
    texts = [written_game(number) for number in range(20)]
    lines = sum(len(read(text).lines) for text in texts)
    assert {judged(text) for text in texts} <= {"legal", "unfinished"}
    return f"lines judged ({len(texts)} games)", lines / _seconds(lambda: [judged(text) for text in texts]), 15_000.0


def _options() -> Figure:
    states = [state for number in range(20) for state, _ in played(number)]
    each = _seconds(lambda: [duel.options(state) for state in states])
    return f"positions with their options ({len(states)} positions)", len(states) / each, 17_000.0


def _lists() -> Figure:
    texts = list(starter_decks().values()) * 20
    each = _seconds(lambda: [check_deck(read_deck(text), sample_pool(), DEFAULT_EDITION) for text in texts])
    return "deck lists, text to verdict", len(texts) / each, 8_400.0


def judged(text: str) -> str:
    return judge_text(text, DECKS, sample_pool(), DEFAULT_EDITION)["finding"]


def written_game(number: int) -> str:
    """A lawful game without spells or abilities, of at most LINES lines, always the same for its number."""
    lines = [duel.write(state, answer) for state, answer in played(number)]
    placed = [line for line in lines if line]
    return headers() + "\n".join(f"{n}. {line}" for n, line in enumerate(placed[:LINES], 1)) + "\n"


def headers() -> str:
    setup = opening().setup
    rows = (f"[Wizards P{seat + 1} {', '.join(card.name for card in setup.wizards[seat])}]" for seat in (0, 1))
    return HEAD + "\n".join(rows) + "\n"


def opening() -> Opening:
    found = open_game(read(HEAD), DECKS, sample_pool(), DEFAULT_EDITION)
    assert isinstance(found, Opening)
    return found


def played(number: int) -> Iterator[tuple[State, Answer]]:
    """Positions of a game and the answers given there, drawn from a fixed sequence."""
    state = duel.start(opening().setup)
    for byte in islice(shake_256(f"benchmark/{number}".encode()).digest(4 * LINES), 2 * LINES):
        offered = [Answer(choice.seat, option.key) for choice in duel.options(state) for option in choice.options]
        quiet = [answer for answer in offered if duel.write(state, answer)[:1] not in ("C", "U", "B")]
        quiet = quiet[:1] if state.ask and state.ask.kind == "begin" else quiet  # Wizards stay where they are.
        if not quiet:
            return
        answer = quiet[byte % len(quiet)]
        yield state, answer
        state = duel.apply(state, answer).state


def _seconds(work: Callable[[], object], times: int = 7) -> float:
    runs = []
    for _ in range(times):
        begun = perf_counter()
        work()
        runs.append(perf_counter() - begun)
    return median(runs)


if __name__ == "__main__":
    for what, figure, bound in figures():
        print(f"{what:62} {figure:10.0f} /s   must reach {bound:,.0f} /s")
