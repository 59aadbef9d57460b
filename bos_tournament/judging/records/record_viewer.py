"""What the page of a record shows: its lines and what each did, the table after one of them, a line tried there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from bos_tournament.judging.access import Capacity
from bos_tournament.judging.models import Dispute, Record
from bos_tournament.judging.records.adjudication import ShownFinding, track_of
from bos_tournament.judging.records.presenter import KINDS, line_as_written, shown_record
from bos_tournament.judging.records.record_analysis import may_analyse
from bos_tournament.messages import localize, localize_kept, localize_told
from engine.bos import game as bos
from engine.hosting import MAX_TRIED, Track, TrackLine, unplayed

Shown = dict[str, Any]
MARKS = {"illegal": "bad", "unreadable": "bad", "contradicted": "bad", "unproven": "warn"}
MOST_CONTINUATIONS = 400


def record_page(record: Record, capacity: Capacity, line_key: str | None) -> Shown:
    """A record with the table after the line asked for; without one, at the line that is disputed, or that the finding
    names, or at the end."""
    page = shown_record(record, capacity, [])
    finding: ShownFinding | None = page["finding"]
    track = (
        unplayed(bos, record.text, None)
        if page["state"] == "received"
        else track_of(record, capacity.reader(record.game))
    )
    decides, remarks = _deciding(track, finding), _remarks(track, finding)
    dispute = Dispute.objects.filter(game=record.game).first()
    here = track.line(line_key or _disputed(dispute, record) or decides)
    numbered = track.lines[1:]
    at = track.lines.index(here)
    return {
        **page,
        "as_shown": page,
        "match": record.game.match,
        "game": record.game,
        "dispute": dispute,
        "headers": [f"[{header.word} {header.text}]" for header in track.log.headers],
        "remarks": remarks.pop("", ()),
        "lines": [_row(line, finding, remarks, decides=line.key == decides) for line in numbered],
        "here": _row(here, finding, remarks, decides=here.key == decides),
        "at": at,
        "count": len(numbered),
        "reached": track.reached(here.key),
        "problem": localize(track.problem) if track.problem else "",
        "table": track.table(here.key),
        "asked": _asked(track, here.key),
        **_ways(track, at),
        "decides": decides,
        "may_try": capacity.may_rule and capacity.knows_lists and not track.problem,
        "may_analyse": may_analyse(record, capacity),
        "most_tried": MAX_TRIED,
        "track": track,
    }


def _ways(track: Track, at: int) -> Shown:
    """The keys of the lines to which one may go from that one; None for those that are not there."""
    is_last = at + 1 == len(track.lines)
    return {
        "first": track.lines[0].key if at else None,
        "back": track.lines[at - 1].key if at else None,
        "next": None if is_last else track.lines[at + 1].key,
        "last": None if is_last else track.lines[-1].key,
    }


def _disputed(dispute: Dispute | None, record: Record) -> str | None:
    """The key of the line in question, where this is the record of the board on which it stands."""
    return str(dispute.line) if dispute and dispute.line and record.on_board else None


def tried(page: Shown, written: Sequence[str]) -> Shown:
    """What the engine says about lines put at the position of that page. Nothing is kept."""
    trial = page["track"].attempt(page["here"]["key"], *written)
    kind, icon = KINDS.get(trial.finding, ("good", "check"))
    sentences = {
        "message": localize(trial.message) if trial.message else "",
        "told": localize_told(trial.told),
        "notes": tuple(map(localize, trial.notes)),
    }
    names = ("written", "finding", "rule", "canonical", "nearest", "table", "before")
    fields = {name: getattr(trial, name) for name in names}
    stands = trial.table is not None
    tried_lines = [*trial.before, trial.canonical] if stands else list(trial.before)
    shown = {"trial": fields | sentences, "trial_kind": kind, "trial_icon": icon, **_so_far(tried_lines)}
    return {**shown, "written": "" if stands else trial.written}


def continued(page: Shown, tried_lines: Sequence[str] = ()) -> Shown:
    """Every line that could lawfully follow the position of that page, or these lines put there, in the order in which
    the engine finds them, each with what to tap for it; and why the other cards of who is asked can do nothing."""
    found = page["track"].next_lines(page["here"]["key"], *tried_lines)
    return {
        "continuations": found.lines[:MOST_CONTINUATIONS],
        "more": max(len(found.lines) - MOST_CONTINUATIONS, 0),
        "whole": found.whole,
        "unlit": _unlit(page["track"], page["here"]["key"], tried_lines),
        **_so_far(tried_lines),
    }


def _unlit(track: Track, key: str, tried_lines: Sequence[str]) -> list[Shown]:
    """Why a card on the board can do nothing there, by its place."""
    reasons = track.why_not(key, *tried_lines)
    return [{"at": at, "rule": why.rule, "text": localize(why.message)} for at, why in reasons.items()]


def _so_far(tried_lines: Sequence[str]) -> Shown:
    """The lines that were tried and stand, and how links carry them, with and without the last one."""
    query = [f"&{urlencode({'written': line})}" for line in tried_lines]
    return {"tried": list(tried_lines), "tried_query": "".join(query), "back_query": "".join(query[:-1])}


def _asked(track: Track, key: str) -> str:
    """Who is to do what after that line, by name."""
    question = track.asked(key)
    if question is None or track.run is None:
        return ""
    return f"{track.run.state.setup.names[question[0]]}: {localize(question[1])}"


def _deciding(track: Track, finding: ShownFinding | None) -> str | None:
    """The key of the line that the finding is about: of equal numbers, the one at which the engine stopped."""
    if finding is None or not finding.line:
        return None
    keys = [line.key for line in track.lines if line.number == finding.line]
    stopped = [line.key for line in track.lines if line.number == finding.line and line.how == "stops"]
    return next(iter([*stopped, *keys]), None)


def _remarks(track: Track, finding: ShownFinding | None) -> dict[str, tuple[str, ...]]:
    """What the finding remarks and the lines do not say by themselves, by the line's key; at "" what is about none."""
    visible = {(line.number, localize(sentence)) for line in track.lines for sentence in line.notes}
    visible |= {(line.number, localize(line.problem.message)) for line in track.lines if line.problem}
    keys = {0: "", **{line.number: line.key for line in reversed(track.lines[1:])}}
    left: dict[str, tuple[str, ...]] = {}
    for number, sentence in _kept_notes(finding):
        if (number, sentence) not in visible:
            key = keys.get(number, "")
            left[key] = (*left.get(key, ()), sentence)
    return left


def _kept_notes(finding: ShownFinding | None) -> Iterator[tuple[int, str]]:
    """Each remark of a finding with its line, 0 for none."""
    for note in finding.data["note_codes"] if finding else ():
        yield note["line"] or 0, localize_kept(note)


def _row(
    line: TrackLine, finding: ShownFinding | None, remarks: Mapping[str, tuple[str, ...]], *, decides: bool
) -> Shown:
    problem = localize(line.problem.message) if line.problem else ""
    return {
        "key": line.key,
        "number": line.number,
        "text": line_as_written(line.written, line.clock, line.comment),
        "canonical": line.canonical if line.canonical != line.written else "",
        "turn": line.canonical.startswith("T"),
        "how": line.how,
        "told": localize_told(line.told),
        "notes": (*map(localize, line.notes), *remarks.get(line.key, ())),
        "decides": decides,
        "mark": MARKS.get(finding.finding, "here") if decides and finding else "",
        "problem": finding.message if decides and finding else problem,
        "rule": finding.rule if decides and finding else (line.problem.rule or "" if line.problem else ""),
    }
