"""What the pages of records show: findings, how two records differ, what may be missing."""

from typing import Any

from django.utils.translation import gettext as _

from bos_tournament.cards.rules import rule_of
from bos_tournament.judging.access import Capacity
from bos_tournament.judging.models import Comparison, Record
from bos_tournament.judging.record_visibility import ALL, Seal, seal_of, seals_of
from bos_tournament.judging.records.adjudication import ShownFinding, finding_for
from bos_tournament.judging.records.record_entry import begun
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.messages import localize_each, localize_kept
from engine.hosting import read_log

Shown = dict[str, Any]
KINDS = {
    "legal": ("good", "check"),
    "unfinished": ("now", "now"),
    "illegal": ("bad", "cross"),
    "contradicted": ("bad", "differ"),
    "unproven": ("warn", "warning"),
    "unreadable": ("warn", "info"),
}
MOST_SUGGESTIONS = 4
LINES_BEFORE, LINES_AFTER = 8, 2


def records_page(match: Match, capacity: Capacity) -> Shown:
    """The games of a match that were begun, with their records and how these agree."""
    games = match.games.select_related("winner__user", "comparison__first", "comparison__second").order_by("-number")
    rows = list(
        Record.objects.filter(game__match=match).select_related("by", "seat__user", "finding").order_by("made_at")
    )
    seats = list(match.seats.select_related("user").order_by("number"))
    on = [game for game in games if begun(game)]
    seals = seals_of(match, on, rows)
    game_rows = [
        _game(game, [row for row in rows if row.game_id == game.pk], capacity, seats, seals[game.pk]) for game in on
    ]
    return {
        "match": match,
        "seats": seats,
        "games": game_rows,
        "may_hand_in": bool(game_rows) and match.called_off_at is None,
    }


def _game(game: Game, rows: list[Record], capacity: Capacity, seats: list[Seat], seal: Seal) -> Shown:
    for row in rows:
        row.game = game
    counts = {row.seat_id: row.pk for row in rows if row.seat_id}.values()
    return {
        "game": game,
        "records": [
            {
                **shown_record(row, capacity, seats, seal),
                "counts": row.pk in counts,
                "yours": row.by_id == capacity.user.pk,
            }
            for row in reversed(rows)
        ],
        "seal": seal,
        "comparison": shown_comparison(game, capacity, seal),
        "may_hand_in": game.match.called_off_at is None,
    }


def comparison_of(game: Game) -> Comparison | None:
    return getattr(game, "comparison", None)


def shown_comparison(game: Game, capacity: Capacity, seal: Seal) -> Shown | None:
    """How both players' records compare, by what the reader knows of the lists; for players once both are open. What
    the tables come to beyond the lines in question is for those who know both lists."""
    comparison, reader = comparison_of(game), capacity.reader(game)
    if comparison is None or not comparison.told:
        return None
    if not all(
        seal.lets_hear(record, capacity.user, capacity.seat) for record in (comparison.first, comparison.second)
    ):
        return None
    verdict = comparison.data if reader == ALL else comparison.told[reader]
    whole, writers = reader == ALL, localize_each(verdict["writer_codes"])
    return {
        "verified": comparison.verifies and all(story["finding"] == "legal" for story in verdict["stories"]),
        "same": verdict["same"],
        "message": localize_kept(verdict),
        "differences": [
            _difference(difference, writers, whole=whole) for difference in verdict["differences"][:MOST_SUGGESTIONS]
        ],
        "more": max(len(verdict["differences"]) - MOST_SUGGESTIONS, 0),
        "ends": localize_each(verdict["end_codes"]) if whole else [],
        "records": (comparison.first_id, comparison.second_id),
        "made_at": comparison.made_at,
    }


def _difference(difference: Shown, writers: list[str], *, whole: bool) -> Shown:
    return {
        "kind": difference["kind"],
        "meaning": localize_kept(difference["meaning_code"]),
        "message": localize_kept(difference),
        "sides": [
            {"writer": writer, "lines": [_line(line) for line in difference[side]]}
            for writer, side in zip(writers, ("first", "second"), strict=True)
        ],
        "tables": localize_each(difference["table_codes"]) if whole else [],
    }


def _line(line: Shown) -> Shown:
    """A line of a record that differs, with what is wrong with it."""
    problem = line["problem"]
    return {**line, "problem": problem and {**problem, "message": localize_kept(problem)}}


def _repair(repair: Shown) -> Shown:
    """A suggestion of what a record lacks."""
    return {**repair, "message": localize_kept(repair), "tables": localize_each(repair["table_codes"])}


def shown_record(record: Record, capacity: Capacity, seats: list[Seat], seal: Seal | None = None) -> Shown:
    """A record with its finding, the rule's sentence, the table, and the lines around the one in question, as far as
    they are open to this reader. `state`: sealed, received (answered once the game is reported), judging or judged.

    Lawful lines that nobody wrote name cards that may never have been shown: they are for judges alone.
    """
    seal = seal or seal_of(record.game)
    reader = capacity.reader(record.game)
    readable = seal.lets_read(record, capacity.user, capacity.seat)
    heard = seal.lets_hear(record, capacity.user, capacity.seat)
    finding = finding_for(record, reader) if heard else None
    kind, icon = KINDS[finding.finding] if finding else ("now", "clock")
    state = "sealed" if not readable else "received" if not heard else "judged" if finding else "judging"
    return {
        "record": record,
        "writer": seat_label(record.seat) if record.seat else _("%(name)s (staff)") % {"name": record.by},
        "state": state,
        "finding": finding,
        "kind": kind,
        "icon": icon,
        "message": finding.message if finding else "",
        "notes": finding.notes if finding else [],
        "rule": rule_of(finding.rule) if finding and finding.rule else None,
        "near": lines_near(record.text, finding.line if finding else None) if readable else None,
        "table": _named(finding.table, seats) if finding else None,
        "before": _drawn_before(finding) if finding else None,
        **_for_judges(record, finding if reader == ALL and capacity.seat is None else None),
    }


def _for_judges(record: Record, finding: ShownFinding | None) -> Shown:
    """What was lawful in place of a line, and what a record may lack; whether that was looked for."""
    repairs = record.finding.repairs if finding else None
    return {
        "nearest": finding.data.get("nearest", [])[:4] if finding else [],
        "repairs": [_repair(repair) for repair in (repairs or [])[:MOST_SUGGESTIONS]],
        "searched": repairs is not None,
    }


def _drawn_before(finding: ShownFinding) -> int | None:
    """The line before which the table of a finding stands; none where it is the one at the end."""
    if "before" in finding.data:
        return finding.data["before"] or None
    return None if finding.finding == "contradicted" else finding.line


def _named(table: Shown | None, seats: list[Seat]) -> Shown | None:
    """The table with the players' names."""
    if not table:
        return None
    names = {f"P{seat.number}": str(seat.user) for seat in seats}
    return {**table, "seats": [{**side, "player": names.get(side["seat"], side["player"])} for side in table["seats"]]}


def seat_label(seat: Seat) -> str:
    return f"{seat.user.handle} (P{seat.number})"


def lines_near(text: str, marked: int | None) -> Shown:
    """Some lines of a record around the one with that number, or its last ones; how many stand before and after."""
    lines = read_log(text).lines
    at = next((index for index, line in enumerate(lines) if line.number == marked), None)
    first = max((len(lines) if at is None else at) - LINES_BEFORE, 0)
    end = len(lines) if at is None else min(at + 1 + LINES_AFTER, len(lines))
    rows = [
        {
            "number": line.number,
            "text": line_as_written(line.body, line.clock, line.comment),
            "decides": first + index == at,
        }
        for index, line in enumerate(lines[first:end])
    ]
    return {"lines": rows, "before": first, "after": len(lines) - end}


def line_as_written(body: str, clock: str | None, comment: str | None) -> str:
    """A line as on the sheet, without its number."""
    return body + (f" @{clock}" if clock else "") + (f"  # {comment}" if comment else "")
