"""What was found in a written game: one finding with its line, rule and sentence, as the command line prints it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from engine import __version__
from engine import log as record
from engine.contract import Game, Given, Opening, Problem, State, Stop
from engine.hypotheses import every_answer, every_reading, weigh
from engine.log import Log
from engine.messages import Message, Note, message_json, notes_json
from engine.replay import as_played, replay
from engine.replay_state import Replay, ReplayStep
from engine.seats import seat_name

MAX_NEAREST: Final = 5
MAX_NOTES: Final = 50


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on a record of a `game`: the `finding`, the `message` that explains it, the `line` that decides, with
    its `rule` and `column` if they are known, the last line that was accepted (`upto`), `notes`, and what the `clock`
    proves.

    `state` is the table before line `before`, or the last one: that is the deciding line, which is `written`, or an
    earlier one beyond which no table is known. After a wrong total the record goes on, and `end` is the last table;
    `agreed` is the last line whose totals were right, `tainted` the positions after the illegal line and all behind it,
    done as they are written.
    """

    game: Game
    finding: str
    message: Message
    line: int | None = None
    rule: str | None = None
    upto: int = 0
    state: State | None = None
    column: int | None = None
    notes: tuple[Note, ...] = ()
    written: str = ""
    agreed: int = 0
    clock: Any = None
    tainted: tuple[ReplayStep, ...] = ()
    end: State | None = None
    before: int | None = None

    @property
    def nearest(self) -> list[str]:
        """The legal lines most like the illegal one, as the notation writes them."""
        if self.finding != "illegal" or self.state is None:
            return []
        return self.game.nearest(self.state, self.written, MAX_NEAREST)


def judge_text(game: Game, text: str, given: Given) -> dict[str, Any]:
    """The finding on a written game, as the object that `judge --json` prints. Never raises for what is written."""
    return finding_json(judge(game, text, given), given)


def judge(game: Game, text: str, given: Given) -> Finding:
    """The finding on a written game. Never raises for what is written."""
    log = record.read(text, game.acts)
    if log.fault:
        return Finding(game, "unreadable", log.fault.message, log.fault.number, column=log.fault.column)
    opening = game.open_game(log, given)
    if isinstance(opening, Problem):
        return Finding(game, opening.finding, opening.message, 0, opening.rule)
    audit = game.audit(log, given.brought, opening.setup) if game.SHAPE.clocks else None
    return _weigh(game, log, opening, audit)


def finding_json(finding: Finding, given: Given) -> dict[str, Any]:
    """The finding as plain data: the keys that callers rely on, and what helps to draw it."""
    state, end = finding.state, finding.end or finding.state
    used = end.setup.edition if end else given.edition
    outcome = end.outcome if end else None
    over = outcome if finding.finding in ("legal", "contradicted") else None
    return {
        "finding": finding.finding,
        "line": finding.line,
        "rule": finding.rule,
        **message_json(finding.message),
        "upto": finding.upto,
        "winner": seat_name(over.winners[0]) if over and over.winners else None,
        "reason": over.reason if over else None,
        **finding.game.seating_json(end, over),
        "totals": finding.game.totals(end, used),
        **notes_json(_remarks(finding.notes)),
        "versions": _versions(given.pool, used),
        "column": finding.column,
        "nearest": finding.nearest,
        "agreed": finding.agreed,
        "clock": finding.game.clock_json(finding.clock) if finding.clock else None,
        "as_played": _as_played(finding),
        "state": finding.game.view(state, "public") if state else None,
        "before": finding.before if state else None,
    }


def _as_played(finding: Finding) -> dict[str, Any] | None:
    """Where the game went after an illegal line, as people played on; nothing of it is official."""
    if not finding.tainted:
        return None
    last = finding.tainted[-1]
    over = last.state.outcome
    return {
        "upto": last.line,
        "lines": [step.line for step in finding.tainted],
        "totals": finding.game.totals(last.state, last.state.setup.edition),
        "winner": seat_name(over.winners[0]) if over and over.winners else None,
        "reason": over.reason if over else None,
        "state": finding.game.view(last.state, "public"),
    }


def _remarks(notes: tuple[Note, ...]) -> tuple[Note, ...]:
    if len(notes) <= MAX_NOTES:
        return notes
    return (*notes[:MAX_NOTES], Note(Message("record.more_notes", number=len(notes) - MAX_NOTES)))


def _versions(pool: Any, edition: Any) -> dict[str, Any]:
    return {"engine": __version__, "rules": edition.name, "cards": pool.hash, "rulings": edition.switches()}


def _weigh(game: Game, log: Log, opening: Opening, audit: Any) -> Finding:
    """The finding where all of the opening is known; else what all possible openings have in common."""
    notes = (*log.notes, *opening.notes)
    runs = [replay(game, log, setup) for setup in opening.placements()]
    if len(runs) == 1:
        return _conclude(log, runs[0], notes, audit)
    return _in_common([_conclude(log, run, notes, audit) for run in runs], notes)


def _in_common(findings: list[Finding], notes: tuple[Note, ...]) -> Finding:
    """What nobody wrote down matters only where the possible openings lead to different findings."""
    furthest = max(findings, key=lambda finding: finding.upto)
    if all(
        (finding.finding, finding.line, finding.rule) == (furthest.finding, furthest.line, furthest.rule)
        for finding in findings
    ):
        return furthest
    if all(finding.finding in ("illegal", "unreadable") for finding in findings):
        return furthest
    earliest = min((finding for finding in findings if finding.line is not None), key=lambda finding: finding.line or 0)
    game, reached = earliest.game, (earliest.state, earliest.before)
    kind, rule, message = game.UNPLACED[:3]
    return Finding(game, kind, message, earliest.line, rule, earliest.upto, reached[0], notes=notes, before=reached[1])


def _conclude(log: Log, run: Replay, notes: tuple[Note, ...], audit: Any) -> Finding:
    """The first illegal or unreadable line decides, else the first unproven one, else the first wrong total."""
    notes = (*notes, *run.notes)
    stop = run.stop
    if audit:
        notes = (*notes, *run.game.clock_notes(audit, _line_of_the_end(run)))
    finding = _decide(log, run, stop, notes)
    tainted = tuple(as_played(log, run)) if finding.finding == "illegal" and stop and finding.line == stop.line else ()
    return replace(finding, clock=audit, tainted=tainted)


def _line_of_the_end(run: Replay) -> int | None:
    """The line that ended the game otherwise than by time."""
    outcome = run.state.outcome
    if outcome is None or outcome.reason == "time":
        return None
    return next((step.line for step in run.steps if step.state.outcome), None)


def _decide(log: Log, run: Replay, stop: Stop | None, notes: tuple[Note, ...]) -> Finding:
    """What decides: the line that stopped the replay, a wrong total, or the end."""
    if stop and stop.finding == "unproven":
        stop = _certain_fault(log, run) or stop
    supposed = every_answer(log, run) if stop and stop.finding == "unproven" else []
    if stop and supposed:
        stop, remarks = weigh(stop, supposed)
        notes = (*notes, *remarks)
    elif stop and stop.readings:
        stop, remarks = weigh(stop, every_reading(log, run, stop))
        notes = (*notes, *remarks)
    if run.stop and stop and (run.stop.readings or stop.finding == "unreadable"):
        notes = (*notes, *_further(log, run, stop))
    if stop and stop.ruling:
        notes = (*notes, Note(Message("record.ruling", ruling=stop.ruling, line=stop.line)))
    if run.wrong and stop:
        notes = (*notes, *(Note(wrong.message, wrong.line) for wrong in run.wrong))
    if stop:
        return _stopped(run, stop, notes)
    if run.wrong:
        first = run.wrong[0]
        notes = (*notes, *(Note(wrong.message, wrong.line) for wrong in run.wrong[1:]))
        finding = _at_end(run, "contradicted", first.message, first.line, first.column, notes)
        return replace(finding, state=run.doubted[0], end=run.state, before=first.line)
    return _ended(log, run, notes)


def _stopped(run: Replay, stop: Stop, notes: tuple[Note, ...]) -> Finding:
    return Finding(
        run.game,
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


def _further(log: Log, run: Replay, stop: Stop) -> list[Note]:
    """The other lines that cannot be read, or whose names are no card's or several cards'."""
    others = run.game.doubtful_lines(log, run.state.setup, run.played)
    return [
        Note(doubtful.message, doubtful.line)
        for doubtful in others
        if (doubtful.line, doubtful.message) != (stop.line, stop.message)
    ]


def _at_end(
    run: Replay, finding: str, message: Message, line: int | None, column: int | None, notes: tuple[Note, ...]
) -> Finding:
    return Finding(run.game, finding, message, line, None, run.upto, run.state, column, notes, "", run.agreed)


def _certain_fault(log: Log, run: Replay) -> Stop | None:
    """The first line that is wrong whatever the table is."""
    doubtful = run.game.doubtful_lines(log, run.state.setup, run.played)
    return next((fault for fault in doubtful if fault.finding != "unproven"), None)


def _ended(log: Log, run: Replay, notes: tuple[Note, ...]) -> Finding:
    outcome = run.state.outcome
    if outcome is None:
        message = run.game.waits(run.state) or Message("record.unfinished")
        return _at_end(run, "unfinished", message, None, None, notes)
    message = Message("record.lawful", said=run.game.ending(outcome))
    return _at_end(run, "legal", message, None, None, (*notes, *run.game.end_notes(log, run)))
