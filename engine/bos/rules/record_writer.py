"""A game taken down as a careful writer would: one line for an act with all it aims at, none for what silence says.

Lines are composed here and nowhere else, for whole games and for what may be written next. What an ability asks is
written behind the line that uses it, or in a line of its own (`! a -> 2b`) where it began by itself. In one line stand
the things aimed at and one number; where that is not enough, the ability is named again in a further line, and `= 0`
says no, or no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.bos.model import moves
from engine.bos.model.ability_numbers import is_delayed
from engine.bos.model.moves import Move
from engine.bos.model.places import NOBODY
from engine.bos.model.state import STARTUP, State
from engine.bos.notation.line_parser import Totals
from engine.bos.notation.notation_writer import aim, asking, compose, figures, side_of, write, write_move
from engine.bos.notation.table_references import ability_ref, thing_ref
from engine.bos.rules import ability_choices, costs, game_loop
from engine.choice import Answer, Event

INNER: Final = (moves.Pick, moves.Done, moves.Yes, moves.Pass, moves.Pay, moves.Mode, moves.Number)
"""Answers to what an ability asks while it is carried out."""
OWN: Final = (moves.Cast, moves.Use, moves.Take, moves.First)
"""Answers that use an ability, so that its line goes on with what it asks."""

NOT_CONDUCTED: Final = "S"
"""What is said by a refusal to conduct a summon; other refusals say nothing."""


class Said(NamedTuple):
    """An inner answer: how the line of its ability writes it, and how a further line begins that says it instead."""

    move: Move
    """The answer."""
    text: str
    """How the line of the ability writes what it says."""
    again: str
    """How a further line begins that says it."""
    further: str = ""
    """How that one writes it, where a place without its digit may be on the other side."""


class Entry(NamedTuple):
    """What is being written about one ability: its line so far, the card whose questions are answered here, on whose
    side a place without its digit is, and what was said."""

    head: str
    """Its line so far."""
    source: int
    """The id of the card whose questions are answered here."""
    side: int
    """The seat, from 0, on whose side a place without its digit is."""
    said: tuple[Said, ...] = ()
    """What was said."""

    def lines(self, then: str = "") -> list[str]:
        """The lines of this entry; refusals at its end are what silence says, unless the line after it begins as if it
        went on with this ability."""
        answers = list(self.said)
        goes_on = bool(answers) and then.startswith(answers[-1].again)
        goes_on = goes_on or (self.is_left_alone and then.startswith("S "))
        while answers and isinstance(answers[-1].move, moves.Pass | moves.Done) and not goes_on:
            answers.pop()
        first, *further = _parted(answers)
        if self.source == NOBODY:
            return [compose(self.head, *_part(run)) for run in (first, *further)]
        longer = [compose(run[0].again, *_part(run, longer=True)) for run in further]
        return [compose(self.head, *_part(first)), *longer]

    @property
    def is_left_alone(self) -> bool:
        """Whether its last answer was not to conduct a summon, so that a summon behind it would seem to be that one."""
        return bool(self.said) and self.said[-1].text == NOT_CONDUCTED


class RecordWriter:
    """A record being written. The game is followed with every question asked, also those that leave nothing to choose:
    so a line holds all that its ability aims at."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._state: State | None = None
        self._entry: Entry | None = None
        self._readied = ""
        """The line of the last card of a startup phase, which became ready by itself after something was refused."""

    def note(self, state: State, answer: Answer[Move]) -> None:
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

    def _give(self, answer: Answer[Move]) -> None:
        state = self._state
        assert state is not None
        inner = is_inner(state, answer)
        if inner:
            self._say(state, answer)
        else:
            self._write(state, answer)
        after, events, _ = game_loop.apply(state, answer, asks_all=True)
        self._readied = _last_readied(state, after) if answer.move == moves.Pass() else ""
        if isinstance(answer.move, OWN):
            self._entry = opened(state, answer, events)
        elif self._entry and began(events, self._entry.source):
            self._flush(asking(after))
        self._state = after

    def _say(self, state: State, answer: Answer[Move]) -> None:
        source = asker(state)
        if answer.move == moves.Pay():
            return
        if self._entry is None or self._entry.source != source:
            self._flush(asking(state))
            self._entry = continued(state)
        assert self._entry is not None
        self._entry = heard(self._entry, state, answer)

    def _write(self, state: State, answer: Answer[Move]) -> None:
        line, own = write(state, answer), self._entry.source if self._entry else NOBODY
        if line:
            self._flush(line)
        if self._readied and isinstance(answer.move, OWN):
            self.lines.append(self._readied)
        if isinstance(answer.move, moves.Begin) and state.turn:
            self.lines.append(_totals(state))
        if _is_for_what_was_left(state, answer) or (own != asker(state) and _is_of_a_moment(state, answer)):
            self.lines.append(asking(state))
        if line and not isinstance(answer.move, OWN):
            self.lines.append(line)

    def _flush(self, then: str = "") -> None:
        if self._entry:
            self.lines += self._entry.lines(then)
        self._entry = None


def written(answers: Iterable[tuple[State, Answer[Move]]]) -> list[str]:
    """The lines of a record of these answers, each with the position in which it was given."""
    writer = RecordWriter()
    for state, answer in answers:
        writer.note(state, answer)
    return writer.close()


def only_pick(state: State) -> Answer[Move] | None:
    """The pick or payment that leaves nothing to choose, which a game does by itself and a record may hold."""
    if state.question and state.question.kind == "pay":
        ways = costs.ways(state, *ability_choices.open_price(state))
        return Answer(state.question.seat, moves.Pay()) if len(ways) == 1 else None
    pick = ability_choices.asked(state).pick if state.question and state.question.kind == "pick" else None
    if state.question is None or pick is None or not pick.forced:
        return None
    return Answer(state.question.seat, moves.Pick(thing_ref(state, pick.options[0])))


def is_inner(state: State, answer: Answer[Move]) -> bool:
    """Whether an answer is given to an ability that is being carried out."""
    return isinstance(answer.move, INNER) and state.question is not None and state.question.kind != "offer"


def asker(state: State) -> int:
    """The card whose ability asks, or NOBODY."""
    pending = state.frames[-1].pending if state.frames else None
    return pending.source if pending else NOBODY


def began(events: Sequence[Event], source: int) -> bool:
    """Whether an ability of that card began."""
    return any(event.kind == "ability" and event.card == source for event in events)


def opened(state: State, answer: Answer[Move], events: Sequence[Event]) -> Entry:
    """The entry that an answer opens which uses an ability, given what happened then."""
    head = write(state, answer)
    source = next((event.card for event in events if event.kind == "ability"), NOBODY)
    if isinstance(answer.move, moves.First):
        named = [one.source for one in state.waiting if ability_ref(state, one) == answer.move.ability]
        source = source if source in named else named[0]  # what was put first may be over without having begun
    return Entry(head, source, side_of(state, head))


def continued(state: State) -> Entry:
    """The entry of an ability that asks without a line that used it."""
    pending = state.frames[-1].pending
    assert pending is not None
    head = asking(state)
    return Entry(head, pending.source, side_of(state, head))


def heard(entry: Entry, state: State, answer: Answer[Move]) -> Entry:
    """An entry with one more thing said."""
    move, again = answer.move, asking(state)
    if isinstance(move, moves.Pay):
        return entry._replace(head=compose(entry.head, (), paid=move.payment))
    of_further = side_of(state, again)
    text, further = (_text(state, move, side) for side in (entry.side, of_further))
    return entry._replace(said=(*entry.said, Said(move, text, again, further)))


def _text(state: State, move: Move, side: int) -> str:
    """How a line writes what an inner answer says; a place without its digit is on that side."""
    if isinstance(move, moves.Pick):
        return aim(state, move.thing, side)
    if isinstance(move, moves.Mode | moves.Number):
        return str(move.number)
    conducts = state.question is not None and state.question.kind == "conduct"
    return NOT_CONDUCTED if conducts and move == moves.Pass() else ""


Part = tuple[list[str], str]
"""What one line says: what it aims at, and its number."""


def _parted(answers: Sequence[Said]) -> list[list[Said]]:
    """What was said, by lines: as few as can hold it; one at least."""
    runs: list[list[Said]] = [[]]
    for answer in answers:
        if runs[-1] and not _fits([*runs[-1], answer]):
            runs.append([])
        runs[-1].append(answer)
    return runs


def _fits(run: Sequence[Said]) -> bool:
    """Whether one line can hold it: one number, nothing aimed at after “no more”, and no 0 behind a yes, which would be
    read as a no to that."""
    kinds = [type(move) for move, *_ in run]
    closed = moves.Done in kinds and moves.Pick in kinds[kinds.index(moves.Done) :]
    denied = moves.Yes in kinds and "0" in _numbers(run[kinds.index(moves.Yes) :])
    return len(_numbers(run)) <= 1 and not closed and not denied


def _numbers(run: Sequence[Said]) -> list[str]:
    """The numbers that have to be written: a yes is told by whatever is aimed at behind it."""
    numbers = []
    for index, (move, text, *_) in enumerate(run):
        if isinstance(move, moves.Mode | moves.Number):
            numbers.append(text)
        elif isinstance(move, moves.Pass | moves.Done):
            numbers.append("0")
        elif isinstance(move, moves.Yes) and not any(isinstance(later, moves.Pick) for later, *_ in run[index:]):
            numbers.append("1")
    return numbers


def _part(run: Sequence[Said], *, longer: bool = False) -> Part:
    picks = [said for said in run if isinstance(said.move, moves.Pick)]
    return [said.further if longer else said.text for said in picks], "".join(_numbers(run)[:1])


def _last_readied(before: State, after: State) -> str:
    """How a line says that a card became ready between two positions of one startup phase; empty if none did."""
    if before.phase != STARTUP or after.phase != STARTUP:
        return ""
    places = [after.copies[number].place for number in after.readied if number not in before.readied]
    return write(before, Answer(before.active, moves.Ready(places[-1]))) if places else ""


def _is_for_what_was_left(state: State, answer: Answer[Move]) -> bool:
    """Whether a summon is conducted for what an ability left for later, so that it would seem one of the phase."""
    pending = state.frames[-1].pending if state.frames else None
    return isinstance(answer.move, moves.Summon) and pending is not None and is_delayed(pending.number)


def _is_of_a_moment(state: State, answer: Answer[Move]) -> bool:
    """Whether a summon is conducted for what began by itself at a moment of the turn, which nothing has told of yet."""
    pending = state.frames[-1].pending if state.frames else None
    if not isinstance(answer.move, moves.Summon) or pending is None or pending.event is None:
        return False
    return pending.event.kind.partition(" ")[0] in ("start", "middle", "end")


def _totals(state: State) -> str:
    return write_move(Totals(figures(state, state.life), figures(state, state.vim), figures(state, state.ether)))
