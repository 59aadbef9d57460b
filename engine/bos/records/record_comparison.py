"""Two records of one duel: what each line is beside others, and where their openings differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from engine.bos.model.setup import Setup
from engine.bos.model.state import State
from engine.bos.notation.line_parser import Block, Judge, Move, Sealed, Totals, Turn, Use
from engine.bos.notation.line_patterns import shape_of, table_shape
from engine.bos.notation.line_signature import move_of
from engine.bos.notation.line_signature import said as said_by
from engine.bos.notation.notation_writer import figures, write_move
from engine.bos.records.hidden_lists import Hidden
from engine.bos.records.record_setup import Opening
from engine.contract import Difference, Said
from engine.lines import LineKind
from engine.log import Line, Log
from engine.messages import Message
from engine.seats import seat_name

Value = TypeVar("Value")


def said(state: State, body: str) -> Said:
    """The parts of a line that is written at a position."""
    return said_by(state.setup, state.active, body)


@lru_cache(maxsize=8_192)
def line_kind(body: str, mode: str | None = None) -> LineKind:
    """What a line is beside others. `mode` is what the header `[Mode …]` says, a duel where there is none."""
    move = move_of(body, shape_of(mode))
    response = "" if not isinstance(move, Block) else "no" if move.place is None else "other"
    return LineKind(_quiet(body, move), _silent(move), _totals(body, move), response)


def _quiet(body: str, move: Move | None) -> bool:
    """Lines that change nothing on the table."""
    remark = isinstance(move, Judge) and move.deed in ("stands", "rule")
    return remark or isinstance(move, Sealed) or body.startswith("=")


def _silent(move: Move | None) -> bool:
    """Lines that may be left out where they change nothing."""
    return (isinstance(move, Use) and move.sign != "U") or (isinstance(move, Block) and move.place is None)


def _totals(body: str, move: Move | None) -> str:
    if not isinstance(move, Totals):
        return "unreadable" if body.startswith("=") else ""
    return "pools" if move.life or move.vim or move.ether else "strengths"


def told_lines(lines: Sequence[Line], state: State) -> Iterator[tuple[Line, Said]]:
    """The lines that say something, in parts; an ability that was used optionally always says something."""
    seat, shape = max(state.active, 0), table_shape(state.setup)
    for line in lines:
        move = move_of(line.body, shape)
        if isinstance(move, Turn):
            seat = move.seat
        needless = _silent(move) and not (isinstance(move, Use) and move.sign == "+")
        if not needless and not _quiet(line.body, move):
            yield line, said_by(state.setup, seat, line.body)


# Totals


def totals_differ(left: str, right: str, mode: str | None = None) -> bool | None:
    """Whether two lines of totals disagree in something that both of them say; None where one cannot be read."""
    first, second = move_of(left, shape_of(mode)), move_of(right, shape_of(mode))
    if not isinstance(first, Totals) or not isinstance(second, Totals):
        return None
    pairs = ((first.life, second.life), (first.vim, second.vim), (first.ether, second.ether))
    if any(
        first_pair is not None and second_pair is not None and first_pair != second_pair
        for first_pair, second_pair in pairs
    ):
        return True
    strengths = dict(second.strengths)
    return any(strengths.get(ref, strength) != strength for ref, strength in first.strengths)


def right_totals(state: State, body: str) -> str | None:
    """Written totals as they would be right; None for any other line."""
    move = move_of(body, table_shape(state.setup))
    if not isinstance(move, Totals):
        return None
    life, vim, ether = (
        None if was is None else figures(state, now)
        for was, now in ((move.life, state.life), (move.vim, state.vim), (move.ether, state.ether))
    )
    return write_move(Totals(life, vim, ether, move.strengths))


# How the game began


def with_records(lists: Mapping[str, str | Hidden], logs: tuple[Log, ...]) -> dict[str, str | Hidden]:
    """The lists, with what the records show of those that the reader may not know."""
    return {who: each._replace(records=logs) if isinstance(each, Hidden) else each for who, each in lists.items()}


def openings_differ(logs: tuple[Log, Log], openings: tuple[Opening, Opening]) -> list[Difference | Message]:
    """Where the headers of both records say something, and not the same."""
    (first_log, second_log), (first, second) = logs, openings
    differences: list[Difference | Message] = []
    if _both(first_log, second_log, "Rules") and first.setup.edition != second.setup.edition:
        differences.append(Difference(Message("bos.fact.rules"), first.setup.edition.name, second.setup.edition.name))
    if first_log.lines and second_log.lines and first.setup.first != second.setup.first:
        differences.append(
            Difference(Message("bos.fact.first"), seat_name(first.setup.first), seat_name(second.setup.first))
        )
    if _both(first_log, second_log, "Bid") and first.setup.ether != second.setup.ether:
        differences.append(Difference(Message("bos.fact.bid_ether"), _row(first.setup.ether), _row(second.setup.ether)))
    if first.setup.seating != second.setup.seating:
        return [*differences, Message("bos.fact.seating")]
    for seat in range(first.setup.seating.seats):
        named = not first.unplaced[seat] and not second.unplaced[seat]
        if named and first.setup.wizards[seat] != second.setup.wizards[seat]:
            wizards = [tuple(card.name for card in opening.setup.wizards[seat]) for opening in (first, second)]
            differences.append(Difference(Message("bos.fact.wizards", seat=seat_name(seat)), wizards[0], wizards[1]))
        swaps_known = not first.setup.hidden_swap[seat] and not second.setup.hidden_swap[seat]
        if swaps_known and set(first.setup.playing[seat]) != set(second.setup.playing[seat]):
            differences.append(Message("bos.fact.swaps", seat=seat_name(seat)))
    return differences


def _both(first: Log, second: Log, word: str) -> bool:
    return first.header(word) is not None and second.header(word) is not None


def _row(values: tuple[int, ...]) -> str:
    return "/".join(map(str, values))


def merged_opening(first_log: Log, first: Opening, second: Opening) -> Opening:
    """The first record's opening, completed by what only the second one says."""
    setup = first.setup
    if first_log.header("Bid") is None and second.setup.ether != setup.ether:
        setup = replace(setup, ether=second.setup.ether)
    if not first_log.lines:
        setup = replace(setup, first=second.setup.first)
    if second.setup.seating != setup.seating:
        return first
    for seat in range(setup.seating.seats):
        if setup.hidden_swap[seat] and not second.setup.hidden_swap[seat]:
            setup = _with_lists(setup, second.setup, seat)
    unplaced = list(first.unplaced)
    wizards = list(setup.wizards)
    for seat in range(setup.seating.seats):
        if first.unplaced[seat] and not second.unplaced[seat]:
            wizards[seat], unplaced[seat] = second.setup.wizards[seat], False
    return Opening(replace(setup, wizards=tuple(wizards)), tuple(unplaced), first.notes)


def _with_lists(setup: Setup, source: Setup, seat: int) -> Setup:
    """What a seat plays with, taken from the record that says how it swapped."""
    return replace(
        setup,
        bosses=_changed(setup.bosses, seat, source.bosses),
        wizards=_changed(setup.wizards, seat, source.wizards),
        piles=_changed(setup.piles, seat, source.piles),
        playing=_changed(setup.playing, seat, source.playing),
        hidden_swap=_changed(setup.hidden_swap, seat, source.hidden_swap),
    )


def _changed(values: tuple[Value, ...], seat: int, source: tuple[Value, ...]) -> tuple[Value, ...]:
    """The values by seat, with that seat's taken from elsewhere."""
    return (*values[:seat], source[seat], *values[seat + 1 :])
