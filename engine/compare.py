"""Two records of one game: where the two stories part, what each says there, and what each comes to by itself.

The engine says what differs and what each record contradicts in itself. Whom to believe is the judge's question.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine import log as record
from engine.abreast import Parting, Walk, walk
from engine.bos.acts import acts
from engine.bos.cards import Pool
from engine.bos.differences import differences, sentences
from engine.bos.editions import Edition
from engine.bos.names import Problem
from engine.bos.opening import Opening, Pinned, open_game
from engine.bos.presumed import Hidden, Lists
from engine.bos.state import Setup, seat_name
from engine.log import Line, Log
from engine.replay import furthest
from engine.sheet import Replay, Stop
from engine.stepping import beginnings, settled
from engine.verdict import judge_text

WRITERS = ("the first record", "the second record")
KINDS = {
    "detail": "Both tell of the same act, with different details.",
    "omission": "One record has a line here that the other leaves out, and it changes the table.",
    "order": "Both tell of the same acts in another order, and the order matters.",
    "act": "They tell of different acts.",
    "reading": "A line of one record cannot be read, or fits several cards.",
    "totals": "They agree about the moves and write different totals.",
    "header": "Their headers say different things about how the game began.",
}
"""Every kind of difference, with the sentence that explains it."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Story:
    """One record by itself: its log, its opening or what is wrong there, its replay, and its finding as plain data."""

    log: Log
    opening: Opening | Problem
    run: Replay | None
    finding: Json


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two records have in common and where they differ. `walk` is None if one of them could not be opened;
    `headers` are sentences about openings that differ."""

    stories: tuple[Story, Story]
    writers: tuple[str, str]
    walk: Walk | None = None
    headers: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether both were compared to the end and tell the same story."""
        return self.walk is not None and not self.headers and not self.walk.partings and not self.walk.given_up


def compare_text(
    first: str,
    second: str,
    decks: Lists,
    pool: Pool,
    edition: Edition,
    *,
    pinned: Pinned | None = None,
    writers: tuple[str, str] = WRITERS,
) -> Json:
    """The comparison as plain data. `writers` name the two records in sentences. Never raises for what is written."""
    return to_json(compare(first, second, decks, pool, edition, pinned=pinned, writers=writers))


def compare(
    first: str,
    second: str,
    decks: Lists,
    pool: Pool,
    edition: Edition,
    *,
    pinned: Pinned | None = None,
    writers: tuple[str, str] = WRITERS,
) -> Comparison:
    """Lay two records of one game side by side. `decks` holds the lists of `P1` and `P2`; of one that the reader may
    not know, both records together show what was in it."""
    logs = (record.read(first, acts), record.read(second, acts))
    decks = {who: each._replace(records=logs) if isinstance(each, Hidden) else each for who, each in decks.items()}
    stories = (
        _story(first, decks, pool, edition, pinned),
        _story(second, decks, pool, edition, pinned),
    )
    openings = [story.opening for story in stories]
    one, other = openings
    if isinstance(one, Problem) or isinstance(other, Problem):
        return Comparison(stories, writers)
    said = tuple(_headers(stories[0].log, stories[1].log, one, other, writers))
    starts = beginnings(_merged(stories[0].log, one, other))
    return Comparison(stories, writers, walk(stories[0].log.lines, stories[1].log.lines, starts), said)


def _story(text: str, decks: Lists, pool: Pool, edition: Edition, pinned: Pinned | None) -> Story:
    log = record.read(text, acts)
    finding = judge_text(text, decks, pool, edition, pinned=pinned)
    if log.fault:
        return Story(log, Problem("unreadable", None, log.fault.message), None, finding)
    opening = open_game(log, decks, pool, edition, pinned=pinned)
    run = None if isinstance(opening, Problem) else furthest(log, opening)
    return Story(log, opening, run, finding)


# How the game began


def _headers(first: Log, second: Log, one: Opening, other: Opening, writers: tuple[str, str]) -> list[str]:
    """Where the headers of both records say something, and not the same."""
    found = []
    if _both(first, second, "Rules") and one.setup.edition != other.setup.edition:
        found.append(_differ("The rules", one.setup.edition.name, other.setup.edition.name, writers))
    if first.lines and second.lines and one.setup.first != other.setup.first:
        found.append(_differ("Who goes first", seat_name(one.setup.first), seat_name(other.setup.first), writers))
    if _both(first, second, "Bid") and one.setup.ether != other.setup.ether:
        found.append(_differ("Ether of P1/P2", _pair(one.setup.ether), _pair(other.setup.ether), writers))
    for seat in (0, 1):
        named = not one.unplaced[seat] and not other.unplaced[seat]
        if named and one.setup.wizards[seat] != other.setup.wizards[seat]:
            said = [", ".join(card.name for card in opening.setup.wizards[seat]) for opening in (one, other)]
            found.append(_differ(f"Wizards of {seat_name(seat)} in a, b, c", said[0], said[1], writers))
        known = not one.setup.hidden_swap[seat] and not other.setup.hidden_swap[seat]
        if known and set(one.setup.playing[seat]) != set(other.setup.playing[seat]):
            found.append(f"The swaps of {seat_name(seat)} before the game differ in their headers.")
    return found


def _both(first: Log, second: Log, word: str) -> bool:
    return first.header(word) is not None and second.header(word) is not None


def _differ(what: str, one: str, other: str, writers: tuple[str, str]) -> str:
    return f"{what}: {one} in {writers[0]}, {other} in {writers[1]}."


def _pair(values: tuple[int, int]) -> str:
    return f"{values[0]}/{values[1]}"


def _merged(first: Log, one: Opening, other: Opening) -> Opening:
    """The first record's opening, completed by what only the second one says."""
    setup = one.setup
    if first.header("Bid") is None and other.setup.ether != setup.ether:
        setup = replace(setup, ether=other.setup.ether)
    if not first.lines:
        setup = replace(setup, first=other.setup.first)
    for seat in (0, 1):
        if setup.hidden_swap[seat] and not other.setup.hidden_swap[seat]:
            setup = _with_lists(setup, other.setup, seat)
    unplaced = list(one.unplaced)
    wizards = list(setup.wizards)
    for seat in (0, 1):
        if one.unplaced[seat] and not other.unplaced[seat]:
            wizards[seat], unplaced[seat] = other.setup.wizards[seat], False
    setup = replace(setup, wizards=(wizards[0], wizards[1]))
    return Opening(setup, (unplaced[0], unplaced[1]), one.notes)


def _with_lists(setup: Setup, known: Setup, seat: int) -> Setup:
    """What a seat plays with, taken from the record that says how it swapped."""
    first, second = (known, setup) if seat == 0 else (setup, known)
    return replace(
        setup,
        bosses=(first.bosses[0], second.bosses[1]),
        wizards=(first.wizards[0], second.wizards[1]),
        piles=(first.piles[0], second.piles[1]),
        playing=(first.playing[0], second.playing[1]),
        hidden_swap=(first.hidden_swap[0], second.hidden_swap[1]),
    )


# As plain data


def to_json(found: Comparison) -> Json:
    """The comparison as the object that `compare --json` prints."""
    parted = [_header_json(said) for said in found.headers]
    parted += [_parting_json(parting, found.writers) for parting in (found.walk.partings if found.walk else ())]
    return {
        "same": found.same,
        "compared": found.walk is not None,
        "message": _headline(found),
        "writers": list(found.writers),
        "differences": parted,
        "common": [line.number if line else 0 for line in found.walk.common] if found.walk else [0, 0],
        "stopped": _stop_json(found.walk.stopped.stop if found.walk and found.walk.stopped else None),
        "ends": _ends(found),
        "stories": [_story_json(story) for story in found.stories],
        "given_up": bool(found.walk and found.walk.given_up),
    }


def _header_json(said: str) -> Json:
    return {
        "kind": "header", "meaning": KINDS["header"], "message": said, "first": [], "second": [], "tables": [],
        "fits": None,
    }  # fmt: skip


def _parting_json(parting: Parting, writers: tuple[str, str]) -> Json:
    stopped = parting.ends or any(run.stop for run in parting.after)
    tables = [] if stopped else differences(settled(parting.after[0]), settled(parting.after[1]))
    return {
        "kind": parting.kind,
        "meaning": KINDS[parting.kind],
        "message": _parted(parting, writers),
        "first": _lines_json(parting, 0),
        "second": _lines_json(parting, 1),
        "tables": sentences(tables, *writers),
        "fits": None if parting.fits is None else ("first", "second")[parting.fits],
    }


def _lines_json(parting: Parting, side: int) -> list[Json]:
    """Lines of one record; the one that cannot stand on the common table says why."""
    stop = parting.after[side].stop
    told = []
    for line in parting.lines[side]:
        here = stop if stop and (stop.line, stop.written) == (line.number, line.body) else None
        told.append({"line": line.number, "text": line.body, "problem": _stop_json(here)})
    return told


def _stop_json(stop: Stop | None) -> Json | None:
    if stop is None:
        return None
    return {"finding": stop.finding, "line": stop.line, "rule": stop.rule, "message": stop.message}


def _story_json(story: Story) -> Json:
    wanted = ("finding", "line", "rule", "message", "upto", "winner", "reason", "totals", "notes", "agreed")
    wrong = story.run.wrong if story.run else []
    contradictions = [{"line": stop.line, "message": stop.message} for stop in wrong]
    return {name: story.finding[name] for name in wanted} | {"contradictions": contradictions}


def _ends(found: Comparison) -> list[str]:
    """How the two tables differ after the last line that each record can be played to."""
    runs = [story.run for story in found.stories]
    if runs[0] is None or runs[1] is None:
        return []
    return sentences(differences(settled(runs[0]), settled(runs[1])), *found.writers)


# In words


def _headline(found: Comparison) -> str:
    if found.walk is None:
        return "The records cannot be compared: " + " ".join(
            f"In {writer}: {story.opening.message}"
            for story, writer in zip(found.stories, found.writers, strict=True)
            if isinstance(story.opening, Problem)
        )
    if found.walk.given_up and not found.walk.partings:
        return "The records are too long and too different to be compared to their end."
    if found.headers:
        return f"The two records differ before the first line. {found.headers[0]}"
    if found.walk.partings:
        return _parted(found.walk.partings[0], found.writers)
    if found.walk.stopped and found.walk.stopped.stop:
        said = found.walk.stopped.stop
        return f"Both records tell the same story, and neither can go on at line {said.line}: {said.message}"
    return "Both records tell the same story."


def _parted(parting: Parting, writers: tuple[str, str]) -> str:
    """One difference in a sentence."""
    if not parting.lines[0] or not parting.lines[1]:
        has = 0 if parting.lines[0] else 1
        rest = "ends before it" if parting.ends else "has nothing of that"
        return f"{_capital(writers[has])} says {_said(parting.lines[has])}; {writers[1 - has]} {rest}."
    one, other = (f"{writers[side]} says {_said(parting.lines[side])}" for side in (0, 1))
    return f"{_capital(one)}, {other}.{_fit(parting, writers)}"


def _fit(parting: Parting, writers: tuple[str, str]) -> str:
    if parting.fits is None:
        return ""
    if parting.kind == "totals":
        return f" The moves come to what {writers[parting.fits]} says."
    return f" What follows in both fits {writers[parting.fits]} better."


def _said(lines: tuple[Line, ...]) -> str:
    number = f"line {lines[0].number}" if len(lines) == 1 else f"lines {lines[0].number} to {lines[-1].number}"
    return f"“{'; '.join(line.body for line in lines)}” ({number})"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def report(found: Json) -> str:
    """What a judge reads: each difference with both versions and what it does to the table, then each record alone."""
    writers = found["writers"]
    lines = [found["message"]]
    for number, parted in enumerate(found["differences"], 1):
        lines += ["", f"{number}. {parted['kind']}: {parted['meaning']}", f"   {parted['message']}"]
        lines += [
            f"   {_capital(writer)}, line {line['line']}: {line['problem']['message']}"
            for writer, side in zip(writers, ("first", "second"), strict=True)
            for line in parted[side]
            if line["problem"]
        ]
        lines += [f"   After that, {said}" for said in parted["tables"]]
    lines += ["", *(said for pair in zip(writers, found["stories"], strict=True) for said in _alone(*pair))]
    if found["ends"]:
        lines += ["", "Each played to its own end:", *(f"   {said}" for said in found["ends"])]
    if found["given_up"]:
        lines += ["", "The search was cut short; there may be more differences."]
    return "\n".join(lines) + "\n"


def _alone(writer: str, story: Json) -> list[str]:
    where = f", line {story['line']}" if story["line"] is not None else ""
    cited = f", rule {story['rule']}" if story["rule"] else ""
    won = f" {story['winner']} wins ({story['reason']})." if story["winner"] else ""
    lines = [f"{_capital(writer)} by itself: {story['finding']}{where}{cited}. {story['message']}{won}"]
    return lines + [f"   Its own totals, line {wrong['line']}: {wrong['message']}" for wrong in story["contradictions"]]
