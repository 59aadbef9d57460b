"""What a line of totals, or of a judge, does to a replay; and which lines are wrong whatever the table is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.bos.model.places import position
from engine.bos.model.setup import Setup
from engine.bos.model.state import Draft, State, at
from engine.bos.notation import line_parser
from engine.bos.notation.card_lookup import SPELLS, SUMMONS, find_card
from engine.bos.notation.line_parser import Figures, Judge, SetCard, Totals, Unreadable
from engine.bos.notation.line_patterns import shape_of, table_shape
from engine.bos.notation.notation_writer import figures, figures_text, out, write_move
from engine.bos.notation.reference_resolution import place_of, says, writer
from engine.bos.records.set_cards import set_card
from engine.contract import Problem, Stop
from engine.log import Line, Log
from engine.messages import Message, Note, in_a_row
from engine.replay_state import Replay, ReplayStep, stop_at


def readings(state: State, body: str, fits: tuple[str, ...]) -> tuple[str, ...]:
    """The line once for each of the cards that a name in it fits."""
    if not fits:
        return ()
    move, (short, *names) = says(state, body), fits
    return tuple(write_move(named_fully(move, short, name)) for name in names)


def named_fully(move: line_parser.Move, short: str, name: str) -> line_parser.Move:
    """The move with a card's whole name wherever it says that short one."""
    if not isinstance(move, line_parser.Summon | line_parser.Cast | line_parser.Use | line_parser.Word):
        return move
    target = move.target
    if target:
        target = target._replace(refs=tuple(name if ref == short else ref for ref in target.refs))
    if isinstance(move, line_parser.Summon):
        wizards = tuple(name if wizard == short else wizard for wizard in move.wizards)
        return replace(move, name=name if move.name == short else move.name, wizards=wizards, target=target)
    if isinstance(move, line_parser.Cast):
        return replace(move, name=name if move.name == short else move.name, target=target)
    return replace(move, target=target)


# Totals


def compare(run: Replay, line: Line, totals: Totals) -> None:
    """Written totals against the table; every number is compared, and every one that disagrees is told."""
    state = run.own_state
    differences = [*_wrong_totals(state, totals), *_wrong_strengths(state, totals)]
    if differences:
        run.wrong.append(stop_at(line, "contradicted", None, in_a_row(differences)))
        run.doubted.append(state)
        return
    if totals.mark:
        run.notes.append(Note(Message("bos.judge.mark"), line.number))
    if totals.life or totals.vim or totals.ether:
        run.agreed = line.number


def _wrong_totals(state: State, totals: Totals) -> Iterator[Message]:
    for name, written, real in (
        ("life", totals.life, state.life),
        ("vim", totals.vim, state.vim),
        ("ether", totals.ether, state.ether),
    ):
        if written is not None and not _agree(state, written, real):
            yield Message(f"bos.total.{name}", written=figures_text(written), real=figures_text(figures(state, real)))


def _agree(state: State, written: Figures, real: tuple[int, ...]) -> bool:
    """Whether every figure is right; a stroke is so for who is out, and for nobody else."""
    if written == real:
        return True
    gone, pairs = out(state), zip(state.setup.seating.leads, written, strict=True)
    return all(lead in gone if figure is None else figure == real[lead] for lead, figure in pairs)


def _wrong_strengths(state: State, totals: Totals) -> Iterator[Message]:
    for ref, strength in totals.strengths:
        card = at(state, place_of(ref, writer(state)))
        if card is None or not card.up or card.strength != strength:
            place = position(place_of(ref, writer(state)))
            if card and card.up:
                has = card.strength
                yield Message("bos.total.strength", place=place, written=strength, again=place, real=has)
            else:
                yield Message("bos.total.no_card", place=place, written=strength, again=place)


# What a judge wrote


def obey(run: Replay, line: Line, judge: Judge) -> Stop | None:
    if judge.deed == "undo":
        return _undo(run, line, judge.number or 0)
    if judge.deed == "set" and judge.card:
        return _set_card(run, line, judge.card)
    if judge.deed == "set" and judge.totals:
        return _set(run, line, judge.totals)
    if judge.deed == "stands":
        run.notes.append(Note(Message("bos.judge.stands"), line.number))
    if judge.deed == "rule":
        run.notes.append(Note(Message("bos.judge.ruled", text=judge.text), line.number))
    run.steps.append(ReplayStep(line.number, run.state, ()))
    return None


def _undo(run: Replay, line: Line, number: int) -> Stop | None:
    earlier = [step for step in run.steps if step.line <= number]
    if number >= line.number or not earlier:
        message = Message("bos.judge.undo_ahead", number=number)
        return stop_at(line, "unreadable", None, message)
    run.steps.append(ReplayStep(line.number, earlier[-1].state, ()))
    run.notes.append(Note(Message("bos.judge.took_back", line=number), line.number))
    return None


def _set(run: Replay, line: Line, totals: Totals) -> Stop | None:
    """A judge's numbers replace the table's; nothing is set off by them."""
    draft = Draft(run.own_state)
    for ref, strength in totals.strengths:
        card = at(run.own_state, place_of(ref, writer(run.own_state)))
        if card is None or not card.up or strength < 1:
            message = Message("bos.judge.strength")
            return stop_at(line, "unreadable", None, message)
        draft.own(card.id).strength = strength
    gone = out(run.own_state)
    for pool, written in ((draft.life, totals.life), (draft.vim, totals.vim), (draft.ether, totals.ether)):
        for lead, figure in zip(run.own_state.setup.seating.leads, written or (), strict=False):
            if figure is not None and lead not in gone:  # nothing can be given to who is out
                draft.put(pool, lead, figure)
    run.steps.append(ReplayStep(line.number, draft.freeze(), ()))
    run.notes.append(Note(Message("bos.judge.set"), line.number))
    return None


def _set_card(run: Replay, line: Line, wanted: SetCard) -> Stop | None:
    """A judge puts a card elsewhere, or turns it; nothing is set off by it."""
    state = set_card(run.own_state, wanted)
    if state is None:
        return stop_at(line, "unreadable", None, Message("bos.judge.card"))
    run.steps.append(ReplayStep(line.number, state, ()))
    run.notes.append(Note(Message("bos.judge.set"), line.number))
    return None


def judges_word(body: str, mode: str | None = None) -> str:
    """What a judge's line does, such as "stands"; empty for other lines. `mode` is what the header `[Mode …]` says, a
    duel where there is none."""
    if body[:1] not in ("J", "j"):
        return ""
    try:
        move = line_parser.parse(body, *shape_of(mode))
    except Unreadable:
        return UNREADABLE
    return move.deed if isinstance(move, Judge) else ""


UNREADABLE: Final = "?"
"""What is said for the word of a judge's line that cannot be read."""


# What is wrong whatever the table is


def doubtful_lines(log: Log, setup: Setup, after: int) -> Iterator[Stop]:
    """The lines which are unreadable, and those beyond that index with a name that is no card's, or not one card's."""
    seat, seating = setup.first, setup.seating
    shape = table_shape(setup)
    for index, line in enumerate(log.lines):
        if not line.body:
            continue
        try:
            move = line_parser.parse(line.body, *shape)
        except Unreadable as problem:
            yield stop_at(line, "unreadable", None, problem.message, problem.column)
            continue
        if isinstance(move, line_parser.Turn):
            seat = min(move.seat, seating.seats - 1)
        if index > after and isinstance(move, line_parser.Summon | line_parser.Cast):
            kinds = SUMMONS if isinstance(move, line_parser.Summon) else SPELLS
            writers = seating.sharing[seat]
            if isinstance(move, line_parser.Cast) and move.aside:
                writers = seating.orders[seat][len(writers) :]
            cards = [find_card(setup, writer, move.name, kinds) for writer in writers]
            faults = [card for card in cards if isinstance(card, Problem)]
            if len(faults) == len(cards):
                yield stop_at(line, faults[0].finding, faults[0].rule, faults[0].message)
