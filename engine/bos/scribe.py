"""A game taken down as a careful writer would: one line for an act with all it aims at, none for what silence says.

Lines are composed here and nowhere else, for whole games and for what may be written next. What an ability asks is
written behind the line that uses it, or in a line of its own (`! a -> 2b`) where it began by itself. In one line stand
the things aimed at and one number; where that is not enough, the ability is named again in a further line, and `= 0`
says no, or no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.bos import carrying, costs, flow, keys
from engine.bos.notation import Totals
from engine.bos.state import NOBODY, State
from engine.bos.writing import aim, asking, compose, write, write_move
from engine.choice import Answer, Event

INNER: Final = ("pick", "done", "yes", "pass", "pay", "mode", "number")
"""Answers to what an ability asks while it is carried out."""
OWN: Final = ("cast", "use", "take", "first")
"""Answers that use an ability, so that its line goes on with what it asks."""

Said = tuple[str, str, str]
"""The verb of an inner answer, how a line writes what it says, and how a further line begins that says it."""


class Entry(NamedTuple):
    """What is being written about one ability: its line so far, the card whose questions are answered here, on whose
    side a place without its digit is, and what was said."""

    head: str
    source: int
    side: int
    said: tuple[Said, ...] = ()

    def lines(self, then: str = "") -> list[str]:
        """The lines of this entry; refusals at its end are what silence says, unless the line after it begins as if it
        went on with this ability."""
        said = list(self.said)
        goes_on = bool(said) and then.startswith(said[-1][2])
        while said and said[-1][0] in ("pass", "done") and not goes_on:
            said.pop()
        first, *further = _parted(said)
        again = [self.head if self.source == NOBODY else run[0][2] for run in further]
        return [compose(head, *_part(run)) for head, run in zip((self.head, *again), (first, *further), strict=True)]


class Sheet:
    """A record being written. The game is followed with every question asked, also those that leave nothing to choose:
    so a line holds all that its ability aims at."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._state: State | None = None
        self._entry: Entry | None = None

    def note(self, state: State, answer: Answer) -> None:
        """One more answer, given in that position."""
        if self._state is None:
            self._state = state
        while (forced := only_pick(self._state)) is not None:
            self._give(forced)
        self._give(answer)

    def close(self) -> list[str]:
        """All lines, with totals if the game is over."""
        self._flush()
        if self._state is not None and self._state.outcome:
            self.lines.append(_totals(self._state))
        return self.lines

    def _give(self, answer: Answer) -> None:
        state = self._state
        assert state is not None
        verb = keys.verb(answer.key)
        inner = is_inner(state, answer)
        if inner:
            self._say(state, answer)
        else:
            self._write(state, answer, verb)
        after, events, _ = flow.apply(state, answer, asks_all=True)
        if verb in OWN:
            self._entry = opened(state, answer, events)
        elif inner and self._entry and began(events, self._entry.source):
            self._flush()
        self._state = after

    def _say(self, state: State, answer: Answer) -> None:
        source = asker(state)
        if answer.key == "pay":
            return
        if self._entry is None or self._entry.source != source:
            self._flush()
            self._entry = continued(state)
        assert self._entry is not None
        self._entry = heard(self._entry, state, answer)

    def _write(self, state: State, answer: Answer, verb: str) -> None:
        line = write(state, answer)
        self._flush(line)
        if verb == "begin" and state.turn:
            self.lines.append(_totals(state))
        if line and verb not in OWN:
            self.lines.append(line)

    def _flush(self, then: str = "") -> None:
        if self._entry:
            self.lines += self._entry.lines(then)
        self._entry = None


def written(answers: Iterable[tuple[State, Answer]]) -> list[str]:
    """The lines of a record of these answers, each with the position in which it was given."""
    sheet = Sheet()
    for state, answer in answers:
        sheet.note(state, answer)
    return sheet.close()


def only_pick(state: State) -> Answer | None:
    """The pick or payment that leaves nothing to choose, which a game does by itself and a record may hold."""
    if state.ask and state.ask.kind == "pay":
        return Answer(state.ask.seat, "pay") if len(costs.ways(state, *carrying.open_price(state))) == 1 else None
    found = carrying.asked(state).pick if state.ask and state.ask.kind == "pick" else None
    if state.ask is None or found is None or not found.forced:
        return None
    return Answer(state.ask.seat, f"pick:{keys.thing(state, found.options[0])}")


def is_inner(state: State, answer: Answer) -> bool:
    """Whether an answer is given to an ability that is being carried out."""
    return keys.verb(answer.key) in INNER and state.ask is not None and state.ask.kind != "offer"


def asker(state: State) -> int:
    """The card whose ability asks, or NOBODY."""
    doing = state.frames[-1].doing if state.frames else None
    return doing.source if doing else NOBODY


def began(events: Sequence[Event], source: int) -> bool:
    """Whether an ability of that card began."""
    return any(event.kind == "ability" and event.card == source for event in events)


def opened(state: State, answer: Answer, events: Sequence[Event]) -> Entry:
    """The entry that an answer opens which uses an ability, given what happened then."""
    head = write(state, answer)
    source = next((event.card for event in events if event.kind == "ability"), NOBODY)
    return Entry(head, source, answer.seat if head.startswith(">") else state.active)


def continued(state: State) -> Entry:
    """The entry of an ability that asks without a line that used it."""
    doing = state.frames[-1].doing
    assert doing is not None
    head = asking(state)
    return Entry(head, doing.source, doing.seat if head.startswith(">") else state.active)


def heard(entry: Entry, state: State, answer: Answer) -> Entry:
    """An entry with one more thing said."""
    verb, text = keys.verb(answer.key), ""
    if verb == "pay":
        return entry._replace(head=compose(entry.head, (), paid=keys.pay(answer.key)))
    if verb == "pick":
        text = aim(state, answer, entry.side)
    elif verb in ("mode", "number"):
        text = str(keys.count(answer.key))
    return entry._replace(said=(*entry.said, (verb, text, asking(state))))


Part = tuple[list[str], str]
"""What one line says: what it aims at, and its number."""


def _parted(said: Sequence[Said]) -> list[list[Said]]:
    """What was said, by lines: as few as can hold it; one at least."""
    runs: list[list[Said]] = [[]]
    for one in said:
        if runs[-1] and not _fits([*runs[-1], one]):
            runs.append([])
        runs[-1].append(one)
    return runs


def _fits(run: Sequence[Said]) -> bool:
    """Whether one line can hold it: one number, and nothing aimed at after “no more”."""
    verbs = [verb for verb, _, _ in run]
    closed = "done" in verbs and "pick" in verbs[verbs.index("done") :]
    return len(_numbers(run)) <= 1 and not closed


def _numbers(run: Sequence[Said]) -> list[str]:
    """The numbers that have to be written: a yes is told by whatever is aimed at behind it."""
    found = []
    for index, (verb, text, _) in enumerate(run):
        if verb in ("mode", "number"):
            found.append(text)
        elif verb in ("pass", "done"):
            found.append("0")
        elif verb == "yes" and not any(later == "pick" for later, _, _ in run[index:]):
            found.append("1")
    return found


def _part(run: Sequence[Said]) -> Part:
    return [text for verb, text, _ in run if verb == "pick"], "".join(_numbers(run)[:1])


def _totals(state: State) -> str:
    life, vim, ether = ((pair[0], pair[1]) for pair in (state.life, state.vim, state.ether))
    return write_move(Totals(life, vim, ether))
