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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from engine.bos.model.rulebook import cited, rule
from engine.bos.model.seating import Seating
from engine.bos.model.setup import Setup
from engine.bos.notation.line_parser import Judge, Leave
from engine.bos.notation.line_patterns import seating_shape
from engine.bos.notation.line_signature import move_of
from engine.bos.records.clock_spec import ClockCarryOver, ClockSpec, spec_of
from engine.bos.records.seating_headers import written_seating
from engine.bos.records.turn_timing import Time, TimedLine, TurnProgress, timed_lines
from engine.log import Line, Log
from engine.messages import Message, Note, message_json
from engine.seats import seat_name
from engine.stamps import Moment, Remaining, Watch, face, read_stamp

MOST_OF_A_KIND = 20
"""Of findings of one kind no more are told."""
PAIR = 2
"""With so many clocks the game is over once one has run out."""


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
    """A `kind` of thing that was found at a `line` (0: before the first) about a `seat`, from 0, by which `rule`, and
    said in a `message`; `used` are the seconds of that seat, if known."""

    kind: Kind
    line: int
    seat: int | None
    rule: str
    message: Message
    used: int | None = None


@dataclass(frozen=True, slots=True)
class TurnTime:
    """Turn `number` of a `seat`, from 0, by its `T` `line`: the seconds its player certainly `needed` (None where the
    clock was read instead), and those that certainly went off the clock (`used`)."""

    line: int
    number: int
    seat: int
    needed: int | None
    used: int


@dataclass(frozen=True, slots=True)
class ClockAudit:
    """What the stamps of a record prove by the clock `spec`. `used` holds seconds per clock, those brought along from
    earlier games of the match with them, that are gone for certain; `at_most` is None where the stamps set no limit;
    `turns` and `findings` are in the order of the record; `stamped` says whether it has any stamp. Whose the clocks are
    is in `clocks`: a seat each, but the lower one of a combined team; `is_of_more` where more than two play."""

    spec: ClockSpec
    used: tuple[int, ...]
    at_most: tuple[int | None, ...] = (None, None)
    turns: tuple[TurnTime, ...] = ()
    findings: tuple[ClockFinding, ...] = ()
    stamped: bool = False
    clocks: tuple[int, ...] = (0, 1)
    is_of_more: bool = False

    @property
    def out(self) -> ClockFinding | None:
        """The first that ran out of time, if anybody did (13.1.1)."""
        return next((finding for finding in self.findings if finding.kind is Kind.FLAG), None)


_NOTHING = ClockCarryOver()


def bring_along(games: Iterable[Iterable[Log]], brought: ClockCarryOver = _NOTHING) -> ClockCarryOver:
    """What earlier games of a match, each given by its records, leave to the next one; `brought` is what there was
    before them.

    Of several records of a game only what all of them prove counts; those without stamps prove nothing.
    """
    for logs in games:
        audits = (audit(log, brought.spec_for(log), used=brought.used, whole=brought.whole) for log in logs)
        brought = _after_game(brought, [clock for clock in audits if clock.stamped])
    return brought


def _after_game(brought: ClockCarryOver, audits: list[ClockAudit]) -> ClockCarryOver:
    if not audits:
        return replace(brought, whole=False)
    used = tuple([min(seconds) for seconds in zip(*(clock.used for clock in audits), strict=False)])
    whole = all(clock.used == clock.at_most == used for clock in audits)
    return replace(brought, spec=audits[-1].spec, used=used, whole=whole)


def audit_record(log: Log, brought: ClockCarryOver | None, setup: Setup) -> ClockAudit:
    """What the stamps of a record prove, by the clock that it names or that earlier games of the match leave to it."""
    if brought is None:
        return audit(log, spec_of(log, ClockSpec()), seating=setup.seating)
    return audit(log, brought.spec_for(log), used=brought.used, whole=brought.whole, seating=setup.seating)


def audit(
    log: Log,
    spec: ClockSpec,
    *,
    used: tuple[int, ...] = (0, 0),
    whole: bool | None = None,
    seating: Seating | None = None,
) -> ClockAudit:
    """What the stamps prove. `used` are seconds from earlier games of the match, the `used` of the audit before; they
    do not count where each game has its own clock. `whole` says whether they are all that were used; if it is left out,
    the record's number tells whether there were any games before. Who sits there is read from the record where no
    `seating` is given; with more than two, each game has its own clocks (14.5.28). Never raises for what is written."""
    seating = seating or written_seating(log)
    spec = spec if seating.is_duel else replace(spec, scope="game")
    before = tuple([max(seconds, 0) if spec.scope == "match" else 0 for seconds in _of_clocks(used, seating)])
    stamps = [read_stamp(line.clock) for line in log.lines if line.clock is not None]
    if not stamps:
        return _unstamped(log, spec, seating, before)
    shows = any(isinstance(stamp, Remaining) for stamp in stamps)
    zones = (stamp.zone for stamp in stamps if isinstance(stamp, Moment) and stamp.zone is not None)
    faces = tuple([_Face(max(spec.main - seconds, 0)) for seconds in before])
    known = _brought_along(log, spec, before) if whole is None else whole or spec.scope == "game"
    progress = TurnProgress(seating)
    walk = _Walk(spec, before, known, shows, Watch(next(zones, 0)), faces, progress, gone=[0 for _ in before])
    for seat in seating.leads:
        _look_for_flag(walk, seat, 0)
    for timed in timed_lines(log, walk.progress):
        _follow(walk, timed)
    return _sum_up(walk)


def _of_clocks(used: tuple[int, ...], seating: Seating) -> tuple[int, ...]:
    """Seconds for each clock of the table, nothing where none are known."""
    return tuple([used[seat] if seat < len(used) else 0 for seat in seating.leads])


def _unstamped(log: Log, spec: ClockSpec, seating: Seating, before: tuple[int, ...]) -> ClockAudit:
    nothing = tuple([None for _ in before])
    return ClockAudit(spec, before, nothing, findings=tuple(_untimed(log, seating)), clocks=seating.leads)


def _untimed(log: Log, seating: Seating) -> Iterator[ClockFinding]:
    """Of a record without stamps: a time that is said to have run out, which nothing in it can bear out (13.1.1)."""
    said = set[int]()
    for line in log.lines:
        move = move_of(line.body, seating_shape(seating)) if line.body[:1] in ("X", "x") else None
        seat = _out_of_time(move, seating) if isinstance(move, Leave) else None
        if seat is not None and seat not in said:
            message = Message("bos.clock.no_stamps", seat=seat_name(seat))
            yield ClockFinding(Kind.UNPROVEN, line.number, seat, "13.1.1", message)
            said.add(seat)
            if seating.is_duel:
                return


def _out_of_time(move: Leave, seating: Seating) -> int | None:
    """Whose clock is said to have run out; None for nobody's."""
    if move.how != "time" or move.seat is None or move.seat >= seating.seats:
        return None
    return seating.lead[move.seat]


def notes(clock: ClockAudit, ended: int | None = None) -> tuple[Note, ...]:
    """The findings as remarks. `ended` is the line in which the game ended otherwise than by time: the earlier of
    that and running out counts (13.1.8); with more clocks the others have played on."""
    remarks = tuple(Note(_by_rule(finding.message, finding.rule), finding.line) for finding in clock.findings)
    out = clock.out
    if out is None or ended is None or out.seat is None or len(clock.used) > PAIR:
        return remarks
    code = "bos.clock.before_end" if out.line < ended else "bos.clock.after_end"
    message = Message(code, seat=seat_name(out.seat), line=out.line, ended=ended)
    return (*remarks, Note(_by_rule(message, "13.1.8")))


def clock_json(clock: ClockAudit) -> dict[str, Any] | None:
    """The audit as plain data, in seconds; None for a record without stamps."""
    if not clock.stamped:
        return None
    spec = clock.spec
    whose = {"clocks": [seat_name(seat) for seat in clock.clocks]} if clock.is_of_more else {}
    return {
        **whose,
        "main": spec.main,
        "delay": spec.delay,
        "scope": spec.scope,
        "used": list(clock.used),
        "at_most": list(clock.at_most),
        "left": [max(spec.main - seconds, 0) for seconds in clock.used],
        "out": None if clock.out is None or clock.out.seat is None else seat_name(clock.out.seat),
        "turns": [
            {
                "line": turn.line,
                "turn": turn.number,
                "seat": seat_name(turn.seat),
                "needed": turn.needed,
                "used": turn.used,
            }
            for turn in clock.turns
        ],
        "findings": [
            {
                "kind": finding.kind.value,
                "line": finding.line,
                "seat": None if finding.seat is None else seat_name(finding.seat),
                "rule": finding.rule,
                **message_json(finding.message),
                "used": finding.used,
            }
            for finding in clock.findings
        ],
    }


def _by_rule(message: Message, number: str) -> Message:
    return Message("record.by_rule", said=message, rule=cited(rule(number)))


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
    before: tuple[int, ...]
    known: bool
    shows: bool
    watch: Watch
    faces: tuple[_Face, ...]
    progress: TurnProgress = field(default_factory=TurnProgress)
    tallies: list[_Tally] = field(default_factory=list)
    since: set[tuple[int, Time]] = field(default_factory=set)
    last: tuple[int, str] = (0, "")
    gone: list[int] = field(default_factory=list)
    findings: list[ClockFinding] = field(default_factory=list)


def _brought_along(log: Log, spec: ClockSpec, before: tuple[int, ...]) -> bool:
    """Whether it is known what was used in the games before this one."""
    number = log.header("Number") or ""
    later = number.isdecimal() and len(number) < 7 and int(number) > 1
    return spec.scope == "game" or not later or any(before)


def _follow(walk: _Walk, timed: TimedLine) -> None:
    if timed.slip:
        _find(walk, Kind.PAUSE, timed.line, "13.1.3", timed.slip)
    if len(walk.tallies) < len(walk.progress.turns):
        walk.tallies.append(_Tally())
    walk.since.add((timed.turn, timed.time))
    _watch_faces(walk, timed)
    if timed.line.clock is not None:
        _stamp(walk, timed, timed.line.clock)
    if isinstance(timed.move, Leave) and not walk.progress.ended:
        _hold_against(walk, timed.line, timed.move)


# Moments


def _stamp(walk: _Walk, timed: TimedLine, text: str) -> None:
    stamp = read_stamp(text)
    if isinstance(stamp, Moment):
        _look(walk, timed.line, stamp, text)
    elif stamp is None:
        message = Message("bos.clock.no_stamp", text=text[:40])
        _find(walk, Kind.UNREADABLE, timed.line, "13.1.1", message)
    elif timed.turn >= 0 and not walk.progress.ended:
        _read_face(walk, timed, stamp.seconds)


def _look(walk: _Walk, line: Line, moment: Moment, text: str) -> None:
    """Divide the time since the moment before among those whose it was."""
    before = walk.watch.now
    now = walk.watch.look(moment)
    passed = None if before is None or now < before else now - before
    if before is not None and now < before:
        number, earlier = walk.last
        message = Message("bos.clock.backwards", moment=text, earlier=earlier, line=number)
        _find(walk, Kind.BACK, line, "13.1.1", message)
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
    return walk.progress.turns[turn].seat


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


def _watch_faces(walk: _Walk, timed: TimedLine) -> None:
    """Whose clock may have run up to this line, and whether a judge may have set all of them."""
    if timed.turn >= 0 and timed.time not in (Time.STANDS, Time.MARK):
        walk.faces[_seat(walk, timed.turn)].ran = True
    if isinstance(timed.move, Judge) and timed.move.deed in ("set", "undo", "stands", "rule"):
        for clock in walk.faces:
            clock.judged = True


def _read_face(walk: _Walk, timed: TimedLine, left: int) -> None:
    seat, line = _seat(walk, timed.turn), timed.line
    clock = walk.faces[seat]
    sure = walk.known or clock.line is not None
    if left > clock.left and not clock.judged:
        _find(walk, Kind.GREW, line, "13.1.5", _grew(clock, seat, left), seat)
    elif left < clock.left and sure and not clock.ran and not clock.judged:
        _find(walk, Kind.RAN, line, "13.1.6", _ran(clock, seat, left), seat)
    if sure:
        walk.tallies[timed.turn].read += max(clock.left - left, 0)
    clock.left, clock.line, clock.ran, clock.judged = left, line.number, False, False
    _look_for_flag(walk, seat, line.number)


def _grew(clock: _Face, seat: int, left: int) -> Message:
    who, shows, before = seat_name(seat), face(left), face(clock.left)
    if clock.line is None:
        return Message("bos.clock.too_much", seat=who, face=shows, most=before)
    return Message("bos.clock.more", seat=who, face=shows, before=before, line=clock.line)


def _ran(clock: _Face, seat: int, left: int) -> Message:
    who, shows, before = seat_name(seat), face(left), face(clock.left)
    if clock.line is None:
        return Message("bos.clock.not_running_yet", seat=who, face=shows, before=before)
    return Message("bos.clock.not_running", seat=who, face=shows, before=before, line=clock.line)


# What is found


def _find(walk: _Walk, kind: Kind, line: Line, number: str, message: Message, seat: int | None = None) -> None:
    if sum(finding.kind is kind for finding in walk.findings) < MOST_OF_A_KIND:
        used = None if seat is None else _used(walk, seat)
        walk.findings.append(ClockFinding(kind, line.number, seat, number, message, used))


def _look_for_flag(walk: _Walk, seat: int, line: int) -> None:
    """13.1.1, once for each player."""
    used, main = _used(walk, seat), walk.spec.main
    if used < main or _flag(walk, seat):
        return
    loses = walk.spec.scope if walk.progress.seating.is_duel else "out"
    if walk.shows and line:
        message = Message(f"bos.clock.face_{loses}", seat=seat_name(seat))
    else:
        message = Message(f"bos.clock.used_{loses}", seat=seat_name(seat), used=used, main=main)
    walk.findings.append(ClockFinding(Kind.FLAG, line, seat, "13.1.1", message, used))


def _flag(walk: _Walk, seat: int) -> ClockFinding | None:
    return next((finding for finding in walk.findings if finding.kind is Kind.FLAG and finding.seat == seat), None)


def _hold_against(walk: _Walk, line: Line, move: Leave) -> None:
    """A time that is said to have run out, against the stamps."""
    seat = _out_of_time(move, walk.progress.seating)
    if seat is not None:
        kind, message = _weigh(walk, seat)
        _find(walk, kind, line, "13.1.1", message, seat)


def _weigh(walk: _Walk, seat: int) -> tuple[Kind, Message]:
    flag, most, main = _flag(walk, seat), _at_most(walk, seat), walk.spec.main
    who = seat_name(seat)
    if flag:
        return Kind.CONFIRMED, Message("bos.clock.agree", seat=who, line=flag.line)
    if most is not None and most < main:
        return Kind.CONTRADICTED, Message("bos.clock.disagree", seat=who, face=face(main - most))
    return Kind.UNPROVEN, Message("bos.clock.unclear", seat=who, used=_used(walk, seat), main=main)


def _used(walk: _Walk, seat: int) -> int:
    clock = walk.faces[seat]
    if not walk.shows:
        return walk.before[seat] + walk.gone[seat]
    return walk.before[seat] if clock.line is None else max(walk.spec.main - clock.left, 0)


def _at_most(walk: _Walk, seat: int) -> int | None:
    clock = walk.faces[seat]
    if walk.shows:
        return None if clock.ran or (clock.line is None and not walk.known) else _used(walk, seat)
    own = [walk.tallies[turn].most for turn, begun in enumerate(walk.progress.turns) if begun.seat == seat]
    running = any(_seat(walk, turn) == seat for turn in _running(walk))
    if running or not walk.known or None in own:
        return None
    return walk.before[seat] + sum(_beyond(walk, most or 0) for most in own)


def _sum_up(walk: _Walk) -> ClockAudit:
    leads = walk.progress.seating.leads
    return ClockAudit(
        walk.spec,
        tuple([_used(walk, seat) for seat in leads]),
        tuple([_at_most(walk, seat) for seat in leads]),
        tuple(_turns(walk)),
        tuple(walk.findings),
        stamped=True,
        clocks=leads,
        is_of_more=not walk.progress.seating.is_duel,
    )


def _turns(walk: _Walk) -> Iterator[TurnTime]:
    for begun, tally in zip(walk.progress.turns, walk.tallies, strict=True):
        needed = None if walk.shows else tally.least
        yield TurnTime(*begun, needed, tally.read if needed is None else _beyond(walk, needed))
