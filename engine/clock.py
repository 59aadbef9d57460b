"""The clocks of a written game: what its stamps prove about the time each player used (chapter 13 of the rulebook).

Each own turn begins with a delay that costs nothing; what is not used of it is lost (13.1.2, 13.1.5). A pause stops
time and delay, and starts no other clock (13.1.3, 13.1.6). A record is measured by one kind of stamp:

- by remaining times, `@14:32`, if it has any. They already hold what delay and pauses took away, so nothing is
  counted again: what is asked is whether they can follow one another. They are always those of whose turn it is.
- by moments, `@T12:03:05`, otherwise. The time between two stamps belongs to whoever had to act in the lines after
  the first, up to and with the second. Where that is not one player alone, because an answer, a pause or a judge's line
  lies between, it may be anything from nothing to the whole: hence two figures, what is used at least and at most. A
  turn whose `T` line has no stamp begins with the moment before it.

Nothing here changes a result: the audit finds, a judge rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal

from engine.bos.notation import Judge, Leave, Unreadable, parse
from engine.bos.pacing import Beat, Pace, Time, beats
from engine.bos.rulebook import rule
from engine.bos.state import seat_name
from engine.log import Line, Log
from engine.stamps import Moment, Remaining, Watch, face, read_stamp

MOST_OF_A_KIND = 20
"""Of findings of one kind no more are told."""

Scope = Literal["match", "game"]
_SPEC = re.compile(r"([0-9]{1,3}):([0-5][0-9])\s+([0-9]{1,4})(?:\s+(match|game))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ClockSpec:
    """Time of a player and delay of a turn, in seconds, and what they are for: the match, or each game (13.1.4)."""

    main: int = 900
    delay: int = 30
    scope: Scope = "match"

    def __post_init__(self) -> None:
        if self.main < 1 or self.delay < 0:
            raise ValueError("A clock has at least one second, and its delay is not negative.")


@dataclass(frozen=True, slots=True)
class Brought:
    """What the games before this one leave to it: their clock, for a record that names none, the seconds per seat that
    are used for certain, and whether these are all that were used (13.1.4). A clock that is `settled` counts whatever
    a record names."""

    spec: ClockSpec = ClockSpec()
    used: tuple[int, int] = (0, 0)
    whole: bool = True
    settled: bool = False

    def spec_for(self, log: Log) -> ClockSpec:
        """The clock that counts for a record."""
        return self.spec if self.settled else spec_of(log, self.spec)


class Kind(StrEnum):
    """What an audit finds."""

    FLAG = "flag"
    """A player's time ran out."""
    CONFIRMED = "confirmed"
    """`X P2 time` is written, and the stamps say so too."""
    CONTRADICTED = "contradicted"
    """`X P2 time` is written, and the stamps leave that player time."""
    UNPROVEN = "unproven"
    """`X P2 time` is written, and the stamps leave it open."""
    GREW = "grew"
    """A remaining time is longer than the one before it, and no judge gave any."""
    RAN = "ran"
    """A remaining time is shorter than the one before it, though that clock stood still."""
    BACK = "back"
    """A moment lies before the one stamped last."""
    PAUSE = "pause"
    """A pause was begun twice, or ended where there was none."""
    UNREADABLE = "unreadable"
    """A stamp that says no time."""


@dataclass(frozen=True, slots=True)
class ClockFinding:
    """What was found at a line (0: before the first), by which rule; `used` are the seconds of that seat, if known."""

    kind: Kind
    line: int
    seat: int | None
    rule: str
    message: str
    used: int | None = None


@dataclass(frozen=True, slots=True)
class TurnTime:
    """A turn by its `T` line: the seconds its player certainly needed (None where the clock was read instead), and what
    certainly went off the clock."""

    line: int
    number: int
    seat: int
    needed: int | None
    used: int


@dataclass(frozen=True, slots=True)
class ClockAudit:
    """What the stamps of a record prove. `used` holds seconds per seat, those brought along from earlier games of the
    match with them, that are gone for certain; `at_most` is None where the stamps set no limit."""

    spec: ClockSpec
    used: tuple[int, int]
    at_most: tuple[int | None, int | None] = (None, None)
    turns: tuple[TurnTime, ...] = ()
    findings: tuple[ClockFinding, ...] = ()
    stamped: bool = False

    @property
    def out(self) -> ClockFinding | None:
        """The first that ran out of time, if anybody did (13.1.1)."""
        return next((found for found in self.findings if found.kind is Kind.FLAG), None)


def read_spec(text: str, scope: Scope = "match") -> ClockSpec | None:
    """The clock of a `[Clock 15:00 30]` or `[Clock 15:00 30 game]`; `scope` counts where none is written."""
    found = _SPEC.fullmatch(text)
    if not found:
        return None
    main = int(found.group(1)) * 60 + int(found.group(2))
    said = (found.group(4) or scope).casefold()
    return ClockSpec(main, int(found.group(3)), "game" if said == "game" else "match") if main else None


def spec_of(log: Log, default: ClockSpec) -> ClockSpec:
    """The clock that the record's header names, else the default."""
    return read_spec(log.header("Clock") or "", default.scope) or default


def bring_along(games: Iterable[Iterable[Log]], brought: Brought = Brought()) -> Brought:
    """What earlier games of a match, each given by its records, leave to the next one; `brought` is what there was
    before them.

    Of several records of a game only what all of them prove counts; those without stamps prove nothing.
    """
    for logs in games:
        audits = (audit(log, brought.spec_for(log), used=brought.used, whole=brought.whole) for log in logs)
        brought = _after_game(brought, [found for found in audits if found.stamped])
    return brought


def _after_game(brought: Brought, audits: list[ClockAudit]) -> Brought:
    if not audits:
        return replace(brought, whole=False)
    used = (min(found.used[0] for found in audits), min(found.used[1] for found in audits))
    whole = all(found.used == found.at_most == used for found in audits)
    return replace(brought, spec=audits[-1].spec, used=used, whole=whole)


def audit(log: Log, spec: ClockSpec, *, used: tuple[int, int] = (0, 0), whole: bool | None = None) -> ClockAudit:
    """What the stamps prove. `used` are seconds from earlier games of the match, the `used` of the audit before; they
    do not count where each game has its own clock. `whole` says whether they are all that were used; if it is left out,
    the record's number tells whether there were any games before. Never raises for what is written."""
    before = (max(used[0], 0), max(used[1], 0)) if spec.scope == "match" else (0, 0)
    stamps = [read_stamp(line.clock) for line in log.lines if line.clock is not None]
    if not stamps:
        return ClockAudit(spec, before, findings=tuple(_untimed(log)))
    shows = any(isinstance(stamp, Remaining) for stamp in stamps)
    zones = (stamp.zone for stamp in stamps if isinstance(stamp, Moment) and stamp.zone is not None)
    faces = (_Face(max(spec.main - before[0], 0)), _Face(max(spec.main - before[1], 0)))
    known = _brought_along(log, spec, before) if whole is None else whole or spec.scope == "game"
    walk = _Walk(spec, before, known, shows, Watch(next(zones, 0)), faces)
    for seat in (0, 1):
        _look_for_flag(walk, seat, 0)
    for beat in beats(log, walk.pace):
        _follow(walk, beat)
    return _sum_up(walk)


def _untimed(log: Log) -> Iterator[ClockFinding]:
    """Of a record without stamps: a time that is said to have run out, which nothing in it can bear out (13.1.1)."""
    for line in log.lines:
        move = _leaving(line.body) if line.body[:1] in ("X", "x") else None
        if move and move.how == "time" and move.seat in (0, 1):
            said = f"{seat_name(move.seat)} is said to have run out of time; no line has a stamp that could tell."
            yield ClockFinding(Kind.UNPROVEN, line.number, move.seat, "13.1.1", said)
            return


def _leaving(body: str) -> Leave | None:
    try:
        move = parse(body)
    except Unreadable:
        return None
    return move if isinstance(move, Leave) else None


def notes(found: ClockAudit, *, ended: int | None = None) -> tuple[str, ...]:
    """The findings as sentences. `ended` is the line in which the game ended otherwise than by time: the earlier of
    that and running out counts (13.1.8)."""
    said = tuple(_sentence(finding) for finding in found.findings)
    out = found.out
    if out is None or ended is None or out.seat is None:
        return said
    who = f"the time of {seat_name(out.seat)} ran out in line {out.line}"
    if out.line < ended:
        which = f"By the stamps {who}, before the game ended otherwise in line {ended}; what came first counts."
    else:
        which = f"The game ended in line {ended}, and {who}; the end counts, since it stands first."
    return (*said, f"{which} Rule {rule('13.1.8').label}.")


def to_json(found: ClockAudit) -> dict[str, Any] | None:
    """The audit as plain data, in seconds; None for a record without stamps."""
    if not found.stamped:
        return None
    spec = found.spec
    return {
        "main": spec.main,
        "delay": spec.delay,
        "scope": spec.scope,
        "used": list(found.used),
        "at_most": list(found.at_most),
        "left": [max(spec.main - seconds, 0) for seconds in found.used],
        "out": None if found.out is None or found.out.seat is None else seat_name(found.out.seat),
        "turns": [
            {
                "line": turn.line,
                "turn": turn.number,
                "seat": seat_name(turn.seat),
                "needed": turn.needed,
                "used": turn.used,
            }
            for turn in found.turns
        ],
        "findings": [
            {
                "kind": finding.kind.value,
                "line": finding.line,
                "seat": None if finding.seat is None else seat_name(finding.seat),
                "rule": finding.rule,
                "message": finding.message,
                "used": finding.used,
            }
            for finding in found.findings
        ],
    }


def _sentence(finding: ClockFinding) -> str:
    where = f"Line {finding.line}" if finding.line else "Before the first line"
    return f"{where}: {finding.message} Rule {rule(finding.rule).label}."


# Walking through the record


_RUNNING = (Time.OWN, Time.JUDGE)


@dataclass(slots=True)
class _Tally:
    """What a turn took: own seconds at least and at most, and what its player's clock was seen to lose."""

    least: int = 0
    most: int | None = 0
    read: int = 0


@dataclass(slots=True)
class _Face:
    """What a clock showed last, and since then: whether it may have run, whether a judge may have set it."""

    left: int
    line: int | None = None
    ran: bool = False
    judged: bool = False


@dataclass(slots=True)
class _Walk:
    """The record up to a line. `known` says whether `before`, the seconds from earlier games, can be relied on, `shows`
    whether remaining times measure; `since` is whose the time since the last moment, that of `last`, was."""

    spec: ClockSpec
    before: tuple[int, int]
    known: bool
    shows: bool
    watch: Watch
    faces: tuple[_Face, _Face]
    pace: Pace = field(default_factory=Pace)
    tallies: list[_Tally] = field(default_factory=list)
    since: set[tuple[int, Time]] = field(default_factory=set)
    last: tuple[int, str] = (0, "")
    gone: list[int] = field(default_factory=lambda: [0, 0])
    findings: list[ClockFinding] = field(default_factory=list)


def _brought_along(log: Log, spec: ClockSpec, before: tuple[int, int]) -> bool:
    """Whether it is known what was used in the games before this one."""
    number = log.header("Number") or ""
    later = number.isdecimal() and len(number) < 7 and int(number) > 1
    return spec.scope == "game" or not later or before != (0, 0)


def _follow(walk: _Walk, beat: Beat) -> None:
    if beat.slip:
        _find(walk, Kind.PAUSE, beat.line, "13.1.3", beat.slip)
    if len(walk.tallies) < len(walk.pace.turns):
        walk.tallies.append(_Tally())
    walk.since.add((beat.turn, beat.time))
    _watch_faces(walk, beat)
    if beat.line.clock is not None:
        _stamp(walk, beat, beat.line.clock)
    if isinstance(beat.move, Leave) and not walk.pace.ended:
        _hold_against(walk, beat.line, beat.move)


# Moments


def _stamp(walk: _Walk, beat: Beat, text: str) -> None:
    stamp = read_stamp(text)
    if isinstance(stamp, Moment):
        _look(walk, beat.line, stamp, text)
    elif stamp is None:
        said = f"@{text[:40]} is no stamp; write what is left as @14:32, or the moment as @T12:03:05."
        _find(walk, Kind.UNREADABLE, beat.line, "13.1.1", said)
    elif beat.turn >= 0 and not walk.pace.ended:
        _read_face(walk, beat, stamp.seconds)


def _look(walk: _Walk, line: Line, moment: Moment, text: str) -> None:
    """Divide the time since the moment before among those whose it was."""
    before = walk.watch.now
    now = walk.watch.look(moment)
    passed = None if before is None or now < before else now - before
    if before is not None and now < before:
        number, earlier = walk.last
        said = f"the moment {text} lies before {earlier} of line {number}; the time between them is not counted."
        _find(walk, Kind.BACK, line, "13.1.1", said)
    walk.last = (line.number, text)
    running = _running(walk)
    kinds = {time for _, time in walk.since} - {Time.MARK}
    certain = passed is not None and len(running) == 1 and kinds == {Time.OWN}
    for turn in running:
        _count(walk, turn, passed or 0 if certain else 0, passed)
        _look_for_flag(walk, _seat(walk, turn), line.number)
    walk.since.clear()


def _running(walk: _Walk) -> list[int]:
    """The turns to which time since the last moment may belong, in their order."""
    return sorted({turn for turn, time in walk.since if time in _RUNNING})


def _seat(walk: _Walk, turn: int) -> int:
    return walk.pace.turns[turn].seat


def _count(walk: _Walk, turn: int, least: int, most: int | None) -> None:
    tally, seat = walk.tallies[turn], _seat(walk, turn)
    walk.gone[seat] -= _beyond(walk, tally.least)
    tally.least += least
    walk.gone[seat] += _beyond(walk, tally.least)
    tally.most = None if tally.most is None or most is None else tally.most + most


def _beyond(walk: _Walk, own: int) -> int:
    """What own seconds of one turn take off the clock (13.1.2, 13.1.5)."""
    return max(own - walk.spec.delay, 0)


# Remaining times


def _watch_faces(walk: _Walk, beat: Beat) -> None:
    """Whose clock may have run up to this line, and whether a judge may have set both."""
    if beat.turn >= 0 and beat.time not in (Time.STANDS, Time.MARK):
        walk.faces[_seat(walk, beat.turn)].ran = True
    if isinstance(beat.move, Judge) and beat.move.deed in ("set", "undo", "stands", "rule"):
        for clock in walk.faces:
            clock.judged = True


def _read_face(walk: _Walk, beat: Beat, left: int) -> None:
    seat, line = _seat(walk, beat.turn), beat.line
    clock = walk.faces[seat]
    sure = walk.known or clock.line is not None
    if left > clock.left and not clock.judged:
        _find(walk, Kind.GREW, line, "13.1.5", _grew(clock, seat, left), seat)
    elif left < clock.left and sure and not clock.ran and not clock.judged:
        _find(walk, Kind.RAN, line, "13.1.6", _ran(clock, seat, left), seat)
    if sure:
        walk.tallies[beat.turn].read += max(clock.left - left, 0)
    clock.left, clock.line, clock.ran, clock.judged = left, line.number, False, False
    _look_for_flag(walk, seat, line.number)


def _grew(clock: _Face, seat: int, left: int) -> str:
    said = f"{seat_name(seat)} has {face(left)} left"
    if clock.line is None:
        said = f"{said}, and cannot have more than {face(clock.left)}"
        return f"{said}; another clock is written [Clock 20:00 30], a moment @T12:03:05."
    was = f"{face(clock.left)} in line {clock.line}"
    return f"{said}, after {was}; a judge who gives time back writes it down, as J rule TEXT."


def _ran(clock: _Face, seat: int, left: int) -> str:
    was = f"{face(clock.left)} to begin with" if clock.line is None else f"{face(clock.left)} in line {clock.line}"
    return f"{seat_name(seat)} has {face(left)} left, after {was}, though this clock did not run between."


# What is found


def _find(walk: _Walk, kind: Kind, line: Line, number: str, message: str, seat: int | None = None) -> None:
    if sum(found.kind is kind for found in walk.findings) < MOST_OF_A_KIND:
        used = None if seat is None else _used(walk, seat)
        walk.findings.append(ClockFinding(kind, line.number, seat, number, message, used))


def _look_for_flag(walk: _Walk, seat: int, line: int) -> None:
    """13.1.1, once for each player."""
    used, main = _used(walk, seat), walk.spec.main
    if used < main or _flag(walk, seat):
        return
    what = "the clock shows 0:00" if walk.shows and line else f"{used} of {main} seconds are used"
    said = f"{seat_name(seat)} ran out of time ({what}) and, by 13.1.4, loses the {walk.spec.scope}."
    walk.findings.append(ClockFinding(Kind.FLAG, line, seat, "13.1.1", said, used))


def _flag(walk: _Walk, seat: int) -> ClockFinding | None:
    return next((found for found in walk.findings if found.kind is Kind.FLAG and found.seat == seat), None)


def _hold_against(walk: _Walk, line: Line, move: Leave) -> None:
    """A time that is said to have run out, against the stamps."""
    if move.how == "time" and move.seat in (0, 1):
        kind, said = _weigh(walk, move.seat)
        _find(walk, kind, line, "13.1.1", f"{seat_name(move.seat)} is said to have run out of time; {said}", move.seat)


def _weigh(walk: _Walk, seat: int) -> tuple[Kind, str]:
    flag, most, main = _flag(walk, seat), _at_most(walk, seat), walk.spec.main
    if flag:
        return Kind.CONFIRMED, f"the stamps say so as well, in line {flag.line}."
    if most is not None and most < main:
        return Kind.CONTRADICTED, f"by the stamps {face(main - most)} were left."
    return Kind.UNPROVEN, f"the stamps do not tell: they show {_used(walk, seat)} of {main} seconds as used."


def _used(walk: _Walk, seat: int) -> int:
    clock = walk.faces[seat]
    if not walk.shows:
        return walk.before[seat] + walk.gone[seat]
    return walk.before[seat] if clock.line is None else max(walk.spec.main - clock.left, 0)


def _at_most(walk: _Walk, seat: int) -> int | None:
    clock = walk.faces[seat]
    if walk.shows:
        return None if clock.ran or (clock.line is None and not walk.known) else _used(walk, seat)
    own = [walk.tallies[turn].most for turn, begun in enumerate(walk.pace.turns) if begun.seat == seat]
    running = any(_seat(walk, turn) == seat for turn in _running(walk))
    if running or not walk.known or None in own:
        return None
    return walk.before[seat] + sum(_beyond(walk, most or 0) for most in own)


def _sum_up(walk: _Walk) -> ClockAudit:
    return ClockAudit(
        walk.spec,
        (_used(walk, 0), _used(walk, 1)),
        (_at_most(walk, 0), _at_most(walk, 1)),
        tuple(_turns(walk)),
        tuple(walk.findings),
        stamped=True,
    )


def _turns(walk: _Walk) -> Iterator[TurnTime]:
    for begun, tally in zip(walk.pace.turns, walk.tallies, strict=True):
        needed = None if walk.shows else tally.least
        yield TurnTime(*begun, needed, tally.read if needed is None else _beyond(walk, needed))
