"""What was found in a written game: one finding with its line, rule and sentence, as the command line prints it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from engine import __version__, clock
from engine import log as record
from engine.bos import options, views
from engine.bos.acts import acts
from engine.bos.cards import Pool
from engine.bos.editions import Edition
from engine.bos.names import Problem
from engine.bos.opening import Opening, Pinned, open_game
from engine.bos.presumed import Lists
from engine.bos.state import State, seat_name
from engine.choice import Event
from engine.clock import Brought, ClockAudit, ClockSpec
from engine.log import Log
from engine.replay import as_played, replay
from engine.sheet import Mark, Replay, Stop, certain_faults, doubtful_lines
from engine.supposing import every_answer, every_reading, weigh

MAX_NEAREST: Final = 5
MAX_NOTES: Final = 50


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on a record. `state` is the table before line `before`, or the last one: that is the deciding line,
    which is `written`, or an earlier one beyond which no table is known. After a wrong total the record goes on, and
    `end` is the last table."""

    finding: str
    message: str
    line: int | None = None
    rule: str | None = None
    upto: int = 0
    state: State | None = None
    column: int | None = None
    notes: tuple[str, ...] = ()
    written: str = ""
    agreed: int = 0
    clock: ClockAudit | None = None
    tainted: tuple[Mark, ...] = ()
    end: State | None = None
    before: int | None = None

    @property
    def nearest(self) -> list[str]:
        """The legal lines most like the illegal one, as the notation writes them."""
        if self.finding != "illegal" or self.state is None:
            return []
        return options.nearest(self.state, self.written, MAX_NEAREST)


def judge_text(
    game_text: str,
    decks: Lists,
    pool: Pool,
    edition: Edition,
    *,
    pinned: Pinned | None = None,
    brought: Brought | None = None,
) -> dict[str, Any]:
    """The finding on a written game, as the object that `judge --json` prints. Never raises for what is written."""
    found = judge(game_text, decks, pool, edition, pinned=pinned, brought=brought)
    return to_json(found, pool, edition)


def judge(
    game_text: str,
    decks: Lists,
    pool: Pool,
    edition: Edition,
    *,
    pinned: Pinned | None = None,
    brought: Brought | None = None,
) -> Finding:
    """The finding on a written game. `decks` holds the lists of `P1` and `P2` as text, `brought` what the clocks bring
    along from earlier games of the match, where that is known."""
    log = record.read(game_text, acts)
    if log.fault:
        return Finding("unreadable", log.fault.message, log.fault.number, column=log.fault.column)
    opening = open_game(log, decks, pool, edition, pinned=pinned)
    if isinstance(opening, Problem):
        return Finding(opening.finding, opening.message, 0, opening.rule)
    return _weigh(log, opening, _audited(log, brought))


def _audited(log: Log, brought: Brought | None) -> ClockAudit:
    if brought is None:
        return clock.audit(log, clock.spec_of(log, ClockSpec()))
    return clock.audit(log, brought.spec_for(log), used=brought.used, whole=brought.whole)


def to_json(found: Finding, pool: Pool, edition: Edition) -> dict[str, Any]:
    """The finding as plain data: the keys that callers rely on, and what helps to draw it."""
    state, end = found.state, found.end or found.state
    used = end.setup.edition if end else edition
    outcome = end.outcome if end else None
    over = outcome if found.finding in ("legal", "contradicted") else None
    return {
        "finding": found.finding,
        "line": found.line,
        "rule": found.rule,
        "message": found.message,
        "upto": found.upto,
        "winner": seat_name(over.winners[0]) if over and over.winners else None,
        "reason": over.reason if over else None,
        "totals": _totals(end, used),
        "notes": _remarks(found.notes),
        "versions": _versions(pool, used),
        "column": found.column,
        "nearest": found.nearest,
        "agreed": found.agreed,
        "clock": clock.to_json(found.clock) if found.clock else None,
        "as_played": _as_played(found),
        "state": views.view(state) if state else None,
        "before": found.before if state else None,
    }


def _as_played(found: Finding) -> dict[str, Any] | None:
    """Where the game went after an illegal line, as people played on; nothing of it is official."""
    if not found.tainted:
        return None
    last = found.tainted[-1]
    over = last.state.outcome
    return {
        "upto": last.line,
        "lines": [mark.line for mark in found.tainted],
        "totals": _totals(last.state, last.state.setup.edition),
        "winner": seat_name(over.winners[0]) if over and over.winners else None,
        "reason": over.reason if over else None,
        "state": views.view(last.state),
    }


def _remarks(notes: tuple[str, ...]) -> list[str]:
    if len(notes) <= MAX_NOTES:
        return list(notes)
    return [*notes[:MAX_NOTES], f"There are {len(notes) - MAX_NOTES} more remarks like these."]


def _totals(state: State | None, edition: Edition) -> dict[str, list[int]]:
    if state is None:
        return {"life": [edition.life] * 2, "vim": [edition.vim] * 2, "ether": [0, 0]}
    return {"life": list(state.life), "vim": list(state.vim), "ether": list(state.ether)}


def _versions(pool: Pool, edition: Edition) -> dict[str, Any]:
    return {"engine": __version__, "rules": edition.name, "cards": pool.hash, "rulings": edition.switches()}


def _weigh(log: Log, opening: Opening, audit: ClockAudit) -> Finding:
    """The finding where the columns of wizards are known; else what all possible columns have in common."""
    notes = (*log.notes, *opening.notes)
    runs = [replay(log, setup) for setup in opening.placements()]
    if len(runs) == 1:
        return _conclude(log, runs[0], notes, audit)
    return _in_common([_conclude(log, run, notes, audit) for run in runs], notes)


def _in_common(found: list[Finding], notes: tuple[str, ...]) -> Finding:
    """Columns that nobody wrote down matter only where the possible ones lead to different findings."""
    furthest = max(found, key=lambda finding: finding.upto)
    if all((f.finding, f.line, f.rule) == (furthest.finding, furthest.line, furthest.rule) for f in found):
        return furthest
    if all(f.finding in ("illegal", "unreadable") for f in found):
        return furthest
    earliest = min((f for f in found if f.line is not None), key=lambda finding: finding.line or 0)
    said = "Which wizard stands in which column matters here, and the record does not say; add the header [Wizards …]."
    known = earliest.state, earliest.before
    return Finding("unproven", said, earliest.line, "3.2.3", earliest.upto, known[0], notes=notes, before=known[1])


def _conclude(log: Log, run: Replay, notes: tuple[str, ...], audit: ClockAudit) -> Finding:
    """The first illegal or unreadable line decides, else the first unproven one, else the first wrong total."""
    notes = (*notes, *run.notes)
    stop = run.stop
    notes = (*notes, *clock.notes(audit, ended=_line_of_the_end(run)))
    found = _decide(log, run, stop, notes)
    tainted = tuple(as_played(log, run)) if found.finding == "illegal" and stop and found.line == stop.line else ()
    return replace(found, clock=audit, tainted=tainted)


def _line_of_the_end(run: Replay) -> int | None:
    """The line that ended the game otherwise than by time."""
    outcome = run.state.outcome
    if outcome is None or outcome.reason == "time":
        return None
    return next((mark.line for mark in run.marks if mark.state.outcome), None)


def _decide(log: Log, run: Replay, stop: Stop | None, notes: tuple[str, ...]) -> Finding:
    """What decides: the line that stopped the replay, a wrong total, or the end."""
    if stop and stop.finding == "unproven":
        stop = certain_faults(log, run.state.setup, run.played) or stop
    if stop and stop.finding == "unproven" and run.state.ask and run.state.ask.kind == "block":
        stop, said = weigh(stop, every_answer(log, run))
        notes = (*notes, *said)
    elif stop and stop.readings:
        stop, said = weigh(stop, every_reading(log, run, stop))
        notes = (*notes, *said)
    if run.stop and stop and (run.stop.readings or stop.finding == "unreadable"):
        notes = (*notes, *_further(log, run, stop))
    if stop and stop.ruling:
        notes = (*notes, f"Ruling {stop.ruling} decided line {stop.line}.")
    if run.wrong and stop:
        notes = (*notes, *(f"Line {wrong.line}: {wrong.message}" for wrong in run.wrong))
    if stop:
        return _stopped(run, stop, notes)
    if run.wrong:
        first = run.wrong[0]
        notes = (*notes, *(f"Line {wrong.line}: {wrong.message}" for wrong in run.wrong[1:]))
        found = _at_end(run, "contradicted", first.message, first.line, first.column, notes)
        return replace(found, state=run.doubted[0], end=run.state, before=first.line)
    return _ended(log, run, notes)


def _stopped(run: Replay, stop: Stop, notes: tuple[str, ...]) -> Finding:
    return Finding(
        stop.finding,
        stop.message,
        stop.line,
        stop.rule,
        run.upto,
        run.state,
        stop.column,
        notes,
        stop.written,
        run.agreed,
        before=run.stop.line if run.stop else None,
    )


def _further(log: Log, run: Replay, stop: Stop) -> list[str]:
    """The other lines that cannot be read, or whose names are no card's or several cards'."""
    others = doubtful_lines(log, run.state.setup, run.played)
    return [f"Line {one.line}: {one.message}" for one in others if (one.line, one.message) != (stop.line, stop.message)]


def _at_end(
    run: Replay, finding: str, message: str, line: int | None, column: int | None, notes: tuple[str, ...]
) -> Finding:
    return Finding(finding, message, line, None, run.upto, run.state, column, notes, "", run.agreed)


def _ended(log: Log, run: Replay, notes: tuple[str, ...]) -> Finding:
    outcome = run.state.outcome
    if outcome is None:
        return _at_end(run, "unfinished", _unfinished(run.marks[-1]), None, None, notes)
    claimed = log.header("Result")
    told = f"{seat_name(outcome.winners[0])} won: {outcome.reason}." if outcome.winners else "The game is drawn."
    if claimed and not _agrees(claimed, outcome.winners, outcome.reason):
        notes = (*notes, f"The header says {claimed[:60]}; by the moves: {told}")
    if outcome.reason == "life" and any(event.kind == "decay" for event in _last_events(run)):
        notes = (*notes, "Ruling G-50 decided the game: whoever decays to 0 life loses.")
    if outcome.rule == "10.2.4":
        notes = (*notes, "Ruling G-128 decided the game: nobody can stop mandatory abilities that set each other off.")
    elif outcome.rule == "11.1.1" and outcome.reason == "draw" and any(run.state.life):
        notes = (*notes, "The draw is what was written; the moves alone do not lead to one.")
    return _at_end(run, "legal", f"The record is lawful to its end. {told}", None, None, notes)


def _last_events(run: Replay) -> tuple[Event, ...]:
    """What happened in the last line that changed anything."""
    return next((mark.events for mark in reversed(run.marks) if mark.events), ())


def _unfinished(mark: Mark) -> str:
    ask = mark.state.ask
    if ask and ask.kind == "block":
        return f"Lawful so far; the record ends before {seat_name(ask.seat)} said whether a card blocks."
    return "Lawful so far; the record ends before somebody won."


def _agrees(claimed: str, winners: tuple[int, ...], reason: str) -> bool:
    words = claimed.casefold().split()
    seats = [word for word in words if word in ("p1", "p2")]
    if seats and (len(winners) != 1 or seats[0] != seat_name(winners[0]).casefold()):
        return False
    reasons = [word for word in words if word in ("life", "ability", "concession", "time", "disqualified", "draw")]
    return not reasons or reasons[0] == reason
