"""What the page of a record shows: its lines and what each did, the table after one of them, a line tried there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bos_tournament.judging.access import Standing
from bos_tournament.judging.finding import Told, track_of
from bos_tournament.judging.models import Dispute, Record
from bos_tournament.judging.saying import in_words
from bos_tournament.judging.showing import KINDS, on_sheet, shown_record
from engine.bos import telling
from engine.track import MAX_TRIED, Track, TrackLine, notes_by_line, unplayed

Shown = dict[str, Any]
MARKS = {"illegal": "bad", "unreadable": "bad", "contradicted": "bad", "unproven": "warn"}
MOST_CONTINUATIONS = 400


def record_page(record: Record, who: Standing, asked: str | None) -> Shown:
    """A record with the table after the line asked for; without one, at the line the finding names, or at the end."""
    shown = shown_record(record, who, [])
    finding: Told | None = shown["finding"]
    track = unplayed(record.text, "") if shown["state"] == "received" else track_of(record, who.reader(record.game))
    decides, remarks = _deciding(track, finding), _remarks(track, finding)
    here = track.line(asked or decides)
    numbered = track.lines[1:]
    at = track.lines.index(here)
    return {
        **shown,
        "as_shown": shown,
        "match": record.game.match,
        "game": record.game,
        "dispute": Dispute.objects.filter(game=record.game).first(),
        "headers": [f"[{header.word} {header.text}]" for header in track.log.headers],
        "remarks": _notes(remarks.pop("", ())),
        "lines": [_row(line, finding, remarks, decides=line.key == decides) for line in numbered],
        "here": _row(here, finding, remarks, decides=here.key == decides),
        "at": at,
        "count": len(numbered),
        "reached": track.reached(here.key),
        "problem": in_words(track.problem),
        "table": track.table(here.key),
        "asked": _asked(track, here.key),
        "first": track.lines[0].key if at else None,
        "back": track.lines[at - 1].key if at else None,
        "next": track.lines[at + 1].key if at + 1 < len(track.lines) else None,
        "last": track.lines[-1].key if at + 1 < len(track.lines) else None,
        "decides": decides,
        "may_try": who.may_rule and who.knows_lists and not track.problem,
        "most_tried": MAX_TRIED,
        "track": track,
    }


def tried(page: Shown, written: str) -> Shown:
    """What the engine says about a line put at the position of that page. Nothing is kept."""
    trial = page["track"].attempt(page["here"]["key"], written)
    kind, icon = KINDS.get(trial.finding, ("good", "check"))
    said = replace(trial, message=in_words(trial.message), told=_told(trial.told), notes=_notes(trial.notes))
    return {"trial": said, "trial_kind": kind, "trial_icon": icon, "written": written}


def continued(page: Shown) -> Shown:
    """Every line that could lawfully follow the position of that page, in the order in which the engine finds them."""
    lines = page["track"].legal(page["here"]["key"])
    return {"continuations": lines[:MOST_CONTINUATIONS], "more": max(len(lines) - MOST_CONTINUATIONS, 0)}


def _asked(track: Track, key: str) -> str:
    """Who is to do what after that line, by name."""
    asked = track.asked(key)
    if asked is None or track.run is None:
        return ""
    return f"{track.run.state.setup.names[asked[0]]}: {in_words(asked[1])}"


def _told(said: tuple[telling.Told, ...]) -> tuple[telling.Told, ...]:
    return tuple(one._replace(text=in_words(one.text)) for one in said)


def _notes(said: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(in_words(note) for note in said)


def _deciding(track: Track, finding: Told | None) -> str | None:
    """The key of the line that the finding is about: of equal numbers, the one at which the engine stopped."""
    if finding is None or not finding.line:
        return None
    keys = [line.key for line in track.lines if line.number == finding.line]
    stopped = [line.key for line in track.lines if line.number == finding.line and line.how == "stops"]
    return next(iter([*stopped, *keys]), None)


def _remarks(track: Track, finding: Told | None) -> dict[str, tuple[str, ...]]:
    """What the finding remarks and the lines do not say by themselves, by the line's key; at "" what is about none."""
    known = {(line.number, said) for line in track.lines for said in line.notes}
    known |= {(line.number, line.problem.message) for line in track.lines if line.problem}
    keys = {0: "", **{line.number: line.key for line in reversed(track.lines[1:])}}
    told = notes_by_line(finding.data.get("notes", ()) if finding else ())
    return {
        keys.get(number, ""): tuple(note for note in notes if (number, note) not in known)
        for number, notes in told.items()
    }


def _row(line: TrackLine, finding: Told | None, remarks: Mapping[str, tuple[str, ...]], *, decides: bool) -> Shown:
    problem = line.problem.message if line.problem else ""
    return {
        "key": line.key,
        "number": line.number,
        "text": on_sheet(line.written, line.clock, line.comment),
        "canonical": line.canonical if line.canonical != line.written else "",
        "turn": line.canonical.startswith("T"),
        "how": line.how,
        "told": _told(line.told),
        "notes": _notes((*line.notes, *remarks.get(line.key, ()))),
        "decides": decides,
        "mark": MARKS.get(finding.finding, "here") if decides and finding else "",
        "problem": in_words(finding.message if decides and finding else problem),
        "rule": finding.rule if decides and finding else (line.problem.rule or "" if line.problem else ""),
    }
