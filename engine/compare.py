"""Two records of one game: where the two stories part, what each says there, and what each comes to by itself.

The engine says what differs and what each record contradicts in itself. Whom to believe is the judge's question.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine import log as record
from engine.contract import Difference, Game, Given, Opening, Problem, Stop
from engine.log import Line, Log
from engine.messages import Arg, Message, code_json, message_json, messages_json
from engine.record_alignment import Parting, Walk, walk
from engine.replay import furthest
from engine.replay_state import Replay
from engine.replay_step import beginnings, settled
from engine.verdict import judge_text

Writers = tuple[Message, Message]
"""How two records are called in a sentence."""
WRITERS: Writers = (Message("compare.first"), Message("compare.second"))
KINDS = {
    "detail": Message("compare.details"),
    "omission": Message("compare.missing"),
    "order": Message("compare.order"),
    "act": Message("compare.different"),
    "reading": Message("compare.unclear"),
    "totals": Message("compare.totals"),
    "header": Message("compare.headers"),
}
"""Every kind of difference, with the sentence that explains it."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Story:
    """One record by itself: its `log`, its `opening` or what is wrong there, its replay (`run`), and its `finding` as
    plain data."""

    log: Log
    opening: Opening | Problem
    run: Replay | None
    finding: Json


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two records have in common and where they differ. `walk` is None if one of them could not be opened;
    `headers` are sentences about openings that differ, `writers` what the two are called, `stories` each by itself."""

    game: Game
    """The game of both."""
    stories: tuple[Story, Story]
    writers: Writers
    walk: Walk | None = None
    headers: tuple[Message, ...] = ()

    @property
    def same(self) -> bool:
        """Whether both were compared to the end and tell the same story."""
        return self.walk is not None and not self.headers and not self.walk.partings and not self.walk.given_up


def compare_text(game: Game, first: str, second: str, given: Given, *, writers: Writers = WRITERS) -> Json:
    """The comparison as plain data. `writers` name the two records in sentences. Never raises for what is written."""
    return comparison_json(compare(game, first, second, given, writers=writers))


def compare(game: Game, first: str, second: str, given: Given, *, writers: Writers = WRITERS) -> Comparison:
    """Lay two records of one game side by side. Of a list that the reader may not know, both records together show
    what was in it."""
    logs = (record.read(first, game.acts), record.read(second, game.acts))
    given = replace(given, lists=game.with_records(given.lists, logs))
    stories = (_story(game, first, given), _story(game, second, given))
    first_opening, second_opening = (story.opening for story in stories)
    if isinstance(first_opening, Problem) or isinstance(second_opening, Problem):
        return Comparison(game, stories, writers)
    starts = beginnings(game, game.merged_opening(stories[0].log, first_opening, second_opening))
    walked = walk(stories[0].log.lines, stories[1].log.lines, starts, stories[0].log.mode)
    return Comparison(game, stories, writers, walked, _headers(game, stories, writers))


def _story(game: Game, text: str, given: Given) -> Story:
    log = record.read(text, game.acts)
    finding = judge_text(game, text, replace(given, brought=None))
    if log.fault:
        return Story(log, Problem("unreadable", None, log.fault.message), None, finding)
    opening = game.open_game(log, given)
    run = None if isinstance(opening, Problem) else furthest(game, log, opening)
    return Story(log, opening, run, finding)


# How the game began


def _headers(game: Game, stories: tuple[Story, Story], writers: Writers) -> tuple[Message, ...]:
    """Where the headers of both records say something, and not the same."""
    first, second = stories
    differences = game.openings_differ((first.log, second.log), (first.opening, second.opening))
    return tuple(
        each if isinstance(each, Message) else difference_sentences([each], *writers)[0] for each in differences
    )


def difference_sentences(differences: list[Difference], first: Arg, second: Arg) -> list[Message]:
    """Differences as sentences, with a name for each of the two that differ."""
    return [
        Message("compare.fact", what=subject, left=left, writer=first, right=right, reader=second)
        for subject, left, right in differences
    ]


# As plain data


def comparison_json(comparison: Comparison) -> Json:
    """The comparison as the object that `compare --json` prints."""
    parted = [_header_json(header) for header in comparison.headers]
    parted += [
        _parting_json(comparison.game, parting, comparison.writers)
        for parting in (comparison.walk.partings if comparison.walk else ())
    ]
    return {
        "same": comparison.same,
        "compared": comparison.walk is not None,
        **message_json(_headline(comparison)),
        **messages_json("writers", "writer_codes", comparison.writers),
        "differences": parted,
        "common": [line.number if line else 0 for line in comparison.walk.common] if comparison.walk else [0, 0],
        "stopped": _stop_json(comparison.walk.stopped.stop if comparison.walk and comparison.walk.stopped else None),
        **messages_json("ends", "end_codes", _ends(comparison)),
        "stories": [_story_json(story) for story in comparison.stories],
        "given_up": bool(comparison.walk and comparison.walk.given_up),
    }


def _header_json(message: Message) -> Json:
    explained = {"kind": "header", **_meaning("header"), **message_json(message)}
    return {**explained, "first": [], "second": [], "tables": [], "table_codes": [], "fits": None}


def _meaning(kind: str) -> Json:
    return {"meaning": str(KINDS[kind]), "meaning_code": code_json(KINDS[kind])}


def _parting_json(game: Game, parting: Parting, writers: Writers) -> Json:
    stopped = parting.ends or any(run.stop for run in parting.after)
    tables = [] if stopped else game.differences(settled(parting.after[0]), settled(parting.after[1]))
    return {
        "kind": parting.kind,
        **_meaning(parting.kind),
        **message_json(_parted(parting, writers)),
        "first": _lines_json(parting, 0),
        "second": _lines_json(parting, 1),
        **messages_json("tables", "table_codes", difference_sentences(tables, *writers)),
        "fits": None if parting.fits is None else ("first", "second")[parting.fits],
    }


def _lines_json(parting: Parting, side: int) -> list[Json]:
    """Lines of one record; the one that cannot stand on the common table says why."""
    stop = parting.after[side].stop
    rows = []
    for line in parting.lines[side]:
        here = stop if stop and (stop.line, stop.written) == (line.number, line.body) else None
        rows.append({"line": line.number, "text": line.body, "problem": _stop_json(here)})
    return rows


def _stop_json(stop: Stop | None) -> Json | None:
    if stop is None:
        return None
    return {"finding": stop.finding, "line": stop.line, "rule": stop.rule, **message_json(stop.message)}


def _story_json(story: Story) -> Json:
    wanted = (
        *("finding", "line", "rule", "message", "code", "args", "upto", "winner", "reason", "totals"),
        *("notes", "note_codes", "agreed"),
    )
    wrong = story.run.wrong if story.run else []
    contradictions = [{"line": stop.line, **message_json(stop.message)} for stop in wrong]
    return {name: story.finding[name] for name in wanted} | {"contradictions": contradictions}


def _ends(comparison: Comparison) -> list[Message]:
    """How the two tables differ after the last line that each record can be played to."""
    runs = [story.run for story in comparison.stories]
    if runs[0] is None or runs[1] is None:
        return []
    return difference_sentences(comparison.game.differences(settled(runs[0]), settled(runs[1])), *comparison.writers)


# In words


def _headline(comparison: Comparison) -> Message:
    if comparison.walk is None:
        return _unreadable(comparison)
    if comparison.walk.given_up and not comparison.walk.partings:
        return Message("compare.too_different")
    if comparison.headers:
        return Message("compare.before_first_line", said=comparison.headers[0])
    if comparison.walk.partings:
        return _parted(comparison.walk.partings[0], comparison.writers)
    if comparison.walk.stopped and comparison.walk.stopped.stop:
        stop = comparison.walk.stopped.stop
        return Message("compare.same_until", line=stop.line, said=stop.message)
    return Message("compare.same")


def _unreadable(comparison: Comparison) -> Message:
    pairs = zip(comparison.stories, comparison.writers, strict=True)
    wrong = [(story.opening, writer) for story, writer in pairs if isinstance(story.opening, Problem)]
    (first_problem, writer), *others = wrong
    if not others:
        return Message("compare.unreadable", writer=writer, said=first_problem.message)
    ((second_problem, reader),) = others
    return Message(
        "compare.both_unreadable", writer=writer, said=first_problem.message, reader=reader, also=second_problem.message
    )


def _parted(parting: Parting, writers: Writers) -> Message:
    """One difference in a sentence."""
    if not parting.lines[0] or not parting.lines[1]:
        has = 0 if parting.lines[0] else 1
        code = "compare.ends" if parting.ends else "compare.silent"
        quoted, writer = _quoted(parting.lines[has]), _beginning(writers[has])
        return Message(code, writer=writer, quoted=quoted, reader=writers[1 - has])
    quoted, against = map(_quoted, parting.lines)
    arguments = {"writer": _beginning(writers[0]), "quoted": quoted, "reader": writers[1], "against": against}
    if parting.fits is None:
        return Message("compare.says", **arguments)
    code = "compare.says_moves" if parting.kind == "totals" else "compare.says_follows"
    return Message(code, **arguments, right=writers[parting.fits])


def _quoted(lines: tuple[Line, ...]) -> Message:
    text = "; ".join(line.body for line in lines)
    if len(lines) == 1:
        return Message("compare.line", text=text, line=lines[0].number)
    return Message("compare.lines", text=text, line=lines[0].number, last_line=lines[-1].number)


def _beginning(writer: Message) -> Message:
    """The record as it is called where a sentence begins."""
    return Message(writer.code.replace(".", ".begin_"), **writer.args)


def record_of(player: str) -> Message:
    """How a sentence calls the record of that player."""
    return Message("compare.of", player=player)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def report(comparison: Json) -> str:
    """What a judge reads: each difference with both versions and what it does to the table, then each record alone."""
    writers = comparison["writers"]
    lines = [comparison["message"]]
    for number, parted in enumerate(comparison["differences"], 1):
        lines += ["", f"{number}. {parted['kind']}: {parted['meaning']}", f"   {parted['message']}"]
        lines += [
            f"   {_capital(writer)}, line {line['line']}: {line['problem']['message']}"
            for writer, side in zip(writers, ("first", "second"), strict=True)
            for line in parted[side]
            if line["problem"]
        ]
        lines += [f"   After that, {sentence}" for sentence in parted["tables"]]
    lines += [
        "",
        *(sentence for pair in zip(writers, comparison["stories"], strict=True) for sentence in _alone(*pair)),
    ]
    if comparison["ends"]:
        lines += ["", "Each played to its own end:", *(f"   {sentence}" for sentence in comparison["ends"])]
    if comparison["given_up"]:
        lines += ["", "The search was cut short; there may be more differences."]
    return "\n".join(lines) + "\n"


def _alone(writer: str, story: Json) -> list[str]:
    where = f", line {story['line']}" if story["line"] is not None else ""
    cited = f", rule {story['rule']}" if story["rule"] else ""
    won = f" {story['winner']} wins ({story['reason']})." if story["winner"] else ""
    lines = [f"{_capital(writer)} by itself: {story['finding']}{where}{cited}. {story['message']}{won}"]
    return lines + [f"   Its own totals, line {wrong['line']}: {wrong['message']}" for wrong in story["contradictions"]]
