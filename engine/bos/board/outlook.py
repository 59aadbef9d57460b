"""What would come of a line before it is written: the game has no luck, so it can be told, as far as a seat may know.

Whoever else is asked is taken to keep silent: nobody blocks, and nothing is used that may be left. Where they might do
otherwise, or have to choose, the outlook says so. It is told to the seat that writes the line, who is "you" in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engine.bos.board.as_seen import as_seen
from engine.bos.board.changes import Altered, altered, is_blank
from engine.bos.board.headlines import Eyes
from engine.bos.model import moves
from engine.bos.model.moves import Move
from engine.bos.model.places import NOBODY, player, position, seat_of_thing
from engine.bos.model.state import TABLE, State
from engine.bos.notation import line_parser
from engine.bos.notation.line_parser import Attack, Block, Cast, Ref, Summon, Turn, Unreadable, Use, Word
from engine.bos.notation.reference_resolution import place_of, writer
from engine.bos.records import implied_answers
from engine.bos.records.combined_lines import read_there
from engine.bos.rules.game_loop import carry_out
from engine.choice import Answer, Outcome
from engine.contract import Problem
from engine.lines import Change, Outlook
from engine.log import Line
from engine.messages import Arg, Message
from engine.replay_state import Replay, ReplayStep
from engine.replay_step import advance
from engine.seats import seat_name

MOST_SAID: Final = 4
"""So many changes are said; of more only their number."""
MOST_SILENT: Final = 200
"""So many questions at most are answered by silence."""
PRICES: Final = ("vim", "ether")
AT_WILL: Final = "U"


class _Silence(NamedTuple):
    """Where a line leads if everybody keeps silent."""

    state: State
    """The position then."""
    answers: str
    """What another seat might have answered: "block", "answer", or nothing."""
    asked: int | None
    """Who has to choose something there, and cannot be silent."""


class _Said(NamedTuple):
    """A line, as far as its words tell what it is about."""

    seat: int
    """Who writes it, from 0."""
    move: line_parser.Move
    """What it says."""
    doer: int
    """The id of the card that does it; -1 for none."""
    aim: int
    """The one thing it aims at: the id of a card, or a player as a thing; -1 for none, or several."""


def outlooks(run: Replay, seat: int, lines: Iterable[str]) -> list[Outlook | Problem]:
    """What would come of each of these lines, as far as that seat, from 0, may know."""
    last = run.steps[-1]
    seen = ReplayStep(last.line, as_seen(last.own_state, seat), last.events)
    known = Replay(run.game, [*run.steps[:-1], seen], duties=run.duties)
    return [_outlook(known, seat, written) for written in lines]


def _outlook(run: Replay, seat: int, written: str) -> Outlook | Problem:
    before: State = run.own_state
    try:
        asking, move = read_there(before, written)
    except Unreadable as fault:
        return Problem("unreadable", None, fault.message, fault.column)
    after = advance(run, Line(run.upto + 1, written))
    if after.stop is not None:
        return Problem(after.stop.finding, after.stop.rule, after.stop.message, None, after.stop.ruling)
    end = _in_silence(after.own_state, seat)
    said = _read(asking, seat, move)
    found = altered(before, end.state)
    told = [change for change in found if not _is_in_the_line(said, change)]
    effect = [change for change in told if not _is_price(seat, change)]
    outcome = end.state.outcome
    return Outlook(
        tuple([_change(before, end.state, seat, change) for change in found]),
        _sentence(before, end, said, told),
        _sentence(before, end, said, effect or told),
        bool(end.answers),
        end.asked,
        outcome.winners if outcome else None,
        _is_odd(before, end, said, found),
    )


def _in_silence(state: State, seat: int) -> _Silence:
    """Play on as long as silence answers what is asked."""
    answers = ""
    for _ in range(MOST_SILENT):
        question = state.question
        if question is None:
            break
        silent = _silent(state)
        if isinstance(silent, Problem):
            return _Silence(state, answers, question.seat)
        if silent is None:
            break
        if question.seat != seat and question.kind in ("block", "offer", "may", "conduct"):
            answers = answers or ("block" if question.kind == "block" else "answer")
        state = carry_out(state, silent).state
    return _Silence(state, answers, None)


def _silent(state: State) -> Answer[Move] | Problem | None:
    if state.question and state.question.kind == "block":
        return Answer(state.question.seat, moves.NoBlock())
    return implied_answers.answer(state)


# What a line is about


def _read(state: State, seat: int, move: line_parser.Move) -> _Said:
    side = writer(state)
    match move:
        case Attack(attacker, target):
            return _Said(seat, move, _at(state, side, attacker), _at(state, side, target))
        case Block(place) if place is not None:
            blocker = _at(state, seat, place)
            return _Said(seat, move, blocker, blocker)
        case Use(place=place, target=target):
            return _Said(seat, move, _at(state, seat, place), _aim(state, side, target))
        case Summon(target=target) | Cast(target=target) | Word(target=target):
            return _Said(seat, move, NOBODY, _aim(state, side, target))
    return _Said(seat, move, NOBODY, NOBODY)


def _aim(state: State, side: int, target: line_parser.Target | None) -> int:
    refs = target.refs if target else ()
    return _at(state, side, refs[0]) if len(refs) == 1 else NOBODY


def _at(state: State, side: int, ref: Ref | str) -> int:
    """The card or player that is meant; -1 for a card of a pile and an empty place."""
    if isinstance(ref, str):
        return NOBODY
    return player(ref.seat or 0) if ref.kind == "player" else state.table[place_of(ref, side)]


def _is_in_the_line(said: _Said, change: Altered) -> bool:
    """Whether the words of the line tell as much already."""
    if change.seat != said.seat:
        return False
    match said.move:
        case Turn():
            return change.what in ("ready", "up", "acted")
        case Summon():
            return change.what in ("comes", "down", "acted")
        case Cast():
            return change.what == "pile" and change.before == "spellbook"
        case Word():
            return change.what in ("up", "acted")
    return change.what == "acted"


def _is_price(seat: int, change: Altered) -> bool:
    return change.what in PRICES and change.seat == seat and change.gain < 0


# What is said of it


def _change(before: State, after: State, seat: int, change: Altered) -> Change:
    thing = change.thing
    if thing < NOBODY:
        at = seat_name(seat_of_thing(thing))
    else:
        at = _place(before, after, thing) if thing != NOBODY else ""
    return Change(change.what, change.seat, at, change.before, change.after, _named(before, after, seat, change))


def _place(before: State, after: State, thing: int) -> str:
    """Where a card stands, or will; off the table its name."""
    for copy in (before.copies[thing], after.copies[thing]):
        if copy.zone == TABLE and copy.place != NOBODY:
            return position(copy.place)
    copy = after.copies[thing]
    return "" if is_blank(copy) else f"={copy.face.name}"


def _named(before: State, after: State, seat: int, change: Altered) -> Message:
    """A change with whom it is about."""
    if change.thing == NOBODY:
        return change.said
    if change.thing < NOBODY:
        number = Message(f"bos.outlook.named_{change.what}", before=change.before, after=change.after)
        if change.seat == seat:
            return number
        return Message("bos.outlook.of_player", player=before.setup.names[change.seat], said=number)
    return Message("bos.outlook.of_card", card=_name(before, after, seat, change.thing), said=change.said)


def _name(before: State, after: State, seat: int, thing: int) -> Arg:
    for state in (before, after):
        copy = state.copies[thing]
        if copy.zone == TABLE and copy.place != NOBODY:
            return Eyes(state, seat).card(copy.place)
    copy = after.copies[thing]
    return Message("bos.outlook.a_card") if is_blank(copy) else copy.face.name


def _sentence(before: State, end: _Silence, said: _Said, changes: list[Altered]) -> Message | None:
    """The changes in a few words, and what might still come between; None where the line says it all."""
    parts = list(_parts(before, end, said, changes))
    if len(parts) > MOST_SAID:
        parts = [*parts[:MOST_SAID], Message("bos.outlook.more", number=len(parts) - MOST_SAID)]
    if end.asked is not None:
        chooser = "you" if end.asked == said.seat else "other"
        parts.append(Message(f"bos.outlook.{chooser}_chooses", player=before.setup.names[end.asked]))
    if not parts:
        may_be = {"block": "may_be_blocked", "answer": "may_be_answered"}.get(end.answers, "nothing")
        return Message(f"bos.outlook.{may_be}") if end.answers or isinstance(said.move, Attack | Cast | Use) else None
    whole = Message("bos.outlook.all", parts=tuple(parts)) if len(parts) > 1 else parts[0]
    unless = {"block": "unless_blocked", "answer": "unless_answered"}.get(end.answers)
    return Message(f"bos.outlook.{unless}", said=whole) if unless else whole


def _parts(before: State, end: _Silence, said: _Said, changes: list[Altered]) -> Iterator[Message]:
    """First who wins, then what becomes of the aim, which has no name, then of who attacks, then of all others."""
    if end.state.outcome:
        yield _ending(before, said.seat, end.state.outcome)
    aimed = [change for change in changes if change.thing == said.aim != NOBODY]
    own = [change for change in changes if change.thing == _attacker(said) != NOBODY]
    beaten = own or [change for change in changes if isinstance(said.move, Block) and change.seat != said.seat]
    if [change.what for change in (*aimed, *beaten)] == ["falls", "falls"]:
        own = beaten
        yield Message("bos.outlook.both_fall")
    else:
        yield from (change.said for change in aimed)
        yield from (Message("bos.outlook.yours", said=change.said) for change in own)
    others = [change for change in changes if change not in aimed and change not in own]
    for change in sorted(others, key=lambda change: _is_price(said.seat, change)):
        yield _named(before, end.state, said.seat, change)


def _attacker(said: _Said) -> int:
    return said.doer if isinstance(said.move, Attack) and said.doer != said.aim else NOBODY


def _ending(before: State, seat: int, outcome: Outcome) -> Message:
    if not outcome.winners:
        return Message("bos.outlook.draw")
    if seat in outcome.winners:
        return Message("bos.outlook.you_win")
    return Message("bos.outlook.other_wins", player=before.setup.names[outcome.winners[0]])


# What is hardly ever meant


def _is_odd(before: State, end: _Silence, said: _Said, changes: list[Altered]) -> bool:
    """Whether a line that nobody has to write does its writer no good, by its outcome."""
    at_will = isinstance(said.move, Attack | Cast) or (isinstance(said.move, Use) and said.move.sign == AT_WILL)
    if not at_will or before.question is None or before.question.kind != "menu":
        return False
    if end.state.outcome:
        return bool(end.state.outcome.winners) and said.seat not in end.state.outcome.winners
    return not end.answers and end.asked is None and not any(_is_for(before, said, change) for change in changes)


def _is_for(before: State, said: _Said, change: Altered) -> bool:
    """Whether somebody could want that; what cannot be told for certain, they could."""
    side = before.setup.seating.side
    own = change.seat != NOBODY and side[change.seat] == side[said.seat]
    match change.what:
        case "life" | "vim" | "ether" | "strength":
            return change.gain > 0 if own else change.gain < 0
        case "falls" | "down" | "acted":
            return not own
        case "comes" | "ready":
            return own
        case "pile":
            return not (isinstance(said.move, Cast) and own and change.before == "spellbook")
    return True
